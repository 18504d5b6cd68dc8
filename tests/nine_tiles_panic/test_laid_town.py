"""Towns laid out in plain Python: notations of patterns, roads, borders, and faults."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest

from oracle import nine_tiles_panic as oracle
from tablebases.errors import Error, InputError
from tablebases.nine_tiles.rules.laid_town import (
    ALL_DIRECTIONS,
    LaidTown,
    PartialTile,
    completeness_faults,
    lay_town,
    parse_partial_town,
    plain_pattern,
)
from tablebases.nine_tiles.rules.tiles import SIDES, Board
from tablebases.nine_tiles.search.listed_town import listed_town
from tests.nine_tiles_panic.helpers import (
    by_hand,
    known_rows,
    oracle_tiles,
    oracle_tiles_of,
    pipeline_tiles_of,
    real_tiles,
    tile_rows,
)

BOARD = Board(3, 3)
EXAMPLE = "206745813361230035"


def lay(pattern: str, rows: int = 3, columns: int = 3) -> LaidTown:
    """A town of the game's tiles."""
    return lay_town(pattern, real_tiles(), Board(rows, columns))


def random_patterns(count: int, positions: int, seed: int) -> list[str]:
    """Random patterns, most of them of incomplete towns."""
    rng = random.Random(seed)  # noqa: S311
    return [
        "".join(map(str, rng.sample(range(9), positions) + rng.choices(range(8), k=positions))) for _ in range(count)
    ]


@cache
def known_patterns() -> list[str]:
    """The patterns of a quarter of the known towns."""
    return [row["pattern"] for row in known_rows("towns")[::4]]


def test_laid_towns_have_their_pattern() -> None:
    patterns = [EXAMPLE, *known_patterns(), *random_patterns(50, 9, 0)]
    assert [lay(pattern).pattern for pattern in patterns] == patterns
    assert [lay(p, 2, 3).pattern for p in random_patterns(50, 6, 1)] == random_patterns(50, 6, 1)
    ten = pipeline_tiles_of(tile_rows(*["| 1 dogs", "0-2"] * 10))
    town = lay_town("98765432100000000000", ten, Board(2, 5))
    assert [tile.number for tile in town.tiles] == list(range(9, -1, -1))


def test_two_digits_give_the_tile_and_its_direction() -> None:
    tile = lay(EXAMPLE).tiles[0]
    assert (tile.number, tile.side, tile.turns) == (2, 0, 3)
    assert [(r.first, r.second, r.facing) for r in tile.roads] == [(0, 1, None), (2, 3, 3)]
    assert [tile.road_at(side) for side in range(SIDES)] == [0, 0, 1, 1]
    assert [lay("30", 1, 1).tiles[0].road_at(side) for side in range(SIDES)] == [None] * SIDES


@pytest.mark.parametrize(("pattern", "words"), by_hand("wrong patterns"))
def test_the_error_names_the_fault_of_a_pattern(pattern: str, words: str) -> None:
    with pytest.raises(Error, match=words) as caught:
        lay(pattern)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("text", "pattern"), by_hand("plain patterns").items())
def test_plain_pattern_leaves_out_blanks_bars_slashes_and_commas(text: str, pattern: str) -> None:
    assert plain_pattern(text) == pattern


OPEN = PartialTile(None, ALL_DIRECTIONS)
KNOWN = [PartialTile(3, (1,)), OPEN, PartialTile(5, (4, 5, 6, 7)), PartialTile(0, ALL_DIRECTIONS)]


def test_parse_partial_town_reads_many_notations() -> None:
    for text in by_hand("partial towns"):
        assert parse_partial_town(text, 4) == KNOWN, text
    assert parse_partial_town("3 1 5 0 | 1 0 4 b", 4) == parse_partial_town("3150|104b", 4)
    assert parse_partial_town("3 1 5 0 | 1", 4) == parse_partial_town("3150|1...", 4)
    for text in by_hand("empty boards"):
        assert parse_partial_town(text, 4) == [OPEN] * 4, text
    for text, words in by_hand("wrong partial towns").items():
        with pytest.raises(InputError, match=re.escape(words)):
            parse_partial_town(text, 4)


@pytest.mark.thorough
@pytest.mark.parametrize(("numbers", "rows", "columns"), [((0, 3, 5, 8), 2, 2), ((0, 1, 4), 1, 3)])
def test_all_rotations_of_a_town_have_the_same_listed_town(numbers: tuple[int, ...], rows: int, columns: int) -> None:
    tiles, board = oracle_tiles(numbers), Board(rows, columns)
    patterns = list(oracle.all_complete_patterns(tiles, rows, columns))
    for pattern in random.Random(15).sample(patterns, 50):  # noqa: S311
        (listed,) = {
            listed_town(lay_town(rotation, real_tiles(numbers), board), real_tiles(numbers)).town.pattern
            for rotation in oracle.rotations(pattern, rows, columns)
        }
        assert oracle.is_listed_town(listed, tiles, rows, columns)


