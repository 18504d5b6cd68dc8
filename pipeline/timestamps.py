"""Timestamps in the future, for instance of files from a machine with a fast clock."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from tablebases.messages import say

LONG_AGO = 946684800
"""1 January 2000 in seconds, the new timestamp of such files."""
TOLERATED_SECONDS = 5
"""Clocks of file servers are off by less than this."""


def reset_future_timestamps(folders: Iterable[str]) -> None:
    """Make files in `folders` with future timestamps the oldest, and report them.

    To Snakemake, such a file would be newer than all that is made from it, run after run.
    """
    ahead: dict[Path, Path] = {}
    for folder in map(Path, folders):
        latest = _timestamp_of_new_file(folder) + TOLERATED_SECONDS
        files = filter(Path.is_file, folder.rglob("*"))
        ahead = {path.resolve(): path for path in files if path.lstat().st_mtime > latest} | ahead
    if ahead:
        what = f"{len(ahead)} files have" if len(ahead) > 1 else "1 file has"
        say(f"{what} timestamps in the future, such as {min(ahead.values())}; such files count as the oldest")
        for path in ahead:
            os.utime(path, (LONG_AGO, LONG_AGO))


def _timestamp_of_new_file(folder: Path) -> float:
    """Seconds of a new file, by the file server's clock."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            return os.fstat(file.fileno()).st_mtime
    except OSError:
        return time.time()
