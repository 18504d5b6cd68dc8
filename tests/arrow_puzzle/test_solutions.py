"""The best solutions of one board and of many at once: against trying all taps, and all solutions of the oracle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from tablebases.arrow import solutions
from tablebases.arrow.batches import BatchSolver, Fewest, cost_rows
from tablebases.arrow.boards import MAX_DIRECTIONS, MAX_TILES, after_taps
from tablebases.arrow.linear import Generator
from tablebases.arrow.solutions import Best, Costs, avoiding, best_solutions, span, tap_costs, tile_costs, whole_kernel
from tablebases.errors import Error
from tests.arrow_puzzle.helpers import (
    GAME_NAMES,
    Taps,
    algebra,
    all_solutions,
    all_vectors,
    answers_by_trying_all_taps,
    fewest_of,
    level_of,
    solvable_boards,
    solver,
    tuples,
)

SMALL = ["hexagon-2-2", "hexagon-2-3", "hexagon-2-4", "hexagon-2-6", "square-2-6", "square-2-12", "square-3-3"]
# Few and many solutions; directions that are a prime, a power of one, and neither.
LEVELS = [
    *GAME_NAMES,
    *(f"hexagon-{side}-{m}" for side, m in ((1, 5), (2, 8), (2, 12), (3, 4), (3, 6), (3, 8), (4, 3), (5, 10))),
    *(f"square-{side}-{m}" for side, m in ((1, 100), (2, 6), (3, 30), (5, 2), (6, 10))),
]
SPLIT = ["hexagon-2-100", "hexagon-4-9", "square-2-20"]
"""Levels of more than 4,096 solutions, which solvers examine in batches."""


def n_tapped(taps: Taps) -> int:
    return len(taps) - taps.count(0)


def best(name: str, board: Any, *costs: Costs) -> Best | None:
    """The best solutions of one board."""
    found = algebra(name)
    return best_solutions(
        found.one_solution(board).astype(np.int64), whole_kernel(found), *costs, directions=found.level.directions
    )


def as_rows(fewest: Fewest) -> list[tuple[int, int, int, Taps]]:
    """(fewest taps, solutions with as few, fewest tiles, the first of these) of every board."""
    return list(zip(*(figures.tolist() for figures in fewest[:3]), tuples(fewest.solutions), strict=True))


# --- all solutions ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", LEVELS)
def test_one_solution_plus_the_kernel_is_all_solutions(name: str) -> None:
    found = algebra(name)
    kernel = whole_kernel(found)
    (board,) = solvable_boards(name, 1)
    one = found.one_solution(board).astype(np.int64)
    every = one + kernel.few[:, np.newaxis] + kernel.rest[np.newaxis].astype(np.int64)
    assert sorted(tuples(every.reshape(-1, found.level.tiles) % found.level.directions)) == all_solutions(name, board)


def test_generators_span_all_sums_of_their_multiples() -> None:
    assert span([], 3, 4).tolist() == [[0, 0, 0]]
    first = Generator(2, 2, np.array([0, 3, 3]))
    second = Generator(3, 3, np.array([2, 0, 4]))
    assert tuples(span([first, second], 3, 6)) == [(0, 0, 0), (2, 0, 4), (4, 0, 2), (0, 3, 3), (2, 3, 1), (4, 3, 5)]


def test_the_solvers_examine_at_most_16_million_solutions() -> None:
    kernel = whole_kernel(algebra("square-5-6"))
    assert len(kernel.few) * len(kernel.rest) == 2**9 * 3**9
    for solve in (whole_kernel, BatchSolver):
        with pytest.raises(Error, match=r"^level square-5-8: a board has 134,217,728 solutions, too many to find"):
            solve(algebra("square-5-8"))


# --- the best of one board -------------------------------------------------------------------


def test_each_tap_costs_1_or_each_tapped_tile() -> None:
    assert tap_costs(algebra("easy")).tolist() == [[0, 1, 2, 3]] * 9
    assert tile_costs(algebra("easy")).tolist() == [[0, 1, 1, 1]] * 9


def test_avoided_tiles_cost_more_than_any_solution_and_leave_the_given_costs_unchanged() -> None:
    costs = tap_costs(algebra("square-3-100"))
    avoided = avoiding(costs, [5, 8])
    assert avoided[[5, 8], 0].tolist() == [0, 0]
    assert avoided[[5, 8], 1:].min() > MAX_TILES * (MAX_DIRECTIONS - 1)
    assert MAX_TILES * int(avoided.max()) <= np.iinfo(np.int32).max
    assert np.delete(avoided, [5, 8], axis=0).tolist() == [list(range(100))] * 7
    assert costs.tolist() == [list(range(100))] * 9


@pytest.mark.parametrize("name", LEVELS)
def test_the_best_solutions_are_those_of_all_solutions_of_the_oracle(name: str) -> None:
    found = algebra(name)
    random = np.random.default_rng(2)
    for n_avoided, board in enumerate(solvable_boards(name, 3, seed=2)):
        every = all_solutions(name, board)
        fewest = min(map(sum, every))
        by_taps = best(name, board, tap_costs(found))
        assert by_taps is not None
        assert (by_taps.cost, by_taps.taps.dtype) == (fewest, np.uint8)
        assert tuples(by_taps.taps) == [taps for taps in every if sum(taps) == fewest]
        fewest_tiles = min((n_tapped(taps), sum(taps)) for taps in every)
        by_tiles = best(name, board, tile_costs(found), tap_costs(found))
        assert by_tiles is not None
        assert by_tiles.cost == fewest_tiles[0]
        assert tuples(by_tiles.taps) == [taps for taps in every if (n_tapped(taps), sum(taps)) == fewest_tiles]
        avoided = random.integers(0, level_of(name).tiles, n_avoided + 1).tolist()
        allowed = [taps for taps in every if not any(taps[tile] for tile in avoided)]
        without = best(name, board, avoiding(tap_costs(found), avoided))
        assert (without is None) == (not allowed)
        if without:
            assert without.cost == min(map(sum, allowed))
            assert tuples(without.taps) == [taps for taps in allowed if sum(taps) == without.cost]


def test_a_solved_board_needs_no_tap_even_if_all_tiles_are_avoided() -> None:
    found = best("expert", np.zeros(37), avoiding(tap_costs(algebra("expert")), range(37)))
    assert found is not None
    assert (found.cost, found.taps.tolist()) == (0, [[0] * 37])


@pytest.mark.parametrize(
    ("name", "at_once"), [("hard", 1), ("hard", 5), ("hexagon-2-12", 7), ("hexagon-3-6", 40), ("expert", 500)]
)
def test_answers_do_not_depend_on_the_number_of_solutions_examined_together(
    monkeypatch: pytest.MonkeyPatch, name: str, at_once: int
) -> None:
    found, boards = algebra(name), solvable_boards(name, 2, seed=5)
    costs: Sequence[Sequence[Costs]] = [
        [tap_costs(found)],
        [tile_costs(found), tap_costs(found)],
        [avoiding(tap_costs(found), [0])],
    ]

    def answers() -> list[object]:
        each = [best(name, board, *each) for board in boards for each in costs]
        return [one and (one.cost, one.taps.tolist()) for one in each]

    expected, expected_rows = answers(), as_rows(fewest_of(name, boards))
    monkeypatch.setattr(solutions, "MAX_TRANSLATES", at_once)
    kernel = whole_kernel(found)
    assert len(kernel.few) <= at_once
    assert len(kernel.few) * len(kernel.rest) == found.n_solutions
    assert answers() == expected
    assert as_rows(BatchSolver(found).fewest(found.one_solution(boards))) == expected_rows


@pytest.mark.parametrize("name", ["hexagon-2-72", "hexagon-2-100"])
def test_all_solutions_are_the_best_if_taps_cost_nothing_even_with_many_directions(name: str) -> None:
    level, kernel = level_of(name), whole_kernel(algebra(name))
    assert len(kernel.rest) > 1
    solution = np.full(level.tiles, level.directions - 1, dtype=np.uint8)
    board = after_taps(level, np.zeros(level.tiles, dtype=np.int64), -solution.astype(np.int64))
    nothing = np.zeros_like(tap_costs(algebra(name)))
    found = best_solutions(solution, kernel, nothing, directions=level.directions)
    assert found is not None
    assert tuples(found.taps) == all_solutions(name, board)


# --- many boards at once ---------------------------------------------------------------------


@pytest.mark.parametrize("name", [*SMALL, pytest.param("easy", marks=pytest.mark.thorough)])
def test_every_board_has_the_answers_of_trying_all_taps(name: str) -> None:
    tried, boards = answers_by_trying_all_taps(name), all_vectors(name)
    solvable = algebra(name).is_solvable(boards)
    assert (solvable == (tried.n_solutions > 0)).all()
    assert solvable.sum() == algebra(name).n_solvable_boards
    assert set(tried.n_solutions[solvable].tolist()) == {algebra(name).n_solutions}
    found = fewest_of(name, boards[solvable])
    assert (found.min_taps == tried.min_taps[solvable]).all()
    assert (found.n_min_solutions == tried.n_min_solutions[solvable]).all()
    assert (found.min_tiles == tried.min_tiles[solvable]).all()
    assert (found.solutions == tried.solutions[solvable]).all()


@pytest.mark.parametrize("name", [*LEVELS, *SPLIT, "hexagon-3-14", "hexagon-4-8"])
def test_many_boards_at_once_have_the_answers_of_each_alone(name: str) -> None:
    found, boards = algebra(name), solvable_boards(name, 1 if name in SPLIT else 10, seed=7)
    rows = []
    for board in boards:
        by_taps, by_tiles = (best(name, board, costs(found)) for costs in (tap_costs, tile_costs))
        assert by_taps is not None
        assert by_tiles is not None
        rows.append((by_taps.cost, len(by_taps.taps), by_tiles.cost, tuples(by_taps.taps)[0]))
    assert as_rows(fewest_of(name, boards)) == rows
    assert as_rows(fewest_of(name, boards[:0])) == []


@pytest.mark.parametrize(("tile", "type_of_costs"), [(85, np.uint8), (86, np.uint16)])
def test_255_is_the_largest_cost_of_a_byte(tile: int, type_of_costs: type) -> None:
    costs = np.array([[0, 85], [0, 85], [0, tile]], dtype=np.int32)
    assert cost_rows(costs, np.zeros((1, 3), dtype=np.uint8)).dtype == type_of_costs


def test_a_row_has_the_cost_of_its_tile_in_every_solution() -> None:
    few = span(algebra("hexagon-2-6").kernel, 7, 6)
    costs = np.random.default_rng(1).integers(0, 30, (7, 6)).astype(np.int32)
    rows = cost_rows(costs, few)
    assert rows.shape == (7, 6, 36)
    for tile, taps, vector in np.ndindex(rows.shape):
        assert rows[tile, taps, vector] == costs[tile, (taps + few[vector, tile]) % 6]


@pytest.mark.parametrize("name", [*SPLIT, "hexagon-4-8", "hexagon-2-64", "expert", "easy"])
def test_the_solver_examines_at_most_4096_solutions_together(name: str) -> None:
    kernel, n_solutions = solver(name).kernel, algebra(name).n_solutions
    assert len(kernel.few) * len(kernel.rest) == n_solutions
    assert len(kernel.few) <= 4096
    assert (len(kernel.rest) == 1) == (n_solutions <= 4096) == (name not in SPLIT)
