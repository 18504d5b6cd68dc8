"""The library works on every system: it needs no module that only POSIX has, and none of the workflow."""

from __future__ import annotations

import ast
import errno
import io
import json
import os
import pkgutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path, PureWindowsPath
from typing import Any, cast
from zipfile import ZipFile

import pytest

import tablebases
from tablebases import files, locations, sources
from tablebases.cli import main
from tablebases.cli.atlas import _Quiet
from tablebases.errors import Error
from tablebases.locations import ATLAS
from tablebases.puzzles import PUZZLES
from tablebases.sources import PACKAGE_ROOT

POSIX_ONLY = ("fcntl", "grp", "pwd", "resource", "termios", "tty")
OF_THE_WORKFLOW = (
    "matplotlib",
    "pandas",
    "pipeline",
    "pydantic",
    "scipy",
    "scripts",
    "snakemake",
    "sqlalchemy",
    "tests",
)
POSIX_NAMES = {
    "os": {"chown", "fork", "getuid", "geteuid", "kill", "killpg", "mkfifo", "nice", "pread", "pwrite"}
    | {"sched_getaffinity", "setsid", "statvfs", "sysconf", "uname", "O_NONBLOCK", "O_NOFOLLOW"},
    "signal": {"SIGALRM", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGUSR1", "alarm", "pthread_sigmask"},
}
SOURCES = sorted(PACKAGE_ROOT.rglob("*.py"))
MODULES = sorted(module.name for module in pkgutil.walk_packages(tablebases.__path__, "tablebases."))

PROGRAM = """
import contextlib, importlib, io, json, sys

modules, blocked, commands = json.loads(sys.argv[1])

class Blocker:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ModuleNotFoundError(f"{name} is blocked", name=name)

for name in [name for name in sys.modules if name.partition(".")[0] in blocked]:
    del sys.modules[name]
sys.meta_path.insert(0, Blocker)
for name in modules:
    importlib.import_module(name)
from tablebases.cli.main import main
for words in commands:
    sys.argv = ["tablebases", *words]
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            main()
            status = 0
        except SystemExit as error:
            status = error.code
    print(json.dumps([words, status, said.getvalue()]))
print(json.dumps(sorted(name for name in sys.modules if name.partition(".")[0] in blocked)))
"""
ANSWERED = (
    ["--version"],
    ["--help"],
    ["arrow", "solve", "434131344"],
    ["arrow", "summary"],
    ["godomachi", "solve", "5:0", "5:4"],
    ["millijan", "discard", *map(str, range(13))],
    ["millijan", "summary"],
    ["nine-tiles", "best", "2", "5", "18"],
    ["nine-tiles", "score", "206745813361230035"],
    ["nine-tiles", "summary"],
)
"""Commands that the package answers by itself."""
REFUSED = (["godomachi", "summary"], ["nine-tiles", "find", "t01 > 3"])
"""Commands that need the full results."""


def run_blocked(
    modules: Sequence[str], commands: Sequence[Sequence[str]], folder: Path, **environment: str
) -> list[Any]:
    """Import modules and run commands in a folder where `POSIX_ONLY` and `OF_THE_WORKFLOW` cannot be imported."""
    asked = json.dumps([modules, [*POSIX_ONLY, *OF_THE_WORKFLOW], commands])
    variables = {name: value for name, value in os.environ.items() if name not in ("HOME", "TABLEBASES_DATA")}
    variables |= {"PYTHONPATH": str(PACKAGE_ROOT.parent), "PYTHONIOENCODING": "utf-8", **environment}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, asked], cwd=folder, env=variables, capture_output=True, text=True, check=False,
        encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_all_modules_are_looked_at() -> None:
    assert len(MODULES) > 50
    assert {f"tablebases.{puzzle.library}.commands" for puzzle in PUZZLES} <= {*MODULES}
    of_sources = {".".join(path.relative_to(PACKAGE_ROOT.parent).with_suffix("").parts) for path in SOURCES}
    assert {name.removesuffix(".__init__") for name in of_sources} == {"tablebases", *MODULES}


