"""`tablebases arrow summary`: what the pipeline has found."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from pipeline.arrow_puzzle.tables import SCHEMA_VERSION
from pipeline.artifact.database import open_database
from pipeline.output import CsvOption, JsonOption, output_format, show

RESULTS = Path("results/arrow_puzzle")

COLUMNS = ("level", "solutions", "boards", "mean taps", "most", "hardest", "bound")
SQL = """
SELECT level, n_solutions,
    CASE method WHEN 'exact' THEN 'all' WHEN 'sampled' THEN printf('%,d sampled', n_boards) END,
    CASE method WHEN 'exact' THEN printf('%.4f', mean)
        WHEN 'sampled' THEN printf('%.3f ± %.3f', mean, mean_high - mean) END,
    most,
    (SELECT max(min_taps) FROM hardest_boards WHERE hardest_boards.level = levels.level),
    proven_bound
FROM levels LEFT JOIN tap_statistics USING (level) ORDER BY levels.rowid
"""


def summary(
    results: Annotated[
        Path, typer.Option("--results", help="The folder with the finished artifacts.")
    ] = RESULTS,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """Show what the pipeline has found, level by level.

    solutions: of a board that can be solved. boards: all of these boards, or so many of them.
    mean taps, most: the fewest taps that they need. hardest: the fewest taps of the
    hardest boards that the search has found. bound: no board needs more, proven.

    Example: tablebases arrow summary
    """
    output = output_format(as_json, as_csv)
    path = results / "arrow_puzzle.db"
    with closing(open_database(path, "arrow_database", SCHEMA_VERSION)) as connection:
        rows = [
            dict(zip(COLUMNS, (level, int(n_solutions), *others), strict=True))
            for level, n_solutions, *others in connection.execute(SQL)
        ]
    show(rows, COLUMNS, output, title=f"Arrow puzzle: {path}")
