"""The search, which scores all towns of town synonyms.

It has three stages, and each result of a stage serves many of the next:

- shape: the roads of a town synonym are walked once.
- faces: tiles are placed position by position. The search carries along the counts summed over tiles, and the positions
  that form scoring groups.
- objects: the turns of a placement differ only in the objects' places on the roads. Placements of the same behaviour on
  one town synonym share one table of turn combinations, in groups of the same outcome. A road's outcomes are looked up
  once for each combination of its own tiles' turns, by the order of its objects.

A run is the towns of one placement and one group; it needs a single look-up of its scoring class. No town is spelled:
turn combinations of the same outcome are merged into boxes, once for each behaviour.

A scoring class is a pair of a faces word and an outcome word, by their numbers, from which every count of a town can be
unpacked (`TownSearch.town_counts`):

    class        number of the faces word  | number of the outcome word
    faces word   number of the face counts | number of the shape counts | scores of up to 8 measures by places
    bits                                16 | 16                         | 4 each

>>> {name: n.tolist() for name, n in unpack(np.array([5 << 4 | 3], np.uint64), ["dogs", "girls"], 4).items()}
{'dogs': [3], 'girls': [5]}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from tablebases.arrays import Array3, Array4, Matrix, Vector
from tablebases.compiled import njit
from tablebases.nine_tiles.rules.measures import TownCounts
from tablebases.nine_tiles.rules.road_objects import (
    BEST_BITS,
    KINDS_ON_ROAD,
    SUM_BITS,
    SUM_MASK,
    SUMMED,
    UNKNOWN,
    WANTED,
    KnownOutcomes,
    OutcomeTable,
    RoadOutcome,
)
from tablebases.nine_tiles.rules.tiles import SIDES, Board
from tablebases.nine_tiles.search.boxes import (
    BoxScratch,
    TownRuns,
    TurnGroups,
    box_scratch,
    empty_turn_groups,
    find_boxes,
    intern_table,
    interned,
    runs_of_towns,
    turn_sets,
)
from tablebases.nine_tiles.search.road_synonyms import ROAD_TABLES
from tablebases.nine_tiles.search.town_synonyms import (
    SHAPE_FIELDS,
    RoadGeometry,
    RoadMap,
    empty_road_map,
    road_geometry,
    shape_counts,
    walk_roads,
)
from tablebases.nine_tiles.search.town_tables import (
    BY_PLACES,
    BY_PLACES_BITS,
    FACE_COUNT_BITS,
    FACE_COUNT_FIELDS,
    MOST_BY_PLACES,
    FaceTables,
    Placements,
    place_tables,
    place_tiles,
)

TOWNS_IN_A_BATCH = 500_000
OUTCOME_SUMS = np.uint64(SUM_MASK)


@njit(cache=True, from_python=False, counts_references=False)
def _sum_over_positions(addends: Matrix[np.int64], turns: Vector[np.int64], sums: Vector[np.uint32]) -> None:
    """For every turn combination, the sum of one addend per position.

    `addends` is (positions, 4), by turn; `turns` (positions,) is the number of turns.
    """
    combinations = 1
    sums[0] = 0
    for position in range(len(turns)):
        sums[0] += addends[position, 0]
    for position in range(len(turns)):
        for turn in range(1, turns[position]):
            step = np.uint32(addends[position, turn] - addends[position, 0])
            for i in range(combinations):
                sums[turn * combinations + i] = sums[i] + step
        combinations *= turns[position]


@njit(cache=True, from_python=False, counts_references=False)
def _road_outcomes(
    steps: Matrix[np.int64],
    object_on: Array4[np.uint8],
    behaviour: Vector[np.int64],
    turns: Vector[np.int64],
    known: KnownOutcomes,
    addends: Matrix[np.int64],
    sequences: Vector[np.int64],
    outcomes: Vector[np.uint64],
) -> int:
    """Outcome words of one road for every combination of its tiles' turns.

    The road is walked once, for all combinations at a time. `steps` (steps, 3) are position, tile road, and 1 if walked
    forward; `object_on` is that of `FaceTables`; `behaviour` and `turns` (numbers of turns) are (positions,). `addends`
    (positions, 4) are overwritten: their sum over positions is the place of a turn combination of the whole placement
    among those of the road's own tiles. `sequences` is scratch, `outcomes` is overwritten. An unknown outcome becomes
    wanted. Returns the number of combinations.
    """
    word, wanted, n_wanted = known
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
        outcomes[i] = word[sequences[i]]
        if outcomes[i] == UNKNOWN:
            word[sequences[i]] = WANTED
            wanted[n_wanted[0]] = sequences[i]
            n_wanted[0] += 1
    return combinations


@njit(cache=True, from_python=False, counts_references=False)
def together(one: np.uint64, other: np.uint64) -> np.uint64:
    """Combine the outcome words of two roads."""
    return ((one | other) & ~OUTCOME_SUMS) | ((one & OUTCOME_SUMS) + (other & OUTCOME_SUMS))


@njit(cache=True, from_python=False, counts_references=False)
def _add_outcomes(own_outcomes: Vector[np.uint64], places: Vector[np.uint32], outcomes: Vector[np.uint64]) -> None:
    """Combine the outcomes of one road, picked by `places`, with those of earlier roads."""
    for i in range(len(outcomes)):
        outcomes[i] = together(own_outcomes[places[i]], outcomes[i])


class TurnScratch(NamedTuple):
    """Memory for `vary_turns`; allocated in compiled code, it would take long to compile."""

    turns: Vector[np.int64]
    """(positions,), numbers of turns of the placed faces."""
    behaviour: Vector[np.int64]
    """(positions,), behaviours of the placed faces."""
    addends: Matrix[np.int64]
    """(positions, 4)."""
    sequences: Vector[np.int64]
    """(combinations,), as the following."""
    places: Vector[np.uint32]
    own_outcomes: Vector[np.uint64]
    outcomes: Vector[np.uint64]
    boxes: BoxScratch


def turn_scratch(positions: int) -> TurnScratch:
    """Memory for towns of this many positions."""
    most = SIDES**positions
    return TurnScratch(
        turns=np.zeros(positions, dtype=np.int64),
        behaviour=np.zeros(positions, dtype=np.int64),
        addends=np.zeros((positions, SIDES), dtype=np.int64),
        sequences=np.empty(most, dtype=np.int64),
        places=np.empty(most, dtype=np.uint32),
        own_outcomes=np.empty(most, dtype=np.uint64),
        outcomes=np.empty(most, dtype=np.uint64),
        boxes=box_scratch(most),
    )


@njit(cache=True, counts_references=False)
def vary_turns(
    batch: Matrix[np.uint8],
    town_synonym: Vector[np.int64],
    option: Matrix[np.int64],
    faces: FaceTables,
    known: KnownOutcomes,
    geometry: RoadGeometry,
    roads: RoadMap,
    scratch: TurnScratch,
    groups: TurnGroups,
    start: int,
) -> int:
    """Group the turn combinations of placements by their outcomes, as boxes, from placement `start` on.

    Returns the first placement with a wanted outcome, from which it has to be called again; else their number.
    `town_synonym` (n,) are ascending places in `batch` (town synonyms, positions), `option` (n, positions) the placed
    faces. `roads` is scratch too. `groups` has its first group and box, and room for a group per combination.
    """
    positions = option.shape[1]
    object_on, behaviour_of, turns_of = faces.object_on, faces.behaviour, faces.turns
    road_length, road_steps = roads.length, roads.steps
    turns, behaviour, addends, sequences, places, own_outcomes, outcomes, boxes = scratch
    road_count = 0
    walked = -1
    in_doubt = len(option)
    for number in range(start, len(option)):
        if town_synonym[number] != walked:
            walked = town_synonym[number]
            road_count = walk_roads(batch[walked], geometry, roads)
        combinations = 1
        for position in range(positions):
            turns[position] = turns_of[option[number, position]]
            behaviour[position] = behaviour_of[option[number, position]]
            combinations *= turns[position]
        for i in range(combinations):
            outcomes[i] = 0
        unturned = np.uint64(0)  # the outcome of all roads on which no tile turns
        for road in range(road_count):
            steps = road_steps[road, : road_length[road]]
            own = _road_outcomes(steps, object_on, behaviour, turns, known, addends, sequences, own_outcomes)
            if own == 1:
                unturned = together(own_outcomes[0], unturned)
            elif known.n_wanted[0] == 0:
                _sum_over_positions(addends, turns, places)
                _add_outcomes(own_outcomes, places, outcomes[:combinations])
        if known.n_wanted[0] > 0:  # only find what else is wanted
            in_doubt = min(in_doubt, number)
            continue
        for i in range(combinations):
            outcomes[i] = together(outcomes[i], unturned)
        first = groups.first_group[number]
        groups.first_group[number + 1] = first + find_boxes(outcomes[:combinations], turns, boxes, first, groups)
    return in_doubt


# The staged search: algorithm C of the published scripts.

SHAPE_COUNT_BITS = 5  # roads, and tile roads on a board of ten positions
SHAPE_NUMBER_BITS = 16
FACE_COUNT_NUMBER_BITS = 16  # each of ten tiles is left out, or shows one of two faces: 59,049 ways
PLACES_WORD_BITS = BY_PLACES_BITS * MOST_BY_PLACES
OUTCOME_NUMBER_BITS = 32


class TownSearch:
    """Finds and classifies the towns of town synonyms, batch after batch.

    `outcomes_of_roads` has room for the longest possible sequence of objects.
    """

    def __init__(self, board: Board, faces: FaceTables, outcomes_of_roads: OutcomeTable) -> None:
        self._board = board
        self._positions = board.positions
        self._faces = faces
        self._road_outcomes = outcomes_of_roads
        self._geometry = road_geometry(board)
        self._roads = empty_road_map(board)
        self._shapes = intern_table()
        self._face_counts = intern_table()
        self._face_words = intern_table()
        self._outcomes = intern_table()
        self._classes = intern_table()
        self._turn_scratch = turn_scratch(board.positions)
        self._turn_groups = empty_turn_groups(0, 0)
        self.turn_sets, self._turn_set = turn_sets(faces)

    def towns(
        self, batch: Matrix[np.uint8], n_placements: int, n_towns: int, fits: Array3[np.bool_] | None = None
    ) -> TownRuns:
        """Find all towns of a batch of town synonyms, or only those with wanted faces.

        `batch` (n, positions) are indices of oriented road synonyms; `filling_counts` gives their numbers of placements
        and towns. `fits` (positions, options, 4 turns of the oriented synonym) marks the wanted faces, by default all.
        """
        if fits is None:
            fits = np.ones((self._positions, len(self._faces.turns), SIDES), dtype=np.bool_)
        synonyms, turn_at, tables = ROAD_TABLES.synonym[batch], ROAD_TABLES.turn[batch], place_tables(self._board)
        placements = place_tiles(synonyms, turn_at, fits, self._faces, tables, n_placements)
        # Placements of one behaviour on one town synonym share the turn groups of the first of them.
        _, behaviour = interned(intern_table(len(placements.behaviours)), placements.behaviours)
        first = np.flatnonzero(np.diff(np.maximum.accumulate(behaviour), prepend=-1))
        groups = self._empty_turn_groups(len(first), n_towns)
        self._vary_turns(batch, placements.town_synonym[first], placements.option[first], groups)
        self._outcomes, outcome_number = interned(self._outcomes, groups.outcome[: int(groups.first_group[len(first)])])
        faces, outcome = self._number_faces(batch, placements), outcome_number.astype(np.uint64)
        faces <<= np.uint64(OUTCOME_NUMBER_BITS)
        keys, sizes, boxes = runs_of_towns(placements, faces, turn_at, self._turn_set, behaviour, groups, outcome)
        self._classes, scoring_class = interned(self._classes, keys)
        return TownRuns(scoring_class, sizes[0], sizes[1], boxes)

    def _vary_turns(
        self, batch: Matrix[np.uint8], synonyms: Vector[np.int64], options: Matrix[np.int64], groups: TurnGroups
    ) -> None:
        known, geometry, roads, scratch = self._road_outcomes.known, self._geometry, self._roads, self._turn_scratch
        start = groups.first_group[0] = groups.first_box[0] = 0
        while start < len(options):
            start = vary_turns(batch, synonyms, options, self._faces, known, geometry, roads, scratch, groups, start)
            self._road_outcomes.find_wanted()

    def _empty_turn_groups(self, placements: int, combinations: int) -> TurnGroups:
        """Room for turn groups, the same memory for every batch to save time."""
        groups = self._turn_groups
        if len(groups.first_group) <= placements or len(groups.outcome) < combinations:
            self._turn_groups = empty_turn_groups(2 * placements, 2 * combinations)
        return self._turn_groups

    def _number_faces(self, batch: Matrix[np.uint8], placements: Placements) -> Vector[np.uint64]:
        """The number of the faces word of each placement: (n,)."""
        counts = shape_counts(batch, self._board).astype(np.uint64)
        shifts = np.arange(len(SHAPE_FIELDS), dtype=np.uint64) * np.uint64(SHAPE_COUNT_BITS)
        self._shapes, shape_number = interned(self._shapes, (counts << shifts).sum(axis=1))
        self._face_counts, count_number = interned(self._face_counts, placements.face_counts)
        words = (
            count_number.astype(np.uint64) << np.uint64(SHAPE_NUMBER_BITS + PLACES_WORD_BITS)
            | shape_number.astype(np.uint64)[placements.town_synonym] << np.uint64(PLACES_WORD_BITS)
            | placements.by_places
        )
        self._face_words, number = interned(self._face_words, words)
        return number.astype(np.uint64)

    def town_counts(self) -> TownCounts:
        """The counts of each scoring class: arrays of shape (classes,)."""
        classes = self._classes.in_use
        face = _bits(classes, OUTCOME_NUMBER_BITS, 32)
        outcome = _bits(classes, 0, OUTCOME_NUMBER_BITS)
        faces = self._face_words.in_use
        shape = _bits(faces, PLACES_WORD_BITS, SHAPE_NUMBER_BITS)
        face_count = _bits(faces, PLACES_WORD_BITS + SHAPE_NUMBER_BITS, FACE_COUNT_NUMBER_BITS)
        counts = {
            **_at(shape, unpack(self._shapes.in_use, SHAPE_FIELDS, SHAPE_COUNT_BITS)),
            **_at(face_count, unpack(self._face_counts.in_use, FACE_COUNT_FIELDS, FACE_COUNT_BITS)),
        }
        by_places = unpack(faces, BY_PLACES, BY_PLACES_BITS)
        return TownCounts(
            **_at(face, counts),
            by_places=_at(face, by_places),
            **_at(outcome, unpack_outcomes(self._outcomes.in_use)),
        )


def _at(places: Vector[np.int64], counts: Mapping[str, Vector[np.int16]]) -> dict[str, Vector[np.int16]]:
    return {field: values[places] for field, values in counts.items()}


def _bits(words: Vector[np.uint64], first: int, count: int) -> Vector[np.int64]:
    return (words >> np.uint64(first) & np.uint64((1 << count) - 1)).astype(np.int64)


def unpack(words: Vector[np.uint64], fields: Iterable[str], bits: int) -> dict[str, Vector[np.int16]]:
    """Unpack counts of `bits` bits each, the first field lowest."""
    return {field: _bits(words, i * bits, bits).astype(np.int16) for i, field in enumerate(fields)}


def unpack_outcomes(words: Vector[np.uint64]) -> dict[str, Vector[np.int16]]:
    """Unpack outcome words into the fields of `RoadOutcome`."""
    counts: dict[str, Vector[np.int16]] = {}
    first = 0
    for i, field in enumerate(RoadOutcome._fields):
        if i < SUMMED:
            counts[field] = _bits(words, first, SUM_BITS).astype(np.int16)
            first += SUM_BITS
        else:
            ones = words >> np.uint64(first) & np.uint64((1 << BEST_BITS) - 1)
            counts[field] = np.bitwise_count(ones).astype(np.int16)
            first += BEST_BITS
    return counts


def batches(n_towns: Vector[np.int64]) -> Iterator[slice]:
    """Slices of at most `TOWNS_IN_A_BATCH` towns, or a single town synonym.

    `n_towns` is (town synonyms,).
    """
    ends = np.cumsum(n_towns)
    first = 0
    while first < len(ends):
        before = int(ends[first]) - int(n_towns[first])
        end = max(first + 1, int(np.searchsorted(ends, before + TOWNS_IN_A_BATCH, side="right")))
        yield slice(first, end)
        first = end
