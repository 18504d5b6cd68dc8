"""What the stages of the arrow puzzle have written, read back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Table, distinct, func, literal_column, select

from pipeline.arrow_puzzle.game.algebra import Algebra, Generator
from pipeline.arrow_puzzle.game.levels import Level, Shape
from pipeline.arrow_puzzle.game.smith import parse_diagonal
from pipeline.arrow_puzzle.tables import CHECKS, INVERSE, KERNEL, LEVELS, LEVELS_PART
from pipeline.core.database import open_database


def _matrix(database: Connection, of: Table, level: Level, rows: int) -> NDArray[np.int64]:
    """A table of entries (row, column, value) of a level: int64 (rows, tiles)."""
    matrix = np.zeros((rows, level.tiles), dtype=np.int64)
    for _, row, column, value in database.execute(select(of).where(of.c.level == level.name)):
        matrix[row, column] = value
    return matrix


def _kernel(database: Connection, level: Level) -> tuple[Generator, ...]:
    rows = database.execute(
        select(KERNEL).where(KERNEL.c.level == level.name).order_by(KERNEL.c.generator, KERNEL.c.tile)
    )
    of_generator: dict[tuple[int, int, int], list[int]] = {}
    for row in rows:
        of_generator.setdefault((row.generator, row.prime, row.multiples), []).append(row.value)
    return tuple(
        Generator(prime, multiples, np.array(vector, dtype=np.int64))
        for (_, prime, multiples), vector in of_generator.items()
    )


def read_algebras(path: Path) -> dict[str, Algebra]:
    """Level -> what the artifact of the stage levels says of it.

    Raises:
        PipelineError: it is missing, damaged, or of another kind.
    """
    algebras = {}
    with open_database(path, LEVELS_PART) as database:
        for row in database.execute(select(LEVELS).order_by(literal_column("rowid"))):
            level = Level(row.level, Shape(row.shape), row.side, row.directions)
            checks = select(func.count(distinct(CHECKS.c.check_no))).where(CHECKS.c.level == level.name)
            algebras[level.name] = Algebra(
                level=level,
                smith_diagonal=parse_diagonal(row.smith_normal_form),
                divisor=row.divisor,
                inverse=_matrix(database, INVERSE, level, level.tiles),
                checks=_matrix(database, CHECKS, level, database.execute(checks).scalar_one()),
                kernel=_kernel(database, level),
            )
    return algebras
