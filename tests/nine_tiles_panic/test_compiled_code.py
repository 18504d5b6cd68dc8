"""Compiled code that was kept from an earlier run is not used after an edit."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from pipeline.core.sources import PACKAGE_ROOT
from tests.nine_tiles_panic.helpers import TILE_FILE

COUNT_TOWN_SYNONYMS = f"""
from pathlib import Path
from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game.town_synonyms import all_town_synonyms
from pipeline.nine_tiles_panic.game_files import load_tiles
tiles = load_tiles(Path({str(TILE_FILE)!r}), "0,1,2,3", Board(2, 2))
print(len(all_town_synonyms(Board(2, 2), tiles).oriented))
"""

# Of another module than the compiled code that calls it: now every grid has a closed road.
EDIT = """

@njit(cache=True)
def walk_roads(oriented, geometry, roads):
    return CLOSED_ROAD
"""


def town_synonyms_found(folder: Path) -> int:
    """How many town synonyms the package in this folder finds, in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    answer = subprocess.run(
        [sys.executable, "-c", COUNT_TOWN_SYNONYMS],
        check=True, capture_output=True, text=True, cwd=folder, env=environment,
    )  # fmt: skip
    return int(answer.stdout)


def test_an_edit_of_compiled_code_counts_for_the_compiled_code_that_calls_it(
    tmp_path: Path,
) -> None:
    package = tmp_path / "pipeline"
    shutil.copytree(PACKAGE_ROOT, package, ignore=shutil.ignore_patterns("__pycache__"))
    before = town_synonyms_found(tmp_path)
    assert before > 0
    roads = package / "nine_tiles_panic" / "game" / "roads.py"
    roads.write_text(roads.read_text(encoding="utf-8") + EDIT, encoding="utf-8")
    assert town_synonyms_found(tmp_path) == 0
