"""Tile files, theme files and the configuration: their meaning, and errors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import nine_tiles_panic as oracle
from pipeline.configuration import check_is_writable, checked
from pipeline.nine_tiles_panic.configuration import Configuration
from tablebases.errors import Error
from tablebases.nine_tiles.rules.game_files import THEME_FILE_COLUMNS, load_themes, load_tiles, parse_themes
from tablebases.nine_tiles.rules.measures import MEASURES, TownCounts, score_vectors
from tablebases.nine_tiles.rules.themes import all_theme_sets, theme_set_id
from tablebases.nine_tiles.rules.tiles import (
    SIDES,
    TILE_FILE_COLUMNS,
    Board,
    Face,
    ObjectKind,
    OffRoad,
    Road,
    parse_road,
    parse_roads,
    parse_tiles,
)
from tablebases.nine_tiles.search import town_tables
from tablebases.nine_tiles.search.town_tables import place_tables
from tests.nine_tiles_panic.helpers import (
    COUNT_COLUMNS,
    REPOSITORY,
    THEME_FILE,
    TILE_FILE,
    by_hand,
    oracle_tiles,
    pipeline_tiles_of,
    real_themes,
    real_tiles,
    tile_rows,
    whole,
)

ALL_ROADS = [
    f"{first}-{second}{thing}"
    for first in range(SIDES)
    for second in range(SIDES)
    if first != second
    for thing in (
        "", " hamburger", *(f" {who} facing {side}" for who in ("agent", "alien") for side in (first, second)),
    )
]  # fmt: skip


def as_the_oracle_has_it(road: Road) -> oracle.TileRoad:
    """A road of the pipeline in the types of the oracle."""
    kind = "" if road.object is None else road.object.name.lower()
    first, second = sorted((road.first, road.second))
    return oracle.TileRoad((first, second), kind, road.facing)


def test_the_real_tile_file_has_the_tiles_of_the_oracles_copy() -> None:
    tiles = real_tiles()
    assert [tile.number for tile in tiles] == list(range(9))
    for tile in tiles:
        for face, expected in zip(tile.faces, oracle_tiles()[tile.number], strict=True):
            assert {as_the_oracle_has_it(road) for road in face.roads} == expected.roads
            assert vars(face.off_road) == {column: getattr(expected, column) for column in vars(face.off_road)}


def test_a_face_has_the_roads_and_things_of_its_row() -> None:
    (tile,) = pipeline_tiles_of(
        tile_rows("0-3 alien facing 0; 1-2 | 1 houses", "| 2 dogs, 1 agents, 1 captured_aliens")
    )
    front, back = tile.faces
    assert front == Face((Road(0, 3, ObjectKind.ALIEN, 0), Road(1, 2)), OffRoad(houses=1))
    assert front.count_on_roads(ObjectKind.ALIEN) == 1
    assert front.count_on_roads(ObjectKind.AGENT) == 0
    assert back == Face((), OffRoad(dogs=2, agents=1, captured_aliens=1))


def test_rows_columns_sides_and_roads_may_come_in_any_order() -> None:
    rows = tile_rows("0-1 hamburger; 2-3", "", "0-2", "1-3 agent facing 3 | 1 girls")
    other = [dict(reversed(list(row.items()))) for row in reversed(rows)]
    other[-1]["roads"] = " 3-2;1-0 hamburger "
    other[0] |= {"tile": " 1 ", "face": " back "}
    first, second = pipeline_tiles_of(other)
    assert first.faces[0].turned_roads(0) == (Road(0, 1, ObjectKind.HAMBURGER), Road(2, 3))
    assert second == pipeline_tiles_of(rows)[1]


def test_turned_roads_are_those_of_the_oracle() -> None:
    for text in ALL_ROADS:
        for turns in range(2 * SIDES):
            turned = parse_road(text).turned(turns)
            assert turned.first < turned.second
            assert as_the_oracle_has_it(turned) == oracle.turn_road(oracle.parse_road(text), turns % SIDES)


def test_turned_roads_of_a_face_are_in_the_order_of_their_sides() -> None:
    face = Face(parse_roads("0-3 alien facing 0; 1-2"), OffRoad())
    assert face.turned_roads(1) == (Road(0, 1, ObjectKind.ALIEN, 1), Road(2, 3))
    assert face.turned_roads(2) == (Road(0, 3), Road(1, 2, ObjectKind.ALIEN, 2))


ROAD_FAULTS: dict[str, str] = by_hand("road faults")


@settings(max_examples=40)
@given(st.lists(st.sampled_from([*ALL_ROADS, *ROAD_FAULTS]), max_size=2), st.sampled_from(["; ", ";", " ", ","]))
def test_pipeline_and_oracle_accept_the_same_roads(texts: list[str], separator: str) -> None:
    text = separator.join(texts)
    try:
        expected = oracle.parse_roads(text)
    except ValueError:
        with pytest.raises(Error):
            parse_roads(text)
    else:
        assert {as_the_oracle_has_it(road) for road in parse_roads(text)} == expected


NO_GAP = "is missing: tiles are numbered from 0 without a gap, each with a front and a back"
A_NUMBER = "must be a number from 0 to 9, but is"


@pytest.mark.parametrize(
    ("row", "change", "message"),
    [
        *((3, {"roads": text}, f"tile 1 back: {message}") for text, message in ROAD_FAULTS.items()),
        *((3, {column: "two"}, f"tile 1 back: {column} {A_NUMBER} 'two'") for column in COUNT_COLUMNS),
        *by_hand("tile faults"),
    ],
)
def test_the_error_names_the_first_fault_of_a_tile_file(row: int, change: dict[str, str] | None, message: str) -> None:
    rows = tile_rows(*["0-1"] * 6)
    if change is None:
        del rows[row]
    else:
        rows[row] |= change
    with pytest.raises(Error) as error:
        pipeline_tiles_of(rows)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


def test_tiles_are_one_to_ten_without_a_gap() -> None:
    assert len(pipeline_tiles_of(tile_rows(*["0-1"] * 20))) == 10
    with pytest.raises(Error, match=rf"^tile {A_NUMBER} '10'$"):
        pipeline_tiles_of(tile_rows(*["0-1"] * 22))
    rows = tile_rows(*["0-1"] * 6)
    with pytest.raises(Error, match=f"^tile 1 front {NO_GAP}"):
        pipeline_tiles_of(rows[:2] + rows[4:])
    with pytest.raises(Error, match=r"^there is no tile in it$"):
        parse_tiles(TILE_FILE_COLUMNS, [])


@pytest.mark.parametrize(
    "columns",
    [
        TILE_FILE_COLUMNS[1:],
        (*TILE_FILE_COLUMNS, "cats"),
        (*TILE_FILE_COLUMNS, "dogs"),
        ("Tile", *TILE_FILE_COLUMNS[1:]),
    ],
)
def test_the_error_lists_the_right_columns(columns: tuple[str, ...]) -> None:
    with pytest.raises(Error) as error:
        parse_tiles(columns, [])
    assert str(error.value) == f"the columns must be {','.join(TILE_FILE_COLUMNS)}"


GOOD_LINES = (",".join(TILE_FILE_COLUMNS), "0,front,0-1,0,0,0,0,0,0,0", "0,back,0-2 hamburger,1,2,3,4,5,6,7")


@pytest.mark.parametrize(("line", "message"), by_hand("lines of a tile file"))
def test_errors_name_the_file(tmp_path: Path, line: str | None, message: str) -> None:
    path = tmp_path / "tiles.csv"
    if line is not None:
        path.write_bytes("\n".join([*GOOD_LINES, line]).encode("latin-1"))
    if message:
        with pytest.raises(Error) as error:
            load_tiles(path, "0", Board(1, 1))
        assert str(error.value).startswith(message.format(path=path))
        assert "\n" not in str(error.value)
    else:
        (tile,) = load_tiles(path, "0", Board(1, 1))
        assert tile.faces[1].off_road == OffRoad(1, 2, 3, 4, 5, 6, 7)


@pytest.mark.parametrize(("numbers", "message"), by_hand("chosen tiles").items())
def test_tiles_are_chosen_by_number(numbers: str, message: str) -> None:
    if message:
        with pytest.raises(Error) as error:
            load_tiles(TILE_FILE, numbers, Board(1, 3))
        assert str(error.value) == message.format(path=TILE_FILE)
    else:
        assert [tile.number for tile in load_tiles(TILE_FILE, numbers, Board(1, 3))] == [0, 3, 7]


LEVELS = {
    "none": {4},
    "shape": {5, 6, 10, 11, 13, 15},
    "faces": {3, 7, 9, 12, 21, 22, 23, 24, 25, 26},
    "objects": {1, 2, 8, 14, 16, 17, 18, 19, 20},
}
COUNT_FIELDS = [field for field in TownCounts._fields if field != "by_places"]
GOOD = ("1,capture,objects", "2,curvy,shape", "3,agents,faces")


def rows(*lines: str) -> list[dict[str, str]]:
    """Rows of a theme file; the names may be left out."""
    short = [line.split(",") for line in lines]
    full = [row if len(row) == 5 else [row[0], row[1], "", "", row[2]] for row in short]
    return [dict(zip(THEME_FILE_COLUMNS, row, strict=True)) for row in full]


def test_the_real_theme_file_has_every_measure_with_its_level_and_names() -> None:
    themes = real_themes()
    assert [theme.no for theme in themes] == list(range(1, 1 + len(MEASURES)))
    assert [theme.key for theme in themes] == list(MEASURES)
    assert [theme.column for theme in themes][:26:25] == ["t01", "t26"]
    assert {level: {theme.no for theme in themes[:26] if theme.level == level} for level in LEVELS} == LEVELS
    names = [(theme.name_en, theme.name_ja) for theme in themes]
    assert names[:26:25] == [("Capture", "宇宙人をつかまえた数が多い"), ("Boy Scouts", "男の子の数が多い")]
    assert all(en and ja for en, ja in names)


def test_themes_come_in_the_order_of_their_numbers() -> None:
    themes = parse_themes(THEME_FILE_COLUMNS[::-1], rows(*GOOD[::-1]))
    assert [(theme.no, theme.key) for theme in themes] == [(1, "capture"), (2, "curvy"), (3, "agents")]


@pytest.mark.parametrize(("lines", "message"), by_hand("theme faults"))
def test_the_error_names_the_first_fault_of_a_theme_file(lines: list[str], message: str) -> None:
    with pytest.raises(Error) as error:
        parse_themes(THEME_FILE_COLUMNS, rows(*lines))
    assert "\n" not in str(error.value)
    assert str(error.value).startswith(message)


def test_the_error_lists_the_right_columns_of_a_theme_file_and_names_the_file(tmp_path: Path) -> None:
    for columns in (THEME_FILE_COLUMNS[:-1], (*THEME_FILE_COLUMNS, "more"), ()):
        with pytest.raises(Error, match=r"^the columns must be no,key,name_en,name_ja,level$"):
            parse_themes(columns, [])
    path = tmp_path / "themes.csv"
    path.write_text("no,key,name_en,name_ja,level\n7,cats,Cats,,faces\n", encoding="utf-8")
    with pytest.raises(Error, match=f"^theme file {path}: theme 7: .* or choose one of {', '.join(MEASURES)}$"):
        load_themes(path)


def test_all_theme_sets_are_those_of_the_oracle() -> None:
    theme_sets = all_theme_sets([theme.no for theme in real_themes()])
    assert len(all_theme_sets(range(1, 27))) == whole("theme_sets")
    expected = oracle.all_theme_sets()
    assert [theme_set.id for theme_set in theme_sets] == sorted(oracle.theme_set_id(t) for t in expected)
    assert [tuple(i + 1 for i in s.indices) for s in theme_sets] == expected
    of_four = [((0, 1, 2), "02_05_18"), ((0, 1, 3), "02_05_40"), ((0, 2, 3), "02_18_40"), ((1, 2, 3), "05_18_40")]
    assert [(s.indices, s.id) for s in all_theme_sets([2, 5, 18, 40])] == of_four
    assert theme_set_id([2, 5, 18]) == "02_05_18"


def test_scores_are_in_the_order_of_the_themes() -> None:
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


def test_place_tables_refuses_more_measures_than_the_search_has_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(town_tables, "MOST_BY_PLACES", 3)
    with pytest.raises(Error) as error:
        place_tables.__wrapped__(Board(1, 1))
    assert str(error.value).startswith(
        f"tablebases/nine_tiles/rules/measures.py has {len(town_tables.BY_PLACES)} measures of tiles by their places, "
        "but the search has bits for 3: dog_roundup, safe_zone, "
    )


@pytest.fixture
def config(tmp_path: Path) -> dict[str, Any]:
    """The real section, with full paths of the data files."""
    whole = yaml.safe_load((REPOSITORY / "config.yaml").read_text(encoding="utf-8"))
    files = {"tile_file": str(TILE_FILE), "theme_file": str(THEME_FILE)}
    return {**whole["nine_tiles_panic"], **files, "output": str(tmp_path / "out")}


def test_options_for_the_stages(config: dict[str, Any]) -> None:
    game = checked(Configuration, {**config, "tiles": [8, 0, 5, 3, 1, 2, 4, 7, 6], "shards": 12})
    game.check_files()
    assert (game.tile_numbers, game.shards) == ("0,1,2,3,4,5,6,7,8", 12)
    assert dict(game.board) == {"rows": 3, "columns": 3}


@pytest.mark.parametrize(("key", "value", "message"), by_hand("configuration faults"))
def test_errors_name_faults_of_the_configuration(config: dict[str, Any], key: str, value: Any, message: str) -> None:
    if isinstance(value, str):
        value = value.format(**config)
    with pytest.raises(Error) as error:  # noqa: PT012
        game = checked(Configuration, {**config, key: value})
        game.check_files()
        check_is_writable(Path(game.output))
    assert str(error.value).startswith(message.format(**config))
    assert "\n" not in str(error.value)
