"""Disks that are full, fill up, or are read-only; folders in the way; files that may not grow.

Disks are mounted in a name space of one program alone, so nothing is left of them afterwards.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.workflow.workspace import (
    ALL_ARTIFACTS,
    ARTIFACTS,
    CONFIG_FILE,
    COVER,
    MADE_FOR_COVER,
    OUTPUT,
    PACKAGE,
    SHARDS,
    STAGES,
    Finished,
    Workspace,
    artifact_bytes,
    error_sentence,
    file_bytes,
    partial_files,
    run,
    stage_options,
)

RUN = ["snakemake", COVER, "--cores", "2", "--configfile", CONFIG_FILE]
EARLIER = b"what an earlier run has written\n"

ON_A_DISK = """
size=$1 options=$2 disk=$3 before=$4 after=$5; shift 5
mkdir -p "$disk" "$after"
mount -t tmpfs -o size="$size" tmpfs "$disk" && cp -a "$before/." "$disk" || exit 99
case $options in
    full) cat /dev/zero >"$disk/filler" 2>/dev/null ;;
    read-only) mount -o remount,ro "$disk" || exit 99 ;;
esac
"$@"
status=$?
rm -f "$disk/filler"
cp -a "$disk/." "$after"
exit $status
"""
"""Runs a program with a disk that holds some files before, and keeps those that it has after."""


def _mounting() -> list[str] | None:
    """How to start a program that may mount file systems which only it sees."""
    for how in (["unshare", "--mount"], ["unshare", "--mount", "--map-root-user"]):
        try:
            mounted = subprocess.run([*how, "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True, check=False)
        except OSError:
            continue
        if mounted.returncode == 0:
            return how
    return None


MOUNTING = _mounting()
needs_mounting = pytest.mark.skipif(MOUNTING is None, reason="may not mount file systems here")


def on_a_disk(folder: Path, size: str, options: str, disk: Path, before: Path, after: Path, *command: str) -> Finished:
    """Run a program in a folder with a disk of its own; see `ON_A_DISK`."""
    assert MOUNTING
    script = ["bash", "-c", ON_A_DISK, "bash", size, options, disk, before, after]
    done = run([*MOUNTING, *script, *command], folder)
    assert done.status != 99, f"could not mount: {done}"
    return done


def earlier_artifacts(stage: str, folder: Path) -> dict[str, str]:
    """Something at the places of a stage's artifacts."""
    for name in ARTIFACTS.get(stage, SHARDS[:1]):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(EARLIER)
    return file_bytes(folder)


def stage_command(stage: str, inputs: Path, output: Path) -> list[str]:
    options = stage_options(stage, inputs, output)
    return [sys.executable, "-m", f"{PACKAGE}.{stage}", *map(str, options)]


@needs_mounting
@pytest.mark.parametrize(
    ("stage", "options", "words"),
    [
        *((stage, "full", "the disk is full") for stage in STAGES),
        ("theme_sets", "read-only", "Read-only file system"),
        ("distances", "read-only", "Read-only file system"),
    ],
)
def test_a_stage_says_that_the_disk_cannot_be_written_and_leaves_what_was_there(
    with_shards: Workspace, tmp_path: Path, stage: str, options: str, words: str
) -> None:
    disk, before, after = (tmp_path / name for name in ("disk", "before", "after"))
    earlier = earlier_artifacts(stage, before)
    command = stage_command(stage, with_shards.output, disk)
    done = on_a_disk(with_shards.folder, "1m", options, disk, before, after, *command)
    sentence = error_sentence(done)
    assert words in sentence, sentence
    assert str(disk) in sentence, sentence
    assert file_bytes(after) == earlier


@pytest.mark.parametrize("stage", ["town_synonyms", "towns", "success_pattern", "cover"])
def test_a_stage_whose_files_may_not_grow_says_so_and_leaves_what_was_there(
    with_shards: Workspace, tmp_path: Path, stage: str
) -> None:
    """RLIMIT_FSIZE stands for quotas and failing disks: writing goes well, then no longer."""
    earlier = earlier_artifacts(stage, tmp_path)
    command = ["prlimit", "--fsize=512", *stage_command(stage, with_shards.output, tmp_path)]
    sentence = error_sentence(run(command, with_shards.folder))
    assert "cannot write" in sentence, sentence
    assert str(tmp_path) in sentence, sentence
    assert file_bytes(tmp_path) == earlier


@pytest.mark.parametrize("stage", ["theme_sets", "distances"])
def test_a_stage_whose_output_folder_is_a_file_says_so(with_shards: Workspace, tmp_path: Path, stage: str) -> None:
    (tmp_path / "output").write_bytes(EARLIER)
    done = with_shards.stage(stage, *stage_options(stage, with_shards.output, tmp_path / "output"))
    sentence = error_sentence(done)
    assert str(tmp_path / "output") in sentence, sentence
    assert (tmp_path / "output").read_bytes() == EARLIER


@needs_mounting
@pytest.mark.parametrize(
    ("size", "options", "said"),
    [
        ("1m", "full", "cannot write results/mini/.made_of/town_synonyms: the disk is full"),
        ("8m", "read-only", "cannot write to the output folder results/mini: Read-only"),
    ],
)
def test_the_workflow_ends_with_a_sentence_if_the_disk_cannot_be_written(
    fresh_workspace: Workspace, tmp_path: Path, size: str, options: str, said: str
) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    before.mkdir()
    done = on_a_disk(fresh_workspace.folder, size, options, fresh_workspace.output, before, after, *RUN)
    assert done.status == 1, str(done)
    assert "Traceback" not in done.said, str(done)
    assert said in done.said, str(done)
    assert partial_files(after) == []


@needs_mounting
def test_a_run_that_found_the_disk_full_is_finished_once_there_is_room(
    fresh_workspace: Workspace, finished: Workspace, tmp_path: Path
) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    before.mkdir()
    done = on_a_disk(fresh_workspace.folder, "900k", "fills-up", fresh_workspace.output, before, after, *RUN)
    assert done.status == 1, str(done)
    assert "Traceback" not in done.said, str(done)
    assert "the disk is full" in done.said, str(done)
    assert partial_files(after) == []
    made = {name for name in ALL_ARTIFACTS if (after / name).exists()}
    assert "town_synonyms.csv" in made
    assert "minimum_cover.csv" not in made
    fresh_workspace.output.rmdir()
    after.rename(fresh_workspace.folder / OUTPUT)
    assert "town_synonyms" not in fresh_workspace.planned(target=COVER)
    done = fresh_workspace.snakemake(target=COVER)
    assert done.status == 0, str(done)
    assert artifact_bytes(fresh_workspace.output, MADE_FOR_COVER) == artifact_bytes(finished.output, MADE_FOR_COVER)
    assert partial_files(fresh_workspace.output) == []
