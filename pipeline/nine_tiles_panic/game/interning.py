"""Small numbers for large keys: the n-th different key gets the number n.

An open-addressing hash table of 64-bit keys for compiled code, which inserts while it looks up.

>>> table, numbers = interned(intern_table(), np.array([900, 7, 900, 40], np.uint64))
>>> numbers.tolist(), table.in_use.tolist()
([0, 1, 0, 2], [900, 7, 40])
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pipeline.core.arrays import Vector
from pipeline.core.compiled import njit

EMPTY = -1
HASH_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # 2**64 / golden ratio: Fibonacci hashing
HASH_SHIFT = np.uint64(32)


class InternTable(NamedTuple):
    """Keys by their numbers, and where to look for them."""

    keys: Vector[np.uint64]
    """(capacity,), of which the first `size[0]` are in use."""
    slots: Vector[np.int32]
    """The number of the key of each hash, or -1: a power of two, at least twice the capacity."""
    size: Vector[np.int64]
    """(1,)."""

    @property
    def in_use(self) -> Vector[np.uint64]:
        """The keys by their numbers: (n,)."""
        return self.keys[: self.size[0]]


def intern_table(capacity: int = 1 << 10) -> InternTable:
    """An empty table with room for `capacity` keys."""
    return InternTable(
        np.empty(capacity, dtype=np.uint64),
        np.full(1 << (2 * capacity - 1).bit_length(), EMPTY, dtype=np.int32),
        np.zeros(1, dtype=np.int64),
    )


@njit(cache=True)
def _intern(table: InternTable, keys: Vector[np.uint64], numbers: Vector[np.int32]) -> int:
    """Number the keys until the table is full; returns how many have numbers."""
    known, slots, size = table.keys, table.slots, table.size[0]
    mask = np.uint64(len(slots) - 1)
    done = len(keys)
    for i in range(len(keys)):
        key = keys[i]
        product = key * HASH_MULTIPLIER
        slot = (product ^ (product >> HASH_SHIFT)) & mask
        while slots[slot] != EMPTY and known[slots[slot]] != key:
            slot = (slot + np.uint64(1)) & mask
        if slots[slot] == EMPTY:
            if size == len(known):
                done = i
                break
            slots[slot] = size
            known[size] = key
            size += 1
        numbers[i] = slots[slot]
    table.size[0] = size
    return done


def interned(table: InternTable, keys: Vector[np.uint64]) -> tuple[InternTable, Vector[np.int32]]:
    """Look up many keys; a new key gets the next number.

    Args:
        table: changed in place; use the returned one from then on.
        keys: (n,).

    Returns:
        The table, or a larger one with the same numbers, and the numbers of the keys (n,).
    """
    numbers = np.empty(len(keys), dtype=np.int32)
    done = _intern(table, keys, numbers)
    while done < len(keys):
        larger = intern_table(2 * len(table.keys))
        _intern(larger, table.in_use, np.empty(len(table.keys), dtype=np.int32))
        table = larger
        done += _intern(table, keys[done:], numbers[done:])
    return table, numbers
