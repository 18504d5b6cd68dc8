"""The largest overlap where a best choice would need a fourth copy of some kind.

The same search as in `overlaps`, with a count of how often some *watched* kinds have been missing. If the best choices
then need a fourth copy of another kind, that is watched too.
"""

from __future__ import annotations

import numpy as np
from numba import int64
from numba.typed import Dict

from pipeline.core.arrays import Int, Matrix, Vector
from pipeline.core.compiled import njit
from pipeline.millijan.game.overlaps import (
    FOUR_TIMES,
    IMPOSSIBLE,
    KEYS,
    LEFT_SLOTS,
    SIZE,
    THRICE,
    TWICE,
    OverlapScratch,
    add_choice,
    best_overlap,
    form_unit,
)
from pipeline.millijan.game.splits import lowest_place
from pipeline.millijan.game.units import MAX_KINDS, MAX_TILES


@njit(cache=True)
def kinds_with(copies_left: Vector[np.int8], count: int) -> Int:
    """The kinds of which a number of copies are left, as bits."""
    found = np.int64(0)
    for kind in range(len(copies_left)):
        if copies_left[kind] == count:
            found |= np.int64(1) << kind
    return found


@njit(cache=True)
def needing_a_fourth(kept: Vector[np.int64], copies_left: Vector[np.int8]) -> Int:
    """The kinds, as bits, of which some best choice needs more copies than there are."""
    twice, thrice = kinds_with(copies_left, 1), kinds_with(copies_left, 2)
    needed: Int = kept[TWICE] & twice | kept[THRICE] & thrice | kept[FOUR_TIMES]
    return needed


@njit(cache=True)
def _now_spent(spent: Int, missing: Int, watched: Vector[np.int64], limits: Vector[np.int64]) -> Int:
    """How often the watched kinds have been missing once some more kinds are; -1: too often.

    Two bits a kind, the first watched one lowest: 0b0110 says twice for the first, once for the second.
    """
    for j in range(len(watched)):
        if missing >> watched[j] & 1:
            if (spent >> 2 * j & 3) == limits[j]:
                return np.int64(-1)
            spent += np.int64(1) << 2 * j
    return spent


@njit(cache=True)
def _find_watched_choices(  # noqa: C901 - numba takes calls with so many arrays apart slowly
    state: Int,
    slots: Int,
    spent: Int,
    watched: Vector[np.int64],
    limits: Vector[np.int64],
    scratch: OverlapScratch,
    places: dict[Int, Int],
    best: Vector[np.int64],
    choices: Matrix[np.int64],
) -> Int:
    """The place of what is known of some tiles, as bits, and slots.

    spent: how often each of the watched kinds has been missing, 2 bits each. limits: how often each may be. scratch:
    has what is known without watching. places: (spent, slots, state) -> place. best: (places,), the largest overlap,
    or IMPOSSIBLE. choices: (places, 5), as in `OverlapScratch`.
    """
    key = (spent << 4 | slots) << MAX_TILES | state
    if key in places:
        known: Int = places[key]
        return known
    here = np.int64(len(places))
    places[key] = here
    kept = choices[here]
    kept[:] = 0
    best[here] = IMPOSSIBLE
    if state == 0 or slots == 0:
        if scratch.can_fill[slots]:
            best[here] = 0
            kept[LEFT_SLOTS] = np.int64(1) << slots
        return here
    question, used_up, rows, starts = scratch.question[0], scratch.used_up[0], scratch.rows, scratch.starts
    can_fill, overlap = scratch.can_fill, scratch.overlap
    place = lowest_place(state)
    for i in range(starts[2 * place] - 1, starts[2 * place + 1]):
        left, matched, missing = state & (state - 1), np.int64(0), np.int64(0)
        slots_left = slots
        if i >= starts[2 * place]:  # before that, the tile is given up
            slots_left = slots - rows[i, SIZE]
            if slots_left < 0:
                continue
            left, matched, missing = form_unit(state, rows[i])
        now_spent = _now_spent(spent, missing, watched, limits)
        if missing & used_up or now_spent < 0:
            continue
        bound = best_overlap(left, slots_left, question, used_up, rows, starts, can_fill, overlap)
        if bound == IMPOSSIBLE or matched + bound < best[here]:
            continue
        there = _find_watched_choices(left, slots_left, now_spent, watched, limits, scratch, places, best, choices)
        if best[there] == IMPOSSIBLE or matched + best[there] < best[here]:
            continue
        if matched + best[there] > best[here]:
            best[here] = matched + best[there]
            kept[:] = 0
        add_choice(kept, missing, choices[there])
    return here


@njit(cache=True)
def overlap_without_a_fourth(
    whole: Int, slots: Int, needed: Int, copies_left: Vector[np.int8], scratch: OverlapScratch
) -> tuple[Int, Vector[np.int64]]:
    """The largest overlap, and what is kept of the best choices, when no fourth copy is used.

    whole: the tiles, as bits. slots: how many tiles win. needed: kinds of which some choice needs a fourth copy, as
    bits. copies_left: (63,), of each kind beside the hand. scratch: has what is known without watching.
    """
    watching = needed
    while True:
        watched = np.array([kind for kind in range(MAX_KINDS) if watching >> kind & 1])
        limits = np.array([np.int64(copies_left[kind]) for kind in watched])
        places = Dict.empty(int64, int64)
        best = np.empty(KEYS, dtype=np.int64)
        choices = np.empty((KEYS, LEFT_SLOTS + 1), dtype=np.int64)
        here = _find_watched_choices(whole, slots, np.int64(0), watched, limits, scratch, places, best, choices)
        more = needing_a_fourth(choices[here], copies_left) & ~watching
        if not more:
            return best[here], choices[here].copy()
        watching |= more
