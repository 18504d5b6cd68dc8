"""The finished artifacts of a puzzle, as checks read them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

import pandas as pd
from sqlalchemy import Connection, Table, select

from pipeline.core.configuration import Section
from pipeline.core.database import open_database
from pipeline.core.errors import PipelineError
from pipeline.core.tables import Schema

C = TypeVar("C", bound=Section)

ROWS_AT_ONCE = 100_000
SEED = 14
"""Of all samples."""


@dataclass(frozen=True)
class Origin:
    """What an artifact was made with, as its provenance must tell it."""

    stage: str
    settings: Mapping[str, object] = field(default_factory=dict)
    """The part of the configuration."""
    data: Sequence[str] = ()
    """Data files."""


class Artifacts(Generic[C]):
    """The artifacts of a run, opened when they are asked for.

    Args:
        folder: where they are.
        section: the section of the configuration that they were made with.
        sample: how large samples are, as a share of their usual sizes.
    """

    puzzle: ClassVar[str]
    database: ClassVar[Schema]
    """Of which the others are parts."""
    parts: ClassVar[Mapping[str, Schema]]
    """The databases in the folder parts: name -> tables."""

    def __init__(self, folder: Path, section: C, sample: float = 1.0) -> None:
        self.folder = folder
        self.section = section
        self._sample = sample

    @cached_property
    def schemas(self) -> Mapping[str, Schema]:
        """The databases: file -> its tables."""
        return {self.database.file: self.database, **{f"parts/{name}.db": part for name, part in self.parts.items()}}

    @property
    def origins(self) -> Mapping[str, Origin]:
        """Artifact -> what it was made with: of as many as tell all settings and data files of the configuration."""
        return {}

    def random(self) -> Random:
        """Random numbers, the same in every run."""
        return Random(SEED)  # noqa: S311

    def sample_of(self, count: int) -> int:
        """How many to look at where usually so many are."""
        return max(1, round(count * self._sample))

    def file_of(self, of: Table) -> str:
        """The first database that has a table."""
        return next(file for file, schema in self.schemas.items() if any(of is one for one in schema.tables))

    @contextmanager
    def opened(self, file: str) -> Iterator[Connection]:
        """A database, opened for reading."""
        with open_database(self.folder / file, self.schemas[file]) as database:
            yield database

    def frame(self, of: Table, **equal: object) -> pd.DataFrame:
        """The rows of a table or view in the order of its key; of those where some columns equal something."""
        rows = select(of).where(*(of.c[column] == value for column, value in equal.items()))
        with self.opened(self.file_of(of)) as database:
            return pd.read_sql(rows.order_by(*of.primary_key), database)

    def query(self, file: str, sql: str) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        with self.opened(file) as database:
            return [tuple(row) for row in database.exec_driver_sql(sql)]

    def rows_in(self, file: str, of: Table) -> Iterator[Sequence[Any]]:
        """The rows of a table in the order of its key, of which there may be millions: 100,000 at a time."""
        with self.opened(file) as database:
            sql = str(select(of).order_by(*of.primary_key))
            cursor = database.exec_driver_sql(sql).cursor  # of sqlite3, as SQLAlchemy's rows cost much more
            while some := cursor.fetchmany(ROWS_AT_ONCE):
                yield some

    def check_rows(self, of: Table, expected: Iterable[Mapping[str, object]]) -> None:
        """Stop unless a table has exactly these rows, column -> value; without a key in this order.

        Raises:
            PipelineError: it has others; the message names the first one that differs.
        """
        names = [column.name for column in of.columns]
        right = pd.DataFrame([[row[name] for name in names] for row in expected], columns=names, dtype=object)
        if key := list(of.primary_key.columns.keys()):
            right = right.sort_values(key, ignore_index=True)
        found = self.frame(of).astype(object)
        found, right = (frame.where(frame.notna(), None) for frame in (found, right))
        if len(found) != len(right):
            raise PipelineError(f"the table {of.name} has {len(found):,} rows, but {len(right):,} are right")
        differs = (found != right) & ~(found.isna() & right.isna())
        if differs.to_numpy().any():
            place = int(differs.any(axis=1).argmax())
            column = differs.columns[int(differs.iloc[place].argmax())]
            row, value = found.iloc[place], right.iloc[place][column]
            raise PipelineError(
                f"the table {of.name} has {row[column]!r} as {column} where {value!r} is right: {dict(row)}"
            )
