"""The cache of compiled code: shared by copies of the sources, stale after an edit, and optional."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from tablebases import compiled
from tablebases.sources import PACKAGE_ROOT, cache_folder
from tests.nine_tiles_panic.helpers import REPOSITORY, THEME_FILE, TILE_FILE
from tests.provenance import noted

COUNT_TOWN_SYNONYMS = f"""
from pathlib import Path
from tablebases.nine_tiles.rules.tiles import Board
from tablebases.nine_tiles.search.town_synonyms import walk_roads
from tablebases.nine_tiles.search.town_synonyms import all_town_synonyms
from tablebases.nine_tiles.rules.game_files import load_tiles
tiles = load_tiles(Path({str(TILE_FILE)!r}), "0,1,2,3", Board(2, 2))
print(len(all_town_synonyms(Board(2, 2), tiles).oriented), sum(walk_roads.stats.cache_misses.values()))
"""

# An edit of a function in another module than its callers: now every grid has a closed road.
EDIT = """

@njit(cache=True)
def walk_roads(oriented, geometry, roads):
    return CLOSED_ROAD
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package."""
    package = tmp_path / "tablebases"
    shutil.copytree(PACKAGE_ROOT, package, ignore=shutil.ignore_patterns("__pycache__"))
    return package


def run(code: str, package: Path, **environment: str) -> str:
    """The output of `code` in a process of its own."""
    variables = {**os.environ, **environment, "PYTHONPATH": str(package.parent)}
    program = [sys.executable, "-c", code]
    done = subprocess.run(program, check=True, capture_output=True, text=True, cwd=package.parent, env=variables)
    return done.stdout.strip()


@pytest.mark.thorough
def test_a_copy_uses_compiled_code_until_a_called_function_is_edited(package: Path) -> None:
    roads = package / "nine_tiles" / "search" / "town_synonyms.py"

    def found_and_compiled(addition: str) -> list[int]:
        roads.write_text(roads.read_text(encoding="utf-8") + addition, encoding="utf-8")
        return list(map(int, run(COUNT_TOWN_SYNONYMS, package, NUMBA_CACHE_DIR=str(cache_folder())).split()))

    before, _ = found_and_compiled("")
    assert before > 0
    assert found_and_compiled("\n# A comment.\n") == [before, 0]
    assert found_and_compiled(EDIT)[0] == 0


def test_compiled_code_is_in_the_named_folder_else_beside_the_sources_else_in_the_cache_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_folder = tmp_path / "file"
    no_folder.touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for named, expected in (
        (str(tmp_path / "named"), tmp_path / "named"),
        ("", PACKAGE_ROOT / "__pycache__"),
        (str(no_folder / "within"), tmp_path / "cache" / "puzzle-tablebases"),
    ):
        monkeypatch.setenv("NUMBA_CACHE_DIR", named)
        cache_folder.cache_clear()
        assert cache_folder() == expected
    monkeypatch.setenv("XDG_CACHE_HOME", str(no_folder))
    cache_folder.cache_clear()
    nowhere_else = cache_folder()
    assert nowhere_else.is_dir()
    assert nowhere_else.stat().st_mode & 0o077 == 0, "code is loaded from it: others must not write there"
    monkeypatch.undo()
    cache_folder.cache_clear()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for compiled code."""
    monkeypatch.setattr(compiled, "_folder_of_compiled", lambda _: tmp_path)
    return tmp_path


def times_compiled(*dtypes: str) -> int:
    """Number of compilations of a function with the present content of the folder."""
    copy: Any = compiled.njit(cache=True)(cast(Any, compiled.copy_elements).py_func)
    values, to = np.arange(3).astype(dtypes[0]), np.zeros(3, dtype=dtypes[1])
    copy(values, to)
    assert to.tolist() == [0, 1, 2]
    return sum(copy.stats.cache_misses.values())


@pytest.mark.thorough
def test_numba_compiles_damaged_code_again(folder: Path) -> None:
    assert times_compiled("f8", "f8") == 1
    (file,) = folder.iterdir()
    content = file.read_bytes()
    for place in (0.01, 0.9999):
        damaged = int(place * len(content))
        for other in (content[:damaged], content[:damaged] + bytes([content[damaged] ^ 32]) + content[damaged + 1 :]):
            file.write_bytes(other)
            assert times_compiled("f8", "f8") == 1
            assert file.read_bytes() != other
            assert times_compiled("f8", "f8") == 0


WRONG_CODE = {
    "no pickle": b"",
    "a pickle that is cut short": pickle.dumps("x" * 100)[:50],
    "a pickle of a number": pickle.dumps(7),
    "a pickle of too few values": pickle.dumps((1, 2)),
    "a pickle of a module that is not there": b"cno_such_module\nname\n.",
}


