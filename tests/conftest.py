"""Hypothesis draws the same examples in every run; a small run of every puzzle is made once for all tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from tests.sharing import folder_of_all_processes, make_once

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all test processes of this run share."""
    return folder_of_all_processes(tmp_path_factory)


def _results(shared_folder: Path, puzzle: str, run: Callable[[Path], object]) -> Path:
    """The folder of a puzzle's results, which `run` fills."""

    def make(folder: Path) -> None:
        folder.mkdir()
        run(folder)

    return make_once(shared_folder / puzzle, make)


# Modules of the puzzles are imported where they are needed: a test of one puzzle does not wait for the others.


@pytest.fixture(scope="session")
def arrow_folder(shared_folder: Path) -> Path:
    """Results of the arrow puzzle: the levels and boards of tests.arrow_puzzle.results; read only."""
    from tests.arrow_puzzle.results import run_all_stages

    return _results(shared_folder, "arrow", run_all_stages)


@pytest.fixture(scope="session")
def godomachi_folder(shared_folder: Path) -> Path:
    """Results of Godomachi for up to 8 cells, the fewest with puzzles in 5 plies; read only."""
    from tests.godomachi.results import run_all_stages

    return _results(shared_folder, "godomachi", lambda folder: run_all_stages(folder, 8))


@pytest.fixture(scope="session")
def millijan_folder(shared_folder: Path) -> Path:
    """Results of MilliJan with few random hands; read only."""
    from tests.millijan.results import run_all_stages

    return _results(shared_folder, "millijan", run_all_stages)


@pytest.fixture(scope="session")
def nine_tiles_folder(shared_folder: Path) -> Path:
    """Results of Nine Tiles Panic with tiles 0, 1, 2 and 5 on a board of 2 x 2; read only."""
    from tests.nine_tiles_panic.results import run_all_stages

    return _results(shared_folder, "nine_tiles", lambda folder: run_all_stages(folder, "0,1,2,5", 2, 2))
