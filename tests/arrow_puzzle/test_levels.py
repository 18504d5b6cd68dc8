"""Levels: tiles, taps and names."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle import arrow_puzzle as oracle
from tablebases.arrow.boards import Level, Shape, after_taps, parse_level
from tablebases.errors import InputError
from tests.arrow_puzzle.helpers import GAME, GAME_NAMES, level_names, level_of, oracle_level, oracle_matrix, whole


@pytest.mark.parametrize("name", GAME_NAMES)
def test_levels_of_the_game_have_the_known_tiles_directions_and_numbers_of_boards(name: str) -> None:
    level = level_of(name)
    assert (level.tiles, level.directions) == (whole(f"{name}_tiles"), whole(f"{name}_directions"))
    assert level.directions**level.tiles == whole(f"{name}_boards")


@pytest.mark.parametrize("side", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("shape", Shape)
def test_cells_and_taps_are_those_of_the_oracle_also_if_rows_and_columns_are_swapped(shape: Shape, side: int) -> None:
    name = f"{shape}-{side}-6"
    level = level_of(name)
    assert list(level.cells) == oracle_level(name).cells()
    assert level.tiles == len(level.cells)
    assert level.tap_matrix.tolist() == oracle_matrix(name)
    by_column = sorted(level.cells, key=lambda cell: (cell[1], cell[0]))
    assert [(row, column) for column, row in level.cells] == by_column
    order = [level.cells.index(cell) for cell in by_column]
    assert (level.tap_matrix[np.ix_(order, order)] == level.tap_matrix).all()


@pytest.mark.parametrize(
    ("name", "lengths"),
    [("easy", (3, 3, 3)), ("hard", (4, 5, 6, 7, 6, 5, 4)), ("hexagon-1-6", (1,)), ("square-1-2", (1,))],
)
def test_a_board_has_rows_of_known_lengths(name: str, lengths: tuple[int, ...]) -> None:
    assert level_of(name).row_lengths == lengths


@given(level_names((1, 2, 3, 4), (2, 3, 4, 6, 12)), st.integers(0, 10**9))
def test_taps_change_a_board_as_the_oracle_taps_tile_by_tile(name: str, seed: int) -> None:
    level = level_of(name)
    board, taps = np.random.default_rng(seed).integers(0, level.directions, (2, level.tiles))
    expected = oracle.after_taps(tuple(board.tolist()), taps.tolist(), oracle_matrix(name), level.directions)
    assert after_taps(level, board, taps).tolist() == list(expected)


def test_taps_change_many_boards_at_once_and_negative_taps_undo_them() -> None:
    level = level_of("expert")
    boards, taps = np.random.default_rng(3).integers(0, 6, (2, 50, 37))
    after = after_taps(level, boards, taps)
    assert (after[7] == after_taps(level, boards[7], taps[7])).all()
    assert (after_taps(level, after, -taps) == boards).all()


@pytest.mark.parametrize("known", [(), GAME])
@pytest.mark.parametrize("text", ["hexagon-3-6", "square-1-2", "hexagon-12-100", "square-20-2"])
def test_shape_side_and_directions_name_any_board(text: str, known: tuple[Level, ...]) -> None:
    shape, side, directions = text.split("-")
    assert parse_level(text, known) == Level(text, Shape(shape), int(side), int(directions))


def test_names_of_levels_come_before_those_of_boards() -> None:
    odd = Level("square-3-4", Shape.HEXAGON, 2, 3)
    assert parse_level("square-3-4", [*GAME, odd]) is odd
    assert [parse_level(name, GAME) for name in GAME_NAMES] == list(GAME)


NO_LEVELS = (
    "Diamond hexagon hexagon-3 hexagon-3- hexagon--6 hexagon-3-6-2 hexagon-²-6 hexagon-a-6 hexagon-٣-6 hexagon--3-6"
)


@pytest.mark.parametrize(
    "text", ["", "hexagon-3-6 ", "circle-3-6", "3-6", f"square-{'9' * 5000}-6", *NO_LEVELS.split()]
)
def test_the_error_for_an_unknown_level_names_the_known_ones(text: str) -> None:
    with pytest.raises(InputError) as error:
        parse_level(text, GAME)
    assert str(error.value).startswith(f"there is no level '{text[:50]}")
    assert str(error.value).endswith(
        "'; the levels are easy, medium, hard, expert, and any other "
        "board is named by its shape, side and directions, such as hexagon-3-6 or square-5-4"
    )
