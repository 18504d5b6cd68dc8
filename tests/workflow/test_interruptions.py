"""A run that is killed at any moment and started again ends with the same bytes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random

import pytest

from tests.workflow.programs import start_module
from tests.workflow.workspace import (
    ARTIFACTS,
    MINIATURE,
    PACKAGE,
    TARGET,
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

THEME_SETS = f"{TARGET}_theme_sets"
MADE = artifacts_of("town_synonyms", "theme_synonyms", "theme_sets")


def finish(workspace: Workspace, finished: Workspace) -> None:
    """Start the run a last time, and compare with one that nothing disturbed."""
    workspace.succeed(target=THEME_SETS)
    assert artifact_bytes(workspace.output, MADE) == artifact_bytes(finished.output, MADE)
    assert partial_files(workspace.output) == []
    assert not list(workspace.output.glob("shards/*"))
    assert workspace.planned(target=THEME_SETS) == {}


def files_and_timestamps(folder: Path) -> set[tuple[Path, int]]:
    """All files of a folder, with when they were written; those that are deleted meanwhile are left out."""
    found = set()
    for path in folder.rglob("*"):
        with suppress(FileNotFoundError):
            found.add((path, path.stat().st_mtime_ns))
    return found


def test_a_run_killed_at_seeded_moments_ends_with_the_results_of_an_undisturbed_one(
    fresh_workspace: Workspace, finished: Workspace
) -> None:
    """A moment is drawn as a number of files written since the last one: logs, marks, artifacts, half-written files.

    The number of shards, the name of the folder and the number of cores differ too.
    """
    output = "results/it's my först (mini) run"
    fresh_workspace.configure(shards=3, output=output)
    results = fresh_workspace.folder / "results"
    for moment in Random(14).choices(range(1, 5), k=4):  # noqa: S311
        before = files_and_timestamps(results)
        with fresh_workspace.under_way(target="all") as run:
            run.wait_until(lambda before=before, moment=moment: len(files_and_timestamps(results) - before) >= moment)
            run.send(signal.SIGKILL, to_all=True)
            assert run.wait().status == KILLED, (moment, run.said)
    fresh_workspace.succeed(target="all", cores=1)
    assert contents(fresh_workspace.folder / output) == contents(finished.output)
    for puzzle in MINIATURE.keys() - {TARGET}:
        here, there = (one.output_of(puzzle) / "SHA256SUMS" for one in (fresh_workspace, finished))
        assert here.read_text(encoding="utf-8") == there.read_text(encoding="utf-8"), puzzle
    assert partial_files(results) == []
    assert not list(results.glob("*/shards/*"))
    assert fresh_workspace.planned(target="all") == {}


@pytest.mark.parametrize("stage", ["success_pattern", "most_win"])
def test_a_stage_killed_at_seeded_moments_leaves_the_same_bytes_in_the_end(
    with_shards: Workspace, tmp_path: Path, stage: str
) -> None:
    """It is killed, or has ended just before; then it runs to its end, where it had written before."""
    options = [str(option) for option in stage_options(stage, with_shards.output, tmp_path / "new")]
    variables = clean_environment(with_shards.folder)
    said = tmp_path / "said"
    random = Random(stage)  # noqa: S311
    for _ in range(5):
        said.touch()
        program = (f"{PACKAGE}.{stage}", options, with_shards.folder, with_shards.folder, variables, said)
        process = start_module(*program)
        process.join(random.uniform(0, 0.5))
        process.kill()
        process.join()
        assert process.exitcode in (0, KILLED), said.read_text()
    done = with_shards.stage(stage, *options)
    assert done.status == 0, str(done)
    made = ARTIFACTS[stage]
    assert artifact_bytes(tmp_path / "new", made) == artifact_bytes(with_shards.output, made)
    assert partial_files(tmp_path / "new") == []


def test_a_run_goes_on_after_it_was_killed_alone_or_stopped_politely(
    fresh_workspace: Workspace, finished: Workspace
) -> None:
    """The second run starts at once, beside stages of the first that still write.

    A terminated run is asked alone; Ctrl-C goes to all that runs in the terminal. Finished stages are kept.
    """
    with ExitStack() as runs:
        for moment, number in (
            ("logs/towns_00.log", signal.SIGKILL),
            ("logs/theme_synonyms.log", signal.SIGTERM),
            ("logs/theme_sets.log", signal.SIGINT),
        ):
            run = runs.enter_context(fresh_workspace.under_way(target=THEME_SETS))
            run.wait_until((fresh_workspace.output / moment).exists)
            run.send(number, to_all=number == signal.SIGINT)
            status = run.wait().status
            assert status == KILLED if number == signal.SIGKILL else status != 0, (moment, run.said)
        planned = fresh_workspace.planned(target=THEME_SETS)
        assert not {"town_synonyms", "towns"} & set(planned), planned
        finish(fresh_workspace, finished)


def test_a_run_killed_right_before_and_right_after_files_get_their_names_ends_with_the_same_bytes(
    fresh_workspace: Workspace, finished: Workspace
) -> None:
    """The worst moments: all is written but nothing has its name, or one of several files has."""
    folder = fresh_workspace.folder / "killer"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(KILLER, encoding="utf-8")
    python_path = f"{folder}:{fresh_workspace.folder}"
    for moment in ("after town_synonyms.csv", "before 01.db", "after theme_synonyms.db"):
        with fresh_workspace.under_way(1, THEME_SETS, PYTHONPATH=python_path, KILL_THE_RUN=moment) as run:
            assert run.wait().status == KILLED, (moment, run.said)
        if moment.startswith("before"):
            assert partial_files(fresh_workspace.output), moment
    finish(fresh_workspace, finished)


@contextmanager
def theme_sets_before_it_is_named(
    workspace: Workspace, folder: Path, action: str
) -> Iterator[tuple[subprocess.Popen[bytes], list[str | Path]]]:
    """A process that writes `theme_sets.csv`, with its options; `action` happens to it before the file is named."""
    folder.mkdir()
    code = KILLER.replace("os.killpg(0, signal.SIGKILL)", action)
    (folder / "sitecustomize.py").write_text(code, encoding="utf-8")
    variables = {"PYTHONPATH": f"{folder}:{workspace.folder}", "KILL_THE_RUN": "before theme_sets.csv"}
    options = stage_options("theme_sets", workspace.output, folder / "new")
    process = subprocess.Popen(
        [sys.executable, "-m", f"{PACKAGE}.theme_sets", *options],
        cwd=workspace.folder,
        env=clean_environment(workspace.folder) | variables,
        start_new_session=True,
    )
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WSTOPPED | os.WNOWAIT)
    assert partial_files(folder / "new")
    try:
        yield process, options
    finally:
        process.kill()
        process.wait()


def test_a_stage_deletes_what_a_dead_process_left_half_written(with_shards: Workspace, tmp_path: Path) -> None:
    """A dead process may still be in the process table, as a zombie."""
    with theme_sets_before_it_is_named(with_shards, tmp_path / "dead", "os.kill(0, signal.SIGKILL)") as (_, options):
        done = with_shards.stage("theme_sets", *options)
        assert done.status == 0, str(done)
        assert partial_files(tmp_path / "dead" / "new") == []


def test_a_stage_leaves_alone_what_another_process_is_writing(with_shards: Workspace, tmp_path: Path) -> None:
    """An orphan of a killed run may still be at work when the next run comes to its stage."""
    new = tmp_path / "alive" / "new"
    stopped = theme_sets_before_it_is_named(with_shards, tmp_path / "alive", "os.kill(0, signal.SIGSTOP)")
    with stopped as (other, options):
        half_written = partial_files(new)
        done = with_shards.stage("theme_sets", *options)
        assert done.status == 0, str(done)
        assert partial_files(new) == half_written
        os.killpg(other.pid, signal.SIGCONT)
        assert other.wait(60) == 0
    assert partial_files(new) == []
    assert (new / "theme_sets.csv").read_bytes() == (with_shards.output / "theme_sets.csv").read_bytes()
