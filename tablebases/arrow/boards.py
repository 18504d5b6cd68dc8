"""Boards of the arrow puzzle: levels, taps, and boards as text.

Tiles are numbered in reading order, row by row or column by column. A square has coordinates 0 <= row, column < side.
A hexagon of side s has 0 <= row, column <= 2s - 2 with |column - row| < s:

    side 2          (0,0) (0,1)
                 (1,0) (1,1) (1,2)
                    (2,1) (2,2)

Tile (row, column) touches (row - 1, column - 1) above it on the left, (row - 1, column) above it on the right,
(row, column - 1), (row, column + 1), and two tiles below. Squares and hexagons are their own mirror image when rows
and columns are swapped, so a board can also be read column by column.

A board is written tile by tile in the order of a layout: row by row, column by column, or line by line as the screen
shows the columns of a hexagon (4s - 3 lines, of 1, 2, 1, 2, 1 tiles for side 2). Up is 1 (or 0), and each tap adds 1.
Digits are joined or separated by spaces, lines are separated by `/`, line ends or spaces. Levels of 2, 4, 6 and 8
directions have arrows too:

    ← ↓ ←
    ↑ ↓ ↑    434131344    4 3 4 1 3 1 3 4 4    434/131/344    434 131 344    ←↓←/↑↓↑/↓←←
    ↓ ← ←

Taps are written in the same way, as numbers 0 to m - 1. In arrays both count from 0, and up is 0:

>>> easy = Level("easy", Shape.SQUARE, 3, 4)
>>> parse_steps("←↓←/↑↓↑/↓←←", easy, Layout.ROWS)
[3, 2, 3, 0, 2, 0, 2, 3, 3]
>>> written(parse_taps("102 030 201", easy), easy)
'102030201'

NumPy is imported inside functions, because commands need the names of this module to print their help.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from functools import cached_property
from math import isqrt
from typing import TYPE_CHECKING

from tablebases.answer.fields import Notated
from tablebases.arguments import Texts, checked
from tablebases.errors import InputError
from tablebases.languages import current_language, t
from tablebases.messages import counted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tablebases.arrays import Integers, Matrix, Vector

# Choices in a question about a board.


class Layout(StrEnum):
    """How a board is read: row by row, column by column, or line by line as columns stand on the screen."""

    ROWS = "rows"
    COLUMNS = "columns"
    LINES = "lines"


class Least(StrEnum):
    """The quantity that is smallest in the best solutions."""

    TAPS = "taps"
    TILES = "tiles"


# Levels: a shape of tiles, and the number of directions of an arrow.

Cell = tuple[int, int]
Values = list[int | None]

MAX_TILES = 400
"""The most tiles of a board."""
MAX_DIRECTIONS = 100
"""The most directions of an arrow."""


class Shape(StrEnum):
    """The shapes of boards."""

    SQUARE = "square"
    HEXAGON = "hexagon"


BOARD_NAME = re.compile(rf"(?P<shape>{'|'.join(Shape)})-(?P<side>[0-9]{{1,18}})-(?P<directions>[0-9]{{1,18}})")

WRONG_SIDES = {
    Shape.SQUARE: "level {level}: the side of a square must be 1 to {most} tiles, not {side}",
    Shape.HEXAGON: "level {level}: the side of a hexagon must be 1 to {most} tiles, not {side}",
}

LABELS = {"easy": "Easy", "medium": "Medium", "hard": "Hard", "expert": "Expert"}
"""Level of the game -> its name on the page."""

REACH: Mapping[Shape, tuple[Cell, ...]] = {
    Shape.SQUARE: tuple((row, column) for row in (-1, 0, 1) for column in (-1, 0, 1)),
    Shape.HEXAGON: ((-1, -1), (-1, 0), (0, -1), (0, 0), (0, 1), (1, 0), (1, 1)),
}
"""The tiles that a tap turns, relative to the tapped tile."""


@dataclass(frozen=True)
class Level(Notated):
    """A level of the game, or any other board; its notation is its name.

    A wrong number of tiles or directions is an InputError.
    """

    name: str
    shape: Shape
    side: int
    """Tiles along a side."""
    directions: int
    """Directions of an arrow; each tap turns it to the next one, clockwise."""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise InputError("the name of a level must be a text, such as easy, not {name!r}", name=self.name)
        if self.shape not in list(Shape):
            raise InputError("level {level}: {shape} is neither square nor hexagon", level=self.name, shape=self.shape)
        if type(self.directions) is not int or not 2 <= self.directions <= MAX_DIRECTIONS:
            text = "level {level}: an arrow needs 2 to {most} directions, not {directions}"
            raise InputError(text, level=self.name, most=MAX_DIRECTIONS, directions=self.directions)
        if type(self.side) is not int or self.side < 1 or self.tiles > MAX_TILES:
            most = isqrt(MAX_TILES)
            if self.shape == Shape.HEXAGON:
                most = (3 + isqrt(12 * MAX_TILES - 3)) // 6
            raise InputError(WRONG_SIDES[self.shape], level=self.name, most=most, side=self.side)

    @property
    def notation(self) -> str:
        """The name."""
        return self.name

    @property
    def label(self) -> str:
        """The name in answers: `easy`, in Japanese 初級 as on the page."""
        return t(LABELS[self.name]) if current_language() == "ja" and self.name in LABELS else self.name

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

    @property
    def usual_layout(self) -> Layout:
        """The layout of the game, where hexagons stand in columns."""
        return Layout.ROWS if self.shape == Shape.SQUARE else Layout.COLUMNS

    @checked
    def drawn(self, layout: Layout) -> Layout:
        """How a board of a layout is drawn: in rows or in columns."""
        return self.usual_layout if layout is Layout.LINES else layout

    @checked
    def lines(self, layout: Layout) -> list[list[int]]:
        """The tiles of each line of a text, in the order of a layout."""
        slanted = layout is Layout.LINES and self.shape == Shape.HEXAGON
        found: dict[int, list[int]] = {}
        for tile, (row, column) in enumerate(self.cells):
            found.setdefault(2 * column - row if slanted else row, []).append(tile)
        return [found[line] for line in sorted(found)]

    @checked
    def order(self, layout: Layout) -> list[int]:
        """The tile of each place in a text."""
        return [tile for line in self.lines(layout) for tile in line]

    @cached_property
    def row_lengths(self) -> tuple[int, ...]:
        """The number of tiles of each row."""
        return tuple(map(len, self.lines(Layout.ROWS)))

    @cached_property
    def tap_matrix(self) -> Matrix[np.int64]:
        """1 where a tap at one tile turns another, else 0: (tiles, tiles), symmetric."""
        import numpy as np

        turned = [{(row + down, column + right) for down, right in REACH[self.shape]} for row, column in self.cells]
        return np.array([[cell in around for cell in self.cells] for around in turned], dtype=np.int64)


def after_taps(level: Level, board: Integers, taps: Integers) -> NDArray[np.int64]:
    """A board after taps, in any order: int64 (..., tiles), from 0 (up) to directions - 1.

    `board` has the steps of every arrow from up, (..., tiles). `taps` says how often to tap each tile, (..., tiles).
    """
    import numpy as np

    return (board + taps @ level.tap_matrix).astype(np.int64) % level.directions


def parse_level(text: str, known: Iterable[Level]) -> Level:
    """A level by its name or its label in any case, or any board by its shape, side and directions: `hexagon-3-6`."""
    by_label = {level.label: level for level in known}
    by_name = by_label | {level.name: level for level in by_label.values()}
    small = {name.casefold(): level for name, level in by_name.items()}
    if found := by_name.get(text) or small.get(text.casefold()):
        return found
    match = BOARD_NAME.fullmatch(text.casefold())
    if match:
        return Level(match[0], Shape(match["shape"]), int(match["side"]), int(match["directions"]))
    if near := get_close_matches(text.casefold(), small, n=1, cutoff=0.7):
        raise InputError("there is no level '{level}'; did you mean {near}?", level=text, near=small[near[0]].label)
    raise InputError(
        "there is no level '{level}'; the levels are {levels}, and any other board is named by its shape, side and "
        "directions, such as hexagon-3-6 or square-5-4",
        level=text,
        levels=t(", ").join(by_label),
    )


def check_different_names(levels: Sequence[Level]) -> None:
    """Refuse two levels of the same name."""
    names = [level.name for level in levels]
    for name in names:
        if names.count(name) > 1:
            raise InputError("arrow_puzzle.levels: there are two levels with the name {name}", name=name)


# Boards and taps as text.

ARROWS = {2: "↑↓", 4: "↑→↓←", 6: "↑↗↘↓↙↖", 8: "↑↗→↘↓↙←↖"}
"""Directions -> arrows, clockwise from up."""

KEYBOARD_ARROWS = {4: "^>v<"}

EMOJI_ARROWS = str.maketrans("⬆➡⬇⬅", "↑→↓←", "\N{VARIATION SELECTOR-16}")
"""Arrows as phones write them."""

ROW_ENDS = re.compile(r"\s*[/;\n]\s*")
SEPARATORS = re.compile(r"[\s,]+")

PLACES = {Layout.ROWS: "row {line}, tile {place}", Layout.COLUMNS: "column {line}, tile {place}"}
NO_NUMBERS = "no numbers for ? make this board solvable; compare the others with the game"
TILE = re.compile(r"(?:row|column) [0-9]+, tile [0-9]+|[^\s,、]+")
"""A tile in words, or by its name."""


class BoardError(InputError):
    """One of many boards is not a board of its level."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(message)
        self.number = number
        """The number of the board, from 0."""


