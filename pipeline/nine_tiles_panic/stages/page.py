"""Stage nine_tiles_panic_page: the page of the atlas with the best towns for any three cards."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import combinations, islice, takewhile
from pathlib import Path
from typing import Any, get_args

import numpy as np

from pipeline.artifacts import ProvenanceNotes
from pipeline.pages import write_page
from tablebases.answer.share import Card
from tablebases.atlas.pages import DATA_FILE, hand_written
from tablebases.database import open_rows
from tablebases.errors import Error
from tablebases.languages import japanese
from tablebases.messages import say
from tablebases.nine_tiles.answers.best import best, share_card
from tablebases.nine_tiles.best_towns import BestTowns, Outcome, TownsToLearn, answer_to, outcomes_in, read_best_towns
from tablebases.nine_tiles.drawing import tile_symbols
from tablebases.nine_tiles.rules.game_files import game_parameters, load_tiles
from tablebases.nine_tiles.rules.laid_town import effort
from tablebases.nine_tiles.rules.measures import measure_of
from tablebases.nine_tiles.rules.themes import RuleSet, all_theme_sets
from tablebases.nine_tiles.rules.tiles import Board, Tile
from tablebases.nine_tiles.tablebase import BEST_TOWNS, MIX, UNBEATEN, WINNER
from tablebases.puzzles import NINE_TILES

SPRITE_FILE = "tiles.svg"
MIXES_FILE = "mixes.json"
"""Mixes of theme sets without unbeaten scores, loaded with the first answer to such a set."""
FETCHED = (DATA_FILE, SPRITE_FILE)
"""The files that `answers.js` loads at once."""
OUTCOMES = (UNBEATEN, WINNER, MIX)
"""The outcomes of theme sets; `view_cards.js` has a sentence for each."""
RULE_SETS = get_args(RuleSet)
EXAMPLE = (2, 5, 18)
"""The cards of the preview."""


def tile_data(tiles: Iterable[Tile]) -> list[dict[str, Any]]:
    """The tiles for `town.js`."""
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
    """Rows of `learnColumns`: number of towns as in the row before, and the others."""
    before: dict[str, list[int]] = {}
    rows = []
    for choice in learned:
        towns = [place[id_] for id_ in choice.theme_synonyms]
        pairs = zip(before.get(choice.method, []), towns, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        before[choice.method] = towns
        rows.append([choice.method, choice.n_theme_sets, choice.bound, same, towns[same:]])
    return rows


def _in_both_languages(text: str) -> dict[str, str]:
    """A text of the library in English and, if it is translated, in Japanese."""
    return {"en": text, "ja": japanese().get(text, "")}


def page_data(best: BestTowns, outcomes: Mapping[str, Outcome]) -> dict[str, Any]:
    """The themes, theme sets and towns of the page, ready for JSON.

    Towns are given by their places in `towns`, those of the cover first, the easiest to lay before others. Outcomes are
    given by their places in `OUTCOMES`.

    `answers` has the columns of the answers to all theme sets in the order of their ids, because columns compress
    better than rows; `nAnswers` is the number of answers to each theme set.
    """
    theme_sets = [theme_set.id for theme_set in all_theme_sets([theme.no for theme in best.themes])]
    answers = [best.answers[theme_set] for theme_set in theme_sets]
    places = [OUTCOMES.index(outcomes[theme_set].outcome) for theme_set in theme_sets]
    others = {answer.theme_synonym for equally_good in answers for answer in equally_good}
    others.update(id_ for row in best.learned for id_ in row.theme_synonyms)
    cover = set(best.cover)
    shown = sorted(cover | others, key=lambda id_: (id_ not in cover, effort(best.towns[id_].pattern)))
    place = {id_: i for i, id_ in enumerate(shown)}
    rows = [
        (*answer.distances, answer.n_towns, answer.n_theme_synonyms, place[answer.theme_synonym], outcome)
        for equally_good, outcome in zip(answers, places, strict=True)
        for answer in equally_good
    ]
    columns = ("rankA", "rankB", "rankC", "nTowns", "nSynonyms", "town", "outcome")
    return {
        "themes": [
            {
                "no": theme.no,
                "key": theme.key,
                "en": theme.name_en,
                "ja": theme.name_ja,
                "level": theme.level,
                "counts": _in_both_languages(measure_of(theme.key).counts),
                "scores": list(best.scores[theme.no]),
                "nTowns": list(best.scores[theme.no].values()),
            }
            for theme in best.themes
        ],
        "nTowns": sum(best.scores[best.themes[0].no].values()),
        "nSynonyms": best.n_theme_synonyms,
        "nAnswers": [len(equally_good) for equally_good in answers],
        "answers": {name: [row[i] for row in rows] for i, name in enumerate(columns)},
        "towns": [[id_, best.towns[id_].pattern] for id_ in shown],
        "cover": len(best.cover),
        "coverBound": best.cover_bound,
        "learnColumns": ["method", "n", "bound", "same", "others"],
        "learn": _learning_data(best.learned, place),
    }


SETS_ON_FRONT = 46
SEED = 1


def front_data(data: Mapping[str, Any]) -> dict[str, Any]:
    """Random theme sets with an answer that no other one beats, for the front page; `data` are those of the page.

    A card that gives all towns the same score shows nothing there. A set is the places of its three cards, their scores
    in a best town, the number of best answers, the number of towns with these scores, and the pattern of one.
    """
    scores = [theme["scores"] for theme in data["themes"]]
    sets = []
    rows = zip(*data["answers"].values(), strict=True)
    for themes, n_answers in zip(combinations(range(len(scores)), 3), data["nAnswers"], strict=True):
        (*ranks, n_towns, _, town, outcome), *_ = islice(rows, n_answers)
        if OUTCOMES[outcome] != MIX and all(len(scores[theme]) > 1 for theme in themes):
            of_cards = [scores[theme][rank] for theme, rank in zip(themes, ranks, strict=True)]
            sets.append([*themes, *of_cards, n_answers, n_towns, data["towns"][town][1]])
    chosen = np.random.default_rng(SEED).choice(len(sets), min(SETS_ON_FRONT, len(sets)), replace=False)
    return {
        **{name: data[name] for name in ("rows", "columns", "tiles", "nTowns")},
        "cards": [
            {name: theme[name] for name in ("no", "en", "ja", "level")} | {"best": theme["scores"][0]}
            for theme in data["themes"]
        ],
        "sets": [sets[i] for i in sorted(chosen)],
    }


def preview(data: Mapping[str, Any], best_towns: Path, tiles: Path) -> Card | None:
    """A best town to share; None if the game lacks one of the cards."""
    if not set(EXAMPLE) <= {theme["no"] for theme in data["themes"]}:
        return None
    answer = best(*EXAMPLE, results=best_towns.parent, tiles=tiles).answers[0]
    return share_card(answer.scores, answer.towns[0], f"{NINE_TILES.page}/#" + "_".join(map(str, EXAMPLE)))


def mixes_data(outcomes: Mapping[str, Outcome], scores: Mapping[int, Mapping[int, int]]) -> dict[str, Any]:
    """Theme set -> its mix, for JSON: whether it is the only one, and rows for `showMix` in `view_cards.js`.

    `scores` are number of a theme -> score -> towns that have it, the best score first.
    """
    data = {}
    for theme_set, (_, n_mixes, mix) in outcomes.items():
        in_order = [list(scores[int(number)]) for number in theme_set.split("_")]
        rows = [
            [
                str(Fraction(row.numerator, row.denominator)),
                *(
                    [of_card[distance] for of_card, distance in zip(in_order, distances, strict=True)]
                    for distances in (row.distances, row.beaten_by, answer_to(row.beaten_by, mix))
                ),
                row.pattern,
            ]
            for row in mix
        ]
        if rows:
            data[theme_set] = {"only": n_mixes == 1, "answers": rows}
    return data


def main(
    tiles: Path,
    tile_numbers: str,
    rows: int,
    columns: int,
    best_towns: Path,
    out: Path,
    notes: Path,
    rule_set: str = "published",
) -> None:
    """Write the page of the atlas with the best towns for any three cards."""
    if rule_set not in RULE_SETS:
        raise Error(f"the page scores towns by the rule sets {', '.join(RULE_SETS)}, not by {rule_set}")
    board = Board(rows, columns)
    chosen = load_tiles(tiles, tile_numbers, board)
    inputs = [tiles, best_towns, *hand_written(NINE_TILES.package)]
    provenance = ProvenanceNotes(__file__, inputs, {**game_parameters(board, chosen), "rule_set": rule_set})
    answers = read_best_towns(best_towns)
    with open_rows(best_towns, BEST_TOWNS) as database:
        outcomes = outcomes_in(database)
    of_game = {"rows": rows, "columns": columns, "tiles": tile_data(chosen), "ruleSet": rule_set}
    data = {**of_game, **page_data(answers, outcomes)}
    mixes = mixes_data(outcomes, answers.scores)
    description = "The best town for any three cards of Nine Tiles Panic"
    more = {SPRITE_FILE: tile_symbols(chosen), MIXES_FILE: json.dumps(mixes, separators=(",", ":")) + "\n"}
    front, card = front_data(data), preview(data, best_towns, tiles)
    write_page(out, NINE_TILES.package, description, data, provenance, notes, more, FETCHED, front, card)
    say(f"nine tiles page: {len(data['towns'])} towns in {out.parent}")
