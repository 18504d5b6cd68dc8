"""Plies of all pairs in the least space that SQL can still read: four bits each, a < b only.

The row of shape a has the plies of (a, a + 1), (a, a + 2), .. as hexadecimal digits.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pipeline.godomachi.game.values import Plies

MOST_PLIES = 15
"""What fits into a digit. No game of n cells takes more than n - 3 plies, as far as is known."""


def packed_rows(block: Plies, first: int) -> list[bytes]:
    """The rows of the shapes first, first + 1, .. from their plies against all shapes.

    Raises:
        ValueError: a game takes too many plies.
    """
    if block.max() > MOST_PLIES:
        raise ValueError(f"a game takes {block.max()} plies, but {MOST_PLIES} is the most to pack")
    rows = []
    for shape, plies in enumerate(block, start=first):
        digits = np.append(plies[shape + 1 :], np.uint8(0))
        digits = digits[: len(digits) // 2 * 2]
        rows.append((digits[::2] << 4 | digits[1::2]).tobytes())
    return rows


def unpacked(rows: Sequence[bytes]) -> Plies:
    """The plies of all pairs: uint8 (shapes, shapes), symmetric, 0 on the diagonal."""
    shapes = len(rows)
    plies = np.zeros((shapes, shapes), dtype=np.uint8)
    for shape, row in enumerate(rows):
        both = np.frombuffer(row, dtype=np.uint8)
        digits = np.stack([both >> 4, both & 15], axis=1).ravel()
        plies[shape, shape + 1 :] = digits[: shapes - shape - 1]
    return plies | plies.T
