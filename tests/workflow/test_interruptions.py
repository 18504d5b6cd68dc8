"""A run that is killed at any moment and started again ends with the same bytes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

import pytest

from tests.workflow.programs import start_module
from tests.workflow.workspace import (
    ARTIFACTS,
    COVER,
    MADE_FOR_COVER,
    PACKAGE,
    SHARDS,
    TARGET,
    Run,
    Workspace,
    artifact_bytes,
    artifacts_of,
    clean_environment,
    contents,
    partial_files,
    stage_options,
)

KILLED = -signal.SIGKILL

KILLER = '''
"""Kills the whole run right before or after a file gets its name, once."""

import os
import signal

_replace = os.replace
_moment = os.environ.get("KILL_THE_RUN", "").split()


def _kill_at(when, path):
    if _moment == [when, os.path.basename(path)]:
        os.killpg(0, signal.SIGKILL)


def replace(source, target, **directories):
    _kill_at("before", target)
    _replace(source, target, **directories)
    _kill_at("after", target)


os.replace = replace
'''
"""A `sitecustomize` module: Python imports it before anything else."""


SUCCESS_PATTERN = f"{TARGET}_success_pattern"
MADE_FOR = {
    SUCCESS_PATTERN: artifacts_of("town_synonyms", "theme_synonyms", "success_pattern"),
    COVER: MADE_FOR_COVER,
}


def finish(workspace: Workspace, finished: Workspace, target: str) -> None:
    """Start the run a last time, and compare with one that nothing disturbed."""
    done = workspace.snakemake(target=target)
    assert done.status == 0, str(done)
    assert artifact_bytes(workspace.output, MADE_FOR[target]) == artifact_bytes(finished.output, MADE_FOR[target])
    assert partial_files(workspace.output) == []
    assert not list(workspace.output.glob("shards/*"))
    assert workspace.planned(target=target) == {}


def stop_at(run: Run, path: Path, number: signal.Signals, *, to_all: bool) -> None:
    run.wait_until(path.exists)
    run.send(number, to_all=to_all)


def test_shards_cores_and_the_name_of_the_folder_change_no_byte(
    fresh_workspace: Workspace, finished: Workspace
) -> None:
    output = "results/it's my först (mini) run"
    fresh_workspace.configure(shards=3, output=output)
    done = fresh_workspace.snakemake(cores=1)
    assert done.status == 0, str(done)
    assert contents(fresh_workspace.folder / output) == contents(finished.output)


def files_and_dates(folder: Path) -> set[tuple[Path, int]]:
    """All files of a folder, with when they were written; those that go meanwhile are left out."""
    found = set()
    for path in folder.rglob("*"):
        with suppress(FileNotFoundError):
            found.add((path, path.stat().st_mtime_ns))
    return found


def test_killed_with_all_that_it_started_at_ten_seeded_moments(fresh_workspace: Workspace, finished: Workspace) -> None:
    """A moment is when so many files have been written since the last one: logs, marks, artifacts, halves of them."""
    output = fresh_workspace.output
    for moment in Random(14).choices(range(1, 5), k=10):  # noqa: S311
        before = files_and_dates(output)
        with fresh_workspace.under_way(target=COVER) as run:
            run.wait_until(lambda before=before, moment=moment: len(files_and_dates(output) - before) >= moment)
            run.send(signal.SIGKILL, to_all=True)
            assert run.wait().status == KILLED, (moment, run.said)
    finish(fresh_workspace, finished, COVER)


@pytest.mark.parametrize("stage", ["towns", "success_pattern", "most_win", "cover"])
def test_a_stage_killed_at_ten_seeded_moments(with_shards: Workspace, tmp_path: Path, stage: str) -> None:
    """It is killed, or has ended just before; then it runs to its end, where it had written before."""
    options = [str(option) for option in stage_options(stage, with_shards.output, tmp_path / "new")]
    variables = clean_environment(with_shards.folder)
    said = tmp_path / "said"
    random = Random(stage)  # noqa: S311
    for _ in range(10):
        said.touch()
        program = (f"{PACKAGE}.{stage}", options, with_shards.folder, with_shards.folder, variables, said)
        process = start_module(*program)
        process.join(random.uniform(0, 0.5))
        process.kill()
        process.join()
        assert process.exitcode in (0, KILLED), said.read_text()
    done = with_shards.stage(stage, *options)
    assert done.status == 0, str(done)
    made = ARTIFACTS.get(stage, SHARDS[:1])
    assert artifact_bytes(tmp_path / "new", made) == artifact_bytes(with_shards.output, made)
    assert partial_files(tmp_path / "new") == []


def test_killed_alone_while_what_it_started_goes_on(fresh_workspace: Workspace, finished: Workspace) -> None:
    """The next run starts at once, beside stages that still write, and is killed too."""
    with ExitStack() as runs:
        for moment in ("logs/towns_00.log", "logs/success_pattern.log"):
            run = runs.enter_context(fresh_workspace.under_way(target=SUCCESS_PATTERN))
            stop_at(run, fresh_workspace.output / moment, signal.SIGKILL, to_all=False)
            assert run.wait().status == KILLED, (moment, run.said)
        finish(fresh_workspace, finished, SUCCESS_PATTERN)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["terminated", "ctrl_c"])
def test_stopped_politely_again_and_again(
    fresh_workspace: Workspace, finished: Workspace, number: signal.Signals
) -> None:
    """A terminated run is asked alone; Ctrl-C goes to all that runs in the terminal.

    Finished stages are kept.
    """
    output = fresh_workspace.output
    for moment in ("logs/towns_00.log", "theme_synonyms.db"):
        with fresh_workspace.under_way(target=SUCCESS_PATTERN) as run:
            stop_at(run, output / moment, number, to_all=number == signal.SIGINT)
            assert run.wait().status != 0, (moment, run.said)
    planned = fresh_workspace.planned(target=SUCCESS_PATTERN)
    assert not {"town_synonyms", "towns"} & set(planned), planned
    finish(fresh_workspace, finished, SUCCESS_PATTERN)


def test_killed_right_before_and_right_after_files_get_their_names(
    fresh_workspace: Workspace, finished: Workspace
) -> None:
    """The worst moments: all is written but nothing has its name, or one of several files has."""
    folder = fresh_workspace.folder / "killer"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(KILLER, encoding="utf-8")
    python_path = f"{folder}:{fresh_workspace.folder}"
    for moment, target in (
        ("before town_synonyms.csv", COVER),
        ("after town_synonyms.csv", COVER),
        ("before 01.db", COVER),
        ("after most_win.csv", "nine_tiles_panic_most_win"),
        ("before success_pattern.db", COVER),
        ("after minimum_cover.csv", COVER),
    ):
        with fresh_workspace.under_way(1, target, PYTHONPATH=python_path, KILL_THE_RUN=moment) as run:
            assert run.wait().status == KILLED, (moment, run.said)
        if moment.startswith("before"):
            assert partial_files(fresh_workspace.output), moment
    finish(fresh_workspace, finished, COVER)


def test_what_a_dead_process_left_half_written_is_removed_by_the_next(with_shards: Workspace, tmp_path: Path) -> None:
    """Dead is dead, even while nobody has asked the process how it ended (a "zombie")."""
    folder = tmp_path / "killer"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(KILLER, encoding="utf-8")
    environment = {
        **clean_environment(with_shards.folder),
        "PYTHONPATH": f"{folder}:{with_shards.folder}",
        "KILL_THE_RUN": "before theme_sets.csv",
    }
    options = stage_options("theme_sets", with_shards.output, tmp_path / "new")
    killed = subprocess.Popen(
        [sys.executable, "-m", f"{PACKAGE}.theme_sets", *options],
        cwd=with_shards.folder,
        env=environment,
        start_new_session=True,
    )
    os.waitid(os.P_PID, killed.pid, os.WEXITED | os.WNOWAIT)
    try:
        assert partial_files(tmp_path / "new")
        done = with_shards.stage("theme_sets", *options)
        assert done.status == 0, str(done)
        assert partial_files(tmp_path / "new") == []
    finally:
        assert killed.wait() == KILLED


def test_a_process_leaves_alone_what_another_one_is_writing(with_shards: Workspace, tmp_path: Path) -> None:
    """An orphan of a killed run may still be at work when the next run comes to its stage."""
    folder = tmp_path / "stopper"
    folder.mkdir()
    stopper = KILLER.replace("os.killpg(0, signal.SIGKILL)", "os.kill(0, signal.SIGSTOP)")
    assert stopper != KILLER
    (folder / "sitecustomize.py").write_text(stopper, encoding="utf-8")
    environment = {
        **clean_environment(with_shards.folder),
        "PYTHONPATH": f"{folder}:{with_shards.folder}",
        "KILL_THE_RUN": "before theme_sets.csv",
    }
    options = stage_options("theme_sets", with_shards.output, tmp_path / "new")
    other = subprocess.Popen(
        [sys.executable, "-m", f"{PACKAGE}.theme_sets", *options],
        cwd=with_shards.folder,
        env=environment,
        start_new_session=True,
    )
    try:
        os.waitid(os.P_PID, other.pid, os.WSTOPPED | os.WNOWAIT)
        half_written = partial_files(tmp_path / "new")
        assert half_written
        done = with_shards.stage("theme_sets", *options)
        assert done.status == 0, str(done)
        assert partial_files(tmp_path / "new") == half_written
        os.killpg(other.pid, signal.SIGCONT)
        assert other.wait(60) == 0
    finally:
        other.kill()
        other.wait()
    assert partial_files(tmp_path / "new") == []
    written = (tmp_path / "new" / "theme_sets.csv").read_bytes()
    assert written == (with_shards.output / "theme_sets.csv").read_bytes()