def test_the_listed_direction_need_not_be_the_smallest_with_its_look() -> None:
    """A straight road across the unturned tile is listed after one turn."""
    rows = tile_rows("1-3", "| 1 dogs")
    (tile,) = pipeline_tiles_of(rows)
    for direction in "0123":
        assert listed_town(lay_town(f"0{direction}", (tile,), Board(1, 1)), (tile,)).town.pattern == "01"
    assert oracle.town_synonym_of("01", oracle_tiles_of(rows), 1, 1) == "30"


def on_closed_roads(town: LaidTown) -> list[int]:
    """Positions of the tile roads left after removing roads with an open end, again and again."""
    left = {(p, i) for p, tile in enumerate(town.tiles) for i in range(len(tile.roads))}

    def leads_on(position: int, index: int) -> bool:
        road = town.tiles[position].roads[index]
        beyond = [(town.board.neighbour(position, side), (side + 2) % SIDES) for side in (road.first, road.second)]
        return all(next_ is not None and (next_, town.tiles[next_].road_at(side)) in left for next_, side in beyond)

    while ends := {place for place in left if not leads_on(*place)}:
        left -= ends
    return sorted(position for position, _ in left)


@pytest.mark.parametrize(("pattern", "loops", "faults"), by_hand("faults of towns"))
def test_faults_name_borders_and_closed_roads(pattern: str, loops: list[list[int]], faults: list[str]) -> None:
    town = lay(pattern)
    assert town.closed_roads() == loops
    assert sorted(p for loop in loops for p in loop) == on_closed_roads(town)
    assert completeness_faults(town) == faults


def test_closed_roads_finds_two_closed_roads() -> None:
    tiles = pipeline_tiles_of(tile_rows(*["0-1", "0-1; 2-3"] * 8))
    town = lay_town("0123456721213030", tiles, Board(2, 4))
    assert town.closed_roads() == [[0, 1, 5, 4], [2, 3, 7, 6]]
    assert not town.open_borders()


def test_a_road_back_to_its_first_tile_beside_its_start_is_not_closed() -> None:
    fronts = ["", "", "", "", "0-3", "1-2", "", "0-3", "0-1"]
    tiles = pipeline_tiles_of(tile_rows(*(text for front in fronts for text in (front, "0-2"))))
    town = lay_town("012345678000000000", tiles, BOARD)
    assert town.closed_roads() == []
    assert town.open_borders() == [(1, 2), (4, 2)]


def around_the_middle(count: int, seed: int) -> list[str]:
    """Patterns of 2x2 positions with a road around the middle wherever the tiles allow it."""
    rng = random.Random(seed)  # noqa: S311
    patterns = []
    for _ in range(count):
        numbers = rng.sample(range(9), 4)
        directions = []
        for number, sides in zip(numbers, ((2, 3), (1, 2), (0, 3), (0, 1)), strict=True):
            faces = [oracle.face_shown(oracle_tiles()[number], d) for d in range(8)]
            fitting = [d for d in range(8) if sides in {r.sides for r in faces[d].roads}]
            directions.append(rng.choice(fitting or range(8)))
        patterns.append(oracle.join_pattern(numbers, directions))
    return patterns


@pytest.mark.thorough
def test_a_town_has_faults_where_the_oracle_finds_it_incomplete() -> None:
    closed = 0
    for rows, patterns in (
        (2, [*random_patterns(150, 4, 2), *around_the_middle(250, 3)]),
        (3, random_patterns(150, 9, 4)),
    ):
        for pattern in patterns:
            town = lay(pattern, rows, rows)
            assert (not completeness_faults(town)) == oracle.is_complete(pattern, oracle_tiles(), rows, rows)
            looped = sorted(p for loop in town.closed_roads() for p in loop)
            assert looped == on_closed_roads(town)
            closed += bool(looped)
            met = [(step.position, step.road) for road in town.roads for step in road]
            assert len(set(met)) == len(met)
            faces = oracle.faces_of_pattern(pattern, oracle_tiles(), rows, rows)
            assert town.open_borders() == [
                (p, side)
                for p in range(rows * rows)
                for side in (oracle.BOTTOM, oracle.RIGHT)
                if (beyond := oracle.neighbour(p, side, rows, rows)) is not None
                and faces[p].has_road_end(side) != faces[beyond].has_road_end(side - 2)
            ]
    assert closed > 20
    assert not [p for p in known_patterns() if completeness_faults(lay(p))]
