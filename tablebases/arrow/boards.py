"""Boards of the arrow puzzle: their tiles, what a tap turns, and how boards are written.

Tiles are numbered in reading order, row by row. A square has coordinates 0 <= row, column < side.
A hexagon of side s has 0 <= row, column <= 2s - 2 with |column - row| < s:

    side 2          (0,0) (0,1)
                 (1,0) (1,1) (1,2)
                    (2,1) (2,2)

Tile (row, column) touches (row - 1, column - 1) above it on the left, (row - 1, column) above it on the right,
(row, column - 1), (row, column + 1), and two tiles below. Squares and hexagons are their own mirror image when rows
and columns are swapped, so a board can also be read column by column.

A board is written tile by tile in reading order, row by row or column by column (the layout). Up is 1 (or 0), and each
tap adds 1. Digits are joined or separated by spaces, rows are separated by `/`, line ends or spaces. Levels of 2, 4, 6
and 8 directions have arrows too:

    ← ↓ ←
    ↑ ↓ ↑    434131344    4 3 4 1 3 1 3 4 4    434/131/344    434 131 344    ←↓←/↑↓↑/↓←←
    ↓ ← ←

Taps are written in the same way, as numbers 0 to m - 1. In arrays both are numbers from 0, so that up is 0:

>>> easy = Level("easy", Shape.SQUARE, 3, 4)
>>> parse_board("←↓←/↑↓↑/↓←←", easy).tolist()
[3, 2, 3, 0, 2, 0, 2, 3, 3]
>>> written(parse_taps("102 030 201", easy), easy)
'102030201'

NumPy is imported inside functions, because commands need the names of this module to print their help.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from math import isqrt
from typing import TYPE_CHECKING

from tablebases.errors import InputError
from tablebases.messages import counted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tablebases.arrays import Integers, Matrix, Vector

# Choices in a question about a board.


class Layout(StrEnum):
    """How a board is read: row by row, or column by column."""

    ROWS = "rows"
    COLUMNS = "columns"


class Least(StrEnum):
    """The best solutions have the fewest of these."""

    TAPS = "taps"
    TILES = "tiles"


# Levels: a shape of tiles, and the number of directions of an arrow.

Cell = tuple[int, int]

MAX_TILES = 400
"""Of a board."""
MAX_DIRECTIONS = 100
"""Of an arrow."""


class Shape(StrEnum):
    """The shapes of boards."""

    SQUARE = "square"
    HEXAGON = "hexagon"


BOARD_NAME = re.compile(rf"(?P<shape>{'|'.join(Shape)})-(?P<side>[0-9]{{1,18}})-(?P<directions>[0-9]{{1,18}})")

REACH: Mapping[Shape, tuple[Cell, ...]] = {
    Shape.SQUARE: tuple((row, column) for row in (-1, 0, 1) for column in (-1, 0, 1)),
    Shape.HEXAGON: ((-1, -1), (-1, 0), (0, -1), (0, 0), (0, 1), (1, 0), (1, 1)),
}
"""What a tap turns, relative to the tapped tile."""


@dataclass(frozen=True)
class Level:
    """A level of the game, or any other board.

    An InputError says that it would have no tile or too many, or that arrows could not turn.
    """

    name: str
    shape: Shape
    side: int
    """Tiles along a side."""
    directions: int
    """Of an arrow; each tap turns it to the next one, clockwise."""

    def __post_init__(self) -> None:
        if not 2 <= self.directions <= MAX_DIRECTIONS:
            raise InputError(
                f"level {self.name}: an arrow needs 2 to {MAX_DIRECTIONS} directions, not {self.directions}"
            )
        if self.side < 1 or self.tiles > MAX_TILES:
            most = isqrt(MAX_TILES)
            if self.shape == Shape.HEXAGON:
                most = (3 + isqrt(12 * MAX_TILES - 3)) // 6
            raise InputError(
                f"level {self.name}: the side of a {self.shape} must be 1 to {most} tiles, not {self.side}"
            )

    @property
    def tiles(self) -> int:
        """The number of tiles of the board."""
        if self.shape == Shape.SQUARE:
            return self.side**2
        return 3 * self.side * (self.side - 1) + 1

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The (row, column) of every tile, in reading order."""
        across = range(self.side if self.shape == Shape.SQUARE else 2 * self.side - 1)
        return tuple(
            (row, column)
            for row in across
            for column in across
            if self.shape == Shape.SQUARE or abs(column - row) < self.side
        )

    @cached_property
    def row_lengths(self) -> tuple[int, ...]:
        """The number of tiles of each row."""
        return tuple(Counter(row for row, _ in self.cells).values())

    @cached_property
    def tap_matrix(self) -> Matrix[np.int64]:
        """Whether a tap at one tile turns another: (tiles, tiles), 0 or 1, symmetric."""
        import numpy as np

        turned = [{(row + down, column + right) for down, right in REACH[self.shape]} for row, column in self.cells]
        return np.array([[cell in around for cell in self.cells] for around in turned], dtype=np.int64)

    def after_taps(self, board: Integers, taps: Integers) -> NDArray[np.int64]:
        """A board after taps, in any order: int64 (..., tiles), from 0 (up) to directions - 1.

        board: steps of every arrow from up, (..., tiles). taps: how often each tile is tapped, (..., tiles).
        """
        import numpy as np

        return (board + taps @ self.tap_matrix).astype(np.int64) % self.directions


