"""What tests read in the databases that stages write."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any


def _opened(path: Path) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True))


def rows_of(path: Path, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """What SQL says of a database, as anybody would ask it."""
    with _opened(path) as connection:
        return connection.execute(sql, parameters).fetchall()


def named_rows_of(path: Path, sql: str, parameters: Sequence[Any] = ()) -> list[dict[str, Any]]:
    """The same, by the names of columns."""
    with _opened(path) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(sql, parameters)]


def content_of(path: Path) -> list[str]:
    """All of a database but its provenance, as SQL."""
    with _opened(path) as connection:
        return [line for line in connection.iterdump() if '"provenance"' not in line]
