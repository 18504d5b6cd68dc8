"""Read and change databases, and write SHA256SUMS of a folder."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from tablebases.files import seal


def _connection(path: Path) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True))


def rows_of(path: Path, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """The rows of a query."""
    with _connection(path) as connection:
        return connection.execute(sql, parameters).fetchall()


def named_rows_of(path: Path, sql: str, parameters: Sequence[Any] = ()) -> list[dict[str, Any]]:
    """The rows of a query, column -> value."""
    with _connection(path) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(sql, parameters)]


def content_of(path: Path) -> list[str]:
    """The content of a database except its provenance, as SQL."""
    with _connection(path) as connection:
        return [line for line in connection.iterdump() if '"provenance"' not in line]


def change(path: Path, *statements: str) -> None:
    """Change a database by SQL without its checksum, as other programs do."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def change_and_seal(path: Path, *statements: str) -> None:
    """Change a database and its checksum, as a wrong program of this project would."""
    change(path, *statements)
    seal(path)


def write_sums(folder: Path) -> None:
    """Write SHA256SUMS with the digests of all files of a folder."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "SHA256SUMS")
    digests = {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}
    text = "".join(f"{digest}  {name}\n" for name, digest in digests.items())
    (folder / "SHA256SUMS").write_text(text, encoding="utf-8")
