"""Towns with given tiles in their places, counted in boxes without spelling a town."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pipeline.core.arrays import Matrix, Vector
from pipeline.nine_tiles_panic.game.town_boxes import TurnSets


class WantedTile(NamedTuple):
    """A tile that must lie at a position, in one of some directions."""

    position: int
    """From 0, row by row."""
    tile: int
    directions: tuple[int, ...]
    """Ascending."""


def ways_to_turn(wanted: Sequence[WantedTile], sets: TurnSets, positions: int) -> Matrix[np.int64]:
    """How many directions of each turn set are wanted at each position: int64 (positions, turn sets)."""
    ways = sets.ways(positions)
    in_use = np.arange(sets.direction.shape[1]) < sets.directions[:, np.newaxis]
    for want in wanted:
        fits = (np.isin(sets.direction, want.directions) & in_use).sum(axis=1)
        ways[want.position] = np.minimum(ways[want.position], np.where(sets.tile == want.tile, fits, 0))
    return ways


def are_wanted(towns: Matrix[np.uint8], wanted: Sequence[WantedTile]) -> Vector[np.bool_]:
    """Which towns, digits (n, 2 positions), are wanted: (n,)."""
    positions = towns.shape[1] // 2
    fits = np.ones(len(towns), dtype=np.bool_)
    for want in wanted:
        fits &= (towns[:, want.position] == want.tile) & np.isin(towns[:, positions + want.position], want.directions)
    return fits
