"""Tiles with their faces, and the board under them.

Sides of a tile: 0 top, 1 left, 2 bottom, 3 right. A quarter turn to the left moves side s to side (s + 1) mod 4. A
direction is a digit 0-7: 0-3 the front face turned left that many times, 4-7 the back face.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import IntEnum
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

from tablebases.errors import Error, InputError
from tablebases.languages import t

if TYPE_CHECKING:
    import numpy as np

    from tablebases.arrays import Matrix


SIDES = 4
FACE_NAMES = ("front", "back")
MAX_TILES = 10  # a tile number is one digit of a pattern


class ObjectKind(IntEnum):
    """An object on a road."""

    AGENT = 1
    ALIEN = 2
    HAMBURGER = 3


class OnRoad(IntEnum):
    """An object as met on its road; "ahead" looks towards the far end."""

    AGENT_AHEAD = 1
    AGENT_BACK = 2
    ALIEN_AHEAD = 3
    ALIEN_BACK = 4
    HAMBURGER = 5


@dataclass(frozen=True)
class Road:
    """A road across one tile, between the sides `first` and `second`."""

    first: int
    second: int
    object: ObjectKind | None = None
    facing: int | None = None
    """The side that its agent or alien faces."""

    def turned(self, turns: int) -> Road:
        """This road after `turns` quarter turns to the left, the smaller side first."""
        first, second = sorted(((self.first + turns) % SIDES, (self.second + turns) % SIDES))
        facing = None if self.facing is None else (self.facing + turns) % SIDES
        return Road(first, second, self.object, facing)

    def met(self, exit_side: int) -> OnRoad | None:
        """The object on this road, as met on the way to `exit_side`."""
        ahead = self.facing == exit_side
        if self.object == ObjectKind.AGENT:
            return OnRoad.AGENT_AHEAD if ahead else OnRoad.AGENT_BACK
        if self.object == ObjectKind.ALIEN:
            return OnRoad.ALIEN_AHEAD if ahead else OnRoad.ALIEN_BACK
        return OnRoad.HAMBURGER if self.object == ObjectKind.HAMBURGER else None


def is_straight(road: Road) -> bool:
    """Whether a road joins opposite sides."""
    return (road.first - road.second) % SIDES == SIDES // 2


def is_cross(roads: Sequence[Road]) -> bool:
    """Whether two of these roads cross."""
    return sum(is_straight(road) for road in roads) == SIDES // 2


@dataclass(frozen=True)
class OffRoad:
    """Numbers of things on a tile face away from its roads."""

    houses: int = 0
    dogs: int = 0
    girls: int = 0
    boys: int = 0
    ufos: int = 0
    agents: int = 0
    captured_aliens: int = 0


OFF_ROAD_COLUMNS = tuple(field.name for field in fields(OffRoad))
TILE_FILE_COLUMNS = ("tile", "face", "roads", *OFF_ROAD_COLUMNS)


@dataclass(frozen=True)
class Face:
    """One face of a tile."""

    roads: tuple[Road, ...]
    off_road: OffRoad

    def turned_roads(self, turns: int) -> tuple[Road, ...]:
        """The roads after `turns` left quarter turns, ordered by sides."""
        return tuple(sorted((r.turned(turns) for r in self.roads), key=lambda r: r.first))

    def count_on_roads(self, kind: ObjectKind) -> int:
        """Number of objects of this kind on the roads of this face."""
        return sum(road.object == kind for road in self.roads)


@dataclass(frozen=True)
class Tile:
    """A double-sided tile."""

    number: int
    faces: tuple[Face, Face]
    """Front and back."""


ROAD_PATTERN = re.compile(
    r"(?P<first>\d{1,9})-(?P<second>\d{1,9})(?: (?P<object>agent|alien|hamburger))?(?: facing (?P<facing>\d{1,9}))?"
)


def parse_road(text: str) -> Road:
    """Read one road such as `0-1 alien facing 1`."""
    match = ROAD_PATTERN.fullmatch(text.strip())
    if match is None:
        raise Error("'{road}' is not a road such as '0-2', '0-1 hamburger' or '0-2 agent facing 2'", road=text.strip())
    first, second = int(match["first"]), int(match["second"])
    for side in (first, second):
        if side >= SIDES:
            raise Error(
                "side {side} of road {first}-{second} is not a side of a tile: 0 top, 1 left, 2 bottom, 3 right",
                side=side,
                first=first,
                second=second,
            )
    if first == second:
        raise Error("road {first}-{second} joins a side to itself", first=first, second=second)
    kind = ObjectKind[match["object"].upper()] if match["object"] else None
    facing = int(match["facing"]) if match["facing"] else None
    if kind in (ObjectKind.AGENT, ObjectKind.ALIEN):
        if facing not in (first, second):
            raise Error(
                "the {object} on road {first}-{second} must face a side of its own road, {first} or {second}",
                object=match["object"],
                first=first,
                second=second,
            )
    elif facing is not None:
        raise Error("only an agent or an alien faces a side, in '{road}'", road=text.strip())
    return Road(first, second, kind, facing)


def parse_roads(text: str) -> tuple[Road, ...]:
    """Read the roads of a face, separated by semicolons."""
    roads = tuple(parse_road(part) for part in text.split(";")) if text.strip() else ()
    sides = [side for road in roads for side in (road.first, road.second)]
    for side in sorted(set(sides)):
        if sides.count(side) > 1:
            raise Error("two roads share side {side}", side=side)
    return roads


def _parse_count(row: Mapping[str, str], column: str) -> int:
    text = (row[column] or "").strip()
    if not (text.isascii() and text.isdigit() and len(text) == 1):
        raise Error("{column} must be a number from 0 to 9, but is '{text}'", column=column, text=text)
    return int(text)


def _parse_face(row: Mapping[str, str]) -> tuple[int, int, Face]:
    """Read a row of a tile file: (tile number, 0 front or 1 back, face)."""
    number = (row["tile"] or "").strip()
    if number not in map(str, range(MAX_TILES)):
        raise Error("{column} must be a number from 0 to 9, but is '{text}'", column="tile", text=number)
    name = (row["face"] or "").strip()
    if name not in FACE_NAMES:
        raise Error("tile {number}: face must be 'front' or 'back', but is '{name}'", number=number, name=name)
    try:
        if "more" in row:
            raise Error("the row has more values than there are columns")
        off_road = OffRoad(**{column: _parse_count(row, column) for column in OFF_ROAD_COLUMNS})
        face = Face(parse_roads(row["roads"] or ""), off_road)
    except Error as error:
        raise Error("tile {number} {side}: {error}", number=number, side=t(name), error=error) from error
    return int(number), FACE_NAMES.index(name), face


def parse_tiles(columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> tuple[Tile, ...]:
    """Read the rows of a tile file, one per face, into tiles by number."""
    if sorted(columns) != sorted(TILE_FILE_COLUMNS):
        raise Error("the columns must be {columns}", columns=",".join(TILE_FILE_COLUMNS))
    faces: dict[tuple[int, int], Face] = {}
    for row in rows:
        number, side, face = _parse_face(row)
        if (number, side) in faces:
            raise Error("tile {number} {side} is listed twice", number=number, side=t(FACE_NAMES[side]))
        faces[number, side] = face
    count = 1 + max((number for number, _ in faces), default=-1)
    if count == 0:
        raise Error("there is no tile in it")
    for number, (side, name) in product(range(count), enumerate(FACE_NAMES)):
        if (number, side) not in faces:
            raise Error(
                "tile {number} {side} is missing: tiles are numbered from 0 without a gap, "
                "each with a front and a back",
                number=number,
                side=t(name),
            )
    return tuple(Tile(n, (faces[n, 0], faces[n, 1])) for n in range(count))


# The board: positions row by row, borders, edge numbers and rotations.

TOP, LEFT, BOTTOM, RIGHT = range(4)
OUTSIDE = -1


def divided(pattern: str) -> str:
    """A pattern with a bar, such as `0365|0044`, which pandas and spreadsheets read as text."""
    middle = len(pattern) // 2
    return f"{pattern[:middle]}|{pattern[middle:]}"


@dataclass(frozen=True)
class Board:
    """A grid of `rows` x `columns` positions, numbered 0.. row by row."""

    rows: int
    columns: int

    def __post_init__(self) -> None:
        if self.rows < 1 or self.columns < 1 or self.positions > MAX_TILES:
            raise InputError(
                "a board of {rows} rows and {columns} columns is not possible: it must have 1 to {most} positions",
                rows=self.rows,
                columns=self.columns,
                most=MAX_TILES,
            )

    @property
    def positions(self) -> int:
        """Number of positions."""
        return self.rows * self.columns

    def neighbour(self, position: int, side: int) -> int | None:
        """The position beyond a side, or None outside."""
        return self._beyond[position][side]

    @cached_property
    def _beyond(self) -> list[list[int | None]]:
        """The results of `neighbour` by position and side."""
        steps = {TOP: (-1, 0), LEFT: (0, -1), BOTTOM: (1, 0), RIGHT: (0, 1)}

        def at(row: int, column: int) -> int | None:
            is_inside = 0 <= row < self.rows and 0 <= column < self.columns
            return row * self.columns + column if is_inside else None

        places = product(range(self.rows), range(self.columns))
        return [[at(row + steps[side][0], column + steps[side][1]) for side in range(SIDES)] for row, column in places]

    @cached_property
    def touching(self) -> list[set[int]]:
        """The positions beyond the sides of each position."""
        return [
            {beyond for side in range(SIDES) if (beyond := self.neighbour(position, side)) is not None}
            for position in range(self.positions)
        ]

    @cached_property
    def neighbours(self) -> Matrix[np.int64]:
        """Position beyond each side, or -1 outside; (positions, 4)."""
        import numpy as np

        beyond = [[self.neighbour(position, side) for side in range(SIDES)] for position in range(self.positions)]
        return np.array([[OUTSIDE if at is None else at for at in row] for row in beyond], dtype=np.int64)

    @cached_property
    def left_rotation_sources(self) -> Matrix[np.int64]:
        """The rotations that keep the shape of the board, without the identity.

        (rotations, 1 + positions): the number of left quarter turns, then for each position the source of its tile.
        """
        import numpy as np

        grid = np.arange(self.positions).reshape(self.rows, self.columns)
        quarters = (1, 2, 3) if self.rows == self.columns else (2,)
        return np.array([[q, *np.rot90(grid, q).ravel()] for q in quarters], dtype=np.int64)

    @property
    def rotations(self) -> list[tuple[int, tuple[int, ...]]]:
        """Rotations that keep the shape of the board: left quarter turns, and the source of each position's tile."""
        turned = [(quarters, tuple(sources)) for quarters, *sources in self.left_rotation_sources.tolist()]
        return [(0, tuple(range(self.positions))), *turned]
