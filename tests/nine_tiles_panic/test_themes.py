"""Themes, theme files and theme sets."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tablebases.errors import Error
from tablebases.nine_tiles import town_tables
from tablebases.nine_tiles.game_files import THEME_FILE_COLUMNS, load_themes, parse_themes
from tablebases.nine_tiles.measures import MEASURES, TownCounts, score_vectors
from tablebases.nine_tiles.themes import all_theme_sets, theme_set_id
from tablebases.nine_tiles.tiles import Board
from tablebases.nine_tiles.town_tables import place_tables
from tests.nine_tiles_panic.helpers import real_themes, whole
from tests.oracle import nine_tiles_panic as oracle

LEVELS = {
    "none": {4},
    "shape": {5, 6, 10, 11, 13, 15},
    "faces": {3, 7, 9, 12, 21, 22, 23, 24, 25, 26},
    "objects": {1, 2, 8, 14, 16, 17, 18, 19, 20},
}
COUNT_FIELDS = [field for field in TownCounts._fields if field != "by_places"]
GOOD = ("1,capture,objects", "2,curvy,shape", "3,agents,faces")
PETS = "4,dog_roundup,Pets,犬,faces"


def rows(*lines: str) -> list[dict[str, str]]:
    """Rows of a theme file; the names may be left out."""
    parts = [line.split(",") for line in lines]
    full = [p if len(p) == 5 else [p[0], p[1], "", "", p[2]] for p in parts]
    return [dict(zip(THEME_FILE_COLUMNS, p, strict=True)) for p in full]


def test_the_real_theme_file_has_every_measure_with_its_level_and_names() -> None:
    themes = real_themes()
    assert [theme.no for theme in themes] == list(range(1, 27))
    assert [theme.key for theme in themes] == list(MEASURES)
    assert [theme.column for theme in themes][::25] == ["t01", "t26"]
    assert {level: {theme.no for theme in themes if theme.level == level} for level in LEVELS} == LEVELS
    names = [(theme.name_en, theme.name_ja) for theme in themes]
    assert names[::25] == [("Capture", "宇宙人をつかまえた数が多い"), ("Boy Scouts", "男の子の数が多い")]
    assert all(en and ja for en, ja in names)


def test_themes_come_in_the_order_of_their_numbers() -> None:
    themes = parse_themes(THEME_FILE_COLUMNS[::-1], rows(*GOOD[::-1]))
    assert [(theme.no, theme.key) for theme in themes] == [(1, "capture"), (2, "curvy"), (3, "agents")]


NO_MEASURE = (
    "theme 7: the card 'cats' has no measure; add it to tablebases/nine_tiles/measures.py, or choose one of "
    + ", ".join(MEASURES)
)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        *(
            ([*GOOD, f"{number},dog_roundup,faces"], f"no must be a number from 1 to 99, but is '{number}'")
            for number in ("", "0", "100", "-1", "one", "²")
        ),
        *(
            ([*GOOD, f"7,eat_it_up,{level}"], f"theme 7: level of eat_it_up must be 'objects', but is '{level}'")
            for level in ("", "shape", "Objects")
        ),
        *((GOOD[:count], "there are fewer than 3 themes in it") for count in range(3)),
        ([*GOOD, "7,cats,faces"], NO_MEASURE),
        ([*GOOD, "3,dog_roundup,faces"], "no 3 is listed twice"),
        ([*GOOD, "4,curvy,shape"], "key curvy is listed twice"),
        ([*GOOD, PETS, "5,ladies_night,Pets,女,faces"], "name_en Pets is listed twice"),
        ([*GOOD, PETS, "5,ladies_night,Girls,犬,faces"], "name_ja 犬 is listed twice"),
        ([*GOOD, PETS.replace("Pets", "Pe\tts")], "theme 4: 'Pe\\tts' is no name: "),
        ([*GOOD, PETS.replace("犬", " ")], "theme 4: ' ' is no name: "),
    ],
)
def test_the_first_fault_of_a_theme_file_is_named(lines: list[str], message: str) -> None:
    with pytest.raises(Error) as error:
        parse_themes(THEME_FILE_COLUMNS, rows(*lines))
    said = str(error.value)
    assert "\n" not in said
    assert said.startswith(message) if message.endswith(": ") else said == message


def test_wrong_columns_are_refused_and_errors_name_the_file(tmp_path: Path) -> None:
    for columns in (THEME_FILE_COLUMNS[:-1], (*THEME_FILE_COLUMNS, "more"), ()):
        with pytest.raises(Error, match=r"^the columns must be no,key,name_en,name_ja,level$"):
            parse_themes(columns, [])
    path = tmp_path / "themes.csv"
    path.write_text("no,key,name_en,name_ja,level\n7,cats,Cats,,faces\n", encoding="utf-8")
    with pytest.raises(Error) as error:
        load_themes(path)
    assert str(error.value) == f"theme file {path}: {NO_MEASURE}"


# --- theme sets and scores -------------------------------------------------------------------


def test_all_theme_sets_are_those_of_the_oracle() -> None:
    theme_sets = all_theme_sets([theme.no for theme in real_themes()])
    assert len(theme_sets) == whole("theme_sets")
    expected = oracle.all_theme_sets()
    assert [theme_set.id for theme_set in theme_sets] == sorted(oracle.theme_set_id(t) for t in expected)
    assert [tuple(i + 1 for i in s.indices) for s in theme_sets] == expected
    of_some = [((0, 1, 2), "02_05_18"), ((0, 1, 3), "02_05_40"), ((0, 2, 3), "02_18_40"), ((1, 2, 3), "05_18_40")]
    assert [(s.indices, s.id) for s in all_theme_sets([2, 5, 18, 40])] == of_some
    assert theme_set_id([2, 5, 18]) == "02_05_18"


def test_scores_follow_the_order_of_the_themes() -> None:
    numbers = {field: np.array([i + 1, i + 2]) for i, field in enumerate(COUNT_FIELDS)}
    counts = TownCounts(**numbers, by_places={})
    themes = parse_themes(THEME_FILE_COLUMNS, rows("9,few_roads,shape", "2,walk_the_dog,faces", "5,capture,objects"))
    scores = score_vectors(counts, themes)
    dogs, citizens = numbers["dogs"], numbers["girls"] + numbers["boys"]
    assert scores.dtype == np.int8
    assert scores.tolist() == [
        np.minimum(dogs, citizens).tolist(),
        (numbers["caught_aliens"] + numbers["captured_aliens"]).tolist(),
        (-numbers["roads"]).tolist(),
    ]


def test_free_aliens_are_those_on_roads_that_no_agent_caught() -> None:
    counts = TownCounts(**{field: np.zeros(1, dtype=np.int64) for field in COUNT_FIELDS}, by_places={})._replace(
        aliens_on_roads=np.array([5]),
        caught_aliens=np.array([2]),
        captured_aliens=np.array([7]),
        hamburgers=np.array([4]),
        ufos=np.array([2]),
    )
    assert counts.free_aliens.tolist() == [3]
    for key, score in (("hungry_aliens", 12), ("extraterrestrial", 6), ("capture", 9)):
        assert MEASURES[key].score(counts).tolist() == [score]


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (2, 3), (3, 3)])
def test_place_tables_hold_the_largest_group_of_every_set_of_positions(rows: int, columns: int) -> None:
    board = Board(rows, columns)
    first, scores = place_tables(board)
    starts = dict(zip(town_tables.BY_PLACES, first.tolist(), strict=True))
    for key in ("dog_roundup", "safe_zone", "citizen_area", "residential_area"):
        assert scores[starts[key] : starts[key] + (1 << board.positions)].tolist() == board.largest_group.tolist()


def test_more_measures_of_places_than_the_search_has_bits_for_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(town_tables, "MOST_BY_PLACES", 3)
    with pytest.raises(Error) as error:
        place_tables.__wrapped__(Board(1, 1))
    assert str(error.value).startswith(
        f"tablebases/nine_tiles/measures.py has {len(town_tables.BY_PLACES)} measures of tiles by their places, but "
        "the search has bits for 3: dog_roundup, safe_zone, "
    )
