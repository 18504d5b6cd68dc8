"""Rerun triggers: a run writes these files only if sources, data or settings have changed."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from snakemake.exceptions import WorkflowError

from pipeline import rerun_trigger as module
from pipeline.configuration import Section, whole
from pipeline.rerun_trigger import LONG_AGO, RerunTriggers, _held
from pipeline.stage import arguments

STAGE = "arrow_puzzle.tap_counts"
RULE = STAGE.replace(".", "_")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty working folder without a live run."""
    monkeypatch.chdir(tmp_path)
    end_runs()
    yield tmp_path
    end_runs()


def end_runs() -> None:
    """Release the locks that processes hold until they end."""
    while _held:
        _held.pop().close()


def rerun_triggers(*, first: bool = True, dry: bool = False, alone: bool = True, **more_outputs: str) -> RerunTriggers:
    """Rerun triggers as in the Snakefile, in the first process of a run or in another."""
    if alone:
        end_runs()
    workflow = SimpleNamespace(is_main_process=first, output_settings=SimpleNamespace(dryrun=dry))
    return RerunTriggers(workflow, {"arrow_puzzle": "out", **more_outputs})


class Sample(Section):
    """A number of boards."""

    boards: int = whole(2)


def test_the_file_has_sources_data_and_settings_wherever_the_checkout_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    contents = []
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        Path("boards.csv").write_text("a\n")
        path = rerun_triggers()(STAGE, data=[str(Path("boards.csv").resolve())], optimal="one", sample=Sample(boards=3))
        assert path == "out/.rerun_triggers/tap_counts"
        contents.append(json.loads(Path(path).read_text()))
    assert contents[0] == contents[1]
    assert len(contents[0]["sources"]) == len(contents[0]["data"]["boards.csv"]) == 64
    assert contents[0]["settings"] == {"optimal": "one", "sample": {"boards": 3}}


@pytest.mark.parametrize(
    ("changes", "is_written"),
    [({}, False), ({"n": 2}, True), ({"data": ["other.csv"]}, True), ({"data": ["boards.csv"], "n": 1}, False)],
)
def test_a_run_writes_the_file_when_its_content_changes(changes: dict[str, Any], is_written: bool) -> None:
    Path("boards.csv").write_text("a\n")
    Path("other.csv").write_text("b\n")
    settings: dict[str, Any] = {"data": ["boards.csv"], "n": 1}
    path = Path(rerun_triggers()(STAGE, **settings))
    os.utime(path, (1000, 1000))
    assert rerun_triggers()(STAGE, **{**settings, **changes}) == str(path)
    assert (path.stat().st_mtime != 1000) == is_written


@pytest.mark.parametrize("edited", ["kit", "page"])
def test_a_run_distinguishes_data_files_of_one_name(edited: str) -> None:
    files = [Path("kit/style.css"), Path("page/style.css")]
    for file in files:
        file.parent.mkdir()
        file.write_text("a\n")
    path = Path(rerun_triggers()(STAGE, data=map(str, files)))
    before = path.read_text()
    Path(edited, "style.css").write_text("b\n")
    rerun_triggers()(STAGE, data=map(str, files))
    assert path.read_text() != before


def test_other_processes_of_a_run_read_and_write_nothing(folder: Path) -> None:
    """They may be on other machines: no digests, no locks, no timestamps."""
    make_dated("out/a.db", 3600)
    before = file_dates(folder)
    assert rerun_triggers(first=False)(STAGE, data=["none.csv"], n=1) == "out/.rerun_triggers/tap_counts"
    assert file_dates(folder) == before
    assert _held == []


def file_dates(folder: Path) -> dict[Path, float]:
    """All files below a folder."""
    return {path: path.stat().st_mtime for path in folder.rglob("*") if path.is_file()}


def test_a_dry_run_writes_the_file_elsewhere() -> None:
    path = rerun_triggers()(STAGE, n=1)
    before = Path(path).read_bytes()
    dry = rerun_triggers(dry=True)
    assert dry(STAGE, n=1) == path
    other = Path(dry(STAGE, n=2))
    assert other.match(f".snakemake/dry_run_*/{RULE}")
    assert json.loads(other.read_text())["settings"] == {"n": 2}
    assert Path(path).read_bytes() == before


@pytest.mark.parametrize("dry", [False, True])
def test_a_run_reports_the_stage_and_the_changed_settings(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], dry: bool
) -> None:
    Path("boards.csv").write_text("a\n")

    def report(**settings: Any) -> str:
        """The report of a run after one with two boards, and the first one."""
        rerun_triggers()(STAGE, data=["boards.csv"], sample=Sample(boards=2), optimal="one")
        capsys.readouterr()
        rerun_triggers(dry=dry)(STAGE, data=["boards.csv"], **{"sample": Sample(boards=2), "optimal": "one"} | settings)
        return capsys.readouterr().err

    assert report() == ""
    assert report(sample=Sample(boards=3)) == f"{RULE} runs again: sample.boards changed from 2 to 3\n"
    assert report(optimal="all", n=1) == (
        f"{RULE} runs again: n changed from None to 1, optimal changed from one to all\n"
    )
    report()
    Path("boards.csv").write_text("b\n")
    monkeypatch.setattr(module, "source_fingerprint", lambda _: "other")
    rerun_triggers(dry=dry)(STAGE, data=["boards.csv"], sample=Sample(boards=2), optimal="one")
    assert capsys.readouterr().err == f"{RULE} runs again: its sources changed, boards.csv changed\n"


