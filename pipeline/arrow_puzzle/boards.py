"""Stage boards: fewest taps of the boards of a file, or what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer
from numpy.typing import NDArray

from pipeline.arrow_puzzle.game.algebra import Algebra
from pipeline.arrow_puzzle.game.batch import BatchSolver, Fewest
from pipeline.arrow_puzzle.game.notation import (
    BoardError,
    Layout,
    all_written,
    parse_boards,
    tile_names,
)
from pipeline.arrow_puzzle.game.solutions import MOST_SOLUTIONS, best_solutions, tap_costs
from pipeline.arrow_puzzle.game.typing_mistakes import TypingMistakes, written_fixes
from pipeline.arrow_puzzle.level_options import OutOption
from pipeline.arrow_puzzle.levels import LevelsArtifactOption, read_algebras
from pipeline.arrow_puzzle.tables import SCHEMA_VERSION, TABLES
from pipeline.artifact.csv_file import open_csv
from pipeline.artifact.database import create_database
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.errors import InputError
from pipeline.progress import Progress, say
from pipeline.stage import run_command

COLUMNS = ("level", "board", "layout", "up")
BOARDS_AT_ONCE = 10_000


class Optimal(StrEnum):
    """Which solutions with the fewest taps are kept: the lexicographically smallest, or all."""

    ONE = "one"
    ALL = "all"


class Kind(NamedTuple):
    """What boards have in common that are solved together.

    up: the number of an arrow that points up, 1 or 0.
    """

    level: str
    layout: Layout
    up: int


class Questions(NamedTuple):
    """Boards of one kind: their places in the file, from 1, and their texts."""

    board_ids: list[int]
    texts: list[str]


def _kind(level: str, layout: str, up: str, levels: Sequence[str], where: str) -> Kind:
    if level not in levels:
        raise InputError(
            f"{where}: there is no level '{level}'; the levels are {', '.join(levels)}"
        )
    if layout not in list(Layout):
        raise InputError(f"{where}: the layout must be {' or '.join(Layout)}, but is '{layout}'")
    if up not in ("0", "1"):
        raise InputError(f"{where}: up must be 1 or 0, but is '{up}'")
    return Kind(level, Layout(layout), int(up))


def read_questions(path: Path, levels: Sequence[str]) -> dict[Kind, Questions]:
    """The boards of a file by their kinds.

    Its columns are level and board; and, where not all boards are read row by row and have 1 for
    up, layout (rows or columns) and up (1 or 0).

    Raises:
        PipelineError: the file is missing, has other columns, or a row names no level.
    """
    found: dict[tuple[str, str, str], Questions] = {}
    kinds: dict[tuple[str, str, str], Kind] = {}
    with open_csv(path) as reader:
        columns = reader.fieldnames or []
        are_different = len(set(columns)) == len(columns)
        if not ({"level", "board"} <= set(columns) <= set(COLUMNS) and are_different):
            raise InputError(
                f"board file {path}: the columns must be level, board, and perhaps layout and up, "
                f"but are {', '.join(columns)}"
            )
        for board_id, row in enumerate(reader, start=1):
            if "more" in row:
                raise InputError(
                    f"board file {path}, board {board_id}: it has more values than there are "
                    "columns; put commas in a board between quotes"
                )
            key = (row["level"], row.get("layout") or Layout.ROWS, row.get("up") or "1")
            if key not in found:
                kinds[key] = _kind(*key, levels, f"board file {path}, board {board_id}")
                found[key] = Questions([], [])
            found[key].board_ids.append(board_id)
            found[key].texts.append(row["board"])
    return {kinds[key]: questions for key, questions in found.items()}


class _LevelSolver:
    """Answers boards of a level, with tables of which the batches of all kinds make use."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra
        self.mistakes = TypingMistakes(algebra)
        has_fewest = algebra.n_solutions <= MOST_SOLUTIONS
        self.batch = BatchSolver(algebra) if has_fewest else None

    def rows(
        self, boards: NDArray[np.uint8], board_ids: Sequence[int], layout: Layout
    ) -> list[tuple[Any, ...]]:
        """The rows of the table `solutions` for some boards of a layout."""
        level = self.algebra.level
        names = tile_names(level, layout)
        solvable = self.algebra.is_solvable(boards)
        answered = self._fewest(boards[solvable])
        fixes = iter(self.mistakes.fixes(boards[~solvable]))
        n_solutions = str(self.algebra.n_solutions)
        rows: list[tuple[Any, ...]] = []
        for board_id, text, is_solvable in zip(
            board_ids, all_written(boards, level, lowest=1), solvable.tolist(), strict=True
        ):
            what = (board_id, level.name, layout.value, text)
            if is_solvable:
                rows.append((*what, 1, n_solutions, *next(answered), ""))
            else:
                unknown = (None, None, None, None)
                rows.append((*what, 0, "0", *unknown, written_fixes(next(fixes), names)))
        return rows

    def _fewest(self, boards: NDArray[np.uint8]) -> Iterator[tuple[Any, ...]]:
        """(fewest taps, solutions with as few, fewest tiles, solution) of solvable boards."""
        level = self.algebra.level
        solutions = self.algebra.one_solution(boards)
        if self.batch is None:  # too many solutions to look at all of them
            return ((None, None, None, text) for text in all_written(solutions, level))
        fewest: Fewest = self.batch.fewest(solutions)
        return zip(
            fewest.min_taps.tolist(),
            fewest.n_min_solutions.tolist(),
            fewest.min_tiles.tolist(),
            all_written(fewest.solutions, level),
            strict=True,
        )

    def optimal(
        self, boards: NDArray[np.uint8], board_ids: Sequence[int]
    ) -> Iterator[tuple[int, int, str]]:
        """The rows of the table `optimal_solutions` for some boards."""
        if self.batch is None:
            return
        level = self.algebra.level
        solvable = self.algebra.is_solvable(boards)
        ids = np.array(board_ids)[solvable].tolist()
        solutions = self.algebra.one_solution(boards[solvable])
        for board_id, solution in zip(ids, solutions, strict=True):
            best = best_solutions(
                solution, self.batch.kernel, tap_costs(self.algebra), directions=level.directions
            )
            assert best is not None, "no tile is forbidden"
            for place, text in enumerate(all_written(best.taps, level), start=1):
                yield board_id, place, text


