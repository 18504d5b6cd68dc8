"""A town laid out in plain Python, for drawing it and for explaining its scores.

A pattern has a digit a position for the tile, row by row, then a digit a position for the
direction: 0-3 show the front face turned left by that many quarter turns, 4-7 the back face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from pipeline.core.errors import PipelineError
from pipeline.nine_tiles_panic.game.board import OUTSIDE, Board
from pipeline.nine_tiles_panic.game.tiles import SIDES, Face, Road, Tile

SIDE_NAMES = ("top", "left", "bottom", "right")
TURNS = 4


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
        for index, road in enumerate(self.roads):
            if side in (road.first, road.second):
                return index
        return None


class Step(NamedTuple):
    """One tile road of a road of the town, as one meets it walking the road from its start."""

    position: int
    road: int
    """Index in `LaidTile.roads`."""
    exit_side: int
    """Where the walk leaves the tile."""


TownRoad = tuple[Step, ...]
"""A road from its end with the smaller edge number to the other; the steps in that order."""


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

    def open_borders(self) -> list[tuple[int, int]]:
        """(position, side), side 2 or 3, of the inner borders where only one tile has a road."""
        found = []
        for position, tile in enumerate(self.tiles):
            for side in (2, 3):
                beyond = self.neighbour(position, side)
                if beyond is None:
                    continue
                here = tile.road_at(side) is not None
                if here != (self.tiles[beyond].road_at((side + 2) % SIDES) is not None):
                    found.append((position, side))
        return found

    def _walk(self, position: int, side: int) -> list[Step]:
        """Walk in at a side until the road leaves the board, breaks off, or comes back."""
        steps: list[Step] = []
        at: int | None = position
        while at is not None:
            index = self.tiles[at].road_at(side)
            if index is None:
                break
            road = self.tiles[at].roads[index]
            exit_side = road.second if side == road.first else road.first
            step = Step(at, index, exit_side)
            if step in steps:
                break
            steps.append(step)
            at = self.neighbour(at, exit_side)
            side = (exit_side + 2) % SIDES
        return steps

    @cached_property
    def roads(self) -> tuple[TownRoad, ...]:
        """All roads that end at the outer border, in the order of their smaller edge numbers.

        Of a complete town these are all its roads.
        """
        found: list[TownRoad] = []
        walked: set[tuple[int, int]] = set()
        for position, tile in enumerate(self.tiles):
            for side in range(SIDES):
                index = tile.road_at(side)
                if index is None or self.neighbour(position, side) is not None:
                    continue
                if (position, index) not in walked:
                    steps = tuple(self._walk(position, side))
                    walked |= {(step.position, step.road) for step in steps}
                    found.append(steps)
        return tuple(found)

    def closed_roads(self) -> list[list[int]]:
        """The positions of every road that closes on itself, in the order of a walk."""
        found: list[list[int]] = []
        walked = {(step.position, step.road) for road in self.roads for step in road}
        for position, tile in enumerate(self.tiles):
            for index, road in enumerate(tile.roads):
                if (position, index) in walked:
                    continue
                steps = self._walk(position, road.first)
                walked |= {(step.position, step.road) for step in steps}
                last = steps[-1]
                comes_back = self.neighbour(last.position, last.exit_side) == position
                if comes_back and (last.exit_side + 2) % SIDES == road.first:
                    found.append([step.position for step in steps])
        return found


def lay_town(pattern: str, tiles: Sequence[Tile], board: Board) -> LaidTown:
    """Lay out the town of a pattern; it need not be complete.

    Args:
        pattern: digits, twice as many as the board has positions.
        tiles: the tiles that may be used.
        board: the board.

    Raises:
        PipelineError: the pattern has another length, something other than digits, an unknown tile, a tile twice, or
            a direction above 7.
    """
    positions = board.positions
    if len(pattern) != 2 * positions or not (pattern.isascii() and pattern.isdigit()):
        raise PipelineError(
            f"a pattern has {2 * positions} digits, {positions} tile numbers and {positions} "
            f"directions, such as 206745813361230035 for 3x3, but this is '{pattern}'"
        )
    by_number = {tile.number: tile for tile in tiles}
    laid = []
    for position in range(positions):
        number, direction = int(pattern[position]), int(pattern[positions + position])
        if number not in by_number:
            raise PipelineError(
                f"pattern {pattern}: there is no tile {number} for position {position}; the tiles "
                f"are {', '.join(map(str, sorted(by_number)))}"
            )
        if pattern[:positions].count(pattern[position]) > 1:
            raise PipelineError(f"pattern {pattern}: tile {number} is used more than once")
        if direction >= 2 * TURNS:
            raise PipelineError(
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
        has_road = town.tiles[position].road_at(side) is not None
        with_road, without = (position, beyond) if has_road else (beyond, position)
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
    roads: frozenset[tuple[int, int]] = frozenset()
    """Tile roads as (position, index of the road)."""
