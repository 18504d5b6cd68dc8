"""The examples of docs/python.md, with the answers that come with the package."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parents[2] / "docs" / "python.md"


def test_the_examples_of_the_tour_are_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # without results, which would come before the package
    monkeypatch.setenv("TABLEBASES_DATA", str(tmp_path / "nothing fetched"))
    results = doctest.testfile(str(DOCUMENT), module_relative=False, encoding="utf-8")
    assert results.attempted > 30
    assert results.failed == 0
