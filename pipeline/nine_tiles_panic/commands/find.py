"""`tablebases nine-tiles find`: theme synonyms with given scores."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Annotated

import typer

from pipeline.artifact.database import open_database
from pipeline.errors import PipelineError
from pipeline.nine_tiles_panic.commands.conditions import parse_column, parse_condition
from pipeline.nine_tiles_panic.commands.results import (
    RESULTS,
    LimitOption,
    ResultsOption,
    themes_of,
)
from pipeline.nine_tiles_panic.theme_synonyms import SCHEMA_VERSION
from pipeline.output import CsvOption, JsonOption, output_format, show


def find(
    condition: Annotated[str, typer.Argument(help='Such as "t01>=3 and t11=3".')],
    results: ResultsOption = RESULTS,
    order: Annotated[str, typer.Option(help="Column to order by, the largest first.")] = "n_towns",
    ascending: Annotated[bool, typer.Option("--ascending", help="The smallest first.")] = False,
    limit: LimitOption = 20,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """Find theme synonyms by their scores t01 .. t26, their id, or their number of towns.

    A condition compares with = != < <= > >=, joined by and, or, not, between, and parentheses.

    Examples:
    tablebases nine-tiles find "t01>=3 and t11=3" --order t05

    tablebases nine-tiles find "n_towns = 1 and (t05 >= 10 or t06 >= 10)" --limit 5 --json
    """
    form = output_format(as_json, as_csv)
    theme_columns = [theme.column for theme in themes_of(results)]
    where, named = parse_condition(condition, theme_columns)
    by = parse_column(order, theme_columns)
    columns = list(dict.fromkeys(["id", "n_towns", by, *named]))
    sql = (
        f"SELECT {', '.join(columns)} FROM theme_synonyms WHERE {where} "  # noqa: S608 - checked
        f"ORDER BY {by} {'ASC' if ascending else 'DESC'}, id LIMIT ?"
    )
    path = results / "theme_synonyms.db"
    with closing(open_database(path, "theme_synonyms", SCHEMA_VERSION)) as database:
        try:
            rows = database.execute(sql, (limit,)).fetchall()
        except sqlite3.OperationalError as error:
            raise PipelineError(
                f"'{condition}' is not a condition such as t01>=3 and t11=3 ({error})"
            ) from error
    found = [dict(zip(columns, row, strict=True)) for row in rows]
    show(found, columns, form, f"Theme synonyms with {condition}")
