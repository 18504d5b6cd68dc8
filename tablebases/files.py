"""Artifacts as files: written completely or not at all, and verified when they are read.

An artifact is written under a temporary name beside its final place and renamed when it is complete. A reader never
meets an incomplete file. A stage that fails leaves the earlier file, but in a run Snakemake has deleted it before.

A database holds its checksum in its header and its provenance in the table `provenance(key, value)`. For other files,
each stage writes `provenance/<stage>.json` in the folder of the puzzle: the provenance, and the digest of each file.
"""

from __future__ import annotations

import csv
import errno
import hashlib
import json
import os
import platform
import re
import sqlite3
import stat
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from tablebases import locations
from tablebases.errors import DamagedDataError, Error, InputError, MissingDataError, system_reason
from tablebases.languages import t
from tablebases.locations import damaged, looked_up, missing, rejected

LARGE_BYTES = 16 * 2**20
MACHINE = platform.node()
"""Part of temporary names: machines that share a folder may have the same process numbers."""
SQLITE_HEADER = b"SQLite format 3\x00"


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


Found = TypeVar("Found")


def read_once(read: Callable[[Path], Found]) -> Callable[[Path], Found]:
    """Cache a function of a file's bytes, for large files, until the timestamp or size changes."""

    @cache
    def cached(path: Path, modified: int, size: int) -> Found:  # noqa: ARG001
        return read(path)

    def read_or_cached(path: Path) -> Found:
        status = path.stat()
        is_large = status.st_size >= LARGE_BYTES
        return cached(path.resolve(), status.st_mtime_ns, status.st_size) if is_large else read(path)

    return read_or_cached


file_digest = read_once(_sha256)
"""SHA-256 of a file's bytes, in hexadecimal digits."""


def unreadable(path: Path, error: OSError) -> Error:
    """The error that a file cannot be read."""
    kind = {errno.ENOENT: MissingDataError, errno.EISDIR: InputError}.get(error.errno or 0, Error)
    return kind("cannot read {path}: {reason}", path=path, reason=system_reason(error))


def unwritable(path: Path, error: OSError | sqlite3.Error) -> Error:
    """The error that a file cannot be written."""
    return Error("cannot write {path}: {reason}", path=path, reason=reason(error))


MOST_INPUT_BYTES = 2**30


def check_input(path: Path, most_bytes: int = MOST_INPUT_BYTES) -> None:
    """Raise an Error if a file cannot be read, is a device, a pipe or too large, or a damaged file of the package."""
    try:
        status = looked_up(path).stat()
        if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
            raise InputError("cannot read {path}: it is a device or a pipe, not a file", path=path)
        path.open("rb").close()
    except OSError as error:
        raise unreadable(path, error) from error
    if status.st_size > most_bytes:
        text = "{path} is too large: {n_bytes:,} bytes, where at most {most:,} are read"
        raise InputError(text, path=path, n_bytes=status.st_size, most=most_bytes)
    root, file = locations.PACKAGED.resolve(), path.resolve()
    if file.is_relative_to(root) and packaged_sums(root).get(file.relative_to(root).as_posix()) != file_digest(file):
        raise damaged(path, t(OTHER_DIGEST, list=SUMS))


def partial_path(path: Path, ending: str = "partial") -> Path:
    """The temporary name, of this process, for a file that will be at `path`."""
    return path.with_name(f".{path.name}.{MACHINE}.{os.getpid()}.{ending}")


def reason(error: OSError | sqlite3.Error) -> str:
    """Why something cannot be written, and how to mend it."""
    if getattr(error, "errno", None) == errno.ENOSPC or getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
        return t("the disk is full; free some space and run again")
    if isinstance(error, OSError) and error.strerror:
        return t("{reason}; check the folder and its permissions", reason=system_reason(error))
    return t("{reason}; check the disk and the folder", reason=error)


Holder = Callable[[Path, Path], AbstractContextManager[None]]
"""Makes a context from a path and the temporary name of the file."""


