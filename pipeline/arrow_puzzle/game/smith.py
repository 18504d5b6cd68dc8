"""The Smith normal form of an integer matrix, with the row and column operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Matrix = list[list[int]]


class SmithForm(NamedTuple):
    """left * matrix * right = the diagonal matrix of `diagonal`."""

    left: Matrix
    """Of determinant 1 or -1."""
    diagonal: list[int]
    """Each entry is at least 0 and divides the next one; 0 is divided by all."""
    right: Matrix
    """Of determinant 1 or -1."""


def _identity(size: int) -> Matrix:
    return [[int(row == column) for column in range(size)] for row in range(size)]


def _add_row(matrix: Matrix, to: int, factor: int, row: int) -> None:
    """Add a multiple of one row to another."""
    added = matrix[row]
    matrix[to] = [value + factor * other for value, other in zip(matrix[to], added, strict=True)]


def _transposed(matrix: Matrix) -> Matrix:
    return [list(column) for column in zip(*matrix, strict=True)]


class _Reduction:
    """A square matrix on its way to the Smith normal form; `right` is kept transposed.

    The methods work on rows; `turn` swaps rows and columns, so that they work on columns too.
    """

    def __init__(self, matrix: Sequence[Sequence[int]]) -> None:
        self.rows = [list(map(int, row)) for row in matrix]
        self.operations = _identity(len(self.rows))
        self.other_operations = _identity(len(self.rows))

    def turn(self) -> None:
        """Make columns rows."""
        self.rows = _transposed(self.rows)
        self.operations, self.other_operations = self.other_operations, self.operations

    def add_row(self, to: int, factor: int, row: int) -> None:
        """Add a multiple of one row to another."""
        _add_row(self.rows, to, factor, row)
        _add_row(self.operations, to, factor, row)

    def swap_rows(self, one: int, other: int) -> None:
        """Swap two rows."""
        for matrix in (self.rows, self.operations):
            matrix[one], matrix[other] = matrix[other], matrix[one]

    def smallest_below(self, done: int) -> tuple[int, int] | None:
        """The place of the entry nearest to 0, but not 0, after the rows and columns that are done."""
        best: tuple[int, int, int] | None = None
        for i in range(done, len(self.rows)):
            for j in range(done, len(self.rows)):
                size = abs(self.rows[i][j])
                if size and (best is None or size < best[0]):
                    best = (size, i, j)
                    if size == 1:
                        return i, j
        return best and (best[1], best[2])

    def clear_column(self, done: int) -> bool:
        """Subtract the pivot's row from those below it; returns whether nothing is left below the pivot."""
        pivot = self.rows[done][done]
        for row in range(done + 1, len(self.rows)):
            if self.rows[row][done]:
                self.add_row(row, -(self.rows[row][done] // pivot), done)
        return not any(self.rows[row][done] for row in range(done + 1, len(self.rows)))


def smith_normal_form(matrix: Sequence[Sequence[int]]) -> SmithForm:
    """The Smith normal form of a square integer matrix, by elimination with exact integers.

    Source: the classical algorithm, as in H. Cohen, A Course in Computational Algebraic Number
    Theory, section 2.4.4.

    Args:
        matrix: square, (n, n).
    """
    work = _Reduction(matrix)
    size = len(work.rows)
    for done in range(size):
        while (place := work.smallest_below(done)) is not None:
            row, column = place
            work.swap_rows(done, row)
            work.turn()
            work.swap_rows(done, column)
            row_is_clear = work.clear_column(done)
            work.turn()
            if work.clear_column(done) and row_is_clear and _divides_remainder(work, done):
                break
    left, right = work.operations, _transposed(work.other_operations)
    diagonal = [work.rows[i][i] for i in range(size)]
    for i, entry in enumerate(diagonal):
        if entry < 0:
            left[i] = [-value for value in left[i]]
    return SmithForm(left, [abs(entry) for entry in diagonal], right)


def _divides_remainder(work: _Reduction, done: int) -> bool:
    """Whether the pivot divides all entries after it; if not, adds a row that it does not divide to its row."""
    pivot = work.rows[done][done]
    for row in range(done + 1, len(work.rows)):
        if any(value % pivot for value in work.rows[row]):
            work.add_row(done, 1, row)
            return False
    return True


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
