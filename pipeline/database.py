"""Write database artifacts, complete or not at all."""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from itertools import chain, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Table

from pipeline.artifacts import ProvenanceNotes, artifact_renamed_when_complete
from pipeline.schemas import ARRAYS, CHECKSUMS, COLUMNS, DIALECT, PROVENANCE, Schema, create_statement, described
from tablebases.database import checksums_row, open_connection, part_checksums
from tablebases.files import CHUNK_BYTES, content_digest, seal, uri_to_read

if TYPE_CHECKING:
    from numpy.typing import NDArray


PAGE_SIZE = 16384
"""A block of a thousand town boxes fits on one page, and SQLite's cache of two megabytes holds a hundred pages."""

ROWS_BATCH = 20_000
"""Larger ones take longer, because each needs new memory from the system."""
ROWS_IN_A_STATEMENT = 50
"""Rows of two numbers enter in a third of the time that a statement for each of them takes."""


def bytes_of(array: NDArray[Any]) -> memoryview:
    """The bytes of an array, row by row, if possible uncopied."""
    import numpy as np

    return np.ascontiguousarray(array).reshape(-1).view(np.uint8).data


def _inserted_columns(table: Table) -> list[str]:
    return [column.name for column in table.columns if column.computed is None]


def _insert_statement(table: Table, rows: int = 1) -> str:
    names = list(map(DIALECT.identifier_preparer.quote, _inserted_columns(table)))
    row = f"({','.join('?' * len(names))})"
    return f"INSERT INTO {table.name} ({', '.join(names)}) VALUES {','.join([row] * rows)}"  # noqa: S608


