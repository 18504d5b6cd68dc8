"""Versioned artifacts: SQLite databases and CSV files that exist only when they are complete.

An artifact is written under a name of its own beside its final place and renamed when it is
complete, so a reader never meets half of one, and a run that fails leaves the earlier one as it
was. Each carries its provenance: a database in the table `provenance(key, value)`, a CSV file in
`<name>.provenance.json` beside it. Equal inputs give equal content; `content_digest` in the
provenance says so without comparing gigabytes.
"""

from __future__ import annotations

import csv
import errno
import hashlib
import json
import os
import platform
import re
import resource
import sqlite3
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from pipeline.errors import PipelineError

PAGE_SIZE = 65536
"""Large pages: a block of a thousand town patterns stays on one."""

SQLITE_HEADER = b"SQLite format 3\x00"
ROWS_AT_ONCE = 100_000
PROVENANCE_SUFFIX = ".provenance.json"
PARTIAL_NAME = re.compile(r"\.(?P<name>.+)\.(?P<pid>\d+)\.partial(-journal)?")

Provenance = dict[str, str]


def file_digest(path: Path) -> str:
    """SHA-256 of a file's bytes."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _remove_leftovers(path: Path) -> None:
    """Remove what killed processes left half-written of this artifact."""
    for leftover in path.parent.glob(f".{path.name}.*.partial*"):
        match = PARTIAL_NAME.fullmatch(leftover.name)
        if match and match["name"] == path.name and not _is_running(int(match["pid"])):
            leftover.unlink(missing_ok=True)


def _reason(error: OSError | sqlite3.Error) -> str:
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        return "the disk is full; free some space and run again"
    if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
        return "the disk is full; free some space and run again"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}; check the folder and its permissions"
    return f"{error}; check the disk and the folder"


@contextmanager
def _renamed_when_complete(path: Path) -> Iterator[Path]:
    """A name to write to, renamed to `path` at the end and removed if anything goes wrong.

    Raises:
        PipelineError: the file cannot be written, in a sentence that says why.
    """
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove_leftovers(path)
        partial.touch()  # says why, where SQLite would only say that it cannot open the file
        yield partial
        partial.replace(path)
    except (OSError, sqlite3.Error) as error:
        raise PipelineError(f"cannot write {path}: {_reason(error)}") from error
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
            partial.with_name(partial.name + "-journal").unlink(missing_ok=True)


def peak_memory() -> int:
    """Most memory this process has held, in bytes."""
    in_kibibytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return in_kibibytes * (1 if sys.platform == "darwin" else 1024)


def bytes_of(array: NDArray[Any]) -> memoryview:
    """The bytes of an array, row by row, without a copy if they lie so."""
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8).data


class ProvenanceNotes:
    """What is to be said of how an artifact came to be.

    Args:
        stage: the stage that writes it.
        inputs: the artifacts and data files that it is made from.
        parameters: the configuration that it depends on.
    """

    def __init__(self, stage: str, inputs: Iterable[Path], parameters: Mapping[str, Any]) -> None:
        self._started = time.monotonic()
        self.notes: Provenance = {
            "stage": stage,
            "program": f"puzzle-tablebases {version('puzzle-tablebases')}",
            "python": platform.python_version(),
            "numpy": version("numpy"),
            "numba": version("numba"),
            "sqlite": sqlite3.sqlite_version,
            "parameters": json.dumps(parameters, sort_keys=True),
        }
        for path in inputs:
            self.notes[f"input {path.name}"] = content_digest(path)

    def complete(self, content: str) -> Provenance:
        """All notes, with the digest of the content and what the work took."""
        return {
            **self.notes,
            "content_digest": content,
            "seconds": f"{time.monotonic() - self._started:.1f}",
            "peak_memory_bytes": str(peak_memory()),
        }


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
        _renamed_when_complete(path) as partial,
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


def _check_is_whole_database(path: Path) -> None:
    """Stop with a sentence unless the file looks like a SQLite database of its full length."""
    if not path.is_file():
        raise PipelineError(f"{path} does not exist; run `snakemake` to make it")
    with path.open("rb") as file:
        header = file.read(32)
    if header[:16] != SQLITE_HEADER:
        raise PipelineError(
            f"{path} is not a SQLite database; remove it and run `snakemake` to make it again"
        )
    page_size = int.from_bytes(header[16:18], "big")
    page_size = 65536 if page_size == 1 else page_size
    pages = int.from_bytes(header[28:32], "big")
    if path.stat().st_size < page_size * pages:
        raise PipelineError(f"{path} is cut short; remove it and run `snakemake` to make it again")


def open_database(path: Path, stage: str, schema_version: int) -> sqlite3.Connection:
    """Open a database artifact for reading.

    Args:
        path: where it is.
        stage: the stage that must have written it.
        schema_version: the version that the caller can read.

    Raises:
        PipelineError: it is missing, cut short, foreign, or of another schema version.
    """
    _check_is_whole_database(path)
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    try:
        found = connection.execute("PRAGMA user_version").fetchone()[0]
        rows = connection.execute("SELECT value FROM provenance WHERE key = 'stage'").fetchall()
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
    return connection


MAKE_AGAIN = "remove it and run `snakemake` to make it again"


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


def read_provenance(path: Path) -> Provenance:
    """The provenance of an artifact, database or CSV file.

    Raises:
        PipelineError: it has none.
    """
    if path.suffix == ".csv":
        sidecar = path.with_name(path.name + PROVENANCE_SUFFIX)
        try:
            notes: Provenance = json.loads(sidecar.read_text())
        except (OSError, ValueError) as error:
            raise PipelineError(
                f"{sidecar} is missing or no JSON; run `snakemake` to make {path.name} again"
            ) from error
        return notes
    _check_is_whole_database(path)
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        try:
            return dict(connection.execute("SELECT key, value FROM provenance"))
        except sqlite3.Error as error:
            raise PipelineError(f"{path} was not written by this program ({error})") from error


def content_digest(path: Path) -> str:
    """What identifies the content of an input: a database says it, another file is read."""
    if path.suffix == ".db":
        return read_provenance(path)["content_digest"]
    try:
        return file_digest(path)
    except OSError as error:
        raise PipelineError(f"cannot read {path}: {error.strerror}") from error


class CsvWriter:
    """Writes the lines of a CSV artifact; made by `create_csv`."""

    def __init__(self, file: IO[str], provenance: ProvenanceNotes) -> None:
        self._file = file
        self._writer = csv.writer(file, lineterminator="\n")
        self.provenance = provenance

    def row(self, values: Iterable[Any]) -> None:
        """Write one row."""
        self._writer.writerow(values)

    def lines(self, lines: Iterable[str]) -> None:
        """Write finished lines, each with its line feed."""
        iterator = iter(lines)
        while part := list(islice(iterator, ROWS_AT_ONCE)):
            self._file.write("".join(part))


@contextmanager
def create_csv(
    path: Path, columns: Sequence[str], provenance: ProvenanceNotes
) -> Iterator[CsvWriter]:
    """Write a CSV artifact; it and its provenance appear only if the block ends well.

    Raises:
        PipelineError: it cannot be written.
    """
    sidecar = path.with_name(path.name + PROVENANCE_SUFFIX)
    with (
        _renamed_when_complete(sidecar) as partial_sidecar,
        _renamed_when_complete(path) as partial,
    ):
        with partial.open("w", encoding="utf-8", newline="") as file:
            writer = CsvWriter(file, provenance)
            writer.row(columns)
            yield writer
        notes = provenance.complete(file_digest(partial))
        partial_sidecar.write_text(json.dumps(notes, indent=2, ensure_ascii=False) + "\n")


@contextmanager
def open_csv(path: Path, columns: Sequence[str] | None = None) -> Iterator[csv.DictReader[str]]:
    """Read a CSV file row by row.

    Args:
        path: where it is.
        columns: what its header must be, if that is known.

    Raises:
        PipelineError: it is missing, is no text, or has another header.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file, restkey="more", restval="")
            found = list(reader.fieldnames or [])
            if columns is not None and found != list(columns):
                raise PipelineError(
                    f"{path} should have the columns {','.join(columns)}, but has "
                    f"{','.join(found) or 'none'}; run `snakemake` to make it again"
                )
            yield reader
    except OSError as error:
        raise PipelineError(f"cannot read {path}: {error.strerror}") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise PipelineError(f"{path} is not a CSV file in UTF-8: {error}") from error
