"""Commands whose output is lost end with an error, never with a traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tablebases.cli import main
from tablebases.cli.main import with_all_printed
from tablebases.errors import Error

REPOSITORY = Path(__file__).parents[2]
NO_ROOM = "error: cannot write to standard output: No space left on device\n"


def ended(command: str) -> tuple[int, str]:
    """Run a shell line with the command; returns its status and standard error."""
    line = command.replace("tablebases", f"{sys.executable} -m tablebases.cli.main")
    done = subprocess.run(
        ["/bin/bash", "-o", "pipefail", "-c", line], cwd=REPOSITORY, stderr=subprocess.PIPE, text=True, check=False
    )
    return done.returncode, done.stderr


@pytest.mark.thorough
def test_a_command_reports_a_full_disk_and_a_closed_output_but_no_closed_pipe() -> None:
    assert ended("tablebases --version > /dev/full") == (1, NO_ROOM)
    assert ended("tablebases --version >&-") == (1, "error: standard output is closed\n")
    assert ended("tablebases arrow generate expert -n 4000 | head -1 > /dev/null") == (1, "")


@pytest.mark.thorough
def test_a_command_reads_names_in_an_ascii_locale() -> None:
    ascii_only = "LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 tablebases millijan score"
    assert ended(f"PYTHONIOENCODING=utf-8 {ascii_only} 春香 > /dev/null") == (0, "")
    status, said = ended(f"{ascii_only} $'\\xe6\\x98'")
    assert status == 2
    assert said.startswith("error: hand has a character that cannot stand there, '\\udce6'; ")


def test_a_command_reports_a_disk_that_fills_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with Path("/dev/full").open("w", buffering=1) as full:
        monkeypatch.setattr(sys, "stdout", full)
        monkeypatch.setattr(sys, "argv", ["tablebases", "arrow", "generate", "expert", "-n", "2000"])
        with pytest.raises(SystemExit) as ending:
            main.main()
    assert ending.value.code == 1
    assert capsys.readouterr().err == NO_ROOM


@pytest.mark.parametrize("words", [["arrow", "--help"], ["millijan", "units"]])
def test_a_command_reports_characters_that_the_terminal_cannot_show(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(REPOSITORY)
    monkeypatch.setattr(sys, "argv", ["tablebases", *words])
    with (tmp_path / "printed").open("w", encoding="ascii") as output:
        monkeypatch.setattr(sys, "stdout", output)
        with pytest.raises(SystemExit) as ending:
            sys.exit(main.main())
    said = capsys.readouterr().err
    assert bool(ending.value.code) == (words[0] == "millijan")
    if ending.value.code:
        assert said.startswith("error: standard output is in ascii, which has no '\\u")
        assert said.endswith("; use a terminal in UTF-8, or set PYTHONIOENCODING=utf-8\n")
        assert len(said.splitlines()) == 1


def test_with_all_printed_names_another_file_that_cannot_be_used(tmp_path: Path) -> None:
    with pytest.raises(Error, match=r"^cannot use .*none: No such file or directory$"):
        with_all_printed(lambda: (tmp_path / "none").read_text())
