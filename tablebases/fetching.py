"""Published releases, downloaded into the user's folder of results.

A release is a flat folder that `snakemake release` fills. `fetch_release` downloads its databases, and their digests
from SHA256SUMS. It leaves out all other files.

Each database is downloaded under a `.part` name, verified, and renamed. After an interruption the next call continues
the `.part` file. A database must agree in four ways:

SHA-256 of the file        with SHA256SUMS of the release
CRC-32                     with the header of the database
stage and table version    with this program
content digest             with the full run, pinned in the packaged data/checksums.csv

Content digests are pinned instead of the SHA-256 of files because only the content is the same with every version of
Python and of the packages. They show damage, older results and other settings. They are no signature: fetch only from
an address that you trust.
"""

from __future__ import annotations

import http.client
import re
import shutil
import sqlite3
import ssl
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from threading import Thread
from typing import IO, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit, urlunsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener, url2pathname

from tablebases import __version__
from tablebases.database import Kind
from tablebases.errors import DamagedDataError, Error, InputError, MissingDataError, system_reason
from tablebases.files import (
    MAX_LIST_BYTES,
    check_seal,
    connect_to_read,
    file_digest,
    notes_of,
    parse_sums,
    renamed_when_complete,
    unwritable,
    uri_to_read,
)
from tablebases.files import SUMS as LIST
from tablebases.languages import t
from tablebases.locations import FETCHED_VARIABLE, NOWHERE, PACKAGED, fetched_folder
from tablebases.messages import Progress, counted, say
from tablebases.verification import known_databases, known_digests

MAX_BYTES = 2_000_000_000
"""Every file of a release is smaller, because data repositories accept no larger files."""
TOO_LARGE = "is larger than a file of a release"
MEGABYTE = 10**6
CHUNK_BYTES = 2**18
TIMEOUT_SECONDS = 30
LEAST_BYTES = 300_000
"""A server that sends less in `TIMEOUT_SECONDS` is given up: the largest file would take two days."""
PAUSES = (1, 3, 10, 30)
"""Seconds before each further attempt, after a connection broke."""
TEMPORARY = (408, 429, 500, 502, 503, 504)
"""HTTP statuses of temporary failures: the next attempt may succeed."""
CLOSED = "the server closed the connection too early"

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Published:
    """A database that every release has."""

    kind: Kind
    content: str
    """The content digest in the full run."""


@dataclass(frozen=True)
class Fetched:
    """The files that `fetch_release` downloaded."""

    folder: Path
    databases: tuple[str, ...]
    size: int
    """Bytes of all databases."""
    downloaded: tuple[str, ...]
    """The databases that were missing before."""


def published_databases() -> dict[str, Published]:
    """File -> database, for all databases of a release, by this version of the package."""
    pinned = known_digests(PACKAGED)
    return {
        name: Published(kind, pinned[puzzle.package][name])
        for name, (puzzle, kind) in sorted(known_databases().items())
        if name in pinned.get(puzzle.package, {})
    }


class BrokenConnectionError(Exception):
    """A connection broke; another attempt may succeed."""

    def __init__(self, why: object, received: int = 0) -> None:
        super().__init__(str(why))
        self.received = received
        """Bytes of the file that have arrived by then, with those of earlier connections."""


@dataclass(frozen=True)
class Download:
    """A file that is being downloaded."""

    start: int
    """The position of the first byte in the file."""
    chunks: Iterator[bytes]


class _Redirects(HTTPRedirectHandler):
    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: http.client.HTTPMessage, newurl: str
    ) -> Request | None:
        fp.close()  # else all of it would be read, without a limit
        if urlsplit(newurl).scheme not in ("https", req.type):
            text = "{address} leads to {target}, which is not an address of {kind}; check the address"
            raise Error(text, address=req.full_url, target=newurl, kind=req.type)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


