"""Open databases for reading and verify them: whole, or of a large one only the parts that are read.

Part p of a table has the rows whose rowid, divided by the number of keys per part, is p. Its checksum is a CRC-32 of
these rows, column after column, without derived columns:

- a column of numbers: the numbers, eight bytes each, big endian
- a column of texts or blobs: first their bytes, in UTF-8, then their lengths in bytes, as such numbers

A schema says which tables have parts. The table `checksums` has their checksums.
"""

from __future__ import annotations

import sqlite3
import struct
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Any

from tablebases.errors import Error
from tablebases.files import check_seal, connect_to_read, unanswered
from tablebases.languages import t
from tablebases.locations import rejected

Row = tuple[Any, ...]


def _checksum_of_rows(rows: Sequence[Row]) -> int:
    """The checksum of a part.

    Raises TypeError or struct.error if a value is not of the type of its column.
    """
    found = 0
    for column in zip(*rows, strict=True):
        numbers = column
        if not isinstance(column[0], int):
            contents = tuple(map(str.encode, column)) if isinstance(column[0], str) else column
            found = zlib.crc32(b"".join(contents), found)
            numbers = tuple(map(len, contents))
        found = zlib.crc32(struct.pack(f">{len(numbers)}q", *numbers), found)
    return found


def _rows(connection: sqlite3.Connection, name: str, keys: int, part: int) -> tuple[list[str], list[Row]]:
    """The columns of a table, without derived ones, and the rows of a part."""
    columns = [column for _, column, *_ in connection.execute(f"PRAGMA table_info({name})")]
    sql = f"SELECT {', '.join(columns)} FROM {name} WHERE rowid BETWEEN ? AND ? ORDER BY rowid"  # noqa: S608
    return columns, connection.execute(sql, (part * keys, part * keys + keys - 1)).fetchall()


def part_checksums(connection: sqlite3.Connection, name: str, keys: int) -> list[int]:
    """The checksums of the parts of a table with rows; a part has `keys` keys."""
    (last,) = connection.execute(f"SELECT max(rowid) FROM {name}").fetchone()  # noqa: S608
    return [_checksum_of_rows(_rows(connection, name, keys, part)[1]) for part in range(last // keys + 1)]


def checksums_row(name: str, keys: int, checksums: Sequence[int]) -> Row:
    """The row of the table `checksums` for a table with these checksums of its parts."""
    row = (name, keys, struct.pack(f">{len(checksums)}I", *checksums))
    return (*row, _checksum_of_rows([row]))


class Parts:
    """The tables of a database from `open_parts`, read in parts."""

    def __init__(self, connection: sqlite3.Connection, damaged: Error) -> None:
        self._connection = connection
        self._damaged = damaged

    def query_unverified(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Query without verifying; the caller verifies the rows that the answer points to."""
        return self._connection.execute(sql, values).fetchall()

    def part_with(self, name: str, key: int, columns: Sequence[str]) -> list[Row]:
        """Two or more columns of the verified rows of the part with `key`; none after the last part."""
        row = self._connection.execute(
            "SELECT table_name, keys, parts, crc FROM checksums WHERE table_name = ?", (name,)
        ).fetchone()
        try:
            if row is None or _checksum_of_rows([row[:-1]]) != row[-1]:
                raise self._damaged
            _, keys, checksums, _ = row
            part = key // keys
            if part >= len(checksums) // 4:
                return []
            names, rows = _rows(self._connection, name, keys, part)
            if (_checksum_of_rows(rows),) != struct.unpack_from(">I", checksums, 4 * part):
                raise self._damaged
        except (TypeError, struct.error) as error:
            raise self._damaged from error
        return list(map(itemgetter(*map(names.index, columns)), rows))


WHOLE_BYTES = 64 * 2**20
"""Databases up to this size are verified whole even if little of them is read."""


@dataclass(frozen=True)
class Kind:
    """The stage that writes a database, and the version of its tables."""

    stage: str
    """The rule that writes it, such as `godomachi_cuts`."""
    version: int
    """The database has it as `PRAGMA user_version`.

    A table or column that is renamed, removed or changed in meaning needs a new one. An added one does not, because
    readers name their columns.
    """
    file: str = ""
    """Its name in the folder of results, if it is for people."""


@contextmanager
def open_rows(path: Path, kind: Kind) -> Iterator[sqlite3.Connection]:
    """Open a database artifact of `kind` and verify all of it.

    Raises an Error, also within the block, if it is missing, cut short, damaged, foreign, or of another schema version.
    """
    with open_connection(path, kind, whole=True) as connection:
        connection.row_factory = sqlite3.Row
        yield connection


@contextmanager
def open_parts(path: Path, kind: Kind) -> Iterator[Parts]:
    """Open a database artifact as `open_rows` does, but verify only the parts of a large one that are read."""
    with open_connection(path, kind, whole=path.is_file() and path.stat().st_size <= WHOLE_BYTES) as connection:
        yield Parts(connection, rejected(path, t("is damaged or was changed")))


@contextmanager
def open_connection(path: Path, kind: Kind, *, whole: bool) -> Iterator[sqlite3.Connection]:
    """Open a database artifact as `open_rows` does; verify its checksum if `whole`."""
    with closing(connect_to_read(path)) as connection:
        try:
            if whole:
                check_seal(path)
            _check_kind(connection, path, kind)
            yield connection
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # a message quotes damaged names
            check_seal(path)
            text = "{path} does not answer ({error}), but its checksum is right; `tablebases verify` checks its content"
            raise unanswered(path, error, text) from error


def _check_kind(connection: sqlite3.Connection, path: Path, kind: Kind) -> None:
    """Raise an Error unless a database is of `kind`."""
    if connection.execute("SELECT value FROM provenance WHERE key = 'stage'").fetchone() != (kind.stage,):
        fault = t("was not written by the stage {stage}", stage=kind.stage)
        raise rejected(path, fault, t("move it away"), kind.stage)
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    if found != kind.version:
        text = "has schema version {found}, but this program reads version {version}"
        raise rejected(path, t(text, found=found, version=kind.version), stage=kind.stage)
