"""A board as SVG: its arrows, the taps that solve it, and tiles that may be mistyped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, pi, sin, sqrt

from pipeline.arrow_puzzle.drawing.places import places
from pipeline.arrow_puzzle.game.choices import Layout
from pipeline.arrow_puzzle.game.levels import Level, Shape
from pipeline.cli.svg import document, text

TILE = 60.0
"""The width of a tile, from side to side."""
GAP = 4.0
MARGIN = 10.0

LARGEST_LETTERS = 28.0
WIDTH_OF_TEXT = 0.75 * TILE
LETTER_WIDTH = 0.7
"""Of bold digits, as a part of their height."""

ARROW = "M0 -17 L12 -2 L4.5 -2 L4.5 16 L-4.5 16 L-4.5 -2 L-12 -2 Z"
"""Points up, around the middle of its tile."""

QUIET, TAPPED, SUSPECT = "#e9edf1", "#9fc6e8", "#f6c8a8"
LINE, DARK, PALE, BRIGHT, ACCENT = "#8b98a5", "#1d2b38", "#c2cbd3", "#d3e5f5", "#a33a00"


@dataclass(frozen=True)
class Picture:
    """A board, and what to mark on it."""

    level: Level
    layout: Layout
    board: Sequence[int]
    """Steps of every arrow from up."""
    taps: Sequence[int] = ()
    """Number of taps of every tile; empty if none are shown."""
    fixes: Mapping[int, str] = field(default_factory=dict)
    """Tile -> what may have been meant there, which is written on it."""


def _middles(level: Level, layout: Layout) -> list[tuple[float, float]]:
    """The middle of every tile."""
    across, along = TILE, TILE
    if level.shape == Shape.HEXAGON:
        across, along = TILE / 2, TILE * sqrt(3) / 2
        if layout is Layout.COLUMNS:
            across, along = along, across
    found = [(x * across, y * along) for x, y in places(level, layout)]
    left, top = min(x for x, _ in found), min(y for _, y in found)
    edge = MARGIN + TILE / sqrt(3) + 2
    return [(x - left + edge, y - top + edge) for x, y in found]


def _outline(level: Level, layout: Layout) -> str:
    """The points of a tile around its middle."""
    if level.shape == Shape.SQUARE:
        half = (TILE - GAP) / 2
        corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    else:
        radius = (TILE - GAP) / sqrt(3)
        first = 0.5 if layout is Layout.ROWS else 0.0
        corners = [
            (radius * cos(pi / 3 * (corner + first)), radius * sin(pi / 3 * (corner + first))) for corner in range(6)
        ]
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in corners)


def _tile(picture: Picture, tile: int, outline: str) -> Iterable[str]:
    """What is drawn of a tile, around its middle."""
    taps = picture.taps[tile] if len(picture.taps) else 0
    fix = picture.fixes.get(tile)
    fill = SUSPECT if fix else TAPPED if taps else QUIET
    yield f'<polygon points="{outline}" fill="{fill}" stroke="{LINE}"/>'
    turned = 360 * picture.board[tile] / picture.level.directions
    colour = BRIGHT if taps or fix else PALE if len(picture.taps) else DARK
    yield f'<path d="{ARROW}" transform="rotate({turned:g})" fill="{colour}"/>'
    if taps or fix:
        words = fix or str(taps)
        size = round(min(LARGEST_LETTERS, WIDTH_OF_TEXT / (LETTER_WIDTH * len(words))), 1)
        ink = ACCENT if fix else DARK
        yield text(0, round(0.36 * size, 1), words, size, text_anchor="middle", font_weight="bold", fill=ink)


def _description(picture: Picture) -> str:
    if len(picture.taps):
        return f"{sum(picture.taps)} taps solve this board of level {picture.level.name}"
    if picture.fixes:
        return f"This board of level {picture.level.name} cannot be solved; one of the marked tiles may be mistyped"
    return f"A board of level {picture.level.name}"


def draw_board(picture: Picture) -> str:
    """A board as SVG: tiles to tap in blue with the number of taps, suspect tiles in orange."""
    middles = _middles(picture.level, picture.layout)
    edge = MARGIN + TILE / sqrt(3) + 2
    width, height = max(x for x, _ in middles) + edge, max(y for _, y in middles) + edge
    outline = _outline(picture.level, picture.layout)
    lines: list[str] = []
    for tile, (x, y) in enumerate(middles):
        lines += [f'<g transform="translate({x:.2f} {y:.2f})">', *_tile(picture, tile, outline), "</g>"]
    return document(round(width), round(height), _description(picture), lines)
