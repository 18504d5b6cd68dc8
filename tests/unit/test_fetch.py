"""`tablebases fetch` downloads and verifies a release, or refuses it."""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from http.client import HTTPMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml

from tablebases import fetching
from tablebases.errors import DamagedDataError, Error, InputError, MissingDataError
from tablebases.fetching import LIST, fetch_release, published_databases, release_at
from tablebases.files import file_digest
from tablebases.locations import FETCHED_VARIABLE, PACKAGED, Place, fetched_folder, find_artifact
from tablebases.puzzles import MILLIJAN
from tests.command_lines.typed import Typed, run_typed
from tests.databases import change_and_seal

SMALL = {
    "arrow_puzzle.db": PACKAGED / "arrow_puzzle" / "arrow_puzzle.db",
    "best_towns.db": PACKAGED / "nine_tiles_panic" / "best_towns.db",
    "millijan.db": PACKAGED / "millijan" / "millijan.db",
}
"""Databases of the full run that come with the package."""
LARGEST = "best_towns.db"
TABLE = yaml.safe_load(Path(__file__).with_name("fetch.yaml").read_text(encoding="utf-8"))
BROKEN_AFTER = 100_000


class Server(ThreadingHTTPServer):
    """A web server of some files, with faults for tests."""

    daemon_threads = True
    has_ranges = has_head = has_lengths = True
    breaks = 0
    """The number of times that `LARGEST` breaks off after `BROKEN_AFTER` bytes."""
    answer = (b"", b"")
    """The bytes of every answer, and those that follow without end; empty for right answers."""
    moved_to = ""
    """The target of redirections of all requests."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.files = dict(files)
        self.requests: list[str] = []
        """Method, name and any range of each request."""
        self.statuses: dict[str, list[int]] = {}
        """File -> statuses of the first responses."""

    @property
    def address(self) -> str:
        """The address of its folder."""
        return f"http://127.0.0.1:{self.server_port}/release"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that stop reading."""


class Handler(BaseHTTPRequestHandler):
    """The responses of a `Server`."""

    server: Server

    def do_HEAD(self) -> None:
        """Answer without the file."""
        self._answer()

    do_GET = do_HEAD  # noqa: N815

    def _answer(self) -> None:
        server, folder, name = self.server, *self.path.rsplit("/", 1)
        if any(server.answer):
            self.wfile.write(server.answer[0])
            self.close_connection = True
            while server.answer[1]:
                self.wfile.write(server.answer[1] * 100)
            return
        wanted = self.headers["Range"]
        server.requests.append(" ".join(filter(None, (self.command, name, wanted))))
        is_head = self.command == "HEAD"
        content = server.files.get(name, b"") if folder == "/release" else b""
        start = int(wanted.removeprefix("bytes=").removesuffix("-")) if wanted and server.has_ranges else 0
        if server.moved_to:
            self.send_response(302)
            self.send_header("Location", f"{server.moved_to}/{name}")
            self.end_headers()
        elif is_head and not server.has_head:
            self.send_error(405)
        elif not is_head and server.statuses.get(name):
            self.send_error(server.statuses[name].pop(0))
        elif folder != "/release" or name not in server.files:
            self.send_error(404)
        elif start and start >= len(content):
            self.send_error(416)
        else:
            self._send(content, start, is_broken=not is_head and name == LARGEST and server.breaks > 0)

    def _send(self, content: bytes, start: int, *, is_broken: bool) -> None:
        self.send_response(206 if start else 200)
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        if self.server.has_lengths:
            self.send_header("Content-Length", str(len(content) - start))
        self.end_headers()
        self.server.breaks -= is_broken
        self.close_connection = is_broken or self.close_connection
        if self.command == "GET":
            self.wfile.write(content[start : start + BROKEN_AFTER if is_broken else None])

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Log nothing."""


@contextmanager
def served(files: Mapping[str, bytes]) -> Iterator[Server]:
    """A server of files, within a block."""
    with Server(files) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.answer = (b"", b"")
            server.shutdown()
            thread.join()


def released(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of a release: `files`, a document, a table and the list of all."""
    files = {**files, "README.md": b"# A card", "answers.parquet": b"PAR1"}
    lines = [f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in sorted(files.items())]
    return {**files, LIST: "".join(lines).encode()}