def test_commands_answer_in_an_empty_folder_without_posix_workflow_and_home(tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    *ended, loaded = run_blocked(MODULES, [*ANSWERED, *REFUSED], folder, TABLEBASES_DATA=str(tmp_path / "none"))
    assert loaded == []
    expected = [*((words, 0) for words in ANSWERED), *((words, 1) for words in REFUSED)]
    assert [(words, status) for words, status, _ in ended] == expected
    for words, status, said in ended:
        assert said.strip(), words
        assert "Traceback" not in said
        assert status == 0 or "`tablebases fetch ADDRESS`" in said, said
    assert list(folder.iterdir()) == []


# --- what sources say ------------------------------------------------------------------------


def opens_text(call: ast.Call) -> bool:
    """Whether a call opens, reads or writes a text file."""
    match call.func:
        case ast.Attribute(_, "read_text" | "write_text"):
            return True
        case ast.Attribute(ast.Name("os" | "webbrowser") | ast.Attribute(_, "_opener"), "open"):
            return False
        case ast.Name("open"):
            place = 1
        case ast.Attribute(_, "open"):
            place = 0
        case _:
            return False
    given = [*call.args[place : place + 1], *(word.value for word in call.keywords if word.arg == "mode")]
    modes = [str(part.value) for mode in given for part in ast.walk(mode) if isinstance(part, ast.Constant)]
    modes = [mode for mode in modes if mode.isalpha() or "+" in mode]
    return not modes or any("b" not in mode for mode in modes)


def is_exact(call: ast.Call) -> bool:
    """Whether a call says how a text file is encoded, and one that writes also how its lines end."""
    named = {word.arg for word in call.keywords}
    writes = isinstance(call.func, ast.Attribute) and call.func.attr == "write_text"
    writes |= any(isinstance(given, ast.Constant) and given.value in ("w", "a", "x") for given in call.args)
    return "encoding" in named and (not writes or "newline" in named)


def text_offences(source: bytes) -> list[int]:
    """Lines of a source file that leave the encoding or the line ends of a text file to the system."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [call.lineno for call in calls if opens_text(call) and not is_exact(call)]


@pytest.mark.parametrize(
    ("source", "is_offence"),
    [
        ("open('a')", True),
        ("open('a', 'w')", True),
        ("path.open()", True),
        ("path.open('w', newline='')", True),
        ("path.open('w', encoding='utf-8')", True),
        ("path.open(mode='r')", True),
        ("path.open('r+b' if start else 'w')", True),
        ("path.read_text()", True),
        ("path.write_text('a')", True),
        ("path.write_text('a', encoding='utf-8')", True),
        ("open('a', 'rb')", False),
        ("path.open('r+b' if start else 'wb')", False),
        ("path.open(encoding='utf-8')", False),
        ("path.write_text('a', encoding='utf-8', newline='')", False),
        ("webbrowser.open(address)", False),
    ],
)
def test_the_search_for_text_files_finds_them(source: str, is_offence: bool) -> None:
    assert bool(text_offences(source.encode())) is is_offence


def test_text_files_have_an_encoding_and_line_ends_of_their_own() -> None:
    found = {str(path): lines for path in SOURCES if (lines := text_offences(path.read_bytes()))}
    assert found == {}


def posix_uses(source: bytes) -> list[str]:
    """What a source file uses of modules, functions and folders that only POSIX has."""
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names):
                found += [alias.name for alias in names if alias.name.partition(".")[0] in POSIX_ONLY]
            case ast.ImportFrom(module, names) if module is not None:
                found += [module] if module.partition(".")[0] in POSIX_ONLY else []
                found += [alias.name for alias in names if alias.name in POSIX_NAMES.get(module, ())]
            case ast.Attribute(ast.Name(module), name) if name in POSIX_NAMES.get(module, ()):
                found.append(f"{module}.{name}")
            case ast.Constant(str(text)) if text.startswith(("/dev/", "/proc/", "/tmp/", "/etc/")):  # noqa: S108
                found.append(text)
    return found


def test_sources_use_nothing_that_only_posix_has() -> None:
    example = b"import fcntl.x\nfrom os import kill\nos.uname().sysname\nopen('/dev/null')\nos.devnull"
    assert sorted(posix_uses(example)) == ["/dev/null", "fcntl.x", "kill", "os.uname"]
    found = {str(path): uses for path in SOURCES if (uses := posix_uses(path.read_bytes()))}
    assert found == {}


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


def test_a_closed_pipe_ends_a_command_in_silence_on_windows_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
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


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (r"C:\Users\a b\x.db", "file:///C:/Users/a%20b/x.db?immutable=1"),
        (r"\\server\share\x.db", "file:////server/share/x.db?immutable=1"),
    ],
)
def test_sqlite_opens_paths_of_windows(path: str, expected: str) -> None:
    class Resolved(PureWindowsPath):
        def resolve(self) -> PureWindowsPath:
            return self

    assert files.uri_to_read(cast(Path, Resolved(path))) == expected


def test_pages_have_types_that_no_registry_changes() -> None:
    with ZipFile(ATLAS) as archive:
        endings = {Path(name).suffix for name in archive.namelist()}
    assert len(endings) >= 5
    assert endings <= _Quiet.extensions_map.keys()


# --- users without this or that --------------------------------------------------------------


def test_a_command_without_standard_input_and_error_ends_with_its_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, status in ((["arrow", "solve", "-"], 2), (["--version"], 0)):
        monkeypatch.setattr(sys, "stdin", None)
        monkeypatch.setattr(sys, "stderr", None)
        monkeypatch.setattr(sys, "argv", ["tablebases", *words])
        with pytest.raises(SystemExit) as ending:
            main.main()
        assert ending.value.code == status
        sys.stdin.close()
        sys.stderr.close()
        printed = capsys.readouterr().out
        assert printed == ("" if status else f"puzzle-tablebases {tablebases.__version__}\n")


def test_a_user_without_a_home_folder_gets_temporary_and_no_fetched_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(*_: object, **__: object) -> Path:
        raise RuntimeError("could not determine the home directory")

    (tmp_path / "file").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(locations.FETCHED_VARIABLE, raising=False)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file" / "within"))
    folders = (fail, lambda *_, **__: Path("~no-such-user/x"))  # of different versions of platformdirs
    for find_folder in folders:
        monkeypatch.setattr("platformdirs.user_cache_path", find_folder)
        monkeypatch.setattr("platformdirs.user_data_path", find_folder)
        sources.kept_folder.cache_clear()
        locations.fetched_folder.cache_clear()
        try:
            assert sources.kept_folder().name.startswith("puzzle-tablebases-")
            assert locations.fetched_folder() == locations.NOWHERE
            assert not locations.find_artifact("millijan", "millijan.db").path.is_relative_to(locations.NOWHERE)
        finally:
            sources.kept_folder.cache_clear()
            locations.fetched_folder.cache_clear()
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
