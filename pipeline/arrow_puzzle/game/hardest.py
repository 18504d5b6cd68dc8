"""A search for boards that need many taps, where not all boards can be counted."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.arrow_puzzle.game.batch import BatchSolver, add_rows, least
from pipeline.arrow_puzzle.game.tap_counts import averaging_bound
from pipeline.compiled import njit

HOT, COLD = 0.7, 0.2
"""The first and the last temperature, in taps."""

TAPS_A_FACTOR = 0.3
"""A board with e times fewer solutions of fewest taps counts as this much better."""


@njit(cache=True)  # type: ignore[untyped-decorator]
def _score(totals: Any) -> Any:
    """How good a board is: its fewest taps, and how few solutions have no more."""
    lowest = least(totals)
    count = 0
    for total in totals:
        count += total == lowest
    return lowest - TAPS_A_FACTOR * np.log(count)


@njit(cache=True)  # type: ignore[untyped-decorator]
def _anneal(rows: Any, taps: Any, steps: int, enough: int, random: Any, best: Any) -> None:
    """Change tap counts tile by tile, at first in any way, in the end only for the better.

    Args:
        rows: as `cost_rows` gives them.
        taps: uint8 (tiles,), where to start; changed.
        steps: how many changes to try.
        enough: no board needs more taps, so that one that needs as many ends the search.
        random: a generator of numpy.
        best: uint8 (tiles,), is set to the taps whose best solution has the most taps.
    """
    tiles, directions, vectors = rows.shape
    totals = np.empty(vectors, rows.dtype)
    changed = np.empty(vectors, rows.dtype)
    add_rows(rows, taps, totals)
    best[:] = taps
    most = least(totals)
    score = _score(totals)
    for step in range(steps):
        if most >= enough:
            break
        temperature = HOT * (COLD / HOT) ** (step / steps)
        tile = random.integers(0, tiles)
        times = (taps[tile] + 1 + random.integers(0, directions - 1)) % directions
        before, after = rows[tile, taps[tile]], rows[tile, times]
        for vector in range(vectors):
            changed[vector] = totals[vector] - before[vector] + after[vector]
        new_score = _score(changed)
        if new_score < score and random.random() > np.exp((new_score - score) / temperature):
            continue
        score = new_score
        taps[tile] = times
        totals, changed = changed, totals
        if least(totals) > most:
            most = least(totals)
            best[:] = taps


def hard_boards(solver: BatchSolver, restarts: int, steps: int, seed: int) -> NDArray[np.uint8]:
    """Tap counts of boards that need many taps, by simulated annealing.

    Args:
        solver: of a level of which a board has at most 4,096 solutions.
        restarts: how often to start anew.
        steps: changes tried each time.
        seed: of all randomness.

    Returns:
        uint8 (boards, tiles): one solution of every board that needs as many taps as the best one
        found, each board once, in the order of their best solutions.
    """
    level = solver.algebra.level
    random = np.random.default_rng(seed)
    enough = averaging_bound(solver.algebra)
    found = np.zeros((restarts, level.tiles), dtype=np.uint8)
    for restart in range(restarts):
        taps = random.integers(0, level.directions, level.tiles, dtype=np.uint8)
        _anneal(solver.tap_rows, taps, steps, enough, random, found[restart])
    fewest = solver.fewest(found)
    # A board has one lexicographically smallest best solution, so these tell boards apart.
    best: NDArray[np.uint8] = np.unique(
        fewest.solutions[fewest.min_taps == fewest.min_taps.max()], axis=0
    )
    return best
