"""Pages of the atlas: each is made of files written by hand, the template of all pages, and data."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from html import escape
from pathlib import Path
from string import Template
from textwrap import indent

from pipeline.core.errors import PipelineError
from pipeline.core.files import MACHINE, partial_path, reason
from pipeline.core.provenance import ProvenanceNotes, provenance_file
from pipeline.core.text_file import create_text
from pipeline.puzzles import PUZZLES, Puzzle

DATA_FILE = "data.json"
KIT = Path(__file__).parent / "kit"
"""The folder of `kit_files`; the atlas has one of the same name."""


FRONT = Puzzle("atlas", "atlas", "Puzzle tablebases", "パズルの\u200b完全解答", "")
"""The front page, which chooses among the others, as if it were a puzzle; it is the root of the atlas."""
RESULTS = Puzzle("figures", "figures", "Results", "わかったこと", "results")
"""The page of all figures, as if it were a puzzle; the front page leads to it."""
MANIFEST = KIT.with_name("manifest.webmanifest")
"""What browsers want to know to install the atlas as an app."""
SERVICE_WORKER = KIT.with_name("service_worker.js")
"""Keeps the atlas for use without a connection."""


def puzzle_of(package: str) -> Puzzle:
    """The puzzle of a package; KeyError if there is none."""
    return {puzzle.package: puzzle for puzzle in (*PUZZLES, FRONT, RESULTS)}[package]


def atlas_folder(outputs: Mapping[str, str]) -> Path:
    """The folder of the atlas: `results/atlas`; that of another configuration is within its own.

    Args:
        outputs: puzzle -> its folder of artifacts, the first one first.
    """
    puzzle, output = next(iter(outputs.items()))
    return Path(output).parent / "atlas" if Path(output).name == puzzle else Path(output) / "atlas"


def kit_files() -> list[Path]:
    """The files that all pages share."""
    return sorted(KIT.iterdir())


def hand_written(package: str) -> list[Path]:
    """What a page is made of besides its data: the files of its folder, and the template."""
    folder = Path(__file__).parents[1] / package / ("front" if package == FRONT.package else "page")
    return [*sorted(filter(Path.is_file, folder.iterdir())), KIT.with_name("template.html")]


def front_files() -> list[str]:
    """The names of the files in the root of the atlas."""
    of_page = [path.name for path in hand_written(FRONT.package) if path.suffix != ".html"]
    return ["index.html", *of_page, MANIFEST.name, SERVICE_WORKER.name]


def page_files(package: str) -> list[str]:
    """The names of the files of a page, the data first."""
    return [DATA_FILE, "index.html", *(path.name for path in hand_written(package) if path.suffix != ".html")]


def _names(puzzle: Puzzle) -> str:
    """The title in both languages, as attributes that `start.js` reads."""
    return f'data-en="{escape(puzzle.title)}" data-ja="{escape(puzzle.title_ja)}"'


def _links(here: Puzzle, others_only: bool) -> str:
    """Links from the page of a puzzle to all pages, or to all others."""
    root = "../" if here.page else "./"
    lines = []
    for puzzle in PUZZLES:
        if puzzle == here and not others_only:
            lines.append(f'<a href="./" aria-current="page" {_names(puzzle)}>{escape(puzzle.title)}</a>')
        elif puzzle != here and puzzle.page is not None:
            lines.append(f'<a href="{root}{puzzle.page}/" {_names(puzzle)}>{escape(puzzle.title)}</a>')
    return "\n".join(lines)


def _preloads(names: Iterable[str]) -> str:
    """Links to files that the page fetches, so that browsers do not wait for its script to ask for them."""
    return "\n".join(f'<link rel="preload" href="{escape(name)}" as="fetch" crossorigin>' for name in names)


def index_html(package: str, description: str, fetched: Iterable[str] = ()) -> str:
    """The page itself: the template of all pages with the puzzle's `main.html`.

    The navigation leads to the pages of all puzzles, the name to the front page. A page with views of its own has links
    to them in `nav.html`; those to the other pages are then among the settings.

    Args:
        package: of the puzzle.
        description: of the page in a sentence.
        fetched: the files that the page needs before it can show anything, besides its script and style.
    """
    parts = {path.stem: path.read_text(encoding="utf-8").rstrip() for path in hand_written(package)}
    puzzle = puzzle_of(package)
    root = "../" if puzzle.page else "./"
    has_views = "nav" in parts
    return Template(parts["template"]).substitute(
        title=escape(puzzle.title),
        description=escape(description),
        names=_names(puzzle),
        root=root,
        nav_label="views" if has_views else "pages",
        nav=indent(parts["nav"] if has_views else _links(puzzle, others_only=False), " " * 6),
        links=indent(_links(puzzle, others_only=True) if has_views else "", " " * 6),
        main=indent(parts["main"], " " * 6),
        preloads=indent(_preloads(fetched), " " * 2),
    )


def _is_left_over(folder: Path) -> bool:
    """Whether the process that wrote here, by the number in the folder's name, has ended."""
    try:
        os.kill(int(folder.suffixes[-2].removeprefix(".")), 0)
    except (OSError, ValueError, IndexError) as error:
        return isinstance(error, ProcessLookupError)
    return False


