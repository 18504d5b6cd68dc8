"""Copy the small answers of the full run, and the atlas, into the package, where they need no run.

Example: snakemake all atlas --cores 2 && python -m scripts.package_answers
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pipeline.core.errors import PipelineError
from pipeline.core.files import renamed_when_complete
from pipeline.core.packaged import ATLAS, PACKAGED
from pipeline.core.progress import say
from pipeline.core.stage import run_stage

ANSWERS = {"nine_tiles_panic": "best_towns.db", "arrow_puzzle": "arrow_puzzle.db", "millijan": "millijan.db"}
"""Puzzle -> its database that is small."""


def atlas_files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The files of an atlas, by name: what a browser loads."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.endswith(".provenance.json"):
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def write_zip(out: Path, files: Iterator[tuple[str, bytes]]) -> None:
    """Write a ZIP archive, the same bytes for the same files."""
    with renamed_when_complete(out) as partial, ZipFile(partial, "w") as archive:
        for name, content in files:
            archive.writestr(ZipInfo(name), content, ZIP_DEFLATED, 9)


def main(results: Path = Path("results")) -> None:
    """Copy the small databases and the atlas of the default configuration into the package.

    `tablebases verify` compares them with the results.

    Example: python -m scripts.package_answers

    Args:
        results: the folder with the finished artifacts of all puzzles.
    """
    atlas = results / "atlas"
    if not (atlas / "index.html").is_file():
        raise PipelineError(f"{atlas} is no atlas; run `snakemake atlas` to make it")
    for puzzle, name in ANSWERS.items():
        with renamed_when_complete(PACKAGED / puzzle / name) as partial:
            shutil.copyfile(results / puzzle / name, partial)
    write_zip(ATLAS, atlas_files(atlas))
    for path in (*sorted(PACKAGED.rglob("*.db")), ATLAS):
        say(f"{path.relative_to(PACKAGED)}: {path.stat().st_size / 1e3:,.0f} kB")


if __name__ == "__main__":
    run_stage(main)
