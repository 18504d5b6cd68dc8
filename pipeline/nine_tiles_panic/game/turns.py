"""Turns: all turn combinations of placements, as boxes of those with the same outcome.

Compiled functions take arrays rather than structures of them where they are called often: each
structure handed over costs a count of references for every array in it.
"""

from __future__ import annotations

import numpy as np

from pipeline.core.arrays import Array4, Matrix, Vector
from pipeline.core.compiled import njit
from pipeline.nine_tiles_panic.game.boxes import TurnGroups, find_boxes
from pipeline.nine_tiles_panic.game.road_objects import KINDS_ON_ROAD
from pipeline.nine_tiles_panic.game.roads import RoadGeometry, RoadMap, walk_roads
from pipeline.nine_tiles_panic.game.tiles import SIDES
from pipeline.nine_tiles_panic.game.town_tables import SUM_MASK, UNKNOWN, FaceTables, OutcomeTable, outcome_of

OUTCOME_SUMS = np.uint64(SUM_MASK)


@njit(cache=True)
def _sum_over_positions(addends: Matrix[np.int64], turns: Vector[np.int64], sums: Vector[np.int32]) -> None:
    """For every turn combination the sum of one addend a position.

    Args:
        addends: (positions, 4), the addend of each turn at each position.
        turns: (positions,), how many turns each position has.
        sums: overwritten.
    """
    combinations = 1
    sums[0] = addends[:, 0].sum()
    for position in range(len(turns)):
        for turn in range(1, turns[position]):
            step = np.int32(addends[position, turn] - addends[position, 0])
            for i in range(combinations):
                sums[turn * combinations + i] = sums[i] + step
        combinations *= turns[position]


@njit(cache=True)
def _road_outcomes(
    steps: Matrix[np.int64],
    object_on: Array4[np.uint8],
    behaviour: Vector[np.int64],
    turns: Vector[np.int64],
    rule_set: int,
    known_outcomes: Vector[np.uint64],
    addends: Matrix[np.int64],
    sequences: Vector[np.int64],
    outcomes: Vector[np.uint64],
) -> int:
    """Outcome words of one road for every combination of its own tiles' turns, in the order in which it meets them.

    The road is followed once, with the objects met in all combinations side by side.

    Args:
        steps: (steps, 3), position, tile road, and 1 if walked forward.
        object_on: (behaviours, 4, 2, 2), kinds by behaviour of a face, turn, tile road, forward.
        behaviour: (positions,), of the face at each position.
        turns: (positions,), how many turns each position has.
        rule_set: of the `OutcomeTable`.
        known_outcomes: its words.
        addends: (positions, 4), overwritten: their sum over positions is the place of a turn combination of the whole
            placement among those of the road's own tiles.
        sequences: scratch.
        outcomes: overwritten.

    Returns:
        The number of combinations.
    """
    addends[:] = 0
    sequences[0] = 0
    combinations = 1
    for step in range(len(steps)):
        at, tile_road, forward = steps[step, 0], steps[step, 1], steps[step, 2]
        stride = combinations if turns[at] == 1 else addends[at, 1]
        if stride == 0:  # the road meets this tile for the first time
            stride = combinations
            for turn in range(1, turns[at]):
                addends[at, turn] = turn * stride
                for i in range(stride):
                    sequences[turn * stride + i] = sequences[i]
            combinations *= turns[at]
        turn = 0
        for first in range(0, combinations, stride):
            kind = object_on[behaviour[at], turn, tile_road, forward]
            if kind > 0:
                for i in range(first, first + stride):
                    sequences[i] = sequences[i] * KINDS_ON_ROAD + kind
            turn = turn + 1 & turns[at] - 1  # turns are 1, 2 or 4
    for i in range(combinations):
        outcomes[i] = known_outcomes[sequences[i]]
        if outcomes[i] == UNKNOWN:
            outcomes[i] = known_outcomes[sequences[i]] = outcome_of(sequences[i], rule_set)
    return combinations


@njit(cache=True)
def _together(one: np.uint64, other: np.uint64) -> np.uint64:
    """The outcome word of two roads."""
    return ((one | other) & ~OUTCOME_SUMS) | ((one & OUTCOME_SUMS) + (other & OUTCOME_SUMS))


@njit(cache=True)
def _add_outcomes(own_outcomes: Vector[np.uint64], places: Vector[np.int32], outcomes: Vector[np.uint64]) -> None:
    """Combine the outcomes of one road, picked by `places`, with those of the roads before."""
    for i in range(len(outcomes)):
        outcomes[i] = _together(own_outcomes[places[i]], outcomes[i])


@njit(cache=True)
def vary_turns(
    batch: Matrix[np.uint8],
    town_synonym: Vector[np.int64],
    option: Matrix[np.int64],
    faces: FaceTables,
    outcomes_of_roads: OutcomeTable,
    geometry: RoadGeometry,
    roads: RoadMap,
    groups: TurnGroups,
) -> None:
    """Group the turn combinations of some placements by their outcomes, as boxes.

    Args:
        batch: (town synonyms, positions).
        town_synonym: (n,), index into the batch, ascending.
        option: (n, positions), the faces placed.
        faces: the faces on offer.
        outcomes_of_roads: for as many objects as a road can have.
        geometry: of the board.
        roads: scratch.
        groups: overwritten; large enough for as many groups as there are combinations.
    """
    positions = option.shape[1]
    object_on, behaviour_of, turns_of = faces.object_on, faces.behaviour, faces.turns
    first_group, first_box = groups.first_group, groups.first_box
    rule_set, known_outcomes = outcomes_of_roads
    road_length, road_steps = roads.length, roads.steps
    most = turns_of.max() ** positions
    turns, behaviour = np.zeros((2, positions), dtype=np.int64)
    addends = np.zeros((positions, SIDES), dtype=np.int64)
    sequences = np.empty(most, dtype=np.int64)
    places = np.empty(most, dtype=np.int32)
    own_outcomes = np.empty(most, dtype=np.uint64)
    outcomes = np.empty(most, dtype=np.uint64)
    words = np.empty((2, 2 * most), dtype=np.uint64)
    starts = np.empty((2, most), dtype=np.int32)
    road_count = 0
    walked = -1
    first_group[0] = 0
    first_box[0] = 0
    for number in range(len(option)):
        if town_synonym[number] != walked:
            walked = town_synonym[number]
            road_count = walk_roads(batch[walked], geometry, roads)
        for position in range(positions):
            turns[position] = turns_of[option[number, position]]
            behaviour[position] = behaviour_of[option[number, position]]
        combinations = turns.prod()
        outcomes[:combinations] = 0
        unturned = np.uint64(0)  # the outcome of all roads on which no tile turns
        for road in range(road_count):
            steps = road_steps[road, : road_length[road]]
            own = _road_outcomes(
                steps, object_on, behaviour, turns, rule_set, known_outcomes, addends, sequences, own_outcomes
            )
            if own == 1:
                unturned = _together(own_outcomes[0], unturned)
                continue
            _sum_over_positions(addends, turns, places)
            _add_outcomes(own_outcomes, places, outcomes[:combinations])
        for i in range(combinations):
            outcomes[i] = _together(outcomes[i], unturned)
        first = first_group[number]
        first_group[number + 1] = first + find_boxes(
            outcomes[:combinations], turns, words, starts, first, groups.outcome, groups.n_towns, first_box, groups.box
        )
