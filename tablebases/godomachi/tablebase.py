"""The artifacts of Godomachi: names, versions, sizes and the rule.

The configuration and the rules of the workflow read this module without NumPy.
"""

from __future__ import annotations

from enum import StrEnum

from tablebases.database import Kind
from tablebases.puzzles import GODOMACHI

VERSION = 4
KIND = Kind(GODOMACHI.stage("database"), VERSION, f"{GODOMACHI.package}.db")
MAX_CELLS_OF_RUN = 12
"""The plies of larger pairs need too much memory."""
MAX_CELLS_WITH_ROWS = 9
"""Larger pairs and puzzles are too many for a row each."""
MAX_CELLS_OF_CHARTS = 7
"""The matrix of larger pairs would fill more than a wall."""
MAX_CELLS_OF_RECORDS = 14
"""Keys of larger shapes would not fit into 64 bits."""

PRACTICE_FILE = "practice.json"
"""The puzzles of the page that only its document for practice loads: cells -> pairs of shapes."""


class MaxCut(StrEnum):
    """The largest piece that may be cut off: any, or at most half of the shape."""

    ANY = "any"
    HALF = "half"

    def largest_piece(self, cells: int) -> int:
        """Cells of the largest piece of a shape of `cells` cells."""
        return cells - 1 if self is MaxCut.ANY else cells // 2


def wall_chart(cells: int) -> str:
    """The file of the matrix of all pairs of a size."""
    return f"wall-chart-{cells}.svg"


def shapes_chart(cells: int) -> str:
    """The file of all shapes of a size."""
    return f"shapes-{cells}.svg"


def chart_files(max_n: int) -> list[str]:
    """All charts of a run of up to `max_n` cells."""
    sizes = range(1, min(max_n, MAX_CELLS_OF_CHARTS) + 1)
    return [name for cells in sizes for name in (wall_chart(cells), shapes_chart(cells))]
