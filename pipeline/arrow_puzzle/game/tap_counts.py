"""How many boards need how many taps: exactly where that can be counted, else by a sample.

A solvable board is a coset of the kernel: one solution plus all kernel vectors. How many taps these solutions have
depends only on the *profile* of one of them: all tiles at which the kernel vectors agree are one class, and of a class
it only matters how many tiles are tapped how often. Hard has 2^37 tap counts but 13 classes and 6,751,269 profiles, so
all 2^33 boards are counted in a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial, prod
from typing import NamedTuple

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


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to write a number as a sum of `parts` numbers from 0, in order."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for others in compositions(total - first, parts - 1):
            yield (first, *others)


class TileClass(NamedTuple):
    """Tiles at which all kernel vectors agree, and all their profiles."""

    taps: Matrix[np.uint16]
    """(profiles, vectors): the taps of these tiles in every solution."""
    ways: Vector[np.int64]
    """(profiles,): in how many ways the tiles can be tapped so."""


def _tile_class(tiles: int, shift: Vector[np.uint8], directions: int) -> TileClass:
    """The profiles of a number of tiles at which the kernel vectors have the values `shift`."""
    tapped = np.arange(directions)
    of_one = (tapped[:, None] + shift[None, :]) % directions
    profiles = np.array(list(compositions(tiles, directions)), dtype=np.int64)
    ways = [factorial(tiles) // prod(map(factorial, profile)) for profile in profiles.tolist()]
    return TileClass((profiles @ of_one).astype(np.uint16), np.array(ways, dtype=np.int64))


def _classes_of_tiles(algebra: Algebra) -> list[tuple[tuple[int, ...], int]]:
    """(values of the kernel generators, number of tiles with them), the largest class last."""
    vectors = [generator.vector for generator in algebra.kernel]
    table = np.array(vectors, dtype=np.int64).reshape(-1, algebra.level.tiles)
    columns, counts = np.unique(table, axis=1, return_counts=True)
    classes = zip(map(tuple, columns.T.tolist()), counts.tolist(), strict=True)
    return sorted(classes, key=lambda item: (item[1], item[0]))


def n_profiles(algebra: Algebra) -> int:
    """How many profiles there are, of the tiles at which not all kernel vectors are 0."""
    parts = algebra.level.directions - 1
    return prod(
        factorial(count + parts) // factorial(count) // factorial(parts)
        for column, count in _classes_of_tiles(algebra)
        if any(column)
    )


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
    level = algebra.level
    vectors = span(algebra.kernel, level.tiles, level.directions)
    classes = []
    alone = 0
    for column, count in _classes_of_tiles(algebra):
        if any(column):
            columns = [tuple(int(g.vector[tile]) for g in algebra.kernel) for tile in range(level.tiles)]
            classes.append(_tile_class(count, vectors[:, columns.index(column)], level.directions))
        else:
            alone = count
    counts = np.zeros(level.tiles * (level.directions - 1) + 1, dtype=np.int64)
    if classes:
        _count(
            np.concatenate([of.taps for of in classes]),
            np.concatenate([of.ways for of in classes]),
            np.cumsum([0, *(len(of.ways) for of in classes)]),
            counts,
        )
    else:
        counts[0] = 1
    found = counts.tolist()
    for _ in range(alone):  # each adds 0 to m - 1 taps to every solution
        found = [sum(found[max(0, t - level.directions + 1) : t + 1]) for t in range(len(found))]
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

    The mean is a sum over tiles, and at each tile it depends only on the taps there in one solution.
    """
    level = algebra.level
    total = 0
    denominator = algebra.n_solutions
    for tile in range(level.tiles):
        values = _values_at(algebra, tile)
        means = [
            sum((taps + value) % level.directions for value in values) * (denominator // len(values))
            for taps in range(level.directions)
        ]
        total += max(means)
    return total // denominator


def _values_at(algebra: Algebra, tile: int) -> list[int]:
    """The values of kernel vectors at a tile; all occur equally often."""
    modulus = algebra.level.directions
    values = {0}
    for generator in algebra.kernel:
        values = {
            (value + times * int(generator.vector[tile])) % modulus
            for value in values
            for times in range(generator.multiples)
        }
    return sorted(values)
