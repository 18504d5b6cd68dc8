"""The distance of a hand from a win, and the nearest wins.

The distance of 12 tiles is 13 minus their largest overlap with 13 tiles that split into units, no kind more than 3
times. A kind is *accepted* if drawing it lowers the distance.

There are three searches, each exact where the one before it may be wrong:

1. `has_overlap` takes the lowest tile that is left. The tile is given up, or it is in one of the units that have its
   kind, together with all other members of the unit that are left. The members that are not there are *missing*; they
   take slots of the 13. Any units fill the slots that remain in the end.
2. The first search does not remember how often a kind has been missing, so its best choices may need a fourth copy of a
   kind. `overlap_without_a_fourth` repeats the search and counts how often these kinds, the *watched* ones, have been
   missing. If the best choices then need a fourth copy of another kind, that one is watched too.
3. Neither search notices when the missing tiles and the tiles that fill the other slots need the same copies.
   `NearestWins` does. It is plain Python, and prunes with the overlap of the first search, which is never too low.

A unit is a row of numbers. Of a unit of kinds 0, 1 and 5 and a hand with kind 0 as tile 0 and kind 1 as tiles 1 and 2:

    SIZE  UNIT  NEVER_HELD  HELD  MEMBERS: tiles, kind of each held member
      3     7    1 << 5       2   0b0001, 1 << 0, 0b0110, 1 << 1

>>> row = np.array([3, 7, 1 << 5, 2, 0b0001, 1 << 0, 0b0110, 1 << 1])
>>> form_unit(0b0111, row)  # tile 2 is left; 2 tiles are in the unit; kind 5 is missing
(4, 2, 32)
>>> form_unit(0b0110, row)  # so is kind 0
(4, 1, 33)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from tablebases.arrays import Int, Integers, Matrix, Vector
from tablebases.compiled import Variant, as_compiled, njit
from tablebases.millijan.splits import AFTER_HAND, GROUP, KIND_AT, bit_count, load_hand, lowest_place
from tablebases.millijan.units import MAX_KINDS, MAX_TILES, NEVER, Unit, UnitTables

# The largest overlap, if any number of copies may be missing.

IMPOSSIBLE = -1
KEYS = (MAX_TILES + 1) << MAX_TILES
"""Of (slots left, tiles left)."""
NONE_FAILED = 15
"""More tiles than any overlap has."""

SIZE, UNIT, NEVER_HELD, HELD, MEMBERS = range(5)
"""Columns of a unit's row: how many members, its number, the kinds that the hand lacks as bits, how many it has, and
of each of these kinds the tiles and the kind as bits."""
UNIT_COLUMNS = MEMBERS + 2 * MAX_TILES

ONCE, TWICE, THRICE, FOUR_TIMES, LEFT_SLOTS, OF_QUESTION = range(6)
"""Columns of the needs of best choices: kinds missing once to four times in one choice and slots left, each as bits,
and the number of the question."""
NEEDS_COLUMNS = OF_QUESTION + 1

NUMBER, USED_UP, CAN_FILL, ALWAYS_FILL, STARTS = range(AFTER_HAND, AFTER_HAND + 5)
OVERLAP = STARTS + 2 * MAX_TILES
CHOICES = OVERLAP + KEYS
ROWS = CHOICES + KEYS * NEEDS_COLUMNS
"""Places in the memory of the search; those of the hand are the same as in splits.py. A key is slots << 13 | tiles.

- NUMBER: the number of the question, which differs for every other hand.
- USED_UP: the kinds of which the hand has all copies, as bits; -1 before the first question about a hand.
- CAN_FILL: the numbers of slots that units can fill, as bits.
- ALWAYS_FILL: the same if the whole hand is kept. Some tiles of the hand leave more copies.
- STARTS: for each of the 13 tiles, where its rows begin and end in the memory.
- OVERLAP: by keys, the overlaps that have been tried, as question << 8 | least that is out of reach << 4 | most that is
  in reach + 1.
