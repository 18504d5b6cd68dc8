"""Polyominoes as SVG paths."""

from __future__ import annotations

from collections.abc import Iterable

from pipeline.godomachi.game.polyominoes import Cells, shape_size


def cells_path(cells: Iterable[tuple[int, int]], unit: float, x: float, y: float) -> str:
    """The data of a path around each cell, of a shape whose corner is at (x, y)."""
    return "".join(f"M{x + column * unit:g} {y + row * unit:g}h{unit:g}v{unit:g}h-{unit:g}z" for column, row in cells)


def lying(cells: Cells) -> list[tuple[int, int]]:
    """The cells of a shape, turned so that it is not higher than wide."""
    width, height = shape_size(cells)
    turned = cells if width >= height else cells[:, ::-1]
    return [(int(x), int(y)) for x, y in turned]


def standing(cells: Cells) -> list[tuple[int, int]]:
    """The cells of a shape, turned so that it is not wider than high."""
    return [(y, x) for x, y in lying(cells)]
