"""Turns: all turn combinations of placements, in groups of those with the same outcome.

Compiled functions take arrays rather than structures of them where they are called often: each
structure handed over costs a count of references for every array in it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pipeline.core.arrays import Array4, Matrix, Vector
from pipeline.core.compiled import copy_elements, njit
from pipeline.nine_tiles_panic.game.placements import Placements
from pipeline.nine_tiles_panic.game.road_objects import KINDS_ON_ROAD
from pipeline.nine_tiles_panic.game.road_synonyms import MAX_ROADS_PER_TILE
from pipeline.nine_tiles_panic.game.roads import RoadGeometry, RoadMap, walk_roads
from pipeline.nine_tiles_panic.game.tiles import SIDES
from pipeline.nine_tiles_panic.game.town_tables import SUM_MASK, FaceTables

DIGIT_BITS = 4  # of a pattern
OUTCOME_SUMS = np.uint64(SUM_MASK)


class TurnGroups(NamedTuple):
    """Turn combinations of some placements, in groups of the same outcome.

    Combinations are numbered like an odometer whose first position turns fastest.
    """

    first_group: Vector[np.int64]
    """(placements + 1,), where the groups of each placement begin."""
    outcome: Vector[np.uint64]
    """(groups,), outcome words."""
    first_combination: Vector[np.int64]
    """(groups + 1,), where the combinations of each group begin."""
    combination: Vector[np.int32]
    """(combinations,), their numbers."""


@njit(cache=True)
def _sum_over_positions(addends: Matrix[np.int64], turns: Vector[np.int64], sums: Vector[np.int64]) -> int:
    """For every turn combination the sum of one addend a position.

    Args:
        addends: (positions, 4), the addend of each turn at each position.
        turns: (positions,), how many turns each position has.
        sums: overwritten.

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


