"""The command `score`: what a town scores in every theme, and why."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from pipeline.cli.output import CsvOption, JsonOption, output_format, show
from pipeline.nine_tiles_panic.commands.options import (
    THEMES,
    TILES,
    ColumnsOption,
    RowsOption,
    RuleSetOption,
    ThemesOption,
    TilesOption,
)
from pipeline.nine_tiles_panic.commands.town_argument import PATTERN_HELP, typed_town
from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game.explanations import explanations_by_theme
from pipeline.nine_tiles_panic.game_files import load_themes

COLUMNS = ("no", "theme", "score", "why")


def score(
    pattern: Annotated[str, typer.Argument(help=PATTERN_HELP)],
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    lang: Annotated[Literal["en", "ja"], typer.Option(help="Language of the theme names.")] = "en",
    tiles: TilesOption = TILES,
    themes: ThemesOption = THEMES,
    rows: RowsOption = 3,
    columns: ColumnsOption = 3,
    rule_set: RuleSetOption = "published",
) -> None:
    """Score a town in every theme and say what counts, and where.

    Positions are numbered from 0, row by row; `3 (2)` means two of them at position 3. A road is
    named by the positions it leads through, such as 0-1-4. A pattern that is not a complete town is
    answered with the borders and the roads that are at fault.

    Example: tablebases nine-tiles score 206745813361230035

    Example: tablebases nine-tiles score "206 745 813 | 361 230 035"

    Example: tablebases nine-tiles score 206745813361230035 --lang ja --json
    """
    output = output_format(as_json, as_csv)
    town = typed_town(pattern, tiles, Board(rows, columns))
    scores = [
        {
            "no": theme.no,
            "theme": theme.name_ja if lang == "ja" else theme.name_en,
            "score": explanation.score,
            "why": explanation.text,
        }
        for theme, explanation in explanations_by_theme(town, load_themes(themes), rule_set)
    ]
    show(scores, COLUMNS, output, title=f"Town {town.pattern}")
