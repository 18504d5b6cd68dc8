"""Stage database: the database of the arrow puzzle, and a chart of its tap counts."""

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
    LEVEL_TABLES,
    OPTIMAL_SOLUTIONS,
    SOLUTIONS,
    TAP_COUNTS,
    TAP_COUNTS_SCHEMA,
    TAP_STATISTICS,
)
from pipeline.artifacts import ProvenanceNotes
from pipeline.charts import BLUE, ORANGE, write_chart
from pipeline.database import create_database
from pipeline.reading import open_database
from tablebases.arrow.batches import BatchSolver
from tablebases.arrow.boards import BoardError, Layout, all_written, layout_of, tile_names
from tablebases.arrow.linear import Algebra, written_diagonal
from tablebases.arrow.solutions import (
    MAX_SOLUTIONS,
    TypingMistakes,
    best_solutions,
    parse_boards,
    tap_costs,
    written_fixes,
)
from tablebases.arrow.tablebase import EXACT
from tablebases.errors import InputError
from tablebases.files import open_csv
from tablebases.messages import Progress, say

Row = dict[str, Any]

# The boards of a file, solved.

BOARDS_BATCH = 10_000
UNKNOWN = {"min_taps": None, "n_min_solutions": None, "min_tiles": None, "solution": None, "single_tile_fixes": ""}


class Optimal(StrEnum):
    """Which solutions with the fewest taps to store: the lexicographically smallest, or all."""

    ONE = "one"
    ALL = "all"


class Group(NamedTuple):
    """Boards of a level in the same layout."""

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
        raise InputError(f"{where}: the layout must be {', '.join(Layout)}, but is '{layout}'")
    if up not in ("0", "1"):
        raise InputError(f"{where}: up must be 1 or 0, but is '{up}'")


def read_boards(path: Path, algebras: Mapping[str, Algebra]) -> list[Group]:
    """Read the boards of a file, grouped by level, layout and up.

    The columns are level and board, and perhaps layout (rows, columns or lines; by default rows, or lines if the board
    has as many lines) and up (1 or 0, by default 1). An InputError names the first row that is not a board of its
    level.
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
            layout = layout_of(row["board"], algebras[key[0]].level, Layout(key[1]))
            texts.setdefault((key[0], layout, key[2]), {})[board_id] = row["board"]
    found = []
    for (level, read_by, up), alike in texts.items():
        board_ids = list(alike)
        try:
            boards = parse_boards(list(alike.values()), algebras[level].level, Layout(read_by), int(up))
        except BoardError as error:
            raise InputError(f"board file {path}, board {board_ids[error.number]}: {error}") from error
        found.append(Group(level, Layout(read_by), board_ids, boards))
    return found


class _LevelSolver:
    """Answers boards of a level; all batches share its tables."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra
        self.mistakes = TypingMistakes(algebra)
        # None if there are too many solutions to examine all
        self.batch = BatchSolver(algebra) if algebra.n_solutions <= MAX_SOLUTIONS else None

    def answers(self, group: Group) -> Iterator[Row]:
        """The rows of the table `solutions`."""
        level = self.algebra.level
        names = tile_names(level, group.layout)
        texts = all_written(group.boards, level, 1, group.layout)
        solvable = self.algebra.is_solvable(group.boards)
        fixes = iter(self.mistakes.fixes(group.boards[~solvable]))
        solutions = self.algebra.one_solution(group.boards[solvable])
        if self.batch:
            solved = iter(self.batch.fewest(solutions).rows(level, group.layout))
        else:
            solved = ({"solution": text} for text in all_written(solutions, level, 0, group.layout))
        for board_id, text, is_solvable in zip(group.board_ids, texts, solvable.tolist(), strict=True):
            yield {
                "board_id": board_id,
                "level": level.name,
                "layout": group.layout,
                "board": text,
                "solvable": int(is_solvable),
                "n_solutions": str(self.algebra.n_solutions if is_solvable else 0),
                **UNKNOWN,
                **(next(solved) if is_solvable else {"single_tile_fixes": written_fixes(next(fixes), names)}),
            }

    def optimal(self, group: Group) -> Iterator[Row]:
        """The rows of the table `optimal_solutions`; unsolvable boards have none."""
        if self.batch is None:
            return
        level = self.algebra.level
        solvable = self.algebra.is_solvable(group.boards)
        ids = np.array(group.board_ids)[solvable].tolist()
        for board_id, solution in zip(ids, self.algebra.one_solution(group.boards[solvable]), strict=True):
            best = best_solutions(solution, self.batch.kernel, tap_costs(self.algebra), directions=level.directions)
            assert best is not None, "no tile is forbidden"
            for place, text in enumerate(all_written(best.taps, level, 0, group.layout), start=1):
                yield {"board_id": board_id, "place": place, "solution": text}


