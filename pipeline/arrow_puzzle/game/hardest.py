"""A search for boards that need many taps, where not all boards can be counted."""

from __future__ import annotations

import numpy as np

from pipeline.arrow_puzzle.game.batch import BatchSolver, Cost, add_rows, least
from pipeline.arrow_puzzle.game.tap_counts import averaging_bound
from pipeline.core.arrays import Array3, Matrix, Vector
from pipeline.core.compiled import njit

HOT, COLD = 0.7, 0.2
"""The first and the last temperature, in taps."""

TAPS_A_FACTOR = 0.3
"""A board with e times fewer solutions of fewest taps counts as this much better."""


@njit(cache=True)
def _score(totals: Vector[Cost]) -> float:
    """How good a board is: its fewest taps, and how few solutions have no more."""
    lowest = least(totals)
    count = 0
    for total in totals:
        count += total == lowest
    score: float = lowest - TAPS_A_FACTOR * np.log(count)
    return score


@njit(cache=True)
def _anneal(
    rows: Array3[Cost],
    taps: Vector[np.uint8],
    steps: int,
    enough: int,
    random: np.random.Generator,
    best: Vector[np.uint8],
) -> None:
    """Change tap counts tile by tile, at first in any way, in the end only for the better.

    Args:
        rows: from `cost_rows`.
        taps: (tiles,), where to start; changed.
        steps: how many changes to try.
        enough: a board that needs as many taps ends the search, as none needs more.
        random: source of the changes.
        best: (tiles,), set to the taps whose best solution has the most taps.
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


def hard_boards(solver: BatchSolver, restarts: int, steps: int, seed: int) -> Matrix[np.uint8]:
    """Tap counts of boards that need many taps, by simulated annealing.

    Args:
        solver: of a level whose boards have at most 4,096 solutions.
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
    return np.unique(fewest.solutions[fewest.min_taps == fewest.min_taps.max()], axis=0)
