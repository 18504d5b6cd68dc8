"""Fewest taps of many boards at once, proven by looking at all solutions of each.

A solution is one solution plus a vector of the kernel, tile by tile. The taps at a tile thus depend
on its taps in the one solution and on the vector alone: they are rows of a table, one for each tile
and number of taps, and the costs of all solutions are the sum of one row a tile. Rows of bytes are
added by the processor 16 or 32 at a time.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.arrow_puzzle.game.algebra import Algebra
from pipeline.arrow_puzzle.game.solutions import Costs, Kernel, tap_costs, tile_costs, whole_kernel
from pipeline.compiled import njit

MORE_THAN_ANY = 1 << 20
"""More than any solution costs."""


def cost_rows(costs: Costs, few: NDArray[np.uint8]) -> NDArray[Any]:
    """What each tile costs in all solutions, by its taps in one of them.

    Args:
        costs: int32 (tiles, directions).
        few: vectors of the kernel, uint8 (vectors, tiles).

    Returns:
        (tiles, directions, vectors), uint8 if the cost of every solution fits, else uint16.
    """
    directions = costs.shape[1]
    taps = (np.arange(directions)[None, :, None] + few.T[:, None, :]) % directions
    rows = np.take_along_axis(costs[:, :, None], taps, axis=1)
    fits = costs.max(axis=1).sum() <= np.iinfo(np.uint8).max
    return np.ascontiguousarray(rows.astype(np.uint8 if fits else np.uint16))


@njit(cache=True)  # type: ignore[untyped-decorator]
def add_rows(rows: Any, taps: Any, totals: Any) -> None:
    """Set totals (vectors,) to the cost of every solution: the sum of a row of each tile."""
    for vector in range(len(totals)):
        totals[vector] = rows[0, taps[0], vector]
    for tile in range(1, len(taps)):
        row = rows[tile, taps[tile]]
        for vector in range(len(totals)):
            totals[vector] += row[vector]


@njit(cache=True)  # type: ignore[untyped-decorator]
def least(totals: Any) -> Any:
    """The smallest entry."""
    found = totals[0]
    for total in totals:
        found = min(found, total)
    return found


@njit(cache=True)  # type: ignore[untyped-decorator]
def _fewest(
    solution: Any,
    few: Any,
    rest: Any,
    directions: int,
    tap_rows: Any,
    tile_rows: Any,
    totals: Any,
    best: Any,
) -> Any:
    """Fewest taps of a board, how many solutions have as few, fewest tiles; fills in the best."""
    fewest_taps: Any = MORE_THAN_ANY
    fewest_tiles: Any = MORE_THAN_ANY
    n_fewest = 0
    tiles = len(solution)
    taps = np.empty(tiles, np.uint8)
    for vector in rest:
        for tile in range(tiles):
            taps[tile] = (np.int64(solution[tile]) + vector[tile]) % directions
        add_rows(tile_rows, taps, totals)
        fewest_tiles = min(fewest_tiles, np.int64(least(totals)))
        add_rows(tap_rows, taps, totals)
        lowest = least(totals)
        if lowest > fewest_taps:
            continue
        if lowest < fewest_taps:
            fewest_taps, n_fewest = np.int64(lowest), 0
        for place in np.flatnonzero(totals == lowest):
            n_fewest += 1
            is_better = n_fewest == 1
            for tile in range(tiles):
                here = (np.int64(taps[tile]) + few[place, tile]) % directions
                if not is_better and here > best[tile]:
                    break
                is_better = is_better or here < best[tile]
                if is_better:
                    best[tile] = here
    return fewest_taps, n_fewest, fewest_tiles


@njit(cache=True)  # type: ignore[untyped-decorator]
def _fewest_of_all(
    solutions: Any,
    few: Any,
    rest: Any,
    directions: int,
    tap_rows: Any,
    tile_rows: Any,
    figures: Any,
    best: Any,
) -> None:
    totals = np.empty(len(few), tap_rows.dtype)
    for board in range(len(solutions)):
        figures[board] = _fewest(
            solutions[board], few, rest, directions, tap_rows, tile_rows, totals, best[board]
        )


class Fewest(NamedTuple):
    """The best solutions of some boards.

    min_taps, n_min_solutions, min_tiles: int64 (boards,): the fewest taps, the number of solutions
    with as few, and the fewest different tiles of any solution. solutions: uint8 (boards, tiles),
    of those with the fewest taps the lexicographically smallest.
    """

    min_taps: NDArray[np.int64]
    n_min_solutions: NDArray[np.int64]
    min_tiles: NDArray[np.int64]
    solutions: NDArray[np.uint8]


class BatchSolver:
    """Finds the fewest taps of many boards of a level.

    Raises:
        PipelineError: boards of the level have too many solutions; see `whole_kernel`.
    """

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra
        self.kernel: Kernel = whole_kernel(algebra)
        self.tap_rows = cost_rows(tap_costs(algebra), self.kernel.few)
        self.tile_rows = cost_rows(tile_costs(algebra), self.kernel.few).astype(self.tap_rows.dtype)

    def fewest(self, solutions: NDArray[np.uint8]) -> Fewest:
        """The best solutions of boards of which one solution each is known.

        Args:
            solutions: taps, uint8 (boards, tiles).
        """
        figures = np.empty((len(solutions), 3), dtype=np.int64)
        best = np.empty_like(solutions)
        _fewest_of_all(
            solutions,
            self.kernel.few,
            self.kernel.rest,
            self.algebra.level.directions,
            self.tap_rows,
            self.tile_rows,
            figures,
            best,
        )
        min_taps, n_min_solutions, min_tiles = figures.T
        return Fewest(min_taps, n_min_solutions, min_tiles, best)
