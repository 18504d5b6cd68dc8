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

from tablebases.arrays import Matrix, Vector
from tablebases.compiled import njit
from tablebases.nine_tiles.rules.themes import NAME_ENDING

BYTES_IN_A_WORD = 8


def _score_order(is_last: bool) -> Vector[np.int8]:
    """All scores in the order of their bytes in a name: (256,)."""
    end = NAME_ENDING if is_last else "_"
    return np.array(sorted(range(-128, 128), key=lambda score: f"{score}{end}".encode()), dtype=np.int8)


def _score_orders(themes: int) -> Matrix[np.int8]:
    """All scores of each theme in the order of names: (themes, 256)."""
    return np.array([_score_order(theme == themes - 1) for theme in range(themes)])


@njit(cache=True)
def _shift(theme: int) -> np.uint64:
    """Distance of a theme's byte from the lowest byte of its word, in bits."""
    return np.uint64(8 * (BYTES_IN_A_WORD - 1 - theme % BYTES_IN_A_WORD))


@njit(cache=True)
def _join(scores: Matrix[np.uint8], ranks: Matrix[np.uint64], keys: Matrix[np.uint64]) -> None:
    for word in range(keys.shape[1]):
        first = word * BYTES_IN_A_WORD
        for i in range(len(keys)):
            key = np.uint64(0)
            for theme in range(first, min(first + BYTES_IN_A_WORD, len(scores))):
                key |= ranks[theme, scores[theme, i]] << _shift(theme)
            keys[i, word] = key


@njit(cache=True)
def _split(keys: Matrix[np.uint64], orders: Matrix[np.int8], scores: Matrix[np.int8]) -> None:
    for word in range(keys.shape[1]):
        first = word * BYTES_IN_A_WORD
        for i in range(len(keys)):
            for theme in range(first, min(first + BYTES_IN_A_WORD, len(scores))):
                scores[theme, i] = orders[theme, keys[i, word] >> _shift(theme) & np.uint64(255)]


def name_keys(scores: Matrix[np.int8]) -> Matrix[np.uint64]:
    """Name keys of score vectors (themes, n): (n, words), eight themes a word."""
    themes, count = scores.shape
    ranks = np.argsort(_score_orders(themes).view(np.uint8), axis=1).astype(np.uint64)  # of each score, by its byte
    keys = np.empty((count, -(-themes // BYTES_IN_A_WORD)), dtype=np.uint64)
    _join(scores.view(np.uint8), ranks, keys)
    return keys


def scores_of_keys(keys: Matrix[np.uint64], themes: int) -> Matrix[np.int8]:
    """The score vectors of name keys (n, words): (themes, n)."""
    scores = np.empty((themes, len(keys)), dtype=np.int8)
    _split(keys, _score_orders(themes), scores)
    return scores


def distinct_keys(keys: Matrix[np.uint64]) -> tuple[Matrix[np.uint64], Vector[np.int64]]:
    """The distinct keys in ascending order, and the place of each given key among them."""
    quarters = keys.astype(">u8").view(">u2").astype(np.uint16)  # NumPy sorts 16 bits by radix: half the time
    order = np.lexsort(quarters.T[::-1])
    ascending = keys[order]
    is_new = np.ones(len(keys), dtype=np.bool_)
    is_new[1:] = (ascending[1:] != ascending[:-1]).any(axis=1)
    place = np.empty(len(keys), dtype=np.int64)
    place[order] = np.cumsum(is_new) - 1
    return ascending[is_new], place


CountedKeys = tuple[Matrix[np.uint64], Vector[np.int64]]
"""Ascending keys (n, words), and their counts (n,)."""


@njit(cache=True)
def _compare(keys_a: Matrix[np.uint64], a: int, keys_b: Matrix[np.uint64], b: int) -> int:
    """Compare `keys_a[a]` with `keys_b[b]`: -1 if it is smaller, 0 if equal, 1 if larger."""
    for word in range(keys_a.shape[1]):
        if keys_a[a, word] != keys_b[b, word]:
            return -1 if keys_a[a, word] < keys_b[b, word] else 1
    return 0


@njit(cache=True)
def _merge(
    keys_a: Matrix[np.uint64], counts_a: Vector[np.int64], keys_b: Matrix[np.uint64], counts_b: Vector[np.int64]
) -> CountedKeys:
    words = keys_a.shape[1]
    keys = np.empty((len(keys_a) + len(keys_b), words), dtype=np.uint64)
    counts = np.zeros(len(keys), dtype=np.int64)
    a = b = n = 0
    while a < len(keys_a) or b < len(keys_b):
        order = -1 if b == len(keys_b) else 1
        if a < len(keys_a) and b < len(keys_b):
            order = _compare(keys_a, a, keys_b, b)
        if order <= 0:
            for word in range(words):
                keys[n, word] = keys_a[a, word]
            counts[n] += counts_a[a]
            a += 1
        if order >= 0:
            for word in range(words):
                keys[n, word] = keys_b[b, word]
            counts[n] += counts_b[b]
            b += 1
        n += 1
    return keys[:n], counts[:n]


def merge_counted(lists: list[CountedKeys]) -> CountedKeys:
    """Merge lists of counted keys, at least one; counts of equal keys add up."""
    while len(lists) > 1:
        merged = [_merge(*a, *b) for a, b in zip(lists[::2], lists[1::2], strict=False)]
        lists = merged + lists[len(merged) * 2 :]
    return lists[0]


@njit(cache=True)
def _places(keys: Matrix[np.uint64], among: Matrix[np.uint64], places: Vector[np.int64]) -> bool:
    at = 0
    for i in range(len(keys)):
        while at < len(among) and _compare(among, at, keys, i) < 0:
            at += 1
        if at == len(among) or _compare(among, at, keys, i) != 0:
            return False
        places[i] = at
    return True


def places_of_keys(keys: Matrix[np.uint64], among: Matrix[np.uint64]) -> Vector[np.int64]:
    """The places of ascending `keys` in ascending `among`: (n,). Raises a ValueError for a missing key."""
    places = np.empty(len(keys), dtype=np.int64)
    if not _places(keys, among, places):
        raise ValueError("a key is not among the others")
    return places
