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
from pipeline.core.compiled import njit
from pipeline.nine_tiles_panic.game.board import LEFT, OUTSIDE, TOP, Board
from pipeline.nine_tiles_panic.game.road_synonyms import (
    ORIENTED_ROAD_SYNONYMS,
    ROAD_SYNONYM_SIDES,
    ROAD_TABLES,
    face_options,
    stock,
)
from pipeline.nine_tiles_panic.game.roads import (
    CLOSED_ROAD,
    NO_SIDE,
    RoadGeometry,
    RoadMap,
    empty_road_map,
    road_geometry,
    walk_roads,
)
from pipeline.nine_tiles_panic.game.tiles import SIDES, Tile


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

    Returns:
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
