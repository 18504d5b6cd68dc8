"""The atlas as one file.

Example: python -m scripts.release.atlas --atlas results/atlas --out results/release/atlas.zip
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pipeline.stage import run_stage
from tablebases.errors import Error
from tablebases.files import renamed_when_complete
from tablebases.messages import say

READABLE_FILE = 0o100644 << 16


def atlas_files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The files of an atlas that a browser loads, in the order of their names."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.endswith(".provenance.json"):
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def main(atlas: Path, out: Path) -> None:
    """Pack the atlas into an archive; equal files give equal bytes, whenever they were made.

    Args:
        atlas: the folder of the atlas.
        out: the archive to write; it holds a folder `atlas`.

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


if __name__ == "__main__":
    run_stage(main)
