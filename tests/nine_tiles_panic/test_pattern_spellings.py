"""Patterns have a bar in CSV files and databases, none in JSON, are read with and without one; lists have commas."""

from __future__ import annotations

import csv
import json
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pandas as pd
import pytest

from tablebases import nine_tiles
from tablebases.nine_tiles.best_towns import outcomes_in, read_best_towns, towns_in
from tests.command_lines.typed import run_typed
from tests.databases import rows_of
from tests.nine_tiles_panic.helpers import barred
from tests.outputs import printed_csv, printed_json

TOWN, OTHER = "206745813361230035", "523064178274413330"
BARRED = re.compile(r"(?P<tiles>[0-9]+)\|[0-9]+")


def is_barred(pattern: str) -> bool:
    """Whether a pattern has a bar in its middle."""
    match = BARRED.fullmatch(pattern)
    return bool(match) and len(match["tiles"]) == len(pattern) // 2


def test_all_patterns_of_databases_and_csv_files_have_a_bar(artifacts: Path) -> None:
    found: dict[str, list[str]] = {}
    for path in artifacts.glob("*.db"):
        tables = rows_of(path, "SELECT table_name FROM columns WHERE column_name = 'pattern'")
        for (table,) in tables:
            rows = rows_of(path, f"SELECT pattern FROM {table}")
            found[f"{table} in {path.name}"] = [pattern for (pattern,) in rows]
    for path in artifacts.glob("*.csv"):
        read = pd.read_csv(path)
        if "pattern" in read.columns:
            found[path.name] = read["pattern"].tolist()
    of_databases = (
        "towns in best_towns.db",
        "mixes in best_towns.db",
        "mixes in answers.db",
        "most_win_min in answers.db",
    )
    assert set(found) == {*of_databases, "most_win_min.csv", "town_synonyms.csv"}
    for name, patterns in found.items():
        assert patterns or name.startswith("mixes"), name
        assert all(map(is_barred, patterns)), name


def test_pandas_merges_a_csv_file_with_a_database_on_the_pattern(artifacts: Path) -> None:
    answers = pd.read_csv(artifacts / "most_win_min.csv")
    with closing(sqlite3.connect(artifacts / "best_towns.db")) as database:
        towns = pd.read_sql("SELECT * FROM towns", database)
    merged = answers.merge(towns, on="pattern", suffixes=("", "_of_town"))
    assert len(merged) == len(answers) > 0
    assert (merged["theme_synonym_id"] == merged["theme_synonym_id_of_town"]).all()
    assert (merged["5"] == merged["t05"]).all()


def test_databases_with_and_without_bars_are_read_alike(artifacts: Path) -> None:
    path = artifacts / "best_towns.db"
    read = read_best_towns(path)
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(":memory:")) as copy:
        source.backup(copy)
        copy.row_factory = sqlite3.Row
        mixed = outcomes_in(copy)
        for table in ("towns", "mixes"):
            copy.execute(f"UPDATE {table} SET pattern = replace(pattern, '|', '')")
        assert copy.execute("SELECT count(*) FROM towns WHERE pattern LIKE '%|%'").fetchone()[0] == 0
        assert towns_in(copy, read.themes) == read.towns
        assert outcomes_in(copy) == mixed
    patterns = [town.pattern for town in read.towns.values()]
    patterns += [row.pattern for outcome in mixed.values() for row in outcome.mix]
    assert all(pattern.isdigit() for pattern in patterns)


OF_THE_PACKAGE: list[tuple[Sequence[str], Sequence[str]]] = [
    (("best", "2", "5", "18"), ("town",)),
    (("best", "12"), ("town",)),
    (("learn", "3"), ("town",)),
    (("judge", "5", "18", TOWN, OTHER), ("town", "change_town")),
]
OF_RESULTS: list[tuple[Sequence[str], Sequence[str]]] = [
    (("towns", "1"), ("town",)),
    (("towns", "--with", "tile 1 back"), ("town",)),
    (("complete", "5|?f", "5"), ("town",)),
    (("best", "5", "--with", "tile 1 back"), ("town",)),
    (("best", "5", "--towns", "3"), ("town",)),
]


@pytest.mark.parametrize(("words", "columns"), OF_THE_PACKAGE + OF_RESULTS, ids=lambda each: " ".join(each))
def test_commands_print_the_bar_in_csv_only(artifacts: Path, words: Sequence[str], columns: Sequence[str]) -> None:
    """Digits in JSON and in text."""
    typed = ["nine-tiles", *words]
    if (words, columns) in OF_RESULTS:
        typed += ["--results", str(artifacts)]
    rows = printed_csv(typed)
    patterns = [row[column] for row in rows for column in columns if row[column]]
    assert patterns
    assert all(map(is_barred, patterns))
    text, of_json = run_typed(typed).output, json.dumps(printed_json(typed))
    for pattern in patterns:
        plain = pattern.replace("|", "")
        assert plain in text
        assert f'"{plain}"' in of_json
        assert pattern not in text + of_json


def test_a_probe_lists_the_town_with_a_bar_in_csv(artifacts: Path) -> None:
    (town,) = nine_tiles.best(5, results=artifacts).answers[0].towns
    typed = ["nine-tiles", "probe", town.rotate().pattern, "--results", str(artifacts)]
    assert {row["listed"] for row in printed_csv(typed)} == {barred(town.pattern)}
    assert printed_json(typed)["listed"] == town.pattern


@pytest.mark.parametrize("command", ["score", "draw", "probe"])
def test_commands_read_patterns_with_and_without_a_bar(artifacts: Path, command: str) -> None:
    small = command == "probe"
    pattern = nine_tiles.best(5, results=artifacts).answers[0].towns[0].pattern if small else TOWN
    where = ["--results", str(artifacts)] if small else ["--text"] if command == "draw" else []
    plain, with_bar = (run_typed(["nine-tiles", command, each, *where]) for each in (pattern, barred(pattern)))
    assert (plain.status, plain.output) == (0, with_bar.output)


def test_functions_read_what_csv_files_and_databases_have() -> None:
    assert nine_tiles.Town.parse(barred(TOWN)) == nine_tiles.Town(TOWN)
    assert nine_tiles.score(barred(TOWN)) == nine_tiles.score(TOWN)
    assert nine_tiles.judge([5], [barred(TOWN), barred(OTHER)]) == nine_tiles.judge([5], [TOWN, OTHER])


def test_no_list_in_a_csv_file_is_separated_by_blanks_alone(artifacts: Path) -> None:
    lists = 0
    for path in artifacts.glob("*.csv"):
        with path.open(newline="") as file:
            for cell in (cell for row in csv.reader(file) for cell in row):
                assert not re.search(r"\w \w", cell), (path.name, cell)
                lists += ", " in cell
    assert lists > 1000


def test_a_list_in_a_cell_has_commas() -> None:
    towns = ["325874016041515030", "102583764370204053"]
    rows = printed_csv(["nine-tiles", "judge", "23", *towns])
    assert [row["change_tiles"] for row in rows] == ["4", "0, 4"]
