"""`tablebases nine-tiles find`: theme synonyms with given scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.cli.options import LimitOption, ResultsOption
from pipeline.cli.output import CsvOption, JsonOption, OutputFormat, output_format, show
from pipeline.nine_tiles_panic.commands.options import RESULTS

if TYPE_CHECKING:  # loaded when something is asked, so that help and errors come at once
    from sqlalchemy import Connection, Select

    from pipeline.nine_tiles_panic.commands.conditions import Columns, Expression

ROWS_AT_ONCE = 1000
"""A table has no more, as CSV or JSON there may be any number."""


def _rows(database: Connection, query: Select[tuple[int, ...]], limit: int) -> Iterator[Mapping[str, object]]:
    """The first rows of a query, which is in an order without ties.

    SQLite has a few of the largest in a second, all in their order in many, so the first come before the others.
    """
    few = database.execute(query.limit(min(limit, ROWS_AT_ONCE))).mappings()
    yield from (dict(row) for row in few)
    if limit > ROWS_AT_ONCE:
        all_in_order = database.execute(query).mappings()
        yield from (dict(row) for row in islice(all_in_order, ROWS_AT_ONCE, limit))


def _title(database: Connection, condition: str, where: Expression, columns: Columns, limit: int) -> str:
    """How many theme synonyms there are with a condition, of how many."""
    from sqlalchemy import func, select

    counts = select(func.count(), func.coalesce(func.sum(columns["n_towns"]), 0)).where(where)
    found, n_towns = database.execute(counts).one()
    of_all = database.execute(select(func.max(columns["id"]))).scalar_one()
    title = f"{found:,} of {of_all:,} theme synonyms have {condition}, {n_towns:,} towns"
    return title if found <= limit else f"{title}; the first {limit:,}"


def find(
    condition: Annotated[str, typer.Argument(help='Such as "t01>=3 and t11=3", or "capture>=3 and no roads=3".')],
    results: ResultsOption = RESULTS,
    order: Annotated[
        str, typer.Option(help="What to order by, the largest first: a column, or a sum such as t05+t11 or -t03.")
    ] = "n_towns",
    ascending: Annotated[bool, typer.Option("--ascending", help="The smallest first.")] = False,
    limit: LimitOption = 20,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """Find theme synonyms by their scores t01 .. t26, their id, or their number of towns.

    A condition compares with = != < <= > >=, joined by and, or, not, between, and parentheses. Cards
    may be named instead of their columns. A table has at most 1,000 rows, --csv and --json any number.

    Examples:
    tablebases nine-tiles find "t01>=3 and t11=3" --order t05

    tablebases nine-tiles find "longest road >= 8 and capture >= 2" --order "t05 + t01 - t03"

    tablebases nine-tiles find "n_towns = 1 and (t05 >= 10 or t06 >= 10)" --limit 5 --json
    """
    form = output_format(as_json, as_csv)
    is_table = form is OutputFormat.TABLE
    limit = min(limit, ROWS_AT_ONCE) if is_table else limit
    from sqlalchemy import select
    from sqlalchemy.exc import OperationalError

    from pipeline.core.database import open_database
    from pipeline.nine_tiles_panic.commands.conditions import NotAConditionError, parse_condition
    from pipeline.nine_tiles_panic.readers.answers import themes_in
    from pipeline.nine_tiles_panic.tables import THEME_SYNONYMS, theme_synonyms_table

    with open_database(results / "theme_synonyms.db", THEME_SYNONYMS) as database:
        themes = themes_in(database)
        columns = dict(theme_synonyms_table(themes).columns.items())
        try:
            where, named = parse_condition(condition, columns, themes)
            by, ordered = parse_condition(order, columns, themes)
            names = list(dict.fromkeys(["id", "n_towns", *ordered, *named]))
            first = by if ascending else by.desc()
            query = select(*(columns[name] for name in names)).where(where).order_by(first, columns["id"])
            title = _title(database, condition, where, columns, limit) if is_table else None
            cards = {theme.column: theme.title for theme in themes} if is_table else {}
            heads = {name: cards.get(name, name) for name in names}
            rows = _rows(database, query, limit)
            show(({heads[name]: row[name] for name in names} for row in rows), list(heads.values()), form, title)
        except OperationalError as error:
            raise NotAConditionError(condition, str(error.orig)) from error
        except RecursionError as error:
            raise NotAConditionError(condition, "it is nested too deeply") from error
