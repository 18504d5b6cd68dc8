"""`tablebases nine-tiles summary`: what the pipeline has found."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from sqlalchemy import literal_column, select

from pipeline.cli.options import AnswersOption
from pipeline.core.database import open_database
from pipeline.nine_tiles_panic.commands.options import best_towns_file
from pipeline.nine_tiles_panic.tables import BEST_TOWNS, FIGURES


def summary(results: AnswersOption = None) -> None:
    """Show what the pipeline has found, and where it is.

    Example: tablebases nine-tiles summary
    """
    path = best_towns_file(results)
    table = Table(title="Nine Tiles Panic", caption=f"in {path.parent}")
    table.add_column("found")
    table.add_column("figure", justify="right")
    table.add_column("file", no_wrap=True)
    with open_database(path, BEST_TOWNS) as database:
        for meaning, value, file in database.execute(select(FIGURES).order_by(literal_column("rowid"))):
            table.add_row(meaning, f"{value:,}", file)
    Console().print(table)
