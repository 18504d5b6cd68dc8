"""Files that exist only when they are complete, and CSV files that people edit.

An artifact is written under a name of its own beside its final place and renamed when it is complete, so a reader
never meets half of one, and a run that fails leaves the earlier one as it was.
"""

from __future__ import annotations

import csv
import errno
import hashlib
import os
import platform
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from tablebases.errors import DamagedDataError, Error
from tablebases.locations import mend, missing

if TYPE_CHECKING:
    pass


LARGE_BYTES = 16 * 2**20
MACHINE = platform.node()
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
        Error: it cannot.
    """
    try:
        path.open("rb").close()
    except OSError as error:
        raise Error(f"cannot read {path}: {error.strerror}") from error


def partial_path(path: Path, ending: str = "partial") -> Path:
    """Where this process writes what will be at `path`."""
    return path.with_name(f".{path.name}.{MACHINE}.{os.getpid()}.{ending}")


def reason(error: OSError | sqlite3.Error) -> str:
    """Why something cannot be written, and how to mend it."""
    if getattr(error, "errno", None) == errno.ENOSPC or getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
        return "the disk is full; free some space and run again"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}; check the folder and its permissions"
    return f"{error}; check the disk and the folder"


Holder = Callable[[Path, Path], AbstractContextManager[None]]
"""Of a path and the name that is written instead: what holds until the file is renamed."""


@contextmanager
def renamed_when_complete(path: Path, held: Holder | None = None) -> Iterator[Path]:
    """A name to write to, renamed to `path` at the end and removed if anything goes wrong.

    Args:
        path: where the file will be.
        held: a context that lasts until the file is renamed, such as a lock.

    Raises:
        Error: the file cannot be written, in a sentence that says why.
    """
    partial = partial_path(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.touch()
        with held(path, partial) if held else nullcontext():
            yield partial
            partial.replace(path)
    except (OSError, sqlite3.Error) as error:
        raise Error(f"cannot write {path}: {reason(error)}") from error
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)


def uri_to_read(path: Path) -> str:
    """The address under which SQLite reads the bytes of a file, and nothing that others may have put beside it."""
    address = path.resolve().as_uri()
    if not address.startswith("file:///"):  # of a Windows share, which SQLite takes behind four slashes
        address = address.replace("file://", "file:////", 1)
    return f"{address}?immutable=1"


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open a SQLite database, read-only.

    Raises:
        Error: it is missing, cut short, or something else.
    """
    if not path.is_file():
        raise missing(path)
    with path.open("rb") as file:
        header = file.read(32)
    if header[:16] != SQLITE_HEADER:
        raise DamagedDataError(f"{path} is not a SQLite database; {mend(path)}")
    page_size = int.from_bytes(header[16:18], "big")
    page_size = 65536 if page_size == 1 else page_size
    pages = int.from_bytes(header[28:32], "big")
    if path.stat().st_size < page_size * pages:
        raise DamagedDataError(f"{path} is cut short; {mend(path)}")
    return sqlite3.connect(uri_to_read(path), uri=True)


# CSV artifacts, and CSV files that people edit.

MORE_VALUES = "it has more values than there are columns; put values with commas between quotes"
"""What to say of a row with the key `more`; see `open_csv`."""


@contextmanager
def open_csv(path: Path) -> Iterator[csv.DictReader[str]]:
    """Read a CSV file row by row; surplus values are under the key `more`, missing ones "".

    Raises:
        Error: it is missing, is not a CSV file in UTF-8, or has a column twice.
    """
    try:
        if path.is_char_device() or path.is_fifo():
            raise Error(f"cannot read {path}: it is a device, not a file")
        # Spreadsheets write a byte order mark in front.
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file, restkey="more", restval="")
            columns = reader.fieldnames or []
            for column in columns:
                if columns.count(column) > 1:
                    raise Error(f"{path}: the column {column} occurs twice")
            yield reader
    except OSError as error:
        raise Error(f"cannot read {path}: {error.strerror}") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise Error(f"{path} is not a CSV file in UTF-8: {error}") from error


SUMS = "SHA256SUMS"
"""The list of the digests of a folder's files, as `sha256sum` writes and reads it."""
SUM = re.compile(r"([0-9a-f]{64}) [ *](.+)")


def parse_sums(text: str) -> dict[str, str]:
    """File -> its digest, of the text of SHA256SUMS.

    Raises:
        DamagedDataError: it lists no files, or a line lists none.
    """
    found = {}
    for number, line in enumerate(text.splitlines(), 1):
        match = SUM.fullmatch(line)
        if match is None or match[2] in found:
            raise DamagedDataError(f"line {number} is no digest and name of a file in this folder")
        found[match[2]] = match[1]
    if not found:
        raise DamagedDataError("it is empty")
    return found


def read_sums(path: Path) -> dict[str, str]:
    """File -> its digest, of SHA256SUMS.

    Raises:
        DamagedDataError: it cannot be read, is damaged, or lists files that are not in its folder.
    """
    try:
        found = parse_sums(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise DamagedDataError(f"it cannot be read: {error}") from error
    for number, name in enumerate(found, 1):
        if Path(name).is_absolute() or ".." in Path(name).parts or "\\" in name:
            raise DamagedDataError(f"line {number} is no digest and name of a file in this folder")
    return found
