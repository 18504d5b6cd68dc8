"""Covers and coverages: greedy, proven optimal, and proofs for others to check."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from oracle import nine_tiles_panic as oracle
from pipeline.nine_tiles_panic.covers import (
    MaximumCoverage,
    assign_elements,
    greedy_cover,
    greedy_coverages,
    maximal_sets,
    membership,
    minimum_cover,
)
from scripts.verify.nine_tiles_panic.cover_proof import PROOF, check_proof, find_proof, maximal
from tablebases.errors import Error
from tests.nine_tiles_panic.helpers import by_hand

Sets = list[frozenset[int]]
GREED_FAILS = [frozenset({0, 1, 2, 3}), frozenset({0, 2, 4}), frozenset({1, 3, 5})]


@st.composite
def covering_sets(draw: st.DrawFn, largest: int = 10) -> Sets:
    """Sets, some of them alike or empty, whose union is 0 .. n - 1."""
    sets = draw(st.lists(st.frozensets(st.integers(0, largest - 1)), min_size=1, max_size=largest))
    elements = sorted(frozenset().union(*sets))
    return [frozenset(map(elements.index, members)) for members in sets] if elements else [*sets, frozenset({0})]


def union(sets: Sets, chosen: Sequence[int] | None = None) -> frozenset[int]:
    """The union of all sets, or of the chosen ones."""
    return frozenset().union(*(sets if chosen is None else (sets[i] for i in chosen)))


def table(sets: Sets) -> Any:
    """The incidence matrix of the sets."""
    return membership([sorted(members) for members in sets], len(union(sets)))


def test_membership_has_a_one_for_each_element() -> None:
    assert membership([[0, 2], [], [1]], 4).toarray().tolist() == [[1, 0, 1, 0], [0, 0, 0, 0], [0, 1, 0, 0]]


@settings(max_examples=20)
@given(covering_sets())
def test_greedy_takes_the_first_of_the_largest_gains_until_nothing_is_missing(sets: Sets) -> None:
    missing = set(union(sets))
    for chosen, added in greedy_cover(table(sets)):
        gains = [len(missing & members) for members in sets]
        assert chosen == gains.index(max(gains))
        assert added == sorted(missing & sets[chosen])
        missing -= set(added)
    assert not missing


def test_greedy_by_hand() -> None:
    assert greedy_cover(membership([[0, 1], [1, 2], [0, 2]], 3)) == [(0, [0, 1]), (1, [2])]
    assert greedy_cover(table(GREED_FAILS)) == [(0, [0, 1, 2, 3]), (1, [4]), (2, [5])]
    assert greedy_cover(membership([[], []], 0)) == []


@pytest.mark.parametrize("greedy", [greedy_cover, lambda sets: greedy_coverages(sets, 2)])
def test_greedy_covers_refuse_an_element_that_no_set_has(greedy: Any) -> None:
    with pytest.raises(Error, match=r"^2 theme sets have no best answer at all$"):
        greedy(membership([[0], [0]], 3))


@settings(max_examples=20)
@given(covering_sets())
@example(GREED_FAILS)
@example([frozenset({0}), frozenset({0})])
def test_minimum_covers_are_as_small_as_the_oracles_and_assign_all_elements(sets: Sets) -> None:
    cover = minimum_cover(table(sets))
    assert len(cover.chosen) == cover.bound == oracle.minimum_cover_size(sets)
    assert cover.chosen == sorted(set(cover.chosen))
    assert union(sets, cover.chosen) == union(sets)
    assigned = assign_elements(table(sets), cover.chosen)
    assert sorted(i for i, _ in assigned) == cover.chosen
    assert sorted(e for _, elements in assigned for e in elements) == sorted(union(sets))
    assert all(set(elements) <= sets[i] for i, elements in assigned)
    sizes = [len(elements) for _, elements in assigned]
    assert sizes == sorted(sizes, reverse=True)


def test_minimum_cover_refuses_an_element_that_no_set_has() -> None:
    with pytest.raises(Error, match=r"^the solver found no proven smallest cover: "):
        minimum_cover(membership([[0], [1]], 3))


@settings(max_examples=20)
@given(covering_sets())
def test_maximal_sets_are_contained_in_no_other_and_of_equal_ones_the_first(sets: Sets) -> None:
    expected = [i for i, one in enumerate(sets) if not any(one < other for other in sets) and sets.index(one) == i]
    assert maximal_sets(table(sets)).tolist() == expected


@settings(max_examples=15)
@given(covering_sets(largest=6))
@example(GREED_FAILS)
def test_maximum_coverages_are_optimal_and_greedy_ones_are_below_their_bounds(sets: Sets) -> None:
    maximum, greedy = MaximumCoverage(table(sets)), greedy_coverages(table(sets), 50)
    assert greedy[-1].n_held == len(union(sets))
    for k, coverage in enumerate(greedy, start=1):
        choices = combinations(range(len(sets)), min(k, len(sets)))
        best = max(len(union(sets, choice)) for choice in choices)
        found = maximum.best(k)
        assert found.n_held == len(union(sets, found.chosen)) == found.bound == best
        assert len(found.chosen) <= k
        assert len(coverage.chosen) == k
        assert coverage.chosen[:-1] == (greedy[k - 2].chosen if k > 1 else [])
        assert coverage.n_held == len(union(sets, coverage.chosen)) <= best <= coverage.bound


TRIANGLE = {1: frozenset("ab"), 2: frozenset("bc"), 3: frozenset("ca")}
"""A minimum cover has two sets, though halves of three cover every element once."""
CASE: dict[str, Any] = {"decisions": [], "unit": 2, "weights": {"a": 1, "b": 1, "c": 1}}


@settings(max_examples=15)
@given(covering_sets())
def test_the_smallest_cover_has_a_proof_and_one_set_more_has_none(sets: Sets) -> None:
    by_number = dict(enumerate(frozenset(map(str, members)) for members in sets))
    size = oracle.minimum_cover_size(sets)
    assert check_proof(find_proof(by_number, size), by_number) == size
    with pytest.raises(Error, match="there is no proof"):
        find_proof(by_number, size + 1)


def test_a_proof_splits_into_cases_if_weights_are_not_enough() -> None:
    five = {n: frozenset({f"{n}", f"{(n + 1) % 5}"}) for n in range(5)}
    two_rounds = {**five, **{n + 5: frozenset({f"x{n}", f"x{(n + 1) % 5}"}) for n in range(5)}}
    proof = find_proof(two_rounds, 6)
    assert len(proof["cases"]) > 1
    assert check_proof(proof, two_rounds) == 6


def test_maximal_leaves_out_subsets_of_other_sets() -> None:
    sets = {1: frozenset("a"), 2: frozenset("ab"), 3: frozenset("ab"), 4: frozenset("c")}
    assert maximal(sets) == {2: frozenset("ab"), 4: frozenset("c")}


@pytest.mark.parametrize(("cases", "message"), by_hand("proofs"))
def test_check_proof_names_the_fault_of_a_proof(cases: list[dict[str, Any]], message: str) -> None:
    proof = {"cases": [CASE | case for case in cases]}
    if message:
        with pytest.raises(Error, match=message):
            check_proof(proof, TRIANGLE)
    else:
        assert check_proof(proof, TRIANGLE) == 2


def test_the_proof_of_the_full_run_is_in_whole_numbers_and_has_the_known_bound() -> None:
    """The bound of the proof if its weights are right; `make verify` checks them against the match sets."""
    proof = json.loads(PROOF.read_text(encoding="utf-8"))
    needed = [
        sum(taken for _, taken in case["decisions"]) - -sum(case["weights"].values()) // case["unit"]
        for case in proof["cases"]
    ]
    assert min(needed) == 407
