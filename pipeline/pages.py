"""Write pages of the atlas from hand-written files and data."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pipeline.artifacts import ProvenanceNotes, create_text
from tablebases.answer.share import Card
from tablebases.atlas.pages import ABOUT, DATA_FILE, SERVICE_WORKER, documents, hand_written
from tablebases.errors import Error
from tablebases.files import (
    MACHINE,
    content_digest,
    file_digest,
    partial_path,
    provenance_file,
    read_provenance,
    reason,
)
from tablebases.locations import rejected
from tablebases.puzzles import puzzle_of


def atlas_folder(outputs: Mapping[str, str]) -> Path:
    """The folder of the atlas: `results/atlas`, or `atlas` in the first output folder of another configuration.

    `outputs` has puzzle -> folder of artifacts.
    """
    puzzle, output = next(iter(outputs.items()))
    return Path(output).parent / "atlas" if Path(output).name == puzzle else Path(output) / "atlas"


def _is_left_over(folder: Path) -> bool:
    """Whether the process whose number is in the folder's name has ended."""
    try:
        os.kill(int(folder.suffixes[-2].removeprefix(".")), 0)
    except (OSError, ValueError, IndexError) as error:
        return isinstance(error, ProcessLookupError)
    return False


@contextmanager
def folder_renamed_when_complete(path: Path, what: str) -> Iterator[Path]:
    """Yield a temporary folder, renamed to `path` at the end and deleted on errors.

    It replaces an earlier page or atlas, recognized by the provenance of its data. Errors call such a folder `what`.
    Raises an Error if something else is at `path`, or if it cannot be written.
    """
    partial = partial_path(path)
    earlier = partial_path(path, "earlier")
    for leftover in path.parent.glob(f".{path.name}.{MACHINE}.*.*"):
        if leftover.suffix in (partial.suffix, earlier.suffix) and _is_left_over(leftover):
            shutil.rmtree(leftover, ignore_errors=True)
    # Snakemake creates the folders of all outputs before a job starts.
    is_empty = path.is_dir() and all(inner.is_dir() for inner in path.rglob("*"))
    # Snakemake has deleted the outputs that the rule names, but not their provenance.
    notes = provenance_file(Path(DATA_FILE)).name
    marks = (mark for name in (notes, f"*/{notes}", SERVICE_WORKER.name) for mark in path.glob(name))
    if path.exists() and not is_empty and not any(marks):
        raise Error(f"{path} is not {what}; move it away and run again")
    try:
        partial.mkdir(parents=True)
        yield partial
        if path.exists():
            path.rename(earlier)
        partial.rename(path)
    except OSError as error:
        raise Error(f"cannot write {path}: {reason(error)}") from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)
        shutil.rmtree(earlier, ignore_errors=True)


def check_page(folder: Path) -> None:
    """Raise an Error unless a page has all its files as `write_page` wrote them."""
    content_digest(folder / DATA_FILE)
    notes = read_provenance(folder / DATA_FILE)
    for key, digest in notes.items():
        if key.startswith("file ") and content_digest(path := folder / key.removeprefix("file ")) != digest:
            raise rejected(path, "has been changed since it was made", stage=notes["stage"])


def write_page(
    out: Path,
    package: str,
    description: str,
    data: Mapping[str, object],
    provenance: ProvenanceNotes,
    more: Mapping[str, str] | None = None,
    fetched: Iterable[str] = (DATA_FILE,),
    front: Mapping[str, object] | None = None,
    preview: Card | None = None,
) -> None:
    """Write the page of the puzzle `package`; the folder `out` appears when it is complete.

    Search engines show the sentence `description`. `data` is ready for JSON and has `provenance`, which gets the digest
    of each other file. `more` has file name -> content of other files that the page loads. `fetched` is as in
    `index_html`. `front` is the data for the module `front.js` of the page. `preview` is the card in previews of links
    to the page; without it they show the logo.
    """
    with folder_renamed_when_complete(out, "a page") as folder:
        for source in hand_written(package):
            if source.suffix != ".html":
                shutil.copyfile(source, folder / source.name)
        place = f"{puzzle_of(package).page}/"
        card = preview or Card(package, description, (), place, (folder / "logo.svg").read_text(encoding="utf-8"))
        about = {"description": description, "fetched": [*fetched], "front": front, "preview": vars(card)}
        content = json.dumps(about, ensure_ascii=False, separators=(",", ":"))
        files = {**documents(package, description, fetched), ABOUT: content, **(more or {})}
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        provenance.notes |= {f"file {path.name}": file_digest(path) for path in sorted(folder.iterdir())}
        with create_text(folder / DATA_FILE, provenance) as file:
            json.dump(data, file, ensure_ascii=False, separators=(",", ":"))
            file.write("\n")
