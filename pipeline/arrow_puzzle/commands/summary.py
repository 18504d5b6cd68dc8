"""`tablebases arrow summary`: what the pipeline has found."""

from __future__ import annotations

import sqlite3

from pipeline.arrow_puzzle.kind import EXACT, FILE, KIND, SAMPLED
from pipeline.cli.options import AnswersOption
from pipeline.cli.output import CsvOption, JsonOption, output_format, show
from pipeline.core.opened import open_rows
from pipeline.core.packaged import answers_file

COLUMNS = ("level", "solutions", "boards", "mean taps", "most", "hardest", "bound")
SUMMARY = """
SELECT level, n_solutions, method, n_boards, mean, mean_high, most, proven_bound,
    (SELECT max(min_taps) FROM hardest_boards WHERE hardest_boards.level = levels.level) AS hardest
FROM levels LEFT JOIN tap_statistics USING (level) ORDER BY levels.rowid
"""


def _values(level: sqlite3.Row) -> tuple[object, ...]:
    """What the columns say of a level."""
    boards = mean = None
    if level["method"] == EXACT:
        boards, mean = "all", f"{level['mean']:.4f}"
    elif level["method"] == SAMPLED:
        error = level["mean_high"] - level["mean"]
        boards, mean = f"{level['n_boards']:,} sampled", f"{level['mean']:.3f} ± {error:.3f}"
    solutions = int(level["n_solutions"])
    return level["level"], solutions, boards, mean, level["most"], level["hardest"], level["proven_bound"]


def summary(results: AnswersOption = None, as_json: JsonOption = False, as_csv: CsvOption = False) -> None:
    """Show what the pipeline has found, level by level.

    solutions: of a board that can be solved. boards: all of these boards, or a sample of them.
    mean taps, most: the fewest taps that they need. hardest: the fewest taps of the
    hardest boards that the search has found. bound: no board needs more, proven.

    Example: tablebases arrow summary
    """
    output = output_format(as_json, as_csv)
    path = answers_file(results, "arrow_puzzle", FILE)
    with open_rows(path, KIND) as database:
        rows = [dict(zip(COLUMNS, _values(level), strict=True)) for level in database.execute(SUMMARY)]
    show(rows, COLUMNS, output, title=f"Arrow puzzle: {path}")
