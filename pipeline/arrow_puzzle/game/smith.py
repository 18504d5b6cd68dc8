"""The Smith normal form of an integer matrix, with the row and column operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pipeline.core.arrays import Matrix

Exact = Matrix[np.object_]
"""A square matrix of Python's integers, which are of any size."""


class SmithForm(NamedTuple):
    """left @ matrix @ right is the diagonal matrix of `diagonal`."""

    left: Exact
    """Of determinant 1 or -1."""
    diagonal: list[int]
    """Each entry is at least 0 and divides the next one; 0 is divided by all."""
    right: Exact
    """Of determinant 1 or -1."""


def _swap(one: int, other: int, *matrices: Exact) -> None:
    """Swap two rows of every matrix."""
    for matrix in matrices:
        matrix[[one, other]] = matrix[[other, one]]


def _clear_column(done: int, rows: Exact, operations: Exact) -> bool:
    """Subtract the pivot's row from those below it; whether nothing is left below the pivot."""
    factors = rows[done + 1 :, done] // rows[done, done]
    changed = np.flatnonzero(factors)
    for matrix in (rows, operations):
        matrix[done + 1 + changed] -= factors[changed, None] * matrix[done]
    return not rows[done + 1 :, done].any()


def smith_normal_form(matrix: Sequence[Sequence[int]]) -> SmithForm:
    """The Smith normal form of a square integer matrix, by elimination with exact integers.

    Source: the classical algorithm, as in H. Cohen, A Course in Computational Algebraic Number
    Theory, section 2.4.4.

    Args:
        matrix: square, (n, n).
    """
    rows = np.array(matrix, dtype=object)
    size = len(rows)
    left, right = np.identity(size, dtype=object), np.identity(size, dtype=object)
    for done in range(size):
        while (rest := rows[done:, done:]).any():
            places = np.argwhere(rest)
            row, column = done + places[np.abs(rest[rest != 0]).argmin()]  # of the entry nearest to 0, but not 0
            _swap(done, row, rows, left)
            _swap(done, column, rows.T, right.T)
            row_is_clear = _clear_column(done, rows.T, right.T)
            if not _clear_column(done, rows, left) or not row_is_clear:
                continue
            undivided = (rows[done + 1 :] % rows[done, done] != 0).any(axis=1)
            if not undivided.any():
                break
            for of in (rows, left):  # a row that the pivot does not divide, so that it becomes smaller
                of[done] += of[done + 1 + undivided.argmax()]
    left[rows.diagonal() < 0] *= -1
    return SmithForm(left, np.abs(rows.diagonal()).tolist(), right)


def written_diagonal(diagonal: Sequence[int]) -> str:
    """The diagonal of a Smith normal form as text, such as `1 x 32, 3, 0 x 4`.

    >>> written_diagonal((1, 1, 3, 0)), parse_diagonal("1 x 2, 3, 0")
    ('1 x 2, 3, 0', (1, 1, 3, 0))
    """
    counts = {entry: diagonal.count(entry) for entry in diagonal}
    return ", ".join(f"{entry} x {n}" if n > 1 else str(entry) for entry, n in counts.items())


def parse_diagonal(text: str) -> tuple[int, ...]:
    """The diagonal that `written_diagonal` has written."""
    found: list[int] = []
    for part in text.split(", "):
        entry, _, count = part.partition(" x ")
        found += [int(entry)] * int(count or 1)
    return tuple(found)
