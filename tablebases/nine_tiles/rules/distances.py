"""Distances from the best scores.

The distance of a score is its rank among the scores of its theme, 0 for the best. Published tables have squared
distances, which order scores in the same way.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tablebases.arrays import Matrix, Vector
from tablebases.compiled import njit


def distances(scores: Matrix[np.int8]) -> Matrix[np.uint8]:
    """The distance of every score: its rank among the occurring scores of its theme, 0 the best.

    `scores` are (themes, n), the result too.
    """
    found = np.empty(scores.shape, dtype=np.uint8)
    for of_theme, distance in zip(scores, found, strict=True):
        content = of_theme.tobytes()  # bytes are searched and translated several times as fast as arrays
        downward = range(int(of_theme.max()), int(of_theme.min()) - 1, -1)
        best_first = [score % 256 for score in downward if score % 256 in content]
        rank_of = np.zeros(256, dtype=np.uint8)
        rank_of[best_first] = np.arange(len(best_first))
        distance[:] = np.frombuffer(content.translate(rank_of.tobytes()), dtype=np.uint8)
    return found


@njit(cache=True)
def _towns(scores: Vector[np.uint8], n_towns: Vector[np.int32]) -> Vector[np.int64]:
    towns = np.zeros(256, dtype=np.int64)
    for i, score in enumerate(scores):
        towns[score] += n_towns[i]
    return towns


def towns_by_score(scores: Vector[np.int8], n_towns: Vector[np.int32]) -> dict[int, int]:
    """Score -> number of towns, ascending. Both arguments are (n,), by theme synonym."""
    towns = _towns(scores.view(np.uint8), n_towns)
    return {score: int(towns[score]) for score in range(-128, 128) if towns[score]}


def squared(distance: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Squares of distances, as in published tables."""
    return np.square(distance, dtype=np.uint16)


@njit(cache=True)
def over_all_themes(distance: Matrix[np.uint8]) -> tuple[Vector[np.int64], Vector[np.int64]]:
    """The number of zeros among distances (themes, n), and the sum of their squares: (n,), (n,)."""
    n_best, total = np.zeros((2, distance.shape[1]), dtype=np.int64)
    for row in distance:
        for i in range(len(row)):
            n_best[i] += row[i] == 0
            total[i] += np.int64(row[i]) ** 2
    return n_best, total
