"""A run that is killed at any moment and restarted gives the same bytes."""

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
"""Kill the whole run right before or after a file gets its name, once."""

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

DISTANCES = f"{TARGET}_distances"
OF_OTHERS = [
    "results/mini_arrow_puzzle/SHA256SUMS",
    "results/mini_godomachi/godomachi.db",
    "results/mini_millijan/parts/simulation.db",
]
OF_ALL_PUZZLES = " ".join([f"{TARGET}_success_pattern", DISTANCES, *OF_OTHERS])


def files_and_timestamps(folder: Path) -> set[tuple[Path, int]]:
    """All files of a folder with their timestamps, except those that are deleted meanwhile."""
    found = set()
    for path in folder.rglob("*"):
        with suppress(FileNotFoundError):
            found.add((path, path.stat().st_mtime_ns))
    return found


def test_a_run_killed_at_seeded_moments_gives_the_results_of_an_undisturbed_one(
    fresh_workspace: Workspace, finished: Workspace
) -> None:
    """The next moment is after a random number of new files. Shards, cores and the name of the folder differ, too."""
    fresh_workspace.configure(shards=3, output="results/it's my först (mini) run")
    results = fresh_workspace.folder / "results"
    for moment in Random(14).choices(range(1, 5), k=4):  # noqa: S311
        before = files_and_timestamps(results)
        with fresh_workspace.under_way(target=OF_ALL_PUZZLES) as run:
            run.wait_until(lambda before=before, moment=moment: len(files_and_timestamps(results) - before) >= moment)
            run.send(signal.SIGKILL, to_all=True)
            assert run.wait().status == KILLED, (moment, run.said)
    fresh_workspace.succeed(target=OF_ALL_PUZZLES, cores=1)
    made = artifacts_of("town_synonyms", "theme_synonyms", "success_pattern", "distances")
    assert contents(results / "it's my först (mini) run", made) == contents(finished.output, made)
    assert artifact_bytes(fresh_workspace.folder, OF_OTHERS) == artifact_bytes(finished.folder, OF_OTHERS)
    assert partial_files(results) == []
    assert not list(results.glob("*/shards/*"))
    assert fresh_workspace.planned(target=OF_ALL_PUZZLES) == {}


@pytest.mark.parametrize("stage", ["success_pattern", "most_win"])
def test_a_stage_killed_at_seeded_moments_writes_the_same_bytes_in_the_end(
    with_shards: Workspace, tmp_path: Path, stage: str
) -> None:
    """The stage is killed, or has ended just before. Then it runs to its end with the same output folder."""
    options = [str(option) for option in stage_options(stage, with_shards.output, tmp_path / "new")]
    variables = clean_environment(with_shards.folder)
    said = tmp_path / "said"
    random = Random(stage)  # noqa: S311
    for _ in range(5):
        said.touch()
        words = [f"{TARGET}.{stage}", *options]
        process = start_module("pipeline", words, with_shards.folder, with_shards.folder, variables, said)
        process.join(random.uniform(0, 0.5))
        process.kill()
        process.join()
        assert process.exitcode in (0, KILLED), said.read_text()
    done = with_shards.stage(stage, *options)
    assert done.status == 0, str(done)
    made = ARTIFACTS[stage]
    assert artifact_bytes(tmp_path / "new", made) == artifact_bytes(with_shards.output, made)
    assert partial_files(tmp_path / "new") == []


MOMENTS = [
    ("after town_synonyms.csv", None),
    ("before 01.db", None),
    ("towns_01", signal.SIGKILL),
    ("after theme_synonyms.db", None),
    ("theme_synonyms", signal.SIGTERM),
    ("distances", signal.SIGINT),
]
"""Moments at which `KILLER` kills everything, or logs at whose start a run gets a signal."""


def test_a_run_killed_or_stopped_in_any_way_continues_and_gives_the_same_bytes(
    fresh_workspace: Workspace, finished: Workspace
) -> None:
    """Each run starts immediately, while stages of a killed Snakemake still run. Finished stages do not rerun.

    Everything is killed at the worst moments: all files are written but none, or only one of several, is renamed. Then
    Snakemake alone is killed or terminated, and Ctrl-C interrupts all processes in the terminal.
    """
    folder = fresh_workspace.folder / "killer"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(KILLER, encoding="utf-8")
    variables = {"PYTHONPATH": f"{folder}:{fresh_workspace.folder}"}
    output = fresh_workspace.output
    with ExitStack() as runs:
        for moment, number in MOMENTS:
            log = output / "logs" / f"{moment}.log"
            log.unlink(missing_ok=True)
            run = runs.enter_context(fresh_workspace.under_way(1, DISTANCES, KILL_THE_RUN=moment, **variables))
            if number:
                run.wait_until(log.exists)
                run.send(number, to_all=number == signal.SIGINT)
            status = run.wait().status
            assert status != 0 if number in (signal.SIGTERM, signal.SIGINT) else status == KILLED, (moment, run.said)
            assert partial_files(output) or not moment.startswith("before"), moment
        planned = fresh_workspace.planned(target=DISTANCES)
        assert not {"town_synonyms", "towns"} & set(planned), planned
        fresh_workspace.succeed(target=DISTANCES)
    made = artifacts_of("town_synonyms", "theme_synonyms", "distances")
    assert artifact_bytes(output, made) == artifact_bytes(finished.output, made)
    assert partial_files(output) == []
    assert not list(output.glob("shards/*"))
    assert fresh_workspace.planned(target=DISTANCES) == {}


def test_a_stage_keeps_the_half_written_files_of_a_live_process(with_shards: Workspace, tmp_path: Path) -> None:
    """A stage of a killed run may still be live when the next run starts the stage."""
    new = tmp_path / "new"
    (tmp_path / "sitecustomize.py").write_text(KILLER.replace("killpg(0, signal.SIGKILL)", "kill(0, signal.SIGSTOP)"))
    variables = {"PYTHONPATH": f"{tmp_path}:{with_shards.folder}", "KILL_THE_RUN": "before theme_synonym_distance.db"}
    options = stage_options("distances", with_shards.output, new)
    command = [sys.executable, "-m", "pipeline", f"{TARGET}.distances", *options]
    environment = clean_environment(with_shards.folder) | variables
    with subprocess.Popen(command, cwd=with_shards.folder, env=environment, start_new_session=True) as other:
        try:
            os.waitid(os.P_PID, other.pid, os.WEXITED | os.WSTOPPED | os.WNOWAIT)
            half_written = partial_files(new)
            assert half_written
            done = with_shards.stage("distances", *options)
            assert done.status == 0, str(done)
            assert partial_files(new) == half_written
            os.killpg(other.pid, signal.SIGCONT)
            assert other.wait(60) == 0
        finally:
            other.kill()
    assert partial_files(new) == []
    made = ARTIFACTS["distances"]
    assert artifact_bytes(new, made) == artifact_bytes(with_shards.output, made)
