"""A fifth puzzle takes a template, a line in the list and a section of the configuration, and no other change."""

from __future__ import annotations

import shutil
import sys
from math import comb
from pathlib import Path

import pytest

from tests.workflow.workspace import CHECKOUT, Workspace, database, new_workspace, run

NAME = "lights_out"


@pytest.fixture(scope="module")
def with_fifth_puzzle(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """A checkout in which Lights Out on 3 x 3 was added from the template and run."""
    workspace = new_workspace(tmp_path_factory.mktemp("fifth") / "checkout")
    shutil.copytree(CHECKOUT / "scripts", workspace.folder / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy2(CHECKOUT / "Makefile", workspace.folder)
    before = source_files(workspace.folder)
    done = run([sys.executable, "-m", "scripts.new_puzzle", NAME], workspace.folder)
    assert done.status == 0, str(done)
    after = source_files(workspace.folder)
    assert {name for name in before if after[name] != before[name]} == {"pipeline/puzzles.py", "config.yaml"}
    new = {name: text for name, text in after.items() if name not in before}
    assert len(new) <= 8
    assert sum(text.count("\n") for text in new.values()) <= 150
    done = run(["snakemake", "--cores", "1", NAME], workspace.folder)
    assert done.status == 0, str(done)
    return workspace


def source_files(folder: Path) -> dict[str, str]:
    paths = [path for path in folder.rglob("*") if path.suffix in (".py", ".smk", ".yaml", ".js", ".html")]
    return {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in paths}


def test_a_fifth_puzzle_runs(with_fifth_puzzle: Workspace) -> None:
    """On 3 x 3 every board is solved by exactly one set of presses, so n of the 9 tiles are pressed for C(9, n)."""
    with database(with_fifth_puzzle.folder / "results" / NAME / f"{NAME}.db") as connection:
        rows = connection.execute("SELECT presses, n_boards FROM presses").fetchall()
    assert rows == [(presses, comb(9, presses)) for presses in range(10)]


def test_a_fifth_puzzle_has_a_command_and_a_test(with_fifth_puzzle: Workspace) -> None:
    done = run([sys.executable, "-m", "pipeline.cli.main", "lights-out", "summary", "--csv"], with_fifth_puzzle.folder)
    assert done.status == 0, str(done)
    assert done.said.splitlines()[:2] == ["presses,n_boards", "0,1"]
    test = [sys.executable, "-m", "pytest", "-q", "-c", "/dev/null", f"tests/{NAME}"]
    done = run(test, with_fifth_puzzle.folder)
    assert done.status == 0, str(done)
    assert "1 passed" in done.said


def test_a_fifth_puzzle_is_written_in_the_style_of_the_others(with_fifth_puzzle: Workspace) -> None:
    for command in (["ruff", "check"], ["ruff", "format", "--check"], ["snakefmt", "--check"]):
        where = [f"pipeline/{NAME}"] if command[0] == "snakefmt" else [f"pipeline/{NAME}", f"tests/{NAME}"]
        done = run([*command, *where], with_fifth_puzzle.folder)
        assert done.status == 0, str(done)


@pytest.mark.parametrize(("name", "words"), [("Lights Out", "small letters"), ("godomachi", "already")])
def test_a_name_that_cannot_be_used_is_refused(with_fifth_puzzle: Workspace, name: str, words: str) -> None:
    done = run([sys.executable, "-m", "scripts.new_puzzle", name], with_fifth_puzzle.folder)
    assert done.status == 2
    assert words in done.said
    assert "Traceback" not in done.said
