"""Positions and games as SVG: both shapes ply by ply, with the pieces that are cut off coloured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipeline.cli.svg import document, text
from pipeline.godomachi.drawing.colours import CELL, CELL_LINE, INK, PIECE_A, PIECE_B, QUIET
from pipeline.godomachi.drawing.shape_paths import cells_path
from pipeline.godomachi.game.pair import Move, Pair
from pipeline.godomachi.game.parts import Bits
from pipeline.godomachi.game.polyominoes import Cells, shape_size

UNIT = 18.0
MARGIN = 16.0
BETWEEN = 40.0
LINE = 26.0


def _shape(cells: Cells, rest: Bits, piece: Bits, colour: str, x: float, y: float) -> Iterator[str]:
    """A shape whose corner is at (x, y): what is left, what is cut off, what was cut off before."""
    gone = ((1 << len(cells)) - 1) & ~rest & ~piece
    for bits, look in (
        (gone, f'fill="none" stroke="{QUIET}" stroke-dasharray="2 3"'),
        (rest, f'fill="{CELL}" stroke="{CELL_LINE}" stroke-width="2"'),
        (piece, f'fill="{colour}" stroke="{CELL_LINE}" stroke-width="2"'),
    ):
        chosen = [(x, y) for cell, (x, y) in enumerate(cells.tolist()) if bits >> cell & 1]
        if chosen:
            yield f'<path d="{cells_path(chosen, UNIT, x, y)}" {look}/>'


def _step(pair: Pair, move: Move, x_b: float, y: float) -> Iterator[str]:
    """Both shapes at the moment of a move."""
    yield from _shape(pair.a.cells, move.left_a, move.piece_a, PIECE_A, MARGIN, y)
    yield from _shape(pair.b.cells, move.left_b, move.piece_b, PIECE_B, x_b, y)


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
        content += _step(pair, move, x_b, y + LINE)
        y += step
    left_a, left_b = (moves[-1].left_a, moves[-1].left_b) if moves else pair.start
    if moves:
        what = "congruent" if pair.is_over(left_a, left_b) else "what is left"
        content.append(text(MARGIN, y + 14, what, 12, fill=INK))
        y += LINE
    content += _shape(pair.a.cells, left_a, 0, PIECE_A, MARGIN, y)
    content += _shape(pair.b.cells, left_b, 0, PIECE_B, x_b, y)
    width = max(x_b + width_b * UNIT + MARGIN, 2 * MARGIN + 8.5 * len(headline))
    height = y + max(height_a, height_b) * UNIT + MARGIN
    return document(width, height, headline, content)
