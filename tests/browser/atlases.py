"""Atlases of the current pages: one with the data of the full run, and one per puzzle with small data."""

from __future__ import annotations

import json
import shutil
import unicodedata
from collections import defaultdict
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np

from pipeline.artifacts import ProvenanceNotes
from pipeline.atlas import write_atlas
from pipeline.atlas_results import write_results_page
from pipeline.pages import write_page
from scripts.figures.document import FIGURES, SEQUENCES
from tablebases.arrow.boards import Level, Shape
from tablebases.atlas.pages import ABOUT, DATA_FILE, KIT, hand_written, is_shipped, kit_files
from tablebases.godomachi.tablebase import PRACTICE_FILE, chart_files
from tablebases.locations import ATLAS, PACKAGED
from tablebases.puzzles import FRONT, PUZZLES, RESULTS, puzzle_of
from tests.provenance import noted

PLACES = {puzzle.package: f"{puzzle.page}/" if puzzle.page else "" for puzzle in (*PUZZLES, FRONT, RESULTS)}
"""Package -> folder in the atlas."""
REPOSITORY = Path(__file__).parents[2]


def notes_of(folder: Path) -> Path:
    """The provenance of the files in a folder."""
    return noted(folder.parent, folder.name)


def write_whole(folder: Path, pages: dict[Path, str]) -> None:
    """Write an atlas that also has the modules of its bundles, so that tests can import them."""
    write_atlas(folder / "atlas" / "index.html", [page / ABOUT for page in pages])
    files = {KIT.name: kit_files()}
    files |= {puzzle_of(package).page or "": hand_written(package) for package in (FRONT.package, *pages.values())}
    for place, paths in files.items():
        for path in paths:
            if not is_shipped(path.name):
                shutil.copyfile(path, folder / "atlas" / place / path.name)


def make_whole(folder: Path) -> None:
    """Make the atlas of all pages; the data are those of the package."""
    with ZipFile(ATLAS) as archive:
        archive.extractall(folder / "packaged")
    front = json.loads((folder / "packaged" / "atlas" / DATA_FILE).read_text(encoding="utf-8"))["pictures"]
    pages = {}
    for puzzle in PUZZLES:
        if puzzle.page:
            page = folder / puzzle.package
            if puzzle.package == "nine_tiles_panic":
                make_packaged_nine_tiles(page)
            else:
                packaged = folder / "packaged" / "atlas" / puzzle.page
                data = json.loads((packaged / DATA_FILE).read_text(encoding="utf-8"))
                own = {path.name for path in hand_written(puzzle.package)}
                charts = {
                    path.name: path.read_text(encoding="utf-8")
                    for path in packaged.glob("*.svg")
                    if path.name not in own
                }
                if puzzle.package == "godomachi":
                    charts[PRACTICE_FILE] = json.dumps(LARGER_PUZZLES)
                notes = ProvenanceNotes(__file__, [], {})
                write_page(
                    page / "about.json", puzzle.package, puzzle.title, data, notes, notes_of(page), charts,
                    front=front[puzzle.page],
                )  # fmt: skip
            pages[page] = puzzle.package
    results = folder / RESULTS.package
    write_results_page(FIGURES, SEQUENCES, results / "about.json", notes_of(results))
    write_whole(folder, {**pages, results: RESULTS.package})


def make_longest(folder: Path) -> None:
    """Make the atlas of all pages, on which all tiles, units and cards have the longest name of any of them."""
    make_whole(folder)
    for path in (folder / "atlas").rglob(DATA_FILE):
        data = json.loads(path.read_text(encoding="utf-8"))
        _lengthen(data)
        path.write_text(json.dumps(data), encoding="utf-8")


def _lengthen(data: Any) -> None:
    """Give all things in a list, at any depth, the widest name of any of them, in each language."""
    if isinstance(data, dict):
        for value in data.values():
            _lengthen(value)
    elif isinstance(data, list) and data and isinstance(data[0], dict):
        for key in {"name", "full_name", "kana", "en", "ja"} & data[0].keys():
            longest = max((thing[key] for thing in data), key=_width)
            for thing in data:
                thing[key] = longest


def _width(text: str) -> int:
    """The number of half-width columns that a text takes."""
    return sum(1 + (unicodedata.east_asian_width(character) in "FW") for character in text)


def make_packaged_nine_tiles(out: Path) -> None:
    from pipeline.nine_tiles_panic.stages import page
    from tablebases.nine_tiles.tablebase import BEST_TOWNS
    from tests.nine_tiles_panic.helpers import TILE_FILE

    page.main(
        TILE_FILE,
        "0,1,2,3,4,5,6,7,8",
        3,
        3,
        PACKAGED / "nine_tiles_panic" / BEST_TOWNS.file,
        out / "about.json",
        notes_of(out),
    )


# --- small data ------------------------------------------------------------------------------

LEVELS = (
    Level("easy", Shape.SQUARE, 3, 4),
    Level("medium", Shape.SQUARE, 4, 4),
    Level("hard", Shape.HEXAGON, 4, 2),
    Level("expert", Shape.HEXAGON, 4, 6),
    Level("hexagon-3-6", Shape.HEXAGON, 3, 6),
    Level("hexagon-2-12", Shape.HEXAGON, 2, 12),
    Level("square-2-3", Shape.SQUARE, 2, 3),
    Level("square-5-6", Shape.SQUARE, 5, 6),
)
"""The levels of the game, and others: solutions with a division, two digits, too many solutions."""


