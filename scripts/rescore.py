"""Score whole towns from their patterns alone, one after the other.

This is the scoring of the published algorithm B, compiled. It shares the tiles and the rules for the objects on one
road with the pipeline, and nothing of the staged search.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tablebases.compiled import njit, prange
from tablebases.errors import Error
from tablebases.nine_tiles.road_objects import KINDS_ON_ROAD, road_outcome
from tablebases.nine_tiles.tiles import SIDES, Board, ObjectKind, OnRoad, Road, Tile
from tablebases.nine_tiles.town_tables import most_objects_on_a_road

DIRECTIONS = 8
MEASURES = (
    "capture", "surrounded", "dog_roundup", "finish_quickly", "longest_road", "curvy",
    "real_estate_day", "hungry_aliens", "agents", "many_roads", "no_roads", "life_with_dogs",
    "same_length_roads", "safest_road", "few_roads", "eat_it_up", "extraterrestrial", "abduction",
    "alien_power", "food_chain", "safe_zone", "citizen_area", "residential_area", "walk_the_dog",
    "ladies_night", "boy_scouts",
)  # fmt: skip
(
    CAPTURE, MOST_SURROUNDED, DOG_ROUNDUP, FINISH_QUICKLY, LONGEST_ROAD, CURVY, REAL_ESTATE_DAY,
    HUNGRY_ALIENS, ALL_AGENTS, MANY_ROADS, NO_ROADS, LIFE_WITH_DOGS, SAME_LENGTH_ROADS,
    SAFEST_ROAD, FEW_ROADS, EAT_IT_UP, EXTRATERRESTRIAL, ABDUCTION, ALIEN_POWER, FOOD_CHAIN,
    SAFE_ZONE, CITIZEN_AREA, RESIDENTIAL_AREA, WALK_THE_DOG, LADIES_NIGHT, BOY_SCOUTS,
) = range(len(MEASURES))  # fmt: skip
COUNTS = ("houses", "dogs", "girls", "boys", "ufos", "agents", "captured", "aliens", "hamburgers")
HOUSES, DOGS, GIRLS, BOYS, UFOS, AGENTS, CAPTURED, ALIENS, HAMBURGERS = range(len(COUNTS))
OUTCOMES = 7
CAUGHT, FOOD_CHAINS, SURROUNDED, AGENTS_ON_ROAD, EATEN, ABDUCTING, FREE_ALIENS = range(OUTCOMES)
MIRRORED = np.array([0, 2, 1, 4, 3, 5])  # a kind of `OnRoad` as seen from the road's other end
CHUNK = 1_000


class Differences(NamedTuple):
    """Numbers of towns that differ."""

    incomplete: int
    """A road ends inside the board, or closes on itself."""
    wrong_score: int
    """Stored under the scores of other towns."""
    other_end: int
    """It would score differently with its roads read from their other ends."""
    other_end_capture: int
    """It would score differently in the theme Capture."""
    other_end_eat: int
    """It would score differently in the theme Eat It Up."""
    other_end_road: int
    """One of its roads would score differently, even if the town's scores, some of its best road, stay the same."""
    other_end_road_eat: int
    """One of its roads would score differently in Eat It Up."""


DIFFERENCES = len(Differences._fields)
(
    INCOMPLETE, WRONG_SCORE, OTHER_END, OTHER_END_CAPTURE, OTHER_END_EAT, OTHER_END_ROAD,
    OTHER_END_ROAD_EAT,
) = range(DIFFERENCES)  # fmt: skip


def place_of(key: str) -> int:
    """The place of a card's score in `MEASURES`."""
    if key not in MEASURES:
        raise Error(f"the card '{key}' is not scored again; add it to scripts/rescore.py")
    return MEASURES.index(key)


class TileTables(NamedTuple):
    """Tiles by number and direction digit.

    exit_side: int64 (tiles, 8, 4), the other side of the road at a side, or -1.
    met: int64 (tiles, 8, 4), the `OnRoad` kind on the road as seen from a side, or 0.
    counts: int64 (tiles, 2, 9), `COUNTS` of each face.
    neighbours: int64 (positions, 4). largest_group: int64 (2 ** positions,).
    outcomes: uint8 (sequences, 7), by the sequence of kinds in bijective base 5.
    """

    exit_side: Any
    met: Any
    counts: Any
    neighbours: Any
    largest_group: Any
    outcomes: Any