def names_a_board(text: str) -> bool:
    """Whether a text names a board by its shape, side and directions, as `hexagon-3-6`."""
    return BOARD_NAME.fullmatch(text) is not None


def parse_level(text: str, known: Iterable[Level]) -> Level:
    """A level by its name, or any board by its shape, side and directions, as `hexagon-3-6`."""
    by_name = {level.name: level for level in known}
    if text in by_name:
        return by_name[text]
    match = BOARD_NAME.fullmatch(text)
    if match:
        return Level(text, Shape(match["shape"]), int(match["side"]), int(match["directions"]))
    raise InputError(
        f"there is no level '{text}'; the levels are {', '.join(by_name)}, and any other board is "
        "named by its shape, side and directions, such as hexagon-3-6 or square-5-4"
    )


def check_different_names(levels: Sequence[Level]) -> None:
    """Stop if two levels have the same name."""
    names = [level.name for level in levels]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"arrow_puzzle.levels: there are two levels with the name {name}")


# Boards and taps as text.

ARROWS = {2: "↑↓", 4: "↑→↓←", 6: "↑↗↘↓↙↖", 8: "↑↗→↘↓↙←↖"}
"""Directions -> arrows, clockwise from up."""

KEYBOARD_ARROWS = {4: "^>v<"}

EMOJI_ARROWS = str.maketrans("⬆➡⬇⬅", "↑→↓←", "\N{VARIATION SELECTOR-16}")
"""Arrows as phones write them."""

ROW_ENDS = re.compile(r"\s*[/;\n]\s*")
SEPARATORS = re.compile(r"[\s,]+")


