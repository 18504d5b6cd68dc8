"""The artifacts of the arrow puzzle, as their checks read them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random

import pandas as pd
from sqlalchemy import Table

from pipeline.arrow_puzzle.configuration import Configuration
from pipeline.arrow_puzzle.game.algebra import Algebra
from pipeline.arrow_puzzle.game.batch import BatchSolver
from pipeline.arrow_puzzle.game.notation import parse_board
from pipeline.arrow_puzzle.game.solutions import MAX_SOLUTIONS
from pipeline.arrow_puzzle.readers import read_algebras
from pipeline.arrow_puzzle.tables import (
    BOARDS_PART,
    DATABASE,
    HARDEST_BOARDS_PART,
    LEVELS_PART,
    TAP_COUNTS_PART,
)
from pipeline.core.tables import Schema
from scripts.verify import artifacts as of_any_puzzle
from tests.oracle import arrow_puzzle as oracle

PUZZLE = "arrow_puzzle"


BOARDS_ASKED = 500
"""Random boards of each level that the oracle solves."""


class Artifacts(of_any_puzzle.Artifacts[Configuration]):
    """The artifacts of a run."""

    puzzle = PUZZLE

    @cached_property
    def schemas(self) -> Mapping[str, Schema]:
        """The databases: file -> its tables."""
        return {
            DATABASE.file: DATABASE,
            "parts/levels.db": LEVELS_PART,
            "parts/solutions.db": BOARDS_PART,
            "parts/tap_counts.db": TAP_COUNTS_PART,
            "parts/hardest_boards.db": HARDEST_BOARDS_PART,
        }

    def of_level(self, of: Table, level: str | None = None) -> pd.DataFrame:
        """The rows of a level, or of all levels."""
        return self.frame(of) if level is None else self.frame(of, level=level)

    @cached_property
    def algebras(self) -> dict[str, Algebra]:
        """What the artifact of the stage levels says of every level."""
        return read_algebras(self.folder / "parts" / "levels.db")

    @cached_property
    def solvers(self) -> dict[str, BatchSolver]:
        """A solver for every level of which all solutions can be looked at."""
        return {name: BatchSolver(of) for name, of in self.algebras.items() if of.n_solutions <= MAX_SOLUTIONS}

    @cached_property
    def levels(self) -> dict[str, oracle.Level]:
        """The levels of the configuration, as the oracle knows them."""
        return {of.name: oracle.Level(of.shape, of.side, of.directions) for of in self.section.levels}

    def fewest_taps(self, level: str, board: str) -> int:
        """The fewest taps of a board."""
        algebra = self.algebras[level]
        parsed = parse_board(board, algebra.level)[None]
        return int(self.solvers[level].fewest(algebra.one_solution(parsed)).min_taps[0])

    def random_boards(self, level: str) -> list[oracle.Board]:
        """Boards of a level that can be solved, at random."""
        of = self.levels[level]
        random = Random(of_any_puzzle.SEED)  # noqa: S311
        up, matrix = (0,) * len(of.cells()), of.matrix()
        taps = [random.choices(range(of.m), k=len(up)) for _ in range(self.sample_of(BOARDS_ASKED))]
        return [oracle.after_taps(up, some, matrix, of.m) for some in taps]