@pytest.fixture(scope="module")
def databases() -> dict[str, bytes]:
    """The contents of the small databases."""
    return {name: path.read_bytes() for name, path in SMALL.items()}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of fetched results; a release needs only three small databases."""
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


def flipped(content: bytes) -> bytes:
    """The content with its last bit flipped."""
    return content[:-1] + bytes([content[-1] ^ 1])


def names_in(folder: Path) -> set[str]:
    """The names of all files of a folder, which may not exist."""
    return {path.name for path in folder.rglob("*")}


def gets(server: Server) -> list[str]:
    """Take the requests for files, without the list, from the log of a server."""
    found = [line.removeprefix("GET ") for line in server.requests if line.startswith("GET") and LIST not in line]
    server.requests.clear()
    return found


def fetch(address: str) -> Typed:
    """Run `tablebases fetch`."""
    return run_typed(["fetch", address])


def check_refused(ended: Typed, status: int, sentence: str, folder: Path) -> None:
    """Fail unless a command ended with this error and left no finished file."""
    assert (ended.status, ended.output) == (status, ""), ended
    last = ended.errors.splitlines()[-1]
    assert last.startswith("error: ")
    assert sentence in last
    assert "Traceback" not in ended.errors
    assert not names_in(folder) & {*SMALL, LIST}


# --- a whole download ------------------------------------------------------------------------


def test_the_release_must_have_the_databases_that_people_read() -> None:
    published = published_databases()
    names = "answers arrow_puzzle best_towns godomachi millijan success_pattern theme_synonym_distance theme_synonyms"
    assert set(published) == {f"{name}.db" for name in names.split()}
    assert all(len(each.content) == 64 and each.kind.file == name for name, each in published.items())


@pytest.mark.parametrize("ending", ["", "/", f"/{LIST}", "#top"])
def test_fetch_downloads_a_release_that_other_commands_find(server: Server, folder: Path, ending: str) -> None:
    ended = fetch(server.address + ending)
    assert (ended.status, ended.first_line) == (0, f"3 databases, 2.1 MB, verified: {folder}")
    assert "tablebases nine-tiles find" in ended.output
    assert f"fetch: 3 databases, 2.1 MB, to {folder}" in ended.errors
    assert names_in(folder) == {*SMALL, LIST}
    assert all((folder / name).read_bytes() == path.read_bytes() for name, path in SMALL.items())
    lines = (f"{file_digest(path)}  {name}\n" for name, path in sorted(SMALL.items()))
    assert (folder / LIST).read_text(encoding="utf-8") == "".join(lines)
    assert find_artifact(MILLIJAN, "millijan.db").place is Place.FETCHED
    assert run_typed(["millijan", "summary"]).status == 0


def test_a_second_fetch_downloads_only_what_is_missing_or_damaged(server: Server, folder: Path) -> None:
    fetch_release(server.address)
    assert sorted(gets(server)) == sorted(SMALL)
    before = {name: (folder / name).stat().st_mtime_ns for name in SMALL}
    assert fetch_release(server.address).downloaded == ()
    assert gets(server) == []
    assert {name: (folder / name).stat().st_mtime_ns for name in SMALL} == before
    assert "verified, already downloaded: " in fetch(server.address).output
    content = (folder / LARGEST).read_bytes()
    (folder / LARGEST).write_bytes(flipped(content))
    assert fetch_release(server.address).downloaded == (LARGEST,)
    assert gets(server) == [LARGEST]
    assert (folder / LARGEST).read_bytes() == content


@pytest.mark.parametrize("as_address", [Path.as_uri, str])
def test_fetch_copies_a_release_from_a_folder(
    databases: dict[str, bytes], folder: Path, tmp_path: Path, as_address: Any
) -> None:
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


def test_fetch_follows_redirections_of_http(server: Server, folder: Path) -> None:
    with served({}) as other:
        other.moved_to = server.address
        fetch_release(other.address)
        assert names_in(folder) == {*SMALL, LIST}
        for address in ("ftp://127.0.0.1/release", other.address):
            other.moved_to = address
            with pytest.raises(Error, match="check the address"):
                fetch_release(other.address)


def test_fetch_reports_progress_and_needs_no_sizes(
    server: Server, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tablebases.messages.SECONDS_BETWEEN_LINES", -1.0)
    fetch_release(server.address)
    assert "fetch: 2 of 2 MB (100%), " in capsys.readouterr().err
    shutil.rmtree(folder)
    server.has_head = server.has_lengths = False
    fetch_release(server.address)
    assert names_in(folder) == {*SMALL, LIST}


# --- interruptions ---------------------------------------------------------------------------


@pytest.mark.parametrize("on_the_way", TABLE["interruptions"], ids=str)
def test_fetch_resumes_after_interruptions(
    server: Server, folder: Path, monkeypatch: pytest.MonkeyPatch, on_the_way: dict[str, Any]
) -> None:
    server.breaks = on_the_way.get("breaks", 0)
    server.statuses = {name: list(statuses) for name, statuses in on_the_way.get("statuses", {}).items()}
    server.has_ranges, server.has_head = on_the_way.get("has_ranges", True), on_the_way.get("has_head", True)
    monkeypatch.setattr(fetching, "MEGABYTE", on_the_way.get("progress", fetching.MEGABYTE))
    content, left = SMALL[LARGEST].read_bytes(), on_the_way.get("left")
    if left:
        folder.mkdir(parents=True)
        (folder / f"{LARGEST}.part").write_bytes(content if left == "all" else b"?" * left)
    ended = fetch(server.address)
    assert ended.status == on_the_way.get("status", 0)
    assert on_the_way.get("says", "") in ended.errors
    assert [line for line in gets(server) if LARGEST in line] == on_the_way["gets"]
    if ended.status:
        assert not names_in(folder) & {LARGEST, LIST}
        assert LARGEST in fetch_release(server.address).downloaded
        assert on_the_way["then"] in gets(server)
    assert (folder / LARGEST).read_bytes() == content
    assert names_in(folder) == {*SMALL, LIST}


# --- damaged, foreign, incomplete ------------------------------------------------------------

DIGEST = "0" * 64


def spoil(server: Server, folder: Path, wrong: Mapping[str, Any]) -> None:
    """Change the release of a server by an entry of fetch.yaml."""
    files = server.files
    if "file" in wrong:
        content = files[wrong["file"]]
        if "sql" in wrong:
            (folder / "changed.db").write_bytes(content)
            change_and_seal(folder / "changed.db", *([sql] if isinstance(sql := wrong["sql"], str) else sql))
            content = (folder / "changed.db").read_bytes()
        content = flipped(content) if "flip" in wrong else wrong.get("content", content)
        content = content.encode() if isinstance(content, str) else content
        files[wrong["file"]] = content
        if wrong.get("listed", True):
            files[LIST] = released({name: files[name] for name in SMALL})[LIST]
    line = wrong.get("list", "").replace("{digest}", DIGEST).replace("{many zeros}", "0" * 1_100_000)
    files[LIST] += f"{line}\n".encode("latin-1") if line else b""
    for name in wrong.get("without", ()):
        if name.startswith("line of "):
            listed = name.removeprefix("line of ").encode()
            files[LIST] = b"".join(line for line in files[LIST].splitlines(True) if listed not in line)
        else:
            del files[name]
    server.statuses = {LIST: [wrong["status"]]} if "status" in wrong else {}


@pytest.mark.parametrize("wrong", TABLE["releases"], ids=str)
def test_fetch_refuses_a_release_and_leaves_nothing(
    server: Server, folder: Path, tmp_path: Path, wrong: dict[str, Any]
) -> None:
    spoil(server, tmp_path, wrong)
    check_refused(fetch(server.address), 1, wrong["says"].format(address=server.address), folder)
    assert not names_in(folder) & {"arrow_puzzle.db.part", "millijan.db.part"}
    if "list" in wrong:
        assert gets(server) == []
        assert not folder.exists()


def test_fetch_keeps_earlier_results_when_it_refuses_a_release(server: Server, folder: Path, tmp_path: Path) -> None:
    fetch_release(server.address)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    spoil(server, tmp_path, {"file": "millijan.db", "sql": "PRAGMA user_version = 99"})
    with pytest.raises(DamagedDataError):
        fetch_release(server.address)
    assert {name: (folder / name).read_bytes() for name in SMALL} == {name: before[name] for name in SMALL}
    assert names_in(folder) <= before.keys()


@pytest.mark.parametrize("name", ["..", ".", "evil.db", ".bashrc"])
def test_fetch_takes_only_the_databases_of_the_puzzles(server: Server, folder: Path, name: str) -> None:
    server.files[LIST] += f"{DIGEST}  {name}\n".encode()
    fetch_release(server.address)
    assert names_in(folder.parent.parent) == {"user", "data", *SMALL, LIST}
    assert sorted(gets(server)) == sorted(SMALL)


def test_fetch_refuses_an_endless_file(server: Server, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "MAX_BYTES", 300_000)
    for server.has_head in (True, False):
        first = "millijan.db" if server.has_head else "arrow_puzzle.db"  # the smallest, if sizes are known
        check_refused(fetch(server.address), 1, f"is refused: {first} is larger than a file of a release", folder)
        assert names_in(folder) == set()


def test_fetch_refuses_an_endless_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [f"{DIGEST}  {name}\n".encode() for name in ("millijan.db", "answers.db")]
    (tmp_path / LIST).write_bytes(b"".join(lines))
    for limit in ("CHUNK_BYTES", "MAX_LIST_BYTES"):  # the first chunk is a whole list
        monkeypatch.setattr(fetching, limit, len(lines[0]))
    with pytest.raises(DamagedDataError, match="does not list files of a release"):
        fetching.read_list(release_at(str(tmp_path)))


# --- this machine ----------------------------------------------------------------------------


def test_fetch_needs_room_for_the_rest_of_the_release(
    server: Server, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(".")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1_500_000))
    sentence = f"the download needs 2.1 MB, but {folder} has 1.5 MB free; free some space, or set TABLEBASES_DATA"
    check_refused(fetch(server.address), 1, sentence, folder)
    assert gets(server) == []
    (folder / f"{LARGEST}.part").write_bytes(SMALL[LARGEST].read_bytes()[:800_000])
    fetch_release(server.address)


def test_fetch_reports_a_disk_that_fills_up(server: Server, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(fetching.Meter, "advance", fill)
    check_refused(fetch(server.address), 1, "the disk is full; free some space and run again", folder)


def test_fetch_reports_a_folder_that_cannot_be_written(server: Server, folder: Path) -> None:
    folder.parent.mkdir(parents=True)
    folder.write_text("a file", encoding="utf-8")
    said = f"error: cannot write {folder}: File exists; check the folder and its permissions\n"
    assert fetch(server.address) == Typed(1, "", said)
    folder.unlink()
    (folder / f"{LARGEST}.part").mkdir(parents=True)
    ended = fetch(server.address)
    check_refused(ended, 1, f"cannot write {folder / LARGEST}.part: Is a directory", folder / "none")


@pytest.mark.usefixtures("folder")
def test_fetch_asks_a_user_without_a_home_folder_for_another_one(
    server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(*_: object, **__: object) -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.delenv(FETCHED_VARIABLE)
    for find_folder in (fail, lambda *_, **__: Path("~no-such-user/data")):
        monkeypatch.setattr("platformdirs.user_data_path", find_folder)
        fetched_folder.cache_clear()
        said = "there is no home folder to keep results in; set TABLEBASES_DATA to a folder"
        check_refused(fetch(server.address), 1, said, tmp_path)
        assert find_artifact(MILLIJAN, "millijan.db").place is Place.PACKAGED
    assert list(tmp_path.iterdir()) == []


# --- addresses -------------------------------------------------------------------------------


@pytest.mark.parametrize("address", [*TABLE["addresses"], "a" * 5000])
def test_fetch_refuses_a_bad_address(folder: Path, address: str) -> None:
    ended = fetch(address)
    check_refused(ended, 2, "give an address such as https://example.org/release, or a folder", folder)
    assert len(ended.errors.splitlines()) == 1
    with pytest.raises(InputError):
        release_at(address)
    assert not folder.exists()


def test_fetch_reports_a_server_that_is_not_there_or_speaks_another_protocol(server: Server, folder: Path) -> None:
    with served({}) as other:
        address = other.address
    addresses = (address, "http://127.0.0.1:1/release", "https://no-such-host.invalid/release")
    for each in (*addresses, server.address.replace("http://", "https://")):
        ended = fetch(each)
        check_refused(ended, 1, f"there is no complete release at {each} (", folder)
        assert ended.errors.endswith("; check the address\n")
        assert len(ended.errors.splitlines()) == 1


def test_fetch_gives_up_a_silent_server(server: Server, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    release, wait = threading.Event(), Handler._answer
    monkeypatch.setattr(fetching, "TIMEOUT_SECONDS", 0.05)
    monkeypatch.setattr(Handler, "_answer", lambda _: release.wait(10))
    ended = fetch(server.address)
    release.set()
    monkeypatch.setattr(Handler, "_answer", wait)
    check_refused(ended, 1, "cannot fetch SHA256SUMS (the server has not answered for 0.05 s); run the same", folder)


@pytest.mark.parametrize("wrong", TABLE["answers"], ids=str)
def test_fetch_ends_with_every_server(
    server: Server, folder: Path, monkeypatch: pytest.MonkeyPatch, wrong: dict[str, Any]
) -> None:
    def filled(text: str) -> str:
        return text.replace("{address}", server.address).replace("{digits}", "9" * 5000)

    monkeypatch.setattr(fetching, "LEAST_BYTES", wrong.get("least", 0))
    monkeypatch.setattr(fetching, "MAX_LIST_BYTES", 10**6 + wrong.get("least", 0))
    monkeypatch.setattr(fetching, "TIMEOUT_SECONDS", wrong.get("seconds", 30))
    server.answer = (filled(wrong.get("head", "")).encode(), wrong.get("repeat", "").encode())
    ended = fetch(server.address)
    check_refused(ended, 1, filled(wrong["says"]), folder)
    assert ended.errors.replace("\n", "").isprintable()


@pytest.mark.parametrize(("first", "then", "is_followed"), TABLE["redirections"])
def test_fetch_stays_at_https(first: str, then: str, is_followed: bool) -> None:
    request, body = fetching.Request(first), io.BytesIO(b"moved")
    with nullcontext() if is_followed else pytest.raises(Error, match="which is not an address of https; check the"):
        fetching._Redirects().redirect_request(request, body, 302, "Found", HTTPMessage(), then)
    assert body.closed


@pytest.mark.parametrize("kind", ["link", "link to nothing", "pipe"])
def test_fetch_writes_through_no_link(server: Server, folder: Path, tmp_path: Path, kind: str) -> None:
    part, other = folder / f"{LARGEST}.part", tmp_path / "other"
    folder.mkdir(parents=True)
    if kind == "link":
        other.write_bytes(b"precious")
    if kind == "pipe":
        os.mkfifo(part)
    else:
        part.symlink_to(other)
    fetch_release(server.address)
    assert names_in(folder) == {*SMALL, LIST}
    assert (folder / LARGEST).read_bytes() == server.files[LARGEST]
    assert other.exists() == (kind == "link")
    assert kind != "link" or other.read_bytes() == b"precious"


def test_release_at_quotes_unusual_letters_in_an_address() -> None:
    assert release_at("https://example.org/a b/ü?token=1%20&x=y").address == (
        "https://example.org/a%20b/%C3%BC?token=1%20&x=y"
    )
