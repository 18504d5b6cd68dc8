"""`tablebases godomachi summary`: what the pipeline has found."""

from __future__ import annotations

from pipeline.cli.options import ResultsOption
from pipeline.cli.output import CsvOption, JsonOption, output_format, show
from pipeline.godomachi.commands.arguments import RESULTS

COLUMNS = ("n", "polyominoes", "pairs", "first wins", "second wins", "longest", "puzzles")


def summary(results: ResultsOption = RESULTS, as_json: JsonOption = False, as_csv: CsvOption = False) -> None:
    """Show what the pipeline has found, size by size.

    pairs: of different polyominoes of n cells. longest: the most plies that a pair takes. puzzles:
    pairs with one kind of winning first move, up to 9 cells.

    Example: tablebases godomachi summary
    """
    output = output_format(as_json, as_csv)
    from pipeline.godomachi.commands.results import database_file, godomachi_database

    with godomachi_database(results) as database:
        rows, max_cut = database.summary(), database.max_cut
    show(rows, COLUMNS, output, title=f"Godomachi, pieces of {max_cut} size: {database_file(results)}")
