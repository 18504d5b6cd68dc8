"""Results do not depend on the environment variable that stops numba from compiling."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.workflow.workspace import CHECKOUT, file_bytes

STAGES = {
    "arrow": ("arrow_puzzle", []),
    "godomachi": ("godomachi", [8]),
    "millijan": ("millijan", []),
    "nine_tiles": ("nine_tiles_panic", ["0,1,2,5", 2, 2]),
}
"""Shared folder -> folder of the tests, and further arguments of `run_all_stages`, as in tests/conftest.py."""
RUN_ALL = f"""
import importlib, sys
from pathlib import Path
for shared, (puzzle, arguments) in {STAGES}.items():
    folder = Path(sys.argv[1], shared)
    folder.mkdir()
    importlib.import_module(f"tests.{{puzzle}}.results").run_all_stages(folder, *arguments)
"""


@pytest.mark.thorough
def test_stages_write_the_same_bytes_with_numba_disable_jit(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Without compiling, some numbers would have fewer bits, so the library ignores `NUMBA_DISABLE_JIT`."""
    variables = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-c", RUN_ALL, str(tmp_path)], cwd=CHECKOUT, env=variables, check=True)
    for shared in STAGES:
        assert file_bytes(tmp_path / shared) == file_bytes(request.getfixturevalue(f"{shared}_folder")), shared
