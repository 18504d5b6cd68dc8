"""The order of the house: who may import whom, and how long a file may be."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from pipeline.core.sources import PACKAGE_ROOT
from pipeline.puzzles import PUZZLES

NAMES = [puzzle.package for puzzle in PUZZLES]
MAX_LINES = 350
SOURCES = sorted(PACKAGE_ROOT.rglob("*.py"))
CHECKOUT = PACKAGE_ROOT.parent


def imported(path: Path) -> Iterator[str]:
    """What a source file imports of the package, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pipeline"):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("pipeline"))


def offences(where: str, *forbidden: str) -> list[str]:
    """Imports of modules whose names start so, in files whose paths match a pattern."""
    paths = list(PACKAGE_ROOT.glob(where))
    assert paths, where
    return [
        f"{path.relative_to(CHECKOUT)}: {name}"
        for path in paths
        for name in imported(path)
        if name.startswith(forbidden)
    ]


@pytest.mark.parametrize("puzzle", NAMES)
def test_stages_import_no_stage_and_no_command(puzzle: str) -> None:
    assert offences(f"{puzzle}/stages/*.py", f"pipeline.{puzzle}.stages.", f"pipeline.{puzzle}.commands") == []


@pytest.mark.parametrize("puzzle", NAMES)
def test_commands_and_readers_import_no_stage(puzzle: str) -> None:
    assert offences(f"{puzzle}/commands/*.py", f"pipeline.{puzzle}.stages") == []
    for readers in ("readers*.py", "readers/*.py"):
        paths = f"{puzzle}/{readers}"
        if list(PACKAGE_ROOT.glob(paths)):
            assert offences(paths, f"pipeline.{puzzle}.stages", f"pipeline.{puzzle}.commands") == []


@pytest.mark.parametrize("puzzle", NAMES)
def test_the_game_knows_no_files_and_no_frame(puzzle: str) -> None:
    allowed = ("arrays", "compiled", "errors", "words")
    core = [
        f"pipeline.core.{path.stem}" for path in (PACKAGE_ROOT / "core").glob("[a-z]*.py") if path.stem not in allowed
    ]
    parts = ("stages", "commands", "readers", "tables", "configuration", "drawing", "game_files")
    found = offences(f"{puzzle}/game/**/*.py", "pipeline.cli", *core, *(f"pipeline.{puzzle}.{part}" for part in parts))
    assert found == []


@pytest.mark.parametrize("puzzle", NAMES)
def test_no_puzzle_imports_another(puzzle: str) -> None:
    others = [f"pipeline.{name}" for name in NAMES if name != puzzle]
    assert offences(f"{puzzle}/**/*.py", *others) == []


def test_what_puzzles_share_imports_no_puzzle() -> None:
    every = [f"pipeline.{name}" for name in NAMES]
    for shared in ("core", "cli", "atlas", "checksums"):
        assert offences(f"{shared}/**/*.py", *every) == []


def test_no_page_imports_a_file_of_another_puzzle() -> None:
    for name in NAMES:
        for path in (PACKAGE_ROOT / name / "page").glob("*"):
            if path.suffix in (".js", ".html"):
                text = path.read_text(encoding="utf-8")
                assert not [other for other in NAMES if other != name and f"{other}/page" in text], path


def test_no_file_is_too_long() -> None:
    listed = subprocess.run(["git", "ls-files", "pipeline", "scripts"], cwd=CHECKOUT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("this is no git checkout")
    paths = [CHECKOUT / name for name in listed.stdout.split()]
    sources = [path for path in paths if path.is_file() and path.suffix in (".py", ".js", ".css", ".smk", ".html")]
    assert len(sources) > 100
    lengths = {path.name: path.read_bytes().count(b"\n") for path in sources}
    assert {name: length for name, length in lengths.items() if length > MAX_LINES} == {}


ALONE = {
    f"nine_tiles_panic_{stage}"
    for stage in ("town_synonyms", "towns", "success_pattern", "distances", "compare_rules", "definitions")
} | {f"godomachi_{stage}" for stage in ("record_cuts", "record_plies", "record_winners", "records")}
"""Stages that are jobs of their own on a cluster: shards, and what writes or reads gigabytes."""


def test_the_profile_groups_every_stage_of_a_puzzle_and_nothing_else() -> None:
    profile = yaml.safe_load((CHECKOUT / "profiles" / "default" / "config.yaml").read_text(encoding="utf-8"))
    rules = "".join(path.read_text(encoding="utf-8") for path in sorted(PACKAGE_ROOT.glob("*/*.smk")))
    stages = {rule for rule in re.findall(r"^rule (\w+):", rules, re.MULTILINE) if rule.startswith(tuple(NAMES))}
    stages |= {f"{name}_checksums" for name in NAMES}  # a rule that is written once
    assert set(profile["groups"]) == stages - ALONE - set(NAMES)
    assert stages > ALONE
