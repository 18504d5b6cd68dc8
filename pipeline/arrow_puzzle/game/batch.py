"""Fewest taps of many boards at once, proven by trying all solutions of each.

A solution is one known solution plus a vector of the kernel, tile by tile. So the taps at a tile depend only on its
taps in the known solution and on the vector. They are rows of a table, one for each tile and number of taps, and the
costs of all solutions are the sum of one row a tile; the processor adds 16 or 32 bytes of a row at once:

    directions 4, two tiles, kernel vectors 00, 13, 22, 31; the known solution is 12:

    row of tile 0, 1 tap    1  2  3  0
    row of tile 1, 2 taps   2  1  0  3
    costs in taps           3  3  3  3

>>> costs, few = np.tile(np.arange(4, dtype=np.int32), (2, 1)), np.array([[0, 0], [1, 3], [2, 2], [3, 1]], np.uint8)
>>> rows, totals = cost_rows(costs, few), np.empty(4, np.uint8)
>>> rows[0, 1].tolist(), rows[1, 2].tolist()
([1, 2, 3, 0], [2, 1, 0, 3])
>>> add_rows(rows, np.array([0, 3], np.uint8), totals)
>>> totals.tolist()  # the known solution 03 becomes 03, 12, 21, 30
[3, 3, 3, 3]
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pipeline.arrow_puzzle.game.algebra import Algebra
from pipeline.arrow_puzzle.game.levels import Level
from pipeline.arrow_puzzle.game.notation import all_written
from pipeline.arrow_puzzle.game.solutions import MORE_THAN_ANY, Costs, tap_costs, tile_costs, whole_kernel
from pipeline.core.arrays import Array3, Int, Matrix, Vector
from pipeline.core.compiled import njit

Cost = np.uint8 | np.uint16
"""uint8 if the cost of every solution of a level fits, else uint16."""


def cost_rows(costs: Costs, few: Matrix[np.uint8]) -> Array3[Cost]:
    """What each tile costs in all solutions, by its taps in one of them: (tiles, directions, vectors).

    Args:
        costs: (tiles, directions).
        few: vectors of the kernel, (vectors, tiles).
    """
    directions = costs.shape[1]
    taps = (np.arange(directions)[None, :, None] + few.T[:, None, :]) % directions
    rows = np.take_along_axis(costs[:, :, None], taps, axis=1)
    fits = costs.max(axis=1).sum() <= np.iinfo(np.uint8).max
    return np.ascontiguousarray(rows.astype(np.uint8 if fits else np.uint16))


@njit(cache=True)
def add_rows(rows: Array3[Cost], taps: Vector[np.uint8], totals: Vector[Cost]) -> None:
    """Set totals (vectors,) to the cost of every solution: the sum of a row of each tile."""
    for vector in range(len(totals)):
        totals[vector] = rows[0, taps[0], vector]
    for tile in range(1, len(taps)):
        row = rows[tile, taps[tile]]
        for vector in range(len(totals)):
            totals[vector] += row[vector]


@njit(cache=True)
def least(totals: Vector[Cost]) -> Int | Cost:
    """The smallest entry."""
    found: Int | Cost = totals[0]
    for total in totals:
        found = min(found, total)
    return found


@njit(cache=True)
def _keep_smaller(
    taps: Vector[np.uint8], more: Vector[np.uint8], directions: int, best: Vector[np.uint8], is_smaller: bool
) -> None:
    """Set best (tiles,) to taps + more (mod m) if that is lexicographically smaller, or said to be."""
    for tile in range(len(taps)):
        here = (np.int64(taps[tile]) + more[tile]) % directions
        if not is_smaller and here > best[tile]:
            return
        is_smaller = is_smaller or here < best[tile]
        if is_smaller:
            best[tile] = here


@njit(cache=True)
def _fewest(
    solutions: Matrix[np.uint8],
    few: Matrix[np.uint8],
    rest: Matrix[np.uint8],
    directions: int,
    tap_rows: Array3[Cost],
    tile_rows: Array3[Cost],
    figures: Matrix[np.int64],
    best: Matrix[np.uint8],
) -> None:
    """Fill in, for each board, fewest taps, how many solutions have as few, fewest tiles; and the best solution."""
    boards, tiles = solutions.shape
    totals = np.empty(len(few), tap_rows.dtype)
    taps = np.empty(tiles, np.uint8)
    for board in range(boards):
        fewest_taps: Int = MORE_THAN_ANY
        fewest_tiles: Int = MORE_THAN_ANY
        n_fewest = 0
        for vector in rest:
            for tile in range(tiles):
                taps[tile] = (np.int64(solutions[board, tile]) + vector[tile]) % directions
            add_rows(tile_rows, taps, totals)
            fewest_tiles = min(fewest_tiles, np.int64(least(totals)))
            add_rows(tap_rows, taps, totals)
            lowest = least(totals)
            if lowest < fewest_taps:
                fewest_taps, n_fewest = np.int64(lowest), 0
            if lowest == fewest_taps:
                for place in np.flatnonzero(totals == lowest):
                    n_fewest += 1
                    _keep_smaller(taps, few[place], directions, best[board], n_fewest == 1)
        figures[board] = fewest_taps, n_fewest, fewest_tiles


class Fewest(NamedTuple):
    """The best solutions of some boards."""

    min_taps: Vector[np.int64]
    """(boards,)."""
    n_min_solutions: Vector[np.int64]
    """(boards,), how many solutions have the fewest taps."""
    min_tiles: Vector[np.int64]
    """(boards,), the fewest different tiles of any solution."""
    solutions: Matrix[np.uint8]
    """(boards, tiles), of the solutions with the fewest taps the lexicographically smallest."""

    def rows(self, level: Level) -> list[dict[str, object]]:
        """The same board by board, by the names of columns, with the solution as text."""
        names = ("min_taps", "n_min_solutions", "min_tiles", "solution")
        values = (*(figures.tolist() for figures in self[:3]), all_written(self.solutions, level))
        return [dict(zip(names, row, strict=True)) for row in zip(*values, strict=True)]


class BatchSolver:
    """Finds the fewest taps of many boards of a level.

    Raises:
        PipelineError: boards of the level have too many solutions; see `whole_kernel`.
    """

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra
        self.kernel = whole_kernel(algebra)
        self.tap_rows = cost_rows(tap_costs(algebra), self.kernel.few)
        self.tile_rows = cost_rows(tile_costs(algebra), self.kernel.few).astype(self.tap_rows.dtype)

    def fewest(self, solutions: Matrix[np.uint8]) -> Fewest:
        """The best solutions of boards, given one solution of each: taps, (boards, tiles)."""
        figures = np.empty((len(solutions), 3), dtype=np.int64)
        best = np.empty_like(solutions)
        directions = self.algebra.level.directions
        _fewest(solutions, *self.kernel, directions, self.tap_rows, self.tile_rows, figures, best)
        min_taps, n_min_solutions, min_tiles = figures.T
        return Fewest(min_taps, n_min_solutions, min_tiles, best)
