"""Database artifacts."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.artifact.files import connect_to_read, renamed_when_complete
from pipeline.artifact.provenance import ProvenanceNotes, content_digest
from pipeline.errors import PipelineError

PAGE_SIZE = 65536
"""Large pages: a block of a thousand town patterns stays on one."""

ROWS_AT_ONCE = 100_000
LOOKED_AT_WHOLE = 16 * 2**20
"""Bytes of the largest database of which every page is looked at when it is opened."""

MAKE_AGAIN = "remove it and run `snakemake` to make it again"


def bytes_of(array: NDArray[Any]) -> memoryview:
    """The bytes of an array, row by row, without a copy if they lie so."""
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8).data


class DatabaseWriter:
    """Fills the tables of a database artifact; made by `create_database`."""

    def __init__(self, connection: sqlite3.Connection, provenance: ProvenanceNotes) -> None:
        self.connection = connection
        self.provenance = provenance
        self._digest = hashlib.sha256()

    def execute(self, sql: str) -> None:
        """Run a statement that is the same in every run: a table, a view, a copied table."""
        self._digest.update(sql.encode())
        self.connection.execute(sql)

    def note_rows(self, table: str, count: int) -> None:
        """Say in the provenance how many rows a table has."""
        self.provenance.notes[f"rows {table}"] = str(count)

    def insert_columns(self, table: str, columns: Sequence[NDArray[Any]]) -> None:
        """Insert one row for each place of the columns, integer arrays of the same length."""
        for column in columns:
            self._digest.update(bytes_of(column))
        count = len(columns[0])
        sql = f"INSERT INTO {table} VALUES ({','.join('?' * len(columns))})"  # noqa: S608
        for first in range(0, count, ROWS_AT_ONCE):
            part = [column[first : first + ROWS_AT_ONCE].tolist() for column in columns]
            self.connection.executemany(sql, zip(*part, strict=True))
        self.note_rows(table, count)

    def insert_rows(self, table: str, rows: Iterable[Sequence[Any]], content: Any) -> int:
        """Insert rows whose content is given as bytes too; returns how many there were."""
        self._digest.update(content)
        before = self.connection.total_changes
        iterator = iter(rows)
        first = next(iterator, None)
        if first is None:
            return 0
        sql = f"INSERT INTO {table} VALUES ({','.join('?' * len(first))})"  # noqa: S608
        self.connection.execute(sql, first)
        self.connection.executemany(sql, iterator)
        return self.connection.total_changes - before

    def insert_tables(
        self, tables: Mapping[str, str], content: Mapping[str, Sequence[Sequence[Any]]]
    ) -> None:
        """Create small tables and fill them.

        Args:
            tables: table -> its columns and options, as SQL.
            content: table -> its rows.
        """
        for table, columns in tables.items():
            self.execute(f"CREATE TABLE {table} {columns}")
            self.insert_rows(table, content[table], repr(content[table]).encode())
            self.note_rows(table, len(content[table]))

    def copy_table(self, table: str, source: Path) -> None:
        """Fill a table from the same table, of the same SQL, of another database artifact.

        SQLite then copies records as they are, ten times as fast as it makes them.
        """
        self._digest.update(content_digest(source).encode())
        self.connection.execute("COMMIT")
        self.connection.execute("ATTACH ? AS source", (str(source),))
        self.connection.execute("BEGIN")
        self.connection.execute(f"INSERT INTO main.{table} SELECT * FROM source.{table}")  # noqa: S608
        self.connection.execute("COMMIT")
        self.connection.execute("DETACH source")
        self.connection.execute("BEGIN")
        count = self.connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608
        self.note_rows(table, count)

    def copy_tables(
        self,
        tables: Mapping[str, Mapping[str, str]],
        sources: Mapping[str, Path],
        schema_version: int,
    ) -> None:
        """Create tables that stages have written, and fill them from the artifacts of these.

        Args:
            tables: stage -> table -> its columns and options, as SQL.
            sources: stage -> its artifact.
            schema_version: of all of them.

        Raises:
            PipelineError: an artifact is damaged, foreign, or of another schema version.
        """
        for stage, tables_of_stage in tables.items():
            open_database(sources[stage], stage, schema_version).close()
            for table, columns in tables_of_stage.items():
                self.execute(f"CREATE TABLE {table} {columns}")
                self.copy_table(table, sources[stage])

    def insert_array(self, name: str, array: NDArray[Any]) -> None:
        """Keep an array for programs, which read it back with `read_array`."""
        content = bytes_of(array)
        shape = " ".join(map(str, array.shape))
        self._digest.update(f"{name} {array.dtype.str} {shape}".encode())
        self._digest.update(content)
        self.connection.execute(
            "INSERT INTO arrays VALUES (?, ?, ?, ?)",
            (name, array.dtype.str, shape, content),
        )

    def finish(self) -> None:
        """Write the provenance, which must come last."""
        notes = self.provenance.complete(self._digest.hexdigest())
        self.connection.execute(
            "CREATE TABLE provenance (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT"
        )
        self.connection.executemany("INSERT INTO provenance VALUES (?, ?)", notes.items())


ARRAYS_TABLE = """
CREATE TABLE arrays (
    name TEXT PRIMARY KEY, dtype TEXT NOT NULL, shape TEXT NOT NULL, data BLOB NOT NULL
) STRICT
"""


@contextmanager
def create_database(
    path: Path, schema_version: int, provenance: ProvenanceNotes
) -> Iterator[DatabaseWriter]:
    """Write a database artifact; it appears at `path` only if the block ends well.

    Args:
        path: where it will be.
        schema_version: kept as `PRAGMA user_version`.
        provenance: what to say of its making.

    Raises:
        PipelineError: it cannot be written.
    """
    with (
        renamed_when_complete(path) as partial,
        closing(sqlite3.connect(partial, isolation_level=None)) as connection,
    ):
        # Safe because nobody reads the file, or keeps it after a failure, before it is renamed.
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")
        connection.execute(f"PRAGMA user_version = {schema_version}")
        writer = DatabaseWriter(connection, provenance)
        connection.execute("BEGIN")
        connection.execute(ARRAYS_TABLE)
        yield writer
        writer.finish()
        connection.execute("COMMIT")


def open_database(path: Path, stage: str, schema_version: int) -> sqlite3.Connection:
    """Open a database artifact for reading.

    Args:
        path: where it is.
        stage: the stage that must have written it.
        schema_version: the version that the caller can read.

    Raises:
        PipelineError: it is missing, cut short, damaged, foreign, or of another schema version.
    """
    connection = connect_to_read(path)
    try:
        found = connection.execute("PRAGMA user_version").fetchone()[0]
        rows = connection.execute("SELECT value FROM provenance WHERE key = 'stage'").fetchall()
        fault = _fault_of(connection, path)
    except sqlite3.Error as error:
        connection.close()
        raise PipelineError(
            f"{path} was not written by this program ({error}); move it away and run "
            f"`snakemake -R {stage}`"
        ) from error
    if rows != [(stage,)]:
        connection.close()
        raise PipelineError(
            f"{path} was not written by the stage {stage}; move it away and run "
            f"`snakemake -R {stage}`"
        )
    if found != schema_version:
        connection.close()
        raise PipelineError(
            f"{path} has schema version {found}, but this program reads version "
            f"{schema_version}; run `snakemake -R {stage}` to make it again"
        )
    if fault:
        connection.close()
        raise PipelineError(f"{path} is damaged ({fault}); {MAKE_AGAIN}")
    return connection


def _fault_of(connection: sqlite3.Connection, path: Path) -> str | None:
    """What is wrong with a database of which all pages can be looked at quickly."""
    if path.stat().st_size > LOOKED_AT_WHOLE:
        return None
    try:
        ((found,),) = connection.execute("PRAGMA quick_check(1)").fetchall()
    except sqlite3.Error as error:
        return str(error)
    return None if found == "ok" else " ".join(found.split())


def _file_of(connection: sqlite3.Connection) -> str:
    return str(connection.execute("PRAGMA database_list").fetchone()[2])


def read_array(connection: sqlite3.Connection, name: str) -> NDArray[Any]:
    """An array that `DatabaseWriter.insert_array` kept, with its shape and dtype.

    Raises:
        PipelineError: the database is damaged.
    """
    try:
        row = connection.execute(
            "SELECT dtype, shape, data FROM arrays WHERE name = ?", (name,)
        ).fetchone()
    except sqlite3.Error as error:
        raise PipelineError(f"{_file_of(connection)} is damaged ({error}); {MAKE_AGAIN}") from error
    if row is None:
        raise PipelineError(f"{_file_of(connection)} has no array {name}; {MAKE_AGAIN}")
    dtype, shape, data = row
    return np.frombuffer(data, dtype=dtype).reshape([int(n) for n in shape.split()])


def read_array_rows(connection: sqlite3.Connection, name: str, rows: Sequence[int]) -> NDArray[Any]:
    """Some rows of a two-dimensional array that `DatabaseWriter.insert_array` kept.

    Takes a fraction of the time and memory of `read_array` where few of the rows are asked for.

    Raises:
        PipelineError: the database is damaged.
    """
    try:
        rowid, dtype, shape = connection.execute(
            "SELECT rowid, dtype, shape FROM arrays WHERE name = ?", (name,)
        ).fetchone()
        columns = int(shape.split()[1])
        found = np.empty((len(rows), columns), dtype=dtype)
        with connection.blobopen("arrays", "data", rowid, readonly=True) as blob:
            for place, row in enumerate(rows):
                blob.seek(row * found[place].nbytes)
                found[place] = np.frombuffer(blob.read(found[place].nbytes), dtype=dtype)
    except (sqlite3.Error, TypeError, ValueError, IndexError) as error:
        raise PipelineError(f"{_file_of(connection)} is damaged ({error}); {MAKE_AGAIN}") from error
    return found
