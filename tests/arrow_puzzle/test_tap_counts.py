"""How many boards need how many taps: exact counts, samples, and a bound."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from math import comb

import numpy as np
import pytest
from scipy.stats import beta, norm

from pipeline.arrow_puzzle.stages.tap_counts import TapCounts, tap_counts
from tablebases.arrow import batches as game
from tablebases.arrow.batches import (
    averaging_bound,
    can_be_counted,
    compositions,
    exact_tap_counts,
    n_profiles,
    sampled_tap_counts,
)
from tablebases.arrow.families import family_of
from tablebases.arrow.linear import Generator
from tablebases.arrow.tablebase import EXACT, SAMPLED
from tests.arrow_puzzle.helpers import (
    KNOWN_ANSWERS,
    algebra,
    all_solutions,
    answers_by_trying_all_taps,
    figure,
    level_of,
    solvable_boards,
    solver,
    tuples,
    whole,
)

HARD = KNOWN_ANSWERS.terms("hard_boards_by_taps")
HEXAGONS = ["hexagon-1-2", "hexagon-1-5", "hexagon-2-2", "hexagon-2-3", "hexagon-2-4", "hexagon-2-6"]
SMALL = [*HEXAGONS, "square-1-100", "square-2-3", "square-2-12", "square-2-9", "square-3-2", "square-3-4"]
ONE_SOLUTION = ["easy", "medium", "square-6-2", "hexagon-5-2"]
"""Levels whose solvable boards have one solution each."""

counted = cache(lambda name: exact_tap_counts(algebra(name)))


def sample(name: str, boards: int, seed: int) -> TapCounts:
    """The figures of a sample of a level."""
    counts: Counter[int] = Counter()
    for batch in sampled_tap_counts(solver(name), boards, seed):
        counts.update(batch.tolist())
    return TapCounts(name, SAMPLED, counts, averaging_bound(algebra(name)))


# --- all boards ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL)
def test_exact_counts_are_those_of_trying_all_taps(name: str) -> None:
    tried = answers_by_trying_all_taps(name)
    assert can_be_counted(algebra(name))
    assert counted(name) == Counter(tried.min_taps[tried.n_solutions > 0].tolist())


def test_hard_boards_have_the_known_counts() -> None:
    found = counted("hard")
    assert found == HARD
    assert sum(found.values()) == whole("hard_solvable_boards")
    assert (max(found), found[max(found)]) == (whole("hard_fewest_taps_max"), whole("hard_fewest_taps_max_boards"))
    assert f"{TapCounts('hard', EXACT, found, 27).mean:.4f}" == figure("hard_fewest_taps_mean")


@pytest.mark.parametrize("name", ONE_SOLUTION)
def test_levels_with_one_solution_have_as_many_boards_as_ways_to_tap(name: str) -> None:
    level = level_of(name)
    ways = np.array([1], dtype=object)
    for _ in range(level.tiles):
        ways = np.convolve(ways, np.ones(level.directions, dtype=int))
    assert counted(name) == dict(enumerate(ways.tolist()))


@pytest.mark.parametrize(
    "name", [*SMALL, *ONE_SOLUTION, "hard", pytest.param("square-5-2", marks=pytest.mark.thorough)]
)
def test_counts_add_up_to_all_solvable_boards_within_the_bound(name: str) -> None:
    counts = counted(name)
    assert sum(counts.values()) == algebra(name).n_solvable_boards
    assert counts[0] == 1
    assert list(counts) == sorted(counts)
    assert min(counts.values()) > 0
    assert max(counts) <= averaging_bound(algebra(name))


# --- what can be counted ---------------------------------------------------------------------


def test_only_levels_that_take_seconds_can_be_counted() -> None:
    longer = ["expert", "hexagon-3-6", "hexagon-4-3", "square-5-3", "square-5-12", "hexagon-5-6", "square-8-2"]
    for name in ("easy", "medium", "hard", "square-5-2", "hexagon-5-2", *longer):
        assert can_be_counted(algebra(name)) == (name not in longer), name


@pytest.mark.parametrize(
    ("limit", "enough"), [("MAX_SUMS", 6_751_269 * 16), ("MAX_TAP_VECTORS", 2**37), ("MAX_SOLUTIONS", 16)]
)
def test_each_limit_decides_what_can_be_counted(monkeypatch: pytest.MonkeyPatch, limit: str, enough: int) -> None:
    monkeypatch.setattr(game, limit, enough)
    assert can_be_counted(algebra("hard"))
    monkeypatch.setattr(game, limit, enough - 1)
    assert not can_be_counted(algebra("hard"))


def test_levels_have_the_known_numbers_of_profiles() -> None:
    assert n_profiles(algebra("hard")) == 6_751_269
    assert n_profiles(algebra("easy")) == 1


@pytest.mark.parametrize(("total", "terms"), [(0, 3), (1, 1), (5, 1), (4, 2), (6, 4), (8, 5)])
def test_compositions_are_all_ways_to_write_a_number_as_a_sum(total: int, terms: int) -> None:
    found = tuples(compositions(total, terms))
    assert found == sorted(set(found))
    assert len(found) == comb(total + terms - 1, terms - 1)
    assert all(len(c) == terms and sum(c) == total and min(c) >= 0 for c in found)


# --- the bound -------------------------------------------------------------------------------


def test_bounds_are_the_known_ones() -> None:
    bounds = {"easy": 27, "medium": 48, "hard": 19, "square-1-100": 99}
    assert {name: averaging_bound(algebra(name)) for name in bounds} == bounds
    assert averaging_bound(algebra("expert")) == whole("expert_fewest_taps_bound_by_means") == 95
    assert whole("expert_fewest_taps_bound") <= 95


@pytest.mark.parametrize("name", ["hexagon-2-2", "hexagon-2-3", "square-2-3", "square-2-4", "square-3-2"])
def test_the_bound_is_the_largest_mean_of_the_taps_of_all_solutions_of_a_board(name: str) -> None:
    every = [all_solutions(name, board) for board in solvable_boards(name, 300).tolist()]
    assert averaging_bound(algebra(name)) == int(max(sum(map(sum, of_board)) / len(of_board) for of_board in every))


def test_averaging_bound_rounds_down() -> None:
    # No board of these shapes has a mean with a fraction, so this kernel is made up.
    one_tile = Generator(2, 2, np.array([1, 0, 0, 0, 0, 0, 0, 0, 0]))
    assert averaging_bound(replace(algebra("square-3-2"), kernel=(one_tile,))) == 8  # of 8.5


@pytest.mark.parametrize(("proven", "bound"), [([], 95), ([88], 88), ([99], 95)])
def test_the_smaller_of_both_bounds_counts(proven: list[int], bound: int) -> None:
    families = [family_of(taps, 1, 12, [0] * 37) for taps in proven]
    assert tap_counts(algebra("expert"), 2, 1, families).proven_bound == bound


# --- samples ---------------------------------------------------------------------------------


def test_a_sample_depends_on_its_seed_alone() -> None:
    assert sample("expert", 300, 5) == sample("expert", 300, 5)
    assert sample("expert", 300, 5) != sample("expert", 300, 6)


def test_a_sample_comes_in_batches_that_add_up_to_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "BOARDS_BATCH", 30)
    batches = list(sampled_tap_counts(solver("hard"), 70, 1))
    assert [len(batch) for batch in batches] == [30, 30, 10]
    assert len({tuple(batch) for batch in batches}) == 3


@pytest.mark.thorough
def test_samples_are_like_all_boards() -> None:
    counts, exact = sample("hard", 100_000, 1), TapCounts("hard", EXACT, HARD, 19)
    assert counts.total == 100_000
    low, high = counts.mean_bounds()
    assert low < exact.mean < high < low + 0.03
    for taps, boards in HARD.items():
        if boards > 2**33 / 1000:
            assert counts.n_boards[taps] / 100_000 == pytest.approx(boards / 2**33, rel=0.3)
    expert = sample("expert", 5_000, 1)
    assert expert.mean == pytest.approx(float(figure("expert_fewest_taps_mean_about")), abs=0.2)


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
    assert counts.mean_bounds() == pytest.approx((np.mean(values) - margin, np.mean(values) + margin))
    assert TapCounts("x", SAMPLED, Counter([4, 4, 4]), 9).mean_bounds() == (4, 4)
