"""Fixtures with finished miniature runs, shared by all test processes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.sharing import make_once
from tests.workflow.workspace import LARGE, OUTPUT, SHARDS, Workspace, new_workspace, stage_options


def made_once(folder: Path, make: Callable[[Path], Workspace]) -> Workspace:
    """Make a workspace in the first test process; the others wait."""
    return Workspace(make_once(folder, make))


def _finish(workspace: Workspace) -> Workspace:
    workspace.succeed(target="all")
    return workspace


@pytest.fixture(scope="session")
def finished(shared_folder: Path) -> Workspace:
    """A finished run of the small board and of the other puzzles, read only."""
    return made_once(shared_folder / "small", lambda folder: _finish(new_workspace(folder)))


@pytest.fixture(scope="session")
def finished_large(finished: Workspace, shared_folder: Path) -> Workspace:
    """All towns of the 2x3 board, without the stages for best answers, read only."""

    def make(folder: Path) -> Workspace:
        workspace = finished.copy(folder, results=False)
        workspace.configure(LARGE)
        workspace.succeed(target=f"{OUTPUT}/success_pattern.db")
        return workspace

    return made_once(shared_folder / "large", make)


@pytest.fixture(scope="session")
def small_godomachi(finished: Workspace, shared_folder: Path) -> Workspace:
    """A run with polyominoes of at most 6 cells, so that checks are quick, read only."""

    def make(folder: Path) -> Workspace:
        workspace = finished.copy(folder, results=False)
        workspace.configure_puzzles({"godomachi": {"max_n": 6}})
        workspace.succeed(target="godomachi_checksums")
        return workspace

    return made_once(shared_folder / "small_godomachi", make)


@pytest.fixture(scope="session")
def with_shards(finished: Workspace, shared_folder: Path) -> Workspace:
    """The finished run of the small board with its shards, which a run deletes, read only."""

    def make(folder: Path) -> Workspace:
        workspace = finished.copy(folder)
        for number, shard in enumerate(SHARDS):
            options = stage_options("towns", workspace.output, workspace.output)
            options[options.index("--shard") + 1] = str(number)
            options[options.index("--out") + 1] = workspace.output / shard
            done = workspace.stage("towns", *options)
            assert done.status == 0, str(done)
        return workspace

    return made_once(shared_folder / "with_shards", make)


@pytest.fixture
def workspace(finished: Workspace, tmp_path: Path) -> Workspace:
    """A copy of the finished run of the small board, to change."""
    return finished.copy(tmp_path / "workspace")


@pytest.fixture
def fresh_workspace(finished: Workspace, tmp_path: Path) -> Workspace:
    """The small board without results."""
    return finished.copy(tmp_path / "workspace", results=False)
