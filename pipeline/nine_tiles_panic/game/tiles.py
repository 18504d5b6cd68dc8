"""Tiles, their faces, and what is on them.

Sides of a tile: 0 top, 1 left, 2 bottom, 3 right. Turning a tile left by a quarter moves what
was at side s to side (s + 1) mod 4. A direction is a digit 0-7: 0-3 the front face turned left
that many times, 4-7 the back face.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import IntEnum
from itertools import product

from pipeline.core.errors import PipelineError

SIDES = 4
FACE_NAMES = ("front", "back")
MAX_TILES = 10  # a tile number is one digit of a pattern


class ObjectKind(IntEnum):
    """What can be on a road."""

    AGENT = 1
    ALIEN = 2
    HAMBURGER = 3


class OnRoad(IntEnum):
    """An object as one meets it when walking a road: "ahead" looks towards the far end."""

    AGENT_AHEAD = 1
    AGENT_BACK = 2
    ALIEN_AHEAD = 3
    ALIEN_BACK = 4
    HAMBURGER = 5


@dataclass(frozen=True)
class Road:
    """A road across one tile, which joins the sides `first` and `second`."""

    first: int
    second: int
    object: ObjectKind | None = None
    facing: int | None = None
    """The side that an agent or an alien on it faces."""

    def turned(self, turns: int) -> Road:
        """This road after `turns` quarter turns to the left, the smaller side first."""
        first, second = sorted(((self.first + turns) % SIDES, (self.second + turns) % SIDES))
        facing = None if self.facing is None else (self.facing + turns) % SIDES
        return Road(first, second, self.object, facing)

    def met(self, exit_side: int) -> OnRoad | None:
        """The object on this road, as met when leaving the tile at a side."""
        ahead = self.facing == exit_side
        if self.object == ObjectKind.AGENT:
            return OnRoad.AGENT_AHEAD if ahead else OnRoad.AGENT_BACK
        if self.object == ObjectKind.ALIEN:
            return OnRoad.ALIEN_AHEAD if ahead else OnRoad.ALIEN_BACK
        return OnRoad.HAMBURGER if self.object == ObjectKind.HAMBURGER else None


@dataclass(frozen=True)
class OffRoad:
    """How many of each are on a tile face, away from its roads."""

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
        """The roads after `turns` quarter turns to the left, in the order of their sides."""
        return tuple(sorted((r.turned(turns) for r in self.roads), key=lambda r: r.first))

    def count_on_roads(self, kind: ObjectKind) -> int:
        """How many objects of this kind stand on the roads of this face."""
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
    """Read one road such as `0-1 alien facing 1`.

    Raises:
        PipelineError: the text is not a road; the message does not yet name the tile.
    """
    match = ROAD_PATTERN.fullmatch(text.strip())
    if match is None:
        raise PipelineError(f"'{text.strip()}' is not a road such as '0-2', '0-1 hamburger' or '0-2 agent facing 2'")
    first, second = int(match["first"]), int(match["second"])
    for side in (first, second):
        if side >= SIDES:
            raise PipelineError(
                f"side {side} of road {first}-{second} is not a side of a tile: 0 top, 1 left, 2 bottom, 3 right"
            )
    if first == second:
        raise PipelineError(f"road {first}-{second} joins a side to itself")
    kind = ObjectKind[match["object"].upper()] if match["object"] else None
    facing = int(match["facing"]) if match["facing"] else None
    if kind in (ObjectKind.AGENT, ObjectKind.ALIEN):
        if facing not in (first, second):
            raise PipelineError(
                f"the {match['object']} on road {first}-{second} must face a side of its own road, {first} or {second}"
            )
    elif facing is not None:
        raise PipelineError(f"only an agent or an alien faces a side, in '{text.strip()}'")
    return Road(first, second, kind, facing)


def parse_roads(text: str) -> tuple[Road, ...]:
    """Read the roads of a face, separated by semicolons; an empty text is a roadless face.

    Raises:
        PipelineError: a road is malformed, or two roads share a side.
    """
    roads = tuple(parse_road(part) for part in text.split(";")) if text.strip() else ()
    sides = [side for road in roads for side in (road.first, road.second)]
    for side in sorted(set(sides)):
        if sides.count(side) > 1:
            raise PipelineError(f"two roads share side {side}")
    return roads


def _parse_count(row: Mapping[str, str], column: str) -> int:
    text = (row[column] or "").strip()
    if not (text.isascii() and text.isdigit() and len(text) == 1):
        raise PipelineError(f"{column} must be a number from 0 to 9, but is '{text}'")
    return int(text)


def _parse_face(row: Mapping[str, str]) -> tuple[int, int, Face]:
    """(tile number, 0 front or 1 back, face) of one row of a tile file."""
    number = (row["tile"] or "").strip()
    if number not in map(str, range(MAX_TILES)):
        raise PipelineError(f"tile must be a number from 0 to {MAX_TILES - 1}, but is '{number}'")
    name = (row["face"] or "").strip()
    if name not in FACE_NAMES:
        raise PipelineError(f"tile {number}: face must be 'front' or 'back', but is '{name}'")
    try:
        if "more" in row:
            raise PipelineError("the row has more values than there are columns")
        off_road = OffRoad(**{column: _parse_count(row, column) for column in OFF_ROAD_COLUMNS})
        face = Face(parse_roads(row["roads"] or ""), off_road)
    except PipelineError as error:
        raise PipelineError(f"tile {number} {name}: {error}") from error
    return int(number), FACE_NAMES.index(name), face


def parse_tiles(columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> tuple[Tile, ...]:
    """Read the rows of a tile file, one a tile face, into tiles in the order of their numbers.

    Raises:
        PipelineError: a column, face or tile number is missing or occurs twice, or a face is wrong.
    """
    if sorted(columns) != sorted(TILE_FILE_COLUMNS):
        raise PipelineError(f"the columns must be {','.join(TILE_FILE_COLUMNS)}")
    faces: dict[tuple[int, int], Face] = {}
    for row in rows:
        number, side, face = _parse_face(row)
        if (number, side) in faces:
            raise PipelineError(f"tile {number} {FACE_NAMES[side]} is listed twice")
        faces[number, side] = face
    count = 1 + max((number for number, _ in faces), default=-1)
    if count == 0:
        raise PipelineError("there is no tile in it")
    for number, (side, name) in product(range(count), enumerate(FACE_NAMES)):
        if (number, side) not in faces:
            raise PipelineError(
                f"tile {number} {name} is missing: tiles are numbered from 0 without a gap, "
                "each with a front and a back"
            )
    return tuple(Tile(n, (faces[n, 0], faces[n, 1])) for n in range(count))
