"""The finished artifacts of a puzzle as checks read them, and what they were made with.

Artifacts are verified with the configuration and the data files that they were made with, which their provenance
tells. With others every check would find faults where there are none.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, ClassVar, Generic, TypeVar

import pandas as pd
import yaml
from sqlalchemy import Connection, Table, select

from pipeline.configuration import Section, checked, configuration_model
from pipeline.database import Schema, open_database
from scripts.figures import KNOWN_ANSWERS
from tablebases.errors import Error, InputError
from tablebases.files import content_digest, file_digest, read_provenance
from tablebases.locations import data_file
from tablebases.yaml_file import read_configuration

C = TypeVar("C", bound=Section)

ROWS_AT_ONCE = 100_000
SEED = 14
"""Of all samples."""
FULL_RUN = KNOWN_ANSWERS / "full_run.yaml"
"""The configuration that known figures are about."""
DATA_FILES = KNOWN_ANSWERS / "data_files.sha256"
"""Its data files, as `sha256sum` lists them."""
WITHOUT_EFFECT = {"output", "shards", "records"}
"""Keys that change no artifact of a run."""


@dataclass(frozen=True)
class Origin:
    """The origin that the provenance of an artifact must state."""

    stage: str
    settings: Mapping[str, object] = field(default_factory=dict)
    """The part of the configuration."""
    data: Sequence[str] = ()
    """Data files."""


class Artifacts(Generic[C]):
    """The artifacts of a run in a folder, which were made with a section of the configuration."""

    puzzle: ClassVar[str]

    def __init__(self, folder: Path, section: C, sample: float = 1.0) -> None:
        """Open nothing yet. sample: how large samples are, as a share of their usual sizes."""
        self.folder = folder
        self.section = section
        self._sample = sample

    @property
    def databases(self) -> Sequence[Schema]:
        """The schemas of the databases that people read."""
        databases: Sequence[Schema] = import_module(f"pipeline.{self.puzzle}.tables").DATABASES
        return databases

    @cached_property
    def schemas(self) -> Mapping[str, Schema]:
        """The databases: file -> its tables; those in the folder parts by the stages that their provenance names."""
        tables = vars(import_module(f"pipeline.{self.puzzle}.tables")).values()
        of_stage = {schema.stage: schema for schema in tables if isinstance(schema, Schema)}
        found = {schema.file: schema for schema in self.databases}
        for path in sorted(self.folder.glob("parts/*.db")):
            with suppress(Error, sqlite3.Error, KeyError):  # damaged or foreign: its digest is another one
                found[f"parts/{path.name}"] = of_stage[read_provenance(path)["stage"]]
        return found

    @property
    def origins(self) -> Mapping[str, Origin]:
        """Artifact -> what it was made with: of as many as tell all settings and data files of the configuration."""
        return {}

    def random(self) -> Random:
        """Random numbers, the same in every run."""
        return Random(SEED)  # noqa: S311

    def sample_of(self, count: int) -> int:
        """Scale a sample size; at least 1."""
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
        """Stop unless a table has exactly these rows, column -> value; without a key in this order."""
        names = [column.name for column in of.columns]
        right = pd.DataFrame([[row[name] for name in names] for row in expected], columns=names, dtype=object)
        if key := list(of.primary_key.columns.keys()):
            right = right.sort_values(key, ignore_index=True)
        found = self.frame(of).astype(object)
        found, right = (frame.where(frame.notna(), None) for frame in (found, right))
        if len(found) != len(right):
            raise Error(f"the table {of.name} has {len(found):,} rows, but {len(right):,} are right")
        differs = (found != right) & ~(found.isna() & right.isna())
        if differs.to_numpy().any():
            place = int(differs.any(axis=1).argmax())
            column = differs.columns[int(differs.iloc[place].argmax())]
            row, value = found.iloc[place], right.iloc[place][column]
            raise Error(f"the table {of.name} has {row[column]!r} as {column} where {value!r} is right: {dict(row)}")


def _differences(artifacts: Artifacts[Any]) -> Iterator[str]:
    for file, origin in artifacts.origins.items():
        try:
            notes = read_provenance(artifacts.folder / file)
        except (Error, sqlite3.Error):  # missing, damaged or foreign, which checks name
            continue
        if notes.get("stage") != f"{artifacts.puzzle}_{origin.stage}":
            continue
        told = json.loads(notes["parameters"])
        for key, value in origin.settings.items():
            if told.get(key) != value:
                yield f"{file} was made with {key} {told.get(key)}, not {value}"
        for path in map(Path, origin.data):
            if content_digest(data_file(path)) not in notes.values():
                yield f"{file} was made from another {path}"


def check_origins(artifacts: Artifacts[Any]) -> None:
    """Stop unless artifacts were made with this configuration, and from the data files as they are now."""
    if differences := "; ".join(_differences(artifacts)):
        raise InputError(
            f"{artifacts.folder} is of another configuration or of other data files: {differences}; verify it with "
            "those of its run, `--config FILE`, where the file also says what `snakemake --config` was given, or run "
            "`snakemake` to make it again"
        )


def artifacts_of_run(files: Iterable[Path], modules: Mapping[str, ModuleType]) -> dict[str, Artifacts[Any]]:
    """Puzzle -> its artifacts, of a run with config.yaml and what some files change of it, as Snakemake does."""
    sections = checked(configuration_model(), read_configuration(*files))
    found: dict[str, Artifacts[Any]] = {}
    for name, module in modules.items():
        section = getattr(sections, name)
        found[name] = module.Artifacts(Path(section.output), section)
        check_origins(found[name])
    return found


def is_full_run(puzzle: str, section: Section) -> bool:
    """Whether the section of a puzzle, and its data files, are those that known figures are about."""
    known = yaml.safe_load(FULL_RUN.read_text(encoding="utf-8"))[puzzle]
    of_run = {key: value for key, value in section.model_dump().items() if key not in WITHOUT_EFFECT}
    if of_run != known:
        return False
    lines = DATA_FILES.read_text(encoding="utf-8").splitlines()
    digests = {Path(file): digest for digest, file in map(str.split, lines)}
    return all(file_digest(data_file(file)) == digests[file] for file in digests if file.parent.name == puzzle)