@contextmanager
def renamed_when_complete(path: Path, held: Holder | None = None) -> Iterator[Path]:
    """A temporary name to write to; the file is renamed to `path` at the end, and removed after an error.

    `held` makes a context that lasts until the file is renamed, such as a lock.
    """
    partial = partial_path(looked_up(path))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.unlink(missing_ok=True)
        partial.touch(exist_ok=False)  # it follows no link
        with held(path, partial) if held else nullcontext():
            yield partial
            partial.replace(path)
    except (OSError, sqlite3.Error) as error:
        raise unwritable(path, error) from error
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)


def uri_to_read(path: Path) -> str:
    """The URI with which SQLite reads a file without a lock, log or journal beside it."""
    address = path.resolve().as_uri()
    if not address.startswith("file:///"):  # a Windows share: SQLite needs four slashes
        address = address.replace("file://", "file:////", 1)
    return f"{address}?immutable=1"


class _Connection(sqlite3.Connection):
    def execute(self, sql: str, values: Any = (), /) -> sqlite3.Cursor:
        """Execute SQL; an InputError if the connection is closed."""
        try:
            return super().execute(sql, values)
        except sqlite3.ProgrammingError as error:
            if "closed database" not in str(error):
                raise
            raise InputError("the results are closed; use them in the block of `with open_results()`") from error


