"""Digests of sources: which edits count for a stage, and which do not."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablebases import sources
from tablebases.sources import PACKAGE_ROOT, module_of, source_fingerprint, source_modules

CHECKOUT = PACKAGE_ROOT.parent
PACKAGES = ("pipeline", "tablebases")
STAGES = sorted(
    stage
    for rules in (CHECKOUT / "pipeline").rglob("*.smk")
    for stage in re.findall(r"python -m (pipeline\.[\w.]+)", rules.read_text(encoding="utf-8"))
)
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


ROAD_OBJECTS = "tablebases/nine_tiles/road_objects.py"


# --- edits -----------------------------------------------------------------------------------


def test_a_copy_elsewhere_has_the_same_fingerprint(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copied = source_fingerprint(TOWNS)
    monkeypatch.undo()
    look_again()
    assert copy != CHECKOUT
    assert source_fingerprint(TOWNS) == copied


@pytest.mark.parametrize(
    ("file", "pattern", "replacement"),
    [
        (ROAD_OBJECTS, r"^NOTHING = -1$", "NOTHING = -1  # no place on the road"),
        (ROAD_OBJECTS, r"^NOTHING = -1$", "# A comment.\nNOTHING = -1\n\n\n# Another."),
        (ROAD_OBJECTS, r"^NOTHING = -1$", "NOTHING = (\n    -1\n)"),
        (ROAD_OBJECTS, r'^"""What the objects', '"""How the objects'),
        (ROAD_OBJECTS, r'^    """Most aliens between', '    """The most aliens between'),
        ("tablebases/nine_tiles/tiles.py", r'^    """An object as one meets it', '    """Met'),
        (ROAD_OBJECTS, r'^"""How many of the fields of `RoadOutcome`', '"""So many fields'),
        (ROAD_OBJECTS, r"^\Z", "\n\n\n"),
        ("tablebases/errors.py", r'    """What is wrong', '    """Something is wrong'),
    ],
)
def test_comments_docstrings_and_layout_do_not_count(copy: Path, file: str, pattern: str, replacement: str) -> None:
    before = source_fingerprint(TOWNS)
    edit(copy / file, pattern, replacement)
    assert source_fingerprint(TOWNS) == before


def test_a_touch_does_not_count(copy: Path) -> None:
    before = source_fingerprint(TOWNS)
    (copy / ROAD_OBJECTS).touch()
    look_again()
    assert source_fingerprint(TOWNS) == before


def test_a_new_file_that_nothing_imports_does_not_count(copy: Path) -> None:
    before = source_fingerprint(TOWNS)
    (copy / "tablebases" / "nine_tiles" / "new.py").write_text("NUMBER = 1\n")
    look_again()
    assert source_fingerprint(TOWNS) == before


@pytest.mark.parametrize(
    ("file", "pattern", "replacement"),
    [
        (ROAD_OBJECTS, r"^NOTHING = -1$", "NOTHING = -2"),  # imported by way of others
        (ROAD_OBJECTS, r"^    best = 0$", "    best = 0\n    best += 0"),
        ("tablebases/nine_tiles/search.py", r"^TOWNS_IN_A_BATCH = [\d_]+$", "TOWNS_IN_A_BATCH = 99"),
        ("tablebases/errors.py", r"class Error\(Exception\)", "class Error(ValueError)"),
        ("pipeline/database.py", r"^PAGE_SIZE = \d+$", "PAGE_SIZE = 4096"),
        ("tablebases/nine_tiles/measures.py", r"lambda town: town.curves", "lambda town: town.roads"),
    ],
)
def test_code_of_an_imported_module_counts(copy: Path, file: str, pattern: str, replacement: str) -> None:
    before = source_fingerprint(TOWNS)
    edit(copy / file, pattern, replacement)
    assert source_fingerprint(TOWNS) != before


def test_an_edit_counts_for_exactly_the_stages_that_import_the_module(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parse = sources._parsed
    before = {stage: source_fingerprint(stage) for stage in STAGES}
    imported = {stage: source_modules(stage) for stage in STAGES}
    assert {TOWNS, COVER} <= set(STAGES)
    for module in sorted(set().union(*imported.values())):
        file = copy.joinpath(*module.split("."))
        file = file / "__init__.py" if file.is_dir() else file.with_suffix(".py")
        kept = file.read_text(encoding="utf-8")
        file.write_text(f"{kept}\nEDITED = True\n", encoding="utf-8")
        edited = parse.__wrapped__(module)  # the others are as they were: not read again
        monkeypatch.setattr(
            sources,
            "_parsed",
            lambda name, module=module, edited=edited: edited if name == module else parse(name),
        )
        changed = {stage for stage in STAGES if source_fingerprint(stage) != before[stage]}
        assert changed == {stage for stage in STAGES if module in imported[stage]}, module
        file.write_text(kept, encoding="utf-8")
    monkeypatch.setattr(sources, "_parsed", parse)


def test_the_rules_of_roads_do_not_count_for_the_cover() -> None:
    assert "tablebases.nine_tiles.road_objects" in source_modules(TOWNS)
    assert "pipeline.nine_tiles_panic.covers" in source_modules(COVER)
    assert "pipeline.nine_tiles_panic.covers" not in source_modules(TOWNS)


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


def imported_at_once(tree: ast.AST) -> set[str]:
    """What some code imports when it is imported itself, as functions import more when they are called."""
    found: set[str] = set()
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            found |= sources._imported_names(ast.Module([node], []))
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)
    return found


@pytest.fixture
def only_at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Imports within functions are not followed."""

    def parsed(source: bytes) -> sources.Source:
        return sources.Source("", sorted(imported_at_once(without_types(ast.parse(source)))))

    monkeypatch.setattr(sources, "_source", parsed)
    look_again()
    yield
    monkeypatch.undo()
    look_again()


