"""Boards as text and as SVG, with taps or likely typing mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, pi, sin, sqrt

from tablebases.arrow.boards import Layout, Level, Shape
from tablebases.languages import t
from tablebases.pictures import document, text

TILE = 60.0
"""The width of a tile."""
GAP = 4.0
MARGIN = 10.0

LARGEST_LETTERS = 28.0
WIDTH_OF_TEXT = 0.75 * TILE
LETTER_WIDTH = 0.7
"""The width of bold digits, as a fraction of their height."""

ARROW = "M0 -17 L12 -2 L4.5 -2 L4.5 16 L-4.5 16 L-4.5 -2 L-12 -2 Z"
"""An arrow that points up, around the middle of its tile."""

QUIET, TAPPED, SUSPECT = "#e9edf1", "#9fc6e8", "#f6c8a8"
LINE, DARK, PALE, BRIGHT, ACCENT = "#8b98a5", "#1d2b38", "#c2cbd3", "#d3e5f5", "#a33a00"


def places(level: Level, layout: Layout) -> list[tuple[int, int]]:
    """(x, y) of every tile in reading order, both from 0.

    On a hexagon in rows, x counts half tiles, because rows are shifted by half a tile. In columns, y does.
    """
    if level.shape == Shape.SQUARE:
        found = [(column, row) for row, column in level.cells]
    else:
        found = [(2 * column - row + level.side - 1, row) for row, column in level.cells]
    return found if level.drawn(layout) is Layout.ROWS else [(y, x) for x, y in found]


def board_text(level: Level, layout: Layout, values: Sequence[object]) -> str:
    """A value on each tile, in reading order, in the shape of the board and in rows or columns."""
    words = [str(value) for value in values]
    width = max(map(len, words)) + 1
    width += width % 2
    hexagon_in_rows = level.shape == Shape.HEXAGON and level.drawn(layout) is Layout.ROWS
    step = width // 2 if hexagon_in_rows else width
    found = places(level, layout)
    lines = [""] * (max(y for _, y in found) + 1)
    for (x, y), word in zip(found, words, strict=True):
        lines[y] = lines[y].ljust(x * step + width - 1 - len(word)) + word
    return "\n".join(lines)


def _middles(level: Level, layout: Layout) -> list[tuple[float, float]]:
    """The middle of every tile in the picture."""
    across, along = TILE, TILE
    if level.shape == Shape.HEXAGON:
        across, along = TILE / 2, TILE * sqrt(3) / 2
        if level.drawn(layout) is Layout.COLUMNS:
            across, along = along, across
    edge = MARGIN + TILE / sqrt(3) + 2
    return [(x * across + edge, y * along + edge) for x, y in places(level, layout)]


def _outline(level: Level, layout: Layout) -> str:
    """The points of a tile around its middle."""
    if level.shape == Shape.SQUARE:
        half = (TILE - GAP) / 2
        corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    else:
        radius = (TILE - GAP) / sqrt(3)
        angles = [pi / 3 * (corner + (0.5 if level.drawn(layout) is Layout.ROWS else 0.0)) for corner in range(6)]
        corners = [(radius * cos(angle), radius * sin(angle)) for angle in angles]
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in corners)


def _tile(outline: str, turned: float, taps: int | None, fix: str | None) -> Iterator[str]:
    """The lines of a tile around its middle, its arrow turned by `turned` degrees."""
    fill = SUSPECT if fix else TAPPED if taps else QUIET
    yield f'<polygon points="{outline}" fill="{fill}" stroke="{LINE}"/>'
    colour = BRIGHT if taps or fix else DARK if taps is None else PALE
    yield f'<path d="{ARROW}" transform="rotate({turned:g})" fill="{colour}"/>'
    if taps or fix:
        words = fix or str(taps)
        size = round(min(LARGEST_LETTERS, WIDTH_OF_TEXT / (LETTER_WIDTH * len(words))), 1)
        ink = ACCENT if fix else DARK
        yield text(0, round(0.36 * size, 1), words, size, text_anchor="middle", font_weight="bold", fill=ink)


def draw_board(
    level: Level, layout: Layout, board: Sequence[int], taps: Sequence[int] = (), fixes: Mapping[int, str] = {}
) -> str:
    """Draw a board, the steps of every arrow from up, as SVG.

    Tiles to tap are blue and show their taps, if `taps` is given. Likely typing mistakes are orange; `fixes` has what
    they show, by tile.
    """
    middles = _middles(level, layout)
    width, height = (max(values) + min(values) for values in zip(*middles, strict=True))
    outline = _outline(level, layout)
    lines: list[str] = []
    for tile, (x, y) in enumerate(middles):
        turned = 360 * board[tile] / level.directions
        inner = _tile(outline, turned, taps[tile] if taps else None, fixes.get(tile))
        lines += [f'<g transform="translate({x:.2f} {y:.2f})">', *inner, "</g>"]
    title = t("Board of the level {level}", level=level.label)
    if taps:
        title = t("{taps} taps solve this board of level {level}", taps=sum(taps), level=level.label)
    elif fixes:
        title = t(
            "This board of level {level} cannot be solved; one of the marked tiles may be mistyped", level=level.label
        )
    return document(round(width), round(height), title, lines)
