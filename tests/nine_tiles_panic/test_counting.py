"""Counts of town synonyms by borders agree with the pipeline's list."""

from __future__ import annotations

from collections import Counter

import pytest

from scripts.counting import Shape, Sizes, count_grids, count_town_synonyms, sizes, tiles_with_doubles
from tablebases.nine_tiles.search.road_synonyms import stock
from tablebases.nine_tiles.search.town_synonyms import filling_counts, synonym_occurrences
from tests.nine_tiles_panic.helpers import real_tiles, real_town_synonyms, whole


def within_stock(counts: Counter[tuple[int, ...]]) -> Counter[tuple[int, ...]]:
    """The counts of town synonyms within the stock of the nine tiles."""
    most = stock(real_tiles()).tolist()
    return Counter({o: n for o, n in counts.items() if all(a <= b for a, b in zip(o, most, strict=True))})


@pytest.mark.parametrize(("rows", "columns"), [(1, 3), (2, 2), (3, 2), pytest.param(3, 3, marks=pytest.mark.thorough)])
def test_counts_are_those_of_the_listed_town_synonyms(rows: int, columns: int) -> None:
    counted = count_town_synonyms(Shape(rows, columns))
    assert within_stock(counted) == Counter(synonym_occurrences(real_town_synonyms(rows, columns).oriented))
    if rows == columns == 3:
        keys = ("town_synonyms", "town_synonyms_fillable", "tile_placements", "towns")
        assert sizes(counted, real_tiles()) == Sizes(*(whole(key) for key in keys))


def test_count_grids_leaves_out_closed_roads() -> None:
    assert within_stock(count_grids(Shape(3, 3))).total() == whole("shape_grids_without_closed_road")


def test_a_border_pairs_the_two_ends_of_a_road() -> None:
    # ╭ ╮ leave two ends of one road below; ╯ would close it, and a straight continues it.
    shape = Shape(3, 2)
    border = shape.empty_border
    for position, oriented in enumerate((3, 2, 4)):
        after = shape.border_after(border, position, oriented)
        assert after is not None
        border = after
    assert border == (-2, 2, 1)
    assert shape.border_after(border, 3, 1) is None
    assert shape.border_after(border, 3, 9) == (-2, -1, -2)


def test_doubles_count_as_different_tiles() -> None:
    one, other = filling_counts(real_tiles((5, 5))), filling_counts(tiles_with_doubles(real_tiles((5,)), [0]))
    assert (1, 1, 0, 0, 0) not in one
    assert other[1, 1, 0, 0, 0].placements == 2


@pytest.mark.slow
def test_3x4_has_the_known_town_synonyms() -> None:
    tiles = tiles_with_doubles(real_tiles(), [0, 1, 2])
    expected = Sizes(6_253_712, 5_148_360, 96_110_455_296, 42_102_940_053_504)
    assert sizes(count_town_synonyms(Shape(4, 3)), tiles) == expected
    assert count_town_synonyms(Shape(3, 4)) == count_town_synonyms(Shape(4, 3))
