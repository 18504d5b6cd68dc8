"""Town synonyms: complete towns of road synonyms, the smallest of their rotations.

A town synonym is an array of indices into `ORIENTED_ROAD_SYNONYMS`, one a position. Its pattern
is the road synonym numbers of all positions, then their turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial, prod

import numpy as np

from pipeline.core.arrays import Integers, Matrix, Vector
from pipeline.core.compiled import copy_elements, njit
from pipeline.nine_tiles_panic.game.board import LEFT, TOP, Board
from pipeline.nine_tiles_panic.game.road_synonyms import (
    ORIENTED_ROAD_SYNONYMS,
    ROAD_SYNONYM_SIDES,
    ROAD_TABLES,
    face_options,
    stock,
)
from pipeline.nine_tiles_panic.game.roads import (
    CLOSED_ROAD,
    RoadGeometry,
    RoadMap,
    empty_road_map,
    road_geometry,
    walk_roads,
)
from pipeline.nine_tiles_panic.game.tiles import Tile

NO_OPTION = -1


@njit(cache=True)
def _fits(oriented: Vector[np.uint8], position: int, candidate: int, geometry: RoadGeometry) -> bool:
    """Whether the candidate's roads meet those of the tiles above and to the left."""
    for side in (TOP, LEFT):
        neighbour = geometry.neighbours[position, side]
        if neighbour >= 0:
            here = geometry.exit_side[candidate, side] >= 0
            there = geometry.exit_side[oriented[neighbour], (side + 2) % 4] >= 0
            if here != there:
                return False
    return True


@njit(cache=True)
def _edge_matched_grids(
    geometry: RoadGeometry, synonym: Vector[np.int64], stock_left: Vector[np.int64], roads: RoadMap
) -> tuple[Matrix[np.uint8], int]:
    """All edge-matched grids within stock, depth first, position by position.

    Returns:
        uint8 (n, positions) the grids without a closed road, and the number with one.
    """
    positions = len(geometry.neighbours)
    candidates = len(synonym)
    grids = np.empty((1024, positions), dtype=np.uint8)
    count = 0
    closed = 0
    chosen = np.full(positions + 1, NO_OPTION, dtype=np.int64)
    oriented = np.zeros(positions, dtype=np.uint8)
    position = 0
    while position >= 0:
        if position == positions:
            if walk_roads(oriented, geometry, roads) == CLOSED_ROAD:
                closed += 1
            else:
                if count == len(grids):
                    larger = np.empty((2 * count, positions), dtype=np.uint8)
                    for grid in range(count):
                        copy_elements(grids[grid], larger[grid])
                    grids = larger
                copy_elements(oriented, grids[count])
                count += 1
            position -= 1
            continue
        if chosen[position] != NO_OPTION:
            stock_left[synonym[chosen[position]]] += 1
        candidate = chosen[position] + 1
        while candidate < candidates and (
            stock_left[synonym[candidate]] == 0 or not _fits(oriented, position, candidate, geometry)
        ):
            candidate += 1
        if candidate == candidates:
            chosen[position] = NO_OPTION
            position -= 1
        else:
            chosen[position] = candidate
            oriented[position] = candidate
            stock_left[synonym[candidate]] -= 1
            position += 1
    return grids[:count].copy(), closed


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
    grids, closed = _edge_matched_grids(road_geometry(board), ROAD_TABLES.synonym, stock(tiles), empty_road_map(board))
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
    return TownSynonyms(grids[kept], distinct, len(grids) + closed, closed)


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

    Returns:
        (positions with road synonym 0, .. 4) -> counts; without what no choice of tiles fills.
    """
    options = face_options(tiles)
    by_tile = {
        tile.number: [(s, o) for s, row in enumerate(options) for o in row if o.tile == tile.number] for tile in tiles
    }
    sums: dict[tuple[int, ...], tuple[int, int, int]] = {(0,) * len(options): (1, 1, 1)}
    for faces in by_tile.values():
        longer = dict(sums)  # the tile stays in the box
        for occurrences, chosen in sums.items():
            for synonym, option in faces:
                more = tuple(n + (s == synonym) for s, n in enumerate(occurrences))
                placements, towns, arrangements = longer.get(more, (0, 0, 0))
                longer[more] = (
                    placements + chosen[0],
                    towns + chosen[1] * len(option.turns),
                    arrangements + chosen[2] * option.all_turns,
                )
        sums = longer
    return {
        occurrences: FillingCounts(*(n * prod(map(factorial, occurrences)) for n in chosen))
        for occurrences, chosen in sums.items()
    }


def synonym_occurrences(oriented: Matrix[np.uint8]) -> list[tuple[int, ...]]:
    """How often each road synonym occurs in each row of (n, positions) oriented synonyms."""
    synonyms = ROAD_TABLES.synonym[oriented]
    counts = [(synonyms == s).sum(axis=1).tolist() for s in range(len(ROAD_SYNONYM_SIDES))]
    return list(zip(*counts, strict=True))
