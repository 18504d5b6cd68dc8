"""All polyominoes of a size: their cuts, the plies of all pairs, and tables of these plies.

**Cuts.** Cells of a shape are bits, as in this shape of 5 cells with the neighbours of each:

    013      cell     0       1       2    3    4
    2 4      masks  0b00110 0b01001 0b0001 ..

>>> masks = neighbour_masks(np.array([(0, 0), (1, 0), (0, 1), (2, 0), (2, 1)], np.int8))
>>> [bin(mask) for mask in masks]
['0b110', '0b1001', '0b1', '0b10010', '0b1000']
>>> bin(component_of(0b00001, 0b10111, masks))  # without cell 3, cell 4 is out of reach
'0b111'

A cut leaves two connected parts. The search grows the part with the first cell. It adds a neighbouring cell alone
if the remainder stays connected without it. Otherwise the cell is a *cut cell* of the remainder, and the search adds it
together with all but one of the components that it leaves, for every choice of that one. So both parts are connected
at every step.

The search misses no cut. Let S be the part of a cut, G a connected part of S that the search has reached, and v a cell
of S next to G. If v is a cut cell, all but one of the components that it leaves lie in S, because what is not in S is
connected and avoids v. The components must be those of the remainder at that moment. With those of the whole shape, the
search would miss cuts from 8 cells on.

**Plies.** A move cuts congruent pieces off both shapes. So the value of a pair depends only on the cuts (piece, rest)
of both. For a shape a, `best[c, r]` is the best value of its cuts with the piece c if the rest of the other shape is r.
The value of (a, b) is the best of best[c, r] over the cuts (c, r) of b. The number of steps is the sum of the numbers
of cuts of both shapes. Trying all pairs of cuts would take their product.

Values are stored as *ranks*. The player to move prefers the larger rank: wins in few plies, then losses in many. So the
best is a maximum. It is computed for 64 shapes a at once.

    plies    1    3    5   ..   4   2   0
    rank    254  252  250  ..   5   3   1

>>> rank_of_plies()[[1, 3, 5, 4, 2, 0]].tolist()
[254, 252, 250, 5, 3, 1]
>>> plies_of_rank()[[252, 5]].tolist()
[3, 4]

**Packed rows.** A table has four bits a pair, a < b only, and SQL can read it. The row of shape a has the plies of
(a, a + 1), (a, a + 2), .. as hexadecimal digits. If their number is odd, a 0 fills the last byte. These are the first
two rows of 5 shapes, with a line between bytes:

    row 0:  (0, 1) (0, 2) | (0, 3) (0, 4)        row 1:  (1, 2) (1, 3) | (1, 4) 0

>>> plies = np.array([[0, 1, 2, 1, 3], [1, 0, 1, 4, 1], [2, 1, 0, 1, 1], [1, 4, 1, 0, 2], [3, 1, 1, 2, 0]], np.uint8)
>>> [row.hex() for row in packed_rows(plies, 0)]
['1213', '1410', '11', '20', '']
>>> bool((unpacked(packed_rows(plies, 0)) == plies).all())
True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from tablebases.arrays import Int, Matrix, Vector
from tablebases.compiled import njit
from tablebases.godomachi.polyominoes import Cells, Shapes, canonical_shapes, shape_keys
from tablebases.godomachi.tablebase import MaxCut


@njit(cache=True)
def neighbour_masks(cells: Cells) -> Vector[np.int64]:
    """The neighbours of each cell, a bit each: int64 (cells,)."""
    masks = np.zeros(len(cells), np.int64)
    for i in range(len(cells)):
        for j in range(len(cells)):
            if abs(cells[i, 0] - cells[j, 0]) + abs(cells[i, 1] - cells[j, 1]) == 1:
                masks[i] |= np.int64(1) << j
    return masks


@njit(cache=True)
def component_of(start: Int, among: Int, masks: Vector[np.int64]) -> Int:
    """The cells of `among` connected with `start`, as bits."""
    found = start
    while True:
        reached = found
        for cell in range(len(masks)):
            if found >> cell & 1:
                reached |= masks[cell] & among
        if reached == found:
            return found
        found = reached


@njit(cache=True)
def parts_with_first_cell(whole: Int, masks: Vector[np.int64], seen: Vector[np.bool_], found: Vector[np.int64]) -> int:
    """Find all parts with the first cell that a cut leaves.

    `whole` has the connected cells to cut in two, as bits. `masks` (cells,) come from `neighbour_masks`, perhaps of
    more cells. `seen` (2^cells,) is scratch, all False on entry and return. `found` (2^cells,) is set to the parts, as
    bits. Returns the number of parts.
    """
    count = 0
    # The first cell alone may leave several components; then all but one join it.
    rest = whole & (whole - 1)
    left = rest
    while left:
        component = component_of(left & -left, rest, masks)
        part = whole & ~component
        seen[part] = True
        found[count] = part
        count += 1
        left &= ~component
    done = 0
    while done < count:
        part = found[done]
        done += 1
        rest = whole & ~part
        for cell in range(len(masks)):
            bit = np.int64(1) << cell
            if not rest & bit or not masks[cell] & part:
                continue
            left = rest & ~bit
            others = left
            while others:
                component = component_of(others & -others, left, masks)
                larger = whole & ~component
                if not seen[larger]:
                    seen[larger] = True
                    found[count] = larger
                    count += 1
                others &= ~component
    for i in range(count):
        seen[found[i]] = False
    return count


@njit(cache=True)
def _write_ways(
    shapes: Shapes, shape: Vector[np.int64], wholes: Vector[np.int64], cut: Vector[np.int64], ways: Matrix[np.int64]
) -> int:
    """Write the result of `ways_to_cut`; return its length, or -1 without room."""
    seen = np.zeros(1 << shapes.shape[1], np.bool_)
    found = np.empty(1 << shapes.shape[1], np.int64)
    count = 0
    for i in range(len(wholes)):
        masks = neighbour_masks(shapes[shape[i]])
        n_parts = parts_with_first_cell(wholes[i], masks, seen, found)
        if count + n_parts > len(cut):
            return -1
        for part in range(n_parts):
            cut[count] = i
            ways[count, 0] = found[part]
            ways[count, 1] = wholes[i] & ~found[part]
            count += 1
    return count


def ways_to_cut(
    shapes: Shapes, shape: Vector[np.int64], wholes: Vector[np.int64]
) -> tuple[Vector[np.int64], Matrix[np.int64]]:
    """All ways to cut connected parts of shapes in two.

    `shapes` have their cells in any order, anywhere. `shape` (wholes,) is the shape of each part, `wholes` (wholes,)
    are the parts as bits. Returns the number of the part that each way cuts, (ways,), and both pieces as bits, (ways,
    2).
    """
    room = 64 * len(wholes)
    while True:
        cut = np.empty(room, dtype=np.int64)
        ways = np.empty((room, 2), dtype=np.int64)
        count = _write_ways(shapes, shape, wholes, cut, ways)
        if count >= 0:
            return cut[:count], ways[:count]
        room *= 2


def canonical_parts(shapes: Shapes, shape: Vector[np.int64], parts: Vector[np.int64], size: int) -> Shapes:
    """The canonical forms of parts of shapes: int8 (parts, size, 2).

    `shapes` have their cells in any order, anywhere. `shape` (parts,) is the shape of each part, `parts` (parts,) are
    the parts as bits, each of `size` cells.
    """
    cells = np.arange(shapes.shape[1])
    part, cell = np.nonzero(parts[:, np.newaxis] >> cells & 1)
    return canonical_shapes(shapes[shape[part], cell].reshape(-1, size, 2))


class Cuts(NamedTuple):
    """All kinds of cuts of a size: columns (cuts,), rows sorted."""

    shape: Vector[np.int32]
    """The polyomino that is cut."""
    size: Vector[np.int32]
    """Cells of the piece."""
    piece: Vector[np.int32]
    """The piece, numbered among the polyominoes of its size."""
    left: Vector[np.int32]
    """The rest, numbered among the polyominoes of its size."""
    ways: Vector[np.int32]
    """Number of cuts of this kind; each cut counts twice, because either part may be the piece."""


def piece_keys(cuts: Cuts) -> Vector[np.int64]:
    """A number of each cut's piece: size << 32 | piece."""
    return cuts.size.astype(np.int64) << 32 | cuts.piece