def text_of(numbers: Texts) -> str:
    """Numbers, texts, or lists of them as one text."""
    if isinstance(numbers, int | str):
        return str(numbers)
    parts = list(map(text_of, numbers))
    return ("/" if any(re.search(r"[\s,/;]", part) for part in parts) else " ").join(parts)


def tile_names(level: Level, layout: Layout, between: str | None = None) -> list[str]:
    """The name of each tile in the picture of a layout: row and column from 0, such as `30`.

    On boards with more than ten rows there is a hyphen between them, as in `3-10`.
    """
    between = between or ("" if len(level.row_lengths) <= 10 else "-")
    cells = level.cells if level.drawn(layout) is Layout.ROWS else ((column, row) for row, column in level.cells)
    return [f"{row}{between}{column}" for row, column in cells]


def tile_places(level: Level, layout: Layout) -> list[str]:
    """Where each tile is in the picture of a layout, in words: `row 2, tile 3`, counted from 1."""
    return _filled(t(PLACES[level.drawn(layout)]), level)


def _filled(text: str, level: Level) -> list[str]:
    lengths = enumerate(level.row_lengths, start=1)
    return [text.format(line=line, place=place) for line, length in lengths for place in range(1, length + 1)]


def _rows(text: str, level: Level) -> list[list[str]]:
    """The words of each line; lines may be separated by spaces."""
    rows = [[word for word in SEPARATORS.split(row) if word] for row in ROW_ENDS.split(text.strip().rstrip("/;"))]
    if len(rows) == 1 and len(rows[0]) in map(len, map(level.lines, Layout)) and len(rows[0]) != level.tiles:
        return [[word] for word in rows[0]]
    return rows


