"""`make` with another Python: in an environment of its own, or refused, or skipped; with programs that only say so."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]


def python(path: Path, version: str) -> None:
    """Write a program that says this version, or with which words it was started."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo "Python {version}" || echo "{version}: $*"\n')
    path.chmod(0o755)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A checkout whose environment has Python 3.11, on a machine that has 3.13 too."""
    shutil.copy(CHECKOUT / "Makefile", tmp_path)
    for name in ("pyproject.toml", "constraints.txt"):
        (tmp_path / name).touch()
    for environment, version in ((".venv", "3.11.7"), (".venv-python3.13", "3.13.0")):
        python(tmp_path / environment / "bin" / "python", version)
        (tmp_path / environment / "installed").touch()
    python(tmp_path / "programs" / "python3.11", "3.11.7")
    python(tmp_path / "programs" / "python3.13", "3.13.0")
    return tmp_path


def make(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run make there."""
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
