"""Positions and games as SVG: both shapes ply by ply, with the pieces that are cut off coloured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipeline.cli.svg import document, text
from pipeline.godomachi.drawing.shape_paths import CELL, CELL_LINE, INK, PIECES, QUIET, cells_path
from pipeline.godomachi.game.pair import Move, Pair, Position
from pipeline.godomachi.game.polyominoes import shape_size

UNIT = 18.0
MARGIN = 16.0
BETWEEN = 40.0
LINE = 26.0


def _shapes(pair: Pair, left: Position, pieces: Position, x_b: float, y: float) -> Iterator[str]:
    """Both shapes with their upper edges at y: what was cut off before, what is left, what is cut off now."""
    for parts, rest, piece, colour, x in zip((pair.a, pair.b), left, pieces, PIECES, (MARGIN, x_b), strict=True):
        for bits, look in (
            (parts.whole & ~rest & ~piece, f'fill="none" stroke="{QUIET}" stroke-dasharray="2 3"'),
            (rest, f'fill="{CELL}" stroke="{CELL_LINE}" stroke-width="2"'),
            (piece, f'fill="{colour}" stroke="{CELL_LINE}" stroke-width="2"'),
        ):
            chosen = [(x, y) for cell, (x, y) in enumerate(parts.cells.tolist()) if bits >> cell & 1]
            if chosen:
                yield f'<path d="{cells_path(chosen, UNIT, x, y)}" {look}/>'


def draw_line(pair: Pair, moves: Sequence[Move], headline: str) -> str:
    """A game from the start of a pair as SVG, each ply below the one before, and its end.

    Args:
        pair: the two shapes.
        moves: the plies of the game; none shows the two shapes as they are.
        headline: stands above it.
    """
    (width_a, height_a), (width_b, height_b) = map(shape_size, (pair.a.cells, pair.b.cells))
    x_b = MARGIN + width_a * UNIT + BETWEEN
    step = max(height_a, height_b) * UNIT + LINE + 12
    content = [text(MARGIN, MARGIN + 14, headline, 15, font_weight="bold", fill=INK)]
    y = MARGIN + LINE
    for ply, move in enumerate(moves, start=1):
        player = "first" if ply % 2 else "second"
        content.append(text(MARGIN, y + 14, f"{ply}. the {player} player cuts", 12, fill=INK))
        content += _shapes(pair, move.left, move.pieces, x_b, y + LINE)
        y += step
    end = moves[-1].left if moves else pair.start
    if moves:
        what = "congruent" if pair.is_over(*end) else "what is left"
        content.append(text(MARGIN, y + 14, what, 12, fill=INK))
        y += LINE
    content += _shapes(pair, end, (0, 0), x_b, y)
    width = max(x_b + width_b * UNIT + MARGIN, 2 * MARGIN + 8.5 * len(headline))
    height = y + max(height_a, height_b) * UNIT + MARGIN
    return document(width, height, headline, content)