def cut_starts(cuts: Cuts, shapes: int) -> Vector[np.int64]:
    """Start of the cuts of each shape, and their end: int64 (shapes + 1,)."""
    return np.searchsorted(cuts.shape, np.arange(shapes + 1)).astype(np.int64)


PIECE, SIZE, SHAPE = 18, 36, 41
"""The first bits of columns in one number for a row; sorting such numbers takes a quarter of the time of sorting rows.

Numbers of rests and pieces have 18 bits, because there are 238,591 polyominoes of 13 cells.
"""


def kinds_of_cuts(
    cells: int, shape: Vector[np.int64], ways: Matrix[np.int64], numbers: Matrix[np.int64], max_cut: MaxCut
) -> Cuts:
    """Count the kinds of cuts among all ways to cut.

    Each shape has `cells` cells. `shape` (ways,) is the shape to cut, `ways` (ways, 2) are both parts as bits, and
    `numbers` (ways, 2) are the numbers of both parts among the shapes of their sizes.
    """
    sizes = np.bitwise_count(ways).astype(np.int64)
    largest_piece = max_cut.largest_piece(cells)
    either_is_piece = [
        (shape << SHAPE | size << SIZE | piece << PIECE | left)[size <= largest_piece]
        for size, piece, left in zip(sizes.T, numbers.T, numbers.T[::-1], strict=True)
    ]
    rows, counts = np.unique(np.concatenate(either_is_piece), return_counts=True)
    number = (1 << PIECE) - 1
    columns = (rows >> SHAPE, rows >> SIZE & 31, rows >> PIECE & number, rows & number, counts)
    return Cuts._make(column.astype(np.int32) for column in columns)


