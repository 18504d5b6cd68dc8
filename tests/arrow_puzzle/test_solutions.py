"""All solutions of one board and the best of them, against the oracle's list of all solutions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebases.arrow import solutions
from tablebases.arrow.boards import MAX_DIRECTIONS, MAX_TILES
from tablebases.arrow.linear import Generator
from tablebases.arrow.solutions import Best, Costs, avoiding, best_solutions, span, tap_costs, tile_costs, whole_kernel
from tablebases.errors import Error
from tests.arrow_puzzle.helpers import (
    GAME_NAMES,
    algebra,
    known_rows,
    level_of,
    oracle_level,
    oracle_matrix,
    solvable_boards,
    tuples,
)
from tests.oracle import arrow_puzzle as oracle

# Few and many solutions; directions that are a prime, a power of one, and neither.
LEVELS = [
    "easy", "medium", "hard", "hexagon-1-5", "hexagon-2-2", "hexagon-2-4", "hexagon-2-6",
    "hexagon-2-8", "hexagon-2-12", "hexagon-3-2", "hexagon-3-4", "hexagon-3-6", "hexagon-4-3",
    "square-1-2", "square-2-3", "square-2-4", "square-2-6", "square-5-2", "square-6-10",
]  # fmt: skip
Taps = tuple[int, ...]


def all_solutions(name: str, board: Any) -> list[Taps]:
    """All solutions of a board by the oracle, in lexicographic order."""
    plain = tuple(int(value) for value in board)
    return oracle.solutions(plain, oracle_matrix(name), oracle_level(name).m)


def n_tapped(taps: Taps) -> int:
    return sum(1 for count in taps if count)


def best(name: str, board: Any, *costs: Costs) -> Best | None:
    """The best solutions by the pipeline."""
    found = algebra(name)
    return best_solutions(
        found.one_solution(board),
        whole_kernel(found),
        *costs,
        directions=found.level.directions,
    )


# --- all solutions ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*LEVELS, "expert"])
def test_one_solution_plus_the_kernel_is_all_solutions(name: str) -> None:
    found = algebra(name)
    kernel = whole_kernel(found)
    for board in solvable_boards(name, 3):
        one = found.one_solution(board).astype(np.int64)
        every = one + kernel.few[:, np.newaxis] + kernel.rest[np.newaxis].astype(np.int64)
        every = every.reshape(-1, found.level.tiles) % found.level.directions
        assert sorted(tuples(every)) == all_solutions(name, board)


def test_a_kernel_that_is_looked_at_in_parts_is_all_of_it() -> None:
    found = algebra("hexagon-4-9")
    kernel = whole_kernel(found)
    assert (len(kernel.few), len(kernel.rest)) == (2187, 9)
    every = (kernel.few[:, np.newaxis] + kernel.rest[np.newaxis]).reshape(-1, 37) % 9
    assert sorted(tuples(every)) == all_solutions("hexagon-4-9", np.zeros(37))


def test_no_generators_span_the_vector_0_alone() -> None:
    assert span([], 3, 4).tolist() == [[0, 0, 0]]


def test_generators_span_all_sums_of_their_multiples() -> None:
    first = Generator(2, 2, np.array([0, 3, 3]))
    second = Generator(3, 3, np.array([2, 0, 4]))
    assert span([first, second], 3, 6).tolist() == [
        [0, 0, 0], [2, 0, 4], [4, 0, 2], [0, 3, 3], [2, 3, 1], [4, 3, 5],
    ]  # fmt: skip


# --- costs -----------------------------------------------------------------------------------


def test_each_tap_costs_1_or_each_tapped_tile() -> None:
    found = algebra("easy")
    assert tap_costs(found).tolist() == [[0, 1, 2, 3]] * 9
    assert tile_costs(found).tolist() == [[0, 1, 1, 1]] * 9


def test_avoided_tiles_cost_more_than_any_solution_and_the_costs_given_stay_as_they_are() -> None:
    costs = tap_costs(algebra("square-3-100"))
    avoided = avoiding(costs, [5, 8])
    assert avoided[[5, 8], 0].tolist() == [0, 0]
    assert avoided[[5, 8], 1:].min() > MAX_TILES * (MAX_DIRECTIONS - 1)
    assert MAX_TILES * int(avoided.max()) <= np.iinfo(np.int32).max
    assert np.delete(avoided, [5, 8], axis=0).tolist() == [list(range(100))] * 7
    assert costs.tolist() == [list(range(100))] * 9


# --- the best --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*LEVELS, "expert"])
def test_the_best_by_taps_are_all_solutions_with_the_fewest_taps_in_lexicographic_order(
    name: str,
) -> None:
    for board in solvable_boards(name, 4, seed=2):
        every = all_solutions(name, board)
        fewest = min(map(sum, every))
        found = best(name, board, tap_costs(algebra(name)))
        assert found is not None
        assert found.cost == fewest
        assert tuples(found.taps) == [taps for taps in every if sum(taps) == fewest]
        assert found.taps.dtype == np.uint8


@pytest.mark.parametrize("name", [*LEVELS, "expert"])
def test_the_best_by_tiles_have_the_fewest_tiles_and_of_these_the_fewest_taps(name: str) -> None:
    for board in solvable_boards(name, 4, seed=3):
        every = all_solutions(name, board)
        fewest = min((n_tapped(taps), sum(taps)) for taps in every)
        found = best(name, board, tile_costs(algebra(name)), tap_costs(algebra(name)))
        assert found is not None
        assert found.cost == fewest[0]
        assert tuples(found.taps) == [taps for taps in every if (n_tapped(taps), sum(taps)) == fewest]


@pytest.mark.parametrize("name", [*LEVELS, "expert"])
@pytest.mark.parametrize("n_avoided", [1, 2, 4])
def test_avoided_tiles_are_not_tapped_and_of_the_other_solutions_the_best_is_found(name: str, n_avoided: int) -> None:
    random = np.random.default_rng(n_avoided)
    for board in solvable_boards(name, 4, seed=4):
        avoided = random.integers(0, level_of(name).tiles, n_avoided).tolist()
        allowed = [taps for taps in all_solutions(name, board) if not any(taps[tile] for tile in avoided)]
        found = best(name, board, avoiding(tap_costs(algebra(name)), avoided))
        if not allowed:
            assert found is None
            continue
        assert found is not None
        assert found.cost == min(map(sum, allowed))
        assert tuples(found.taps) == [taps for taps in allowed if sum(taps) == found.cost]


def test_a_board_that_is_up_needs_no_tap_even_if_all_tiles_are_avoided() -> None:
    every = list(range(37))
    found = best("expert", np.zeros(37), avoiding(tap_costs(algebra("expert")), every))
    assert found is not None
    assert (found.cost, found.taps.tolist()) == (0, [[0] * 37])


def test_the_centre_of_an_expert_board_cannot_be_avoided_if_it_is_tapped_at_all() -> None:
    centre = level_of("expert").cells.index((3, 3))
    board = next(
        board for board in solvable_boards("expert", 9)
        if algebra("expert").one_solution(board)[centre]
    )  # fmt: skip
    assert best("expert", board, avoiding(tap_costs(algebra("expert")), [centre])) is None


@pytest.mark.parametrize("name", GAME_NAMES)
def test_all_known_boards_have_the_known_best_solutions(name: str) -> None:
    found = algebra(name)
    for row in known_rows(name):
        if not int(row["solvable"]):
            continue
        board = np.array([int(digit) - 1 for digit in row["board"]])
        by_taps = best(name, board, tap_costs(found))
        by_tiles = best(name, board, tile_costs(found))
        assert by_taps is not None
        assert by_tiles is not None
        assert str(by_taps.cost) == row["min_taps"], row
        assert "".join(map(str, by_taps.taps[0])) == row["solution"], row
        assert row["n_min_solutions"] in ("", str(len(by_taps.taps))), row
        assert row["min_tiles"] in ("", str(by_tiles.cost)), row


@given(st.integers(0, 10**9), st.sampled_from(["hexagon-2-6", "hexagon-2-12", "square-2-6"]))
def test_it_does_not_matter_which_solution_is_known(seed: int, name: str) -> None:
    found, kernel = algebra(name), whole_kernel(algebra(name))
    (board,) = solvable_boards(name, 1, seed)
    expected = best(name, board, tap_costs(found))
    assert expected is not None
    other = found.one_solution(board).astype(np.int64) + kernel.few[seed % len(kernel.few)]
    again = best_solutions(other % found.level.directions, kernel, tap_costs(found), directions=found.level.directions)
    assert again is not None
    assert again.taps.tolist() == expected.taps.tolist()


# --- a kernel in parts -----------------------------------------------------------------------


@pytest.mark.parametrize("at_once", [1, 2, 5, 16, 40, 500])
@pytest.mark.parametrize("name", ["hard", "expert", "hexagon-2-12", "hexagon-3-6", "square-2-6"])
def test_the_best_solutions_do_not_depend_on_how_many_are_looked_at_together(
    monkeypatch: pytest.MonkeyPatch, name: str, at_once: int
) -> None:
    found = algebra(name)
    costs: Sequence[Sequence[Costs]] = [
        [tap_costs(found)],
        [tile_costs(found), tap_costs(found)],
        [avoiding(tap_costs(found), [0])],
    ]
    boards = solvable_boards(name, 2, seed=5)
    expected = [best(name, board, *of) for board in boards for of in costs]
    monkeypatch.setattr(solutions, "MAX_TRANSLATES", at_once)
    kernel = whole_kernel(found)
    assert len(kernel.few) <= at_once
    assert len(kernel.few) * len(kernel.rest) == found.n_solutions
    for one, other in zip(expected, (best(name, board, *of) for board in boards for of in costs), strict=True):
        assert (one is None) == (other is None)
        if one and other:
            assert one.cost == other.cost
            assert one.taps.tolist() == other.taps.tolist()


@pytest.mark.parametrize(
    "name",
    [
        "hexagon-2-72",
        "hexagon-2-85",
        "hexagon-2-96",
        "hexagon-2-99",
        "hexagon-2-100",
    ],
)
def test_where_taps_cost_nothing_all_solutions_are_the_best_even_with_many_directions(
    name: str,
) -> None:
    level, kernel = level_of(name), whole_kernel(algebra(name))
    assert len(kernel.rest) > 1
    solution = np.full(level.tiles, level.directions - 1, dtype=np.uint8)
    board = level.after_taps(np.zeros(level.tiles, dtype=np.int64), -solution.astype(np.int64))
    nothing = np.zeros_like(tap_costs(algebra(name)))
    found = best_solutions(solution, kernel, nothing, directions=level.directions)
    assert found is not None
    assert tuples(found.taps) == all_solutions(name, board)


# --- too many --------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "text"), [("square-5-12", "5,159,780,352"), ("square-5-8", "134,217,728")])
def test_too_many_solutions_are_refused_with_a_sentence(name: str, text: str) -> None:
    with pytest.raises(Error) as error:
        whole_kernel(algebra(name))
    assert str(error.value) == (
        f"level {name}: a board has {text} solutions, too many to find the fewest taps among them (at most 16,777,216)"
    )


def test_ten_million_solutions_are_not_too_many() -> None:
    kernel = whole_kernel(algebra("square-5-6"))
    assert len(kernel.few) * len(kernel.rest) == 2**9 * 3**9
