"""Patterns of towns: a digit a position for the tile, then a digit a position for the direction.

As bytes a pattern has two digits a byte, so its hexadecimal text is the pattern.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.compiled import njit
from pipeline.nine_tiles_panic.game.towns import TownRuns
from pipeline.nine_tiles_panic.game.turns import DIGIT_BITS

WORD_BYTES = 8


@njit(cache=True)  # type: ignore[untyped-decorator]
def _scatter_runs(scoring_class: Any, length: Any, tiles: Any, directions: Any, group_of: Any,
                  next_place: Any, patterns: Any) -> None:  # fmt: skip
    positions = patterns.shape[1]
    town = 0
    for run in range(len(length)):
        group = group_of[scoring_class[run]]
        place = next_place[group]
        next_place[group] += length[run]
        # The lower eight bytes of a pattern differ from town to town, those above do not.
        low_tiles = tiles[run] << np.uint64(DIGIT_BITS * positions)
        high_tiles = tiles[run] >> np.uint64(8 * WORD_BYTES - DIGIT_BITS * positions)
        for i in range(length[run]):
            low = low_tiles | directions[town + i]
            pattern = patterns[place + i]
            for byte in range(positions - WORD_BYTES):
                pattern[byte] = high_tiles >> np.uint64(8 * (positions - WORD_BYTES - 1 - byte))
            for byte in range(max(positions - WORD_BYTES, 0), positions):
                pattern[byte] = low >> np.uint64(8 * (positions - 1 - byte))
        town += length[run]


def towns_in_groups(
    runs: list[TownRuns], group_of_class: NDArray[np.int64], positions: int
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """The patterns of all towns, by group, and within a group in the order of the search.

    A counting sort whose items are runs. It empties the list of runs as it goes, to need no
    memory for the towns twice.

    Args:
        runs: in the order of the search; emptied.
        group_of_class: int64 (classes,), group of each scoring class, without gaps from 0.
        positions: of the board.

    Returns:
        int64 (groups,) the number of towns of each group, and uint8 (towns, positions).
    """
    sizes = np.zeros(int(group_of_class.max(initial=-1)) + 1, dtype=np.int64)
    for part in runs:
        np.add.at(sizes, group_of_class[part.scoring_class], part.length)
    patterns = np.empty((int(sizes.sum()), positions), dtype=np.uint8)
    next_place = np.cumsum(sizes) - sizes
    runs.reverse()
    while runs:
        part = runs.pop()
        _scatter_runs(
            part.scoring_class, part.length, part.tiles, part.directions, group_of_class,
            next_place, patterns,
        )  # fmt: skip
    return sizes, patterns