def all_cuts(shapes: Shapes, smaller: Sequence[Shapes], max_cut: MaxCut = MaxCut.ANY) -> Cuts:
    """The kinds of cuts of polyominoes of a size.

    `shapes` have n > 1 cells, `smaller` has all polyominoes of 1, 2, .., n - 1 cells.
    """
    cells = shapes.shape[1]
    shape, ways = ways_to_cut(shapes, np.arange(len(shapes)), np.full(len(shapes), (1 << cells) - 1))
    sizes = np.bitwise_count(ways)
    numbers = np.empty_like(ways)
    for size, known_shapes in enumerate(smaller, start=1):
        known = shape_keys(known_shapes)
        order = np.argsort(known)
        way, part = np.nonzero(sizes == size)
        keys = shape_keys(canonical_parts(shapes, shape[way], ways[way, part], size))
        numbers[way, part] = order[np.searchsorted(known[order], keys)]
    return kinds_of_cuts(cells, shape, ways, numbers, max_cut)


# The plies of all pairs of a size, from those of the smaller sizes.

Plies = Matrix[np.uint8]
"""Plies of pairs under best play, (shapes a, shapes b).

Odd where the first player wins, even where the second does, 0 where the two are congruent.
"""

LANES = 64
MAX_PLIES = 100
"""More than in any game; ranks fit into a byte."""


def rank_of_plies() -> Vector[np.uint8]:
    """The rank of every number of plies: uint8 (256,); odd numbers are wins."""
    plies = np.arange(256)
    ranks = np.where(plies % 2, 255 - plies, plies + 1)
    return np.where(plies <= MAX_PLIES, ranks, 0).astype(np.uint8)


