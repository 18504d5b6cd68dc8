"""The board: positions row by row, borders, edge numbers and rotations."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from pipeline.core.errors import PipelineError
from pipeline.nine_tiles_panic.game.tiles import MAX_TILES

if TYPE_CHECKING:  # NumPy is loaded where a board is looked at, for commands that only name one start faster
    import numpy as np

    from pipeline.core.arrays import Matrix, Vector

TOP, LEFT, BOTTOM, RIGHT = range(4)
OUTSIDE = -1


def divided(pattern: str) -> str:
    """A pattern as CSV files have it, such as `0365|0044`: neither pandas nor a spreadsheet takes it for a number."""
    middle = len(pattern) // 2
    return f"{pattern[:middle]}|{pattern[middle:]}"


@dataclass(frozen=True)
class Board:
    """A grid of `rows` x `columns` positions, numbered 0.. row by row.

    Raises:
        PipelineError: no positions, or more than the ten digits of tile numbers can fill.
    """

    rows: int
    columns: int

    def __post_init__(self) -> None:
        if self.rows < 1 or self.columns < 1 or self.positions > MAX_TILES:
            raise PipelineError(
                f"a board of {self.rows} rows and {self.columns} columns is not possible: it must "
                f"have 1 to {MAX_TILES} positions"
            )

    @property
    def positions(self) -> int:
        """Number of positions."""
        return self.rows * self.columns

    @cached_property
    def neighbours(self) -> Matrix[np.int64]:
        """Position beyond each side, or -1 outside; (positions, 4)."""
        import numpy as np

        neighbours = np.full((self.positions, 4), OUTSIDE, dtype=np.int64)
        grid = np.arange(self.positions).reshape(self.rows, self.columns)
        neighbours[grid[1:], TOP] = grid[:-1]
        neighbours[grid[:-1], BOTTOM] = grid[1:]
        neighbours[grid[:, 1:], LEFT] = grid[:, :-1]
        neighbours[grid[:, :-1], RIGHT] = grid[:, 1:]
        return neighbours

    @cached_property
    def left_rotation_sources(self) -> Matrix[np.int64]:
        """The rotations to the left under which the board keeps its form, without the identity.

        Returns:
            (rotations, 1 + positions): the number of left quarter turns, then for each position the position that its
            tile came from.
        """
        import numpy as np

        grid = np.arange(self.positions).reshape(self.rows, self.columns)
        quarters = (1, 2, 3) if self.rows == self.columns else (2,)
        return np.array([[q, *np.rot90(grid, q).ravel()] for q in quarters], dtype=np.int64)

    @cached_property
    def largest_group(self) -> Vector[np.int64]:
        """Size of the largest orthogonally connected group in each set of positions.

        Returns:
            (2 ** positions,), indexed by the set with bit p for position p.
        """
        import numpy as np

        touching = [sum(1 << n for n in row if n != OUTSIDE) for row in self.neighbours.tolist()]
        beyond = [0]  # for each set of positions, what touches one of them
        sizes = np.zeros(1 << self.positions, dtype=np.int64)
        for members in range(1, len(sizes)):
            first = members & -members
            beyond.append(beyond[members - first] | touching[first.bit_length() - 1])
            group, larger = 0, first
            while group != larger:
                group, larger = larger, larger | members & beyond[larger]
            sizes[members] = max(group.bit_count(), sizes[members - group])
        return sizes
