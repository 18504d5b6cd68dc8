"""A complete town with its roads read, as explanations need it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from pipeline.nine_tiles_panic.game import explained_roads as rules
from pipeline.nine_tiles_panic.game.explained_words import road_name
from pipeline.nine_tiles_panic.game.laid_town import LaidTown, TownRoad
from pipeline.nine_tiles_panic.game.on_road import OnRoad
from pipeline.nine_tiles_panic.game.tiles import SIDES, ObjectKind, Road

TileRoad = tuple[int, int]
"""A position, and which road of the tile there."""


@dataclass(frozen=True)
class ReadRoad:
    """A road with the objects on it, in the order of the road."""

    name: str
    tile_roads: tuple[TileRoad, ...]
    objects: tuple[OnRoad, ...]
    places: tuple[TileRoad, ...]
    """Where each object stands."""

    def at(self, objects: Iterable[int]) -> list[int]:
        """The positions of some of the objects."""
        return [self.places[index][0] for index in objects]


def _object_met(road: Road, exit_side: int) -> OnRoad | None:
    """The object on a tile road, as met when leaving the tile at a side."""
    ahead = road.facing == exit_side
    if road.object == ObjectKind.AGENT:
        return OnRoad.AGENT_AHEAD if ahead else OnRoad.AGENT_BACK
    if road.object == ObjectKind.ALIEN:
        return OnRoad.ALIEN_AHEAD if ahead else OnRoad.ALIEN_BACK
    return OnRoad.HAMBURGER if road.object == ObjectKind.HAMBURGER else None


def _read_road(town: LaidTown, steps: TownRoad) -> ReadRoad:
    met = []
    for step in steps:
        kind = _object_met(town.tiles[step.position].roads[step.road], step.exit_side)
        if kind is not None:
            met.append((kind, (step.position, step.road)))
    return ReadRoad(
        road_name(step.position for step in steps),
        tuple((step.position, step.road) for step in steps),
        tuple(kind for kind, _ in met),
        tuple(place for _, place in met),
    )


@dataclass(frozen=True)
class ReadTown:
    """A complete town, its roads read."""

    town: LaidTown

    @cached_property
    def roads(self) -> list[ReadRoad]:
        """In the order of their smaller edge numbers."""
        return [_read_road(self.town, steps) for steps in self.town.roads]

    def off_road(self, *fields: str) -> list[int]:
        """A position for each thing of these kinds (fields of `OffRoad`) that is off the roads."""
        return [
            position
            for position, tile in enumerate(self.town.tiles)
            for field in fields
            for _ in range(getattr(tile.face.off_road, field))
        ]

    def on_roads(self, kind: ObjectKind) -> list[TileRoad]:
        """The tile roads with an object of this kind."""
        return [
            (position, index)
            for position, tile in enumerate(self.town.tiles)
            for index, road in enumerate(tile.roads)
            if road.object == kind
        ]

    def free_aliens(self) -> list[TileRoad]:
        """The tile roads with an alien that is not caught."""
        return [road.places[index] for road in self.roads for index in rules.free_aliens(road.objects).things]

    def largest_group(self, members: Iterable[int]) -> list[int]:
        """The largest set of these positions that are connected, the first of several."""
        left = set(members)
        largest: list[int] = []
        while left:
            group = [min(left)]
            left.remove(group[0])
            for position in group:
                beyond = {self.town.neighbour(position, side) for side in range(SIDES)} & left
                group += [p for p in beyond if p is not None]
                left -= set(group)
            largest = max(largest, sorted(group), key=len)
        return largest
