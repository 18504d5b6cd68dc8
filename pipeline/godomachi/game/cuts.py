"""All ways to cut a polyomino into two connected parts.

Cells of a shape are bits, as in this shape of 5 cells with the neighbours of each:

    013      cell     0       1       2    3    4
    2 4      masks  0b00110 0b01001 0b0001 ..

>>> masks = neighbour_masks(np.array([(0, 0), (1, 0), (0, 1), (2, 0), (2, 1)], np.int8))
>>> [bin(mask) for mask in masks]
['0b110', '0b1001', '0b1', '0b10010', '0b1000']
>>> bin(component_of(0b00001, 0b10111, masks))  # without cell 3, cell 4 is out of reach
'0b111'

The part with the first cell is grown. A cell next to it that is not a cut cell of the remainder is added alone. A cut
cell is added together with everything that it cuts off from one component of the remainder, for every choice of that
component. So both parts stay connected all the time, and no cut is missed: if S is a part of a cut and G a connected
part of S that has been reached, take a cell v of S next to G. Either v is not a cut cell of the remainder, or all but
one of the components that it leaves lie in S, for what is not in S is connected and avoids v. The components must be
those of the remainder at that moment: with those of the whole shape, cuts are missed from 8 cells on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pipeline.core.arrays import Int, Matrix, Vector
from pipeline.core.compiled import njit
from pipeline.godomachi.game.max_cut import MaxCut
from pipeline.godomachi.game.polyominoes import Cells, Shapes, make_canonical, shape_keys


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
    """The cells of `among` that are connected with the cells of `start`, as bits."""
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
    """All connected parts with the first cell that leave a connected remainder, as bits.

    Args:
        whole: the cells that are cut in two, as bits; they are connected.
        masks: (cells,), as `neighbour_masks` gives them, perhaps of more cells.
        seen: (2^cells,), scratch; all False on entry and return.
        found: (2^cells,), set to the parts.

    Returns:
        How many there are.
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
    """Write what `ways_to_cut` returns; returns how many ways there are, or -1 if they do not fit."""
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
    """All ways to cut connected parts of some shapes in two: what is cut, (ways,), and both parts as bits, (ways, 2).

    Args:
        shapes: cells in any order, anywhere.
        shape: (wholes,), the shape that each is a part of.
        wholes: (wholes,), the parts, as bits.
    """
    room = 64 * len(wholes)
    while True:
        cut = np.empty(room, dtype=np.int64)
        ways = np.empty((room, 2), dtype=np.int64)
        count = _write_ways(shapes, shape, wholes, cut, ways)
        if count >= 0:
            return cut[:count], ways[:count]
        room *= 2


@njit(cache=True)
def canonical_parts(shapes: Shapes, shape: Vector[np.int64], parts: Vector[np.int64], size: int) -> Shapes:
    """The canonical forms of parts of some shapes: int8 (parts, size, 2).

    Args:
        shapes: cells in any order, anywhere.
        shape: (parts,), the shape that each is a part of.
        parts: (parts,), as bits.
        size: cells of each part.
    """
    chosen = np.empty((size, 2), np.int8)
    image = np.empty((size, 2), np.int8)
    forms = np.empty((len(parts), size, 2), np.int8)
    for i in range(len(parts)):
        count = 0
        for cell in range(shapes.shape[1]):
            if parts[i] >> cell & 1:
                chosen[count, 0], chosen[count, 1] = shapes[shape[i], cell, 0], shapes[shape[i], cell, 1]
                count += 1
        make_canonical(chosen, image, forms[i])
    return forms


class Cuts(NamedTuple):
    """The kinds of cuts of all polyominoes of a size, sorted by all columns, of shape (cuts,)."""

    shape: Vector[np.int32]
    """The polyomino that is cut."""
    size: Vector[np.int32]
    """Cells of the piece that is removed."""
    piece: Vector[np.int32]
    """What the removed piece is, numbered among the polyominoes of its size."""
    left: Vector[np.int32]
    """What is left, numbered among the polyominoes of its size."""
    ways: Vector[np.int32]
    """How many cuts of the shape are of this kind; each cut counts twice, as either part may be the piece."""


def piece_keys(cuts: Cuts) -> Vector[np.int64]:
    """A number for each cut that only cuts with the same piece share: size << 32 | piece."""
    return cuts.size.astype(np.int64) << 32 | cuts.piece


def cut_starts(cuts: Cuts, shapes: int) -> Vector[np.int64]:
    """Where the cuts of each of so many shapes begin, and where the last ones end: int64 (shapes + 1,)."""
    return np.searchsorted(cuts.shape, np.arange(shapes + 1)).astype(np.int64)


def kinds_of_cuts(
    cells: int, shape: Vector[np.int64], ways: Matrix[np.int64], numbers: Matrix[np.int64], max_cut: MaxCut
) -> Cuts:
    """The kinds of cuts, from all ways to cut shapes of a size in two.

    Args:
        cells: the size.
        shape: (ways,), what is cut.
        ways: (ways, 2), both parts as bits.
        numbers: (ways, 2), the numbers of both parts among the shapes of their sizes.
        max_cut: the rule for pieces.
    """
    sizes = np.bitwise_count(ways).astype(np.int64)
    either_is_piece = [
        np.stack((shape, sizes[:, piece], numbers[:, piece], numbers[:, left]), axis=1)
        for piece, left in ((0, 1), (1, 0))
    ]
    both = np.concatenate(either_is_piece)
    kinds, counts = np.unique(both[both[:, 1] <= max_cut.largest_piece(cells)], axis=0, return_counts=True)
    return Cuts._make([*kinds.T.astype(np.int32), counts.astype(np.int32)])


def all_cuts(shapes: Shapes, smaller: Sequence[Shapes], max_cut: MaxCut = MaxCut.ANY) -> Cuts:
    """The kinds of cuts of all polyominoes of a size.

    Args:
        shapes: all polyominoes of n cells, n > 1.
        smaller: all polyominoes of 1, 2, .., n - 1 cells.
        max_cut: the rule for pieces.
    """
    cells = shapes.shape[1]
    shape, ways = ways_to_cut(shapes, np.arange(len(shapes)), np.full(len(shapes), (1 << cells) - 1))
    sizes = np.bitwise_count(ways)
    numbers = np.empty_like(ways)
    for size, of_size in enumerate(smaller, start=1):
        known = shape_keys(of_size)
        order = np.argsort(known)
        way, part = np.nonzero(sizes == size)
        keys = shape_keys(canonical_parts(shapes, shape[way], ways[way, part], size))
        numbers[way, part] = order[np.searchsorted(known[order], keys)]
    return kinds_of_cuts(cells, shape, ways, numbers, max_cut)
