"""Checks of every puzzle: files, digests, definitions, and copies of tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from itertools import zip_longest
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from sqlalchemy import Table

from pipeline.schemas import ARRAYS, CHECKSUMS, COLUMNS, PROVENANCE, create_statement, described
from scripts.release.files import atlas_files
from scripts.verify.artifacts import Artifacts
from scripts.verify.checks import Checks, LeftOutError, Level, require
from tablebases.database import checksums_row, part_checksums
from tablebases.errors import DamagedDataError, Error
from tablebases.files import PROVENANCE as NOTES
from tablebases.files import (
    SUMS,
    connect_to_read,
    content_digest,
    file_digest,
    read_provenance,
    read_sums,
)
from tablebases.locations import ATLAS
from tablebases.puzzles import puzzle_of

checks: Checks[Artifacts[Any]] = Checks()

OF_EVERY_DATABASE = (ARRAYS, COLUMNS, PROVENANCE)


def listed(folder: Path) -> dict[str, str]:
    """File -> digest in SHA256SUMS."""
    try:
        return read_sums(folder / SUMS)
    except DamagedDataError as error:
        raise Error(f"cannot read {folder / SUMS}: {error}; run `snakemake` to write it") from error


@checks.add(Level.QUICK)
def digests(artifacts: Artifacts[Any]) -> None:
    """Every file has the digest that SHA256SUMS lists, and every database is listed."""
    sums = listed(artifacts.folder)
    require(artifacts.schemas.keys() <= sums.keys(), f"SHA256SUMS lists none of {artifacts.schemas.keys() - sums}")
    for name, digest in sums.items():
        path = artifacts.folder / name
        require(path.is_file(), f"{path} is missing")
        require(file_digest(path) == digest, f"{path} does not have the digest that SHA256SUMS lists")


@checks.add(Level.QUICK)
def headers(artifacts: Artifacts[Any]) -> None:
    """Databases are of their stage and version, with the right checksum; text files agree with their provenance."""
    for file in artifacts.schemas:
        with artifacts.open_database(file):
            pass
    for name in listed(artifacts.folder):
        if not name.endswith(".db"):
            content_digest(artifacts.folder / name)


@checks.add(Level.QUICK)
def definitions(artifacts: Artifacts[Any]) -> None:
    """Every database has the tables and views of this version, and describes all their columns."""
    for file, schema in artifacts.schemas.items():
        tables = [*schema.tables, *OF_EVERY_DATABASE]
        found = dict(artifacts.query(file, "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"))
        require(found == {table.name: create_statement(table) for table in tables}, f"{file} has other tables or views")
        columns = artifacts.query(file, "SELECT * FROM columns ORDER BY table_name, column_name")
        expected = sorted(tuple(row.values()) for row in described(tables))
        require(columns == expected, f"the table columns of {file} describes other columns")


@checks.add(Level.QUICK)
def numbers_of_rows(artifacts: Artifacts[Any]) -> None:
    """Databases have the numbers of rows that their provenance states."""
    for file, schema in artifacts.schemas.items():
        notes = read_provenance(artifacts.folder / file)
        for table in schema.tables:
            stated = None if "view" in table.info else notes.get(f"rows {table.name}")  # some views have millions
            if stated is not None:
                ((count,),) = artifacts.query(file, f"SELECT count(*) FROM {table.name}")  # noqa: S608
                require(int(stated) == count, f"{file} has {count} rows in {table.name}, its provenance {stated}")


@checks.add(Level.QUICK)
def inputs(artifacts: Artifacts[Any]) -> None:
    """Every artifact was made from the present ones, by the digests in its provenance."""
    files = [artifacts.folder / name for name in listed(artifacts.folder)]
    artifact_of_name = {path.name: path for path in files}
    for path in files:
        if path.parent.name != NOTES:
            for key, digest in read_provenance(path).items():
                made_from = artifact_of_name.get(key.removeprefix("input ")) if key.startswith("input ") else None
                if made_from is not None:
                    require(content_digest(made_from) == digest, f"{path} was made from another {made_from.name}")


@checks.add(Level.FULL)
def checksums_of_parts(artifacts: Artifacts[Any]) -> None:
    """Databases that are read in parts have the checksum of each part."""
    for file, schema in artifacts.schemas.items():
        if schema.parts:
            found = artifacts.query(file, f"SELECT * FROM {CHECKSUMS} ORDER BY table_name")  # noqa: S608
            with closing(connect_to_read(artifacts.folder / file)) as connection:
                right = [
                    checksums_row(name, keys, part_checksums(connection, name, keys))
                    for name, keys in sorted(schema.parts.items())
                ]
            require(found == right, f"the table {CHECKSUMS} of {file} has other checksums")


@checks.add(Level.FULL)
def integrity(artifacts: Artifacts[Any]) -> None:
    """SQLite finds no fault in pages, rows, types and indexes of any database."""
    for file in artifacts.schemas:
        found = artifacts.query(file, "PRAGMA integrity_check")
        require(found == [("ok",)], f"{file}: {found[:3]}")


def _in_several(artifacts: Artifacts[Any]) -> Iterator[list[tuple[str, Table]]]:
    """Yield the tables with copies in several databases, each with its databases."""
    places = defaultdict(list)
    for file, schema in artifacts.schemas.items():
        for table in schema.tables:
            if "view" not in table.info:
                places[table.name, *table.columns.keys()].append((file, table))
    return (found for found in places.values() if len(found) > 1)


@checks.add(Level.FULL)
def copies(artifacts: Artifacts[Any]) -> None:
    """Copies of a table in several databases have the same rows."""
    for (first, table), *others in _in_several(artifacts):
        for other, copy in others:
            both = zip_longest(artifacts.rows_in(first, table), artifacts.rows_in(other, copy))
            agree = all(rows == copied for rows, copied in both)
            require(agree, f"{first} and {other} have other rows in {table.name}")


@checks.add(Level.QUICK, of_full_run=True)
def packaged_page(artifacts: Artifacts[Any]) -> None:
    """The page in the packaged atlas is that of the results."""
    place = f"{puzzle_of(artifacts.puzzle).page}/"
    folder = artifacts.folder.parent / "atlas"
    if not (folder / "index.html").is_file():
        raise LeftOutError("there is no atlas; `snakemake atlas` builds it")
    with ZipFile(ATLAS) as archive:
        packaged = {name.removeprefix("atlas/"): archive.read(name) for name in archive.namelist()}
    files = dict(atlas_files(folder))
    of_page = (name for name in sorted(files.keys() | packaged.keys()) if name.startswith(place))
    differ = [name for name in of_page if files.get(name) != packaged.get(name)]
    fault = f"{', '.join(differ[:3])} in {ATLAS} differ from those in {folder}"
    require(not differ, f"{fault}; run `python -m scripts.package_answers`")
