"""Town boxes: towns that share their tiles and faces, and of which every tile turns within a set of its own.

A town box has a byte for every position: the number of a turn set, which is a tile with some of its directions, in the
order of their turns. Towns are spelled from a box like an odometer whose first position turns fastest. With the turn
sets 0: tile 2 at 0 or 2, and 1: tile 5 at 4, the box 0 1 is the towns 2504 and 2524:

>>> turn_sets = TurnSets(np.array([2, 5]), np.array([[0, 2, 0, 0], [4, 0, 0, 0]]), np.array([2, 1]))
>>> spell_towns(np.array([[0, 1]], np.uint8), turn_sets).tolist()
[[2, 5, 0, 4], [2, 5, 2, 4]]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from pipeline.core.arrays import Array3, Matrix, Vector
from pipeline.core.compiled import njit
from pipeline.core.errors import PipelineError
from pipeline.nine_tiles_panic.game.boxes import TURN_SET_BITS, TurnGroups
from pipeline.nine_tiles_panic.game.placements import Placements
from pipeline.nine_tiles_panic.game.road_synonyms import ROAD_TABLES
from pipeline.nine_tiles_panic.game.tiles import SIDES
from pipeline.nine_tiles_panic.game.town_tables import FaceTables

MOST_TURN_SETS = 256


class TurnSets(NamedTuple):
    """Tiles with sets of directions, by their numbers."""

    tile: Vector[np.int64]
    """(n,)."""
    direction: Matrix[np.int64]
    """(n, 4), the directions in the order of their turns, of which so many count as there are."""
    directions: Vector[np.int64]
    """(n,), how many there are, 1 to 4."""

    def ways(self, positions: int) -> Matrix[np.int64]:
        """How many directions there are at each position: (positions, n)."""
        return np.tile(self.directions, (positions, 1))

    def rows(self) -> list[dict[str, object]]:
        """Rows of the tables `turn_sets`, read back by `turn_sets_of`."""
        return [
            {"number": number, "tile": tile, "directions": "".join(map(str, digits[:count]))}
            for number, (tile, digits, count) in enumerate(
                zip(self.tile.tolist(), self.direction.tolist(), self.directions.tolist(), strict=True)
            )
        ]


def turn_sets(faces: FaceTables) -> tuple[TurnSets, Array3[np.uint8]]:
    """All turn sets that faces can have, and their numbers: (options, 4 turns of the oriented synonym, 16 sets).

    Raises:
        PipelineError: they are too many for a byte.
    """
    sets: dict[tuple[int, int, int], tuple[int, tuple[int, ...]]] = {}
    for synonym, turned in zip(ROAD_TABLES.synonym.tolist(), ROAD_TABLES.turn.tolist(), strict=True):
        for option in range(*faces.first_option[synonym : synonym + 2].tolist()):
            digits = faces.direction[option, : faces.turns[option], turned].tolist()
            for turns in range(1, 1 << len(digits)):
                directions = tuple(digit for turn, digit in enumerate(digits) if turns >> turn & 1)
                sets[option, turned, turns] = (int(faces.tile_number[option]), directions)
    known = sorted(set(sets.values()))
    if len(known) > MOST_TURN_SETS:
        raise PipelineError(
            f"the tiles have {len(known)} sets of directions, but at most {MOST_TURN_SETS} are supported: use fewer"
        )
    number = np.zeros((len(faces.turns), SIDES, 1 << SIDES), dtype=np.uint8)
    for place, turn_set in sets.items():
        number[place] = known.index(turn_set)
    return turn_sets_of(known), number


def turn_sets_of(rows: Sequence[tuple[int, Iterable[int | str]]]) -> TurnSets:
    """Turn sets in the order of their numbers, from a tile and its directions each."""
    direction = np.zeros((len(rows), SIDES), dtype=np.int64)
    for i, (_, directions) in enumerate(rows):
        digits = list(map(int, directions))
        direction[i, : len(digits)] = digits
    return TurnSets(np.array([tile for tile, _ in rows]), direction, np.array([len(list(row)) for _, row in rows]))


class TownRuns(NamedTuple):
    """Towns in the order of the search: by town synonym, then placement. A run has one scoring class."""

    scoring_class: Vector[np.int32]
    """(runs,)."""
    n_towns: Vector[np.int32]
    """(runs,)."""
    n_boxes: Vector[np.int32]
    """(runs,)."""
    boxes: Matrix[np.uint8]
    """(boxes, positions)."""


@njit(cache=True)
def _write_boxes(
    placements: Placements,
    turn_at: Matrix[np.int64],
    turn_set: Array3[np.uint8],
    behaviour: Vector[np.int64],
    groups: TurnGroups,
    boxes: Matrix[np.uint8],
) -> None:
    town_synonym, option = placements.town_synonym, placements.option
    first_group, first_box, box_of = groups.first_group, groups.first_box, groups.box
    positions = boxes.shape[1]
    sets = turn_set.reshape(-1)
    base = np.zeros(positions, dtype=np.int64)
    box = 0
    for number in range(len(behaviour)):
        for position in range(positions):
            turned = turn_at[town_synonym[number], position]
            base[position] = (option[number, position] * SIDES + turned) << SIDES
        for i in range(first_box[first_group[behaviour[number]]], first_box[first_group[behaviour[number] + 1]]):
            word = box_of[i]
            for position in range(positions - 1, -1, -1):
                boxes[box, position] = sets[base[position] + (word & np.uint64((1 << SIDES) - 1))]
                word >>= TURN_SET_BITS
            box += 1


def runs_of_towns(
    placements: Placements,
    turn_at: Matrix[np.int64],
    turn_set: Array3[np.uint8],
    behaviour: Vector[np.int64],
    groups: TurnGroups,
) -> tuple[Vector[np.int64], Vector[np.int64], Matrix[np.uint8]]:
    """The towns of placements, group by group.

    Args:
        placements: of a batch.
        turn_at: (town synonyms, positions), turns of the oriented road synonyms.
        turn_set: from `turn_sets`.
        behaviour: (placements,), whose turn groups each placement has.
        groups: the turn groups.

    Returns:
        The placement and the turn group of every run (runs,), and all boxes (boxes, positions).
    """
    sizes = np.diff(groups.first_group[: behaviour.max(initial=-1) + 2])[behaviour]
    placement = np.repeat(np.arange(len(behaviour)), sizes)
    run_in_placement = np.arange(len(placement)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    group = groups.first_group[behaviour][placement] + run_in_placement
    n_boxes = int((groups.first_box[group + 1] - groups.first_box[group]).sum())
    boxes = np.empty((n_boxes, placements.option.shape[1]), dtype=np.uint8)
    _write_boxes(placements, turn_at, turn_set, behaviour, groups, boxes)
    return placement, group, boxes


@njit(cache=True)
def _count_runs(
    runs: TownRuns, group_of_class: Vector[np.int64], n_towns: Vector[np.int64], n_boxes: Vector[np.int64]
) -> None:
    for run in range(len(runs.scoring_class)):
        group = group_of_class[runs.scoring_class[run]]
        n_towns[group] += runs.n_towns[run]
        n_boxes[group] += runs.n_boxes[run]


@njit(cache=True)
def _scatter_runs(
    runs: TownRuns, group_of_class: Vector[np.int64], next_place: Vector[np.int64], grouped: Matrix[np.uint8]
) -> None:
    boxes = runs.boxes
    box = 0
    for run in range(len(runs.scoring_class)):
        group = group_of_class[runs.scoring_class[run]]
        place = next_place[group]
        next_place[group] += runs.n_boxes[run]
        for i in range(runs.n_boxes[run]):
            for position in range(boxes.shape[1]):
                grouped[place + i, position] = boxes[box + i, position]
        box += runs.n_boxes[run]


def boxes_in_groups(
    runs: list[TownRuns], group_of_class: Vector[np.int64], positions: int
) -> tuple[Vector[np.int64], Vector[np.int64], Matrix[np.uint8]]:
    """All boxes, by group, and within a group in the order of the search: a counting sort of runs.

    Args:
        runs: in the order of the search; emptied on the way, so that the boxes are never in memory twice.
        group_of_class: (classes,), group of each scoring class, without gaps from 0.
        positions: of the board.

    Returns:
        The number of towns and of boxes of each group (groups,), and the boxes (boxes, positions).
    """
    n_towns, n_boxes = np.zeros((2, int(group_of_class.max(initial=-1)) + 1), dtype=np.int64)
    for part in runs:
        _count_runs(part, group_of_class, n_towns, n_boxes)
    grouped = np.empty((int(n_boxes.sum()), positions), dtype=np.uint8)
    next_place = np.cumsum(n_boxes) - n_boxes
    runs.reverse()
    while runs:
        _scatter_runs(runs.pop(), group_of_class, next_place, grouped)
    return n_towns, n_boxes, grouped


@njit(cache=True)
def _mark_strips(boxes: Matrix[np.uint8], first: int, width: int, occurs: Vector[np.bool_]) -> None:
    for box in range(len(boxes)):
        number = 0
        for position in range(first, first + width):
            number = number << 8 | boxes[box, position]
        occurs[number] = True


def distinct_strips(parts: Sequence[Matrix[np.uint8]], width: int) -> dict[int, Matrix[np.uint8]]:
    """The different stretches of so many neighbouring positions, fewer in the last one of a box.

    Args:
        parts: some boxes each, (boxes, positions).
        width: 1 to 3.

    Returns:
        Width -> those that are so wide, ascending, (strips, width).
    """
    occurs: dict[int, Vector[np.bool_]] = {}
    positions = parts[0].shape[1]
    for first in range(0, positions, width):
        here = min(width, positions - first)
        marks = occurs.setdefault(here, np.zeros(1 << 8 * here, dtype=np.bool_))
        for boxes in parts:
            _mark_strips(boxes, first, here, marks)
    return {
        here: np.flatnonzero(marks).astype(">u4").view(np.uint8).reshape(-1, 4)[:, 4 - here :].copy()
        for here, marks in occurs.items()
    }


@njit(cache=True)
def count_towns(boxes: Matrix[np.uint8], ways: Matrix[np.int64]) -> Vector[np.int64]:
    """How many towns each box has: (boxes,).

    Args:
        boxes: (boxes, positions).
        ways: (positions, turn sets), how many directions of each turn set count; all of them are `TurnSets.ways`.
    """
    counts = np.ones(len(boxes), dtype=np.int64)
    for box in range(len(boxes)):
        for position in range(boxes.shape[1]):
            counts[box] *= ways[position, boxes[box, position]]
    return counts


@njit(cache=True)
def _spell(boxes: Matrix[np.uint8], sets: TurnSets, towns: Matrix[np.uint8]) -> None:
    positions = boxes.shape[1]
    choice = np.zeros(positions, dtype=np.int64)
    town = 0
    for box in range(len(boxes)):
        choice[:] = 0
        position = 0
        while position < positions:
            for at in range(positions):
                towns[town, at] = sets.tile[boxes[box, at]]
                towns[town, positions + at] = sets.direction[boxes[box, at], choice[at]]
            town += 1
            position = 0
            while position < positions:
                choice[position] += 1
                if choice[position] < sets.directions[boxes[box, position]]:
                    break
                choice[position] = 0
                position += 1


def spell_towns(boxes: Matrix[np.uint8], sets: TurnSets) -> Matrix[np.uint8]:
    """The digits of all towns, box by box: (towns, 2 positions), the tiles before the directions.

    Args:
        boxes: (boxes, positions).
        sets: all turn sets.
    """
    towns = np.empty((int(count_towns(boxes, sets.ways(boxes.shape[1])).sum()), 2 * boxes.shape[1]), dtype=np.uint8)
    _spell(boxes, sets, towns)
    return towns
