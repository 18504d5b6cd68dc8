"""Locks as other file systems have them."""

from __future__ import annotations

import fcntl
import os
import struct
from typing import IO

import pytest


@pytest.fixture(params=["of this system", "of NFS"])
def locks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """`flock` as this system has it, and as NFS has it, by Linux's locks of an open file.

    On NFS a shared lock needs a file open for reading, an exclusive one a file open for writing, and SQLite's locks on
    a file are in its way.
    """
    kinds = {fcntl.LOCK_EX: fcntl.F_WRLCK, fcntl.LOCK_SH: fcntl.F_RDLCK}

    def flock(file: IO[bytes], operation: int) -> None:
        kind = kinds[operation & ~fcntl.LOCK_NB]
        whole_file = struct.pack("hhqqi4x", kind, os.SEEK_SET, 0, 0, 0)
        fcntl.fcntl(file, fcntl.F_OFD_SETLK if operation & fcntl.LOCK_NB else fcntl.F_OFD_SETLKW, whole_file)

    if request.param == "of NFS":
        monkeypatch.setattr(fcntl, "flock", flock)
