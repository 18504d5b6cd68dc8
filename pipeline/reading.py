"""Read database artifacts with SQLAlchemy, verified."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    Connection,
    NullPool,
    create_engine,
    literal_column,
    select,
)
from sqlalchemy.exc import DBAPIError

from pipeline.schemas import ARRAYS, Schema
from tablebases.database import open_connection
from tablebases.errors import Error
from tablebases.files import CHUNK_BYTES
from tablebases.locations import damaged

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@contextmanager
def open_database(path: Path, schema: Schema) -> Iterator[Connection]:
    """Open a database artifact of `schema` for SQLAlchemy, verified as in `open_rows`."""
    with open_connection(path, schema, whole=True) as connection:
        engine = create_engine("sqlite://", creator=lambda: connection, poolclass=NullPool)
        try:
            with engine.connect() as database:
                yield database
        except DBAPIError as error:
            raise damaged(path, error.orig) from error


def _damaged(connection: Connection, what: str) -> Error:
    (file,) = connection.exec_driver_sql("SELECT file FROM pragma_database_list WHERE name = 'main'").one()
    return damaged(Path(file), what)


@contextmanager
def open_array(connection: Connection, name: str) -> Iterator[tuple[sqlite3.Blob, np.dtype[Any], tuple[int, ...]]]:
    """The bytes of an array that `DatabaseWriter.insert_array` wrote, to read in parts, its dtype and its shape."""
    import numpy as np

    found = select(literal_column("rowid"), ARRAYS.c.dtype, ARRAYS.c.shape).where(ARRAYS.c.name == name)
    row = connection.execute(found).one_or_none()
    if row is None:
        raise _damaged(connection, f"it has no array {name}")
    driver_connection: sqlite3.Connection = connection.connection.driver_connection  # type: ignore[assignment]
    with driver_connection.blobopen(ARRAYS.name, "data", row.rowid, readonly=True) as blob:
        with suppress(ValueError, TypeError):
            dtype, shape = np.dtype(row.dtype), tuple(map(int, row.shape.split()))
            if not dtype.hasobject and math.prod(shape) * dtype.itemsize == len(blob):
                yield blob, dtype, shape
                return
        raise _damaged(connection, f"the array {name} has the wrong length")


def read_array(connection: Connection, name: str) -> NDArray[Any]:
    """Read an array that `DatabaseWriter.insert_array` wrote, with its shape and dtype."""
    import numpy as np

    with open_array(connection, name) as (blob, dtype, shape):
        array = np.empty(shape, dtype)
        content = array.reshape(-1).view(np.uint8)
        for first in range(0, len(content), CHUNK_BYTES):  # in chunks, to save memory
            content[first : first + CHUNK_BYTES] = np.frombuffer(blob.read(CHUNK_BYTES), dtype=np.uint8)
        return array