- CHOICES: by keys, the needs of the best choices; rows of NEEDS_COLUMNS.
- ROWS: the units of each kind of the hand; rows of UNIT_COLUMNS.
"""


def overlap_memory(units: int) -> Vector[np.int64]:
    """Memory for hands at a table with `units` units, for one hand at a time."""
    return np.zeros(ROWS + MAX_TILES * units * UNIT_COLUMNS, dtype=np.int64)


@njit(cache=True, counts_references=False)
def load_for_overlaps(tiles: Vector[np.int8], units: UnitTables, memory: Vector[np.int64]) -> None:
    """Load a hand, the kinds of its (tiles,), and list their units; results for the hand before are out of date."""
    load_hand(tiles, memory)
    memory[USED_UP] = -1
    group, end = memory[GROUP:AFTER_HAND], ROWS
    for place in range(len(tiles)):
        kind, starts = memory[KIND_AT + place], memory[STARTS + 2 * place :]
        starts[0], starts[1] = end, end
        if place and kind == memory[KIND_AT + place - 1]:
            starts[0] = memory[STARTS + 2 * place - 2]
            continue
        for i in range(units.kind_starts[kind], units.kind_starts[kind + 1]):
            unit, row = units.by_kind[i], memory[end:]
            row[SIZE], row[UNIT], row[NEVER_HELD], row[HELD] = units.size[unit], unit, 0, 0
            for j in range(units.size[unit]):
                member = units.members[unit, j]
                if group[member]:
                    row[MEMBERS + 2 * row[HELD]] = group[member]
                    row[MEMBERS + 2 * row[HELD] + 1] = np.int64(1) << member
                    row[HELD] += 1
                else:
                    row[NEVER_HELD] |= np.int64(1) << member
            end += UNIT_COLUMNS
        starts[1] = end


@njit(cache=True, counts_references=False)
def form_unit(state: Int, row: Vector[np.int64]) -> tuple[Int, np.int64, np.int64]:
    """(the tiles that a unit leaves of `state`, how many it takes, its missing kinds as bits)."""
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


@njit(cache=True, counts_references=False)
def has_overlap(least: Int, state: Int, slots: Int, memory: Vector[np.int64]) -> bool:
    """Whether `least` of the tiles `state`, or more, can be in units that fill `slots` slots.

    A search with a goal drops choices that give up or miss too many tiles. That takes less time than to find the
    largest overlap. `least` is 0 or more. `state` has the tiles as bits.
    """
    if state == 0 or slots == 0:
        return bool(memory[CAN_FILL] >> slots & 1 and least == 0)
    key = OVERLAP + (slots << MAX_TILES | state)
    known: Int = memory[key]
    if known >> 8 != memory[NUMBER]:
        known = memory[NUMBER] << 8 | NONE_FAILED << 4
    if least < known & 15 or least >= known >> 4 & 15:
        return bool(least < known & 15)
    place = STARTS + 2 * lowest_place(state)
    is_found = False
    for i in range(memory[place], memory[place + 1], UNIT_COLUMNS):
        slots_left = slots - memory[i + SIZE]
        if slots_left < 0 or memory[i + HELD] + slots_left < least:
            continue
        left, matched, missing = form_unit(state, memory[i : i + UNIT_COLUMNS])
        if missing & memory[USED_UP] or matched + min(bit_count(left), slots_left) < least:
            continue
        if has_overlap(max(least - matched, np.int64(0)), left, slots_left, memory):
            is_found = True
            break
    if not is_found and min(bit_count(state) - 1, slots) >= least:  # give the lowest tile up
        is_found = has_overlap(least, state & (state - 1), slots, memory)
    memory[key] = known & ~15 | (least + 1) if is_found else known & ~(15 << 4) | least << 4
    return is_found


@njit(cache=True, counts_references=False)
def largest_overlap(state: Int, slots: Int, memory: Vector[np.int64]) -> Int:
    """The largest overlap of the tiles `state` with units that fill `slots` slots; IMPOSSIBLE if none do.

    The goals fall from the largest one: those that are missed take less time than those below the answer would.
    """
    found: Int = np.int64(min(bit_count(state), slots))
    while found >= 0 and not has_overlap(found, state, slots, memory):
        found -= 1
    return found


@njit(cache=True, counts_references=False)
def add_choice(needs: Vector[np.int64], missing: Int, then: Vector[np.int64]) -> None:
    """Add a choice to needs: its missing kinds, and `then`, the needs of the choices that follow."""
    needs[ONCE] |= missing | then[ONCE]
    needs[TWICE] |= missing & then[ONCE] | then[TWICE]
    needs[THRICE] |= missing & then[TWICE] | then[THRICE]
    needs[FOUR_TIMES] |= missing & then[THRICE] | then[FOUR_TIMES]
    needs[LEFT_SLOTS] |= then[LEFT_SLOTS]


@njit(cache=True, counts_references=False)
def _needs_place(slots: Int, state: Int) -> Int:
    """The place in the memory of the needs for some slots and tiles."""
    return CHOICES + (slots << MAX_TILES | state) * NEEDS_COLUMNS


@njit(cache=True, counts_references=False)
def find_choices(best: Int, state: Int, slots: Int, memory: Vector[np.int64]) -> None:
    """Find the needs of the best choices for tiles and slots; `best` is their largest overlap."""
    here = _needs_place(slots, state)
    needs = memory[here : here + NEEDS_COLUMNS]
    if needs[OF_QUESTION] == memory[NUMBER]:
        return
    needs[:] = 0
    needs[OF_QUESTION] = memory[NUMBER]
    if state == 0 or slots == 0:
        needs[LEFT_SLOTS] = np.int64(1) << slots
        return
    place = STARTS + 2 * lowest_place(state)
    for i in range(memory[place] - UNIT_COLUMNS, memory[place + 1], UNIT_COLUMNS):
        left, matched, missing = state & (state - 1), np.int64(0), np.int64(0)
        slots_left = slots
        if i >= memory[place]:  # before that, the tile is given up
            slots_left = slots - memory[i + SIZE]
            if slots_left < 0 or memory[i + HELD] + slots_left < best:
                continue
            left, matched, missing = form_unit(state, memory[i : i + UNIT_COLUMNS])
        if missing & memory[USED_UP] or matched + min(bit_count(left), slots_left) < best:
            continue
        of_left = max(best - matched, np.int64(0))
        if has_overlap(of_left, left, slots_left, memory):
            find_choices(of_left, left, slots_left, memory)
            add_choice(needs, missing, memory[_needs_place(slots_left, left) :])


# The largest overlap where a best choice would need a fourth copy of some kind.


@njit(cache=True, counts_references=False)
def kinds_with(copies_left: Vector[np.int8], count: int) -> Int:
    """The kinds with `count` copies left, as bits."""
    found = np.int64(0)
    for kind in range(len(copies_left)):
        if copies_left[kind] == count:
            found |= np.int64(1) << kind
    return found


@njit(cache=True, counts_references=False)
def needing_a_fourth(needs: Vector[np.int64], copies_left: Vector[np.int8]) -> Int:
    """The kinds, as bits, of which some best choice needs more copies than there are."""
    twice, thrice = kinds_with(copies_left, 1), kinds_with(copies_left, 2)
    needed: Int = needs[TWICE] & twice | needs[THRICE] & thrice | needs[FOUR_TIMES]
    return needed


class Watched(NamedTuple):
    """Kinds that choices may miss only so often, and the results of the search that counts them."""

    kinds: Vector[np.int64]
    limits: Vector[np.int64]
    """(kinds,), how often each may be missing."""
    places: dict[Int, Int]
    """(spent, least, slots, state) -> the place of its results; see `_find_watched_choices`."""
    choices: Matrix[np.int64]
    """(places, 6), the needs of choices with this overlap or a larger one."""


@njit(cache=True, counts_references=False)
def _now_spent(spent: Int, missing: Int, watched: Vector[np.int64], limits: Vector[np.int64]) -> Int:
    """Add the kinds `missing` to the counts of watched kinds; -1 if one is missing too often.

    Two bits a kind, the first watched one lowest: 0b0110 says twice for the first, once for the second.
    """
    for j in range(len(watched)):
        if missing >> watched[j] & 1:
            if (spent >> 2 * j & 3) == limits[j]:
                return np.int64(-1)
            spent += np.int64(1) << 2 * j
    return spent


@njit(cache=True)
def _find_watched_choices(
    least: Int, state: Int, slots: Int, spent: Int, watched: Watched, memory: Vector[np.int64]
) -> Int:
    """The place of the needs of choices with an overlap of `least` tiles or more; IMPOSSIBLE if there are none.

    `state` has the tiles as bits, and units fill `slots`. `spent` says how often each of the watched kinds has been
    missing, 2 bits each. `memory` has the results without watching.
    """
    key = ((spent << 4 | least) << 4 | slots) << MAX_TILES | state
    if key in watched.places:
        return watched.places[key]
    here = np.int64(len(watched.places))
    watched.places[key] = np.int64(IMPOSSIBLE)
    needs = watched.choices[here]
    needs[:] = 0
    if state == 0 or slots == 0:
        if has_overlap(least, state, slots, memory):
            watched.places[key] = here
            needs[LEFT_SLOTS] = np.int64(1) << slots
        return watched.places[key]
    place = STARTS + 2 * lowest_place(state)
    for i in range(memory[place] - UNIT_COLUMNS, memory[place + 1], UNIT_COLUMNS):
        left, matched, missing = state & (state - 1), np.int64(0), np.int64(0)
        slots_left = slots
        if i >= memory[place]:  # before that, the tile is given up
            slots_left = slots - memory[i + SIZE]
            if slots_left < 0 or memory[i + HELD] + slots_left < least:
                continue
            left, matched, missing = form_unit(state, memory[i : i + UNIT_COLUMNS])
        now_spent = _now_spent(spent, missing, watched.kinds, watched.limits)
        if missing & memory[USED_UP] or now_spent < 0 or matched + min(bit_count(left), slots_left) < least:
            continue
        of_left = max(least - matched, np.int64(0))
        if not has_overlap(of_left, left, slots_left, memory):
            continue
        there = _find_watched_choices(of_left, left, slots_left, now_spent, watched, memory)
        if there != IMPOSSIBLE:
            watched.places[key] = here
            add_choice(needs, missing, watched.choices[there])
    return watched.places[key]


@njit(cache=True)
def overlap_without_a_fourth(
    bound: Int, whole: Int, slots: Int, needed: Int, copies_left: Vector[np.int8], memory: Vector[np.int64]
) -> tuple[Int, Vector[np.int64]]:
    """The largest overlap without a fourth copy, and the needs of the best choices.

    `bound` is the largest overlap with any number of copies. `whole` has the tiles as bits, and `slots` tiles win.
    `needed` has the kinds of which some choice needs a fourth copy, as bits. `copies_left` (63,) are those of each kind
    beside the hand. `memory` has the results without watching.
    """
    watching, best = needed, bound
    while True:
        kinds = np.array([kind for kind in range(MAX_KINDS) if watching >> kind & 1])
        limits = np.array([np.int64(copies_left[kind]) for kind in kinds])
        places: dict[Int, Int] = {np.int64(-1): np.int64(0)}  # no key, but numba takes the types from it
        choices = np.empty((KEYS + 1, NEEDS_COLUMNS), dtype=np.int64)
        watched = Watched(kinds, limits, places, choices)
        here: Int = np.int64(0)
        while best != IMPOSSIBLE:
            here = _find_watched_choices(best, whole, slots, np.int64(0), watched, memory)
            if here != IMPOSSIBLE:
                break
            best -= 1
        more = needing_a_fourth(choices[here], copies_left) & ~watching
        if best == IMPOSSIBLE or not more:
            return best, choices[here].copy()
        watching |= more


# The distance: how many tiles a hand of 12 must draw to win; each draw replaces a tile of the hand.


@njit(cache=True, counts_references=False)
def take(unit: Int, members: Integers, size: Integers, copies_left: Integers, count: int) -> None:
    """Take `count` copies of each member of a unit from those that are left (kinds,)."""
    for i in range(size[unit]):
        copies_left[members[unit, i]] -= count


@njit(cache=True, counts_references=False)
def has_copies(unit: Int, members: Integers, size: Integers, copies_left: Integers) -> bool:
    """Whether a copy of each member of a unit is left."""
    fewest = np.int64(1)
    for i in range(size[unit]):
        fewest = min(fewest, copies_left[members[unit, i]])
    return bool(fewest > 0)


@njit(cache=True, counts_references=False)
def _can_fill(
    slots: Int, first: Int, members: Matrix[np.int8], size: Vector[np.int8], copies_left: Vector[np.int8]
) -> bool:
    """Whether units from number `first` on can fill `slots` slots.

    `copies_left` (63,) are those of each kind; they are changed on the way, and restored on return. `UnitTables`
    describes the other arguments.
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


