"""Files that exist only when they are complete.

An artifact is written under a name of its own beside its final place and renamed when it is complete, so a reader
never meets half of one, and a run that fails leaves the earlier one as it was.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TypeVar

from pipeline.core.errors import PipelineError

LARGE_BYTES = 16 * 2**20
MACHINE = os.uname().nodename
"""Process numbers mean something on one machine only, and others may share the folder."""
SQLITE_HEADER = b"SQLite format 3\x00"


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


Found = TypeVar("Found")


def remembered(look: Callable[[Path], Found]) -> Callable[[Path], Found]:
    """A function of a file's bytes that looks at a large file once, as long as its date and size stay."""

    @cache
    def known(path: Path, modified: int, size: int) -> Found:  # noqa: ARG001
        return look(path)

    def found(path: Path) -> Found:
        status = path.stat()
        is_large = status.st_size >= LARGE_BYTES
        return known(path.resolve(), status.st_mtime_ns, status.st_size) if is_large else look(path)

    return found


file_digest = remembered(_sha256)
"""SHA-256 of a file's bytes, in hexadecimal digits."""


def check_is_readable(path: Path) -> None:
    """Stop unless a file can be read.

    Raises:
        PipelineError: it cannot.
    """
    try:
        path.open("rb").close()
    except OSError as error:
        raise PipelineError(f"cannot read {path}: {error.strerror}") from error


def partial_path(path: Path, ending: str = "partial") -> Path:
    """Where this process writes what will be at `path`."""
    return path.with_name(f".{path.name}.{MACHINE}.{os.getpid()}.{ending}")


def _remove_leftovers(path: Path) -> None:
    """Remove what killed processes of this machine left half-written of this artifact.

    A process that writes one holds a lock on it, which nobody holds once it is dead; other machines may not see it.
    """
    partial = re.compile(rf"\.{re.escape(path.name)}\.{re.escape(MACHINE)}\.\d+\.partial")
    for leftover in path.parent.glob(".*.partial"):
        if partial.fullmatch(leftover.name):
            with suppress(OSError), leftover.open("r+b") as file:  # NFS wants to write for an exclusive lock
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                leftover.unlink(missing_ok=True)


def reason(error: OSError | sqlite3.Error) -> str:
    """Why something cannot be written, and how to mend it."""
    if getattr(error, "errno", None) == errno.ENOSPC or getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
        return "the disk is full; free some space and run again"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}; check the folder and its permissions"
    return f"{error}; check the disk and the folder"


@contextmanager
def renamed_when_complete(path: Path) -> Iterator[Path]:
    """A name to write to, renamed to `path` at the end and removed if anything goes wrong.

    Raises:
        PipelineError: the file cannot be written, in a sentence that says why.
    """
    partial = partial_path(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove_leftovers(path)
        with partial.open("wb") as file:
            with suppress(OSError):  # some file systems have no locks
                fcntl.flock(file, fcntl.LOCK_EX)
            yield partial
            if path.suffix == ".db":
                _remove_what_clients_left(path)
            partial.replace(path)
    except (OSError, sqlite3.Error) as error:
        raise PipelineError(f"cannot write {path}: {reason(error)}") from error
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)


def _remove_what_clients_left(path: Path) -> None:
    """Remove the write-ahead log or journal of an earlier database, which SQLite would read as part of the new one."""
    for suffix in ("-wal", "-shm", "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def uri_to_read(path: Path) -> str:
    """The address under which SQLite reads the bytes of a file, and nothing that others may have put beside it."""
    return f"{path.resolve().as_uri()}?immutable=1"


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open a SQLite database, which nobody may change.

    Raises:
        PipelineError: it is missing, cut short, or something else.
    """
    if not path.is_file():
        raise PipelineError(f"{path} does not exist; run `snakemake` to make it, or `make` for everything")
    with path.open("rb") as file:
        header = file.read(32)
    if header[:16] != SQLITE_HEADER:
        raise PipelineError(f"{path} is not a SQLite database; remove it and run `snakemake` to make it again")
    page_size = int.from_bytes(header[16:18], "big")
    page_size = 65536 if page_size == 1 else page_size
    pages = int.from_bytes(header[28:32], "big")
    if path.stat().st_size < page_size * pages:
        raise PipelineError(f"{path} is cut short; remove it and run `snakemake` to make it again")
    return sqlite3.connect(uri_to_read(path), uri=True)
