"""A table of a database as a Parquet file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from tablebases.errors import Error
from tablebases.files import check_seal, connect_to_read, renamed_when_complete
from tablebases.messages import say

if TYPE_CHECKING:
    import pyarrow

ROWS_IN_A_GROUP = 100_000
ORDER = "1, 2, 3, 4"
"""The first four columns tell the rows of every table that is written so apart."""


def _schema(connection: sqlite3.Connection, table: str) -> pyarrow.Schema:
    """The columns of a table with their meanings.

    Raises:
        Error: pyarrow is not installed, or there is no such table.
    """
    try:
        import pyarrow as pa
    except ImportError as error:
        raise Error(
            "Parquet is written by pyarrow, which is not installed; "
            "`pip install --constraint constraints.txt --editable '.[release]'` does"
        ) from error
    columns = connection.execute(
        "SELECT column_name, type, meaning FROM columns WHERE table_name = ? ORDER BY rowid", (table,)
    ).fetchall()
    if not columns:
        raise Error(f"there is no table {table} in this database")
    kinds = {"INTEGER": pa.int64(), "REAL": pa.float64(), "TEXT": pa.string(), "BLOB": pa.binary()}
    return pa.schema([pa.field(name, kinds[kind], metadata={"meaning": meaning}) for name, kind, meaning in columns])


def _batches(connection: sqlite3.Connection, table: str, schema: pyarrow.Schema) -> Iterator[pyarrow.RecordBatch]:
    import pyarrow as pa

    rows = connection.execute(f"SELECT * FROM {table} ORDER BY {ORDER}")  # noqa: S608
    while part := rows.fetchmany(ROWS_IN_A_GROUP):
        columns = zip(*part, strict=True)
        yield pa.record_batch(
            [pa.array(column, of) for column, of in zip(columns, schema.types, strict=True)], schema=schema
        )


def write_parquet(database: Path, table: str, out: Path) -> None:
    """Write a table or a view as Parquet, in the order of its first columns: equal tables give equal bytes.

    Raises:
        Error: the database is damaged, has no such table, or pyarrow is not installed.
    """
    with closing(connect_to_read(database)) as connection:
        schema = _schema(connection, table)
        check_seal(database)
        from pyarrow import parquet

        count = 0
        with (
            renamed_when_complete(out) as partial,
            parquet.ParquetWriter(partial, schema, compression="zstd") as writer,
        ):
            for batch in _batches(connection, table, schema):
                writer.write_batch(batch)
                count += batch.num_rows
    say(f"{out.name}: {count:,} rows, {out.stat().st_size / 1e6:,.1f} MB")