@pytest.mark.parametrize("wrong", WRONG_CODE)
def test_numba_compiles_what_is_no_compiled_code(folder: Path, wrong: str) -> None:
    assert times_compiled("f8", "f8") == 1
    (file,) = folder.iterdir()
    file.write_bytes(zlib.compress(WRONG_CODE[wrong]))
    assert [times_compiled("f8", "f8"), times_compiled("f8", "f8")] == [1, 0]


@pytest.mark.parametrize("place", ["file", "folder", "folder above"])
@pytest.mark.parametrize("fault", ["writable by its group", "writable by all", "of another user"])
def test_code_that_others_can_write_is_not_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, fault: str
) -> None:
    folder = tmp_path / "compiled" / "module"
    monkeypatch.setattr(compiled, "_folder_of_compiled", lambda _: folder)
    before = os.umask(0)
    try:
        assert [times_compiled("f8", "f8"), times_compiled("f8", "f8")] == [1, 0]
    finally:
        os.umask(before)
    (file,) = folder.iterdir()
    path = {"file": file, "folder": folder, "folder above": folder.parent}[place]
    if fault == "of another user":
        status = os.stat_result((*path.stat()[:4], os.geteuid() + 1, *path.stat()[5:]))
        of_another, look = path, Path.stat
        monkeypatch.setattr(Path, "stat", lambda path, **how: status if path == of_another else look(path, **how))
        assert times_compiled("f8", "f8") == 1
    else:
        path.chmod(0o777 if "all" in fault else 0o775)
        assert [times_compiled("f8", "f8"), times_compiled("f8", "f8")] == [1, 0]
        assert path.stat().st_mode & 0o022 == 0


@pytest.mark.thorough
def test_a_terminal_reads_once_that_code_is_compiled(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    compiled._begin_to_compile.cache_clear()
    assert [times_compiled("f8", "f8"), times_compiled("f8", "i8"), times_compiled("f8", "f8")] == [1, 1, 0]
    assert len(list(folder.iterdir())) == 2
    assert capsys.readouterr().err == "compiling, once: later calls are faster\n"


def test_every_command_of_the_readme_is_compiled_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiled, "README_COMMANDS", ("first", "second", "third"))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    compiled.compile_ahead()
    err = capfd.readouterr().err
    assert all(word in err for word in ("first", "second", "third")), "each fails here, and the others go on"
    assert "compiled the solvers of the README's commands in" in err


@pytest.mark.thorough
def test_shards_find_their_code_compiled_by_town_synonyms(tmp_path: Path) -> None:
    listed = tmp_path / "town_synonyms.csv"
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}

    def run_stage(name: str, *options: object) -> set[Path]:
        """Run a stage, and return the files of compiled code."""
        game = ["--tiles", TILE_FILE, "--tile-numbers", "0,1,2,3", "--rows", 2, "--columns", 2]
        program = [sys.executable, "-m", "pipeline", f"nine_tiles_panic.{name}", *map(str, [*game, *options])]
        subprocess.run(program, check=True, capture_output=True, cwd=REPOSITORY, env=environment)
        return set((tmp_path / "compiled").iterdir())

    compiled_ahead = run_stage("town_synonyms", "--out", listed, "--notes", noted(tmp_path, "town_synonyms"))
    assert compiled_ahead
    share = ["--themes", THEME_FILE, "--town-synonyms", listed, "--shard", 0, "--shards", 2]
    assert run_stage("towns", *share, "--out", tmp_path / "00.db") == compiled_ahead


@pytest.mark.thorough
def test_signatures_have_files_of_their_own(folder: Path) -> None:
    """Processes that compile a function for different types at the same time must not share files."""
    for dtypes, n_files in ((("f8", "f8"), 1), (("i4", "i8"), 2), (("f8", "f8"), 2)):
        times_compiled(*dtypes)
        assert len(list(folder.iterdir())) == n_files


@pytest.mark.thorough
def test_numba_compiles_without_a_folder_to_write_to(folder: Path) -> None:
    folder.rmdir()
    folder.touch()
    assert times_compiled("f8", "f8") == 1
    assert folder.read_bytes() == b""


@pytest.mark.thorough
def test_code_runs_without_a_writable_folder_and_without_numba(package: Path) -> None:
    code = """
import numpy
from tablebases.compiled import copy_elements as copy
to = numpy.zeros(2)
copy(numpy.ones(2), to)
print(to, sum(copy.stats.cache_misses.values()))
"""
    file = str(package / "__init__.py")
    nowhere = {"NUMBA_CACHE_DIR": f"{file}/kept", "XDG_CACHE_HOME": file}
    assert run(code, package, NUMBA_DISABLE_JIT="1", **nowhere) == "[1. 1.] 1"
