"""Stage nine_tiles_panic_page: the page that shows the best towns for any three cards, for the atlas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

import numpy as np

from pipeline.atlas.page import hand_written, write_page
from pipeline.core.database import open_database
from pipeline.core.errors import PipelineError
from pipeline.core.progress import Progress, say
from pipeline.core.provenance import ProvenanceNotes
from pipeline.core.stage import run_stage
from pipeline.nine_tiles_panic.drawing.tile_drawing import tile_symbols
from pipeline.nine_tiles_panic.game.best_answers import Matcher
from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game.themes import Theme, all_theme_sets
from pipeline.nine_tiles_panic.game.tiles import Tile
from pipeline.nine_tiles_panic.game_files import game_parameters, load_themes, load_tiles
from pipeline.nine_tiles_panic.readers.answers import (
    TownsToLearn,
    Triple,
    read_best_triples,
    read_learn,
    read_minimum_cover,
)
from pipeline.nine_tiles_panic.readers.scores import ThemeSynonyms, read_theme_synonyms
from pipeline.nine_tiles_panic.readers.towns import first_town
from pipeline.nine_tiles_panic.tables import SUCCESS_PATTERN

SPRITE_FILE = "tiles.svg"
SCORED_BY_THE_PAGE = "published"
"""The rule set of `scoring.js`."""

Answer = tuple[int, int, int, int, int, int]
"""One of the equally good answers to a theme set: the ranks of its three scores, 0 the best; how many towns and how
many theme synonyms have these scores; the id of one of these theme synonyms."""


def best_answers(
    synonyms: ThemeSynonyms, most_win: Mapping[str, Sequence[Triple]], cover: Sequence[int]
) -> list[list[Answer]]:
    """The answers to every theme set, in the order of the theme sets' ids, by its kept triples.

    Theme synonyms of the cover are preferred as examples, the first ones most; where none of them has the scores, the
    lowest id is taken.

    Raises:
        PipelineError: the theme sets are not those of the themes.
    """
    theme_sets = all_theme_sets(synonyms.theme_numbers)
    if [theme_set.id for theme_set in theme_sets] != list(most_win):
        raise PipelineError(
            "answers.db is not about the themes of theme_synonyms.npz; run `snakemake -R nine_tiles_panic_most_win`"
        )
    matcher = Matcher(synonyms.distances)
    rank = np.full(len(synonyms.n_towns), len(cover), dtype=np.int32)
    rank[np.array(cover, dtype=np.int64) - 1] = np.arange(len(cover))
    progress = Progress("page", len(theme_sets), "theme sets")
    answers = []
    for theme_set in theme_sets:
        of_set: list[Answer] = []
        for triple in most_win[theme_set.id]:
            places = matcher.with_distances(theme_set.indices, triple)
            n_towns = int(synonyms.n_towns[places].sum(dtype=np.int64))
            of_set.append((*triple, n_towns, len(places), int(places[rank[places].argmin()]) + 1))
        answers.append(of_set)
        progress.advance(1)
    return answers


def tile_data(tiles: Iterable[Tile]) -> list[dict[str, Any]]:
    """The tiles as `town.js` reads them."""
    return [
        {
            "number": tile.number,
            "faces": [
                {
                    "roads": [
                        [r.first, r.second, r.object.name.lower() if r.object else "", r.facing] for r in face.roads
                    ],
                    "off": {name: count for name, count in vars(face.off_road).items() if count},
                }
                for face in tile.faces
            ],
        }
        for tile in tiles
    ]


def _learning_data(learned: Iterable[TownsToLearn], place: Mapping[int, int]) -> list[list[Any]]:
    """Rows of (method, theme sets, bound, how many towns as in its row before, other towns)."""
    before: dict[str, list[int]] = {}
    rows = []
    for of in learned:
        towns = [place[id_] for id_ in of.theme_synonyms]
        pairs = zip(before.get(of.method, []), towns, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        before[of.method] = towns
        rows.append([of.method, of.n_theme_sets, of.bound, same, towns[same:]])
    return rows


def page_data(
    synonyms: ThemeSynonyms,
    themes: Sequence[Theme],
    answers: Sequence[Sequence[Answer]],
    cover: Sequence[int],
    cover_bound: int,
    learned: Sequence[TownsToLearn],
    pattern_of: Callable[[int], str],
) -> dict[str, Any]:
    """What the page says of themes, theme sets and towns, ready for JSON.

    Towns are named by their places in `towns`, those of the cover first. Theme sets come in the order of their ids;
    each is a list with five numbers and a place for every answer: distances, towns, theme synonyms, town.

    Args:
        synonyms: all theme synonyms.
        themes: in the order of their scores.
        answers: to every theme set.
        cover: the theme synonyms of the minimum cover.
        cover_bound: no cover is smaller.
        learned: the learning list.
        pattern_of: gives the pattern of a town of a theme synonym.
    """
    others = {example for of_set in answers for *_, example in of_set}
    others.update(id_ for row in learned for id_ in row.theme_synonyms)
    shown = [*cover, *sorted(others - set(cover))]
    place = {id_: i for i, id_ in enumerate(shown)}
    return {
        "themes": [
            {"no": t.no, "key": t.key, "en": t.name_en, "ja": t.name_ja, "level": t.level, "scores": scores}
            for t, scores in zip(themes, (np.unique(row)[::-1].tolist() for row in synonyms.scores), strict=True)
        ],
        "nTowns": int(synonyms.n_towns.sum(dtype=np.int64)),
        "nSynonyms": len(synonyms.n_towns),
        "answers": [[[*numbers, place[example]] for *numbers, example in of_set] for of_set in answers],
        "towns": [[id_, pattern_of(id_)] for id_ in shown],
        "cover": len(cover),
        "coverBound": cover_bound,
        "learn": _learning_data(learned, place),
    }


def main(
    tiles: Path,
    tile_numbers: str,
    rows: int,
    columns: int,
    themes: Path,
    scores: Path,
    success_pattern: Path,
    answers: Path,
    out: Path,
    rule_set: str = SCORED_BY_THE_PAGE,
) -> None:
    """Write the page that shows the best towns for any three cards; the atlas takes it in.

    Example: python -m pipeline.nine_tiles_panic.stages.page --tiles data/nine_tiles_panic/tiles.csv
    --tile-numbers 0,1,2,3,4,5,6,7,8 --rows 3 --columns 3 --themes data/nine_tiles_panic/themes.csv
    --scores results/nine_tiles_panic/theme_synonyms.npz
    --success-pattern results/nine_tiles_panic/success_pattern.db
    --answers results/nine_tiles_panic/answers.db --out results/nine_tiles_panic/page

    Args:
        tiles: tile file, one row a tile face.
        tile_numbers: numbers of the tiles used, such as 0,1,4.
        rows: of the board.
        columns: of the board.
        themes: theme file, one row a theme.
        scores: NumPy file of the stage score_vectors.
        success_pattern: artifact of the stage success_pattern.
        answers: artifact of the stage answers.
        out: the folder to write the page to.
        rule_set: rules that towns are scored by.
    """
    if rule_set != SCORED_BY_THE_PAGE:
        raise PipelineError(f"the page scores towns by the rule set {SCORED_BY_THE_PAGE}, not by {rule_set}")
    board = Board(rows, columns)
    chosen = load_tiles(tiles, tile_numbers, board)
    scored_themes = load_themes(themes)
    inputs = [tiles, themes, scores, success_pattern, answers, *hand_written("nine_tiles_panic")]
    provenance = ProvenanceNotes(__file__, inputs, {**game_parameters(board, chosen), "rule_set": rule_set})
    synonyms = read_theme_synonyms(scores)
    if synonyms.theme_numbers != [theme.no for theme in scored_themes]:
        raise PipelineError(f"{scores} was made for other themes than {themes}")
    cover, bound = read_minimum_cover(answers)
    best = best_answers(synonyms, read_best_triples(answers), cover)
    learned = read_learn(answers)
    with open_database(success_pattern, SUCCESS_PATTERN) as database:
        findings = page_data(
            synonyms, scored_themes, best, cover, bound, learned, lambda id_: first_town(database, id_)["pattern"]
        )
    data = {"rows": rows, "columns": columns, "tiles": tile_data(chosen), **findings}
    description = "The best town for any three cards of Nine Tiles Panic"
    write_page(out, "nine_tiles_panic", description, data, provenance, {SPRITE_FILE: tile_symbols(chosen)})
    say(f"nine tiles page: {len(data['towns'])} towns in {out}")


if __name__ == "__main__":
    run_stage(main)
