"""All solutions of one board, and the best ones among them, as a question by hand wants them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from operator import mul
from typing import NamedTuple

import numpy as np

from pipeline.arrow_puzzle.game.algebra import Algebra, Generator
from pipeline.arrow_puzzle.game.choices import Least
from pipeline.core.arrays import Integers, Matrix, Vector
from pipeline.core.errors import PipelineError

MAX_TRANSLATES = 4096
MAX_SOLUTIONS = 1 << 24
"""The most solutions of a board among which the best are searched: that takes seconds."""

Costs = Matrix[np.int32]
"""What it costs to tap a tile so many times: (tiles, directions)."""

MORE_THAN_ANY = 1 << 20
"""More than any solution costs."""


def span(generators: Sequence[Generator], tiles: int, modulus: int) -> Matrix[np.uint8]:
    """All sums of multiples of some generators: (vectors, tiles), the first one 0."""
    vectors = np.zeros((1, tiles), dtype=np.int64)
    for generator in generators:
        multiples = np.arange(generator.multiples)[:, None] * generator.vector
        vectors = (vectors[:, None, :] + multiples).reshape(-1, tiles) % modulus
    return vectors.astype(np.uint8)


class Kernel(NamedTuple):
    """All tap counts that change nothing: every sum of a vector of `few` and one of `rest`."""

    few: Matrix[np.uint8]
    """(at most 4,096, tiles), which are tried together."""
    rest: Matrix[np.uint8]
    """(others, tiles)."""


def whole_kernel(algebra: Algebra) -> Kernel:
    """The kernel of a level.

    Raises:
        PipelineError: it has more than 2^24 vectors.
    """
    level = algebra.level
    if algebra.n_solutions > MAX_SOLUTIONS:
        raise PipelineError(
            f"level {level.name}: a board has {algebra.n_solutions:,} solutions, too many to find "
            f"the fewest taps among them (at most {MAX_SOLUTIONS:,})"
        )
    sizes = accumulate((generator.multiples for generator in algebra.kernel), mul)
    count = sum(size <= MAX_TRANSLATES for size in sizes)
    few, rest = algebra.kernel[:count], algebra.kernel[count:]
    return Kernel(span(few, level.tiles, level.directions), span(rest, level.tiles, level.directions))


def tap_costs(algebra: Algebra) -> Costs:
    """Every tap costs 1."""
    level = algebra.level
    return np.tile(np.arange(level.directions, dtype=np.int32), (level.tiles, 1))


def tile_costs(algebra: Algebra) -> Costs:
    """Every tapped tile costs 1, however often it is tapped."""
    return (tap_costs(algebra) > 0).astype(np.int32)


def avoiding(costs: Costs, tiles: Sequence[int]) -> Costs:
    """The same costs, but some tiles must not be tapped."""
    found = costs.copy()
    found[list(tiles), 1:] = MORE_THAN_ANY
    return found


class Best(NamedTuple):
    """The solutions of least cost."""

    cost: int
    """What each costs."""
    taps: Matrix[np.uint8]
    """(solutions, tiles), in lexicographic order."""


def best_solutions(solution: Integers, kernel: Kernel, *costs: Costs, directions: int) -> Best | None:
    """The solutions of a board that cost least, by the first costs, then by the second, and so on.

    Args:
        solution: one solution of the board, (tiles,).
        kernel: of the level.
        costs: at least one; `cost` of the result is by the first.
        directions: of the level.

    Returns:
        None if every solution taps a forbidden tile.
    """
    tiles = np.arange(len(solution))
    found: dict[tuple[int, ...], list[Integers]] = {}
    for vector in kernel.rest:
        taps = (kernel.few + (vector + solution.astype(np.int64))) % directions
        here: tuple[int, ...] = ()
        for of_taps in costs:
            totals = of_taps[tiles, taps].sum(axis=1)
            taps = taps[totals == totals.min()]
            here = (*here, int(totals.min()))
        found.setdefault(here, []).append(taps)
    least = min(found)
    if least[0] >= MORE_THAN_ANY:
        return None
    taps = np.concatenate(found[least]).astype(np.uint8)
    return Best(least[0], taps[np.lexsort(taps.T[::-1])])


class Answer(NamedTuple):
    """The best solutions of a board; the numbers are None if there are too many solutions to look at."""

    min_taps: int | None
    """Fewest taps of any allowed solution."""
    n_min_solutions: int | None
    """How many have as few taps."""
    min_tiles: int | None
    """Fewest different tiles of any allowed solution."""
    solutions: Matrix[np.uint8]
    """The best, in lexicographic order: (solutions, tiles)."""


def best_answer(algebra: Algebra, board: Vector[np.uint8], least: Least, avoided: Sequence[int]) -> Answer | None:
    """The solutions of a board with the fewest taps, or on the fewest tiles.

    Where tiles count, fewer taps decide between as many tiles.

    Args:
        algebra: of the level.
        board: steps from up, (tiles,); it can be solved.
        least: what there should be few of.
        avoided: tiles that must not be tapped.

    Returns:
        None if every solution taps one of the avoided tiles.

    Raises:
        PipelineError: tiles are to be avoided, but there are too many solutions to look at.
    """
    solution = algebra.one_solution(board)
    if algebra.n_solutions > MAX_SOLUTIONS and not avoided:
        return Answer(None, None, None, solution[None])
    kernel = whole_kernel(algebra)
    taps = avoiding(tap_costs(algebra), avoided)
    tiles = avoiding(tile_costs(algebra), avoided)
    directions = algebra.level.directions
    by_taps = best_solutions(solution, kernel, taps, directions=directions)
    by_tiles = best_solutions(solution, kernel, tiles, taps, directions=directions)
    if by_taps is None or by_tiles is None:
        return None
    best = by_taps if least is Least.TAPS else by_tiles
    return Answer(by_taps.cost, len(by_taps.taps), by_tiles.cost, best.taps)
