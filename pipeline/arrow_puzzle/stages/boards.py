"""Stage boards: fewest taps of the boards of a file, or what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.arrow_puzzle.readers import read_algebras
from pipeline.arrow_puzzle.tables import BOARDS_PART, OPTIMAL_SOLUTIONS, SOLUTIONS
from pipeline.artifacts import ProvenanceNotes
from pipeline.database import create_database
from pipeline.stage import run_stage
from tablebases.arrow.batches import BatchSolver
from tablebases.arrow.boards import BoardError, Layout, all_written, parse_boards, tile_names
from tablebases.arrow.linear import Algebra
from tablebases.arrow.solutions import MAX_SOLUTIONS, TypingMistakes, best_solutions, tap_costs, written_fixes
from tablebases.errors import InputError
from tablebases.files import open_csv
from tablebases.messages import Progress, say

BOARDS_BATCH = 10_000
UNKNOWN = {"min_taps": None, "n_min_solutions": None, "min_tiles": None, "solution": None, "single_tile_fixes": ""}

Row = dict[str, Any]


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


def _solve(
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


def main(levels: Path, boards: Path, out: Path, optimal: Optimal = Optimal.ONE) -> None:
    """Solve the boards of a file with the fewest taps, or say that they cannot be solved.

    Columns of the file: level, board, and perhaps layout (rows or columns: how the board is read)
    and up (1 or 0: the number of an arrow that points up).

    Example: python -m pipeline.arrow_puzzle.stages.boards --levels results/arrow_puzzle/parts/levels.db
    --boards data/arrow_puzzle/boards.csv --out results/arrow_puzzle/parts/solutions.db

    Args:
        levels: artifact of the stage levels.
        boards: CSV file with the boards to solve.
        out: where to write the database.
        optimal: keep one solution with the fewest taps, or all of them.
    """
    provenance = ProvenanceNotes(__file__, [levels, boards], {"optimal": optimal.value})
    algebras = read_algebras(levels)
    answers, best = _solve(read_questions(boards, algebras), algebras, optimal)
    with create_database(out, BOARDS_PART, provenance) as writer:
        writer.insert(SOLUTIONS, answers)
        writer.insert(OPTIMAL_SOLUTIONS, best)
    unsolvable = sum(not answer["solvable"] for answer in answers)
    say(f"boards: {len(answers):,}, of which {unsolvable:,} cannot be solved")


if __name__ == "__main__":
    run_stage(main)
