"""Tables and databases, defined once.

    SIZES = table("sizes", "How many shapes there are.", integer("n", "cells", key=True), integer("count", "how many"))
    DATABASE = Schema("godomachi_database", 1, "godomachi.db", (SIZES,), "Everything about Godomachi.")

The definitions give the tables (STRICT), inserts and queries, the table `columns` of every database, and
docs/tables.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sqlalchemy import REAL, Column, Computed, Integer, LargeBinary, MetaData, Table, Text
from sqlalchemy.dialects.sqlite import dialect
from sqlalchemy.schema import CreateTable
from sqlalchemy.types import TypeEngine

from tablebases.database import Kind

DIALECT = dialect()
AnyColumn = Column[Any]


@dataclass(frozen=True)
class Schema(Kind):
    """The tables and views of a database."""

    tables: Sequence[Table] = ()
    """In order of creation; a view comes after the tables that it reads."""
    meaning: str = ""
    """The purpose of the database, in a sentence."""
    example: str = ""
    """An example of a query."""
    parts: Mapping[str, int] = field(default_factory=dict)
    """Tables with checksums of parts -> keys in a part; `CHECKSUMS` is then one of the tables."""


def _column(
    type_: TypeEngine[Any],
    name: str,
    meaning: str,
    *,
    key: bool = False,
    null: bool = False,
    computed: str | None = None,
) -> AnyColumn:
    """A column. `meaning` has unit and range. `key` puts it in the primary key, and `null` lets it be empty.

    `computed` is SQL that derives it from others; it is then not inserted.
    """
    generated = [] if computed is None else [Computed(computed, persisted=False)]
    return Column(name, type_, *generated, primary_key=key, nullable=null, comment=meaning, autoincrement=False)


_TYPES: Sequence[TypeEngine[Any]] = (Integer(), Text(), REAL(), LargeBinary())
integer, text, real, blob = (partial(_column, type_) for type_ in _TYPES)
"""Columns of whole numbers, of text, of floating-point numbers, and of bytes; see `_column`."""


def table(name: str, meaning: str, *columns: AnyColumn, rowid: bool = True) -> Table:
    """A table. Without `rowid` the rows are in the order of the primary key (WITHOUT ROWID)."""
    return Table(name, MetaData(), *columns, comment=meaning, sqlite_strict=True, sqlite_with_rowid=rowid)


def view(name: str, meaning: str, sql: str, *columns: AnyColumn) -> Table:
    """A view. `sql` is its SELECT, with the columns in the same order."""
    return Table(name, MetaData(), *columns, comment=meaning, info={"view": sql})


def create_statement(table: Table) -> str:
    """The SQL that creates a table or a view."""
    if "view" in table.info:
        return f"CREATE VIEW {table.name} AS\n{table.info['view'].strip()}"
    return str(CreateTable(table).compile(dialect=DIALECT)).strip()


PROVENANCE = table(
    "provenance",
    "What the database is made from: stage, versions, inputs with their digests, settings, numbers of rows.",
    text("key", "what is said", key=True),
    text("value", "what it is"),
)
COLUMNS = table(
    "columns",
    "Every column of every table and view of this database.",
    text("table_name", "the table or view", key=True),
    text("column_name", "the column", key=True),
    text("type", "INTEGER, REAL, TEXT or BLOB"),
    text("meaning", "what it holds, with its unit and range"),
)
ARRAYS = table(
    "arrays",
    "NumPy arrays for the programs of this project; the tables say the same.",
    text("name", "what it is called", key=True),
    text("dtype", "type and byte order of an element, as NumPy writes it"),
    text("shape", "lengths of the dimensions, with blanks between"),
    blob("data", "the elements, row by row"),
)
CHECKSUMS = table(
    "checksums",
    "CRC-32 of tables in parts, so that a program can verify the few rows that it reads. The bytes of a part are its "
    "columns one after the other, without computed columns. A number has eight bytes, big endian. Texts and blobs have "
    "first the bytes of all values, then the length of each as a number.",
    text("table_name", "the table", key=True),
    integer("keys", "part p has the rows with rowids from p * keys to (p + 1) * keys - 1"),
    blob("parts", "the CRC-32 of each part, four bytes, big endian"),
    integer("crc", "the CRC-32 of the other columns of this row, as of a part"),
    rowid=False,
)


def described(tables: Sequence[Table]) -> list[dict[str, object]]:
    """The rows of the table `columns` for `tables`."""
    return [
        {"table_name": table.name, "column_name": column.name, "type": str(column.type), "meaning": column.comment}
        for table in tables
        for column in table.columns
    ]
