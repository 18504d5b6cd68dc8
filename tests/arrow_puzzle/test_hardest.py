"""The search for boards that need many taps."""

from __future__ import annotations

import numpy as np
import pytest

from tablebases.arrow.batches import averaging_bound, exact_tap_counts, hard_boards
from tablebases.arrow.boards import after_taps
from tests.arrow_puzzle.helpers import Vectors, algebra, all_solutions, level_of, solver, tuples, whole


def boards_of(name: str, taps: Vectors) -> list[tuple[int, ...]]:
    """The boards that these taps solve."""
    return tuples(after_taps(level_of(name), np.zeros_like(taps), -taps.astype(np.int64)))


def proven_taps(name: str, taps: Vectors) -> list[int]:
    """The fewest taps of the boards that these taps solve, by the oracle."""
    return [min(map(sum, all_solutions(name, board))) for board in boards_of(name, taps)]


@pytest.mark.parametrize(("name", "most", "steps"), [("easy", 27, 2_000), ("medium", 48, 5_000), ("hard", 19, 20_000)])
def test_the_search_finds_boards_that_need_as_many_taps_as_the_bound(name: str, most: int, steps: int) -> None:
    taps = hard_boards(solver(name), 4 if name == "hard" else 1, steps, seed=1)
    assert set(proven_taps(name, taps)) == {most} == {averaging_bound(algebra(name))}


SMALL = ["hexagon-1-2", "hexagon-2-2", "hexagon-2-5", "hexagon-2-6", "square-1-100", "square-2-12", "square-3-3"]


@pytest.mark.parametrize("name", SMALL)
def test_the_search_finds_the_most_taps_of_exact_counts(name: str) -> None:
    taps = hard_boards(solver(name), 6, 5_000, seed=1)
    assert set(proven_taps(name, taps)) == {max(exact_tap_counts(algebra(name)))}


@pytest.mark.thorough
def test_a_short_search_finds_expert_boards_that_need_79_taps_and_none_above_the_bound() -> None:
    taps = hard_boards(solver("expert"), 4, 200_000, seed=1)
    (most,) = set(proven_taps("expert", taps))
    assert 79 <= most <= whole("expert_fewest_taps_bound")
    assert set(solver("expert").fewest(taps).min_taps.tolist()) == {most}


@pytest.mark.parametrize("name", ["expert", "hexagon-3-16"])
def test_the_same_seed_gives_the_same_boards_and_another_seed_others(name: str) -> None:
    first, same, other = (hard_boards(solver(name), 3, 500, seed) for seed in (4, 4, 5))
    assert first.dtype == np.uint8
    assert first.tolist() == same.tolist() != other.tolist()


@pytest.mark.parametrize("name", ["expert", "hexagon-3-4", "hexagon-3-16"])
def test_the_search_lists_each_board_once_and_all_need_the_same_taps(name: str) -> None:
    taps = hard_boards(solver(name), 12, 300, seed=2)
    assert len(set(proven_taps(name, taps))) == 1
    assert len(set(boards_of(name, taps))) == len(taps) <= 12


def test_boards_come_in_the_order_of_their_best_solutions() -> None:
    taps = hard_boards(solver("hexagon-2-6"), 30, 3_000, seed=1)
    assert len(taps) > 1
    assert tuples(taps) == sorted(tuples(taps))
    assert solver("hexagon-2-6").fewest(taps).solutions.tolist() == taps.tolist()


def test_a_search_without_improvement_gives_the_board_where_it_began() -> None:
    for seed in range(20):
        (taps,) = hard_boards(solver("expert"), 1, 1, seed)
        assert solver("expert").fewest(taps[np.newaxis]).min_taps > 40  # as random boards do


def test_a_board_that_needs_as_many_taps_as_the_bound_ends_the_search() -> None:
    # Otherwise a million million steps would not end.
    assert proven_taps("easy", hard_boards(solver("easy"), 1, 10**12, seed=1)) == [27]
