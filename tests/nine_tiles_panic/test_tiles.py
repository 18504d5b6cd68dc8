"""Tile files: what they say, and what is said about a wrong one."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebases.errors import Error
from tablebases.nine_tiles.game_files import load_tiles
from tablebases.nine_tiles.tiles import (
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
from tests.nine_tiles_panic.helpers import (
    COUNT_COLUMNS,
    TILE_FILE,
    oracle_tiles,
    pipeline_tiles_of,
    real_tiles,
    tile_rows,
)
from tests.oracle import nine_tiles_panic as oracle

ALL_ROADS = [
    f"{first}-{second}{thing}"
    for first in range(SIDES)
    for second in range(SIDES)
    if first != second
    for thing in (
        "",
        " hamburger",
        f" agent facing {first}",
        f" agent facing {second}",
        f" alien facing {first}",
        f" alien facing {second}",
    )
]


def as_the_oracle_has_it(road: Road) -> oracle.TileRoad:
    """A road of the pipeline in the words of the oracle."""
    kind = "" if road.object is None else road.object.name.lower()
    first, second = sorted((road.first, road.second))
    return oracle.TileRoad((first, second), kind, road.facing)


def off_road(face: Face | oracle.Face) -> list[int]:
    """What is off the road of a face of either kind."""
    counts = face.off_road if isinstance(face, Face) else face
    return [getattr(counts, column) for column in COUNT_COLUMNS]


# --- good files ------------------------------------------------------------------------------


def test_the_real_tile_file_reads_as_the_oracle_reads_its_copy() -> None:
    tiles = real_tiles()
    assert [tile.number for tile in tiles] == list(range(9))
    for tile in tiles:
        for face, expected in zip(tile.faces, oracle_tiles()[tile.number], strict=True):
            assert {as_the_oracle_has_it(road) for road in face.roads} == expected.roads
            assert off_road(face) == off_road(expected)


def test_a_face_reads_as_it_is_written() -> None:
    (tile,) = pipeline_tiles_of(
        tile_rows("0-3 alien facing 0; 1-2 | 1 houses", "| 2 dogs, 1 agents, 1 captured_aliens")
    )
    front, back = tile.faces
    assert front.roads == (Road(0, 3, ObjectKind.ALIEN, 0), Road(1, 2))
    assert front.off_road == OffRoad(houses=1)
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


def test_ten_tiles_are_the_most() -> None:
    assert len(pipeline_tiles_of(tile_rows(*["0-1"] * 20))) == 10
    with pytest.raises(Error, match=r"^tile must be a number from 0 to 9, but is '10'$"):
        pipeline_tiles_of(tile_rows(*["0-1"] * 22))


# --- roads -----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ALL_ROADS)
def test_a_turned_road_is_as_the_oracle_turns_it(text: str) -> None:
    for turns in range(SIDES):
        turned = parse_road(text).turned(turns)
        assert turned.first < turned.second
        assert as_the_oracle_has_it(turned) == oracle.turn_road(oracle.parse_road(text), turns)


@given(st.sampled_from(ALL_ROADS), st.integers(0, 7), st.integers(0, 7))
def test_turns_add_up(text: str, a: int, b: int) -> None:
    road = parse_road(text)
    assert road.turned(a).turned(b) == road.turned(a + b)
    assert road.turned(a) == road.turned(a + SIDES)


def test_turned_roads_of_a_face_are_in_the_order_of_their_sides() -> None:
    face = Face(parse_roads("0-3 alien facing 0; 1-2"), OffRoad())
    assert face.turned_roads(1) == (Road(0, 1, ObjectKind.ALIEN, 1), Road(2, 3))
    assert face.turned_roads(2) == (Road(0, 3), Road(1, 2, ObjectKind.ALIEN, 2))


ROAD_FAULTS = [
    ("0-4", "side 4 of road 0-4 is not a side of a tile: 0 top, 1 left, 2 bottom, 3 right"),
    ("7-1", "side 7 of road 7-1 is not a side of a tile: 0 top, 1 left, 2 bottom, 3 right"),
    ("2-2", "road 2-2 joins a side to itself"),
    ("0:1", "'0:1' is not a road such as '0-2', '0-1 hamburger' or '0-2 agent facing 2'"),
    ("0-1 cow", "'0-1 cow' is not a road such as '0-2', '0-1 hamburger' or '0-2 agent facing 2'"),
    ("0-1 Agent facing 1", "'0-1 Agent facing 1' is not a road such as "),
    ("0-1 2-3", "'0-1 2-3' is not a road such as "),
    ("0-1;", "'' is not a road such as "),
    ("0-1,2-3", "'0-1,2-3' is not a road such as "),
    ("0-1 agent", "the agent on road 0-1 must face a side of its own road, 0 or 1"),
    ("0-1 alien facing 2", "the alien on road 0-1 must face a side of its own road, 0 or 1"),
    ("0-2 agent facing 9", "the agent on road 0-2 must face a side of its own road, 0 or 2"),
    ("0-1 hamburger facing 1", "only an agent or an alien faces a side, in '0-1 hamburger facing"),
    ("0-1 facing 1", "only an agent or an alien faces a side, in '0-1 facing 1'"),
    ("0-1; 1-2", "two roads share side 1"),
    ("0-2; 2-0", "two roads share side 0"),
    ("0-1; 2-3; 1-3", "two roads share side 1"),
]


@pytest.mark.parametrize(("text", "message"), ROAD_FAULTS)
def test_a_wrong_road_is_refused_naming_tile_and_face(text: str, message: str) -> None:
    rows = tile_rows("0-1", "0-1", "0-1", text)
    with pytest.raises(Error) as error:
        pipeline_tiles_of(rows)
    assert str(error.value).startswith(f"tile 1 back: {message}")
    assert "\n" not in str(error.value)


@given(
    st.lists(st.sampled_from([*ALL_ROADS, *(text for text, _ in ROAD_FAULTS)]), max_size=2),
    st.sampled_from(["; ", ";", " ", ","]),
)
def test_pipeline_and_oracle_read_the_same_roads_and_refuse_the_same(parts: list[str], separator: str) -> None:
    text = separator.join(parts)
    try:
        expected = oracle.parse_roads(text)
    except ValueError:
        with pytest.raises(Error):
            parse_roads(text)
    else:
        assert {as_the_oracle_has_it(road) for road in parse_roads(text)} == expected


# --- counts, numbers, faces, columns ---------------------------------------------------------


@pytest.mark.parametrize("column", COUNT_COLUMNS)
@pytest.mark.parametrize("text", ["", "-1", "10", "1.5", "two", "²", "٣"])
def test_a_wrong_count_is_refused_naming_tile_face_and_column(column: str, text: str) -> None:
    rows = tile_rows("0-1", "0-1")
    rows[0][column] = text
    with pytest.raises(Error) as error:
        pipeline_tiles_of(rows)
    assert str(error.value) == f"tile 0 front: {column} must be a number from 0 to 9, but is '{text}'"


@pytest.mark.parametrize("text", ["", "-1", "10", "1.0", "one", "²"])
def test_a_wrong_tile_number_is_refused(text: str) -> None:
    rows = tile_rows("0-1", "0-1")
    rows[1]["tile"] = text
    with pytest.raises(Error) as error:
        pipeline_tiles_of(rows)
    assert str(error.value) == f"tile must be a number from 0 to 9, but is '{text}'"


@pytest.mark.parametrize("text", ["", "Front", "side", "0"])
def test_a_wrong_face_is_refused_naming_the_tile(text: str) -> None:
    rows = tile_rows("0-1", "0-1", "0-1", "0-1")
    rows[2]["face"] = text
    with pytest.raises(Error) as error:
        pipeline_tiles_of(rows)
    assert str(error.value) == f"tile 1: face must be 'front' or 'back', but is '{text}'"


def test_a_face_listed_twice_is_refused() -> None:
    rows = tile_rows("0-1", "0-1", "0-1", "0-1")
    with pytest.raises(Error, match=r"^tile 1 front is listed twice$"):
        pipeline_tiles_of([*rows, rows[2]])


@pytest.mark.parametrize(
    ("without", "missing"),
    [(1, "tile 0 back"), (2, "tile 1 front"), (0, "tile 0 front"), (5, "tile 2 back")],
)
def test_a_missing_face_is_named(without: int, missing: str) -> None:
    rows = tile_rows(*["0-1"] * 6)
    del rows[without]
    with pytest.raises(Error) as error:
        pipeline_tiles_of(rows)
    assert str(error.value) == (
        f"{missing} is missing: tiles are numbered from 0 without a gap, each with a front and a back"
    )


def test_a_gap_in_the_numbers_is_named() -> None:
    rows = tile_rows(*["0-1"] * 6)
    with pytest.raises(Error, match=r"^tile 1 front is missing: tiles are numbered"):
        pipeline_tiles_of(rows[:2] + rows[4:])


def test_a_file_without_tiles_is_refused() -> None:
    with pytest.raises(Error, match=r"^there is no tile in it$"):
        parse_tiles(TILE_FILE_COLUMNS, [])


@pytest.mark.parametrize(
    "columns",
    [
        TILE_FILE_COLUMNS[1:],
        (*TILE_FILE_COLUMNS, "cats"),
        (*TILE_FILE_COLUMNS, "dogs"),
        ("Tile", *TILE_FILE_COLUMNS[1:]),
        (),
    ],
)
def test_wrong_columns_are_refused_saying_the_right_ones(columns: tuple[str, ...]) -> None:
    with pytest.raises(Error) as error:
        parse_tiles(columns, [])
    assert str(error.value) == f"the columns must be {','.join(TILE_FILE_COLUMNS)}"


# --- files -----------------------------------------------------------------------------------


def written(folder: Path, *lines: str) -> Path:
    """A tile file with these lines below the right header."""
    path = folder / "tiles.csv"
    text = "".join(f"{line}\n" for line in (",".join(TILE_FILE_COLUMNS), *lines))
    path.write_text(text, encoding="utf-8")
    return path


GOOD_LINES = ("0,front,0-1,0,0,0,0,0,0,0", "0,back,0-2 hamburger,1,2,3,4,5,6,7")


def test_a_written_file_is_read(tmp_path: Path) -> None:
    (tile,) = load_tiles(written(tmp_path, *GOOD_LINES), "0", Board(1, 1))
    assert tile.faces[1].off_road == OffRoad(1, 2, 3, 4, 5, 6, 7)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1,front,0-1,0,0,0", "tile 1 front: boys must be a number from 0 to 9, but is ''"),
        ("1", "tile 1: face must be 'front' or 'back', but is ''"),
        ("1,front,0-5,0,0,0,0,0,0,0", "tile 1 front: side 5 of road 0-5 is not a side"),
        ("0,back,0-1,0,0,0,0,0,0,0", "tile 0 back is listed twice"),
        ("1,front,0-1,0,0,0,0,0,0,0", "tile 1 back is missing"),
    ],
)
def test_faults_are_reported_with_the_file(tmp_path: Path, line: str, message: str) -> None:
    path = written(tmp_path, *GOOD_LINES, line)
    with pytest.raises(Error) as error:
        load_tiles(path, "0", Board(1, 1))
    assert str(error.value).startswith(f"tile file {path}: {message}")
    assert "\n" not in str(error.value)


def test_a_row_with_more_values_than_columns_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD_LINES[0], f"{GOOD_LINES[1]},8")
    with pytest.raises(Error, match=r"tile 0 back"):
        load_tiles(path, "0", Board(1, 1))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "no.csv"
    with pytest.raises(Error) as error:
        load_tiles(path, "0", Board(1, 1))
    assert str(error.value) == f"cannot read {path}: No such file or directory"


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", TILE_FILE.read_bytes()[:200] + b"\x80"])
def test_a_file_that_is_no_text_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "tiles.csv"
    path.write_bytes(content)
    with pytest.raises(Error) as error:
        load_tiles(path, "0", Board(1, 1))
    assert str(error.value).startswith(f"{path} is not a CSV file in UTF-8: ")


def test_real_file_has_one_row_a_face() -> None:
    with TILE_FILE.open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == 18


# --- choice ----------------------------------------------------------------------------------


def test_chosen_tiles_come_once_each_in_the_order_of_their_numbers() -> None:
    assert [tile.number for tile in real_tiles([7, 0, 7, 3])] == [0, 3, 7]


@pytest.mark.parametrize("number", [-1, 9])
def test_choosing_a_tile_that_is_not_there_is_refused(number: int) -> None:
    with pytest.raises(Error) as error:
        real_tiles([0, number])
    assert str(error.value) == (f"tile file {TILE_FILE}: tile {number} is not in the tile file, which has tiles 0 to 8")


@pytest.mark.parametrize("text", ["", "0,,1", "0;1", "zero"])
def test_tile_numbers_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(Error) as error:
        load_tiles(TILE_FILE, text, Board(1, 1))
    assert str(error.value) == f"--tile-numbers must be numbers such as 0,1,4, but is '{text}'"


@pytest.mark.parametrize("numbers", ["0,1,2", "0,1,2,2"])
def test_too_few_tiles_for_the_board_are_refused(numbers: str) -> None:
    with pytest.raises(Error) as error:
        load_tiles(TILE_FILE, numbers, Board(2, 2))
    assert str(error.value) == (
        "a board of 2 rows and 2 columns has 4 positions, but there are only 3 tiles: use a smaller board or more tiles"
    )
