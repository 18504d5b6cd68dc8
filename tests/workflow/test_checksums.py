"""SHA256SUMS of every puzzle, and a run of the workflow that meets a damaged artifact."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest

from tests.workflow.workspace import OTHER_PUZZLES, TARGET, Workspace, file_bytes, run

NO_ARTIFACTS = {"logs", "benchmarks", ".made_of"}


@pytest.mark.parametrize("puzzle", [TARGET, *OTHER_PUZZLES])
def test_the_list_has_all_artifacts_with_their_digests(finished: Workspace, tmp_path: Path, puzzle: str) -> None:
    output = finished.output if puzzle == TARGET else finished.output_of(puzzle)
    lines = (output / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    files = [path for path in output.rglob("*") if path.is_file() and path.name != "SHA256SUMS"]
    names = {path: path.relative_to(output) for path in files}
    assert lines == sorted(
        (
            f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {name.as_posix()}"
            for path, name in names.items()
            if name.parts[0] not in NO_ARTIFACTS
        ),
        key=lambda line: line.split("  ")[1],
    )
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
