"""Files of a release that need no description: databases, the atlas as one file, digests."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tablebases.errors import Error
from tablebases.fetching import MAX_BYTES
from tablebases.files import check_seal, connect_to_read, file_digest, renamed_when_complete
from tablebases.messages import say

READABLE_FILE = 0o100644 << 16


def put_database(database: Path, out: Path) -> None:
    """Put a database into the release: the same file under another name, or a copy where there are no hard links.

    Raises:
        Error: it is damaged, or too large for places that take data.
    """
    connect_to_read(database).close()
    check_seal(database)
    size = database.stat().st_size
    if size >= MAX_BYTES:
        raise Error(f"{database} has {size / 1e9:.1f} GB; files of a release must be smaller than 2 GB")
    with renamed_when_complete(out) as partial:
        partial.unlink()
        try:
            os.link(database, partial)
        except OSError:
            shutil.copyfile(database, partial)
    say(f"{out.name}: {size / 1e6:,.1f} MB")


def atlas_files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The files of an atlas that a browser loads, in the order of their names."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.endswith(".provenance.json"):
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def pack_atlas(atlas: Path, out: Path) -> None:
    """Pack the atlas into an archive; equal files give equal bytes, whenever they were made.

    Raises:
        Error: there is no atlas.
    """
    if not (atlas / "index.html").is_file():
        raise Error(f"{atlas} is no atlas; `snakemake atlas` makes it")
    with renamed_when_complete(out) as partial, ZipFile(partial, "w") as archive:
        for name, content in atlas_files(atlas):
            entry = ZipInfo(f"atlas/{name}")  # dated 1980, the first year that archives know
            entry.compress_type = ZIP_DEFLATED
            entry.external_attr = READABLE_FILE
            archive.writestr(entry, content)
    say(f"{out.name}: {out.stat().st_size / 1e3:,.0f} kB")


def write_checksums(files: Iterable[Path], out: Path) -> None:
    """List the SHA-256 of files in the folder of `out`, as `sha256sum -c` reads it."""
    lines = [f"{file_digest(path)}  {path.name}\n" for path in sorted(files)]
    with renamed_when_complete(out) as partial:
        partial.write_text("".join(lines), encoding="utf-8")
    say(f"{out.name}: {len(lines)} files")
