"""Distance: how many tiles a hand of 12 must draw to win, those discarded instead not counted.

That is 13 less the largest overlap with 13 tiles that split into units, each kind at most 3 times.
A kind is *accepted* if drawing it lowers the distance, so if it is missing in some best choice.
"""

from __future__ import annotations

import numpy as np

from pipeline.core.arrays import Int, Integers, Matrix, Vector
from pipeline.core.compiled import njit
from pipeline.millijan.game.fourth_copies import kinds_with, needing_a_fourth, overlap_without_a_fourth
from pipeline.millijan.game.overlaps import (
    IMPOSSIBLE,
    LEFT_SLOTS,
    ONCE,
    THRICE,
    TWICE,
    OverlapScratch,
    best_overlap,
    find_choices,
)
from pipeline.millijan.game.units import MAX_KINDS, MAX_TILES, UnitTables

NEVER = MAX_TILES + 1
"""The distance if no 13 tiles split into units."""


@njit(cache=True)
def take(unit: Int, members: Integers, size: Integers, copies_left: Integers, count: int) -> None:
    """Take so many copies of each member of a unit from those that are left (kinds,)."""
    for i in range(size[unit]):
        copies_left[members[unit, i]] -= count


@njit(cache=True)
def has_copies(unit: Int, members: Integers, size: Integers, copies_left: Integers) -> bool:
    """Whether a copy of each member of a unit is left."""
    fewest = np.int64(1)
    for i in range(size[unit]):
        fewest = min(fewest, copies_left[members[unit, i]])
    return bool(fewest > 0)


@njit(cache=True)
def _can_fill(
    slots: Int, first: Int, members: Matrix[np.int8], size: Vector[np.int8], copies_left: Vector[np.int8]
) -> bool:
    """Whether units from number `first` on can fill so many slots.

    copies_left: (63,), of each kind; changed on the way, restored on return. The others: see `UnitTables`.
    """
    if slots == 0:
        return True
    for unit in range(first, len(size)):
        if size[unit] <= slots and has_copies(unit, members, size, copies_left):
            take(unit, members, size, copies_left, 1)
            is_filled = _can_fill(slots - size[unit], np.int64(unit), members, size, copies_left)
            take(unit, members, size, copies_left, -1)
            if is_filled:
                return True
    return False


@njit(cache=True)
def _kinds_that_fill(
    slots: Int, mask: Vector[np.int64], members: Matrix[np.int8], size: Vector[np.int8], copies_left: Vector[np.int8]
) -> Int:
    """The kinds, as bits, that can be in units that fill a number of slots, one or more."""
    found = np.int64(0)
    for unit in range(len(size)):
        if size[unit] > slots or not mask[unit] & ~found:
            continue
        if has_copies(unit, members, size, copies_left):
            take(unit, members, size, copies_left, 1)
            if _can_fill(slots - size[unit], np.int64(0), members, size, copies_left):
                found |= mask[unit]
            take(unit, members, size, copies_left, -1)
    return found


@njit(cache=True)
def _kinds_filled(
    kept: Vector[np.int64],
    copies_left: Vector[np.int8],
    mask: Vector[np.int64],
    members: Matrix[np.int8],
    size: Vector[np.int8],
) -> tuple[bool, Int]:
    """(whether units can fill all slots that the best choices leave, the kinds that can then be in them)."""
    found = np.int64(0)
    for left in range(1, MAX_TILES + 1):
        if kept[LEFT_SLOTS] >> left & 1:
            if not _can_fill(left, np.int64(0), members, size, copies_left):
                return False, found
            found |= _kinds_that_fill(left, mask, members, size, copies_left)
    return True, found


@njit(cache=True)
def distance_of(
    whole: Int, slots: Int, copies: Vector[np.int8], units: UnitTables, scratch: OverlapScratch
) -> tuple[Int, Int, bool]:
    """The distance of some tiles of the loaded hand, or NEVER; the accepted kinds as bits; and whether this is sure.

    It is not if what fills slots may need the same copies as what is missing; see `nearest`. whole: the tiles, as bits.
    slots: how many tiles win: 13, minus those of called units. copies: (63,), of each kind beside called units.
    """
    copies_left = copies.copy()
    for place in range(MAX_TILES):
        if whole >> place & 1:
            copies_left[scratch.kind_at[place]] -= 1
    used_up = kinds_with(copies_left, 0)
    # More may be fillable if the hand gives up tiles, but then it would rather keep them.
    is_known = scratch.used_up[0] == used_up
    for left in range(MAX_TILES + 1):
        is_fillable = _can_fill(left, np.int64(0), units.members, units.size, copies_left)
        is_known &= is_fillable == scratch.can_fill[left]
        scratch.can_fill[left] = is_fillable
    if not is_known:
        scratch.question[0] += 1
        scratch.used_up[0] = used_up
    question, rows, starts = scratch.question[0], scratch.rows, scratch.starts
    can_fill, overlap, choices = scratch.can_fill, scratch.overlap, scratch.choices
    best = best_overlap(whole, slots, question, used_up, rows, starts, can_fill, overlap)
    if best == IMPOSSIBLE:
        return np.int64(NEVER), np.int64(0), False
    find_choices(whole, slots, question, used_up, rows, starts, can_fill, overlap, choices, scratch.choices_of)
    kept = choices[slots << MAX_TILES | whole].copy()
    needed = needing_a_fourth(kept, copies_left)
    if needed:
        best, kept = overlap_without_a_fourth(whole, slots, needed, copies_left, scratch)
        if best == IMPOSSIBLE:
            return np.int64(NEVER), np.int64(0), False
    # What fills slots may use what some best choice misses, or must do without all of that.
    _, most = _kinds_filled(kept, copies_left, units.mask, units.members, units.size)
    for kind in range(MAX_KINDS):
        for times in (ONCE, TWICE, THRICE):
            copies_left[kind] -= kept[times] >> kind & 1
    is_filled, least = _kinds_filled(kept, copies_left, units.mask, units.members, units.size)
    is_sure = is_filled and not most & ~least & ~kept[ONCE]
    return slots - best, (kept[ONCE] | most) & ~used_up, is_sure
