"""The plies of all pairs: known answers, the oracle, both rules, and how the work is parted."""

from __future__ import annotations

import numpy as np
import pytest

from tablebases.godomachi import cut_tables
from tablebases.godomachi.cut_tables import (
    LANES,
    MAX_PLIES,
    ONE_CELL,
    Plies,
    all_cuts,
    all_plies,
    plies_of_rank,
    rank_of_plies,
)
from tablebases.godomachi.polyominoes import free_polyominoes
from tablebases.godomachi.tablebase import MaxCut
from tests.godomachi.helpers import (
    LARGEST,
    cuts_of,
    figure,
    histogram,
    known_rows,
    plies_of,
    shapes,
    terms,
    whole,
    wholes,
)
from tests.oracle import godomachi as oracle

SIZES = range(1, LARGEST + 1)
RULES = list(MaxCut)


@pytest.mark.parametrize("max_cut", RULES)
@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_all_pairs_take_the_known_plies(n: int, max_cut: MaxCut) -> None:
    rows = [row["plies"] for row in known_rows("plies") if row["n"] == str(n)]
    assert ["".join(map(str, row)) for row in plies_of(n, max_cut).tolist()] == rows


@pytest.mark.parametrize("max_cut", RULES)
@pytest.mark.parametrize("n", range(1, 8))
def test_all_pairs_take_the_plies_of_the_oracle(n: int, max_cut: MaxCut) -> None:
    assert plies_of(n, max_cut).tolist() == oracle.value_matrix(n, max_cut.value)


@pytest.mark.parametrize("n", range(4, 10))
def test_as_many_pairs_take_so_many_plies_as_known(n: int) -> None:
    known = wholes(f"n{n}_plies")
    assert histogram(plies_of(n)) == dict(enumerate(known, start=1))
    assert sum(known) == terms("pairs")[n]


def wins(plies: Plies) -> tuple[int, int, int]:
    """All pairs, those that the first player wins, those that the second player wins."""
    counts = histogram(plies)
    first = sum(count for value, count in counts.items() if value % 2)
    return sum(counts.values()), first, sum(counts.values()) - first


@pytest.mark.parametrize("n", range(4, 11))
def test_each_player_wins_as_many_pairs_as_known(n: int) -> None:
    known = tuple(terms(what)[n] for what in ("pairs", "first_wins", "second_wins"))
    assert wins(plies_of(n)) == known
    assert max(histogram(plies_of(n))) == terms("longest_game")[n]


@pytest.mark.parametrize("n", SIZES)
def test_both_rules_agree_up_to_10_cells(n: int) -> None:
    assert n <= whole("max_cut_agree_up_to")
    assert (plies_of(n, MaxCut.ANY) == plies_of(n, MaxCut.HALF)).all()


@pytest.mark.slow
def test_11_cells_are_won_as_often_as_known_and_the_rules_differ() -> None:
    every = free_polyominoes(11)
    cuts = {rule: all_cuts(every[10], every[:10], rule) for rule in RULES}
    smaller = [plies_of(n) for n in SIZES]
    pairs = first = longest = differing = differing_winners = 0
    start = 0
    for block, other in zip(all_plies(cuts[MaxCut.ANY], smaller), all_plies(cuts[MaxCut.HALF], smaller), strict=True):
        later = np.arange(len(every[10])) > np.arange(start, start + len(block))[:, np.newaxis]
        pairs += int(later.sum())
        first += int((block % 2)[later].sum())
        longest = max(longest, int(block.max()))
        differing += int(np.count_nonzero(block != other))
        differing_winners += int(np.count_nonzero(block % 2 != other % 2))
        start += len(block)
    assert (pairs, first) == (terms("pairs")[11], terms("first_wins")[11])
    assert pairs - first == terms("second_wins")[11]
    assert longest == terms("longest_game")[11]
    assert differing > 0
    assert differing_winners <= differing


@pytest.mark.parametrize("n", SIZES)
def test_it_does_not_matter_which_shape_is_first_and_only_equal_ones_take_no_plies(n: int) -> None:
    plies = plies_of(n)
    assert plies.dtype == np.uint8
    assert plies.shape == (len(shapes(n)), len(shapes(n)))
    assert (plies == plies.T).all()
    assert (np.flatnonzero((plies == 0).any(axis=0)) == np.arange(len(plies))).all()
    assert np.count_nonzero(plies) == len(plies) * (len(plies) - 1)


def test_the_second_player_wins_the_known_pairs_of_pentominoes() -> None:
    names = figure("pentominoes").split()
    plies = plies_of(5)
    found = {
        names[a] + names[b] for b in range(12) for a in range(b) if plies[a, b] % 2 == 0
    }  # fmt: skip
    assert found == set(figure("n5_second_wins_names").split())


# --- how the work is parted ------------------------------------------------------------------


@pytest.mark.parametrize("lanes", [1, 7, 35, 36, 1000])
def test_it_does_not_matter_how_many_rows_are_found_at_once(monkeypatch: pytest.MonkeyPatch, lanes: int) -> None:
    monkeypatch.setattr(cut_tables, "LANES", lanes)
    for n in (6, 7):
        smaller = [plies_of(size) for size in range(1, n)]
        blocks = list(all_plies(cuts_of(n), smaller))
        assert len(blocks) == -(-len(shapes(n)) // lanes)
        assert (np.concatenate(blocks) == plies_of(n)).all()


def test_rows_come_in_blocks_that_may_be_kept() -> None:
    smaller = [plies_of(size) for size in range(1, 8)]
    blocks = list(all_plies(cuts_of(8), smaller))
    assert [len(block) for block in blocks] == [LANES] * (369 // LANES) + [369 % LANES]
    assert (np.concatenate(blocks) == plies_of(8)).all()


def test_two_dominoes_are_congruent() -> None:
    assert [block.tolist() for block in all_plies(cuts_of(2), [ONE_CELL])] == [[[0]]]


# --- ranks -----------------------------------------------------------------------------------


def test_the_mover_prefers_the_larger_rank() -> None:
    ranks = rank_of_plies()
    plies = list(range(MAX_PLIES + 1))
    assert sorted(plies, key=lambda value: -int(ranks[value])) == sorted(plies, key=oracle.preference)
    assert len({int(ranks[value]) for value in plies}) == len(plies)
    assert ranks[: MAX_PLIES + 1].min() > 0  # 0 is no move at all


def test_plies_are_found_again_by_their_rank() -> None:
    ranks = rank_of_plies()[: MAX_PLIES + 1]
    assert plies_of_rank()[ranks].tolist() == list(range(MAX_PLIES + 1))