@pytest.mark.parametrize("content", [b"", b"\xff", b"[]", b'{"sources": 1}'])
def test_a_run_rewrites_a_damaged_file(content: bytes) -> None:
    path = Path(rerun_triggers()(STAGE, n=1))
    before = path.read_bytes()
    path.write_bytes(content)
    assert rerun_triggers()(STAGE, n=1) == str(path)
    assert path.read_bytes() == before


@pytest.mark.usefixtures("locks")
def test_a_run_rejects_other_settings_beside_a_live_run() -> None:
    live = rerun_triggers()
    path = live(STAGE, n=1)
    live.finish()
    beside = rerun_triggers(alone=False)
    assert beside(STAGE, n=1) == path
    for stage, settings, difference in (
        (STAGE, {"n": 2}, f"{RULE}: n changed from 1 to 2"),
        ("arrow_puzzle.database", {}, "arrow_puzzle_database: no out/.rerun_triggers/database"),
    ):
        with pytest.raises(WorkflowError) as error:
            beside(stage, **settings)
        text = f"another snakemake is at work in this folder with other sources, data or settings ({difference}); wait"
        assert str(error.value).startswith(text)


@pytest.mark.usefixtures("locks")
def test_a_run_that_begins_at_the_same_time_waits_for_the_files_of_the_other() -> None:
    live = rerun_triggers()
    with ThreadPoolExecutor(1) as thread:
        beside = thread.submit(lambda: rerun_triggers(alone=False)(STAGE, n=1))
        path = live(STAGE, n=1)
        live.finish()
        assert beside.result() == path


@pytest.mark.usefixtures("locks")
def test_a_run_that_waited_for_one_that_failed_is_alone() -> None:
    rerun_triggers()
    (failed,) = _held
    with ThreadPoolExecutor(1) as thread:
        beside = thread.submit(lambda: rerun_triggers(alone=False)(STAGE, n=1))
        failed.close()
        assert Path(beside.result()).is_file()


def test_a_run_removes_stale_locks_of_this_machine_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not all shared file systems show the locks of one machine to the others."""
    lock = Path(".snakemake/locks/0.input.lock")

    def run_on(machine: str) -> bool:
        """Whether a run that begins there deletes the locks of a killed one."""
        monkeypatch.setattr(module, "MACHINE", machine)
        lock.parent.mkdir(parents=True, exist_ok=True)
        lock.touch()
        rerun_triggers()
        return not lock.exists()

    assert run_on("first")
    assert run_on("first")
    with pytest.raises(WorkflowError, match=r"a run that began on first holds this folder.* remove \.snakemake/locks"):
        run_on("second")
    assert lock.exists()
    lock.unlink()
    rerun_triggers()
    assert run_on("second")


def test_a_run_reports_a_missing_data_file() -> None:
    with pytest.raises(WorkflowError, match=r"cannot read none\.csv: No such file"):
        rerun_triggers()(STAGE, data=["none.csv"])


def make_dated(name: str, seconds_ahead: float) -> None:
    """Create an empty file with a timestamp."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    os.utime(path, (time.time() + seconds_ahead,) * 2)


@pytest.mark.parametrize("outputs", [{}, {"millijan": "out/../out"}])
def test_files_with_future_timestamps_count_as_the_oldest(
    capsys: pytest.CaptureFixture[str], outputs: dict[str, str]
) -> None:
    """Files in nested output folders count once."""
    make_dated("out/a.db", 3600)
    make_dated("out/b.db", -3600)
    make_dated("out/c.db", 3600)
    message = "2 files have timestamps in the future, such as out/a.db; such files count as the oldest\n"
    rerun_triggers(dry=True, **outputs)
    assert capsys.readouterr().err == message
    assert Path("out/a.db").stat().st_mtime > time.time()
    rerun_triggers(**outputs)
    assert capsys.readouterr().err == message
    assert Path("out/a.db").stat().st_mtime == Path("out/c.db").stat().st_mtime == LONG_AGO
    assert Path("out/b.db").stat().st_mtime > LONG_AGO
    rerun_triggers(**outputs)
    assert capsys.readouterr().err == ""


def test_the_clock_of_the_file_system_tells_future_timestamps(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make_dated("out/a.db", -1800)
    monkeypatch.setattr(time, "time", lambda: 0.0)
    rerun_triggers()
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(module, "_timestamp_of_new_file", lambda _: Path("out/a.db").stat().st_mtime - 3600)
    rerun_triggers()
    assert "1 file has timestamps in the future, such as out/a.db" in capsys.readouterr().err


def test_named_files_wildcards_and_settings_fill_the_command_line_of_a_stage() -> None:
    fill = arguments(max_n=9, level=["a=1", "b=2"])
    line = fill(wildcards={"shard": "03"}, input={"tiles": "my tiles.csv"}, output={"out": "09.db"})
    assert line == "--tiles 'my tiles.csv' --shard 03 --max-n 9 --level a=1 --level b=2 --out 09.db"
