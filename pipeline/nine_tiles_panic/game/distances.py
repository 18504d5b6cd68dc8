"""The scores that occur in a theme: how far they are from the best one, and how many towns have them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.core.arrays import Matrix, Vector
from pipeline.core.compiled import njit


@njit(cache=True)
def _occurring(scores: Matrix[np.uint8]) -> Matrix[np.bool_]:
    occurs = np.zeros((len(scores), 256), dtype=np.bool_)
    for theme in range(len(scores)):
        for score in scores[theme]:
            occurs[theme, score] = True
    return occurs


@njit(cache=True)
def _looked_up(scores: Matrix[np.uint8], values: Matrix[np.uint8]) -> Matrix[np.uint8]:
    found = np.empty(scores.shape, dtype=np.uint8)
    for theme in range(len(scores)):
        of_theme, row = values[theme], found[theme]
        for i, score in enumerate(scores[theme]):
            row[i] = of_theme[score]
    return found


def distances(scores: Matrix[np.int8]) -> Matrix[np.uint8]:
    """The distance of every score: its rank among the scores that occur in its theme, best first.

    Args:
        scores: (themes, n).

    Returns:
        (themes, n), 0 for the best score.
    """
    of_bytes = scores.view(np.uint8)
    ranks = np.zeros((len(scores), 256), dtype=np.uint8)
    for rank, occurs in zip(ranks, _occurring(of_bytes), strict=True):
        best_first = np.sort(np.flatnonzero(occurs).astype(np.uint8).view(np.int8))[::-1]
        rank[best_first.view(np.uint8)] = np.arange(len(best_first))
    return _looked_up(of_bytes, ranks)


@njit(cache=True)
def _towns(scores: Vector[np.uint8], n_towns: Vector[np.int32]) -> Vector[np.int64]:
    towns = np.zeros(256, dtype=np.int64)
    for i, score in enumerate(scores):
        towns[score] += n_towns[i]
    return towns


def towns_by_score(scores: Vector[np.int8], n_towns: Vector[np.int32]) -> dict[int, int]:
    """Score -> towns that have it, ascending.

    Args:
        scores: (n,), in one theme.
        n_towns: (n,).
    """
    towns = _towns(scores.view(np.uint8), n_towns)
    return {score: int(towns[score]) for score in range(-128, 128) if towns[score]}


def squared(distance: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Squares of distances, as the tables and files show them."""
    return np.square(distance, dtype=np.uint16)


@njit(cache=True)
def over_all_themes(distance: Matrix[np.uint8]) -> tuple[Vector[np.int64], Vector[np.int64]]:
    """How many distances (themes, n) are 0, and the sum of their squares: (n,), (n,)."""
    n_best, total = np.zeros((2, distance.shape[1]), dtype=np.int64)
    for of_theme in distance:
        for i in range(len(of_theme)):
            n_best[i] += of_theme[i] == 0
            total[i] += np.int64(of_theme[i]) ** 2
    return n_best, total
