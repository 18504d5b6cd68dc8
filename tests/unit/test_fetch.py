"""`tablebases fetch`: a release is downloaded whole, verified, or refused with a sentence."""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tablebases import fetching
from tablebases.cli import main
from tablebases.errors import DamagedDataError, Error, InputError, MissingDataError
from tablebases.fetching import LIST, fetch_release, published_databases, release_at
from tablebases.files import file_digest, seal
from tablebases.locations import FETCHED_VARIABLE, PACKAGED, Place, fetched_folder, find_artifact

SMALL = {
    "arrow_puzzle.db": PACKAGED / "arrow_puzzle" / "arrow_puzzle.db",
    "best_towns.db": PACKAGED / "nine_tiles_panic" / "best_towns.db",
    "millijan.db": PACKAGED / "millijan" / "millijan.db",
}
"""Databases of the full run that come with the package."""
LARGEST = "best_towns.db"
BROKEN_AFTER = 100_000


class Server(ThreadingHTTPServer):
    """A web server of some files, with the faults that a test asks for."""

    daemon_threads = True

    def __init__(self, files: Mapping[str, bytes]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.files = dict(files)
        self.requests: list[str] = []
        """Method and name, and the range if there is one."""
        self.has_ranges = True
        self.has_head = True
        self.has_lengths = True
        self.breaks: list[str] = []
        """Names of files that break off after `BROKEN_AFTER` bytes, once for each time they are here."""
        self.statuses: dict[str, list[int]] = {}
        """Statuses to answer with, one after another, before the file is sent."""
        self.moved_to = ""
        """An address that every request is redirected to."""

    @property
    def address(self) -> str:
        """The address of its folder."""
        return f"http://127.0.0.1:{self.server_port}/release"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Nothing: a client that stops reading is no fault."""


class Handler(BaseHTTPRequestHandler):
    """Answers of a `Server`."""

    server: Server

    def do_HEAD(self) -> None:
        """Answer without the file."""
        self._answer()

    def do_GET(self) -> None:
        """Send the file."""
        self._answer()

    def _answer(self) -> None:
        server, folder, name = self.server, *self.path.rsplit("/", 1)
        wanted = self.headers["Range"]
        server.requests.append(" ".join(filter(None, (self.command, name, wanted))))
        is_head = self.command == "HEAD"
        if server.moved_to:
            self.send_response(302)
            self.send_header("Location", f"{server.moved_to}/{name}")
            self.end_headers()
            return None
        if is_head and not server.has_head:
            return self.send_error(405)
        if not is_head and server.statuses.get(name):
            return self.send_error(server.statuses[name].pop(0))
        if folder != "/release" or name not in server.files:
            return self.send_error(404)
        content = server.files[name]
        start = int(wanted.removeprefix("bytes=").removesuffix("-")) if wanted and server.has_ranges else 0
        if start and start >= len(content):
            return self.send_error(416)
        self.send_response(206 if start else 200)
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        if server.has_lengths:
            self.send_header("Content-Length", str(len(content) - start))
        self.end_headers()
        if is_head:
            return None
        if name in server.breaks:
            server.breaks.remove(name)
            self.wfile.write(content[start : start + BROKEN_AFTER])
            self.close_connection = True
        else:
            self.wfile.write(content[start:])
        return None

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nothing."""


@contextmanager
def served(files: Mapping[str, bytes]) -> Iterator[Server]:
    """A server of files as long as the block lasts."""
    with Server(files) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def released(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of a release: these, a document and a table, and the list of all."""
    files = {**files, "README.md": b"# A card", "answers.parquet": b"PAR1"}
    lines = [f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in sorted(files.items())]
    return {**files, LIST: "".join(lines).encode()}


@pytest.fixture(scope="module")
def databases() -> dict[str, bytes]:
    """The contents of the small databases."""
    return {name: path.read_bytes() for name, path in SMALL.items()}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder that results are fetched to; three small databases are all that a release must have."""
    folder = tmp_path / "user" / "data"
    monkeypatch.setenv(FETCHED_VARIABLE, str(folder))
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.chdir(tmp_path)
    pinned = {name: published for name, published in published_databases().items() if name in SMALL}
    assert len(pinned) == len(SMALL)
    monkeypatch.setattr(fetching, "published_databases", lambda: pinned)
    monkeypatch.setattr(fetching, "PAUSES", (0, 0))
    fetched_folder.cache_clear()
    yield folder
    fetched_folder.cache_clear()


@pytest.fixture
def server(databases: dict[str, bytes], folder: Path) -> Iterator[Server]:
    """A server of a small release."""
    assert not folder.exists()
    with served(released(databases)) as server:
        yield server


def changed(content: bytes, tmp_path: Path, sql: str) -> bytes:
    """A database that was changed by SQL, with a checksum that is right."""
    path = tmp_path / "changed.db"
    path.write_bytes(content)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(sql)
    seal(path)
    return path.read_bytes()


def names_in(folder: Path) -> set[str]:
    """The names of all files of a folder, which may not exist."""
    return {path.name for path in folder.rglob("*")}


def gets(server: Server) -> list[str]:
    """The files that a server was asked for since this was called last, without the list."""
    found = [line.removeprefix("GET ") for line in server.requests if line.startswith("GET") and LIST not in line]
    server.requests.clear()
    return found


class Ended(NamedTuple):
    """How a command ended."""

    status: int
    printed: str
    said: str


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs a command line."""

    def run(*words: str) -> Ended:
        monkeypatch.setattr(sys, "argv", ["tablebases", *words])
        with pytest.raises(SystemExit) as ending:
            main.main()
        captured = capsys.readouterr()
        return Ended(int(ending.value.code or 0), captured.out, captured.err)

    return run


def check_refused(ended: Ended, status: int, sentence: str, folder: Path) -> None:
    """Fail unless a command ended with this sentence as its last words, and left nothing under a final name."""
    assert ended.status == status, ended
    assert ended.printed == ""
    last = ended.said.splitlines()[-1]
    assert last.startswith("error: ")
    assert sentence in last
    assert "Traceback" not in ended.said
    assert not names_in(folder) & {*SMALL, LIST}


# --- a whole download ------------------------------------------------------------------------


def test_the_pinned_databases_are_those_that_people_ask() -> None:
    published = published_databases()
    assert set(published) == {
        "answers.db",
        "arrow_puzzle.db",
        "best_towns.db",
        "godomachi.db",
        "millijan.db",
        "success_pattern.db",
        "theme_synonym_distance.db",
        "theme_synonyms.db",
    }
    assert all(len(each.content) == 64 and each.kind.file == name for name, each in published.items())


@pytest.mark.parametrize("ending", ["", "/", f"/{LIST}", "#top"])
def test_a_release_is_downloaded_and_found_by_other_commands(
    server: Server, folder: Path, command: Any, ending: str
) -> None:
    ended = command("fetch", server.address + ending)
    assert (ended.status, ended.printed.splitlines()[0]) == (0, f"3 databases, 1.6 MB, verified: {folder}")
    assert "tablebases nine-tiles find" in ended.printed
    assert f"fetch: 3 databases, 1.6 MB, to {folder}" in ended.said
    assert names_in(folder) == {*SMALL, LIST}
    assert all((folder / name).read_bytes() == path.read_bytes() for name, path in SMALL.items())
    assert (folder / LIST).read_bytes().decode() == "".join(
        f"{file_digest(path)}  {name}\n" for name, path in sorted(SMALL.items())
    )
    assert find_artifact("millijan", "millijan.db").place is Place.FETCHED
    assert command("millijan", "summary").status == 0


def test_the_second_call_downloads_nothing(server: Server, folder: Path, command: Any) -> None:
    fetch_release(server.address)
    assert sorted(gets(server)) == sorted(SMALL)
    before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert fetch_release(server.address).downloaded == ()
    assert gets(server) == []
    assert {name: (folder / name).stat().st_mtime_ns for name in SMALL} == {name: before[name] for name in SMALL}
    assert "verified, all of them from before: " in command("fetch", server.address).printed


def test_a_damaged_file_that_is_here_is_downloaded_again(server: Server, folder: Path) -> None:
    fetch_release(server.address)
    gets(server)
    content = (folder / LARGEST).read_bytes()
    (folder / LARGEST).write_bytes(content[:-1] + b"?")
    assert fetch_release(server.address).downloaded == (LARGEST,)
    assert gets(server) == [LARGEST]
    assert (folder / LARGEST).read_bytes() == content


@pytest.mark.parametrize("as_address", [Path.as_uri, str])
def test_a_folder_is_an_address_too(databases: dict[str, bytes], folder: Path, tmp_path: Path, as_address: Any) -> None:
    release = tmp_path / "a release"
    release.mkdir()
    for name, content in released(databases).items():
        (release / name).write_bytes(content)
    folder.mkdir(parents=True)
    (folder / f"{LARGEST}.part").write_bytes(databases[LARGEST][:1000])
    assert fetch_release(as_address(release)).downloaded == tuple(SMALL)
    assert names_in(folder) == {*SMALL, LIST}
    (release / "millijan.db").unlink()
    (folder / "millijan.db").unlink()
    with pytest.raises(MissingDataError, match=r"no complete release at .*a release \(millijan\.db: No such file"):
        fetch_release(as_address(release))


def test_a_redirected_address_is_followed(server: Server, folder: Path) -> None:
    with served({}) as other:
        other.moved_to = server.address
        fetch_release(other.address)
        assert names_in(folder) == {*SMALL, LIST}
        other.moved_to = "ftp://127.0.0.1/release"
        with pytest.raises(MissingDataError, match="check the address"):
            fetch_release(other.address)
        other.moved_to = other.address
        with pytest.raises(Error, match="check the address"):
            fetch_release(other.address)


def test_a_server_that_tells_no_sizes_will_do(server: Server, folder: Path) -> None:
    server.has_head = server.has_lengths = False
    fetch_release(server.address)
    assert names_in(folder) == {*SMALL, LIST}


def test_progress_is_reported(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tablebases.messages.SECONDS_BETWEEN_LINES", -1.0)
    fetch_release(server.address)
    assert "fetch: 1 of 1 MB (100%), " in capsys.readouterr().err


# --- interruptions ---------------------------------------------------------------------------


def test_a_broken_download_goes_on_where_it_stopped(server: Server, folder: Path, command: Any) -> None:
    server.breaks = [LARGEST, LARGEST]
    ended = command("fetch", server.address)
    assert ended.status == 0
    assert ended.said.count(f"{LARGEST}: the server closed the connection too early; trying again in 0 s") == 2
    ranges = [f"{LARGEST} bytes={BROKEN_AFTER}-", f"{LARGEST} bytes={2 * BROKEN_AFTER}-"]
    assert gets(server)[-3:] == [LARGEST, *ranges]
    assert names_in(folder) == {*SMALL, LIST}


def test_what_was_downloaded_is_kept_until_the_next_call(server: Server, folder: Path, command: Any) -> None:
    server.breaks = [LARGEST] * 3
    ended = command("fetch", server.address)
    assert ended.status == 1
    assert ended.said.endswith(
        f"error: cannot fetch {LARGEST} (the server closed the connection too early); "
        "run the same command again to go on\n"
    )
    part = folder / f"{LARGEST}.part"
    assert part.stat().st_size == 3 * BROKEN_AFTER
    assert not (folder / LARGEST).exists()
    assert not (folder / LIST).exists()
    gets(server)
    assert fetch_release(server.address).downloaded == (LARGEST,)
    assert gets(server) == [f"{LARGEST} bytes={3 * BROKEN_AFTER}-"]
    assert names_in(folder) == {*SMALL, LIST}


def test_a_server_without_ranges_starts_anew(server: Server, folder: Path) -> None:
    server.has_ranges = False
    server.breaks = [LARGEST]
    fetch_release(server.address)
    assert gets(server)[-2:] == [LARGEST, f"{LARGEST} bytes={BROKEN_AFTER}-"]
    assert (folder / LARGEST).read_bytes() == SMALL[LARGEST].read_bytes()


@pytest.mark.parametrize("size", [1000, 10_000_000], ids=["shorter", "longer"])
@pytest.mark.parametrize("has_head", [True, False])
def test_a_part_of_another_file_is_given_up(server: Server, folder: Path, size: int, has_head: bool) -> None:
    server.has_head = has_head
    folder.mkdir(parents=True)
    (folder / f"{LARGEST}.part").write_bytes(b"?" * size)
    fetch_release(server.address)
    assert (folder / LARGEST).read_bytes() == SMALL[LARGEST].read_bytes()
    assert names_in(folder) == {*SMALL, LIST}


def test_a_complete_part_is_not_downloaded_again(server: Server, folder: Path, databases: dict[str, bytes]) -> None:
    folder.mkdir(parents=True)
    (folder / f"{LARGEST}.part").write_bytes(databases[LARGEST])
    fetch_release(server.address)
    assert sorted(gets(server)) == sorted(SMALL.keys() - {LARGEST})


def test_a_busy_server_is_asked_again(server: Server, command: Any) -> None:
    server.statuses = {"millijan.db": [503, 429], LIST: [500]}
    ended = command("fetch", server.address)
    assert ended.status == 0
    assert "millijan.db: the server answers 503 Service Unavailable; trying again in 0 s" in ended.said
    server.statuses = {LIST: [500] * 3}
    ended = command("fetch", server.address)
    assert ended.status == 1
    assert "error: cannot fetch SHA256SUMS (the server answers 500 Internal Server Error); run the same" in ended.said


def test_progress_makes_up_for_failures(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "MEGABYTE", BROKEN_AFTER)
    server.breaks = [LARGEST] * 6
    assert LARGEST in fetch_release(server.address).downloaded


# --- damaged, foreign, incomplete ------------------------------------------------------------


def test_a_damaged_byte_is_refused(server: Server, folder: Path, command: Any) -> None:
    content = bytearray(server.files["arrow_puzzle.db"])
    content[-5] ^= 1
    server.files["arrow_puzzle.db"] = bytes(content)
    ended = command("fetch", server.address)
    check_refused(ended, 1, "arrow_puzzle.db is damaged, its digest is not the one of SHA256SUMS", folder)
    assert names_in(folder) == set()


@pytest.mark.parametrize(
    ("sql", "sentence"),
    [
        (
            "PRAGMA user_version = 99",
            "arrow_puzzle.db has tables of version 99, but puzzle-tablebases 1.0.0 reads version 2; fetch a release",
        ),
        (
            "UPDATE provenance SET value = 'millijan_database' WHERE key = 'stage'",
            "arrow_puzzle.db was not written by the stage arrow_puzzle_database",
        ),
        (
            "UPDATE provenance SET value = '0' WHERE key = 'content_digest'",
            "arrow_puzzle.db holds other answers than the full run that this program knows",
        ),
        ("DROP TABLE provenance", "arrow_puzzle.db is damaged, or no database of this project"),
    ],
    ids=["version", "stage", "content", "other"],
)
def test_a_foreign_database_is_refused(
    databases: dict[str, bytes], folder: Path, tmp_path: Path, command: Any, sql: str, sentence: str
) -> None:
    foreign = changed(databases["arrow_puzzle.db"], tmp_path, sql)
    with served(released({**databases, "arrow_puzzle.db": foreign})) as server:
        ended = command("fetch", server.address)
    check_refused(ended, 1, f"error: {server.address} is refused: {sentence}", folder)
    assert names_in(folder) == set()


@pytest.mark.parametrize("content", [b"", b"<!DOCTYPE html>", b"SQLite format 3\x00" + bytes(100)])
def test_something_that_is_no_database_is_refused(
    databases: dict[str, bytes], folder: Path, command: Any, content: bytes
) -> None:
    with served(released({**databases, "millijan.db": content})) as server:
        ended = command("fetch", server.address)
    check_refused(ended, 1, "is refused: millijan.db is damaged, or no database of this project", folder)


def test_a_database_without_its_checksum_is_refused(databases: dict[str, bytes], folder: Path, command: Any) -> None:
    content = bytearray(databases["millijan.db"])
    content[-1] ^= 1
    with served(released({**databases, "millijan.db": bytes(content)})) as server:
        ended = command("fetch", server.address)
    assert (ended.status, "millijan.db is damaged, or no database" in ended.said) == (1, True)
    assert not (folder / "millijan.db").exists()


def test_results_that_are_here_are_kept_when_a_release_is_refused(
    server: Server, databases: dict[str, bytes], folder: Path, tmp_path: Path
) -> None:
    fetch_release(server.address)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    foreign = changed(databases["arrow_puzzle.db"], tmp_path, "PRAGMA user_version = 99")
    with served(released({**databases, "arrow_puzzle.db": foreign})) as other, pytest.raises(DamagedDataError):
        fetch_release(other.address)
    assert {name: (folder / name).read_bytes() for name in SMALL} == {name: before[name] for name in SMALL}
    assert names_in(folder) <= before.keys()


def test_a_missing_file_is_named(server: Server, folder: Path, command: Any) -> None:
    del server.files["millijan.db"]
    sentence = f"there is no complete release at {server.address} (millijan.db: 404 Not Found); check the address"
    check_refused(command("fetch", server.address), 1, sentence, folder)
    del server.files[LIST]
    check_refused(command("fetch", server.address), 1, "(SHA256SUMS: 404 Not Found); check the address", folder)


def test_a_release_that_does_not_list_a_database_is_incomplete(server: Server, folder: Path, command: Any) -> None:
    server.files[LIST] = b"".join(line for line in server.files[LIST].splitlines(True) if b"millijan" not in line)
    ended = command("fetch", server.address)
    check_refused(ended, 1, "(its SHA256SUMS does not list millijan.db); check the address", folder)


DIGEST = "0" * 64


@pytest.mark.parametrize(
    "lines",
    [
        f"{DIGEST}  ../millijan.db\n",
        f"{DIGEST}  /etc/passwd\n",
        f"{DIGEST}  ..\\millijan.db\n",
        f"{DIGEST}  C:millijan.db\n",
        f"{DIGEST}  parts/levels.db\n",
        f"{DIGEST}  millijan.db\n",
        f"{DIGEST}\n",
        "<!DOCTYPE html><title>Welcome</title>\n",
        "\xff\xfe\n",
        "0" * 1_100_000,
    ],
)
def test_a_list_of_other_things_is_refused(server: Server, folder: Path, command: Any, lines: str) -> None:
    server.files[LIST] += lines.encode("latin-1")
    ended = command("fetch", server.address)
    check_refused(ended, 1, f"{server.address} is refused: its SHA256SUMS does not list files of a release", folder)
    assert gets(server) == []
    assert not folder.exists()


@pytest.mark.parametrize("name", ["..", ".", "evil.db", ".bashrc"])
def test_only_the_databases_of_the_puzzles_are_taken(server: Server, folder: Path, name: str) -> None:
    server.files[LIST] += f"{DIGEST}  {name}\n".encode()
    fetch_release(server.address)
    assert names_in(folder.parent.parent) == {"user", "data", *SMALL, LIST}
    assert sorted(gets(server)) == sorted(SMALL)


def test_an_endless_file_is_refused(
    server: Server, folder: Path, command: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for server.has_head in (True, False):
        sentence = "is refused: arrow_puzzle.db is larger than a file of a release"
        monkeypatch.setattr(fetching, "MAX_BYTES", 300_000)
        check_refused(command("fetch", server.address), 1, sentence, folder)
        assert names_in(folder) == set()


# --- this machine ----------------------------------------------------------------------------


def test_a_full_disk_is_noticed_before_anything_is_downloaded(
    server: Server, folder: Path, command: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(".")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1_000_000))
    ended = command("fetch", server.address)
    sentence = f"the download needs 1.6 MB, but {folder} has 1.0 MB free; free some space, or set TABLEBASES_DATA"
    check_refused(ended, 1, sentence, folder)
    assert gets(server) == []
    (folder / f"{LARGEST}.part").write_bytes(SMALL[LARGEST].read_bytes()[:700_000])
    fetch_release(server.address)


def test_a_disk_that_fills_up_is_named(
    server: Server, folder: Path, command: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(fetching.Meter, "advance", fill)
    ended = command("fetch", server.address)
    check_refused(ended, 1, "the disk is full; free some space and run again", folder)


def test_a_folder_that_cannot_be_written_to_is_named(server: Server, folder: Path, command: Any) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_text("a file", encoding="utf-8")
    ended = command("fetch", server.address)
    assert ended.status == 1
    assert ended.said == f"error: cannot write {folder}: File exists; check the folder and its permissions\n"
    folder.unlink()
    (folder / f"{LARGEST}.part").mkdir(parents=True)
    ended = command("fetch", server.address)
    check_refused(ended, 1, f"cannot write {folder / LARGEST}.part: Is a directory", folder / "none")


def test_without_a_home_folder_another_one_is_asked_for(
    server: Server, folder: Path, command: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(*_: object, **__: object) -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.delenv(FETCHED_VARIABLE)
    fetched_folder.cache_clear()
    monkeypatch.setattr("platformdirs.user_data_path", fail)
    ended = command("fetch", server.address)
    assert find_artifact("millijan", "millijan.db").place is Place.PACKAGED
    fetched_folder.cache_clear()
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: Path("~no-such-user/data"))
    assert command("fetch", server.address) == ended
    check_refused(ended, 1, "there is no home folder to keep results in; set TABLEBASES_DATA to a folder", folder)
    assert list(tmp_path.iterdir()) == []


# --- addresses -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        "",
        "nowhere",
        "example.org/release",
        "ftp://example.org/release",
        "gopher://x",
        "http://",
        "https:///release",
        "http://[::1",
        "http://example.org:port/",
        "http://user:secret@example.org/",
        f"http://{'a' * 70}.example/",
        "http://exa mple..org/",
        "file:///no/such/folder",
        "file://elsewhere/tmp",
        "/etc/passwd",
        "http:/example.org",
        "a" * 5000,
        "a\x00b",
        "://",
    ],
)
def test_a_bad_address_is_bad_input(folder: Path, command: Any, address: str) -> None:
    ended = command("fetch", address)
    check_refused(ended, 2, "give an address such as https://example.org/release, or a folder", folder)
    assert len(ended.said.splitlines()) == 1
    with pytest.raises(InputError):
        release_at(address)
    assert not folder.exists()


def test_a_server_that_is_not_there_is_named(folder: Path, command: Any) -> None:
    with served({}) as server:
        address = server.address
    for each in (address, "http://127.0.0.1:1/release", "https://no-such-host.invalid/release"):
        ended = command("fetch", each)
        check_refused(ended, 1, f"there is no complete release at {each} (", folder)
        assert ended.said.endswith("; check the address\n")
        assert len(ended.said.splitlines()) == 1


def test_a_server_that_does_not_speak_the_protocol_is_named(server: Server, folder: Path, command: Any) -> None:
    address = server.address.replace("http://", "https://")
    check_refused(command("fetch", address), 1, f"there is no complete release at {address} (", folder)


def test_a_server_that_forbids_is_named(server: Server, folder: Path, command: Any) -> None:
    server.statuses = {LIST: [403]}
    sentence = f"{server.address} cannot be read (SHA256SUMS: 403 Forbidden); check the address"
    check_refused(command("fetch", server.address), 1, sentence, folder)


def test_a_silent_server_is_given_up(
    server: Server, folder: Path, command: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    release, wait = threading.Event(), Handler._answer
    monkeypatch.setattr(fetching, "TIMEOUT_SECONDS", 0.05)
    monkeypatch.setattr(Handler, "_answer", lambda _: release.wait(10))
    ended = command("fetch", server.address)
    release.set()
    monkeypatch.setattr(Handler, "_answer", wait)
    check_refused(ended, 1, "cannot fetch SHA256SUMS (the server has not answered for 0.05 s); run the same", folder)


def test_unusual_letters_in_an_address_are_quoted() -> None:
    assert release_at("https://example.org/a b/ü?token=1%20&x=y").address == (
        "https://example.org/a%20b/%C3%BC?token=1%20&x=y"
    )
