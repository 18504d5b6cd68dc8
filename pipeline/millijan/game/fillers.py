"""Units that fill slots beside a hand: any units, as long as there are copies left."""

from __future__ import annotations

import numpy as np

from pipeline.core.arrays import Int, Matrix, Vector
from pipeline.core.compiled import njit
from pipeline.millijan.game.units import MAX_TILES


@njit(cache=True)
def _take(unit: Int, members: Matrix[np.int8], size: Vector[np.int8], copies_left: Vector[np.int8], count: int) -> None:
    for i in range(size[unit]):
        copies_left[members[unit, i]] -= count


@njit(cache=True)
def _has_copies(unit: Int, members: Matrix[np.int8], size: Vector[np.int8], copies_left: Vector[np.int8]) -> bool:
    fewest = np.int64(1)
    for i in range(size[unit]):
        fewest = min(fewest, copies_left[members[unit, i]])
    return bool(fewest > 0)


@njit(cache=True)
def can_fill(
    slots: Int, first: Int, members: Matrix[np.int8], size: Vector[np.int8], copies_left: Vector[np.int8]
) -> bool:
    """Whether units from number `first` on can fill a number of slots.

    Args:
        slots: how many.
        first: the first unit that may be used.
        members: (units, 13), see `UnitTables`.
        size: (units,).
        copies_left: (63,), of each kind; changed on the way, restored on return.
    """
    if slots == 0:
        return True
    for unit in range(first, len(size)):
        if size[unit] <= slots and _has_copies(unit, members, size, copies_left):
            _take(unit, members, size, copies_left, 1)
            is_filled = can_fill(slots - size[unit], np.int64(unit), members, size, copies_left)
            _take(unit, members, size, copies_left, -1)
            if is_filled:
                return True
    return False


@njit(cache=True)
def find_fillable(
    members: Matrix[np.int8], size: Vector[np.int8], copies_left: Vector[np.int8], fillable: Vector[np.bool_]
) -> None:
    """Set fillable (14,) to whether units can fill 0, 1, .., 13 slots."""
    for slots in range(MAX_TILES + 1):
        fillable[slots] = can_fill(slots, np.int64(0), members, size, copies_left)


@njit(cache=True)
def kinds_that_fill(
    slots: Int, mask: Vector[np.int64], members: Matrix[np.int8], size: Vector[np.int8], copies_left: Vector[np.int8]
) -> Int:
    """The kinds, as bits, that can be in units that fill a number of slots, one or more."""
    found = np.int64(0)
    for unit in range(len(size)):
        if size[unit] > slots or not mask[unit] & ~found:
            continue
        if _has_copies(unit, members, size, copies_left):
            _take(unit, members, size, copies_left, 1)
            if can_fill(slots - size[unit], np.int64(0), members, size, copies_left):
                found |= mask[unit]
            _take(unit, members, size, copies_left, -1)
    return found
