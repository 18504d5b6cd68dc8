"""`tablebases godomachi summary`: what the pipeline has found."""

from __future__ import annotations

from pipeline.cli.options import ResultsOption
from pipeline.cli.output import CsvOption, JsonOption, output_format, show
from pipeline.core.opened import open_rows
from pipeline.godomachi.commands.arguments import RESULTS
from pipeline.godomachi.kind import FILE, KIND, MAX_CELLS_WITH_ROWS

SUMMARY = """
SELECT n,
    (SELECT count(*) FROM polyominoes WHERE polyominoes.n = histogram.n) AS polyominoes,
    sum(count) AS pairs,
    sum(count * (plies % 2)) AS "first wins",
    sum(count * (1 - plies % 2)) AS "second wins",
    max(plies) AS longest,
    CASE WHEN n <= ? THEN (SELECT count(*) FROM puzzles WHERE puzzles.n = histogram.n) END AS puzzles
FROM histogram GROUP BY n ORDER BY n
"""
COLUMNS = ("n", "polyominoes", "pairs", "first wins", "second wins", "longest", "puzzles")


def summary(results: ResultsOption = RESULTS, as_json: JsonOption = False, as_csv: CsvOption = False) -> None:
    """Show what the pipeline has found, size by size.

    pairs: of different polyominoes of n cells. longest: the most plies that a pair takes. puzzles:
    pairs with one kind of winning first move, up to 9 cells.

    Example: tablebases godomachi summary
    """
    output = output_format(as_json, as_csv)
    path = results / FILE
    with open_rows(path, KIND) as database:
        rows = [dict(row) for row in database.execute(SUMMARY, (MAX_CELLS_WITH_ROWS,))]
        (max_cut,) = database.execute("SELECT max_cut FROM rule").fetchone()
    show(rows, COLUMNS, output, title=f"Godomachi, pieces of {max_cut} size: {path}")
