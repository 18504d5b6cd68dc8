"""Distance: how many tiles a hand of 12 must draw to win, those discarded instead not counted.

That is 13 less the largest overlap with 13 tiles that split into units, each kind at most 3 times.
A kind is *accepted* if drawing it lowers the distance, so if it is missing in some best choice.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pipeline.compiled import copy_elements, njit
from pipeline.millijan.game.fillers import can_fill, find_fillable, kinds_that_fill
from pipeline.millijan.game.fourth_copies import (
    kinds_with,
    needing_a_fourth,
    overlap_without_a_fourth,
)
from pipeline.millijan.game.overlaps import (
    IMPOSSIBLE,
    LEFT_SLOTS,
    ONCE,
    THRICE,
    TWICE,
    best_overlap,
    find_choices,
)
from pipeline.millijan.game.units import MOST_KINDS, MOST_TILES

NEVER = MOST_TILES + 1
"""The distance where no 13 tiles split into units."""


@njit(cache=True)  # type: ignore[untyped-decorator]
def _kinds_filled(
    kept: Any, copies_left: Any, mask: Any, members: Any, size: Any
) -> tuple[Any, Any]:
    """(whether units can fill all that best choices leave, the kinds that can then be in them)."""
    found = np.int64(0)
    for left in range(1, MOST_TILES + 1):
        if kept[LEFT_SLOTS] >> left & 1:
            if not can_fill(left, np.int64(0), members, size, copies_left):
                return False, found
            found |= kinds_that_fill(left, mask, members, size, copies_left)
    return True, found


@njit(cache=True)  # type: ignore[untyped-decorator]
def distance_of(whole: Any, slots: Any, copies: Any, units: Any, room: Any) -> tuple[Any, Any, Any]:
    """The distance of some tiles of a hand that is laid out, and the accepted kinds.

    Args:
        whole: the tiles, as bits.
        slots: int64, how many tiles win: 13, or less those of called units.
        copies: int8 (63,), of each kind beside called units.
        units: `UnitTables`.
        room: `OverlapRoom`.

    Returns:
        The distance, or NEVER; the accepted kinds as bits; and whether this is sure. It is not if
        what fills slots may need the same copies as what is missing; see `nearest`.
    """
    copies_left = copies.copy()
    for place in range(MOST_TILES):
        if whole >> place & 1:
            copies_left[room.kind_at[place]] -= 1
    used_up = kinds_with(copies_left, 0)
    # More may be fillable if the hand gives up tiles, but then it would rather keep them.
    fillable = np.empty(MOST_TILES + 1, dtype=np.bool_)
    find_fillable(units.members, units.size, copies_left, fillable)
    if room.used_up[0] != used_up or (fillable != room.can_fill).any():
        room.question[0] += 1
        room.used_up[0] = used_up
        copy_elements(fillable, room.can_fill)
    best = best_overlap(whole, slots, room.question[0], used_up, room.rows, room.starts,
                        room.can_fill, room.overlap)  # fmt: skip
    if best == IMPOSSIBLE:
        return np.int64(NEVER), np.int64(0), False
    find_choices(whole, slots, room.question[0], used_up, room.rows, room.starts, room.can_fill,
                 room.overlap, room.choices, room.choices_of)  # fmt: skip
    kept = room.choices[slots << MOST_TILES | whole].copy()
    needed = needing_a_fourth(kept, copies_left)
    if needed:
        best, kept = overlap_without_a_fourth(whole, slots, needed, copies_left, room)
        if best == IMPOSSIBLE:
            return np.int64(NEVER), np.int64(0), False
    # What fills slots may use what some best choice misses, or must do without all of that.
    _, most = _kinds_filled(kept, copies_left, units.mask, units.members, units.size)
    for kind in range(MOST_KINDS):
        for times in (ONCE, TWICE, THRICE):
            copies_left[kind] -= kept[times] >> kind & 1
    is_filled, least = _kinds_filled(kept, copies_left, units.mask, units.members, units.size)
    is_sure = is_filled and not most & ~least & ~kept[ONCE]
    return slots - best, (kept[ONCE] | most) & ~used_up, is_sure
