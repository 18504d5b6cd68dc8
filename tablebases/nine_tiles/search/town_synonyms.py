"""Town synonyms: complete towns of road shapes.

A road is read from its end with the smaller edge number. In a complete town every road ends at the outer border, so a
walk around the outer edges in ascending order of 4 x position + side meets each road first at its start.

A town synonym is an array of indices into `ORIENTED_ROAD_SYNONYMS`, one per position. Its pattern is the road synonyms
of all positions, then their turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import factorial, prod
from typing import NamedTuple

import numpy as np

from tablebases.arrays import Array3, Integers, Matrix, Vector
from tablebases.compiled import njit
from tablebases.nine_tiles.rules.tiles import LEFT, OUTSIDE, SIDES, TOP, Board, Tile
from tablebases.nine_tiles.search.road_synonyms import (
    MAX_ROADS_PER_TILE,
    ORIENTED_ROAD_SYNONYMS,
    ROAD_SYNONYM_SIDES,
    ROAD_TABLES,
    face_options,
    stock,
)

CLOSED_ROAD = -1
NO_SIDE = -1
SHAPE_FIELDS = ("longest_road", "curves", "roads", "roadless_tiles", "roads_of_one_length")
"""The fields of `TownCounts` for the road shapes."""


class RoadMap(NamedTuple):
    """The roads of one town synonym, overwritten by those of the next."""

    length: Vector[np.int64]
    """(roads,), number of tile roads of each road."""
    steps: Array3[np.int64]
    """(roads, steps, 3): the position, the index of the tile road there (0 or 1), and 1 if the walk goes from the tile
    road's first side to its second, else 0."""
    road_of: Matrix[np.int64]
    """(positions, 2), the road of each tile road, or -1."""


class RoadGeometry(NamedTuple):
    """Tables of a board and of all oriented road synonyms, for walks."""

    neighbours: Matrix[np.int64]
    """(positions, 4), `Board.neighbours`."""
    exit_side: Matrix[np.int64]
    """(10, 4), the other side of the road at a side, or -1."""
    road_at: Matrix[np.int64]
    """(10, 4), the index of the road (0 or 1) at a side, or -1."""
    enters_first: Matrix[np.bool_]
    """(10, 4), whether the side is the road's first one."""


@cache
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


