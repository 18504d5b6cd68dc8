"""The largest overlap of a hand with 13 tiles that split into units.

The search takes the lowest tile that is left: it is given up, or it is in one of the units that
have its kind, with all other members of the unit that are left. The other members of the unit are
*missing*; they take slots of the 13. What no unit has filled in the end, any units fill.

How often a kind has been missing is not remembered, so a best choice may need a fourth copy of it;
see `fourth_copies`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.compiled import njit
from pipeline.millijan.game.splits import lay_out, lowest_place
from pipeline.millijan.game.units import MOST_KINDS, MOST_TILES

IMPOSSIBLE = -1
KEYS = (MOST_TILES + 1) << MOST_TILES
"""Of (slots left, tiles left)."""

SIZE, UNIT, NEVER_HELD, HELD, MEMBERS = range(5)
"""Columns of a unit: members, number, kinds that the hand lacks as bits, how many it has."""
UNIT_COLUMNS = MEMBERS + 2 * MOST_TILES
"""Behind them the tiles of each held kind as bits, and that kind as a bit."""

ONCE, TWICE, THRICE, FOUR_TIMES, LEFT_SLOTS = range(5)
"""What is kept of best choices: kinds missing so often in one of them, and slots left to fill."""


class OverlapRoom(NamedTuple):
    """What the search works in; made by `overlap_room`.

    kind_at, group: as in `splits.Room`. rows: int64 (kinds of the hand * units, 31), the units of
    each kind of the hand. starts: int64 (26,), where those of each tile begin and end. can_fill:
    bool (14,), see `fillers`. overlap: int64 (14 * 2^13,), the largest overlap by slots and tiles
    left, with the question for which that is known. choices: int64 (14 * 2^13, 5), what is kept of
    the best choices; choices_of: int64 (14 * 2^13,), for which question. question: int64 (1,).
    used_up: int64 (1,), the kinds of which the hand of the question has all copies, -1 before the
    first question about a hand.
    """

    kind_at: NDArray[np.int8]
    group: NDArray[np.int64]
    rows: NDArray[np.int64]
    starts: NDArray[np.int64]
    can_fill: NDArray[np.bool_]
    overlap: NDArray[np.int64]
    choices: NDArray[np.int64]
    choices_of: NDArray[np.int64]
    question: NDArray[np.int64]
    used_up: NDArray[np.int64]


def overlap_room(units: int) -> OverlapRoom:
    """Room for the search over so many units."""
    return OverlapRoom(
        kind_at=np.zeros(MOST_TILES, dtype=np.int8),
        group=np.zeros(MOST_KINDS, dtype=np.int64),
        rows=np.zeros((MOST_TILES * units, UNIT_COLUMNS), dtype=np.int64),
        starts=np.zeros(2 * MOST_TILES, dtype=np.int64),
        can_fill=np.zeros(MOST_TILES + 1, dtype=np.bool_),
        overlap=np.zeros(KEYS, dtype=np.int64),
        choices=np.zeros((KEYS, LEFT_SLOTS + 1), dtype=np.int64),
        choices_of=np.zeros(KEYS, dtype=np.int64),
        question=np.zeros(1, dtype=np.int64),
        used_up=np.zeros(1, dtype=np.int64),
    )


@njit(cache=True)  # type: ignore[untyped-decorator]
def lay_out_for_overlaps(tiles: Any, units: Any, room: Any) -> None:
    """Lay out a hand and list the units of its kinds; what was known of another is forgotten.

    Args:
        tiles: int8 (tiles,), kinds, 13 at most.
        units: `UnitTables`.
        room: `OverlapRoom`, of which `group` must be put back to 0 before the next hand.
    """
    lay_out(tiles, room.kind_at, room.group)
    room.used_up[0] = -1
    count = 0
    for place in range(len(tiles)):
        kind = room.kind_at[place]
        if place and kind == room.kind_at[place - 1]:
            room.starts[2 * place] = room.starts[2 * place - 2]
            room.starts[2 * place + 1] = count
            continue
        room.starts[2 * place] = count
        for i in range(units.kind_starts[kind], units.kind_starts[kind + 1]):
            _list_unit(units.by_kind[i], units.members, units.size, room.group, room.rows[count])
            count += 1
        room.starts[2 * place + 1] = count


@njit(cache=True)  # type: ignore[untyped-decorator]
def _list_unit(unit: Any, members: Any, size: Any, group: Any, row: Any) -> None:
    row[SIZE], row[UNIT], row[NEVER_HELD], row[HELD] = size[unit], unit, 0, 0
    for i in range(size[unit]):
        kind = members[unit, i]
        if group[kind]:
            row[MEMBERS + 2 * row[HELD]] = group[kind]
            row[MEMBERS + 2 * row[HELD] + 1] = np.int64(1) << kind
            row[HELD] += 1
        else:
            row[NEVER_HELD] |= np.int64(1) << kind


@njit(cache=True)  # type: ignore[untyped-decorator]
def bit_count(bits: Any) -> int:
    """How many bits are set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@njit(cache=True)  # type: ignore[untyped-decorator]
