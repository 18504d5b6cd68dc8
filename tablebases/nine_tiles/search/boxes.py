"""Town boxes: one row for towns that differ only in turns.

The module has three sections: a hash table for 64-bit keys, boxes of turn combinations, and boxes of towns. Places in
arrays are unsigned in the innermost loops, which saves a third of their time: numba tests whether signed ones are
negative.

An intern table gives every new key the next number. It is a hash table with open addressing:

>>> table, numbers = interned(intern_table(), np.array([900, 7, 900, 40], np.uint64))
>>> numbers.tolist(), table.in_use.tolist()
([0, 1, 0, 2], [900, 7, 40])

A box is a product: it has a set of turns for every position, and stands for all choices of one turn from each set. The
turn combinations of a placement with the same outcome form few boxes. A set of turns takes 4 bits, bit i for turn i,
and the set of the last position is the lowest. For two positions with 2 and 4 turns, the outcomes

               second  0  1  2  3
        first 0        A  A  B  B        A: both turns of the first with 0 or 1 of the second    0x33
        first 1        A  A  A  B           turn 1 of the first with turn 2                      0x24
                                         B: turn 0 of the first with turn 2                      0x14
                                            both turns of the first with turn 3                  0x38

are four boxes. Combinations are numbered like an odometer whose first position turns fastest:

>>> outcomes, turns = np.array([7, 7, 7, 7, 9, 7, 9, 9], np.uint64), np.array([2, 4])
>>> groups = empty_turn_groups(1, 8)
>>> groups.first_box[0] = 0
>>> find_boxes(outcomes, turns, box_scratch(8), 0, groups)
2
>>> groups.outcome[:2].tolist(), groups.n_towns[:2].tolist(), groups.first_box[:3].tolist()
([7, 9], [5, 3], [0, 2, 4])
>>> [hex(box) for box in groups.box[:4]]
['0x33', '0x24', '0x14', '0x38']

A town box has a byte for every position: the number of a turn set. A turn set is a tile with some of its directions, in
the order of their turns. Towns are spelled from a box like an odometer whose first position turns fastest. With the
turn sets 0: tile 2 in direction 0 or 2, and 1: tile 5 in direction 4, the box 0 1 stands for the towns 2504 and 2524:

>>> turn_sets = TurnSets(np.array([2, 5]), np.array([[0, 2, 0, 0], [4, 0, 0, 0]]), np.array([2, 1]))
>>> spell_towns(np.array([[0, 1]], np.uint8), turn_sets).tolist()
[[2, 5, 0, 4], [2, 5, 2, 4]]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from tablebases.arrays import Array3, Matrix, Vector
from tablebases.compiled import copy_elements, njit
from tablebases.errors import Error
from tablebases.nine_tiles.rules.laid_town import ALL_DIRECTIONS, WantedTile
from tablebases.nine_tiles.rules.tiles import SIDES
from tablebases.nine_tiles.search.road_synonyms import ROAD_TABLES
from tablebases.nine_tiles.search.town_tables import FaceTables, Placements

# Numbers for 64-bit keys.

EMPTY = np.uint32(2**32 - 1)
HASH_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # 2**64 / golden ratio: Fibonacci hashing


class InternTable(NamedTuple):
    """Keys by their numbers, and a hash table of the numbers."""

    keys: Vector[np.uint64]
    """(capacity,), only the first `size[0]` are in use."""
    slots: Vector[np.uint32]
    """(slots,), the number of the key with this hash, or `EMPTY`; a power of two, at least twice the capacity."""
    size: Vector[np.int64]
    """(1,)."""

    @property
    def in_use(self) -> Vector[np.uint64]:
        """The keys by their numbers: (n,)."""
        return self.keys[: self.size[0]]


def intern_table(capacity: int = 1 << 10) -> InternTable:
    """An empty table with room for `capacity` keys."""
    return InternTable(
        np.empty(capacity, dtype=np.uint64),
        np.full(1 << (2 * capacity - 1).bit_length(), EMPTY, dtype=np.uint32),
        np.zeros(1, dtype=np.int64),
    )


@njit(cache=True, from_python=False, counts_references=False)
def _log2(power: int) -> int:
    bits = 0
    while 1 << bits < power:
        bits += 1
    return bits


@njit(cache=True, from_python=False, counts_references=False)
def _slot_of(key: np.uint64, keys: Vector[np.uint64], slots: Vector[np.uint32], bits: int) -> np.uint64:
    """The slot with the number of a key, or the empty one for it, among 2**bits."""
    slot = key * HASH_MULTIPLIER >> np.uint64(64 - bits)
    while slots[slot] != EMPTY and keys[slots[slot]] != key:
        slot = (slot + np.uint64(1)) & np.uint64((1 << bits) - 1)
    return slot


@njit(cache=True, counts_references=False)
def _intern(table: InternTable, keys: Vector[np.uint64], numbers: Vector[np.int32]) -> int:
    """Number the keys until the table is full; returns how many are numbered."""
    known, slots, size = table.keys, table.slots, table.size[0]
    bits = _log2(len(slots))
    done = len(keys)
    for i in range(len(keys)):
        key = keys[i]
        slot = _slot_of(key, known, slots, bits)
        if slots[slot] == EMPTY:
            if size == len(known):
                done = i
                break
            slots[slot] = size
            known[size] = key
            size += 1
        numbers[i] = slots[slot]
    table.size[0] = size
    return done


def interned(table: InternTable, keys: Vector[np.uint64]) -> tuple[InternTable, Vector[np.int32]]:
    """Look up many keys; a new key gets the next number.

    Changes `table` in place. Returns it or a larger table with the same numbers, and the numbers of the keys (n,).
    """
    numbers = np.empty(len(keys), dtype=np.int32)
    done = _intern(table, keys, numbers)
    while done < len(keys):
        larger = intern_table(2 * len(table.keys))
        _intern(larger, table.in_use, np.empty(len(table.keys), dtype=np.int32))
        table = larger
        done += _intern(table, keys[done:], numbers[done:])
    return table, numbers


# Boxes of turn combinations.

TURN_SET_BITS = np.uint64(SIDES)
GROUP_SHIFT = np.uint64(40)  # above the sets of turns of ten positions
ALL_TURNS = np.uint64((1 << SIDES) - 1)
END = np.uint64(2**64 - 1)
ONLY_BOX = (np.uint64(1) << GROUP_SHIFT) - np.uint64(1)


class TurnGroups(NamedTuple):
    """The turn combinations of placements, in groups of the same outcome, each cut into boxes."""

    first_group: Vector[np.int64]
    """(placements + 1,), the first group of each placement."""
    outcome: Vector[np.uint64]
    """(groups,), outcome words."""
    n_towns: Vector[np.int32]
    """(groups,), numbers of combinations."""
    first_box: Vector[np.int32]
    """(groups + 1,), the first box of each group."""
    box: Vector[np.uint64]
    """(boxes,)."""


def empty_turn_groups(placements: int, combinations: int) -> TurnGroups:
    """Room for the turn groups of `placements` with `combinations`."""
    return TurnGroups(
        first_group=np.empty(placements + 1, dtype=np.int64),
        outcome=np.empty(combinations, dtype=np.uint64),
        n_towns=np.empty(combinations, dtype=np.int32),
        first_box=np.empty(combinations + 1, dtype=np.int32),
        box=np.empty(combinations, dtype=np.uint64),
    )


class BoxScratch(NamedTuple):
    """Memory for `find_boxes`."""

    words: Matrix[np.uint64]
    """(2, at least twice the combinations)."""
    starts: Matrix[np.int32]
    """(2, at least the combinations)."""
    slots: Vector[np.uint32]
    """(at least twice the combinations,)."""


def box_scratch(combinations: int) -> BoxScratch:
    """Memory for placements of at most `combinations`."""
    return BoxScratch(
        words=np.empty((2, 2 * combinations), dtype=np.uint64),
        starts=np.empty((2, combinations), dtype=np.int32),
        slots=np.empty(2 * combinations, dtype=np.uint32),
    )


@njit(cache=True, from_python=False, counts_references=False)
def _merge_combinations(
    words: Vector[np.uint64],
    combinations: int,
    shift: np.uint64,
    turns: int,
    merged: Vector[np.uint64],
    merged_starts: Vector[np.int32],
) -> None:
    """`_merge_pairs` for lists of one word: half of all lists, without a loop."""
    place = 0
    for pair in range(combinations // 2):
        a, b = words[2 * pair], words[2 * pair + 1]
        turned_a = a | np.uint64(1) << shift + np.uint64(2 * pair & turns - 1)
        turned_b = b | np.uint64(1) << shift + np.uint64(2 * pair + 1 & turns - 1)
        merged_starts[pair] = place
        merged[place] = min(turned_a, turned_b) if a != b else turned_a | turned_b
        merged[place + 1] = max(turned_a, turned_b)
        place += 1 + (a != b)
        merged[place] = END
        place += 1


@njit(cache=True, from_python=False, counts_references=False)
def _merge_pairs(
    words: Vector[np.uint64],
    starts: Vector[np.int32],
    lists: int,
    shift: np.uint64,
    turns: int,
    merged: Vector[np.uint64],
    merged_starts: Vector[np.int32],
) -> None:
    """Merge neighbouring lists, whose words differ in one turn set only.

    A word in both lists becomes one, with both sets of turns. The words of each list are distinct and ascend, and so do
    the merged ones. The end of a list is the only unpredictable branch. List i starts at starts[i] and ends with `END`.
    The turn set of the position begins at bit `shift`. The lists get its `turns` turns in rotation, one each; `turns`
    is 0 if they have them already. Overwrites `merged` and `merged_starts` (lists / 2,).
    """
    others = ~(ALL_TURNS << shift)
    gained, last = np.uint64(turns > 0), max(turns, 1) - 1
    place = np.uint64(0)
    for pair in range(lists // 2):
        a, b = np.uint64(starts[2 * pair]), np.uint64(starts[2 * pair + 1])
        bit_a = gained << shift + np.uint64(2 * pair & last)
        bit_b = gained << shift + np.uint64(2 * pair + 1 & last)
        merged_starts[pair] = place
        word = np.uint64(0)
        while word != END:
            word_a, word_b = words[a] | bit_a, words[b] | bit_b
            takes_a = word_a & others <= word_b & others
            takes_b = word_a & others >= word_b & others
            word = word_a * np.uint64(takes_a) | word_b * np.uint64(takes_b)
            merged[place] = word
            a += np.uint64(takes_a)
            b += np.uint64(takes_b)
            place += np.uint64(1)


@njit(cache=True, from_python=False, counts_references=False)
def _box_of(combination: int, turns: Vector[np.int64]) -> np.uint64:
    """The box of a single turn combination. `turns` is 1, 2 or 4, so that a digit has 0, 1 or 2 bits."""
    box = np.uint64(0)
    for position in range(len(turns)):
        box = box << TURN_SET_BITS | np.uint64(1) << np.uint64(combination & turns[position] - 1)
        combination >>= turns[position] >> 1
    return box


@njit(cache=True, from_python=False, counts_references=False)
def _number_groups(outcomes: Vector[np.uint64], scratch: BoxScratch, first: int, groups: TurnGroups) -> int:
    """Number the distinct outcomes of a placement in order of appearance.

    Overwrites the first `words` with the group of each combination, above the bits of a box. From group `first` on,
    overwrites `outcome` and `n_towns`; from the next place on, overwrites `first_box` with the first combination of
    each group. Returns the number of groups. `slots` are a hash table with two slots for each combination.
    """
    count, words, slots = 0, scratch.words[0], scratch.slots
    known, sizes, first_combination = groups.outcome[first:], groups.n_towns[first:], groups.first_box[first + 1 :]
    bits = _log2(2 * len(outcomes))
    for i in range(1 << bits):
        slots[i] = EMPTY
    for combination in range(len(outcomes)):
        outcome = outcomes[combination]
        slot = _slot_of(outcome, known, slots, bits)
        group = np.uint64(slots[slot])
        if slots[slot] == EMPTY:
            group = np.uint64(count)
            slots[slot] = count
            known[group] = outcome
            sizes[group] = 0
            first_combination[group] = combination
            count += 1
        sizes[group] += 1
        words[combination] = group << GROUP_SHIFT
    return count


@njit(cache=True, counts_references=False)
def find_boxes(
    outcomes: Vector[np.uint64], turns: Vector[np.int64], scratch: BoxScratch, first: int, groups: TurnGroups
) -> int:
    """Group the turn combinations of a placement by outcome, and merge them into boxes.

    Groups are in the order of their first combinations. The first box of a group has its first combination, at the
    lowest turn of every position. Merging goes position by position, from lists of the merged earlier positions.
    `turns` (positions,) are 1, 2 or 4, the symmetries of a square. `groups` are written from group `first` on, whose
    `first_box` must be set. Returns the number of groups.
    """
    words, starts, first_box, boxes = scratch.words, scratch.starts, groups.first_box, groups.box
    lists = combinations = len(outcomes)
    count = _number_groups(outcomes, scratch, first, groups)
    if lists == 1:
        words[0, 1] = END
    now = 0
    unturned = np.uint64(0)
    for position in range(len(turns)):
        shift = TURN_SET_BITS * np.uint64(len(turns) - 1 - position)
        if turns[position] == 1:
            unturned |= np.uint64(1) << shift
            continue
        gained = turns[position]
        for _ in range(turns[position] // 2):
            if lists == combinations:
                _merge_combinations(words[0], lists, shift, gained, words[1], starts[1])
            else:
                _merge_pairs(words[now], starts[now], lists, shift, gained, words[1 - now], starts[1 - now])
            gained = 0
            lists //= 2
            now = 1 - now
    box = 0
    for group in range(first, first + count):
        start = place = first_box[group]
        while words[now, box] >> GROUP_SHIFT == np.uint64(group - first):  # never at `END`
            boxes[place] = (words[now, box] & ONLY_BOX) | unturned
            place += 1
            box += 1
        if place > start + 1:
            first_town = _box_of(first_box[group + 1], turns)  # the combination from `_number_groups`
            found = start
            while boxes[found] & first_town != first_town:
                found += 1
            boxes[start], boxes[found] = boxes[found], boxes[start]
        first_box[group + 1] = place
    return count


# Town boxes.

MOST_TURN_SETS = 256


class TurnSets(NamedTuple):
    """Tiles with sets of directions, by their numbers."""

    tile: Vector[np.int64]
    """(n,)."""
    direction: Matrix[np.int64]
    """(n, 4), the directions in the order of their turns; only the first `directions` of a row count."""
    directions: Vector[np.int64]
    """(n,), numbers of directions, 1 to 4."""

    def ways(self, positions: int) -> Matrix[np.int64]:
        """Number of directions of each turn set at each position: (positions, n)."""
        return np.tile(self.directions, (positions, 1))

    def rows(self) -> list[dict[str, object]]:
        """Rows of the tables `turn_sets`, read back by `turn_sets_of`."""
        return [
            {"number": number, "tile": tile, "directions": "".join(map(str, digits[:count]))}
            for number, (tile, digits, count) in enumerate(
                zip(self.tile.tolist(), self.direction.tolist(), self.directions.tolist(), strict=True)
            )
        ]


def turn_sets(faces: FaceTables) -> tuple[TurnSets, Array3[np.uint8]]:
    """All turn sets of these faces, and their numbers: (options, 4 turns of the oriented synonym, 16 sets)."""
    sets: dict[tuple[int, int, int], tuple[int, tuple[int, ...]]] = {}
    for synonym, turned in zip(ROAD_TABLES.synonym.tolist(), ROAD_TABLES.turn.tolist(), strict=True):
        for option in range(*faces.first_option[synonym : synonym + 2].tolist()):
            digits = faces.direction[option, : faces.turns[option], turned].tolist()
            for turns in range(1, 1 << len(digits)):
                directions = tuple(digit for turn, digit in enumerate(digits) if turns >> turn & 1)
                sets[option, turned, turns] = (int(faces.tile_number[option]), directions)
    known = sorted(set(sets.values()))
    if len(known) > MOST_TURN_SETS:
        raise Error(
            "the tiles have {n} sets of directions, but at most {most} are supported: use fewer",
            n=len(known),
            most=MOST_TURN_SETS,
        )
    number = np.zeros((len(faces.turns), SIDES, 1 << SIDES), dtype=np.uint8)
    for place, turn_set in sets.items():
        number[place] = known.index(turn_set)
    return turn_sets_of(known), number


def turn_sets_of(rows: Sequence[tuple[int, Iterable[int | str]]]) -> TurnSets:
    """The turn sets of (tile, directions) in the order of their numbers."""
    direction = np.zeros((len(rows), SIDES), dtype=np.int64)
    for i, (_, directions) in enumerate(rows):
        digits = list(map(int, directions))
        direction[i, : len(digits)] = digits
    return TurnSets(np.array([tile for tile, _ in rows]), direction, np.array([len(list(row)) for _, row in rows]))


class TownRuns(NamedTuple):
    """Towns by town synonym, then placement, in runs of one scoring class."""

    scoring_class: Vector[np.int32]
    """(runs,)."""
    n_towns: Vector[np.int32]
    """(runs,)."""
    n_boxes: Vector[np.int32]
    """(runs,)."""
    boxes: Matrix[np.uint8]
    """(boxes, positions)."""


@njit(cache=True, counts_references=False)
def _write_runs(
    placements: Placements,
    faces: Vector[np.uint64],
    turn_at: Matrix[np.int64],
    turn_set: Vector[np.uint8],
    behaviour: Vector[np.int32],
    groups: TurnGroups,
    outcome: Vector[np.uint64],
    base: Vector[np.uint64],
    keys: Vector[np.uint64],
    sizes: Matrix[np.int32],
    boxes: Vector[np.uint8],
) -> None:
    """Overwrite `keys` (runs,), `sizes` (2, runs) with numbers of towns and boxes, and `boxes`.

    `turn_set` and `boxes` are those of `runs_of_towns` in one dimension. `base` (positions,) is scratch.
    """
    town_synonym, option = placements.town_synonym, placements.option
    first_group, n_towns, first_box, box_of = groups.first_group, groups.n_towns, groups.first_box, groups.box
    positions = len(base)
    unused = np.uint64(64) - TURN_SET_BITS * np.uint64(positions)
    run, place = 0, np.uint64(0)
    for number in range(len(behaviour)):
        for position in range(positions):
            turned = turn_at[town_synonym[number], position]
            base[position] = (option[number, position] * SIDES + turned) << SIDES
        begin, end = first_group[behaviour[number]], first_group[behaviour[number] + 1]
        for group in range(begin, end):
            keys[run] = faces[number] | outcome[group]
            sizes[0, run] = n_towns[group]
            sizes[1, run] = first_box[group + 1] - first_box[group]
            run += 1
        for i in range(first_box[begin], first_box[end]):
            word = box_of[i] << unused
            for position in range(positions):
                boxes[place] = turn_set[base[position] | word >> np.uint64(64) - TURN_SET_BITS]
                word <<= TURN_SET_BITS
                place += np.uint64(1)


def runs_of_towns(
    placements: Placements,
    faces: Vector[np.uint64],
    turn_at: Matrix[np.int64],
    turn_set: Array3[np.uint8],
    behaviour: Vector[np.int32],
    groups: TurnGroups,
    outcome: Vector[np.uint64],
) -> tuple[Vector[np.uint64], Matrix[np.int32], Matrix[np.uint8]]:
    """The towns of placements, group by group.

    `turn_at` (town synonyms, positions) are turns of the oriented road synonyms; `behaviour` (placements,) is the place
    of each placement in `groups`. A run has the key `faces` (placements,) | `outcome` (groups,). Returns the keys
    (runs,), the numbers of towns and of boxes of each run (2, runs), and all boxes (boxes, positions).
    """
    first_group = groups.first_group[: behaviour.max(initial=-1) + 2]
    n_runs = int(np.diff(first_group)[behaviour].sum())
    n_boxes = int(np.diff(groups.first_box[first_group])[behaviour].sum())
    keys, sizes = np.empty(n_runs, dtype=np.uint64), np.empty((2, n_runs), dtype=np.int32)
    boxes = np.empty((n_boxes, placements.option.shape[1]), dtype=np.uint8)
    base = np.empty(boxes.shape[1], dtype=np.uint64)
    sets, to = turn_set.reshape(-1), boxes.reshape(-1)
    _write_runs(placements, faces, turn_at, sets, behaviour, groups, outcome, base, keys, sizes, to)
    return keys, sizes, boxes


@njit(cache=True)
def _count_runs(
    runs: TownRuns, group_of_class: Vector[np.int64], n_towns: Vector[np.int64], n_boxes: Vector[np.int64]
) -> None:
    for run in range(len(runs.scoring_class)):
        group = group_of_class[runs.scoring_class[run]]
        n_towns[group] += runs.n_towns[run]
        n_boxes[group] += runs.n_boxes[run]


@njit(cache=True)
def _scatter_runs(
    runs: TownRuns, group_of_class: Vector[np.int64], next_place: Vector[np.int64], grouped: Matrix[np.uint8]
) -> None:
    positions = grouped.shape[1]
    boxes, to = runs.boxes.reshape(-1), grouped.reshape(-1)
    begin = 0
    for run in range(len(runs.scoring_class)):
        group = group_of_class[runs.scoring_class[run]]
        end = begin + runs.n_boxes[run] * positions
        copy_elements(boxes[begin:end], to[next_place[group] * positions :])
        next_place[group] += runs.n_boxes[run]
        begin = end


def boxes_in_groups(
    runs: list[TownRuns], group_of_class: Vector[np.int64], positions: int
) -> tuple[Vector[np.int64], Vector[np.int64], Matrix[np.uint8]]:
    """Sort all boxes by group, stable, by a counting sort of runs.

    Empties `runs` on the way, so that the boxes are never in memory twice. `group_of_class` (classes,) has no gaps from
    0. Returns the number of towns and of boxes of each group (groups,), and the boxes (boxes, positions).
    """
    n_towns, n_boxes = np.zeros((2, int(group_of_class.max(initial=-1)) + 1), dtype=np.int64)
    for batch in runs:
        _count_runs(batch, group_of_class, n_towns, n_boxes)
    grouped = np.empty((int(n_boxes.sum()), positions), dtype=np.uint8)
    next_place = np.cumsum(n_boxes) - n_boxes
    runs.reverse()
    while runs:
        _scatter_runs(runs.pop(), group_of_class, next_place, grouped)
    return n_towns, n_boxes, grouped


@njit(cache=True)
def _mark_strips(boxes: Matrix[np.uint8], first: int, width: int, occurs: Vector[np.bool_]) -> None:
    for box in range(len(boxes)):
        number = 0
        for position in range(first, first + width):
            number = number << 8 | boxes[box, position]
        occurs[number] = True


def distinct_strips(batches: Iterable[Matrix[np.uint8]], width: int) -> dict[int, Matrix[np.uint8]]:
    """Distinct strips of `width` neighbouring positions; the last one of a box may be narrower.

    Each of `batches` is (boxes, positions); `width` is 1 to 3. Returns width -> the strips of this width, ascending,
    (strips, width).
    """
    occurs: dict[int, Vector[np.bool_]] = {}
    for boxes in batches:
        for first in range(0, boxes.shape[1], width):
            here = min(width, boxes.shape[1] - first)
            if here not in occurs:
                occurs[here] = np.zeros(1 << 8 * here, dtype=np.bool_)
            _mark_strips(boxes, first, here, occurs[here])
    return {
        here: np.flatnonzero(marks).astype(">u4").view(np.uint8).reshape(-1, 4)[:, 4 - here :].copy()
        for here, marks in occurs.items()
    }


@njit(cache=True)
def _count_towns(boxes: Matrix[np.uint8], ways: Matrix[np.int64], counts: Vector[np.int64]) -> None:
    for box in range(len(boxes)):
        for position in range(boxes.shape[1]):
            counts[box] *= ways[position, boxes[box, position]]


def count_towns(boxes: Matrix[np.uint8], ways: Matrix[np.int64]) -> Vector[np.int64]:
    """Number of towns in each box: (boxes,).

    `ways` (positions, turn sets) says how many directions of each turn set count; `TurnSets.ways` counts all.
    """
    counts = np.ones(len(boxes), dtype=np.int64)
    _count_towns(boxes, ways, counts)
    return counts


@njit(cache=True)
def _spell(boxes: Matrix[np.uint8], sets: TurnSets, choice: Vector[np.int64], towns: Matrix[np.uint8]) -> None:
    """Overwrite `towns`; `choice` (positions,) is scratch."""
    positions = boxes.shape[1]
    town = 0
    for box in range(len(boxes)):
        choice[:] = 0
        position = 0
        while position < positions:
            for at in range(positions):
                towns[town, at] = sets.tile[boxes[box, at]]
                towns[town, positions + at] = sets.direction[boxes[box, at], choice[at]]
            town += 1
            position = 0
            while position < positions:
                choice[position] += 1
                if choice[position] < sets.directions[boxes[box, position]]:
                    break
                choice[position] = 0
                position += 1


def spell_towns(boxes: Matrix[np.uint8], sets: TurnSets) -> Matrix[np.uint8]:
    """The digits of all towns, box by box: (towns, 2 positions), the tiles before the directions."""
    towns = np.empty((int(count_towns(boxes, sets.ways(boxes.shape[1])).sum()), 2 * boxes.shape[1]), dtype=np.uint8)
    _spell(boxes, sets, np.empty(boxes.shape[1], dtype=np.int64), towns)
    return towns


# Towns with wanted tiles, counted in boxes without spelling a town.


def ways_to_turn(wanted: Sequence[WantedTile], sets: TurnSets, positions: int) -> Matrix[np.int64]:
    """Number of wanted directions of each turn set at each position: int64 (positions, turn sets)."""
    in_use = np.arange(sets.direction.shape[1]) < sets.directions[:, np.newaxis]
    fits = np.array([in_use] * positions)
    for want in wanted:
        is_other = (sets.tile != want.tile)[:, np.newaxis]
        fits[slice(None) if want.position is None else want.position] &= np.where(
            is_other, want.position is None, np.isin(sets.direction, want.directions)
        )
    ways: Matrix[np.int64] = fits.sum(axis=2)
    return ways


def are_wanted(towns: Matrix[np.uint8], wanted: Sequence[WantedTile]) -> Vector[np.bool_]:
    """Whether each town, digits (n, 2 positions), has the wanted tiles: (n,)."""
    positions = towns.shape[1] // 2
    fits = np.ones(len(towns), dtype=np.bool_)
    for want in wanted:
        at = slice(None) if want.position is None else slice(want.position, want.position + 1)
        tiles, directions = towns[:, :positions][:, at], towns[:, positions:][:, at]
        is_wanted = np.isin(ALL_DIRECTIONS, want.directions)
        fits &= ((tiles == want.tile) & is_wanted[directions]).any(axis=1)
    return fits
