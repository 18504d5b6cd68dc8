"""That answers.db is about the configuration, and that best_towns.db says what the large databases do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb

import numpy as np
from sqlalchemy import select

from pipeline.nine_tiles_panic.tables import (
    ANSWERS,
    BEST_ANSWERS,
    BEST_TOWNS,
    BOARD,
    COVER_FIGURES,
    COVER_THEME_SYNONYMS,
    FIGURES,
    LEARN_THEME_SYNONYMS,
    MATCH_SET_THEME_SYNONYMS,
    MATCH_SETS,
    SUCCESS_PATTERN,
    THEME_SETS,
    THEMES,
    TILES,
    TRIPLES,
)
from scripts.verify.checks import Checks, Level, require
from scripts.verify.nine_tiles_panic.artifacts import Artifacts
from scripts.verify.nine_tiles_panic.rounds import play
from tablebases.files import read_provenance
from tablebases.messages import Progress
from tablebases.nine_tiles.measures import measure_of
from tablebases.nine_tiles.tablebase import GREEDY, MINIMUM, read_minimum_cover

checks: Checks[Artifacts] = Checks()


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
    """Figures count what the tables have."""

    def count(sql: str, file: str = ANSWERS.file) -> int:
        ((found,),) = artifacts.query(file, f"SELECT count(*) FROM {sql}")  # noqa: S608
        return int(found)

    n_towns = artifacts.synonyms.n_towns
    told = read_provenance(artifacts.folder / SUCCESS_PATTERN.file)["rows towns"]
    require(int(told) == n_towns.sum(dtype=int), f"the provenance of success_pattern.db tells {told} towns")
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
        "most_win_points.csv": [count(f"{TRIPLES}")],
        "most_win_match.csv": [count(f"{MATCH_SET_THEME_SYNONYMS}")],
        "most_win_match_min.csv": [greedy],
        "most_win_min.csv": [theme_sets],
        "minimum_cover.csv": [minimum, of_covers["proven_lower_bound"]],
    }
    table = artifacts.frame(FIGURES)
    found = table.groupby("file")["value"].agg(list).to_dict()
    require(found == expected, f"the table {FIGURES.name} says {found}, but {expected} is right")
    require(
        table["meaning"].is_unique and table["meaning"].str.len().min() > 0, f"the table {FIGURES.name} lacks words"
    )


def _named(artifacts: Artifacts) -> set[int]:
    """The theme synonyms that the tables of best_towns.db name."""
    with artifacts.opened(BEST_TOWNS.file) as database:
        tables = (BEST_ANSWERS, COVER_THEME_SYNONYMS, LEARN_THEME_SYNONYMS)
        return {id_ for of in tables for id_ in database.execute(select(of.c.theme_synonym_id)).scalars()}


@checks.add(Level.QUICK)
def named_towns(artifacts: Artifacts) -> None:
    """Every theme synonym that best_towns.db names has its scores, its towns counted, and its first town."""
    synonyms = artifacts.synonyms
    rows = artifacts.query(BEST_TOWNS.file, "SELECT * FROM towns ORDER BY theme_synonym_id")
    require({row[0] for row in rows} == _named(artifacts), "best_towns.db has towns of other theme synonyms")
    first = "SELECT position || direction FROM towns WHERE theme_synonym_id = ? LIMIT 1"
    with artifacts.opened(SUCCESS_PATTERN.file) as database:
        for id_, pattern, n_towns, *scores in rows:
            right = [database.exec_driver_sql(first, (id_,)).scalar_one(), int(synonyms.n_towns[id_ - 1])]
            right += synonyms.scores[:, id_ - 1].tolist()
            require(right == [pattern, n_towns, *scores], f"best_towns.db is wrong about theme synonym {id_}: {right}")


def _best(artifacts: Artifacts) -> Iterator[tuple[tuple[int, ...], list[list[int]]]]:
    """For any cards, given by their places, the best answers: distances, wins, losses and rounds of each.

    With fewer than three cards the round robin is played again; how theme sets fared is checked in `rounds`.
    """
    ranks = artifacts.ranks
    sizes = ranks.max(axis=1).astype(np.int64) + 1
    for size in (1, 2):
        for cards in combinations(range(len(sizes)), size):
            occurs = np.zeros(sizes[list(cards)], dtype=np.bool_)
            occurs[tuple(ranks[card] for card in cards)] = True
            distances = np.argwhere(occurs)
            results = play(distances)
            yield cards, np.hstack([distances, results[:, :3]])[results[:, 3] == 1].tolist()
    columns = ["theme_set_id", "dist_1", "dist_2", "dist_3", "wins", "losses", "rounds"]
    of_theme_sets: dict[str, list[list[int]]] = {}
    for theme_set, *row in artifacts.frame(TRIPLES, kept=1)[columns].itertuples(index=False):
        of_theme_sets.setdefault(theme_set, []).append(row)
    yield from zip(combinations(range(len(sizes)), 3), of_theme_sets.values(), strict=True)


@checks.add(Level.FULL)
def best_answers(artifacts: Artifacts) -> None:
    """Best answers for one, two and three cards win the round robin, and their towns and examples are right."""
    cover, _ = read_minimum_cover(artifacts.folder / ANSWERS.file)
    scores = [np.unique(of_theme)[::-1].tolist() for of_theme in artifacts.synonyms.scores]
    numbers = [theme.no for theme in artifacts.themes]
    expected = []
    progress = Progress("best answers", sum(comb(len(numbers), size) for size in (1, 2, 3)), "card sets")
    for cards, best in _best(artifacts):
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
                len(having),
                int(artifacts.synonyms.n_towns[having].sum(dtype=int)),
                next((id_ for id_ in cover if has[id_ - 1]), int(having[0]) + 1),
            ]
            expected.append(dict(zip(BEST_ANSWERS.columns.keys(), values, strict=True)))
        progress.advance(1)
    progress.finish()
    artifacts.check_rows(BEST_ANSWERS, expected)
