"""`tablebases godomachi summary`: what the pipeline has found."""

from __future__ import annotations

from math import isqrt

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
RECORDS = """
SELECT n, sum(pairs) AS pairs, sum(pairs * winner) AS "first wins", sum(pairs * (1 - winner)) AS "second wins",
    max(plies) AS longest
FROM records JOIN rule ON rule = max_cut WHERE n NOT IN (SELECT n FROM histogram) GROUP BY n ORDER BY n
"""
COLUMNS = ("n", "polyominoes", "pairs", "first wins", "second wins", "longest", "puzzles")


def summary(results: ResultsOption = RESULTS, as_json: JsonOption = False, as_csv: CsvOption = False) -> None:
    """Show what the pipeline has found, size by size.

    pairs: of different polyominoes of n cells. longest: the most plies that a pair takes. puzzles:
    pairs with one kind of winning first move, up to 9 cells. Sizes above those of the run are records, which were
    counted once and are in a data file.

    Example: tablebases godomachi summary
    """
    output = output_format(as_json, as_csv)
    path = results / FILE
    with open_rows(path, KIND) as database:
        rows = [dict(row) for row in database.execute(SUMMARY, (MAX_CELLS_WITH_ROWS,))]
        for row in map(dict, database.execute(RECORDS)):
            # Of f polyominoes there are f (f - 1) / 2 pairs.
            rows.append({**row, "polyominoes": (1 + isqrt(1 + 8 * row["pairs"])) // 2, "puzzles": None})
        (max_cut,) = database.execute("SELECT max_cut FROM rule").fetchone()
    show(rows, COLUMNS, output, title=f"Godomachi, pieces of {max_cut} size: {path}")
