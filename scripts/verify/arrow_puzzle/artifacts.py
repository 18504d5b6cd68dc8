"""The artifacts of the arrow puzzle, as their checks read them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np
from sqlalchemy import Table, literal_column, select

from pipeline.arrow_puzzle.configuration import Configuration
from pipeline.arrow_puzzle.tables import CHECKS, DATABASE, INVERSE, KERNEL, LEVELS
from scripts.verify import artifacts as of_any_puzzle
from scripts.verify.artifacts import Origin
from tablebases.arrays import Matrix
from tablebases.arrow.batches import BatchSolver
from tablebases.arrow.boards import Level, Shape, parse_board
from tablebases.arrow.linear import Algebra, Generator, parse_diagonal
from tablebases.arrow.solutions import MAX_SOLUTIONS
from tests.oracle import arrow_puzzle as oracle

BOUNDS = "data/arrow_puzzle/proven_bounds.csv"
BOARDS_ASKED = 500
"""Random boards of each level that the oracle solves."""


class Artifacts(of_any_puzzle.Artifacts[Configuration]):
    """The artifacts of a run."""

    puzzle = "arrow_puzzle"

    @property
    def origins(self) -> Mapping[str, Origin]:
        """What artifacts were made with."""
        run = self.section
        levels = {"levels": run.level_options}
        return {
            DATABASE.file: Origin("database", {**levels, "optimal": run.optimal}, [run.board_file]),
            "parts/tap_counts.db": Origin("tap_counts", {**levels, **dict(run.sample)}, [BOUNDS]),
            "parts/hardest_boards.db": Origin("hardest_boards", {**levels, **dict(run.search)}),
        }

    @cached_property
    def algebras(self) -> dict[str, Algebra]:
        """What the database says of every level, complete enough to solve boards from it."""
        algebras = {}
        with self.opened(DATABASE.file) as database:

            def matrix(table: Table, level: Level) -> Matrix[np.int64]:
                values = select(table.c.value).where(table.c.level == level.name).order_by(*table.primary_key)
                return np.array(database.scalars(values).all(), dtype=np.int64).reshape(-1, level.tiles)

            for row in database.execute(select(LEVELS).order_by(literal_column("rowid"))):
                level = Level(row.level, Shape(row.shape), row.side, row.directions)
                generators = select(KERNEL).where(KERNEL.c.level == row.level, KERNEL.c.tile == 0)
                vectors = zip(
                    database.execute(generators.order_by(KERNEL.c.generator)), matrix(KERNEL, level), strict=True
                )
                algebras[level.name] = Algebra(
                    level=level,
                    smith_diagonal=parse_diagonal(row.smith_normal_form),
                    divisor=row.divisor,
                    inverse=matrix(INVERSE, level),
                    checks=matrix(CHECKS, level),
                    kernel=tuple(Generator(of.prime, of.multiples, vector) for of, vector in vectors),
                )
        return algebras

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
        random = self.random()
        up, matrix = (0,) * len(of.cells()), of.matrix()
        taps = [random.choices(range(of.m), k=len(up)) for _ in range(self.sample_of(BOARDS_ASKED))]
        return [oracle.after_taps(up, some, matrix, of.m) for some in taps]
