"""Locks that Snakemake leaves behind when it is killed."""

from __future__ import annotations

import fcntl
import shutil
from pathlib import Path
from typing import IO

STATE = Path(".snakemake")

_held: list[IO[bytes]] = []
"""Open as long as this process lives, which is how long it holds the lock."""


def is_only_run() -> bool:
    """Whether no other run is under way in this folder; the locks of dead ones are then removed.

    Snakemake leaves its lock behind when it is killed. Every process that reads the Snakefile holds a lock of the
    operating system, which goes when the process does; who is alone may remove the locks of Snakemake, for they belong
    to nobody. Where there are no such locks, the answer is yes, and Snakemake's own must do.
    """
    try:
        STATE.mkdir(exist_ok=True)
        file = (STATE / "runs").open("wb")
        _held.append(file)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        else:
            shutil.rmtree(STATE / "locks", ignore_errors=True)
            return True
        finally:
            fcntl.flock(file, fcntl.LOCK_SH)
    except OSError:
        return True
