"""The best split of a hand into units, and its waits: the kinds that complete 12 tiles, with the scores.

The tiles of a hand are bits, sorted by kind. A unit takes the lowest bit of several copies of a kind, so that equal
sets of tiles are equal numbers:

    bit       0 1 2 3     group[1] = 0b0110
    kind      0 1 1 2

>>> candidate = np.array([0, 0, 0, 0, 2, 0b0001, 0b0110])  # the unit of kinds 0 and 1: 2 members
>>> bin(without_unit(0b1111, candidate))  # takes the lower copy of kind 1
'0b1100'
>>> without_unit(0b1110, candidate)  # kind 0 is gone
-1

The search branches on the lowest tile that is left: it belongs to a unit of which it is the lowest member, or, where
tiles may stay apart, to none. There are at most 2^13 states, and the best score of each is remembered.
"""

from __future__ import annotations

import numpy as np

from tablebases.arrays import Int, Matrix, Vector
from tablebases.compiled import njit
from tablebases.millijan.units import MAX_KINDS, MAX_TILES, UnitScores, UnitTables

NO_SPLIT = -1
STATES = 1 << MAX_TILES

SCORE_COMPLETE, SCORE_PARTIAL, HAS_BONUS, UNIT, SIZE, MEMBERS = range(6)
"""Columns of a candidate: scores in a complete and in another hand, bonus or not, number of the unit, size, and each
member's tiles."""
CANDIDATE_COLUMNS = MEMBERS + MAX_TILES

KIND_AT, GROUP, AFTER_HAND = 0, MAX_TILES, MAX_TILES + MAX_KINDS
NUMBER, MAY_DROP, BONUS, STARTS = range(AFTER_HAND, AFTER_HAND + 4)
BEST = STARTS + 2 * MAX_TILES
CANDIDATES = BEST + 2 * STATES
"""Places in the memory of the search, one array, because a call passes seven numbers for each array:

- KIND_AT: the kind of each of the 13 tiles.
- GROUP: the tiles of each kind, as bits.
- NUMBER: the number of the question, which differs for every other hand, rule or MAY_DROP.
- MAY_DROP: 1 if tiles may stay apart, 0 if all must be in units.
- BONUS: what the first unit with the bonus scores in addition.
- STARTS: for each of the 13 tiles, where its candidates begin and end in the memory.
- BEST: the best scores of each set of tiles, without and with the bonus, as question << 32 | score + 1.
- CANDIDATES: the units whose members are all in the hand, by their lowest member; rows of CANDIDATE_COLUMNS.
"""


def split_memory(units: int) -> Vector[np.int64]:
    """Memory for hands at a table with `units` units, for one hand at a time."""
    return np.zeros(CANDIDATES + units * CANDIDATE_COLUMNS, dtype=np.int64)


@njit(cache=True, counts_references=False)
def load_hand(tiles: Vector[np.int8], memory: Vector[np.int64]) -> Int:
    """Turn a hand, the kinds of its (tiles,) in any order, into bits, sorted by kind; returns these kinds as bits."""
    kind_at, group = memory[KIND_AT:GROUP], memory[GROUP:AFTER_HAND]
    group[:] = 0
    for i in range(len(tiles)):
        place = i
        while place > 0 and kind_at[place - 1] > tiles[i]:
            kind_at[place] = kind_at[place - 1]
            place -= 1
        kind_at[place] = tiles[i]
    kinds = np.int64(0)
    for place in range(len(tiles)):
        group[kind_at[place]] |= np.int64(1) << place
        kinds |= np.int64(1) << kind_at[place]
    return kinds


@njit(cache=True, counts_references=False)
def lowest_place(state: Int) -> int:
    """The place of the lowest bit, from 0."""
    place = 0
    while not state >> place & 1:
        place += 1
    return place


