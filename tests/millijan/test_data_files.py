"""Files of tiles, units and hands, and the section of the configuration with their paths."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from pathlib import Path

import pytest
import yaml

from oracle import millijan as oracle
from pipeline.configuration import checked
from pipeline.millijan.configuration import Configuration
from tablebases.errors import Error, InputError
from tablebases.locations import PACKAGED
from tablebases.millijan.game_files import TILE_COLUMNS, UNIT_COLUMNS, load_tiles, load_units, read_questions
from tablebases.millijan.units import MAX_KINDS, MAX_TILES, RuleSet, Tile, Unit, unit_tables
from tests.databases import rows_of
from tests.imports import CHECKOUT
from tests.millijan.helpers import BY_HAND, DATA, KINDS, SHIIKA, SORA, TILES, TILES_FILE, YEARS, units_file, units_of
from tests.millijan.known_hands import figure

TILE_ROWS = [
    ["0", "春香", "はるか", "天海春香", "Princess", "3"],
    ["1", "千早", "ちはや", "如月千早", "Fairy", "3"],
    ["2", "美希", "みき", "星井美希", "Angel", "3"],
]
UNIT_ROWS = [["0", "one", "春香"], ["1", "two", "千早 美希"], ["2", "all", "美希 千早 春香"]]
MANY_TILES = [[str(i), f"name{i}", f"kana{i}", f"full{i}", "", "3"] for i in range(MAX_KINDS + 1)]
UNITS = load_units(units_file("2019"), TILES)

Load = Callable[[Path], object]
LOADERS: dict[str, Load] = {
    "tiles": load_tiles,
    "units": lambda path: load_units(path, TILES),
    "hands": lambda path: list(read_questions(path, TILES, UNITS)),
}


def write(folder: Path, rows: list[list[str]], *columns: str) -> Path:
    path = folder / "file.csv"
    path.write_text("".join(f"{','.join(row)}\n" for row in ([list(columns), *rows])), encoding="utf-8")
    return path


def changed(rows: list[list[str]], row: int, column: int, value: str) -> list[list[str]]:
    found = [list(some) for some in rows]
    found[row][column] = value
    return found


def refusal(load: Load, path: Path) -> str:
    """The error message after the name of the file."""
    with pytest.raises(Error) as error:
        load(path)
    before, name, message = str(error.value).partition(str(path))
    assert before in ("", "hand file ", "cannot read ")
    assert name
    assert "\n" not in message
    return message.lstrip(",: ")


# --- tiles and units -------------------------------------------------------------------------


def test_the_tiles_are_those_of_the_rules() -> None:
    assert len(TILES) == int(figure("kinds"))
    assert [TILES[kind].full_name for kind in (0, SHIIKA, SORA)] == ["天海春香", "詩花", "早坂そら"]
    assert TILES[31] == Tile("エミリー", "えみりー", "エミリースチュアート", "Princess")
    expected = [Tile(tile.name, tile.kana, tile.full_name, tile.type) for tile in oracle.read_tiles(TILES_FILE)]
    assert list(TILES) == expected


@pytest.mark.parametrize("year", YEARS)
def test_load_units_reads_the_units_of_the_oracle(year: str) -> None:
    found = load_units(units_file(year), TILES)
    assert len(found) == int(figure(f"units_{year}"))
    assert found == tuple(Unit(unit.name, unit.members) for unit in units_of(year))
    assert {kind for unit in found for kind in unit.members} == set(KINDS) - {SORA}
    assert sorted(DATA.glob("units_*.csv")) == [units_file(year) for year in YEARS]


def test_columns_may_be_in_any_order_with_others_and_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "units.csv"
    path.write_text("\ufeffmembers,song,id,name\r\nﾛｺ\u3000はるか  如月千早,,0,two\r\n", encoding="utf-8")
    assert load_units(path, TILES) == (Unit("two", (0, 1, 24)),)


def test_files_may_have_63_kinds_and_units_13_members(tmp_path: Path) -> None:
    tiles = load_tiles(write(tmp_path, MANY_TILES[:MAX_KINDS], *TILE_COLUMNS))
    assert len(tiles) == MAX_KINDS
    last = tuple(range(MAX_KINDS - MAX_TILES, MAX_KINDS))
    members = " ".join(f"name{kind}" for kind in last)
    units = load_units(write(tmp_path, [["0", "last", members]], *UNIT_COLUMNS), tiles)
    assert units[0].members == last
    assert int(unit_tables(units, MAX_KINDS).mask[0]) == sum(1 << kind for kind in last)


@pytest.mark.parametrize(("row", "column", "value", "message"), BY_HAND["wrong tiles"])
def test_the_error_names_a_wrong_tile(tmp_path: Path, row: int, column: str, value: str, message: str) -> None:
    rows = changed(TILE_ROWS, row, TILE_COLUMNS.index(column), value)
    assert refusal(load_tiles, write(tmp_path, rows, *TILE_COLUMNS)).startswith(message)


@pytest.mark.parametrize(("row", "column", "value", "message"), BY_HAND["wrong units"])
def test_the_error_names_a_wrong_unit(tmp_path: Path, row: int, column: str, value: str, message: str) -> None:
    rows = changed(UNIT_ROWS, row, UNIT_COLUMNS.index(column), value)
    assert refusal(LOADERS["units"], write(tmp_path, rows, *UNIT_COLUMNS)).startswith(message)


@pytest.mark.parametrize(
    ("file", "rows", "columns"), [("tiles", TILE_ROWS, TILE_COLUMNS), ("units", UNIT_ROWS, UNIT_COLUMNS)]
)
def test_the_error_names_a_missing_column(
    tmp_path: Path, file: str, rows: list[list[str]], columns: tuple[str, ...]
) -> None:
    for number, column in enumerate(columns):
        others = [[*row[:number], *row[number + 1 :]] for row in [list(columns), *rows]]
        message = refusal(LOADERS[file], write(tmp_path, others[1:], *others[0]))
        assert message == f"the column {column} is missing; it needs {', '.join(columns)}"


@pytest.mark.parametrize(
    ("file", "rows", "message"),
    [("tiles", MANY_TILES, "there must be 1 to 63 tiles, not 64"), ("tiles", [], "there must be 1 to 63 tiles, not 0"),
     ("units", [], "there are no units in it")],
)  # fmt: skip
def test_the_error_names_a_wrong_number_of_rows(tmp_path: Path, file: str, rows: list[list[str]], message: str) -> None:
    columns = TILE_COLUMNS if file == "tiles" else UNIT_COLUMNS
    assert refusal(LOADERS[file], write(tmp_path, rows, *columns)) == message


@pytest.mark.parametrize("file", LOADERS)
def test_the_error_names_a_missing_file_a_folder_and_another_format(tmp_path: Path, file: str) -> None:
    load, path = LOADERS[file], tmp_path / "no.csv"
    assert refusal(load, path) == "No such file or directory"
    assert refusal(load, tmp_path) == "Is a directory"
    about_columns = "the columns must be hand" if file == "hands" else "the column id is missing"
    for content in (b"", b"\n\n", b"what is this\n"):
        path.write_bytes(content)
        assert about_columns in refusal(load, path)
    path.write_text("id,hand,hand\n0,春香,千早\n", encoding="utf-8")
    assert refusal(load, path) == "the column hand occurs twice"
    for content in ("id,hand\n0,春香\n".encode("cp932"), b"\x89PNG\r\n\x1a\n\x00\xff", "hand\n春香\n".encode("utf-16")):
        path.write_bytes(content)
        assert refusal(load, path).startswith("is not a CSV file in UTF-8")


# --- hands -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "expected"), BY_HAND["hand files"].items())
def test_read_questions_reads_hands_as_people_write_them(tmp_path: Path, text: str, expected: list[object]) -> None:
    path = tmp_path / "hands.csv"
    path.write_text(text, encoding="utf-8-sig", newline="")
    found = list(read_questions(path, TILES, UNITS))
    assert [one.number for one in found] == list(range(1, len(expected) + 1))
    assert [[list(one.hand), list(one.called), one.main] for one in found] == expected


@pytest.mark.parametrize(("row", "message"), BY_HAND["wrong rows of hands"].items())
def test_the_error_names_a_wrong_hand(tmp_path: Path, row: str, message: str) -> None:
    path = write(tmp_path, [["春香,,"], ["千早,,"], [row], ["美希,,"]], "hand", "called", "main")
    assert refusal(LOADERS["hands"], path).startswith(f"hand 3: {message}")


@pytest.mark.parametrize(
    "header", ["called,main", "hands", "hand,main idol", "春香,千早", "Hand", "hand,called,main,more"]
)
def test_the_error_names_other_columns_of_a_hand_file(tmp_path: Path, header: str) -> None:
    columns = header.split(",")
    with pytest.raises(InputError) as error:
        LOADERS["hands"](write(tmp_path, [["春香"]], *columns))
    message = f"the columns must be hand, and perhaps called and main, but are {', '.join(columns)}"
    assert str(error.value) == f"hand file {tmp_path / 'file.csv'}: {message}"


# --- the configuration -----------------------------------------------------------------------

SECTION = yaml.safe_load((DATA.parent.parent / "config.yaml").read_text(encoding="utf-8"))["millijan"]


@pytest.mark.parametrize("rules", list(RuleSet))
def test_the_section_of_the_project_is_right_under_all_rules(monkeypatch: pytest.MonkeyPatch, rules: RuleSet) -> None:
    monkeypatch.chdir(DATA.parent.parent)
    configuration = checked(Configuration, {**SECTION, "rules": rules.value})
    configuration.check_files()
    assert configuration.model_dump() == {**SECTION, "rules": rules.value}


@pytest.mark.parametrize(("key", "value", "allowed"), BY_HAND["wrong settings"])
def test_the_error_names_the_allowed_values_of_a_key(key: str, value: object, allowed: str) -> None:
    first, _, second = key.partition(".")
    section = {**SECTION, first: {**SECTION[first], second: value} if second else value}
    with pytest.raises(Error) as error:
        checked(Configuration, section)
    assert f"{key}: must be {allowed}, but is {value!r}" in str(error.value)


@pytest.mark.parametrize("key", ["tile_file", "unit_file", "hand_file"])
def test_the_error_names_a_missing_data_file(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.chdir(DATA.parent.parent)
    configuration = checked(Configuration, {**SECTION, key: "none.csv"})
    with pytest.raises(Error, match=r"cannot read none\.csv: No such file or directory"):
        configuration.check_files()


# --- the document ----------------------------------------------------------------------------

FULL_RUN = PACKAGED / "millijan" / "millijan.db"


def rows_of_document(header: str) -> list[list[str]]:
    """The cells of the table of docs/millijan.md with this header, and no thousands commas."""
    lines = (CHECKOUT / "docs" / "millijan.md").read_text(encoding="utf-8").splitlines()
    table = takewhile(lambda line: line.startswith("|"), lines[lines.index(header) + 2 :])
    return [[cell.strip().replace(",", "") for cell in line.strip("|").split("|")] for line in table]


def shown(value: float, like: str) -> str:
    """A value with as many decimals as `like`, a share in percent."""
    decimals = len(like.removesuffix(" %").partition(".")[2])
    return f"{100 * value:.{decimals}f} %" if like.endswith(" %") else f"{value:.{decimals}f}"


def test_the_document_has_the_winning_deals_of_the_full_run() -> None:
    found = {
        deck.replace("all", "all 54 kinds"): values
        for deck, *values in rows_of(
            FULL_RUN,
            "SELECT deck, sum(deals), sum(share), sum(score * share) / sum(share) FROM winning_deals GROUP BY deck",
        )
    }
    rows = rows_of_document("| deck | deals that win | all deals | share | mean score of a win |")
    assert {deck for deck, *_ in rows} == found.keys()
    for deck, deals, _, share, score in rows:
        assert (deals, share, score) == tuple(map(shown, found[deck], (deals, share, score))), deck


def test_the_document_has_the_tenpai_and_the_games_of_the_full_run_with_95_percent_intervals() -> None:
    waiting = {(deck, n): values for deck, n, *values in rows_of(FULL_RUN, "SELECT * FROM waiting_deals")}
    games = rows_of(FULL_RUN, "SELECT deck, mean_draws, 1.96 * mean_draws_error FROM simulated_games")
    of_deck = {deck: values for deck, *values in games}
    rows = rows_of_document("| deck | deals of 12 in tenpai | share | deals of 13 in tenpai | share | draws to a win |")
    assert len(rows) == len(of_deck)
    for name, *cells, draws in rows:
        deck = name.replace("all 54 kinds", "all")
        for n_tiles, (deals, share) in ((12, cells[:2]), (13, cells[2:])):
            assert not deals or [deals, share] == [*map(shown, waiting[deck, n_tiles][:2], (deals, share))], deck
        assert draws.split(" ± ") == [shown(value, "0.00") for value in of_deck[deck]], deck
