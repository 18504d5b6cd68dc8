"""All winning hands of a deck, for its exact chance to win.

All *ways* are tried: units that have 13 tiles together, no kind more than 3 times. A hand can be split in several ways,
so the hands are sorted, and only the best of equal ones counts. The units of 2019 allow 141,652,482 ways; they are
sorted in batches that fit into memory.

A hand with its score is one number:

    rank among all hands  | kinds with 1 or 2 copies | score in thousands
    the bits from 10 on   | 4 bits                   | 6 bits

The rank of the sorted tiles t1 <= t2 <= .. is C(t1, 1) + C(t2 + 1, 2) + C(t3 + 2, 3) + ..

>>> binomials = np.array([[comb(n, k) for k in range(14)] for n in range(18)])
>>> divmod(int(_key(np.array([0, 0, 0, 0, 2]), 26, binomials)), 1024)  # (1 << 6) + 26
(825, 90)
>>> divmod(int(_key(np.array([0, 0, 0, 1, 1]), 9, binomials)), 1024)  # (2 << 6) + 9
(1189, 137)
"""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import NamedTuple

import numpy as np

from tablebases.arrays import Int, Matrix, Vector
from tablebases.compiled import njit
from tablebases.millijan.nearest import has_copies, take
from tablebases.millijan.table import Table
from tablebases.millijan.units import COPIES, MAX_TILES

WAYS_BATCH = 2**26
"""Ways in a batch: 512 MB."""

SCORE_UNIT = 1000
SCORE_BITS, ONES_AND_TWOS_BITS = 6, 4
"""Kinds with one or two copies are counted together, because both can be dealt in 3 ways."""


class Ways(NamedTuple):
    """The units of ways, larger ones first."""

    members: Matrix[np.int64]
    """(units, 13), kinds, -1 after the last."""
    size: Vector[np.int64]
    """(units,), tiles."""
    points: Vector[np.int64]
    """(units,), scores in thousands."""
    mark: Vector[np.int64]
    """(units,), the sum of random numbers of the kinds; the sum of a hand gives its batch."""
    first: Vector[np.int64]
    """(14,), for each number of tiles the first unit with no more tiles."""
    binomials: Matrix[np.int64]
    """(kinds + 13, 14), C(n, k)."""


def ways_of(table: Table) -> Ways:
    """The units of ways at a table without a main idol."""
    order = np.argsort(-table.tables.size, kind="stable")
    size = table.tables.size[order].astype(np.int64)
    points, remainder = np.divmod(table.scores.complete[order].astype(np.int64), SCORE_UNIT)
    if remainder.any():
        raise ValueError("units must score whole thousands, but some of these do not")
    kinds = len(table.tiles)
    members = table.tables.members[order].astype(np.int64)
    marks = np.append(np.random.default_rng(1).integers(0, 2**40, kinds), 0)  # 0 for no kind, -1
    return Ways(
        members=members,
        size=size,
        points=points,
        mark=marks[members].sum(axis=1),
        first=np.array([int((size > slots).sum()) for slots in range(MAX_TILES + 1)]),
        binomials=np.array([[comb(n, k) for k in range(MAX_TILES + 1)] for n in range(kinds + MAX_TILES)]),
    )


@njit(cache=True)
def _key(copies_left: Vector[np.int64], points: Int, binomials: Matrix[np.int64]) -> Int:
    """The number of a hand with its score in thousands; binomials: see `Ways`.

    copies_left: (kinds,), of each kind beside the hand.
    """
    rank, place, ones_and_twos, kind = np.int64(0), 0, np.int64(0), 0
    while place < MAX_TILES:
        copies = COPIES - copies_left[kind]
        for _ in range(copies):
            place += 1
            rank += binomials[kind + place - 1, place]
        ones_and_twos += 0 < copies < COPIES
        kind += 1
    return (rank << ONES_AND_TWOS_BITS | ones_and_twos) << SCORE_BITS | points


@njit(cache=True)
def _count_ways(ways: Ways, batch: int, batches: int, most: int, keys: Vector[np.int64]) -> int:
    """Count the ways in a batch, numbered from 0; all ways to the same hand are in one batch.

    batches: the number of batches, a power of 2. most: the search stops after more ways. keys: set to the hands of the
    ways, as far as they fit.
    """
    found, depth = 0, 0
    copies_left = np.full(len(ways.binomials) - MAX_TILES, COPIES, dtype=np.int64)
    # By depth: the unit that is tried, and what there is before it.
    unit = np.zeros(MAX_TILES + 1, dtype=np.int64)
    slots, points, mark = unit.copy(), unit.copy(), unit.copy()
    slots[0] = MAX_TILES
    unit[0] = ways.first[MAX_TILES]
    while depth >= 0 and found <= most:
        tried = unit[depth]
        if tried == len(ways.size):
            depth -= 1
            if depth >= 0:
                take(unit[depth], ways.members, ways.size, copies_left, -1)
                unit[depth] += 1
            continue
        if not has_copies(tried, ways.members, ways.size, copies_left):
            unit[depth] += 1
            continue
        slots[depth + 1] = slots[depth] - ways.size[tried]
        points[depth + 1] = points[depth] + ways.points[tried]
        mark[depth + 1] = mark[depth] + ways.mark[tried]
        if slots[depth + 1]:
            take(tried, ways.members, ways.size, copies_left, 1)
            unit[depth + 1] = max(tried, ways.first[slots[depth + 1]])
            depth += 1
            continue
        if mark[depth + 1] & (batches - 1) == batch:
            if found < len(keys):
                take(tried, ways.members, ways.size, copies_left, 1)
                keys[found] = _key(copies_left, points[depth + 1], ways.binomials)
                take(tried, ways.members, ways.size, copies_left, -1)
            found += 1
        unit[depth] += 1
    return found


@njit(cache=True)
def _tally(keys: Vector[np.int64], hands: Vector[np.int64]) -> None:
    """Count the hands of sorted keys with their best scores; hands (2^10,): how many have these low bits, added to."""
    low_bits = SCORE_BITS + ONES_AND_TWOS_BITS
    for i in range(len(keys)):
        if i + 1 == len(keys) or keys[i] >> SCORE_BITS != keys[i + 1] >> SCORE_BITS:
            hands[keys[i] & ((1 << low_bits) - 1)] += 1


def winning_deals(table: Table, most_ways: int) -> Counter[int] | None:
    """Score -> deals of 13 tiles that win with it, with different copies; None for more ways than `most_ways`.

    table: that of the kinds of the deck, without a main idol.
    """
    ways = ways_of(table)
    keys = np.empty(0, dtype=np.int64)
    count = _count_ways(ways, 0, 1, most_ways, keys)
    if count > most_ways:
        return None
    batches = 1
    while count > batches * WAYS_BATCH:
        batches *= 2
    hands = np.zeros(1 << SCORE_BITS + ONES_AND_TWOS_BITS, dtype=np.int64)
    for batch in range(batches):
        in_batch = _count_ways(ways, batch, batches, count, keys)
        if in_batch > len(keys):
            keys = np.empty(in_batch * 11 // 10, dtype=np.int64)  # other batches are nearly as large
            _count_ways(ways, batch, batches, count, keys)
        some = keys[:in_batch]
        some.sort()
        _tally(some, hands)
    deals: Counter[int] = Counter()
    for low_bits in np.flatnonzero(hands).tolist():
        ones_and_twos, points = divmod(low_bits, 1 << SCORE_BITS)
        deals[points * SCORE_UNIT] += int(hands[low_bits]) * COPIES**ones_and_twos
    return deals
