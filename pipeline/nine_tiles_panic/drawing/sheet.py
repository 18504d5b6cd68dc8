"""Towns side by side on one sheet, with lines of text below each."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.cli.svg import document, text

TOWN, LINE, GAP = 300, 16, 20
ROOT = re.compile(r'<svg ([^>]*?)width="[^"]*" height="[^"]*"')

Cell = tuple[str, Sequence[str]]
"""A town drawn by `draw_town`, and the lines below it."""


def _placed(cell: Cell, x: int, y: int) -> list[str]:
    drawn, lines = cell
    return [
        ROOT.sub(rf'<svg \1x="{x}" y="{y}" width="{TOWN}" height="{TOWN}"', drawn, count=1),
        *(text(x + TOWN // 2, y + TOWN + LINE * i, line, 12, text_anchor="middle") for i, line in enumerate(lines, 1)),
    ]


def draw_sheet(title: str, cells: Sequence[Cell], in_a_row: int) -> str:
    """A sheet of towns, row by row, as SVG.

    Args:
        title: what screen readers say.
        cells: the towns; all have room for as many lines as the one with the most.
        in_a_row: towns in a row.
    """
    n_lines = max((len(lines) for _, lines in cells), default=0)
    height = TOWN + LINE * n_lines + GAP + 4
    rows = max(1, -(-len(cells) // in_a_row))
    placed = (
        _placed(cell, GAP + i % in_a_row * (TOWN + GAP), GAP + i // in_a_row * height) for i, cell in enumerate(cells)
    )
    return document(in_a_row * (TOWN + GAP) + GAP, rows * height + GAP, title, [line for of in placed for line in of])
