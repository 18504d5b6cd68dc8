"""Stage levels: what algebra says of every level, complete enough to solve boards from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from sqlalchemy import Table

from pipeline.arrow_puzzle.tables import CELLS, CHECKS, INVERSE, KERNEL, LEVELS, LEVELS_PART, PRIMES, TAP_MATRIX
from pipeline.artifacts import ProvenanceNotes
from pipeline.database import create_database
from pipeline.stage import run_stage
from tablebases.arrays import Matrix
from tablebases.arrow.boards import Level, check_different_names, names_a_board, parse_level
from tablebases.arrow.linear import Algebra, algebra_of, written_diagonal
from tablebases.errors import InputError
from tablebases.messages import say

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


def _entries(matrix: Matrix[np.int64], row: str, column: str) -> Rows:
    """A row for every entry of a matrix, with these names of columns."""
    rows = enumerate(matrix.tolist())
    return [{row: i, column: j, "value": value} for i, values in rows for j, value in enumerate(values)]


def _with_texts(facts: Mapping[str, object]) -> dict[str, object]:
    """The same with those numbers as text that can be larger than 64 bits."""
    return {name: str(value) if name.startswith("n_") else value for name, value in facts.items()}


def _rows(algebra: Algebra) -> Mapping[Table, Rows]:
    """The rows of one level, without its name."""
    level, facts = algebra.level, algebra.facts()
    return {
        LEVELS: [_with_texts(facts)],
        PRIMES: [_with_texts(of_prime) for of_prime in facts["primes"]],
        CELLS: [{"tile": tile, "row": row, "column": column} for tile, (row, column) in enumerate(level.cells)],
        TAP_MATRIX: [entry for entry in _entries(level.tap_matrix, "tapped", "turned") if entry["value"]],
        INVERSE: _entries(algebra.inverse, "tapped", "tile"),
        CHECKS: _entries(algebra.checks, "check_no", "tile"),
        KERNEL: [
            {"generator": number, "prime": of.prime, "multiples": of.multiples, "tile": tile, "value": value}
            for number, of in enumerate(algebra.kernel)
            for tile, value in enumerate(of.vector.tolist())
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
    content = {algebra.level.name: _rows(algebra) for algebra in algebras}
    with create_database(out, LEVELS_PART, provenance) as writer:
        for of in LEVELS_PART.tables:
            writer.insert(of, [{"level": name, **row} for name, rows in content.items() for row in rows[of]])
    for algebra in algebras:
        say(
            f"levels: {algebra.level.name}: {written_diagonal(algebra.smith_diagonal)}; "
            f"{algebra.n_solvable_boards:,} solvable boards with {algebra.n_solutions:,} solutions"
        )


if __name__ == "__main__":
    run_stage(main)
