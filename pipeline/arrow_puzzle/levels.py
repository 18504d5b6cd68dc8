"""Stage levels: what algebra says of every level, complete enough to solve boards from it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from sqlite3 import Connection
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray

from pipeline.arrow_puzzle.game.algebra import Algebra, Generator, algebra_of, prime_powers
from pipeline.arrow_puzzle.game.levels import Level, Shape
from pipeline.arrow_puzzle.game.smith import parse_diagonal, written_diagonal
from pipeline.arrow_puzzle.level_options import (
    LevelsOption,
    OutOption,
    level_parameters,
    parse_levels,
)
from pipeline.arrow_puzzle.tables import SCHEMA_VERSION, TABLES
from pipeline.artifact.database import create_database, open_database
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.progress import say
from pipeline.stage import run_command

LevelsArtifactOption = Annotated[
    Path, typer.Option("--levels", help="Artifact of the stage levels.")
]


def _entries(matrix: NDArray[np.int64]) -> Iterator[tuple[int, int, int]]:
    """(row, column, value) of all entries."""
    for row, values in enumerate(matrix.tolist()):
        for column, value in enumerate(values):
            yield row, column, value


def _rows(algebra: Algebra) -> dict[str, list[tuple[Any, ...]]]:
    """Table -> the rows of one level, without the name of the level."""
    level = algebra.level
    in_levels = (
        level.shape.value, level.side, level.directions, level.tiles,
        written_diagonal(algebra.smith_diagonal), str(algebra.n_solutions),
        str(algebra.n_solvable_boards), algebra.divisor,
    )  # fmt: skip
    return {
        "levels": [in_levels],
        "primes": [
            (prime, power, algebra.rank(prime), str(algebra.n_solutions_in(prime)))
            for prime, power in prime_powers(level.directions)
        ],
        "cells": [(tile, *cell) for tile, cell in enumerate(level.cells)],
        "tap_matrix": [(i, j) for i, j, turns in _entries(level.tap_matrix) if turns],
        "inverse": list(_entries(algebra.inverse)),
        "checks": list(_entries(algebra.checks)),
        "kernel": [
            (number, generator.prime, generator.multiples, tile, value)
            for number, generator in enumerate(algebra.kernel)
            for tile, value in enumerate(generator.vector.tolist())
        ],
    }


def _matrix(connection: Connection, table: str, level: Level, rows: int) -> NDArray[np.int64]:
    """A table of entries (row, column, value) of a level: int64 (rows, tiles)."""
    found = connection.execute(
        f"SELECT * FROM {table} WHERE level = ?",  # noqa: S608
        (level.name,),
    )
    matrix = np.zeros((rows, level.tiles), dtype=np.int64)
    for _, row, column, value in found:
        matrix[row, column] = value
    return matrix


def _read_kernel(connection: Connection, level: Level) -> tuple[Generator, ...]:
    rows = connection.execute(
        "SELECT generator, prime, multiples, value FROM kernel WHERE level = ? "
        "ORDER BY generator, tile",
        (level.name,),
    )
    of_generator: dict[tuple[int, int, int], list[int]] = {}
    for generator, prime, multiples, value in rows:
        of_generator.setdefault((generator, prime, multiples), []).append(value)
    return tuple(
        Generator(prime, multiples, np.array(vector, dtype=np.int64))
        for (_, prime, multiples), vector in of_generator.items()
    )


def read_algebras(path: Path) -> dict[str, Algebra]:
    """Level -> what the artifact of this stage says of it.

    Raises:
        PipelineError: it is missing, damaged, or of another kind.
    """
    with closing(open_database(path, "levels", SCHEMA_VERSION)) as connection:
        algebras = {}
        for name, shape, side, directions, form, divisor in connection.execute(
            "SELECT level, shape, side, directions, smith_normal_form, divisor FROM levels "
            "ORDER BY rowid"
        ):
            level = Level(name, Shape(shape), side, directions)
            (n_checks,) = connection.execute(
                "SELECT count(DISTINCT check_no) FROM checks WHERE level = ?", (name,)
            ).fetchone()
            algebras[name] = Algebra(
                level=level,
                smith_diagonal=parse_diagonal(form),
                divisor=divisor,
                inverse=_matrix(connection, "inverse", level, level.tiles),
                checks=_matrix(connection, "checks", level, n_checks),
                kernel=_read_kernel(connection, level),
            )
        return algebras


def main(level: LevelsOption, out: OutOption) -> None:
    """Work out every level: tap matrix, Smith normal form, solver, checks, kernel.

    Example: python -m pipeline.arrow_puzzle.levels --level expert=hexagon-4-6
    --out results/arrow_puzzle/parts/levels.db
    """
    levels = parse_levels(level)
    provenance = ProvenanceNotes(__file__, [], level_parameters(levels))
    algebras = [algebra_of(one) for one in levels]
    content: dict[str, list[tuple[Any, ...]]] = {table: [] for table in TABLES["levels"]}
    for algebra in algebras:
        for table, rows in _rows(algebra).items():
            content[table] += [(algebra.level.name, *row) for row in rows]
    with create_database(out, SCHEMA_VERSION, provenance) as writer:
        writer.insert_tables(TABLES["levels"], content)
    for algebra in algebras:
        say(
            f"levels: {algebra.level.name}: {written_diagonal(algebra.smith_diagonal)}; "
            f"{algebra.n_solvable_boards:,} solvable boards with {algebra.n_solutions:,} solutions"
        )


if __name__ == "__main__":
    run_command(main)
