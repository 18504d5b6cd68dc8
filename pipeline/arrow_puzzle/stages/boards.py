"""Stage boards: fewest taps of the boards of a file, or what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.arrow_puzzle.game.algebra import Algebra
from pipeline.arrow_puzzle.game.batch import BatchSolver
from pipeline.arrow_puzzle.game.choices import Layout
from pipeline.arrow_puzzle.game.notation import BoardError, all_written, parse_boards, tile_names
from pipeline.arrow_puzzle.game.solutions import MAX_SOLUTIONS, best_solutions, tap_costs
from pipeline.arrow_puzzle.game.typing_mistakes import TypingMistakes, written_fixes
from pipeline.arrow_puzzle.readers import read_algebras
from pipeline.arrow_puzzle.tables import BOARDS_PART, OPTIMAL_SOLUTIONS, SOLUTIONS
from pipeline.core.csv_file import open_csv
from pipeline.core.database import create_database
from pipeline.core.errors import InputError
from pipeline.core.progress import Progress, say
from pipeline.core.provenance import ProvenanceNotes
from pipeline.core.stage import run_stage

COLUMNS = ("level", "board", "layout", "up")
BOARDS_BATCH = 10_000


class Optimal(StrEnum):
    """Which solutions with the fewest taps are kept: the lexicographically smallest, or all."""

    ONE = "one"
    ALL = "all"


@dataclass(frozen=True)
class Questions:
    """Boards of a level that are written in the same way."""

    level: str
    layout: Layout
    up: int
    """The number of an arrow that points up, 1 or 0."""
    board_ids: list[int] = field(default_factory=list)
    """The places of the boards in their file, from 1."""
    texts: list[str] = field(default_factory=list)

    def parsed(self, algebra: Algebra, path: Path) -> NDArray[np.uint8]:
        """The boards: uint8 (boards, tiles), steps from up.

        Raises:
            InputError: one is not a board of the level; says which of the file `path`, and where.
        """
        try:
            return parse_boards(self.texts, algebra.level, self.layout, self.up)
        except BoardError as error:
            raise InputError(f"board file {path}, board {self.board_ids[error.number]}: {error}") from error


class Answer(NamedTuple):
    """A row of the table `solutions`."""

    board_id: int
    level: str
    layout: str
    board: str
    solvable: int
    n_solutions: str
    min_taps: int | None = None
    n_min_solutions: int | None = None
    min_tiles: int | None = None
    solution: str | None = None
    single_tile_fixes: str = ""


class OptimalSolution(NamedTuple):
    """A row of the table `optimal_solutions`."""

    board_id: int
    place: int
    solution: str


def _questions(level: str, layout: str, up: str, levels: Sequence[str], where: str) -> Questions:
    if level not in levels:
        raise InputError(f"{where}: there is no level '{level}'; the levels are {', '.join(levels)}")
    if layout not in list(Layout):
        raise InputError(f"{where}: the layout must be {' or '.join(Layout)}, but is '{layout}'")
    if up not in ("0", "1"):
        raise InputError(f"{where}: up must be 1 or 0, but is '{up}'")
    return Questions(level, Layout(layout), int(up))


def read_questions(path: Path, levels: Sequence[str]) -> list[Questions]:
    """The boards of a file, those that are alike together.

    Its columns are level and board; and, where not all boards are read row by row and have 1 for
    up, layout (rows or columns) and up (1 or 0).

    Raises:
        PipelineError: the file is missing, has other columns, or a row names no level.
    """
    found: dict[tuple[str, str, str], Questions] = {}
    with open_csv(path) as reader:
        columns = reader.fieldnames or []
        if not {"level", "board"} <= set(columns) <= set(COLUMNS):
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
            if key not in found:
                found[key] = _questions(*key, levels, where)
            found[key].board_ids.append(board_id)
            found[key].texts.append(row["board"])
    return list(found.values())


class _LevelSolver:
    """Answers boards of a level, with tables that are shared by all batches."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra
        self.mistakes = TypingMistakes(algebra)
        # None: there are too many solutions to look at all of them
        self.batch = BatchSolver(algebra) if algebra.n_solutions <= MAX_SOLUTIONS else None

    def answers(self, boards: NDArray[np.uint8], board_ids: Sequence[int], layout: Layout) -> Iterator[Answer]:
        """The answers to boards, uint8 (boards, tiles), of a layout."""
        level = self.algebra.level
        names = tile_names(level, layout)
        solvable = self.algebra.is_solvable(boards)
        solved = self._solved(boards[solvable])
        fixes = iter(self.mistakes.fixes(boards[~solvable]))
        n_solutions = str(self.algebra.n_solutions)
        texts = all_written(boards, level, lowest=1)
        for board_id, text, is_solvable in zip(board_ids, texts, solvable.tolist(), strict=True):
            if is_solvable:
                yield Answer(board_id, level.name, layout, text, 1, n_solutions, *next(solved))
            else:
                mended = written_fixes(next(fixes), names)
                yield Answer(board_id, level.name, layout, text, 0, "0", single_tile_fixes=mended)

    def _solved(self, boards: NDArray[np.uint8]) -> Iterator[tuple[int | None, int | None, int | None, str]]:
        """(fewest taps, solutions with as few, fewest tiles, solution) of each solvable board."""
        level = self.algebra.level
        solutions = self.algebra.one_solution(boards)
        if self.batch is None:
            return ((None, None, None, text) for text in all_written(solutions, level))
        fewest = self.batch.fewest(solutions)
        figures = (fewest.min_taps.tolist(), fewest.n_min_solutions.tolist(), fewest.min_tiles.tolist())
        return zip(*figures, all_written(fewest.solutions, level), strict=True)

    def optimal(self, boards: NDArray[np.uint8], board_ids: Sequence[int]) -> Iterator[OptimalSolution]:
        """All solutions with the fewest taps of those boards, uint8 (boards, tiles), that can be solved."""
        if self.batch is None:
            return
        level = self.algebra.level
        solvable = self.algebra.is_solvable(boards)
        ids = np.array(board_ids)[solvable].tolist()
        for board_id, solution in zip(ids, self.algebra.one_solution(boards[solvable]), strict=True):
            best = best_solutions(solution, self.batch.kernel, tap_costs(self.algebra), directions=level.directions)
            assert best is not None, "no tile is forbidden"
            for place, text in enumerate(all_written(best.taps, level), start=1):
                yield OptimalSolution(board_id, place, text)