def make_arrow(out: Path) -> None:
    from pipeline.arrow_puzzle.families import read_families
    from pipeline.arrow_puzzle.stages import page as stage
    from tablebases.arrow.linear import algebra_of

    families = read_families(REPOSITORY / "data" / "arrow_puzzle" / "hardest_boards.csv")
    data = stage.page_data(map(algebra_of, LEVELS), families)
    notes = ProvenanceNotes(stage.__file__, [], {})
    write_page(out / "about.json", "arrow_puzzle", "The fewest taps", data, notes, notes_of(out))


MAX_CELLS = 7
LARGER_PUZZLES = {
    "8": [["###/#.#/###", "##./##./.##/.##"], ["#./#./#./##/#./#./#.", ".#./###/###/.#."]],
    "9": [["###/#../##./.##/..#", "##../#.../##../.###/...#"]],
    "10": [
        ["#.../####/##../.#../.##.", "##./#.#/###/##./#.."],
        [".#../##../.##./.###/..#./..#.", "#.../##../.#../.#.#/.###/.#.."],
    ],
}
"""Cells -> puzzles for practice; the full run has them too."""


def make_godomachi(out: Path) -> None:
    from pipeline.godomachi.stages import database, page, wall_charts
    from tests.godomachi.results import RECORD_FILE

    made, figures = out.with_name("godomachi.db"), out.with_name("figures")
    database.main(MAX_CELLS, RECORD_FILE, made)
    charts = [figures / name for name in chart_files(MAX_CELLS)]
    wall_charts.main(made, charts, notes_of(figures))
    page.main(made, charts, out / "about.json", notes_of(out))
    # Some sizes have no chart, like sizes that are too large for one.
    data = json.loads((out / DATA_FILE).read_text(encoding="utf-8")) | {"charts": [5, 6]}
    (out / DATA_FILE).write_text(json.dumps(data), encoding="utf-8")
    (out / PRACTICE_FILE).write_text(json.dumps(LARGER_PUZZLES), encoding="utf-8")
    notes_of(out).unlink()  # has the digests of other files


def make_millijan(out: Path) -> None:
    from pipeline.millijan.stages import page

    data = REPOSITORY / "data" / "millijan"
    page.main(data / "tiles.csv", [data / "units_2019.csv", data / "units_2025.csv"], out / "about.json", notes_of(out))


@cache
def scores_of_known_towns() -> dict[str, tuple[int, ...]]:
    """Pattern -> scores by theme: the only towns of the page of Nine Tiles Panic."""
    from tests.nine_tiles_panic.helpers import known_rows, real_themes

    columns = [theme.column for theme in real_themes()[:26]]
    return {row["pattern"]: tuple(int(row[column]) for column in columns) for row in known_rows("towns")}


def make_nine_tiles(out: Path) -> None:
    from pipeline.nine_tiles_panic.readers import ThemeSynonyms
    from pipeline.nine_tiles_panic.stages import page as stage
    from tablebases.nine_tiles.best_towns import Outcome, TownsToLearn
    from tablebases.nine_tiles.drawing import tile_symbols
    from tablebases.nine_tiles.tablebase import UNBEATEN
    from tests.nine_tiles_panic.helpers import real_themes, real_tiles
    from tests.nine_tiles_panic.results import best_towns_of

    themes, tiles, scores = real_themes()[:26], real_tiles(), scores_of_known_towns()
    vectors = sorted(set(scores.values()))
    with_vector = [[pattern for pattern, of_town in scores.items() if of_town == vector] for vector in vectors]
    n_towns = np.array([len(patterns) for patterns in with_vector], dtype=np.int32)
    synonyms = ThemeSynonyms([theme.no for theme in themes], np.array(vectors, dtype=np.int8).T.copy(), n_towns)
    cover = [int(i) + 1 for i in np.argsort(-synonyms.scores.sum(axis=0))[:60]]
    coverages = [
        TownsToLearn(k, method, 100 * k + (method == "optimal"), 100 * k + 1, cover[:k])
        for k in range(1, 13)
        for method in ("greedy", "optimal")
    ]
    best = best_towns_of(synonyms, themes, cover, coverages, lambda id_: with_vector[id_ - 1][0])
    of_game = {"rows": 3, "columns": 3, "tiles": stage.tile_data(tiles), "ruleSet": "published"}
    sprite = {stage.SPRITE_FILE: tile_symbols(tiles), stage.MIXES_FILE: "{}"}
    notes = ProvenanceNotes(stage.__file__, [], {})
    data = {**of_game, **stage.page_data(best, defaultdict(lambda: Outcome(UNBEATEN, 0, [])))}
    write_page(
        out / "about.json", "nine_tiles_panic", "The best town", data, notes, notes_of(out), sprite, stage.FETCHED
    )


def make_small(package: str, make_page: Callable[[Path], None], folder: Path) -> None:
    """Make an atlas of one page."""
    folder.mkdir()
    make_page(folder / "page")
    write_whole(folder, {folder / "page": package})


ATLASES: dict[str, Callable[[Path], None]] = {
    "whole": make_whole,
    "longest": make_longest,
    "arrow_puzzle": partial(make_small, "arrow_puzzle", make_arrow),
    "godomachi": partial(make_small, "godomachi", make_godomachi),
    "millijan": partial(make_small, "millijan", make_millijan),
    "nine_tiles_panic": partial(make_small, "nine_tiles_panic", make_nine_tiles),
}
"""Name -> function that makes it."""