@njit(cache=True, counts_references=False)
def bit_count(bits: Int) -> int:
    """The number of bits that are 1."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@njit(cache=True, counts_references=False)
def without_unit(state: Int, candidate: Vector[np.int64]) -> Int:
    """Tiles without one of each member of a unit; -1 if one is missing."""
    for i in range(MEMBERS, MEMBERS + candidate[SIZE]):
        copies = state & candidate[i]
        if copies == 0:
            return np.int64(-1)
        state &= ~(copies & -copies)
    return state


@njit(cache=True, counts_references=False)
def best_split(state: Int, flag: Int, memory: Vector[np.int64]) -> Int:
    """The best score of some tiles; NO_SPLIT if all must be in units and cannot be.

    `state` has the tiles as bits. `flag` is 1 if a unit with the bonus has been formed before, else 0.
    """
    if state == 0:
        return np.int64(flag * memory[BONUS])
    key = BEST + (state | flag << MAX_TILES)
    known: Int = memory[key]
    if known >> 32 == memory[NUMBER]:
        return (known & 0xFFFFFFFF) - 1
    place, may_drop = STARTS + 2 * lowest_place(state), memory[MAY_DROP]
    found: Int = np.int64(NO_SPLIT)
    if may_drop:
        found = best_split(state & (state - 1), flag, memory)
    for i in range(memory[place], memory[place + 1], CANDIDATE_COLUMNS):
        candidate = memory[i : i + CANDIDATE_COLUMNS]
        left = without_unit(state, candidate)
        if left < 0:
            continue
        of_left = best_split(left, flag | candidate[HAS_BONUS], memory)
        if of_left != NO_SPLIT:
            found = max(found, candidate[SCORE_COMPLETE + may_drop] + of_left)
    memory[key] = memory[NUMBER] << 32 | (found + 1)
    return found


@njit(cache=True, counts_references=False)
def load_for_splits(tiles: Vector[np.int8], scores: UnitScores, units: UnitTables, memory: Vector[np.int64]) -> Int:
    """Load a hand, the kinds of its (tiles,), and list its candidates; results for the hand before are out of date.

    Returns the tiles whose kinds are in a candidate, as bits.
    """
    kinds = load_hand(tiles, memory)
    end, covered = CANDIDATES, np.int64(0)
    memory[NUMBER] += 1
    memory[MAY_DROP], memory[BONUS] = 0, scores.bonus
    for place in range(len(tiles)):
        kind, starts = memory[KIND_AT + place], memory[STARTS + 2 * place :]
        starts[0], starts[1] = end, end
        if place and kind == memory[KIND_AT + place - 1]:
            starts[0] = memory[STARTS + 2 * place - 2]
            continue
        for i in range(units.lowest_starts[kind], units.lowest_starts[kind + 1]):
            unit, row = units.by_lowest[i], memory[end:]
            if units.mask[unit] & ~kinds:
                continue
            row[SCORE_COMPLETE], row[SCORE_PARTIAL] = scores.complete[unit], scores.partial[unit]
            row[HAS_BONUS], row[UNIT], row[SIZE] = scores.has_bonus[unit], unit, units.size[unit]
            for j in range(units.size[unit]):
                row[MEMBERS + j] = memory[GROUP + units.members[unit, j]]
                covered |= row[MEMBERS + j]
            end += CANDIDATE_COLUMNS
        starts[1] = end
    return covered


@njit(cache=True, counts_references=False)
def value_of_loaded(count: Int, covered: Int, flag: Int, memory: Vector[np.int64]) -> tuple[bool, Int]:
    """(whether all tiles of a loaded hand can be in units, its best score), to which the question then belongs.

    The hand has `count` tiles. `covered` has those whose kinds are in a candidate, as bits. `flag` is 1 if a called
    unit has the bonus, else 0.
    """
    if covered == (np.int64(1) << count) - 1:
        found = best_split(covered, flag, memory)
        if found != NO_SPLIT:
            return True, found
    memory[NUMBER] += 1
    memory[MAY_DROP] = 1
    # A tile that is in no candidate stays apart.
    return False, best_split(covered, flag, memory)


@njit(cache=True)
def values_of(
    hands: Matrix[np.int8],
    scores: UnitScores,
    units: UnitTables,
    memory: Vector[np.int64],
    complete: Vector[np.bool_],
    score: Vector[np.int32],
) -> None:
    """Find the values of hands of the same size, the kinds of their (hands, tiles).

    Sets complete (hands,), whether all tiles can be in units, so 13 have won, and score (hands,).
    """
    for number in range(len(hands)):
        covered = load_for_splits(hands[number], scores, units, memory)
        complete[number], score[number] = value_of_loaded(hands.shape[1], covered, np.int64(0), memory)


@njit(cache=True, counts_references=False)
def _left_by_others(whole: Int, members: Vector[np.int8], size: Int, drawn: int, group: Vector[np.int64]) -> Int:
    """A hand without the members of a unit except `drawn`; -1 if one is missing."""
    for i in range(size):
        if i == drawn:
            continue
        copies = whole & group[members[i]]
        if copies == 0:
            return np.int64(-1)
        whole &= ~(copies & -copies)
    return whole


@njit(cache=True, counts_references=False)
def waits_of_loaded(
    whole: Int,
    covered: Int,
    copies: Vector[np.int8],
    flag: Int,
    scores: UnitScores,
    units: UnitTables,
    memory: Vector[np.int64],
    found: Vector[np.int32],
) -> None:
    """Find the waits of some tiles of the loaded hand; found (kinds,): the best score with each kind, or NO_SPLIT.

    The drawn tile belongs to some unit; the other members are among the tiles, and the tiles left must split into
    units. `whole` has the tiles as bits; with one more they win. `covered` has the tiles of the hand whose kinds are in
    a candidate, as bits. `copies` (63,) are those of each kind beside called units. `flag` is 1 if a called unit has
    the bonus, else 0. The question must be one that leaves no tile apart.
    """
    kinds = np.int64(0)
    for place in range(MAX_TILES):
        if whole >> place & 1:
            kinds |= np.int64(1) << memory[KIND_AT + place]
    found[:] = NO_SPLIT
    for unit in range(len(units.mask)):
        missing = units.mask[unit] & ~kinds
        if missing & (missing - 1):
            continue
        for drawn in range(units.size[unit]):
            kind = units.members[unit, drawn]
            if bit_count(memory[GROUP + kind] & whole) == copies[kind]:
                continue
            left = _left_by_others(whole, units.members[unit], units.size[unit], drawn, memory[GROUP:AFTER_HAND])
            if left < 0 or left & ~covered:
                continue
            of_left = best_split(left, np.int64(flag | scores.has_bonus[unit]), memory)
            if of_left != NO_SPLIT:
                found[kind] = max(found[kind], scores.complete[unit] + of_left)
