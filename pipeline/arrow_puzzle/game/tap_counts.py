"""How many boards need how many taps: exactly where that can be counted, else by a sample.

A solvable board is a coset of the kernel: one solution plus all kernel vectors. How many taps these solutions have
depends only on the *profile* of one of them: all tiles at which the kernel vectors agree are one class, and of a class
it only matters how many tiles are tapped how often. Hard has 2^37 tap counts but 13 classes and 6,751,269 profiles, so
all 2^33 boards are counted in a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb, factorial, prod

import numpy as np

from pipeline.arrow_puzzle.game.algebra import Algebra
from pipeline.arrow_puzzle.game.batch import BatchSolver, least
from pipeline.arrow_puzzle.game.solutions import MAX_SOLUTIONS, span
from pipeline.core.arrays import Matrix, Vector
from pipeline.core.compiled import njit

MAX_SUMS = 4_000_000_000
"""The most profiles times kernel vectors that an exact count adds up: about ten seconds."""

MAX_TAP_VECTORS = 1 << 62
"""The most ways to tap all tiles, each at most m - 1 times, that 64 bits can count."""

BOARDS_BATCH = 50_000


def compositions(total: int, parts: int) -> Matrix[np.int64]:
    """All ways to write a number as a sum of `parts` numbers from 0, by stars and bars: (ways, parts)."""
    bars = np.array(list(combinations(range(total + parts - 1), parts - 1)), dtype=np.int64)
    return np.diff(bars, prepend=-1, append=total + parts - 1, axis=1) - 1


def _tile_class(tiles: int, shift: Vector[np.uint8], directions: int) -> tuple[Matrix[np.uint16], Vector[np.int64]]:
    """All profiles of a class of so many tiles, at which the kernel vectors have the values `shift`.

    Returns:
        (profiles, vectors): the taps of these tiles in every solution; (profiles,): in how many ways they can be tapped
        so.
    """
    of_one = (np.arange(directions)[:, None] + shift) % directions
    profiles = compositions(tiles, directions)
    ways = [factorial(tiles) // prod(map(factorial, profile)) for profile in profiles.tolist()]
    return (profiles @ of_one).astype(np.uint16), np.array(ways, dtype=np.int64)


def _generators(algebra: Algebra) -> Matrix[np.int64]:
    """The vectors of the kernel generators: (generators, tiles)."""
    vectors = [generator.vector for generator in algebra.kernel]
    return np.array(vectors, dtype=np.int64).reshape(-1, algebra.level.tiles)


def _classes_of_tiles(algebra: Algebra) -> tuple[list[tuple[int, int]], int]:
    """(number of tiles, one of them) of each class, the largest last; and the number of tiles that no vector taps."""
    columns, tiles, counts = np.unique(_generators(algebra), axis=1, return_index=True, return_counts=True)
    tapped = columns.any(axis=0)
    classes = zip(counts[tapped].tolist(), tiles[tapped].tolist(), strict=True)
    return sorted(classes), int(counts[~tapped].sum())


def n_profiles(algebra: Algebra) -> int:
    """How many profiles there are, of the tiles at which not all kernel vectors are 0."""
    parts = algebra.level.directions - 1
    return prod(comb(count + parts, parts) for count, _ in _classes_of_tiles(algebra)[0])


def can_be_counted(algebra: Algebra) -> bool:
    """Whether `exact_tap_counts` takes seconds rather than years."""
    level = algebra.level
    return (
        level.directions**level.tiles <= MAX_TAP_VECTORS
        and algebra.n_solutions <= MAX_SOLUTIONS
        and n_profiles(algebra) * algebra.n_solutions <= MAX_SUMS
    )


@njit(cache=True)
def _count(taps: Matrix[np.uint16], ways: Vector[np.int64], starts: Vector[np.int64], counts: Vector[np.int64]) -> None:
    """Add to counts[t] the number of ways to tap whose best solution has t taps.

    Args:
        taps: (profiles of all classes, vectors).
        ways: (profiles of all classes,).
        starts: (classes + 1,): where the profiles of each class begin.
        counts: (taps,).
    """
    depths = len(starts) - 1
    vectors = taps.shape[1]
    sums = np.zeros((depths + 1, vectors), np.uint16)
    products = np.ones(depths + 1, np.int64)
    profile = starts[:-1].copy()
    depth = 0
    while depth >= 0:
        if profile[depth] == starts[depth + 1]:
            profile[depth] = starts[depth]
            depth -= 1
            continue
        here = profile[depth]
        profile[depth] += 1
        for vector in range(vectors):
            sums[depth + 1, vector] = sums[depth, vector] + taps[here, vector]
        products[depth + 1] = products[depth] * ways[here]
        if depth == depths - 1:
            counts[least(sums[depth + 1])] += products[depth + 1]
        else:
            depth += 1


def exact_tap_counts(algebra: Algebra) -> dict[int, int]:
    """Fewest taps -> number of solvable boards that need as many; see `can_be_counted`."""
    tiles, directions = algebra.level.tiles, algebra.level.directions
    vectors = span(algebra.kernel, tiles, directions)
    counted, alone = _classes_of_tiles(algebra)
    # Where no tile is in a class, one of no tiles has the one profile that there is.
    classes = [_tile_class(count, vectors[:, tile], directions) for count, tile in counted or [(0, 0)]]
    taps, ways = zip(*classes, strict=True)
    counts = np.zeros(tiles * (directions - 1) + 1, dtype=np.int64)
    _count(np.concatenate(taps), np.concatenate(ways), np.cumsum([0, *map(len, ways)]), counts)
    found = counts.tolist()
    for _ in range(alone):  # each adds 0 to m - 1 taps to every solution
        found = [sum(found[max(0, t - directions + 1) : t + 1]) for t in range(len(found))]
    return {taps: ways // len(vectors) for taps, ways in enumerate(found) if ways}


def sampled_tap_counts(solver: BatchSolver, boards: int, seed: int) -> Iterator[Vector[np.int64]]:
    """Fewest taps of random solvable boards, all equally likely, in batches: (boards of a batch,)."""
    level = solver.algebra.level
    random = np.random.default_rng(seed)
    for first in range(0, boards, BOARDS_BATCH):
        size = (min(BOARDS_BATCH, boards - first), level.tiles)
        # All cosets of the kernel have the same size, so all are equally likely.
        yield solver.fewest(random.integers(0, level.directions, size, dtype=np.uint8)).min_taps


def averaging_bound(algebra: Algebra) -> int:
    """An upper bound for the taps of a board: its best solution has at most the mean of all.

    At a tile the solutions have all taps that are alike modulo g, the greatest common divisor of m and of what the
    generators have there, each equally often: at most g - 1, 2g - 1, .., m - 1, with the mean (m + g) / 2 - 1.
    """
    directions = algebra.level.directions
    apart = np.gcd.reduce(_generators(algebra), axis=0, initial=directions)
    return int((directions + apart - 2).sum()) // 2
