"""One pair of polyominoes: all positions with their values and moves.

The rest of a shape after some cuts is a connected part of it, and cuts can leave every connected part. So these parts
are all shapes that a game can reach. A part is a set of cells, one bit each: cell i of the shape is bit i. Congruent
parts are the same *kind* of part. Kinds are numbered among those of their size, of one shape or of both shapes of a
pair.

The values are found as in `cut_tables` for all polyominoes of a size, but over the parts of the one shape and of the
other. So larger shapes can be solved than anyone can list.

Players type a cell as a letter: cell i of a shape is letter i of the alphabet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablebases.arrays import Matrix, Vector
from tablebases.compiled import njit
from tablebases.errors import InputError
from tablebases.godomachi.cut_tables import (
    ONE_CELL,
    Cuts,
    Plies,
    canonical_parts,
    kinds_of_cuts,
    neighbour_masks,
    plies_in_blocks,
    rank_of_plies,
    ways_to_cut,
)
from tablebases.godomachi.polyominoes import Cells, Shapes, shape_text
from tablebases.godomachi.tablebase import MaxCut
from tablebases.godomachi.wording import SHAPES
from tablebases.languages import t

Bits = int
"""Cells of a shape: cell i is bit i."""


@njit(cache=True)
def _connected_parts(masks: Vector[np.int64]) -> Vector[np.int64]:
    """All connected sets of cells except the empty one, as bits."""
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

    `cells` are int8 (cells, 2), the x and y of each cell, and `whole` is the shape itself. `kind_of` is int32
    (2^cells,), the kind of each part among those of its size; -1: no part. `examples` has for each size a part of each
    kind, int64 (kinds,). `names` has for each size a number of each kind, ascending, int64 (kinds,); shapes that
    `parts_of` was given together have the same number for congruent parts.
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
        """Set the kinds of parts by `names`, int64 (parts,)."""
        parts = self._of_size[size - 1]
        kinds, examples, kind_of = np.unique(names, return_index=True, return_inverse=True)
        self.names.append(kinds)
        self.examples.append(parts[examples])
        self.kind_of[parts] = kind_of

    def is_part(self, cells: Bits) -> bool:
        """Whether `cells` are connected, and at least one."""
        return bool(self.kind_of[cells] >= 0)

    def name_of(self, part: Bits) -> tuple[int, int]:
        """Size and name: the same for congruent parts only."""
        size = part.bit_count()
        return size, int(self.names[size - 1][self.kind_of[part]])

    def _ways_to_cut(self, parts: NDArray[np.int64]) -> tuple[Vector[np.int64], Matrix[np.int64]]:
        return ways_to_cut(self.cells[np.newaxis], np.zeros_like(parts), parts)

    def cuts(self, size: int, max_cut: MaxCut) -> Cuts:
        """The kinds of cuts of parts of a size above 1; pieces by name."""
        kind, ways = self._ways_to_cut(self.examples[size - 1])
        cuts = kinds_of_cuts(size, kind, ways, self.kind_of[ways].astype(np.int64), max_cut)
        starts = np.cumsum([0, 0, *map(len, self.names)])
        names = np.concatenate(self.names)[starts[cuts.size] + cuts.piece]
        return cuts._replace(piece=names.astype(np.int32))

    def ways_to_cut(self, part: Bits, max_cut: MaxCut) -> list[tuple[Bits, Bits]]:
        """All cuts of a part: (piece, rest), smallest pieces first."""
        _, ways = self._ways_to_cut(np.array([part]))
        most = max_cut.largest_piece(part.bit_count())
        allowed = [(piece, part & ~piece) for piece in ways.ravel().tolist() if piece.bit_count() <= most]
        return sorted(allowed, key=lambda cut: (cut[0].bit_count(), cut))

    def kinds_of_cuts(self, part: Bits, max_cut: MaxCut) -> list[CutKind]:
        """The kinds of cuts of a part, smallest pieces first; none of a single cell."""
        if part.bit_count() == 1:
            return []
        kinds: dict[tuple[object, object], CutKind] = {}
        for piece, left in self.ways_to_cut(part, max_cut):
            names = self.name_of(piece), self.name_of(left)
            known = kinds.get(names, CutKind(piece, left, 0))
            kinds[names] = known._replace(ways=known.ways + 1)
        return list(kinds.values())


def parts_of(*shapes: Cells) -> list[Parts]:
    """The parts of shapes of the same size; congruent parts have one name."""
    found = [Parts(cells) for cells in shapes]
    for size in range(1, len(shapes[0]) + 1):
        forms = [parts.forms(size).reshape(-1, 2 * size) for parts in found]
        _, names = np.unique(np.concatenate(forms), axis=0, return_inverse=True)
        names_of_shapes = np.split(names.ravel(), np.cumsum([len(some) for some in forms])[:-1])
        for parts, part_names in zip(found, names_of_shapes, strict=True):
            parts.name_kinds(size, part_names)
    return found


def marked_text(cells: Cells, left: Bits, piece: Bits) -> str:
    """A shape row by row: `o` for the piece, `#` for the rest."""
    signs = ["o" if piece >> cell & 1 else "#" if left >> cell & 1 else "." for cell in range(len(cells))]
    return shape_text(cells, signs)


# A pair of polyominoes.

RANKS = rank_of_plies().tolist()

Position = tuple[Bits, Bits]
"""A part of each shape, both of the same size."""


@dataclass(frozen=True)
class Move:
    """A kind of move: all moves with congruent pieces and rests."""

    pieces: Position
    left: Position
    plies: int
    """Of the game under best play, from this move on."""
    ways: int
    """How many moves are of this kind."""


class Pair:
    """A pair of polyominoes and the value of every position.

    `a` and `b` are the connected parts of both shapes. `start` is the position with nothing cut off.
    """

    def __init__(
        self, a: Cells, b: Cells, max_cut: MaxCut = MaxCut.ANY, advance: Callable[[int], object] = lambda _: None
    ) -> None:
        """Solve all positions of shapes of at most 18 cells.

        `advance` is called with each size when its positions are solved.
        """
        self.a, self.b = parts_of(a, b)
        self.start: Position = self.a.whole, self.b.whole
        self.max_cut = max_cut
        self._plies: list[Plies] = [ONE_CELL]
        for size in range(2, len(a) + 1):
            self._plies.append(self._plies_of_size(size))
            advance(size)

    def _plies_of_size(self, size: int) -> Plies:
        names_a, names_b = self.a.names[size - 1], self.b.names[size - 1]
        at = np.minimum(np.searchsorted(names_b, names_a), len(names_b) - 1)
        same = np.where(names_b[at] == names_a, at, -1).astype(np.int32)
        cuts_a, cuts_b = (parts.cuts(size, self.max_cut) for parts in (self.a, self.b))
        return np.concatenate(list(plies_in_blocks(cuts_a, cuts_b, self._plies, same)))

    def plies(self, part_a: Bits, part_b: Bits) -> int:
        """The plies of a position under best play; 0 if the game is over."""
        found = self._plies[part_a.bit_count() - 1]
        return int(found[self.a.kind_of[part_a], self.b.kind_of[part_b]])

    def is_over(self, part_a: Bits, part_b: Bits) -> bool:
        """Whether the two parts are congruent."""
        return self.a.name_of(part_a) == self.b.name_of(part_b)

    def moves(self, part_a: Bits, part_b: Bits) -> list[Move]:
        """All kinds of moves in a position, best first; none after the end."""
        if self.is_over(part_a, part_b):
            return []
        kinds_of_a = _by_piece(self.a, part_a, self.max_cut)
        kinds_of_b = _by_piece(self.b, part_b, self.max_cut)
        moves = [
            Move((a.piece, b.piece), (a.left, b.left), 1 + self.plies(a.left, b.left), a.ways * b.ways)
            for name, kinds in kinds_of_a.items()
            for a in kinds
            for b in kinds_of_b.get(name, ())
        ]
        return sorted(moves, key=lambda move: -RANKS[move.plies])

    def best_line(self, part_a: Bits, part_b: Bits) -> Iterator[Move]:
        """A game of best moves from a position."""
        while moves := self.moves(part_a, part_b):
            yield moves[0]
            part_a, part_b = moves[0].left


def _by_piece(parts: Parts, part: Bits, max_cut: MaxCut) -> dict[tuple[int, int], list[CutKind]]:
    """Name of a piece -> its kinds of cuts."""
    found: dict[tuple[int, int], list[CutKind]] = {}
    for kind in parts.kinds_of_cuts(part, max_cut):
        found.setdefault(parts.name_of(kind.piece), []).append(kind)
    return found


# Typed moves: the letters of both pieces.


def letters_of(part: Bits) -> str:
    """The letters of some cells."""
    return "".join(chr(ord("a") + cell) for cell in range(part.bit_length()) if part >> cell & 1)


def cells_with_letters(letters: str, rest: Bits, which: str) -> Bits:
    """The cells of `rest` with these letters; errors call the shape `which`."""
    found = 0
    for letter in letters:
        bit = 1 << (ord(letter) - ord("a")) if "a" <= letter <= "z" else 0
        if not bit & rest:
            raise InputError("{shape} has no cell {letter}", shape=t(which), letter=letter)
        found |= bit
    return found


def parse_move(words: str, pair: Pair, position: Position) -> Move:
    """Read a typed move: the letters of both pieces, such as `ab cd`.

    An InputError says why it is not legal.
    """
    typed = words.lower().split()
    if len(typed) != 2:
        raise InputError(
            "a move is the letters of two pieces with a blank between them, as in 'ab cd', not '{words}'", words=words
        )
    piece_a, piece_b = map(cells_with_letters, typed, position, SHAPES)
    left_a, left_b = position[0] & ~piece_a, position[1] & ~piece_b
    for parts, piece, left, name in zip((pair.a, pair.b), (piece_a, piece_b), (left_a, left_b), SHAPES, strict=True):
        if not left:
            raise InputError("nothing would be left of {shape}", shape=t(name))
        if not parts.is_part(piece):
            raise InputError("the piece of {shape} is not connected", shape=t(name))
        if not parts.is_part(left):
            raise InputError("the rest of {shape} would not be connected", shape=t(name))
        if piece.bit_count() > pair.max_cut.largest_piece((piece | left).bit_count()):
            raise InputError("the piece is more than half of {shape}", shape=t(name))
    if pair.a.name_of(piece_a) != pair.b.name_of(piece_b):
        raise InputError("the two pieces are not congruent")
    return Move((piece_a, piece_b), (left_a, left_b), 1 + pair.plies(left_a, left_b), ways=1)
