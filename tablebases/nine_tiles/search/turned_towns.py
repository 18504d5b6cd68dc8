"""Results of the towns with wanted tiles, which score as they lie.

The published rules read a road from its end with the smaller edge number. When a town is turned, the other end of a
road may get the smaller number, and a few sequences of objects score differently from their two ends. The towns with
such a road are read in every rotation; all others score as listed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tablebases.arrays import Array4, Matrix, Vector
from tablebases.compiled import njit
from tablebases.nine_tiles.rules.laid_town import ALL_DIRECTIONS, TURNS, WantedTile, turned_direction
from tablebases.nine_tiles.rules.measures import TownCounts, score_vectors
from tablebases.nine_tiles.rules.road_objects import KINDS_ON_ROAD, OutcomeTable, find_outcomes
from tablebases.nine_tiles.rules.themes import Theme
from tablebases.nine_tiles.rules.tiles import MAX_TILES, Board, Tile
from tablebases.nine_tiles.search.boxes import TurnSets, are_wanted, count_towns, spell_towns
from tablebases.nine_tiles.search.road_synonyms import MAX_ROADS_PER_TILE, ORIENTED_ROAD_SYNONYMS, oriented_index
from tablebases.nine_tiles.search.town_synonyms import (
    SHAPE_FIELDS,
    RoadGeometry,
    RoadMap,
    empty_road_map,
    road_geometry,
    walk_roads,
)
from tablebases.nine_tiles.search.town_tables import (
    FACE_COUNT_BITS,
    FACE_COUNT_FIELDS,
    most_objects_on_a_road,
    packed_counts,
)
from tablebases.nine_tiles.search.towns import together, unpack, unpack_outcomes
from tablebases.nine_tiles.search.towns_file import boxes_with, read_scores, read_town_boxes

SAME_IN_ALL_ROTATIONS = ("surrounded", "safest_road", "abduction", "food_chain")
"""Keys of cards of the level `objects` on which a road scores the same from both ends."""
NEEDED: Mapping[str, int] = {"capture": 1, "safest_road": 2, "abduction": 1}
"""Key of a card -> the least score of a town with a road that scores differently from its two ends."""
LEAST_OBJECTS = 4
"""The least number of tile roads, and of objects, of such a road."""
LAST_OF_THREE = KINDS_ON_ROAD + KINDS_ON_ROAD**2 + KINDS_ON_ROAD**3
"""The number of the last sequence of three objects; all that score differently from their two ends are longer."""


class Reader(NamedTuple):
    """Tables of tiles by number and direction, and memory to read roads."""

    oriented: Matrix[np.uint8]
    """(tiles, 8), the oriented road synonym."""
    met: Array4[np.uint8]
    """(tiles, 8, 2 tile roads, 2 walked backward or forward), the `OnRoad` kind met there, or 0."""
    counts: Matrix[np.uint64]
    """(tiles, 8), packed `FACE_COUNT_FIELDS`."""
    word: Vector[np.uint64]
    """Outcome words by the number of the sequence."""
    geometry: RoadGeometry
    roads: RoadMap
    grid: Vector[np.uint8]
    """(positions,), scratch."""


def road_reader(board: Board, tiles: Sequence[Tile], rule_set: int) -> Reader:
    """Tables and memory for a board."""
    word = OutcomeTable(rule_set, most_objects_on_a_road(tiles, board)).known.word
    find_outcomes(np.arange(len(word)), rule_set, word)
    size = (MAX_TILES, len(ALL_DIRECTIONS))
    reader = Reader(
        np.zeros(size, dtype=np.uint8),
        np.zeros((*size, MAX_ROADS_PER_TILE, 2), dtype=np.uint8),
        np.zeros(size, dtype=np.uint64),
        word,
        road_geometry(board),
        empty_road_map(board),
        np.zeros(board.positions, dtype=np.uint8),
    )
    for tile in tiles:
        for direction in ALL_DIRECTIONS:
            face, at = tile.faces[direction // TURNS], (tile.number, direction)
            roads = {(road.first, road.second): road for road in face.turned_roads(direction % TURNS)}
            reader.oriented[at] = oriented_index(roads)
            for i, sides in enumerate(ORIENTED_ROAD_SYNONYMS[reader.oriented[at]].roads):
                reader.met[at][i] = [roads[min(sides), max(sides)].met(side) or 0 for side in sides]
            reader.counts[at] = packed_counts(face)
    return reader


@njit(cache=True, from_python=False, counts_references=False)
def _walk(town: Vector[np.uint8], known: int, reader: Reader) -> int:
    """Walk the roads of a town; returns their number, which is `known` if the roads are those of the last walk."""
    positions = len(reader.grid)
    is_walked = known >= 0
    for position in range(positions):
        shown = reader.oriented[town[position], town[positions + position]]
        is_walked &= reader.grid[position] == shown
        reader.grid[position] = shown
    return known if is_walked else walk_roads(reader.grid, reader.geometry, reader.roads)


@njit(cache=True, from_python=False, counts_references=False)
def _sequence(town: Vector[np.uint8], road: int, backward: int, reader: Reader) -> int:
    """The number of the sequence of objects on a road, read from its other end if `backward` is 1."""
    positions, last = len(reader.grid), reader.roads.length[road] - 1
    sequence = 0
    for step in range(last + 1):
        at = reader.roads.steps[road, last - step if backward else step]
        kind = reader.met[town[at[0]], town[positions + at[0]], at[1], at[2] ^ backward]
        if kind > 0:
            sequence = sequence * KINDS_ON_ROAD + kind
    return sequence


@njit(cache=True, counts_references=False)
def _read_roads(
    towns: Matrix[np.uint8], reader: Reader, outcomes: Vector[np.uint64], depends: Vector[np.bool_]
) -> None:
    count = -1
    for i in range(len(towns)):
        count = _walk(towns[i], count, reader)
        for road in range(count):
            ahead = _sequence(towns[i], road, 0, reader)
            outcomes[i] = together(reader.word[ahead], outcomes[i])
            if ahead > LAST_OF_THREE:
                depends[i] |= reader.word[ahead] != reader.word[_sequence(towns[i], road, 1, reader)]


@njit(cache=True, counts_references=False)
def keep_depending(
    boxes: Matrix[np.uint8],
    sets: TurnSets,
    reader: Reader,
    town: Vector[np.uint8],
    choice: Vector[np.int64],
    may_depend: Vector[np.bool_],
) -> None:
    """Clear `may_depend` (boxes,) for boxes without a town that has a road with another outcome from its other end.

    `town` (2 positions,) and `choice` (positions,) are scratch.
    """
    positions, roads, count = len(choice), reader.roads, -1
    for box in range(len(boxes)):
        if not may_depend[box]:
            continue
        may_depend[box] = False
        for at in range(positions):
            choice[at], town[at] = 0, sets.tile[boxes[box, at]]
            town[positions + at] = sets.direction[boxes[box, at], 0]
        count = _walk(town, count, reader)
        for road in range(count):
            at = 0 if roads.length[road] >= LEAST_OBJECTS else positions
            while at < positions and not may_depend[box]:
                ahead, back = _sequence(town, road, 0, reader), _sequence(town, road, 1, reader)
                may_depend[box] = reader.word[ahead] != reader.word[back]
                at = 0
                while at < positions:  # the turns of the tiles on this road count like an odometer
                    if road in (roads.road_of[at, 0], roads.road_of[at, 1]):
                        choice[at] = (choice[at] + 1) % sets.directions[boxes[box, at]]
                        town[positions + at] = sets.direction[boxes[box, at], choice[at]]
                        if choice[at] > 0:
                            break
                    at += 1


def read_roads(towns: Matrix[np.uint8], reader: Reader) -> tuple[Vector[np.uint64], Vector[np.bool_]]:
    """The outcome words of towns as they lie (n,), and whether a road has another outcome from its other end (n,).

    `towns` are digits (n, 2 positions).
    """
    outcomes, depends = np.zeros(len(towns), dtype=np.uint64), np.zeros(len(towns), dtype=np.bool_)
    _read_roads(towns, reader, outcomes, depends)
    return outcomes, depends


def scores_of(
    towns: Matrix[np.uint8], outcomes: Vector[np.uint64], reader: Reader, themes: Sequence[Theme]
) -> Matrix[np.int8]:
    """The scores of towns with these outcomes, in themes of the level `objects`: (themes, n)."""
    numbers, directions = np.hsplit(towns, 2)
    faces = unpack(reader.counts[numbers, directions].sum(axis=1), FACE_COUNT_FIELDS, FACE_COUNT_BITS)
    no_shape = dict.fromkeys(SHAPE_FIELDS, np.zeros(len(towns), dtype=np.int16))
    return score_vectors(TownCounts(by_places={}, **no_shape, **faces, **unpack_outcomes(outcomes)), themes)


def as_they_lie(towns: Matrix[np.uint8], quarters: int, sources: Sequence[int]) -> Matrix[np.uint8]:
    """Towns turned back by left quarter turns, in which the tile of each position came from `sources`."""
    turned = np.array([turned_direction(direction, -quarters) for direction in ALL_DIRECTIONS], dtype=np.uint8)
    numbers, directions = np.hsplit(np.empty_like(towns), 2)
    numbers[:, sources], directions[:, sources] = towns[:, : len(sources)], turned[towns[:, len(sources) :]]
    return np.hstack([numbers, directions])


class ResultsWith(NamedTuple):
    """The results of all theme synonyms, by id; then other ones of towns with wanted tiles, as these lie."""

    n_listed: int
    """Number of theme synonyms."""
    scores: Matrix[np.int8]
    """(cards, n)."""
    theme_synonyms: Vector[np.int64]
    """(n,)."""
    is_own: Vector[np.bool_]
    """(n,), whether a town with the wanted tiles has this result as it lies."""


def results_with(
    path: Path,
    reader: Reader,
    frames: Sequence[tuple[int, Sequence[int], Sequence[WantedTile]]],
    cards: Sequence[Theme],
    themes: Sequence[Theme],
) -> ResultsWith:
    """The results of the towns of success_pattern.db with wanted tiles.

    `frames` are the rotations of the board, each with its left quarter turns, the source of each position's tile, and
    the wanted tiles turned with it. `themes` are those of the results.
    """
    may_change = [card.level == "objects" and card.key not in SAME_IN_ALL_ROTATIONS for card in cards]
    changing = [card for card, may in zip(cards, may_change, strict=True) if may]
    least = [f"{theme.column} >= {NEEDED[theme.key]}" for theme in themes if theme.key in NEEDED]
    is_needed = f"({' AND '.join([str(int(any(may_change))), *least])})"
    scores, (may_depend,) = np.vsplit(read_scores(path, [*(card.column for card in cards), is_needed]), [len(cards)])
    may_depend = may_depend.view(np.bool_)
    fits = np.zeros(len(may_depend), dtype=np.bool_)
    found_ids, found_scores = [np.arange(len(fits)) + 1], [scores]
    with read_town_boxes(path) as towns:
        ways = towns.turn_sets.ways(towns.positions)
        scratch = np.zeros(2 * towns.positions, dtype=np.uint8), np.zeros(towns.positions, dtype=np.int64)
        for ids, boxes, fitting in boxes_with(towns, [wanted for _, _, wanted in frames]):
            may = fitting & may_depend[ids - 1]
            keep_depending(boxes, towns.turn_sets, reader, *scratch, may)
            fits[ids[fitting & ~may] - 1] = True
            ids, boxes = ids[may], boxes[may]
            of_town, spelled = np.repeat(ids, count_towns(boxes, ways)), spell_towns(boxes, towns.turn_sets)
            listed, depends = read_roads(spelled, reader)
            for quarters, sources, wanted in frames:
                has = np.flatnonzero(are_wanted(spelled, wanted))
                fits[of_town[has[~depends[has]]] - 1] = True
                has = has[depends[has]]
                lie = as_they_lie(spelled[has], quarters, sources)
                outcomes, _ = read_roads(lie, reader)
                differs = outcomes != listed[has]
                fits[of_town[has[~differs]] - 1] = True
                found_ids.append(of_town[has[differs]])
                found_scores.append(scores[:, found_ids[-1] - 1])
                found_scores[-1][may_change] = scores_of(lie[differs], outcomes[differs], reader, changing)
    theme_synonyms, n = np.concatenate(found_ids), len(fits)
    return ResultsWith(n, np.hstack(found_scores), theme_synonyms, np.append(fits, theme_synonyms[n:] > 0))
