"""All ways to cut a polyomino into two connected parts.

Cells of a shape are bits, as in this shape of 5 cells with the neighbours of each:

    013      cell     0       1       2    3    4
    2 4      masks  0b00110 0b01001 0b0001 ..

>>> cells, masks = np.array([(0, 0), (1, 0), (0, 1), (2, 0), (2, 1)], np.int8), np.empty(5, np.int64)
>>> neighbour_masks(cells, masks)
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
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from pipeline.core.arrays import Int, Matrix, Vector
from pipeline.core.compiled import njit
from pipeline.godomachi.game.polyominoes import Cells, Shapes, make_canonical, shape_key, shape_keys


@njit(cache=True)
def neighbour_masks(cells: Cells, masks: Vector[np.int64]) -> None:
    """Set masks[i] to the neighbours of cell i, a bit each."""
    for i in range(len(cells)):
        masks[i] = 0
        for j in range(len(cells)):
            if abs(cells[i, 0] - cells[j, 0]) + abs(cells[i, 1] - cells[j, 1]) == 1:
                masks[i] |= np.int64(1) << j


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
def choose_cells(cells: Cells, part: Int, chosen: Cells) -> int:
    """Write the cells of a part, given as bits; returns how many there are."""
    count = 0
    for cell in range(len(cells)):
        if part >> cell & 1:
            chosen[count, 0], chosen[count, 1] = cells[cell, 0], cells[cell, 1]
            count += 1
    return count


@njit(cache=True)
def _part_key(cells: Cells, part: Int, chosen: Cells, image: Cells, best: Cells) -> Int:
    count = choose_cells(cells, part, chosen)
    make_canonical(chosen[:count], image[:count], best[:count])
    return shape_key(best[:count])


@njit(cache=True)
def _all_cuts(shapes: Shapes, starts: Vector[np.int64], sizes: Vector[np.int8], keys: Matrix[np.int64]) -> int:
    """Write all cuts of all shapes; returns how many there are, or -1 if they do not fit."""
    cells = shapes.shape[1]
    masks = np.empty(cells, np.int64)
    seen = np.zeros(1 << cells, np.bool_)
    found = np.empty(1 << cells, np.int64)
    chosen = np.empty((cells, 2), np.int8)
    image = np.empty((cells, 2), np.int8)
    best = np.empty((cells, 2), np.int8)
    whole = (np.int64(1) << cells) - 1
    count = 0
    for shape in range(len(shapes)):
        starts[shape] = count
        neighbour_masks(shapes[shape], masks)
        n_parts = parts_with_first_cell(whole, masks, seen, found)
        if count + n_parts > len(sizes):
            return -1
        for i in range(n_parts):
            part = found[i]
            size = 0
            for cell in range(cells):
                size += part >> cell & 1
            sizes[count] = size
            keys[count, 0] = _part_key(shapes[shape], part, chosen, image, best)
            keys[count, 1] = _part_key(shapes[shape], whole & ~part, chosen, image, best)
            count += 1
    starts[len(shapes)] = count
    return count


class MaxCut(StrEnum):
    """The largest piece that may be cut off: any, or at most half of the shape."""

    ANY = "any"
    HALF = "half"

    def largest_piece(self, cells: int) -> int:
        """How many cells may be cut off a shape of `cells` cells."""
        return cells - 1 if self is MaxCut.ANY else cells // 2


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


def kinds_of_cuts(
    cells: int, shape: Vector[np.int64], size: Vector[np.int64], parts: Matrix[np.int64], max_cut: MaxCut
) -> Cuts:
    """The kinds of cuts, from all ways to cut shapes of a size in two.

    Args:
        cells: the size.
        shape: (ways,), what is cut.
        size: (ways,), cells of the first part.
        parts: (ways, 2), the numbers of both parts among the shapes of their sizes.
        max_cut: the rule for pieces.
    """
    one, other = parts.T
    first_is_piece, second_is_piece = (shape, size, one, other), (shape, cells - size, other, one)
    both = np.concatenate([np.stack(columns, axis=1) for columns in (first_is_piece, second_is_piece)])
    both = both[both[:, 1] <= max_cut.largest_piece(cells)]
    kinds, ways = np.unique(both, axis=0, return_counts=True)
    shapes, sizes, pieces, left = kinds.T.astype(np.int32)
    return Cuts(shapes, sizes, pieces, left, ways.astype(np.int32))


def all_cuts(shapes: Shapes, smaller: Sequence[Shapes], max_cut: MaxCut = MaxCut.ANY) -> Cuts:
    """The kinds of cuts of all polyominoes of a size.

    Args:
        shapes: all polyominoes of n cells, n > 1.
        smaller: all polyominoes of 1, 2, .., n - 1 cells.
        max_cut: the rule for pieces.
    """
    cells = shapes.shape[1]
    starts = np.empty(len(shapes) + 1, dtype=np.int64)
    room = 64 * len(shapes)
    while True:
        sizes = np.empty(room, dtype=np.int8)
        keys = np.empty((room, 2), dtype=np.int64)
        count = _all_cuts(shapes, starts, sizes, keys)
        if count >= 0:
            break
        room *= 2
    size = sizes[:count].astype(np.int64)
    numbers = np.empty((count, 2), dtype=np.int64)
    for part_size, of_size in enumerate(smaller, start=1):
        known = shape_keys(of_size)
        order = np.argsort(known)
        for column, column_sizes in ((0, size), (1, cells - size)):
            here = column_sizes == part_size
            numbers[here, column] = order[np.searchsorted(known[order], keys[:count][here, column])]
    shape = np.repeat(np.arange(len(shapes)), np.diff(starts))
    return kinds_of_cuts(cells, shape, size, numbers, max_cut)
