"""Fewest taps of many boards at once: against brute force, the oracle, and the known answers."""

from __future__ import annotations

import numpy as np
import pytest

from tablebases.arrow import solutions
from tablebases.arrow.batches import BatchSolver, Fewest, cost_rows
from tablebases.arrow.boards import all_written
from tablebases.arrow.linear import Algebra
from tablebases.arrow.solutions import best_solutions, span, tap_costs, tile_costs, whole_kernel
from tablebases.errors import Error
from tests.arrow_puzzle.helpers import (
    GAME_NAMES,
    Vectors,
    algebra,
    all_vectors,
    answers_by_trying_all_taps,
    fewest_of,
    is_solved_by,
    known_rows,
    level_of,
    oracle_level,
    oracle_matrix,
    solvable_boards,
    solver,
    tuples,
)
from tests.oracle import arrow_puzzle as oracle

# Level -> the type of the costs: bytes do if every tile can be tapped m - 1 times within 255 taps.
COST_TYPES = {
    "expert": np.uint8,  # 37 * 5 = 185
    "square-4-16": np.uint8,  # 16 * 15 = 240
    "hexagon-3-14": np.uint8,  # 19 * 13 = 247
    "square-1-100": np.uint8,
    "hexagon-3-16": np.uint16,  # 19 * 15 = 285
    "hexagon-4-8": np.uint16,  # 37 * 7 = 259
    "square-3-30": np.uint16,  # 9 * 29 = 261
    "hexagon-2-100": np.uint16,  # 7 * 99 = 693
    "square-6-12": np.uint16,
}
SPLIT = ["hexagon-2-100", "hexagon-4-9", "square-2-20"]
"""Levels of more than 4,096 solutions, which are looked at part by part."""

# All but those that are too slow for the oracle: 19,683 solutions of a board and more.
LEVELS = [
    *GAME_NAMES, "hexagon-1-5", "hexagon-2-2", "hexagon-2-4", "hexagon-2-6", "hexagon-2-12",
    "hexagon-3-2", "hexagon-3-4", "hexagon-3-6", "hexagon-3-16", "hexagon-4-3", "hexagon-4-4",
    "hexagon-4-8", "hexagon-5-2", "hexagon-5-10", "square-1-2", "square-1-100", "square-2-3",
    "square-2-6", "square-2-20", "square-3-30", "square-5-2", "square-6-12",
]  # fmt: skip


def as_rows(fewest: Fewest) -> list[tuple[int, int, int, tuple[int, ...]]]:
    """(fewest taps, solutions with as few, fewest tiles, the first of these) of every board."""
    return list(
        zip(
            fewest.min_taps.tolist(),
            fewest.n_min_solutions.tolist(),
            fewest.min_tiles.tolist(),
            tuples(fewest.solutions),
            strict=True,
        )
    )


def one_by_one(of: Algebra, boards: Vectors) -> list[tuple[int, int, int, tuple[int, ...]]]:
    """The same by the solver of single boards."""
    kernel, directions = whole_kernel(of), of.level.directions
    rows = []
    for solution in of.one_solution(boards):
        wide = solution.astype(np.int64)
        by_taps = best_solutions(wide, kernel, tap_costs(of), directions=directions)
        by_tiles = best_solutions(wide, kernel, tile_costs(of), directions=directions)
        assert by_taps is not None
        assert by_tiles is not None
        rows.append((by_taps.cost, len(by_taps.taps), by_tiles.cost, tuples(by_taps.taps)[0]))
    return rows


# --- every board of small levels -------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["hexagon-2-2", "hexagon-2-3", "hexagon-2-4", "hexagon-2-6",
     "square-2-2", "square-2-3", "square-2-4", "square-2-6", "square-2-12",
     "square-3-2", "square-3-3", "square-3-4"],
)  # fmt: skip
def test_every_board_has_the_answers_that_trying_all_taps_finds(name: str) -> None:
    tried = answers_by_trying_all_taps(name)
    boards = all_vectors(name)
    solvable = algebra(name).is_solvable(boards)
    assert (solvable == (tried.n_solutions > 0)).all()
    found = fewest_of(name, boards[solvable])
    assert (found.min_taps == tried.min_taps[solvable]).all()
    assert (found.n_min_solutions == tried.n_min_solutions[solvable]).all()
    assert (found.min_tiles == tried.min_tiles[solvable]).all()
    assert (found.solutions == tried.solutions[solvable]).all()


@pytest.mark.parametrize("name", ["hexagon-2-2", "square-2-2", "square-2-3", "square-2-4"])
def test_trying_all_taps_finds_what_the_oracle_finds(name: str) -> None:
    tried, level = answers_by_trying_all_taps(name), oracle_level(name)
    for number, board in enumerate(tuples(all_vectors(name))):
        every = oracle.all_solutions_by_brute_force(board, oracle_matrix(name), level.m)
        assert tried.n_solutions[number] == len(every)
        if every:
            fewest = min(map(sum, every))
            assert tried.min_taps[number] == fewest
            assert tried.n_min_solutions[number] == sum(sum(taps) == fewest for taps in every)
            assert tried.min_tiles[number] == min(len(taps) - taps.count(0) for taps in every)
            assert tuples(tried.solutions)[number] == next(t for t in every if sum(t) == fewest)


