"""Stage atlas: the pages of all puzzles in one folder."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from pipeline.atlas_results import write_results_page
from pipeline.pages import check_page, folder_renamed_when_complete
from pipeline.stage import run_stage
from tablebases.atlas.bundler import one_module
from tablebases.atlas.pages import (
    FRONT,
    KIT,
    MANIFEST,
    RESULTS,
    SERVICE_WORKER,
    hand_written,
    index_html,
    is_bundle,
    puzzle_of,
)
from tablebases.errors import Error
from tablebases.files import PROVENANCE_SUFFIX, SUMS, sums_of
from tablebases.languages import CATALOGUE
from tablebases.messages import say


def parse_page(text: str) -> tuple[Path, str]:
    """Split `godomachi=results/godomachi/page/godomachi` into the folder and its place in the atlas."""
    package, _, folder = text.partition("=")
    try:
        place = puzzle_of(package).page
    except KeyError:
        place = None
    if not place or not folder:
        raise Error(f"{text} is not the page of a puzzle, such as godomachi=FOLDER")
    return Path(folder), place


def write_front(folder: Path) -> None:
    """Add the front page and files for installing to `folder`.

    The scripts of pages and workers are bundled with their modules and texts, which are then deleted.
    """
    for path in [*hand_written(FRONT.package), MANIFEST]:
        if path.suffix != ".html":
            shutil.copyfile(path, folder / path.name)
    modules = [*folder.rglob("*.js"), *folder.rglob(CATALOGUE)]
    bundles = {path: one_module(path) for path in modules if is_bundle(path.name)}
    for path in modules:
        path.unlink()
    for path, code in bundles.items():
        path.write_text(code, encoding="utf-8")
    (folder / "index.html").write_text(
        index_html(FRONT.package, "Answers to four puzzles, computed once"), encoding="utf-8"
    )
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.endswith(PROVENANCE_SUFFIX))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in paths))
    # Browsers ask for a folder rather than for the page in it.
    names = [path.relative_to(folder).as_posix().removesuffix("index.html") or "./" for path in paths]
    atlas = json.dumps({"version": digest.hexdigest()[:16], "files": names})
    code = f"const ATLAS = {atlas};\n{SERVICE_WORKER.read_text(encoding='utf-8')}"
    (folder / SERVICE_WORKER.name).write_text(code, encoding="utf-8")


def write_atlas(out: Path, pages: dict[Path, str]) -> None:
    """Write the atlas of `pages`: folder -> folder in the atlas."""
    with folder_renamed_when_complete(out, "an atlas") as folder:
        # The files get new timestamps: Snakemake takes files older than their inputs for outdated.
        for source, place in {KIT: KIT.name, **pages}.items():
            shutil.copytree(source, folder / place, copy_function=shutil.copyfile, dirs_exist_ok=True)
        write_front(folder)
        files = [path for path in folder.rglob("*") if path.is_file()]
        (folder / SUMS).write_text(sums_of(files, folder), encoding="utf-8")
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    say(f"atlas: {out}, {size / 1e3:,.0f} kB; show it with `tablebases atlas {out}`")


def main(
    page: Annotated[list[str], typer.Option(help="PUZZLE=FOLDER: the page of a puzzle; may be given again.")],
    figures: Path,
    sequences: Path,
    out: Path,
) -> None:
    """Write the atlas: all pages and their shared files.

    Any file server can serve the folder, and `tablebases atlas` does. It needs no backend.
    """
    pages = dict(map(parse_page, page))
    for path in pages:
        check_page(path)
    with TemporaryDirectory() as folder:
        results = Path(folder, "results")
        write_results_page(figures, sequences, results)
        write_atlas(out, {**pages, results: str(RESULTS.page)})


if __name__ == "__main__":
    run_stage(main)
