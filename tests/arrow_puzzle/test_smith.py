"""The Smith normal form of integer matrices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import gcd, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebases.arrow.boards import Shape
from tablebases.arrow.linear import SmithForm, parse_diagonal, smith_normal_form, written_diagonal
from tests.arrow_puzzle.helpers import algebra, figure, level_of
from tests.oracle import arrow_puzzle as oracle

Matrix = list[list[int]]


def determinant(matrix: Sequence[Sequence[int]]) -> int:
    """The determinant by Bareiss's elimination, which stays in the integers."""
    rows = [list(row) for row in matrix]
    sign, before = 1, 1
    for done in range(len(rows)):
        pivot = next((i for i in range(done, len(rows)) if rows[i][done]), None)
        if pivot is None:
            return 0
        if pivot != done:
            rows[done], rows[pivot] = rows[pivot], rows[done]
            sign = -sign
        for i in range(done + 1, len(rows)):
            for j in range(done + 1, len(rows)):
                value = rows[i][j] * rows[done][done] - rows[i][done] * rows[done][j]
                rows[i][j] = value // before
        before = rows[done][done]
    return sign * before


def minors(matrix: Matrix, size: int) -> Iterator[int]:
    """The determinants of all square parts of this size."""
    every = range(len(matrix))
    for rows in combinations(every, size):
        for columns in combinations(every, size):
            yield determinant([[matrix[i][j] for j in columns] for i in rows])


def check(matrix: Matrix, form: SmithForm) -> None:
    """That a form is the Smith normal form of a matrix."""
    left, right = (np.array(of, dtype=object) for of in (form.left, form.right))
    product = (left @ np.array(matrix, dtype=object) @ right).tolist()
    size = len(matrix)
    assert product == [[form.diagonal[i] if i == j else 0 for j in range(size)] for i in range(size)]
    assert abs(determinant(form.left)) == abs(determinant(form.right)) == 1
    assert all(entry >= 0 for entry in form.diagonal)
    for entry, following in pairwise(form.diagonal):
        assert following % entry == 0 if entry else following == 0


def matrices(size: st.SearchStrategy[int], largest: int) -> st.SearchStrategy[Matrix]:
    """Square matrices, half of them with many zeros."""
    entries = st.integers(-largest, largest) | st.sampled_from([0, 0, 0, 1, -1, 2])
    return size.flatmap(lambda n: st.lists(st.lists(entries, min_size=n, max_size=n), min_size=n, max_size=n))


# --- the form --------------------------------------------------------------------------------


@given(matrices(st.integers(1, 6), 12))
def test_left_matrix_right_is_the_diagonal_and_each_entry_divides_the_next(matrix: Matrix) -> None:
    check(matrix, smith_normal_form(matrix))


@given(matrices(st.integers(1, 4), 30))
def test_the_first_entries_multiply_to_the_gcd_of_all_minors_of_their_number(
    matrix: Matrix,
) -> None:
    diagonal = smith_normal_form(matrix).diagonal
    for size in range(1, len(matrix) + 1):
        assert prod(diagonal[:size]) == gcd(*minors(matrix, size))


@given(matrices(st.integers(1, 4), 9), st.data())
def test_singular_matrices_end_with_zeros(matrix: Matrix, data: st.DataObject) -> None:
    factors = data.draw(st.lists(st.integers(-3, 3), min_size=len(matrix), max_size=len(matrix)), label="factors")
    # A last row that is a sum of the others, with the zero matrix as the smallest case.
    rows = matrix[:-1]
    last = [sum(f * row[j] for f, row in zip(factors, rows, strict=False)) for j in range(len(matrix))]
    form = smith_normal_form([*rows, last])
    check([*rows, last], form)
    assert form.diagonal[-1] == 0


@given(matrices(st.integers(1, 6), 12))
def test_the_form_is_that_of_the_oracle_and_of_the_transposed_matrix(matrix: Matrix) -> None:
    diagonal = smith_normal_form(matrix).diagonal
    assert diagonal == oracle.smith_normal_form(matrix)
    assert diagonal == smith_normal_form(list(map(list, zip(*matrix, strict=True)))).diagonal


@pytest.mark.parametrize(
    ("matrix", "diagonal"),
    [
        ([[0]], [0]),
        ([[-5]], [5]),
        ([[2, 0], [0, 3]], [1, 6]),
        ([[4, 0], [0, 6]], [2, 12]),
        ([[0, 0], [0, 7]], [7, 0]),
        ([[2, 4, 4], [-6, 6, 12], [10, -4, -16]], [2, 6, 12]),
        ([[6, 0, 0], [0, 10, 0], [0, 0, 15]], [1, 30, 30]),
        ([[0, 0, 0], [0, 0, 0], [0, 0, 0]], [0, 0, 0]),
        ([[10**30, 0], [0, 10**20]], [10**20, 10**30]),
    ],
)
def test_small_examples(matrix: Matrix, diagonal: list[int]) -> None:
    form = smith_normal_form(matrix)
    assert form.diagonal == diagonal
    check(matrix, form)


def test_the_matrix_itself_stays_as_it_is() -> None:
    matrix = [[2, 4], [6, 9]]
    smith_normal_form(matrix)
    assert matrix == [[2, 4], [6, 9]]


# --- the boards ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "side"),
    [("square", 3), ("square", 4), ("hexagon", 2), ("hexagon", 3), ("hexagon", 4)],
)
def test_the_forms_of_the_boards_are_as_known(shape: str, side: int) -> None:
    diagonal = algebra(f"{shape}-{side}-6").smith_diagonal
    assert " ".join(map(str, diagonal)) == figure(f"{shape}_{side}_smith_normal_form")


@pytest.mark.parametrize("side", range(1, 8))
@pytest.mark.parametrize("shape", Shape)
def test_the_operations_on_the_tap_matrices_are_exact(shape: Shape, side: int) -> None:
    matrix = level_of(f"{shape}-{side}-6").tap_matrix.tolist()
    check(matrix, smith_normal_form(matrix))


# --- text ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("easy", "1 x 9"),
        ("medium", "1 x 16"),
        ("hard", "1 x 32, 3, 0 x 4"),
        ("expert", "1 x 32, 3, 0 x 4"),
        ("hexagon-3-6", "1 x 16, 8, 0 x 2"),
        ("hexagon-5-2", "1 x 59, 5, 355"),
        ("square-1-2", "1"),
    ],
)
def test_a_diagonal_is_written_with_how_often_each_entry_is_there(name: str, text: str) -> None:
    diagonal = algebra(name).smith_diagonal
    assert written_diagonal(diagonal) == text
    assert parse_diagonal(text) == diagonal


@given(matrices(st.integers(1, 6), 12))
def test_a_written_diagonal_is_read_back(matrix: Matrix) -> None:
    diagonal = smith_normal_form(matrix).diagonal
    assert parse_diagonal(written_diagonal(diagonal)) == tuple(diagonal)
