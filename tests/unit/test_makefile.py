"""`make` with another Python, and `make audit`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tablebases.puzzles import PUZZLES

CHECKOUT = Path(__file__).parents[2]


def python(path: Path, version: str) -> None:
    """Write a program that prints this version, or its arguments."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo "Python {version}" || echo "{version}: $*"\n')
    path.chmod(0o755)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A checkout with an environment of Python 3.11, on a machine with 3.13 too."""
    shutil.copy(CHECKOUT / "Makefile", tmp_path)
    for name in ("pyproject.toml", "requirements.txt"):
        (tmp_path / name).touch()
    for environment, version in ((".venv", "3.11.7"), (".venv-python3.13", "3.13.0")):
        python(tmp_path / environment / "bin" / "python", version)
        (tmp_path / environment / "installed").touch()
    python(tmp_path / "programs" / "python3.11", "3.11.7")
    python(tmp_path / "programs" / "python3.13", "3.13.0")
    return tmp_path


def make(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run make in the folder."""
    path = f"{folder / 'programs'}{os.pathsep}{os.environ['PATH']}"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")} | {"PATH": path}
    return subprocess.run(["make", *words], cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_make_refuses_an_environment_of_another_python(folder: Path) -> None:
    done = make(folder, "setup", "PYTHON=python3.13")
    assert done.returncode != 0
    assert ".venv has Python 3.11.7, which is not python3.13: remove it, or name another" in done.stderr
    assert make(folder, "setup", "PYTHON=python3.11").returncode == 0
    assert make(folder, "setup", "PYTHON=python3.13", "VENV=.venv-python3.13").returncode == 0


def test_make_pythons_runs_unit_tests_and_skips_missing_pythons(folder: Path) -> None:
    done = make(folder, "pythons", "OTHER_PYTHONS=python3.99 python3.13")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["python3.99 is not installed: skipped", "3.13.0: -m pytest tests/unit"]


def test_make_installs_the_pinned_versions_by_their_hashes() -> None:
    pins = {re.sub("[_.]", "-", pin.lower()) for pin in (CHECKOUT / "constraints.txt").read_text().split()}
    text = (CHECKOUT / "requirements.txt").read_text(encoding="utf-8")
    required = re.findall(r"^([a-z0-9-]+==[^ ;]+)(?: ; .+)? \\$", text, re.MULTILINE)
    assert {pin.replace(".", "-") for pin in required} <= pins
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    named = [*project["dependencies"], *extras["pipeline"], *extras["cluster"], *extras["dev"][1:]]
    names = {re.split("[<>=]", line)[0].lower() for line in named}
    assert names <= {requirement.partition("==")[0] for requirement in required}
    assert "http" not in text


NEW_PYTHON = """#!/bin/sh
case "$*" in
"-m venv .venv") mkdir -p .venv/bin && cp "$0" .venv/bin/python && cp programs/uv .venv/bin ;;
"-m pip"*) echo "pip: $*" ;;
esac
"""
"""A Python whose pip prints its arguments, and which makes environments with itself and with uv."""
UV = """uv==1.2.3 \\
    --hash=sha256:00 \\
    --hash=sha256:11
"""


@pytest.mark.parametrize("status", [0, 2])
def test_make_installs_the_packages_with_uv_or_else_with_pip(folder: Path, status: int) -> None:
    shutil.rmtree(folder / ".venv")
    for name, program in (("python3", NEW_PYTHON), ("uv", f'#!/bin/sh\necho "uv: $*"\nexit {status}\n')):
        (folder / "programs" / name).write_text(program)
        (folder / "programs" / name).chmod(0o755)
    (folder / "requirements.txt").write_text(
        f"typer==1.0 \\\n    --hash=sha256:22\n{UV}zipp==2.0 \\\n    --hash=sha256:33\n"
    )
    done = make(folder, "setup")
    assert done.returncode == 0, done.stderr
    installed = [line for line in done.stdout.splitlines() if "requirement" in line]
    by_uv, by_pip = "--requirement .venv/uv.txt", "--require-hashes --requirement requirements.txt"
    assert [line.partition(":")[0] for line in installed] == ["pip", "uv", "pip"][: 3 if status else 2]
    assert by_uv in installed[0]
    assert all(by_pip in line for line in installed[1:])
    assert (folder / ".venv" / "uv.txt").read_text() == UV
    assert ("uv did not install the packages" in done.stderr) == bool(status)


@pytest.mark.parametrize("has_npm", [True, False])
def test_lint_checks_the_types_of_the_pages_where_npm_is_installed(folder: Path, has_npm: bool) -> None:
    for name in ("ruff", "mypy", "snakefmt"):
        python(folder / ".venv" / "bin" / name, name)
    if has_npm:
        python(folder / "programs" / "npm", "npm")
    make_program = shutil.which("make")
    assert make_program
    done = subprocess.run(
        [make_program, "lint", "PYTHON=python3.11"],
        cwd=folder, env={"PATH": str(folder / "programs")}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    checked = "npm: exec --yes --package=typescript@7.0.2 -- tsc --project tsconfig.json"
    assert (checked in done.stdout) == has_npm
    assert ("the types of the pages are not checked" in done.stderr) != has_npm


def test_make_audit_checks_for_conflicts_and_weaknesses_and_says_what_a_failure_means(folder: Path) -> None:
    done = make(folder, "audit")
    audit = "3.11.7: -m pip_audit --progress-spinner off --timeout 10"
    assert (done.returncode, done.stdout.splitlines()) == (0, ["3.11.7: -m pip check", audit])
    (folder / ".venv" / "bin" / "python").write_text('#!/bin/sh\n[ "$2" = pip ]\n')
    done = make(folder, "audit")
    assert done.returncode != 0
    assert "`pip install pip-audit==2.10.1` if it is missing" in done.stderr


def test_make_reads_the_commands_of_all_puzzles_without_a_warning() -> None:
    assert "$(BIN)/python -m tablebases.puzzles" in (CHECKOUT / "Makefile").read_text(encoding="utf-8")
    program = [sys.executable, "-W", "error", "-m", "tablebases.puzzles"]
    done = subprocess.run(program, check=True, capture_output=True, text=True)
    assert (done.stdout.split(), done.stderr) == ([puzzle.command for puzzle in PUZZLES], "")
