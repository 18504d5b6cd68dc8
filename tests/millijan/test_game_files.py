"""Tile and unit files: both lists load, and whatever is wrong with a file is named."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tablebases.errors import Error
from tablebases.millijan.game_files import TILE_COLUMNS, UNIT_COLUMNS, load_tiles, load_units
from tablebases.millijan.units import MAX_KINDS, MAX_TILES, Tile, Unit, unit_tables
from tests.millijan.helpers import (
    DATA,
    KINDS,
    SHIIKA,
    SORA,
    TILES,
    TILES_FILE,
    YEARS,
    units_file,
    units_of,
)
from tests.millijan.known_hands import figure
from tests.oracle import millijan as oracle

Table = list[list[str]]

TILE_ROWS: Table = [
    ["0", "春香", "はるか", "天海春香", "Princess", "3"],
    ["1", "千早", "ちはや", "如月千早", "Fairy", "3"],
    ["2", "美希", "みき", "星井美希", "Angel", "3"],
]
UNIT_ROWS: Table = [["0", "one", "春香"], ["1", "two", "千早 美希"], ["2", "all", "美希 千早 春香"]]


def write(path: Path, rows: Table) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


def tiles_of(tmp_path: Path, rows: Table, columns: tuple[str, ...] = TILE_COLUMNS) -> Path:
    return write(tmp_path / "tiles.csv", [list(columns), *rows])


def units_with(tmp_path: Path, rows: Table, columns: tuple[str, ...] = UNIT_COLUMNS) -> Path:
    return write(tmp_path / "units.csv", [list(columns), *rows])


def says(path: Path, *parts: str) -> str:
    """A pattern for a message that names the file and then says all this, in this order."""
    return ".*".join(map(re.escape, [str(path), *parts]))


def changed(rows: Table, row: int, column: int, value: str) -> Table:
    found = [list(some) for some in rows]
    found[row][column] = value
    return found


# --- the files of the game -------------------------------------------------------------------


def test_the_tiles_are_those_of_the_rules() -> None:
    assert len(TILES) == int(figure("kinds"))
    assert [TILES[kind].full_name for kind in (0, SHIIKA, SORA)] == ["天海春香", "詩花", "早坂そら"]
    assert TILES[31] == Tile("エミリー", "えみりー", "エミリースチュアート", "Princess")
    expected = [Tile(tile.name, tile.kana, tile.full_name, tile.type) for tile in oracle.read_tiles(TILES_FILE)]
    assert list(TILES) == expected


@pytest.mark.parametrize("year", YEARS)
def test_the_units_are_loaded_as_the_oracle_reads_them(year: str) -> None:
    found = load_units(units_file(year), TILES)
    assert len(found) == int(figure(f"units_{year}"))
    assert found == tuple(Unit(unit.name, unit.members) for unit in units_of(year))
    assert {kind for unit in found for kind in unit.members} == set(KINDS) - {SORA}


@pytest.mark.parametrize("year", YEARS)
def test_tables_of_units_say_what_the_units_are(year: str) -> None:
    units = load_units(units_file(year), TILES)
    tables = unit_tables(units, len(TILES))
    for number, unit in enumerate(units):
        size = len(unit.members)
        assert int(tables.size[number]) == size
        padded = [*unit.members, *[-1] * (MAX_TILES - size)]
        assert tables.members[number].tolist() == padded
        assert int(tables.mask[number]) == sum(1 << kind for kind in unit.members)
    for listed, starts, wanted in [
        (tables.by_kind, tables.kind_starts, lambda unit, kind: kind in unit.members),
        (tables.by_lowest, tables.lowest_starts, lambda unit, kind: kind == unit.members[0]),
    ]:
        for kind in KINDS:
            found = listed[starts[kind] : starts[kind + 1]].tolist()
            assert found == [u for u, unit in enumerate(units) if wanted(unit, kind)]
        assert starts[-1] == len(listed)


def test_all_data_files_of_units_are_tested() -> None:
    assert sorted(DATA.glob("units_*.csv")) == [units_file(year) for year in YEARS]


# --- files that are right --------------------------------------------------------------------


def test_small_files_load(tmp_path: Path) -> None:
    tiles = load_tiles(tiles_of(tmp_path, TILE_ROWS))
    assert tiles == TILES[:3]
    units = load_units(units_with(tmp_path, UNIT_ROWS), tiles)
    assert units == (Unit("one", (0,)), Unit("two", (1, 2)), Unit("all", (0, 1, 2)))


def test_columns_may_be_in_any_order_with_others_and_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "units.csv"
    path.write_text("\ufeffmembers,song,id,name\r\n千早 春香,,0,two\r\n", encoding="utf-8")
    assert load_units(path, TILES) == (Unit("two", (0, 1)),)


def test_members_may_be_written_as_people_do(tmp_path: Path) -> None:
    path = units_with(tmp_path, [["0", "some", "ﾛｺ\u3000はるか  如月千早"]])
    assert load_units(path, TILES)[0].members == (0, 1, 24)


def test_two_units_may_have_the_same_name(tmp_path: Path) -> None:
    path = units_with(tmp_path, changed(UNIT_ROWS, 1, 1, "one"))
    assert [unit.name for unit in load_units(path, TILES)] == ["one", "one", "all"]


def test_as_many_kinds_and_members_as_there_may_be(tmp_path: Path) -> None:
    rows = [[str(i), f"name{i}", f"kana{i}", f"full{i}", "", "3"] for i in range(MAX_KINDS)]
    tiles = load_tiles(tiles_of(tmp_path, rows))
    assert len(tiles) == MAX_KINDS
    members = " ".join(f"name{i}" for i in range(MAX_KINDS - MAX_TILES, MAX_KINDS))
    units = load_units(units_with(tmp_path, [["0", "last", members]]), tiles)
    assert units[0].members == tuple(range(MAX_KINDS - MAX_TILES, MAX_KINDS))
    assert int(unit_tables(units, MAX_KINDS).mask[0]) == sum(1 << k for k in units[0].members)


# --- tile files that are wrong ---------------------------------------------------------------


def refuses_tiles(path: Path, *said: str) -> None:
    with pytest.raises(Error, match=says(path, *said)):
        load_tiles(path)


@pytest.mark.parametrize("column", range(len(TILE_COLUMNS)))
def test_a_missing_column_of_tiles_is_named(tmp_path: Path, column: int) -> None:
    rows = [row[:column] + row[column + 1 :] for row in [list(TILE_COLUMNS), *TILE_ROWS]]
    path = write(tmp_path / "tiles.csv", rows)
    name = TILE_COLUMNS[column]
    refuses_tiles(path, f"the column {name} is missing; it needs id, name, kana")


@pytest.mark.parametrize(
    ("row", "column", "value", "said"),
    [
        (0, 0, "1", "tile 0: ids must be 0, 1, 2 .., but this is 1"),
        (1, 0, "2", "tile 1: ids must be 0, 1, 2 .., but this is 2"),
        (2, 0, "1", "tile 2: ids must be 0, 1, 2 .., but this is 1"),
        (1, 0, "", "tile 1: ids must be 0, 1, 2 .."),
        (1, 0, "x", "tile 1: ids must be 0, 1, 2 .., but this is x"),
        (0, 5, "4", "tile 0: there are 3 copies, not 4"),
        (2, 5, "2", "tile 2: there are 3 copies, not 2"),
        (2, 5, "", "tile 2: there are 3 copies, not "),
        (1, 1, "", "tile 1: it has no name"),
        (2, 1, "春香", "tile 2: 春香 occurs twice"),
        (2, 2, "はるか", "tile 2: はるか occurs twice"),
        (2, 2, "春香", "tile 2: 春香 occurs twice"),
        (1, 1, " ", "tile 1: ' ' has blanks around it"),
        (1, 3, "如月\x07千早", "tile 1: '如月\\x07千早' has blanks around it, or what cannot be printed"),
        (1, 4, "all", "tile 1: the type cannot be all, which is the name of a deck"),
        (1, 4, "AS", "tile 1: the type cannot be AS, which is the name of a deck"),
    ],
)
def test_a_fault_of_a_tile_is_named(tmp_path: Path, row: int, column: int, value: str, said: str) -> None:
    refuses_tiles(tiles_of(tmp_path, changed(TILE_ROWS, row, column, value)), said)


def test_tiles_in_another_order_are_refused(tmp_path: Path) -> None:
    refuses_tiles(tiles_of(tmp_path, TILE_ROWS[::-1]), "tile 0: ids must be", "this is 2")


def test_too_many_or_no_kinds_are_refused(tmp_path: Path) -> None:
    rows = [[str(i), f"name{i}", f"kana{i}", f"full{i}", "", "3"] for i in range(MAX_KINDS + 1)]
    refuses_tiles(tiles_of(tmp_path, rows), "there must be 1 to 63 tiles, not 64")
    refuses_tiles(tiles_of(tmp_path, []), "there must be 1 to 63 tiles, not 0")


@pytest.mark.parametrize("content", [b"", b"\n\n", b"what is this\n"])
def test_something_else_than_tiles_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "tiles.csv"
    path.write_bytes(content)
    refuses_tiles(path, "the column id is missing")


# --- unit files that are wrong ---------------------------------------------------------------


def refuses_units(path: Path, *said: str) -> None:
    with pytest.raises(Error, match=says(path, *said)):
        load_units(path, TILES)


@pytest.mark.parametrize("column", range(len(UNIT_COLUMNS)))
def test_a_missing_column_of_units_is_named(tmp_path: Path, column: int) -> None:
    rows = [row[:column] + row[column + 1 :] for row in [list(UNIT_COLUMNS), *UNIT_ROWS]]
    path = write(tmp_path / "units.csv", rows)
    refuses_units(path, f"the column {UNIT_COLUMNS[column]} is missing; it needs id, name, members")


@pytest.mark.parametrize(
    ("row", "column", "value", "said"),
    [
        (0, 0, "1", "unit 0 (one): ids must be 0, 1, 2 .., but this is 1"),
        (2, 0, "1", "unit 2 (all): ids must be 0, 1, 2 .., but this is 1"),
        (1, 2, "千早 ミキティ", "unit 1 (two): nobody is called 'ミキティ'; perhaps"),
        (1, 2, "千早 千早", "unit 1 (two): 千早 occurs in it twice"),
        (2, 2, "美希 千早 チハヤ", "unit 2 (all): 千早 occurs in it twice"),
        (1, 2, "春香", "unit 1 (two): it has the same members as unit 0 (one)"),
        (2, 2, "千早 美希", "unit 2 (all): it has the same members as unit 1 (two)"),
        (2, 2, "美希 千早", "unit 2 (all): it has the same members as unit 1 (two)"),
        (1, 2, "", "unit 1 (two): a unit has 1 to 13 members, not 0"),
        (1, 2, " ", "unit 1 (two): a unit has 1 to 13 members, not 0"),
    ],
)
def test_a_fault_of_a_unit_is_named(tmp_path: Path, row: int, column: int, value: str, said: str) -> None:
    refuses_units(units_with(tmp_path, changed(UNIT_ROWS, row, column, value)), said)


def test_a_unit_that_no_hand_can_hold_is_refused(tmp_path: Path) -> None:
    members = " ".join(tile.name for tile in TILES[:14])
    path = units_with(tmp_path, [["0", "many", members]])
    refuses_units(path, "unit 0 (many): a unit has 1 to 13 members, not 14")


def test_a_file_without_units_is_refused(tmp_path: Path) -> None:
    refuses_units(units_with(tmp_path, []), "there are no units in it")


@pytest.mark.parametrize("content", [b"", b"\n\n", b"what is this\n"])
def test_something_else_than_units_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "units.csv"
    path.write_bytes(content)
    refuses_units(path, "the column id is missing")


# --- files that are none ---------------------------------------------------------------------

LOADERS: list[Callable[[Path], object]] = [load_tiles, lambda path: load_units(path, TILES)]


@pytest.mark.parametrize("load", LOADERS, ids=["tiles", "units"])
def test_a_missing_file_or_folder_is_named(tmp_path: Path, load: Callable[[Path], object]) -> None:
    for path in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(Error, match=f"cannot read {re.escape(str(path))}: "):
            load(path)


@pytest.mark.parametrize("load", LOADERS, ids=["tiles", "units"])
def test_a_file_in_another_encoding_is_named(tmp_path: Path, load: Callable[[Path], object]) -> None:
    path = tmp_path / "file.csv"
    path.write_bytes("id,name\n0,春香\n".encode("cp932"))
    with pytest.raises(Error, match=says(path, "is not a CSV file in UTF-8")):
        load(path)
