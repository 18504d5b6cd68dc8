"""Published releases, downloaded into the user's folder of results.

A release is a flat folder that `snakemake release` fills. `fetch_release` takes its databases, and the digests of
them in SHA256SUMS. Every other file of the release is left where it is.

Each database is downloaded under a `.part` name, verified, and renamed. An interrupted download keeps its `.part`
file, and the next call continues it. A database is verified in these steps:

SHA-256 of the file        the one that SHA256SUMS of the release has
CRC-32                     the one in the header of the database
stage and table version    those that this program reads
content digest             the one of the full run, pinned in the packaged data/checksums.csv

Content digests are pinned, and not the SHA-256 of files, because only the content is the same with every version of
Python and of the packages. They show damage, older results and runs with other settings; they are no signature, so
fetch only from an address that you trust.
"""

from __future__ import annotations

import http.client
import re
import shutil
import sqlite3
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import IO, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit, urlunsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    UnknownHandler,
    url2pathname,
)

from tablebases import __version__
from tablebases.database import Kind
from tablebases.errors import DamagedDataError, Error, InputError, MissingDataError
from tablebases.files import SUMS as LIST
from tablebases.files import check_seal, connect_to_read, file_digest, parse_sums, reason, renamed_when_complete
from tablebases.locations import FETCHED_VARIABLE, NOWHERE, PACKAGED, fetched_folder
from tablebases.messages import Progress, counted, say
from tablebases.verification import known_databases, known_digests

MAX_BYTES = 2_000_000_000
"""Every file of a release is smaller, because places for data take no larger ones."""
TOO_LARGE = "is larger than a file of a release"
MAX_LIST_BYTES = 1_000_000
MEGABYTE = 10**6
CHUNK_BYTES = 2**18
TIMEOUT_SECONDS = 30
PAUSES = (1, 3, 10, 30)
"""Seconds before each further attempt, after a connection broke."""
PASSING = (408, 429, 500, 502, 503, 504)
"""HTTP statuses that may be gone at the next attempt."""
CLOSED = "the server closed the connection too early"
AGAIN = "run the same command again to go on"

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Published:
    """A database that every release has."""

    kind: Kind
    content: str
    """The content digest of the full run."""


@dataclass(frozen=True)
class Fetched:
    """The files that `fetch_release` downloaded."""

    folder: Path
    databases: tuple[str, ...]
    size: int
    """Bytes of all databases."""
    downloaded: tuple[str, ...]
    """The databases that were not there before."""


def published_databases() -> dict[str, Published]:
    """The databases of a release by name, as this version of the package knows them."""
    pinned = known_digests(PACKAGED)
    return {
        name: Published(kind, pinned[puzzle.package][name])
        for name, (puzzle, kind) in sorted(known_databases().items())
        if name in pinned.get(puzzle.package, {})
    }


# Where a release is: on a server, or in a folder. Both say the size of a file in bytes, None if it is not known, and
# download it from the byte `start` on. A file that is not there raises a MissingDataError, and a server that does not
# answer, or stops too early, a BrokenConnectionError.


class BrokenConnectionError(Exception):
    """A connection broke; another attempt may succeed."""

    def __init__(self, why: object, received: int = 0) -> None:
        super().__init__(str(why))
        self.received = received
        """Bytes that arrived before."""


@dataclass(frozen=True)
class Download:
    """A file on its way."""

    start: int
    """The place of its first byte in the file."""
    chunks: Iterator[bytes]


