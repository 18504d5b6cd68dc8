"""Shapes in the terminal: two columns for a cell, so that it is about as wide as high."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.text import Text

from pipeline.godomachi.game.parts import Bits
from pipeline.godomachi.game.polyominoes import Cells

REST, PIECE, GONE = "██", "▒▒", "· "
"""What is left, what is cut off, and what was cut off before."""
GAP = "  "
STYLES: Mapping[str, str] = {REST: "default", PIECE: "bold cyan", GONE: "dim"}
SPACE_BETWEEN = 4


def whole(cells: Cells) -> Bits:
    """All cells of a shape as bits."""
    return (1 << len(cells)) - 1


def picture(cells: Cells, rest: Bits, piece: Bits = 0) -> list[Text]:
    """The lines of a shape: `rest` is left, `piece` is cut off now, all other cells were cut off before."""
    signs = {}
    for cell, (x, y) in enumerate(cells.tolist()):
        bit = 1 << cell
        signs[x, y] = PIECE if piece & bit else REST if rest & bit else GONE
    width, height = (max(axis) + 1 for axis in zip(*signs, strict=True))
    lines = []
    for y in range(height):
        line = Text()
        for x in range(width):
            sign = signs.get((x, y), GAP)
            line.append(sign, STYLES.get(sign))
        lines.append(line)
    return lines


def lettered(cells: Cells, rest: Bits) -> list[Text]:
    """The lines of a shape with a letter on every cell that is left, `a` on the first cell."""
    letters = {
        (x, y): f"{chr(ord('a') + cell)} " if rest >> cell & 1 else GONE for cell, (x, y) in enumerate(cells.tolist())
    }
    width, height = (max(axis) + 1 for axis in zip(*letters, strict=True))
    return [Text("".join(letters.get((x, y), GAP) for x in range(width))) for y in range(height)]


def _width(lines: Iterable[Text]) -> int:
    return max((line.cell_len for line in lines), default=0)


def side_by_side(blocks: Sequence[Sequence[Text]], widths: Sequence[int] | None = None) -> Text:
    """Pictures beside each other, their feet on one line.

    Args:
        blocks: the lines of each.
        widths: of each, at least; as wide as its lines if not given.
    """
    widths = widths or [_width(lines) for lines in blocks]
    height = max(map(len, blocks))
    found = Text()
    for row in range(height):
        line = Text()
        for lines, width in zip(blocks, widths, strict=True):
            at = row - (height - len(lines))
            part = lines[at].copy() if at >= 0 else Text()
            part.pad_right(width + SPACE_BETWEEN - part.cell_len)
            line.append_text(part)
        line.rstrip()
        found.append_text(line).append("\n")
    return found
