"""Boards and taps as text.

A board is written tile by tile in reading order, row by row or column by column (the layout), and
an arrow that points up as 1, or as 0. Digits may be glued or spaced, rows may be set apart by `/`,
line ends or spaces, and where there are arrows for all directions, arrows will do:

    434131344    4 3 4 1 3 1 3 4 4    434/131/344    434 131 344    ←↓←/↑↓↑/↓←←

Taps are written in the same way, the tiles with the numbers of taps, 0 to m - 1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.arrow_puzzle.game.levels import Cell, Level
from pipeline.errors import InputError

ARROWS = {2: "↑↓", 4: "↑→↓←", 6: "↑↗↘↓↙↖", 8: "↑↗→↘↓↙←↖"}
"""Directions -> arrows, clockwise from up."""

KEYBOARD_ARROWS = {4: "^>v<"}

EMOJI_ARROWS = str.maketrans("⬆➡⬇⬅", "↑→↓←", "\N{VARIATION SELECTOR-16}")
"""Phones write arrows so."""

ROW_ENDS = re.compile(r"\s*[/;\n]\s*")
SEPARATORS = re.compile(r"[\s,]+")


class BoardError(InputError):
    """One of many boards is no board of its level; number: which of them, from 0."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(message)
        self.number = number


class Layout(StrEnum):
    """How a board is read: row by row, or column by column."""

    ROWS = "rows"
    COLUMNS = "columns"


def cells_in_layout(level: Level, layout: Layout) -> Sequence[Cell]:
    """The (row, column) of every tile of a board that is read so."""
    if layout is Layout.ROWS:
        return level.cells
    return [(column, row) for row, column in level.cells]


def tile_names(level: Level, layout: Layout) -> list[str]:
    """The names of the tiles of a board that is read so: row and column from 0, such as `30`.

    On boards with ten rows and more there is a hyphen between them, as in `3-10`.
    """
    between = "" if len(level.row_lengths) <= 10 else "-"
    return [f"{row}{between}{column}" for row, column in cells_in_layout(level, layout)]


def _tokens(text: str, level: Level, lowest: int, what: str) -> list[str]:
    """What stands for each tile; rows that are set apart must be as long as those of the board."""
    rows = ROW_ENDS.split(text.strip().rstrip("/;"))
    parts = [[part for part in SEPARATORS.split(row) if part] for row in rows]
    lengths = list(level.row_lengths)
    words = [part for row in parts for part in row]
    may_have_two_digits = level.directions - 1 + lowest > 9
    if lengths == [1] and len(words) == 1 and may_have_two_digits:
        return words
    if len(rows) == 1 and len(words) == len(lengths) != level.tiles:
        parts = [[word] for word in words]  # rows set apart by spaces
    if all(len(row) <= 1 for row in parts):
        if may_have_two_digits and any(len(word) > 1 for word in words):
            raise InputError(
                f"{what}: with {level.directions} directions numbers can have two digits; "
                "set them apart by spaces"
            )
        parts = [list("".join(row)) for row in parts]
    if len(parts) > 1:
        _check_rows(parts, lengths, what)
    return [word for row in parts for word in row]


def _check_rows(parts: Sequence[Sequence[str]], lengths: Sequence[int], what: str) -> None:
    for number, (row, length) in enumerate(zip(parts, lengths, strict=False), start=1):
        if len(row) != length:
            raise InputError(
                f"{what}: line {number} has {_tiles(len(row))}, but must have {length}"
            )
    if len(parts) != len(lengths):
        raise InputError(
            f"{what}: it should have as many lines as the board has rows, {len(lengths)}, "
            f"but has {len(parts)}"
        )


def _tiles(count: int) -> str:
    return "1 tile" if count == 1 else f"{count} tiles"


