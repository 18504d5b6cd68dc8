"""How many boards need how many taps: exactly where that can be counted, else by a sample.

A solvable board is a coset of the kernel: one solution plus all of its vectors. The taps of all of
them depend only on the *profile* of one: tiles at which all kernel vectors agree are alike, so
within such a class it only counts how many tiles are tapped how often. Hard has 2^37 tap counts but
13 classes and 6,751,269 profiles, so all 2^33 boards are counted in a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.arrow_puzzle.game.algebra import Algebra
from pipeline.arrow_puzzle.game.batch import BatchSolver, least
from pipeline.arrow_puzzle.game.solutions import MOST_SOLUTIONS, span
from pipeline.compiled import njit

MOST_SUMS = 4_000_000_000
"""Profiles times kernel vectors that are added up for an exact count: about ten seconds."""

MOST_TAP_VECTORS = 1 << 62
"""Ways to tap all tiles, each at most m - 1 times, that are counted exactly in 64 bits."""

BOARDS_AT_ONCE = 50_000


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to write a number as a sum of so many numbers from 0, in order."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for others in compositions(total - first, parts - 1):
            yield (first, *others)


class TileClass(NamedTuple):
    """Tiles at which all kernel vectors agree, and all their profiles.

    taps: uint16 (profiles, vectors): the taps of these tiles in every solution. ways: int64
    (profiles,): how many ways there are to tap the tiles so.
    """

    taps: NDArray[np.uint16]
    ways: NDArray[np.int64]


def _tile_class(tiles: int, shift: NDArray[np.uint8], directions: int) -> TileClass:
    """The profiles of so many tiles, at which the kernel vectors have the values `shift`."""
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
        level.directions**level.tiles <= MOST_TAP_VECTORS
        and algebra.n_solutions <= MOST_SOLUTIONS
        and n_profiles(algebra) * algebra.n_solutions <= MOST_SUMS
    )


@njit(cache=True)  # type: ignore[untyped-decorator]
def _count(taps: Any, ways: Any, starts: Any, counts: Any) -> None:
    """Add to counts[t] the ways to tap whose best solution has t taps.

    Args:
        taps: uint16 (profiles of all classes, vectors).
        ways: int64 (profiles of all classes,).
        starts: int64 (classes + 1,): where the profiles of each class begin.
        counts: int64 (taps,).
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
            tile = next(
                tile for tile in range(level.tiles)
                if tuple(int(g.vector[tile]) for g in algebra.kernel) == column
            )  # fmt: skip
            classes.append(_tile_class(count, vectors[:, tile], level.directions))
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


def sampled_tap_counts(solver: BatchSolver, boards: int, seed: int) -> Iterator[NDArray[np.int64]]:
    """Fewest taps of random solvable boards, all equally likely, part by part: int64 (part,)."""
    level = solver.algebra.level
    random = np.random.default_rng(seed)
    for first in range(0, boards, BOARDS_AT_ONCE):
        size = (min(BOARDS_AT_ONCE, boards - first), level.tiles)
        # Every coset of the kernel has as many tap counts, so it is met as often.
        yield solver.fewest(random.integers(0, level.directions, size, dtype=np.uint8)).min_taps


def averaging_bound(algebra: Algebra) -> int:
    """No board needs more taps: the least of its solutions has no more than their mean.

    The mean is a sum over tiles, and at each tile it depends only on the taps there in one
    solution.
    """
    level = algebra.level
    total = 0
    denominator = algebra.n_solutions
    for tile in range(level.tiles):
        values = _values_at(algebra, tile)
        means = [
            sum((taps + value) % level.directions for value in values)
            * (denominator // len(values))
            for taps in range(level.directions)
        ]
        total += max(means)
    return total // denominator


def _values_at(algebra: Algebra, tile: int) -> list[int]:
    """The values of kernel vectors at a tile; each is met in as many vectors."""
    modulus = algebra.level.directions
    values = {0}
    for generator in algebra.kernel:
        values = {
            (value + times * int(generator.vector[tile])) % modulus
            for value in values
            for times in range(generator.multiples)
        }
    return sorted(values)
