"""Share results between tests of several files and processes."""

from __future__ import annotations

import fcntl
from collections.abc import Callable
from pathlib import Path


def make_once(folder: Path, make: Callable[[Path], object]) -> Path:
    """Fill `folder` with `make` in the first process that calls this; the others wait."""
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        ready = folder.with_suffix(".ready")
        if not ready.exists():
            assert not folder.exists(), f"another test process failed to make {folder}; its error is the one to read"
            make(folder)
            ready.touch()
    return folder
