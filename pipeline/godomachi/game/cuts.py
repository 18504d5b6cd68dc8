"""All ways to cut a polyomino into two connected parts.

The part with the first cell is grown. A cell next to it that is no cut cell of the remainder is
added alone. A cut cell is added together with all that it cuts off from one component of the rest,
for every choice of that component. Then both parts stay connected all the time, and no cut is
missed: if S is a part of a cut and G a connected part of S that has been reached, take a cell v of
S next to G. Either v is no cut cell of the remainder, or all but one of the components that it
leaves lie in S, for the rest is connected and avoids v. The components must be those of the
remainder at that moment; computed once on the whole shape, cuts are missed from 8 cells on.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.compiled import njit
from pipeline.godomachi.game.polyominoes import Shapes, make_canonical, shape_key, shape_keys


@njit(cache=True)  # type: ignore[untyped-decorator]
def neighbour_masks(cells: Any, masks: Any) -> None:
    """Set masks[i] to the neighbours of cell i, a bit each."""
    for i in range(len(cells)):
        masks[i] = 0
        for j in range(len(cells)):
            if abs(cells[i, 0] - cells[j, 0]) + abs(cells[i, 1] - cells[j, 1]) == 1:
                masks[i] |= np.int64(1) << j


@njit(cache=True)  # type: ignore[untyped-decorator]
def component_of(start: Any, among: Any, masks: Any) -> Any:
    """The cells among some that are connected with the cells of `start`, as bits."""
    found = start
    while True:
        reached = found
        for cell in range(len(masks)):
            if found >> cell & 1:
                reached |= masks[cell] & among
        if reached == found:
            return found
        found = reached


@njit(cache=True)  # type: ignore[untyped-decorator]
def parts_with_first_cell(whole: Any, masks: Any, seen: Any, found: Any) -> int:
    """All connected parts with the first cell whose rest is connected and not empty, as bits.

    Args:
        whole: int64, the cells that are parted, as bits; they are connected.
        masks: int64 (cells,), as `neighbour_masks` gives them, perhaps of more cells.
        seen: bool (2^cells,), for work; all False, and so again in the end.
        found: int64 (2^cells,), the parts.

    Returns:
        How many there are.
    """
    count = 0
    # The part that is the first cell alone may leave several components; then all but one join it.
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


@njit(cache=True)  # type: ignore[untyped-decorator]
def _part_key(cells: Any, part: Any, chosen: Any, image: Any, best: Any) -> Any:
    count = 0
    for cell in range(len(cells)):
        if part >> cell & 1:
            chosen[count, 0], chosen[count, 1] = cells[cell, 0], cells[cell, 1]
            count += 1
    make_canonical(chosen[:count], image[:count], best[:count])
    return shape_key(best[:count])


@njit(cache=True)  # type: ignore[untyped-decorator]
def _all_cuts(shapes: Any, starts: Any, sizes: Any, keys: Any) -> int:
    """Write all cuts of all shapes; returns how many, or -1 if there is no room for them."""
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

    def allows(self, size: Any, cells: int) -> Any:
        """Whether a piece of this size, or of each of these, may be cut off a shape."""
        return size < cells if self is MaxCut.ANY else 2 * size <= cells


class Cuts(NamedTuple):
    """The kinds of cuts of all polyominoes of a size, in the order of all columns, int32 (cuts,).

    shape: the polyomino that is cut. size: cells of the piece that is removed. piece, left: the
    polyominoes that the two parts are, numbered among those of their sizes. ways: how many cuts of
    the shape are so; a cut into two parts is met twice, either part may be the piece.
    """

    shape: NDArray[np.int32]
    size: NDArray[np.int32]
    piece: NDArray[np.int32]
    left: NDArray[np.int32]
    ways: NDArray[np.int32]


def kinds_of_cuts(
    cells: int,
    shape: NDArray[np.int64],
    size: NDArray[np.int64],
    parts: NDArray[np.int64],
    max_cut: MaxCut,
) -> Cuts:
    """The kinds of cuts, from all ways to part shapes of so many cells in two.

    Args:
        cells: of each shape, n.
        shape: int64 (ways,), what is parted.
        size: int64 (ways,), cells of the first part.
        parts: int64 (ways, 2), the numbers of both parts among the shapes of their sizes.
        max_cut: the rule for pieces.
    """
    one, other = parts.T
    both = np.stack([
        np.concatenate([shape, shape]), np.concatenate([size, cells - size]),
        np.concatenate([one, other]), np.concatenate([other, one]),
    ], axis=1)  # fmt: skip
    both = both[max_cut.allows(both[:, 1], cells)]
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
