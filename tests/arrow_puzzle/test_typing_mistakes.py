"""Which tile may have been mistyped: against trying every other number on every tile."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebases.arrow.boards import Layout, parse_board, tile_names
from tablebases.arrow.solutions import Fix, TypingMistakes, written_fixes
from tests.arrow_puzzle.helpers import (
    GAME_NAMES,
    HEXAGON_NAMES,
    algebra,
    known_rows,
    level_of,
    oracle_level,
    oracle_matrix,
    random_boards,
    solvable_boards,
    tuples,
    whole,
)
from tests.oracle import arrow_puzzle as oracle

LEVELS = [
    *GAME_NAMES, "hexagon-2-2", "hexagon-2-4", "hexagon-2-6", "hexagon-2-12", "hexagon-3-2",
    "hexagon-3-4", "hexagon-3-6", "hexagon-3-12", "hexagon-4-3", "hexagon-5-10", "square-2-4",
    "square-2-6", "square-5-2",
]  # fmt: skip


def fixes_of(name: str, board: tuple[int, ...]) -> list[Fix]:
    return TypingMistakes(algebra(name)).fixes(np.array([board], dtype=np.uint8))[0]


def fixes_by_trying(name: str, board: tuple[int, ...]) -> list[Fix]:
    """The fixes by the oracle, in reading order."""
    level = oracle_level(name)
    cells = level.cells()
    found = oracle.single_tile_fixes(board, cells, oracle_matrix(name), level.m)
    return [Fix(cells.index(cell), shown - 1) for cell, shown in found]


def mistyped(name: str, number: int) -> list[tuple[int, ...]]:
    """Solvable boards with a mistake in one tile, whether it is noticed or not."""
    boards = solvable_boards(name, number, seed=11)
    random = np.random.default_rng(12)
    tiles = random.integers(0, boards.shape[1], number)
    steps = random.integers(1, level_of(name).directions, number)
    every = np.arange(number)
    boards[every, tiles] = (boards[every, tiles] + steps) % level_of(name).directions
    return tuples(boards)


# --- figures ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HEXAGON_NAMES)
def test_single_mistakes_have_the_known_patterns(name: str) -> None:
    by_failure = TypingMistakes(algebra(name)).by_failure
    assert sum(map(len, by_failure.values())) == whole(f"{name}_mistakes_noticed")
    assert len(by_failure) == whole(f"{name}_mistake_patterns")
    named = Counter(len({tile for tile, _ in changes}) for changes in by_failure.values())
    assert named == Counter(map(len, by_failure.values()))  # a tile is named with one number
    assert named == +Counter(
        {tiles: whole(f"{name}_mistake_patterns_naming_{tiles}_tile{'s' * (tiles > 1)}")
         for tiles in (1, 2, 6)}
    )  # fmt: skip


def test_the_patterns_of_expert_and_hard_are_those_of_the_specification() -> None:
    expert, hard = (TypingMistakes(algebra(name)).by_failure for name in ("expert", "hard"))
    assert (sum(map(len, expert.values())), len(expert)) == (180, 120)
    assert Counter(map(len, expert.values())) == {1: 72, 2: 45, 6: 3}
    assert len(hard) == 12
    assert min(map(len, hard.values())) > 1  # never unique


@pytest.mark.parametrize("name", ["easy", "medium", "hexagon-5-2", "square-1-4"])
def test_where_all_boards_are_solvable_no_mistake_is_noticed(name: str) -> None:
    mistakes = TypingMistakes(algebra(name))
    assert not mistakes.by_failure
    assert mistakes.fixes(random_boards(name, 4)) == [[], [], [], []]


# --- fixes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LEVELS)
def test_boards_with_one_mistake_have_the_fixes_that_trying_all_finds(name: str) -> None:
    for board in mistyped(name, 6):
        assert sorted(fixes_of(name, board)) == fixes_by_trying(name, board)


@pytest.mark.parametrize("name", LEVELS)
def test_any_boards_have_the_fixes_that_trying_all_finds(name: str) -> None:
    for board in tuples(random_boards(name, 6, seed=13)):
        assert sorted(fixes_of(name, board)) == fixes_by_trying(name, board)


@pytest.mark.parametrize("name", HEXAGON_NAMES)
def test_all_known_boards_have_the_known_fixes(name: str) -> None:
    rows = known_rows(name)
    boards = np.array([parse_board(row["board"], level_of(name)) for row in rows])
    names = tile_names(level_of(name), Layout.ROWS)
    found = TypingMistakes(algebra(name)).fixes(boards)
    assert [written_fixes(fixes, names) for fixes in found] == [row["single_tile_fixes"] for row in rows]
    assert {row["kind"] for row in rows if not int(row["solvable"])} != {""}


@given(st.sampled_from(LEVELS), st.integers(0, 10**9))
def test_every_fix_changes_one_tile_and_makes_the_board_solvable(name: str, seed: int) -> None:
    found = algebra(name)
    (board,) = random_boards(name, 1, seed)
    for tile, value in fixes_of(name, tuple(board.tolist())):
        assert 0 <= value < found.level.directions
        assert value != board[tile]
        mended = board.copy()
        mended[tile] = value
        assert found.is_solvable(mended)


@pytest.mark.parametrize("name", LEVELS)
def test_the_right_number_is_among_the_fixes_of_every_mistake_that_is_noticed(name: str) -> None:
    found, m = algebra(name), level_of(name).directions
    (board,) = solvable_boards(name, 1, seed=14)
    mistakes = TypingMistakes(found)
    noticed = 0
    for tile in range(level_of(name).tiles):
        for steps in range(1, m):
            wrong = board.copy()
            wrong[tile] = (wrong[tile] + steps) % m
            fixes = mistakes.fixes(wrong[np.newaxis])[0]
            assert (Fix(tile, int(board[tile])) in fixes) == (not found.is_solvable(wrong))
            noticed += bool(fixes)
    assert noticed == sum(map(len, mistakes.by_failure.values()))


def test_solvable_boards_and_those_with_two_mistakes_have_no_fixes() -> None:
    mistakes = TypingMistakes(algebra("expert"))
    assert mistakes.fixes(solvable_boards("expert", 5)) == [[]] * 5
    boards = [row["board"] for row in known_rows("expert")
              if not int(row["solvable"]) and not row["single_tile_fixes"]]  # fmt: skip
    assert boards
    for board in boards:
        assert fixes_of("expert", oracle.parse_board(board, 6)) == []


@pytest.mark.parametrize("name", LEVELS)
def test_fixes_come_tile_by_tile_and_each_once(name: str) -> None:
    for board in mistyped(name, 20):
        tiles = [fix.tile for fix in fixes_of(name, board)]
        assert tiles == sorted(tiles)
        assert len(set(fixes_of(name, board))) == len(tiles)


@pytest.mark.parametrize("name", ["hexagon-3-4", "hexagon-3-6", "hexagon-3-12", "hexagon-5-10"])
def test_where_not_every_change_of_a_tile_is_noticed_it_is_named_with_several_numbers(
    name: str,
) -> None:
    fixes = [fixes_of(name, board) for board in mistyped(name, 40)]
    assert any(len({fix.tile for fix in of_board}) < len(of_board) for of_board in fixes)


def test_no_boards_have_no_fixes() -> None:
    assert TypingMistakes(algebra("expert")).fixes(random_boards("expert", 0)) == []


# --- text ------------------------------------------------------------------------------------


def test_fixes_are_written_with_the_name_of_the_tile_and_the_number_shown() -> None:
    fixes = [Fix(15, 0), Fix(36, 3)]
    level = level_of("expert")
    assert level.cells[15] == (3, 0)
    assert written_fixes(fixes, tile_names(level, Layout.ROWS)) == "30=1;66=4"
    assert written_fixes(fixes, tile_names(level, Layout.COLUMNS)) == "03=1;66=4"
    assert written_fixes([], []) == ""