@njit(cache=True, counts_references=False)
def _kinds_that_fill(slots: Int, units: UnitTables, copies_left: Vector[np.int8]) -> Int:
    """The kinds, as bits, that can be in units that fill a number of slots, one or more."""
    mask, members, size, found = units.mask, units.members, units.size, np.int64(0)
    for unit in range(len(size)):
        if size[unit] > slots or not mask[unit] & ~found:
            continue
        if has_copies(unit, members, size, copies_left):
            take(unit, members, size, copies_left, 1)
            if _can_fill(slots - size[unit], np.int64(0), members, size, copies_left):
                found |= mask[unit]
            take(unit, members, size, copies_left, -1)
    return found


@njit(cache=True, counts_references=False)
def _kinds_filled(needs: Vector[np.int64], units: UnitTables, copies_left: Vector[np.int8]) -> tuple[bool, Int]:
    """(whether units can fill all slots that the best choices leave, the kinds that can then be in them)."""
    found = np.int64(0)
    for left in range(1, MAX_TILES + 1):
        if needs[LEFT_SLOTS] >> left & 1:
            if not _can_fill(left, np.int64(0), units.members, units.size, copies_left):
                return False, found
            found |= _kinds_that_fill(left, units, copies_left)
    return True, found


@njit(cache=True, counts_references=False)
def _fillable(known: Int, units: UnitTables, copies_left: Vector[np.int8]) -> Int:
    """The numbers of slots that units can fill, as bits, with those that are `known`."""
    found = known
    for slots in range(MAX_TILES + 1):
        if not found >> slots & 1 and _can_fill(slots, np.int64(0), units.members, units.size, copies_left):
            found |= np.int64(1) << slots
    return found


