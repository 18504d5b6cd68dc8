"""The wheel: what it contains, and that it works alone, without the repository, in an environment of its own."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import venv
from collections.abc import Iterator, Sequence
from functools import partial
from importlib.metadata import distribution
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from tests.imports import needed_packages
from tests.workflow.workspace import CHECKOUT, KEPT

PROJECT = "puzzle-tablebases"
PARTS = ("LICENSE", "README.md", "config.yaml", "data", "pipeline", "pyproject.toml", "scripts", "tablebases", "tests")
LONG_AGO = "946684800"
"""1 January 2000 in seconds."""
SECONDS = 300
WORKFLOW_PACKAGES = ("matplotlib", "pandas", "pydantic", "scipy", "snakemake", "sqlalchemy")
NEEDS_RESULTS = ("tablebases fetch ADDRESS", "clone the repository and run `make`", "--results")
"""What a command says that needs the full results: how to get them, and what to do then."""

HAND = "春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 あずさ 志保 翼 静香"
ANSWERS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("nine-tiles", "summary"): (),
    ("nine-tiles", "cards"): (),
    ("nine-tiles", "best"): ("2", "5", "18"),
    ("nine-tiles", "learn"): ("10",),
    ("nine-tiles", "score"): ("206745813361230035",),
    ("nine-tiles", "complete"): ("0365.....|0044.....", "2", "5", "18"),
    ("nine-tiles", "draw"): ("036582714004421544", "-o", "town.svg", "-o", "town.png"),
    ("arrow", "summary"): (),
    ("arrow", "solve"): ("easy", "434131344", "-o", "taps.png"),
    ("arrow", "check"): ("easy", "434131344"),
    ("arrow", "apply"): ("easy", "434131344", "010000000"),
    ("arrow", "generate"): ("expert", "-n", "3", "--seed", "7"),
    ("arrow", "algebra"): ("--directions", "4", "--square", "3"),
    ("godomachi", "solve"): ("5:0", "5:4"),
    ("godomachi", "cuts"): ("5:0",),
    ("godomachi", "play"): ("5:0", "5:4"),
    ("godomachi", "list"): ("5",),
    ("millijan", "summary"): (),
    ("millijan", "score"): ("春香 千早 美希",),
    ("millijan", "waits"): (HAND.rpartition(" ")[0],),
    ("millijan", "distance"): (HAND.rpartition(" ")[0],),
    ("millijan", "discard"): (HAND,),
    ("millijan", "chi"): (HAND.rpartition(" ")[0], "響"),
    ("millijan", "units"): ("--idol", "haruka"),
    ("millijan", "batch"): ("hands.csv", "--csv"),
    ("verify",): (),
}
"""Commands that answer with what is in the package -> their words."""
NEED_RESULTS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("nine-tiles", "probe"): ("036582714004421544",),
    ("nine-tiles", "find"): ("t05 > 20",),
    ("nine-tiles", "towns"): ("899928",),
    ("godomachi", "summary"): (),
    ("godomachi", "pair"): ("5:0", "5:4"),
    ("godomachi", "puzzle"): (),
}
"""Commands that need the full results -> their words."""
TRIED_ALONE = {("atlas",), ("fetch",)}
"""Commands that serve until they are stopped, or need an address; they have tests of their own."""


def prepared(
    program: Sequence[str | Path], folder: Path, environment: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    """Run a program, with both streams in one."""
    return subprocess.run(
        [str(word) for word in program],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )


def build(folder: Path) -> Path:
    """Build the wheel from a copy of the repository, without a network; returns it."""
    for part in PARTS:
        source = CHECKOUT / part
        if source.is_dir():
            unwanted = shutil.ignore_patterns("__pycache__", ".*")
            shutil.copytree(source, folder / part, symlinks=True, ignore=unwanted)
        else:
            shutil.copy(source, folder / part)
    pip_wheel = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir"]
    done = prepared([*pip_wheel, "dist", "."], folder, {**os.environ, "SOURCE_DATE_EPOCH": LONG_AGO})
    assert done.returncode == 0, done.stdout
    (wheel,) = (folder / "dist").glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the repository."""
    folder = tmp_path_factory.mktemp("wheel") / "copy"
    folder.mkdir()
    return build(folder)


# What it contains.


def test_a_wheel_built_twice_has_the_same_bytes(wheel: Path, tmp_path: Path) -> None:
    again = build(tmp_path)
    assert again.name == wheel.name
    assert again.read_bytes() == wheel.read_bytes()


