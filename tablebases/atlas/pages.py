"""Pages of the atlas, from handwritten files, a common template and data."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path
from string import Template
from textwrap import indent
from urllib.parse import urlsplit

from tablebases.answer.share import HEIGHT, WIDTH
from tablebases.atlas.bundler import plain_style
from tablebases.files import SUMS
from tablebases.languages import CATALOGUE
from tablebases.puzzles import FRONT, PUZZLES, RESULTS, Puzzle, puzzle_of

DATA_FILE = "data.json"
ABOUT = "about.json"
"""Facts on a page for the atlas: `puzzle`, and the names of its other `files`. `description` and `fetched` are
arguments of `documents`. `front` is the data for its picture on the front page, or null. `preview` is the card in the
previews of links to it."""
FRONT_MODULE = "front.js"
"""The module of a page that draws this."""
SCRIPT = "app.js"
"""The script of every page."""
PREVIEW = "preview.png"
"""The picture that other sites show for links to a page."""
DOCUMENT_SCRIPT = "_app.js"
"""The end of the names of scripts of further documents, which a page may have beside `index.html`.

`judge_app.js` is the script of `judge.html`, and other visitors of the page do not load it. It fills the places of
`judge_main.html`, or else of `main.html`. The rules of `judge_style.css` add to those of `style.css`.
"""
LOADED_LATER = ("sharing.js", "why.js", "lay.js", "screenshot_view.js")
"""Modules that pages load when they are needed: to share pictures, to explain scores of Nine Tiles Panic and lay its
towns step by step, and to read screenshots of the arrow puzzle."""
KIT = Path(__file__).parent / "kit"
"""The folder of `kit_files`; the atlas has a folder of the same name."""


MANIFEST = KIT.with_name("manifest.webmanifest")
"""The manifest with which browsers install the atlas as an app."""
NOT_FOUND = "404.html"
"""The document in the root of the atlas that servers show for addresses without a file. It needs no other file."""
SERVICE_WORKER = KIT.with_name("service_worker.js")
"""Keeps the atlas for use without a connection."""


def kit_files() -> list[Path]:
    """The files that all pages share."""
    return sorted(KIT.iterdir())


def hand_written(package: str) -> list[Path]:
    """The sources of a page without its data: the files of its folder, and the template."""
    folders = {FRONT.package: "front", RESULTS.package: "results"}
    folder = Path(__file__).parents[1] / puzzle_of(package).library / folders.get(package, "page")
    return [*sorted(filter(Path.is_file, folder.iterdir())), KIT.with_name("template.html")]


def is_bundle(name: str) -> bool:
    """Whether browsers load a script: of a document, a worker or `LOADED_LATER`. It has all its imports bundled."""
    return name in (SCRIPT, *LOADED_LATER) or name.endswith((DOCUMENT_SCRIPT, "_worker.js"))


def is_shipped(name: str) -> bool:
    """Whether a file of a page or of the kit, by its name, is in the atlas and not only in a bundle."""
    return name not in (CATALOGUE, ABOUT) and (not name.endswith(".js") or is_bundle(name))


def front_files() -> list[str]:
    """The names of the files in the root of the atlas."""
    names = [path.name for path in hand_written(FRONT.package) if path.suffix != ".html"]
    return [DATA_FILE, "index.html", NOT_FOUND, *filter(is_shipped, names), MANIFEST.name, SERVICE_WORKER.name, SUMS]


def further_documents(package: str) -> list[str]:
    """The names, without `.html`, of the documents that a page has beside `index.html`."""
    names = [path.name for path in hand_written(package)]
    endings = (DOCUMENT_SCRIPT, NOT_FOUND)
    return [name.removesuffix(DOCUMENT_SCRIPT).removesuffix(".html") for name in names if name.endswith(endings)]


def page_files(package: str) -> list[str]:
    """The names of the files of a page, the data first."""
    names = [path.name for path in hand_written(package) if path.suffix != ".html"]
    documents = [f"{name}.html" for name in ("index", *further_documents(package))]
    return [DATA_FILE, ABOUT, *documents, *names]


def _names(puzzle: Puzzle) -> str:
    """The title in both languages, as attributes for `start.js`."""
    return f'data-en="{escape(puzzle.title)}" data-ja="{escape(puzzle.title_ja)}"'


def _links(here: Puzzle, root: str) -> str:
    """Links from a page to those of all puzzles, and to the results."""
    lines = []
    for puzzle in (*PUZZLES, RESULTS):
        if puzzle == here:
            lines.append(f'<a href="./" aria-current="page" {_names(puzzle)}>{escape(puzzle.title)}</a>')
        elif puzzle.page is not None:
            lines.append(f'<a href="{root}{puzzle.page}/" {_names(puzzle)}>{escape(puzzle.title)}</a>')
    return "\n".join(lines)


def _preloads(names: Iterable[str]) -> str:
    """Preload links for the files that the page fetches, so browsers load them before the script runs."""
    return "\n".join(f'<link rel="preload" href="{escape(name)}" as="fetch" crossorigin>' for name in names)


def _preview(puzzle: Puzzle, description: str, address: str, name: str) -> str:
    """What other sites show for links to a document of the atlas at `address`: title, description and picture."""
    place = f"{address}{puzzle.page}/" if puzzle.page else address
    properties = {
        "title": puzzle.title,
        "description": description,
        "type": "website",
        "url": place + name,
        "image": place + PREVIEW,
        "image:width": WIDTH,
        "image:height": HEIGHT,
    }
    tags = (f'<meta property="og:{key}" content="{escape(str(value))}">' for key, value in properties.items())
    return "".join(f"\n  {tag}" for tag in tags)


def index_html(
    package: str, description: str, fetched: Iterable[str] = (), address: str = "", document: str = ""
) -> str:
    """The HTML of a page, or of a further document: the common template, or the document's own one, filled.

    The navigation links to the pages of all puzzles and to the results, the name of the atlas to the front page.
    `fetched` are the files, besides script and style, that the page needs before it can show anything. If the atlas has
    an `address`, links to the page have a preview.
    """
    parts = {path.name: path.read_text(encoding="utf-8").rstrip() for path in hand_written(package)}
    puzzle = puzzle_of(package)
    own = f"{document}.html" if document else ""
    # The script of the document `NOT_FOUND` finds the root where the atlas is elsewhere.
    root = (urlsplit(address).path or "/") if own == NOT_FOUND else "../" if puzzle.page else "./"
    main = parts["main.html"]
    styles = [name for name in ("style.css", f"{document}_style.css") if name in parts]
    return Template(parts.get(own, parts["template.html"])).substitute(
        title=escape(puzzle.title),
        description=escape(description),
        preview=_preview(puzzle, description, address, own) if address else "",
        home=escape(FRONT.title),
        names=_names(FRONT),
        here=_names(puzzle),
        root=root,
        nav=indent(_links(puzzle, root), " " * 6),
        main=indent(parts.get(f"{document}_main.html", main), " " * 6),
        kit=plain_style((KIT / "style.css").read_text(encoding="utf-8")).rstrip(),
        script=f"{document}{DOCUMENT_SCRIPT}" if document else SCRIPT,
        style="".join(f'\n  <link rel="stylesheet" href="{name}">' for name in styles),
        preloads=indent(_preloads(fetched), " " * 2),
    )


def documents(package: str, description: str, fetched: Iterable[str] = (), address: str = "") -> dict[str, str]:
    """Name -> HTML of the documents of a page, by the arguments of `index_html`."""
    further = {
        f"{name}.html": index_html(package, description, fetched, address, name) for name in further_documents(package)
    }
    return {"index.html": index_html(package, description, fetched, address), **further}
