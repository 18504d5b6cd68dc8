"""The best answers to every theme set: which triples of distances occur, and which of them win.

A triple holds the distances (ranks, 0 the best) of a theme synonym in the three themes of a set.
Squares order triples as the ranks do, so the round robin is played with ranks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np

from pipeline.core.arrays import Matrix, Vector
from pipeline.core.compiled import njit

WORD_BITS = 64
BLOCK = 4096
"""How many theme synonyms are handled for all pairs of themes before the next ones, to stay in cache."""


@njit(cache=True)
def _mark(
    distances: Matrix[np.uint8],
    first_bit: Vector[np.int64],
    sizes: Vector[np.int64],
    first_row: Matrix[np.int64],
    seen: Matrix[np.uint64],
) -> None:
    """Mark in `seen` all (distance in a, distance in b, distance in any theme) that occur.

    Args:
        distances: (themes, n).
        first_bit: (themes,), bit of distance 0 of each theme in the words of a row of `seen`.
        sizes: (themes,), number of distances of each theme.
        first_row: (themes, themes), row of distances 0 and 0 of a pair a < b.
        seen: (words, rows), added to.
    """
    themes, count = distances.shape
    words = len(seen)
    bits = np.zeros((words, BLOCK), dtype=np.uint64)
    rows = np.zeros(BLOCK, dtype=np.int32)
    for start in range(0, count, BLOCK):
        block = distances[:, start : start + BLOCK]
        size = block.shape[1]
        bits[:] = 0
        for theme in range(themes):
            for i in range(size):
                bit = first_bit[theme] + block[theme, i]
                bits[bit // WORD_BITS, i] |= np.uint64(1) << np.uint64(bit % WORD_BITS)
        for a in range(themes - 1):
            for b in range(a + 1, themes):
                first, size_b = np.int32(first_row[a, b]), np.int32(sizes[b])
                in_a, in_b = block[a], block[b]
                for i in range(size):
                    rows[i] = first + np.int32(in_a[i]) * size_b + np.int32(in_b[i])
                # Only the bits of the themes after b will be asked for.
                for word in range(first_bit[b] // WORD_BITS, words):
                    seen_before, here = seen[word], bits[word]
                    for i in range(size):
                        seen_with = seen_before[rows[i]] | here[i]
                        if seen_with != seen_before[rows[i]]:  # rare: most stores are spared
                            seen_before[rows[i]] = seen_with


class OccurringTriples:
    """The triples of distances that occur, for any set of three themes.

    For two themes a < b with distances 0, 1 and 0, 1, 2, and a third theme c with 0, 1, `_seen` has a row for each pair
    of distances in a and b, with the bits of all themes. Distances 1, 2, 0 in a, b, c set in row 5 the bits 1, 4 and 5:

        row of (a, b)   00 01 02 10 11 12      bit  01 234 56
                         0  1  2  3  4  5      of   a  b   c

    >>> triples = OccurringTriples(np.array([[0, 1, 1], [2, 2, 0], [0, 0, 1]], np.uint8))
    >>> triples.of(0, 1, 2).tolist()
    [[0, 2, 0], [1, 0, 1], [1, 2, 0]]

    Args:
        distances: (themes, n).
    """

    def __init__(self, distances: Matrix[np.uint8]) -> None:
        themes = len(distances)
        self._sizes = distances.max(axis=1).astype(np.int64) + 1
        self._first_bit = np.cumsum(self._sizes) - self._sizes
        rows_of_pair = np.triu(np.outer(self._sizes, self._sizes), 1).ravel()
        self._first_row = (np.cumsum(rows_of_pair) - rows_of_pair).reshape(themes, themes)
        words = -(-int(self._sizes.sum()) // WORD_BITS)
        self._seen = np.zeros((words, int(rows_of_pair.sum())), dtype=np.uint64)
        _mark(distances, self._first_bit, self._sizes, self._first_row, self._seen)

    def of(self, a: int, b: int, c: int) -> Matrix[np.int64]:
        """The triples of themes a < b < c that occur, ascending: (triples, 3)."""
        size_a, size_b, size_c = self._sizes[[a, b, c]].tolist()
        first_row = int(self._first_row[a, b])
        rows = self._seen[:, first_row : first_row + size_a * size_b]
        bits = self._first_bit[c] + np.arange(size_c)
        shifts = (bits % WORD_BITS).astype(np.uint64)[:, np.newaxis]
        occurs = rows[bits // WORD_BITS] >> shifts & np.uint64(1)
        return np.argwhere(occurs.T.reshape(size_a, size_b, size_c))


@dataclass(frozen=True)
class RoundRobin:
    """How the n triples of one theme set fared."""

    wins: Vector[np.int64]
    """(n,), of each triple against all others."""
    losses: Vector[np.int64]
    """(n,)."""
    rounds: Vector[np.int64]
    """(n,), how many rounds each triple was kept; the winners have the most."""
    kept: Vector[np.bool_]
    """(n,), the best answers."""


@njit(cache=True)
def _meet_all(triples: Matrix[np.int64]) -> tuple[Vector[np.int64], Vector[np.int64]]:
    """Let every two triples meet: the one that is closer in more themes wins; wins and losses, (n,) each."""
    wins = np.zeros(len(triples), dtype=np.int64)
    losses = np.zeros(len(triples), dtype=np.int64)
    for i in range(len(triples)):
        for j in range(i):
            closer = 0
            for k in range(triples.shape[1]):
                closer += triples[i, k] < triples[j, k]
                closer -= triples[i, k] > triples[j, k]
            if closer > 0:
                wins[i] += 1
                losses[j] += 1
            elif closer < 0:
                wins[j] += 1
                losses[i] += 1
    return wins, losses


def round_robin(triples: Matrix[np.int64]) -> RoundRobin:
    """Let all triples of a theme set meet, keep the best, and repeat among them.

    The best have the fewest losses, and of these the most wins. It ends when one is left or all are kept.

    Args:
        triples: (n, 3), all different; for fewer themes (n, 2) or (n, 1).
    """
    first_wins, first_losses = _meet_all(triples)
    rounds = np.zeros(len(triples), dtype=np.int64)
    kept = np.arange(len(triples))
    wins, losses = first_wins, first_losses
    while True:
        best = losses == losses.min()
        best &= wins == wins[best].max()
        is_stable = best.all()
        kept = kept[best]
        rounds[kept] += 1
        if is_stable or len(kept) == 1:
            break
        wins, losses = _meet_all(triples[kept])
    return RoundRobin(first_wins, first_losses, rounds, rounds == rounds.max())


@njit(cache=True)
def pareto_best(triples: Matrix[np.int64]) -> Vector[np.bool_]:
    """Which triples no other one equals or beats in all three themes: (n,).

    Args:
        triples: (n, 3), all different, ascending.
    """
    best = np.ones(len(triples), dtype=np.bool_)
    for i in range(len(triples)):
        for j in range(i):  # what is as close or closer in all stands before
            if best[j] and triples[j, 1] <= triples[i, 1] and triples[j, 2] <= triples[i, 2]:
                best[i] = False
                break
    return best


class Matcher:
    """Finds the theme synonyms that have given distances in some themes.

    It keeps, for every theme and distance, the set of its theme synonyms as bits.

    Args:
        distances: (themes, n).
    """

    def __init__(self, distances: Matrix[np.uint8]) -> None:
        self._members = [
            [self._set(of_theme == distance) for distance in range(int(of_theme.max()) + 1)] for of_theme in distances
        ]

    @staticmethod
    def _set(is_member: Vector[np.bool_]) -> Vector[np.uint64]:
        packed = np.packbits(is_member, bitorder="little")
        return np.pad(packed, (0, -len(packed) % 8)).view("<u8")

    def with_distances(self, themes: Sequence[int], of_each: Sequence[int]) -> Vector[np.int64]:
        """Places of the theme synonyms with these distances, one of each of these themes, ascending."""
        members = (self._members[theme][distance] for theme, distance in zip(themes, of_each, strict=True))
        common = reduce(np.bitwise_and, members)
        words = np.flatnonzero(common)
        bits = np.flatnonzero(np.unpackbits(common[words].view(np.uint8), bitorder="little").view(np.bool_))
        return words[bits // WORD_BITS] * WORD_BITS + bits % WORD_BITS