@njit(cache=True)
def _road_outcomes(
    steps: Matrix[np.int64],
    objects: Array4[np.uint8],
    own_turns: Vector[np.int64],
    choice: Vector[np.int64],
    outcomes_of_sequences: Vector[np.uint64],
    outcomes: Vector[np.uint64],
) -> None:
    """Outcome words of one road for every combination of its own tiles' turns.

    Args:
        steps: (steps, 3), position, tile road, and 1 if walked forward.
        objects: (positions, 4, 2, 2), kinds by position, turn, tile road, forward.
        own_turns: (positions,), turns of the positions on the road, 1 elsewhere.
        choice: (positions,), scratch.
        outcomes_of_sequences: from `outcome_table`.
        outcomes: overwritten.
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


@njit(cache=True)
def _own_places(
    road: int,
    road_of: Matrix[np.int64],
    turns: Vector[np.int64],
    own_turns: Vector[np.int64],
    addends: Matrix[np.int64],
) -> None:
    """Tell where a road's outcome for a turn combination of the whole placement is found.

    Args:
        road: the road.
        road_of: (positions, 2), roads by position and tile road.
        turns: (positions,), how many turns each position has.
        own_turns: overwritten with the turns of the positions on this road, 1 elsewhere.
        addends: overwritten so that their sum over positions is the place among the combinations of its own tiles.
    """
    own_combinations = 1
    for position in range(len(turns)):
        is_own = road_of[position, 0] == road or road_of[position, 1] == road
        own_turns[position] = turns[position] if is_own else 1
        for turn in range(turns[position]):
            addends[position, turn] = turn * own_combinations if is_own else 0
        own_combinations *= own_turns[position]


@njit(cache=True)
def _add_outcomes(own_outcomes: Vector[np.uint64], places: Vector[np.int64], outcomes: Vector[np.uint64]) -> None:
    """Combine the outcomes of one road, picked by `places`, with those of the roads before."""
    for i in range(len(outcomes)):
        one, others = own_outcomes[places[i]], outcomes[i]
        sums = (one & OUTCOME_SUMS) + (others & OUTCOME_SUMS)
        outcomes[i] = ((one | others) & ~OUTCOME_SUMS) | sums


@njit(cache=True)
def _group_by_outcome(
    outcomes: Vector[np.uint64],
    group_of: Vector[np.int64],
    group_outcome: Vector[np.uint64],
    group_end: Vector[np.int64],
    combination: Vector[np.int32],
) -> int:
    """Put the turn combinations of a placement into groups, by a counting sort.

    Args:
        outcomes: (combinations,).
        group_of: scratch, at least as long.
        group_outcome: overwritten with the groups' outcomes, in order of appearance.
        group_end: overwritten with the ends of the groups in `combination`.
        combination: overwritten with the combinations, group by group.

    Returns:
        The number of groups.
    """
    count = 0
    for i in range(len(outcomes)):
        group = 0  # there are few groups, so a linear search is fast
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


@njit(cache=True)
def vary_turns(
    batch: Matrix[np.uint8],
    town_synonym: Vector[np.int64],
    option: Matrix[np.int64],
    faces: FaceTables,
    outcomes_of_sequences: Vector[np.uint64],
    geometry: RoadGeometry,
    roads: RoadMap,
    groups: TurnGroups,
) -> None:
    """Group the turn combinations of some placements by their outcomes.

    Args:
        batch: (town synonyms, positions).
        town_synonym: (n,), index into the batch, ascending.
        option: (n, positions), the faces placed.
        faces: the faces on offer.
        outcomes_of_sequences: from `outcome_table`.
        geometry: of the board.
        roads: scratch.
        groups: overwritten; large enough for as many groups as there are combinations.
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
            on_roads = object_on[behaviour_of[option[number, position]]]
            for side in range(SIDES):
                for road in range(MAX_ROADS_PER_TILE):
                    copy_elements(on_roads[side, road], objects[position, side, road])
        combinations = turns.prod()
        outcomes[:combinations] = 0
        for road in range(road_count):
            steps = road_steps[road, : road_length[road]]
            _own_places(road, road_of, turns, own_turns, addends)
            _road_outcomes(steps, objects, own_turns, choice, outcomes_of_sequences, own_outcomes)
            _sum_over_positions(addends, turns, places)
            _add_outcomes(own_outcomes, places, outcomes[:combinations])
        count = _group_by_outcome(
            outcomes[:combinations], group_of, outcome_of_group[group:], group_end, combination[start:]
        )
        for i in range(count):
            first_combination[group + 1 + i] = start + group_end[i]
        group += count
        start += combinations
        first_group[number + 1] = group


@njit(cache=True)
def spell_directions(
    placements: Placements,
    turn_at: Matrix[np.int64],
    faces: FaceTables,
    behaviour: Vector[np.int64],
    groups: TurnGroups,
    directions: Vector[np.uint64],
) -> None:
    """Write the direction digits of all towns, placement by placement, group by group.

    Args:
        placements: of a batch.
        turn_at: (town synonyms, positions), turns of the oriented road synonyms.
        faces: the faces on offer.
        behaviour: (placements,), whose turn groups each placement has.
        groups: the turn groups.
        directions: (towns,), overwritten; one digit in every 4 bits.
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


def empty_turn_groups(placements: int, combinations: int) -> TurnGroups:
    """The turn groups of a number of placements, to be overwritten."""
    return TurnGroups(
        first_group=np.empty(placements + 1, dtype=np.int64),
        outcome=np.empty(combinations, dtype=np.uint64),
        first_combination=np.empty(combinations + 1, dtype=np.int64),
        combination=np.empty(combinations, dtype=np.int32),
    )


def runs_of_towns(
    first_group: Vector[np.int64], behaviour: Vector[np.int64]
) -> tuple[Vector[np.int64], Vector[np.int64]]:
    """The placement and the turn group of every run: (runs,) each."""
    sizes = np.diff(first_group)[behaviour]
    placement = np.repeat(np.arange(len(behaviour)), sizes)
    run_in_placement = np.arange(len(placement)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return placement, first_group[behaviour][placement] + run_in_placement
