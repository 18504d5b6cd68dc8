"""Towns laid out in plain Python: patterns, roads, borders, and what is wrong with them."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

from tablebases.errors import Error
from tablebases.nine_tiles.laid_town import LaidTown, TownRoad, completeness_faults, lay_town
from tablebases.nine_tiles.road_synonyms import ORIENTED_ROAD_SYNONYMS, oriented_index
from tablebases.nine_tiles.tiles import SIDES, Board
from tablebases.nine_tiles.town_synonyms import empty_road_map, road_geometry, walk_roads
from tests.nine_tiles_panic.helpers import (
    known_rows,
    oracle_tiles,
    pipeline_tiles_of,
    real_tiles,
    real_towns,
    tile_rows,
)
from tests.oracle import nine_tiles_panic as oracle

BOARD = Board(3, 3)
EXAMPLE = "206745813361230035"
ONE_LOOP = "508741263261200662"
LOOP_ACROSS_ITSELF = "012468357415011433"
LOOP_AND_BORDER = "852701346022570503"


def lay(pattern: str, rows: int = 3, columns: int = 3) -> LaidTown:
    """A town of the game's tiles."""
    return lay_town(pattern, real_tiles(), Board(rows, columns))


def random_patterns(count: int, positions: int, seed: int) -> list[str]:
    """Patterns drawn by chance, most of them no towns."""
    rng = random.Random(seed)  # noqa: S311
    return [
        "".join(map(str, rng.sample(range(9), positions) + rng.choices(range(8), k=positions))) for _ in range(count)
    ]


@cache
def known_patterns() -> list[str]:
    """The patterns of the known towns."""
    return [row["pattern"] for row in known_rows("towns")]


# --- patterns --------------------------------------------------------------------------------


def test_patterns_come_back() -> None:
    patterns = [EXAMPLE, *known_patterns(), *random_patterns(200, 9, 0)]
    assert [lay(pattern).pattern for pattern in patterns] == patterns
    assert [lay(p, 2, 3).pattern for p in random_patterns(50, 6, 1)] == random_patterns(50, 6, 1)


def test_a_tile_lies_as_its_two_digits_say() -> None:
    tile = lay(EXAMPLE).tiles[0]
    assert (tile.number, tile.side, tile.turns) == (2, 0, 3)
    assert [(r.first, r.second, r.facing) for r in tile.roads] == [(0, 1, None), (2, 3, 3)]
    assert [tile.road_at(side) for side in range(SIDES)] == [0, 0, 1, 1]
    assert [lay("30", 1, 1).tiles[0].road_at(side) for side in range(SIDES)] == [None] * SIDES


def test_ten_tiles_on_ten_positions() -> None:
    tiles = pipeline_tiles_of(tile_rows(*["| 1 dogs", "0-2"] * 10))
    town = lay_town("98765432100000000000", tiles, Board(2, 5))
    assert [tile.number for tile in town.tiles] == list(range(9, -1, -1))
    assert town.pattern == "98765432100000000000"


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("", "a pattern has 18 digits, 9 tile numbers and 9 directions"),
        (EXAMPLE[:-1], f"this is '{EXAMPLE[:-1]}'"),
        (EXAMPLE + "0", "a pattern has 18 digits"),
        ("a" + EXAMPLE[1:], "a pattern has 18 digits"),
        ("\N{SUPERSCRIPT TWO}" + EXAMPLE[1:], "a pattern has 18 digits"),
        ("\N{ARABIC-INDIC DIGIT TWO}" + EXAMPLE[1:], "a pattern has 18 digits"),
        ("-" + EXAMPLE[1:], "a pattern has 18 digits"),
        ("9" + EXAMPLE[1:], "there is no tile 9 for position 0; the tiles are 0, 1, 2, 3, 4, 5"),
        ("226745813361230035", "tile 2 is used more than once"),
        ("206745813361230038", "direction 8 at position 8 is not one of 0-3"),
        ("206745813961230035", "direction 9 at position 0"),
    ],
)
def test_patterns_that_are_none_are_refused(pattern: str, words: str) -> None:
    with pytest.raises(Error, match=words) as caught:
        lay(pattern)
    assert "\n" not in str(caught.value)


