"""The largest overlap of a hand with 13 tiles that split into units.

The search takes the lowest tile that is left: it is given up, or it is in one of the units that have its kind, with
all other members of the unit that are left. The other members of the unit are *missing*; they take slots of the 13.
Slots that are left in the end are filled by any units.

A unit is a row of numbers. Of a unit of kinds 0, 1 and 5 and a hand with kind 0 as tile 0 and kind 1 as tiles 1 and 2:

    SIZE  UNIT  NEVER_HELD  HELD  MEMBERS: tiles, kind of each held member
      3     7    1 << 5       2   0b0001, 1 << 0, 0b0110, 1 << 1

>>> row = np.array([3, 7, 1 << 5, 2, 0b0001, 1 << 0, 0b0110, 1 << 1])
>>> form_unit(0b0111, row)  # tile 2 is left; 2 tiles are in the unit; kind 5 is missing
(4, 2, 32)
>>> form_unit(0b0110, row)  # so is kind 0
(4, 1, 33)

How often a kind has been missing is not remembered, so a best choice may need a fourth copy of it; see `fourth_copies`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pipeline.core.arrays import Int, Matrix, Vector
from pipeline.core.compiled import njit
from pipeline.millijan.game.splits import bit_count, load_hand, lowest_place
from pipeline.millijan.game.units import MAX_KINDS, MAX_TILES, UnitTables

IMPOSSIBLE = -1
KEYS = (MAX_TILES + 1) << MAX_TILES
"""Of (slots left, tiles left)."""

SIZE, UNIT, NEVER_HELD, HELD, MEMBERS = range(5)
"""Columns of a unit's row: how many members, its number, the kinds that the hand lacks as bits, how many it has, and
of each of these kinds the tiles and the kind as bits."""
UNIT_COLUMNS = MEMBERS + 2 * MAX_TILES

ONCE, TWICE, THRICE, FOUR_TIMES, LEFT_SLOTS = range(5)
"""Columns of what is kept of the best choices, as bits: kinds that are missing so often in one, and slots left."""


class OverlapScratch(NamedTuple):
    """Working memory of the search, for one hand at a time; made by `overlap_scratch`."""

    kind_at: Vector[np.int8]
    """As in `splits.Scratch`."""
    group: Vector[np.int64]
    """As in `splits.Scratch`."""
    rows: Matrix[np.int64]
    """(kinds of the hand * units, 31), the units of each kind of the hand."""
    starts: Vector[np.int64]
    """(26,), where the rows of each tile begin and end."""
    can_fill: Vector[np.bool_]
    """(14,), whether units can fill so many slots; see `fillers`."""
    overlap: Vector[np.int64]
    """(14 * 2^13,), question << 8 | largest overlap + 1, by slots << 13 | tiles left."""
    choices: Matrix[np.int64]
    """(14 * 2^13, 5), what is kept of the best choices, by the same key."""
    choices_of: Vector[np.int64]
    """(14 * 2^13,), the question that each row of `choices` belongs to."""
    question: Vector[np.int64]
    """(1,), the number of the question."""
    used_up: Vector[np.int64]
    """(1,), the kinds of which the hand has all copies, as bits; -1 before the first question about a hand."""


def overlap_scratch(units: int) -> OverlapScratch:
    """Working memory for the search over so many units."""
    return OverlapScratch(
        kind_at=np.zeros(MAX_TILES, dtype=np.int8),
        group=np.zeros(MAX_KINDS, dtype=np.int64),
        rows=np.zeros((MAX_TILES * units, UNIT_COLUMNS), dtype=np.int64),
        starts=np.zeros(2 * MAX_TILES, dtype=np.int64),
        can_fill=np.zeros(MAX_TILES + 1, dtype=np.bool_),
        overlap=np.zeros(KEYS, dtype=np.int64),
        choices=np.zeros((KEYS, LEFT_SLOTS + 1), dtype=np.int64),
        choices_of=np.zeros(KEYS, dtype=np.int64),
        question=np.zeros(1, dtype=np.int64),
        used_up=np.zeros(1, dtype=np.int64),
    )


@njit(cache=True)
def load_for_overlaps(tiles: Vector[np.int8], units: UnitTables, scratch: OverlapScratch) -> None:
    """Load a hand, the kinds of its (tiles,), and list the units of these; what was known of another is forgotten."""
    load_hand(tiles, scratch.kind_at, scratch.group)
    scratch.used_up[0] = -1
    starts, group, count = scratch.starts, scratch.group, 0
    for place in range(len(tiles)):
        kind = scratch.kind_at[place]
        starts[2 * place], starts[2 * place + 1] = count, count
        if place and kind == scratch.kind_at[place - 1]:
            starts[2 * place] = starts[2 * place - 2]
            continue
        for i in range(units.kind_starts[kind], units.kind_starts[kind + 1]):
            unit, row = units.by_kind[i], scratch.rows[count]
            row[SIZE], row[UNIT], row[NEVER_HELD], row[HELD] = units.size[unit], unit, 0, 0
            for j in range(units.size[unit]):
                member = units.members[unit, j]
                if group[member]:
                    row[MEMBERS + 2 * row[HELD]] = group[member]
                    row[MEMBERS + 2 * row[HELD] + 1] = np.int64(1) << member
                    row[HELD] += 1
                else:
                    row[NEVER_HELD] |= np.int64(1) << member
            count += 1
        starts[2 * place + 1] = count


@njit(cache=True)
def form_unit(state: Int, row: Vector[np.int64]) -> tuple[Int, np.int64, np.int64]:
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


@njit(cache=True)
def best_overlap(
    state: Int,
    slots: Int,
    question: Int,
    used_up: Int,
    rows: Matrix[np.int64],
    starts: Vector[np.int64],
    can_fill: Vector[np.bool_],
    overlap: Vector[np.int64],
) -> Int:
    """The largest overlap of some tiles, as bits, with units that fill a number of slots; IMPOSSIBLE if none do.

    question: a number that differs for every other hand. used_up: kinds of which there is no copy beside the hand, as
    bits. rows, starts, can_fill, overlap: see `OverlapScratch`.
    """
    if state == 0 or slots == 0:
        return np.int64(0) if can_fill[slots] else np.int64(IMPOSSIBLE)
    key = slots << MAX_TILES | state
    known: Int = overlap[key]
    if known >> 8 == question:
        return (known & 255) - 1
    place = lowest_place(state)
    found = best_overlap(state & (state - 1), slots, question, used_up, rows, starts, can_fill, overlap)
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


@njit(cache=True)
def add_choice(kept: Vector[np.int64], missing: Int, then: Vector[np.int64]) -> None:
    """Add a choice to what is kept: some kinds are missing now, and others in the choices that follow."""
    kept[ONCE] |= missing | then[ONCE]
    kept[TWICE] |= missing & then[ONCE] | then[TWICE]
    kept[THRICE] |= missing & then[TWICE] | then[THRICE]
    kept[FOUR_TIMES] |= missing & then[THRICE] | then[FOUR_TIMES]
    kept[LEFT_SLOTS] |= then[LEFT_SLOTS]


@njit(cache=True)
def find_choices(
    state: Int,
    slots: Int,
    question: Int,
    used_up: Int,
    rows: Matrix[np.int64],
    starts: Vector[np.int64],
    can_fill: Vector[np.bool_],
    overlap: Vector[np.int64],
    choices: Matrix[np.int64],
    choices_of: Vector[np.int64],
) -> None:
    """Find what is to be kept of the best choices for tiles and slots that can be filled; as for `best_overlap`."""
    key = slots << MAX_TILES | state
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
            find_choices(left, slots_left, question, used_up, rows, starts, can_fill, overlap, choices, choices_of)
            add_choice(kept, missing, choices[slots_left << MAX_TILES | left])