def _parsed(kind: Kind, questions: Questions, algebra: Algebra, path: Path) -> NDArray[np.uint8]:
    try:
        return parse_boards(questions.texts, algebra.level, kind.layout, kind.up)
    except BoardError as error:
        board_id = questions.board_ids[error.number]
        raise InputError(f"board file {path}, board {board_id}: {error}") from error


def _answers(
    by_kind: Mapping[Kind, Questions],
    parsed: Mapping[Kind, NDArray[np.uint8]],
    algebras: Mapping[str, Algebra],
    optimal: Optimal,
) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of both tables, in the order of the boards."""
    solvers = {name: _LevelSolver(algebras[name]) for name in {kind.level for kind in by_kind}}
    progress = Progress("boards", sum(map(len, parsed.values())), "boards")
    rows: list[tuple[Any, ...]] = []
    optimal_rows: list[tuple[Any, ...]] = []
    for kind, boards in parsed.items():
        solver = solvers[kind.level]
        for first in range(0, len(boards), BOARDS_AT_ONCE):
            part = slice(first, first + BOARDS_AT_ONCE)
            ids = by_kind[kind].board_ids[part]
            rows += solver.rows(boards[part], ids, kind.layout)
            if optimal is Optimal.ALL:
                optimal_rows += solver.optimal(boards[part], ids)
            progress.advance(len(ids))
    progress.finish()
    return {"solutions": sorted(rows), "optimal_solutions": sorted(optimal_rows)}


def main(
    levels: LevelsArtifactOption,
    boards: Annotated[Path, typer.Option(help="CSV file with the boards to solve.")],
    out: OutOption,
    optimal: Annotated[
        Optimal, typer.Option(help="Keep one solution with the fewest taps, or all of them.")
    ] = Optimal.ONE,
) -> None:
    """Solve the boards of a file with the fewest taps, or say that they cannot be solved.

    Columns of the file: level, board, and perhaps layout (rows or columns: how the board is read)
    and up (1 or 0: the number of an arrow that points up).

    Example: python -m pipeline.arrow_puzzle.boards --levels results/arrow_puzzle/parts/levels.db
    --boards data/arrow_puzzle/boards.csv --out results/arrow_puzzle/parts/solutions.db
    """
    provenance = ProvenanceNotes(__file__, [levels, boards], {"optimal": optimal.value})
    algebras = read_algebras(levels)
    by_kind = read_questions(boards, list(algebras))
    parsed = {
        kind: _parsed(kind, questions, algebras[kind.level], boards)
        for kind, questions in by_kind.items()
    }
    content = _answers(by_kind, parsed, algebras, optimal)
    with create_database(out, SCHEMA_VERSION, provenance) as writer:
        writer.insert_tables(TABLES["boards"], content)
    rows = content["solutions"]
    unsolvable = sum(not row[4] for row in rows)
    say(f"boards: {len(rows):,}, of which {unsolvable:,} cannot be solved")


if __name__ == "__main__":
    run_command(main)
