"""Fixtures with a small run of every puzzle, shared by all tests; hypothesis draws the same examples in every run."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.browser.dates import TODAY
from tests.sharing import make_once

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")
os.environ["LANGUAGE"] = "en"


@pytest.fixture(scope="session", autouse=True)
def _no_test_depends_on_the_clock() -> Iterator[None]:
    """Set one date for all tests, and print no progress of work that takes long on a busy machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tablebases.practice.today", lambda: TODAY)
        patch.setattr("tablebases.messages.SECONDS_BETWEEN_LINES", math.inf)
        yield


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder shared by all test processes of this run."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "shared"
    folder.mkdir(exist_ok=True)
    return folder


def _results(puzzle: str, module: str, *arguments: object) -> Any:
    """A fixture with results, read only. It imports `module` late, so that tests of other puzzles do not wait."""

    @pytest.fixture(scope="session")
    def folder(shared_folder: Path) -> Path:
        def make(folder: Path) -> None:
            folder.mkdir()
            import_module(module).run_all_stages(folder, *arguments)

        return make_once(shared_folder / puzzle, make)

    return folder


arrow_folder = _results("arrow", "tests.arrow_puzzle.results")
godomachi_folder = _results("godomachi", "tests.godomachi.results", 8)
"""Polyominoes of up to 8 cells, the fewest with puzzles in 5 plies."""
millijan_folder = _results("millijan", "tests.millijan.results")
nine_tiles_folder = _results("nine_tiles", "tests.nine_tiles_panic.results", "0,1,2,5", 2, 2)
"""Tiles 0, 1, 2 and 5 on a board of 2 x 2."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip files with thorough tests only if these are deselected, because their imports take seconds."""
    if "not thorough" not in config.option.markexpr or collection_path.suffix != ".py":
        return None
    return "\npytestmark = pytest.mark.thorough\n" in collection_path.read_text(encoding="utf-8") or None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests that need a run of all stages of a puzzle as thorough."""
    folders = {"arrow_folder", "godomachi_folder", "millijan_folder", "nine_tiles_folder"}
    for item in items:
        if folders & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.thorough)
