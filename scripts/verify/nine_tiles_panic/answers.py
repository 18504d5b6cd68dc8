"""Checks of answers.db and best_towns.db: the game, covers, what to learn, best answers."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from itertools import combinations
from math import comb

import numpy as np
from sqlalchemy import select

from pipeline.nine_tiles_panic.score_tables import SUCCESS_PATTERN, THEMES
from pipeline.nine_tiles_panic.tables import (
    ANSWERS,
    BEST_ANSWERS,
    BEST_TOWNS,
    BOARD,
    COVER_FIGURES,
    COVER_THEME_SETS,
    COVER_THEME_SYNONYMS,
    FIGURES,
    LEARN,
    LEARN_THEME_SYNONYMS,
    MATCH_SET_THEME_SYNONYMS,
    MATCH_SETS,
    MOST_WIN_MIN,
    THEME_SETS,
    TILES,
    TRIPLES,
)
from scripts.verify.checks import Checks, LeftOutError, Level, require
from scripts.verify.nine_tiles_panic.artifacts import Artifacts
from scripts.verify.nine_tiles_panic.cover_proof import PROOF, check_proof, find_proof
from scripts.verify.nine_tiles_panic.synonyms import by_theme_set, play
from tablebases.files import read_provenance
from tablebases.messages import Progress
from tablebases.nine_tiles.best_towns import read_learn, read_minimum_cover
from tablebases.nine_tiles.rules.measures import measure_of
from tablebases.nine_tiles.tablebase import GREEDY, MINIMUM, OPTIMAL

checks: Checks[Artifacts] = Checks()
MOST_SETS_TO_PROVE = 2000
"""Most match sets for a search for a proof; the proof of the full run is a data file."""


@checks.add(Level.QUICK)
def game(artifacts: Artifacts) -> None:
    """Board, tiles, themes and theme sets are those of the configuration."""
    section = artifacts.section
    board = {"rows": section.board.rows, "columns": section.board.columns, "rule_set": section.rule_set}
    artifacts.check_rows(BOARD, [board])
    artifacts.check_rows(TILES, ({"tile": tile} for tile in sorted(section.tiles)))
    cards = [
        vars(theme)
        | {"counts": measure_of(theme.key).counts, "minimum": int(scores.min()), "maximum": int(scores.max())}
        for theme, scores in zip(artifacts.themes, artifacts.synonyms.scores, strict=True)
    ]
    artifacts.check_rows(THEMES, cards)
    found = artifacts.frame(THEME_SETS).drop(columns="n_towns").to_numpy().tolist()
    of_three = combinations([theme.no for theme in artifacts.themes], 3)
    right = [["_".join(f"{no:02d}" for no in numbers), *numbers] for numbers in of_three]
    require(found == right, f"the table {THEME_SETS.name} has other theme sets")


@checks.add(Level.QUICK)
def figures(artifacts: Artifacts) -> None:
    """Figures agree with the tables that they count."""

    def count(sql: str, file: str = ANSWERS.file) -> int:
        ((found,),) = artifacts.query(file, f"SELECT count(*) FROM {sql}")  # noqa: S608
        return int(found)

    n_towns = artifacts.synonyms.n_towns
    stated = read_provenance(artifacts.folder / SUCCESS_PATTERN.file)["rows towns"]
    require(int(stated) == n_towns.sum(dtype=int), f"the provenance of success_pattern.db states {stated} towns")
    greedy, minimum = (count(f"{COVER_THEME_SYNONYMS} WHERE cover = '{name}'") for name in (GREEDY, MINIMUM))
    of_covers = artifacts.frame(COVER_FIGURES).set_index("name")["value"].to_dict()
    theme_sets = count(f"{THEME_SETS}")
    right = {
        "theme_sets": theme_sets,
        "match_sets": count(f"{MATCH_SETS}"),
        "greedy_cover": greedy,
        "minimum_cover": minimum,
    }
    require(
        right.items() <= of_covers.items() and len(of_covers) == len(right) + 2,
        f"the table {COVER_FIGURES.name} says {of_covers}, but {right} is right",
    )
    expected = {
        "town_synonyms.csv": [count("town_synonyms", SUCCESS_PATTERN.file)],
        "success_pattern.db": [int(n_towns.sum(dtype=int))],
        "theme_synonyms.db": [len(n_towns)],
        "theme_synonym_distance.db": [len(n_towns)],
        "theme_sets.csv": [count(f"{THEME_SETS} WHERE n_towns")],
        "most_win.csv": [theme_sets],
        "triples.csv": [count(f"{TRIPLES}")],
        "most_win_match.csv": [count(f"{MATCH_SET_THEME_SYNONYMS}")],
        "most_win_match_min.csv": [greedy],
        "most_win_min.csv": [theme_sets],
        "minimum_cover.csv": [minimum, of_covers["proven_lower_bound"]],
    }
    table = artifacts.frame(FIGURES)
    found = table.groupby("file")["value"].agg(list).to_dict()
    require(found == expected, f"the table {FIGURES.name} says {found}, but {expected} is right")
    require(
        table["meaning"].is_unique and table["meaning"].str.len().min() > 0, f"the table {FIGURES.name} lacks meanings"
    )


def _first_towns(artifacts: Artifacts, ids: Iterable[int]) -> dict[int, tuple[int, str]]:
    """Theme synonym -> the fewest turned tiles of its towns, and of the towns with as few the lowest pattern."""
    listed = "SELECT position || '|' || direction, direction FROM towns WHERE theme_synonym_id = ?"
    with artifacts.open_database(SUCCESS_PATTERN.file) as database:
        return {
            id_: min(
                (sum(int(digit) % 4 > 0 for digit in directions), pattern)
                for pattern, directions in database.exec_driver_sql(listed, (id_,))
            )
            for id_ in ids
        }


@checks.add(Level.QUICK)
def named_towns(artifacts: Artifacts) -> None:
    """Every theme synonym of best_towns.db has its scores, its number of towns, and its first town."""
    synonyms = artifacts.synonyms
    rows = artifacts.query(BEST_TOWNS.file, "SELECT * FROM towns ORDER BY theme_synonym_id")
    tables = (BEST_ANSWERS, COVER_THEME_SYNONYMS, LEARN_THEME_SYNONYMS)
    with artifacts.open_database(BEST_TOWNS.file) as database:
        named = {id_ for table in tables for id_ in database.execute(select(table.c.theme_synonym_id)).scalars()}
    require({row[0] for row in rows} == named, "best_towns.db has towns of other theme synonyms")
    first = _first_towns(artifacts, named)
    for id_, pattern, n_towns, *scores in rows:
        right = [first[id_][1], int(synonyms.n_towns[id_ - 1]), *synonyms.scores[:, id_ - 1].tolist()]
        require(right == [pattern, n_towns, *scores], f"best_towns.db is wrong about theme synonym {id_}: {right}")


def _runner_up(rows: Iterable[list[int]], n_cards: int) -> list[int | None]:
    """The distances of the runner-up among rows of distances, wins, losses, rounds; None for what does not exist."""
    in_order = sorted(rows, key=lambda row: (row[n_cards + 1], -row[n_cards], row))
    first: list[int | None] = [*in_order[0][:n_cards]] if in_order else []
    return first + [None] * (3 - len(first))


def _best(artifacts: Artifacts) -> Iterator[tuple[tuple[int, ...], list[list[int]], list[int | None]]]:
    """Yield cards, their answers as distances, wins, losses, rounds, and the distances of the runner-up.

    For one and two cards the round robin is played again. `round_robins_and_matches` checks those of three.
    """
    ranks = artifacts.ranks
    sizes = ranks.max(axis=1).astype(np.int64) + 1
    for size in (1, 2):
        for cards in combinations(range(len(sizes)), size):
            occurs = np.zeros(sizes[list(cards)], dtype=np.bool_)
            occurs[tuple(ranks[card] for card in cards)] = True
            distances = np.argwhere(occurs)
            results = play(distances)
            rows = np.hstack([distances, results[:, :3]])
            yield cards, rows[results[:, 3] == 1].tolist(), _runner_up(rows[results[:, 3] == 0].tolist(), size)
    columns = ["theme_set_id", "dist_1", "dist_2", "dist_3", "wins", "losses", "rounds"]
    best, others = (by_theme_set(artifacts.frame(TRIPLES, kept=kept)[columns]) for kept in (1, 0))
    for cards, (theme_set, rows) in zip(combinations(range(len(sizes)), 3), best.items(), strict=True):
        left = others[theme_set].tolist() if theme_set in others else []
        yield cards, rows.tolist(), _runner_up(left, 3)


@checks.add(Level.FULL)
def best_answers(artifacts: Artifacts) -> None:
    """Best answers for one, two and three cards win the round robin, and their towns and examples are right."""
    cover, _ = read_minimum_cover(artifacts.folder / ANSWERS.file)
    cover.sort(key=_first_towns(artifacts, cover).__getitem__)
    scores = [np.unique(of_theme)[::-1].tolist() for of_theme in artifacts.synonyms.scores]
    numbers = [theme.no for theme in artifacts.themes]
    expected = []
    progress = Progress("best answers", sum(comb(len(numbers), size) for size in (1, 2, 3)), "card sets")
    for cards, best, runner_up in _best(artifacts):
        for place, row in enumerate(best, 1):
            distances, fared = row[: len(cards)], row[len(cards) :]
            of_each = zip(cards, distances, strict=True)
            has = np.logical_and.reduce([artifacts.ranks[card] == distance for card, distance in of_each])
            having = np.flatnonzero(has)
            nothing = [None] * (3 - len(cards))
            values = [
                "_".join(f"{numbers[card]:02d}" for card in cards),
                place,
                *distances,
                *nothing,
                *(scores[card][distance] for card, distance in zip(cards, distances, strict=True)),
                *nothing,
                *fared,
                *runner_up,
                len(having),
                int(artifacts.synonyms.n_towns[having].sum(dtype=int)),
                next((id_ for id_ in cover if has[id_ - 1]), int(having[0]) + 1),
            ]
            expected.append(dict(zip(BEST_ANSWERS.columns.keys(), values, strict=True)))
        progress.advance(1)
    progress.finish()
    artifacts.check_rows(BEST_ANSWERS, expected)


def _match_set_of(artifacts: Artifacts, ids: set[int]) -> dict[int, frozenset[str]]:
    """Theme synonym of `ids` with a match set -> that set."""
    numbers = artifacts.frame(MATCH_SETS).set_index("match_set_id")["theme_synonym_id"].to_dict()
    listed = ", ".join(map(str, sorted(ids)))
    sql = f"SELECT theme_synonym_id, match_set_id FROM match_set_theme_synonyms WHERE theme_synonym_id IN ({listed})"  # noqa: S608
    return {id_: artifacts.matches[numbers[number]] for id_, number in artifacts.query(ANSWERS.file, sql)}


@checks.add(Level.QUICK)
def covers(artifacts: Artifacts) -> None:
    """Covers assign every theme set to a member that answers it; the greedy cover takes the largest gain each time."""
    matches = artifacts.matches
    theme_sets = frozenset().union(*matches.values())
    given = artifacts.frame(COVER_THEME_SETS)
    listed = artifacts.frame(COVER_THEME_SYNONYMS)
    require(set(given["cover"]) == set(listed["cover"]) == {GREEDY, MINIMUM}, "there are other covers")
    for cover in (GREEDY, MINIMUM):
        of_cover, rows = given[given["cover"] == cover], listed[listed["cover"] == cover]
        require(set(of_cover["theme_set_id"]) == theme_sets, f"the {cover} cover leaves out theme sets")
        counts = of_cover.groupby("theme_synonym_id").size().to_dict()
        require(dict(zip(rows["theme_synonym_id"], rows["n"], strict=True)) == counts, f"the {cover} cover miscounts")
        require(rows["place"].tolist() == list(range(1, len(rows) + 1)), f"the {cover} cover has other places")
        answered = _match_set_of(artifacts, set(counts))
        for row in of_cover.itertuples():
            right = row.theme_set_id in answered.get(row.theme_synonym_id, ())
            require(right, f"the {cover} cover gives {row.theme_set_id} to {row.theme_synonym_id}")
    gains = listed[listed["cover"] == GREEDY]["n"].tolist()
    require(gains == sorted(gains, reverse=True), "the greedy cover takes more after less")
    left = set(theme_sets)
    for row in listed[listed["cover"] == GREEDY].itertuples():
        best = max(len(held & left) for held in matches.values())
        require(row.n == best, f"the greedy cover takes {row.n} theme sets where {best} can be taken")
        left -= matches.get(row.theme_synonym_id, frozenset())


@checks.add(Level.QUICK)
def minimum_cover(artifacts: Artifacts) -> None:
    """No cover is smaller than the minimum cover, by a certificate in whole numbers."""
    candidates = artifacts.maximal_matches
    of_covers = artifacts.frame(COVER_FIGURES).set_index("name")["value"].to_dict()
    size = len(artifacts.frame(COVER_THEME_SYNONYMS, cover=MINIMUM))
    require(of_covers["proven_lower_bound"] == size, "the minimum cover is larger than its bound")
    n_maximal = of_covers["maximal_match_sets"]
    found = len(candidates)
    require(n_maximal == found, f"{COVER_FIGURES.name} counts {n_maximal} maximal match sets, there are {found}")
    if artifacts.is_full_run:
        proof = json.loads(PROOF.read_text(encoding="utf-8"))
    elif len(artifacts.matches) <= MOST_SETS_TO_PROVE:
        proof = find_proof(candidates, size)
    else:
        raise LeftOutError(f"the program searches no proof among more than {MOST_SETS_TO_PROVE:,} match sets")
    require(check_proof(proof, candidates) == size, f"there is no proof that {size} theme synonyms are needed")


@checks.add(Level.QUICK)
def answer_for_every_theme_set(artifacts: Artifacts) -> None:
    """Towns of theme sets are complete, have the scores of their theme synonym, and are counted correctly."""
    greedy = artifacts.frame(COVER_THEME_SETS, cover=GREEDY)
    found = artifacts.frame(MOST_WIN_MIN)
    columns = ["theme_set_id", "theme_synonym_id"]
    right = greedy.sort_values("theme_set_id")[columns].to_numpy().tolist()
    require(found[columns].to_numpy().tolist() == right, f"{MOST_WIN_MIN.name} is not what the greedy cover gives")
    answered = _match_set_of(artifacts, set(greedy["theme_synonym_id"]))
    for row in found.itertuples():
        scores = artifacts.oracle_scores(row.pattern)
        of_synonym = artifacts.synonyms.scores[:, row.theme_synonym_id - 1].tolist()
        require(scores == of_synonym, f"{MOST_WIN_MIN.name}: {row.pattern} scores {scores}, not {of_synonym}")
        count = sum(row.theme_set_id in held for held in answered.values())
        require(
            row.n_in_min == count, f"{MOST_WIN_MIN.name}: {row.n_in_min} answers to {row.theme_set_id}, not {count}"
        )


@checks.add(Level.QUICK)
def learning(artifacts: Artifacts) -> None:
    """Theme synonyms to learn answer as many theme sets as they say, and bounds are what is known of them."""
    matches = artifacts.matches
    n_theme_sets = len(frozenset().union(*matches.values()))
    lists = read_learn(artifacts.folder / ANSWERS.file)
    keys = [(k, method) for k in range(1, len(lists) // 2 + 1) for method in (GREEDY, OPTIMAL)]
    require([(row.k, row.method) for row in lists] == keys, f"{LEARN.name} has other rows")
    places = [[k, method, place] for k, method in keys for place in range(1, k + 1)]
    listed = artifacts.frame(LEARN_THEME_SYNONYMS)[["k", "method", "place"]].to_numpy().tolist()
    require(listed == places, f"{LEARN_THEME_SYNONYMS.name} has other rows")
    ids = {id_ for row in lists for id_ in row.theme_synonyms}
    answered = _match_set_of(artifacts, ids)
    for row in lists:
        held = frozenset().union(*(answered[id_] for id_ in row.theme_synonyms))
        require(row.n_theme_sets == len(held), f"{LEARN.name}: {row.k} by {row.method} answer {len(held)} theme sets")
        # The greedy method reaches at least this share of the optimum (Nemhauser, Wolsey, Fisher, 1978).
        share = 1 - (1 - 1 / row.k) ** row.k
        bound = min(n_theme_sets, math.floor(len(held) / share + 1e-9)) if row.method == GREEDY else len(held)
        require(row.bound == bound, f"{LEARN.name}: the bound of {row.k} by {row.method} is {row.bound}, not {bound}")
