"""docs/tables.md says what the definitions say."""

from __future__ import annotations

from importlib import import_module

import pytest

from pipeline.database import Schema
from scripts.describe_tables import DOCUMENT, document
from scripts.shown_examples import shown_queries
from tablebases.puzzles import PUZZLES

SCHEMAS: list[Schema] = [
    schema for puzzle in PUZZLES for schema in import_module(f"pipeline.{puzzle.package}.tables").DATABASES
]


def test_the_document_is_up_to_date() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document(), "run `make docs`"


def test_every_database_has_an_example_to_run() -> None:
    assert [query.database for query in shown_queries(DOCUMENT)] == [schema.file for schema in SCHEMAS]


@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda schema: schema.file)
def test_every_column_has_a_meaning(schema: Schema) -> None:
    for table in schema.tables:
        assert table.comment, table.name
        assert [column.name for column in table.columns if not column.comment] == [], table.name
