"""Scores of towns as they lie, where they depend on the rotation, from the town boxes of the results.

The published rules read a road from its end with the smaller edge number. When a town is turned, the other end of a
road may get the smaller number, and a few sequences of objects score differently from their two ends. Most towns have
no such road.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tablebases.arrays import Array4, Matrix, Vector
from tablebases.compiled import njit
from tablebases.nine_tiles.boxes import TurnSets, are_wanted, count_towns, spell_towns
from tablebases.nine_tiles.laid_town import ALL_DIRECTIONS, TURNS, WantedTile, turned_direction
from tablebases.nine_tiles.measures import TownCounts, score_vectors
from tablebases.nine_tiles.road_objects import KINDS_ON_ROAD, RULE_SETS, UNKNOWN, OutcomeTable, find_outcomes
from tablebases.nine_tiles.road_synonyms import MAX_ROADS_PER_TILE, ORIENTED_ROAD_SYNONYMS, oriented_index
from tablebases.nine_tiles.search import together, unpack, unpack_outcomes
from tablebases.nine_tiles.tablebase import Game
from tablebases.nine_tiles.themes import Theme
from tablebases.nine_tiles.tiles import MAX_TILES, Board, ObjectKind, Tile
from tablebases.nine_tiles.town_synonyms import (
    SHAPE_FIELDS,
    RoadGeometry,
    RoadMap,
    empty_road_map,
    road_geometry,
    shape_counts,
    walk_roads,
)
from tablebases.nine_tiles.town_tables import (
    FACE_COUNT_BITS,
    FACE_COUNT_FIELDS,
    most_objects_on_a_road,
    packed_counts,
)
from tablebases.nine_tiles.towns_file import boxes_with, read_scores, read_town_boxes

SAME_IN_ALL_ROTATIONS = ("surrounded", "safest_road", "abduction", "food_chain")
"""Keys of cards of the level `objects` on which a road scores the same from both ends."""
NEEDED: Mapping[str, int] = {"capture": 1, "safest_road": 2, "abduction": 1}
"""Key of a card -> the least score of a town whose scores depend on the rotation."""
FEWEST = 2
"""The fewest agents, and the fewest aliens, on a road that scores differently from its two ends."""


class Reader(NamedTuple):
    """Tables of tiles by number and direction, and memory to read roads."""

    oriented: Matrix[np.uint8]
    """(tiles, 8), the oriented road synonym."""
    met: Array4[np.uint8]
    """(tiles, 8, 2 tile roads, 2 walked backward or forward), the `OnRoad` kind met there, or 0."""
    on_roads: Matrix[np.int64]
    """(tiles, 8), 1 for agents on its roads, and 2 more for aliens."""
    geometry: RoadGeometry
    roads: RoadMap
    word: Vector[np.uint64]
    """Outcome words by the number of the sequence, or `UNKNOWN`."""
    rule_set: int
    grid: Vector[np.uint8]
    """(positions,), scratch, as the following."""
    stride: Vector[np.int64]
    """(positions,)."""
    sequence: Vector[np.int64]
    """(1,)."""


@njit(cache=True, from_python=False)
def _outcome(number: int, reader: Reader) -> np.uint64:
    """The outcome word of the sequence with this number."""
    if reader.word[number] == UNKNOWN:
        reader.sequence[0] = number
        find_outcomes(reader.sequence, reader.rule_set, reader.word)
    found: np.uint64 = reader.word[number]
    return found


@njit(cache=True, from_python=False)
def _has_two_outcomes(box: Vector[np.uint8], steps: Matrix[np.int64], sets: TurnSets, reader: Reader) -> bool:
    """Whether a road scores differently from its two ends in some town of a box."""
    tile, direction, directions = sets.tile, sets.direction, sets.directions
    met, on_roads, stride = reader.met, reader.on_roads, reader.stride
    agents, aliens, combinations = 0, 0, 1
    stride[:] = 0
    for step in range(len(steps)):
        turn_set = box[steps[step, 0]]
        if stride[steps[step, 0]] == 0:
            stride[steps[step, 0]] = combinations
            combinations *= directions[turn_set]
        kinds = on_roads[tile[turn_set], direction[turn_set, 0]]
        agents += kinds & 1
        aliens += kinds >> 1
    if agents < FEWEST or aliens < FEWEST:
        return False
    for combination in range(combinations):
        ahead = back = 0
        for step in range(len(steps)):
            for way in range(2):
                at = steps[step] if way else steps[len(steps) - 1 - step]
                turn_set = box[at[0]]
                digit = direction[turn_set, combination // stride[at[0]] % directions[turn_set]]
                kind = met[tile[turn_set], digit, at[1], at[2] if way else 1 - at[2]]
                if kind > 0 and way:
                    ahead = ahead * KINDS_ON_ROAD + kind
                elif kind > 0:
                    back = back * KINDS_ON_ROAD + kind
        if _outcome(ahead, reader) != _outcome(back, reader):
            return True
    return False


@njit(cache=True)
def _mark_dependent(boxes: Matrix[np.uint8], sets: TurnSets, reader: Reader, depends: Vector[np.bool_]) -> None:
    oriented, grid, roads = reader.oriented, reader.grid, reader.roads
    for i in range(len(boxes)):
        for position in range(len(grid)):
            turn_set = boxes[i, position]
            grid[position] = oriented[sets.tile[turn_set], sets.direction[turn_set, 0]]
        for road in range(walk_roads(grid, reader.geometry, roads)):
            if not depends[i]:
                depends[i] = _has_two_outcomes(boxes[i], roads.steps[road, : roads.length[road]], sets, reader)


@njit(cache=True)
def _read_roads(towns: Matrix[np.uint8], reader: Reader, outcomes: Vector[np.uint64]) -> None:
    """Overwrite `outcomes` (n,) with the outcome words of towns, digits (n, 2 positions)."""
    grid, roads = reader.grid, reader.roads
    for i in range(len(towns)):
        numbers, directions = towns[i, : len(grid)], towns[i, len(grid) :]
        for position in range(len(grid)):
            grid[position] = reader.oriented[numbers[position], directions[position]]
        outcomes[i] = 0
        for road in range(walk_roads(grid, reader.geometry, roads)):
            sequence = 0
            for step in range(roads.length[road]):
                at = roads.steps[road, step]
                kind = reader.met[numbers[at[0]], directions[at[0]], at[1], at[2]]
                if kind > 0:
                    sequence = sequence * KINDS_ON_ROAD + kind
            outcomes[i] = together(_outcome(sequence, reader), outcomes[i])


class TurnedTowns:
    """Scores towns as they lie, in any rotation."""

    def __init__(self, board: Board, tiles: Sequence[Tile], rule_set: int) -> None:
        self._board = board
        self._counts = np.zeros((MAX_TILES, len(ALL_DIRECTIONS)), dtype=np.uint64)
        outcomes = OutcomeTable(rule_set, most_objects_on_a_road(tiles, board), long_search=True)
        self._reader = reader = Reader(
            np.zeros(self._counts.shape, dtype=np.uint8),
            np.zeros((*self._counts.shape, MAX_ROADS_PER_TILE, 2), dtype=np.uint8),
            np.zeros(self._counts.shape, dtype=np.int64),
            road_geometry(board),
            empty_road_map(board),
            outcomes.known.word,
            rule_set,
            np.zeros(board.positions, dtype=np.uint8),
            np.zeros(board.positions, dtype=np.int64),
            np.zeros(1, dtype=np.int64),
        )
        for tile in tiles:
            for direction in ALL_DIRECTIONS:
                face, at = tile.faces[direction // TURNS], (tile.number, direction)
                roads = {(road.first, road.second): road for road in face.turned_roads(direction % TURNS)}
                reader.oriented[at] = oriented_index(roads)
                for i, sides in enumerate(ORIENTED_ROAD_SYNONYMS[reader.oriented[at]].roads):
                    road = roads[min(sides), max(sides)]
                    reader.met[at][i] = [road.met(side) or 0 for side in sides]
                kinds = (ObjectKind.AGENT, ObjectKind.ALIEN)
                reader.on_roads[at] = sum((face.count_on_roads(kind) > 0) << i for i, kind in enumerate(kinds))
                self._counts[at] = packed_counts(face)

    def depend(self, boxes: Matrix[np.uint8], sets: TurnSets) -> Vector[np.bool_]:
        """Whether scores of a town of each box may depend on its rotation: (boxes,)."""
        depends = np.zeros(len(boxes), dtype=np.bool_)
        _mark_dependent(boxes, sets, self._reader, depends)
        return depends

    def outcomes(self, towns: Matrix[np.uint8]) -> Vector[np.uint64]:
        """The outcome words of towns as they lie, digits (n, 2 positions): (n,)."""
        outcomes = np.zeros(len(towns), dtype=np.uint64)
        _read_roads(towns, self._reader, outcomes)
        return outcomes

    def scores(self, towns: Matrix[np.uint8], outcomes: Vector[np.uint64], themes: Sequence[Theme]) -> Matrix[np.int8]:
        """The scores of towns with these outcomes in themes of the level `objects`: (themes, n)."""
        at = towns[:, : self._board.positions], towns[:, self._board.positions :]
        shapes = shape_counts(self._reader.oriented[at], self._board).astype(np.int16)
        counts = {
            **dict(zip(SHAPE_FIELDS, shapes.T, strict=True)),
            **unpack(self._counts[at].sum(axis=1), FACE_COUNT_FIELDS, FACE_COUNT_BITS),
            **unpack_outcomes(outcomes),
        }
        return score_vectors(TownCounts(by_places={}, **counts), themes)


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


def _as_they_lie(towns: Matrix[np.uint8], quarters: int, sources: Sequence[int]) -> Matrix[np.uint8]:
    """Towns turned back by left quarter turns, after which each position had its tile from `sources`."""
    turned = np.array([turned_direction(direction, -quarters) for direction in ALL_DIRECTIONS], dtype=np.uint8)
    lie, half = np.empty_like(towns), len(sources)
    lie[:, sources] = towns[:, :half]
    lie[:, np.add(sources, half)] = turned[towns[:, half:]]
    return lie


def results_with(
    path: Path,
    game: Game,
    tiles: Sequence[Tile],
    frames: Sequence[tuple[int, Sequence[int], Sequence[WantedTile]]],
    cards: Sequence[Theme],
    themes: Sequence[Theme],
) -> ResultsWith:
    """The results of the towns of success_pattern.db with wanted tiles.

    `frames` are the rotations of the board, each with its left quarter turns, the source of each position's tile, and
    the wanted tiles turned with it. `themes` are those of the results.
    """
    on_objects = [
        place for place, card in enumerate(cards) if card.level == "objects" and card.key not in SAME_IN_ALL_ROTATIONS
    ]
    needed = [theme for theme in themes if theme.key in NEEDED]
    scores, least = np.vsplit(read_scores(path, [theme.column for theme in (*cards, *needed)]), [len(cards)])
    may_depend = np.full(scores.shape[1], bool(on_objects))
    for theme, of_theme in zip(needed, least, strict=True):
        may_depend &= of_theme >= NEEDED[theme.key]
    fits = np.zeros(len(may_depend), dtype=np.bool_)
    found_ids, found_scores = [np.arange(len(fits)) + 1], [scores]
    used = [tile for tile in tiles if game.tiles is None or tile.number in game.tiles]
    turned = TurnedTowns(game.board, used, RULE_SETS[game.rule_set])
    with read_town_boxes(path) as towns:
        for ids, boxes in boxes_with(towns, [wanted for _, _, wanted in frames]):
            depends = may_depend[ids - 1]
            depends[depends] = turned.depend(boxes[depends], towns.turn_sets)
            fits[ids[~depends] - 1] = True
            spelled = spell_towns(boxes[depends], towns.turn_sets)
            of_town = np.repeat(ids[depends], count_towns(boxes[depends], towns.turn_sets.ways(towns.positions)))
            listed = turned.outcomes(spelled)
            for quarters, sources, wanted in frames:
                has = np.flatnonzero(are_wanted(spelled, wanted))
                lie = _as_they_lie(spelled[has], quarters, sources)
                outcomes = turned.outcomes(lie)
                differs = outcomes != listed[has]
                fits[of_town[has[~differs]] - 1] = True
                found_ids.append(of_town[has[differs]])
                found_scores.append(scores[:, found_ids[-1] - 1])
                on_these = turned.scores(lie[differs], outcomes[differs], [cards[place] for place in on_objects])
                found_scores[-1][on_objects] = on_these
    theme_synonyms = np.concatenate(found_ids)
    is_own = np.append(fits, np.ones(len(theme_synonyms) - len(fits), dtype=np.bool_))
    return ResultsWith(len(fits), np.hstack(found_scores), theme_synonyms, is_own)