class Release:
    """A release on a web server, or in a folder, whose `uri` has the scheme file.

    Raises a MissingDataError for a missing file, a BrokenConnectionError if the server does not answer or stops early.
    """

    def __init__(self, address: str, uri: str) -> None:
        self.address = address
        self._parts = urlsplit(uri)
        self._was_reached = False
        self._opener = build_opener(_Redirects)

    def size(self, name: str) -> int | None:
        """The size of a file; None if the server does not report it."""
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
        """A file from the byte `start` on, or from the first byte if the server cannot continue."""
        response = self._request(name, "GET", start)
        with response:
            begins = _first_byte(response)
            if begins in (0, start):
                length = _whole_number(response.headers["Content-Length"])
                yield Download(begins, _chunks(response, begins, length))
                return
        if start == 0:
            why = t("the server sends only a part of {name}", name=name)
            raise _no_release(self.address, why)
        with self.download(name, 0) as download:
            yield download

    def _request(self, name: str, method: str, start: int = 0) -> http.client.HTTPResponse:
        """The server's response: the file from the byte `start` on, or all of it, or, to HEAD, its size."""
        path = f"{self._parts.path.rstrip('/')}/{name}"
        headers = {"User-Agent": f"puzzle-tablebases/{__version__}"} | ({"Range": f"bytes={start}-"} if start else {})
        address = urlunsplit(self._parts._replace(path=path))
        request = Request(address, headers=headers, method=method)  # noqa: S310 - only http and https
        try:
            response: http.client.HTTPResponse = _within_time(self._opener.open, request, None, TIMEOUT_SECONDS)
        except HTTPError as error:
            error.close()
            self._was_reached = True
            status = f"{error.code} {error.reason}"
            if start and error.code == HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:  # the file ends before `start`
                return self._request(name, method)
            if error.code in TEMPORARY:
                raise BrokenConnectionError(t("the server answers {status}", status=status)) from error
            refusal = t("{name}: {reason}", name=name, reason=status)
            if error.code in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE):
                raise _no_release(self.address, refusal) from error
            text = "{address} cannot be read ({reason}); check the address"
            raise Error(text, address=self.address, reason=refusal) from error
        except (OSError, http.client.HTTPException, ValueError) as error:
            why = error.reason if isinstance(error, URLError) else error
            if self._parts.scheme == "file":
                raise _no_release(self.address, t("{name}: {reason}", name=name, reason=_reason(why))) from error
            if isinstance(why, ssl.SSLCertVerificationError):
                raise Error(
                    "{address} has no valid certificate ({reason}); check the address, and the clock of this machine",
                    address=self.address,
                    reason=why.verify_message,
                ) from error
            is_temporary = self._was_reached or isinstance(why, TimeoutError | ConnectionResetError)
            if not is_temporary or isinstance(why, str | ValueError | http.client.InvalidURL):
                raise _no_release(self.address, _reason(why)) from error
            raise BrokenConnectionError(_reason(why)) from error
        self._was_reached = True
        return response


def _within_time(function: Callable[..., Answer], *values: object) -> Answer:
    """Call a function; a TimeoutError after `TIMEOUT_SECONDS`. A socket counts them anew at every byte."""
    answer: Future[Answer] = Future()

    def call() -> None:
        try:
            answer.set_result(function(*values))
        except Exception as error:
            answer.set_exception(error)

    Thread(target=call, daemon=True).start()
    return answer.result(TIMEOUT_SECONDS)


def _no_release(address: str, why: str) -> MissingDataError:
    text = "there is no complete release at {address} ({reason}); check the address"
    return MissingDataError(text, address=address, reason=why)


def _reason(why: object) -> str:
    """The reason of a failed connection, in words."""
    if isinstance(why, TimeoutError):
        return t("the server has not answered for {seconds} s", seconds=TIMEOUT_SECONDS)
    if isinstance(why, http.client.IncompleteRead):
        return t(CLOSED)
    if isinstance(why, OSError) and why.strerror:
        return system_reason(why)
    return str(why) or type(why).__name__


def _whole_number(text: str | None) -> int | None:
    return int(text) if text and re.fullmatch(r"[0-9]{1,15}", text) else None


def _first_byte(response: http.client.HTTPResponse) -> int | None:
    """The position in the file of the first byte that a server sends; None if it is unknown."""
    if response.status in (HTTPStatus.OK, None):  # a file has no status
        return 0
    found = re.fullmatch(r"bytes (\d{1,15})-\d+/(\d+|\*)", response.headers.get("Content-Range", ""), re.ASCII)
    return int(found[1]) if found and response.status == HTTPStatus.PARTIAL_CONTENT else None


def _chunks(response: http.client.HTTPResponse, start: int, length: int | None) -> Iterator[bytes]:
    """The bytes of a response, as they arrive; `start` is the position of the first one in the file."""
    received, before, since = start, start, time.monotonic()
    try:
        while chunk := response.read1(CHUNK_BYTES):
            received += len(chunk)
            if time.monotonic() > since + TIMEOUT_SECONDS:
                if received < before + LEAST_BYTES:
                    raise BrokenConnectionError(t("the server sends too slowly"), received)
                before, since = received, time.monotonic()
            yield chunk
    except (OSError, http.client.HTTPException) as error:
        raise BrokenConnectionError(_reason(error), received) from error
    if length is not None and received < start + length:
        raise BrokenConnectionError(t(CLOSED), received)