def layout_of(text: str, level: Level, layout: Layout | None) -> Layout:
    """The layout of a text: that of its number of lines, else the given one, else that of the game."""
    if level.shape == Shape.HEXAGON and 1 < len(_rows(text, level)) == len(level.lines(Layout.LINES)):
        return layout if layout is Layout.COLUMNS else Layout.LINES  # both have this picture
    return layout or level.usual_layout


def _tokens(rows: Sequence[Sequence[str]], level: Level, lowest: int) -> Sequence[Sequence[str]]:
    """The word of each tile, line by line."""
    may_have_two_digits = level.directions - 1 + lowest > 9
    if any(len(row) > 1 for row in rows) or (level.tiles == len(rows) == 1 and may_have_two_digits):
        return rows
    if may_have_two_digits and any(len(word) > 1 for row in rows for word in row):
        text = "with {directions} directions numbers can have two digits; put blanks between them"
        raise InputError(text, directions=level.directions)
    return [list("".join(row)) for row in rows]


def _order(rows: Sequence[Sequence[str]], level: Level, layout: Layout) -> list[int]:
    """The tile of each word; separated lines must be as long as those of the board."""
    if len(rows) == 1:
        return level.order(layout)
    by_row, by_line = level.lines(Layout.ROWS), level.lines(Layout.LINES)
    # The first tile of each column, then the second, and so on: the columns without the gaps above them.
    aligned = [[column[place] for column in by_row if place < len(column)] for place in range(len(by_row))]
    lines = by_line if len(rows) == len(by_line) else by_row
    if level.shape == Shape.HEXAGON and len(rows[0]) == len(aligned[0]):
        lines = aligned
    for number, (row, line) in enumerate(zip(rows, lines, strict=False), start=1):
        if len(row) != len(line):
            text, tiles = "line {number} has {tiles}, but must have {length}", counted(len(row), "tile")
            raise InputError(text, number=number, tiles=tiles, length=len(line))
    if len(rows) != len(lines):
        text = "there must be as many lines as the board has rows, {rows}, but there are {lines}"
        raise InputError(text, rows=len(lines), lines=len(rows))
    return [tile for line in lines for tile in line]