def form_unit(state: Any, row: Any) -> tuple[Any, Any, Any]:
    """(what is left of some tiles, how many a unit takes of them, its missing kinds as bits)."""
    matched = np.int64(0)
    missing = row[NEVER_HELD]
    for i in range(MEMBERS, MEMBERS + 2 * row[HELD], 2):
        copies = state & row[i]
        if copies:
            state &= ~(copies & -copies)
            matched += 1
        else:
            missing |= row[i + 1]
    return state, matched, missing


@njit(cache=True)  # type: ignore[untyped-decorator]
def best_overlap(
    state: Any, slots: Any, question: Any, used_up: Any, rows: Any, starts: Any, can_fill: Any,
    overlap: Any,
) -> Any:  # fmt: skip
    """The largest overlap of some tiles with units that fill so many slots.

    Args:
        state: the tiles, as bits.
        slots: how many.
        question: a number that no other question about another hand has had.
        used_up: kinds of which there is no copy beside the hand, as bits.
        rows: see `OverlapRoom`.
        starts: see there.
        can_fill: see there.
        overlap: see there.

    Returns:
        IMPOSSIBLE if the slots cannot be filled.
    """
    if state == 0 or slots == 0:
        return np.int64(0) if can_fill[slots] else np.int64(IMPOSSIBLE)
    key = slots << MOST_TILES | state
    if overlap[key] >> 8 == question:
        return (overlap[key] & 255) - 1
    place = lowest_place(state)
    found = best_overlap(
        state & (state - 1), slots, question, used_up, rows, starts, can_fill, overlap
    )
    for i in range(starts[2 * place], starts[2 * place + 1]):
        slots_left = slots - rows[i, SIZE]
        if slots_left < 0:
            continue
        left, matched, missing = form_unit(state, rows[i])
        if missing & used_up or matched + min(bit_count(left), slots_left) <= found:
            continue
        of_left = best_overlap(left, slots_left, question, used_up, rows, starts, can_fill, overlap)
        if of_left != IMPOSSIBLE:
            found = max(found, matched + of_left)
    overlap[key] = question << 8 | (found + 1)
    return found


@njit(cache=True)  # type: ignore[untyped-decorator]
def add_choice(kept: Any, missing: Any, then: Any) -> None:
    """Add to what is kept a choice in which some kinds are missing, before what is kept of then."""
    kept[ONCE] |= missing | then[ONCE]
    kept[TWICE] |= missing & then[ONCE] | then[TWICE]
    kept[THRICE] |= missing & then[TWICE] | then[THRICE]
    kept[FOUR_TIMES] |= missing & then[THRICE] | then[FOUR_TIMES]
    kept[LEFT_SLOTS] |= then[LEFT_SLOTS]


@njit(cache=True)  # type: ignore[untyped-decorator]
def find_choices(
    state: Any, slots: Any, question: Any, used_up: Any, rows: Any, starts: Any, can_fill: Any,
    overlap: Any, choices: Any, choices_of: Any,
) -> None:  # fmt: skip
    """Find what is to be kept of the best choices for some tiles and slots, which can be filled.

    Args as for `best_overlap`; choices, choices_of: see `OverlapRoom`.
    """
    key = slots << MOST_TILES | state
    if choices_of[key] == question:
        return
    choices_of[key] = question
    kept = choices[key]
    kept[:] = 0
    if state == 0 or slots == 0:
        kept[LEFT_SLOTS] = np.int64(1) << slots
        return
    best = best_overlap(state, slots, question, used_up, rows, starts, can_fill, overlap)
    place = lowest_place(state)
    for i in range(starts[2 * place] - 1, starts[2 * place + 1]):
        left, matched, missing = state & (state - 1), np.int64(0), np.int64(0)
        slots_left = slots
        if i >= starts[2 * place]:  # before that, the tile is given up
            slots_left = slots - rows[i, SIZE]
            if slots_left < 0:
                continue
            left, matched, missing = form_unit(state, rows[i])
        if missing & used_up or matched + min(bit_count(left), slots_left) < best:
            continue
        of_left = best_overlap(left, slots_left, question, used_up, rows, starts, can_fill, overlap)
        if of_left != IMPOSSIBLE and matched + of_left == best:
            find_choices(left, slots_left, question, used_up, rows, starts, can_fill, overlap,
                         choices, choices_of)  # fmt: skip
            add_choice(kept, missing, choices[slots_left << MOST_TILES | left])
