"""Tables of databases, each defined once with SQLAlchemy Core: what it holds, and what every column means.

    SIZES = table("sizes", "How many shapes there are.", integer("n", "cells", key=True), integer("count", "how many"))
    DATABASE = Schema("godomachi_database", 1, (SIZES,), "godomachi.db", "Everything about Godomachi.")

The definitions make the tables (STRICT), the inserts and the queries, the table `columns` of every database, and
docs/tables.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import REAL, Column, Computed, Integer, LargeBinary, MetaData, Table, Text
from sqlalchemy.dialects.sqlite import dialect
from sqlalchemy.schema import CreateTable
from sqlalchemy.types import TypeEngine

from pipeline.core.opened import Kind

DIALECT = dialect()
AnyColumn = Column[Any]


@dataclass(frozen=True)
class Schema(Kind):
    """The tables and views of a kind of database."""

    tables: Sequence[Table]
    """In the order in which they are made; a view behind what it reads."""
    file: str = ""
    """Its name in the folder of results, if people are to read it."""
    meaning: str = ""
    """What it is for, in a sentence."""
    example: str = ""
    """A query that says something of it."""
    parts: Mapping[str, int] = field(default_factory=dict)
    """Tables that can be read in parts, and how many keys a part has; `CHECKSUMS` is then among the tables."""


def _column(name: str, kind: TypeEngine[Any], meaning: str, key: bool, null: bool, computed: str | None) -> AnyColumn:
    """A column. meaning: with its unit and range; key: is it part of the primary key; null: may it be empty."""
    generated = [] if computed is None else [Computed(computed, persisted=False)]
    return Column(name, kind, *generated, primary_key=key, nullable=null, comment=meaning, autoincrement=False)


def integer(
    name: str, meaning: str, *, key: bool = False, null: bool = False, computed: str | None = None
) -> AnyColumn:
    """A column of whole numbers. computed: SQL that derives it from others; it is then not inserted."""
    return _column(name, Integer(), meaning, key, null, computed)


def text(name: str, meaning: str, *, key: bool = False, null: bool = False) -> AnyColumn:
    """A column of text."""
    return _column(name, Text(), meaning, key, null, None)


def real(name: str, meaning: str, *, null: bool = False) -> AnyColumn:
    """A column of floating-point numbers."""
    return _column(name, REAL(), meaning, False, null, None)


def blob(name: str, meaning: str, *, key: bool = False, null: bool = False) -> AnyColumn:
    """A column of bytes."""
    return _column(name, LargeBinary(), meaning, key, null, None)


def table(name: str, meaning: str, *columns: AnyColumn, rowid: bool = True) -> Table:
    """A table. rowid: False keeps the rows in the order of the primary key (WITHOUT ROWID)."""
    return Table(name, MetaData(), *columns, comment=meaning, sqlite_strict=True, sqlite_with_rowid=rowid)


def view(name: str, meaning: str, sql: str, *columns: AnyColumn) -> Table:
    """A view, which is queried like a table. sql: the SELECT behind it; its columns in the same order."""
    return Table(name, MetaData(), *columns, comment=meaning, info={"view": sql})


def create_statement(of: Table) -> str:
    """The SQL that makes a table or a view."""
    if "view" in of.info:
        return f"CREATE VIEW {of.name} AS\n{of.info['view'].strip()}"
    return str(CreateTable(of).compile(dialect=DIALECT)).strip()


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
    "CRC-32 of tables in parts, for programs that need a few rows of a large database: column after column without "
    "those that are derived from others; of numbers as eight bytes each, big endian; of texts and blobs first their "
    "bytes, and then their lengths as such numbers.",
    text("table_name", "the table", key=True),
    integer("keys", "part p has the rows with rowids from p times keys, as many as keys"),
    blob("parts", "the CRC-32 of each part, four bytes, big endian"),
    integer("crc", "the CRC-32 of this row up to here, as of a part"),
    rowid=False,
)


def described(tables: Sequence[Table]) -> list[dict[str, object]]:
    """The rows of the table `columns` for some tables."""
    return [
        {"table_name": of.name, "column_name": column.name, "type": str(column.type), "meaning": column.comment}
        for of in tables
        for column in of.columns
    ]