def release_at(address: str) -> Release:
    """The release at an address: http, https, file, or the path of a folder."""

    def rejected(fault: str) -> InputError:
        mend = t("give an address such as https://example.org/release, or a folder")
        return InputError("'{address}' {fault}; {mend}", address=address, fault=t(fault), mend=mend)

    try:
        parts = urlsplit(address)
        if parts.scheme == "file" or "://" not in address:
            is_here = parts.scheme != "file" or parts.netloc in ("", "localhost")
            folder = Path(url2pathname(parts.path) if parts.scheme == "file" else address)
            if not (address and is_here and folder.is_dir()):
                raise rejected("is neither an address nor a folder")
            return Release(str(folder), uri_to_read(folder).partition("?")[0])
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
            raise rejected("is no http or https address of a release")
        parts.hostname.encode("idna")
        _ = parts.port  # a ValueError unless it is a number
    except (ValueError, OSError) as error:  # an OSError: the path is too long
        raise rejected("cannot be read as an address") from error
    path = quote(parts.path, safe="/%:@!$&'()*+,;=~").removesuffix(f"/{LIST}")
    uri = urlunsplit((parts.scheme, parts.netloc, path, quote(parts.query, safe="/%:@!$&'()*+,;=~?"), ""))
    return Release(uri, uri)


# The files of a release.


def with_retries(name: str, attempt: Callable[[], Answer]) -> Answer:
    """Repeat `attempt`, a few times, while connections break; every further megabyte of the file resets the count."""
    failures = received = 0
    while True:
        try:
            return attempt()
        except BrokenConnectionError as error:
            if error.received >= received + MEGABYTE:
                failures, received = 0, error.received
            if failures == len(PAUSES):
                text = "cannot fetch {name} ({reason}); run the same command again to continue"
                raise Error(text, name=name, reason=error) from error
            text = "{name}: {reason}; trying again in {seconds} s"
            say(t(text, name=name, reason=error, seconds=PAUSES[failures]))
            time.sleep(PAUSES[failures])
            failures += 1