def _solve(
    parsed: Sequence[tuple[Questions, NDArray[np.uint8]]], algebras: Mapping[str, Algebra], optimal: Optimal
) -> tuple[list[Answer], list[OptimalSolution]]:
    """The rows of both tables, in the order of the boards."""
    solvers = {name: _LevelSolver(algebras[name]) for name in {questions.level for questions, _ in parsed}}
    progress = Progress("boards", sum(len(boards) for _, boards in parsed), "boards")
    answers: list[Answer] = []
    best: list[OptimalSolution] = []
    for questions, boards in parsed:
        solver = solvers[questions.level]
        for first in range(0, len(boards), BOARDS_BATCH):
            part = slice(first, first + BOARDS_BATCH)
            ids = questions.board_ids[part]
            answers += solver.answers(boards[part], ids, questions.layout)
            if optimal is Optimal.ALL:
                best += solver.optimal(boards[part], ids)
            progress.advance(len(ids))
    progress.finish()
    return sorted(answers), sorted(best)


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
    questions = read_questions(boards, list(algebras))
    parsed = [(alike, alike.parsed(algebras[alike.level], boards)) for alike in questions]
    answers, best = _solve(parsed, algebras, optimal)
    with create_database(out, BOARDS_PART, provenance) as writer:
        writer.insert(SOLUTIONS, (answer._asdict() for answer in answers))
        writer.insert(OPTIMAL_SOLUTIONS, (solution._asdict() for solution in best))
    unsolvable = sum(not answer.solvable for answer in answers)
    say(f"boards: {len(answers):,}, of which {unsolvable:,} cannot be solved")


if __name__ == "__main__":
    run_stage(main)
