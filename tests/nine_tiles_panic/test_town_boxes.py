"""Boxes have the same towns, each once, in their groups."""

from __future__ import annotations

from itertools import chain, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablebases.nine_tiles.search.boxes import (
    TownRuns,
    box_scratch,
    boxes_in_groups,
    count_towns,
    distinct_strips,
    empty_turn_groups,
    find_boxes,
    spell_towns,
    turn_sets,
    turn_sets_of,
)
from tablebases.nine_tiles.search.town_tables import face_tables
from tests.nine_tiles_panic.helpers import real_tiles

Combination = tuple[int, ...]


def combinations_of(box: int, positions: int) -> list[Combination]:
    """The turn combinations of a box, the first position fastest."""
    sets = [box >> 4 * (positions - 1 - position) & 15 for position in range(positions)]
    turns = [[turn for turn in range(4) if turn_set >> turn & 1] for turn_set in sets]
    return [combination[::-1] for combination in product(*reversed(turns))]


def boxes_of(outcomes: list[int], turns: list[int]) -> list[tuple[int, int, list[int]]]:
    """(outcome, number of towns, boxes) of each group of a placement."""
    groups = empty_turn_groups(1, len(outcomes))
    groups.first_box[0] = 0
    count = find_boxes(np.array(outcomes, dtype=np.uint64), np.array(turns), box_scratch(len(outcomes)), 0, groups)
    first = groups.first_box.tolist()
    return [
        (int(groups.outcome[i]), int(groups.n_towns[i]), groups.box[first[i] : first[i + 1]].tolist())
        for i in range(count)
    ]


@st.composite
def placements(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """The outcomes of all turn combinations of a placement, and the turns of its positions."""
    turns = draw(st.lists(st.sampled_from([1, 2, 4]), min_size=1, max_size=5))
    n = int(np.prod(turns))
    return draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)), turns


@settings(max_examples=30)
@given(placements())
def test_the_boxes_of_a_group_have_its_towns_once(drawn: tuple[list[int], list[int]]) -> None:
    outcomes, turns = drawn
    expected: dict[int, list[Combination]] = {}
    odometer = (combination[::-1] for combination in product(*(range(n) for n in reversed(turns))))
    for combination, outcome in zip(odometer, outcomes, strict=True):
        expected.setdefault(outcome, []).append(combination)
    found = boxes_of(outcomes, turns)
    assert [(outcome, n_towns) for outcome, n_towns, _ in found] == [(o, len(c)) for o, c in expected.items()]
    for outcome, _, boxes in found:
        spelled = [combination for box in boxes for combination in combinations_of(box, len(turns))]
        assert sorted(spelled) == sorted(expected[outcome])
        assert spelled[0] == expected[outcome][0], "the first combination comes first"


@pytest.mark.parametrize("turns", [[1], [4], [1, 2, 4], [4, 4, 2, 1, 4], [2] * 10])
def test_a_placement_of_one_outcome_is_one_box(turns: list[int]) -> None:
    n = int(np.prod(turns))
    box = int("".join(format((1 << turn) - 1, "x") for turn in turns), 16)
    assert boxes_of([5] * n, turns) == [(5, n, [box])]


def test_boxes_keep_their_order_within_a_group() -> None:
    def runs(*rows: tuple[int, int, list[list[int]]]) -> TownRuns:
        scoring_classes, n_towns, boxes = zip(*rows, strict=True)
        numbers = (np.array(column, dtype=np.int32) for column in (scoring_classes, n_towns, list(map(len, boxes))))
        return TownRuns(*numbers, np.array(list(chain(*boxes)), dtype=np.uint8).reshape(-1, 2))

    searched = [
        runs((0, 3, [[1, 2]]), (1, 4, [[3, 4], [5, 6]]), (3, 7, [[10, 11]])),
        runs((2, 5, [[7, 8]]), (0, 1, []), (1, 2, [[9, 0]])),
    ]
    group_of_class = np.array([1, 0, 1, 2])
    n_towns, n_boxes, boxes = boxes_in_groups(searched, group_of_class, 2)
    assert (n_towns.tolist(), n_boxes.tolist()) == ([6, 9, 7], [3, 2, 1])
    assert boxes.tolist() == [[3, 4], [5, 6], [9, 0], [1, 2], [7, 8], [10, 11]]
    assert searched == [], "the list of runs is emptied"
    n_towns, n_boxes, boxes = boxes_in_groups([], np.empty(0, dtype=np.int64), 9)
    assert (n_towns.shape, n_boxes.shape, boxes.shape) == ((0,), (0,), (0, 9))


def test_turn_sets_of_the_nine_tiles() -> None:
    sets, _ = turn_sets(face_tables(real_tiles()))
    rows = [(int(str(row["tile"])), str(row["directions"])) for row in sets.rows()]
    assert len(set(rows)) == len(rows) < 256
    assert all((a == b).all() for a, b in zip(sets, turn_sets_of(rows), strict=True))
    faces = [{digit >= "4" for digit in directions} for _, directions in rows]
    assert all(len(face) == 1 for face in faces), "a turn set has one face"


def test_strips_and_counts_of_boxes() -> None:
    sets = turn_sets_of([(2, "02"), (5, "4"), (7, "0123")])
    boxes = np.array([[0, 1, 2, 1], [1, 1, 2, 0]], dtype=np.uint8)
    assert count_towns(boxes, sets.ways(4)).tolist() == [8, 8]
    strips = {width: list(map(bytes, wide)) for width, wide in distinct_strips([boxes[:1], boxes[1:]], 3).items()}
    assert strips == {3: [b"\0\1\2", b"\1\1\2"], 1: [b"\0", b"\1"]}
    towns = ["".join(map(str, town)) for town in spell_towns(boxes[:1], sets).tolist()]
    assert towns[:3] == ["25750404", "25752404", "25750414"]
