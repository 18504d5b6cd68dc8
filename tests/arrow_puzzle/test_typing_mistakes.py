"""Likely typing mistakes, against trying every other number on every tile."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from oracle import arrow_puzzle as oracle
from tablebases.arrow.boards import Layout, tile_names
from tablebases.arrow.solutions import Fix, TypingMistakes, written_fixes
from tests.arrow_puzzle.helpers import (
    HEXAGON_NAMES,
    Taps,
    algebra,
    level_of,
    oracle_level,
    oracle_matrix,
    random_boards,
    solvable_boards,
    tuples,
    whole,
)

# Where not every change of a tile is noticed, a tile may be named with several numbers.
SEVERAL_NUMBERS = ["hexagon-3-4", "hexagon-3-6", "hexagon-3-12", "hexagon-5-10"]
LEVELS = ["easy", "hard", "expert", "hexagon-2-2", "hexagon-2-12", "hexagon-4-3", "square-2-6", *SEVERAL_NUMBERS]


def fixes_of(name: str, boards: list[Taps]) -> list[list[Fix]]:
    return TypingMistakes(algebra(name)).fixes(np.array(boards, dtype=np.uint8))


def mistyped(name: str, number: int) -> list[Taps]:
    """Solvable boards with a mistake in one tile, noticed or not."""
    boards = solvable_boards(name, number, seed=11)
    random = np.random.default_rng(12)
    tiles = random.integers(0, boards.shape[1], number)
    steps = random.integers(1, level_of(name).directions, number)
    every = np.arange(number)
    boards[every, tiles] = (boards[every, tiles] + steps) % level_of(name).directions
    return tuples(boards)


@pytest.mark.parametrize("name", HEXAGON_NAMES)
def test_mistakes_of_one_tile_have_the_known_patterns(name: str) -> None:
    by_failure = TypingMistakes(algebra(name)).by_failure
    assert sum(map(len, by_failure.values())) == whole(f"{name}_mistakes_noticed")
    assert len(by_failure) == whole(f"{name}_mistake_patterns")
    named = Counter(len({tile for tile, _ in changes}) for changes in by_failure.values())
    assert named == Counter(map(len, by_failure.values()))  # each tile is named with one number
    known = {tiles: whole(f"{name}_mistake_patterns_naming_{tiles}_tile{'s' * (tiles > 1)}") for tiles in (1, 2, 6)}
    assert named == Counter(known)


@pytest.mark.parametrize("name", LEVELS[:-1])
def test_fixes_are_those_found_by_trying_every_number_on_every_tile(name: str) -> None:
    level = oracle_level(name)
    cells = level.cells()
    boards = [*mistyped(name, 4), *tuples(random_boards(name, 2, seed=13)), *tuples(solvable_boards(name, 1))]
    for board, fixes in zip(boards, fixes_of(name, boards), strict=True):
        found = oracle.single_tile_fixes(board, cells, oracle_matrix(name), level.m)
        assert fixes == [Fix(cells.index(cell), shown - 1) for cell, shown in found]


@pytest.mark.parametrize("name", LEVELS)
def test_the_right_number_is_among_the_fixes_of_every_noticed_mistake(name: str) -> None:
    found, m = algebra(name), level_of(name).directions
    (board,) = solvable_boards(name, 1, seed=14)
    mistakes = [(tile, steps) for tile in range(len(board)) for steps in range(1, m)]
    boards = np.tile(board, (len(mistakes), 1))
    for wrong, (tile, steps) in zip(boards, mistakes, strict=True):
        wrong[tile] = (wrong[tile] + steps) % m
    every, solvable = fixes_of(name, boards), found.is_solvable(boards)
    for fixes, (tile, _), is_solvable in zip(every, mistakes, solvable, strict=True):
        assert (Fix(tile, int(board[tile])) in fixes) == (not is_solvable)
    assert sum(map(bool, every)) == sum(map(len, TypingMistakes(found).by_failure.values()))
    several = any(len({fix.tile for fix in fixes}) < len(fixes) for fixes in every)
    assert several == (name in SEVERAL_NUMBERS)


def test_written_fixes_have_the_name_of_the_tile_and_the_number_shown() -> None:
    fixes, level = [Fix(15, 0), Fix(36, 3)], level_of("expert")
    assert level.cells[15] == (3, 0)
    assert written_fixes(fixes, tile_names(level, Layout.ROWS)) == "30=1;66=4"
    assert written_fixes(fixes, tile_names(level, Layout.COLUMNS)) == "03=1;66=4"
    assert written_fixes([], []) == ""