@njit(cache=True)
def _ask(whole: Int, copies: Vector[np.int8], units: UnitTables, memory: Vector[np.int64]) -> Vector[np.int8]:
    """Begin a question about some tiles of the loaded hand; returns the copies (63,) of each kind beside these.

    Results for other tiles of the hand hold on if they depend on the same: which kinds are used up, and which numbers
    of slots units can fill.
    """
    if memory[USED_UP] < 0:  # the first question about the hand
        beside_all = copies.copy()
        for kind in range(MAX_KINDS):
            beside_all[kind] -= bit_count(memory[GROUP + kind])
        memory[ALWAYS_FILL] = _fillable(np.int64(0), units, beside_all)
    copies_left = copies.copy()
    for place in range(MAX_TILES):
        if whole >> place & 1:
            copies_left[memory[KIND_AT + place]] -= 1
    used_up = kinds_with(copies_left, 0)
    # Tiles that the hand gives up could fill more slots, but giving them up gains nothing.
    can_fill = _fillable(memory[ALWAYS_FILL], units, copies_left)
    if memory[USED_UP] != used_up or memory[CAN_FILL] != can_fill:
        memory[NUMBER] += 1
        memory[USED_UP], memory[CAN_FILL] = used_up, can_fill
    return copies_left


@njit(cache=True)
def _distance_of_asked(
    best: Int, whole: Int, slots: Int, copies_left: Vector[np.int8], units: UnitTables, memory: Vector[np.int64]
) -> tuple[Int, Int, bool]:
    """`distance_of`, for tiles that `_ask` was called with.

    `best` is their largest overlap if any number of copies may be missing. `copies_left` are those beside the tiles;
    they are changed.
    """
    find_choices(best, whole, slots, memory)
    here = _needs_place(slots, whole)
    needs = memory[here : here + NEEDS_COLUMNS].copy()
    needed = needing_a_fourth(needs, copies_left)
    if needed:
        best, needs = overlap_without_a_fourth(best, whole, slots, needed, copies_left, memory)
        if best == IMPOSSIBLE:
            return np.int64(NEVER), np.int64(0), False
    # Slots may be filled with tiles that some best choice misses, or must do without all of these.
    _, most = _kinds_filled(needs, units, copies_left)
    for kind in range(MAX_KINDS):
        for times in (ONCE, TWICE, THRICE):
            copies_left[kind] -= needs[times] >> kind & 1
    is_filled, least = _kinds_filled(needs, units, copies_left)
    is_sure = is_filled and not most & ~least & ~needs[ONCE]
    return slots - best, (needs[ONCE] | most) & ~memory[USED_UP], is_sure


