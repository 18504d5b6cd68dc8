"""The best answers to a theme set: occurring triples, the round robin, and matches.

A triple is the distances of a theme
synonym in the three themes of a set. In a round robin every two triples meet, and the one with the smaller distance in
more themes wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple

import numpy as np

from tablebases.arrays import Matrix, Vector
from tablebases.compiled import njit
from tablebases.nine_tiles.rules.distances import distances, squared

# The occurring triples of a theme set, and the best of them.

WORD_BITS = 64
BLOCK = 4096
"""Number of theme synonyms in a block, which stays in cache for all pairs of themes."""


@njit(cache=True)
def _mark(
    distances: Matrix[np.uint8],
    first_bit: Vector[np.int64],
    sizes: Vector[np.int64],
    first_row: Matrix[np.int64],
    seen: Matrix[np.uint64],
) -> None:
    """Mark in `seen` all occurring (distance in a, distance in b, distance in any theme).

    `distances` are (themes, n), `seen` is (words, rows). The sizes[t] distances of theme t begin at bit first_bit[t] of
    a row. Row first_row[a, b] stands for distances 0 and 0 of a pair a < b.
    """
    themes, count = distances.shape
    words = len(seen)
    bits = np.zeros((words, BLOCK), dtype=np.uint64)
    rows = np.zeros(BLOCK, dtype=np.uint32)  # numba would test signed ones for being negative
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
                first, size_b = np.uint32(first_row[a, b]), np.uint32(sizes[b])
                in_a, in_b = block[a], block[b]
                for i in range(size):
                    rows[i] = first + np.uint32(in_a[i]) * size_b + np.uint32(in_b[i])
                # Only the bits of the themes after b are ever read.
                for word in range(first_bit[b] // WORD_BITS, words):
                    seen_before, here = seen[word], bits[word]
                    for i in range(size):
                        seen_with = seen_before[rows[i]] | here[i]
                        if seen_with != seen_before[rows[i]]:  # rare, and reading is cheaper than storing
                            seen_before[rows[i]] = seen_with


class OccurringTriples:
    """The occurring triples of distances of any three themes.

    For two themes a < b with distances 0, 1 and 0, 1, 2, and a third theme c with 0, 1, `_seen` has a row for each pair
    of distances in a and b, with the bits of all themes. Distances 1, 2, 0 in a, b, c set in row 5 the bits 1, 4 and 5:

        row of (a, b)   00 01 02 10 11 12      bit  01 234 56
                         0  1  2  3  4  5      of   a  b   c

    >>> occurring = OccurringTriples(np.array([[0, 1, 1], [2, 2, 0], [0, 0, 1]], np.uint8))
    >>> occurring.triples_of(0, 1, 2).tolist()
    [[0, 2, 0], [1, 0, 1], [1, 2, 0]]

    `distances` is (themes, n).
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

    def triples_of(self, a: int, b: int, c: int) -> Matrix[np.int64]:
        """The occurring triples of themes a < b < c, ascending: (triples, 3)."""
        size_a, size_b, size_c = self._sizes[[a, b, c]].tolist()
        first_row = int(self._first_row[a, b])
        rows = self._seen[:, first_row : first_row + size_a * size_b]
        bits = self._first_bit[c] + np.arange(size_c)
        shifts = (bits % WORD_BITS).astype(np.uint64)[:, np.newaxis]
        occurs = rows[bits // WORD_BITS] >> shifts & np.uint64(1)
        return np.argwhere(occurs.T.reshape(size_a, size_b, size_c))


@dataclass(frozen=True)
class RoundRobin:
    """The result of a round robin of n triples."""

    wins: Vector[np.int64]
    """(n,), wins of each triple against all others."""
    losses: Vector[np.int64]
    """(n,)."""
    rounds: Vector[np.int64]
    """(n,), number of rounds that each triple survived; the best have the most."""
    is_best: Vector[np.bool_]
    """(n,), the best answers."""


def payoffs(triples: Matrix[np.int64]) -> Matrix[np.int8]:
    """The payoff of the triple of each row against that of each column, 1 if it wins, -1 if it loses: (n, n).

    `triples` are (n, themes).
    """
    closer = np.zeros((len(triples), len(triples)), dtype=np.int8)
    for distance in triples.T:
        closer += distance[:, np.newaxis] < distance
        closer -= distance[:, np.newaxis] > distance
    return np.sign(closer, out=closer)


def meet_all(triples: Matrix[np.int64]) -> tuple[Vector[np.int64], Vector[np.int64]]:
    """Let every two triples meet: wins and losses, (n,) each."""
    payoff = payoffs(triples)
    return (payoff > 0).sum(axis=1), (payoff < 0).sum(axis=1)


def round_robin(triples: Matrix[np.int64]) -> RoundRobin:
    """Let all triples of a theme set meet, keep the best, and repeat among them.

    The best have the fewest losses, and of these the most wins. The last round keeps all of its triples, or a single
    one. Triples (n, 3) are distinct; for fewer themes they are (n, 2) or (n, 1).
    """
    first_wins, first_losses = meet_all(triples)
    rounds = np.zeros(len(triples), dtype=np.int64)
    left = np.arange(len(triples))
    wins, losses = first_wins, first_losses
    while True:
        best = losses == losses.min()
        best &= wins == wins[best].max()
        is_stable = best.all()
        left = left[best]
        rounds[left] += 1
        if is_stable or len(left) == 1:
            break
        wins, losses = meet_all(triples[left])
    return RoundRobin(first_wins, first_losses, rounds, rounds == rounds.max())


@njit(cache=True)
def pareto_best(triples: Matrix[np.int64]) -> Vector[np.bool_]:
    """Whether no other triple is as close or closer in all three themes: (n,).

    `triples` (n, 3) are distinct and ascend.
    """
    best = np.ones(len(triples), dtype=np.bool_)
    for i in range(len(triples)):
        for j in range(i):  # only earlier triples can be as close in all themes
            if best[j] and triples[j, 1] <= triples[i, 1] and triples[j, 2] <= triples[i, 2]:
                best[i] = False
                break
    return best


class Matcher:
    """Finds the theme synonyms with given distances in some themes.

    It packs a set of theme synonyms, as bits, for every theme and distance that it is asked for. `distances` is
    (themes, n).
    """

    def __init__(self, distances: Matrix[np.uint8]) -> None:
        self._distances = distances
        self._members: dict[tuple[int, int], Vector[np.uint64]] = {}
        self._common = np.empty_like(self._packed(0, 0))

    def _packed(self, theme: int, distance: int) -> Vector[np.uint64]:
        if (theme, distance) not in self._members:
            packed = np.packbits(self._distances[theme] == distance, bitorder="little")
            self._members[theme, distance] = np.pad(packed, (0, -len(packed) % 8)).view("<u8")
        return self._members[theme, distance]

    def with_distances(self, themes: Sequence[int], distances: Sequence[int]) -> Vector[np.int64]:
        """Places of the theme synonyms with these distances in these themes, ascending."""
        members = map(self._packed, themes, distances)
        common = reduce(lambda a, b: np.bitwise_and(a, b, out=self._common), members)
        words = np.flatnonzero(common != 0)  # of numbers themselves it would take three times as long
        bits = np.flatnonzero(np.unpackbits(common[words].view(np.uint8), bitorder="little").view(np.bool_))
        return words[bits // WORD_BITS] * WORD_BITS + bits % WORD_BITS


# The best of some results, for up to three cards or for all themes.


class _Combinations(NamedTuple):
    """The different lists of scores of some results."""

    key: Vector[np.int64]
    """(n,), the key of the list of scores of each result."""
    occurring: Vector[np.int64]
    """(lists,), all keys, ascending."""
    ranks: Matrix[np.int64]
    """(lists, themes), the distances of each list."""


def _combinations(scores: Matrix[np.int8]) -> _Combinations:
    ranks = distances(scores).astype(np.int64)
    shape = tuple((ranks.max(axis=1) + 1).tolist())
    key: Vector[np.int64] = np.asarray(np.ravel_multi_index(tuple(ranks), shape))
    occurring = np.flatnonzero(np.bincount(key))
    return _Combinations(key, occurring, np.column_stack(np.unravel_index(occurring, shape)))


def best_results(scores: Matrix[np.int8]) -> list[Vector[np.int64]]:
    """Places of the best results, grouped by equal scores; all groups are equally good.

    Every two lists of scores meet, and the one that is better in more of the themes wins. For one theme that is the
    largest score. Only ranks count, so other scores between these make no difference.

    Here the results at places 1 and 2 win two themes against those at 0 and 3:

    >>> [places.tolist() for places in best_results(np.array([[1, 3, 3, 2], [0, 5, 5, 2], [4, 2, 2, 2]], np.int8))]
    [[1, 2]]

    `scores` are (themes, n) of one to three themes, at least one result.
    """
    key, occurring, ranks = _combinations(scores)
    best = occurring[round_robin(ranks).is_best]
    return [np.flatnonzero(key == best_key) for best_key in best.tolist()]


class Winner(NamedTuple):
    """One of the best lists of scores among some results."""

    places: Vector[np.int64]
    """Places of the results with these scores, ascending."""
    wins: int
    """Other lists of scores, of the first results, that it beats."""
    losses: int


def best_among(scores: Matrix[np.int8], is_own: Vector[np.bool_], n: int) -> list[Winner]:
    """The best of one's own results against the first `n` results; all of them are equally good.

    Own lists of scores meet those of the first `n` results. The ones with the fewest losses and, of these, the most
    wins meet one another, as in later rounds of `round_robin`. If all of the first `n` results and no others are one's
    own, these are those of `best_results`.

    The best of all results is at place 0; without it the best loses once:

    >>> scores = np.array([[4, 3, 2, 3], [5, 5, 5, 5], [2, 1, 2, 1]], np.int8)
    >>> [(each.places.tolist(), each.wins, each.losses) for each in best_among(scores, np.array([0, 1, 1, 1], bool), 4)]
    [([1, 3], 0, 1), ([2], 0, 1)]

    `scores` are (themes, at least n) of one to three themes, `is_own` says which are one's own, one at least.
    """
    key, occurring, ranks = _combinations(scores)
    payoff = payoffs(ranks)[:, np.isin(occurring, np.flatnonzero(np.bincount(key[:n])))]
    wins, losses = (payoff > 0).sum(axis=1), (payoff < 0).sum(axis=1)
    own = np.flatnonzero(np.isin(occurring, np.flatnonzero(np.bincount(key[is_own]))))
    own = own[losses[own] == losses[own].min()]
    own = own[wins[own] == wins[own].max()]
    best = own[round_robin(ranks[own]).is_best]
    return [
        Winner(np.flatnonzero(is_own & (key == occurring[number])), int(wins[number]), int(losses[number]))
        for number in best.tolist()
    ]


def nearest_results(scores: Matrix[np.int8]) -> list[Vector[np.int64]]:
    """Places of the results nearest to the best scores in all themes, grouped by equal scores.

    These have the smallest sum of squared distances, which are ranks among the scores of these results. `scores` are
    (themes, n) of all themes, at least one result.
    """
    total = np.zeros(scores.shape[1], dtype=np.int64)
    for distance in distances(scores):
        total += squared(distance)
    nearest = np.flatnonzero(total == total.min())
    _, group = np.unique(scores[:, nearest], axis=1, return_inverse=True)
    return [nearest[group == number] for number in range(int(group.max()) + 1)]
