"""Pages and the atlas: their files, their links, and folders written completely or not at all."""

from __future__ import annotations

import gzip
import io
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html.parser import HTMLParser
from http.client import HTTPConnection
from http.server import ThreadingHTTPServer
from pathlib import Path
from socket import SHUT_WR, create_connection
from subprocess import PIPE
from threading import Thread
from typing import Any
from zipfile import ZipFile

import pytest
import segno

from pipeline import atlas
from pipeline.artifacts import ProvenanceNotes
from pipeline.atlas import write_atlas
from pipeline.atlas_results import write_results_page
from pipeline.pages import atlas_folder, page_outputs, write_page
from scripts.figures.document import FIGURES, SEQUENCES
from tablebases.atlas import pages as page
from tablebases.atlas.bundler import one_module, plain_style
from tablebases.atlas.pages import (
    ABOUT,
    DATA_FILE,
    front_files,
    hand_written,
    index_html,
    is_shipped,
    kit_files,
    page_files,
)
from tablebases.cli import atlas as command
from tablebases.cli.atlas import atlas_server
from tablebases.errors import Error
from tablebases.files import PROVENANCE, SUMS, file_digest, read_provenance
from tablebases.locations import ATLAS
from tablebases.puzzles import FRONT, PUZZLES, RESULTS, Puzzle, puzzle_of
from tablebases.verification import verify

WITH_PAGE = [puzzle.package for puzzle in PUZZLES if puzzle.page is not None]
WITH_FRONT = [*WITH_PAGE, FRONT.package]
EVERYTHING_FROM_THE_SITE = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'"
)

# --- index.html ------------------------------------------------------------------------------


