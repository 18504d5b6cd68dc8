"""Parts of tables, each with a CRC-32, so that who needs a few rows of a large database reads and compares only them.

    part p of a table    the rows whose rowid, divided by the keys of a part, is p
    its checksum         CRC-32 of these rows, column after column without those that are derived from others: of a
                         column of numbers these, as eight bytes each, big endian; of texts and blobs first their bytes,
                         UTF-8, and then their lengths in bytes, as such numbers

A schema says which tables have parts; the table `checksums` keeps their checksums.
"""

from __future__ import annotations

import sqlite3
import struct
import zlib
from bisect import bisect_left
from collections.abc import Sequence
from operator import itemgetter
from typing import Any

from pipeline.core.errors import PipelineError

Row = tuple[Any, ...]


def _checksum(rows: Sequence[Row]) -> int:
    """The checksum of a part.

    Raises:
        TypeError: values are not of the types of their columns, in a damaged database.
        struct.error: likewise.
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


def _rows(connection: sqlite3.Connection, name: str, keys: int, part: int) -> list[Row]:
    columns = [column for _, column, *_ in connection.execute(f"PRAGMA table_info({name})")]  # without derived ones
    sql = f"SELECT {', '.join(columns)} FROM {name} WHERE rowid BETWEEN ? AND ? ORDER BY rowid"  # noqa: S608
    return connection.execute(sql, (part * keys, part * keys + keys - 1)).fetchall()


def _checksums_row(name: str, keys: int, checksums: Sequence[int]) -> Row:
    row = (name, keys, struct.pack(f">{len(checksums)}I", *checksums))
    return (*row, _checksum([row]))


def checksums_row(connection: sqlite3.Connection, name: str, keys: int) -> Row:
    """What the table `checksums` says of a table with rows, whose parts have so many keys."""
    (last,) = connection.execute(f"SELECT max(rowid) FROM {name}").fetchone()  # noqa: S608
    parts = range(last // keys + 1)
    return _checksums_row(name, keys, [_checksum(_rows(connection, name, keys, part)) for part in parts])


class PartChecksums:
    """The checksums of the parts of a table, worked out while its rows are inserted: they need not be read back.

    Args:
        name: of the table.
        keys: of a part.
    """

    def __init__(self, name: str, keys: int) -> None:
        self._name = name
        self._keys = keys
        self._found: list[int] = []
        self._rest: list[Row] = []
        """Rows of a part that may go on."""

    def add(self, rows: Sequence[Row]) -> None:
        """Note rows that follow in the order of their keys, which come first in them."""
        self._rest += rows
        starts = [0]
        while (end := (len(self._found) + 1) * self._keys) <= self._rest[-1][0]:
            starts.append(bisect_left(self._rest, end, lo=starts[-1], key=itemgetter(0)))
            self._found.append(_checksum(self._rest[starts[-2] : starts[-1]]))
        del self._rest[: starts[-1]]

    def row(self) -> Row:
        """What the table `checksums` says, once all rows are noted."""
        return _checksums_row(self._name, self._keys, [*self._found, _checksum(self._rest)])


class Parts:
    """The tables of an open database that can be read in parts; made by `open_parts`."""

    def __init__(self, connection: sqlite3.Connection, damaged: PipelineError) -> None:
        self._connection = connection
        self._damaged = damaged

    def hint(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """What SQL finds, not compared with any checksum: for who compares what it leads to."""
        return self._connection.execute(sql, values).fetchall()

    def part_with(self, name: str, key: int) -> list[Row]:
        """The rows of the part of a table that a key belongs to, in the order of their keys; none behind the last part.

        They come without columns that are derived from others.

        Raises:
            PipelineError: they are not, to the last bit, what was written.
        """
        row = self._connection.execute("SELECT * FROM checksums WHERE table_name = ?", (name,)).fetchone()
        try:
            if row is None or _checksum([row[:-1]]) != row[-1]:
                raise self._damaged
            _, keys, checksums, _ = row
            part = key // keys
            if part >= len(checksums) // 4:
                return []
            rows = _rows(self._connection, name, keys, part)
            if (_checksum(rows),) != struct.unpack_from(">I", checksums, 4 * part):
                raise self._damaged
        except (TypeError, struct.error) as error:
            raise self._damaged from error
        return rows
