"""Who wins every pair of polyominoes of a size, and in how many plies, from the sizes below.

A move cuts congruent pieces off both shapes, so the value of a pair depends on the cuts of both as (piece, what is
left) only. For a shape a, `best[c, r]` is the best that its cuts with the piece c offer if r is left of the other
shape; then the value of (a, b) is the best of best[c, r] over the cuts (c, r) of b. That takes as many steps as both
shapes have cuts together, where trying all pairs of cuts would take their product.

Values are kept as *ranks*, of which the player to move prefers the larger: wins in few plies, then losses in many. So
the best is a maximum, and it is taken for 64 shapes a at once.

    plies    1    3    5   ..   4   2   0
    rank    254  252  250  ..   5   3   1

>>> rank_of_plies()[[1, 3, 5, 4, 2, 0]].tolist()
[254, 252, 250, 5, 3, 1]
>>> plies_of_rank()[[252, 5]].tolist()
[3, 4]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from pipeline.core.arrays import Matrix, Vector
from pipeline.core.compiled import njit
from pipeline.godomachi.game.cuts import Cuts, cut_starts, piece_keys

Plies = Matrix[np.uint8]
"""Plies of pairs of polyominoes of a size under best play, (shapes a, shapes b).

Odd where the first player wins, even where the second does, 0 where the two are congruent.
"""

LANES = 64
MAX_PLIES = 100
"""More than any game takes, and few enough for ranks in a byte."""


def rank_of_plies() -> Vector[np.uint8]:
    """The rank of every number of plies: uint8 (256,). After an odd number the player to move has won."""
    plies = np.arange(256)
    ranks = np.where(plies % 2, 255 - plies, plies + 1)
    return np.where(plies <= MAX_PLIES, ranks, 0).astype(np.uint8)


def plies_of_rank() -> Vector[np.uint8]:
    """The number of plies of every rank that there is: uint8 (256,)."""
    found = np.zeros(256, dtype=np.uint8)
    found[rank_of_plies()[: MAX_PLIES + 1]] = np.arange(MAX_PLIES + 1)
    return found


@njit(cache=True)
def _play(
    offers: Matrix[np.int64],
    offer_starts: Vector[np.int64],
    ranks: Vector[np.uint8],
    answers: Vector[np.int64],
    answer_starts: Vector[np.int64],
    best: Matrix[np.uint8],
    found: Matrix[np.uint8],
) -> None:
    """Find the ranks of some shapes a against all shapes b.

    Args:
        offers: (cuts, 3), the cuts of the shapes a: where the places of everything that b may keep begin in `best`,
            where the ranks of what a keeps against that begin in `ranks`, and how many they are.
        offer_starts: (lanes + 1,), where the cuts of each shape a begin.
        ranks: of what can be left.
        answers: (cuts,), the cuts of all shapes b: the place in `best` of what is left.
        answer_starts: (shapes b + 1,), where the cuts of each shape b begin.
        best: (places, lanes), scratch.
        found: (shapes b, lanes), the result.
    """
    lanes = best.shape[1]
    best[:] = 0
    for lane in range(lanes):
        for cut in range(offer_starts[lane], offer_starts[lane + 1]):
            place, row, length = offers[cut]
            for kept in range(length):
                best[place + kept, lane] = max(best[place + kept, lane], ranks[row + kept])
    found[:] = 0
    for shape in range(len(found)):
        for cut in range(answer_starts[shape], answer_starts[shape + 1]):
            offered = best[answers[cut]]
            for lane in range(lanes):
                found[shape, lane] = max(found[shape, lane], offered[lane])


def _of_pieces(cuts: Cuts, pieces: Vector[np.int64]) -> tuple[Cuts, Vector[np.int64]]:
    """The cuts with one of these pieces, and the places of their pieces among these."""
    keys = piece_keys(cuts)
    chosen = np.isin(keys, pieces)
    some = Cuts(*(column[chosen] for column in cuts))
    return some, np.searchsorted(pieces, keys[chosen])


def plies_in_blocks(cuts_a: Cuts, cuts_b: Cuts, smaller: Sequence[Plies], same: Vector[np.int32]) -> Iterator[Plies]:
    """The plies of all pairs of some polyominoes a with some b of the same size, some rows at a time.

    Everything that cuts leave of them must be among the smaller ones, and pieces must have the same numbers in both. A
    piece that only one of the two can lose is in no move.

    Args:
        cuts_a: of all shapes a that the rules allow, by shape.
        cuts_b: of all shapes b.
        smaller: the plies of all pairs of 1, 2, .., n - 1 cells.
        same: (shapes a,), the number of the congruent shape b, or -1.

    Yields:
        The plies of at most 64 shapes a against all shapes b.
    """
    shapes_a, shapes_b = len(same), int(cuts_b.shape[-1]) + 1
    pieces = np.intersect1d(piece_keys(cuts_a), piece_keys(cuts_b))
    cuts_a, pieces_a = _of_pieces(cuts_a, pieces)
    cuts_b, pieces_b = _of_pieces(cuts_b, pieces)
    cells = len(smaller) + 1
    left_of_b = np.array([0, *(plies.shape[1] for plies in smaller)])
    places = np.cumsum([0, *left_of_b[cells - (pieces >> 32)]], dtype=np.int64)
    row_starts = np.cumsum([0, 0, *(plies.size for plies in smaller)])
    sizes_left = cells - cuts_a.size
    rows = row_starts[sizes_left] + cuts_a.left * left_of_b[sizes_left]
    offers = np.stack((places[pieces_a], rows, left_of_b[sizes_left]), axis=1)
    starts = cut_starts(cuts_a, shapes_a)
    rank_of, plies_of = rank_of_plies(), plies_of_rank()
    ranks = np.concatenate([rank_of[plies.ravel() + 1] for plies in smaller])
    answers, answer_starts = places[pieces_b] + cuts_b.left, cut_starts(cuts_b, shapes_b)
    lanes = min(LANES, shapes_a)
    best = np.empty((places[-1], lanes), np.uint8)
    found = np.empty((shapes_b, lanes), np.uint8)
    for first in range(0, shapes_a, lanes):
        here = np.minimum(np.arange(first, first + lanes + 1), shapes_a)
        _play(offers, starts[here], ranks, answers, answer_starts, best, found)
        block = plies_of[found.T[: min(lanes, shapes_a - first)]]
        for lane, other in enumerate(same[first : first + lanes].tolist()):
            if other >= 0:
                block[lane, other] = 0
        yield block


ONE_CELL: Plies = np.zeros((1, 1), dtype=np.uint8)
"""The plies of the only pair of single cells."""


def all_plies(cuts: Cuts, smaller: Sequence[Plies]) -> Iterator[Plies]:
    """The plies of all pairs of polyominoes of a size, at most 64 rows at a time.

    Args:
        cuts: of all of them, those that the rules allow.
        smaller: the plies of all pairs of 1, 2, .., n - 1 cells.
    """
    return plies_in_blocks(cuts, cuts, smaller, np.arange(cuts.shape[-1] + 1, dtype=np.int32))
