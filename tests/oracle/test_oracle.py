"""The oracle of Nine Tiles Panic agrees with the known answers and with figures found by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from oracle import nine_tiles_panic as oracle
from scripts.figures import known_values
from tests.known import KnownAnswers
from tests.nine_tiles_panic.helpers import by_hand

TILES = oracle.load_tiles(Path(oracle.__file__).with_name("tiles.csv"))
known_rows = KnownAnswers("nine_tiles_panic").rows


def test_all_known_towns_score_as_known_and_are_listed_towns() -> None:
    rows = known_rows("towns")
    assert len(rows) == 600
    for row in rows:
        known = tuple(int(row[f"t{theme:02d}"]) for theme in range(1, 27))
        assert oracle.score(row["pattern"], TILES)[:26] == known, row["pattern"]
        assert oracle.is_listed_town(row["pattern"], TILES, 3, 3), row["pattern"]


def test_named_theme_synonyms_are_in_the_order_of_their_ids() -> None:
    known = known_values("nine_tiles_panic")
    vectors = [tuple(map(int, known[f"theme_synonym_{n}_scores"].split())) for n in (1547940, 2004522, 2004525)]
    assert oracle.theme_synonym_order(vectors[::-1]) == vectors


@pytest.mark.parametrize(("pattern", "rows", "columns", "scores"), by_hand("towns"))
def test_towns_scored_by_hand(pattern: str, rows: int, columns: int, scores: dict[int, int]) -> None:
    found = oracle.score(pattern, TILES, rows, columns)
    assert {theme: score for theme, score in zip(oracle.THEMES, found, strict=True) if score} == scores


@pytest.mark.parametrize(("picture", "largest"), by_hand("largest groups").items())
def test_largest_groups_by_hand(picture: str, largest: int) -> None:
    assert oracle.largest_group([mark == "x" for mark in picture.replace(" ", "")], 3, 3) == largest


def test_open_borders_and_closed_roads_are_not_complete() -> None:
    assert not oracle.is_complete("7853", TILES, 1, 2), "the curve of tile 8 has no end at the left"
    # Tiles 1 5 / 8 0, each with a curve towards the middle: all borders agree, but it is a ring.
    assert oracle.borders_agree(oracle.faces_of_pattern("15802134", TILES, 2, 2), 2, 2)
    assert not oracle.is_complete("15802134", TILES, 2, 2)


@pytest.mark.parametrize(("numbers", "columns", "towns"), by_hand("all towns"))
def test_all_towns_by_hand(numbers: list[int], columns: int, towns: str) -> None:
    tiles = {number: TILES[number] for number in numbers}
    assert sorted(oracle.all_towns_by_trying_everything(tiles, 1, columns)) == sorted(towns.split())


def test_rotations_by_hand() -> None:
    # A quarter turn to the left takes 0 1 / 2 3 to 1 3 / 0 2 and adds 1 to each turn.
    assert oracle.rotations("01230347", 2, 2) == ["01230347", "13020415", "32105612", "20317362"]
    assert oracle.rotations("0137", 1, 2) == ["0137", "1051"]
    # A straight turned twice is itself; a cross is itself after any turn.
    assert oracle.shape_rotations("3410", 1, 2) == ["3410", "4301"]
    assert oracle.town_synonym_of("7850", TILES, 1, 2) == "3110"
    assert oracle.is_smallest_rotation("1331", 1, 2)
    assert not oracle.is_smallest_rotation("3110", 1, 2)
