"""All towns of town synonyms, with what they score: algorithm C, the staged search.

The search goes down three stages and never repeats an upper one for a lower one:

- shape: the roads of a town synonym are walked once;
- faces: tiles are placed position by position; what adds up over tiles, and the positions whose
  groups score, are carried along;
- objects: the turns of a placement differ only in where objects stand on the roads. Placements
  on one town synonym whose faces have their objects at the same places share one table of turn
  combinations, put into groups of the same outcome. A road's outcomes are looked up once for
  each combination of its own tiles' turns, by the order of the objects on it.

Towns come in runs of one placement and one group, and each run needs a single look-up of its scoring class. No town is
ever spelled: turn combinations of the same outcome are merged into boxes once for each kind of placement.

A scoring class is a pair of a faces word and an outcome word, by their numbers, from which every count of a town can be
unpacked (`TownSearch.town_counts`):

    class        number of the faces word  | number of the outcome word
    faces word   number of the face counts | number of the shape counts | sizes of 4 groups
    bits                                28 | 16                         | 5 each

>>> [name for name in _unpack(np.array([5 << 5 | 3], np.uint64), ["dog_group", "house_group"], 5)]
['dog_group', 'house_group']
>>> {name: n.tolist() for name, n in _unpack(np.array([5 << 5 | 3], np.uint64), ["dogs", "girls"], 5).items()}
{'dogs': [3], 'girls': [5]}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from pipeline.core.arrays import Array3, Matrix, Vector
from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game.boxes import TurnGroups, empty_turn_groups
from pipeline.nine_tiles_panic.game.interning import intern_table, interned
from pipeline.nine_tiles_panic.game.measures import TownCounts
from pipeline.nine_tiles_panic.game.placements import (
    GROUP_SIZE_BITS,
    GROUP_WORD_BITS,
    Placements,
    empty_placements,
    first_of_each_behaviour,
    place_tiles,
    wanted_placements,
)
from pipeline.nine_tiles_panic.game.road_objects import SUMMED, RoadOutcome
from pipeline.nine_tiles_panic.game.road_synonyms import ROAD_TABLES
from pipeline.nine_tiles_panic.game.roads import SHAPE_FIELDS, empty_road_map, road_geometry, shape_counts
from pipeline.nine_tiles_panic.game.town_boxes import TownRuns, runs_of_towns, turn_sets
from pipeline.nine_tiles_panic.game.town_tables import (
    BEST_BITS,
    FACE_COUNT_BITS,
    FACE_COUNT_FIELDS,
    GROUP_FIELDS,
    SUM_BITS,
    FaceTables,
    OutcomeTable,
)
from pipeline.nine_tiles_panic.game.turns import vary_turns

SHAPE_COUNT_BITS = 5  # roads, and tile roads on a board of ten positions
SHAPE_NUMBER_BITS = 16
FACE_COUNT_NUMBER_BITS = 28
OUTCOME_NUMBER_BITS = 32


class TownSearch:
    """Finds and classifies the towns of town synonyms, batch after batch.

    Args:
        board: the board.
        faces: from `face_tables`.
        outcomes_of_roads: from `outcome_table`, for as many objects as a road can have.
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
        self._turn_groups = empty_turn_groups(0, 0)
        self.turn_sets, self._turn_set = turn_sets(faces)

    def towns(
        self, batch: Matrix[np.uint8], n_placements: int, n_towns: int, fits: Array3[np.bool_] | None = None
    ) -> TownRuns:
        """Find all towns of these town synonyms, or those of them with wanted tiles in their places.

        Args:
            batch: (n, positions), indices of oriented road synonyms.
            n_placements: how many placements the batch has, from `filling_counts`.
            n_towns: how many towns it has.
            fits: (positions, options, 4 turns of the oriented synonym), which faces are wanted; all, if None.
        """
        placements = empty_placements(n_placements, self._positions)
        place_tiles(batch, ROAD_TABLES.synonym, self._faces, self._board.largest_group, placements)
        if fits is not None:
            placements = wanted_placements(placements, ROAD_TABLES.turn[batch], fits)
        faces_number = self._number_faces(batch, placements)
        first, behaviour = first_of_each_behaviour(placements)
        groups = self._empty_turn_groups(len(first), n_towns)
        synonyms, options, outcomes = placements.town_synonym[first], placements.option[first], self._road_outcomes
        vary_turns(batch, synonyms, options, self._faces, outcomes, self._geometry, self._roads, groups)
        turn_at = ROAD_TABLES.turn[batch]
        placement, group, boxes = runs_of_towns(placements, turn_at, self._turn_set, behaviour, groups)
        self._outcomes, outcome_number = interned(self._outcomes, groups.outcome[: int(groups.first_group[len(first)])])
        keys = faces_number[placement] << np.uint64(OUTCOME_NUMBER_BITS)
        keys |= outcome_number.astype(np.uint64)[group]
        self._classes, scoring_class = interned(self._classes, keys)
        n_boxes = groups.first_box[group + 1] - groups.first_box[group]
        return TownRuns(scoring_class, groups.n_towns[group].astype(np.int32), n_boxes.astype(np.int32), boxes)

    def _empty_turn_groups(self, placements: int, combinations: int) -> TurnGroups:
        """Turn groups to be overwritten, in the same memory for every batch: new memory costs time."""
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
            count_number.astype(np.uint64) << np.uint64(SHAPE_NUMBER_BITS + GROUP_WORD_BITS)
            | shape_number.astype(np.uint64)[placements.town_synonym] << np.uint64(GROUP_WORD_BITS)
            | placements.groups
        )
        self._face_words, number = interned(self._face_words, words)
        return number.astype(np.uint64)

    def town_counts(self) -> TownCounts:
        """The counts of each scoring class: arrays of shape (classes,)."""
        classes = self._classes.in_use
        face = _bits(classes, OUTCOME_NUMBER_BITS, 32)
        outcome = _bits(classes, 0, OUTCOME_NUMBER_BITS)
        faces = self._face_words.in_use
        shape = _bits(faces, GROUP_WORD_BITS, SHAPE_NUMBER_BITS)
        face_count = _bits(faces, GROUP_WORD_BITS + SHAPE_NUMBER_BITS, FACE_COUNT_NUMBER_BITS)
        of_faces = {
            **_at(shape, _unpack(self._shapes.in_use, SHAPE_FIELDS, SHAPE_COUNT_BITS)),
            **_at(face_count, _unpack(self._face_counts.in_use, FACE_COUNT_FIELDS, FACE_COUNT_BITS)),
            **_unpack(faces, GROUP_FIELDS, GROUP_SIZE_BITS),
        }
        return TownCounts(**_at(face, of_faces), **_at(outcome, _unpack_outcomes(self._outcomes.in_use)))


def _at(places: Vector[np.int64], counts: Mapping[str, Vector[np.int64]]) -> dict[str, Vector[np.int64]]:
    return {field: of_field[places] for field, of_field in counts.items()}


def _bits(words: Vector[np.uint64], first: int, count: int) -> Vector[np.int64]:
    return (words >> np.uint64(first) & np.uint64((1 << count) - 1)).astype(np.int64)


def _unpack(words: Vector[np.uint64], fields: Iterable[str], bits: int) -> dict[str, Vector[np.int64]]:
    """Counts of so many bits each, the first field lowest."""
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


def _unpack_outcomes(words: Vector[np.uint64]) -> dict[str, Vector[np.int64]]:
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