def test_the_length_of_a_pattern_is_that_of_the_board() -> None:
    with pytest.raises(Error, match="a pattern has 12 digits, 6 tile numbers"):
        lay(EXAMPLE, 2, 3)


# --- roads -----------------------------------------------------------------------------------


def sides_walked(town: LaidTown, road: TownRoad) -> list[tuple[int, int, int]]:
    """(position, side entered, side left) of each step."""
    walked = []
    for step in road:
        tile_road = town.tiles[step.position].roads[step.road]
        (entered,) = {tile_road.first, tile_road.second} - {step.exit_side}
        walked.append((step.position, entered, step.exit_side))
    return walked


def compiled_walk(town: LaidTown) -> list[list[tuple[int, int, int]]]:
    """The same of every road of a town, by the compiled walk."""
    oriented = [oriented_index([(road.first, road.second) for road in tile.roads]) for tile in town.tiles]
    room = empty_road_map(town.board)
    count = walk_roads(np.array(oriented, dtype=np.uint8), road_geometry(town.board), room)
    roads = []
    for length, steps in zip(room.length[:count].tolist(), room.steps.tolist(), strict=False):
        walked = []
        for position, index, forward in steps[:length]:
            first, second = ORIENTED_ROAD_SYNONYMS[oriented[position]].roads[index]
            walked.append((position, first, second) if forward else (position, second, first))
        roads.append(walked)
    return roads


def assert_walked_alike(town: LaidTown) -> None:
    """The roads are those of the compiled walk, step by step, and cover all tile roads once."""
    assert [sides_walked(town, road) for road in town.roads] == compiled_walk(town)
    met = [(step.position, step.road) for road in town.roads for step in road]
    everywhere = [(p, i) for p, tile in enumerate(town.tiles) for i in range(len(tile.roads))]
    assert sorted(met) == everywhere


def test_roads_of_known_towns_are_those_of_the_compiled_walk() -> None:
    for pattern in known_patterns():
        assert_walked_alike(lay(pattern))


@pytest.mark.parametrize(("rows", "columns"), [(1, 3), (3, 1), (2, 2)])
def test_roads_on_other_boards_are_those_of_the_compiled_walk(rows: int, columns: int) -> None:
    for pattern in real_towns((1, 2, 4, 6), rows, columns).patterns[::7]:
        assert_walked_alike(lay(pattern, rows, columns))


def test_roads_start_at_the_smaller_edge_number() -> None:
    town = lay(EXAMPLE)
    names = [[step.position for step in road] for road in town.roads]
    assert names == [[0], [1, 0, 3, 4, 1, 2], [2, 5, 4, 7, 8], [3, 6]]


# --- complete or not -------------------------------------------------------------------------


def on_closed_roads(town: LaidTown) -> list[tuple[int, int]]:
    """(position, road) left after taking away, again and again, roads that lead nowhere."""
    left = {(p, i) for p, tile in enumerate(town.tiles) for i in range(len(tile.roads))}

    def leads_on(position: int, index: int) -> bool:
        road = town.tiles[position].roads[index]
        for side in (road.first, road.second):
            beyond = town.board.neighbour(position, side)
            if beyond is None:
                return False
            if (beyond, town.tiles[beyond].road_at((side + 2) % SIDES)) not in left:
                return False
        return True

    while ends := {place for place in left if not leads_on(*place)}:
        left -= ends
    return sorted(left)


@pytest.mark.parametrize(
    ("pattern", "loops"),
    [
        (EXAMPLE, []),
        (ONE_LOOP, [[1, 2, 5, 4]]),
        (LOOP_ACROSS_ITSELF, [[0, 1, 4, 7, 8, 5, 4, 3]]),
        (LOOP_AND_BORDER, [[1, 2, 5, 4]]),
    ],
)
def test_closed_roads(pattern: str, loops: list[list[int]]) -> None:
    town = lay(pattern)
    assert town.closed_roads() == loops
    assert sorted(p for loop in loops for p in loop) == [p for p, _ in on_closed_roads(town)]


