"""Write pages of the atlas from hand-written files and data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from pipeline.artifacts import ProvenanceNotes, create_text
from tablebases.answer.share import Card
from tablebases.atlas.pages import ABOUT, DATA_FILE, documents, hand_written, page_files
from tablebases.puzzles import puzzle_of


def atlas_folder(outputs: Mapping[str, str]) -> Path:
    """The folder of the atlas: `results/atlas`, or `atlas` in the first output folder of another configuration.

    `outputs` has puzzle -> folder of artifacts.
    """
    puzzle, output = next(iter(outputs.items()))
    return Path(output).parent / "atlas" if Path(output).name == puzzle else Path(output) / "atlas"


def page_outputs(folder: str, package: str, *more: str) -> list[str]:
    """The files of a page in `folder` but `ABOUT`; `more` are names of files that its stage adds."""
    return [f"{folder}/{name}" for name in (*page_files(package), *more) if name != ABOUT]


def write_page(
    about: Path,
    package: str,
    description: str,
    data: Mapping[str, object],
    provenance: ProvenanceNotes,
    notes: Path,
    more: Mapping[str, str] | None = None,
    fetched: Iterable[str] = (DATA_FILE,),
    front: Mapping[str, object] | None = None,
    preview: Card | None = None,
) -> None:
    """Write the page of the puzzle `package`: `about`, its other files beside it, and their provenance to `notes`.

    Search engines show the sentence `description`. `data` is ready for JSON. `more` has file name -> content of other
    files that the page loads. `fetched` is as in `index_html`. `front` is the data for the module `front.js` of the
    page. `preview` is the card in previews of links to the page; without it they show the logo.
    """
    puzzle = puzzle_of(package)
    files = {path.name: path.read_text(encoding="utf-8") for path in hand_written(package) if path.suffix != ".html"}
    files |= {DATA_FILE: _json(data) + "\n", **documents(package, description, fetched), **(more or {})}
    card = preview or Card(package, description, (), f"{puzzle.page}/", files["logo.svg"])
    facts = {"puzzle": package, "files": [*files], "description": description, "fetched": [*fetched]}
    files[ABOUT] = _json({**facts, "front": front, "preview": vars(card)})
    for name, text in files.items():
        with create_text(about.with_name(name), provenance) as file:
            file.write(text)
    provenance.write(notes)


def _json(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))
