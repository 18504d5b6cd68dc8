"""Stage atlas: the pages of all puzzles in one folder."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from pipeline.artifacts import artifact_renamed_when_complete
from pipeline.atlas_results import write_results_page
from tablebases.answer.share import WIDTH, Card, checked_address, placed, share_picture
from tablebases.atlas.bundler import one_module, plain_style
from tablebases.atlas.pages import (
    ABOUT,
    DATA_FILE,
    FRONT_MODULE,
    KIT,
    MANIFEST,
    PREVIEW,
    SERVICE_WORKER,
    documents,
    hand_written,
    is_bundle,
)
from tablebases.errors import Error
from tablebases.files import PROVENANCE, SUMS, content_digest, sums_of
from tablebases.languages import CATALOGUE
from tablebases.messages import say
from tablebases.pictures import document, to_png
from tablebases.puzzles import FRONT, NINE_TILES, PUZZLES, RESULTS, puzzle_of

FACTS = (
    "cover_minimum",
    "theme_sets",
    "hard_fewest_taps_max",
    "hard_solvable_boards",
    "n13_longest_game",
    "n13_pairs",
    "win_chance_all",
    "winning_deals_all",
)
"""Keys of the figures on the front page."""
DESCRIPTION = "What is best with your cards, your board or your hand: exact answers to four puzzles"
"""Of the front page, for search engines and previews."""
PICTURES = "pictures.js"
"""The module that gives the front page the modules of all pages that draw for it."""
DRAWN = re.compile(r"^/\* Also on the front page: \*/\n(.*?)^/\* Only here: \*/\n", re.MULTILINE | re.DOTALL)
"""The rules of a style sheet that the front page has too."""
TILES = f"{NINE_TILES.page}/tiles.svg"
"""A file of a page that the front page loads too."""


def copied_page(about: Path, folder: Path) -> None:
    """Copy the files of a page, which `about` lists, to its place in `folder`.

    Raises an Error if `about` is not of a page, or if a file is missing or was changed since it was made.
    """
    content_digest(about)
    try:
        written = json.loads(about.read_text(encoding="utf-8"))
        place, names = puzzle_of(written["puzzle"]).page, [about.name, *written["files"]]
    except (LookupError, TypeError, ValueError) as error:
        raise Error(f"{about} does not list the files of a page") from error
    target = folder / str(place)
    target.mkdir(parents=True, exist_ok=True)
    for name in names:
        content_digest(about.with_name(name))
        shutil.copyfile(about.with_name(name), target / name)


def _write_front_data(folder: Path, abouts: Mapping[str, Mapping[str, Any]]) -> None:
    """Write the data of the front page: figures, and the data of its pictures by the folders of their pages."""
    results = folder / str(RESULTS.page) / DATA_FILE
    puzzles = json.loads(results.read_text(encoding="utf-8"))["puzzles"] if results.exists() else []
    values = {figure["key"]: figure["value"] for puzzle in puzzles for figure in puzzle["figures"]}
    pictures = {place: about["front"] for place, about in abouts.items() if about["front"] is not None}
    data = {"figures": {key: values[key] for key in FACTS if key in values}, "pictures": pictures}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    (folder / DATA_FILE).write_text(f"{text}\n", encoding="utf-8")


def _write_pictures(folder: Path) -> None:
    """Write the module with the functions `picture` of pages by their folders, and add rules of their style sheets."""
    places = sorted(path.parent.name for path in folder.glob(f"*/{FRONT_MODULE}"))
    lines = [f'import {{ picture as p{i} }} from "./{place}/{FRONT_MODULE}";' for i, place in enumerate(places)]
    entries = ", ".join(f"{json.dumps(place)}: p{i}" for i, place in enumerate(places))
    code = "\n".join([*lines, f"export const PICTURES = {{ {entries} }};", ""])
    (folder / PICTURES).write_text(code, encoding="utf-8")
    style = folder / "style.css"
    sheets = [(folder / place / style.name).read_text(encoding="utf-8") for place in places]
    rules = [rule for sheet in sheets for rule in DRAWN.findall(sheet)]
    style.write_text("".join([*rules, style.read_text(encoding="utf-8")]), encoding="utf-8")


def write_front(folder: Path, address: str = "") -> None:
    """Add the front page and files for installing to `folder`.

    The scripts of pages and workers are bundled with their modules and texts, which are then deleted. Style sheets lose
    their comments.
    """
    for path in [*hand_written(FRONT.package), MANIFEST]:
        if path.suffix != ".html":
            shutil.copyfile(path, folder / path.name)
    abouts = {}
    for path in sorted(folder.glob(f"*/{ABOUT}")):
        abouts[path.parent.name] = json.loads(path.read_text(encoding="utf-8"))
        path.unlink()
    _write_front_data(folder, abouts)
    _write_pictures(folder)
    for path in folder.rglob("*.css"):
        path.write_text(plain_style(path.read_text(encoding="utf-8")), encoding="utf-8")
    modules = [*folder.rglob("*.js"), *folder.rglob(CATALOGUE)]
    bundles = {path: one_module(path) for path in modules if is_bundle(path.name)}
    for path in modules:
        path.unlink()
    for path, code in bundles.items():
        path.write_text(code, encoding="utf-8")
    fetched = [name for name in (DATA_FILE, TILES) if (folder / name).exists()]
    for name, html in documents(FRONT.package, DESCRIPTION, fetched, address).items():
        (folder / name).write_text(html, encoding="utf-8")
    if address:
        _add_previews(folder, abouts, address)
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != PREVIEW)
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in paths))
    # Browsers ask for a folder rather than for the page in it.
    names = [path.relative_to(folder).as_posix().removesuffix("index.html") or "./" for path in paths]
    atlas = json.dumps({"version": digest.hexdigest()[:16], "files": names})
    code = f"const ATLAS = {atlas};\n{SERVICE_WORKER.read_text(encoding='utf-8')}"
    (folder / SERVICE_WORKER.name).write_text(code, encoding="utf-8")


def _front_card(cards: Sequence[Card]) -> Card:
    """The card of the front page: the drawings of all puzzles, two in a row."""
    drawings = [placed(card.drawing, 360 * (i % 2), 290 * (i // 2), 340, 270) for i, card in enumerate(cards)]
    drawing = document(700, 290 * ceil(max(len(cards), 1) / 2) - 20, FRONT.title, drawings)
    return Card(FRONT.package, DESCRIPTION, [puzzle.title for puzzle in PUZZLES], "", drawing)


def _add_previews(folder: Path, abouts: Mapping[str, Mapping[str, Any]], address: str) -> None:
    """Write the pictures that other sites show for links to the pages, and name them in the documents."""
    cards = {place: Card(**about["preview"]) for place, about in abouts.items()}
    of_puzzles = [cards[puzzle.page] for puzzle in PUZZLES if puzzle.page in cards]
    for place, card in {**cards, "": _front_card(of_puzzles)}.items():
        (folder / place / PREVIEW).write_bytes(to_png(share_picture(card, address), WIDTH))
    for place, about in abouts.items():
        found = documents(cards[place].puzzle, about["description"], about["fetched"], address)
        for name, html in found.items():
            (folder / place / name).write_text(html, encoding="utf-8")


def write_atlas(index: Path, abouts: Iterable[Path], address: str = "") -> None:
    """Write the atlas of pages, by their files `ABOUT`: `index` and the files beside and below it.

    If it has an address, its links have previews.
    """
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        shutil.copytree(KIT, folder / KIT.name, copy_function=shutil.copyfile)
        for about in abouts:
            copied_page(about, folder)
        write_front(folder, address)
        (folder / SUMS).write_text(sums_of(filter(Path.is_file, folder.rglob("*")), folder), encoding="utf-8")
        files = sorted(filter(Path.is_file, folder.rglob("*")))
        size = sum(path.stat().st_size for path in files)
        for path in files:
            with artifact_renamed_when_complete(index.parent / path.relative_to(folder)) as partial:
                shutil.copyfile(path, partial)
    say(f"atlas: {index.parent}, {size / 1e3:,.0f} kB; show it with `tablebases atlas {index.parent}`")


def main(
    about: Annotated[list[Path], typer.Option(help="The list of a page's files; may be given again.")],
    figures: Path,
    sequences: Path,
    out: Path,
    address: Annotated[str, typer.Option(help="The web address of the atlas, for previews of links.")] = "",
) -> None:
    """Write the atlas: all pages and their shared files.

    Any file server can serve the folder, and `tablebases atlas` does. It needs no backend.
    """
    with TemporaryDirectory() as folder:
        results = Path(folder, "page", ABOUT)
        write_results_page(figures, sequences, results, Path(folder, PROVENANCE, "results.json"))
        write_atlas(out, [*about, results], checked_address(address))