@contextmanager
def folder_renamed_when_complete(path: Path, what: str) -> Iterator[Path]:
    """A folder to write to, renamed to `path` at the end and removed if anything goes wrong.

    Args:
        path: where it will be, in the place of an earlier one.
        what: such a folder in messages, such as `a page`; an earlier one has the provenance of the data of a page.

    Raises:
        PipelineError: it cannot be written, or something else is at `path`.
    """
    partial = partial_path(path)
    earlier = partial_path(path, "earlier")
    for leftover in path.parent.glob(f".{path.name}.{MACHINE}.*.*"):
        if leftover.suffix in (partial.suffix, earlier.suffix) and _is_left_over(leftover):
            shutil.rmtree(leftover, ignore_errors=True)
    # Snakemake makes the folders of all outputs before a job starts.
    is_empty = path.is_dir() and all(inner.is_dir() for inner in path.rglob("*"))
    # Snakemake has removed what a rule names, but not provenances.
    notes = provenance_file(Path(DATA_FILE)).name
    marks = (mark for name in (notes, f"*/{notes}", SERVICE_WORKER.name) for mark in path.glob(name))
    if path.exists() and not is_empty and not any(marks):
        raise PipelineError(f"{path} is not {what}; move it away and run again")
    try:
        partial.mkdir(parents=True)
        yield partial
        if path.exists():
            path.rename(earlier)
        partial.rename(path)
    except OSError as error:
        raise PipelineError(f"cannot write {path}: {reason(error)}") from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)
        shutil.rmtree(earlier, ignore_errors=True)


def write_page(
    out: Path,
    package: str,
    description: str,
    data: Mapping[str, object],
    provenance: ProvenanceNotes,
    more: Mapping[str, str] | None = None,
    fetched: Iterable[str] = (DATA_FILE,),
) -> None:
    """Write the page of a puzzle; the folder appears, or is replaced, when it is complete.

    Args:
        out: the folder of the page.
        package: of the puzzle.
        description: of the page in a sentence, for search engines.
        data: what the page loads, ready for JSON.
        provenance: of the data.
        more: the content of other files that the page loads, by name.
        fetched: the files that the page needs before it can show anything, besides its script and style.

    Raises:
        PipelineError: it cannot be written, or something else is in its place.
    """
    with folder_renamed_when_complete(out, "a page") as folder:
        for source in hand_written(package):
            if source.suffix != ".html":
                shutil.copyfile(source, folder / source.name)
        for name, content in {"index.html": index_html(package, description, fetched), **(more or {})}.items():
            (folder / name).write_text(content, encoding="utf-8")
        with create_text(folder / DATA_FILE, provenance) as file:
            json.dump(data, file, ensure_ascii=False, separators=(",", ":"))
            file.write("\n")