def plies_of_rank() -> Vector[np.uint8]:
    """The number of plies of every rank: uint8 (256,)."""
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
    """Find the ranks of shapes a against all shapes b.

    `offers` (cuts, 3) are the cuts of the shapes a. The columns are the first place of the rests of b in `best`, the
    first rank of the rest of a against them in `ranks`, and their number. `offer_starts` (lanes + 1,) has the first cut
    of each shape a. `ranks` are of all pairs of rests. `answers` (cuts,) are the cuts of all shapes b: the place of the
    rest in `best`. `answer_starts` (shapes b + 1,) has the first cut of each shape b. `best` (places, lanes) is
    scratch. `found` (shapes b, lanes) is the result.
    """
    lanes = best.shape[1]
    best[:] = 0
    for lane in range(lanes):
        for cut in range(offer_starts[lane], offer_starts[lane + 1]):
            place, row, length = offers[cut]
            for rest in range(length):
                best[place + rest, lane] = max(best[place + rest, lane], ranks[row + rest])
    found[:] = 0
    for shape in range(len(found)):
        for cut in range(answer_starts[shape], answer_starts[shape + 1]):
            offered = best[answers[cut]]
            for lane in range(lanes):
                found[shape, lane] = max(found[shape, lane], offered[lane])


def _select_pieces(cuts: Cuts, pieces: Vector[np.int64]) -> tuple[Cuts, Vector[np.int64]]:
    """The cuts with one of `pieces`, and its place there."""
    keys = piece_keys(cuts)
    chosen = np.isin(keys, pieces)
    some = Cuts(*(column[chosen] for column in cuts))
    return some, np.searchsorted(pieces, keys[chosen])


def plies_in_blocks(cuts_a: Cuts, cuts_b: Cuts, smaller: Sequence[Plies], same: Vector[np.int32]) -> Iterator[Plies]:
    """The plies of shapes a against shapes b, in blocks.

    `smaller` must have all rests, and pieces must have the same numbers in `cuts_a` and `cuts_b`. A piece that only one
    of the two shapes can lose is in no move.

    `cuts_a` and `cuts_b` are all cuts that the rules allow, by shape. `smaller` has the plies of all pairs of 1, 2, ..,
    n - 1 cells. `same` (shapes a,) is the number of the congruent shape b, or -1. Yields at most 64 shapes a against
    all shapes b.
    """
    shapes_a, shapes_b = len(same), int(cuts_b.shape[-1]) + 1
    pieces = np.intersect1d(piece_keys(cuts_a), piece_keys(cuts_b))
    cuts_a, pieces_a = _select_pieces(cuts_a, pieces)
    cuts_b, pieces_b = _select_pieces(cuts_b, pieces)
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
    """The plies of all pairs of a size, in blocks.

    `cuts` are of n cells, `smaller` has the plies of 1, 2, .., n - 1 cells. Yields at most 64 rows.
    """
    return plies_in_blocks(cuts, cuts, smaller, np.arange(cuts.shape[-1] + 1, dtype=np.int32))


# Packed rows of plies.

MOST_PACKED_PLIES = 15
"""The largest hexadecimal digit. No known game of n cells takes more than n - 3 plies."""


def packed_rows(block: Plies, first: int) -> list[bytes]:
    """Pack the rows of the shapes first, first + 1, ...

    `block` has their plies against all shapes: uint8 (rows, shapes). A ValueError says that a game takes more than 15
    plies.
    """
    if block.max() > MOST_PACKED_PLIES:
        raise ValueError(f"a game takes {block.max()} plies, but {MOST_PACKED_PLIES} is the most to pack")
    rows = []
    for shape, plies in enumerate(block, start=first):
        digits = np.append(plies[shape + 1 :], np.uint8(0))
        digits = digits[: len(digits) // 2 * 2]
        rows.append((digits[::2] << 4 | digits[1::2]).tobytes())
    return rows


def unpacked(rows: Sequence[bytes]) -> Plies:
    """The plies of all pairs: uint8 (shapes, shapes), symmetric, 0 on the diagonal."""
    shapes = len(rows)
    plies = np.zeros((shapes, shapes), dtype=np.uint8)
    for shape, row in enumerate(rows):
        both = np.frombuffer(row, dtype=np.uint8)
        digits = np.stack([both >> 4, both & 15], axis=1).ravel()
        plies[shape, shape + 1 :] = digits[: shapes - shape - 1]
    return plies | plies.T
