"""The wheel has the right files, and works without the repository in an environment of its own."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import venv
from collections.abc import Iterator, Mapping
from functools import partial
from importlib.metadata import distribution
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen
from zipfile import ZipFile

import pytest
import yaml
from typer.main import get_command

from scripts.describe_run import needed_packages
from tablebases.cli.main import app
from tablebases.locations import PACKAGED
from tests.command_lines.typed import run_fresh
from tests.workflow.workspace import CHECKOUT, COMPILED_CODE, Finished, copy_files, run

PROJECT = "puzzle-tablebases"
COPIED = ("LICENSE", "README.md", "config.yaml", "data", "pipeline", "pyproject.toml", "scripts", "tablebases", "tests")
LONG_AGO = "946684800"
"""1 January 2000 in seconds."""
SECONDS = 300
NOT_THERE = ("matplotlib", "pandas", "pydantic", "scipy", "snakemake", "sqlalchemy", "pipeline", "scripts", "studies",
             "tests", "pytest")  # fmt: skip
NEEDS_RESULTS = ("tablebases fetch ADDRESS", "clone the repository and run `make`", "--results")
"""Texts in the error of a command that needs the full results."""

COMMANDS: Mapping[str, list[str]] = yaml.safe_load(
    Path(__file__).with_name("wheel_commands.yaml").read_text(encoding="utf-8")
)
HAND = "春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 あずさ 志保 翼"
WRITTEN = {"town.svg", "town.png", "taps.png"}
FETCH = "fetch http://127.0.0.1:9/"
"""An address that does not answer."""


def build(folder: Path) -> Path:
    """Build the wheel from a copy of the repository, without a network."""
    copy_files(COPIED, folder)
    command = [sys.executable, "-c", "from setuptools.build_meta import build_wheel; build_wheel('dist')"]
    done = run(command, folder, {**os.environ, "SOURCE_DATE_EPOCH": LONG_AGO})
    assert done.status == 0, done.said
    (wheel,) = (folder / "dist").glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the repository."""
    return build(tmp_path_factory.mktemp("wheel"))


# Contents.


def test_a_wheel_built_twice_has_the_same_bytes(wheel: Path, tmp_path: Path) -> None:
    again = build(tmp_path)
    assert again.name == wheel.name
    assert again.read_bytes() == wheel.read_bytes()


