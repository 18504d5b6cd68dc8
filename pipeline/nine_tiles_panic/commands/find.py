"""`tablebases nine-tiles find`: theme synonyms with given scores."""

from __future__ import annotations

from typing import Annotated

import typer
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from pipeline.cli.options import LimitOption, ResultsOption
from pipeline.cli.output import CsvOption, JsonOption, output_format, show
from pipeline.core.database import open_database
from pipeline.nine_tiles_panic.commands.conditions import NotAConditionError, parse_column, parse_condition
from pipeline.nine_tiles_panic.commands.options import RESULTS
from pipeline.nine_tiles_panic.readers.answers import themes_in
from pipeline.nine_tiles_panic.tables import THEME_SYNONYMS, theme_synonyms_table


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
    with open_database(results / "theme_synonyms.db", THEME_SYNONYMS) as database:
        columns = dict(theme_synonyms_table(themes_in(database)).columns.items())
        try:
            where, named = parse_condition(condition, columns)
            by = parse_column(order, columns)
            shown = [columns[name] for name in dict.fromkeys(["id", "n_towns", by, *named])]
            first = columns[by] if ascending else columns[by].desc()
            query = select(*shown).where(where).order_by(first, columns["id"]).limit(limit)
            rows = [dict(row) for row in database.execute(query).mappings()]
        except OperationalError as error:
            raise NotAConditionError(condition, str(error.orig)) from error
        except RecursionError as error:
            raise NotAConditionError(condition, "it is nested too deeply") from error
    show(rows, [column.name for column in shown], form, f"Theme synonyms with {condition}")
