"""`tablebases godomachi summary`: what the pipeline has found."""

from __future__ import annotations

from pipeline.godomachi.commands.asking import RESULTS, ResultsOption
from pipeline.godomachi.commands.results import database_file, godomachi_database
from pipeline.godomachi.tables import MOST_CELLS_OF_ROWS
from pipeline.output import CsvOption, JsonOption, output_format, show

COLUMNS = ("n", "polyominoes", "pairs", "first wins", "second wins", "longest", "puzzles")
SQL = """
SELECT n, (SELECT count(*) FROM polyominoes WHERE polyominoes.n = histogram.n), sum(count),
    sum(count * (plies % 2)), sum(count * (1 - plies % 2)),
    max(plies),
    CASE WHEN n <= ? THEN (SELECT count(*) FROM puzzles WHERE puzzles.n = histogram.n) END
FROM histogram GROUP BY n ORDER BY n
"""


def summary(
    results: ResultsOption = RESULTS, as_json: JsonOption = False, as_csv: CsvOption = False
) -> None:
    """Show what the pipeline has found, size by size.

    pairs: of different polyominoes of n cells. longest: the most plies that a pair takes. puzzles:
    pairs with one kind of winning first move, up to 9 cells.

    Example: tablebases godomachi summary
    """
    output = output_format(as_json, as_csv)
    with godomachi_database(results) as database:
        found = database.rows(SQL, MOST_CELLS_OF_ROWS)
        max_cut = database.max_cut
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in found]
    title = f"Godomachi, pieces of {max_cut} size: {database_file(results)}"
    show(rows, COLUMNS, output, title=title)
