"""Town synonyms: complete towns of road shapes.

A road is read from its end with the smaller edge number. In a complete town every road ends at the outer border, so
walking in from the outer edges in ascending order of 4 x position + side meets each road first at its start.

A town synonym is an array of indices into `ORIENTED_ROAD_SYNONYMS`, one a position. Its pattern
is the road synonym numbers of all positions, then their turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial, prod
from typing import NamedTuple

import numpy as np

from tablebases.arrays import Array3, Integers, Matrix, Vector
from tablebases.compiled import copy_elements, njit
from tablebases.nine_tiles.road_synonyms import (
    MAX_ROADS_PER_TILE,
    ORIENTED_ROAD_SYNONYMS,
    ROAD_SYNONYM_SIDES,
    ROAD_TABLES,
    face_options,
    stock,
)
from tablebases.nine_tiles.tiles import LEFT, OUTSIDE, SIDES, TOP, Board, Tile

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
    """A board and all oriented road synonyms, as walking needs them."""

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

    `oriented` (positions,) are indices of oriented road synonyms. `roads` is overwritten with the roads in the order of
    their smaller edge numbers. Returns their number, or `CLOSED_ROAD` if a road closes on itself.
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


# Town synonyms: complete towns of road synonyms, the smallest of their rotations.


def _occurrences(oriented: Matrix[np.uint8]) -> Matrix[np.int64]:
    """How often each road synonym occurs in each row of (n, positions) oriented synonyms: (5, n)."""
    synonyms = ROAD_TABLES.synonym[oriented]
    return np.array([(synonyms == synonym).sum(axis=1) for synonym in range(len(ROAD_SYNONYM_SIDES))])


def _edge_matched_grids(board: Board, tiles: Sequence[Tile]) -> Matrix[np.uint8]:
    """All grids within stock whose borders agree, grown position by position: (n, positions)."""
    has_road = road_geometry(board).exit_side != NO_SIDE
    grids = np.empty((1, 0), dtype=np.uint8)
    for neighbours in board.neighbours:
        in_stock = _occurrences(grids) < stock(tiles)[:, np.newaxis]
        longer = []
        for candidate, synonym in enumerate(ROAD_TABLES.synonym):
            fits = in_stock[synonym]
            for side in (TOP, LEFT):
                if neighbours[side] != OUTSIDE:
                    there = has_road[grids[:, neighbours[side]], (side + 2) % SIDES]
                    fits = fits & (there == has_road[candidate, side])
            longer.append(np.pad(grids[fits], ((0, 0), (0, 1)), constant_values=candidate))
        grids = np.concatenate(longer)
    return grids


@njit(cache=True)
def _have_closed_roads(grids: Matrix[np.uint8], geometry: RoadGeometry, roads: RoadMap, have: Vector[np.bool_]) -> None:
    for i in range(len(grids)):
        have[i] = walk_roads(grids[i], geometry, roads) == CLOSED_ROAD


def _pattern_ranks(oriented: Matrix[np.uint8]) -> Vector[np.int64]:
    """Numbers in the order of the patterns of (n, positions) oriented synonyms: (n,)."""
    digits = np.hstack([ROAD_TABLES.synonym[oriented], ROAD_TABLES.turn[oriented]])
    base = len(ROAD_SYNONYM_SIDES)  # a turn is smaller too
    powers = base ** np.arange(digits.shape[1] - 1, -1, -1, dtype=np.int64)
    ranks: Vector[np.int64] = digits @ powers
    return ranks


def town_synonym_pattern(oriented: Sequence[int]) -> str:
    """The pattern of one town synonym, such as `201111211000123000`."""
    cells = [ORIENTED_ROAD_SYNONYMS[i] for i in oriented]
    return "".join([*(str(c.synonym) for c in cells), *(str(c.turn) for c in cells)])


@dataclass(frozen=True)
class TownSynonyms:
    """All town synonyms of a board, in the order of their patterns."""

    oriented: Matrix[np.uint8]
    """(n, positions)."""
    distinct_rotations: Vector[np.int64]
    """(n,), how many of the board's rotations of a town synonym look different; fewer than all if it is symmetric."""
    edge_matched: int
    """The grids within stock before anything was left out."""
    closed: int
    """Those of them with a closed road."""


def all_town_synonyms(board: Board, tiles: Sequence[Tile]) -> TownSynonyms:
    """Enumerate the town synonyms of a board within the stock of these tiles."""
    matched = _edge_matched_grids(board, tiles)
    is_closed = np.empty(len(matched), dtype=np.bool_)
    _have_closed_roads(matched, road_geometry(board), empty_road_map(board), is_closed)
    grids = matched[~is_closed]
    rotations = [grids]
    for turns, *sources in board.left_rotation_sources.tolist():
        rotated: Integers = grids[:, sources]
        for _ in range(turns):
            rotated = ROAD_TABLES.turned_left[rotated]
        rotations.append(rotated.astype(np.uint8))
    ranks = np.column_stack([_pattern_ranks(rotated) for rotated in rotations])
    smallest = np.flatnonzero(ranks[:, 0] == ranks.min(axis=1))
    kept = smallest[np.argsort(ranks[smallest, 0])]
    sorted_ranks = np.sort(ranks[kept], axis=1)
    distinct = 1 + (np.diff(sorted_ranks, axis=1) > 0).sum(axis=1)
    return TownSynonyms(grids[kept], distinct, len(matched), int(is_closed.sum()))


@dataclass(frozen=True)
class FillingCounts:
    """In how many ways the tiles fill a town synonym."""

    placements: int
    """Choices of a tile and face for every position."""
    towns: int
    """Placements with turns, of those that score the same only one."""
    arrangements: int
    """Placements with all their turns."""


def filling_counts(tiles: Sequence[Tile]) -> dict[tuple[int, ...], FillingCounts]:
    """Count fillings by how often each road synonym occurs, on which alone they depend.

    (positions with road synonym 0, .. 4) -> counts; without what no choice of tiles fills.
    """
    options = [(synonym, option) for synonym, row in enumerate(face_options(tiles)) for option in row]
    sums: dict[tuple[int, ...], tuple[int, ...]] = {(0,) * len(ROAD_SYNONYM_SIDES): (1, 1, 1)}
    for tile in tiles:
        longer = dict(sums)  # the tile stays in the box
        for synonym, option in options:
            if option.tile == tile.number:
                ways = (1, len(option.turns), option.all_turns)
                for occurrences, chosen in sums.items():
                    more = tuple(n + (s == synonym) for s, n in enumerate(occurrences))
                    before = longer.get(more, (0, 0, 0))
                    longer[more] = tuple(b + n * w for b, n, w in zip(before, chosen, ways, strict=True))
        sums = longer
    return {
        occurrences: FillingCounts(*(n * prod(map(factorial, occurrences)) for n in chosen))
        for occurrences, chosen in sums.items()
    }


def synonym_occurrences(oriented: Matrix[np.uint8]) -> list[tuple[int, ...]]:
    """How often each road synonym occurs in each row of (n, positions) oriented synonyms."""
    return list(zip(*_occurrences(oriented).tolist(), strict=True))