STEPS, STEPS_PER_BYTE, STEPS_BETWEEN = 2 * 10**7, 40, 10**5
"""A query is interrupted after so many steps, more of a large file: the view of all towns takes 23 per byte."""


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open a SQLite database to read; raises an Error if it is missing, cut short or foreign, or its path too long."""
    if not looked_up(path).is_file():
        raise missing(path)
    with path.open("rb") as file:
        header = file.read(32)
    if header[:16] != SQLITE_HEADER:
        raise rejected(path, t("is not a SQLite database"))
    page_size = int.from_bytes(header[16:18], "big")
    page_size = 65536 if page_size == 1 else page_size
    pages = int.from_bytes(header[28:32], "big")
    size = path.stat().st_size
    if size < page_size * pages:
        raise rejected(path, t("is cut short"))
    try:
        connection = sqlite3.connect(uri_to_read(path), uri=True, factory=_Connection)
    except sqlite3.OperationalError as error:
        text = "SQLite cannot open {path} ({error}), a path of {n:,} bytes; move it to a path of at most 500"
        raise InputError(text, path=path, error=error, n=len(os.fsencode(path.resolve()))) from error
    most, steps = (STEPS + STEPS_PER_BYTE * size) // STEPS_BETWEEN, [count()]
    connection.set_trace_callback(lambda _: steps.__setitem__(0, count()))  # a query begins
    connection.set_progress_handler(lambda: next(steps[0]) >= most, STEPS_BETWEEN)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, max(10**6, size))
    return connection


def unanswered(path: Path, error: Exception, text: str, **values: object) -> Error:
    """The error that a query failed, in the words of `text`; if it was interrupted, the database is foreign."""
    if str(error) == "interrupted":
        return rejected(path, t("holds a view without end, or one that takes far too long"))
    return Error(text, path=path, error=error, **values)


def notes_of(path: Path) -> dict[str, str]:
    """The provenance in a database; a foreign one may have rows without end."""
    with closing(connect_to_read(path)) as connection:
        return dict(connection.execute("SELECT substr(key, 1, 999), substr(value, 1, 99999) FROM provenance LIMIT 999"))


# The checksum of a database: PRAGMA application_id, bytes 68 to 71 of the file, big endian, is the CRC-32 of the whole
# file with zeros in these four bytes. It finds every damage within 32 neighbouring bits and misses one in four billion
# others, at 2 to 3 GB/s. SHA256SUMS finds deliberate changes.

PLACE = slice(68, 72)
HEADER_BYTES = 100
CHUNK_BYTES = 2**20
NEVER_SEALED = 0


def read_checksum(path: Path, look: Callable[[bytes], object] = len) -> tuple[int, int]:
    """The CRC-32 in the header of a database, and that of its bytes; `look` is called with all bytes in chunks."""
    with path.open("rb") as file:
        header = file.read(HEADER_BYTES)
        look(header)
        found = zlib.crc32(header[: PLACE.start] + bytes(4) + header[PLACE.stop :])
        while chunk := file.read(CHUNK_BYTES):
            look(chunk)
            found = zlib.crc32(chunk, found)
    return int.from_bytes(header[PLACE], "big"), found


def seal(path: Path) -> None:
    """Write the checksum of a complete database into its header."""
    _, found = read_checksum(path)
    with path.open("r+b") as file:
        file.seek(PLACE.start)
        file.write(found.to_bytes(4, "big"))


_known_checksum = read_once(read_checksum)


def fault_of_seal(stated: int, found: int) -> str:
    """The fault of a database, by the checksum in its header and that of its bytes; empty if they agree."""
    if stated == NEVER_SEALED:
        return t("was not written by this program, or by an earlier version (it has no checksum)")
    text = "is damaged or was changed (its checksum is {found:08x}, not {stated:08x})"
    return t(text, found=found, stated=stated) if stated != found else ""


def check_seal(path: Path) -> None:
    """Raise an Error unless a database has the checksum in its header."""
    stated, found = _known_checksum(path)
    if fault := fault_of_seal(stated, found):
        raise rejected(path, fault, t("move it away") if stated == NEVER_SEALED else "")


# Provenance: the inputs and settings of an artifact. Equal inputs give equal provenance.

PROVENANCE = "provenance"
"""The folder with the provenance of files that are no databases."""
DEEPEST = 3
"""Folders from that of a puzzle down to its deepest artifacts, such as results/godomachi, page, godomachi."""


def _noted(file: Path) -> dict[str, str]:
    """The provenance that a stage wrote, with `file NAME` -> digest; raises an Error if it is damaged."""
    try:
        notes: dict[str, str] = json.loads(file.read_bytes().decode())
        stated = (notes["stage"], json.loads(notes["parameters"]))
        if [*map(type, stated)] != [str, dict] or not all(isinstance(note, str) for note in notes.values()):
            raise ValueError
    except (OSError, LookupError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise rejected(file, t("is missing or damaged"), t("remove {name}", name=file.name)) from error
    return notes


def _notes_of_file(path: Path) -> dict[str, str] | None:
    """The provenance of an artifact that is no database; None of a data file."""
    for folder in path.absolute().parents[:DEEPEST]:
        name = f"file {path.absolute().relative_to(folder).as_posix()}"
        for file in sorted(folder.glob(f"{PROVENANCE}/*.json")):
            if json.dumps(name, ensure_ascii=False).encode() in file.read_bytes():
                notes = _noted(file)
                of_stage = {key: note for key, note in notes.items() if not key.startswith("file ")}
                return {**of_stage, "content_digest": notes.get(name, "")}
    return None


def read_provenance(path: Path) -> dict[str, str]:
    """The provenance of an artifact; raises an Error if it has none. A database is verified."""
    if path.suffix == ".db":
        connect_to_read(path).close()
        check_seal(path)
        with suppress(sqlite3.Error):
            notes = notes_of(path)
            if "content_digest" in notes:
                return notes
    elif found := _notes_of_file(path):
        return found
    raise rejected(path, t("has no provenance"), t("remove {name}", name=path.name))


def conflicting(artifacts: Mapping[Path, Mapping[str, str]]) -> tuple[str, Path, Path] | None:
    """A file of which two artifacts, or their inputs, have different contents: its name, the second and the first.

    `artifacts` has the provenance of each path; of a data file, its `content_digest` alone. None if all belong
    together.
    """
    seen: dict[str, tuple[str, Path]] = {}
    for path, notes in artifacts.items():
        inputs = {key.removeprefix("input "): digest for key, digest in notes.items() if key.startswith("input ")}
        for file, digest in {path.name: notes["content_digest"], **inputs}.items():
            before, other = seen.setdefault(file, (digest, path))
            if before != digest:
                return file, path, other
    return None


def verified_notes(path: Path) -> dict[str, str]:
    """The provenance of an artifact; of a data file its `content_digest` alone.

    Raises an Error if an artifact is damaged.
    """
    if path.suffix == ".db":
        return read_provenance(path)
    try:
        digest = file_digest(path)
    except OSError as error:
        raise unreadable(path, error) from error
    notes = _notes_of_file(path)
    if notes is None:
        return {"content_digest": digest}
    if notes["content_digest"] != digest:
        raise rejected(path, t("has been changed since it was made"), stage=notes["stage"])
    return notes


def content_digest(path: Path) -> str:
    """The digest of the content of an artifact or data file; raises an Error if an artifact is damaged."""
    return verified_notes(path)["content_digest"]


# CSV artifacts, and CSV files that people edit.

LIST_SEPARATOR = ", "
"""Between the items of a list in one cell of a CSV file."""
MORE_VALUES = "it has more values than there are columns; put values with commas between quotes"
"""The English fault of a row with the key `more`; see `open_csv`."""


@contextmanager
def open_csv(path: Path) -> Iterator[csv.DictReader[str]]:
    """Read a CSV file row by row; surplus values are under the key `more`, missing ones "".

    Raises an Error if it is missing, is not a CSV file in UTF-8, or has a column twice.
    """
    check_input(path)
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:  # spreadsheets write a byte order mark in front
            reader = csv.DictReader(file, restkey="more", restval="")
            columns = reader.fieldnames or []
            for column in columns:
                if columns.count(column) > 1:
                    raise Error("{path}: the column {column} occurs twice", path=path, column=column)
            yield reader
    except OSError as error:
        raise unreadable(path, error) from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise Error("{path} is not a CSV file in UTF-8: {error}", path=path, error=error) from error


SUMS = "SHA256SUMS"
"""The list of the digests of a folder's files, as `sha256sum` writes and reads it."""
MAX_LIST_BYTES = 1_000_000
SUM = re.compile(r"([0-9a-f]{64}) [ *](.+)")
BAD_SUM = "line {number} is no digest and name of a file in this folder"
OTHER_DIGEST = "it does not have the digest that {list} lists"


