"""Road synonyms: the shapes of roads on a tile face.

Every face has one of five road synonyms: 0 none, 1 one curve, 2 two curves, 3 one straight, 4 a cross. A road synonym
with a turn is an oriented road synonym. A town synonym is an array of their indices:

    index         0   1   2   3   4   5   6   7   8   9
    synonym       0   1   1   1   1   2   2   3   3   4
    left turns    0   0   1   2   3   0   1   0   1   0
    looks like        ╯   ╮   ╭   ╰  ╯╭  ╮╰   │   ─   ┼

>>> oriented_index([(2, 1)]), oriented_index([(0, 2)], turns=3)  # a curve from bottom to left; a straight, turned
(2, 8)
>>> parse_oriented("13", "21")  # synonym 1 turned twice beside synonym 3 turned once
[3, 8]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tablebases.arrays import Vector
from tablebases.nine_tiles.rules.tiles import SIDES, Face, ObjectKind, Tile

ROAD_SYNONYM_SIDES: tuple[tuple[tuple[int, int], ...], ...] = (
    (),
    ((0, 1),),
    ((0, 1), (2, 3)),
    ((0, 2),),
    ((0, 2), (1, 3)),
)
MAX_ROADS_PER_TILE = SIDES // 2


def _look(roads: Iterable[tuple[int, int]], turns: int) -> frozenset[frozenset[int]]:
    """The two sides of each road after `turns` left quarter turns."""
    return frozenset(frozenset((side + turns) % SIDES for side in road) for road in roads)


@dataclass(frozen=True)
class OrientedRoadSynonym:
    """A road synonym with a turn."""

    synonym: int
    turn: int
    """Quarter turns to the left, the smallest number with this look."""

    @property
    def roads(self) -> tuple[tuple[int, int], ...]:
        """The two sides of each road after the turn, ordered as before the turn."""
        return tuple(
            ((first + self.turn) % SIDES, (second + self.turn) % SIDES)
            for first, second in ROAD_SYNONYM_SIDES[self.synonym]
        )


_BY_LOOK: dict[frozenset[frozenset[int]], OrientedRoadSynonym] = {}
for _synonym, _sides in enumerate(ROAD_SYNONYM_SIDES):
    for _turn in range(SIDES):
        _BY_LOOK.setdefault(_look(_sides, _turn), OrientedRoadSynonym(_synonym, _turn))

ORIENTED_ROAD_SYNONYMS = tuple(_BY_LOOK.values())
"""All oriented road synonyms, by synonym, then turn; town synonyms have indices into this tuple."""

_BY_DIGITS = {(str(o.synonym), str(o.turn)): i for i, o in enumerate(ORIENTED_ROAD_SYNONYMS)}


def oriented_index(roads: Iterable[tuple[int, int]], turns: int = 0) -> int:
    """Index of the oriented road synonym of `roads` after `turns` left quarter turns."""
    return ORIENTED_ROAD_SYNONYMS.index(_BY_LOOK[_look(roads, turns)])


def parse_oriented(position: str, direction: str) -> list[int]:
    """Read a town synonym's pattern into indices. Raises a ValueError for wrong digits."""
    try:
        return [_BY_DIGITS[digits] for digits in zip(position, direction, strict=True)]
    except (KeyError, ValueError) as error:
        raise ValueError(f"'{position}{direction}' is not a town synonym") from error


def _shown(face: Face, turns: int) -> OrientedRoadSynonym:
    """The oriented road synonym of a face after `turns` left quarter turns."""
    return _BY_LOOK[_look([(road.first, road.second) for road in face.roads], turns)]


def face_synonym(face: Face) -> int:
    """The road synonym (0-4) of a tile face."""
    return _shown(face, 0).synonym


@dataclass(frozen=True)
class FaceOption:
    """A face with a road synonym, and the turns in which it looks like it."""

    tile: int
    back: bool
    face: Face
    turns: tuple[int, ...]
    """Turns relative to the oriented road synonym; of turns with the same scores only the smallest."""
    all_turns: int
    """Number of turns that look like the road synonym."""

    def direction(self, turn: int, oriented_turn: int) -> int:
        """The direction digit (0-7) of this face on an oriented road synonym."""
        return SIDES * self.back + (turn + oriented_turn) % SIDES


def face_options(tiles: Sequence[Tile]) -> tuple[tuple[FaceOption, ...], ...]:
    """The faces of each road synonym, by tile, front before back."""
    options: list[list[FaceOption]] = [[] for _ in ROAD_SYNONYM_SIDES]
    for tile in tiles:
        for back, face in enumerate(tile.faces):
            synonym = face_synonym(face)
            fitting = [t for t in range(SIDES) if _shown(face, t) == OrientedRoadSynonym(synonym, 0)]
            looks = [face.turned_roads(turn) for turn in fitting]
            turns = tuple(turn for i, turn in enumerate(fitting) if looks.index(looks[i]) == i)
            options[synonym].append(FaceOption(tile.number, bool(back), face, turns, len(fitting)))
    return tuple(tuple(row) for row in options)


def stock(tiles: Sequence[Tile]) -> Vector[np.int64]:
    """Number of tiles with each road synonym on either face: (5,)."""
    shown = [synonym for tile in tiles for synonym in {face_synonym(face) for face in tile.faces}]
    return np.bincount(np.array(shown, dtype=np.int64), minlength=len(ROAD_SYNONYM_SIDES))


class RoadTables(NamedTuple):
    """The oriented road synonyms as arrays (10,), in the order of `ORIENTED_ROAD_SYNONYMS`."""

    synonym: Vector[np.int64]
    turn: Vector[np.int64]
    turned_left: Vector[np.int64]
    """The index after one more left quarter turn."""


ROAD_TABLES = RoadTables(
    synonym=np.array([o.synonym for o in ORIENTED_ROAD_SYNONYMS], dtype=np.int64),
    turn=np.array([o.turn for o in ORIENTED_ROAD_SYNONYMS], dtype=np.int64),
    turned_left=np.array([oriented_index(o.roads, 1) for o in ORIENTED_ROAD_SYNONYMS], dtype=np.int64),
)


# Every tile in every direction, as a table.


def face_rows(tiles: Sequence[Tile]) -> Iterator[dict[str, int]]:
    """The rows of the table `faces`, one for each tile and direction."""
    for synonym, options in enumerate(face_options(tiles)):
        for option in options:
            off_road = option.face.off_road
            roads = [(road.first, road.second) for road in option.face.roads]
            for direction in range(SIDES):
                turn = ORIENTED_ROAD_SYNONYMS[oriented_index(roads, direction)].turn
                looks = option.face.turned_roads(direction)
                (same,) = (t for t in option.turns if option.face.turned_roads(t + turn) == looks)
                yield {
                    "tile": option.tile,
                    "direction": option.direction(direction, 0),
                    "listed_as": option.direction(same, turn),
                    "shape": synonym,
                    "turn": turn,
                    "houses": off_road.houses,
                    "dogs": off_road.dogs,
                    "girls": off_road.girls,
                    "boys": off_road.boys,
                    "agents": off_road.agents + option.face.count_on_roads(ObjectKind.AGENT),
                }
