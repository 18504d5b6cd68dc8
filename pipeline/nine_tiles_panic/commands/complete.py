"""`tablebases nine-tiles complete`: the best ways to finish a town."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from pipeline.cli.options import MOST, PicturesOption, ResultsOption
from pipeline.cli.output import CsvOption, JsonOption, OutputFormat, output_format, show
from pipeline.cli.pictures import write_pictures
from pipeline.core.errors import InputError, PipelineError
from pipeline.nine_tiles_panic.commands.options import (
    RESULTS,
    THEMES,
    TILES,
    ThemesOption,
    TilesOption,
    find_cards,
)
from pipeline.nine_tiles_panic.game.notation import ALL_DIRECTIONS, PartialTile, parse_partial_town
from pipeline.nine_tiles_panic.game.themes import THEMES_IN_A_SET, Theme
from pipeline.nine_tiles_panic.game_files import load_all_tiles, load_themes

if TYPE_CHECKING:  # loaded when something is searched for, so that errors come at once
    import numpy as np

    from pipeline.core.arrays import Matrix, Vector
    from pipeline.nine_tiles_panic.readers.answers import Game

COLUMNS = ("towns", "pattern")
EVERYTHING_OPEN = PartialTile(None, ALL_DIRECTIONS)


class Answer(NamedTuple):
    """The towns with the same scores."""

    scores: list[int]
    """In the themes that were asked for."""
    n_towns: int
    patterns: list[str]
    """The first of them."""


class Answers(NamedTuple):
    """The best ways to finish a town."""

    n_towns: int
    """All ways, good and bad."""
    best: list[Answer]
    """All equally good."""


def _best(scores: Matrix[np.int8]) -> list[Vector[np.int64]]:
    """Places of the best of some results, (themes, n) of the cards or, without cards, of all themes."""
    from pipeline.nine_tiles_panic.game.best_results import best_results, nearest_results

    return best_results(scores) if len(scores) <= THEMES_IN_A_SET else nearest_results(scores)


def _of_the_empty_board(results: Path, themes: Sequence[Theme], towns: int) -> Answers:
    """The best of all towns, which are looked up."""
    from pipeline.nine_tiles_panic.commands.patterns import towns_of
    from pipeline.nine_tiles_panic.readers.scores import read_theme_synonyms

    path = results / "theme_synonyms.npz"
    if not path.is_file():
        raise PipelineError(
            f"on an empty board all towns are possible, and to look them up {path} is needed, which does not exist: "
            "place a tile, ask `tablebases nine-tiles best`, or run `snakemake`"
        )
    synonyms = read_theme_synonyms(path, [theme.no for theme in themes])
    best = []
    for places in _best(synonyms.scores):
        patterns = towns_of(results, (places + 1).tolist(), towns)
        best.append(Answer(synonyms.scores[:, places[0]].tolist(), int(synonyms.n_towns[places].sum()), patterns))
    return Answers(int(synonyms.n_towns.sum()), best)


def _searched(known: Sequence[PartialTile], game: Game, tiles: Path, themes: Sequence[Theme], towns: int) -> Answers:
    """The best completions, by search."""
    from pipeline.nine_tiles_panic.game.completion import CompletionSearch
    from pipeline.nine_tiles_panic.game.road_objects import RULE_SETS

    used = [tile for tile in load_all_tiles(tiles) if game.tiles is None or tile.number in game.tiles]
    numbers = [tile.number for tile in used]
    for tile in known:
        if tile.tile not in (None, *numbers):
            raise InputError(f"there is no tile {tile.tile}; the tiles are {', '.join(map(str, numbers))}")
    search = CompletionSearch(known, game.board, used, RULE_SETS[game.rule_set])
    reached = search.reached(themes)
    if not len(reached.classes):
        raise PipelineError("no town can be completed from this: no choice of the other tiles makes all roads meet")
    best = _best(reached.scores)
    patterns = search.patterns([reached.classes[places].tolist() for places in best], towns)
    answers = [
        Answer(reached.scores[:, places[0]].tolist(), int(reached.n_towns[places].sum()), found)
        for places, found in zip(best, patterns, strict=True)
    ]
    return Answers(int(reached.n_towns.sum()), answers)


def complete(
    pattern: Annotated[
        str,
        typer.Argument(help="Signs of the tiles, a bar, signs of their directions; a dot for what is open."),
    ],
    cards: Annotated[list[str] | None, typer.Argument(help="Up to three cards, by number or by name.")] = None,
    results: ResultsOption = RESULTS,
    tiles: TilesOption = TILES,
    themes: ThemesOption = THEMES,
    towns: Annotated[int, typer.Option(min=1, max=MOST, help="Towns to list for each answer.")] = 1,
    output: PicturesOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """Find the best ways to finish a town of which some tiles are placed.

    A position that is free and a direction that is open are a dot, an underscore, a question mark or
    a blank; `f` and `b` are a front and a back turned any way. What is missing at the end is open.

    Best is what wins the round robin that `best` plays, among the results that can still be reached:
    of every two, the one that is better in more of the cards wins. With one card it is the best
    score; without cards it is the smallest sum of squared ranks in all themes. Towns score as the
    results list them, which for few of them differs from how they lie. Four placed tiles take about
    a second, one alone up to a minute; all towns, of an empty board, are looked up in the results.

    Examples:
    tablebases nine-tiles complete "0365.....|0044....." 2 5 18

    tablebases nine-tiles complete "0365|0?bf" abduction "longest road" --towns 5

    tablebases nine-tiles complete ". . . . 5 . 7 1 4 | . . . . 2 . 5 4 4" 21 -o town.svg
    """
    form = output_format(as_json, as_csv)
    from pipeline.nine_tiles_panic.readers.answers import read_game
    from pipeline.nine_tiles_panic.tables import ANSWERS

    game = read_game(results / ANSWERS.file)
    all_themes = load_themes(themes)
    chosen = find_cards(cards or [], all_themes)
    known = parse_partial_town(pattern, game.board.positions)
    scored = chosen or all_themes
    if set(known) == {EVERYTHING_OPEN}:
        found = _of_the_empty_board(results, scored, towns)
    else:
        found = _searched(known, game, tiles, scored, towns)
    named = ", ".join(f"{theme.no} {theme.name_en}" for theme in chosen) or "all themes together"
    columns = [theme.column for theme in chosen]
    rows = [
        dict(zip([*columns, *COLUMNS], [*answer.scores[: len(columns)], answer.n_towns, answer.patterns], strict=True))
        for answer in found.best
    ]
    show(rows, [*columns, *COLUMNS], form, f"The best of {found.n_towns:,} ways to complete the town, for {named}")
    from pipeline.nine_tiles_panic.drawing.text_drawing import town_text
    from pipeline.nine_tiles_panic.drawing.town_drawing import draw_town
    from pipeline.nine_tiles_panic.game.laid_town import lay_town

    town = lay_town(found.best[0].patterns[0], load_all_tiles(tiles), game.board)
    write_pictures(draw_town(town), output)
    if form is OutputFormat.TABLE:
        print(town_text(town))
