"""Towns by theme synonym, put side by side from several shards and cut into blocks."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pipeline.core.arrays import Int, Matrix, Vector
from pipeline.core.compiled import njit


def batches(n_towns: NDArray[np.integer], batch: int) -> Iterator[slice]:
    """Consecutive places with at most so many towns together, or a single place with more.

    Args:
        n_towns: (n,), the towns at each place.
        batch: how many towns.
    """
    ends = np.cumsum(n_towns)
    first = 0
    while first < len(ends):
        before = int(ends[first]) - int(n_towns[first])
        end = max(first + 1, int(np.searchsorted(ends, before + batch, side="right")))
        yield slice(first, end)
        first = end


def cut_into_blocks(n_towns: Vector[np.int64], size: int) -> Matrix[np.int64]:
    """Cut the towns of each theme synonym into blocks of `size`, the last one of what is left.

    Returns:
        (blocks, 3): place of the theme synonym, number of the block in it, end of the block among all towns.
    """
    n_blocks = -(-n_towns // size)
    places = np.repeat(np.arange(len(n_towns)), n_blocks)
    numbers = np.arange(len(places)) - np.repeat(np.cumsum(n_blocks) - n_blocks, n_blocks)
    ends = np.cumsum(np.minimum(size, n_towns[places] - numbers * size))
    return np.stack([places, numbers, ends], axis=1)


@njit(cache=True)
def place_towns(
    theme_synonyms: Vector[np.int64],
    n_towns: Vector[np.int64],
    towns: Matrix[np.uint8],
    next_place: Vector[np.int64],
    patterns: Matrix[np.uint8],
) -> None:
    """Put the towns of a shard where those of their theme synonyms come next.

    Args:
        theme_synonyms: (n,), of the shard.
        n_towns: (n,), how many towns each of them has there.
        towns: (towns, positions), in that order.
        next_place: (theme synonyms,), the next free row of `patterns` for each; moved on.
        patterns: (towns, positions), filled.
    """
    town: Int = 0
    for i in range(len(theme_synonyms)):
        place = next_place[theme_synonyms[i]]
        end = town + n_towns[i]
        patterns[place : place + n_towns[i]] = towns[town:end]
        next_place[theme_synonyms[i]] = place + n_towns[i]
        town = end
