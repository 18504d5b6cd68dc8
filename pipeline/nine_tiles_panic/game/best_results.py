"""The best of some results for up to three cards, by the round robin that all best answers come from."""

from __future__ import annotations

import numpy as np

from pipeline.core.arrays import Matrix, Vector
from pipeline.nine_tiles_panic.game.best_answers import round_robin
from pipeline.nine_tiles_panic.game.distances import distances, squared


def best_results(scores: Matrix[np.int8]) -> list[Vector[np.int64]]:
    """Places of the best results, those with the same scores together; all groups are equally good.

    Every two lists of scores meet, and the one that is better in more of the themes wins. Of one theme that is the
    largest score. As only ranks count, it does not matter that other towns have scores between these.

    >>> [places.tolist() for places in best_results(np.array([[1, 3, 3, 2], [5, 0, 0, 2], [2, 2, 2, 2]], np.int8))]
    [[3]]

    Args:
        scores: (themes, n) of one to three themes, at least one result.
    """
    ranks = distances(scores).astype(np.int64)
    shape = tuple((ranks.max(axis=1) + 1).tolist())
    key = np.ravel_multi_index(tuple(ranks), shape)
    occurring = np.flatnonzero(np.bincount(key))
    kept = occurring[round_robin(np.column_stack(np.unravel_index(occurring, shape))).kept]
    return [np.flatnonzero(key == best) for best in kept.tolist()]


def nearest_results(scores: Matrix[np.int8]) -> list[Vector[np.int64]]:
    """Places of the results nearest to the best scores in everything, a group of each.

    They have the smallest sum of squared distances, which are ranks among the scores of these results.

    Args:
        scores: (themes, n) of all themes, at least one result.
    """
    total = squared(distances(scores)).sum(axis=0)
    nearest = np.flatnonzero(total == total.min())
    _, group = np.unique(scores[:, nearest], axis=1, return_inverse=True)
    return [nearest[group == number] for number in range(int(group.max()) + 1)]
