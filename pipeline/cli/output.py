"""Printing the rows that a command answers with: a table, JSON or CSV.

A command takes both flags and shows its rows so:

    def best(as_json: JsonOption = False, as_csv: CsvOption = False) -> None:
        output = output_format(as_json, as_csv)
        show(rows, ("no", "theme"), output)
"""

from __future__ import annotations

import csv
import json
import re
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Annotated

import typer

from pipeline.cli.tables import table_lines
from pipeline.core.errors import InputError

NO_TERMINAL = sys.maxsize
"""The width of what is no terminal: nothing wraps."""
WHOLE_NUMBER = re.compile(r"[0-9]{1,3}(,[0-9]{3})+|[0-9]{1,3}")

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
CsvOption = Annotated[bool, typer.Option("--csv", help="Print CSV with a header.")]
Rows = Iterable[Mapping[str, object]]


class OutputFormat(Enum):
    """How a command prints its rows."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


def output_format(as_json: bool, as_csv: bool) -> OutputFormat:
    """The format that the two flags ask for.

    Raises:
        InputError: both are given.
    """
    if as_json and as_csv:
        raise InputError("--json and --csv cannot be used together: choose one of them")
    if as_json:
        return OutputFormat.JSON
    return OutputFormat.CSV if as_csv else OutputFormat.TABLE


def print_json(data: object) -> None:
    """Print data to standard output as JSON."""
    print(json.dumps(data, ensure_ascii=False, indent=2))


def show(
    rows: Rows, columns: Sequence[str], output: OutputFormat = OutputFormat.TABLE, title: str | None = None
) -> None:
    """Print rows to standard output.

    Args:
        rows: column name -> value; other keys than `columns` are left out, a missing one is empty.
        columns: what to print, in this order.
        output: in JSON values keep their types, else lists become words and None is empty.
        title: stands above a table, and nowhere else.
    """
    chosen = ({column: row.get(column) for column in columns} for row in rows)
    if output is OutputFormat.JSON:
        _print_json_rows(chosen)
    elif output is OutputFormat.CSV:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([_as_text(value) for value in row.values()] for row in chosen)
    else:
        _print_table(list(chosen), columns, title)


def show_one(row: Mapping[str, object], output: OutputFormat) -> None:
    """Print a single answer: an object in JSON, else a row with all of its columns."""
    if output is OutputFormat.JSON:
        print_json(row)
    else:
        show([row], list(row), output)


def terminal_width() -> int:
    """How many columns there are on standard output; without a terminal there is no limit."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else NO_TERMINAL


def _as_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return str(value)


def _is_number(value: object) -> bool:
    """Whether a value stands to the right in a table; a text does if it is a number such as 526,070,976."""
    if isinstance(value, str):
        return WHOLE_NUMBER.fullmatch(value) is not None
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def _print_json_rows(rows: Rows) -> None:
    """Print a list as `print_json` does, each row as soon as it is there."""
    before = "["
    for row in rows:
        text = json.dumps(row, ensure_ascii=False, indent=2).replace("\n", "\n  ")
        print(before, f"  {text}", sep="\n", end="")
        before = ","
    print("[]" if before == "[" else "\n]")


def _rule() -> str:
    """The sign of lines, as far as the terminal can show it."""
    try:
        "─".encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return "-"
    return "─"


def _print_table(rows: Sequence[Mapping[str, object]], columns: Sequence[str], title: str | None) -> None:
    are_numbers = [bool(rows) and all(_is_number(row[column]) for row in rows) for column in columns]
    cells = [[_as_text(value) for value in row.values()] for row in rows]
    if title:
        print(title)
    print("", *table_lines(columns, cells, are_numbers, terminal_width(), _rule()), "", sep="\n")
