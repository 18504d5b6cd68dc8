"""Plies of all pairs as compactly as SQL can still read: four bits each, a < b only.

The row of shape a has the plies of (a, a + 1), (a, a + 2), .. as hexadecimal digits, without a last 0 that makes
their number even: of 5 shapes, a byte is

    row 0:  (0, 1) (0, 2) | (0, 3) (0, 4)        row 1:  (1, 2) (1, 3) | (1, 4) 0

>>> plies = np.array([[0, 1, 2, 1, 3], [1, 0, 1, 4, 1], [2, 1, 0, 1, 1], [1, 4, 1, 0, 2], [3, 1, 1, 2, 0]], np.uint8)
>>> [row.hex() for row in packed_rows(plies, 0)]
['1213', '1410', '11', '20', '']
>>> bool((unpacked(packed_rows(plies, 0)) == plies).all())
True
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pipeline.godomachi.game.values import Plies

MAX_PLIES = 15
"""The most that a digit can hold. No known game of n cells takes more than n - 3 plies."""


def packed_rows(block: Plies, first: int) -> list[bytes]:
    """The rows of the shapes first, first + 1, .. from their plies against all shapes, uint8 (rows, shapes).

    Raises:
        ValueError: a game takes more than 15 plies.
    """
    if block.max() > MAX_PLIES:
        raise ValueError(f"a game takes {block.max()} plies, but {MAX_PLIES} is the most to pack")
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
