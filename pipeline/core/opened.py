"""Database artifacts opened for reading, by what they say they are: without SQLAlchemy, which takes long to load."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from pipeline.core.checksum import check_seal
from pipeline.core.errors import PipelineError
from pipeline.core.files import connect_to_read
from pipeline.core.parts import Parts

WHOLE_BYTES = 64 * 2**20
"""Databases up to this size are compared whole even if little of them is read."""

MAKE_AGAIN = "remove it and run `snakemake` to make it again"


@dataclass(frozen=True)
class Kind:
    """What a database says it is."""

    stage: str
    """The rule that writes it, such as `godomachi_cuts`."""
    version: int
    """Kept as `PRAGMA user_version`; a new one for each change of the tables."""


@contextmanager
def open_rows(path: Path, kind: Kind) -> Iterator[sqlite3.Connection]:
    """A database artifact, for a question in SQL after all of it has been compared with its checksum.

    Args:
        path: where it is.
        kind: what it must be: written by this stage, in this version.

    Raises:
        PipelineError: it is missing, cut short, damaged, foreign, or of another schema version; or the block finds it
            damaged.
    """
    with opened(path, kind, whole=True) as connection:
        connection.row_factory = sqlite3.Row
        yield connection


@contextmanager
def open_parts(path: Path, kind: Kind) -> Iterator[Parts]:
    """A database artifact, opened for reading a few rows, which alone are compared with checksums if it is large.

    Args:
        path: where it is.
        kind: what it must be: written by this stage, in this version.

    Raises:
        PipelineError: it is missing, cut short, foreign, or of another schema version; or the block finds it damaged.
    """
    with opened(path, kind, whole=path.is_file() and path.stat().st_size <= WHOLE_BYTES) as connection:
        yield Parts(connection, PipelineError(f"{path} is damaged or was changed; {MAKE_AGAIN}"))


@contextmanager
def opened(path: Path, kind: Kind, *, whole: bool) -> Iterator[sqlite3.Connection]:
    """A database artifact. whole: compare all of it; for the rest see `open_rows`."""
    with closing(connect_to_read(path)) as connection:
        try:
            if whole:
                check_seal(path)
            _check_kind(connection, path, kind)
            yield connection
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # a message quotes damaged names
            raise damaged(path, error) from error


def damaged(path: Path, what: object) -> PipelineError:
    """The error that a database is damaged. what: how."""
    return PipelineError(f"{path} is damaged ({what}); {MAKE_AGAIN}")


def _check_kind(connection: sqlite3.Connection, path: Path, kind: Kind) -> None:
    """Stop unless a database was written by a stage, in a version of its tables."""
    if connection.execute("SELECT value FROM provenance WHERE key = 'stage'").fetchone() != (kind.stage,):
        raise PipelineError(
            f"{path} was not written by the stage {kind.stage}; move it away and run `snakemake -R {kind.stage}`"
        )
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    if found != kind.version:
        raise PipelineError(
            f"{path} has schema version {found}, but this program reads version {kind.version}; "
            f"run `snakemake -R {kind.stage}` to make it again"
        )
