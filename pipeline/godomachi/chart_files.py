"""The names of the charts. They are apart from the drawings because the rules need them without NumPy."""

from __future__ import annotations

MAX_CELLS_OF_CHARTS = 7
"""The matrix of all pairs of larger polyominoes would fill more than a wall."""


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
