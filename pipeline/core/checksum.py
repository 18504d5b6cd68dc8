"""A CRC-32 in the header of every database, so that nothing is read from damaged bytes.

    PRAGMA application_id          bytes 68 to 71 of the file, big endian
    = CRC-32 of the whole file     with zeros in these four bytes

It finds every damage within 32 neighbouring bits, and all but one in four billion of the others, at 2 to 3 GB/s.
Against changes on purpose there is SHA256SUMS.
"""

from __future__ import annotations

import zlib
from pathlib import Path

from pipeline.core.errors import PipelineError
from pipeline.core.files import remembered

PLACE = slice(68, 72)
HEADER_BYTES = 100
CHUNK_BYTES = 2**20
NEVER_SEALED = 0


def _checksum(path: Path) -> tuple[int, int]:
    """The CRC-32 that a database has in its header, and that of its bytes."""
    with path.open("rb") as file:
        header = file.read(HEADER_BYTES)
        found = zlib.crc32(header[: PLACE.start] + bytes(4) + header[PLACE.stop :])
        while chunk := file.read(CHUNK_BYTES):
            found = zlib.crc32(chunk, found)
    return int.from_bytes(header[PLACE], "big"), found


def seal(path: Path) -> None:
    """Write the checksum of a finished database into its header."""
    _, found = _checksum(path)
    with path.open("r+b") as file:
        file.seek(PLACE.start)
        file.write(found.to_bytes(4, "big"))


_known_checksum = remembered(_checksum)


def check_seal(path: Path) -> None:
    """Stop unless a database is, to the last bit, what was sealed.

    Raises:
        PipelineError: it is damaged, or was written by something else.
    """
    stated, found = _known_checksum(path)
    if stated == NEVER_SEALED:
        raise PipelineError(
            f"{path} was not written by this program, or by an earlier version (it has no checksum); "
            "move it away and run `snakemake`"
        )
    if stated != found:
        raise PipelineError(
            f"{path} is damaged or was changed (its checksum is {found:08x}, not {stated:08x}); "
            "remove it and run `snakemake` to make it again"
        )
