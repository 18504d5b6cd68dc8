"""Units that fill slots beside a hand, whatever they are, as far as there are copies."""

from __future__ import annotations

from typing import Any

import numpy as np

from pipeline.compiled import njit
from pipeline.millijan.game.units import MOST_TILES


@njit(cache=True)  # type: ignore[untyped-decorator]
def _take(unit: Any, members: Any, size: Any, copies_left: Any, count: Any) -> None:
    for i in range(size[unit]):
        copies_left[members[unit, i]] -= count


@njit(cache=True)  # type: ignore[untyped-decorator]
def _has_copies(unit: Any, members: Any, size: Any, copies_left: Any) -> bool:
    fewest = np.int64(1)
    for i in range(size[unit]):
        fewest = min(fewest, copies_left[members[unit, i]])
    return bool(fewest > 0)


@njit(cache=True)  # type: ignore[untyped-decorator]
def can_fill(slots: Any, first: Any, members: Any, size: Any, copies_left: Any) -> Any:
    """Whether units from `first` on can fill so many slots.

    Args:
        slots: how many.
        first: the first unit that may be used.
        members: int8 (units, 13).
        size: int8 (units,).
        copies_left: int8 (63,), of each kind; as it was before in the end.
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


@njit(cache=True)  # type: ignore[untyped-decorator]
def find_fillable(members: Any, size: Any, copies_left: Any, fillable: Any) -> None:
    """Set fillable[slots] for 0 to 13 slots: bool (14,)."""
    for slots in range(MOST_TILES + 1):
        fillable[slots] = can_fill(slots, np.int64(0), members, size, copies_left)


@njit(cache=True)  # type: ignore[untyped-decorator]
def kinds_that_fill(slots: Any, mask: Any, members: Any, size: Any, copies_left: Any) -> Any:
    """The kinds, as bits, that can be in units that fill so many slots, one or more."""
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