@njit(cache=True)
def distance_of(
    whole: Int, slots: Int, copies: Vector[np.int8], units: UnitTables, memory: Vector[np.int64]
) -> tuple[Int, Int, bool]:
    """(the distance of some tiles of the loaded hand or NEVER, the accepted kinds as bits, whether both are sure).

    They are not sure if missing tiles and tiles that fill slots may need the same copies; see `NearestWins`. `whole`
    has the tiles as bits. `slots` is the number of tiles that win, 13 minus those of called units. `copies` (63,) are
    those of each kind beside called units, the same in all questions about the loaded hand.
    """
    copies_left = _ask(whole, copies, units, memory)
    best = largest_overlap(whole, slots, memory)
    if best == IMPOSSIBLE:
        return np.int64(NEVER), np.int64(0), False
    return _distance_of_asked(best, whole, slots, copies_left, units, memory)


@njit(cache=True)
def best_discard_of(
    slots: Int, copies: Vector[np.int8], units: UnitTables, memory: Vector[np.int64]
) -> tuple[Int, Int, Int, Int]:
    """(the kind to discard from the loaded hand, the distance that is left, the accepted kinds as bits, their copies).

    The best discard leaves the lowest distance, then the most copies that neither the hand nor a called unit has, and
    is of the lowest kind. The kind is -1 if an answer is not sure or nothing wins. Arguments as of `distance_of`.
    """
    whole = np.int64(0)
    for kind in range(MAX_KINDS):
        whole |= memory[GROUP + kind]
    best: tuple[Int, Int, Int, Int] = (np.int64(-1), np.int64(NEVER), np.int64(0), np.int64(0))
    for kind in range(MAX_KINDS):
        if memory[GROUP + kind] == 0:
            continue
        left = whole & ~(memory[GROUP + kind] & -memory[GROUP + kind])
        copies_left = _ask(left, copies, units, memory)
        if not has_overlap(max(slots - best[1], np.int64(0)), left, slots, memory):
            continue  # another discard leaves a lower distance
        bound = largest_overlap(left, slots, memory)
        distance, accepted, is_sure = _distance_of_asked(bound, left, slots, copies_left, units, memory)
        if not is_sure:
            return np.int64(-1), np.int64(NEVER), np.int64(0), np.int64(0)
        n_copies = np.int64(0)
        for other in range(MAX_KINDS):
            if accepted >> other & 1:
                n_copies += copies[other] - bit_count(memory[GROUP + other])
        if distance < best[1] or (distance == best[1] and n_copies > best[3]):
            best = (np.int64(kind), distance, accepted, n_copies)
    return best


