"""`tablebases nine-tiles towns`: the towns of a theme synonym, all towns, or those with some tiles in their places."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.options import MOST, LimitOption, ResultsOption
from pipeline.cli.output import CsvOption, JsonOption, OutputFormat, output_format, show
from pipeline.core.errors import InputError, PipelineError
from pipeline.nine_tiles_panic.commands.options import RESULTS

COLUMNS = ("theme_synonym_id", "pattern")


def towns(
    theme_synonym: Annotated[int | None, typer.Argument(min=1, max=MOST, help="The id of the theme synonym.")] = None,
    with_: Annotated[
        list[str] | None,
        typer.Option("--with", help="A tile in its place, such as 'tile 4 back at centre'; may be given again."),
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Print all towns as CSV, half a billion lines.")] = False,
    results: ResultsOption = RESULTS,
    limit: LimitOption = 20,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """List the towns of a theme synonym, all of which have the same 26 scores; or all towns, or those with given tiles.

    Places for --with are top left, top, top right, left, centre, right, bottom left, bottom and bottom right, or those
    of any board as `row 1 column 2`; behind the tile may stand front, back, or a direction (0-7).

    Examples:
    tablebases nine-tiles towns 2004525

    tablebases nine-tiles towns 1547940 --limit 1000 --csv

    tablebases nine-tiles towns --with "tile 4 back at centre" --with "tile 0 at top left"

    tablebases nine-tiles towns --all > towns.csv
    """
    form = output_format(as_json, as_csv)
    if (theme_synonym is not None) + bool(with_) + all_ != 1:
        raise InputError("name a theme synonym, or what the towns are made of (--with), or --all: one of them")
    if all_:
        _print_all(results)
    elif with_:
        _show_towns_with(with_, results, limit, form)
    elif theme_synonym is not None:
        _show_towns_of(theme_synonym, results, limit, form)


def _show_towns_of(theme_synonym: int, results: Path, limit: int, form: OutputFormat) -> None:
    from pipeline.nine_tiles_panic.commands.patterns import towns_of

    patterns = towns_of(results, [theme_synonym], limit)
    if not patterns:
        raise PipelineError(
            f"there is no theme synonym {theme_synonym} in {results}; "
            '`tablebases nine-tiles find "id > 0" --order id` shows the last one'
        )
    rows = [{"theme_synonym_id": theme_synonym, "pattern": pattern} for pattern in patterns]
    show(rows, COLUMNS, form, f"Towns of theme synonym {theme_synonym}")


def _show_towns_with(wishes: list[str], results: Path, limit: int, form: OutputFormat) -> None:
    from pipeline.nine_tiles_panic.commands.wanted import parse_wanted
    from pipeline.nine_tiles_panic.readers.answers import read_board
    from pipeline.nine_tiles_panic.readers.town_boxes import towns_with
    from pipeline.nine_tiles_panic.tables import ANSWERS, SUCCESS_PATTERN

    board = read_board(results / ANSWERS.file)
    wanted = [parse_wanted(wish, board) for wish in wishes]
    found = towns_with(results / SUCCESS_PATTERN.file, wanted, limit)
    rows = [{"theme_synonym_id": id_, "pattern": pattern} for id_, pattern in found.first]
    title = f"{found.n_towns:,} towns of {found.n_theme_synonyms:,} theme synonyms, the first {len(rows):,} of them"
    show(rows, COLUMNS, form, title)


def _print_all(results: Path) -> None:
    from pipeline.nine_tiles_panic.readers.town_boxes import all_towns, csv_lines
    from pipeline.nine_tiles_panic.tables import SUCCESS_PATTERN

    out = sys.stdout.buffer
    out.write(f"{','.join(COLUMNS)}\n".encode())
    for ids, digits in all_towns(results / SUCCESS_PATTERN.file):
        out.write(csv_lines(ids, digits))
