"""That no board of a level needs more than so many taps, by the solver CP-SAT.

The solutions of a board are one of them, x, plus every kernel vector v, modulo m. A board needs at least `taps` taps if
all of these have as many. Which value x has at each tile is the question to the solver; how many taps x + v has is then
a sum over the tiles. If it proves that there is no such x, no board needs as many.

Any solution of a board can be taken for x. Where q has no divisor in common with m / q, the multiples of a generator
of order q change the taps at a tile by all multiples of m / q, so that one of them makes the taps there a multiple of
q; and generators can be combined so that each does so at a tile of its own. That spares the solver all other values.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

import numpy as np

from pipeline.arrow_puzzle.game.algebra import Algebra
from pipeline.arrow_puzzle.game.solutions import span
from scripts.verify.ladder import LeftOutError

SEED = 1


def _normal_tiles_of(algebra: Algebra, order: int) -> Iterator[int]:
    """Tiles, each with a generator of an order that is 1 there when all others are made 0 there."""
    rows = [of.vector // (algebra.level.directions // order) for of in algebra.kernel if of.multiples == order]
    for place in range(len(rows)):
        tile = next((tile for tile, value in enumerate(rows[place]) if gcd(int(value), order) == 1), None)
        if tile is None:
            return
        pivot = rows[place] * pow(int(rows[place][tile]), -1, order) % order
        rows = [pivot if i == place else (row - row[tile] * pivot) % order for i, row in enumerate(rows)]
        yield tile


def normal_tiles(algebra: Algebra) -> list[tuple[int, int]]:
    """(tile, q): every board has a solution with a multiple of q taps at each of these tiles."""
    directions = algebra.level.directions
    orders = sorted({of.multiples for of in algebra.kernel})
    return [
        (tile, order)
        for order in orders
        if gcd(order, directions // order) == 1
        for tile in _normal_tiles_of(algebra, order)
    ]


def some_board_needs(algebra: Algebra, taps: int, seconds: float) -> bool:
    """Whether a board of a level needs at least so many taps, by a proof or an example.

    Args:
        algebra: of a level whose boards have some thousand solutions at most.
        taps: how many.
        seconds: how long to look for a proof.

    Raises:
        LeftOutError: OR-Tools is not installed, or there is no answer in this time.
    """
    try:
        from ortools.sat.python import cp_model
    except ImportError as error:
        raise LeftOutError("OR-Tools is not installed: pip install --editable '.[proof]'") from error
    tiles, directions = algebra.level.tiles, algebra.level.directions
    model = cp_model.CpModel()
    has = [[model.new_bool_var(f"tile {tile}: {n} taps") for n in range(directions)] for tile in range(tiles)]
    for of_tile in has:
        model.add_exactly_one(of_tile)
    for tile, order in normal_tiles(algebra):
        for n in range(directions):
            if n % order:
                model.add(has[tile][n] == 0)
    flat = [variable for of_tile in has for variable in of_tile]
    for vector in span(algebra.kernel, tiles, directions).astype(np.int64):
        costs = (np.arange(directions) + vector[:, None]) % directions
        model.add(cp_model.LinearExpr.weighted_sum(flat, costs.ravel().tolist()) >= taps)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers, solver.parameters.random_seed = 1, SEED
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    if status not in (cp_model.FEASIBLE, cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise LeftOutError(f"CP-SAT found neither a proof nor a board in {seconds:.0f} seconds")
    return bool(status != cp_model.INFEASIBLE)
