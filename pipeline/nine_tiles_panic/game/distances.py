"""How far a score is from the best one in its theme."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pipeline.core.arrays import Matrix


def distances(scores: Matrix[np.int8]) -> Matrix[np.uint8]:
    """The distance of every score: its rank among the scores that occur in its theme, best first.

    Args:
        scores: (themes, n).

    Returns:
        (themes, n), 0 for the best score.
    """
    result = np.empty(scores.shape, dtype=np.uint8)
    for theme, of_theme in enumerate(scores):
        occurs = np.zeros(256, dtype=np.bool_)
        occurs[of_theme.view(np.uint8)] = True
        occurring = np.flatnonzero(occurs).astype(np.uint8).view(np.int8)
        rank = np.zeros(256, dtype=np.uint8)
        rank[np.sort(occurring)[::-1].view(np.uint8)] = np.arange(len(occurring))
        result[theme] = rank[of_theme.view(np.uint8)]
    return result


def squared(distance: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Squares of distances, as the tables and files show them."""
    return distance.astype(np.int32) ** 2
