"""Digests of sources: an edit reruns the stages that run the code, and no others."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from pipeline.__main__ import Stages
from pipeline.stage import stage_module
from tablebases import sources
from tablebases.sources import PACKAGE_ROOT, module_of, source_fingerprint, source_modules

CHECKOUT = PACKAGE_ROOT.parent
PACKAGES = ("pipeline", "tablebases")
STAGES = sorted(map(stage_module, Stages().commands))
TOWNS = "pipeline.nine_tiles_panic.stages.towns"
COVER = "pipeline.nine_tiles_panic.stages.cover"


def look_again() -> None:
    """Forget what was read of the package."""
    sources._module_files.cache_clear()
    sources._parsed.cache_clear()


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of both packages that is read instead, to be edited."""
    for name in PACKAGES:
        shutil.copytree(CHECKOUT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "packaged"))
    monkeypatch.setattr(sources, "_root_of", {name: tmp_path / name for name in PACKAGES}.get)
    look_again()
    yield tmp_path
    look_again()


def edit(path: Path, pattern: str, replacement: str) -> None:
    """Edit a source file; the pattern must occur."""
    text = path.read_text(encoding="utf-8")
    edited, count = re.subn(pattern, replacement, text, count=1, flags=re.MULTILINE)
    assert count == 1
    path.write_text(edited, encoding="utf-8")
    look_again()


# --- edits -----------------------------------------------------------------------------------


def test_a_copy_elsewhere_has_the_same_fingerprint(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copied = source_fingerprint(TOWNS)
    monkeypatch.undo()
    look_again()
    assert copy != CHECKOUT
    assert source_fingerprint(TOWNS) == copied


def test_code_counts_and_comments_docstrings_layout_and_unused_files_do_not(copy: Path) -> None:
    before = source_fingerprint(TOWNS)
    for entry in yaml.safe_load(Path(__file__).with_name("edits.yaml").read_text(encoding="utf-8")):
        edit(copy / entry["file"], entry["old"], entry["new"])
        after = source_fingerprint(TOWNS)
        assert (after != before) == entry["counts"], entry
        before = after
    (copy / "tablebases" / "nine_tiles" / "new.py").write_text("NUMBER = 1\n")
    look_again()
    assert source_fingerprint(TOWNS) == before


def test_another_puzzle_compiles_no_solver_again(copy: Path) -> None:
    solvers = ("tablebases.arrow.batches", "tablebases.millijan.nearest", "tablebases.nine_tiles.search.boxes")
    before = [source_fingerprint(solver) for solver in solvers]
    edit(copy / "tablebases" / "puzzles.py", "^PUZZLES = .*$", "PUZZLES = (NINE_TILES, ARROW)")
    assert [source_fingerprint(solver) for solver in solvers] == before


# --- which modules ---------------------------------------------------------------------------

API = {".".join(path.parent.relative_to(CHECKOUT).parts) for path in (CHECKOUT / "tablebases").rglob("__init__.py")}
"""Packages of the library: their `__init__` is the public API, which stages do not call."""
LOADED_MODULES = """
import importlib, json, sys
loaded = {}
for stage in sys.argv[1:]:
    for name in [n for n in sys.modules if n.split(".")[0] in ("pipeline", "tablebases")]:
        del sys.modules[name]
    importlib.import_module(stage)
    loaded[stage] = [n for n in sys.modules if n.split(".")[0] in ("pipeline", "tablebases")]
print(json.dumps(loaded))
"""


@pytest.mark.thorough
def test_fingerprints_cover_the_modules_that_python_loads_and_few_others() -> None:
    """Those that functions import count too; of a sample of stages."""
    assert {TOWNS, COVER} <= set(STAGES)
    stages = [TOWNS, COVER, *STAGES[1::4]]
    answer = subprocess.run(
        [sys.executable, "-c", LOADED_MODULES, *stages], check=True, capture_output=True, text=True, cwd=CHECKOUT
    )
    loaded = {stage: set(modules) - API for stage, modules in json.loads(answer.stdout).items()}
    assert all(modules <= set(source_modules(stage)) for stage, modules in loaded.items())
    more = {stage: set(source_modules(stage)) - modules for stage, modules in loaded.items()}
    assert len(set().union(*more.values())) <= 5, f"edits of modules that stages do not use would rerun them: {more}"


IMPORTS = ["import tablebases.puzzles", "import tablebases.puzzles as e, os", "from tablebases.puzzles import PUZZLES"]
IMPORTS += ["from tablebases import puzzles", "def late():\n    import tablebases.puzzles"]
NO_IMPORTS = ["import os", "import pipeline, tablebase", "from pipelines.errors import x"]
NO_IMPORTS += ["text = 'import tablebases.puzzles'"]


def test_source_modules_follows_every_way_to_import(copy: Path) -> None:
    for statement in IMPORTS + NO_IMPORTS:
        (copy / "pipeline" / "one.py").write_text(f"{statement}\n")
        look_again()
        found = ["tablebases.puzzles"] if statement in IMPORTS else []
        assert source_modules("pipeline.one") == ["pipeline", "pipeline.one", *found]


def test_source_modules_finds_modules_that_import_each_other(copy: Path) -> None:
    (copy / "pipeline" / "one.py").write_text("import pipeline.two\n")
    (copy / "pipeline" / "two.py").write_text("import pipeline.one\n")
    look_again()
    assert source_modules("pipeline.one") == ["pipeline", "pipeline.one", "pipeline.two"]
    assert source_fingerprint("pipeline.one") == source_fingerprint("pipeline.two")


def test_source_fingerprint_rejects_an_unknown_module() -> None:
    with pytest.raises(ValueError, match=r"^pipeline\.nothing is not a module of pipeline$"):
        source_fingerprint("pipeline.nothing")


def test_a_file_has_the_name_of_its_module() -> None:
    assert module_of(CHECKOUT / "pipeline" / "nine_tiles_panic" / "stages" / "towns.py") == TOWNS


# --- cached sources ----------------------------------------------------------------------------

CODE = b'"""A module."""\nimport tablebases.errors  # why\nA = 1\n'
SAME_CODE = b"import tablebases.errors\n\nA = 1\n"
OTHER_CODE = b"import tablebases.errors\nA = 2\n"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of parsed sources, empty."""
    monkeypatch.setattr(sources, "cache_folder", lambda: tmp_path)
    return tmp_path / "sources"


@pytest.mark.usefixtures("cache")
def test_sources_are_parsed_once_and_compared_by_their_code(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = [sources._source(source).code for source in (CODE, SAME_CODE, OTHER_CODE)]
    assert codes[0] == codes[1] != codes[2]
    first = sources._source(CODE)
    assert first.names == ["tablebases.errors"]
    monkeypatch.setattr(sources, "_parse", lambda _: pytest.fail("it was parsed"))
    assert sources._source(CODE) == first


def test_sources_are_parsed_without_a_usable_cache(cache: Path) -> None:
    parsed = sources._source(CODE)
    (file,) = cache.iterdir()
    before = file.read_bytes()
    for content in ("", "no json", "[]", "5", '{"a": 1}', '["b"]', '["code", ["na', "\x00"):
        file.write_text(content, encoding="utf-8")
        assert sources._source(CODE) == parsed
        assert file.read_bytes() == before
    shutil.rmtree(cache)
    cache.touch()
    assert sources._source(CODE).names == ["tablebases.errors"]
    assert cache.read_bytes() == b""
