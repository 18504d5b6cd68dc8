"""The library works on every system, without modules of POSIX or of the workflow."""

from __future__ import annotations

import ast
import errno
import io
import os
import pkgutil
import re
import shlex
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path, PureWindowsPath
from typing import cast
from zipfile import ZipFile

import pytest

import tablebases
from tablebases import arrow, files, godomachi, millijan, nine_tiles, sources, verification
from tablebases.cli import main
from tablebases.cli.atlas import _QuietHandler
from tablebases.errors import Error
from tablebases.fetching import release_at
from tablebases.files import SUMS
from tablebases.locations import ATLAS
from tablebases.sources import PACKAGE_ROOT
from tests.command_lines.typed import run_fresh, run_typed
from tests.imports import WORKFLOW_PACKAGES

BLOCKED = [*WORKFLOW_PACKAGES, "pipeline", "scripts", "tests", "fcntl", "grp", "pwd", "resource", "termios", "tty"]
POSIX_NAMES = {
    "os": {"chown", "fork", "getuid", "geteuid", "kill", "killpg", "mkfifo", "nice", "pread", "pwrite"}
    | {"sched_getaffinity", "setsid", "statvfs", "sysconf", "uname", "O_NONBLOCK", "O_NOFOLLOW"},
    "signal": {"SIGALRM", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGUSR1", "alarm", "pthread_sigmask"},
}
SOURCES = sorted(PACKAGE_ROOT.rglob("*.py"))
MODULES = sorted(module.name for module in pkgutil.walk_packages(tablebases.__path__, "tablebases."))

ANSWERED = [
    *("--version", "--help", "arrow solve 434131344", "arrow summary", "godomachi solve 5:0 5:4", "millijan summary"),
    *("millijan discard 0 1 2 3 4 5 6 7 8 9 10 11 12", "nine-tiles best 2 5 18", "nine-tiles cards"),
    *("nine-tiles learn 3 --csv", "nine-tiles complete '' 2 5 18", "nine-tiles score 206745813361230035"),
    "nine-tiles summary",
]
"""Commands that need only the package."""
REFUSED = ["godomachi summary", "nine-tiles find 't01 > 3'"]
"""Commands that need the full results."""


@pytest.mark.thorough
def test_commands_answer_in_an_empty_folder_without_posix_workflow_and_home(tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    assert len(MODULES) > 50
    variables = {name: value for name, value in os.environ.items() if name not in ("HOME", "TABLEBASES_DATA")}
    variables |= {"PYTHONPATH": str(PACKAGE_ROOT.parent), "TABLEBASES_DATA": str(tmp_path / "none")}
    calls = map(shlex.split, ANSWERED + REFUSED)
    every = run_fresh(*calls, modules=MODULES, blocked=BLOCKED, folder=folder, variables=variables)
    assert not {name.partition(".")[0] for name in every[-1].modules} & set(BLOCKED)
    assert [ran.status for ran in every] == [0] * len(ANSWERED) + [1] * len(REFUSED)
    for ran in every:
        assert ran.said.strip(), ran.words
        assert "Traceback" not in ran.said
        assert ran.status == 0 or "`tablebases fetch ADDRESS`" in ran.said, ran.said
    assert list(folder.iterdir()) == []


# --- what sources say ------------------------------------------------------------------------


def text_offences(source: str) -> list[int]:
    """Lines of a source that leave the encoding or the line ends of a text file to the system."""
    found = []
    for call in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)):
        match call.func:
            case ast.Attribute(ast.Name("os" | "webbrowser") | ast.Attribute(_, "_opener"), "open"):
                continue
            case ast.Attribute(_, "open" | "read_text" | "write_text" as name) | ast.Name("open" as name):
                words = ast.unparse(call)
                is_text = name != "open" or not re.search(r"'[rwax]\+?b\+?'", words)
                writes = name == "write_text" or re.search(r"'[wax]\+?'", words)
                if is_text and not ("encoding=" in words and (not writes or "newline=" in words)):
                    found.append(call.lineno)
    return found


@pytest.mark.thorough
def test_text_files_have_an_encoding_and_line_ends_of_their_own() -> None:
    wrong = ["open('a')", "open('a', 'w')", "p.open()", "p.open('w', newline='')", "p.open('w', encoding='utf-8')"]
    wrong += ["p.open(mode='r')", "p.read_text()", "p.write_text('a')", "p.write_text('a', encoding='utf-8')"]
    right = ["open('a', 'rb')", "p.open('r+b' if start else 'wb')", "p.open(encoding='utf-8')", "webbrowser.open(a)"]
    right += ["p.write_text('a', encoding='utf-8', newline='')"]
    assert [source for source in wrong + right if text_offences(source)] == wrong
    assert {str(path): lines for path in SOURCES if (lines := text_offences(path.read_text("utf-8")))} == {}


def posix_uses(source: bytes) -> list[str]:
    """The functions and folders of POSIX that a source uses; tests/unit/test_house.py checks modules."""
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ImportFrom(module, names):
                found += [alias.name for alias in names if alias.name in POSIX_NAMES.get(module or "", ())]
            case ast.Attribute(ast.Name(module), name) if name in POSIX_NAMES.get(module, ()):
                found.append(f"{module}.{name}")
            case ast.Constant(str(text)) if text.startswith(("/dev/", "/proc/", "/tmp/", "/etc/")):  # noqa: S108
                found.append(text)
    return found


@pytest.mark.thorough
def test_sources_use_no_function_and_no_folder_that_only_posix_has() -> None:
    example = b"from os import kill\nos.uname().sysname\nopen('/dev/null')\nos.devnull"
    assert sorted(posix_uses(example)) == ["/dev/null", "kill", "os.uname"]
    assert {str(path): uses for path in SOURCES if (uses := posix_uses(path.read_bytes()))} == {}


