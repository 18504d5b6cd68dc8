"""The rule for the largest piece. It is apart from polyominoes because the configuration needs it without NumPy."""

from __future__ import annotations

from enum import StrEnum


class MaxCut(StrEnum):
    """The largest piece that may be cut off: any, or at most half of the shape."""

    ANY = "any"
    HALF = "half"

    def largest_piece(self, cells: int) -> int:
        """How many cells may be cut off a shape of `cells` cells."""
        return cells - 1 if self is MaxCut.ANY else cells // 2
