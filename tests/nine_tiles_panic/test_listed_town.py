"""How towns are listed, and how their patterns may be written, against the oracle."""

from __future__ import annotations

import random

import pytest

from tablebases.nine_tiles.laid_town import lay_town, listed_town, plain_pattern
from tablebases.nine_tiles.tiles import Board
from tests.nine_tiles_panic.helpers import oracle_tiles, oracle_tiles_of, pipeline_tiles_of, real_tiles, tile_rows
from tests.oracle import nine_tiles_panic as oracle

BOARDS = [((0, 3, 5, 7, 8), 2, 2), ((0, 1, 4, 6), 1, 3), ((0, 2, 3, 5, 8), 3, 1)]


@pytest.mark.parametrize(("numbers", "rows", "columns"), BOARDS)
def test_every_way_to_lay_a_town_is_found_as_the_same_listed_town(
    numbers: tuple[int, ...], rows: int, columns: int
) -> None:
    tiles, board = oracle_tiles(numbers), Board(rows, columns)
    patterns = list(oracle.all_complete_patterns(tiles, rows, columns))
    for pattern in random.Random(15).sample(patterns, min(100, len(patterns))):  # noqa: S311
        found = {
            listed_town(lay_town(rotation, real_tiles(numbers), board), real_tiles(numbers)).town.pattern
            for rotation in oracle.rotations(pattern, rows, columns)
        }
        (listed,) = found
        assert oracle.is_listed_town(listed, tiles, rows, columns)


def test_the_turn_that_leads_to_the_listed_town_is_known() -> None:
    pattern = "206745813361230035"
    listed, quarters = listed_town(lay_town(pattern, real_tiles(), Board(3, 3)), real_tiles())
    assert oracle.is_listed_town(listed.pattern, oracle_tiles(), 3, 3)
    turned = oracle.rotations(pattern, 3, 3)[quarters]
    assert listed.pattern[:9] == turned[:9]
    assert quarters == 3


def test_of_directions_that_look_the_same_the_listed_one_need_not_be_the_smallest_digit() -> None:
    """A straight road that lies across on its tile is turned upright once, as lists of towns have it."""
    rows = tile_rows("1-3", "| 1 dogs")
    (tile,) = pipeline_tiles_of(rows)
    for direction in "0123":
        listed = listed_town(lay_town(f"0{direction}", (tile,), Board(1, 1)), (tile,)).town.pattern
        assert listed == "01"
    assert oracle.town_synonym_of("01", oracle_tiles_of(rows), 1, 1) == "30"


FULL_WIDTH = {code: code + 0xFEE0 for code in range(ord("!"), ord("~") + 1)}


@pytest.mark.parametrize(
    "text",
    [
        "036582714|004421544",
        "036 582 714 004 421 544",
        " 036582714|004421544\n".translate(FULL_WIDTH),
        "036582714\t| 004421544",
    ],
)
def test_a_pattern_is_read_as_people_write_it(text: str) -> None:
    assert plain_pattern(text) == "036582714004421544"


def test_what_is_no_separator_stays() -> None:
    assert plain_pattern("03-6.5") == "03-6.5"
