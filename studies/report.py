"""Print tables of studies, and compare their figures with the known ones."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from scripts import ROOT, figures
from tablebases.errors import Error
from tablebases.files import content_digest
from tablebases.messages import say
from tablebases.nine_tiles.tablebase import ANSWERS
from tablebases.puzzles import NINE_TILES
from tablebases.verification import known_digests

ResultsOption = Annotated[Path, typer.Option(help="Folder of the finished results.")]
TilesOption = Annotated[Path, typer.Option(help="Tile file, one row a tile face.")]
PictureOption = Annotated[Path | None, typer.Option(help="File for the drawing, as SVG.")]
DOCUMENT = ROOT / "docs" / "nine-tiles-panic.md"


def is_full_run(answers: Path) -> bool:
    """Whether an answers.db has the content of the full run, by data/checksums.csv."""
    return content_digest(answers) == known_digests(ROOT)[NINE_TILES.package][ANSWERS.file]


def report(study: str, table: str, found: Mapping[str, int], answers: Path) -> None:
    """Print the table of a study of Nine Tiles Panic, and compare its figures.

    `study` is its name in scripts/figures/nine_tiles_panic.yaml. `answers` is answers.db of the published rules. Only
    the figures of the full run are known.

    Raises:
        Error: a figure or the table of the document differs.
    """
    print(table, end="")
    if not is_full_run(answers):
        say(f"{study}: not compared, because only the figures of the full run are known")
        return
    known = figures.known_values(NINE_TILES.package, study)
    differing = [
        f"{key} is {found.get(key, 'missing')}, but {known.get(key, 'nothing')} is known"
        for key in sorted(found.keys() | known.keys())
        if str(found.get(key)) != str(known.get(key))
    ]
    if table not in DOCUMENT.read_text(encoding="utf-8"):
        differing.append(f"{DOCUMENT.name} shows another table")
    if differing:
        raise Error(f"{study}: {'; '.join(differing)}")
    say(f"{study}: agrees with {len(known)} known figures and with {DOCUMENT.name}")