class BoardError(InputError):
    """One of many boards is not a board of its level."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(message)
        self.number = number
        """Which of the boards, from 0."""


def tile_names(level: Level, layout: Layout) -> list[str]:
    """The names of the tiles in the order of a layout: row and column from 0, such as `30`.

    On boards with more than ten rows there is a hyphen between them, as in `3-10`.
    """
    between = "" if len(level.row_lengths) <= 10 else "-"
    cells = level.cells if layout is Layout.ROWS else ((column, row) for row, column in level.cells)
    return [f"{row}{between}{column}" for row, column in cells]


def _tokens(text: str, level: Level, lowest: int, what: str) -> list[str]:
    """The word of each tile; separated rows must be as long as those of the board."""
    rows = ROW_ENDS.split(text.strip().rstrip("/;"))
    parts = [[part for part in SEPARATORS.split(row) if part] for row in rows]
    lengths = list(level.row_lengths)
    words = [part for row in parts for part in row]
    may_have_two_digits = level.directions - 1 + lowest > 9
    if lengths == [1] and len(words) == 1 and may_have_two_digits:
        return words
    if len(rows) == 1 and len(words) == len(lengths) != level.tiles:
        parts = [[word] for word in words]  # rows separated by spaces
    if all(len(row) <= 1 for row in parts):
        if may_have_two_digits and any(len(word) > 1 for word in words):
            raise InputError(
                f"{what}: with {level.directions} directions numbers can have two digits; set them apart by spaces"
            )
        parts = [list("".join(row)) for row in parts]
    if len(parts) > 1:
        _check_rows(parts, lengths, what)
    return [word for row in parts for word in row]


def _check_rows(parts: Sequence[Sequence[str]], lengths: Sequence[int], what: str) -> None:
    for number, (row, length) in enumerate(zip(parts, lengths, strict=False), start=1):
        if len(row) != length:
            raise InputError(f"{what}: line {number} has {counted(len(row), 'tile')}, but must have {length}")
    if len(parts) != len(lengths):
        raise InputError(
            f"{what}: it should have as many lines as the board has rows, {len(lengths)}, but has {len(parts)}"
        )


def _parse(
    text: str, level: Level, layout: Layout, lowest: int, what: str, symbols: Sequence[str] = ()
) -> NDArray[np.uint8]:
    """The values of all tiles, 0 to m - 1: uint8 (tiles,)."""
    import numpy as np

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
            f"{what}: it ends after {len(tokens)} of the {counted(level.tiles, 'tile')} of level "
            f"{level.name}; tile {names[len(tokens)]} is missing"
        )
    if len(tokens) > level.tiles:
        raise InputError(
            f"{what}: '{tokens[level.tiles]}' in place {level.tiles + 1} is too much, level "
            f"{level.name} has {counted(level.tiles, 'tile')}"
        )
    return np.array([numbers[token] for token in tokens], dtype=np.uint8)


def parse_board(text: str, level: Level, layout: Layout = Layout.ROWS, up: int = 1) -> Vector[np.uint8]:
    """A board as steps of every arrow from up: (tiles,), in reading order; an InputError says where it is none."""
    symbols = [table[level.directions] for table in (ARROWS, KEYBOARD_ARROWS) if level.directions in table]
    return _parse(text, level, layout, up, "the board", symbols)


def parse_boards(texts: Sequence[str], level: Level, layout: Layout = Layout.ROWS, up: int = 1) -> NDArray[np.uint8]:
    """Many boards as `parse_board` reads one: uint8 (boards, tiles); a BoardError says which is none, and where."""
    import numpy as np

    are_digits = (len(text) == level.tiles and text.isascii() and text.isdigit() for text in texts)
    if level.directions <= 9 and all(are_digits):
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


def parse_taps(text: str, level: Level, layout: Layout = Layout.ROWS) -> Vector[np.uint8]:
    """Numbers of taps: (tiles,), in reading order; an InputError says where they are not those of a board."""
    return _parse(text, level, layout, 0, "the taps")


def parse_tiles(text: str, level: Level, layout: Layout) -> list[int]:
    """The numbers in reading order of tiles by their names, which commas or spaces separate."""
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


def all_written(values: NDArray[np.uint8], level: Level, lowest: int = 0) -> list[str]:
    """Many boards or taps as text: digits joined if one digit each is enough, else spaced.

    Values are 0 to m - 1, (boards, tiles), in reading order. `lowest` is what 0 is written as: 0 for taps, 1 for
    boards.
    """
    import numpy as np

    if lowest + level.directions - 1 > 9:
        return [" ".join(str(value + lowest) for value in row) for row in values.tolist()]
    text = (values + np.uint8(lowest + ord("0"))).tobytes().decode("ascii")
    return [text[first : first + level.tiles] for first in range(0, len(text), level.tiles)]


def written(values: Sequence[int] | Integers, level: Level, lowest: int = 0) -> str:
    """One board or its taps as text; see `all_written`."""
    import numpy as np

    return all_written(np.array([values], dtype=np.uint8), level, lowest)[0]
