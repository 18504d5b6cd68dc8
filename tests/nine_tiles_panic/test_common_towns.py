"""Towns that two lists of boxes have in common, against the towns spelled one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.nine_tiles_panic.common_towns import KeyedBoxes, count_common_towns, up_to
from tablebases.nine_tiles.boxes import TurnSets, spell_towns, turn_sets_of
from tablebases.nine_tiles.score_vectors import common_keys

POSITIONS = 3
SETS = turn_sets_of([(2, "0"), (2, "02"), (2, "13"), (5, "4"), (5, "0123"), (7, "46")])
OTHER_SETS = turn_sets_of([(7, "6"), (7, "46"), (5, "01"), (5, "23"), (5, "4"), (2, "0123"), (2, "2")])

Towns = set[tuple[int, ...]]


def spelled(key: int, box: tuple[int, ...], sets: TurnSets) -> Towns:
    """The towns of a box, each behind its key."""
    return {(key, *town) for town in spell_towns(np.array([box], dtype=np.uint8), sets).tolist()}


def keyed_boxes(sets: TurnSets) -> st.SearchStrategy[tuple[KeyedBoxes, Towns]]:
    """Boxes by ascending key, disjoint under the same key, and their towns."""
    box = st.tuples(st.integers(0, 3), st.tuples(*[st.integers(0, len(sets.tile) - 1)] * POSITIONS))

    def disjoint(drawn: list[tuple[int, tuple[int, ...]]]) -> tuple[KeyedBoxes, Towns]:
        towns: Towns = set()
        kept = []
        for key, of_box in sorted(drawn):
            own = spelled(key, of_box, sets)
            if not own & towns:
                towns |= own
                kept.append((key, of_box))
        boxes = np.array([of_box for _, of_box in kept], dtype=np.uint8).reshape(-1, POSITIONS)
        return (np.array([key for key, _ in kept], dtype=np.int64), boxes), towns

    return st.lists(box, max_size=12).map(disjoint)


@given(keyed_boxes(SETS), keyed_boxes(OTHER_SETS))
def test_common_towns_are_counted_without_spelling_them(
    a: tuple[KeyedBoxes, Towns], b: tuple[KeyedBoxes, Towns]
) -> None:
    assert count_common_towns(a[0], SETS, b[0], OTHER_SETS) == len(a[1] & b[1])


def test_a_list_has_all_its_towns_in_common_with_itself() -> None:
    boxes = np.array([[1, 4, 5], [2, 4, 5]], dtype=np.uint8)
    keyed = np.array([0, 0]), boxes
    assert count_common_towns(keyed, SETS, keyed, SETS) == 2 * (2 * 4 * 2)
    other_keys = np.array([1, 1]), boxes
    assert count_common_towns(keyed, SETS, other_keys, SETS) == 0


@given(st.lists(st.lists(st.integers(0, 20), max_size=5), min_size=1, max_size=6), st.integers(1, 9))
def test_batches_are_dealt_anew_by_limits(batches: list[list[int]], step: int) -> None:
    keys = iter(sorted(key for batch in batches for key in batch))
    given_batches = [np.array([next(keys) for _ in batch], dtype=np.int64) for batch in batches]
    boxes = [batch[:, None].astype(np.uint8) for batch in given_batches]
    limits = range(step, 21 + step, step)
    dealt = list(up_to(zip(given_batches, boxes, strict=True), limits))
    assert np.concatenate([part for part, _ in dealt]).tolist() == np.concatenate(given_batches).tolist()
    for limit, (part, of_part) in zip(limits, dealt, strict=True):
        assert all(limit - step <= key < limit for key in part)
        assert of_part[:, 0].tolist() == part.tolist()


@pytest.mark.parametrize(
    ("a", "b", "places"),
    [([], [1], []), ([1, 2, 5], [2, 3, 5], [(1, 0), (2, 2)]), ([4], [4], [(0, 0)]), ([1, 2], [3], [])],
)
def test_common_keys_are_found_in_both_lists(a: list[int], b: list[int], places: list[tuple[int, int]]) -> None:
    keys = [np.array(values, dtype=np.uint64).reshape(-1, 1) for values in (a, b)]
    assert list(zip(*(found.tolist() for found in common_keys(*keys)), strict=True)) == places
