"""Full disks, files that may not grow, and read-only code. Programs mount disks in name spaces of their own."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from tests.workflow.workspace import (
    ARTIFACTS,
    COMPILED_CODE,
    CONFIG_FILE,
    SHARDS,
    TARGET,
    Finished,
    Workspace,
    artifact_bytes,
    error_sentence,
    file_bytes,
    mounting,
    partial_files,
    run,
    stage_options,
)

RUN = ["snakemake", "godomachi", "--cores", "2", "--configfile", CONFIG_FILE]
EARLIER = b"an earlier artifact\n"


MOUNTING = mounting()
needs_mounting = pytest.mark.skipif(MOUNTING is None, reason="may not mount file systems here")


def on_a_disk(folder: Path, size: str, disk: Path, before: Path, after: Path, *command: str) -> Finished:
    """Run a program with a disk of its own; on_a_disk.sh has the arguments."""
    assert MOUNTING
    before.mkdir(exist_ok=True)
    script = Path(__file__).with_name("on_a_disk.sh")
    done = run([*MOUNTING, "bash", script, size, disk, before, after, *command], folder)
    assert done.status != 99, f"could not mount: {done}"
    return done


IN_ONE_PROCESS = """
import contextlib, io, json, runpy, sys

for words in json.loads(sys.argv[1]):
    sys.argv = ["pipeline", *words]
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            runpy.run_module("pipeline", run_name="__main__")
            status = 0
        except SystemExit as end:
            status = end.code
    print(json.dumps([words[0].rpartition(".")[2], status, said.getvalue()]), flush=True)