@njit(cache=True, from_python=False, counts_references=False)
def walk_roads(oriented: Vector[np.uint8], geometry: RoadGeometry, roads: RoadMap) -> int:
    """Walk all roads of a town synonym with matching borders.

    `oriented` (positions,) are indices of oriented road synonyms. Overwrites `roads` with the roads in the order of
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
            total += 1  # counts every tile road twice, once from each of its sides
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


@njit(cache=True, counts_references=False)
def _count_lengths(
    grids: Matrix[np.uint8],
    geometry: RoadGeometry,
    roads: RoadMap,
    roads_of_length: Vector[np.int64],
    counts: Matrix[np.int64],
) -> None:
    """Count the longest road, roads (or `CLOSED_ROAD`), and most roads of one length: `counts` (n, 3).

    `roads_of_length` (lengths,) is scratch.
    """
    for number in range(len(grids)):
        count = walk_roads(grids[number], geometry, roads)
        longest = most_of_one_length = 0
        roads_of_length[:] = 0
        for road in range(count):
            length = roads.length[road]
            roads_of_length[length] += 1
            longest = max(longest, length)
            most_of_one_length = max(most_of_one_length, roads_of_length[length])
        counts[number, 0] = longest
        counts[number, 1] = count
        counts[number, 2] = most_of_one_length


def _lengths(grids: Matrix[np.uint8], board: Board) -> Matrix[np.int64]:
    """Those of `_count_lengths`, for grids (n, positions) with matching inner borders: (3, n)."""
    roads = empty_road_map(board)
    counts = np.zeros((len(grids), 3), dtype=np.int64)
    _count_lengths(grids, road_geometry(board), roads, np.zeros(len(roads.length) + 1, dtype=np.int64), counts)
    return counts.T


def shape_counts(town_synonyms: Matrix[np.uint8], board: Board) -> Matrix[np.int64]:
    """The `SHAPE_FIELDS` of town synonyms (n, positions) without closed roads: (n, 5)."""
    longest, roads, most_of_one_length = _lengths(town_synonyms, board)
    roads_of = np.array([len(o.roads) for o in ORIENTED_ROAD_SYNONYMS])
    curves_of = np.array([sum((a - b) % 2 for a, b in o.roads) for o in ORIENTED_ROAD_SYNONYMS])  # not opposite sides
    curves = curves_of[town_synonyms].sum(axis=1)
    roadless = (roads_of[town_synonyms] == 0).sum(axis=1)
    return np.column_stack([longest, curves, roads, roadless, most_of_one_length])


# Town synonyms: complete towns of road synonyms, in the rotation with the smallest pattern.


def _occurrences(oriented: Matrix[np.uint8]) -> Matrix[np.int64]:
    """Occurrences of each road synonym in each row of (n, positions) oriented synonyms: (5, n)."""
    synonyms = ROAD_TABLES.synonym[oriented]
    return np.array([(synonyms == synonym).sum(axis=1) for synonym in range(len(ROAD_SYNONYM_SIDES))])


def _edge_matched_grids(board: Board, tiles: Sequence[Tile], shown: Matrix[np.bool_]) -> Matrix[np.uint8]:
    """All grids within stock with matching inner borders: (n, positions). `shown` is as in `complete_grids`."""
    has_road = road_geometry(board).exit_side != NO_SIDE
    grids = np.empty((1, 0), dtype=np.uint8)
    for position, neighbours in enumerate(board.neighbours):
        in_stock = _occurrences(grids) < stock(tiles)[:, np.newaxis]
        longer = []
        for candidate, synonym in enumerate(ROAD_TABLES.synonym):
            fits = in_stock[synonym] & shown[position, candidate]
            for side in (TOP, LEFT):
                if neighbours[side] != OUTSIDE:
                    there = has_road[grids[:, neighbours[side]], (side + 2) % SIDES]
                    fits = fits & (there == has_road[candidate, side])
            longer.append(np.pad(grids[fits], ((0, 0), (0, 1)), constant_values=candidate))
        grids = np.concatenate(longer)
    return grids


def complete_grids(board: Board, tiles: Sequence[Tile], shown: Matrix[np.bool_]) -> Matrix[np.uint8]:
    """All complete towns of road synonyms within stock, in every rotation: (n, positions).

    `shown` (positions, 10) says whether a position may show an oriented road synonym.
    """
    grids = _edge_matched_grids(board, tiles, shown)
    _, n_roads, _ = _lengths(grids, board)
    complete: Matrix[np.uint8] = grids[n_roads != CLOSED_ROAD]
    return complete


def _pattern_ranks(oriented: Matrix[np.uint8]) -> Vector[np.int64]:
    """The patterns of (n, positions) oriented synonyms as numbers in the same order: (n,)."""
    digits = np.hstack([ROAD_TABLES.synonym[oriented], ROAD_TABLES.turn[oriented]])
    base = len(ROAD_SYNONYM_SIDES)  # turns are smaller too
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
    """(n,), number of rotations of a town synonym with different looks; smaller if it is symmetric."""
    edge_matched: int
    """Number of grids within stock with matching borders."""
    closed: int
    """Number of these with a closed road."""


def all_town_synonyms(board: Board, tiles: Sequence[Tile]) -> TownSynonyms:
    """Enumerate the town synonyms of a board within the stock of these tiles."""
    matched = _edge_matched_grids(board, tiles, np.ones((board.positions, len(ORIENTED_ROAD_SYNONYMS)), dtype=np.bool_))
    _, n_roads, _ = _lengths(matched, board)
    is_closed = n_roads == CLOSED_ROAD
    grids = matched[~is_closed]
    rotations = [grids]
    for turns, *sources in board.left_rotation_sources.tolist():
        rotated: Integers = grids[:, sources]
        for _ in range(turns):
            rotated = ROAD_TABLES.turned_left[rotated]
        rotations.append(rotated.astype(np.uint8))
    ranks = np.column_stack([_pattern_ranks(rotated) for rotated in rotations])
    smallest = np.flatnonzero(ranks[:, 0] == ranks.min(axis=1))
    smallest = smallest[np.argsort(ranks[smallest, 0])]
    sorted_ranks = np.sort(ranks[smallest], axis=1)
    distinct = 1 + (np.diff(sorted_ranks, axis=1) > 0).sum(axis=1)
    return TownSynonyms(grids[smallest], distinct, len(matched), int(is_closed.sum()))


@dataclass(frozen=True)
class FillingCounts:
    """Numbers of ways to fill a town synonym with tiles."""

    placements: int
    """Choices of a tile and face for every position."""
    towns: int
    """Placements with turns; turns with the same scores count once."""
    arrangements: int
    """Placements with all their turns."""


def filling_counts(tiles: Sequence[Tile]) -> dict[tuple[int, ...], FillingCounts]:
    """Count fillings by the occurrences of each road synonym, on which alone they depend.

    Returns (positions with road synonym 0, .. 4) -> counts, without combinations that no choice of tiles fills.
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
    """Occurrences of each road synonym in each row of (n, positions) oriented synonyms."""
    return list(zip(*_occurrences(oriented).tolist(), strict=True))
