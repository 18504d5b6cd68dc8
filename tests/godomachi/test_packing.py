"""Plies in hexadecimal digits: nothing is lost, and SQL reads every digit."""

from __future__ import annotations

import sqlite3

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from tablebases.godomachi.cut_tables import MOST_PACKED_PLIES as MAX_PLIES
from tablebases.godomachi.cut_tables import Plies, packed_rows, unpacked
from tests.godomachi.helpers import plies_of

READ = "SELECT substr(hex(?), ?, 1)"


@st.composite
def any_plies(draw: st.DrawFn) -> Plies:
    """Plies of all pairs of up to 20 shapes."""
    shapes = draw(st.integers(1, 20))
    values = draw(arrays.arrays(np.uint8, (shapes, shapes), elements=st.integers(0, MAX_PLIES)))
    upper = np.triu(values, 1)
    both: Plies = upper | upper.T
    return both


@given(any_plies())
def test_what_is_packed_is_unpacked_again(plies: Plies) -> None:
    rows = packed_rows(plies, 0)
    assert (unpacked(rows) == plies).all()
    assert [len(row) for row in rows] == [
        (len(plies) - shape) // 2 for shape in range(len(plies))
    ]  # fmt: skip


@given(any_plies(), st.integers(1, 7))
def test_rows_may_be_packed_some_at_a_time(plies: Plies, at_once: int) -> None:
    rows = []
    for first in range(0, len(plies), at_once):
        rows += packed_rows(plies[first : first + at_once], first)
    assert rows == packed_rows(plies, 0)


@given(any_plies())
def test_sql_reads_the_plies_of_every_pair(plies: Plies) -> None:
    rows = packed_rows(plies, 0)
    connection = sqlite3.connect(":memory:")
    for a, b in zip(*np.triu_indices(len(plies), 1), strict=True):
        ((digit,),) = connection.execute(READ, (rows[a], int(b - a)))
        assert int(digit, base=16) == plies[a, b]
    connection.close()


@pytest.mark.parametrize("n", range(1, 10))
def test_the_plies_of_all_polyominoes_survive(n: int) -> None:
    assert (unpacked(packed_rows(plies_of(n), 0)) == plies_of(n)).all()


def test_the_first_digit_of_a_row_is_the_pair_with_the_next_shape() -> None:
    plies = np.array(
        [[0, 1, 2, 3], [1, 0, 4, 15], [2, 4, 0, 10], [3, 15, 10, 0]], dtype=np.uint8
    )  # fmt: skip
    assert [row.hex() for row in packed_rows(plies, 0)] == ["1230", "4f", "a0", ""]


def test_a_single_shape_has_no_pairs() -> None:
    assert packed_rows(np.zeros((1, 1), np.uint8), 0) == [b""]
    assert unpacked([b""]).tolist() == [[0]]


@pytest.mark.parametrize("plies", [16, 17, 255])
def test_plies_that_fit_into_no_digit_are_refused(plies: int) -> None:
    block = np.array([[0, plies], [plies, 0]], dtype=np.uint8)
    with pytest.raises(ValueError, match=f"^a game takes {plies} plies, but 15 is the most to pac"):
        packed_rows(block, 0)
