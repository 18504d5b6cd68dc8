"""Where tiles lie in a drawing, by the layout in which the board is read."""

from __future__ import annotations

from pipeline.arrow_puzzle.game.choices import Layout
from pipeline.arrow_puzzle.game.levels import Level, Shape

Place = tuple[int, int]


def places(level: Level, layout: Layout) -> list[Place]:
    """(x, y) of every tile in reading order, both from 0.

    On hexagons a step along a row (a column in the other layout) is half a tile, as rows are shifted by half a tile;
    a step across is a whole row (column).
    """
    if level.shape == Shape.SQUARE:
        found = [(column, row) for row, column in level.cells]
    else:
        found = [(2 * column - row + level.side - 1, row) for row, column in level.cells]
    return found if layout is Layout.ROWS else [(y, x) for x, y in found]
