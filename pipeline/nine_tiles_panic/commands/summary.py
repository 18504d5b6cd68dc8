"""`tablebases nine-tiles summary`: what the pipeline has found."""

from __future__ import annotations

from pipeline.cli.options import AnswersOption
from pipeline.cli.output import CsvOption, JsonOption, OutputFormat, output_format, show
from pipeline.core.opened import open_rows
from pipeline.nine_tiles_panic.commands.options import best_towns_file
from pipeline.nine_tiles_panic.kind import KIND

COLUMNS = ("found", "figure", "file")


def summary(results: AnswersOption = None, as_json: JsonOption = False, as_csv: CsvOption = False) -> None:
    """Show what the pipeline has found, and where it is.

    Example: tablebases nine-tiles summary
    """
    output = output_format(as_json, as_csv)
    path = best_towns_file(results)
    with open_rows(path, KIND) as database:
        found = database.execute("SELECT meaning, value, file FROM figures ORDER BY rowid").fetchall()
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in found]
    if output is OutputFormat.TABLE:
        rows = [{**row, "figure": f"{row['figure']:,}"} for row in rows]
    show(rows, COLUMNS, output, title=f"Nine Tiles Panic: {path.parent}")
