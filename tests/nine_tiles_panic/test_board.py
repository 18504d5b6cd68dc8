"""Boards: borders, rotations, groups."""

from __future__ import annotations

import pytest

from oracle import nine_tiles_panic as oracle
from tablebases.errors import Error
from tablebases.nine_tiles.tiles import OUTSIDE, Board
from tests.nine_tiles_panic.helpers import by_hand

SIZES = [(rows, columns) for rows in range(1, 11) for columns in range(1, 10 // rows + 1)]


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_neighbours_and_rotations_are_those_of_the_oracle(rows: int, columns: int) -> None:
    board = Board(rows, columns)
    assert board.positions == rows * columns
    for position in range(board.positions):
        for side in oracle.SIDES:
            expected = oracle.neighbour(position, side, rows, columns)
            assert board.neighbour(position, side) == expected
            assert board.neighbours[position, side] == (OUTSIDE if expected is None else expected)
    ways = [
        (turns, [sources.index(position) for position in range(board.positions)])
        for turns, *sources in board.left_rotation_sources.tolist()
    ]
    assert ways == oracle.rotations_with_places(rows, columns)[1:]


@pytest.mark.parametrize(("picture", "largest"), by_hand("largest groups").items())
def test_largest_groups_of_the_real_board(picture: str, largest: int) -> None:
    marks = [mark == "x" for mark in picture.replace(" ", "")]
    assert Board(3, 3).largest_group[sum(1 << p for p, mark in enumerate(marks) if mark)] == largest
    assert oracle.largest_group(marks, 3, 3) == largest


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (2, 2), (1, 4), (4, 1), (2, 5)])
def test_every_set_of_positions_has_the_largest_group_of_the_oracle(rows: int, columns: int) -> None:
    sizes = Board(rows, columns).largest_group
    assert len(sizes) == 1 << rows * columns
    for members, size in enumerate(sizes.tolist()):
        assert size == oracle.largest_group([bool(members >> p & 1) for p in range(rows * columns)], rows, columns)


@pytest.mark.parametrize(("rows", "columns"), [(0, 3), (3, 0), (-1, -1), (1, 11), (4, 3)])
def test_the_error_names_the_size_of_an_impossible_board(rows: int, columns: int) -> None:
    with pytest.raises(Error) as error:
        Board(rows, columns)
    assert str(error.value) == (
        f"a board of {rows} rows and {columns} columns is not possible: it must have 1 to 10 positions"
    )
