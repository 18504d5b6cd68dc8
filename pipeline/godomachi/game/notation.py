"""How shapes are written: row by row, `#` a cell, `.` or a blank a gap, `/` or a line end a row."""

from __future__ import annotations

from itertools import groupby

import numpy as np

from pipeline.core.errors import InputError
from pipeline.godomachi.game.parts import Bits
from pipeline.godomachi.game.polyominoes import Cells, components, signs_in_rows

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
    signs = {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
    for (x, y), sign in signs.items():
        if sign not in CELL + GAPS:
            raise InputError(
                f"{name}: '{sign}' in row {y + 1}, column {x + 1} is neither {CELL} for a cell nor . for a gap"
            )
    cells = sorted(place for place, sign in signs.items() if sign == CELL)
    if not cells:
        raise InputError(f"{name} has no cells; write {CELL} for each, as in ##/#.")
    if len(cells) > most_cells:
        raise InputError(f"{name} has {len(cells)} cells, but {most_cells} is the most")
    parts = len(components(cells))
    if parts > 1:
        raise InputError(f"{name} is not connected: it is in {parts} parts that do not meet at edges")
    found = np.array(cells)
    moved: Cells = (found - found.min(axis=0)).astype(np.int8)
    return moved


def marked_text(cells: Cells, left: Bits, piece: Bits) -> str:
    """A shape row by row, with `o` where a piece is cut off and `#` what is left after that."""
    signs = [PIECE if piece >> cell & 1 else CELL if left >> cell & 1 else GAPS[0] for cell in range(len(cells))]
    return "/".join(map("".join, signs_in_rows(cells, signs, GAPS[0])))


def split_pictures(text: str) -> list[str]:
    """Pictures with empty lines between them."""
    lines = [line.rstrip() for line in text.splitlines()]
    return ["\n".join(picture) for has_cells, picture in groupby(lines, key=bool) if has_cells]
