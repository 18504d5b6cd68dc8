"""Which tile may have been mistyped, if a board cannot be solved.

A mistake adds something to one tile, and so a known multiple of one column to the values of the checks. So the failed
checks tell which changes of one tile would make all of them hold.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from pipeline.arrow_puzzle.game.algebra import Algebra
from pipeline.core.arrays import Integers


class Fix(NamedTuple):
    """A likely typing mistake."""

    tile: int
    """Its number in reading order."""
    value: int
    """What may have been meant, in steps from up."""


class TypingMistakes:
    """The mistakes of one tile that explain why a board of a level cannot be solved.

    by_failure: values of the checks -> the changes that make all of them hold, each (tile, steps to add to its arrow);
    without changes that no check notices.
    """

    def __init__(self, algebra: Algebra) -> None:
        self._algebra = algebra
        self.by_failure: dict[tuple[int, ...], list[tuple[int, int]]] = defaultdict(list)
        for tile, column in enumerate(algebra.checks.T):
            for steps in range(1, algebra.level.directions):
                failure = -steps * column % algebra.level.directions
                if failure.any():
                    self.by_failure[tuple(failure.tolist())].append((tile, steps))

    def fixes(self, boards: Integers) -> list[list[Fix]]:
        """For each board all changes of one tile after which it can be solved, by tile.

        Args:
            boards: steps from up, (boards, tiles). One that can be solved has no fixes.
        """
        directions = self._algebra.level.directions
        failures = map(tuple, self._algebra.failed_checks(boards).tolist())
        return [
            sorted(Fix(tile, (board[tile] + steps) % directions) for tile, steps in self.by_failure.get(failure, []))
            for board, failure in zip(boards.tolist(), failures, strict=True)
        ]


def written_fixes(fixes: Sequence[Fix], names: Sequence[str]) -> str:
    """Fixes as text, such as `30=1;36=4`: the arrow at tile 30 may have been a 1.

    Args:
        fixes: of one board.
        names: of all tiles, as `tile_names` gives them.
    """
    return ";".join(f"{names[fix.tile]}={fix.value + 1}" for fix in fixes)
