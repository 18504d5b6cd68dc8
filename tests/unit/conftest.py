"""Locks of other file systems."""

from __future__ import annotations

import fcntl
import os
import struct
from typing import IO

import pytest


@pytest.fixture(params=["of this system", "of NFS"])
def locks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """`flock` of this system and of NFS: it needs read access for shared and write access for exclusive locks."""
    types = {fcntl.LOCK_EX: fcntl.F_WRLCK, fcntl.LOCK_SH: fcntl.F_RDLCK}

    def flock(file: IO[bytes], operation: int) -> None:
        lock_type = types[operation & ~fcntl.LOCK_NB]
        whole_file = struct.pack("hhqqi4x", lock_type, os.SEEK_SET, 0, 0, 0)
        fcntl.fcntl(file, fcntl.F_OFD_SETLK if operation & fcntl.LOCK_NB else fcntl.F_OFD_SETLKW, whole_file)

    if request.param == "of NFS":
        monkeypatch.setattr(fcntl, "flock", flock)