# The nearest wins, with all copies counted.

Copies = tuple[int, ...]
"""Copies of each kind beside the hand."""


class Goal(NamedTuple):
    """The requirements for units."""

    state: int
    """Tiles of the hand, as bits."""
    slots: int
    """Tiles of all units together."""
    overlap: int
    """Tiles of the hand in the units, at least."""
    copies: Copies
    """The tiles that remain for choices."""
    first: int = 0
    """The first unit that may fill slots once no tile of the hand is left."""


def _taken(copies: Copies, kinds: Sequence[int]) -> Copies | None:
    """The copies without one of each of `kinds`; None if a kind is used up."""
    left = list(copies)
    for kind in kinds:
        left[kind] -= 1
        if left[kind] < 0:
            return None
    return tuple(left)


class NearestWins:
    """The wins nearest to a hand, for which `distance_of` has just been called with the same memory."""

    def __init__(self, units: Sequence[Unit], memory: Vector[np.int64], variant: Variant = as_compiled) -> None:
        self._units = units
        self._memory = memory
        self._has_overlap = variant(has_overlap)
        self._lowest_place = variant(lowest_place)
        self._form_unit = variant(form_unit)
        self._accepted: dict[Goal, frozenset[int] | None] = {}

    def distance(self, state: int, slots: int, copies: Copies) -> tuple[int, tuple[int, ...]]:
        """The distance of some tiles of the hand, as bits, NEVER if nothing wins, and the accepted kinds.

        `slots` tiles win. `copies` are those beside these tiles.
        """
        for overlap in range(min(state.bit_count(), slots), IMPOSSIBLE, -1):
            accepted = self._kinds_missing(Goal(state, slots, overlap, copies))
            if accepted is not None:
                return slots - overlap, tuple(kind for kind in sorted(accepted) if copies[kind])
        return NEVER, ()

    def units(self, goal: Goal) -> tuple[int, ...] | None:
        """Units of one of the wins that reach a goal; None if there is none."""
        if not self._may_reach(goal):
            return None
        if goal.slots == 0:
            return ()
        for then, units, _ in self._choices(goal):
            more = self.units(then)
            if more is not None:
                return tuple(sorted([*units, *more]))
        return None

    def units_of_all(self, goal: Goal) -> tuple[int, ...]:
        """The units of all wins that reach a goal, in the order of their numbers."""
        found: set[int] = set()
        for number in range(len(self._units)):
            if number not in found:
                found.update(self._win_with(number, goal) or ())
        return tuple(sorted(found))

    def _win_with(self, number: int, goal: Goal) -> tuple[int, ...] | None:
        """Units of one of the wins that reach a goal and have a unit; None if there is none."""
        state, missing, members = goal.state, [], self._units[number].members
        for kind in members:
            held = state & int(self._memory[GROUP + kind])
            state &= ~(held & -held)
            if not held:
                missing.append(kind)
                if len(missing) > goal.slots - goal.overlap:
                    return None  # more than all units together may lack
        slots, copies = goal.slots - len(members), _taken(goal.copies, missing)
        if slots < 0 or copies is None:
            return None
        overlap = max(goal.overlap - len(members) + len(missing), 0)
        others = self.units(Goal(state, slots, overlap, copies))
        return None if others is None else (number, *others)

    def _may_reach(self, goal: Goal) -> bool:
        """Whether units reach a goal if any number of copies may be missing."""
        return self._has_overlap(np.int64(goal.overlap), np.int64(goal.state), np.int64(goal.slots), self._memory)

    def _choices(self, goal: Goal) -> Iterator[tuple[Goal, list[int], Sequence[int]]]:
        """Choices for the lowest tile, or for the slots if no tile is left.

        Each choice as the goal that is left, its unit, and the kinds of it that are missing.
        """
        if goal.state == 0:
            for unit in range(goal.first, len(self._units)):
                members = self._units[unit].members
                copies = _taken(goal.copies, members) if len(members) <= goal.slots else None
                if copies is not None:
                    yield Goal(0, goal.slots - len(members), 0, copies, unit), [unit], members
            return
        memory, place = self._memory, STARTS + 2 * self._lowest_place(np.int64(goal.state))
        for row in memory[memory[place] : memory[place + 1]].reshape(-1, UNIT_COLUMNS):
            if row[SIZE] > goal.slots:
                continue
            left, matched, missing = self._form_unit(np.int64(goal.state), row)
            unit = int(row[UNIT])
            kinds = [kind for kind in self._units[unit].members if int(missing) >> kind & 1]
            copies = _taken(goal.copies, kinds)
            if copies is not None:
                slots, overlap = goal.slots - int(row[SIZE]), goal.overlap - int(matched)
                yield Goal(int(left), slots, max(overlap, 0), copies), [unit], kinds
        yield goal._replace(state=goal.state & (goal.state - 1)), [], []

    def _kinds_missing(self, goal: Goal) -> frozenset[int] | None:
        """The kinds that are missing in any win that reaches a goal; None if there is none."""
        if not self._may_reach(goal):
            return None
        if goal.slots == 0:
            return frozenset()
        if goal not in self._accepted:
            found: frozenset[int] | None = None
            for then, _, missing in self._choices(goal):
                kinds = self._kinds_missing(then)
                if kinds is not None:
                    found = (found or frozenset()) | kinds | frozenset(missing)
            self._accepted[goal] = found
        return self._accepted[goal]
