"""Boards: borders, rotations, groups."""

from __future__ import annotations

import pytest

from oracle import nine_tiles_panic as oracle
from tablebases.errors import Error
from tablebases.nine_tiles.rules.tiles import OUTSIDE, Board

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


@pytest.mark.parametrize(("rows", "columns"), [(0, 3), (3, 0), (-1, -1), (1, 11), (4, 3)])
def test_the_error_names_the_size_of_an_impossible_board(rows: int, columns: int) -> None:
    with pytest.raises(Error) as error:
        Board(rows, columns)
    assert str(error.value) == (
        f"a board of {rows} rows and {columns} columns is not possible: it must have 1 to 10 positions"
    )
