"""Parts of tables, each with a CRC-32, so that who needs a few rows of a large database reads and compares only them.

    part p of a table    the rows whose rowid, divided by the keys of a part, is p
    its checksum         CRC-32 of these rows as JSON, with blobs by their lengths, and then of the bytes of the blobs

A schema says which tables have parts; the table `checksums` keeps their checksums.
"""

from __future__ import annotations

import json
import sqlite3
import struct
import zlib
from collections.abc import Sequence
from typing import Any

from pipeline.core.errors import PipelineError

Row = tuple[Any, ...]


def _checksum(rows: Sequence[Sequence[object]]) -> int:
    text = json.dumps(rows, default=len, check_circular=False)
    blobs = b"".join([value for row in rows for value in row if isinstance(value, bytes)])
    return zlib.crc32(blobs, zlib.crc32(text.encode()))


def _rows(connection: sqlite3.Connection, name: str, keys: int, part: int) -> list[Row]:
    sql = f"SELECT * FROM {name} WHERE rowid BETWEEN ? AND ? ORDER BY rowid"  # noqa: S608
    return connection.execute(sql, (part * keys, part * keys + keys - 1)).fetchall()


def checksums_row(connection: sqlite3.Connection, name: str, keys: int) -> Row:
    """What the table `checksums` says of a table with rows, whose parts have so many keys."""
    (last,) = connection.execute(f"SELECT max(rowid) FROM {name}").fetchone()  # noqa: S608
    found = [_checksum(_rows(connection, name, keys, part)) for part in range(last // keys + 1)]
    row = (name, keys, struct.pack(f">{len(found)}I", *found))
    return (*row, _checksum([row]))


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

        Raises:
            PipelineError: they are not, to the last bit, what was written.
        """
        row = self._connection.execute("SELECT * FROM checksums WHERE table_name = ?", (name,)).fetchone()
        if row is None or _checksum([row[:-1]]) != row[-1]:
            raise self._damaged
        _, keys, checksums, _ = row
        part = key // keys
        if part >= len(checksums) // 4:
            return []
        rows = _rows(self._connection, name, keys, part)
        if (_checksum(rows),) != struct.unpack_from(">I", checksums, 4 * part):
            raise self._damaged
        return rows