def solve(groups: Sequence[Group], algebras: Mapping[str, Algebra], optimal: Optimal) -> tuple[list[Row], list[Row]]:
    """The rows of both tables, in the order of the boards."""
    solvers = {name: _LevelSolver(algebras[name]) for name in {group.level for group in groups}}
    progress = Progress("boards", sum(len(group.boards) for group in groups), "boards")
    answers: list[Row] = []
    best: list[Row] = []
    for group in groups:
        for first in range(0, len(group.boards), BOARDS_BATCH):
            some = slice(first, first + BOARDS_BATCH)
            batch = group._replace(board_ids=group.board_ids[some], boards=group.boards[some])
            answers += solvers[group.level].answers(batch)
            if optimal is Optimal.ALL:
                best += solvers[group.level].optimal(batch)
            progress.advance(len(batch.boards))
    progress.finish()
    return sorted(answers, key=itemgetter("board_id")), sorted(best, key=itemgetter("board_id", "place"))


# The chart.

LEVELS_ACROSS = 2


def draw_tap_counts(statistics: pd.DataFrame, counts: pd.DataFrame) -> Figure:
    """Draw the share of boards by their fewest taps: a chart for each level, linear and logarithmic."""
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
    out: Path,
    chart: Path,
    notes: Path,
    optimal: Optimal = Optimal.ONE,
) -> None:
    """Solve the boards of a file, and write all tables of the arrow puzzle to one database.

    Columns of the file: level, board, and perhaps layout (rows, columns or lines) and up (1 or 0,
    the number of an arrow that points up).
    """
    provenance = ProvenanceNotes(__file__, [boards, tap_counts], {"levels": level, "optimal": optimal.value})
    algebras = algebras_of(level)
    by_level = {name: rows_of_level(algebra) for name, algebra in algebras.items()}
    answers, best = solve(read_boards(boards, algebras), algebras, optimal)
    with create_database(out, DATABASE, provenance) as writer:
        for table in LEVEL_TABLES:
            writer.insert(table, [{"level": name, **row} for name, rows in by_level.items() for row in rows[table]])
        writer.insert(SOLUTIONS, answers)
        writer.insert(OPTIMAL_SOLUTIONS, best)
        writer.copy_tables([(tap_counts, TAP_COUNTS_SCHEMA)])
    for name, algebra in algebras.items():
        say(
            f"levels: {name}: {written_diagonal(algebra.smith_diagonal)}; "
            f"{algebra.n_solvable_boards:,} solvable boards with {algebra.n_solutions:,} solutions"
        )
    unsolvable = sum(not answer["solvable"] for answer in answers)
    say(f"boards: {len(answers):,}, {unsolvable:,} of them unsolvable")
    with open_database(tap_counts, TAP_COUNTS_SCHEMA) as database:
        statistics = pd.read_sql(select(TAP_STATISTICS).order_by(literal_column("rowid")), database)
        counts = pd.read_sql(select(TAP_COUNTS), database)
    drawn = ProvenanceNotes(__file__, [tap_counts], {})
    write_chart(chart, lambda: draw_tap_counts(statistics, counts), drawn)
    drawn.write(notes)
    say(f"arrow database: {len(DATABASE.tables)} tables in {out}, tap counts of {len(statistics)} levels in {chart}")
