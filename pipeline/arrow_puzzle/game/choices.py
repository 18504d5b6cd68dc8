"""What players choose between, apart from all that computes, so that the command line starts quickly."""

from __future__ import annotations

from enum import StrEnum

MAX_DIRECTIONS = 100
"""Of an arrow."""


class Layout(StrEnum):
    """How a board is read: row by row, or column by column."""

    ROWS = "rows"
    COLUMNS = "columns"


class Least(StrEnum):
    """What a solution is to have few of."""

    TAPS = "taps"
    TILES = "tiles"