def _kind_met(road: Road, entered: int) -> int:
    if road.object is None:
        return 0
    if road.object == ObjectKind.HAMBURGER:
        return OnRoad.HAMBURGER
    looks_back = road.facing == entered
    if road.object == ObjectKind.AGENT:
        return OnRoad.AGENT_BACK if looks_back else OnRoad.AGENT_AHEAD
    return OnRoad.ALIEN_BACK if looks_back else OnRoad.ALIEN_AHEAD


@njit(cache=True)
def _fill_outcomes(rule_set: int, most_objects: int, outcomes: Any) -> None:
    first = 0
    count = 1
    for length in range(most_objects + 1):
        objects = np.zeros(length, dtype=np.uint8)
        for number in range(count):
            rest = number
            for i in range(length - 1, -1, -1):
                objects[i] = rest % KINDS_ON_ROAD + 1
                rest //= KINDS_ON_ROAD
            for field, value in enumerate(road_outcome(rule_set, objects)):
                outcomes[first + number, field] = value
        first += count
        count *= KINDS_ON_ROAD


def tile_tables(tiles: Sequence[Tile], board: Board, rule_set: int) -> TileTables:
    """Tabulate the tiles by their numbers."""
    numbers = max(tile.number for tile in tiles) + 1
    exit_side = np.full((numbers, DIRECTIONS, SIDES), -1)
    met = np.zeros((numbers, DIRECTIONS, SIDES), dtype=np.int64)
    counts = np.zeros((numbers, 2, len(COUNTS)), dtype=np.int64)
    for tile in tiles:
        for direction in range(DIRECTIONS):
            for road in tile.faces[direction // SIDES].turned_roads(direction % SIDES):
                for side, other in ((road.first, road.second), (road.second, road.first)):
                    exit_side[tile.number, direction, side] = other
                    met[tile.number, direction, side] = _kind_met(road, side)
        for side, face in enumerate(tile.faces):
            off, on = face.off_road, face.count_on_roads
            counts[tile.number, side] = (
                off.houses, off.dogs, off.girls, off.boys, off.ufos,
                off.agents + on(ObjectKind.AGENT), off.captured_aliens, on(ObjectKind.ALIEN),
                on(ObjectKind.HAMBURGER),
            )  # fmt: skip
    most_objects = most_objects_on_a_road(tiles, board)
    sequences = sum(KINDS_ON_ROAD**length for length in range(most_objects + 1))
    outcomes = np.zeros((sequences, OUTCOMES), dtype=np.uint8)
    _fill_outcomes(rule_set, most_objects, outcomes)
    return TileTables(exit_side, met, counts, board.neighbours, board.largest_group, outcomes)


@njit(cache=True)
def _score_faces(tile: Any, direction: Any, tables: TileTables, totals: Any,
                 scores: Any) -> None:  # fmt: skip
    """Scores of towns that do not depend on objects on roads; `COUNTS` overwrite `totals`."""
    exit_side, counts, largest_group = tables.exit_side, tables.counts, tables.largest_group
    for town in range(len(tile)):
        for i in range(totals.shape[1]):
            totals[town, i] = 0
        with_dogs = with_citizens = with_houses = without_aliens = 0
        curves = roadless = 0
        for p in range(tile.shape[1]):
            number, facing = tile[town, p], direction[town, p]
            face = facing // SIDES
            for i in range(totals.shape[1]):
                totals[town, i] += counts[number, face, i]
            citizens = counts[number, face, GIRLS] + counts[number, face, BOYS]
            aliens = counts[number, face, CAPTURED] + counts[number, face, ALIENS]
            with_dogs |= (counts[number, face, DOGS] > 0) << p
            with_citizens |= (citizens > 0) << p
            with_houses |= (counts[number, face, HOUSES] > 0) << p
            without_aliens |= (aliens == 0) << p
            roads_here = 0
            for side in range(SIDES):
                leaves = exit_side[number, facing, side]
                if leaves > side:
                    roads_here += 1
                    curves += (leaves - side) % 2
            roadless += roads_here == 0
        scores[town, DOG_ROUNDUP] = largest_group[with_dogs]
        scores[town, FINISH_QUICKLY] = 0
        scores[town, CURVY] = curves
        scores[town, REAL_ESTATE_DAY] = totals[town, HOUSES]
        scores[town, ALL_AGENTS] = totals[town, AGENTS]
        scores[town, NO_ROADS] = roadless
        scores[town, LIFE_WITH_DOGS] = totals[town, DOGS]
        scores[town, SAFE_ZONE] = largest_group[without_aliens]
        scores[town, CITIZEN_AREA] = largest_group[with_citizens]
        scores[town, RESIDENTIAL_AREA] = largest_group[with_houses]
        citizens = totals[town, GIRLS] + totals[town, BOYS]
        scores[town, WALK_THE_DOG] = min(citizens, totals[town, DOGS])
        scores[town, LADIES_NIGHT] = totals[town, GIRLS]
        scores[town, BOY_SCOUTS] = totals[town, BOYS]


@njit(cache=True)
def _match_borders(tile: Any, direction: Any, tables: TileTables, unwalked: Any,
                   is_matched: Any) -> None:  # fmt: skip
    """Find the road ends of towns, and test whether they meet at every inner border.

    Args:
        tile: int64 (n, positions), tile numbers.
        direction: int64 (n, positions), direction digits.
        tables: tables of tiles and board.
        unwalked: bool (n, positions, 4), overwritten: True where a road meets a side.
        is_matched: bool (n,), overwritten.
    """
    exit_side, neighbours = tables.exit_side, tables.neighbours
    for town in range(len(tile)):
        for p in range(tile.shape[1]):
            for side in range(SIDES):
                unwalked[town, p, side] = exit_side[tile[town, p], direction[town, p], side] >= 0
        is_matched[town] = True
        for p in range(tile.shape[1]):
            for side in range(SIDES):
                beyond = neighbours[p, side]
                if beyond >= 0:
                    there = unwalked[town, beyond, (side + 2) % SIDES]
                    is_matched[town] &= unwalked[town, p, side] == there


@njit(cache=True)
def _walk_roads(tile: Any, direction: Any, tables: TileTables, unwalked: Any, sequences: Any,
                roads: Any, scores: Any) -> None:  # fmt: skip
    """Walk all roads of matched towns, and score their number and lengths.

    Args:
        tile: int64 (n, positions), tile numbers.
        direction: int64 (n, positions), direction digits.
        tables: tables of tiles and board.
        unwalked: bool (n, positions, 4), from `_match_borders`; only closed roads stay True.
        sequences: int64 (n, roads, 2), overwritten with the objects of each road, read from its
            start and from its other end, as numbers in bijective base 5.
        roads: int64 (n,), overwritten with the number of roads.
        scores: int64 (n, measures).
    """
    exit_side, met, neighbours = tables.exit_side, tables.met, tables.neighbours
    positions = tile.shape[1]
    of_length = np.zeros(2 * positions + 1, dtype=np.int64)
    for town in range(len(tile)):
        count = longest = most = 0
        of_length[:] = 0
        for start in range(positions):
            for start_side in range(SIDES):
                if neighbours[start, start_side] >= 0 or not unwalked[town, start, start_side]:
                    continue
                p, side, length = start, start_side, 0
                forward, backward, power = 0, 0, 1
                while p >= 0:
                    leaves = exit_side[tile[town, p], direction[town, p], side]
                    unwalked[town, p, side] = unwalked[town, p, leaves] = False
                    object_ahead = met[tile[town, p], direction[town, p], side]
                    if object_ahead > 0:
                        forward = forward * KINDS_ON_ROAD + object_ahead
                        backward += MIRRORED[object_ahead] * power
                        power *= KINDS_ON_ROAD
                    length += 1
                    p, side = neighbours[p, leaves], (leaves + 2) % SIDES
                sequences[town, count, 0] = forward
                sequences[town, count, 1] = backward
                of_length[length] += 1
                longest = max(longest, length)
                most = max(most, of_length[length])
                count += 1
        roads[town] = count
        scores[town, LONGEST_ROAD] = longest
        scores[town, MANY_ROADS] = count
        scores[town, SAME_LENGTH_ROADS] = most
        scores[town, FEW_ROADS] = -count


@njit(cache=True)
def _score_objects(sequences: Any, roads: Any, end: int, outcomes: Any, totals: Any,
                   scores: Any) -> None:  # fmt: skip
    """Scores of the objects on roads, read from the start (end 0) or the other end (1)."""
    total = np.zeros(OUTCOMES, dtype=np.int64)
    best = np.zeros(OUTCOMES, dtype=np.int64)
    for town in range(len(roads)):
        for field in range(OUTCOMES):
            total[field] = best[field] = 0
            for road in range(roads[town]):
                value = outcomes[sequences[town, road, end], field]
                total[field] += value
                best[field] = max(best[field], value)
        free_aliens = totals[town, ALIENS] - total[CAUGHT]
        scores[town, CAPTURE] = total[CAUGHT] + totals[town, CAPTURED]
        scores[town, MOST_SURROUNDED] = best[SURROUNDED]
        scores[town, HUNGRY_ALIENS] = free_aliens * totals[town, HAMBURGERS]
        scores[town, SAFEST_ROAD] = best[AGENTS_ON_ROAD]
        scores[town, EAT_IT_UP] = best[EATEN]
        scores[town, EXTRATERRESTRIAL] = totals[town, UFOS] * free_aliens
        scores[town, ABDUCTION] = best[ABDUCTING]
        scores[town, ALIEN_POWER] = best[FREE_ALIENS]
        scores[town, FOOD_CHAIN] = total[FOOD_CHAINS]


@njit(cache=True)
def _count_wrong(is_complete: Any, scores: Any, expected_row: Any, expected: Any, measures: Any,
                 found: Any) -> None:  # fmt: skip
    """Count incomplete towns and towns with unexpected scores."""
    for town in range(len(is_complete)):
        is_same = True
        for theme in range(len(measures)):
            is_same &= scores[town, measures[theme]] == expected[theme, expected_row[town]]
        found[INCOMPLETE] += not is_complete[town]
        found[WRONG_SCORE] += not is_same


@njit(cache=True)
def _count_other_end(sequences: Any, roads: Any, outcomes: Any, scores: Any, mirrored: Any,
                     found: Any) -> None:  # fmt: skip
    """Count towns and roads that score differently when read from the other end."""
    for town in range(len(roads)):
        road_differs = road_eats_differently = False
        for road in range(roads[town]):
            start, end = sequences[town, road, 0], sequences[town, road, 1]
            for field in range(OUTCOMES):
                if outcomes[start, field] != outcomes[end, field]:
                    road_differs = True
                    road_eats_differently |= field == EATEN
        town_differs = False
        for measure in range(scores.shape[1]):
            town_differs |= scores[town, measure] != mirrored[town, measure]
        found[OTHER_END] += town_differs
        found[OTHER_END_CAPTURE] += scores[town, CAPTURE] != mirrored[town, CAPTURE]
        found[OTHER_END_EAT] += scores[town, EAT_IT_UP] != mirrored[town, EAT_IT_UP]
        found[OTHER_END_ROAD] += road_differs
        found[OTHER_END_ROAD_EAT] += road_eats_differently


@njit(cache=True, parallel=True)
def count_differences(towns: Any, expected_row: Any, expected: Any, measures: Any,
             tables: TileTables) -> Any:  # fmt: skip
    """Count the towns that differ; returns int64 (7,), the fields of `Differences`.

    Args:
        towns: uint8 (n, 2 positions), the digits of their patterns.
        expected_row: int64 (n,), the column of each town's scores in `expected`.
        expected: int8 (themes, any).
        measures: int64 (themes,), the place in `MEASURES` of each theme.
        tables: tables of tiles and board.
    """
    positions = towns.shape[1] // 2
    chunks = (len(towns) + CHUNK - 1) // CHUNK
    found = np.zeros((chunks, DIFFERENCES), dtype=np.int64)
    for chunk in prange(chunks):
        start: Any = chunk * CHUNK
        end = min(start + CHUNK, len(towns))
        tile = towns[start:end, :positions].astype(np.int64)
        direction = towns[start:end, positions:].astype(np.int64)
        sequences = np.zeros((end - start, 2 * positions, 2), dtype=np.int64)
        unwalked = np.zeros((end - start, positions, SIDES), dtype=np.bool_)
        is_complete = np.zeros(end - start, dtype=np.bool_)
        roads = np.zeros(end - start, dtype=np.int64)
        totals = np.zeros((end - start, len(COUNTS)), dtype=np.int64)
        scores = np.zeros((end - start, len(MEASURES)), dtype=np.int64)
        rows = expected_row[start:end]
        _score_faces(tile, direction, tables, totals, scores)
        _match_borders(tile, direction, tables, unwalked, is_complete)
        for unmatched in np.flatnonzero(~is_complete):
            unwalked[unmatched] = False
        _walk_roads(tile, direction, tables, unwalked, sequences, roads, scores)
        for town in range(end - start):
            is_complete[town] &= not unwalked[town].any()
        mirrored = scores.copy()
        _score_objects(sequences, roads, 0, tables.outcomes, totals, scores)
        _score_objects(sequences, roads, 1, tables.outcomes, totals, mirrored)
        _count_wrong(is_complete, scores, rows, expected, measures, found[chunk])
        _count_other_end(sequences, roads, tables.outcomes, scores, mirrored, found[chunk])
    return found.sum(axis=0)
