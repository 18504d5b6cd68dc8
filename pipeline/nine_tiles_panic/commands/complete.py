"""`tablebases nine-tiles complete`: the best ways to finish a town."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from pipeline.cli.options import MOST, AnswersOption, PicturesOption
from pipeline.cli.output import CsvOption, JsonOption, OutputFormat, output_format, show
from pipeline.cli.pictures import write_pictures
from pipeline.core.errors import InputError, PipelineError
from pipeline.nine_tiles_panic.commands.options import (
    RESULTS,
    THEMES,
    TILES,
    ThemesOption,
    TilesOption,
    best_towns_file,
    find_cards,
)
from pipeline.nine_tiles_panic.game.notation import ALL_DIRECTIONS, PartialTile, parse_partial_town
from pipeline.nine_tiles_panic.game.themes import THEMES_IN_A_SET, Theme, theme_set_id
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


def _of_the_empty_board(results: Path | None, cards: Sequence[Theme], towns: int) -> Answers:
    """The best of all towns for some cards, as `best` has them."""
    from pipeline.core.database import open_database
    from pipeline.nine_tiles_panic.commands.patterns import towns_of_answer
    from pipeline.nine_tiles_panic.readers.answers import themes_in
    from pipeline.nine_tiles_panic.readers.best_towns import answers_for, scores_in, towns_in
    from pipeline.nine_tiles_panic.tables import BEST_TOWNS

    with open_database(best_towns_file(results), BEST_TOWNS) as database:
        answers = answers_for(database, theme_set_id(theme.no for theme in cards))
        (n_towns, *_) = (sum(of_score.values()) for of_score in scores_in(database, cards).values())
        named = towns_in(database, themes_in(database), [answer.theme_synonym for answer in answers])
    best = []
    for answer in answers:
        first = named[answer.theme_synonym].pattern
        patterns = towns_of_answer(results or RESULTS, cards, answer, first, towns)
        best.append(Answer(list(answer.scores), answer.n_towns, patterns))
    return Answers(n_towns, best)


def _of_the_empty_board_in_everything(results: Path, themes: Sequence[Theme], towns: int) -> Answers:
    """The best of all towns in all themes together, which are looked up in the full results."""
    from pipeline.nine_tiles_panic.commands.patterns import towns_of
    from pipeline.nine_tiles_panic.readers.scores import read_theme_synonyms

    path = results / "theme_synonyms.npz"
    if not path.is_file():
        raise PipelineError(
            f"on an empty board all towns are possible; without cards {path} is needed to look them up, which does not "
            "exist: name a card, place a tile, or run `snakemake`"
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
    results: AnswersOption = None,
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
    a second, one alone up to a minute; of an empty board the answer is that of `best`, at once.

    Examples:
    tablebases nine-tiles complete "0365.....|0044....." 2 5 18

    tablebases nine-tiles complete "0365|0?bf" abduction "longest road" --towns 5

    tablebases nine-tiles complete ". . . . 5 . 7 1 4 | . . . . 2 . 5 4 4" 21 -o town.svg
    """
    form = output_format(as_json, as_csv)
    from pipeline.nine_tiles_panic.readers.answers import read_game
    from pipeline.nine_tiles_panic.tables import ANSWERS

    game = read_game((results or RESULTS) / ANSWERS.file)
    all_themes = load_themes(themes)
    chosen = find_cards(cards or [], all_themes)
    known = parse_partial_town(pattern, game.board.positions)
    if set(known) != {EVERYTHING_OPEN}:
        found = _searched(known, game, tiles, chosen or all_themes, towns)
    elif chosen:
        found = _of_the_empty_board(results, chosen, towns)
    else:
        found = _of_the_empty_board_in_everything(results or RESULTS, all_themes, towns)
    named = ", ".join(theme.title for theme in chosen) or "all themes together"
    columns = [theme.title if form is OutputFormat.TABLE else theme.column for theme in chosen]
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