# --- Windows, as far as it can be shown elsewhere --------------------------------------------


@pytest.mark.parametrize(
    ("variable", "encoding", "expected"),
    [("", "cp1252", "春香\n"), ("utf-8", "utf-8", "春香\n"), ("shift_jis", "shift_jis", "春香\n")],
)
def test_output_to_a_file_has_the_same_bytes_on_windows(
    monkeypatch: pytest.MonkeyPatch, variable: str, encoding: str, expected: str
) -> None:
    content = io.BytesIO()
    monkeypatch.setattr(main, "IS_WINDOWS", True)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(content, encoding=encoding, newline="\r\n"))
    monkeypatch.setenv("PYTHONIOENCODING", variable)
    main.with_all_printed(lambda: print("春香"))
    assert content.getvalue() == expected.encode(variable or "utf-8")


def test_a_closed_pipe_ends_a_command_silently_on_windows_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fail() -> None:
        raise OSError(errno.EINVAL, "Invalid argument")

    with (tmp_path / "printed").open("w", encoding="utf-8") as output:
        monkeypatch.setattr(sys, "stdout", output)
        with pytest.raises(Error, match="cannot write to standard output: Invalid argument"):
            main.with_all_printed(fail)
        monkeypatch.setattr(main, "IS_WINDOWS", True)
        with pytest.raises(SystemExit) as ending:
            main.with_all_printed(fail)
    assert ending.value.code == 1


def test_sqlite_opens_paths_of_windows() -> None:
    class Resolved(PureWindowsPath):
        def resolve(self) -> PureWindowsPath:
            return self

    for path, expected in (
        (r"C:\Users\a b\x.db", "file:///C:/Users/a%20b/x.db?immutable=1"),
        (r"\\server\share\x.db", "file:////server/share/x.db?immutable=1"),
    ):
        assert files.uri_to_read(cast(Path, Resolved(path))) == expected


def test_the_server_knows_the_type_of_every_file_of_the_atlas() -> None:
    with ZipFile(ATLAS) as archive:
        endings = {Path(name).suffix for name in archive.namelist() if not name.endswith(SUMS)}
    assert len(endings) >= 5
    assert endings <= _QuietHandler.extensions_map.keys()


BAD_PATHS = ["x" * 300, "x/" * 3000, "a\0b", "\ud800", "\udcff", "~nobody/x", "/dev/null/x", "loop"]
TOWN = "206745813361230035"


def write(path: str) -> None:
    """Write a file as all are written."""
    with files.renamed_when_complete(Path(path)) as partial:
        partial.write_text("")


READERS: dict[str, Callable[[str], object]] = {
    "verify": verification.verify,
    "fetch": release_at,
    "godomachi.open_results": lambda path: godomachi.open_results(path).__enter__(),
    "nine_tiles.best": lambda path: nine_tiles.best("2 5 18", results=path),
    "nine_tiles.score": lambda path: nine_tiles.score(TOWN, tiles=path),
    "millijan.summary": millijan.summary,
    "millijan.score with tiles": lambda path: millijan.score("春香", tiles=path),
    "millijan.score with units": lambda path: millijan.score("春香", units=path),
    "millijan.judge_file": millijan.judge_file,
    "arrow.solve": lambda path: arrow.solve("434131344", config=path),
    "a database": lambda path: files.connect_to_read(Path(path)),
    "a table": lambda path: files.open_csv(Path(path)).__enter__(),
    "a text to write": write,
}


@pytest.mark.parametrize("reader", READERS)
def test_a_path_that_no_file_can_have_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reader: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("loop").symlink_to("loop")
    for path in BAD_PATHS:
        with suppress(Error) if reader == "a text to write" else pytest.raises(Error):
            READERS[reader](path)


def test_commands_work_in_a_folder_that_is_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TABLEBASES_DATA", str(tmp_path))
    tmp_path.rmdir()
    for words, status in ((["verify"], 0), (["verify", "."], 1), (["arrow", "solve", "434131344"], 0)):
        ended = run_typed(words)
        assert ended.status == status
        assert ended.errors.startswith("error: there are no results in .;" if status else ("", "verified"))


# --- users without this or that --------------------------------------------------------------


def test_a_command_without_standard_input_and_error_ends_with_its_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, status in ((["arrow", "solve", "-"], 2), (["--version"], 0)):
        monkeypatch.setattr(sys, "stdin", None)
        monkeypatch.setattr(sys, "stderr", None)
        monkeypatch.setattr(sys, "argv", ["tablebases", *words])
        with pytest.raises(SystemExit) as ending:
            sys.exit(main.main())
        assert (ending.value.code or 0) == status
        sys.stdin.close()
        sys.stderr.close()
        printed = capsys.readouterr().out
        assert printed == ("" if status else f"puzzle-tablebases {tablebases.__version__}\n")


def test_a_user_without_a_home_folder_gets_a_temporary_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """tests/unit/test_fetch.py has the folder of fetched results."""

    def fail(*_: object, **__: object) -> Path:
        raise RuntimeError("could not determine the home directory")

    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file" / "within"))
    for find_folder in (fail, lambda *_, **__: Path("~no-such-user/x")):  # of different versions of platformdirs
        monkeypatch.setattr("platformdirs.user_cache_path", find_folder)
        sources.cache_folder.cache_clear()
        try:
            assert sources.cache_folder().name.startswith("puzzle-tablebases-")
        finally:
            sources.cache_folder.cache_clear()
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
