"""Boxes: sets of turn combinations in which every position turns within a set of its own.

The turn combinations of a placement that have the same outcome are nearly such a product, so they are kept as few boxes
instead of many combinations. A box has a set of turns for every position, bit i for turn i, in 4 bits, those of the
last position lowest. Of two positions with 2 and 4 turns, the outcomes

               second  0  1  2  3
        first 0        A  A  B  B        A: both turns of the first with 0 or 1 of the second    0x33
        first 1        A  A  A  B           turn 1 of the first with turn 2                      0x24
                                         B: turn 0 of the first with turn 2                      0x14
                                            both turns of the first with turn 3                  0x38

are four boxes. Combinations are numbered like an odometer whose first position turns fastest:

>>> outcomes, turns = np.array([7, 7, 7, 7, 9, 7, 9, 9], np.uint64), np.array([2, 4])
>>> groups = empty_turn_groups(1, 8)
>>> words, starts = np.empty((2, 16), np.uint64), np.empty((2, 8), np.int32)
>>> groups.first_box[0] = 0
>>> find_boxes(outcomes, turns, words, starts, 0, groups.outcome, groups.n_towns, groups.first_box, groups.box)
2
>>> groups.outcome[:2].tolist(), groups.n_towns[:2].tolist(), groups.first_box[:3].tolist()
([7, 9], [5, 3], [0, 2, 4])
>>> [hex(box) for box in groups.box[:4]]
['0x33', '0x24', '0x14', '0x38']
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pipeline.core.arrays import Matrix, Vector
from pipeline.core.compiled import njit
from pipeline.nine_tiles_panic.game.interning import HASH_MULTIPLIER
from pipeline.nine_tiles_panic.game.tiles import SIDES

TURN_SET_BITS = np.uint64(SIDES)
GROUP_SHIFT = np.uint64(40)  # above the sets of turns of ten positions
ALL_TURNS = np.uint64((1 << SIDES) - 1)
GUESS_BITS = 7
END = np.uint64(2**64 - 1)
ONLY_BOX = (np.uint64(1) << GROUP_SHIFT) - np.uint64(1)


class TurnGroups(NamedTuple):
    """The turn combinations of some placements, in groups of the same outcome, each cut into boxes."""

    first_group: Vector[np.int64]
    """(placements + 1,), where the groups of each placement begin."""
    outcome: Vector[np.uint64]
    """(groups,), outcome words."""
    n_towns: Vector[np.int64]
    """(groups,), combinations."""
    first_box: Vector[np.int64]
    """(groups + 1,), where the boxes of each group begin."""
    box: Vector[np.uint64]
    """(boxes,)."""


def empty_turn_groups(placements: int, combinations: int) -> TurnGroups:
    """The turn groups of a number of placements, to be overwritten."""
    return TurnGroups(
        first_group=np.empty(placements + 1, dtype=np.int64),
        outcome=np.empty(combinations, dtype=np.uint64),
        n_towns=np.empty(combinations, dtype=np.int64),
        first_box=np.empty(combinations + 1, dtype=np.int64),
        box=np.empty(combinations, dtype=np.uint64),
    )


@njit(cache=True)
def _merge_combinations(
    words: Vector[np.uint64],
    combinations: int,
    shift: np.uint64,
    turns: int,
    merged: Vector[np.uint64],
    merged_starts: Vector[np.int32],
) -> None:
    """As `_merge_pairs`, of lists of a single word without an end: half of all lists, without any loop."""
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


@njit(cache=True)
def _merge_pairs(
    words: Vector[np.uint64],
    starts: Vector[np.int32],
    lists: int,
    shift: np.uint64,
    turns: int,
    merged: Vector[np.uint64],
    merged_starts: Vector[np.int32],
) -> None:
    """Merge every two neighbouring lists, whose words differ in the turn set of one position only.

    A word that stands in both lists becomes one, with both sets of turns. As the words of each list ascend and are all
    different, so are the merged ones. Only the end of a list is a branch that cannot be foreseen.

    Args:
        words: lists, each closed by `END`.
        starts: (lists or more,), where each list starts.
        lists: how many there are, an even number.
        shift: where the turn set of the position begins.
        turns: how many turns of it lists gain, one each, again and again; 0 if they have them already.
        merged: overwritten.
        merged_starts: overwritten, (lists / 2,).
    """
    others = ~(ALL_TURNS << shift)
    gained, last = np.uint64(turns > 0), max(turns, 1) - 1
    place = 0
    for pair in range(lists // 2):
        a, b = starts[2 * pair], starts[2 * pair + 1]
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
            a += takes_a
            b += takes_b
            place += 1


@njit(cache=True)
def _box_of(combination: int, turns: Vector[np.int64]) -> np.uint64:
    """The box of a single turn combination; turns are 1, 2 or 4, so that its digits are 0, 1 or 2 bits."""
    box = np.uint64(0)
    for position in range(len(turns)):
        box = box << TURN_SET_BITS | np.uint64(1) << np.uint64(combination & turns[position] - 1)
        combination >>= turns[position] >> 1
    return box


@njit(cache=True)
def _number_groups(
    outcomes: Vector[np.uint64],
    words: Vector[np.uint64],
    first: int,
    group_outcome: Vector[np.uint64],
    n_towns: Vector[np.int64],
    first_combination: Vector[np.int64],
) -> int:
    """Number the different outcomes of a placement in order of appearance.

    Args:
        outcomes: (combinations,).
        words: overwritten with the group of each combination, above the bits of a box.
        first: the number of the first group.
        group_outcome: from there on, the outcomes of the groups.
        n_towns: how many combinations they have.
        first_combination: one place further on, their first combinations.

    Returns:
        The number of groups.
    """
    guesses = np.zeros(1 << GUESS_BITS, dtype=np.int64)  # the last group whose outcome has this hash
    groups = 0
    for combination in range(len(outcomes)):
        outcome = outcomes[combination]
        slot = outcome * HASH_MULTIPLIER >> np.uint64(64 - GUESS_BITS)
        group = guesses[slot]
        if group >= groups or group_outcome[first + group] != outcome:
            group = 0
            while group < groups and group_outcome[first + group] != outcome:
                group += 1
            guesses[slot] = group
        if group == groups:
            group_outcome[first + group] = outcome
            n_towns[first + group] = 0
            first_combination[first + group + 1] = combination
            groups += 1
        n_towns[first + group] += 1
        words[combination] = np.uint64(group) << GROUP_SHIFT
    return groups


@njit(cache=True)
def find_boxes(
    outcomes: Vector[np.uint64],
    turns: Vector[np.int64],
    words: Matrix[np.uint64],
    starts: Matrix[np.int32],
    first: int,
    group_outcome: Vector[np.uint64],
    n_towns: Vector[np.int64],
    first_box: Vector[np.int64],
    boxes: Vector[np.uint64],
) -> int:
    """Group the turn combinations of a placement by their outcomes, and merge those of each group into boxes.

    Groups are in the order of their first combinations, each of which is in the first box of its group, at the lowest
    turn of every position. Merging goes position by position, by lists of what is merged of the positions before.

    Args:
        outcomes: (combinations,).
        turns: (positions,), how many turns each position has: 1, 2 or 4, as a square has no other symmetries.
        words: (2, twice the combinations or more), scratch.
        starts: (2, combinations or more), scratch.
        first: the number of the first group. Of the following, as in `TurnGroups`, what belongs to the groups from here
            on is written.
        group_outcome: (groups,).
        n_towns: (groups,).
        first_box: (groups + 1,), known for the first group.
        boxes: (boxes,).

    Returns:
        The number of groups.
    """
    lists = combinations = len(outcomes)
    groups = _number_groups(outcomes, words[0], first, group_outcome, n_towns, first_box)
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
    for group in range(first, first + groups):
        start = place = first_box[group]
        while words[now, box] >> GROUP_SHIFT == np.uint64(group - first):  # never at `END`
            boxes[place] = (words[now, box] & ONLY_BOX) | unturned
            place += 1
            box += 1
        if place > start + 1:
            first_town = _box_of(first_box[group + 1], turns)  # what `_number_groups` left there
            with_it = start
            while boxes[with_it] & first_town != first_town:
                with_it += 1
            boxes[start], boxes[with_it] = boxes[with_it], boxes[start]
        first_box[group + 1] = place
    return groups
