"""Results that tests of several files and processes read: made once in a run of the tests, changed by none."""

from __future__ import annotations

import fcntl
from collections.abc import Callable
from pathlib import Path


def make_once(folder: Path, make: Callable[[Path], object]) -> Path:
    """Make the content of `folder` in the first process that asks for it; the others wait for it."""
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        ready = folder.with_suffix(".ready")
        if not ready.exists():
            assert not folder.exists(), f"another test process failed to make {folder}; its error is the one to read"
            make(folder)
            ready.touch()
    return folder
