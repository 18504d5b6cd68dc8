"""Where this program keeps what it could work out again: parsed sources and compiled code."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path

PACKAGE_ROOT = Path(__file__).resolve().parents[1]


@cache
def kept_folder() -> Path:
    """A folder that can be written to.

    The one named by NUMBA_CACHE_DIR, else one beside the sources, else in the user's cache, else one that goes when
    this process ends.
    """
    named = os.environ.get("NUMBA_CACHE_DIR")
    users = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    for folder in (Path(named) if named else PACKAGE_ROOT / "__pycache__", Path(users, "puzzle-tablebases")):
        try:
            folder = folder.expanduser()
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
        except (OSError, RuntimeError):  # it cannot be written to, or there is no home folder
            continue
        return folder
    return passing_folder()


def passing_folder() -> Path:
    """A new folder that goes when this process ends."""
    folder = tempfile.mkdtemp(prefix="puzzle-tablebases-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)