def test_two_closed_roads_are_both_found() -> None:
    tiles = pipeline_tiles_of(tile_rows(*["0-1", "0-1; 2-3"] * 8))
    town = lay_town("0123456721213030", tiles, Board(2, 4))
    assert town.closed_roads() == [[0, 1, 5, 4], [2, 3, 7, 6]]
    assert not town.open_borders()


def test_a_road_that_comes_back_to_its_tile_beside_its_start_is_not_closed() -> None:
    fronts = ["", "", "", "", "0-3", "1-2", "", "0-3", "0-1"]
    tiles = pipeline_tiles_of(tile_rows(*(text for front in fronts for text in (front, "0-2"))))
    town = lay_town("012345678000000000", tiles, BOARD)
    assert town.closed_roads() == []
    assert town.open_borders() == [(1, 2), (4, 2)]


def around_the_middle(count: int, seed: int) -> list[str]:
    """Patterns of 2x2 positions whose tiles, where they can, lead a road around the middle."""
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


def test_faults_are_found_where_the_oracle_finds_towns_incomplete() -> None:
    tiles = oracle_tiles()
    closed = 0
    for pattern in [*random_patterns(2000, 4, 2), *around_the_middle(1000, 3)]:
        town = lay(pattern, 2, 2)
        assert (not completeness_faults(town)) == oracle.is_complete(pattern, tiles, 2, 2)
        looped = sorted(p for loop in town.closed_roads() for p in loop)
        assert looped == [p for p, _ in on_closed_roads(town)]
        closed += bool(looped)
    assert closed > 100


def test_roads_and_closed_roads_of_patterns_that_are_no_towns() -> None:
    for pattern in random_patterns(2000, 9, 4):
        town = lay(pattern)
        met = [(step.position, step.road) for road in town.roads for step in road]
        assert len(set(met)) == len(met)
        looped = sorted(p for loop in town.closed_roads() for p in loop)
        assert looped == [p for p, _ in on_closed_roads(town)]
        assert (not completeness_faults(town)) == oracle.is_complete(pattern, oracle_tiles())


def test_every_open_border_is_found() -> None:
    for pattern in random_patterns(300, 9, 5):
        town = lay(pattern)
        faces = oracle.faces_of_pattern(pattern, oracle_tiles(), 3, 3)
        expected = [
            (p, side)
            for p in range(9)
            for side in (2, 3)
            if (beyond := oracle.neighbour(p, side, 3, 3)) is not None
            and faces[p].has_road_end(side) != faces[beyond].has_road_end(side - 2)
        ]
        assert town.open_borders() == expected


def test_known_towns_have_no_faults() -> None:
    assert not [p for p in known_patterns() if completeness_faults(lay(p))]


@pytest.mark.parametrize(
    ("pattern", "faults"),
    [
        (EXAMPLE, []),
        (
            "206745813361230036",
            [
                "the border between positions 5 and 8: a road of position 8 ends where position 5 has none",
                "the border between positions 7 and 8: a road of position 7 ends where position 8 has none",
            ],
        ),
        (ONE_LOOP, ["the road through positions 1, 2, 5, 4 closes on itself"]),
        (
            LOOP_ACROSS_ITSELF,
            ["the road through positions 0, 1, 4, 7, 8, 5, 4, 3 closes on itself"],
        ),
        (
            LOOP_AND_BORDER,
            [
                "the border between positions 5 and 8: a road of position 8 ends where position 5 has none",
                "the road through positions 1, 2, 5, 4 closes on itself",
            ],
        ),
    ],
)
def test_faults_name_borders_and_loops(pattern: str, faults: list[str]) -> None:
    assert completeness_faults(lay(pattern)) == faults