"""
"""Runs stages in one process, because their imports take longer than their work."""


def stage_programs(stages: Iterable[str], inputs: Path, output: Path) -> list[str]:
    """A command that runs stages, without writing compiled modules, which a limit would cut."""
    calls = [[f"{TARGET}.{stage}", *map(str, stage_options(stage, inputs, output / stage))] for stage in stages]
    return [sys.executable, "-B", "-c", IN_ONE_PROCESS, json.dumps(calls)]


def earlier_artifacts(stages: Iterable[str], folder: Path) -> dict[str, str]:
    """Write earlier artifacts to the outputs of stages, in a folder for each stage."""
    for path in (folder / stage / name for stage in stages for name in ARTIFACTS.get(stage, SHARDS[:1])):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(EARLIER)
    return file_bytes(folder)


def check_each_error(done: Finished, stages: Sequence[str], words: str, folder: Path) -> None:
    """Require an error of each stage with `words` and the folder of the stage."""
    ended = [json.loads(line) for line in done.said.splitlines()]
    assert [stage for stage, _, _ in ended] == list(stages), str(done)
    for stage, status, said in ended:
        sentence = error_sentence(Finished(status, said))
        assert words in sentence, sentence
        assert str(folder / stage) in sentence, sentence


@needs_mounting
def test_stages_report_a_full_disk_and_keep_earlier_artifacts(with_shards: Workspace, tmp_path: Path) -> None:
    """Stages with all formats: CSV, database, both, NumPy arrays, charts."""
    disk, before, after = (tmp_path / name for name in ("disk", "before", "after"))
    stages = ("town_synonyms", "towns", "theme_synonyms", "most_win_match", "figures")
    earlier = earlier_artifacts(stages, before)
    done = on_a_disk(with_shards.folder, "1m", disk, before, after, *stage_programs(stages, with_shards.output, disk))
    check_each_error(done, stages, "the disk is full", disk)
    assert file_bytes(after) == earlier


def test_stages_report_files_that_may_not_grow_and_keep_earlier_artifacts(
    with_shards: Workspace, tmp_path: Path
) -> None:
    """RLIMIT_FSIZE acts like quotas and failing disks: writing succeeds at first, then fails."""
    stages = ("town_synonyms", "towns", "success_pattern", "cover")
    earlier = earlier_artifacts(stages, tmp_path)
    command = stage_programs(stages, with_shards.output, tmp_path)
    done = run(["prlimit", "--fsize=512", *command], with_shards.folder)
    check_each_error(done, stages, "cannot write", tmp_path)
    assert file_bytes(tmp_path) == earlier


def check_full(done: Finished, after: Path, said: str) -> None:
    """Fail unless a run has ended because its disk was full, with nothing half-written."""
    assert done.status == 1, str(done)
    assert "Traceback" not in done.said, str(done)
    assert said in done.said, str(done)
    assert partial_files(after) == []


@needs_mounting
def test_a_run_reports_a_full_disk(fresh_workspace: Workspace, tmp_path: Path) -> None:
    after = tmp_path / "after"
    disk = fresh_workspace.output_of("godomachi")
    done = on_a_disk(fresh_workspace.folder, "1m", disk, tmp_path / "before", after, *RUN)
    check_full(done, after, "the disk of results/mini_godomachi is full; free some space and run again")


@needs_mounting
def test_a_run_that_filled_the_disk_continues_on_a_larger_one(
    workspace: Workspace, finished: Workspace, tmp_path: Path
) -> None:
    """The disk fills up while the last stage writes the page."""
    before, after = tmp_path / "before", tmp_path / "after"
    output = workspace.output_of("godomachi")
    shutil.rmtree(output / "page")
    output.rename(before)
    blocks = sum(path.lstat().st_size // 4096 + 1 for path in before.rglob("*"))
    done = on_a_disk(workspace.folder, str((blocks + 50) * 4096), output, before, after, *RUN)
    check_full(done, after, f"the disk of {output.relative_to(workspace.folder)} is full; free some space")
    output.rmdir()
    after.rename(output)
    assert workspace.planned(target="godomachi") == {"godomachi_page": 1}
    workspace.succeed(target="godomachi")
    assert file_bytes(output) == file_bytes(finished.output_of("godomachi"))


ODD_NAME = 'it\'s my "första" [puzzle] run; $HOME & 牌'
READ_ONLY = Path(__file__).with_name("read_only.sh")


@needs_mounting
def test_code_in_a_read_only_folder_runs_from_another_folder(finished: Workspace, tmp_path: Path) -> None:
    assert MOUNTING
    code, folder = tmp_path / "code" / ODD_NAME, tmp_path / "elsewhere" / ODD_NAME
    for name in ("pipeline", "tablebases"):
        shutil.copytree(finished.folder / name, code / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(finished.folder / "Snakefile", code)
    shutil.copytree(finished.folder / "data", folder / "data")
    for name in ("config.yaml", "mini.yaml"):
        shutil.copy(finished.folder / name, folder)

    def there(*command: str | Path) -> Finished:
        set_up = ["bash", READ_ONLY, code, "env", f"PYTHONPATH={code}", f"NUMBA_CACHE_DIR={COMPILED_CODE}"]
        return run([*MOUNTING, *set_up, *command], folder)

    done = there(
        "snakemake", "godomachi_database", "--snakefile", code / "Snakefile",
        "--configfile", "mini.yaml", "--cores", "1",
    )  # fmt: skip
    assert done.status == 0, str(done)
    output, made = "results/mini_godomachi", ["godomachi.db"]
    assert artifact_bytes(folder / output, made) == artifact_bytes(finished.folder / output, made)

    tablebases = [sys.executable, "-m", "tablebases.cli.main"]
    said = there(*tablebases, "nine-tiles", "score", "206745813361230035", "--csv")
    assert said.status == 0, str(said)
    assert said.said.startswith("number,name,name_ja,score,why\n"), str(said)
    said = there(*tablebases, "arrow", "check", "easy", "434131344")
    assert said == Finished(0, "← ↓ ←\n↑ ↓ ↑\n↓ ← ←\n\neasy: solvable, 1 solution\n")
    said = there(*tablebases, "godomachi", "summary", "--results", finished.folder / output)
    assert said.status == 0, str(said)
