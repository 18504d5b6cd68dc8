"""Levels as options of stages, and the rows of their tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated

import numpy as np
import typer
from sqlalchemy import Table

from pipeline.arrow_puzzle.tables import CELLS, CHECKS, INVERSE, KERNEL, LEVELS, PRIMES, TAP_MATRIX
from tablebases.arrays import Matrix
from tablebases.arrow.boards import BOARD_NAME, Level, check_different_names, parse_level
from tablebases.arrow.linear import Algebra, algebra_of
from tablebases.errors import InputError

LevelOptions = Annotated[list[str], typer.Option(help="A level as NAME=SHAPE-SIDE-DIRECTIONS; may be given again.")]
Rows = list[dict[str, object]]


def parse_levels(options: Sequence[str]) -> list[Level]:
    """Read levels from options NAME=SHAPE-SIDE-DIRECTIONS.

    Another form, a wrong board or two equal names are an InputError.
    """
    levels = []
    for option in options:
        name, _, board = option.partition("=")
        if not name or not BOARD_NAME.fullmatch(board):
            raise InputError(f"--level must be written as in easy=square-3-4 or expert=hexagon-4-6, but is '{option}'")
        levels.append(replace(parse_level(board, ()), name=name))
    check_different_names(levels)
    return levels


def algebras_of(options: Sequence[str]) -> dict[str, Algebra]:
    """Level -> its algebra, in the order of the options."""
    return {level.name: algebra_of(level) for level in parse_levels(options)}


def _entries(matrix: Matrix[np.int64], row: str, column: str) -> Rows:
    """A row for every entry of a matrix; `row` and `column` are the names of the columns of its indices."""
    rows = enumerate(matrix.tolist())
    return [{row: i, column: j, "value": value} for i, values in rows for j, value in enumerate(values)]


def _with_texts(facts: Mapping[str, object]) -> dict[str, object]:
    """The same facts, with numbers that may exceed 64 bits as text."""
    return {name: str(value) if name.startswith("n_") else value for name, value in facts.items()}


def rows_of_level(algebra: Algebra) -> Mapping[Table, Rows]:
    """The rows of one level, without its name."""
    level, facts = algebra.level, algebra.facts()
    return {
        LEVELS: [_with_texts(facts)],
        PRIMES: [_with_texts(prime) for prime in facts["primes"]],
        CELLS: [{"tile": tile, "row": row, "column": column} for tile, (row, column) in enumerate(level.cells)],
        TAP_MATRIX: [entry for entry in _entries(level.tap_matrix, "tapped", "turned") if entry["value"]],
        INVERSE: _entries(algebra.inverse, "tapped", "tile"),
        CHECKS: _entries(algebra.checks, "check_no", "tile"),
        KERNEL: [
            {"generator": number, "prime": each.prime, "multiples": each.multiples, "tile": tile, "value": value}
            for number, each in enumerate(algebra.kernel)
            for tile, value in enumerate(each.vector.tolist())
        ],
    }