def test_the_wheel_contains_the_library_and_what_it_reads(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
        (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        needs = [line for line in archive.read(metadata).decode().splitlines() if line.startswith("Requires-Dist: ")]
    info = metadata.removesuffix("METADATA")
    library = {name for name in names if not name.startswith(info)}
    assert {name.split("/")[0] for name in library} == {"tablebases"}
    assert f"{info}licenses/LICENSE" in names
    packaged = "tablebases/packaged"
    assert {
        "tablebases/py.typed",
        f"{packaged}/config.yaml",
        f"{packaged}/atlas.zip",
        f"{packaged}/data/nine_tiles_panic/tiles.csv",
        f"{packaged}/data/millijan/units_2025.csv",
        f"{packaged}/nine_tiles_panic/best_towns.db",
        f"{packaged}/fonts/DejaVuSans.ttf",
        f"{packaged}/fonts/LICENSE_DEJAVU.txt",
    } <= library
    sources = {path.relative_to(CHECKOUT).as_posix() for path in (CHECKOUT / "tablebases").rglob("*.py")}
    assert {name for name in library if name.endswith(".py")} == sources
    assert {name for name in library if name.endswith((".js", ".css", ".html", ".smk"))} == set(), (
        "pages are in the atlas"
    )
    assert not any("__pycache__" in name or name.endswith(".provenance.json") for name in library)
    unconditional = [line for line in needs if "extra ==" not in line]
    assert not [line for line in unconditional if "==" in line], "ranges leave other versions alone"


# An environment with the wheel and what it needs, and nothing else.


class Bare(NamedTuple):
    """An environment in which only the wheel, and what it needs, is installed."""

    bin: Path
    site: Path

    def environment(self, **more: str) -> dict[str, str]:
        """Variables, without a home folder or any of this process."""
        return {"PATH": str(self.bin), "LANG": "C.UTF-8", "NUMBA_CACHE_DIR": str(KEPT), **more}

    def run(self, folder: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run a program of this environment in a folder."""
        return prepared([self.bin / words[0], *words[1:]], folder, self.environment(**more))


def link_distribution(name: str, site: Path) -> None:
    """Make an installed package importable in another environment too."""
    installed = distribution(name)
    root = Path(str(installed.locate_file("")))
    for top in {file.parts[0] for file in installed.files or []} - {"..", "__pycache__"}:
        (site / top).symlink_to(root / top)


def make_read_only(folder: Path) -> None:
    """Let nothing be written beside modules, not even by root: a file stands where Python would make a folder."""
    for inner in [folder, *(path for path in folder.rglob("*") if path.is_dir())]:
        (inner / "__pycache__").touch()
        inner.chmod(0o555)


def make_writable(folder: Path) -> None:
    """Let the folder be removed."""
    for inner in [folder, *(path for path in folder.rglob("*") if path.is_dir())]:
        inner.chmod(0o755)


@pytest.fixture(scope="module")
def bare(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bare]:
    folder = tmp_path_factory.mktemp("bare") / "environment"
    venv.create(folder, symlinks=True)
    (site,) = folder.glob("lib/python*/site-packages")
    assert not any(site.iterdir())
    for name in needed_packages(PROJECT) - {PROJECT}:
        link_distribution(name, site)
    pip_install: list[str | Path] = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        folder / "bin" / "python",
        "install",
        "--no-deps",
        "--no-index",
    ]
    done = prepared([*pip_install, "--no-compile", wheel], folder, dict(os.environ))
    assert done.returncode == 0, done.stdout
    make_read_only(site / "tablebases")
    yield Bare(folder / "bin", site)
    make_writable(site / "tablebases")


def test_nothing_else_can_be_imported_there(bare: Bare, tmp_path: Path) -> None:
    program = """
import importlib, json, sys
found = []
for name in json.loads(sys.argv[1]):
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        continue
    found.append(name)
import tablebases
print(json.dumps([found, tablebases.__file__]))
"""
    names = [*WORKFLOW_PACKAGES, "pipeline", "scripts", "studies", "tests", "pytest"]
    done = bare.run(tmp_path, "python", "-c", program, json.dumps(names))
    assert done.returncode == 0, done.stdout
    found, where = json.loads(done.stdout)
    assert found == []
    assert Path(where).parent == bare.site / "tablebases"


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """A working folder with a file of hands, and nothing of the project."""
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "hands.csv").write_text(f"hand\n{HAND.rpartition(' ')[0]}\n", encoding="utf-8")
    return folder


def check_is_calm(done: subprocess.CompletedProcess[str]) -> None:
    """Fail if a command ended with a traceback, or named a program that is not there."""
    assert "Traceback" not in done.stdout, done.stdout
    assert "snakemake" not in done.stdout, done.stdout


def test_every_command_is_tried_there(bare: Bare, empty: Path) -> None:
    program = """
from typer.main import get_command
from tablebases.cli.main import app
whole = get_command(app)
for name in whole.commands:
    for inner in getattr(whole.get_command(None, name), "commands", {"": None}):
        print(name, inner)
"""
    done = bare.run(empty, "python", "-c", program)
    assert done.returncode == 0, done.stdout
    commands = {tuple(line.split()) for line in done.stdout.splitlines()}
    assert len(commands) > 20
    assert commands - ANSWERS.keys() - NEED_RESULTS.keys() - TRIED_ALONE == set()


@pytest.mark.parametrize("command", ANSWERS, ids=" ".join)
def test_a_command_answers_there(bare: Bare, empty: Path, command: tuple[str, ...]) -> None:
    words = ANSWERS[command]
    done = bare.run(empty, "tablebases", *command, *words)
    assert done.returncode == 0, done.stdout
    assert done.stdout.strip()
    check_is_calm(done)
    written = {words[place + 1] for place, word in enumerate(words) if word == "-o"}
    assert {path.name for path in empty.iterdir()} == written | {"hands.csv"}
    assert all((empty / name).stat().st_size > 100 for name in written)


@pytest.mark.parametrize("command", NEED_RESULTS, ids=" ".join)
def test_a_command_says_there_that_it_needs_the_full_results_and_how_to_get_them(
    bare: Bare, empty: Path, command: tuple[str, ...]
) -> None:
    done = bare.run(empty, "tablebases", *command, *NEED_RESULTS[command])
    assert done.returncode == 1, done.stdout
    check_is_calm(done)
    (line,) = done.stdout.splitlines()
    assert line.startswith("error: ")
    assert [part for part in NEEDS_RESULTS if part not in line] == [], line


def test_an_address_that_does_not_answer_is_named_there(bare: Bare, empty: Path) -> None:
    done = bare.run(empty, "tablebases", "fetch", "http://127.0.0.1:9/", TABLEBASES_DATA=str(empty / "data"))
    assert done.returncode == 1, done.stdout
    check_is_calm(done)
    assert "127.0.0.1:9" in done.stdout.splitlines()[-1]


def test_the_atlas_is_served_there(bare: Bare, empty: Path) -> None:
    command: list[str | Path] = [bare.bin / "tablebases", "atlas", "--no-browser", "--port", "0"]
    heeding = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # shells in the background ignore it
    with subprocess.Popen(
        command, cwd=empty, env=bare.environment(), stdout=subprocess.PIPE, text=True, preexec_fn=heeding
    ) as server:
        assert server.stdout is not None
        try:
            address = next(word for word in server.stdout.readline().split() if word.startswith("http://"))
            with urlopen(f"{address}nine-tiles/data.json", timeout=SECONDS) as answer:  # noqa: S310
                assert json.load(answer)
            server.send_signal(signal.SIGINT)
            assert server.wait(SECONDS) == 0
        finally:
            server.kill()


def test_a_command_computes_where_nothing_can_be_kept(bare: Bare, empty: Path) -> None:
    """No folder for compiled code beside the sources, none in a home folder: a temporary one is made and deleted."""
    passing = empty / "passing"
    passing.mkdir()
    nowhere = str(empty / "hands.csv" / "cache")
    done = bare.run(
        empty, "tablebases", "arrow", "solve", "easy", "434131344",
        NUMBA_CACHE_DIR=nowhere, XDG_CACHE_HOME=nowhere, HOME=nowhere, TMPDIR=str(passing),
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    check_is_calm(done)
    assert list(passing.iterdir()) == []


# A program of somebody else.

PROGRAM = '''
"""What other programs may rely on."""

import tablebases
from tablebases import arrow, godomachi, millijan, nine_tiles


def complain(error: tablebases.Error) -> str:
    """The sentence of an error, and the exit status for it."""
    status: int = error.exit_status
    return f"{error} ({status})"


version: str = tablebases.__version__
try:
    raise tablebases.InputError("a town has 18 digits, not 17; add one")
except tablebases.Error as error:
    print(version, complain(error))
kinds: list[type[tablebases.Error]] = [tablebases.MissingDataError, tablebases.DamagedDataError]
print(*(kind.exit_status for kind in kinds))
print(*(game.__name__ for game in (nine_tiles, arrow, godomachi, millijan)), tablebases.nine_tiles.__doc__)

town: nine_tiles.Town = nine_tiles.best(2, 5, 18).answers[0].towns[0]
score: int = nine_tiles.score(town)[5].score
names: list[str] = [card.name for card in nine_tiles.cards()]
taps: int | None = arrow.solve("434131344").min_taps
plies: int = godomachi.solve("5:0", "5:4").plies
counts: tuple[int, int] = (len(godomachi.cuts("5:0").kinds), len(godomachi.shapes(5)))
answer: millijan.Score = millijan.score("春香 千早 美希")
print(town.pattern, score, names[0], taps, plies, *counts, answer)
'''


def test_a_typed_program_elsewhere_uses_the_library(bare: Bare, empty: Path) -> None:
    (empty / "program.py").write_text(PROGRAM, encoding="utf-8")
    done = bare.run(empty, "python", "program.py")
    assert done.returncode == 0, done.stdout
    assert "a town has 18 digits, not 17; add one (2)" in done.stdout
    assert "tablebases.nine_tiles tablebases.arrow tablebases.godomachi tablebases.millijan" in done.stdout
    strict = ["--strict", "--config-file", ""]
    mypy: list[str | Path] = [sys.executable, "-m", "mypy", *strict, "--python-executable", bare.bin / "python"]
    done = prepared([*mypy, "--cache-dir", empty / "cache", "program.py"], empty, bare.environment())
    assert done.returncode == 0, done.stdout
    (empty / "wrong.py").write_text("import tablebases\n\nnumber: int = tablebases.__version__\n", encoding="utf-8")
    done = prepared([*mypy, "--cache-dir", empty / "cache", "wrong.py"], empty, bare.environment())
    assert done.returncode == 1, "the types are seen"
    assert "Incompatible types in assignment" in done.stdout
