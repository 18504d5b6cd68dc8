"""That best_towns.db says what the large databases do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb

import numpy as np
from sqlalchemy import select

from pipeline.cli.verify import Level
from pipeline.core.progress import Progress
from pipeline.nine_tiles_panic.best_towns import BEST_ANSWERS
from pipeline.nine_tiles_panic.readers.answers import read_minimum_cover
from pipeline.nine_tiles_panic.tables import (
    ANSWERS,
    BEST_TOWNS,
    COVER_THEME_SYNONYMS,
    LEARN_THEME_SYNONYMS,
    SUCCESS_PATTERN,
    TRIPLES,
)
from scripts.verify.ladder import Ladder, require
from scripts.verify.nine_tiles_panic.artifacts import Artifacts
from scripts.verify.nine_tiles_panic.rounds import play

ladder: Ladder[Artifacts] = Ladder()


def _named(artifacts: Artifacts) -> set[int]:
    """The theme synonyms that the tables of best_towns.db name."""
    with artifacts.opened(BEST_TOWNS.file) as database:
        tables = (BEST_ANSWERS, COVER_THEME_SYNONYMS, LEARN_THEME_SYNONYMS)
        return {id_ for of in tables for id_ in database.execute(select(of.c.theme_synonym_id)).scalars()}


@ladder.add(Level.QUICK)
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


@ladder.add(Level.FULL)
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
