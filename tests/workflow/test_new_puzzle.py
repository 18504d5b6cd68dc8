"""The template becomes a complete fifth puzzle, with database, command, test and page."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from math import comb
from pathlib import Path

import pytest

from scripts.new_puzzle.__main__ import check_name
from tablebases.errors import InputError
from tests.workflow.workspace import CHECKOUT, OUTPUT, Finished, Workspace, copy_files, database, run

NAME = "lights_out"
COMMAND = "lights-out"
OWN_FOLDERS = ("pipeline", "tablebases", "tests")
LISTS = {"tablebases/puzzles.py", "config.yaml", "profiles/default/config.yaml", "tsconfig.json"}
MAX_FILES = 16
MAX_LINES = 270
COUNTS = [(presses, comb(9, presses)) for presses in range(10)]
"""On 3 x 3 every board is solved by exactly one set of presses, so C(9, n) boards need n presses."""


def files(folder: Path) -> dict[str, str]:
    """Path -> text of all files of the project in a folder."""
    found = [folder / name for name in ("Makefile", "Snakefile", "config.yaml", "pyproject.toml", "tsconfig.json")]
    for inner in (*OWN_FOLDERS, "profiles", "scripts"):
        found += [path for path in (folder / inner).rglob("*") if path.suffix not in (".pyc", ".nbi", ".nbc")]
    texts = {path: path.read_text(encoding="utf-8", errors="replace") for path in found if path.is_file()}
    return {str(path.relative_to(folder)): text for path, text in texts.items()}


def succeed(workspace: Workspace, *words: str) -> Finished:
    """Run a program, which must succeed."""
    return _succeeded(run(words, workspace.folder))


def succeed_as_module(workspace: Workspace, module: str, *words: str) -> Finished:
    """Run a module with the code of the workspace, which must succeed; it is forked with libraries loaded."""
    return _succeeded(workspace.module(module, *words))


def _succeeded(done: Finished) -> Finished:
    assert done.status == 0, str(done)
    return done


def add(workspace: Workspace, name: str) -> Mapping[str, str]:
    """Add a puzzle from the template; returns its files."""
    before = files(workspace.folder)
    succeed_as_module(workspace, "scripts.new_puzzle", name)
    after = files(workspace.folder)
    assert {path for path in before if after[path] != before[path]} == LISTS
    return {path: text for path, text in after.items() if path not in before}


@pytest.fixture(scope="module")
def with_fifth_puzzle(finished: Workspace, tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """A checkout with Lights Out on 3 x 3, added and run, and the files for `test_house.py`."""
    workspace = finished.copy(tmp_path_factory.mktemp("fifth") / "checkout")
    copy_files(
        (
            "scripts",
            "tests/unit",
            "tests/command_lines",
            "tests/__init__.py",
            "tests/imports.py",
            "Makefile",
            "tsconfig.json",
        ),
        workspace.folder,
    )
    new = add(workspace, NAME)
    assert len(new) <= MAX_FILES, sorted(new)
    assert sum(text.count("\n") for text in new.values()) <= MAX_LINES
    workspace.succeed(target=NAME)
    return workspace


def test_a_fifth_puzzle_has_a_database_and_a_command(with_fifth_puzzle: Workspace) -> None:
    with database(with_fifth_puzzle.folder / "results" / NAME / f"{NAME}.db") as connection:
        assert connection.execute("SELECT presses, n_boards FROM presses").fetchall() == COUNTS

    def command(*words: str) -> str:
        return succeed_as_module(with_fifth_puzzle, "tablebases.cli.main", COMMAND, *words).said

    shown = command("summary", "--csv").splitlines()
    assert shown == ["presses,n_boards", *(f"{presses},{boards}" for presses, boards in COUNTS)]
    answer = json.loads(command("summary", "--json"))
    assert answer == {"version": 2, "counts": [{"presses": presses, "n_boards": boards} for presses, boards in COUNTS]}
    command("summary", "-o", "bars.svg")
    assert "<rect" in (with_fifth_puzzle.folder / "bars.svg").read_text(encoding="utf-8")
    command("summary", "--share", "card.svg")
    assert "At most 9 presses" in (with_fifth_puzzle.folder / "card.svg").read_text(encoding="utf-8")
    assert "n boards" in command("summary")
    assert "how many presses every board needs" in command("--help")


def test_a_fifth_puzzle_has_a_page_in_the_atlas(with_fifth_puzzle: Workspace) -> None:
    with_fifth_puzzle.succeed(target="atlas")
    atlas = with_fifth_puzzle.folder / OUTPUT / "atlas"
    page = atlas / COMMAND
    rows = json.loads((page / "data.json").read_text(encoding="utf-8"))["presses"]
    assert [(row["presses"], row["n_boards"]) for row in rows] == COUNTS
    named = {"app.js", "logo.svg", "../kit/style.css", "data.json"}
    index = (page / "index.html").read_text(encoding="utf-8")
    assert {name for name in named if f'"{name}"' not in index} == set()
    assert all((page / name).resolve().is_file() for name in named)
    assert '"style.css"' not in index, "it has none of its own"
    assert "import {" not in (page / "app.js").read_text(encoding="utf-8"), "all modules are in one"
    assert f'href="./{COMMAND}/"' in (atlas / "index.html").read_text(encoding="utf-8")
    assert f'"{COMMAND}/data.json"' in (atlas / "service_worker.js").read_text(encoding="utf-8")


def test_the_tests_of_a_fifth_puzzle_and_of_the_house_pass(with_fifth_puzzle: Workspace) -> None:
    pytest_alone = (sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider")
    own = (f"tests/{NAME}", f"tablebases/{NAME}", "--doctest-modules")
    assert "2 passed" in succeed(with_fifth_puzzle, *pytest_alone, "-c", "/dev/null", *own).said
    of_the_house = ("tests/unit/test_house.py", "tests/unit/test_atlas.py", "-k", f"{NAME} or profile or circle")
    print(succeed(with_fifth_puzzle, *pytest_alone, "--durations=8", *of_the_house))


@pytest.mark.parametrize("name", [NAME, "zz"])
def test_a_fifth_puzzle_passes_ruff_and_snakefmt(with_fifth_puzzle: Workspace, tmp_path: Path, name: str) -> None:
    """The order of imports and the lengths of lines depend on the name."""
    workspace = with_fifth_puzzle
    if name != NAME:
        workspace = workspace.copy(tmp_path / "checkout", results=False)
        add(workspace, name)
    folders = [f"{folder}/{name}" for folder in OWN_FOLDERS]
    succeed(workspace, "ruff", "check", "tablebases/puzzles.py", *folders)
    succeed(workspace, "ruff", "format", "--check", "tablebases/puzzles.py", *folders)
    succeed(workspace, "snakefmt", "--check", f"pipeline/{name}")


def test_a_fifth_puzzle_passes_mypy(with_fifth_puzzle: Workspace) -> None:
    mypy = (sys.executable, "-m", "mypy", "--cache-dir", str(CHECKOUT / ".mypy_cache" / "fifth_puzzle"))
    succeed(with_fifth_puzzle, *mypy, f"pipeline/{NAME}", f"tablebases/{NAME}")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Lights Out", "use small letters"),
        ("class", "use small letters"),
        ("godomachi", "there is already tablebases/godomachi"),
        ("arrow_puzzle", "there is already pipeline/arrow_puzzle"),
        ("database", "there is already tablebases/database.py"),
    ],
)
def test_new_puzzle_rejects_impossible_names(name: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        check_name(name)
