"""Wall charts: all pairs of a size, coloured by plies, and a sheet of all shapes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pipeline.cli.svg import document, text
from pipeline.core.words import counted
from pipeline.godomachi.drawing.shape_paths import CELL_LINE, INK, QUIET, cells_path, colour_of, ink_on, lying, standing
from pipeline.godomachi.game.polyominoes import Shapes, shape_size
from pipeline.godomachi.game.values import Plies

SQUARE = 12.0
"""The side of the square of a pair."""
MARGIN = 14.0
TITLE = 34.0
LEGEND_LINE = 18.0
NUMBERS = 16.0
"""Room for the numbers beside the matrix."""


def _squares(plies: Plies, left: float, top: float) -> Iterator[str]:
    """The squares of all pairs: one path a colour, with neighbours in a row as one bar."""
    for value in np.unique(plies).tolist():
        path = []
        for row, of_row in enumerate(plies == value):
            edges = np.flatnonzero(np.diff(of_row, prepend=False, append=False))
            for start, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
                width = (end - start) * SQUARE
                path.append(f"M{left + start * SQUARE:g} {top + row * SQUARE:g}h{width:g}v{SQUARE:g}h-{width:g}z")
        yield f'<path fill="{colour_of(value)}" d="{"".join(path)}"/>'


def _digits(plies: Plies, left: float, top: float) -> Iterator[str]:
    """The plies of all pairs as digits: one line of text for each row and ink."""
    inks = {value: ink_on(value) for value in range(1, int(plies.max(initial=0)) + 1)}
    for row, of_row in enumerate(plies.tolist()):
        for ink in sorted(set(inks.values())):
            columns = [column for column, value in enumerate(of_row) if inks.get(value) == ink]
            if columns:
                x = " ".join(f"{left + (column + 0.5) * SQUARE:g}" for column in columns)
                y = top + row * SQUARE + 0.72 * SQUARE
                digits = "".join(str(of_row[column]) for column in columns)
                yield f'<text x="{x}" y="{y:g}" fill="{ink}">{digits}</text>'


def _icons(shapes: Shapes, left: float, top: float, unit: float) -> Iterator[str]:
    """The shapes with their numbers along both sides of the matrix."""
    path = []
    for number, shape in enumerate(shapes):
        at = (number + 0.5) * SQUARE
        height, width = sorted(shape_size(shape))
        path.append(cells_path(lying(shape), unit, left - NUMBERS - width * unit, top + at - height * unit / 2))
        path.append(cells_path(standing(shape), unit, left + at - height * unit / 2, top - NUMBERS - width * unit))
        yield text(left - 3, top + at + 2.4, str(number), 6.5, text_anchor="end")
        yield (
            f'<text transform="translate({left + at + 2.4:g} {top - 3:g}) rotate(-90)" font-size="6.5">{number}</text>'
        )
    yield f'<path d="{"".join(path)}"/>'


def _legend(plies: Plies, left: float, top: float) -> Iterator[str]:
    """What the colours mean, and how many pairs have each."""
    values, counts = np.unique(plies[np.triu_indices(len(plies), 1)], return_counts=True)
    for line, (value, count) in enumerate([*zip(values.tolist(), counts.tolist(), strict=True), (0, len(plies))]):
        who_and_when = f"{'first' if value % 2 else 'second'} player wins in {counted(value, 'ply', 'plies')}"
        words = f"{who_and_when}: {counted(count, 'pair')}" if value else "the same shape twice"
        y = top + line * LEGEND_LINE
        yield f'<rect x="{left:g}" y="{y:g}" width="14" height="14" fill="{colour_of(value)}"/>'
        if value:
            yield text(left + 7, y + 10.5, str(value), 9, text_anchor="middle", fill=ink_on(value))
        yield text(left + 20, y + 11, words, 11)


def draw_wall_chart(shapes: Shapes, plies: Plies) -> str:
    """The matrix of all pairs of a size as SVG: blue where the first player wins, else orange.

    Args:
        shapes: all polyominoes of n cells.
        plies: of all pairs of them.
    """
    count, cells = shapes.shape[:2]
    unit = (SQUARE - 1) / ((cells + 1) // 2)
    left = top = MARGIN + cells * unit + NUMBERS
    top += TITLE
    side = count * SQUARE
    lines = len(np.unique(plies[np.triu_indices(count, 1)])) + 1
    width = max(left + side + MARGIN, 330)
    height = top + side + MARGIN + lines * LEGEND_LINE + MARGIN
    headline = text(MARGIN, MARGIN + 14, f"Godomachi, {counted(cells, 'cell')}", 16, font_weight="bold")
    below = text(MARGIN, MARGIN + 28, "plies under best play of every pair", 9, fill=QUIET)
    icons = [f'<g fill="{INK}">', *_icons(shapes, left, top, unit), "</g>"]
    digits = ['<g font-size="7" text-anchor="middle">', *_digits(plies, left, top), "</g>"]
    legend = _legend(plies, MARGIN, top + side + MARGIN)
    content = [headline, below, *icons, *_squares(plies, left, top), *digits, *legend]
    title = f"Plies under best play of every pair of polyominoes of {counted(cells, 'cell')}"
    return document(width, height, title, content)


BOXES_ACROSS = 12
CELL = 12.0


def draw_shapes(shapes: Shapes, plies: Plies) -> str:
    """A sheet of all shapes of a size as SVG, with their numbers.

    Args:
        shapes: all polyominoes of n cells.
        plies: of all pairs of them.
    """
    count, cells = shapes.shape[:2]
    of_all = [standing(shape) for shape in shapes]
    across = min(BOXES_ACROSS, max(count, 4))
    box_width = (max(x for shape in of_all for x, _ in shape) + 1) * CELL + 26
    box_height = cells * CELL + 34
    content = [
        text(MARGIN, MARGIN + 14, f"Polyominoes of {counted(cells, 'cell')}", 16, font_weight="bold"),
        text(MARGIN, MARGIN + 28, "number, and pairs that the second player wins", 9, fill=QUIET),
    ]
    for number, shape in enumerate(of_all):
        row, column = divmod(number, across)
        x = MARGIN + column * box_width
        y = MARGIN + TITLE + row * box_height
        bottom = y + cells * CELL
        height = (max(cell_y for _, cell_y in shape) + 1) * CELL
        path = cells_path(shape, CELL, x, bottom - height)
        losses = int(np.count_nonzero((plies[number] % 2 == 0) & (plies[number] > 0)))
        content += [
            f'<path d="{path}" fill="{INK}" stroke="{CELL_LINE}" stroke-width="1.5"/>',
            text(x, bottom + 12, str(number), 10, font_weight="bold"),
            text(x + 24, bottom + 12, str(losses), 9, fill=colour_of(6)),
        ]
    rows = -(-count // across)
    width = max(2 * MARGIN + across * box_width, 330)
    height = 2 * MARGIN + TITLE + rows * box_height
    return document(width, height, f"All {count} polyominoes of {counted(cells, 'cell')}", content)
