"""The database that commands ask."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pipeline.artifact.database import open_database
from pipeline.errors import InputError
from pipeline.godomachi.game.notation import parse_shape
from pipeline.godomachi.game.polyominoes import Cells
from pipeline.godomachi.tables import SCHEMA_VERSION
from pipeline.godomachi.words import counted


def database_file(results: Path) -> Path:
    """Where the database is in the folder with the finished artifacts."""
    return results / "godomachi.db"


class GodomachiDatabase:
    """Questions to the database."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, sql: str, *values: int | None) -> list[tuple[int, ...]]:
        """What a query answers."""
        return self._connection.execute(sql, values).fetchall()

    @property
    def largest(self) -> int:
        """The cells of the largest polyominoes."""
        return self.rows("SELECT max(n) FROM polyominoes")[0][0]

    @property
    def max_cut(self) -> str:
        """The rule for pieces."""
        return str(self.rows("SELECT max_cut FROM rule")[0][0])

    def shape(self, cells: int, number: int) -> Cells:
        """A polyomino by its number.

        Raises:
            InputError: there is none.
        """
        found = self.rows("SELECT cells FROM polyominoes WHERE n = ? AND id = ?", cells, number)
        if not found:
            raise InputError(self._missing(cells, number))
        return parse_shape(str(found[0][0]), "the shape", cells)

    def _missing(self, cells: int, number: int) -> str:
        if not 1 <= cells <= self.largest:
            return (
                f"the table has polyominoes of 1 to {self.largest} cells, not of {cells}; "
                "`tablebases godomachi solve` solves single pairs up to 18 cells"
            )
        count = self.rows("SELECT count(*) FROM polyominoes WHERE n = ?", cells)[0][0]
        of_size = f"polyominoes of {counted(cells, 'cell')}"
        return f"{of_size} have the numbers 0 to {count - 1}, not {number}"

    def plies(self, cells: int, a: int, b: int) -> int:
        """The plies of a pair under best play."""
        if a == b:
            return 0
        sql = "SELECT substr(hex(plies), ?, 1) FROM packed_plies WHERE n = ? AND a = ?"
        return int(str(self.rows(sql, abs(a - b), cells, min(a, b))[0][0]), base=16)


@contextmanager
def godomachi_database(results: Path) -> Iterator[GodomachiDatabase]:
    """The database, as long as this lasts.

    Raises:
        PipelineError: it is missing or damaged.
    """
    path = database_file(results)
    with closing(open_database(path, "godomachi_database", SCHEMA_VERSION)) as connection:
        yield GodomachiDatabase(connection)
