"""The examples in the docstrings of the library."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

from tablebases.sources import PACKAGE_ROOT

NEEDS_RESULTS = "godomachi.results"
MODULES = {
    ".".join(path.relative_to(PACKAGE_ROOT).with_suffix("").parts).removesuffix("__init__").rstrip(".")
    for path in PACKAGE_ROOT.rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
}


@pytest.mark.parametrize("name", sorted(MODULES - {NEEDS_RESULTS}))
def test_worked_examples_are_right(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # without results, which would come before the package
    monkeypatch.setenv("TABLEBASES_DATA", str(tmp_path / "nothing fetched"))
    results = doctest.testmod(import_module(f"tablebases.{name}".rstrip(".")))
    assert results.attempted
    assert results.failed == 0
