"""Two polyominoes played against each other: the value of every position that can come of them.

The same dynamic programming as for all polyominoes of a size (see `values`), over the connected
parts of the one shape and of the other. So it goes on to sizes of which nobody can list all shapes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from pipeline.godomachi.game.max_cut import MaxCut
from pipeline.godomachi.game.parts import Bits, CutKind, Parts, parts_of
from pipeline.godomachi.game.polyominoes import Cells
from pipeline.godomachi.game.values import ONE_CELL, Plies, plies_in_blocks, rank_of_plies

MAX_CELLS = 18
"""Larger shapes have too many connected parts for a laptop to try all pairs of them."""

RANKS = rank_of_plies().tolist()

Position = tuple[Bits, Bits]
"""A part of the one shape and a part of the other, of the same size."""


@dataclass(frozen=True)
class Move:
    """A kind of move: a move and all others with congruent pieces that leave congruent shapes."""

    pieces: Position
    left: Position
    plies: int
    """Of the game under best play, from this move on."""
    ways: int
    """How many moves are of this kind."""

    @property
    def wins(self) -> bool:
        """Whether the player who makes it wins."""
        return self.plies % 2 == 1


class Pair:
    """A pair of polyominoes of the same size, and the value of every position.

    Attributes:
        a, b: the connected parts of both shapes.
        start: the position with nothing cut off.
    """

    def __init__(
        self, a: Cells, b: Cells, max_cut: MaxCut = MaxCut.ANY, advance: Callable[[int], object] = lambda _: None
    ) -> None:
        """Find the value of every position.

        Args:
            a: the one shape, at most MAX_CELLS cells.
            b: the other shape, of as many cells.
            max_cut: the rule for pieces.
            advance: called with each size once the values of all positions of that size are found.
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
        """All kinds of moves in a position, the best first; none if the game is over."""
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
        """A game from a position in which both play their best moves."""
        while moves := self.moves(part_a, part_b):
            yield moves[0]
            part_a, part_b = moves[0].left


def _by_piece(parts: Parts, part: Bits, max_cut: MaxCut) -> dict[tuple[int, int], list[CutKind]]:
    """Name of a piece -> the kinds of cuts with it."""
    found: dict[tuple[int, int], list[CutKind]] = {}
    for kind in parts.kinds_of_cuts(part, max_cut):
        found.setdefault(parts.name_of(kind.piece), []).append(kind)
    return found
