"""Locks of Snakemake that a killed run left in `.snakemake/locks`."""

from __future__ import annotations

import fcntl
import shutil
from contextlib import suppress
from pathlib import Path
from typing import IO

from snakemake.exceptions import WorkflowError

from tablebases.files import MACHINE

STATE = Path(".snakemake")

_held: list[IO[bytes]] = []
"""Files that stay open until this process ends, because closing them would release the lock."""


def remove_stale_locks() -> None:
    """Delete Snakemake's locks if no other Snakemake is live in this folder.

    Every Snakemake holds a flock, which ends with its process. Other machines may not see it, so locks of a run that
    began elsewhere stay; a WorkflowError tells how to remove them. On a file system without flocks all locks stay.
    """
    locks, runs = STATE / "locks", STATE / "runs"
    with suppress(OSError):
        STATE.mkdir(exist_ok=True)
        if runs.is_symlink():
            runs.unlink()
        file = runs.open("a+b")  # NFS needs reading for a shared lock, writing for an exclusive one
        _held.append(file)
        with suppress(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            file.seek(0)
            latest = file.read().decode(errors="replace")
            if latest in ("", MACHINE):
                shutil.rmtree(locks, ignore_errors=True)
            elif any(locks.glob("*")):
                raise WorkflowError(
                    f"a run that began on {latest} holds this folder; wait until it ends, or if it was killed, run "
                    f"there or remove {locks}"
                )
            file.truncate(0)
            file.write(MACHINE.encode())
            file.flush()
        fcntl.flock(file, fcntl.LOCK_SH)