def without_types(tree: ast.Module) -> ast.Module:
    """A module without its imports for type checkers."""
    return ast.Module(list(filter(sources._runs, tree.body)), [])


@pytest.fixture(scope="module")
def loaded() -> dict[str, set[str]]:
    """Stage -> the modules that Python loads when it imports the stage, without packages of the library."""
    answer = subprocess.run(
        [sys.executable, "-c", LOADED_MODULES, *STAGES],
        check=True, capture_output=True, text=True, cwd=CHECKOUT,
    )  # fmt: skip
    return {stage: set(modules) - API for stage, modules in json.loads(answer.stdout).items()}


@pytest.mark.usefixtures("only_at_once")
def test_the_modules_that_python_loads_are_found(loaded: dict[str, set[str]]) -> None:
    for stage, modules in loaded.items():
        assert set(source_modules(stage)) == modules, stage


def test_fingerprints_are_also_of_modules_that_functions_import(loaded: dict[str, set[str]]) -> None:
    more = {stage: set(source_modules(stage)) - modules for stage, modules in loaded.items()}
    assert all(modules <= set(source_modules(stage)) for stage, modules in loaded.items())
    assert len(set().union(*more.values())) <= 5, f"edits of modules that stages do not use would rerun them: {more}"


def test_modules_are_imported_by_their_full_names() -> None:
    # Fingerprints do not follow relative imports.
    for file in (file for name in PACKAGES for file in (CHECKOUT / name).rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"^\s*from \.", text, re.MULTILINE), file


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("import tablebases.errors", True),
        ("import tablebases.errors as e, os", True),
        ("from tablebases.errors import Error", True),
        ("from tablebases import errors", True),
        ("def late():\n    import tablebases.errors", True),
        ("import os", False),
        ("import pipeline, tablebase", False),
        ("from pipelines.errors import x", False),
        ("text = 'import tablebases.errors'", False),
    ],
)
def test_every_way_to_import_is_followed(copy: Path, statement: str, found: bool) -> None:
    (copy / "pipeline" / "one.py").write_text(f"{statement}\n")
    look_again()
    expected = ["pipeline", "pipeline.one", *(["tablebases.errors"] if found else [])]
    assert source_modules("pipeline.one") == expected


def test_modules_that_import_each_other_are_found(copy: Path) -> None:
    (copy / "pipeline" / "one.py").write_text("import pipeline.two\n")
    (copy / "pipeline" / "two.py").write_text("import pipeline.one\n")
    look_again()
    assert source_modules("pipeline.one") == ["pipeline", "pipeline.one", "pipeline.two"]
    assert source_fingerprint("pipeline.one") == source_fingerprint("pipeline.two")


def test_what_is_no_module_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^pipeline\.nothing is not a module of pipeline$"):
        source_fingerprint("pipeline.nothing")


def test_files_are_known_by_the_names_of_their_modules() -> None:
    assert module_of(CHECKOUT / "pipeline" / "nine_tiles_panic" / "stages" / "towns.py") == TOWNS


# --- parsed sources that are kept ------------------------------------------------------------

CODE = b'"""A module."""\nimport tablebases.errors  # why\nA = 1\n'
SAME_CODE = b"import tablebases.errors\n\nA = 1\n"
OTHER_CODE = b"import tablebases.errors\nA = 2\n"


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of parsed sources, empty."""
    monkeypatch.setattr(sources, "kept_folder", lambda: tmp_path)
    return tmp_path / "sources"


@pytest.mark.usefixtures("kept")
def test_a_source_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = sources._source(CODE)
    assert first.names == ["tablebases.errors"]
    monkeypatch.setattr(sources, "_parse", lambda _: pytest.fail("it was parsed"))
    assert sources._source(CODE) == first


@pytest.mark.usefixtures("kept")
def test_sources_differ_by_their_code_only() -> None:
    codes = [sources._source(source).code for source in (CODE, SAME_CODE, OTHER_CODE)]
    assert codes[0] == codes[1] != codes[2]


@pytest.mark.parametrize("content", ["", "no json", "[]", "5", '{"a": 1}', '["b"]', '["code", ["na', "\x00"], ids=repr)
def test_a_source_is_parsed_again_if_what_was_kept_is_cut_short(kept: Path, content: str) -> None:
    parsed = sources._source(CODE)
    (file,) = kept.iterdir()
    before = file.read_bytes()
    file.write_text(content, encoding="utf-8")
    assert sources._source(CODE) == parsed
    assert file.read_bytes() == before


def test_sources_are_parsed_where_nothing_can_be_kept(kept: Path) -> None:
    kept.touch()
    assert sources._source(CODE).names == ["tablebases.errors"]
    assert kept.read_bytes() == b""
