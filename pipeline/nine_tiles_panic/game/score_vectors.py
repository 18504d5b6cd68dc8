"""Score vectors in the order of their names.

The name of a theme synonym is its scores joined by underscores, with the ending `.txt`; names
sort as byte strings, so -1 < -2 < 0 < 10 < 1 < 2 but for the last theme, where 1 < 10. A name key
holds one byte a score, its rank in that order, the first theme in the highest byte of the first
word: keys compare word by word as names do.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.compiled import njit

SCORE_RANGE = range(-128, 128)
BYTES_IN_A_WORD = 8
NAME_ENDING = ".txt"


def _score_order(is_last: bool) -> list[int]:
    """All scores by the bytes of their part of a name."""
    end = NAME_ENDING if is_last else "_"
    return sorted(SCORE_RANGE, key=lambda score: f"{score}{end}".encode())


def name_keys(scores: NDArray[np.int8]) -> NDArray[np.uint64]:
    """Name keys of score vectors.

    Args:
        scores: int8 (themes, n).

    Returns:
        uint64 (n, words), eight themes a word.
    """
    themes, count = scores.shape
    keys = np.zeros((count, -(-themes // BYTES_IN_A_WORD)), dtype=np.uint64)
    rank = np.empty(len(SCORE_RANGE), dtype=np.uint64)
    for theme in range(themes):
        order = np.array(_score_order(theme == themes - 1))
        rank[order - SCORE_RANGE.start] = np.arange(len(order), dtype=np.uint64)
        word, byte = divmod(theme, BYTES_IN_A_WORD)
        shift = np.uint64(8 * (BYTES_IN_A_WORD - 1 - byte))
        keys[:, word] |= rank[scores[theme].astype(np.int64) - SCORE_RANGE.start] << shift
    return keys


def scores_of_keys(keys: NDArray[np.uint64], themes: int) -> NDArray[np.int8]:
    """The score vectors of name keys: int8 (themes, n)."""
    scores = np.empty((themes, len(keys)), dtype=np.int8)
    for theme in range(themes):
        order = np.array(_score_order(theme == themes - 1), dtype=np.int8)
        word, byte = divmod(theme, BYTES_IN_A_WORD)
        shift = np.uint64(8 * (BYTES_IN_A_WORD - 1 - byte))
        scores[theme] = order[(keys[:, word] >> shift & np.uint64(0xFF)).astype(np.int64)]
    return scores


def distinct_keys(
    keys: NDArray[np.uint64],
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """The different keys in ascending order, and the place of each given key among them."""
    order = np.lexsort(keys.T[::-1])
    ascending = keys[order]
    is_new = np.ones(len(keys), dtype=np.bool_)
    is_new[1:] = (ascending[1:] != ascending[:-1]).any(axis=1)
    place = np.empty(len(keys), dtype=np.int64)
    place[order] = np.cumsum(is_new) - 1
    return ascending[is_new], place


@njit(cache=True)  # type: ignore[untyped-decorator]
def _compare(a: Any, b: Any) -> int:
    for i in range(len(a)):
        if a[i] != b[i]:
            return -1 if a[i] < b[i] else 1
    return 0


@njit(cache=True)  # type: ignore[untyped-decorator]
def _merge(keys_a: Any, counts_a: Any, keys_b: Any, counts_b: Any) -> tuple[Any, Any]:
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


CountedKeys = tuple[NDArray[np.uint64], NDArray[np.int64]]


def merge_counted(parts: list[CountedKeys]) -> CountedKeys:
    """Merge ascending keys with their counts; counts of equal keys add up.

    Args:
        parts: at least one (keys uint64 (n, words), counts int64 (n,)).
    """
    while len(parts) > 1:
        merged = [_merge(*a, *b) for a, b in zip(parts[::2], parts[1::2], strict=False)]
        parts = merged + parts[len(merged) * 2 :]
    return parts[0]


@njit(cache=True)  # type: ignore[untyped-decorator]
def _places(keys: Any, among: Any, places: Any) -> bool:
    at = 0
    for i in range(len(keys)):
        while at < len(among) and _compare(among[at], keys[i]) < 0:
            at += 1
        if at == len(among) or _compare(among[at], keys[i]) != 0:
            return False
        places[i] = at
    return True


def places_of_keys(keys: NDArray[np.uint64], among: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Where ascending keys stand among other ascending keys; int64 (n,).

    Raises:
        ValueError: a key is not among them.
    """
    places = np.empty(len(keys), dtype=np.int64)
    if not _places(keys, among, places):
        raise ValueError("a key is not among the others")
    return places
