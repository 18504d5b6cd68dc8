"""Stage levels: what algebra says of every level, complete enough to solve boards from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray
from sqlalchemy import Table

from pipeline.arrow_puzzle.game.algebra import Algebra, algebra_of, prime_powers
from pipeline.arrow_puzzle.game.levels import Level, check_different_names, names_a_board, parse_level
from pipeline.arrow_puzzle.game.smith import written_diagonal
from pipeline.arrow_puzzle.tables import CELLS, CHECKS, INVERSE, KERNEL, LEVELS, LEVELS_PART, PRIMES, TAP_MATRIX
from pipeline.core.database import create_database
from pipeline.core.errors import InputError
from pipeline.core.progress import say
from pipeline.core.provenance import ProvenanceNotes
from pipeline.core.stage import run_stage

Rows = list[dict[str, object]]


def parse_levels(options: Sequence[str]) -> list[Level]:
    """The levels that options NAME=SHAPE-SIDE-DIRECTIONS name.

    Raises:
        InputError: one is not written so, is not a board, or has the name of another one.
    """
    levels = []
    for option in options:
        name, _, board = option.partition("=")
        if not name or not names_a_board(board):
            raise InputError(f"--level must be written as in easy=square-3-4 or expert=hexagon-4-6, but is '{option}'")
        levels.append(replace(parse_level(board, ()), name=name))
    check_different_names(levels)
    return levels


def _entries(matrix: NDArray[np.int64]) -> Iterator[tuple[int, int, int]]:
    """(row, column, value) of all entries."""
    for row, values in enumerate(matrix.tolist()):
        for column, value in enumerate(values):
            yield row, column, value


def _rows(algebra: Algebra) -> Mapping[Table, Rows]:
    """The rows of one level, without its name."""
    level = algebra.level
    return {
        LEVELS: [
            {
                "shape": level.shape.value,
                "side": level.side,
                "directions": level.directions,
                "tiles": level.tiles,
                "smith_normal_form": written_diagonal(algebra.smith_diagonal),
                "n_solutions": str(algebra.n_solutions),
                "n_solvable_boards": str(algebra.n_solvable_boards),
                "divisor": algebra.divisor,
            }
        ],
        PRIMES: [
            {
                "prime": prime,
                "power": power,
                "rank": algebra.rank(prime),
                "n_solutions": str(algebra.n_solutions_in(prime)),
            }
            for prime, power in prime_powers(level.directions)
        ],
        CELLS: [{"tile": tile, "row": row, "column": column} for tile, (row, column) in enumerate(level.cells)],
        TAP_MATRIX: [{"tapped": i, "turned": j} for i, j, turns in _entries(level.tap_matrix) if turns],
        INVERSE: [{"tapped": i, "tile": j, "value": value} for i, j, value in _entries(algebra.inverse)],
        CHECKS: [{"check_no": i, "tile": j, "value": value} for i, j, value in _entries(algebra.checks)],
        KERNEL: [
            {
                "generator": number,
                "prime": generator.prime,
                "multiples": generator.multiples,
                "tile": tile,
                "value": value,
            }
            for number, generator in enumerate(algebra.kernel)
            for tile, value in enumerate(generator.vector.tolist())
        ],
    }


def main(level: Annotated[list[str], typer.Option(help="A level as NAME=SHAPE-SIDE-DIRECTIONS.")], out: Path) -> None:
    """Work out every level: tap matrix, Smith normal form, solver, checks, kernel.

    Example: python -m pipeline.arrow_puzzle.stages.levels --level expert=hexagon-4-6
    --out results/arrow_puzzle/parts/levels.db

    Args:
        level: may be given again.
        out: where to write the database.
    """
    levels = parse_levels(level)
    provenance = ProvenanceNotes(__file__, [], {"levels": level})
    algebras = [algebra_of(one) for one in levels]
    content: dict[Table, Rows] = {}
    for algebra in algebras:
        for of, rows in _rows(algebra).items():
            content.setdefault(of, []).extend({"level": algebra.level.name, **row} for row in rows)
    with create_database(out, LEVELS_PART, provenance) as writer:
        for of, rows in content.items():
            writer.insert(of, rows)
    for algebra in algebras:
        say(
            f"levels: {algebra.level.name}: {written_diagonal(algebra.smith_diagonal)}; "
            f"{algebra.n_solvable_boards:,} solvable boards with {algebra.n_solutions:,} solutions"
        )


if __name__ == "__main__":
    run_stage(main)
