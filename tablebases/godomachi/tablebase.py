"""The artifacts of Godomachi: names and versions, and the sizes and the rule that they depend on.

The configuration and the rules of the workflow read this module without NumPy.
"""

from __future__ import annotations

from enum import StrEnum

from tablebases.database import Kind

FOLDER = "godomachi"
"""Of the puzzle, among the results."""
VERSION = 4
FILE = "godomachi.db"
KIND = Kind("godomachi_database", VERSION, FILE)
MAX_CELLS_OF_RUN = 12
"""The plies of all pairs of larger polyominoes would not fit into the memory of a laptop."""
MAX_CELLS_WITH_ROWS = 9
"""Pairs and puzzles of larger polyominoes are too many for a row each."""
MAX_CELLS_OF_CHARTS = 7
"""The matrix of all pairs of larger polyominoes would fill more than a wall."""
MAX_CELLS_OF_RECORDS = 14
"""The keys of larger shapes would not fit into 64 bits."""


class MaxCut(StrEnum):
    """The largest piece that may be cut off: any, or at most half of the shape."""

    ANY = "any"
    HALF = "half"

    def largest_piece(self, cells: int) -> int:
        """How many cells may be cut off a shape of `cells` cells."""
        return cells - 1 if self is MaxCut.ANY else cells // 2


def wall_chart(cells: int) -> str:
    """The file with the matrix of all pairs of a size."""
    return f"wall-chart-{cells}.svg"


def shapes_chart(cells: int) -> str:
    """The file with all shapes of a size."""
    return f"shapes-{cells}.svg"


def chart_files(max_n: int) -> list[str]:
    """All charts of a run, by the cells of its largest polyominoes."""
    sizes = range(1, min(max_n, MAX_CELLS_OF_CHARTS) + 1)
    return [name for cells in sizes for name in (wall_chart(cells), shapes_chart(cells))]
