"""Jobs that run by themselves, as on other machines, leave the bytes of a run on one."""

from __future__ import annotations

import sys

import pytest

from tests.workflow.workspace import (
    CHECKOUT,
    OTHER_PUZZLES,
    TARGET,
    Finished,
    Workspace,
    artifact_bytes,
    artifacts_of,
)

SUBMIT = CHECKOUT / "tests" / "workflow" / "submit"


def run_on_cluster(workspace: Workspace, target: str) -> Finished:
    """A run through `profiles/cluster`, whose jobs have nothing of this environment but the place of compiled code."""
    (workspace.folder / ".venv").symlink_to(sys.prefix)
    options = ["--profile", "profiles/cluster", "--cluster-generic-submit-cmd", str(SUBMIT), "--jobs", "2"]
    speed = ["--envvars", "NUMBA_CACHE_DIR", "--seconds-between-status-checks", "1"]
    done = workspace.snakemake(*options, *speed, cores=1, target=target)
    assert done.status == 0, str(done)
    return done


def submitted(done: Finished) -> int:
    """How many jobs were submitted."""
    return sum(line.startswith("Submitted ") for line in done.said.splitlines())


def test_shards_and_a_group_of_stages_through_a_submit_command(fresh_workspace: Workspace, finished: Workspace) -> None:
    done = run_on_cluster(fresh_workspace, f"{TARGET}_theme_sets")
    made = artifacts_of("town_synonyms", "score_vectors", "theme_sets")
    assert artifact_bytes(fresh_workspace.output, made) == artifact_bytes(finished.output, made)
    assert submitted(done) == len(["town_synonyms", "towns 0", "towns 1", "score_vectors and theme_sets"])


@pytest.mark.slow
def test_all_puzzles_through_a_submit_command(fresh_workspace: Workspace, finished: Workspace) -> None:
    run_on_cluster(fresh_workspace, "all")
    for puzzle in (TARGET, *OTHER_PUZZLES):
        here, there = (
            workspace.output if puzzle == TARGET else workspace.output_of(puzzle)
            for workspace in (fresh_workspace, finished)
        )
        assert (here / "SHA256SUMS").read_bytes() == (there / "SHA256SUMS").read_bytes(), puzzle
