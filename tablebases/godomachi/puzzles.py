"""Puzzles: pairs with exactly one winning kind of first move, not at once.

Moves are of the same kind if they cut off congruent pieces and leave congruent shapes of a and b.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tablebases.arrays import Matrix, Vector
from tablebases.compiled import njit
from tablebases.godomachi.cut_tables import Cuts, Plies, cut_starts, piece_keys

FEWEST_PLIES = 3
"""A win at once would be no puzzle."""


@njit(cache=True)
def _only_winning_cuts(
    cuts_a: Vector[np.int64],
    cuts_b: Vector[np.int64],
    pieces: Vector[np.int64],
    rows: Vector[np.int64],
    left: Vector[np.int32],
    won: Vector[np.bool_],
) -> tuple[int, int]:
    """The cuts of the only winning kind, or (-1, -1).

    `cuts_a` and `cuts_b` are the first cut of a and of b, and the one after the last; they are sorted by piece.
    `pieces` (cuts,) is a number for each piece. `rows` (cuts,) is the start of the row of the rest of a in `won`.
    `left` (cuts,) is the place of the rest of b in that row. `won` says whether the first player wins, of all pairs of
    rests.
    """
    found_a = found_b = -1
    first_b = cuts_b[0]
    for cut_a in range(cuts_a[0], cuts_a[1]):
        while first_b < cuts_b[1] and pieces[first_b] < pieces[cut_a]:
            first_b += 1
        cut_b = first_b
        while cut_b < cuts_b[1] and pieces[cut_b] == pieces[cut_a]:
            if not won[rows[cut_a] + left[cut_b]]:
                if found_a >= 0:
                    return -1, -1
                found_a, found_b = cut_a, cut_b
            cut_b += 1
    return found_a, found_b


@njit(cache=True)
def _find_puzzles(
    pairs: Matrix[np.int64],
    starts: Vector[np.int64],
    pieces: Vector[np.int64],
    rows: Vector[np.int64],
    left: Vector[np.int32],
    won: Vector[np.bool_],
    found: Matrix[np.int64],
) -> None:
    """Set found[i] to the `_only_winning_cuts` of pair i."""
    for i in range(len(pairs)):
        a, b = pairs[i, 0], pairs[i, 1]
        found[i, 0], found[i, 1] = _only_winning_cuts(starts[a : a + 2], starts[b : b + 2], pieces, rows, left, won)


class Puzzles(NamedTuple):
    """Puzzles of a size, a < b, with their winning moves: (puzzles,)."""

    a: Vector[np.int64]
    b: Vector[np.int64]
    plies: Vector[np.int64]
    size: Vector[np.int64]
    """Cells of the piece."""
    piece: Vector[np.int64]
    left_a: Vector[np.int64]
    left_b: Vector[np.int64]


def puzzles_of_size(cuts: Cuts, smaller: Sequence[Plies], plies: Plies) -> Puzzles:
    """All puzzles of n cells, by a and b; the arguments are those of `puzzles_among`."""
    return puzzles_among(np.argwhere(np.triu(plies)), cuts, smaller, plies)


def puzzles_among(pairs: Matrix[np.int64], cuts: Cuts, smaller: Sequence[Plies], plies: Plies) -> Puzzles:
    """The puzzles among some pairs of n cells, in their order.

    `pairs` (pairs, 2) are a and b. `plies` has all pairs of n cells, `smaller` those of 1, 2, .., n - 1 cells.
    """
    row_starts = np.cumsum([0, 0, *(one.size for one in smaller)])
    shapes = np.array([0, *map(len, smaller)])
    sizes_left = len(smaller) + 1 - cuts.size
    rows = row_starts[sizes_left] + cuts.left * shapes[sizes_left]
    won = np.concatenate([one.ravel() % 2 == 1 for one in smaller])
    values = plies[pairs[:, 0], pairs[:, 1]]
    pairs = np.ascontiguousarray(pairs[(values >= FEWEST_PLIES) & (values % 2 == 1)])
    found = np.empty_like(pairs)
    _find_puzzles(pairs, cut_starts(cuts, len(plies)), piece_keys(cuts), rows, cuts.left, won, found)
    is_puzzle = found[:, 0] >= 0
    (a, b), (cut_a, cut_b) = pairs[is_puzzle].T, found[is_puzzle].T
    columns = (plies[a, b], cuts.size[cut_a], cuts.piece[cut_a], cuts.left[cut_a], cuts.left[cut_b])
    return Puzzles(a, b, *(column.astype(np.int64) for column in columns))