def _parse(
    text: str, level: Level, layout: Layout, lowest: int, what: str, symbols: Sequence[str] = ()
) -> NDArray[np.uint8]:
    """The values of all tiles, 0 to m - 1: uint8 (tiles,)."""
    tokens = _tokens(text.translate(EMOJI_ARROWS), level, lowest, what)
    numbers = {str(lowest + value): value for value in range(level.directions)}
    for arrows in symbols:
        numbers |= {arrow: value for value, arrow in enumerate(arrows)}
    names = tile_names(level, layout)
    for place, (token, name) in enumerate(zip(tokens, names, strict=False), start=1):
        if token not in numbers:
            highest = lowest + level.directions - 1
            raise InputError(
                f"{what}: '{token}' in place {place} (tile {name}) is not one of the numbers "
                f"{lowest} to {highest} of level {level.name}"
            )
    if len(tokens) < level.tiles:
        raise InputError(
            f"{what}: it ends after {len(tokens)} of the {_tiles(level.tiles)} of level "
            f"{level.name}; tile {names[len(tokens)]} is missing"
        )
    if len(tokens) > level.tiles:
        raise InputError(
            f"{what}: '{tokens[level.tiles]}' in place {level.tiles + 1} is too much, level "
            f"{level.name} has {_tiles(level.tiles)}"
        )
    return np.array([numbers[token] for token in tokens], dtype=np.uint8)


def parse_board(text: str, level: Level, layout: Layout = Layout.ROWS, up: int = 1) -> Any:
    """A board as steps of every arrow from up: uint8 (tiles,), in reading order.

    Args:
        text: in any of the notations.
        level: whose board it is.
        layout: how the text is read.
        up: the number of an arrow that points up, 1 or 0.

    Raises:
        InputError: it is no board of the level; says where.
    """
    symbols = [table[level.directions] for table in (ARROWS, KEYBOARD_ARROWS)
               if level.directions in table]  # fmt: skip
    return _parse(text, level, layout, up, "the board", symbols)


def parse_boards(
    texts: Sequence[str], level: Level, layout: Layout = Layout.ROWS, up: int = 1
) -> NDArray[np.uint8]:
    """Many boards: `parse_board` for each of them, uint8 (boards, tiles).

    Raises:
        BoardError: one is no board of the level; says which and where.
    """
    if _are_glued_digits(texts, level):
        digits = np.frombuffer("".join(texts).encode(), dtype=np.uint8)
        boards = (digits - np.uint8(ord("0") + up)).reshape(-1, level.tiles)
        if boards.size and boards.max() < level.directions:
            return boards
    found = np.empty((len(texts), level.tiles), dtype=np.uint8)
    for number, text in enumerate(texts):
        try:
            found[number] = parse_board(text, level, layout, up)
        except InputError as error:
            raise BoardError(number, str(error)) from error
    return found


def _are_glued_digits(texts: Sequence[str], level: Level) -> bool:
    return level.directions <= 9 and all(
        len(text) == level.tiles and text.isascii() and text.isdigit() for text in texts
    )


def parse_taps(text: str, level: Level, layout: Layout = Layout.ROWS) -> Any:
    """Numbers of taps: uint8 (tiles,), in reading order.

    Raises:
        InputError: they are not those of a board of the level; says where.
    """
    return _parse(text, level, layout, 0, "the taps")


def parse_tiles(text: str, level: Level, layout: Layout) -> list[int]:
    """Tiles by their names, set apart by commas or spaces, as their numbers in reading order.

    Raises:
        InputError: there is no such tile.
    """
    names = tile_names(level, layout)
    found = []
    for name in SEPARATORS.split(text.strip()):
        if name not in names:
            raise InputError(
                f"there is no tile '{name}' in level {level.name}; tiles are named by row and "
                f"column from 0, {names[0]} to {names[-1]}"
            )
        found.append(names.index(name))
    return found


def written(values: Sequence[int] | NDArray[Any], level: Level, lowest: int = 0) -> str:
    """Values of all tiles as text: digits glued if one digit each is enough, else spaced.

    Args:
        values: 0 to m - 1, in reading order.
        level: whose board it is.
        lowest: how 0 is written: 0 for taps, 1 for boards.
    """
    between = "" if lowest + level.directions - 1 <= 9 else " "
    return between.join(str(int(value) + lowest) for value in values)


def all_written(values: NDArray[np.uint8], level: Level, lowest: int = 0) -> list[str]:
    """Many boards or taps as text: `written` for each row of uint8 (boards, tiles)."""
    if lowest + level.directions - 1 > 9:
        return [written(row, level, lowest) for row in values.tolist()]
    text = (values + np.uint8(lowest + ord("0"))).tobytes().decode("ascii")
    return [text[first : first + level.tiles] for first in range(0, len(text), level.tiles)]
