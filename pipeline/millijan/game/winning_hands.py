"""All hands of a deck that win, and so its exact chance to win.

All *ways* are tried: units that have 13 tiles together, no kind more than 3 times. A hand can be
split in several ways, so the hands are sorted, and of equal ones the best is kept. The units of
2019 allow 141,652,482 ways; they are sorted in parts, so that there is room for them.
"""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.compiled import njit
from pipeline.millijan.game.table import Table
from pipeline.millijan.game.units import COPIES, MOST_TILES

WAYS_AT_ONCE = 2**26
"""Sorted in one part: 512 MB."""

SCORE_UNIT = 1000
SCORE_BITS, ONES_AND_TWOS_BITS = 6, 4
"""A hand is a number: its rank among all hands; of how many kinds it has one or two copies, which
can both be dealt in 3 ways; and its score in thousands."""


class Ways(NamedTuple):
    """What ways are made of; larger units come first.

    members: int64 (units, 13), kinds. size: int64 (units,). points: int64 (units,), thousands.
    mark: int64 (units,), the sum of random numbers of its kinds. first: int64 (14,), the first unit
    that has at most so many tiles. binomials: int64 (kinds + 13, 14).
    """

    members: NDArray[np.int64]
    size: NDArray[np.int64]
    points: NDArray[np.int64]
    mark: NDArray[np.int64]
    first: NDArray[np.int64]
    binomials: NDArray[np.int64]


def ways_of(table: Table) -> Ways:
    """What ways are made of at a table without a main idol."""
    order = np.argsort(-table.tables.size, kind="stable")
    size = table.tables.size[order].astype(np.int64)
    points, rest = np.divmod(table.scores.complete[order].astype(np.int64), SCORE_UNIT)
    if rest.any():
        raise ValueError("units score thousands, but some of these do not")
    kinds = len(table.tiles)
    members = table.tables.members[order].astype(np.int64)
    marks = np.append(np.random.default_rng(1).integers(0, 2**40, kinds), 0)  # 0 for no kind, -1
    return Ways(
        members=members,
        size=size,
        points=points,
        mark=marks[members].sum(axis=1),
        first=np.array([int((size > slots).sum()) for slots in range(MOST_TILES + 1)]),
        binomials=np.array(
            [[comb(n, k) for k in range(MOST_TILES + 1)] for n in range(kinds + MOST_TILES)]
        ),
    )


@njit(cache=True)  # type: ignore[untyped-decorator]
def _key(counts: Any, points: Any, binomials: Any) -> Any:
    """The number of a hand with its score.

    Sorted tiles t1 <= t2 <= .. have the rank C(t1, 1) + C(t2 + 1, 2) + C(t3 + 2, 3) + ..

    Args:
        counts: int64 (kinds,), copies of each kind.
        points: the score in thousands.
        binomials: see `Ways`.
    """
    rank, place, ones_and_twos, kind = np.int64(0), 0, np.int64(0), 0
    while place < MOST_TILES:
        copies = counts[kind]
        for _ in range(copies):
            place += 1
            rank += binomials[kind + place - 1, place]
        ones_and_twos += 0 < copies < COPIES
        kind += 1
    return (rank << ONES_AND_TWOS_BITS | ones_and_twos) << SCORE_BITS | points


@njit(cache=True)  # type: ignore[untyped-decorator]
def _count_ways(ways: Any, part: Any, parts: Any, most: Any, keys: Any) -> int:
    """How many ways there are in a part.

    Args:
        ways: `Ways`.
        part: from 0.
        parts: how many there are, a power of 2. All ways to the same hand are in the same one.
        most: where more have been found, the search ends.
        keys: int64, set to the hands of the ways, as far as there is room.
    """
    found, depth = 0, 0
    counts = np.zeros(len(ways.binomials) - MOST_TILES, dtype=np.int64)
    # By depth: the unit that is tried, and what there is before it.
    unit = np.zeros(MOST_TILES + 1, dtype=np.int64)
    slots, points, mark = unit.copy(), unit.copy(), unit.copy()
    slots[0] = MOST_TILES
    unit[0] = ways.first[MOST_TILES]
    while depth >= 0 and found <= most:
        tried = unit[depth]
        if tried == len(ways.size):
            depth -= 1
            if depth >= 0:
                _add(counts, ways.members, unit[depth], ways.size[unit[depth]], -1)
                unit[depth] += 1
            continue
        size = ways.size[tried]
        if not _has_room(counts, ways.members, tried, size):
            unit[depth] += 1
            continue
        slots[depth + 1] = slots[depth] - size
        points[depth + 1] = points[depth] + ways.points[tried]
        mark[depth + 1] = mark[depth] + ways.mark[tried]
        if slots[depth + 1]:
            _add(counts, ways.members, tried, size, 1)
            unit[depth + 1] = max(tried, ways.first[slots[depth + 1]])
            depth += 1
            continue
        if mark[depth + 1] & (parts - 1) == part:
            if found < len(keys):
                _add(counts, ways.members, tried, size, 1)
                keys[found] = _key(counts, points[depth + 1], ways.binomials)
                _add(counts, ways.members, tried, size, -1)
            found += 1
        unit[depth] += 1
    return found


@njit(cache=True)  # type: ignore[untyped-decorator]
def _has_room(counts: Any, members: Any, unit: Any, size: Any) -> bool:
    """Whether there is one more copy of all members of a unit."""
    most = np.int64(0)
    for i in range(size):
        most = max(most, counts[members[unit, i]])
    return bool(most < COPIES)


@njit(cache=True)  # type: ignore[untyped-decorator]
def _add(counts: Any, members: Any, unit: Any, size: Any, copies: Any) -> None:
    for i in range(size):
        counts[members[unit, i]] += copies


@njit(cache=True)  # type: ignore[untyped-decorator]
def _tally(keys: Any, hands: Any) -> None:
    """Count hands with their best scores.

    Args:
        keys: int64, sorted.
        hands: int64 (2^10,), how many hands have these low bits of their keys; added to.
    """
    low_bits = SCORE_BITS + ONES_AND_TWOS_BITS
    for i in range(len(keys)):
        if i + 1 == len(keys) or keys[i] >> SCORE_BITS != keys[i + 1] >> SCORE_BITS:
            hands[keys[i] & ((1 << low_bits) - 1)] += 1


def winning_deals(table: Table, most_ways: int) -> Counter[int] | None:
    """Score -> how many deals of 13 tiles win with it, copies told apart.

    Args:
        table: of the kinds of the deck, without a main idol.
        most_ways: if there are more, they are not tried.

    Returns:
        None if there are too many ways to try them all.
    """
    ways = ways_of(table)
    keys = np.empty(0, dtype=np.int64)
    count = _count_ways(ways, 0, 1, most_ways, keys)
    if count > most_ways:
        return None
    parts = 1
    while count > parts * WAYS_AT_ONCE:
        parts *= 2
    hands = np.zeros(1 << SCORE_BITS + ONES_AND_TWOS_BITS, dtype=np.int64)
    for part in range(parts):
        in_part = _count_ways(ways, part, parts, count, keys)
        if in_part > len(keys):
            keys = np.empty(in_part * 11 // 10, dtype=np.int64)  # parts are nearly as large
            _count_ways(ways, part, parts, count, keys)
        some = keys[:in_part]
        some.sort()
        _tally(some, hands)
    deals: Counter[int] = Counter()
    for low_bits in np.flatnonzero(hands).tolist():
        ones_and_twos, points = divmod(low_bits, 1 << SCORE_BITS)
        deals[points * SCORE_UNIT] += int(hands[low_bits]) * COPIES**ones_and_twos
    return deals
