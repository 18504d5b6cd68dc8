"""All solutions of one board, and the best ones among them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.arrow_puzzle.game.algebra import Algebra, Generator
from pipeline.errors import PipelineError

MOST_TRANSLATES_AT_ONCE = 4096
MOST_SOLUTIONS = 1 << 24
"""Of a board, if the best of them are to be found: seconds."""

Costs = NDArray[np.int32]
"""What it costs to tap a tile so many times: int32 (tiles, directions)."""

FORBIDDEN = 1 << 20
"""More than any solution costs."""


def span(generators: Sequence[Generator], tiles: int, modulus: int) -> NDArray[np.uint8]:
    """All sums of multiples of some generators: uint8 (vectors, tiles), the first one 0."""
    vectors = np.zeros((1, tiles), dtype=np.int64)
    for generator in generators:
        multiples = np.arange(generator.multiples)[:, None] * generator.vector
        vectors = (vectors[:, None, :] + multiples).reshape(-1, tiles) % modulus
    return vectors.astype(np.uint8)


class Kernel(NamedTuple):
    """All tap counts that change nothing: the sums of one vector of each part.

    few: uint8 (at most 4,096, tiles), looked at together. rest: uint8 (others, tiles).
    """

    few: NDArray[np.uint8]
    rest: NDArray[np.uint8]


def whole_kernel(algebra: Algebra) -> Kernel:
    """The kernel of a level.

    Raises:
        PipelineError: it has more than 2^24 vectors.
    """
    level = algebra.level
    if algebra.n_solutions > MOST_SOLUTIONS:
        raise PipelineError(
            f"level {level.name}: a board has {algebra.n_solutions:,} solutions, too many to find "
            f"the fewest taps among them (at most {MOST_SOLUTIONS:,})"
        )
    count, size = 0, 1
    for generator in algebra.kernel:
        size *= generator.multiples
        if size > MOST_TRANSLATES_AT_ONCE:
            break
        count += 1
    few, rest = algebra.kernel[:count], algebra.kernel[count:]
    return Kernel(
        span(few, level.tiles, level.directions), span(rest, level.tiles, level.directions)
    )


def tap_costs(algebra: Algebra) -> Costs:
    """Every tap costs 1."""
    level = algebra.level
    return np.tile(np.arange(level.directions, dtype=np.int32), (level.tiles, 1))


def tile_costs(algebra: Algebra) -> Costs:
    """Every tile that is tapped costs 1, however often."""
    return (tap_costs(algebra) > 0).astype(np.int32)


def avoiding(costs: Costs, tiles: Sequence[int]) -> Costs:
    """The same costs, but some tiles must not be tapped."""
    found = costs.copy()
    found[list(tiles), 1:] = FORBIDDEN
    return found


class Best(NamedTuple):
    """The solutions of least cost.

    cost: what each costs. taps: uint8 (solutions, tiles), in lexicographic order.
    """

    cost: int
    taps: NDArray[np.uint8]


def best_solutions(
    solution: NDArray[Any], kernel: Kernel, *costs: Costs, directions: int
) -> Best | None:
    """The solutions of a board that cost least, by the first costs, then by the second, and so on.

    Args:
        solution: one solution of the board, integers (tiles,).
        kernel: of the level.
        costs: at least one.
        directions: of the level.

    Returns:
        With the cost by the first costs, or None if every solution taps a forbidden tile.
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
