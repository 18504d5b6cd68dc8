"""`tablebases nine-tiles summary`: what the pipeline has found."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from sqlalchemy import literal_column, select

from pipeline.cli.options import ResultsOption
from pipeline.core.database import open_database
from pipeline.nine_tiles_panic.commands.options import RESULTS
from pipeline.nine_tiles_panic.tables import ANSWERS, FIGURES


def summary(results: ResultsOption = RESULTS) -> None:
    """Show what the pipeline has found, and where it is.

    Example: tablebases nine-tiles summary
    """
    table = Table(title="Nine Tiles Panic", caption=f"in {results}")
    table.add_column("found")
    table.add_column("figure", justify="right")
    table.add_column("file", no_wrap=True)
    with open_database(results / "answers.db", ANSWERS) as database:
        for meaning, value, file in database.execute(select(FIGURES).order_by(literal_column("rowid"))):
            table.add_row(meaning, f"{value:,}", file)
    Console().print(table)
