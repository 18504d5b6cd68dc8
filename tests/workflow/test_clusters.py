"""Jobs on a cluster write the same bytes as a run on one machine."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

from tests.workflow.workspace import (
    CHECKOUT,
    MINIATURE,
    TARGET,
    Finished,
    Workspace,
    artifact_bytes,
    artifacts_of,
    contents,
    file_bytes,
)

SUBMIT = CHECKOUT / "tests" / "workflow" / "submit"
CHART = "results/mini_godomachi/figures/wall-chart-1.svg"


def run_on_cluster(workspace: Workspace, target: str) -> Finished:
    """Run with `profiles/cluster`; its jobs get only the place of compiled code from this environment."""
    (workspace.folder / ".venv").symlink_to(sys.prefix)
    options = ["--profile", "profiles/cluster", "--cluster-generic-submit-cmd", str(SUBMIT), "--jobs", "2"]
    speed = ["--envvars", "NUMBA_CACHE_DIR", "--seconds-between-status-checks", "1"]
    return workspace.succeed(*options, *speed, cores=1, target=target)


def test_jobs_through_a_submit_command_write_the_bytes_of_a_run(workspace: Workspace, finished: Workspace) -> None:
    """A share of towns, a group of stages, and a chart of another puzzle. The slow test below has all stages."""
    workspace.configure(shards=1)
    (workspace.folder / CHART).unlink()
    done = run_on_cluster(workspace, f"{TARGET}_most_win_match {CHART}")
    made = artifacts_of("theme_synonyms", "most_win", "most_win_match")
    assert contents(workspace.output, made) == contents(finished.output, made)
    assert artifact_bytes(workspace.folder, [CHART]) == artifact_bytes(finished.folder, [CHART])
    jobs = ["towns 0", "theme_synonyms", "most_win and most_win_match", "wall_charts"]
    assert sum(line.startswith("Submitted ") for line in done.said.splitlines()) == len(jobs)


@pytest.mark.skipif(find_spec("snakemake_executor_plugin_slurm") is not None, reason="the plugin is installed")
def test_the_documents_explain_the_error_without_the_plugin_of_slurm(finished: Workspace) -> None:
    done = finished.snakemake("--profile", "profiles/slurm")
    assert done.status == 2, str(done)
    words = "invalid choice: 'slurm'"
    assert words in done.said.splitlines()[-1]
    for name in ("running.md", "clusters.md"):
        assert words in (CHECKOUT / "docs" / name).read_text(encoding="utf-8")


def test_the_cluster_of_one_machine_runs_the_miniature_of_these_tests() -> None:
    script = CHECKOUT / "scripts" / "slurm_one_node"
    assert subprocess.run(["bash", "-n", script], check=False).returncode == 0
    (text,) = re.findall(r"way\.yaml\" << END\n(.*?)\nEND\n", script.read_text(encoding="utf-8"), re.S)
    without_effect = {"records", "record_file"}  # settings of targets that run only on request
    assert yaml.safe_load(text) == {
        puzzle: {key: value for key, value in section.items() if key not in without_effect}
        | {"output": f"$results/$way/{puzzle}"}
        for puzzle, section in MINIATURE.items()
    }


@pytest.mark.skipif(shutil.which("rsync") is None, reason="the storage plugin `fs` needs rsync")
def test_all_puzzles_with_results_in_another_storage(
    fresh_workspace: Workspace, finished: Workspace, tmp_path: Path
) -> None:
    """All files of a run are inputs and outputs of rules, or data files."""
    store = tmp_path / "store"
    options = ["--default-storage-provider", "fs", "--default-storage-prefix", str(store)]
    fresh_workspace.succeed(*options, target="all")
    assert not (fresh_workspace.folder / "results").exists()
    assert file_bytes(store / "results") == file_bytes(finished.folder / "results")
    assert "Nothing to be done" in fresh_workspace.succeed(*options, target="all").said


@pytest.mark.slow
def test_all_puzzles_through_a_submit_command(fresh_workspace: Workspace, finished: Workspace) -> None:
    run_on_cluster(fresh_workspace, "all")
    for puzzle in MINIATURE:
        here, there = (one.output_of(puzzle) / "SHA256SUMS" for one in (fresh_workspace, finished))
        assert here.read_bytes() == there.read_bytes(), puzzle
