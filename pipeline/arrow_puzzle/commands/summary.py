"""`tablebases arrow summary`: what the pipeline has found."""

from __future__ import annotations

from sqlalchemy import Row, func, literal_column, select

from pipeline.arrow_puzzle.tables import DATABASE, EXACT, HARDEST_BOARDS, LEVELS, SAMPLED, TAP_STATISTICS
from pipeline.cli.options import AnswersOption
from pipeline.cli.output import CsvOption, JsonOption, output_format, show
from pipeline.core.database import open_database
from pipeline.core.packaged import answers_file

COLUMNS = ("level", "solutions", "boards", "mean taps", "most", "hardest", "bound")
HARDEST = select(func.max(HARDEST_BOARDS.c.min_taps)).where(HARDEST_BOARDS.c.level == LEVELS.c.level)
SUMMARY = (
    select(
        LEVELS.c.level,
        LEVELS.c.n_solutions,
        *TAP_STATISTICS.c["method", "n_boards", "mean", "mean_high", "most", "proven_bound"],
        HARDEST.scalar_subquery().label("hardest"),
    )
    .join_from(LEVELS, TAP_STATISTICS, LEVELS.c.level == TAP_STATISTICS.c.level, isouter=True)
    .order_by(literal_column("levels.rowid"))
)


def _values(level: Row[tuple[object, ...]]) -> tuple[object, ...]:
    """What the columns say of a level."""
    boards = mean = None
    if level.method == EXACT:
        boards, mean = "all", f"{level.mean:.4f}"
    elif level.method == SAMPLED:
        boards, mean = f"{level.n_boards:,} sampled", f"{level.mean:.3f} ± {level.mean_high - level.mean:.3f}"
    return level.level, int(level.n_solutions), boards, mean, level.most, level.hardest, level.proven_bound


def summary(results: AnswersOption = None, as_json: JsonOption = False, as_csv: CsvOption = False) -> None:
    """Show what the pipeline has found, level by level.

    solutions: of a board that can be solved. boards: all of these boards, or a sample of them.
    mean taps, most: the fewest taps that they need. hardest: the fewest taps of the
    hardest boards that the search has found. bound: no board needs more, proven.

    Example: tablebases arrow summary
    """
    output = output_format(as_json, as_csv)
    path = answers_file(results, "arrow_puzzle", DATABASE.file)
    with open_database(path, DATABASE) as database:
        rows = [dict(zip(COLUMNS, _values(level), strict=True)) for level in database.execute(SUMMARY)]
    show(rows, COLUMNS, output, title=f"Arrow puzzle: {path}")
