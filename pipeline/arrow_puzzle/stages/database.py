"""Stage database: everything about the arrow puzzle in one database, and how many taps boards need as a chart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from numpy.typing import NDArray
from sqlalchemy import literal_column, select

from pipeline.arrow_puzzle.levels import LevelOptions, algebras_of, rows_of_level
from pipeline.arrow_puzzle.tables import (
    DATABASE,
    HARDEST_BOARDS_PART,
    LEVEL_TABLES,
    OPTIMAL_SOLUTIONS,
    SOLUTIONS,
    TAP_COUNTS,
    TAP_COUNTS_PART,
    TAP_STATISTICS,
)
from pipeline.artifacts import ProvenanceNotes
from pipeline.charts import BLUE, ORANGE, write_chart
from pipeline.database import create_database, open_database
from pipeline.stage import run_stage
from tablebases.arrow.batches import BatchSolver
from tablebases.arrow.boards import BoardError, Layout, all_written, parse_boards, tile_names
from tablebases.arrow.linear import Algebra, written_diagonal
from tablebases.arrow.solutions import MAX_SOLUTIONS, TypingMistakes, best_solutions, tap_costs, written_fixes
from tablebases.arrow.tablebase import EXACT
from tablebases.errors import InputError
from tablebases.files import open_csv
from tablebases.messages import Progress, say

Row = dict[str, Any]

# The boards of a file, solved.

BOARDS_BATCH = 10_000
UNKNOWN = {"min_taps": None, "n_min_solutions": None, "min_tiles": None, "solution": None, "single_tile_fixes": ""}


class Optimal(StrEnum):
    """Which solutions with the fewest taps are kept: the lexicographically smallest, or all."""

    ONE = "one"
    ALL = "all"


class Questions(NamedTuple):
    """Boards of a level that are written in the same way."""

    level: str
    layout: Layout
    board_ids: Sequence[int]
    """The places of the boards in their file, from 1."""
    boards: NDArray[np.uint8]
    """(boards, tiles), steps from up."""


def _check(where: str, level: str, layout: str, up: str, levels: Sequence[str]) -> None:
    if level not in levels:
        raise InputError(f"{where}: there is no level '{level}'; the levels are {', '.join(levels)}")
    if layout not in list(Layout):
        raise InputError(f"{where}: the layout must be {' or '.join(Layout)}, but is '{layout}'")
    if up not in ("0", "1"):
        raise InputError(f"{where}: up must be 1 or 0, but is '{up}'")


def read_questions(path: Path, algebras: Mapping[str, Algebra]) -> list[Questions]:
    """The boards of a file, those that are alike together.

    Its columns are level and board; and, where not all boards are read row by row and have 1 for
    up, layout (rows or columns) and up (1 or 0).

    Raises:
        Error: the file is missing, has other columns, or a row is not a board of a level.
    """
    texts: dict[tuple[str, str, str], dict[int, str]] = {}
    with open_csv(path) as reader:
        columns = reader.fieldnames or []
        if not {"level", "board"} <= set(columns) <= {"level", "board", "layout", "up"}:
            raise InputError(
                f"board file {path}: the columns must be level, board, and perhaps layout and up, "
                f"but are {', '.join(columns)}"
            )
        for board_id, row in enumerate(reader, start=1):
            where = f"board file {path}, board {board_id}"
            if "more" in row:
                raise InputError(
                    f"{where}: it has more values than there are columns; put commas in a board between quotes"
                )
            key = (row["level"], row.get("layout") or Layout.ROWS, row.get("up") or "1")
            if key not in texts:
                _check(where, *key, list(algebras))
            texts.setdefault(key, {})[board_id] = row["board"]
    found = []
    for (level, layout, up), alike in texts.items():
        board_ids = list(alike)
        try:
            boards = parse_boards(list(alike.values()), algebras[level].level, Layout(layout), int(up))
        except BoardError as error:
            raise InputError(f"board file {path}, board {board_ids[error.number]}: {error}") from error
        found.append(Questions(level, Layout(layout), board_ids, boards))
    return found


class _LevelSolver:
    """Answers boards of a level, with tables that are shared by all batches."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra
        self.mistakes = TypingMistakes(algebra)
        # None: there are too many solutions to look at all of them
        self.batch = BatchSolver(algebra) if algebra.n_solutions <= MAX_SOLUTIONS else None

    def answers(self, asked: Questions) -> Iterator[Row]:
        """The rows of the table `solutions`."""
        level = self.algebra.level
        names = tile_names(level, asked.layout)
        texts = all_written(asked.boards, level, lowest=1)
        solvable = self.algebra.is_solvable(asked.boards)
        fixes = iter(self.mistakes.fixes(asked.boards[~solvable]))
        solutions = self.algebra.one_solution(asked.boards[solvable])
        if self.batch:
            solved = iter(self.batch.fewest(solutions).rows(level))
        else:
            solved = ({"solution": text} for text in all_written(solutions, level))
        for board_id, text, is_solvable in zip(asked.board_ids, texts, solvable.tolist(), strict=True):
            yield {
                "board_id": board_id,
                "level": level.name,
                "layout": asked.layout,
                "board": text,
                "solvable": int(is_solvable),
                "n_solutions": str(self.algebra.n_solutions if is_solvable else 0),
                **UNKNOWN,
                **(next(solved) if is_solvable else {"single_tile_fixes": written_fixes(next(fixes), names)}),
            }

    def optimal(self, asked: Questions) -> Iterator[Row]:
        """The rows of the table `optimal_solutions`, of those boards that can be solved."""
        if self.batch is None:
            return
        level = self.algebra.level
        solvable = self.algebra.is_solvable(asked.boards)
        ids = np.array(asked.board_ids)[solvable].tolist()
        for board_id, solution in zip(ids, self.algebra.one_solution(asked.boards[solvable]), strict=True):
            best = best_solutions(solution, self.batch.kernel, tap_costs(self.algebra), directions=level.directions)
            assert best is not None, "no tile is forbidden"
            for place, text in enumerate(all_written(best.taps, level), start=1):
                yield {"board_id": board_id, "place": place, "solution": text}


