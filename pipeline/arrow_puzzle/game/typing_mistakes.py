"""Which tile may have been mistyped, if a board cannot be solved.

A mistake adds something to one tile, and thus a known multiple of one column to the values of the
checks. So the failed checks name the changes of one tile that would mend them all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.arrow_puzzle.game.algebra import Algebra


class Change(NamedTuple):
    """A change of one tile: its number in reading order, and the steps to add to its arrow."""

    tile: int
    steps: int


class Fix(NamedTuple):
    """A likely typing mistake: a tile, and what may have been meant, in steps from up."""

    tile: int
    value: int


class TypingMistakes:
    """The mistakes of one tile that explain why a board of a level cannot be solved.

    by_failure: values of the failed checks -> the changes that mend them. Changes that no check
    notices are not among them.
    """

    def __init__(self, algebra: Algebra) -> None:
        self._algebra = algebra
        level = algebra.level
        self.by_failure: dict[tuple[int, ...], list[Change]] = defaultdict(list)
        for tile in range(level.tiles):
            for steps in range(1, level.directions):
                failure = -steps * algebra.checks[:, tile] % level.directions
                if failure.any():
                    self.by_failure[tuple(failure.tolist())].append(Change(tile, steps))

    def fixes(self, boards: NDArray[Any]) -> list[list[Fix]]:
        """For each board all changes of one tile after which it can be solved, by their tiles.

        Args:
            boards: steps from up, integers (boards, tiles). One that can be solved has no fixes.
        """
        failures: Sequence[Sequence[int]] = self._algebra.failed_checks(boards).tolist()
        return [
            sorted(
                Fix(change.tile, int(board[change.tile] + change.steps) % self._directions)
                for change in self.by_failure.get(tuple(failure), [])
            )
            for board, failure in zip(boards.astype(np.int64), failures, strict=True)
        ]

    @property
    def _directions(self) -> int:
        return self._algebra.level.directions


def written_fixes(fixes: Sequence[Fix], names: Sequence[str]) -> str:
    """Fixes as text, such as `30=1;36=4`: the arrow at tile 30 may have been a 1.

    Args:
        fixes: of one board.
        names: of all tiles, as `tile_names` gives them.
    """
    return ";".join(f"{names[fix.tile]}={fix.value + 1}" for fix in fixes)
