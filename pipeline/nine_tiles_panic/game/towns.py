"""All towns of town synonyms, with what they score: algorithm C, the staged search.

The search goes down three stages and never repeats an upper one for a lower one:

- shape: the roads of a town synonym are walked once;
- faces: tiles are placed position by position; what adds up over tiles, and the positions whose
  groups score, are carried along;
- objects: the turns of a placement differ only in where objects stand on the roads. Placements
  on one town synonym whose faces have their objects at the same places share one table of turn
  combinations, put into groups of the same outcome. A road's outcomes are looked up once for
  each combination of its own tiles' turns, by the order of the objects on it.

So one town costs little more than its direction digits: towns come in runs of one placement and
one group, and each run needs a single look-up of its scoring class.

A scoring class is a pair of a faces word and an outcome word, from which every count of a town
can be unpacked (`TownSearch.town_counts`).

Compiled functions take arrays rather than structures of them where they are called often: each
structure handed over costs a count of references for every array in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.compiled import njit
from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game.interning import intern_table, interned
from pipeline.nine_tiles_panic.game.measures import TownCounts
from pipeline.nine_tiles_panic.game.road_objects import KINDS_ON_ROAD, SUMMED, RoadOutcome
from pipeline.nine_tiles_panic.game.road_synonyms import ROAD_TABLES
from pipeline.nine_tiles_panic.game.roads import (
    SHAPE_FIELDS,
    RoadGeometry,
    RoadMap,
    empty_road_map,
    road_geometry,
    shape_counts,
    walk_roads,
)
from pipeline.nine_tiles_panic.game.tiles import SIDES
from pipeline.nine_tiles_panic.game.town_tables import (
    BEST_BITS,
    FACE_COUNT_BITS,
    FACE_COUNT_FIELDS,
    GROUP_FIELDS,
    SUM_BITS,
    SUM_MASK,
    FaceTables,
)

SMALL_COUNT_BITS = 5  # tiles in a group, roads, and tile roads on a board of ten positions
SHAPE_NUMBER_BITS = 16
FACE_COUNT_NUMBER_BITS = 28
GROUP_WORD_BITS = SMALL_COUNT_BITS * len(GROUP_FIELDS)
OUTCOME_NUMBER_BITS = 32
DIGIT_BITS = 4  # of a pattern
OUTCOME_SUMS = np.uint64(SUM_MASK)


class Placements(NamedTuple):
    """Tiles and faces on all positions of the town synonyms of a batch, in order.

    town_synonym: int64 (n,), index into the batch. option: int64 (n, positions), index of the
    face among the options. face_counts: uint64 (n,), packed `FACE_COUNT_FIELDS`.
    groups: uint64 (n,), packed sizes of `GROUP_FIELDS`. behaviours: int64 (n,), the behaviours of
    all positions as one number.
    """

    town_synonym: Any
    option: Any
    face_counts: Any
    groups: Any
    behaviours: Any


class TurnGroups(NamedTuple):
    """Turn combinations of some placements, in groups of the same outcome.

    Combinations are numbered like an odometer whose first position turns fastest.

    first_group: int64 (placements + 1,). outcome: uint64 (groups,), outcome words.
    first_combination: int64 (groups + 1,). combination: int32.
    """

    first_group: Any
    outcome: Any
    first_combination: Any
    combination: Any


@dataclass(frozen=True)
class TownRuns:
    """Towns in the order of the search: by town synonym, then placement.

    scoring_class, length: int32 (runs,), class and number of towns of each run.
    tiles: uint64 (runs,), the position digits of a run's towns. directions: uint64 (towns,), the
    direction digits of each town. One digit in every 4 bits, that of the last position lowest.
    """

    scoring_class: NDArray[np.int32]
    length: NDArray[np.int32]
    tiles: NDArray[np.uint64]
    directions: NDArray[np.uint64]


@njit(cache=True)  # type: ignore[untyped-decorator]
def _place_tiles(batch: Any, synonym_of: Any, faces: FaceTables, largest_group: Any,
                 placements: Placements) -> int:  # fmt: skip
    """Find all placements on the town synonyms of a batch, depth first.

    Args:
        batch: uint8 (n, positions), indices of oriented road synonyms.
        synonym_of: int64 (10,), road synonym of each.
        faces: the faces on offer.
        largest_group: from the board.
        placements: overwritten.

    Returns:
        The number of placements.
    """
    tile_bit, counts, has, behaviour = faces.tile_bit, faces.counts, faces.has, faces.behaviour
    found_town_synonym, found_option = placements.town_synonym, placements.option
    found_face_counts, found_groups = placements.face_counts, placements.groups
    found_behaviours = placements.behaviours
    behaviour_count = len(faces.object_on)
    positions = batch.shape[1]
    group_count = has.shape[1]
    # What is known of the placement before each position, and after the last.
    option_at = np.zeros(positions + 1, dtype=np.int64)
    tiles = np.zeros(positions + 1, dtype=np.int64)
    face_counts = np.zeros(positions + 1, dtype=np.uint64)
    behaviours = np.zeros(positions + 1, dtype=np.int64)
    members = np.zeros((positions + 1, group_count), dtype=np.int64)
    count = 0
    for number in range(len(batch)):
        synonyms = synonym_of[batch[number]]
        first_option = faces.first_option[synonyms]
        end_option = faces.first_option[synonyms + 1]
        position = 0
        option_at[0] = first_option[0] - 1
        while position >= 0:
            option = option_at[position] + 1
            while option < end_option[position] and tile_bit[option] & tiles[position]:
                option += 1
            option_at[position] = option
            if option == end_option[position]:
                position -= 1
                continue
            here = position
            position += 1
            tiles[position] = tiles[here] | tile_bit[option]
            face_counts[position] = face_counts[here] + counts[option]
            behaviours[position] = behaviours[here] * behaviour_count + behaviour[option]
            for group in range(group_count):
                members[position, group] = members[here, group] | (has[option, group] << here)
            if position < positions:
                option_at[position] = first_option[position] - 1
                continue
            found_town_synonym[count] = number
            found_option[count] = option_at[:positions]
            found_face_counts[count] = face_counts[positions]
            found_behaviours[count] = behaviours[positions]
            word = np.uint64(0)
            for group in range(group_count - 1, -1, -1):
                size = largest_group[members[positions, group]]
                word = (word << np.uint64(SMALL_COUNT_BITS)) | np.uint64(size)
            found_groups[count] = word
            count += 1
            position -= 1
    return count


@njit(cache=True)  # type: ignore[untyped-decorator]
def _sum_over_positions(addends: Any, turns: Any, sums: Any) -> int:
    """For every turn combination the sum of one addend a position.

    Args:
        addends: int64 (positions, 4), the addend of each turn at each position.
        turns: int64 (positions,), how many turns each position has.
        sums: int64, overwritten.

    Returns:
        The number of combinations.
    """
    combinations = 1
    sums[0] = addends[:, 0].sum()
    for position in range(len(turns)):
        for turn in range(1, turns[position]):
            step = addends[position, turn] - addends[position, 0]
            for i in range(combinations):
                sums[turn * combinations + i] = sums[i] + step
        combinations *= turns[position]
    return combinations


@njit(cache=True)  # type: ignore[untyped-decorator]
def _road_outcomes(steps: Any, objects: Any, own_turns: Any, choice: Any,
                   outcomes_of_sequences: Any, outcomes: Any) -> None:  # fmt: skip
    """Outcome words of one road for every combination of its own tiles' turns.

    Args:
        steps: int64 (steps, 3), position, tile road, and 1 if walked forward.
        objects: uint8 (positions, 4, 2, 2), kinds by position, turn, tile road, forward.
        own_turns: int64 (positions,), turns of the positions on the road, 1 elsewhere.
        choice: int64 (positions,), working room.
        outcomes_of_sequences: from `outcome_table`.
        outcomes: uint64, overwritten.
    """
    choice[:] = 0
    combination = 0
    position = 0
    while position < len(own_turns):
        sequence = 0
        for step in range(len(steps)):
            at = steps[step, 0]
            kind = objects[at, choice[at], steps[step, 1], steps[step, 2]]
            if kind > 0:
                sequence = sequence * KINDS_ON_ROAD + kind
        outcomes[combination] = outcomes_of_sequences[sequence]
        combination += 1
        position = 0
        while position < len(own_turns):
            choice[position] += 1
            if choice[position] < own_turns[position]:
                break
            choice[position] = 0
            position += 1


@njit(cache=True)  # type: ignore[untyped-decorator]
def _own_places(road: int, road_of: Any, turns: Any, own_turns: Any, addends: Any) -> None:
    """Say where a road's outcome for a turn combination of the whole placement is found.

    Args:
        road: the road.
        road_of: int64 (positions, 2), roads by position and tile road.
        turns: int64 (positions,), how many turns each position has.
        own_turns: overwritten with the turns of the positions on this road, 1 elsewhere.
        addends: overwritten so that their sum over positions is the place among the
            combinations of its own tiles.
    """
    own_combinations = 1
    for position in range(len(turns)):
        is_own = road_of[position, 0] == road or road_of[position, 1] == road
        own_turns[position] = turns[position] if is_own else 1
        for turn in range(turns[position]):
            addends[position, turn] = turn * own_combinations if is_own else 0
        own_combinations *= own_turns[position]


@njit(cache=True)  # type: ignore[untyped-decorator]
def _add_outcomes(own_outcomes: Any, places: Any, outcomes: Any) -> None:
    """Combine the outcomes of one road, picked by `places`, with those of the roads before."""
    for i in range(len(outcomes)):
        one, others = own_outcomes[places[i]], outcomes[i]
        sums = (one & OUTCOME_SUMS) + (others & OUTCOME_SUMS)
        outcomes[i] = ((one | others) & ~OUTCOME_SUMS) | sums


@njit(cache=True)  # type: ignore[untyped-decorator]
def _group_by_outcome(outcomes: Any, group_of: Any, group_outcome: Any, group_end: Any,
                      combination: Any) -> int:  # fmt: skip
    """Put the turn combinations of a placement into groups, by a counting sort.

    Args:
        outcomes: uint64 (combinations,).
        group_of: int64, at least as long; working room.
        group_outcome: uint64, overwritten with the groups' outcomes, in order of appearance.
        group_end: int64, overwritten with the ends of the groups in `combination`.
        combination: int32, overwritten with the combinations, group by group.

    Returns:
        The number of groups.
    """
    count = 0
    for i in range(len(outcomes)):
        group = 0  # there are few groups, so trying one after the other is quick
        while group < count and group_outcome[group] != outcomes[i]:
            group += 1
        if group == count:
            group_outcome[group] = outcomes[i]
            group_end[group] = 0
            count += 1
        group_of[i] = group
        group_end[group] += 1
    start = 0
    for group in range(count):
        start, group_end[group] = start + group_end[group], start
    for i in range(len(outcomes)):
        combination[group_end[group_of[i]]] = i
        group_end[group_of[i]] += 1
    return count


@njit(cache=True)  # type: ignore[untyped-decorator]
def _vary_turns(batch: Any, town_synonym: Any, option: Any, faces: FaceTables,
                outcomes_of_sequences: Any, geometry: RoadGeometry, roads: RoadMap,
                groups: TurnGroups) -> None:  # fmt: skip
    """Group the turn combinations of some placements by their outcomes.

    Args:
        batch: uint8 (town synonyms, positions).
        town_synonym: int64 (n,), index into the batch, ascending.
        option: int64 (n, positions), the faces placed.
        faces: the faces on offer.
        outcomes_of_sequences: from `outcome_table`.
        geometry: of the board.
        roads: working room.
        groups: overwritten; with room for as many groups as there are combinations.
    """
    positions = option.shape[1]
    object_on, behaviour_of, turns_of = faces.object_on, faces.behaviour, faces.turns
    first_group, outcome_of_group = groups.first_group, groups.outcome
    first_combination, combination = groups.first_combination, groups.combination
    road_length, road_steps, road_of = roads.length, roads.steps, roads.road_of
    most = turns_of.max() ** positions
    objects = np.zeros((positions, SIDES, *object_on.shape[2:]), dtype=np.uint8)
    turns = np.zeros(positions, dtype=np.int64)
    own_turns = np.zeros(positions, dtype=np.int64)
    choice = np.zeros(positions, dtype=np.int64)
    addends = np.zeros((positions, SIDES), dtype=np.int64)
    places = np.zeros(most, dtype=np.int64)
    own_outcomes = np.zeros(most, dtype=np.uint64)
    outcomes = np.zeros(most, dtype=np.uint64)
    group_of = np.zeros(most, dtype=np.int64)
    group_end = np.zeros(most, dtype=np.int64)
    road_count = 0
    walked = -1
    group = 0
    start = 0
    first_group[0] = 0
    first_combination[0] = 0
    for number in range(len(option)):
        if town_synonym[number] != walked:
            walked = town_synonym[number]
            road_count = walk_roads(batch[walked], geometry, roads)
        for position in range(positions):
            turns[position] = turns_of[option[number, position]]
            objects[position] = object_on[behaviour_of[option[number, position]]]
        combinations = turns.prod()
        outcomes[:combinations] = 0
        for road in range(road_count):
            steps = road_steps[road, : road_length[road]]
            _own_places(road, road_of, turns, own_turns, addends)
            _road_outcomes(steps, objects, own_turns, choice, outcomes_of_sequences, own_outcomes)
            _sum_over_positions(addends, turns, places)
            _add_outcomes(own_outcomes, places, outcomes[:combinations])
        count = _group_by_outcome(
            outcomes[:combinations], group_of, outcome_of_group[group:], group_end,
            combination[start:],
        )  # fmt: skip
        first_combination[group + 1 : group + 1 + count] = start + group_end[:count]
        group += count
        start += combinations
        first_group[number + 1] = group


@njit(cache=True)  # type: ignore[untyped-decorator]
def _spell_directions(placements: Placements, turn_at: Any, faces: FaceTables, behaviour: Any,
                      groups: TurnGroups, directions: Any) -> None:  # fmt: skip
    """Write the direction digits of all towns, placement by placement, group by group.

    Args:
        placements: of a batch.
        turn_at: int64 (town synonyms, positions), turns of the oriented road synonyms.
        faces: the faces on offer.
        behaviour: int64 (placements,), whose turn groups each placement has.
        groups: the turn groups.
        directions: uint64 (towns,), overwritten; one digit in every 4 bits.
    """
    town_synonym, option = placements.town_synonym, placements.option
    direction, turns_of = faces.direction, faces.turns
    first_group, first_combination = groups.first_group, groups.first_combination
    combination = groups.combination
    positions = option.shape[1]
    turns = np.zeros(positions, dtype=np.int64)
    addends = np.zeros((positions, SIDES), dtype=np.int64)
    digits = np.zeros(turns_of.max() ** positions, dtype=np.int64)
    town = 0
    for number in range(len(behaviour)):
        for position in range(positions):
            face = option[number, position]
            turns[position] = turns_of[face]
            shift = DIGIT_BITS * (positions - 1 - position)
            for turn in range(turns_of[face]):
                digit = direction[face, turn, turn_at[town_synonym[number], position]]
                addends[position, turn] = digit << shift
        _sum_over_positions(addends, turns, digits)
        first = first_combination[first_group[behaviour[number]]]
        end = first_combination[first_group[behaviour[number] + 1]]
        for i in range(first, end):
            directions[town] = digits[combination[i]]
            town += 1


def _turn_groups(placements: int, combinations: int) -> TurnGroups:
    return TurnGroups(
        first_group=np.empty(placements + 1, dtype=np.int64),
        outcome=np.empty(combinations, dtype=np.uint64),
        first_combination=np.empty(combinations + 1, dtype=np.int64),
        combination=np.empty(combinations, dtype=np.int32),
    )


class TownSearch:
    """Finds and classifies the towns of town synonyms, batch after batch.

    Args:
        board: the board.
        faces: from `face_tables`.
        outcomes_of_sequences: from `outcome_table`, for as many objects as a road can have.
    """

    def __init__(self, board: Board, faces: FaceTables, outcomes_of_sequences: Any) -> None:
        self._board = board
        self._positions = board.positions
        self._faces = faces
        self._outcomes_of_sequences = outcomes_of_sequences
        self._geometry = road_geometry(board)
        self._roads = empty_road_map(board)
        self._shapes = intern_table()
        self._face_counts = intern_table()
        self._face_words = intern_table()
        self._outcomes = intern_table()
        self._classes = intern_table()
        self._turn_groups = _turn_groups(0, 0)

    def towns(self, batch: NDArray[np.uint8], n_placements: int, n_towns: int) -> TownRuns:
        """Find all towns of these town synonyms.

        Args:
            batch: uint8 (n, positions), indices of oriented road synonyms.
            n_placements: how many placements the batch has, from `filling_counts`.
            n_towns: how many towns it has.
        """
        placements = self._place_tiles(batch, n_placements)
        faces_number = self._number_faces(batch, placements)
        first, behaviour = _first_of_each_behaviour(placements)
        groups = self._room_for_turn_groups(len(first), n_towns)
        _vary_turns(
            batch, placements.town_synonym[first], placements.option[first], self._faces,
            self._outcomes_of_sequences, self._geometry, self._roads, groups,
        )  # fmt: skip
        n_groups = int(groups.first_group[len(first)])
        self._outcomes, outcome_number = interned(self._outcomes, groups.outcome[:n_groups])
        directions = np.empty(n_towns, dtype=np.uint64)
        turn_at = ROAD_TABLES.turn[batch]
        _spell_directions(placements, turn_at, self._faces, behaviour, groups, directions)
        placement, group = _runs(groups.first_group[: len(first) + 1], behaviour)
        keys = faces_number[placement] << np.uint64(OUTCOME_NUMBER_BITS)
        keys |= outcome_number.astype(np.uint64)[group]
        self._classes, scoring_class = interned(self._classes, keys)
        lengths = np.diff(groups.first_combination[: n_groups + 1]).astype(np.int32)
        tiles = _joined_digits(self._faces.tile_number[placements.option])
        return TownRuns(scoring_class, lengths[group], tiles[placement], directions)

    def _room_for_turn_groups(self, placements: int, combinations: int) -> TurnGroups:
        """Room for the turn groups of a batch, the same again and again: new room costs time."""
        room = self._turn_groups
        if len(room.first_group) <= placements or len(room.outcome) < combinations:
            self._turn_groups = _turn_groups(2 * placements, 2 * combinations)
        return self._turn_groups

    def _place_tiles(self, batch: NDArray[np.uint8], n_placements: int) -> Placements:
        placements = Placements(
            np.empty(n_placements, dtype=np.int64),
            np.empty((n_placements, self._positions), dtype=np.int64),
            np.empty(n_placements, dtype=np.uint64),
            np.empty(n_placements, dtype=np.uint64),
            np.empty(n_placements, dtype=np.int64),
        )
        _place_tiles(batch, ROAD_TABLES.synonym, self._faces, self._board.largest_group, placements)
        return placements

    def _number_faces(self, batch: NDArray[np.uint8], placements: Placements) -> NDArray[np.uint64]:
        """Number of everything that each placement scores apart from its turns; uint64 (n,)."""
        counts = shape_counts(batch, self._board).astype(np.uint64)
        shifts = np.arange(len(SHAPE_FIELDS), dtype=np.uint64) * np.uint64(SMALL_COUNT_BITS)
        self._shapes, shape_number = interned(self._shapes, (counts << shifts).sum(axis=1))
        self._face_counts, count_number = interned(self._face_counts, placements.face_counts)
        words = (
            count_number.astype(np.uint64) << np.uint64(SHAPE_NUMBER_BITS + GROUP_WORD_BITS)
            | shape_number.astype(np.uint64)[placements.town_synonym] << np.uint64(GROUP_WORD_BITS)
            | placements.groups
        )
        self._face_words, number = interned(self._face_words, words)
        return number.astype(np.uint64)

    def town_counts(self) -> TownCounts:
        """The counts that each scoring class stands for; arrays of shape (classes,)."""
        classes = self._classes.in_use
        faces = self._face_words.in_use[_bits(classes, OUTCOME_NUMBER_BITS, 32)]
        outcomes = self._outcomes.in_use[_bits(classes, 0, OUTCOME_NUMBER_BITS)]
        shapes = self._shapes.in_use[_bits(faces, GROUP_WORD_BITS, SHAPE_NUMBER_BITS)]
        face_counts = self._face_counts.in_use[
            _bits(faces, GROUP_WORD_BITS + SHAPE_NUMBER_BITS, FACE_COUNT_NUMBER_BITS)
        ]
        return TownCounts(
            **_unpack(shapes, SHAPE_FIELDS, SMALL_COUNT_BITS),
            **_unpack(face_counts, FACE_COUNT_FIELDS, FACE_COUNT_BITS),
            **_unpack(faces, GROUP_FIELDS, SMALL_COUNT_BITS),
            **_unpack_outcomes(outcomes),
        )


def _runs(
    first_group: NDArray[np.int64], behaviour: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The placement and the turn group of every run; int64 (runs,) each."""
    sizes = np.diff(first_group)[behaviour]
    placement = np.repeat(np.arange(len(behaviour)), sizes)
    run_in_placement = np.arange(len(placement)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return placement, first_group[behaviour][placement] + run_in_placement


def _joined_digits(digits: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Digits (n, positions) as words (n,) with one digit in every 4 bits."""
    shifts = DIGIT_BITS * np.arange(digits.shape[1] - 1, -1, -1)
    words: NDArray[np.uint64] = (digits << shifts).sum(axis=1).astype(np.uint64)
    return words


def _first_of_each_behaviour(
    placements: Placements,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first placement of each behaviour on each town synonym, and which of them each has."""
    order = np.lexsort((placements.behaviours, placements.town_synonym))
    is_new = np.ones(len(order), dtype=np.bool_)
    is_new[1:] = (np.diff(placements.behaviours[order]) != 0) | (
        np.diff(placements.town_synonym[order]) != 0
    )
    behaviour = np.empty(len(order), dtype=np.int64)
    behaviour[order] = np.cumsum(is_new) - 1
    return order[is_new], behaviour


def _bits(words: NDArray[np.uint64], first: int, count: int) -> NDArray[np.int64]:
    shifted = words >> np.uint64(first) & np.uint64((1 << count) - 1)
    return shifted.astype(np.int64)


def _unpack(
    words: NDArray[np.uint64], fields: Iterable[str], bits: int
) -> dict[str, NDArray[np.int64]]:
    return {field: _bits(words, i * bits, bits) for i, field in enumerate(fields)}


TOWN_COUNT_OF_OUTCOME = {
    "caught": "caught_aliens",
    "food_chains": "food_chains",
    "surrounded": "surrounded_aliens",
    "agents": "agents_on_a_road",
    "eaten": "hamburgers_eaten",
    "abducting": "abducting_aliens",
    "free_aliens": "free_aliens_on_a_road",
}


def _unpack_outcomes(words: NDArray[np.uint64]) -> dict[str, NDArray[np.int64]]:
    counts = {}
    first = 0
    for i, field in enumerate(RoadOutcome._fields):
        if i < SUMMED:
            counts[TOWN_COUNT_OF_OUTCOME[field]] = _bits(words, first, SUM_BITS)
            first += SUM_BITS
        else:
            ones = words >> np.uint64(first) & np.uint64((1 << BEST_BITS) - 1)
            counts[TOWN_COUNT_OF_OUTCOME[field]] = np.bitwise_count(ones).astype(np.int64)
            first += BEST_BITS
    return counts
