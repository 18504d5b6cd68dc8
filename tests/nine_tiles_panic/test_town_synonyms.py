"""Town synonyms, and in how many ways the tiles fill them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from tablebases.nine_tiles.tiles import Board
from tablebases.nine_tiles.town_synonyms import (
    SHAPE_FIELDS,
    FillingCounts,
    all_town_synonyms,
    filling_counts,
    shape_counts,
    synonym_occurrences,
    town_synonym_pattern,
)
from tests.nine_tiles_panic.helpers import (
    oracle_tiles,
    oracle_tiles_of,
    oriented_of,
    pipeline_tiles_of,
    real_tiles,
    real_town_synonyms,
    tile_rows,
    whole,
)
from tests.oracle import nine_tiles_panic as oracle

ALL = tuple(range(9))
NONE = FillingCounts(0, 0, 0)


def real_fillings() -> list[FillingCounts]:
    """The filling counts of all town synonyms of the real board."""
    counts = filling_counts(real_tiles())
    return [counts.get(o, NONE) for o in synonym_occurrences(real_town_synonyms().oriented)]


# --- the real board --------------------------------------------------------------------------


def test_edge_matched_grids_of_the_real_board() -> None:
    found = real_town_synonyms()
    assert found.edge_matched == whole("shape_grids_edge_matched")
    assert found.edge_matched - found.closed == whole("shape_grids_without_closed_road")


def test_town_synonyms_of_the_real_board() -> None:
    found = real_town_synonyms()
    assert len(found.oriented) == whole("town_synonyms")
    symmetric = Counter(found.distinct_rotations.tolist())
    assert symmetric[2] == whole("town_synonyms_equal_half_turn_only")
    assert symmetric[1] == whole("town_synonyms_equal_quarter_turn")
    assert symmetric[4] + symmetric[2] + symmetric[1] == whole("town_synonyms")


def test_rotations_bring_back_every_grid_without_a_closed_road() -> None:
    all_looks = int(real_town_synonyms().distinct_rotations.sum())
    assert all_looks == whole("shape_grids_without_closed_road")


def test_town_synonyms_of_the_real_board_are_in_the_order_of_their_patterns() -> None:
    patterns = [town_synonym_pattern(row) for row in real_town_synonyms().oriented.tolist()]
    assert patterns == sorted(set(patterns))


def test_sampled_town_synonyms_of_the_real_board_are_ones_for_the_oracle() -> None:
    chosen = np.random.default_rng(1).choice(len(real_town_synonyms().oriented), 300)
    for i in chosen:
        pattern = town_synonym_pattern(real_town_synonyms().oriented[i].tolist())
        assert oracle.is_complete_shape_pattern(pattern, 3, 3)
        assert oracle.is_smallest_rotation(pattern, 3, 3)
        looks = len(set(oracle.shape_rotations(pattern, 3, 3)))
        assert looks == real_town_synonyms().distinct_rotations[i]


def test_fillings_of_the_real_board() -> None:
    fillings = real_fillings()
    assert sum(f.towns > 0 for f in fillings) == whole("town_synonyms_fillable")
    assert sum(f.placements for f in fillings) == whole("tile_placements")
    assert sum(f.towns for f in fillings) == whole("towns")


def test_fillings_of_the_real_board_up_to_rotation() -> None:
    # A symmetric town synonym lists a town once for each rotation that leaves the synonym as it is.
    looks = real_town_synonyms().distinct_rotations.tolist()
    fillings = list(zip(real_fillings(), looks, strict=True))
    towns = sum(f.towns * n for f, n in fillings)
    arrangements = sum(f.arrangements * n for f, n in fillings)
    assert towns == 4 * whole("towns_up_to_rotation")
    assert arrangements == 4 * whole("arrangements_up_to_rotation")


# --- small boards ----------------------------------------------------------------------------

SMALL_BOARDS = [
    (ALL, 1, 1),
    ((3,), 1, 1),
    (ALL, 1, 2),
    (ALL, 2, 1),
    (ALL, 1, 3),
    (ALL, 3, 1),
    (ALL, 2, 2),
    ((0, 1, 2, 3), 2, 2),
    ((1, 2, 4, 6), 2, 2),
    ((3, 5, 7, 8), 2, 2),
    ((1, 2, 4, 6, 8), 1, 5),
    ((0, 3, 5, 6, 7, 8), 2, 3),
    ((1, 2, 4, 5, 6, 8), 3, 2),
]


@pytest.mark.parametrize(("numbers", "rows", "columns"), SMALL_BOARDS)
def test_small_boards_have_the_town_synonyms_of_the_oracle(numbers: Sequence[int], rows: int, columns: int) -> None:
    tiles = oracle_tiles(numbers)
    found = all_town_synonyms(Board(rows, columns), real_tiles(numbers))
    patterns = [town_synonym_pattern(row) for row in found.oriented.tolist()]
    assert patterns == sorted(oracle.all_town_synonyms(tiles, rows, columns))
    for pattern, looks in zip(patterns, found.distinct_rotations.tolist(), strict=True):
        assert looks == len(set(oracle.shape_rotations(pattern, rows, columns))), pattern
    grids = list(oracle.all_matched_shape_grids(tiles, rows, columns))
    closed = sum(not oracle.is_complete_shape_pattern(grid, rows, columns) for grid in grids)
    assert (found.edge_matched, found.closed) == (len(grids), closed)


def test_four_curves_may_close_a_road() -> None:
    tiles = pipeline_tiles_of(tile_rows(*["0-1"] * 8))
    found = all_town_synonyms(Board(2, 2), tiles)
    assert found.closed == 1
    assert "11112130" not in [town_synonym_pattern(row) for row in found.oriented.tolist()]


def test_tiles_that_match_nowhere_have_no_town_synonym() -> None:
    # A cross and a roadless tile cannot lie side by side.
    tiles = pipeline_tiles_of(tile_rows("", "", "0-2; 1-3", "0-2; 1-3"))
    found = all_town_synonyms(Board(1, 2), tiles)
    assert found.oriented.shape == (0, 2)
    assert (len(found.distinct_rotations), found.edge_matched, found.closed) == (0, 0, 0)


@pytest.mark.parametrize("numbers", [(0, 1, 2, 3), (3, 5, 7, 8), (0, 4, 6, 8)])
def test_filling_counts_are_those_of_the_oracle_on_2x2(numbers: tuple[int, ...]) -> None:
    tiles = oracle_tiles(numbers)
    counts = filling_counts(real_tiles(numbers))
    found = all_town_synonyms(Board(2, 2), real_tiles(numbers))
    arrangements = Counter(
        oracle.town_synonym_of(pattern, tiles, 2, 2) for pattern in oracle.all_complete_patterns(tiles, 2, 2)
    )
    for row, occurrences in zip(found.oriented.tolist(), synonym_occurrences(found.oriented), strict=True):
        pattern = town_synonym_pattern(row)
        towns = list(oracle.towns_of_town_synonym(pattern, tiles, 2, 2))
        placements = {tuple((town[i], town[4 + i] >= "4") for i in range(4)) for town in towns}
        expected = FillingCounts(len(placements), len(towns), arrangements[pattern])
        assert counts.get(occurrences, NONE) == expected, pattern


def test_filling_counts_say_nothing_of_what_cannot_be_filled() -> None:
    # Tile 0 of the table shows a curve or nothing, tile 1 a curve only.
    counts = filling_counts(pipeline_tiles_of(tile_rows("", "0-1", "0-1", "1-2 hamburger")))
    assert (2, 0, 0, 0, 0) not in counts
    assert counts[1, 1, 0, 0, 0] == FillingCounts(placements=2, towns=2, arrangements=8)
    assert counts[0, 2, 0, 0, 0] == FillingCounts(placements=4, towns=4, arrangements=4)


def test_synonym_occurrences_count_the_road_synonyms_of_each_row() -> None:
    assert synonym_occurrences(oriented_of("0000", "1331")) == [(2, 0, 0, 0, 0), (0, 1, 0, 1, 0)]


# --- what a town synonym scores by its shape -------------------------------------------------

THEME_OF_FIELD = {
    "longest_road": 5,
    "curves": 6,
    "roads": 10,
    "roadless_tiles": 11,
    "roads_of_one_length": 13,
}


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (3, 1), (1, 3), (3, 3)])
def test_shape_counts_are_those_of_the_oracle(rows: int, columns: int) -> None:
    # The road synonyms themselves, as tiles with nothing on them: one for each position.
    board = Board(rows, columns)
    oriented = real_town_synonyms(rows, columns).oriented
    if len(oriented) > 300:
        oriented = oriented[np.random.default_rng(2).choice(len(oriented), 300)]
    shape_texts = ["", "0-1", "0-1; 2-3", "0-2", "0-2; 1-3"]
    for row, counts in zip(oriented.tolist(), shape_counts(oriented, board).tolist(), strict=True):
        pattern = town_synonym_pattern(row)
        half = board.positions
        faces = [shape_texts[int(digit)] for digit in pattern[:half] for _ in ("front", "back")]
        tiles = oracle_tiles_of(tile_rows(*faces))
        town = "".join(str(i) for i in range(half)) + pattern[half:]
        scores = oracle.score(town, tiles, rows, columns)
        assert counts == [scores[THEME_OF_FIELD[field] - 1] for field in SHAPE_FIELDS], pattern
