"""Stage atlas: a web page that shows the best towns for any three cards, without a backend."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer
from numpy.typing import NDArray

from pipeline.artifact.csv_file import open_csv_artifact
from pipeline.artifact.database import open_database
from pipeline.artifact.folder import folder_renamed_when_complete
from pipeline.artifact.provenance import ProvenanceNotes, read_provenance
from pipeline.artifact.text_file import create_text
from pipeline.errors import PipelineError
from pipeline.nine_tiles_panic.atlas_site import DATA_FILE, SPRITE_FILE, site_files
from pipeline.nine_tiles_panic.drawing.tile_drawing import tile_symbols
from pipeline.nine_tiles_panic.game.best_answers import Matcher
from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game.distances import distances
from pipeline.nine_tiles_panic.game.themes import Theme, all_theme_sets
from pipeline.nine_tiles_panic.game.tiles import OFF_ROAD_COLUMNS, Tile
from pipeline.nine_tiles_panic.game_files import (
    ColumnsOption,
    OutOption,
    RowsOption,
    ThemesOption,
    TileNumbersOption,
    TilesOption,
    game_parameters,
    load_themes,
    load_tiles,
)
from pipeline.nine_tiles_panic.most_win import Triple, read_most_win
from pipeline.nine_tiles_panic.success_pattern import SCHEMA_VERSION, first_town
from pipeline.nine_tiles_panic.theme_synonyms import ThemeSynonyms, read_theme_synonyms
from pipeline.progress import Progress, say
from pipeline.stage import run_command

SCORED_BY_THE_PAGE = "published"
"""The rule set of `scoring.js`."""


class Answer(NamedTuple):
    """One of the equally good answers to a theme set.

    distances: ranks of its three scores, 0 the best. n_towns, n_synonyms: the towns and theme
    synonyms that have these scores. example: the id of one of the theme synonyms.
    """

    distances: Triple
    n_towns: int
    n_synonyms: int
    example: int


def best_answers(
    synonyms: ThemeSynonyms, most_win: Mapping[str, Sequence[Triple]], cover: Sequence[int]
) -> list[list[Answer]]:
    """The answers to every theme set, in the order of the theme sets' ids.

    Args:
        synonyms: all theme synonyms.
        most_win: the kept triples of every theme set.
        cover: ids of the theme synonyms that are preferred as examples, the first ones most;
            where none of them has the scores, the lowest id is taken.

    Raises:
        PipelineError: the theme sets are not those of the themes.
    """
    theme_sets = all_theme_sets(synonyms.theme_numbers)
    if [theme_set.id for theme_set in theme_sets] != list(most_win):
        raise PipelineError(
            "most_win.csv is not about the themes of theme_synonyms.db; run `snakemake -R most_win`"
        )
    matcher = Matcher(distances(synonyms.scores))
    rank = np.full(len(synonyms.n_towns), len(cover), dtype=np.int32)
    rank[np.array(cover, dtype=np.int64) - 1] = np.arange(len(cover))
    progress = Progress("atlas", len(theme_sets), "theme sets")
    answers = []
    for theme_set in theme_sets:
        of_set = []
        for triple in most_win[theme_set.id]:
            places = matcher.with_distances(theme_set.indices, triple)
            n_towns = int(synonyms.n_towns[places].sum(dtype=np.int64))
            example = int(places[rank[places].argmin()]) + 1
            of_set.append(Answer(triple, n_towns, len(places), example))
        answers.append(of_set)
        progress.advance(1)
    return answers


@dataclass(frozen=True)
class Coverage:
    """So many towns to learn.

    method: how they were chosen. n_theme_sets: how many theme sets they answer together. bound:
    no choice of as many answers more, if known. theme_synonyms: their ids.
    """

    method: str
    n_theme_sets: int
    bound: int | None
    theme_synonyms: list[int]


def read_cover(path: Path) -> list[int]:
    """The ids of the theme synonyms of the minimum cover, those that answer most first."""
    with open_csv_artifact(path, "cover") as reader:
        rows = [(-int(row["n"]), int(row["theme_synonym_id"])) for row in reader]
    return [id_ for _, id_ in sorted(rows)]


def read_coverages(path: Path) -> list[Coverage]:
    """The learning list: what so many towns can answer."""
    with open_csv_artifact(path, "learn") as reader:
        return [
            Coverage(
                row["method"],
                int(row["n_theme_sets"]),
                int(row["bound"]) if row["bound"] else None,
                [int(id_) for id_ in row["theme_synonym_ids"].split()],
            )
            for row in reader
        ]


@dataclass(frozen=True)
class Game:
    """What the page has to know to lay out a town and to score it."""

    board: Board
    tiles: Sequence[Tile]
    themes: Sequence[Theme]


@dataclass(frozen=True)
class Findings:
    """What the page shows.

    scores: int8 (themes, n), of all theme synonyms. n_towns: of all of them. answers: to every
    theme set. cover: ids of the theme synonyms of the minimum cover. cover_bound: no cover is
    smaller, if that is known. coverages: the learning list.
    """

    scores: NDArray[np.int8]
    n_towns: int
    answers: Sequence[Sequence[Answer]]
    cover: Sequence[int]
    cover_bound: int | None
    coverages: Sequence[Coverage]

    def theme_synonyms_shown(self) -> list[int]:
        """The ids of the theme synonyms of which the page shows a town."""
        examples = {answer.example for of_set in self.answers for answer in of_set}
        learned = {id_ for coverage in self.coverages for id_ in coverage.theme_synonyms}
        return [*self.cover, *sorted((examples | learned) - set(self.cover))]


def tile_data(tiles: Iterable[Tile]) -> list[dict[str, Any]]:
    """The tiles as `scoring.js` reads them."""
    return [
        {
            "number": tile.number,
            "faces": [
                {
                    "roads": [
                        [r.first, r.second, r.object.name.lower() if r.object else "", r.facing]
                        for r in face.roads
                    ],
                    "off": {
                        name: getattr(face.off_road, name)
                        for name in OFF_ROAD_COLUMNS
                        if getattr(face.off_road, name)
                    },
                }
                for face in tile.faces
            ],
        }
        for tile in tiles
    ]


def _coverage_data(coverages: Iterable[Coverage], place: Mapping[int, int]) -> list[list[Any]]:
    """Rows of (method, theme sets, bound, how many towns as in its row before, other towns)."""
    before: dict[str, list[int]] = {}
    rows = []
    for coverage in coverages:
        towns = [place[id_] for id_ in coverage.theme_synonyms]
        pairs = zip(before.get(coverage.method, []), towns, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        before[coverage.method] = towns
        rows.append([coverage.method, coverage.n_theme_sets, coverage.bound, same, towns[same:]])
    return rows


def atlas_data(game: Game, findings: Findings, pattern_of: Callable[[int], str]) -> dict[str, Any]:
    """All that the page loads, ready for JSON.

    Towns are named by their places in `towns`. Theme sets come in the order of their ids; each is
    a list with five numbers and a place for every answer: distances, towns, theme synonyms, town.

    Args:
        game: the board, the tiles, and the themes, in the order of the scores.
        findings: what to show.
        pattern_of: gives the pattern of a town of a theme synonym.
    """
    shown = findings.theme_synonyms_shown()
    place = {id_: i for i, id_ in enumerate(shown)}
    occurring = [np.unique(of_theme)[::-1].tolist() for of_theme in findings.scores]
    return {
        "rows": game.board.rows,
        "columns": game.board.columns,
        "tiles": tile_data(game.tiles),
        "themes": [
            {"no": t.no, "key": t.key, "en": t.name_en, "ja": t.name_ja, "level": t.level,
             "scores": scores}
            for t, scores in zip(game.themes, occurring, strict=True)
        ],
        "nTowns": findings.n_towns,
        "nSynonyms": findings.scores.shape[1],
        "answers": [
            [
                [*answer.distances, answer.n_towns, answer.n_synonyms, place[answer.example]]
                for answer in of_set
            ]
            for of_set in findings.answers
        ],
        "towns": [[id_, pattern_of(id_)] for id_ in shown],
        "cover": len(findings.cover),
        "coverBound": findings.cover_bound,
        "learn": _coverage_data(findings.coverages, place),
    }  # fmt: skip


def write_site(
    out: Path,
    data: Mapping[str, Any],
    tiles: Sequence[Tile],
    provenance: ProvenanceNotes,
    pages: Sequence[Path] = (),
) -> None:
    """Write the page: its hand-written files, the data, the tiles, and how it came to be.

    Args:
        out: the folder of the atlas.
        data: what `atlas_data` gives.
        tiles: of the game.
        provenance: of the data.
        pages: folders with pages of other puzzles, which are copied into the atlas.
    """
    with folder_renamed_when_complete(out, DATA_FILE, "atlas") as folder:
        for source in site_files():
            shutil.copyfile(source, folder / source.name)
        (folder / SPRITE_FILE).write_text(tile_symbols(tiles), encoding="utf-8")
        for page in pages:
            shutil.copytree(page, folder / page.name)
        with create_text(folder / DATA_FILE, provenance) as file:
            json.dump(data, file, ensure_ascii=False, separators=(",", ":"))
            file.write("\n")
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    say(f"atlas: {out}, {size / 1e3:,.0f} kB")


def main(
    tiles: TilesOption,
    tile_numbers: TileNumbersOption,
    rows: RowsOption,
    columns: ColumnsOption,
    themes: ThemesOption,
    theme_synonyms: Annotated[Path, typer.Option(help="Artifact of the stage theme_synonyms.")],
    success_pattern: Annotated[Path, typer.Option(help="Artifact of the stage success_pattern.")],
    most_win: Annotated[Path, typer.Option(help="Artifact of the stage most_win.")],
    minimum_cover: Annotated[Path, typer.Option(help="The minimum cover, of the stage cover.")],
    out: OutOption,
    learn: Annotated[Path | None, typer.Option(help="Artifact of the stage learn, if any.")] = None,
    rule_set: Annotated[str, typer.Option(help="Rules that towns are scored by.")] = (
        SCORED_BY_THE_PAGE
    ),
    page: Annotated[
        list[Path] | None,
        typer.Option(help="A folder with the page of another puzzle; may be given again."),
    ] = None,
) -> None:
    """Write a web page that shows the best towns for any three cards, in a folder of its own.

    It needs no backend: any file server can serve the folder, for example
    `python -m http.server --directory results/atlas`.

    Example: python -m pipeline.nine_tiles_panic.atlas --tiles data/nine_tiles_panic/tiles.csv
    --tile-numbers 0,1,2,3,4,5,6,7,8 --rows 3 --columns 3
    --themes data/nine_tiles_panic/themes.csv
    --theme-synonyms results/nine_tiles_panic/theme_synonyms.db
    --success-pattern results/nine_tiles_panic/success_pattern.db
    --most-win results/nine_tiles_panic/most_win.csv
    --minimum-cover results/nine_tiles_panic/minimum_cover.csv
    --learn results/nine_tiles_panic/learn.csv --out results/atlas
    """
    if rule_set != SCORED_BY_THE_PAGE:
        raise PipelineError(
            f"the page scores towns by the rule set {SCORED_BY_THE_PAGE}, not by {rule_set}"
        )
    board = Board(rows, columns)
    game = Game(board, load_tiles(tiles, tile_numbers, board), load_themes(themes))
    pages = page or []
    inputs = [themes, theme_synonyms, success_pattern, most_win, minimum_cover, *site_files()]
    inputs += [folder / DATA_FILE for folder in pages]
    provenance = ProvenanceNotes(
        __file__,
        [tiles, *inputs, *([learn] if learn else [])],
        {**game_parameters(board, game.tiles), "rule_set": rule_set},
    )
    synonyms = read_theme_synonyms(theme_synonyms)
    if synonyms.theme_numbers != [theme.no for theme in game.themes]:
        raise PipelineError(f"{theme_synonyms} was made for other themes than {themes}")
    cover = read_cover(minimum_cover)
    bound = read_provenance(minimum_cover).get("proven_lower_bound")
    findings = Findings(
        synonyms.scores,
        int(synonyms.n_towns.sum(dtype=np.int64)),
        best_answers(synonyms, read_most_win(most_win), cover),
        cover,
        int(bound) if bound else None,
        read_coverages(learn) if learn else [],
    )
    with closing(open_database(success_pattern, "success_pattern", SCHEMA_VERSION)) as database:
        data = atlas_data(game, findings, lambda id_: first_town(database, id_)[0])
    write_site(out, data, game.tiles, provenance, pages)


if __name__ == "__main__":
    run_command(main)
