"""What the town search looks up: the faces on offer, and the outcome of every road.

All of it is arrays of plain numbers for compiled code, made once from tiles and board. Two words pack several counts:

    outcome of a road    free_aliens abducting eaten agents surrounded | food_chains caught
                         10 bits each: count 3 is 0b111, so that OR is | 7 bits each, which
                         the maximum over the roads of a town          | add up
    counts of a face     hamburgers .. girls dogs houses, 7 bits each, which add up over tiles

An outcome is found by the objects of a road, read as a number in bijective base 5: start with 0, and for each object
multiply by 5 and add its kind (1-5).

>>> from pipeline.nine_tiles_panic.game.road_objects import PUBLISHED
>>> bool(outcome_of(1 * 5 + 3, PUBLISHED) == 0b1 << 24 | 1)  # an agent facing ahead, then an alien: 1 agent, 1 caught
True
>>> bool(outcome_of(3 * 5 + 4, PUBLISHED) == 0b11 << 54)  # two aliens facing each other: 2 are free
True
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from pipeline.core.arrays import Array3, Array4, Matrix, Vector
from pipeline.core.compiled import njit
from pipeline.core.errors import PipelineError
from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game.road_objects import KINDS_ON_ROAD, SUMMED, RoadOutcome, road_outcome
from pipeline.nine_tiles_panic.game.road_synonyms import (
    MAX_ROADS_PER_TILE,
    ROAD_SYNONYM_SIDES,
    FaceOption,
    face_options,
)
from pipeline.nine_tiles_panic.game.tiles import OFF_ROAD_COLUMNS, SIDES, Face, ObjectKind, Tile

# The counts that add up over the tiles of a town, packed into one word.
FACE_COUNT_FIELDS = (*OFF_ROAD_COLUMNS, "aliens_on_roads", "hamburgers")  # `agents` with those on roads
FACE_COUNT_BITS = 7  # ten tiles with nine of a kind each
# The properties of a tile whose largest group scores.
GROUP_FIELDS = ("dog_group", "alienless_group", "citizen_group", "house_group")

# A road's outcome in one word: fields that sum as numbers, fields of which the best counts as
# that many ones, so that OR is the maximum.
SUM_BITS = 7
BEST_BITS = 10
SUM_MASK = (1 << (SUM_BITS * SUMMED)) - 1
MAX_OBJECTS_ON_A_ROAD = BEST_BITS
UNKNOWN = np.uint64(2**64 - 1)

MAX_SCORE = 127


class FaceTables(NamedTuple):
    """The faces on offer ("options"), those of one road synonym side by side."""

    first_option: Vector[np.int64]
    """(6,), options of synonym s are first_option[s] .. first_option[s + 1] - 1."""
    tile_bit: Vector[np.int64]
    """(options,), a bit of its own for each tile."""
    tile_number: Vector[np.int64]
    """(options,)."""
    turns: Vector[np.int64]
    """(options,), number of turns that score differently."""
    direction: Array3[np.int64]
    """(options, 4 turns, 4 turns of the oriented synonym), direction digit."""
    counts: Vector[np.uint64]
    """(options,), `FACE_COUNT_FIELDS` packed."""
    has: Matrix[np.int64]
    """(options, 4), 1 if the face counts for that group of `GROUP_FIELDS`."""
    behaviour: Vector[np.int64]
    """(options,): options with the same one have their objects at the same places turn by turn."""
    object_on: Array4[np.uint8]
    """(behaviours, 4 turns, 2 tile roads, 2 walked backward or forward), the `OnRoad` kind met there, or 0."""


ObjectPlaces = tuple[tuple[int, int], ...]


def _object_places(option: FaceOption, synonym: int, turn: int) -> ObjectPlaces:
    """Per tile road of the unturned synonym: the kind met walking backward, and forward."""
    turned = {(road.first, road.second): road for road in option.face.turned_roads(turn)}
    roads = [turned[sides] for sides in ROAD_SYNONYM_SIDES[synonym]]
    return tuple((road.met(road.first) or 0, road.met(road.second) or 0) for road in roads)


def _packed_counts(option: FaceOption) -> int:
    on_roads = option.face.count_on_roads
    counts = vars(option.face.off_road) | {
        "agents": option.face.off_road.agents + on_roads(ObjectKind.AGENT),
        "aliens_on_roads": on_roads(ObjectKind.ALIEN),
        "hamburgers": on_roads(ObjectKind.HAMBURGER),
    }
    return sum(counts[name] << (FACE_COUNT_BITS * i) for i, name in enumerate(FACE_COUNT_FIELDS))


def _group_memberships(option: FaceOption) -> list[bool]:
    off_road = option.face.off_road
    aliens = off_road.captured_aliens + option.face.count_on_roads(ObjectKind.ALIEN)
    return [off_road.dogs > 0, aliens == 0, off_road.girls + off_road.boys > 0, off_road.houses > 0]


def face_tables(tiles: Sequence[Tile]) -> FaceTables:
    """Tabulate the faces that these tiles offer."""
    by_synonym = face_options(tiles)
    options = [(s, option) for s, row in enumerate(by_synonym) for option in row]
    tile_bits = {tile.number: 1 << i for i, tile in enumerate(tiles)}
    direction = np.zeros((len(options), SIDES, SIDES), dtype=np.int64)
    behaviours: dict[tuple[ObjectPlaces, ...], int] = {}
    behaviour = []
    for i, (synonym, option) in enumerate(options):
        places = {turn: _object_places(option, synonym, turn) for turn in option.turns}
        turns = sorted(option.turns, key=lambda turn: places[turn])
        for j, turn in enumerate(turns):
            direction[i, j] = [option.direction(turn, oriented) for oriented in range(SIDES)]
        behaviour.append(behaviours.setdefault(tuple(places[turn] for turn in turns), len(behaviours)))
    object_on = np.zeros((len(behaviours), SIDES, MAX_ROADS_PER_TILE, 2), dtype=np.uint8)
    for by_turn, number in behaviours.items():
        for j, by_road in enumerate(by_turn):
            object_on[number, j, : len(by_road)] = np.reshape(by_road, (-1, 2))
    return FaceTables(
        first_option=np.cumsum([0, *map(len, by_synonym)], dtype=np.int64),
        tile_bit=np.array([tile_bits[o.tile] for _, o in options], dtype=np.int64),
        tile_number=np.array([o.tile for _, o in options], dtype=np.int64),
        turns=np.array([len(o.turns) for _, o in options], dtype=np.int64),
        direction=direction,
        counts=np.array([_packed_counts(o) for _, o in options], dtype=np.uint64),
        has=np.array([_group_memberships(o) for _, o in options], dtype=np.int64),
        behaviour=np.array(behaviour, dtype=np.int64),
        object_on=object_on,
    )


@njit(cache=True)
def _packed_outcome(outcome: RoadOutcome) -> np.uint64:
    word = np.uint64(0)
    shift = np.uint64(0)
    for i, value in enumerate(outcome):
        if i < SUMMED:
            word |= np.uint64(value) << shift
            shift += np.uint64(SUM_BITS)
        else:
            word |= ((np.uint64(1) << np.uint64(value)) - np.uint64(1)) << shift
            shift += np.uint64(BEST_BITS)
    return word


class OutcomeTable(NamedTuple):
    """Outcome words of sequences of objects on a road, each found when it first occurs."""

    rule_set: int
    """A number of `RULE_SETS`."""
    word: Vector[np.uint64]
    """(sequences,), by the number of the sequence: an outcome word, or `UNKNOWN`."""


def outcome_table(rule_set: int, max_objects: int) -> OutcomeTable:
    """A table for all sequences of at most `max_objects` objects on a road.

    Args:
        rule_set: a number of `RULE_SETS`.
        max_objects: on a road.
    """
    sequences = sum(KINDS_ON_ROAD**length for length in range(max_objects + 1))
    return OutcomeTable(rule_set, np.full(sequences, UNKNOWN))


@njit(cache=True)
def outcome_of(sequence: int, rule_set: int) -> np.uint64:
    """The outcome word of a sequence of objects on a road, by its number, under a rule set."""
    objects = np.zeros(MAX_OBJECTS_ON_A_ROAD, dtype=np.uint8)
    start = MAX_OBJECTS_ON_A_ROAD
    undecoded = sequence
    while undecoded > 0:
        start -= 1
        objects[start] = (undecoded - 1) % KINDS_ON_ROAD + 1
        undecoded = (undecoded - 1) // KINDS_ON_ROAD
    return _packed_outcome(road_outcome(rule_set, objects[start:]))


def _most_in_a_town(tiles: Sequence[Tile], board: Board, count: Callable[[Face], int]) -> int:
    """An upper bound for how many things a town can show, from how many a face has."""
    most = [max(map(count, tile.faces)) for tile in tiles]
    return sum(sorted(most, reverse=True)[: board.positions])


def most_objects_on_a_road(tiles: Sequence[Tile], board: Board) -> int:
    """An upper bound for the number of objects that a town can have on one road.

    Raises:
        PipelineError: the tiles are beyond what can be tabulated or scored.
    """
    bound = _most_in_a_town(tiles, board, lambda face: sum(road.object is not None for road in face.roads))
    if bound > MAX_OBJECTS_ON_A_ROAD:
        raise PipelineError(
            f"the tiles can put {bound} objects on the roads of one town, but at most "
            f"{MAX_OBJECTS_ON_A_ROAD} are supported: take objects off the roads or use fewer tiles"
        )
    aliens = _most_in_a_town(tiles, board, lambda face: face.count_on_roads(ObjectKind.ALIEN))
    multiplied = {
        "ufos": _most_in_a_town(tiles, board, lambda face: face.off_road.ufos),
        "hamburgers": _most_in_a_town(tiles, board, lambda face: face.count_on_roads(ObjectKind.HAMBURGER)),
    }
    for kind, most in multiplied.items():
        if aliens * most > MAX_SCORE:
            raise PipelineError(
                f"the tiles have so many aliens and {kind} that a town may score more than "
                f"{MAX_SCORE} in one theme, which is not supported: use fewer"
            )
    return bound
