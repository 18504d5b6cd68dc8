"""Read the finished artifacts of a puzzle, and their origins.

Artifacts can be verified only with the configuration and the data files of their run. Their provenance states both, so
a difference is reported before any check runs.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from functools import cached_property
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, ClassVar, Generic, TypeVar

import pandas as pd
from sqlalchemy import Connection, Table, select

from pipeline.configuration import Section, checked, configuration_model
from pipeline.reading import open_database
from pipeline.schemas import Schema
from tablebases.errors import Error, InputError
from tablebases.files import content_digest, read_provenance
from tablebases.locations import PACKAGED, data_file
from tablebases.verification import Origin, read_known
from tablebases.yaml_file import read_configuration

C = TypeVar("C", bound=Section)

ROWS_AT_ONCE = 100_000
SEED = 14
"""The seed of all samples."""


class Artifacts(Generic[C]):
    """The artifacts of a run in a folder, and the section of its configuration."""

    puzzle: ClassVar[str]

    def __init__(self, folder: Path, section: C, sample: float = 1.0) -> None:
        """`sample` scales the sizes of samples. Databases are opened later."""
        self.folder = folder
        self.section = section
        self._sample = sample

    @property
    def databases(self) -> Sequence[Schema]:
        """The schemas of the public databases."""
        databases: Sequence[Schema] = import_module(f"pipeline.{self.puzzle}.tables").DATABASES
        return databases

    @cached_property
    def schemas(self) -> Mapping[str, Schema]:
        """File -> schema of all databases; `parts` by their provenance."""
        tables = vars(import_module(f"pipeline.{self.puzzle}.tables")).values()
        of_stage = {schema.stage: schema for schema in tables if isinstance(schema, Schema)}
        found = {schema.file: schema for schema in self.databases}
        for path in sorted(self.folder.glob("parts/*.db")):
            with suppress(Error, sqlite3.Error, KeyError):  # damaged or foreign: the check of digests reports it
                found[f"parts/{path.name}"] = of_stage[read_provenance(path)["stage"]]
        return found

    def origin(self, stage: str, settings: Mapping[str, object], files: Iterable[str] = ()) -> Origin:
        """The origin that the provenance of an artifact must state, with these data files."""
        data = {Path(file).name: content_digest(data_file(Path(file))) for file in files}
        return Origin(f"{self.puzzle}_{stage}", settings, data)

    @property
    def origins(self) -> Mapping[str, Origin]:
        """Artifact -> origin; together they name all settings and data files."""
        return {}

    @property
    def is_full_run(self) -> bool:
        """Whether settings and data files are those of the known figures."""
        return self.origins == read_known(PACKAGED).origins.get(self.puzzle)

    def random(self) -> Random:
        """Random numbers, the same in every run."""
        return Random(SEED)  # noqa: S311

    def sample_of(self, count: int) -> int:
        """Scale a sample size; at least 1."""
        return max(1, round(count * self._sample))

    def file_of(self, table: Table) -> str:
        """The first database with a table."""
        return next(file for file, schema in self.schemas.items() if any(table is one for one in schema.tables))

    def open_database(self, file: str) -> AbstractContextManager[Connection]:
        """Open a database to read it."""
        return open_database(self.folder / file, self.schemas[file])

    def frame(self, table: Table, **equal: object) -> pd.DataFrame:
        """The rows of a table with these values, sorted by key."""
        rows = select(table).where(*(table.c[column] == value for column, value in equal.items()))
        with self.open_database(self.file_of(table)) as database:
            return pd.read_sql(rows.order_by(*table.primary_key), database)

    def query(self, file: str, sql: str) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        with self.open_database(file) as database:
            return [tuple(row) for row in database.exec_driver_sql(sql)]

    def rows_in(self, file: str, table: Table) -> Iterator[Sequence[Any]]:
        """Yield the rows of a large table, sorted, in batches."""
        with self.open_database(file) as database:
            sql = str(select(table).order_by(*table.primary_key))
            cursor = database.exec_driver_sql(sql).cursor  # of sqlite3, because SQLAlchemy's rows are slow
            while rows := cursor.fetchmany(ROWS_AT_ONCE):
                yield rows

    def check_rows(self, table: Table, expected: Iterable[Mapping[str, object]]) -> None:
        """Require exactly the rows `expected`, ordered if there is no key."""
        names = [column.name for column in table.columns]
        right = pd.DataFrame([[row[name] for name in names] for row in expected], columns=names, dtype=object)
        if key := list(table.primary_key.columns.keys()):
            right = right.sort_values(key, ignore_index=True)
        found = self.frame(table).astype(object)
        found, right = (frame.where(frame.notna(), None) for frame in (found, right))
        if len(found) != len(right):
            raise Error(f"the table {table.name} has {len(found):,} rows, but {len(right):,} are right")
        differs = (found != right) & ~(found.isna() & right.isna())
        if differs.to_numpy().any():
            place = int(differs.any(axis=1).argmax())
            column = differs.columns[int(differs.iloc[place].argmax())]
            row, value = found.iloc[place], right.iloc[place][column]
            raise Error(f"the table {table.name} has {row[column]!r} as {column} where {value!r} is right: {dict(row)}")


def _differences(artifacts: Artifacts[Any]) -> Iterator[str]:
    for file, origin in artifacts.origins.items():
        try:
            notes = read_provenance(artifacts.folder / file)
        except (Error, sqlite3.Error):  # missing, damaged or foreign: checks report it
            continue
        yield from origin.differences(file, notes)


def check_origins(artifacts: Artifacts[Any]) -> None:
    """Raise an InputError unless artifacts come from this configuration and the present data files."""
    if differences := "; ".join(_differences(artifacts)):
        raise InputError(
            f"{artifacts.folder} is of another configuration or of other data files: {differences}; verify it with "
            "those of its run, `--config FILE` (the file needs the settings of `snakemake --config`, too), or run "
            "`snakemake` to rebuild it"
        )


def artifacts_of_run(files: Iterable[Path], modules: Mapping[str, ModuleType]) -> dict[str, Artifacts[Any]]:
    """Puzzle -> artifacts of a run with config.yaml and `files`."""
    sections = checked(configuration_model(), read_configuration(*files))
    found: dict[str, Artifacts[Any]] = {}
    for name, module in modules.items():
        section = getattr(sections, name)
        found[name] = module.Artifacts(Path(section.output), section)
        check_origins(found[name])
    return found
