"""Score vectors in the order of their names.

The name of a theme synonym is its scores joined by underscores, with the ending `.txt`; names sort as byte strings, so
-1 < -2 < 0 < 10 < 1 < 2, but 1 < 10 in the last theme. A name key holds one byte a score, its rank in that order, the
first theme in the highest byte of the first word: keys compare word by word as names do.

    -1_0_2.txt  ->  0x 27 80 a8 00 00 00 00 00

>>> keys = name_keys(np.array([[-1, -1], [0, 10], [2, 1]], np.int8))  # -1_0_2.txt and -1_10_1.txt
>>> [hex(word) for word in keys[:, 0]]
['0x2780a80000000000', '0x278b810000000000']
>>> scores_of_keys(keys, 3).tolist()
[[-1, -1], [0, 10], [2, 1]]
"""

from __future__ import annotations

import numpy as np

from pipeline.core.arrays import Matrix, Vector
from pipeline.core.compiled import njit
from pipeline.nine_tiles_panic.game.themes import NAME_ENDING

BYTES_IN_A_WORD = 8


def _score_order(is_last: bool) -> Vector[np.int8]:
    """All scores by the bytes of their part of a name: (256,)."""
    end = NAME_ENDING if is_last else "_"
    return np.array(sorted(range(-128, 128), key=lambda score: f"{score}{end}".encode()), dtype=np.int8)


def name_keys(scores: Matrix[np.int8]) -> Matrix[np.uint64]:
    """Name keys of score vectors (themes, n): (n, words), eight themes a word."""
    themes, count = scores.shape
    ranks = np.zeros((count, -(-themes // BYTES_IN_A_WORD) * BYTES_IN_A_WORD), dtype=np.uint8)
    rank = np.empty(256, dtype=np.uint8)  # of each score, by its byte
    for theme in range(themes):
        rank[_score_order(theme == themes - 1).view(np.uint8)] = np.arange(256)
        ranks[:, theme] = rank[scores[theme].view(np.uint8)]
    return ranks.view(">u8").astype(np.uint64)


def scores_of_keys(keys: Matrix[np.uint64], themes: int) -> Matrix[np.int8]:
    """The score vectors of name keys (n, words): (themes, n)."""
    ranks = keys.astype(">u8").view(np.uint8)
    scores = np.empty((themes, len(keys)), dtype=np.int8)
    for theme in range(themes):
        scores[theme] = _score_order(theme == themes - 1)[ranks[:, theme]]
    return scores


def distinct_keys(keys: Matrix[np.uint64]) -> tuple[Matrix[np.uint64], Vector[np.int64]]:
    """The different keys in ascending order, and the place of each given key among them."""
    order = np.lexsort(keys.T[::-1])
    ascending = keys[order]
    is_new = np.ones(len(keys), dtype=np.bool_)
    is_new[1:] = (ascending[1:] != ascending[:-1]).any(axis=1)
    place = np.empty(len(keys), dtype=np.int64)
    place[order] = np.cumsum(is_new) - 1
    return ascending[is_new], place


CountedKeys = tuple[Matrix[np.uint64], Vector[np.int64]]
"""Ascending keys (n, words), and how often each occurs (n,)."""


@njit(cache=True)
def _compare(a: Vector[np.uint64], b: Vector[np.uint64]) -> int:
    for i in range(len(a)):
        if a[i] != b[i]:
            return -1 if a[i] < b[i] else 1
    return 0


@njit(cache=True)
def _merge(
    keys_a: Matrix[np.uint64], counts_a: Vector[np.int64], keys_b: Matrix[np.uint64], counts_b: Vector[np.int64]
) -> CountedKeys:
    keys = np.empty((len(keys_a) + len(keys_b), keys_a.shape[1]), dtype=np.uint64)
    counts = np.empty(len(keys), dtype=np.int64)
    a = b = n = 0
    while a < len(keys_a) or b < len(keys_b):
        if a == len(keys_a):
            order = 1
        elif b == len(keys_b):
            order = -1
        else:
            order = _compare(keys_a[a], keys_b[b])
        counts[n] = 0
        if order <= 0:
            keys[n] = keys_a[a]
            counts[n] += counts_a[a]
            a += 1
        if order >= 0:
            keys[n] = keys_b[b]
            counts[n] += counts_b[b]
            b += 1
        n += 1
    return keys[:n].copy(), counts[:n].copy()


def merge_counted(parts: list[CountedKeys]) -> CountedKeys:
    """Merge counted keys, at least one part; counts of equal keys add up."""
    while len(parts) > 1:
        merged = [_merge(*a, *b) for a, b in zip(parts[::2], parts[1::2], strict=False)]
        parts = merged + parts[len(merged) * 2 :]
    return parts[0]


@njit(cache=True)
def _places(keys: Matrix[np.uint64], among: Matrix[np.uint64], places: Vector[np.int64]) -> bool:
    at = 0
    for i in range(len(keys)):
        while at < len(among) and _compare(among[at], keys[i]) < 0:
            at += 1
        if at == len(among) or _compare(among[at], keys[i]) != 0:
            return False
        places[i] = at
    return True


def places_of_keys(keys: Matrix[np.uint64], among: Matrix[np.uint64]) -> Vector[np.int64]:
    """The places of ascending keys among other ascending keys: (n,).

    Raises:
        ValueError: a key is not among them.
    """
    places = np.empty(len(keys), dtype=np.int64)
    if not _places(keys, among, places):
        raise ValueError("a key is not among the others")
    return places


@njit(cache=True)
def common_keys(keys_a: Matrix[np.uint64], keys_b: Matrix[np.uint64]) -> tuple[Vector[np.int64], Vector[np.int64]]:
    """The places of the keys that two lists of ascending keys have in common, in each of them: (n,), (n,)."""
    places = np.empty((2, min(len(keys_a), len(keys_b))), dtype=np.int64)
    a = b = n = 0
    while a < len(keys_a) and b < len(keys_b):
        order = _compare(keys_a[a], keys_b[b])
        if order == 0:
            places[0, n] = a
            places[1, n] = b
            n += 1
        a += order <= 0
        b += order >= 0
    return places[0, :n].copy(), places[1, :n].copy()
