"""Locks that Snakemake leaves behind when it is killed."""

from __future__ import annotations

import fcntl
import shutil
from contextlib import suppress
from pathlib import Path
from typing import IO

STATE = Path(".snakemake")

_held: list[IO[bytes]] = []
"""Open as long as this process lives, which is how long it holds the lock."""


def remove_locks_of_dead_runs() -> None:
    """Let a run start where another one was killed.

    Snakemake leaves its lock behind when it is killed. Every process that reads the Snakefile
    holds a lock of the operating system, which goes when the process does; who is alone may
    remove the locks of Snakemake, for they belong to nobody.
    """
    try:
        STATE.mkdir(exist_ok=True)
        file = (STATE / "runs").open("wb")
        _held.append(file)
        with suppress(BlockingIOError):  # another run is under way
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(STATE / "locks", ignore_errors=True)
        fcntl.flock(file, fcntl.LOCK_SH)
    except OSError:
        return  # nothing can be written here, or the file system has no locks