def solve(
    questions: Sequence[Questions], algebras: Mapping[str, Algebra], optimal: Optimal
) -> tuple[list[Row], list[Row]]:
    """The rows of both tables, in the order of the boards."""
    solvers = {name: _LevelSolver(algebras[name]) for name in {asked.level for asked in questions}}
    progress = Progress("boards", sum(len(asked.boards) for asked in questions), "boards")
    answers: list[Row] = []
    best: list[Row] = []
    for asked in questions:
        for first in range(0, len(asked.boards), BOARDS_BATCH):
            part = slice(first, first + BOARDS_BATCH)
            batch = asked._replace(board_ids=asked.board_ids[part], boards=asked.boards[part])
            answers += solvers[asked.level].answers(batch)
            if optimal is Optimal.ALL:
                best += solvers[asked.level].optimal(batch)
            progress.advance(len(batch.boards))
    progress.finish()
    return sorted(answers, key=itemgetter("board_id")), sorted(best, key=itemgetter("board_id", "place"))


# The chart.

LEVELS_ACROSS = 2


def tap_counts_figure(statistics: pd.DataFrame, counts: pd.DataFrame) -> Figure:
    """The share of boards by their fewest taps, a chart for each level, linear and logarithmic."""
    if statistics.empty:
        figure = Figure(figsize=(6, 1))
        figure.text(0.5, 0.5, "no level has few enough solutions to count taps", ha="center")
        return figure
    rows = -(-len(statistics) // LEVELS_ACROSS)
    figure = Figure(figsize=(10, 3.2 * rows), layout="constrained")
    every = list(figure.subplots(rows, LEVELS_ACROSS, squeeze=False).flat)
    of_level = counts.groupby("level")
    for axes, level in zip(every, statistics.itertuples(), strict=False):
        shares = of_level.get_group(level.level)
        axes.bar("taps", "share", data=shares, color=BLUE, width=0.9)
        axes.xaxis.set_major_locator(mpl.ticker.MaxNLocator(integer=True))
        axes.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1, decimals=0))
        axes.axvline(level.mean, color=ORANGE, linewidth=1)
        few = axes.twinx()
        few.fill_between("taps", "share_low", "share_high", data=shares, color=ORANGE, alpha=0.25, linewidth=0)
        few.plot("taps", "share", ".", data=shares, color=ORANGE, markersize=3)
        few.set_yscale("log")
        what = "all boards" if level.method == EXACT else "a sample"
        axes.set_title(f"{level.level}: {what} ({level.n_boards:,}), mean {level.mean:.2f}")
    for axes in every[len(statistics) :]:
        axes.remove()
    figure.supxlabel("fewest taps")
    figure.supylabel("share of solvable boards (orange: logarithmic, right)")
    return figure


def main(
    level: LevelOptions,
    boards: Path,
    tap_counts: Path,
    hardest_boards: Path,
    out: Path,
    chart: Path,
    optimal: Optimal = Optimal.ONE,
) -> None:
    """Solve the boards of a file, and gather all tables of the arrow puzzle in one database.

    Columns of the file: level, board, and perhaps layout (rows or columns: how the board is read)
    and up (1 or 0: the number of an arrow that points up).
    """
    parts = {tap_counts: TAP_COUNTS_PART, hardest_boards: HARDEST_BOARDS_PART}
    provenance = ProvenanceNotes(__file__, [boards, *parts], {"levels": level, "optimal": optimal.value})
    algebras = algebras_of(level)
    of_levels = {name: rows_of_level(algebra) for name, algebra in algebras.items()}
    answers, best = solve(read_questions(boards, algebras), algebras, optimal)
    with create_database(out, DATABASE, provenance) as writer:
        for table in LEVEL_TABLES:
            writer.insert(table, [{"level": name, **row} for name, rows in of_levels.items() for row in rows[table]])
        writer.insert(SOLUTIONS, answers)
        writer.insert(OPTIMAL_SOLUTIONS, best)
        writer.copy_tables(parts.items())
    for name, algebra in algebras.items():
        say(
            f"levels: {name}: {written_diagonal(algebra.smith_diagonal)}; "
            f"{algebra.n_solvable_boards:,} solvable boards with {algebra.n_solutions:,} solutions"
        )
    unsolvable = sum(not answer["solvable"] for answer in answers)
    say(f"boards: {len(answers):,}, of which {unsolvable:,} cannot be solved")
    with open_database(tap_counts, TAP_COUNTS_PART) as database:
        statistics = pd.read_sql(select(TAP_STATISTICS).order_by(literal_column("rowid")), database)
        counts = pd.read_sql(select(TAP_COUNTS), database)
    write_chart(chart, lambda: tap_counts_figure(statistics, counts), ProvenanceNotes(__file__, [tap_counts], {}))
    say(f"arrow database: {len(DATABASE.tables)} tables in {out}, tap counts of {len(statistics)} levels in {chart}")


if __name__ == "__main__":
    run_stage(main)
