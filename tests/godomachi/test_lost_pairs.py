"""Lost pairs, a bit for each: against the plies of all pairs, and parts against the whole."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest

from tablebases.arrays import Matrix
from tablebases.godomachi import lost_pairs
from tablebases.godomachi.tablebase import MaxCut
from tests.godomachi.helpers import KNOWN, RULES, SIZES, cuts_of, histogram, plies_of, shapes


@cache
def moves(n: int, max_cut: MaxCut = MaxCut.ANY) -> Sequence[lost_pairs.Moves]:
    counts = [len(shapes(size)) for size in range(1, n + 1)]
    return [lost_pairs.moves_of(cuts_of(size, max_cut), counts[:size]) for size in range(2, n + 1)]


def as_square(bits: lost_pairs.Bits, count: int) -> Matrix[np.bool_]:
    """Bits as truth values, (shapes a, shapes b)."""
    return np.unpackbits(bits.view(np.uint8), axis=1, bitorder="little", count=count).astype(np.bool_)


def not_lost(n: int, smaller: Sequence[lost_pairs.Lost]) -> int:
    return sum(count for _, count in lost_pairs.count_not_lost(range(len(shapes(n))), moves(n)[-1], smaller))


@pytest.mark.parametrize("max_cut", RULES)
def test_second_player_wins_the_pairs_of_an_even_number_of_plies(max_cut: MaxCut) -> None:
    for n, found in enumerate(lost_pairs.second_player_wins(moves(8, max_cut)), start=1):
        expected = plies_of(n, max_cut) % 2 == 0
        assert (as_square(found.bits, len(expected)) == expected).all()
        assert int(np.bitwise_count(found.bits).sum()) == np.count_nonzero(expected)  # no bits beyond the last shape


@pytest.mark.parametrize("plies", range(8))
def test_pairs_are_lost_with_some_plies_to_go_as_their_plies_say(plies: int) -> None:
    for n, found in enumerate(lost_pairs.lost_pairs(moves(8), plies), start=1):
        known = plies_of(n)
        lost = known % 2 == 0
        right = (lost & (known <= plies)) if plies % 2 == 0 else ~(~lost & (known <= plies))
        assert (as_square(found.bits, len(known)) == right).all()


@pytest.mark.parametrize("n", [2, 5, 8])
def test_differences_of_counts_are_the_histogram_of_plies(n: int) -> None:
    pairs = len(shapes(n)) * (len(shapes(n)) - 1) // 2
    counts = [not_lost(n, lost_pairs.lost_pairs(moves(n - 1), plies - 1)) for plies in range(1, n - 1)]
    assert lost_pairs.counts_by_plies(pairs, counts) == histogram(plies_of(n))
    if n == 8:
        longer = sum(KNOWN.wholes("n8_plies")[3:])
        with pytest.raises(ValueError, match=rf"^{longer} pairs take more than 3 plies$"):
            lost_pairs.counts_by_plies(pairs, counts[:3])


@pytest.mark.thorough
def test_counts_of_several_blocks_are_those_of_the_plies() -> None:
    assert len(shapes(9)) > lost_pairs.LANES
    assert not_lost(9, lost_pairs.second_player_wins(moves(8))) == int((plies_of(9) % 2).sum()) // 2


@pytest.mark.thorough
@pytest.mark.parametrize("bounds", [(0, 1), (1, 257), (700, 1285), (5, 5)])
def test_counts_of_some_rows_are_those_of_the_whole(bounds: tuple[int, int]) -> None:
    some = range(*bounds)
    right = int(np.triu(plies_of(9) % 2, 1)[some.start : some.stop].sum())
    found = list(lost_pairs.count_not_lost(some, moves(9)[-1], lost_pairs.second_player_wins(moves(8))))
    assert [a for rows, _ in found for a in rows] == list(some)
    assert sum(count for _, count in found) == right


def test_chosen_rows_are_those_of_the_whole_and_the_others_are_marked() -> None:
    every = lost_pairs.second_player_wins(moves(8))
    chosen = np.array([3, 4, 70, 368])
    some = lost_pairs.lost_of(chosen, moves(8)[-1], every[:7])
    assert (some.bits == every[7].bits[chosen]).all()
    assert some.row_of[chosen].tolist() == [0, 1, 2, 3]
    assert np.count_nonzero(some.row_of == -1) == 369 - 4


def test_transposing_exchanges_rows_and_columns() -> None:
    square = np.random.default_rng(1).integers(0, 2**64, 64, dtype=np.uint64)
    turned = square.copy()
    lost_pairs.transpose(turned)
    assert (as_square(turned[:, None], 64) == as_square(square[:, None], 64).T).all()


@pytest.mark.parametrize("n", SIZES)
def test_places_of_a_piece_do_not_overlap_others_and_lie_in_one_word_or_whole_words(n: int) -> None:
    cuts, placed = cuts_of(n), moves(n)[-1]
    kinds = np.unique(np.stack(cuts[1:4], axis=1), axis=0)
    assert len(np.unique(placed.place)) == len(kinds)
    assert placed.place.max() < 64 * placed.words
    begins = placed.place - placed.left
    counts = np.array([len(shapes(size)) for size in placed.cells_left.tolist()])
    short = counts <= 64
    assert (begins[~short] % 64 == 0).all()
    assert (begins[short] % 64 + counts[short] <= 64).all()
