"""Maximum coverage: greedy and proven, against trying every choice."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.nine_tiles_panic.covers import MaximumCoverage, greedy_coverages, membership
from tablebases.errors import Error

ELEMENTS = 6
FAMILIES = st.lists(st.sets(st.integers(0, ELEMENTS - 1), min_size=1), min_size=1, max_size=6).map(
    lambda family: [*family, set(range(0, ELEMENTS, 2)), set(range(1, ELEMENTS, 2))]
)


def held(family: list[set[int]], chosen: list[int]) -> int:
    return len(set().union(*(family[i] for i in chosen)))


@given(FAMILIES, st.integers(1, 4))
def test_no_choice_of_as_many_sets_holds_more(family: list[set[int]], count: int) -> None:
    sets = membership([sorted(members) for members in family], ELEMENTS)
    best = max(held(family, list(choice)) for choice in combinations(range(len(family)), min(count, len(family))))
    found = MaximumCoverage(sets).of(count)
    assert found.n_held == held(family, found.chosen) == found.bound == best
    assert len(found.chosen) <= count


@given(FAMILIES)
def test_greedy_choices_grow_by_one_set_and_stay_below_their_bounds(
    family: list[set[int]],
) -> None:
    sets = membership([sorted(members) for members in family], ELEMENTS)
    greedy = greedy_coverages(sets, 50)
    maximum = MaximumCoverage(sets)
    assert greedy[-1].n_held == ELEMENTS
    for k, coverage in enumerate(greedy, start=1):
        assert len(coverage.chosen) == k
        assert coverage.chosen[:-1] == (greedy[k - 2].chosen if k > 1 else [])
        assert coverage.n_held == held(family, coverage.chosen)
        assert coverage.n_held <= maximum.of(k).n_held <= coverage.bound


def test_greed_is_not_always_best() -> None:
    family = [[0, 1, 2, 3], [0, 1, 4], [2, 3, 5]]
    sets = membership(family, ELEMENTS)
    assert greedy_coverages(sets, 2)[1].n_held == 5
    assert MaximumCoverage(sets).of(2).n_held == ELEMENTS


def test_an_element_in_no_set_is_told_in_a_sentence() -> None:
    with pytest.raises(Error, match="no best answer"):
        greedy_coverages(membership([[0], [1]], 3), 2)