def read_list(release: Release) -> dict[str, str]:
    """File -> its SHA-256, from SHA256SUMS of a release."""

    def attempt() -> bytes:
        content = b""
        with release.download(LIST, 0) as download:
            for chunk in download.chunks:
                content += chunk
                if len(content) > MAX_LIST_BYTES:
                    break
        return content

    content = with_retries(LIST, attempt)
    text = "{address} is refused: its {list} does not list files of a release"
    refused = DamagedDataError(text, address=release.address, list=LIST)
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
        self._progress = Progress(t("fetch"), total // MEGABYTE, "MB") if total is not None else None
        self._bytes = 0

    def advance(self, amount: int) -> None:
        """Add `amount` bytes; a negative amount takes bytes back."""
        before = self._bytes // MEGABYTE
        self._bytes += amount
        if self._progress and (more := self._bytes // MEGABYTE - before):
            self._progress.advance(more)


def _part(path: Path) -> Path:
    """The path of an incomplete download."""
    return path.with_name(f"{path.name}.part")


def _bytes_here(part: Path) -> int:
    """The bytes that an earlier download left."""
    return part.stat().st_size if part.is_file() else 0


def _check_space(folder: Path, needed: int) -> None:
    """Raise an Error unless the disk has room."""
    free = shutil.disk_usage(folder).free
    if needed > free:
        raise Error(
            "the download needs {needed}, but {folder} has {free} free; free some space, or set {variable} to another "
            "folder",
            needed=file_size(needed),
            folder=folder,
            free=file_size(free),
            variable=FETCHED_VARIABLE,
        )


def file_size(size: int) -> str:
    """A number of bytes as `1.6 GB` or `12.5 MB`."""
    return f"{size / 1e9:,.1f} GB" if size >= 1e9 else f"{size / 1e6:,.1f} MB"


def _download(release: Release, name: str, part: Path, size: int | None, meter: Meter) -> None:
    """Download a file to its `.part` name, from where an earlier download stopped."""

    def attempt() -> None:
        start = _bytes_here(part)
        if start == size and part.is_file():
            return
        if size is not None and start > size:
            meter.advance(-start)
            start = 0
        with release.download(name, start) as download, part.open("r+b" if download.start else "wb") as file:
            meter.advance(download.start - start)
            file.seek(download.start)
            file.truncate()
            for chunk in download.chunks:
                if file.tell() + len(chunk) >= MAX_BYTES:
                    raise _refused(release, name, t(TOO_LARGE))
                file.write(chunk)
                meter.advance(len(chunk))

    with_retries(name, attempt)


def _refused(release: Release, name: str, fault: str) -> DamagedDataError:
    text = "{address} is refused: {name} {fault}"
    return DamagedDataError(text, address=release.address, name=name, fault=fault)


def check_database(release: Release, name: str, path: Path, published: Published) -> None:
    """Raise a DamagedDataError unless `path` is a database of the full run that this version can read."""
    try:
        with closing(connect_to_read(path)) as connection:
            check_seal(path)
            notes = notes_of(path)
            (version,) = connection.execute("PRAGMA user_version").fetchone()
    except (DamagedDataError, sqlite3.Error, ValueError) as error:
        raise _refused(release, name, t("is damaged, or no database of this project")) from error
    kind = published.kind
    if notes.get("stage") != kind.stage:
        raise _refused(release, name, t("was not written by the stage {stage}", stage=kind.stage))
    if version != kind.version:
        fault = t(
            "has tables of version {found}, but puzzle-tablebases {program} reads version {version}; fetch a release "
            "for this version of the program",
            found=version,
            program=__version__,
            version=kind.version,
        )
        raise _refused(release, name, fault)
    if notes.get("content_digest") != published.content:
        raise _refused(release, name, t("holds other answers than the full run that this program knows"))


def _fetch_database(
    release: Release, name: str, path: Path, digest: str, size: int | None, published: Published, meter: Meter
) -> None:
    """Download a database, verify it, and give it its name."""
    part = _part(path)
    if part.is_symlink() or part.is_fifo():  # the download would go elsewhere
        part.unlink()
    is_continued = _bytes_here(part) > 0
    try:
        if (size or 0) >= MAX_BYTES:
            raise _refused(release, name, t(TOO_LARGE))
        _download(release, name, part, size, meter)
        if is_continued and file_digest(part) != digest:
            say(t("{name}: the partial download is of another file; starting again", name=name))
            meter.advance(-_bytes_here(part))
            part.unlink()
            _download(release, name, part, size, meter)
        say(t("{name}: {size}, verifying", name=name, size=file_size(_bytes_here(part))))
        if file_digest(part) != digest:
            raise _refused(release, name, t("is damaged, its digest is not the one of {list}", list=LIST))
        check_database(release, name, part, published)
    except DamagedDataError:
        part.unlink(missing_ok=True)
        raise
    part.replace(path)


def fetch_release(address: str) -> Fetched:
    """Download the databases of a release into the folder of fetched results, and verify them.

    Databases in the folder are verified and not downloaded again. Raises an InputError unless `address` is http, https
    or a folder, a MissingDataError without a complete release, a DamagedDataError if it is damaged, of another version
    or not of the full run, and an Error if the connection breaks too often or the folder cannot be written to.
    """
    release = release_at(address)
    published = published_databases()
    listed = read_list(release)
    for name in published:
        if name not in listed:
            raise _no_release(release.address, t("its {list} does not list {name}", list=LIST, name=name))
    folder = fetched_folder()
    if folder == NOWHERE:
        text = "there is no home folder to keep results in; set {variable} to a folder"
        raise Error(text, variable=FETCHED_VARIABLE)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return _fetch_databases(release, {name: listed[name] for name in published}, published, folder)
    except OSError as error:
        raise unwritable(Path(error.filename or folder), error) from error


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
    needed = sum(sizes) - sum(_bytes_here(_part(folder / name)) for name in missing)
    _check_space(folder, needed)
    if missing:
        databases = counted(len(missing), "database")
        say(t("fetch: {databases}, {size}, to {folder}", databases=databases, size=file_size(needed), folder=folder))
    meter = Meter(needed if len(sizes) == len(missing) else None)
    content = "".join(f"{digest}  {name}\n" for name, digest in listed.items())
    sums = folder / LIST
    if sums.is_file() and sums.read_bytes() != content.encode():
        sums.unlink()  # it is of another release
    # The smallest first, so that a wrong address is refused early.
    for name in sorted(missing, key=lambda name: missing[name] or 0):
        _fetch_database(release, name, folder / name, listed[name], missing[name], published[name], meter)
        here[name] = (folder / name).stat().st_size
    with renamed_when_complete(sums) as partial:
        partial.write_bytes(content.encode())
    return Fetched(folder, tuple(listed), sum(here.values()), tuple(missing))
