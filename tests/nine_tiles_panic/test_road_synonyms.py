"""Road synonyms, and the faces that show them."""

from __future__ import annotations

import pytest

from tablebases.nine_tiles.road_synonyms import (
    ORIENTED_ROAD_SYNONYMS,
    ROAD_SYNONYM_SIDES,
    ROAD_TABLES,
    face_options,
    face_rows,
    face_synonym,
    oriented_index,
    parse_oriented,
    stock,
)
from tablebases.nine_tiles.tiles import Board
from tablebases.nine_tiles.town_synonyms import road_geometry, town_synonym_pattern
from tests.nine_tiles_panic.helpers import KNOWN_ANSWERS, oracle_tiles, pipeline_tiles_of, real_tiles, tile_rows
from tests.oracle import nine_tiles_panic as oracle

# The specification's list of directions that score the same, by road synonym: tile and turn.
FACES_ON_OFFER = {
    0: "00 30 54",
    1: "10 26 50 80",
    2: "04 06 21 23 41 43 71 73",
    3: "34 64 66 74 76 84",
    4: "14 15 16 17 44 45 60 61 62 63",
}


def test_five_road_synonyms_are_those_of_the_oracle_in_the_order_of_their_digits() -> None:
    assert [frozenset(sides) for sides in ROAD_SYNONYM_SIDES] == [oracle.road_sides(shape) for shape in oracle.SHAPES]
    digits = [(o.synonym, o.turn) for o in ORIENTED_ROAD_SYNONYMS]
    assert digits == sorted(digits)
    turns = [[turn for synonym, turn in digits if synonym == of] for of in range(5)]
    assert turns == [[0], [0, 1, 2, 3], [0, 1], [0, 1], [0]]
    assert list(map(len, turns)) == KNOWN_ANSWERS.wholes("road_synonym_turns")


def test_the_stock_counts_tiles_not_faces() -> None:
    assert stock(real_tiles()).tolist() == oracle.stock_of_shapes(oracle_tiles())
    assert stock(real_tiles()).tolist() == KNOWN_ANSWERS.wholes("road_synonym_stock")
    tiles = pipeline_tiles_of(tile_rows("0-1", "2-3 hamburger", "", "0-1; 2-3"))
    assert stock(tiles).tolist() == [1, 1, 1, 0, 0]


def test_faces_in_every_direction_are_those_that_the_oracle_sees() -> None:
    expected = []
    for tile, both in oracle_tiles().items():
        for direction in range(8):
            face = oracle.face_shown(both, direction)
            same = [d for d in range(8) if d // 4 == direction // 4 and oracle.face_shown(both, d) == face]
            agents = face.agents + face.on_roads(oracle.AGENT)
            counts = (face.houses, face.dogs, face.girls, face.boys, agents)
            expected.append((tile, direction, min(same), *oracle.shape_of(face), *counts))
    assert sorted(tuple(row.values()) for row in face_rows(real_tiles())) == expected


def test_every_possible_face_has_the_road_synonym_that_the_oracle_sees() -> None:
    pairs = [f"{a}-{b}" for a in range(4) for b in range(a + 1, 4)]
    for text in ["", *pairs, "0-1; 2-3", "0-2; 1-3", "0-3; 1-2", "3-1; 2-0"]:
        (tile,) = pipeline_tiles_of(tile_rows(text, ""))
        shape, _ = oracle.shape_of(oracle.Face(oracle.parse_roads(text)))
        assert face_synonym(tile.faces[0]) == shape


def test_faces_on_offer_are_those_of_the_specification() -> None:
    for synonym, expected in FACES_ON_OFFER.items():
        options = face_options(real_tiles())[synonym]
        assert [f"{of.tile}{of.direction(turn, 0)}" for of in options for turn in of.turns] == expected.split()


def test_all_turns_are_counted_for_arrangements() -> None:
    counted = {
        (option.tile, "fb"[option.back]): (len(option.turns), option.all_turns)
        for row in face_options(real_tiles())
        for option in row
    }
    expected = {(0, "f"): (1, 4), (3, "b"): (1, 2), (8, "b"): (1, 2), (4, "b"): (2, 4), (1, "f"): (1, 1),
                (4, "f"): (2, 2), (6, "f"): (4, 4)}  # fmt: skip
    assert {face: counted[face] for face in expected} == expected


def test_directions_on_a_turned_road_synonym_are_those_that_the_oracle_finds() -> None:
    for oriented in ORIENTED_ROAD_SYNONYMS:
        for number, tile in oracle_tiles().items():
            directions = [
                option.direction(relative, oriented.turn)
                for option in face_options(real_tiles())[oriented.synonym]
                if option.tile == number
                for relative in option.turns
            ]
            assert tuple(sorted(directions)) == oracle.directions_showing(tile, oriented.synonym, oriented.turn)


def test_turned_road_synonyms_are_those_of_the_oracle() -> None:
    for index, oriented in enumerate(ORIENTED_ROAD_SYNONYMS):
        turned = index
        for turns in range(4):
            assert turned == oriented_index(oriented.roads, turns)
            expected = oracle.shape_of(oracle.turn_face(oracle.SHAPES[oriented.synonym], oriented.turn + turns))
            assert (ROAD_TABLES.synonym[turned], ROAD_TABLES.turn[turned]) == expected
            turned = int(ROAD_TABLES.turned_left[turned])


def test_the_geometry_knows_where_each_road_leads() -> None:
    geometry = road_geometry(Board(1, 1))
    for index, oriented in enumerate(ORIENTED_ROAD_SYNONYMS):
        for side in range(4):
            meeting = [(road, sides) for road, sides in enumerate(oriented.roads) if side in sides]
            found = (geometry.road_at[index, side], geometry.exit_side[index, side])
            if not meeting:
                assert found == (-1, -1)
            else:
                ((road, (first, second)),) = meeting
                assert found == (road, second if side == first else first)
                assert geometry.enters_first[index, side] == (side == first)


@pytest.mark.parametrize("pattern", ["201111211000123000", "0000", "10", "1331"])
def test_a_town_synonym_reads_and_spells_the_same(pattern: str) -> None:
    half = len(pattern) // 2
    assert town_synonym_pattern(parse_oriented(pattern[:half], pattern[half:])) == pattern


@pytest.mark.parametrize(
    ("position", "direction"), [("5", "0"), ("0", "1"), ("2", "2"), ("4", "1"), ("11", "0"), ("a", "0")]
)
def test_wrong_town_synonyms_are_refused(position: str, direction: str) -> None:
    with pytest.raises(ValueError, match=f"^'{position}{direction}' is not a town synonym$"):
        parse_oriented(position, direction)
