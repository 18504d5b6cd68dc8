"""Write files of a release: databases, tables as Parquet, the atlas as an archive, digests."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tablebases.errors import Error
from tablebases.fetching import MAX_BYTES
from tablebases.files import SUMS, check_seal, connect_to_read, read_sums, renamed_when_complete, sums_of
from tablebases.messages import say

if TYPE_CHECKING:
    import pyarrow

READABLE_FILE = 0o100644 << 16
ROWS_IN_A_GROUP = 100_000
ORDER = "1, 2, 3, 4"
"""The first four columns identify a row in every table written as Parquet."""


def put_database(database: Path, out: Path) -> None:
    """Link a database into the release, or copy it.

    Raises:
        Error: the database is damaged, or too large for servers of data.
    """
    connect_to_read(database).close()
    check_seal(database)
    size = database.stat().st_size
    if size >= MAX_BYTES:
        raise Error(f"{database} has {size / 1e9:.1f} GB; files of a release must be smaller than 2 GB")
    with renamed_when_complete(out) as partial:
        partial.unlink()
        try:
            os.link(database, partial)
        except OSError:
            shutil.copyfile(database, partial)
    say(f"{out.name}: {size / 1e6:,.1f} MB")


def _schema(connection: sqlite3.Connection, table: str) -> pyarrow.Schema:
    """The columns of a table with their meanings."""
    try:
        import pyarrow as pa
    except ImportError as error:
        raise Error(
            "Parquet files need pyarrow, which is not installed; "
            "`pip install --constraint constraints.txt --editable '.[release]'` installs it"
        ) from error
    columns = connection.execute(
        "SELECT column_name, type, meaning FROM columns WHERE table_name = ? ORDER BY rowid", (table,)
    ).fetchall()
    if not columns:
        raise Error(f"there is no table {table} in this database")
    types = {"INTEGER": pa.int64(), "REAL": pa.float64(), "TEXT": pa.string(), "BLOB": pa.binary()}
    return pa.schema([pa.field(name, types[type_], metadata={"meaning": meaning}) for name, type_, meaning in columns])


def _batches(connection: sqlite3.Connection, table: str, schema: pyarrow.Schema) -> Iterator[pyarrow.RecordBatch]:
    import pyarrow as pa

    rows = connection.execute(f"SELECT * FROM {table} ORDER BY {ORDER}")  # noqa: S608
    while batch := rows.fetchmany(ROWS_IN_A_GROUP):
        columns = zip(*batch, strict=True)
        yield pa.record_batch(
            [pa.array(column, type_) for column, type_ in zip(columns, schema.types, strict=True)], schema=schema
        )


def write_parquet(database: Path, table: str, out: Path) -> None:
    """Write a table as Parquet; equal tables give equal bytes.

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


def atlas_files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Name and content of the files of an atlas: its SHA256SUMS, and those that this lists.

    Raises an Error if there is no atlas in the folder.
    """
    if not (folder / SUMS).is_file():
        raise Error(f"{folder} is no atlas; `snakemake atlas` builds it")
    for name in sorted({SUMS, *read_sums(folder / SUMS)}):
        yield name, (folder / name).read_bytes()


def pack_atlas(atlas: Path, out: Path) -> None:
    """Pack the atlas into an archive; equal files give equal bytes, whatever their timestamps."""
    with renamed_when_complete(out) as partial, ZipFile(partial, "w") as archive:
        for name, content in atlas_files(atlas):
            entry = ZipInfo(f"atlas/{name}")  # dated 1980, the first year that archives know
            entry.compress_type = ZIP_DEFLATED
            entry.external_attr = READABLE_FILE
            archive.writestr(entry, content)
    say(f"{out.name}: {out.stat().st_size / 1e3:,.0f} kB")


def write_checksums(files: Iterable[Path], out: Path) -> None:
    """List the SHA-256 of files in the folder of `out`, as `sha256sum -c` reads it."""
    files = list(files)
    with renamed_when_complete(out) as partial:
        partial.write_text(sums_of(files, out.parent), encoding="utf-8")
    say(f"{out.name}: {len(files)} files")
