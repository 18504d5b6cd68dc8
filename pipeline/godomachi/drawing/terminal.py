"""Shapes in the terminal: two columns for a cell, so that it is about as wide as high."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from pipeline.godomachi.game.parts import Bits
from pipeline.godomachi.game.polyominoes import Cells, signs_in_rows

REST, PIECE, GONE = "██", "▒▒", "· "
"""What is left, what is cut off, and what was cut off before."""
GAP = "  "
STYLES = {REST: "default", PIECE: "bold cyan", GONE: "dim", GAP: ""}
SPACE_BETWEEN = 4


def whole(cells: Cells) -> Bits:
    """All cells of a shape as bits."""
    return (1 << len(cells)) - 1


def picture(cells: Cells, rest: Bits, piece: Bits = 0) -> list[Text]:
    """The lines of a shape: `rest` is left, `piece` is cut off now, all other cells were cut off before."""
    signs = [PIECE if piece >> cell & 1 else REST if rest >> cell & 1 else GONE for cell in range(len(cells))]
    return [Text.assemble(*((sign, STYLES[sign]) for sign in row)) for row in signs_in_rows(cells, signs, GAP)]


def lettered(cells: Cells, rest: Bits) -> list[Text]:
    """The lines of a shape with a letter on every cell that is left, `a` on the first cell."""
    letters = [f"{chr(ord('a') + cell)} " if rest >> cell & 1 else GONE for cell in range(len(cells))]
    return [Text("".join(row)) for row in signs_in_rows(cells, letters, GAP)]


def side_by_side(blocks: Sequence[Sequence[Text]], width: int = 0) -> Text:
    """Pictures beside each other, their feet on one line.

    Args:
        blocks: the lines of each.
        width: of each, at least.
    """
    widths = [max([width, *(line.cell_len for line in lines)]) + SPACE_BETWEEN for lines in blocks]
    found = Text()
    for row in range(-max(map(len, blocks)), 0):
        line = Text()
        for lines, full in zip(blocks, widths, strict=True):
            part = lines[row].copy() if row >= -len(lines) else Text()
            part.pad_right(full - part.cell_len)
            line.append_text(part)
        line.rstrip()
        found.append_text(line).append("\n")
    return found
