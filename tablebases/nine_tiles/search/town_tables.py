"""Look-up tables of tiles and roads, and placements of tiles on town synonyms.

The tables are arrays of numbers for compiled code, built once from tiles and board. The counts of a face are packed in
one word, hamburgers .. girls dogs houses from the highest bits, 7 bits each, so that they add up over tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from tablebases.arrays import Array3, Array4, Matrix, Vector
from tablebases.compiled import njit
from tablebases.errors import Error
from tablebases.nine_tiles.rules.measures import MEASURES, Places
from tablebases.nine_tiles.rules.road_objects import MAX_OBJECTS_ON_A_ROAD
from tablebases.nine_tiles.rules.tiles import MAX_TILES, OFF_ROAD_COLUMNS, SIDES, Board, Face, ObjectKind, Tile
from tablebases.nine_tiles.search.road_synonyms import MAX_ROADS_PER_TILE, ROAD_SYNONYM_SIDES, FaceOption, face_options

# The counts summed over the tiles of a town, packed into one word.
FACE_COUNT_FIELDS = (*OFF_ROAD_COLUMNS, "aliens_on_roads", "hamburgers")  # `agents` with those on roads
FACE_COUNT_BITS = 7  # ten tiles with nine of a kind each
BY_PLACES = {key: measure.places for key, measure in MEASURES.items() if measure.places}
"""The measures that count tiles by their places."""

MAX_SCORE = 127


class FaceTables(NamedTuple):
    """The available faces ("options"), by road synonym."""

    first_option: Vector[np.int64]
    """(6,), options of synonym s are first_option[s] .. first_option[s + 1] - 1."""
    tile_bit: Vector[np.int64]
    """(options,), a bit of its own for each tile."""
    tile_number: Vector[np.int64]
    """(options,)."""
    turns: Vector[np.int64]
    """(options,), number of turns with different scores."""
    direction: Array3[np.int64]
    """(options, 4 turns, 4 turns of the oriented synonym), direction digit."""
    counts: Vector[np.uint64]
    """(options,), `FACE_COUNT_FIELDS` packed."""
    belongs: Matrix[np.int64]
    """(options, `BY_PLACES`), bit 0 if the face belongs to the first set of positions, bit 10 if to the second."""
    behaviour: Vector[np.int64]
    """(options,), equal for options with their objects at the same places in every turn."""
    object_on: Array4[np.uint8]
    """(behaviours, 4 turns, 2 tile roads, 2 walked backward or forward), the `OnRoad` kind met there, or 0."""


ObjectPlaces = tuple[tuple[int, int], ...]


def _object_places(option: FaceOption, synonym: int, turn: int) -> ObjectPlaces:
    """The kinds met walking backward and forward, for each unturned tile road."""
    turned = {(road.first, road.second): road for road in option.face.turned_roads(turn)}
    roads = [turned[sides] for sides in ROAD_SYNONYM_SIDES[synonym]]
    return tuple((road.met(road.first) or 0, road.met(road.second) or 0) for road in roads)


def packed_counts(face: Face) -> int:
    """The `FACE_COUNT_FIELDS` of a face, packed."""
    counts = vars(face.off_road) | {
        "agents": face.off_road.agents + face.count_on_roads(ObjectKind.AGENT),
        "aliens_on_roads": face.count_on_roads(ObjectKind.ALIEN),
        "hamburgers": face.count_on_roads(ObjectKind.HAMBURGER),
    }
    return sum(counts[name] << (FACE_COUNT_BITS * i) for i, name in enumerate(FACE_COUNT_FIELDS))


def _sets(face: Face) -> list[int]:
    """The sets of positions of a face, for each of `BY_PLACES`, as in `FaceTables.belongs`."""
    return [
        sum(belongs(face) << (MAX_TILES * i) for i, belongs in enumerate(places.members))
        for places in BY_PLACES.values()
    ]


class PlaceTables(NamedTuple):
    """Scores of measures by places, for every set of positions or every two."""

    first: Vector[np.int64]
    """(`BY_PLACES`,), the start of each measure's scores."""
    score: Vector[np.int8]
    """Indexed by the set, with bit p for position p; a second set is shifted by `MAX_TILES` bits."""


