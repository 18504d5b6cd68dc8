"""The plies of all pairs of a size: as the oracle finds them, as many as known, packed, and the puzzles among them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from oracle import godomachi as oracle
from tablebases.godomachi import cut_tables
from tablebases.godomachi.puzzles import Puzzles, puzzles_of_size
from tablebases.godomachi.tablebase import MaxCut
from tests.godomachi.helpers import (
    KNOWN,
    RULES,
    SIZES,
    as_shape,
    cuts_of,
    histogram,
    number,
    plies_of,
    random_numbers,
    shapes,
)


@pytest.mark.parametrize("max_cut", RULES)
@pytest.mark.parametrize("n", [*range(1, 7), pytest.param(7, marks=pytest.mark.thorough)])
def test_pairs_take_the_plies_of_the_oracle(n: int, max_cut: MaxCut) -> None:
    assert plies_of(n, max_cut).tolist() == oracle.value_matrix(n, max_cut.value)


@pytest.mark.parametrize("n", [*range(4, 9), *(pytest.param(n, marks=pytest.mark.thorough) for n in (9, 10))])
def test_players_win_as_many_pairs_as_known(n: int) -> None:
    found = histogram(plies_of(n))
    first_wins = sum(count for plies, count in found.items() if plies % 2)
    known = [KNOWN.terms(name)[n] for name in ("pairs", "first_wins", "second_wins", "longest_game")]
    assert [sum(found.values()), first_wins, sum(found.values()) - first_wins, max(found)] == known
    if n < 10:
        assert found == dict(enumerate(KNOWN.wholes(f"n{n}_plies"), start=1))


@pytest.mark.parametrize("n", [1, *SIZES])
def test_both_rules_agree_and_either_shape_may_be_the_first(n: int) -> None:
    plies = plies_of(n)
    assert n <= KNOWN.whole("max_cut_agree_up_to")
    assert (plies == plies_of(n, MaxCut.HALF)).all()
    assert plies.dtype == np.uint8
    assert plies.shape == (len(shapes(n)), len(shapes(n)))
    assert (plies == plies.T).all()
    assert ((plies == 0) == np.eye(len(plies), dtype=np.bool_)).all()


@pytest.mark.parametrize("lanes", [1, 7, 64, 1000])
def test_blocks_of_any_size_have_the_same_rows(monkeypatch: pytest.MonkeyPatch, lanes: int) -> None:
    monkeypatch.setattr(cut_tables, "LANES", lanes)
    blocks = list(cut_tables.all_plies(cuts_of(7), [plies_of(size) for size in range(1, 7)]))
    assert [len(block) for block in blocks] == [len(range(first, 108)[:lanes]) for first in range(0, 108, lanes)]
    assert (np.concatenate(blocks) == plies_of(7)).all()


def test_mover_prefers_the_larger_rank() -> None:
    ranks, plies = cut_tables.rank_of_plies(), range(cut_tables.MAX_PLIES + 1)
    assert sorted(plies, key=lambda value: -int(ranks[value])) == sorted(plies, key=oracle.preference)
    assert ranks[: cut_tables.MAX_PLIES + 1].min() > 0  # the rank of a shape without moves
    assert cut_tables.plies_of_rank()[ranks[: cut_tables.MAX_PLIES + 1]].tolist() == list(plies)


# Packed rows: four bits a pair.


@st.composite
def any_plies(draw: st.DrawFn) -> cut_tables.Plies:
    """Plies of all pairs of up to 20 shapes."""
    count = draw(st.integers(1, 20))
    values = draw(arrays.arrays(np.uint8, (count, count), elements=st.integers(0, cut_tables.MOST_PACKED_PLIES)))
    upper = np.triu(values, 1)
    both: cut_tables.Plies = upper | upper.T
    return both


@settings(max_examples=20)
@given(any_plies(), st.integers(1, 7))
def test_numpy_and_sql_read_packed_rows(plies: cut_tables.Plies, at_once: int) -> None:
    rows = cut_tables.packed_rows(plies, 0)
    assert [len(row) for row in rows] == [(len(plies) - shape) // 2 for shape in range(len(plies))]
    assert (cut_tables.unpacked(rows) == plies).all()
    some = [cut_tables.packed_rows(plies[first : first + at_once], first) for first in range(0, len(plies), at_once)]
    assert [row for block in some for row in block] == rows
    with closing(sqlite3.connect(":memory:")) as connection:
        for a, b in zip(*np.triu_indices(len(plies), 1), strict=True):
            ((digit,),) = connection.execute("SELECT substr(hex(?), ?, 1)", (rows[a], int(b - a)))
            assert int(digit, base=16) == plies[a, b]


def test_a_packed_row_begins_with_the_pair_of_the_next_shape() -> None:
    plies = np.array([[0, 1, 2, 3], [1, 0, 4, 15], [2, 4, 0, 10], [3, 15, 10, 0]], dtype=np.uint8)
    assert [row.hex() for row in cut_tables.packed_rows(plies, 0)] == ["1230", "4f", "a0", ""]


def test_packing_rejects_plies_above_15() -> None:
    with pytest.raises(ValueError, match=r"^a game takes 16 plies, but 15 is the most to pack"):
        cut_tables.packed_rows(np.array([[0, 16], [16, 0]], dtype=np.uint8), 0)


# Puzzles: pairs with one kind of winning first move that does not win at once.


def puzzles(n: int, max_cut: MaxCut = MaxCut.ANY) -> Puzzles:
    """The puzzles of `n` cells."""
    smaller = [plies_of(size, max_cut) for size in range(1, n)]
    return puzzles_of_size(cuts_of(n, max_cut), smaller, plies_of(n, max_cut))


def puzzle_of(n: int, a: int, b: int, max_cut: MaxCut) -> tuple[int, ...] | None:
    """The puzzle that the oracle makes of a pair: plies, cells of the piece, piece, and what is left of a and b."""
    both = as_shape(shapes(n)[a]), as_shape(shapes(n)[b])
    plies = oracle.value(*both, max_cut.value)
    kinds = oracle.winning_kinds(*both, max_cut.value)
    if plies < 3 or len(kinds) != 1:
        return None
    ((piece, rest_a, rest_b),) = kinds
    return plies, len(piece), number(piece), number(rest_a), number(rest_b)


@pytest.mark.parametrize("max_cut", RULES)
@pytest.mark.parametrize(("n", "count"), [(5, 0), (6, 45), pytest.param(8, 40, marks=pytest.mark.thorough)])
def test_puzzles_are_those_of_the_oracle(n: int, count: int, max_cut: MaxCut) -> None:
    found = {(a, b): tuple(kind) for a, b, *kind in np.stack(puzzles(n, max_cut), axis=1).tolist()}
    every = list(combinations(range(len(shapes(n))), 2))
    if n == 8:  # 20 puzzles in 3 plies, all in 5 up to 20, and pairs of any kind
        by_plies = [[pair for pair, (plies, *_) in found.items() if plies == value][:20] for value in (3, 5)]
        every = [*by_plies[0], *by_plies[1], *((min(pair), max(pair)) for pair in random_numbers(8, 60))]
    expected = {pair: puzzle for pair in every if (puzzle := puzzle_of(n, *pair, max_cut))}
    assert {pair: found[pair] for pair in every if pair in found} == expected
    assert len(expected) >= count
    assert n == 8 or len(expected) == count