class Elements(HTMLParser):
    """The tags of a page, each with its attributes."""

    def __init__(self, package: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(index_html(package, 'Who wins "quoted" & <escaped>', ["fetched & read.json"]))
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep a tag."""
        self.found.append((tag, dict(attrs)))
        if tag not in ("meta", "link", "img", "circle", "path"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Fail unless the element that was opened last ends."""
        if tag not in ("circle", "path"):
            assert self.open.pop() == tag

    def values(self, tag: str, name: str) -> list[str]:
        """The values of an attribute of all elements of a tag."""
        return [value for found, attributes in self.found if found == tag and (value := attributes.get(name))]


@pytest.mark.parametrize("package", WITH_FRONT)
def test_a_page_loads_its_own_files_and_links_to_all_pages(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lights = Puzzle("lights_out", "lights_out", "lights", "Lights Out", "ライツアウト", "lights")
    plain = Puzzle("plain", "plain", "plain", "Plain", "Plain", None)
    monkeypatch.setattr(page, "PUZZLES", (*PUZZLES, lights, plain))
    elements, here = Elements(package), puzzle_of(package).page
    root = "../" if here else "./"
    styles = ["style.css"] if "style.css" in page_files(package) else []
    own = ["logo.svg", f"{root}manifest.webmanifest", f"{root}kit/style.css", *styles, "fetched & read.json"]
    assert elements.values("link", "href") == own
    assert elements.values("script", "src") == ["app.js"]
    assert {EVERYTHING_FROM_THE_SITE, 'Who wins "quoted" & <escaped>'} <= set(elements.values("meta", "content"))
    ids = [value for _, attributes in elements.found if (value := attributes.get("id"))]
    assert len(set(ids)) == len(ids)
    links = elements.values("a", "href")
    assert {f"{root}{puzzle.page}/" for puzzle in (*PUZZLES, lights) if puzzle.page not in (None, here)} <= {*links}
    assert links[1:3] == ["./", root], "the name of the page leads to it, that of the atlas to the front page"
    assert "ライツアウト" in elements.values("a", "data-ja")
    assert "Plain" not in elements.values("a", "data-en")


def test_a_further_document_has_its_own_script_and_places_and_adds_rules_to_the_style() -> None:
    html = index_html("nine_tiles_panic", "Judge", document="judge")
    assert re.findall(r'<script [^>]*src="([^"]*)"', html) == ["judge_app.js"]
    assert re.findall(r'<link rel="stylesheet" href="([^"]*)"', html)[1:] == ["style.css", "judge_style.css"]
    assert 'id="round"' in html
    assert 'id="view-cards"' not in html
    assert 'id="levels"' in index_html("arrow_puzzle", "Practice", document="practice"), "the places of the main page"


@pytest.mark.parametrize("package", WITH_FRONT)
def test_modules_import_only_those_of_the_page_and_of_the_kit(package: str) -> None:
    root = "../" if puzzle_of(package).page else "./"
    names = {"./" + path.name for path in hand_written(package)}
    names |= {f"{root}kit/{path.name}" for path in kit_files()}
    names |= {f"./{atlas.PICTURES}"} if package == FRONT.package else set()
    for path in hand_written(package):
        lines = path.read_text(encoding="utf-8").splitlines() if path.suffix == ".js" else []
        assert {line.split('"')[1] for line in lines if ' from "' in line} <= names, path


STYLES = sorted(path for path in page.KIT.parents[1].rglob("*.css"))


@pytest.mark.parametrize("path", STYLES, ids=lambda path: "-".join(path.parts[-3:-1]))
def test_texts_have_five_sizes_and_two_weights(path: Path) -> None:
    """The fifth size, `--number`, is for figures that a page has found.

    Only labels within drawings have sizes of their own, in units of the drawing, which are written as pixels.
    """
    styles = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    sizes, weights = r"var\(--(small|text|large|title|number)\)", r"var\(--(normal|strong)\)"
    allowed = {
        "font-size": rf"{sizes}|\d+(\.\d+)?px",
        "font-weight": weights,
        "font": rf"inherit|{weights} {sizes}[/ ].*",
    }
    found = re.findall(r"(font(?:-size|-weight)?): *([^;}]+)", styles)
    assert [(name, value) for name, value in found if not re.fullmatch(allowed[name], value)] == []


# --- the folder of a page --------------------------------------------------------------------


def write(out: Path, data: dict[str, Any], package: str = "arrow_puzzle") -> None:
    """Write a page."""
    notes = ProvenanceNotes(atlas.__file__, [], {})
    front = {"of": package}
    more = {"more.svg": "<svg/>"}
    write_page(out / "about.json", package, "The fewest taps", data, notes, noted(out), more, front=front)


def noted(page: Path) -> Path:
    """The provenance of the files of a page."""
    return page.parent / PROVENANCE / "page.json"


@pytest.mark.parametrize("package", WITH_PAGE)
def test_a_page_has_all_its_files_and_their_digests_and_replaces_an_earlier_one(tmp_path: Path, package: str) -> None:
    out = tmp_path / "deep" / "page"
    write(out, {"towns": 1}, package)
    write(out, {"towns": "橋"}, package)
    assert (out / DATA_FILE).read_text(encoding="utf-8") == '{"towns":"橋"}\n'
    assert (out / "more.svg").read_text(encoding="utf-8") == "<svg/>"
    names = {path.name for path in out.iterdir()}
    assert {"index.html", "app.js", "texts.js", "logo.svg"} <= names
    assert names == {*page_files(package), "more.svg"}
    assert {ABOUT, *map(os.path.basename, page_outputs("", package, "more.svg"))} == names
    assert {path.name for path in out.parent.iterdir()} == {"page", PROVENANCE}
    assert all(read_provenance(path)["content_digest"] == file_digest(path) for path in out.iterdir())
    assert set(json.loads((out / ABOUT).read_text(encoding="utf-8"))["files"]) == names - {ABOUT}


def test_a_page_keeps_other_files_in_its_folder_and_an_earlier_one_if_it_fails(tmp_path: Path) -> None:
    out = tmp_path / "page"
    out.mkdir()
    (out / "mine.txt").write_text("mine")
    write(out, {"towns": 1})
    with pytest.raises(TypeError):
        write(out, {"towns": object()})
    assert json.loads((out / DATA_FILE).read_text(encoding="utf-8")) == {"towns": 1}
    assert (out / "mine.txt").read_text() == "mine"
    (tmp_path / "file").touch()
    with pytest.raises(Error, match=r"cannot write .*: "):
        write(tmp_path / "file", {})


# --- the atlas -------------------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_bundled_modules_behave_as_before(tmp_path: Path) -> None:
    (tmp_path / "one.mjs").write_text(one_module(Path(__file__).parent / "bundled" / "app.mjs"))
    said = subprocess.run(["node", tmp_path / "one.mjs"], capture_output=True, text=True, check=True)
    assert said.stdout == "1 2 t7 t1 function\n"
    assert "/**" not in (tmp_path / "one.mjs").read_text()


NO_BUNDLES = {
    'import * as b from "./b.js";': r'a.js: `import \* as b from "./b.js";` cannot be bundled; use a form',
    "export default 3;": "`export default 3;` cannot be bundled",
    "f(import.meta.url);": "`import.meta` cannot be bundled",
    "f(`a\n  b`);": "`f\\(`a` cannot be bundled",
    'import { b } from "./b.js";\nexport const a = 1;': "circle: [ab].js, [ab].js, [ab].js",
    'import { d as b } from "./c.js";': "a.js: `d` is imported, but c.js does not export it",
    'import { b } from "./nowhere.js";': "cannot read .*nowhere.js: No such file or directory",
}


@pytest.mark.parametrize("line", NO_BUNDLES)
def test_one_module_rejects_modules_that_it_cannot_bundle(tmp_path: Path, line: str) -> None:
    (tmp_path / "a.js").write_text(f"{line}\n")
    (tmp_path / "b.js").write_text('import { a } from "./a.js";\nexport const b = 1;\n')
    (tmp_path / "c.js").write_text("export const c = 1;\n")
    with pytest.raises(Error, match=NO_BUNDLES[line]):
        one_module(tmp_path / "a.js")


@pytest.mark.thorough
def test_the_atlas_has_every_page_and_what_they_share(tmp_path: Path) -> None:
    pages = {}
    for package in WITH_PAGE:
        folder = tmp_path / package / "page"
        write(folder, {"package": package}, package)
        pages[package] = folder
    out = tmp_path / "atlas"
    abouts = [folder / ABOUT for folder in pages.values()]
    write_atlas(out / "index.html", abouts)
    expected = {f"kit/{path.name}": path.read_bytes() for path in kit_files() if is_shipped(path.name)}
    for package, folder in pages.items():
        place = Path(puzzle_of(package).page or "")
        expected |= {str(place / path.name): path.read_bytes() for path in folder.iterdir() if is_shipped(path.name)}
    write_atlas(out / "index.html", abouts)
    found = {str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*") if path.is_file()}
    front = {name: found.pop(name) for name in front_files()}
    assert not any(b"/*" in content for name, content in found.items() if name.endswith(".css"))
    expected |= {
        name: plain_style(content.decode()).encode() for name, content in expected.items() if name.endswith(".css")
    }
    assert [name for name in front if name.endswith(".js")] == ["app.js", "service_worker.js"]
    given = json.loads(front[DATA_FILE])
    assert given == {"figures": {}, "pictures": {puzzle_of(name).page: {"of": name} for name in sorted(WITH_PAGE)}}
    assert all(f'"{puzzle_of(name).page}": p'.encode() in front["app.js"] for name in WITH_PAGE)
    assert b"\n.town-frame {" in front["style.css"], "drawings look as on their page"
    bundles = {name: found.pop(name) for name in expected if name.endswith(".js")}
    assert set(bundles) == {
        *(f"{puzzle_of(package).page}/app.js" for package in WITH_PAGE),
        "arrow/practice_app.js",
        "arrow/screenshot_view.js",
        "arrow/screenshot_worker.js",
        "godomachi/practice_app.js",
        "godomachi/search_worker.js",
        "millijan/practice_app.js",
        "nine-tiles/finishing_worker.js",
        "nine-tiles/judge_app.js",
        "nine-tiles/practice_app.js",
        "nine-tiles/lay.js",
        "nine-tiles/why.js",
        "kit/sharing.js",
    }
    assert bundles["kit/sharing.js"].rpartition(b"\n")[0].splitlines()[-1].startswith(b"export const { ")
    assert all(b"const m0 = " in code and b"import {" not in code for code in bundles.values())
    assert found == {name: content for name, content in expected.items() if name not in bundles}
    newest = max(path.stat().st_mtime for folder in pages.values() for path in folder.iterdir())
    assert min(path.stat().st_mtime for path in out.rglob("*") if path.is_file()) >= newest


def test_links_to_an_atlas_with_an_address_have_previews(tmp_path: Path) -> None:
    write(tmp_path / "page", {"towns": 1})
    results = tmp_path / "results" / "about.json"
    write_results_page(FIGURES, SEQUENCES, results, tmp_path / "notes.json")
    pages = [tmp_path / "page" / ABOUT, results.with_name(ABOUT)]
    titles = {"": "Puzzle tablebases", "arrow/": "Arrow puzzle", "results/": "Results"}
    pictures = []
    for out in (tmp_path / "atlas", tmp_path / "again"):
        write_atlas(out / "index.html", pages, "https://example.org/atlas/")
        pictures.append([(out / place / page.PREVIEW).read_bytes() for place in titles])
    assert pictures[0] == pictures[1]
    for place, picture in zip(titles, pictures[0], strict=True):
        assert [int.from_bytes(picture[at : at + 4]) for at in (16, 20)] == [1200, 630]
        html = (out / place / "index.html").read_text(encoding="utf-8")
        found = dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', html))
        assert found["url"] == f"https://example.org/atlas/{place}"
        assert found["image"] == f"https://example.org/atlas/{place}preview.png"
        assert f'name="description" content="{found["description"]}"' in html
        assert found["title"] == titles[place]
    practice = (out / "arrow" / "practice.html").read_text(encoding="utf-8")
    assert '"https://example.org/atlas/arrow/practice.html"' in practice
    assert '"https://example.org/atlas/arrow/preview.png"' in practice
    assert "preview.png" not in (out / "service_worker.js").read_text(encoding="utf-8")
    out = tmp_path / "without"
    write_atlas(out / "index.html", pages)
    assert list(out.rglob(page.PREVIEW)) == []
    assert all("og:" not in path.read_text(encoding="utf-8") for path in out.rglob("*.html"))


@pytest.mark.parametrize("name", ["index.html", "app.js", "more.svg", DATA_FILE, ABOUT])
def test_the_stage_atlas_rejects_a_changed_or_missing_file_of_a_page(tmp_path: Path, name: str) -> None:
    write(tmp_path / "page", {"towns": 1})
    path, out = tmp_path / "page" / name, tmp_path / "atlas" / "index.html"
    for damage in (lambda: path.write_bytes(path.read_bytes()[:-2] + b"\n"), path.unlink):
        damage()
        with pytest.raises(Error, match=re.escape(f"{path} ") + "has been changed|cannot read "):
            atlas.main([tmp_path / "page" / ABOUT], FIGURES, SEQUENCES, out)
        assert not out.exists()


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"puzzle": "none", "files": []}', '{"puzzle": "arrow_puzzle"}'])
def test_the_stage_atlas_rejects_other_files_than_lists_of_a_page(tmp_path: Path, text: str) -> None:
    about = tmp_path / ABOUT
    about.write_text(text)
    with pytest.raises(Error, match=r"about\.json does not list the files of a page$"):
        atlas.main([about], FIGURES, SEQUENCES, tmp_path / "atlas" / "index.html")


def test_verify_names_every_changed_file_of_the_atlas(tmp_path: Path) -> None:
    write(tmp_path / "made" / "page", {"towns": 1})
    write_atlas(tmp_path / "atlas" / "index.html", [tmp_path / "made" / "page" / ABOUT])
    files = sorted(path for path in (tmp_path / "atlas").rglob("*") if path.is_file())
    assert not verify(tmp_path).differences
    (tmp_path / "atlas" / "godomachi").mkdir()  # the page of a puzzle may have its name
    assert verify(tmp_path / "atlas").agrees
    for path in files:
        content = path.read_bytes()
        path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
        found = [result.check for result in verify(tmp_path).differences]
        assert str(path.relative_to(tmp_path)) in found or path.name == SUMS
        assert found
        path.write_bytes(content)


@pytest.mark.thorough
def test_the_packaged_atlas_agrees_with_its_own_checksums(tmp_path: Path) -> None:
    with ZipFile(ATLAS) as archive:
        archive.extractall(tmp_path)
    assert verify(tmp_path / "atlas").agrees


def test_the_service_worker_keeps_all_files_of_the_atlas(tmp_path: Path) -> None:
    write(tmp_path / "page", {"towns": 1})
    versions = set()
    for data in (1, 1, 2):
        write(tmp_path / "page", {"towns": data})
        write_atlas(tmp_path / "atlas" / "index.html", [tmp_path / "page" / ABOUT])
        line, _, code = (tmp_path / "atlas" / "service_worker.js").read_text(encoding="utf-8").partition("\n")
        cached = json.loads(line.removeprefix("const ATLAS = ").removesuffix(";"))
        versions.add(cached["version"])
    assert len(versions) == 2, "the same files have the same version"
    files = {str(path.relative_to(tmp_path / "atlas")) for path in (tmp_path / "atlas").rglob("*") if path.is_file()}
    addresses = {name.removesuffix("index.html") or "./" for name in files - {"service_worker.js", SUMS}}
    assert set(cached["files"]) == addresses
    assert code == page.SERVICE_WORKER.read_text(encoding="utf-8")


def test_the_atlas_lies_beside_the_results_or_in_the_first_folder_of_others() -> None:
    assert atlas_folder({"nine_tiles_panic": "results/nine_tiles_panic"}) == Path("results/atlas")
    assert atlas_folder({"nine_tiles_panic": "results/mini"}) == Path("results/mini/atlas")


# --- the server ------------------------------------------------------------------------------

ADDRESSES = {
    "/": "index.html",
    "/?from=app": "index.html",
    "/arrow/": "arrow/index.html",
    "/arrow/data.json": "arrow/data.json",
    "/arrow/practice.html": "arrow/practice.html",
    "/kit/style.css": "kit/style.css",
    "/arrow": "moved to /arrow/",
    "/arrow?a=b": "moved to /arrow/?a=b",
    **dict.fromkeys(
        (
            "/kit/", "/folder/", "/no", "/no/such/page", "/arrow/index.html/", "/arrow/data.json/x", "/%00",
            "/kit/%00/", "/" + "x" * 5000, "/" + "x/" * 3000, "/%ff", "/%2e%2e/secret.txt", "/../secret.txt",
        ),
        "404.html",
    ),
}  # fmt: skip
"""Address -> the file that the server sends, or where it leads."""


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """The port of a server of an atlas."""
    write(tmp_path / "page", {"towns": list(range(1000))})
    write_atlas(tmp_path / "atlas" / "index.html", [tmp_path / "page" / ABOUT])
    (tmp_path / "secret.txt").write_text("secret")
    with running(atlas_server(tmp_path / "atlas", 0)) as number:
        yield number


@contextmanager
def running(server: ThreadingHTTPServer) -> Iterator[int]:
    """Serve inside the `with` block; yields the port."""
    with server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


def answer(
    port: int, method: str, address: str, coding: str = "identity", host: str = "127.0.0.1"
) -> tuple[int, dict[str, str], bytes]:
    """Status, headers without the time, and content."""
    client = HTTPConnection(host, port, timeout=100)
    client.request(method, address, headers={"Accept-Encoding": coding})
    found = client.getresponse()
    content = found.read()
    client.close()
    return found.status, {name: value for name, value in found.getheaders() if name != "Date"}, content


def test_the_server_answers_head_as_get_without_the_content(port: int, tmp_path: Path) -> None:
    for (address, expected), coding in itertools.product(ADDRESSES.items(), ("identity", "gzip")):
        status, headers, content = answer(port, "GET", address, coding)
        assert answer(port, "HEAD", address, coding) == (status, headers, b""), address
        if expected.startswith("moved"):
            assert (status, headers["Location"]) == (301, expected.removeprefix("moved to "))
            continue
        assert status == (404 if expected == "404.html" else 200), address
        assert (headers.get("Content-Encoding") == "gzip") == (coding == "gzip")
        assert headers["Content-Length"] == str(len(content))
        plain = gzip.decompress(content) if coding == "gzip" else content
        assert plain == (tmp_path / "atlas" / expected).read_bytes(), address
    (tmp_path / "atlas" / "404.html").unlink()  # as in the atlas of an earlier version
    status, headers, content = answer(port, "GET", "/no")
    assert (status, content) == (404, b"")
    assert answer(port, "HEAD", "/no") == (status, headers, b"")


def test_other_methods_are_refused_and_a_bad_request_ends_nothing(port: int) -> None:
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "get", "X" * 9):
        assert answer(port, method, "/")[0] == 501
    for request in (
        b"HEAD\r\n\r\n",
        b"HEAD / HTTP/9\r\n\r\n",
        b"\0\r\n\r\n",
        b"HEAD /" + b"x" * 70_000 + b" HTTP/1.1\r\n\r\n",
    ):
        with create_connection(("127.0.0.1", port), timeout=100) as client:
            client.sendall(request)
            client.shutdown(SHUT_WR)
            client.recv(1000)
    assert answer(port, "HEAD", "/")[0] == 200


def test_previews_below_a_path_name_the_page_and_a_picture_that_the_server_has(tmp_path: Path) -> None:
    write(tmp_path / "page", {"towns": 1})
    with running(atlas_server(tmp_path, 0)) as port:
        root = f"http://127.0.0.1:{port}"
        write_atlas(tmp_path / "atlas" / "index.html", [tmp_path / "page" / ABOUT], f"{root}/atlas/")
        documents = [path for path in (tmp_path / "atlas").rglob("*.html") if path.name != page.NOT_FOUND]
        for path in documents:
            found = dict(re.findall(r'property="og:(\w+)" content="([^"]*)"', path.read_text(encoding="utf-8")))
            for name, kind in (("url", "text/html"), ("image", "image/png")):
                status, headers, content = answer(port, "GET", found[name].removeprefix(root))
                assert (status, headers["Content-Type"]) == (200, kind)
                assert content == (path if name == "url" else path.with_name(page.PREVIEW)).read_bytes()
    assert len(documents) == 3


HOSTS = {
    "127.0.0.1:{port}": 200,
    "127.0.0.1": 200,
    "localhost:{port}": 200,
    "LOCALHOST": 200,
    "localhost:9000": 200,
    "example.org": 421,
    "example.org:{port}": 421,
    "localhost.example.org": 421,
    "127.0.0.1.example.org:{port}": 421,
    "127.0.0.2:{port}": 421,
    "192.168.1.5": 421,
    "user@127.0.0.1": 421,
    "[::1]:{port}": 421,
    ":{port}": 421,
    "": 421,
    "127.0.0.1\r\nHost: example.org": 421,
    "example.org\r\nHost: 127.0.0.1": 421,
}
"""Host of a request -> status of the answer."""


def status_for(port: int, host: str, method: str, address: str = "127.0.0.1") -> int:
    """The status of the answer to a request that names a host; without content if it is 421 to HEAD."""
    with create_connection((address, port), timeout=100) as client:
        client.sendall(f"{method} / HTTP/1.1\r\nHost: {host.format(port=port)}\r\n\r\n".encode())
        head, _, content = b"".join(iter(partial(client.recv, 10_000), b"")).partition(b"\r\n\r\n")
    status = int(head.split()[1])
    assert bool(content) == (method == "GET")
    assert status == 200 or b"Puzzle tablebases" not in content
    return status


def test_the_server_answers_only_requests_that_name_its_own_addresses(port: int) -> None:
    for (host, status), method in itertools.product(HOSTS.items(), ("GET", "HEAD")):
        assert status_for(port, host, method) == status, host
    with create_connection(("127.0.0.1", port), timeout=100) as client:
        client.sendall(b"HEAD / HTTP/1.0\r\n\r\n")
        assert b" 421 " in client.recv(100), "without a host"


RUN = """
import signal, sys, webbrowser
from tablebases.cli import atlas, main
signal.signal(signal.SIGINT, signal.default_int_handler)  # shells let programs in the background ignore it
atlas.local_address = lambda: "127.0.0.2"
webbrowser.open = lambda address: print("opened", address, file=sys.stderr, flush=True)
main.main()
"""
"""A program that runs a command line where 127.0.0.2, also this machine, is the address in the local network."""


@contextmanager
def served_by(*words: str) -> Iterator[tuple[str, list[str]]]:
    """Run `tablebases WORDS` inside the `with` block, then press Ctrl-C: the address it opens, and what it printed."""
    printed: list[str] = []
    with subprocess.Popen([sys.executable, "-c", RUN, *words], stdout=PIPE, stderr=PIPE, text=True) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        opened = run.stderr.readline().removeprefix("opened ").strip()
        try:
            yield opened, printed
        finally:
            run.send_signal(signal.SIGINT)
            printed += run.communicate()[0].splitlines()
    assert run.returncode == 0


def modules(code: list[str]) -> list[str]:
    """Rows of a QR code without its white border; 1 is dark. Each line has two rows."""
    upper, lower = str.maketrans(" ▀▄█", "1010"), str.maketrans(" ▀▄█", "1100")
    rows = [row for line in code for row in (line.translate(upper), line.translate(lower))]
    return [row[4:-4] for row in rows[4 : len(rows[0]) - 4]]


LAN = " until Ctrl-C, and every device in the local network can open it"


@pytest.mark.parametrize("words", [[], ["--lang", "ja"], ["--lang", "en"]])
def test_the_command_serves_the_local_network_only_if_asked_and_shows_a_code(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("Puzzle tablebases")
    language = f"?lang={words[-1]}" if words else ""
    for lan, own, other in (([], "127.0.0.1", "127.0.0.2"), (["--lan"], "127.0.0.2", "127.0.0.1")):
        with served_by(*words, "atlas", str(tmp_path), "--port", "0", *lan) as (opened, printed):
            port = int(re.fullmatch(rf"http://{own}:(\d+)/{re.escape(language)}", opened)[1])  # type: ignore[index]
            assert status_for(port, f"{own}:{port}", "GET", own) == 200
            assert status_for(port, "localhost", "GET", own) == (421 if lan else 200)
            with pytest.raises(ConnectionRefusedError):
                create_connection((other, port), timeout=100)
        said, *code = printed
        assert opened in said
        assert "Ctrl-C" in said
        if "ja" in words:
            assert re.search("[ぁ-ヶ]", said)
        else:
            assert said == f"The atlas is at {opened}{LAN if lan else ' until Ctrl-C'}"
        expected = ["".join(map(str, row)) for row in segno.make(opened, micro=False).matrix]
        assert (modules(code) if lan else code) == (expected if lan else [])


def test_a_terminal_without_blocks_shows_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    bytes_written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(bytes_written, encoding="ascii"))
    command.print_code("http://192.168.1.5:8000/")
    sys.stdout.flush()
    assert bytes_written.getvalue() == b""


@pytest.mark.parametrize(
    ("addresses", "found"),
    [
        (["192.168.1.5"], "192.168.1.5"),
        (["127.0.1.1", "10.42.0.1"], "10.42.0.1"),
        (["203.0.114.7", "172.16.0.9"], "172.16.0.9"),
        (["169.254.3.4"], "169.254.3.4"),
        (["127.0.0.1"], None),
        (["0.0.0.0"], None),  # noqa: S104
        (["8.8.8.8"], None),
        ([], None),
    ],
)
def test_only_a_private_address_is_one_of_a_local_network(
    addresses: list[str], found: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "own_addresses", lambda: iter(addresses))
    if found:
        assert command.local_address() == found
    else:
        with pytest.raises(Error, match="this machine has no address in a local network; connect it to one"):
            command.local_address()


def test_a_server_can_use_all_addresses_of_this_machine(tmp_path: Path) -> None:
    for address in command.own_addresses():
        with atlas_server(tmp_path, 0, address) as server:
            assert server.server_address[0] == address


@pytest.mark.parametrize("address", ["", "https://example.org/", "https://example.org/deep/atlas/"])
def test_the_page_for_missing_addresses_needs_no_other_file(address: str) -> None:
    html = page.documents(FRONT.package, "", (), address)[page.NOT_FOUND]
    root = address.removeprefix("https://example.org") or "/"
    places = ["", *(f"{puzzle.page}/" for puzzle in (*PUZZLES, RESULTS) if puzzle.page is not None)]
    assert Counter(re.findall(r'<a [^>]*href="([^"]*)"', html)) == {f"{root}{place}": 2 for place in places}
    assert re.findall(r'(?:src|<link [^>]*href)="([^"]*)"', html) == ["data:,"]
    assert "$" not in re.sub(r"\$\{\w+\}", "", html), "the template has no gap left"
    for english, japanese in re.findall(r'data-en="([^"]*)" data-ja="([^"]*)"', html):
        assert english.isascii()
        assert re.search(r"[ぁ-ヶ]", japanese)
