"""What the stages of the arrow puzzle have written, read back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from sqlalchemy import Connection, Table, literal_column, select

from pipeline.arrow_puzzle.tables import CHECKS, INVERSE, KERNEL, LEVELS, LEVELS_PART
from pipeline.database import open_database
from tablebases.arrays import Matrix
from tablebases.arrow.boards import Level, Shape
from tablebases.arrow.linear import Algebra, Generator, parse_diagonal


def _matrix(database: Connection, of: Table, level: Level) -> Matrix[np.int64]:
    """The values of a level in a table that has a row for each entry: (rows, tiles)."""
    values = database.scalars(select(of.c.value).where(of.c.level == level.name).order_by(*of.primary_key))
    return np.array(values.all(), dtype=np.int64).reshape(-1, level.tiles)


def read_algebras(path: Path) -> dict[str, Algebra]:
    """Level -> what the artifact of the stage levels says of it.

    Raises:
        Error: it is missing, damaged, or of another kind.
    """
    algebras = {}
    with open_database(path, LEVELS_PART) as database:
        for row in database.execute(select(LEVELS).order_by(literal_column("rowid"))):
            level = Level(row.level, Shape(row.shape), row.side, row.directions)
            of_generators = select(KERNEL).where(KERNEL.c.level == row.level, KERNEL.c.tile == 0)
            generators = database.execute(of_generators.order_by(KERNEL.c.generator))
            kernel = zip(generators, _matrix(database, KERNEL, level), strict=True)
            algebras[level.name] = Algebra(
                level=level,
                smith_diagonal=parse_diagonal(row.smith_normal_form),
                divisor=row.divisor,
                inverse=_matrix(database, INVERSE, level),
                checks=_matrix(database, CHECKS, level),
                kernel=tuple(Generator(of.prime, of.multiples, vector) for of, vector in kernel),
            )
    return algebras
