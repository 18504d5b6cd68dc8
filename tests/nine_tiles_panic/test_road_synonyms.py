"""Road synonyms, and the faces that show them."""

from __future__ import annotations

import pytest

from tablebases.nine_tiles.road_synonyms import (
    ORIENTED_ROAD_SYNONYMS,
    ROAD_SYNONYM_SIDES,
    ROAD_TABLES,
    OrientedRoadSynonym,
    face_options,
    face_synonym,
    oriented_index,
    parse_oriented,
    stock,
)
from tablebases.nine_tiles.tiles import Board
from tablebases.nine_tiles.town_synonyms import road_geometry, town_synonym_pattern
from tests.nine_tiles_panic.helpers import figure, oracle_tiles, pipeline_tiles_of, real_tiles, tile_rows
from tests.oracle import nine_tiles_panic as oracle

# The specification's list of directions that score the same, by road synonym: tile and turn.
FACES_ON_OFFER = {
    0: "00 30 54",
    1: "10 26 50 80",
    2: "04 06 21 23 41 43 71 73",
    3: "34 64 66 74 76 84",
    4: "14 15 16 17 44 45 60 61 62 63",
}


def numbers(text: str) -> list[int]:
    """Numbers separated by spaces."""
    return [int(number) for number in text.split()]


def test_road_synonyms_have_1_4_2_2_1_distinct_turns() -> None:
    turns = [[o.turn for o in ORIENTED_ROAD_SYNONYMS if o.synonym == s] for s in range(5)]
    assert turns == [[0], [0, 1, 2, 3], [0, 1], [0, 1], [0]]
    assert list(map(len, turns)) == numbers(figure("road_synonym_turns"))


def test_oriented_road_synonyms_are_in_the_order_of_their_digits() -> None:
    digits = [(o.synonym, o.turn) for o in ORIENTED_ROAD_SYNONYMS]
    assert digits == sorted(digits)


def test_stock_of_the_nine_tiles() -> None:
    assert stock(real_tiles()).tolist() == numbers(figure("road_synonym_stock"))


def test_a_tile_with_the_same_roads_on_both_faces_is_one_of_the_stock() -> None:
    tiles = pipeline_tiles_of(tile_rows("0-1", "2-3 hamburger", "", "0-1; 2-3"))
    assert stock(tiles).tolist() == [1, 1, 1, 0, 0]


@pytest.mark.parametrize("number", range(9))
def test_faces_have_the_road_synonyms_that_the_oracle_sees(number: int) -> None:
    for face, shown in zip(real_tiles()[number].faces, oracle_tiles()[number], strict=True):
        assert face_synonym(face) == oracle.shape_of(shown)[0]


@pytest.mark.parametrize("synonym", range(5))
def test_faces_on_offer_are_those_of_the_specification(synonym: int) -> None:
    offered = [
        f"{option.tile}{option.direction(turn, 0)}"
        for option in face_options(real_tiles())[synonym]
        for turn in option.turns
    ]
    assert offered == FACES_ON_OFFER[synonym].split()


def test_all_turns_are_counted_for_arrangements() -> None:
    counted = {
        (option.tile, ("front", "back")[option.back]): (len(option.turns), option.all_turns)
        for row in face_options(real_tiles())
        for option in row
    }
    assert counted[0, "front"] == (1, 4)
    assert counted[3, "back"] == counted[8, "back"] == (1, 2)
    assert counted[4, "back"] == (2, 4)
    assert counted[1, "front"] == (1, 1)
    assert counted[4, "front"] == (2, 2)
    assert counted[6, "front"] == (4, 4)


@pytest.mark.parametrize("oriented", ORIENTED_ROAD_SYNONYMS)
def test_directions_on_a_turned_road_synonym_are_those_that_the_oracle_finds(
    oriented: OrientedRoadSynonym,
) -> None:
    synonym, turn = oriented.synonym, oriented.turn
    for number, tile in oracle_tiles().items():
        directions = [
            option.direction(relative, turn)
            for option in face_options(real_tiles())[synonym]
            if option.tile == number
            for relative in option.turns
        ]
        assert tuple(sorted(directions)) == oracle.directions_showing(tile, synonym, turn)


@pytest.mark.parametrize("index", range(len(ORIENTED_ROAD_SYNONYMS)))
@pytest.mark.parametrize("turns", range(4))
def test_turning_an_oriented_road_synonym(index: int, turns: int) -> None:
    oriented = ORIENTED_ROAD_SYNONYMS[index]
    turned = index
    for _ in range(turns):
        turned = int(ROAD_TABLES.turned_left[turned])
    assert turned == oriented_index(oriented.roads, turns)
    expected = oracle.shape_of(oracle.turn_face(oracle.SHAPES[oriented.synonym], oriented.turn + turns))
    assert (ROAD_TABLES.synonym[turned], ROAD_TABLES.turn[turned]) == expected


@pytest.mark.parametrize("index", range(len(ORIENTED_ROAD_SYNONYMS)))
def test_the_geometry_says_where_each_road_leads(index: int) -> None:
    roads = ORIENTED_ROAD_SYNONYMS[index].roads
    geometry = road_geometry(Board(1, 1))
    for side in range(4):
        meeting = [road for road in range(len(roads)) if side in roads[road]]
        if not meeting:
            assert geometry.exit_side[index, side] == -1
            assert geometry.road_at[index, side] == -1
            continue
        (road,) = meeting
        first, second = roads[road]
        assert geometry.road_at[index, side] == road
        assert geometry.exit_side[index, side] == (second if side == first else first)
        assert geometry.enters_first[index, side] == (side == first)


def test_every_face_there_can_be_has_a_road_synonym() -> None:
    pairs = [f"{a}-{b}" for a in range(4) for b in range(a + 1, 4)]
    faces = ["", *pairs, "0-1; 2-3", "0-2; 1-3", "0-3; 1-2", "3-1; 2-0"]
    for text in faces:
        (tile,) = pipeline_tiles_of(tile_rows(text, ""))
        shape, _ = oracle.shape_of(oracle.Face(oracle.parse_roads(text)))
        assert face_synonym(tile.faces[0]) == shape


@pytest.mark.parametrize("pattern", ["201111211000123000", "0000", "10", "1331"])
def test_a_town_synonym_reads_and_spells_the_same(pattern: str) -> None:
    half = len(pattern) // 2
    assert town_synonym_pattern(parse_oriented(pattern[:half], pattern[half:])) == pattern


@pytest.mark.parametrize(
    ("position", "direction"),
    [("5", "0"), ("0", "1"), ("2", "2"), ("4", "1"), ("11", "0"), ("a", "0")],
)
def test_what_is_no_town_synonym_is_refused(position: str, direction: str) -> None:
    with pytest.raises(ValueError, match=f"^'{position}{direction}' is not a town synonym$"):
        parse_oriented(position, direction)


def test_five_road_synonyms_are_those_of_the_oracle() -> None:
    assert [frozenset(sides) for sides in ROAD_SYNONYM_SIDES] == [oracle.road_sides(shape) for shape in oracle.SHAPES]