class DatabaseWriter:
    """Fill the tables of a database artifact; `create_database` gives one."""

    def __init__(self, connection: sqlite3.Connection, schema: Schema, provenance: ProvenanceNotes) -> None:
        self.connection = connection
        self.parts = schema.parts
        self._part_checksums: dict[str, list[int]] = {}
        self.provenance = provenance
        self._digest = hashlib.sha256()
        for table in schema.tables:
            statement = create_statement(table)
            self._digest.update(statement.encode())
            connection.execute(statement)
        for table in (ARRAYS, COLUMNS, PROVENANCE):
            connection.execute(create_statement(table))
        self.insert(COLUMNS, described([*schema.tables, ARRAYS, COLUMNS, PROVENANCE]))

    def note_rows(self, table: Table, count: int) -> None:
        """Note the number of rows of a table in the provenance."""
        self.provenance.notes[f"rows {table.name}"] = str(count)

    def insert(self, table: Table, rows: Iterable[Mapping[str, object]]) -> None:
        """Insert rows, column name -> value, of a table that fits into memory."""
        names = _inserted_columns(table)
        values = [tuple(row[name] for name in names) for row in rows]
        self.insert_values(table, values, repr(values).encode())
        if table is not COLUMNS:
            self.note_rows(table, len(values))

    def insert_columns(self, table: Table, columns: Sequence[NDArray[Any]]) -> None:
        """Insert columns, integer arrays of the same length."""
        import numpy as np

        for column in columns:
            self._digest.update(bytes_of(column))
        for first in range(0, len(columns[0]), ROWS_BATCH):
            batch = np.column_stack([column[first : first + ROWS_BATCH] for column in columns])
            self._insert_many(table, batch.ravel().tolist())
        self.note_rows(table, len(columns[0]))

    def insert_blobs(
        self, table: Table, keys: NDArray[Any], lengths: NDArray[Any], content: NDArray[Any], digest: bytes
    ) -> None:
        """Insert ascending keys with blobs, which `content` has one after the other, into a table with parts.

        All rows of a part come in one call, the parts in their order. `digest` enters the digest in place of the rows.
        """
        import numpy as np

        self._digest.update(digest)
        found, part_keys = self._part_checksums.setdefault(table.name, []), self.parts[table.name]
        bounds = np.arange(len(found), keys[-1] // part_keys + 2) * part_keys
        if keys[0] < bounds[0]:
            raise ValueError(f"a part of {table.name} comes in two calls")
        row, ends = np.searchsorted(keys, bounds).tolist(), np.append(0, np.cumsum(lengths))
        for rows in map(slice, row[:-1], row[1:]):
            checksum = zlib.crc32(bytes_of(keys[rows].astype(">i8")))
            checksum = zlib.crc32(bytes_of(content[ends[rows.start] : ends[rows.stop]]), checksum)
            found.append(zlib.crc32(bytes_of(lengths[rows].astype(">i8")), checksum))
        whole = bytearray(content)  # sqlite3 binds a bytearray directly, but looks for an adapter for bytes
        blobs = (whole[begin:end] for begin, end in pairwise(ends.tolist()))
        self._insert_many(table, list(chain.from_iterable(zip(keys.tolist(), blobs, strict=True))))

    def _insert_many(self, table: Table, values: Sequence[object]) -> None:
        """Insert rows, whose values follow one another; many rows a statement take a third of the time."""
        row = len(_inserted_columns(table))
        many = ROWS_IN_A_STATEMENT * row
        rest = len(values) - len(values) % many
        for size, begin, end in ((many, 0, rest), (row, rest, len(values))):
            rows = (values[first : first + size] for first in range(begin, end, size))
            self.connection.executemany(_insert_statement(table, size // row), rows)

    def insert_values(self, table: Table, rows: Iterable[Sequence[object]], content: bytes | memoryview) -> None:
        """Insert rows, values in the order of the columns. `content` enters the digest."""
        self._digest.update(content)
        self.connection.executemany(_insert_statement(table), rows)

    def copy_tables(self, sources: Iterable[tuple[Path, Schema]]) -> None:
        """Copy all tables of other database artifacts, each with its schema.

        SQLite copies records ten times as fast as it creates them.
        """
        for path, schema in sources:
            with open_connection(path, schema, whole=True):
                self._digest.update(content_digest(path).encode())
            self.connection.execute("COMMIT")
            self.connection.execute("ATTACH ? AS source", (uri_to_read(path),))
            self.connection.execute("BEGIN")
            for table in (table for table in schema.tables if "view" not in table.info):
                self.connection.execute(f"INSERT INTO main.{table.name} SELECT * FROM source.{table.name}")  # noqa: S608
                (count,) = self.connection.execute(f"SELECT count(*) FROM main.{table.name}").fetchone()  # noqa: S608
                self.note_rows(table, count)
            self.connection.execute("COMMIT")
            self.connection.execute("DETACH source")
            self.connection.execute("BEGIN")

    def insert_array(self, name: str, array: NDArray[Any]) -> None:
        """Insert an array for `read_array`."""
        content = bytes_of(array)
        shape = " ".join(map(str, array.shape))
        self._digest.update(f"{name} {array.dtype.str} {shape}".encode())
        self._digest.update(content)
        sql = f"INSERT INTO {ARRAYS.name} VALUES (?, ?, ?, zeroblob(?))"  # noqa: S608
        cursor = self.connection.execute(sql, (name, array.dtype.str, shape, len(content)))
        with self.connection.blobopen(ARRAYS.name, "data", cursor.lastrowid or 0) as blob:
            for first in range(0, len(content), CHUNK_BYTES):  # SQLite would copy a whole array twice
                blob.write(content[first : first + CHUNK_BYTES])

    def finish(self) -> None:
        """Write the provenance and the checksums of parts, after all other rows."""
        notes = {**self.provenance.notes, "content_digest": self._digest.hexdigest()}
        self.connection.executemany(_insert_statement(PROVENANCE), notes.items())
        for name, keys in self.parts.items():
            found = self._part_checksums.get(name) or part_checksums(self.connection, name, keys)
            self.connection.execute(_insert_statement(CHECKSUMS), checksums_row(name, keys, found))


@contextmanager
def create_database(path: Path, schema: Schema, provenance: ProvenanceNotes) -> Iterator[DatabaseWriter]:
    """Create a database artifact, complete or not at all."""
    with artifact_renamed_when_complete(path) as partial:
        # A URI, so that other databases can be attached as URIs. Without SQLite's own locks, because on NFS they would
        # conflict with the lock that this process holds on the file.
        address = f"{partial.resolve().as_uri()}?nolock=1"
        with closing(sqlite3.connect(address, isolation_level=None, uri=True)) as connection:
            # Safe because the file is read only after it is renamed, and deleted after a failure.
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")
            connection.execute(f"PRAGMA user_version = {schema.version}")
            connection.execute("BEGIN")
            writer = DatabaseWriter(connection, schema, provenance)
            yield writer
            writer.finish()
            connection.execute("COMMIT")
        seal(partial)
