"""The largest overlap where a best choice would need a fourth copy of some kind.

The same search as in `overlaps`, with a count of how often some *watched* kinds have been missing.
Choices that are best then may need a fourth copy of another kind; then that is watched too.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64
from numba.typed import Dict

from pipeline.compiled import njit
from pipeline.millijan.game.overlaps import (
    FOUR_TIMES,
    IMPOSSIBLE,
    KEYS,
    LEFT_SLOTS,
    SIZE,
    THRICE,
    TWICE,
    add_choice,
    best_overlap,
    form_unit,
)
from pipeline.millijan.game.splits import lowest_place
from pipeline.millijan.game.units import MOST_KINDS, MOST_TILES


@njit(cache=True)  # type: ignore[untyped-decorator]
def kinds_with(copies_left: Any, count: Any) -> Any:
    """The kinds of which so many copies are left, as bits."""
    found = np.int64(0)
    for kind in range(len(copies_left)):
        if copies_left[kind] == count:
            found |= np.int64(1) << kind
    return found


@njit(cache=True)  # type: ignore[untyped-decorator]
def needing_a_fourth(kept: Any, copies_left: Any) -> Any:
    """The kinds, as bits, of which some best choice needs more copies than there are."""
    return (
        kept[TWICE] & kinds_with(copies_left, 1)
        | kept[THRICE] & kinds_with(copies_left, 2)
        | kept[FOUR_TIMES]
    )


@njit(cache=True)  # type: ignore[untyped-decorator]
def _now_spent(spent: Any, missing: Any, watched: Any, limits: Any) -> Any:
    """How often the watched kinds have been missing when some kinds are; -1: too often."""
    for j in range(len(watched)):
        if missing >> watched[j] & 1:
            if (spent >> 2 * j & 3) == limits[j]:
                return np.int64(-1)
            spent += np.int64(1) << 2 * j
    return spent


@njit(cache=True)  # type: ignore[untyped-decorator]
def _find_watched_choices(  # noqa: C901 - numba takes calls with so many arrays apart slowly
    state: Any, slots: Any, spent: Any, watched: Any, limits: Any, room: Any, places: Any,
    best: Any, choices: Any,
) -> Any:  # fmt: skip
    """The place of what is known of some tiles and slots.

    Args:
        state: the tiles left, as bits.
        slots: left.
        spent: how often each of the watched kinds has been missing, 2 bits each.
        watched: int64 (watched kinds,).
        limits: int64 (watched kinds,), how often each may be missing.
        room: `OverlapRoom`, with what is known without watching.
        places: dictionary of (spent, slots, state) -> the place of what is known.
        best: int64 (places,), the largest overlap, or IMPOSSIBLE.
        choices: int64 (places, 5), as in `OverlapRoom`.
    """
    key = (spent << 4 | slots) << MOST_TILES | state
    if key in places:
        return places[key]
    here = np.int64(len(places))
    places[key] = here
    kept = choices[here]
    kept[:] = 0
    best[here] = IMPOSSIBLE
    if state == 0 or slots == 0:
        if room.can_fill[slots]:
            best[here] = 0
            kept[LEFT_SLOTS] = np.int64(1) << slots
        return here
    place = lowest_place(state)
    for i in range(room.starts[2 * place] - 1, room.starts[2 * place + 1]):
        left, matched, missing = state & (state - 1), np.int64(0), np.int64(0)
        slots_left = slots
        if i >= room.starts[2 * place]:  # before that, the tile is given up
            slots_left = slots - room.rows[i, SIZE]
            if slots_left < 0:
                continue
            left, matched, missing = form_unit(state, room.rows[i])
        now_spent = _now_spent(spent, missing, watched, limits)
        if missing & room.used_up[0] or now_spent < 0:
            continue
        bound = best_overlap(left, slots_left, room.question[0], room.used_up[0], room.rows,
                             room.starts, room.can_fill, room.overlap)  # fmt: skip
        if bound == IMPOSSIBLE or matched + bound < best[here]:
            continue
        there = _find_watched_choices(
            left, slots_left, now_spent, watched, limits, room, places, best, choices
        )
        if best[there] == IMPOSSIBLE or matched + best[there] < best[here]:
            continue
        if matched + best[there] > best[here]:
            best[here] = matched + best[there]
            kept[:] = 0
        add_choice(kept, missing, choices[there])
    return here


@njit(cache=True)  # type: ignore[untyped-decorator]
def overlap_without_a_fourth(
    whole: Any, slots: Any, needed: Any, copies_left: Any, room: Any
) -> tuple[Any, Any]:
    """The largest overlap, and what is kept of the best choices, when no fourth copy is used.

    Args:
        whole: the tiles, as bits.
        slots: int64, how many tiles win.
        needed: kinds of which some choice needs a fourth copy, as bits.
        copies_left: int8 (63,), of each kind beside the hand.
        room: `OverlapRoom`, with what is known without watching.
    """
    watching = needed
    while True:
        watched = np.array([kind for kind in range(MOST_KINDS) if watching >> kind & 1])
        limits = np.array([np.int64(copies_left[kind]) for kind in watched])
        places = Dict.empty(int64, int64)
        best = np.empty(KEYS, dtype=np.int64)
        choices = np.empty((KEYS, LEFT_SLOTS + 1), dtype=np.int64)
        here = _find_watched_choices(
            whole, slots, np.int64(0), watched, limits, room, places, best, choices
        )
        more = needing_a_fourth(choices[here], copies_left) & ~watching
        if not more:
            return best[here], choices[here].copy()
        watching |= more