def test_the_wheel_contains_the_library_and_its_data(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
        (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        needs = [line for line in archive.read(metadata).decode().splitlines() if line.startswith("Requires-Dist: ")]
    info = metadata.removesuffix("METADATA")
    library = {name for name in names if not name.startswith(info)}
    assert {name.split("/")[0] for name in library} == {"tablebases"}
    assert f"{info}licenses/LICENSE" in names
    folders = (PACKAGED, *PACKAGED.iterdir())  # `data` is a link
    files = {path for folder in folders for path in folder.glob("**/*") if path.is_file()}
    packaged = {f"tablebases/packaged/{path.relative_to(PACKAGED).as_posix()}" for path in files}
    assert "tablebases/packaged/data/nine_tiles_panic/tiles.csv" in packaged
    assert {"tablebases/py.typed", *packaged} <= library
    sources = {path.relative_to(CHECKOUT).as_posix() for path in (CHECKOUT / "tablebases").rglob("*.py")}
    assert {name for name in library if name.endswith(".py")} == sources
    assert {name for name in library if name.endswith((".js", ".css", ".html", ".smk"))} == set(), (
        "pages are in the atlas"
    )
    assert not any("__pycache__" in name or name.endswith(".provenance.json") for name in library)
    unconditional = [line for line in needs if "extra ==" not in line]
    assert not [line for line in unconditional if "==" in line], "ranges leave other versions alone"


# An environment with the wheel and its requirements only.


class Bare(NamedTuple):
    """An environment with the wheel and its requirements only."""

    bin: Path
    site: Path

    def environment(self, **more: str) -> dict[str, str]:
        """Variables, without a home folder or any of this process."""
        return {"PATH": str(self.bin), "LANG": "C.UTF-8", "NUMBA_CACHE_DIR": str(COMPILED_CODE), **more}

    def run(self, folder: Path, *words: str, **more: str) -> Finished:
        """Run a program of this environment in a folder."""
        return run([self.bin / words[0], *words[1:]], folder, self.environment(**more))


def link_distribution(name: str, site: Path) -> None:
    """Make an installed package importable in another environment, too."""
    installed = distribution(name)
    root = Path(str(installed.locate_file("")))
    for top in {file.parts[0] for file in installed.files or []} - {"..", "__pycache__"}:
        (site / top).symlink_to(root / top)


@pytest.fixture(scope="module")
def bare(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bare]:
    folder = tmp_path_factory.mktemp("bare") / "environment"
    venv.create(folder, symlinks=True)
    (site,) = folder.glob("lib/python*/site-packages")
    assert not any(site.iterdir())
    for name in needed_packages(PROJECT) - {PROJECT}:
        link_distribution(name, site)
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python")]
    done = run([*pip, "install", "--no-deps", "--no-index", "--no-compile", wheel], folder, dict(os.environ))
    assert done.status == 0, done.said
    folders = [path for path in (site / "tablebases", *(site / "tablebases").rglob("*")) if path.is_dir()]
    for inner in folders:
        (inner / "__pycache__").touch()  # then not even root can create a folder there
        inner.chmod(0o555)
    yield Bare(folder / "bin", site)
    for inner in folders:
        inner.chmod(0o755)


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """A working folder with a file of hands, and nothing of the project."""
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "hands.csv").write_text(f"hand\n{HAND}\n", encoding="utf-8")
    return folder


LOCATE = "import sys, importlib.util as u, tablebases; print(tablebases.__file__, *filter(u.find_spec, sys.argv[1:]))"
"""A program that prints the path of the package, and those of its arguments that can be imported."""


def test_every_command_answers_or_says_how_to_get_the_full_results(bare: Bare, empty: Path) -> None:
    done = bare.run(empty, "python", "-c", LOCATE, *NOT_THERE)
    assert done == Finished(0, f"{bare.site / 'tablebases' / '__init__.py'}\n")
    lines = [*COMMANDS["answers"], *COMMANDS["need_results"], FETCH]
    variables = bare.environment(TABLEBASES_DATA=str(empty / "data"))
    every = run_fresh(*map(shlex.split, lines), python=bare.bin / "python", folder=empty, variables=variables)
    whole: Any = get_command(app)
    groups = {name: getattr(whole.get_command(None, name), "commands", [""]) for name in whole.commands}
    names = [f"{name} {inner}".strip() for name, group in groups.items() for inner in group]
    assert len(names) > 20
    tried = {name for name in names for line in lines if f"{line} ".startswith(f"{name} ")}
    assert set(names) - tried == {"atlas"}, "which serves until it is stopped"
    for line, ran in zip(lines, every, strict=True):
        assert "Traceback" not in ran.said, ran.said
        assert "snakemake" not in ran.said, "a program that is not there"
        assert ran.said.strip(), line
        assert ran.status == (0 if line in COMMANDS["answers"] else 1), ran.said
        if ran.status:
            error = ran.said.splitlines()[-1]
            assert error.startswith("error: ")
            assert [text for text in (["127.0.0.1:9"] if line == FETCH else NEEDS_RESULTS) if text not in error] == []
    assert {path.name for path in empty.iterdir()} == WRITTEN | {"hands.csv"}
    assert all((empty / name).stat().st_size > 100 for name in WRITTEN)


def test_the_installed_command_serves_the_atlas(bare: Bare, empty: Path) -> None:
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


def test_a_command_works_without_writable_folders_for_compiled_code(bare: Bare, empty: Path) -> None:
    """Then compiled code goes to a temporary folder, which is deleted."""
    temporary = empty / "temporary"
    temporary.mkdir()
    nowhere = str(empty / "hands.csv" / "cache")
    done = bare.run(
        empty, "tablebases", "arrow", "solve", "easy", "434131344",
        NUMBA_CACHE_DIR=nowhere, XDG_CACHE_HOME=nowhere, HOME=nowhere, TMPDIR=str(temporary),
    )  # fmt: skip
    assert done.status == 0, done.said
    assert list(temporary.iterdir()) == []


# A program of another author.

PROGRAM = """
import tablebases
from tablebases import arrow, godomachi, millijan, nine_tiles


def complain(error: tablebases.Error) -> str:
    status: int = error.exit_status
    return f"{error} ({status})"


version: str = tablebases.__version__
try:
    raise tablebases.InputError("a town has 18 digits, not 17; add one")
except tablebases.Error as error:
    print(version, complain(error))
errors: list[type[tablebases.Error]] = [tablebases.MissingDataError, tablebases.DamagedDataError]
print(*(error.exit_status for error in errors), *(game.__name__ for game in (nine_tiles, arrow, godomachi, millijan)))
town: nine_tiles.Town = nine_tiles.best(2, 5, 18).town
score: int = nine_tiles.score(town.take_away("centre"), 2, 5)["longest road"].score
names: list[str] = [card.name for card in nine_tiles.cards()]
taps: int | None = arrow.solve("434131344").min_taps
plies: int = godomachi.solve("5:0", "5:4").plies
counts: tuple[int, int] = (len(godomachi.cuts("5:0").kinds), len(godomachi.shapes(5)))
answer: millijan.Score = millijan.score("春香 千早 美希")
print(town.pattern, score, names[0], taps, plies, *counts, answer)
"""
"""A program that uses the public API."""


def test_a_typed_program_elsewhere_uses_the_library(bare: Bare, empty: Path) -> None:
    (empty / "program.py").write_text(PROGRAM, encoding="utf-8")
    done = bare.run(empty, "python", "program.py")
    assert done.status == 0, done.said
    assert "a town has 18 digits, not 17; add one (2)" in done.said
    assert "tablebases.nine_tiles tablebases.arrow tablebases.godomachi tablebases.millijan" in done.said
    (empty / "wrong.py").write_text("import tablebases\n\nnumber: int = tablebases.__version__\n", encoding="utf-8")
    mypy: list[str | Path] = [sys.executable, "-m", "mypy", "--strict", "--config-file", ""]
    places = ["--python-executable", bare.bin / "python", "--cache-dir", CHECKOUT / ".mypy_cache" / "wheel"]
    done = run([*mypy, *places, "program.py", "wrong.py"], empty, bare.environment())
    assert done.status == 1, "the types are seen"
    wrong, summary = done.said.splitlines()
    assert wrong.startswith("wrong.py:3: error: Incompatible types in assignment"), done.said
    assert summary.startswith("Found 1 error in 1 file"), done.said
