"""Puzzles: the pairs with one kind of winning first move that does not win at once."""

from __future__ import annotations

from itertools import combinations

import pytest

from tablebases.godomachi.puzzles import FEWEST_PLIES, puzzles_of_size
from tablebases.godomachi.tablebase import MaxCut
from tests.godomachi.helpers import (
    as_shape,
    cuts_of,
    number,
    plies_of,
    random_numbers,
    shapes,
)
from tests.oracle import godomachi as oracle

RULES = list(MaxCut)
Puzzle = tuple[int, ...]


def puzzles(n: int, max_cut: MaxCut = MaxCut.ANY) -> dict[tuple[int, int], Puzzle]:
    """(a, b) -> plies, cells of the piece, piece, what is left of a, what is left of b."""
    smaller = [plies_of(size, max_cut) for size in range(1, n)]
    found = puzzles_of_size(cuts_of(n, max_cut), smaller, plies_of(n, max_cut))
    rows = list(zip(*(column.tolist() for column in found), strict=True))
    assert [row[:2] for row in rows] == sorted({row[:2] for row in rows})
    return {(a, b): tuple(rest) for a, b, *rest in rows}


def puzzle_of(n: int, a: int, b: int, max_cut: MaxCut) -> Puzzle | None:
    """What the oracle makes of a pair: a puzzle or none."""
    both = as_shape(shapes(n)[a]), as_shape(shapes(n)[b])
    plies = oracle.value(*both, max_cut.value)
    if plies % 2 == 0 or plies < 3:
        return None
    kinds = oracle.winning_kinds(*both, max_cut.value)
    if len(kinds) != 1:
        return None
    ((piece, rest_a, rest_b),) = kinds
    return plies, len(piece), number(piece), number(rest_a), number(rest_b)


@pytest.mark.parametrize("max_cut", RULES)
@pytest.mark.parametrize(("n", "count"), [(3, 0), (4, 0), (5, 0), (6, 45), (7, 695)])
def test_all_puzzles_are_found_and_nothing_else(n: int, count: int, max_cut: MaxCut) -> None:
    expected = {
        pair: puzzle for pair in combinations(range(len(shapes(n))), 2) if (puzzle := puzzle_of(n, *pair, max_cut))
    }
    assert puzzles(n, max_cut) == expected
    assert len(expected) == count


@pytest.mark.parametrize("max_cut", RULES)
def test_larger_pairs_are_puzzles_where_the_oracle_says_so(max_cut: MaxCut) -> None:
    found = puzzles(8, max_cut)
    asked = [tuple(sorted(pair)) for pair in random_numbers(8, 400)]
    expected = [puzzle_of(8, a, b, max_cut) for a, b in asked]
    assert [found.get((a, b)) for a, b in asked] == expected
    assert sum(puzzle is not None for puzzle in expected) > 20
    assert {puzzle[0] for puzzle in expected if puzzle} == {3, 5}


@pytest.mark.parametrize("n", [6, 7, 8, 9])
def test_puzzles_are_won_in_as_many_plies_as_the_table_says_but_not_at_once(n: int) -> None:
    every = plies_of(n)
    for (a, b), (plies, size, _, rest_a, rest_b) in puzzles(n).items():
        assert a < b
        assert plies == every[a, b] >= FEWEST_PLIES
        assert plies % 2 == 1
        assert plies_of(n - size)[rest_a, rest_b] == plies - 1
