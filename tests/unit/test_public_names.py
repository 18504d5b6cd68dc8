"""Public names of the packages of puzzles: all are documented, and using them loads little."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import tablebases
from pipeline.stage import stage_module
from tablebases.sources import source_modules

every_package = pytest.mark.parametrize("package", ["arrow", "godomachi", "millijan", "nine_tiles"])


@every_package
def test_every_public_name_is_documented_and_no_module_hides_one(package: str) -> None:
    module = getattr(tablebases, package)
    assert dir(module) == sorted(module.__all__)
    for name in module.__all__:
        assert getattr(module, name).__doc__, name
        place = getattr(getattr(module, name), "__module__", "")
        assert place.startswith((f"tablebases.{package}.", "typing")) or not place, name
        assert package not in ("arrow", "millijan") or not name.islower() or ">>> " in getattr(module, name).__doc__
    assert not {path.stem for path in Path(module.__file__).parent.iterdir()} & set(module.__all__)
    with pytest.raises(AttributeError, match=rf"^module 'tablebases\.{package}' has no attribute 'guess'$"):
        _ = module.guess


@pytest.mark.thorough
@every_package
def test_importing_all_public_names_loads_nothing_slow(package: str) -> None:
    program = f"import sys\nfrom tablebases.{package} import *\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert f"tablebases.{package}.answers" in done.stdout.split()
    assert not {"numpy", "numba", "rich", "resvg_py", "typer"} & set(done.stdout.split())


@pytest.mark.parametrize("stage", ["arrow_puzzle.tap_counts", "arrow_puzzle.database", "nine_tiles_panic.towns"])
def test_stages_do_not_depend_on_answers_commands_and_drawing(stage: str) -> None:
    """Except those that write pages, for their previews."""
    package, used = ("arrow", "tablebase") if stage.startswith("arrow") else ("nine_tiles", "search.towns")
    modules = set(source_modules(stage_module(stage)))
    assert f"tablebases.{package}.{used}" in modules
    assert not {f"tablebases.{package}.{module}" for module in ("answers", "commands", "drawing", "results")} & modules