def _place_table(board: Board, places: Places) -> Vector[np.int8]:
    one, *more = [range(1 << board.positions)] * len(places.members)
    positions = [[p for p in range(board.positions) if members >> p & 1] for members in one]
    scores = np.zeros(1 << MAX_TILES * len(more) + board.positions, dtype=np.int8)
    for sets in product(one, *more):
        number = sum(members << MAX_TILES * i for i, members in enumerate(sets))
        scores[number] = len(places.chosen(board, *(set(positions[members]) for members in sets)))
    return scores


@cache
def place_tables(board: Board) -> PlaceTables:
    """Tabulate the measures that count tiles by their places.

    With two sets of positions this takes a second on a board of nine. Raises an Error for more than `MOST_BY_PLACES`
    measures.
    """
    if len(BY_PLACES) > MOST_BY_PLACES:
        raise Error(
            "tablebases/nine_tiles/rules/measures.py has {n} measures of tiles by their places, but the search has "
            "bits for {most}: {measures}",
            n=len(BY_PLACES),
            most=MOST_BY_PLACES,
            measures=", ".join(BY_PLACES),
        )
    tables = [_place_table(board, places) for places in BY_PLACES.values()]
    return PlaceTables(np.cumsum([0, *map(len, tables[:-1])], dtype=np.int64), np.concatenate(tables))


def face_tables(tiles: Sequence[Tile]) -> FaceTables:
    """Tabulate the faces of `tiles`."""
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
        counts=np.array([packed_counts(o.face) for _, o in options], dtype=np.uint64),
        belongs=np.array([_sets(o.face) for _, o in options], dtype=np.int64),
        behaviour=np.array(behaviour, dtype=np.int64),
        object_on=object_on,
    )


def _most_in_a_town(tiles: Sequence[Tile], board: Board, count: Callable[[Face], int]) -> int:
    """An upper bound for the number of things in a town."""
    most = [max(map(count, tile.faces)) for tile in tiles]
    return sum(sorted(most, reverse=True)[: board.positions])


def most_objects_on_a_road(tiles: Sequence[Tile], board: Board) -> int:
    """An upper bound for the number of objects on one road.

    Raises an Error for tiles with too many objects to be tabulated or scored.
    """
    bound = _most_in_a_town(tiles, board, lambda face: sum(road.object is not None for road in face.roads))
    if bound > MAX_OBJECTS_ON_A_ROAD:
        raise Error(
            "the tiles can put {n} objects on the roads of one town, but at most {most} are supported: "
            "take objects off the roads or use fewer tiles",
            n=bound,
            most=MAX_OBJECTS_ON_A_ROAD,
        )
    aliens = _most_in_a_town(tiles, board, lambda face: face.count_on_roads(ObjectKind.ALIEN))
    multiplied = {
        "ufos": _most_in_a_town(tiles, board, lambda face: face.off_road.ufos),
        "hamburgers": _most_in_a_town(tiles, board, lambda face: face.count_on_roads(ObjectKind.HAMBURGER)),
    }
    for kind, most in multiplied.items():
        if aliens * most > MAX_SCORE:
            raise Error(
                "with these aliens and {things} a town may score more than {most} in one theme, which "
                "is not supported: use fewer",
                things=kind,
                most=MAX_SCORE,
            )
    return bound


# Placements: tiles and faces for every position of a town synonym, in depth-first order.

BY_PLACES_BITS = 4  # tiles on a board of ten positions
MOST_BY_PLACES = 8


class Placements(NamedTuple):
    """Tiles and faces on all positions of the town synonyms of a batch, in order."""

    town_synonym: Vector[np.int64]
    """(n,), index into the batch."""
    option: Matrix[np.int64]
    """(n, positions), index of the face among the options."""
    face_counts: Vector[np.uint64]
    """(n,), packed `FACE_COUNT_FIELDS`."""
    by_places: Vector[np.uint64]
    """(n,), packed scores of `BY_PLACES`."""
    behaviours: Vector[np.uint64]
    """(n,), the town synonym and the behaviours of all positions as one number, modulo 2**64.

    Ten tiles have at most 20 behaviours, so the numbers are distinct for a million town synonyms of ten positions.
    """