def sums_of(files: Iterable[Path], folder: Path) -> str:
    """The text of SHA256SUMS for files in a folder, sorted by name."""
    names = sorted((file.relative_to(folder).as_posix(), file) for file in files)
    return "".join(f"{file_digest(file)}  {name}\n" for name, file in names)


def parse_sums(text: str) -> dict[str, str]:
    """File -> its digest, from the text of SHA256SUMS.

    Raises a DamagedDataError if a line lists no file, or there is no line.
    """
    found = {}
    for number, line in enumerate(text.removesuffix("\n").split("\n") if text else (), 1):
        match = SUM.fullmatch(line)
        if match is None or match[2] in found or not match[2].isprintable():
            raise DamagedDataError(BAD_SUM, number=number)
        found[match[2]] = match[1]
    if not found:
        raise DamagedDataError("it is empty")
    return found


def read_sums(path: Path) -> dict[str, str]:
    """File -> its digest, from the file SHA256SUMS.

    Raises a DamagedDataError if it cannot be read, is damaged, or lists files that are not in its folder.
    """
    try:
        if not path.is_file() or path.stat().st_size > MAX_LIST_BYTES:
            raise DamagedDataError("it is no list of digests")
        found = parse_sums(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise DamagedDataError("it cannot be read: {reason}", reason=error) from error
    for number, name in enumerate(found, 1):
        if Path(name).is_absolute() or ".." in Path(name).parts or "\\" in name:
            raise DamagedDataError(BAD_SUM, number=number)
    return found


@cache
def packaged_sums(folder: Path) -> dict[str, str]:
    """File of the package in `folder` -> its digest; raises a DamagedDataError that names the list."""
    try:
        return read_sums(folder / SUMS)
    except DamagedDataError as error:
        raise damaged(folder / SUMS, error) from error
