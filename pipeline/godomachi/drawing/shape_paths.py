"""What all pictures of Godomachi share: polyominoes as SVG paths, and the colours."""

from __future__ import annotations

from collections.abc import Iterable

from pipeline.godomachi.game.polyominoes import Cells, shape_size

INK, QUIET, PAPER = "#1d2b38", "#8b98a5", "#ffffff"
CELL, CELL_LINE = "#bcc6cf", "#ffffff"
PIECES = ("#2f7fc1", "#e07a1f")
"""The pieces that are cut off the one shape and the other."""

CONGRUENT = "#d5dbe1"

FIRST_WINS = ("#d6e7f6", "#92bfe4", "#4a8fcd", "#1a5c9f", "#083562")
"""By plies, 1, 3, 5, ..: the longer it takes, the darker."""
SECOND_WINS = ("#fbd7a8", "#f3a04f", "#d9711a", "#9c4a08", "#5e2a00")
"""By plies, 2, 4, 6, .."""

DARK_FROM = 2
"""From this shade on, letters on it must be white."""


def shade(plies: int) -> int:
    """How dark the colour of a number of plies is, from 0."""
    return min((plies - 1) // 2, len(FIRST_WINS) - 1)


def colour_of(plies: int) -> str:
    """The colour of a pair; blue where the first player wins, orange where the second does."""
    if plies == 0:
        return CONGRUENT
    return (FIRST_WINS if plies % 2 else SECOND_WINS)[shade(plies)]


def ink_on(plies: int) -> str:
    """The colour of letters on the colour of a pair."""
    return PAPER if plies and shade(plies) >= DARK_FROM else INK


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
