"""Results do not depend on the environment variable that stops numba from compiling."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.workflow.workspace import CHECKOUT, file_bytes

STAGES = {
    "arrow": ("arrow_puzzle", ""),
    "godomachi": ("godomachi", "8"),
    "millijan": ("millijan", ""),
    "nine_tiles": ("nine_tiles_panic", "'0,1,2,5', 2, 2"),
}
"""Shared folder -> folder of the tests, and further arguments of `run_all_stages`, as in tests/conftest.py."""


@pytest.mark.thorough
@pytest.mark.parametrize("shared", STAGES)
def test_stages_write_the_same_bytes_with_numba_disable_jit(
    shared: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Without compiling, some numbers would have fewer bits, so the library ignores `NUMBA_DISABLE_JIT`."""
    puzzle, arguments = STAGES[shared]
    code = f"""
import sys
from pathlib import Path
from tests.{puzzle}.results import run_all_stages
run_all_stages(Path(sys.argv[1]), {arguments})
"""
    program = [sys.executable, "-c", code, str(tmp_path)]
    subprocess.run(program, cwd=CHECKOUT, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, check=True)
    assert file_bytes(tmp_path) == file_bytes(request.getfixturevalue(f"{shared}_folder"))