class ReleaseFolder:
    """A release in a local folder."""

    def __init__(self, folder: Path) -> None:
        self.address = str(folder)
        self._folder = folder

    def size(self, name: str) -> int | None:
        """The size of a file."""
        with self._reading(name):
            return (self._folder / name).stat().st_size

    @contextmanager
    def download(self, name: str, start: int) -> Iterator[Download]:
        """A file from the byte `start` on."""
        with self._reading(name):
            file = (self._folder / name).open("rb")
        with file:
            file.seek(start)
            yield Download(start, self._chunks(name, file))

    def _chunks(self, name: str, file: IO[bytes]) -> Iterator[bytes]:
        with self._reading(name):
            while chunk := file.read(CHUNK_BYTES):
                yield chunk

    @contextmanager
    def _reading(self, name: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise _not_there(self.address, f"{name}: {error.strerror or error}") from error


class ReleaseServer:
    """A release on a web server."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._parts = urlsplit(address)
        self._was_reached = False
        self._opener = OpenerDirector()
        for handler in (
            ProxyHandler,
            UnknownHandler,
            HTTPHandler,
            HTTPSHandler,
            HTTPDefaultErrorHandler,
            HTTPRedirectHandler,
            HTTPErrorProcessor,
        ):
            self._opener.add_handler(handler())

    def size(self, name: str) -> int | None:
        """The size of a file, None if the server does not say it."""
        try:
            response = self._request(name, "HEAD")
        except MissingDataError:
            raise
        except Error:  # not every server answers HEAD
            return None
        with response:
            return _whole_number(response.headers["Content-Length"])

    @contextmanager
    def download(self, name: str, start: int) -> Iterator[Download]:
        """A file from the byte `start` on, or from the first byte, where the server cannot do better."""
        response = self._request(name, "GET", start)
        with response:
            begins = _first_byte(response)
            if begins in (0, start):
                length = _whole_number(response.headers["Content-Length"])
                yield Download(begins, _chunks(response, length))
                return
        if start == 0:
            raise _not_there(self.address, f"the server answers the request for {name} with a part of it")
        with self.download(name, 0) as download:
            yield download

    def _request(self, name: str, method: str, start: int = 0) -> http.client.HTTPResponse:
        """What the server answers: the file from the byte `start` on, all of it, or, to HEAD, its size."""
        path = f"{self._parts.path.rstrip('/')}/{name}"
        headers = {"User-Agent": f"puzzle-tablebases/{__version__}"} | ({"Range": f"bytes={start}-"} if start else {})
        address = urlunsplit(self._parts._replace(path=path))
        request = Request(address, headers=headers, method=method)  # noqa: S310 - http and https alone
        try:
            response: http.client.HTTPResponse = self._opener.open(request, timeout=TIMEOUT_SECONDS)
        except HTTPError as error:
            error.close()
            self._was_reached = True
            if start and error.code == HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:  # the file is not longer than that
                return self._request(name, method)
            if error.code in PASSING:
                raise BrokenConnectionError(f"the server answers {error.code} {error.reason}") from error
            refusal = f"{name}: {error.code} {error.reason}"
            if error.code in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE):
                raise _not_there(self.address, refusal) from error
            raise Error(f"{self.address} cannot be read ({refusal}); check the address") from error
        except (OSError, http.client.HTTPException, ValueError) as error:
            why = error.reason if isinstance(error, URLError) else error
            if isinstance(why, ssl.SSLCertVerificationError):
                raise Error(
                    f"{self.address} has no valid certificate ({why.verify_message}); check the address, and the clock "
                    "of this machine"
                ) from error
            may_pass = self._was_reached or isinstance(why, TimeoutError | ConnectionResetError)
            if not may_pass or isinstance(why, str | ValueError | http.client.InvalidURL):
                raise _not_there(self.address, _words(why)) from error
            raise BrokenConnectionError(_words(why)) from error
        self._was_reached = True
        return response


Release = ReleaseFolder | ReleaseServer


def _not_there(address: str, why: str) -> MissingDataError:
    return MissingDataError(f"there is no complete release at {address} ({why}); check the address")


def _words(why: object) -> str:
    """Why a connection failed."""
    if isinstance(why, TimeoutError):
        return f"the server has not answered for {TIMEOUT_SECONDS} s"
    if isinstance(why, http.client.IncompleteRead):
        return CLOSED
    if isinstance(why, OSError) and why.strerror:
        return why.strerror
    return str(why) or type(why).__name__


def _whole_number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() else None


def _first_byte(response: http.client.HTTPResponse) -> int | None:
    """The place in its file of the first byte that a server sends, None if it does not say so."""
    if response.status == HTTPStatus.OK:
        return 0
    said = re.fullmatch(r"bytes (\d{1,15})-\d+/(\d+|\*)", response.headers.get("Content-Range", ""), re.ASCII)
    return int(said[1]) if said and response.status == HTTPStatus.PARTIAL_CONTENT else None


def _chunks(response: http.client.HTTPResponse, length: int | None) -> Iterator[bytes]:
    """The bytes of an answer, as they arrive."""
    received = 0
    try:
        while chunk := response.read1(CHUNK_BYTES):
            received += len(chunk)
            yield chunk
    except (OSError, http.client.HTTPException) as error:
        raise BrokenConnectionError(_words(error), received) from error
    if length is not None and received < length:
        raise BrokenConnectionError(CLOSED, received)


def release_at(address: str) -> Release:
    """The release at an address: http, https, file, or the path of a folder."""
    mend = "give an address such as https://example.org/release, or a folder"
    try:
        parts = urlsplit(address)
        if parts.scheme == "file" or "://" not in address:
            is_here = parts.scheme != "file" or parts.netloc in ("", "localhost")
            folder = Path(url2pathname(parts.path) if parts.scheme == "file" else address)
            if not (address and is_here and folder.is_dir()):
                raise InputError(f"'{address}' is neither an address nor a folder; {mend}")
            return ReleaseFolder(folder)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
            raise InputError(f"'{address}' is no http or https address of a release; {mend}")
        parts.hostname.encode("idna")
        _ = parts.port  # a ValueError unless it is a number
    except (ValueError, OSError) as error:  # an OSError: the path is too long
        raise InputError(f"'{address}' cannot be read as an address; {mend}") from error
    path = quote(parts.path, safe="/%:@!$&'()*+,;=~").removesuffix(f"/{LIST}")
    return ReleaseServer(
        urlunsplit((parts.scheme, parts.netloc, path, quote(parts.query, safe="/%:@!$&'()*+,;=~?"), ""))
    )


# The files of a release, and how much of them is here.


def with_retries(what: str, attempt: Callable[[], Answer]) -> Answer:
    """Try again, a few times, while connections break; a megabyte that arrives makes up for all attempts before."""
    failures = 0
    while True:
        try:
            return attempt()
        except BrokenConnectionError as error:
            if error.received >= MEGABYTE:
                failures = 0
            if failures == len(PAUSES):
                raise Error(f"cannot fetch {what} ({error}); {AGAIN}") from error
            say(f"{what}: {error}; trying again in {PAUSES[failures]} s")
            time.sleep(PAUSES[failures])
            failures += 1


def read_list(release: Release) -> dict[str, str]:
    """SHA256SUMS of a release: the SHA-256 of every file by its name."""

    def attempt() -> bytes:
        content = b""
        with release.download(LIST, 0) as download:
            for chunk in download.chunks:
                content += chunk
                if len(content) > MAX_LIST_BYTES:
                    break
        return content

    content = with_retries(LIST, attempt)
    refused = DamagedDataError(f"{release.address} is refused: its {LIST} does not list files of a release")
    try:
        listed = parse_sums(content.decode("utf-8", errors="replace"))
    except DamagedDataError as error:
        raise refused from error
    if len(content) > MAX_LIST_BYTES or any(set(name) & set("/\\:") for name in listed):
        raise refused
    return listed


class Meter:
    """Reports the progress of a download of `total` bytes; None reports nothing."""

    def __init__(self, total: int | None) -> None:
        self._progress = Progress("fetch", total // MEGABYTE, "MB") if total is not None else None
        self._bytes = 0

    def advance(self, amount: int) -> None:
        """Note that `amount` more bytes are there; fewer, if it is negative."""
        before = self._bytes // MEGABYTE
        self._bytes += amount
        if self._progress and (more := self._bytes // MEGABYTE - before):
            self._progress.advance(more)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Turn a failure to write a file into an error that says what to do."""
    try:
        yield
    except OSError as error:
        raise Error(f"cannot write {path}: {reason(error)}") from error


def _part(path: Path) -> Path:
    """Where an incomplete download of a file is kept."""
    return path.with_name(f"{path.name}.part")


def _kept_bytes(part: Path) -> int:
    return part.stat().st_size if part.is_file() else 0


def _check_space(folder: Path, needed: int) -> None:
    """Stop unless the disk has room."""
    free = shutil.disk_usage(folder).free
    if needed > free:
        raise Error(
            f"the download needs {_gigabytes(needed)}, but {folder} has {_gigabytes(free)} free; free some space, or "
            f"set {FETCHED_VARIABLE} to another folder"
        )


def _gigabytes(size: int) -> str:
    return f"{size / 1e9:,.1f} GB" if size >= 1e9 else f"{size / 1e6:,.1f} MB"


def _download(release: Release, name: str, part: Path, size: int | None, meter: Meter) -> None:
    """Download a file to its `.part` name, from where an earlier download stopped."""

    def attempt() -> None:
        kept = _kept_bytes(part)
        if kept == size and part.is_file():
            return
        if size is not None and kept > size:
            meter.advance(-kept)
            kept = 0
        with (
            release.download(name, kept) as download,
            _writing(part),
            part.open("r+b" if download.start else "wb") as file,
        ):
            meter.advance(download.start - kept)
            file.seek(download.start)
            file.truncate()
            for chunk in download.chunks:
                if file.tell() + len(chunk) >= MAX_BYTES:
                    raise _refused(release, name, TOO_LARGE)
                file.write(chunk)
                meter.advance(len(chunk))

    with_retries(name, attempt)


def _refused(release: Release, name: str, why: str) -> DamagedDataError:
    return DamagedDataError(f"{release.address} is refused: {name} {why}")


def check_database(release: Release, name: str, path: Path, published: Published) -> None:
    """Stop unless the file at `path` is the database of the full run, in the version that this program reads."""
    try:
        with closing(connect_to_read(path)) as connection:
            check_seal(path)
            notes = dict(connection.execute("SELECT key, value FROM provenance"))
            (version,) = connection.execute("PRAGMA user_version").fetchone()
    except (DamagedDataError, sqlite3.Error, ValueError) as error:
        raise _refused(release, name, "is damaged, or no database of this project") from error
    kind = published.kind
    if notes.get("stage") != kind.stage:
        raise _refused(release, name, f"was not written by the stage {kind.stage}")
    if version != kind.version:
        raise _refused(
            release,
            name,
            f"has tables of version {version}, but puzzle-tablebases {__version__} reads version {kind.version}; "
            "fetch a release for this version of the program",
        )
    if notes.get("content_digest") != published.content:
        raise _refused(release, name, "holds other answers than the full run that this program knows")


def _fetch_database(
    release: Release, name: str, path: Path, digest: str, size: int | None, published: Published, meter: Meter
) -> None:
    """Download a database, verify it, and give it its name."""
    part = _part(path)
    was_kept = _kept_bytes(part) > 0
    try:
        if (size or 0) >= MAX_BYTES:
            raise _refused(release, name, TOO_LARGE)
        _download(release, name, part, size, meter)
        if was_kept and file_digest(part) != digest:
            say(f"{name}: the part that an earlier download left is of another file; starting anew")
            meter.advance(-_kept_bytes(part))
            part.unlink()
            _download(release, name, part, size, meter)
        say(f"{name}: {_gigabytes(_kept_bytes(part))}, verifying")
        if file_digest(part) != digest:
            raise _refused(release, name, f"is damaged, its digest is not the one of {LIST}")
        check_database(release, name, part, published)
    except DamagedDataError:
        part.unlink(missing_ok=True)
        raise
    part.replace(path)


def fetch_release(address: str) -> Fetched:
    """Download the databases of a release into the folder of fetched results, and verify them.

    Databases that are there already are verified and not downloaded again. Raises an InputError unless `address` is
    http, https or a folder, a MissingDataError without a complete release, a DamagedDataError if it is damaged, of
    another version or not of the full run, and an Error if the connection breaks too often or the folder cannot be
    written to.
    """
    release = release_at(address)
    published = published_databases()
    listed = read_list(release)
    for name in published:
        if name not in listed:
            raise _not_there(release.address, f"its {LIST} does not list {name}")
    folder = fetched_folder()
    if folder == NOWHERE:
        raise Error(f"there is no home folder to keep results in; set {FETCHED_VARIABLE} to a folder")
    with _writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        return _fetch_databases(release, {name: listed[name] for name in published}, published, folder)


def _fetch_databases(
    release: Release, listed: dict[str, str], published: dict[str, Published], folder: Path
) -> Fetched:
    here: dict[str, int] = {}
    missing: dict[str, int | None] = {}
    for name, digest in listed.items():
        path = folder / name
        if path.is_file() and file_digest(path) == digest:
            check_database(release, name, path, published[name])
            here[name] = path.stat().st_size
        else:
            missing[name] = with_retries(name, lambda name=name: release.size(name))  # type: ignore[misc]
    sizes = [size for size in missing.values() if size is not None]
    needed = sum(sizes) - sum(_kept_bytes(_part(folder / name)) for name in missing)
    _check_space(folder, needed)
    if missing:
        say(f"fetch: {counted(len(missing), 'database')}, {_gigabytes(needed)}, to {folder}")
    meter = Meter(needed if len(sizes) == len(missing) else None)
    content = "".join(f"{digest}  {name}\n" for name, digest in listed.items())
    sums = folder / LIST
    if sums.is_file() and sums.read_bytes() != content.encode():
        sums.unlink()  # it is of another release
    # The smallest first: an address that is refused is then refused early.
    for name in sorted(missing, key=lambda name: missing[name] or 0):
        _fetch_database(release, name, folder / name, listed[name], missing[name], published[name], meter)
        here[name] = (folder / name).stat().st_size
    with renamed_when_complete(sums) as partial:
        partial.write_bytes(content.encode())
    return Fetched(folder, tuple(listed), sum(here.values()), tuple(missing))
