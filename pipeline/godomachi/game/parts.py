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
from pipeline.godomachi.game.cuts import Cuts, canonical_parts, kinds_of_cuts, neighbour_masks, ways_to_cut
from pipeline.godomachi.game.max_cut import MaxCut
from pipeline.godomachi.game.polyominoes import Cells, Shapes

Bits = int
"""Cells of a shape: cell i is bit i."""


@njit(cache=True)
def _connected_parts(masks: Vector[np.int64]) -> Vector[np.int64]:
    """All connected sets of cells but the empty one, as bits."""
    seen = np.zeros(1 << len(masks), np.bool_)
    found = np.empty(1 << len(masks), np.int64)
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
    return found[:count]


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
        whole: the shape itself.
        kind_of: int32 (2^cells,), the kind of each part among those of its size; -1: no part.
        examples: for each size a part of each kind, int64 (kinds,).
        names: for each size a number of each kind, ascending, int64 (kinds,); shapes that `parts_of` was given
            together have the same number for congruent parts.
    """

    def __init__(self, cells: Cells) -> None:
        """Find the parts; `parts_of` then finds their kinds."""
        self.cells = cells
        self.whole: Bits = (1 << len(cells)) - 1
        found = np.sort(_connected_parts(neighbour_masks(cells)))
        self._of_size = [found[np.bitwise_count(found) == size] for size in range(1, len(cells) + 1)]
        self.kind_of = np.full(1 << len(cells), -1, dtype=np.int32)
        self.examples: list[NDArray[np.int64]] = []
        self.names: list[NDArray[np.int64]] = []

    def _forms_of(self, parts: NDArray[np.int64], size: int) -> Shapes:
        return canonical_parts(self.cells[np.newaxis], np.zeros_like(parts), parts, size)

    def forms(self, size: int) -> Shapes:
        """The canonical forms of all parts of a size: int8 (parts, size, 2)."""
        return self._forms_of(self._of_size[size - 1], size)

    def form(self, part: Bits) -> Cells:
        """The canonical form of a part: int8 (cells, 2)."""
        form: Cells = self._forms_of(np.array([part]), part.bit_count())[0]
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

    def _ways_to_cut(self, parts: NDArray[np.int64]) -> tuple[Vector[np.int64], Matrix[np.int64]]:
        return ways_to_cut(self.cells[np.newaxis], np.zeros_like(parts), parts)

    def cuts(self, size: int, max_cut: MaxCut) -> Cuts:
        """The kinds of cuts of all kinds of parts of a size from 2 on; pieces by their names."""
        kind, ways = self._ways_to_cut(self.examples[size - 1])
        cuts = kinds_of_cuts(size, kind, ways, self.kind_of[ways].astype(np.int64), max_cut)
        starts = np.cumsum([0, 0, *map(len, self.names)])
        names = np.concatenate(self.names)[starts[cuts.size] + cuts.piece]
        return cuts._replace(piece=names.astype(np.int32))

    def ways_to_cut(self, part: Bits, max_cut: MaxCut) -> list[tuple[Bits, Bits]]:
        """All cuts of a part: (the piece, what is left), the smallest pieces first."""
        _, ways = self._ways_to_cut(np.array([part]))
        most = max_cut.largest_piece(part.bit_count())
        allowed = [(piece, part & ~piece) for piece in ways.ravel().tolist() if piece.bit_count() <= most]
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
