"""All connected parts of one polyomino, and all their cuts.

Whatever is left of a shape after some cuts is a connected part of it, and every connected part can be left, so these
are all shapes that a game can reach. Parts are sets of cells as bits: cell i of the shape is bit i. Congruent parts are
the same *kind* of part; kinds are numbered among those of their size, of one shape or of two that are played against
each other.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.core.arrays import Matrix, Vector
from pipeline.core.compiled import njit
from pipeline.godomachi.game.cuts import (
    Cuts,
    MaxCut,
    choose_cells,
    kinds_of_cuts,
    neighbour_masks,
    parts_with_first_cell,
)
from pipeline.godomachi.game.polyominoes import Cells, Shapes, make_canonical

Bits = int
"""Cells of a shape: cell i is bit i."""


@njit(cache=True)
def _connected_parts(masks: Vector[np.int64], seen: Vector[np.bool_], found: Vector[np.int64]) -> int:
    """Write all connected sets of cells but the empty one, as bits; returns how many there are."""
    count = 0
    for cell in range(len(masks)):
        found[count] = np.int64(1) << cell
        seen[found[count]] = True
        count += 1
    done = 0
    while done < count:
        part = found[done]
        done += 1
        for cell in range(len(masks)):
            larger = part | np.int64(1) << cell
            if masks[cell] & part and not seen[larger]:
                seen[larger] = True
                found[count] = larger
                count += 1
    return count


@njit(cache=True)
def _canonical_parts(cells: Cells, parts: Vector[np.int64], forms: Shapes) -> None:
    """Set forms[i] to the canonical form of part i; all parts have the same size."""
    chosen = np.empty(forms.shape[1:], np.int8)
    image = np.empty(forms.shape[1:], np.int8)
    for i in range(len(parts)):
        choose_cells(cells, parts[i], chosen)
        make_canonical(chosen, image, forms[i])


@njit(cache=True)
def _all_ways(
    wholes: Vector[np.int64],
    masks: Vector[np.int64],
    seen: Vector[np.bool_],
    found: Vector[np.int64],
    whole: Vector[np.int64],
    ways: Matrix[np.int64],
) -> int:
    """Write all ways to cut each of these in two; returns how many there are, or -1 if they do not fit."""
    count = 0
    for i in range(len(wholes)):
        parts = parts_with_first_cell(wholes[i], masks, seen, found)
        if count + parts > len(whole):
            return -1
        for part in range(parts):
            whole[count] = i
            ways[count, 0] = found[part]
            ways[count, 1] = wholes[i] & ~found[part]
            count += 1
    return count


class CutKind(NamedTuple):
    """A kind of cut, by its first cut."""

    piece: Bits
    left: Bits
    ways: int
    """How many cuts are of this kind."""


class Parts:
    """The connected parts of a shape, by kind.

    Attributes:
        cells: int8 (cells, 2), the shape; x and y of each cell.
        kind_of: int32 (2^cells,), the kind of each part among those of its size; -1: no part.
        examples: for each size a part of each kind, int64 (kinds,).
        names: for each size a number of each kind, ascending, int64 (kinds,); shapes that `parts_of` was given
            together have the same number for congruent parts.
    """

    def __init__(self, cells: Cells) -> None:
        """Find the parts; `parts_of` then finds their kinds."""
        count = len(cells)
        self.cells = cells
        self._masks = np.empty(count, dtype=np.int64)
        neighbour_masks(cells, self._masks)
        self._seen = np.zeros(1 << count, dtype=np.bool_)
        self._found = np.empty(1 << count, dtype=np.int64)
        found = np.sort(self._found[: _connected_parts(self._masks, self._seen, self._found)])
        self._seen[:] = False
        self._of_size = [found[np.bitwise_count(found) == size] for size in range(1, count + 1)]
        self.kind_of = np.full(1 << count, -1, dtype=np.int32)
        self.examples: list[NDArray[np.int64]] = []
        self.names: list[NDArray[np.int64]] = []

    @property
    def whole(self) -> Bits:
        """The shape itself."""
        return (1 << len(self.cells)) - 1

    def forms(self, size: int) -> NDArray[np.int8]:
        """The canonical forms of all parts of a size: int8 (parts, size, 2)."""
        parts = self._of_size[size - 1]
        forms = np.empty((len(parts), size, 2), dtype=np.int8)
        _canonical_parts(self.cells, parts, forms)
        return forms

    def form(self, part: Bits) -> Cells:
        """The canonical form of a part: int8 (cells, 2)."""
        size = part.bit_count()
        forms = np.empty((1, size, 2), dtype=np.int8)
        _canonical_parts(self.cells, np.array([part], dtype=np.int64), forms)
        form: Cells = forms[0]
        return form

    def name_kinds(self, size: int, names: NDArray[np.int64]) -> None:
        """Set the kinds of the parts of a size, from a name for each part: int64 (parts,)."""
        parts = self._of_size[size - 1]
        kinds, examples, kind_of = np.unique(names, return_index=True, return_inverse=True)
        self.names.append(kinds)
        self.examples.append(parts[examples])
        self.kind_of[parts] = kind_of

    def is_part(self, cells: Bits) -> bool:
        """Whether some cells are connected, and at least one."""
        return bool(self.kind_of[cells] >= 0)

    def name_of(self, part: Bits) -> tuple[int, int]:
        """Size and name: the same for congruent parts only."""
        size = part.bit_count()
        return size, int(self.names[size - 1][self.kind_of[part]])

    def cuts(self, size: int, max_cut: MaxCut) -> Cuts:
        """The kinds of cuts of all kinds of parts of a size from 2 on; pieces by their names."""
        wholes = self.examples[size - 1]
        room = 64 * len(wholes)
        while True:
            whole = np.empty(room, dtype=np.int64)
            ways = np.empty((room, 2), dtype=np.int64)
            count = _all_ways(wholes, self._masks, self._seen, self._found, whole, ways)
            if count >= 0:
                break
            room *= 2
        sizes = np.bitwise_count(ways[:count, 0]).astype(np.int64)
        kinds = self.kind_of[ways[:count]].astype(np.int64)
        cuts = kinds_of_cuts(size, whole[:count], sizes, kinds, max_cut)
        starts = np.cumsum([0, 0, *map(len, self.names)])
        names = np.concatenate(self.names)[starts[cuts.size] + cuts.piece]
        return cuts._replace(piece=names.astype(np.int32))

    def ways_to_cut(self, part: Bits, max_cut: MaxCut) -> list[tuple[Bits, Bits]]:
        """All cuts of a part: (the piece, what is left), the smallest pieces first."""
        count = parts_with_first_cell(np.int64(part), self._masks, self._seen, self._found)
        most = max_cut.largest_piece(part.bit_count())
        pieces = [piece for one in self._found[:count].tolist() for piece in (one, part & ~one)]
        allowed = [(piece, part & ~piece) for piece in pieces if piece.bit_count() <= most]
        return sorted(allowed, key=lambda cut: (cut[0].bit_count(), cut))

    def kinds_of_cuts(self, part: Bits, max_cut: MaxCut) -> list[CutKind]:
        """The kinds of cuts of a part, the smallest pieces first; none of a single cell."""
        if part.bit_count() == 1:
            return []
        kinds: dict[tuple[object, object], CutKind] = {}
        for piece, left in self.ways_to_cut(part, max_cut):
            names = self.name_of(piece), self.name_of(left)
            known = kinds.get(names, CutKind(piece, left, 0))
            kinds[names] = known._replace(ways=known.ways + 1)
        return list(kinds.values())


def parts_of(*shapes: Cells) -> list[Parts]:
    """The parts of some shapes of the same size; congruent ones have the same name in all."""
    found = [Parts(cells) for cells in shapes]
    for size in range(1, len(shapes[0]) + 1):
        forms = [parts.forms(size).reshape(-1, 2 * size) for parts in found]
        _, names = np.unique(np.concatenate(forms), axis=0, return_inverse=True)
        of_each = np.split(names.ravel(), np.cumsum([len(part) for part in forms])[:-1])
        for parts, part_names in zip(found, of_each, strict=True):
            parts.name_kinds(size, part_names)
    return found
