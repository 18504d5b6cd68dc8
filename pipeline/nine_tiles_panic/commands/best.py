"""`tablebases nine-tiles best`: the best answers for three cards."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pipeline.nine_tiles_panic.answers import Answer, best_answers, towns_of
from pipeline.nine_tiles_panic.commands.choosing_themes import find_theme_set
from pipeline.nine_tiles_panic.commands.draw import write_drawing
from pipeline.nine_tiles_panic.commands.results import (
    RESULTS,
    TILES,
    CardsArgument,
    ResultsOption,
    board_and_tiles,
    themes_of,
)
from pipeline.nine_tiles_panic.drawing.text_drawing import town_text
from pipeline.nine_tiles_panic.game.laid_town import lay_town
from pipeline.nine_tiles_panic.game.themes import Theme
from pipeline.nine_tiles_panic.game_files import TilesOption
from pipeline.output import (
    CsvOption,
    JsonOption,
    OutputFormat,
    output_format,
    show,
)

COLUMNS = ("scores", "best", "ranks", "wins", "losses", "ids", "towns", "pattern")


def _row(answer: Answer, patterns: list[str]) -> dict[str, Any]:
    return {
        "scores": answer.scores,
        "best": answer.best,
        "ranks": answer.ranks,
        "wins": answer.wins,
        "losses": answer.losses,
        "ids": len(answer.theme_synonyms),
        "towns": answer.n_towns,
        "pattern": patterns,
    }


def _title(themes: list[Theme]) -> str:
    return "Best answers for " + ", ".join(f"{theme.no} {theme.name_en}" for theme in themes)


def best(
    cards: CardsArgument,
    results: ResultsOption = RESULTS,
    tiles: TilesOption = TILES,
    towns: Annotated[int, typer.Option(min=1, help="Towns to list for each answer.")] = 1,
    output: Annotated[
        list[Path] | None, typer.Option("--output", "-o", help="Draw the first town: .svg or .png.")
    ] = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """Show the best answers for three cards: their scores and ranks, how they won, and towns.

    All answers listed are equally good. A rank of 1 is the best score that any town has in this
    theme; wins and losses are those against all other triples of scores that towns have.

    Examples:
    tablebases nine-tiles best 2 5 18

    tablebases nine-tiles best surrounded "longest road" abduction -o best.png

    tablebases nine-tiles best 宇宙人をつかまえた数が多い 道が長い 犬の数が多い --json
    """
    form = output_format(as_json, as_csv)
    themes = find_theme_set(cards, themes_of(results))
    rows = []
    for answer in best_answers(results, themes):
        patterns = [pattern for _, pattern in towns_of(results, answer.theme_synonyms, towns)]
        rows.append(_row(answer, patterns))
    show(rows, COLUMNS, form, _title(themes))
    board, chosen = board_and_tiles(results, tiles)
    town = lay_town(rows[0]["pattern"][0], chosen, board)
    for file in output or []:
        write_drawing(town, file)
    if form is OutputFormat.TABLE:
        print(town_text(town))
