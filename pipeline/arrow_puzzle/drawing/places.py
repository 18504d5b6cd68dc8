"""Where tiles lie in a drawing, by the layout in which the board is read."""

from __future__ import annotations

from pipeline.arrow_puzzle.game.levels import Level, Shape
from pipeline.arrow_puzzle.game.notation import Layout

Place = tuple[int, int]


def places(level: Level, layout: Layout) -> list[Place]:
    """(x, y) of every tile in reading order, both from 0.

    On hexagons one step of x and y is half a tile in the direction in which rows (or, in the other
    layout, columns) are shifted, and a whole row (column) in the other one.
    """
    if level.shape == Shape.SQUARE:
        found = [(column, row) for row, column in level.cells]
    else:
        found = [(2 * column - row + level.side - 1, row) for row, column in level.cells]
    return found if layout is Layout.ROWS else [(y, x) for x, y in found]
