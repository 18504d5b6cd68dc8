"""A town laid out in plain Python, for drawing it and for explaining its scores.

A pattern has a digit a position for the tile, row by row, then a digit a position for the
direction: 0-3 show the front face turned left by that many quarter turns, 4-7 the back face.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

from pipeline.core.errors import InputError
from pipeline.nine_tiles_panic.game.board import OUTSIDE, Board
from pipeline.nine_tiles_panic.game.tiles import SIDES, Face, ObjectKind, OnRoad, Road, Tile

TURNS = 4

TileRoad = tuple[int, int]
"""A position, and the index of a road in `LaidTile.roads` there."""


@dataclass(frozen=True)
class LaidTile:
    """A tile as it lies on the board."""

    number: int
    side: int
    """0 front, 1 back."""
    turns: int
    """Quarter turns to the left."""
    face: Face

    @cached_property
    def roads(self) -> tuple[Road, ...]:
        """The roads as they lie, in the order of their smaller sides."""
        return self.face.turned_roads(self.turns)

    def road_at(self, side: int) -> int | None:
        """Which of `roads` reaches this side of the tile, if any."""
        return next((index for index, road in enumerate(self.roads) if side in (road.first, road.second)), None)


class Step(NamedTuple):
    """One tile road of a road of the town, as one meets it walking the road from its start."""

    position: int
    road: int
    """Index in `LaidTile.roads`."""
    exit_side: int
    """Where the walk leaves the tile."""
    met: OnRoad | None
    """What stands on it."""


class TownRoad(tuple[Step, ...]):
    """A road from its end with the smaller edge number to the other; the steps in that order."""

    @property
    def name(self) -> str:
        """The positions that it leads through, such as `0-1-4`."""
        return "-".join(str(step.position) for step in self)

    @property
    def tile_roads(self) -> list[TileRoad]:
        """Its tile roads in order."""
        return [(step.position, step.road) for step in self]

    @property
    def objects(self) -> list[OnRoad]:
        """What one meets on it."""
        return [step.met for step in self if step.met]

    @property
    def places(self) -> list[TileRoad]:
        """Where each of its objects stands."""
        return [(step.position, step.road) for step in self if step.met]


@dataclass(frozen=True)
class LaidTown:
    """A town, complete or not."""

    board: Board
    tiles: tuple[LaidTile, ...]
    """Row by row."""

    @property
    def pattern(self) -> str:
        """The pattern of the town, every direction as it lies."""
        numbers = "".join(str(tile.number) for tile in self.tiles)
        return numbers + "".join(str(TURNS * tile.side + tile.turns) for tile in self.tiles)

    def neighbour(self, position: int, side: int) -> int | None:
        """The position beyond a side, or None outside."""
        neighbour = int(self.board.neighbours[position, side])
        return None if neighbour == OUTSIDE else neighbour

    def off_road(self, *fields: str) -> list[int]:
        """A position for each thing of these kinds (fields of `OffRoad`) that is off the roads."""
        return [
            position
            for position, tile in enumerate(self.tiles)
            for field in fields
            for _ in range(getattr(tile.face.off_road, field))
        ]

    def tile_roads(self) -> list[tuple[TileRoad, Road]]:
        """All tile roads, position by position."""
        return [
            ((position, index), road)
            for position, tile in enumerate(self.tiles)
            for index, road in enumerate(tile.roads)
        ]

    def on_roads(self, kind: ObjectKind) -> list[TileRoad]:
        """The tile roads with an object of this kind."""
        return [tile_road for tile_road, road in self.tile_roads() if road.object == kind]

    def open_borders(self) -> list[tuple[int, int]]:
        """(position, side), side 2 or 3, of the inner borders where only one tile has a road."""
        return [
            (position, side)
            for position, tile in enumerate(self.tiles)
            for side in (2, 3)
            if (beyond := self.neighbour(position, side)) is not None
            and (tile.road_at(side) is None) != (self.tiles[beyond].road_at((side + 2) % SIDES) is None)
        ]

    def _walk(self, position: int, side: int) -> tuple[TownRoad, bool]:
        """Walk in at a side until the road leaves the board, breaks off, or is back there; and whether it is."""
        steps: list[Step] = []
        at: int | None = position
        entered = side
        while at is not None and (index := self.tiles[at].road_at(entered)) is not None:
            road = self.tiles[at].roads[index]
            exit_side = road.second if entered == road.first else road.first
            steps.append(Step(at, index, exit_side, road.met(exit_side)))
            at, entered = self.neighbour(at, exit_side), (exit_side + 2) % SIDES
            if (at, entered) == (position, side):
                return TownRoad(steps), True
        return TownRoad(steps), False

    def _walks(self, starts: Iterable[tuple[int, int]], walked: set[TileRoad]) -> Iterator[tuple[TownRoad, bool]]:
        """Walk in at each (position, side) with a tile road that is not walked yet; see `_walk`."""
        for position, side in starts:
            index = self.tiles[position].road_at(side)
            if index is not None and (position, index) not in walked:
                road, is_closed = self._walk(position, side)
                walked.update(road.tile_roads)
                yield road, is_closed

    @cached_property
    def roads(self) -> tuple[TownRoad, ...]:
        """All roads that end at the outer border, in the order of their smaller edge numbers.

        Of a complete town these are all its roads.
        """
        sides = product(range(self.board.positions), range(SIDES))
        outer = [(position, side) for position, side in sides if self.neighbour(position, side) is None]
        return tuple(road for road, _ in self._walks(outer, set()))

    def closed_roads(self) -> list[list[int]]:
        """The positions of every road that closes on itself, in the order of a walk."""
        walked = {tile_road for road in self.roads for tile_road in road.tile_roads}
        starts = [(position, road.first) for (position, _), road in self.tile_roads()]
        return [[step.position for step in road] for road, is_closed in self._walks(starts, walked) if is_closed]


def lay_town(pattern: str, tiles: Sequence[Tile], board: Board) -> LaidTown:
    """Lay out the town of a pattern with some of these tiles; it need not be complete.

    Raises:
        InputError: the pattern has another length, something other than digits, an unknown tile, a tile twice, or
            a direction above 7.
    """
    positions = board.positions
    if len(pattern) != 2 * positions or not (pattern.isascii() and pattern.isdigit()):
        raise InputError(
            f"a pattern has {2 * positions} digits, {positions} tile numbers and {positions} "
            f"directions, such as 206745813361230035 for 3x3, but this is '{pattern}'"
        )
    by_number = {tile.number: tile for tile in tiles}
    laid = []
    for position in range(positions):
        number, direction = int(pattern[position]), int(pattern[positions + position])
        if number not in by_number:
            raise InputError(
                f"pattern {pattern}: there is no tile {number} for position {position}; the tiles "
                f"are {', '.join(map(str, sorted(by_number)))}"
            )
        if pattern[:positions].count(pattern[position]) > 1:
            raise InputError(f"pattern {pattern}: tile {number} is used more than once")
        if direction >= 2 * TURNS:
            raise InputError(
                f"pattern {pattern}: direction {direction} at position {position} is not one of "
                "0-3 (front, turned left that many times) and 4-7 (back)"
            )
        side, turns = divmod(direction, TURNS)
        laid.append(LaidTile(number, side, turns, by_number[number].faces[side]))
    return LaidTown(board, tuple(laid))


def completeness_faults(town: LaidTown) -> list[str]:
    """Why a town is not complete: a sentence for each open border and each closed road."""
    faults = []
    for position, side in town.open_borders():
        beyond = town.neighbour(position, side)
        goes_out = town.tiles[position].road_at(side) is not None
        with_road, without = (position, beyond) if goes_out else (beyond, position)
        faults.append(
            f"the border between positions {position} and {beyond}: a road of position "
            f"{with_road} ends where position {without} has none"
        )
    faults += [
        f"the road through positions {', '.join(map(str, loop))} closes on itself" for loop in town.closed_roads()
    ]
    return faults


class Highlight(NamedTuple):
    """The part of a town to point at."""

    positions: frozenset[int] = frozenset()
    roads: frozenset[TileRoad] = frozenset()
