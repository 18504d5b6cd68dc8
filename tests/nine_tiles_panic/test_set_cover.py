"""Covers: greedy, and the proven minimum."""

from __future__ import annotations

from collections.abc import Sequence
from unittest.mock import Mock

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy import optimize

from pipeline.nine_tiles_panic.covers import assign_elements, greedy_cover, maximal_sets, membership, minimum_cover
from tablebases.errors import Error
from tests.oracle import nine_tiles_panic as oracle

ELEMENTS = 10
Sets = list[frozenset[int]]


@st.composite
def covering_sets(draw: st.DrawFn) -> tuple[Sets, int]:
    """Sets, some of them alike or empty, that hold elements 0 .. n - 1 together, and n."""
    sets = draw(st.lists(st.frozensets(st.integers(0, ELEMENTS - 1)), min_size=1, max_size=12))
    held = sorted(frozenset().union(*sets))
    if not held:
        sets, held = [*sets, frozenset({0})], [0]
    return [frozenset(held.index(e) for e in members) for members in sets], len(held)


def table(sets: Sequence[Sequence[int] | frozenset[int]], elements: int) -> object:
    """Membership of sets, each in ascending order."""
    return membership([sorted(members) for members in sets], elements)


def union(sets: Sets, chosen: Sequence[int]) -> frozenset[int]:
    """What the chosen sets hold together."""
    return frozenset().union(*(sets[i] for i in chosen))


def test_membership_holds_a_one_for_each_element() -> None:
    assert membership([[0, 2], [], [1]], 4).toarray().tolist() == [
        [1, 0, 1, 0],
        [0, 0, 0, 0],
        [0, 1, 0, 0],
    ]


# --- greedy ----------------------------------------------------------------------------------


@given(covering_sets())
def test_greedy_takes_the_first_of_the_largest_gains_until_nothing_is_missing(
    drawn: tuple[Sets, int],
) -> None:
    sets, elements = drawn
    missing = set(range(elements))
    for chosen, added in greedy_cover(table(sets, elements)):
        gains = [len(missing & members) for members in sets]
        assert chosen == gains.index(max(gains))
        assert added == sorted(missing & sets[chosen])
        missing -= set(added)
    assert not missing


@pytest.mark.parametrize(
    ("sets", "taken"),
    [
        ([[0, 1], [1, 2], [0, 2]], [(0, [0, 1]), (1, [2])]),  # the first of equally good ones
        ([[0, 1, 2, 3], [0, 2, 4], [1, 3, 5]], [(0, [0, 1, 2, 3]), (1, [4]), (2, [5])]),
        ([[], [0], [0]], [(1, [0])]),
    ],
)
def test_greedy_by_hand(sets: list[list[int]], taken: list[tuple[int, list[int]]]) -> None:
    elements = 1 + max(max(members, default=0) for members in sets)
    assert greedy_cover(membership(sets, elements)) == taken


def test_nothing_to_cover_takes_nothing() -> None:
    assert greedy_cover(membership([[], []], 0)) == []


def test_an_element_that_is_in_no_set_is_refused() -> None:
    with pytest.raises(Error) as error:
        greedy_cover(membership([[0], [0]], 3))
    assert str(error.value) == "2 theme sets have no best answer at all"


# --- minimum ---------------------------------------------------------------------------------


@settings(max_examples=60)
@given(covering_sets())
@example(([frozenset({0, 1, 2, 3}), frozenset({0, 2, 4}), frozenset({1, 3, 5})], 6))
@example(([frozenset({0})], 1))
@example(([frozenset({0}), frozenset({0})], 1))
def test_minimum_cover_is_as_small_as_the_oracle_finds(drawn: tuple[Sets, int]) -> None:
    sets, elements = drawn
    cover = minimum_cover(table(sets, elements))
    assert len(cover.chosen) == cover.bound == oracle.minimum_cover_size(sets)
    assert cover.chosen == sorted(set(cover.chosen))
    assert union(sets, cover.chosen) == set(range(elements))


def test_minimum_cover_beats_greed() -> None:
    sets = membership([[0, 1, 2, 3], [0, 1, 4], [2, 3, 5]], 6)
    assert len(greedy_cover(sets)) == 3
    assert minimum_cover(sets).chosen == [1, 2]


@pytest.mark.parametrize(
    ("sets", "solved"),
    [([[0, 1], [2], [1]], 1), ([[0, 1], [1, 2], [0, 2]], 2)],  # halves of all three cover a triangle
    ids=["whole", "halves"],
)
def test_the_integer_program_is_solved_where_its_relaxation_is_not_whole(
    monkeypatch: pytest.MonkeyPatch, sets: list[list[int]], solved: int
) -> None:
    solve = Mock(wraps=optimize.milp)
    monkeypatch.setattr(optimize, "milp", solve)
    cover = minimum_cover(membership(sets, 3))
    assert len(cover.chosen) == cover.bound == 2
    assert [bool(call.kwargs["integrality"].any()) for call in solve.call_args_list] == [False, True][:solved]


def test_a_minimum_cover_that_cannot_be_is_refused() -> None:
    with pytest.raises(Error, match=r"^the solver found no proven smallest cover: "):
        minimum_cover(membership([[0], [1]], 3))


@given(covering_sets())
def test_maximal_sets_are_contained_in_no_other_and_of_equal_ones_the_first(
    drawn: tuple[Sets, int],
) -> None:
    sets, elements = drawn
    expected = [
        i for i, members in enumerate(sets) if not any(members < other for other in sets) and sets.index(members) == i
    ]
    assert maximal_sets(table(sets, elements)).tolist() == expected


@given(covering_sets())
def test_every_element_is_given_to_one_chosen_set_that_holds_it(drawn: tuple[Sets, int]) -> None:
    sets, elements = drawn
    chosen = minimum_cover(table(sets, elements)).chosen
    assigned = assign_elements(table(sets, elements), chosen)
    assert sorted(i for i, _ in assigned) == chosen
    assert sorted(e for _, given_to in assigned for e in given_to) == list(range(elements))
    assert all(set(given_to) <= sets[i] for i, given_to in assigned)
    sizes = [len(given_to) for _, given_to in assigned]
    assert sizes == sorted(sizes, reverse=True)
