"""Files with timestamps in the future count as the oldest."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from pipeline import timestamps
from pipeline.timestamps import LONG_AGO, reset_future_timestamps


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def make_dated(name: str, seconds_ahead: float) -> None:
    """Create an empty file with a timestamp."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    os.utime(path, (time.time() + seconds_ahead,) * 2)


@pytest.mark.parametrize("folders", [["out"], ["out", "out/../out"]])
def test_files_with_future_timestamps_become_the_oldest(capsys: pytest.CaptureFixture[str], folders: list[str]) -> None:
    """Files in nested output folders count once."""
    make_dated("out/a.db", 3600)
    make_dated("out/b.db", -3600)
    make_dated("out/c.db", 3600)
    reset_future_timestamps(folders)
    message = "2 files have timestamps in the future, such as out/a.db; such files count as the oldest\n"
    assert capsys.readouterr().err == message
    assert Path("out/a.db").stat().st_mtime == Path("out/c.db").stat().st_mtime == LONG_AGO
    assert Path("out/b.db").stat().st_mtime > LONG_AGO
    reset_future_timestamps(folders)
    assert capsys.readouterr().err == ""


def test_the_clock_of_the_file_system_tells_future_timestamps(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make_dated("out/a.db", -1800)
    monkeypatch.setattr(time, "time", lambda: 0.0)
    reset_future_timestamps(["out"])
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(timestamps, "_timestamp_of_new_file", lambda _: Path("out/a.db").stat().st_mtime - 3600)
    reset_future_timestamps(["out"])
    assert "1 file has timestamps in the future, such as out/a.db" in capsys.readouterr().err
