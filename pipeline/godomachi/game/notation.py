"""How shapes are written: row by row, `#` a cell, `.` or a blank a gap, `/` or a line end a row."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pipeline.core.errors import InputError
from pipeline.godomachi.game.parts import Bits
from pipeline.godomachi.game.polyominoes import Cells, components, shape_size

CELL, PIECE, GAPS = "#", "o", ". "


def parse_shape(text: str, name: str, most_cells: int) -> Cells:
    """A shape as it is written, moved to the corner, its cells by (x, y).

    Args:
        text: `##/#.`, or a picture of several lines; rows need not be of the same length.
        name: what to call the shape in messages, such as `the first shape`.
        most_cells: the most that it may have.

    Raises:
        InputError: it has other characters, no cells, too many, or is not connected.
    """
    rows = text.strip("\r\n").replace("/", "\n").splitlines()
    found = []
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign == CELL:
                found.append((x, y))
            elif sign not in GAPS:
                raise InputError(
                    f"{name}: '{sign}' in row {y + 1}, column {x + 1} is neither {CELL} for a cell nor . for a gap"
                )
    return _checked(found, name, most_cells)


def _checked(cells: Sequence[tuple[int, int]], name: str, most_cells: int) -> Cells:
    if not cells:
        raise InputError(f"{name} has no cells; write {CELL} for each, as in ##/#.")
    if len(cells) > most_cells:
        raise InputError(f"{name} has {len(cells)} cells, but {most_cells} is the most")
    parts = len(components(cells))
    if parts > 1:
        raise InputError(f"{name} is not connected: it is in {parts} parts that do not meet at edges")
    found = np.array(sorted(cells))
    moved: Cells = (found - found.min(axis=0)).astype(np.int8)
    return moved


def marked_text(cells: Cells, rest: Bits, piece: Bits) -> str:
    """A shape row by row, with `o` where a piece is cut off and `#` what is left after that."""
    signs = {
        (x, y): PIECE if piece >> cell & 1 else CELL if rest >> cell & 1 else GAPS[0]
        for cell, (x, y) in enumerate(cells.tolist())
    }
    width, height = shape_size(cells)
    return "/".join("".join(signs.get((x, y), GAPS[0]) for x in range(width)) for y in range(height))


def check_same_size(a: Cells, b: Cells) -> None:
    """Stop unless two shapes can be played against each other.

    Raises:
        InputError: they have different numbers of cells.
    """
    if len(a) != len(b):
        raise InputError(f"the shapes have {len(a)} and {len(b)} cells; a pair needs two of the same size")


def split_pictures(text: str) -> list[str]:
    """Pictures with empty lines between them."""
    pictures: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.strip():
            pictures[-1].append(line.rstrip())
        elif pictures[-1]:
            pictures.append([])
    return ["\n".join(lines) for lines in pictures if lines]
