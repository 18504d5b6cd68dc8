"""docs/python.md, docs/tables.md and docs/verification.md are right: examples, tables, and the tests they name."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

from pipeline.database import Schema
from scripts.describe_tables import DOCUMENT, document
from scripts.shown_examples import shown_queries
from tablebases.puzzles import PUZZLES

CHECKOUT = Path(__file__).parents[2]
VERIFICATION = (CHECKOUT / "docs" / "verification.md").read_text(encoding="utf-8")
SCHEMAS: list[Schema] = [
    schema for puzzle in PUZZLES for schema in import_module(f"pipeline.{puzzle.package}.tables").DATABASES
]


@pytest.mark.thorough
def test_the_examples_of_the_tour_are_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # without results, which would come before the package
    monkeypatch.setenv("TABLEBASES_DATA", str(tmp_path / "nothing fetched"))
    results = doctest.testfile(str(CHECKOUT / "docs" / "python.md"), module_relative=False, encoding="utf-8")
    assert results.attempted > 30
    assert results.failed == 0


def test_the_document_of_tables_is_up_to_date() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document(), "run `make docs`"


def test_every_database_has_an_example_to_run() -> None:
    assert [query.database for query in shown_queries(DOCUMENT)] == [schema.file for schema in SCHEMAS]


@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda schema: schema.file)
def test_every_column_has_a_meaning(schema: Schema) -> None:
    for table in schema.tables:
        assert table.comment, table.name
        assert [column.name for column in table.columns if not column.comment] == [], table.name


def test_the_document_of_verification_names_test_files_that_exist() -> None:
    _, _, behind = VERIFICATION.partition("| what is done to a run or an artifact |")
    _, _, *rows = behind.partition("\n\n")[0].splitlines()
    assert len(rows) > 20
    for row in rows:
        files = re.findall(r"`(\w+/test_\w+\.py)`", row)
        assert files, row
        assert [name for name in files if not (CHECKOUT / "tests" / name).is_file()] == []


def test_the_document_of_verification_names_an_existing_test_for_every_fault() -> None:
    modules = (CHECKOUT / "tests").rglob("test_*.py")
    there = {name for path in modules for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.M)}
    faults = {
        int(number): re.findall(r"\btest_\w+", line)
        for number, line in re.findall(r"^\| F(\d+) (.*)$", VERIFICATION, re.M)
    }
    assert faults.keys() == set(range(1, 18))
    assert [number for number, names in faults.items() if not names] == []
    assert {name for names in faults.values() for name in names} - there == set()