def _values(text: str, level: Level, layout: Layout, lowest: int, symbols: Mapping[str, int | None]) -> Values:
    """The values of all tiles in reading order, 0 to m - 1; `symbols` stand for values too."""
    rows = _tokens(_rows(text.translate(EMOJI_ARROWS), level), level, lowest)
    tokens, order = [word for row in rows for word in row], _order(rows, level, layout)
    numbers = {**{str(lowest + value): value for value in range(level.directions)}, **symbols}
    highest = str(lowest + level.directions - 1)
    places = tile_places(level, layout)
    wrong = next((place for place, token in enumerate(tokens[: level.tiles]) if token not in numbers), None)
    if wrong is not None:
        text = "'{found}' in {place} is not one of the numbers {low} to {high} of level {level}"
        if lowest and tokens[wrong] == "0" and highest not in tokens:
            text = "'0' in {place} is not one of the numbers {low} to {high} of level {level}; if 0 is up, use --up 0"
        found, place = tokens[wrong], places[order[wrong]]
        raise InputError(text, found=found, place=place, low=lowest, high=highest, level=level.label)
    facts = {"level": level.label, "tiles": counted(level.tiles, "tile")}
    if len(tokens) < level.tiles:
        text = "only {found} of the {tiles} of level {level} are there; {place} is missing"
        raise InputError(text, found=len(tokens), place=places[order[len(tokens)]], **facts)
    if len(tokens) > level.tiles:
        text = "'{found}' in place {place} is too much; level {level} has {tiles}"
        raise InputError(text, found=tokens[level.tiles], place=level.tiles + 1, **facts)
    by_tile = dict(zip(order, tokens, strict=True))
    return [numbers[by_tile[tile]] for tile in range(level.tiles)]


def parse_steps(text: str, level: Level, layout: Layout, up: int = 1) -> Values:
    """The steps of every arrow from up in reading order, None for `?`."""
    tables = [table[level.directions] for table in (ARROWS, KEYBOARD_ARROWS) if level.directions in table]
    symbols = {arrow: value for arrows in tables for value, arrow in enumerate(arrows)}
    return _values(text, level, layout, up, {**symbols, "?": None})


def parse_taps(text: str, level: Level, layout: Layout = Layout.ROWS) -> Vector[np.uint8]:
    """Numbers of taps: (tiles,), in reading order; an InputError names the first place that is wrong."""
    import numpy as np

    try:
        return np.array(_values(text, level, layout, 0, {".": 0}), dtype=np.uint8)
    except InputError as fault:
        raise InputError("among the taps, {fault}", fault=fault) from fault


def parse_tiles(text: str, level: Level, layout: Layout) -> list[int]:
    """The numbers in reading order of tiles, by their names (`31` or `3-1`) or places (`row 4, tile 2`).

    Commas or spaces separate the tiles.
    """
    names, places = tile_names(level, layout), tile_places(level, layout)
    spellings = (names, tile_names(level, layout, "-"), places, _filled(PLACES[level.drawn(layout)], level))
    tiles = {spelling: tile for spelled in spellings for tile, spelling in enumerate(spelled)}
    found = TILE.findall(text)
    for tile in found:
        if tile not in tiles:
            text = "there is no tile '{tile}' in level {level}; the tiles are {first_place} to {last_place}"
            raise InputError(text, tile=tile, level=level.label, first_place=places[0], last_place=places[-1])
    return [tiles[tile] for tile in found]


def all_written(values: NDArray[np.uint8], level: Level, lowest: int = 0, layout: Layout = Layout.ROWS) -> list[str]:
    """Many boards or taps as text: joined digits, or numbers with spaces if they can have two digits.

    Values are 0 to m - 1, (boards, tiles), in reading order. `lowest` stands for 0: 0 for taps, 1 for boards.
    """
    import numpy as np

    values = values[:, level.order(layout)]

    if lowest + level.directions - 1 > 9:
        return [" ".join(str(value + lowest) for value in row) for row in values.tolist()]
    text = (values + np.uint8(lowest + ord("0"))).tobytes().decode("ascii")
    return [text[first : first + level.tiles] for first in range(0, len(text), level.tiles)]


def written(values: Sequence[int] | Integers, level: Level, lowest: int = 0, layout: Layout = Layout.ROWS) -> str:
    """One board or its taps as text; see `all_written`."""
    import numpy as np

    return all_written(np.array([values], dtype=np.uint8), level, lowest, layout)[0]
