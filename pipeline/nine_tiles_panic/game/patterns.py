"""Patterns of towns: a digit a position for the tile, then a digit a position for the direction.

A byte has two digits, so the hexadecimal text of the bytes is the pattern. Of 4 positions with the tiles 2, 0, 6, 7 and
the directions 4, 5, 0, 1 and then 4, 5, 0, 2:

    tiles 0x2067, directions 0x4501 -> 20 67 45 01

>>> one_run = [np.array([0], np.int32), np.array([2], np.int32), np.array([0x2067], np.uint64)]
>>> runs = [TownRuns(*one_run, directions=np.array([0x4501, 0x4502], np.uint64))]
>>> sizes, patterns = towns_in_groups(runs, np.array([0]), 4)
>>> sizes.tolist(), [pattern.tobytes().hex() for pattern in patterns]
([2], ['20674501', '20674502'])
"""

from __future__ import annotations

import numpy as np

from pipeline.core.arrays import Matrix, Vector
from pipeline.core.compiled import njit
from pipeline.nine_tiles_panic.game.towns import TownRuns
from pipeline.nine_tiles_panic.game.turns import DIGIT_BITS

WORD_BYTES = 8


@njit(cache=True)
def _scatter_runs(
    scoring_class: Vector[np.int32],
    length: Vector[np.int32],
    tiles: Vector[np.uint64],
    directions: Vector[np.uint64],
    group_of: Vector[np.int64],
    next_place: Vector[np.int64],
    patterns: Matrix[np.uint8],
) -> None:
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
    runs: list[TownRuns], group_of_class: Vector[np.int64], positions: int
) -> tuple[Vector[np.int64], Matrix[np.uint8]]:
    """The patterns of all towns, by group, and within a group in the order of the search.

    A counting sort of runs. It empties the list of runs as it goes, so that the towns are never in memory twice.

    Args:
        runs: in the order of the search; emptied.
        group_of_class: (classes,), group of each scoring class, without gaps from 0.
        positions: of the board.

    Returns:
        The number of towns of each group (groups,), and the patterns (towns, positions).
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
            part.scoring_class, part.length, part.tiles, part.directions, group_of_class, next_place, patterns
        )
    return sizes, patterns
