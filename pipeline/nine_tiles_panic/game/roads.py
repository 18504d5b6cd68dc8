"""Walking the roads of a town synonym.

A road is read from its end with the smaller edge number. In a complete town every road ends at the outer border, so
walking in from the outer edges in ascending order of 4 x position + side meets each road first at its start.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pipeline.core.arrays import Array3, Matrix, Vector
from pipeline.core.compiled import copy_elements, njit
from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game.road_synonyms import MAX_ROADS_PER_TILE, ORIENTED_ROAD_SYNONYMS
from pipeline.nine_tiles_panic.game.tiles import SIDES

CLOSED_ROAD = -1
NO_SIDE = -1
SHAPE_FIELDS = ("longest_road", "curves", "roads", "roadless_tiles", "roads_of_one_length")
"""The fields of `TownCounts` that depend on the road shapes alone."""


class RoadMap(NamedTuple):
    """The roads of one town synonym, overwritten by those of the next."""

    length: Vector[np.int64]
    """(roads,), tile roads of each road; a road without any does not exist."""
    steps: Array3[np.int64]
    """(roads, steps, 3), for each step its position, which road of that tile it is (0 or 1), and 1 if it is walked
    from the tile road's first side to its second, else 0."""
    road_of: Matrix[np.int64]
    """(positions, 2), the road that a tile's road belongs to, or -1."""


class RoadGeometry(NamedTuple):
    """What walking needs of a board and of all oriented road synonyms."""

    neighbours: Matrix[np.int64]
    """(positions, 4), from the board."""
    exit_side: Matrix[np.int64]
    """(10, 4), the side where a road entered at a side leaves, or -1."""
    road_at: Matrix[np.int64]
    """(10, 4), which road of the tile (0 or 1) meets a side, or -1."""
    enters_first: Matrix[np.bool_]
    """(10, 4), whether that side is the road's first one."""


def road_geometry(board: Board) -> RoadGeometry:
    """The geometry of the roads on a board."""
    exit_side = np.full((len(ORIENTED_ROAD_SYNONYMS), SIDES), NO_SIDE, dtype=np.int64)
    road_at = exit_side.copy()
    enters_first = np.zeros(exit_side.shape, dtype=np.bool_)
    for i, oriented in enumerate(ORIENTED_ROAD_SYNONYMS):
        for road, (first, second) in enumerate(oriented.roads):
            exit_side[i, [first, second]] = second, first
            road_at[i, [first, second]] = road
            enters_first[i, first] = True
    return RoadGeometry(board.neighbours, exit_side, road_at, enters_first)


def empty_road_map(board: Board) -> RoadMap:
    """A road map with room for any town synonym of this board."""
    steps = board.positions * MAX_ROADS_PER_TILE
    return RoadMap(
        np.zeros(steps, dtype=np.int64),
        np.zeros((steps, steps, 3), dtype=np.int64),
        np.zeros((board.positions, MAX_ROADS_PER_TILE), dtype=np.int64),
    )


@njit(cache=True)
def walk_roads(oriented: Vector[np.uint8], geometry: RoadGeometry, roads: RoadMap) -> int:
    """Walk all roads of a complete town synonym.

    Args:
        oriented: (positions,), indices of oriented road synonyms.
        geometry: from `road_geometry`.
        roads: overwritten with the roads found, in the order of their smaller edge numbers.

    Returns:
        The number of roads, or `CLOSED_ROAD` if a road closes on itself.
    """
    neighbours, exit_side, road_at, enters_first = geometry
    positions = len(oriented)
    roads.road_of[:] = -1
    count = 0
    walked = 0
    total = 0
    for start in range(positions):
        for start_side in range(SIDES):
            if exit_side[oriented[start], start_side] < 0:
                continue
            total += 1  # every tile road is met twice, once from each of its sides
            if neighbours[start, start_side] >= 0:
                continue
            if roads.road_of[start, road_at[oriented[start], start_side]] >= 0:
                continue
            position, side, step = start, start_side, 0
            while position >= 0:
                tile_road = road_at[oriented[position], side]
                roads.steps[count, step, 0] = position
                roads.steps[count, step, 1] = tile_road
                roads.steps[count, step, 2] = enters_first[oriented[position], side]
                roads.road_of[position, tile_road] = count
                step += 1
                exit_at = exit_side[oriented[position], side]
                position = neighbours[position, exit_at]
                side = (exit_at + 2) % SIDES
            roads.length[count] = step
            walked += step
            count += 1
    return count if 2 * walked == total else CLOSED_ROAD


@njit(cache=True)
def _count_lengths(
    town_synonyms: Matrix[np.uint8], geometry: RoadGeometry, roads: RoadMap, counts: Matrix[np.int64]
) -> None:
    """For each town synonym its longest road, its roads, and the most roads of one length: (n, 3), overwritten."""
    of_length = np.zeros(roads.steps.shape[1] + 1, dtype=np.int64)
    for number in range(len(town_synonyms)):
        count = walk_roads(town_synonyms[number], geometry, roads)
        longest = most_of_one_length = 0
        of_length[:] = 0
        for road in range(count):
            length = roads.length[road]
            of_length[length] += 1
            longest = max(longest, length)
            most_of_one_length = max(most_of_one_length, of_length[length])
        copy_elements((longest, count, most_of_one_length), counts[number])


def shape_counts(town_synonyms: Matrix[np.uint8], board: Board) -> Matrix[np.int64]:
    """What (n, positions) oriented synonyms without closed roads score by their shapes: (n, 5), by `SHAPE_FIELDS`."""
    of_lengths = np.zeros((len(town_synonyms), 3), dtype=np.int64)
    _count_lengths(town_synonyms, road_geometry(board), empty_road_map(board), of_lengths)
    longest, roads, most_of_one_length = of_lengths.T
    roads_of = np.array([len(o.roads) for o in ORIENTED_ROAD_SYNONYMS])
    curves_of = np.array([sum((a - b) % 2 for a, b in o.roads) for o in ORIENTED_ROAD_SYNONYMS])  # not opposite sides
    curves = curves_of[town_synonyms].sum(axis=1)
    roadless = (roads_of[town_synonyms] == 0).sum(axis=1)
    return np.column_stack([longest, curves, roads, roadless, most_of_one_length])
