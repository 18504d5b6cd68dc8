"""Road synonyms and their faces, town synonyms, and numbers of fillings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from oracle import nine_tiles_panic as oracle
from tablebases.nine_tiles.rules.tiles import Board
from tablebases.nine_tiles.search.road_synonyms import (
    ORIENTED_ROAD_SYNONYMS,
    ROAD_SYNONYM_SIDES,
    face_options,
    face_rows,
    parse_oriented,
    stock,
)
from tablebases.nine_tiles.search.town_synonyms import (
    SHAPE_FIELDS,
    FillingCounts,
    all_town_synonyms,
    filling_counts,
    shape_counts,
    synonym_occurrences,
    town_synonym_pattern,
)
from tests.nine_tiles_panic.helpers import (
    KNOWN_ANSWERS,
    by_hand,
    oracle_tiles,
    oracle_tiles_of,
    oriented_of,
    pipeline_tiles_of,
    real_tiles,
    real_town_synonyms,
    tile_rows,
    whole,
)


def test_five_road_synonyms_are_those_of_the_oracle_in_the_order_of_their_digits() -> None:
    assert [frozenset(sides) for sides in ROAD_SYNONYM_SIDES] == [oracle.road_sides(shape) for shape in oracle.SHAPES]
    digits = [(o.synonym, o.turn) for o in ORIENTED_ROAD_SYNONYMS]
    assert digits == sorted(digits)
    turns = [[turn for synonym, turn in digits if synonym == wanted] for wanted in range(5)]
    assert turns == [[0], [0, 1, 2, 3], [0, 1], [0, 1], [0]]
    assert list(map(len, turns)) == KNOWN_ANSWERS.wholes("road_synonym_turns")


def test_the_stock_counts_tiles_instead_of_faces() -> None:
    assert stock(real_tiles()).tolist() == oracle.stock_of_shapes(oracle_tiles())
    assert stock(real_tiles()).tolist() == KNOWN_ANSWERS.wholes("road_synonym_stock")
    tiles = pipeline_tiles_of(tile_rows("0-1", "2-3 hamburger", "", "0-1; 2-3"))
    assert stock(tiles).tolist() == [1, 1, 1, 0, 0]


def test_faces_in_every_direction_are_those_of_the_oracle() -> None:
    expected = []
    for tile, both in oracle_tiles().items():
        for direction in range(8):
            face = oracle.face_shown(both, direction)
            same = [d for d in range(8) if d // 4 == direction // 4 and oracle.face_shown(both, d) == face]
            agents = face.agents + face.on_roads(oracle.AGENT)
            counts = (face.houses, face.dogs, face.girls, face.boys, agents)
            expected.append((tile, direction, min(same), *oracle.shape_of(face), *counts))
    assert sorted(tuple(row.values()) for row in face_rows(real_tiles())) == expected


@pytest.mark.thorough
def test_directions_on_a_turned_road_synonym_are_those_of_the_oracle() -> None:
    for oriented in ORIENTED_ROAD_SYNONYMS:
        for number, tile in oracle_tiles().items():
            directions = [
                option.direction(relative, oriented.turn)
                for option in face_options(real_tiles())[oriented.synonym]
                if option.tile == number
                for relative in option.turns
            ]
            assert tuple(sorted(directions)) == oracle.directions_showing(tile, oriented.synonym, oriented.turn)


@pytest.mark.parametrize(
    ("position", "direction"), [("5", "0"), ("0", "1"), ("2", "2"), ("4", "1"), ("11", "0"), ("a", "0")]
)
def test_parse_oriented_refuses_wrong_town_synonyms(position: str, direction: str) -> None:
    with pytest.raises(ValueError, match=f"^'{position}{direction}' is not a town synonym$"):
        parse_oriented(position, direction)


NONE = FillingCounts(0, 0, 0)


@pytest.mark.thorough
def test_the_real_board_has_the_known_numbers() -> None:
    found = real_town_synonyms()
    looks = Counter(found.distinct_rotations.tolist())
    counts = filling_counts(real_tiles())
    fillings = [counts.get(o, NONE) for o in synonym_occurrences(found.oriented)]
    # A symmetric town synonym lists a town once for each rotation that does not change the synonym.
    in_all_rotations = list(zip(fillings, found.distinct_rotations.tolist(), strict=True))
    for key, number in {
        "shape_grids_edge_matched": found.edge_matched,
        "shape_grids_without_closed_road": found.edge_matched - found.closed,
        "town_synonyms": len(found.oriented),
        "town_synonyms_equal_half_turn_only": looks[2],
        "town_synonyms_equal_quarter_turn": looks[1],
        "town_synonyms_fillable": sum(f.towns > 0 for f in fillings),
        "tile_placements": sum(f.placements for f in fillings),
        "towns": sum(f.towns for f in fillings),
        "towns_up_to_rotation": sum(f.towns * n for f, n in in_all_rotations) / 4,
        "arrangements_up_to_rotation": sum(f.arrangements * n for f, n in in_all_rotations) / 4,
    }.items():
        assert number == whole(key), key
    assert set(looks) == {1, 2, 4}
    assert int(found.distinct_rotations.sum()) == whole("shape_grids_without_closed_road")
    patterns = [town_synonym_pattern(row) for row in found.oriented.tolist()]
    assert patterns == sorted(set(patterns))
    for i in np.random.default_rng(1).choice(len(patterns), 100):
        assert oracle.is_complete_shape_pattern(patterns[i], 3, 3)
        assert oracle.is_smallest_rotation(patterns[i], 3, 3)
        assert len(set(oracle.shape_rotations(patterns[i], 3, 3))) == found.distinct_rotations[i]


@pytest.mark.thorough
@pytest.mark.parametrize(("numbers", "rows", "columns"), by_hand("small boards"))
def test_small_boards_have_the_town_synonyms_of_the_oracle(numbers: Sequence[int], rows: int, columns: int) -> None:
    tiles = oracle_tiles(numbers)
    found = all_town_synonyms(Board(rows, columns), real_tiles(numbers))
    patterns = [town_synonym_pattern(row) for row in found.oriented.tolist()]
    grids = list(oracle.all_matched_shape_grids(tiles, rows, columns))
    complete = [grid for grid in grids if oracle.is_complete_shape_pattern(grid, rows, columns)]
    assert patterns == sorted(grid for grid in complete if oracle.is_smallest_rotation(grid, rows, columns))
    assert (found.edge_matched, found.closed) == (len(grids), len(grids) - len(complete))
    for pattern, looks in zip(patterns, found.distinct_rotations.tolist(), strict=True):
        assert looks == len(set(oracle.shape_rotations(pattern, rows, columns))), pattern


def test_four_curves_may_close_a_road() -> None:
    found = all_town_synonyms(Board(2, 2), pipeline_tiles_of(tile_rows(*["0-1"] * 8)))
    assert found.closed == 1
    assert "11112130" not in [town_synonym_pattern(row) for row in found.oriented.tolist()]


def test_tiles_that_match_nowhere_have_no_town_synonym() -> None:
    # A cross and a roadless tile cannot lie side by side.
    found = all_town_synonyms(Board(1, 2), pipeline_tiles_of(tile_rows("", "", "0-2; 1-3", "0-2; 1-3")))
    assert found.oriented.shape == (0, 2)
    assert (len(found.distinct_rotations), found.edge_matched, found.closed) == (0, 0, 0)


@pytest.mark.thorough
def test_filling_counts_are_those_of_the_oracle_on_2x2() -> None:
    numbers = (0, 1, 2, 3)
    tiles = oracle_tiles(numbers)
    counts = filling_counts(real_tiles(numbers))
    found = all_town_synonyms(Board(2, 2), real_tiles(numbers))
    arrangements = Counter(oracle.town_synonym_of(p, tiles, 2, 2) for p in oracle.all_complete_patterns(tiles, 2, 2))
    for row, occurrences in zip(found.oriented.tolist(), synonym_occurrences(found.oriented), strict=True):
        pattern = town_synonym_pattern(row)
        towns = list(oracle.towns_of_town_synonym(pattern, tiles, 2, 2))
        placements = {tuple((town[i], town[4 + i] >= "4") for i in range(4)) for town in towns}
        expected = FillingCounts(len(placements), len(towns), arrangements[pattern])
        assert counts.get(occurrences, NONE) == expected, pattern


def test_filling_counts_leave_out_combinations_without_fillings() -> None:
    # Tile 0 has a curve or nothing, tile 1 a curve only.
    counts = filling_counts(pipeline_tiles_of(tile_rows("", "0-1", "0-1", "1-2 hamburger")))
    assert (2, 0, 0, 0, 0) not in counts
    assert counts[1, 1, 0, 0, 0] == FillingCounts(placements=2, towns=2, arrangements=8)
    assert counts[0, 2, 0, 0, 0] == FillingCounts(placements=4, towns=4, arrangements=4)
    assert synonym_occurrences(oriented_of("0000", "1331")) == [(2, 0, 0, 0, 0), (0, 1, 0, 1, 0)]


THEME_OF_FIELD = {"longest_road": 5, "curves": 6, "roads": 10, "roadless_tiles": 11, "roads_of_one_length": 13}


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (1, 3), pytest.param(3, 3, marks=pytest.mark.thorough)])
def test_shape_counts_are_those_of_the_oracle(rows: int, columns: int) -> None:
    # Empty tiles with the road synonyms, one for each position.
    board = Board(rows, columns)
    oriented = real_town_synonyms(rows, columns).oriented
    oriented = oriented[np.random.default_rng(2).choice(len(oriented), min(100, len(oriented)), replace=False)]
    shape_texts = ["", "0-1", "0-1; 2-3", "0-2", "0-2; 1-3"]
    for row, counts in zip(oriented.tolist(), shape_counts(oriented, board).tolist(), strict=True):
        pattern = town_synonym_pattern(row)
        half = board.positions
        faces = [shape_texts[int(digit)] for digit in pattern[:half] for _ in ("front", "back")]
        town = "".join(str(i) for i in range(half)) + pattern[half:]
        scores = oracle.score(town, oracle_tiles_of(tile_rows(*faces)), rows, columns)
        assert counts == [scores[THEME_OF_FIELD[field] - 1] for field in SHAPE_FIELDS], pattern
