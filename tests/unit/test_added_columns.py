"""A column that a later version adds to a table breaks no reader of this one."""

from __future__ import annotations

import shlex
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tablebases import nine_tiles
from tablebases.database import checksums_row, open_rows, part_checksums
from tablebases.files import seal
from tablebases.nine_tiles.tablebase import BEST_TOWNS
from tests.command_lines.typed import run_typed

LINES = {
    "nine_tiles": [
        "nine-tiles summary --json",
        "nine-tiles cards --json",
        "nine-tiles best 5 6 --json",
        "nine-tiles best {mixed} --towns 3 --json",
        "nine-tiles best 5 6 --with 'tile 1 at row 1 column 1' --json",
        "nine-tiles learn 1 --json",
        "nine-tiles probe {pattern} --json",
        "nine-tiles towns 7 --json",
        "nine-tiles towns --with 'tile 1 at row 1 column 1' --json",
        "nine-tiles find 't05 >= 2' --json",
    ],
    "arrow": ["arrow summary --json"],
    "godomachi": [
        "godomachi summary --json",
        "godomachi pair 8 22 206 --moves --json",
        "godomachi puzzle --plies 3 --seed 1 --json",
    ],
    "millijan": ["millijan summary --json"],
}


def add_columns(path: Path) -> None:
    """Add a column to the end of every table, and write all checksums anew."""
    with closing(sqlite3.connect(path)) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        for table in tables:
            database.execute(f"ALTER TABLE {table} ADD COLUMN added INTEGER NOT NULL DEFAULT 7")
        if "checksums" in tables:
            for name, keys in database.execute("SELECT table_name, keys FROM checksums").fetchall():
                row = checksums_row(name, keys, part_checksums(database, name, keys))
                sql = "UPDATE checksums SET keys = ?, parts = ?, crc = ? WHERE table_name = ?"
                database.execute(sql, (*row[1:], name))
        database.commit()
    seal(path)


@pytest.mark.thorough
@pytest.mark.parametrize("game", LINES)
def test_answers_are_the_same_with_a_column_more_in_every_table(
    game: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    folder: Path = request.getfixturevalue(f"{game}_folder")
    shutil.copytree(folder, tmp_path / "wider")
    databases = sorted((tmp_path / "wider").glob("*.db"))
    assert databases
    for path in databases:
        add_columns(path)
    values = {}
    if game == "nine_tiles":
        with nine_tiles.open_results(folder) as results:
            values["pattern"] = results.towns(7).first[0].town.pattern
        with open_rows(folder / "best_towns.db", BEST_TOWNS) as database:
            (values["mixed"],) = database.execute("SELECT max(theme_set_id) FROM mixes").fetchone()

    def answered(line: str, results: Path) -> str:
        return run_typed(shlex.split(f"{line.format(**values)} --results {results}")).output

    for line in LINES[game]:
        before, after = answered(line, folder), answered(line, tmp_path / "wider")
        assert before.startswith("{"), line
        assert before.replace(str(folder), "") == after.replace(str(tmp_path / "wider"), ""), line
