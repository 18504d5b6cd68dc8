"""The towns that two runs have in common, and a picture of an answer that differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from tablebases.arrays import Matrix, Vector
from tablebases.compiled import njit
from tablebases.nine_tiles.boxes import TurnSets
from tablebases.nine_tiles.drawing import Cell, DrawingOptions, draw_sheet, draw_town
from tablebases.nine_tiles.laid_town import Highlight, LaidTown

DIGITS = 10

KeyedBoxes = tuple[Vector[np.int64], Matrix[np.uint8]]
"""A key of each box, ascending (n,), and the boxes (n, positions)."""


def _in_order(boxes: KeyedBoxes, sets: TurnSets) -> tuple[Vector[np.int64], Matrix[np.uint8]]:
    """Boxes by their keys and by their tiles: a number for both (n,), ascending, and the directions (n, positions).

    Directions are a bit for each: towns with the same tiles are in both of two boxes if no position is without a bit.
    """
    keys, turn_sets = boxes
    number = keys.copy()
    for position in range(turn_sets.shape[1]):
        number = DIGITS * number + sets.tile[turn_sets[:, position]]
    order = np.argsort(number, kind="stable")
    in_use = np.arange(sets.direction.shape[1]) < sets.directions[:, None]
    bits = np.where(in_use, 1 << sets.direction, 0).sum(axis=1).astype(np.uint8)
    return number[order], bits[turn_sets[order]]


@njit(cache=True)
def _towns_in_both(a: Vector[np.uint8], b: Vector[np.uint8], ones: Vector[np.int64]) -> int:
    towns = 1
    for position in range(len(a)):
        towns *= ones[a[position] & b[position]]
        if towns == 0:
            break
    return towns


@njit(cache=True)
def _count(
    numbers_a: Vector[np.int64],
    directions_a: Matrix[np.uint8],
    numbers_b: Vector[np.int64],
    directions_b: Matrix[np.uint8],
    ones: Vector[np.int64],
) -> int:
    towns = 0
    first = 0
    for i in range(len(numbers_a)):
        while first < len(numbers_b) and numbers_b[first] < numbers_a[i]:
            first += 1
        other = first
        while other < len(numbers_b) and numbers_b[other] == numbers_a[i]:
            towns += _towns_in_both(directions_a[i], directions_b[other], ones)
            other += 1
    return towns


def count_common_towns(a: KeyedBoxes, sets_a: TurnSets, b: KeyedBoxes, sets_b: TurnSets) -> int:
    """How many towns are in a box of each of two lists, under the same key; in either list boxes are disjoint.

    Args:
        a: boxes with keys below 900 million.
        sets_a: the turn sets of `a`.
        b: as `a`.
        sets_b: the turn sets of `b`.
    """
    ones = np.array([bits.bit_count() for bits in range(256)])
    return _count(*_in_order(a, sets_a), *_in_order(b, sets_b), ones)


def up_to(batches: Iterable[KeyedBoxes], limits: Iterable[int]) -> Iterator[KeyedBoxes]:
    """Batches of boxes, keys ascending over all of them, dealt anew: for each limit those below it that are left.

    Args:
        batches: at least one.
        limits: ascending.
    """
    source = iter(batches)
    keys, boxes = next(source)
    for limit in limits:
        parts = []
        while keys.max(initial=-1) < limit:
            parts.append((keys, boxes))
            following = next(source, None)
            if following is None:
                keys, boxes = keys[:0], boxes[:0]
                break
            keys, boxes = following
        end = int(np.searchsorted(keys, limit))
        parts.append((keys[:end], boxes[:end]))
        keys, boxes = keys[end:], boxes[end:]
        yield np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])


# Towns with a road that the published rules read differently from its two ends, on one sheet.

IN_A_ROW = 3

RoadAnswers = Mapping[str, object]
"""A row of the table `two_answers`."""


def _lines(row: RoadAnswers) -> list[str]:
    return [
        f"{row['pattern']}",
        f"road {row['road']}",
        f"from its start: {row['caught']} caught, {row['eaten']} in sight",
        f"from its other end: {row['caught_from_end']} caught, {row['eaten_from_end']} in sight",
        f"impartial: {row['caught_impartial']} caught, {row['eaten_impartial']} in sight",
    ]


def _cell(town: LaidTown, row: RoadAnswers) -> Cell:
    """A town with its road pointed at, and what the rules say of the road."""
    (road,) = [road for road in town.roads if road.name == row["road"]][:1]
    return draw_town(town, DrawingOptions(highlight=Highlight(roads=frozenset(road.tile_roads)))), _lines(row)


def draw_two_answers(towns: Sequence[tuple[LaidTown, Sequence[RoadAnswers]]]) -> str:
    """A sheet of towns, each with the first of its roads that is read differently, as SVG."""
    title = "Towns with a road that the published rules read differently from its two ends"
    return draw_sheet(title, [_cell(town, of_roads[0]) for town, of_roads in towns], IN_A_ROW)
