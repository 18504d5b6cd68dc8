"""A board in the terminal, in its own shape."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.arrow_puzzle.drawing.places import places
from pipeline.arrow_puzzle.game.choices import Layout
from pipeline.arrow_puzzle.game.levels import Level, Shape


def board_text(level: Level, layout: Layout, values: Sequence[object]) -> str:
    """A value on each tile, arranged as the board.

    Args:
        level: whose board it is.
        layout: how it is read; a hexagon that is read by columns is drawn with columns.
        values: what to print for each tile, in reading order.
    """
    words = [str(value) for value in values]
    width = max(map(len, words)) + 1
    width += width % 2
    hexagon_in_rows = level.shape == Shape.HEXAGON and layout is Layout.ROWS
    step = width // 2 if hexagon_in_rows else width
    lines: dict[int, str] = {}
    for (x, y), word in zip(places(level, layout), words, strict=True):
        line = lines.get(y, "")
        lines[y] = line.ljust(x * step + width - 1 - len(word)) + word
    top = min(lines)
    return "\n".join(lines.get(y, "") for y in range(top, max(lines) + 1))
