"""How many boards need how many taps: exact counts, samples, and a bound."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta, norm

from pipeline.arrow_puzzle.stages.tap_counts import TapCounts, tap_counts
from scripts.verify.arrow_puzzle import normal_tiles, some_board_needs
from tablebases.arrow import batches as game
from tablebases.arrow.batches import (
    averaging_bound,
    can_be_counted,
    compositions,
    exact_tap_counts,
    n_profiles,
    sampled_tap_counts,
)
from tablebases.arrow.linear import Generator
from tablebases.arrow.solutions import span
from tablebases.arrow.tablebase import EXACT, SAMPLED
from tests.arrow_puzzle.helpers import (
    GAME_NAMES,
    KNOWN_ANSWERS,
    algebra,
    answers_by_trying_all_taps,
    fewest_of,
    figure,
    known_rows,
    level_of,
    oracle_level,
    oracle_matrix,
    solvable_boards,
    solver,
    tuples,
    whole,
)
from tests.oracle import arrow_puzzle as oracle

HARD = KNOWN_ANSWERS.terms("hard_boards_by_taps")
SMALL = [
    "hexagon-1-2", "hexagon-1-5", "hexagon-2-2", "hexagon-2-3", "hexagon-2-4", "hexagon-2-5",
    "hexagon-2-6", "hexagon-3-2", "square-1-100", "square-2-2", "square-2-3", "square-2-4",
    "square-2-6", "square-2-12", "square-3-2", "square-3-3", "square-3-4", "square-4-2",
]  # fmt: skip


def sample(name: str, boards: int, seed: int) -> TapCounts:
    """What the stage says of a level of which it looks at a sample."""
    counts: Counter[int] = Counter()
    for part in sampled_tap_counts(solver(name), boards, seed):
        counts.update(part.tolist())
    return TapCounts(name, SAMPLED, counts, averaging_bound(algebra(name)))


# --- all boards ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL)
def test_exact_counts_are_those_of_trying_all_taps_on_all_boards(name: str) -> None:
    tried = answers_by_trying_all_taps(name)
    expected = Counter(tried.min_taps[tried.n_solutions > 0].tolist())
    assert can_be_counted(algebra(name))
    assert exact_tap_counts(algebra(name)) == expected


def test_all_hard_boards_are_counted_as_known() -> None:
    found = exact_tap_counts(algebra("hard"))
    assert found == HARD
    assert sum(found.values()) == whole("hard_solvable_boards")
    assert max(found) == whole("hard_fewest_taps_max")
    assert found[max(found)] == whole("hard_fewest_taps_max_boards")
    counts = TapCounts("hard", EXACT, found, 27)
    assert f"{counts.mean:.4f}" == figure("hard_fewest_taps_mean")


@pytest.mark.parametrize("name", ["easy", "medium", "square-6-2", "square-7-2", "hexagon-5-2"])
def test_boards_with_one_solution_need_as_many_taps_as_there_are_ways_to_tap(name: str) -> None:
    level = level_of(name)
    ways = np.array([1], dtype=object)
    for _ in range(level.tiles):
        ways = np.convolve(ways, np.ones(level.directions, dtype=int))
    assert exact_tap_counts(algebra(name)) == dict(enumerate(ways.tolist()))
    if level.directions == 2:
        assert ways.tolist() == [comb(level.tiles, taps) for taps in range(level.tiles + 1)]


@pytest.mark.parametrize("name", [*SMALL, "hard", "medium", "square-5-2"])
def test_all_solvable_boards_are_counted(name: str) -> None:
    counts = exact_tap_counts(algebra(name))
    assert sum(counts.values()) == algebra(name).n_solvable_boards
    assert counts[0] == 1
    assert list(counts) == sorted(counts)
    assert min(counts.values()) > 0


def test_a_level_that_is_looked_at_in_parts_elsewhere_is_counted_too() -> None:
    counts = exact_tap_counts(algebra("square-2-20"))
    tried = answers_by_trying_all_taps("square-2-20")
    assert counts == Counter(tried.min_taps[tried.n_solutions > 0].tolist())


# --- what can be counted ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "can"),
    [("easy", True), ("medium", True), ("hard", True), ("expert", False), ("hexagon-3-6", False),
     ("hexagon-4-3", False), ("square-5-2", True), ("square-5-3", False), ("square-5-12", False),
     ("hexagon-5-2", True), ("hexagon-5-6", False), ("square-8-2", False)],
)  # fmt: skip
def test_boards_are_counted_where_it_takes_seconds(name: str, can: bool) -> None:
    assert can_be_counted(algebra(name)) == can


@pytest.mark.parametrize(
    ("limit", "below"),
    [("MAX_SUMS", 6_751_269 * 16 - 1), ("MAX_TAP_VECTORS", 2**37 - 1), ("MAX_SOLUTIONS", 15)],
)
def test_each_limit_counts(monkeypatch: pytest.MonkeyPatch, limit: str, below: int) -> None:
    monkeypatch.setattr(game, limit, below + 1)
    assert can_be_counted(algebra("hard"))
    monkeypatch.setattr(game, limit, below)
    assert not can_be_counted(algebra("hard"))


def test_hard_has_as_many_profiles_as_stated() -> None:
    assert n_profiles(algebra("hard")) == 6_751_269
    assert n_profiles(algebra("easy")) == 1


@given(st.integers(0, 8), st.integers(1, 5))
def test_compositions_are_all_ways_to_write_a_number_as_a_sum(total: int, parts: int) -> None:
    found = tuples(compositions(total, parts))
    assert found == sorted(set(found))
    assert len(found) == comb(total + parts - 1, parts - 1)
    assert all(len(c) == parts and sum(c) == total and min(c) >= 0 for c in found)


# --- the bound -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "bound"),
    [("easy", 27), ("medium", 48), ("hard", 19), ("expert", whole("expert_fewest_taps_bound_by_means")),
     ("square-1-100", 99)],
)  # fmt: skip
def test_the_bound_is_known(name: str, bound: int) -> None:
    assert averaging_bound(algebra(name)) == bound


@pytest.mark.parametrize("name", [*SMALL, *GAME_NAMES[:3], "square-5-2"])
def test_no_board_needs_more_taps_than_the_bound(name: str) -> None:
    assert max(exact_tap_counts(algebra(name))) <= averaging_bound(algebra(name))


@pytest.mark.parametrize("name", ["hexagon-2-2", "hexagon-2-3", "square-2-2", "square-2-3", "square-2-4", "square-3-2"])
def test_the_bound_is_the_largest_mean_of_the_taps_of_all_solutions_of_a_board(name: str) -> None:
    level = oracle_level(name)
    largest = 0.0
    for board in solvable_boards(name, 300).tolist():
        every = oracle.solutions(tuple(board), oracle_matrix(name), level.m)
        largest = max(largest, sum(map(sum, every)) / len(every))
    assert averaging_bound(algebra(name)) == int(largest)


def test_the_bound_is_rounded_down() -> None:
    # No board of these shapes has a mean with a fraction, so here is a kernel that none has.
    one_tile = Generator(2, 2, np.array([1, 0, 0, 0, 0, 0, 0, 0, 0]))
    found = replace(algebra("square-3-2"), kernel=(one_tile,))
    assert averaging_bound(found) == 8  # of 8.5


@pytest.mark.parametrize("name", ["expert", "hexagon-3-6", "hexagon-3-16", "hexagon-4-9"])
def test_random_boards_need_no_more_taps_than_the_bound(name: str) -> None:
    boards = solvable_boards(name, 20)
    assert fewest_of(name, boards).min_taps.max() <= averaging_bound(algebra(name))


def test_no_known_board_needs_more_taps_than_the_bound() -> None:
    for name in GAME_NAMES:
        most = max(int(row["min_taps"] or 0) for row in known_rows(name))
        assert most <= averaging_bound(algebra(name))
    assert whole("expert_fewest_taps_largest_known") <= averaging_bound(algebra("expert"))


# --- samples ---------------------------------------------------------------------------------


def test_a_sample_is_the_same_for_the_same_seed_alone() -> None:
    assert sample("expert", 300, 5) == sample("expert", 300, 5)
    assert sample("expert", 300, 5) != sample("expert", 300, 6)


def test_a_sample_comes_in_parts_that_have_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "BOARDS_BATCH", 30)
    parts = list(sampled_tap_counts(solver("hard"), 70, 1))
    assert [len(part) for part in parts] == [30, 30, 10]
    assert len({tuple(part) for part in parts}) == 3


def test_a_sample_of_hard_looks_like_all_hard_boards() -> None:
    counts = sample("hard", 100_000, 1)
    assert counts.total == 100_000
    low, high = counts.mean_bounds()
    exact = TapCounts("hard", EXACT, HARD, 19)
    assert low < exact.mean < high
    assert high - low < 0.03
    for taps, boards in HARD.items():
        if boards > 2**33 / 1000:
            assert counts.n_boards[taps] / 100_000 == pytest.approx(boards / 2**33, rel=0.3)


def test_the_mean_of_expert_is_about_as_known() -> None:
    counts = sample("expert", 20_000, 1)
    assert counts.mean == pytest.approx(float(figure("expert_fewest_taps_mean_about")), abs=0.1)


def test_bounds_of_samples_hold_the_truth_about_as_often_as_they_should() -> None:
    exact = TapCounts("hard", EXACT, HARD, 19)
    means, shares = [], []
    for seed in range(100):
        counts = sample("hard", 1000, seed)
        low, high = counts.mean_bounds()
        means.append(low <= exact.mean <= high)
        for taps in HARD:
            low, high = counts.share_bounds(taps)
            assert 0 <= low <= counts.n_boards[taps] / 1000 <= high <= 1
            shares.append(low <= exact.share_bounds(taps)[0] <= high)
    assert 0.89 <= np.mean(means) <= 0.99
    assert np.mean(shares) >= 0.95  # those of Clopper and Pearson are wide rather than narrow


@pytest.mark.parametrize(("boards", "total"), [(0, 50), (1, 50), (17, 50), (49, 50), (50, 50)])
def test_shares_have_the_bounds_of_clopper_and_pearson(boards: int, total: int) -> None:
    counts = TapCounts("x", SAMPLED, Counter({3: boards, 4: total - boards}), 9)
    low = beta.ppf(0.025, boards, total - boards + 1) if boards else 0.0
    high = beta.ppf(0.975, boards + 1, total - boards) if boards < total else 1.0
    assert counts.share_bounds(3) == pytest.approx((low, high), abs=1e-9)


def test_the_mean_has_the_bounds_of_its_standard_error() -> None:
    values = [2, 3, 3, 7, 8, 8, 8]
    counts = TapCounts("x", SAMPLED, Counter(values), 9)
    margin = norm.ppf(0.975) * np.std(values, ddof=1) / np.sqrt(len(values))
    assert counts.mean == pytest.approx(np.mean(values))
    expected = (np.mean(values) - margin, np.mean(values) + margin)
    assert counts.mean_bounds() == pytest.approx(expected)


def test_a_sample_of_boards_that_are_all_alike_has_no_spread() -> None:
    assert TapCounts("x", SAMPLED, Counter([4, 4, 4]), 9).mean_bounds() == (4, 4)


# --- what the stage makes of it --------------------------------------------------------------


@pytest.mark.parametrize("name", ["easy", "medium", "hard", "hexagon-2-6"])
def test_what_can_be_counted_is_counted_exactly(name: str) -> None:
    counts = tap_counts(algebra(name), 2, 1, {})
    assert counts.method == EXACT
    assert counts.total == algebra(name).n_solvable_boards
    assert counts.mean_bounds() == (counts.mean, counts.mean)
    for row in counts.histogram():
        assert (row["level"], row["n_boards"]) == (name, counts.n_boards[row["taps"]])
        assert row["share_low"] == row["share"] == row["share_high"] == row["n_boards"] / counts.total
    assert [row["taps"] for row in counts.histogram()] == sorted(counts.n_boards)


@pytest.mark.parametrize(("listed", "bound"), [({}, 95), ({("hexagon", 4, 6): 88}, 88), ({("hexagon", 4, 6): 99}, 95)])
def test_the_smaller_of_both_bounds_counts(listed: dict[tuple[str, int, int], int], bound: int) -> None:
    assert tap_counts(algebra("expert"), 2, 1, listed).proven_bound == bound


@pytest.mark.parametrize(
    "name", [*GAME_NAMES[:3], "hexagon-2-2", "hexagon-2-4", "hexagon-2-6", "square-2-12", "square-5-2"]
)
def test_the_solver_proves_the_most_taps_that_counting_all_boards_finds(name: str) -> None:
    most = max(exact_tap_counts(algebra(name)))
    assert some_board_needs(algebra(name), most, 60)
    assert not some_board_needs(algebra(name), most + 1, 60)


@pytest.mark.parametrize("name", ["hexagon-2-6", "square-2-12", "expert"])
def test_every_board_has_a_solution_that_is_normal(name: str) -> None:
    vectors = span(algebra(name).kernel, algebra(name).level.tiles, algebra(name).level.directions)
    normal = normal_tiles(algebra(name))
    assert len(normal) == len(algebra(name).kernel)
    for taps in np.random.default_rng(1).integers(0, algebra(name).level.directions, (20, vectors.shape[1])):
        solutions = (taps + vectors) % algebra(name).level.directions
        assert np.all([solutions[:, tile] % order == 0 for tile, order in normal], axis=0).any()


@pytest.mark.parametrize("name", ["expert", "hexagon-4-9"])
def test_of_others_a_sample_is_looked_at(name: str) -> None:
    counts = tap_counts(algebra(name), 60, 3, {})
    assert counts.method == SAMPLED
    assert counts == sample(name, 60, 3)
    row = counts.statistics()
    assert (row["level"], row["method"], row["n_boards"]) == (name, "sampled", 60)
    assert row["mean_low"] < row["mean"] < row["mean_high"]
    assert row["most"] == max(counts.n_boards) <= row["proven_bound"] == averaging_bound(algebra(name))
    assert sum(row["n_boards"] for row in counts.histogram()) == 60
    assert sum(row["share"] for row in counts.histogram()) == pytest.approx(1)
