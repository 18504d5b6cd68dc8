"""Tile files: what they say, and the errors about wrong ones."""

from __future__ import annotations

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
        "", " hamburger", *(f" {who} facing {side}" for who in ("agent", "alien") for side in (first, second)),
    )
]  # fmt: skip


def as_the_oracle_has_it(road: Road) -> oracle.TileRoad:
    """A road of the pipeline in the words of the oracle."""
    kind = "" if road.object is None else road.object.name.lower()
    first, second = sorted((road.first, road.second))
    return oracle.TileRoad((first, second), kind, road.facing)


# --- good files ------------------------------------------------------------------------------


def test_the_real_tile_file_reads_as_the_oracle_reads_its_copy() -> None:
    tiles = real_tiles()
    assert [tile.number for tile in tiles] == list(range(9))
    for tile in tiles:
        for face, expected in zip(tile.faces, oracle_tiles()[tile.number], strict=True):
            assert {as_the_oracle_has_it(road) for road in face.roads} == expected.roads
            assert vars(face.off_road) == {column: getattr(expected, column) for column in vars(face.off_road)}


def test_a_face_reads_as_it_is_written() -> None:
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


# --- roads -----------------------------------------------------------------------------------


def test_turned_roads_are_as_the_oracle_turns_them() -> None:
    for text in ALL_ROADS:
        for turns in range(2 * SIDES):
            turned = parse_road(text).turned(turns)
            assert turned.first < turned.second
            assert as_the_oracle_has_it(turned) == oracle.turn_road(oracle.parse_road(text), turns % SIDES)


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


# --- wrong files -----------------------------------------------------------------------------

NO_GAP = "is missing: tiles are numbered from 0 without a gap, each with a front and a back"
A_NUMBER = "must be a number from 0 to 9, but is"


@pytest.mark.parametrize(
    ("row", "change", "message"),
    [
        *((3, {"roads": text}, f"tile 1 back: {message}") for text, message in ROAD_FAULTS),
        *(
            (0, {"houses": text}, f"tile 0 front: houses {A_NUMBER} '{text}'")
            for text in ("", "-1", "10", "1.5", "²", "٣")
        ),
        *((3, {column: "two"}, f"tile 1 back: {column} {A_NUMBER} 'two'") for column in COUNT_COLUMNS),
        *((1, {"tile": text}, f"tile {A_NUMBER} '{text}'") for text in ("", "-1", "10", "1.0", "one", "²")),
        *(
            (2, {"face": text}, f"tile 1: face must be 'front' or 'back', but is '{text}'")
            for text in ("", "Front", "0")
        ),
        (3, {"face": "front"}, "tile 1 front is listed twice"),
        (0, None, f"tile 0 front {NO_GAP}"),
        (1, None, f"tile 0 back {NO_GAP}"),
        (2, None, f"tile 1 front {NO_GAP}"),
        (5, None, f"tile 2 back {NO_GAP}"),
    ],
)
def test_the_first_fault_of_a_tile_file_is_named(row: int, change: dict[str, str] | None, message: str) -> None:
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
def test_wrong_columns_are_refused_with_the_right_ones(columns: tuple[str, ...]) -> None:
    with pytest.raises(Error) as error:
        parse_tiles(columns, [])
    assert str(error.value) == f"the columns must be {','.join(TILE_FILE_COLUMNS)}"


GOOD_LINES = (",".join(TILE_FILE_COLUMNS), "0,front,0-1,0,0,0,0,0,0,0", "0,back,0-2 hamburger,1,2,3,4,5,6,7")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", ""),
        ("1,front,0-1,0,0,0", "tile file {path}: tile 1 front: boys must be a number from 0 to 9, but is ''"),
        ("1", "tile file {path}: tile 1: face must be 'front' or 'back', but is ''"),
        ("1,front,0-1,0,0,0,0,0,0,0,8", "tile file {path}: tile 1 front"),
        ("0,back,0-1,0,0,0,0,0,0,0", "tile file {path}: tile 0 back is listed twice"),
        ("1,front,0-1,0,0,0,0,0,0,0", "tile file {path}: tile 1 back is missing"),
        ("\x80", "{path} is not a CSV file in UTF-8: "),
        (None, "cannot read {path}: No such file or directory"),
    ],
)
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


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ("7,0,7,3", ""),
        ("0,9", f"tile file {TILE_FILE}: tile 9 is not in the tile file, which has tiles 0 to 8"),
        ("0,-1", f"tile file {TILE_FILE}: tile -1 is not in the tile file, which has tiles 0 to 8"),
        ("", "--tile-numbers must be numbers such as 0,1,4, but is ''"),
        ("0,,1", "--tile-numbers must be numbers such as 0,1,4, but is '0,,1'"),
        ("0;1", "--tile-numbers must be numbers such as 0,1,4, but is '0;1'"),
        (
            "0,1,1",
            "a board of 1 rows and 3 columns has 3 positions, but there are only 2 tiles: "
            "use a smaller board or more tiles",
        ),
    ],
)
def test_tiles_are_chosen_by_number(numbers: str, message: str) -> None:
    if message:
        with pytest.raises(Error) as error:
            load_tiles(TILE_FILE, numbers, Board(1, 3))
        assert str(error.value) == message
    else:
        assert [tile.number for tile in load_tiles(TILE_FILE, numbers, Board(1, 3))] == [0, 3, 7]
