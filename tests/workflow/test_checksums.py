"""SHA256SUMS of every puzzle, and a run of the workflow that meets a damaged artifact."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.workflow.workspace import OTHER_PUZZLES, TARGET, Workspace, file_bytes, run


@pytest.mark.parametrize("puzzle", [TARGET, *OTHER_PUZZLES])
def test_the_list_has_all_artifacts_with_their_digests(finished: Workspace, tmp_path: Path, puzzle: str) -> None:
    output = finished.output_of(puzzle)
    lines = (output / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    digests = sorted((name, digest) for name, digest in file_bytes(output).items() if not name.startswith(".made_of/"))
    assert lines == [f"{digest}  {name}" for name, digest in digests if name != "SHA256SUMS"]
    if puzzle == "godomachi":
        copy = shutil.copytree(output, tmp_path / "copy")
        command = ["sha256sum", "--check", "--quiet", "SHA256SUMS"]
        assert run(command, copy).said == ""
        (copy / "godomachi.db").write_bytes(b"s")
        assert "godomachi.db: FAILED" in run(command, copy).said


@pytest.mark.parametrize("rule", ["answers", "checksums"])
def test_a_run_shows_the_error_of_a_stage_that_reads_a_damaged_artifact(workspace: Workspace, rule: str) -> None:
    path = workspace.output / "theme_sets.csv"
    path.write_bytes(path.read_bytes()[:-1])
    before = file_bytes(workspace.output)
    done = workspace.snakemake("--forcerun", f"{TARGET}_{rule}", target=f"{TARGET}_{rule}")
    assert done.status == 1, str(done)
    assert "error: results/mini/theme_sets.csv has been changed" in done.said, str(done)
    assert "Traceback" not in done.said, str(done)
    assert {**before, **file_bytes(workspace.output)} == before