# --- random boards ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", LEVELS)
def test_random_boards_have_the_answers_of_the_oracle(name: str) -> None:
    boards = solvable_boards(name, 3, seed=6)
    expected = []
    for board in tuples(boards):
        best = oracle.fewest_taps(board, oracle_matrix(name), oracle_level(name).m)
        assert best is not None
        expected.append((best.taps, best.optimal, best.tiles, best.solution))
    assert as_rows(fewest_of(name, boards)) == expected


@pytest.mark.parametrize("name", sorted({*LEVELS, *SPLIT, *COST_TYPES}))
def test_many_boards_at_once_have_the_answers_that_each_has_alone(name: str) -> None:
    boards = solvable_boards(name, 5 if name in SPLIT else 40, seed=7)
    assert as_rows(fewest_of(name, boards)) == one_by_one(algebra(name), boards)


def test_boards_whose_solutions_need_a_division_and_are_split_are_solved() -> None:
    boards = solvable_boards("hexagon-4-9", 5)
    found = fewest_of("hexagon-4-9", boards)
    for board, taps, n_taps in zip(boards, found.solutions, found.min_taps, strict=True):
        assert is_solved_by("hexagon-4-9", board, taps)
        assert taps.sum() == n_taps


@pytest.mark.parametrize("name", GAME_NAMES)
def test_all_known_boards_have_the_known_answers(name: str) -> None:
    rows = [row for row in known_rows(name) if int(row["solvable"])]
    boards = np.array([list(row["board"].encode()) for row in rows], dtype=np.uint8) - ord("1")
    found = fewest_of(name, boards)
    written = all_written(found.solutions, level_of(name))
    for place, row in enumerate(rows):
        assert str(found.min_taps[place]) == row["min_taps"], row
        assert written[place] == row["solution"], row
        assert row["n_min_solutions"] in ("", str(found.n_min_solutions[place])), row
        assert row["min_tiles"] in ("", str(found.min_tiles[place])), row


def test_no_boards_have_no_answers() -> None:
    assert as_rows(fewest_of("expert", solvable_boards("expert", 3)[:0])) == []


def test_the_solutions_that_are_given_stay_as_they_are() -> None:
    solutions_given = algebra("expert").one_solution(solvable_boards("expert", 3))
    before = solutions_given.copy()
    solver("expert").fewest(solutions_given)
    assert (solutions_given == before).all()


# --- tables of costs -------------------------------------------------------------------------


@pytest.mark.parametrize("name", COST_TYPES)
def test_costs_are_bytes_where_those_of_every_solution_fit(name: str) -> None:
    assert solver(name).tap_rows.dtype == COST_TYPES[name]
    assert solver(name).tile_rows.dtype == COST_TYPES[name]


@pytest.mark.parametrize(("tile", "largest"), [(85, np.uint8), (86, np.uint16)])
def test_255_is_the_largest_cost_of_a_byte(tile: int, largest: type) -> None:
    costs = np.array([[0, 85], [0, 85], [0, tile]], dtype=np.int32)
    assert cost_rows(costs, np.zeros((1, 3), dtype=np.uint8)).dtype == largest


def test_a_row_has_the_cost_of_its_tile_in_every_solution() -> None:
    found = algebra("hexagon-2-6")
    few = span(found.kernel, 7, 6)
    random = np.random.default_rng(1)
    costs = random.integers(0, 30, (7, 6)).astype(np.int32)
    rows = cost_rows(costs, few)
    assert rows.shape == (7, 6, 36)
    assert rows.flags.c_contiguous
    for tile, taps, vector in np.ndindex(rows.shape):
        assert rows[tile, taps, vector] == costs[tile, (taps + few[vector, tile]) % 6]


# --- a kernel in parts -----------------------------------------------------------------------


@pytest.mark.parametrize("name", SPLIT)
def test_more_than_4096_solutions_are_looked_at_in_parts(name: str) -> None:
    kernel = solver(name).kernel
    assert len(kernel.few) * len(kernel.rest) == algebra(name).n_solutions > 4096
    assert len(kernel.few) <= 4096
    assert len(kernel.rest) > 1


@pytest.mark.parametrize("name", ["hexagon-4-8", "hexagon-2-64", "expert", "easy"])
def test_up_to_4096_solutions_are_looked_at_together(name: str) -> None:
    kernel = solver(name).kernel
    assert len(kernel.few) == algebra(name).n_solutions <= 4096
    assert kernel.rest.tolist() == [[0] * level_of(name).tiles]


@pytest.mark.parametrize("at_once", [1, 7, 100])
@pytest.mark.parametrize("name", ["hard", "expert", "hexagon-3-6", "hexagon-4-8", "square-2-6"])
def test_the_answers_do_not_depend_on_how_many_solutions_are_looked_at_together(
    monkeypatch: pytest.MonkeyPatch, name: str, at_once: int
) -> None:
    boards = solvable_boards(name, 10, seed=8)
    expected = as_rows(fewest_of(name, boards))
    monkeypatch.setattr(solutions, "MAX_TRANSLATES", at_once)
    in_parts = BatchSolver(algebra(name))
    assert len(in_parts.kernel.few) <= at_once
    assert as_rows(in_parts.fewest(algebra(name).one_solution(boards))) == expected


def test_too_many_solutions_are_refused() -> None:
    with pytest.raises(Error, match=r"^level square-5-12: a board has 5,159,780,352 sol"):
        BatchSolver(algebra("square-5-12"))
