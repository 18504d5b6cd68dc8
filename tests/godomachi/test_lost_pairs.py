"""Lost pairs, a bit for each: against the plies of all pairs, the oracle, and parts of the whole."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest

from tablebases.arrays import Matrix
from tablebases.godomachi.lost_pairs import (
    LANES,
    Bits,
    Lost,
    Moves,
    count_not_lost,
    counts_by_plies,
    lost_of,
    lost_pairs,
    moves_of,
    second_player_wins,
    transpose,
)
from tablebases.godomachi.tablebase import MaxCut
from tests.godomachi.helpers import cuts_of, histogram, plies_of, shapes
from tests.oracle import godomachi as oracle

RULES = list(MaxCut)


@cache
def moves(n: int, max_cut: MaxCut = MaxCut.ANY) -> Sequence[Moves]:
    counts = [len(shapes(size)) for size in range(1, n + 1)]
    return [moves_of(cuts_of(size, max_cut), counts[:size]) for size in range(2, n + 1)]


def as_square(bits: Bits, count: int) -> Matrix[np.bool_]:
    """Bits as truth values, (shapes a, shapes b)."""
    return np.unpackbits(bits.view(np.uint8), axis=1, bitorder="little", count=count).astype(np.bool_)


def not_lost(n: int, smaller: Sequence[Lost]) -> int:
    return sum(count for _, count in count_not_lost(range(len(shapes(n))), moves(n)[-1], smaller))


@pytest.mark.parametrize("max_cut", RULES)
@pytest.mark.parametrize("n", range(1, 9))
def test_the_second_player_wins_the_pairs_of_an_even_number_of_plies(n: int, max_cut: MaxCut) -> None:
    found = second_player_wins(moves(n, max_cut))[-1]
    assert (as_square(found.bits, len(shapes(n))) == (plies_of(n, max_cut) % 2 == 0)).all()


@pytest.mark.parametrize("n", range(1, 7))
def test_winners_are_those_of_the_oracle(n: int) -> None:
    found = as_square(second_player_wins(moves(n))[-1].bits, len(shapes(n)))
    assert found.tolist() == [[plies % 2 == 0 for plies in row] for row in oracle.value_matrix(n, "any")]


@pytest.mark.parametrize("plies", range(8))
def test_lost_with_so_many_plies_to_go_is_what_the_plies_of_a_pair_say(plies: int) -> None:
    for n, found in enumerate(lost_pairs(moves(8), plies), start=1):
        of = plies_of(n)
        lost = of % 2 == 0
        right = (lost & (of <= plies)) if plies % 2 == 0 else ~(~lost & (of <= plies))
        assert (as_square(found.bits, len(of)) == right).all()


@pytest.mark.parametrize("n", range(2, 9))
def test_differences_of_counts_are_the_histogram_of_plies(n: int) -> None:
    pairs = len(shapes(n)) * (len(shapes(n)) - 1) // 2
    counts = [not_lost(n, lost_pairs(moves(n - 1), plies - 1)) for plies in range(1, n - 1)]
    assert counts_by_plies(pairs, counts) == histogram(plies_of(n))


def test_too_few_plies_are_told() -> None:
    pairs = len(shapes(7)) * (len(shapes(7)) - 1) // 2
    counts = [not_lost(7, lost_pairs(moves(6), plies - 1)) for plies in range(1, 4)]
    with pytest.raises(ValueError, match=r"^559 pairs take more than 3 plies$"):
        counts_by_plies(pairs, counts)


@pytest.mark.parametrize("n", [9, 10])
def test_counts_of_several_blocks_are_those_of_the_plies(n: int) -> None:
    assert len(shapes(n)) > LANES
    assert not_lost(n, second_player_wins(moves(n - 1))) == int((plies_of(n) % 2).sum()) // 2


@pytest.mark.parametrize("bounds", [(0, 1), (1, 257), (700, 1285), (1284, 1285), (5, 5)])
def test_any_share_of_the_rows_is_counted_as_in_the_whole(bounds: tuple[int, int]) -> None:
    some = range(*bounds)
    right = int(np.triu(plies_of(9) % 2, 1)[some.start : some.stop].sum())
    found = list(count_not_lost(some, moves(9)[-1], second_player_wins(moves(8))))
    assert [a for rows, _ in found for a in rows] == list(some)
    assert sum(count for _, count in found) == right


def test_chosen_rows_are_those_of_the_whole_and_the_others_are_marked() -> None:
    every = second_player_wins(moves(8))
    chosen = np.array([3, 4, 70, 368])
    some = lost_of(chosen, moves(8)[-1], every[:7])
    assert (some.bits == every[7].bits[chosen]).all()
    assert some.row_of[chosen].tolist() == [0, 1, 2, 3]
    assert np.count_nonzero(some.row_of == -1) == 369 - 4


def test_no_bits_are_set_beyond_the_last_shape() -> None:
    for n, found in enumerate(second_player_wins(moves(8)), start=1):
        assert int(np.bitwise_count(found.bits).sum()) == np.count_nonzero(plies_of(n) % 2 == 0)


def test_transposing_exchanges_rows_and_columns() -> None:
    square = np.random.default_rng(1).integers(0, 2**64, 64, dtype=np.uint64)
    turned = square.copy()
    transpose(turned)
    assert (as_square(turned[:, None], 64) == as_square(square[:, None], 64).T).all()


@pytest.mark.parametrize("n", range(2, 10))
def test_places_tell_pieces_and_what_is_left_apart_and_lie_in_no_two_words(n: int) -> None:
    cuts, of = cuts_of(n), moves(n)[-1]
    kinds = set(zip(cuts.size.tolist(), cuts.piece.tolist(), cuts.left.tolist(), strict=True))
    assert len(np.unique(of.place)) == len(kinds)
    assert of.place.max() < 64 * of.words
    begins = of.place - of.left
    counts = np.array([len(shapes(size)) for size in of.cells_left.tolist()])
    short = counts <= 64
    assert (begins[~short] % 64 == 0).all()
    assert (begins[short] % 64 + counts[short] <= 64).all()
