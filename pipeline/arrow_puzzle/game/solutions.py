"""All solutions of one board, and the best ones among them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.arrow_puzzle.game.algebra import Algebra, Generator
from pipeline.core.arrays import Integers, Matrix
from pipeline.core.errors import PipelineError

MAX_TRANSLATES = 4096
MAX_SOLUTIONS = 1 << 24
"""The most solutions of a board among which the best are searched: that takes seconds."""

Costs = Matrix[np.int32]
"""What it costs to tap a tile so many times: (tiles, directions)."""

FORBIDDEN = 1 << 20
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
    count, size = 0, 1
    for generator in algebra.kernel:
        size *= generator.multiples
        if size > MAX_TRANSLATES:
            break
        count += 1
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
    found[list(tiles), 1:] = FORBIDDEN
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
    least: tuple[int, ...] | None = None
    found: list[NDArray[np.uint8]] = []
    for vector in kernel.rest:
        taps = (kernel.few + (vector + solution.astype(np.int64))) % directions
        here: tuple[int, ...] = ()
        for of_taps in costs:
            totals = of_taps[tiles, taps].sum(axis=1)
            taps = taps[totals == totals.min()]
            here = (*here, int(totals.min()))
        if least is None or here < least:
            least, found = here, []
        if here == least:
            found.append(taps)
    assert least is not None, "a kernel has at least the vector 0"
    if least[0] >= FORBIDDEN:
        return None
    taps = np.concatenate(found).astype(np.uint8)
    return Best(least[0], taps[np.lexsort(taps.T[::-1])])
