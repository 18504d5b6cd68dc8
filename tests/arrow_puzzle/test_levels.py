"""Levels: their tiles, what a tap turns, and how they are named."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebases.arrow.boards import Level, Shape, parse_level
from tablebases.errors import InputError
from tests.arrow_puzzle.helpers import (
    GAME,
    GAME_NAMES,
    level_names,
    level_of,
    oracle_level,
    oracle_matrix,
    whole,
)
from tests.oracle import arrow_puzzle as oracle

ALL_SIZES = [f"{shape}-{side}-6" for shape in Shape for side in (1, 2, 3, 4, 5, 6)]

# --- tiles -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAME_NAMES)
def test_levels_of_the_game_have_the_known_tiles_and_directions(name: str) -> None:
    level = level_of(name)
    assert level.tiles == whole(f"{name}_tiles")
    assert level.directions == whole(f"{name}_directions")


@pytest.mark.parametrize("name", [*GAME_NAMES, *ALL_SIZES])
def test_cells_and_tap_matrix_are_those_of_the_oracle(name: str) -> None:
    level = level_of(name)
    assert list(level.cells) == oracle_level(name).cells()
    assert level.tiles == len(level.cells)
    assert level.tap_matrix.tolist() == oracle_matrix(name)


@pytest.mark.parametrize(
    ("name", "lengths"),
    [
        ("easy", (3, 3, 3)),
        ("medium", (4, 4, 4, 4)),
        ("hard", (4, 5, 6, 7, 6, 5, 4)),
        ("expert", (4, 5, 6, 7, 6, 5, 4)),
        ("hexagon-1-6", (1,)),
        ("hexagon-2-6", (2, 3, 2)),
        ("square-1-2", (1,)),
    ],
)
def test_rows_have_so_many_tiles(name: str, lengths: tuple[int, ...]) -> None:
    assert level_of(name).row_lengths == lengths


def test_the_cells_of_a_hexagon_of_side_2_are_those_of_the_picture() -> None:
    assert level_of("hexagon-2-6").cells == (
        (0, 0), (0, 1),
        (1, 0), (1, 1), (1, 2),
        (2, 1), (2, 2),
    )  # fmt: skip


# --- taps ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*GAME_NAMES, *ALL_SIZES])
def test_reading_rows_as_columns_changes_no_tap(name: str) -> None:
    level = level_of(name)
    assert (level.tap_matrix == level.tap_matrix.T).all()
    assert (level.tap_matrix.diagonal() == 1).all()
    by_column = sorted(level.cells, key=lambda cell: (cell[1], cell[0]))
    assert [(row, column) for column, row in level.cells] == by_column
    order = [level.cells.index(cell) for cell in by_column]
    assert (level.tap_matrix[np.ix_(order, order)] == level.tap_matrix).all()


@given(level_names((1, 2, 3, 4), (2, 3, 4, 6, 12)), st.integers(0, 10**9))
def test_taps_make_of_a_board_what_tapping_one_by_one_makes_of_it(name: str, seed: int) -> None:
    level = level_of(name)
    random = np.random.default_rng(seed)
    board, taps = random.integers(0, level.directions, (2, level.tiles))
    expected = oracle.after_taps(tuple(board.tolist()), taps.tolist(), oracle_matrix(name), level.directions)
    assert level.after_taps(board, taps).tolist() == list(expected)


def test_many_boards_are_tapped_at_once_and_taps_may_be_taken_back() -> None:
    level = level_of("expert")
    boards, taps = np.random.default_rng(3).integers(0, 6, (2, 50, 37))
    after = level.after_taps(boards, taps)
    assert after.shape == (50, 37)
    assert (after[7] == level.after_taps(boards[7], taps[7])).all()
    assert (level.after_taps(after, -taps) == boards).all()


# --- names -----------------------------------------------------------------------------------


@pytest.mark.parametrize("level", GAME, ids=lambda level: level.name)
def test_a_level_is_found_by_its_name(level: Level) -> None:
    assert parse_level(level.name, GAME) is level


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("hexagon-3-6", Level("hexagon-3-6", Shape.HEXAGON, 3, 6)),
        ("square-5-4", Level("square-5-4", Shape.SQUARE, 5, 4)),
        ("square-1-2", Level("square-1-2", Shape.SQUARE, 1, 2)),
        ("hexagon-12-100", Level("hexagon-12-100", Shape.HEXAGON, 12, 100)),
        ("square-20-2", Level("square-20-2", Shape.SQUARE, 20, 2)),
    ],
)
@pytest.mark.parametrize("known", [(), GAME])
def test_any_board_is_found_by_shape_side_and_directions(text: str, level: Level, known: tuple[Level, ...]) -> None:
    assert parse_level(text, known) == level


def test_a_level_may_have_the_name_of_another_board() -> None:
    odd = Level("square-3-4", Shape.HEXAGON, 2, 3)
    assert parse_level("square-3-4", [odd]) is odd


@pytest.mark.parametrize(
    "text",
    ["", "Easy", "extreme", "hexagon", "hexagon-3", "hexagon-3-", "hexagon--6", "hexagon-3-6-2",
     "hexagon-3-6 ", "hexagon-²-6", "hexagon-a-6", "hexagon-٣-6", "hexagon--3-6", "Hexagon-3-6",
     "circle-3-6", "-3-6", "3-6"],
)  # fmt: skip
def test_what_names_no_level_is_refused_saying_what_does(text: str) -> None:
    with pytest.raises(InputError) as error:
        parse_level(text, GAME)
    assert str(error.value) == (
        f"there is no level '{text}'; the levels are easy, medium, hard, expert, and any other "
        "board is named by its shape, side and directions, such as hexagon-3-6 or square-5-4"
    )
    assert error.value.exit_status == 2


@pytest.mark.parametrize("text", [f"hexagon-{'9' * 5000}-6", f"hexagon-6-{'9' * 5000}"])
def test_a_number_of_thousands_of_digits_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(InputError):
        parse_level(text, GAME)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hexagon-0-6", "the side of a hexagon must be 1 to 12 tiles, not 0"),
        ("hexagon-13-6", "the side of a hexagon must be 1 to 12 tiles, not 13"),
        ("square-0-6", "the side of a square must be 1 to 20 tiles, not 0"),
        ("square-21-6", "the side of a square must be 1 to 20 tiles, not 21"),
        ("square-99999999999-6", "the side of a square must be 1 to 20 tiles, not 99999999999"),
        ("hexagon-3-0", "an arrow needs 2 to 100 directions, not 0"),
        ("hexagon-3-1", "an arrow needs 2 to 100 directions, not 1"),
        ("square-3-101", "an arrow needs 2 to 100 directions, not 101"),
    ],
)
def test_boards_without_tiles_or_turns_and_too_large_ones_are_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        parse_level(text, GAME)
    assert str(error.value) == f"level {text}: {message}"
    assert error.value.exit_status == 2