@njit(cache=True, counts_references=False)
def _place_tiles(
    synonyms: Matrix[np.int64],
    turn_at: Matrix[np.int64],
    fits: Array3[np.bool_],
    faces: FaceTables,
    tables: PlaceTables,
    states: Matrix[np.int64],
    members: Matrix[np.int64],
    placements: Placements,
) -> int:
    """Overwrite `placements`; returns their number.

    `states` (4, positions + 1) and `members` (positions + 1, measures) begin with 0. They become the state of the
    placement before each position, and after the last.
    """
    tile_bit, counts, belongs, behaviour = faces.tile_bit, faces.counts, faces.belongs, faces.behaviour
    first_score, score = tables.first, tables.score
    found_town_synonym, found_option = placements.town_synonym, placements.option
    found_face_counts, found_by_places = placements.face_counts, placements.by_places
    found_behaviours = placements.behaviours
    behaviour_count = len(faces.object_on)
    first_option = faces.first_option
    positions = synonyms.shape[1]
    measures = belongs.shape[1]
    option_at, tiles, face_counts, behaviours = states
    count = 0
    for number in range(len(synonyms)):
        synonym_at = synonyms[number]
        position = 0
        option_at[0] = first_option[synonym_at[0]] - 1
        behaviours[0] = number
        while position >= 0:
            option = option_at[position] + 1
            end_option = first_option[synonym_at[position] + 1]
            turned = turn_at[number, position]
            while option < end_option and (tile_bit[option] & tiles[position] or not fits[position, option, turned]):
                option += 1
            option_at[position] = option
            if option == end_option:
                position -= 1
                continue
            here = position
            position += 1
            tiles[position] = tiles[here] | tile_bit[option]
            face_counts[position] = face_counts[here] + np.int64(counts[option])
            behaviours[position] = behaviours[here] * behaviour_count + behaviour[option]
            for measure in range(measures):
                members[position, measure] = members[here, measure] | (belongs[option, measure] << here)
            if position < positions:
                option_at[position] = first_option[synonym_at[position]] - 1
                continue
            found_town_synonym[count] = number
            for at in range(positions):
                found_option[count, at] = option_at[at]
            found_face_counts[count] = face_counts[positions]
            found_behaviours[count] = behaviours[positions]
            word = np.uint64(0)
            for measure in range(measures - 1, -1, -1):
                tiles_that_count = score[first_score[measure] + members[positions, measure]]
                word = (word << np.uint64(BY_PLACES_BITS)) | np.uint64(tiles_that_count)
            found_by_places[count] = word
            count += 1
            position -= 1
    return count


def place_tiles(
    synonyms: Matrix[np.int64],
    turn_at: Matrix[np.int64],
    fits: Array3[np.bool_],
    faces: FaceTables,
    tables: PlaceTables,
    most: int,
) -> Placements:
    """All placements of fitting faces on the town synonyms of a batch, depth first.

    `synonyms` and `turn_at` (town synonyms, positions) are those of the oriented road synonyms. `fits` (positions,
    options, 4 turns of the oriented synonym) marks the fitting faces. `most` is at least the number of placements.
    """
    positions = synonyms.shape[1]
    placements = Placements(
        np.empty(most, dtype=np.int64),
        np.empty((most, positions), dtype=np.int64),
        np.empty(most, dtype=np.uint64),
        np.empty(most, dtype=np.uint64),
        np.empty(most, dtype=np.uint64),
    )
    states = np.zeros((4, positions + 1), dtype=np.int64)
    members = np.zeros((positions + 1, faces.belongs.shape[1]), dtype=np.int64)
    count = _place_tiles(synonyms, turn_at, fits, faces, tables, states, members, placements)
    return Placements._make(values[:count] for values in placements)
