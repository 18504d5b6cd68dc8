"""The atlas as readers see it: the pages as they are written now, with the data of the full run."""

from __future__ import annotations

import shutil
from pathlib import Path
from zipfile import ZipFile

from pipeline.atlas import write_atlas
from pipeline.atlas_results import write_results_page
from scripts.figures.document import FIGURES, SEQUENCES
from tablebases.atlas.pages import RESULTS, hand_written, index_html
from tablebases.locations import ATLAS
from tablebases.puzzles import PUZZLES

EXPERT = "6265136336413535566553155125263216446"
HAND = "3-7-8-15-18-23-24-24-32-37-41-43-50"
PLACES = (
    "", "nine-tiles/", "nine-tiles/#2_5_18", "nine-tiles/#cover", "nine-tiles/#learn", "nine-tiles/#build",
    "nine-tiles/#town_036582714004421544", "nine-tiles/#town_0365_____0044_____",
    "arrow/", f"arrow/#expert_{EXPERT}", "godomachi/", "godomachi/#6-2-14", "godomachi/#7-30-71 #mode-play",
    "godomachi/ #way-draw",
    "millijan/", f"millijan/#{HAND}", "millijan/#0-0-1-2-3-4-5-6-8-9-10-11",
    "millijan/#3-7-15-18-23-24-24-32-37-41-43;called-2;seen-13-13", "results/",
)  # fmt: skip
"""Every view of every page, those that look otherwise with an answer, and what is pressed there, if anything."""


def make_atlas(folder: Path) -> Path:
    """Make the atlas in this folder; returns its own folder.

    What the package has besides hand-written files, which may be those of an earlier version, is taken from there.
    """
    with ZipFile(ATLAS) as archive:
        archive.extractall(folder / "packaged")
    pages = {}
    for puzzle in PUZZLES:
        if puzzle.page is None:
            continue
        page = folder / puzzle.package
        shutil.copytree(
            folder / "packaged" / "atlas" / puzzle.page, page, ignore=shutil.ignore_patterns("*.js", "*.css")
        )
        for path in hand_written(puzzle.package):
            if path.suffix != ".html":
                shutil.copyfile(path, page / path.name)
        (page / "index.html").write_text(index_html(puzzle.package, puzzle.title), encoding="utf-8")
        pages[page] = puzzle.page
    write_results_page(FIGURES, SEQUENCES, folder / RESULTS.package)
    write_atlas(folder / "atlas", {**pages, folder / RESULTS.package: str(RESULTS.page)})
    return folder / "atlas"
