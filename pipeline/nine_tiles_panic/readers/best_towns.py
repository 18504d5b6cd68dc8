"""The contents of best_towns.db.

Whatever opens a file raises a PipelineError if it is missing, damaged, or of another kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, select

from pipeline.core.database import open_database
from pipeline.nine_tiles_panic.best_towns import BEST_ANSWERS, named_towns_table
from pipeline.nine_tiles_panic.game.themes import Theme
from pipeline.nine_tiles_panic.readers.answers import TownsToLearn, read_learn, read_minimum_cover, themes_in
from pipeline.nine_tiles_panic.tables import BEST_TOWNS, FIGURES, THEME_SCORES, THEME_SYNONYMS


@dataclass(frozen=True)
class BestAnswer:
    """One of the equally good answers for some cards."""

    distances: tuple[int, ...]
    """Of its scores from the best ones: ranks, 0 the best; one for each card."""
    scores: tuple[int, ...]
    wins: int
    """Other scores that occur and that it beats."""
    losses: int
    n_theme_synonyms: int
    """That have these scores."""
    n_towns: int
    """That have these scores."""
    theme_synonym: int
    """The id of one that has them."""


@dataclass(frozen=True)
class NamedTown:
    """A theme synonym that best_towns.db names."""

    pattern: str
    """Its first town."""
    n_towns: int
    scores: tuple[int, ...]
    """In all themes."""


@dataclass(frozen=True)
class BestTowns:
    """All that best_towns.db says."""

    themes: list[Theme]
    scores: dict[int, dict[int, int]]
    """Number of a theme -> score -> towns that have it, the best score first."""
    answers: dict[str, list[BestAnswer]]
    """Numbers of one, two or three themes, such as 02_05 -> the best answers."""
    cover: list[int]
    """The theme synonyms of the minimum cover, those that answer most first."""
    cover_bound: int
    """No cover has fewer."""
    learned: list[TownsToLearn]
    towns: dict[int, NamedTown]
    """Theme synonym -> what is said of it."""
    n_theme_synonyms: int
    """Of all, most of which are not in `towns`."""


def answer_of(row: Row[Any]) -> BestAnswer:
    """A row of the table `best_answers`."""
    distances, scores = (
        tuple(value for value in values if value is not None)
        for values in ((row.dist_1, row.dist_2, row.dist_3), (row.score_1, row.score_2, row.score_3))
    )
    return BestAnswer(distances, scores, row.wins, row.losses, row.n_theme_synonyms, row.n_towns, row.theme_synonym_id)


def answers_for(database: Connection, cards: str) -> list[BestAnswer]:
    """The best answers for some cards, such as 02_05."""
    rows = select(BEST_ANSWERS).where(BEST_ANSWERS.c.cards == cards).order_by(BEST_ANSWERS.c.place)
    return list(map(answer_of, database.execute(rows)))


def scores_in(database: Connection, themes: Sequence[Theme]) -> dict[int, dict[int, int]]:
    """Number of a theme -> score -> towns that have it, the best score first."""
    found: dict[int, dict[int, int]] = {theme.no: {} for theme in themes}
    rows = select(THEME_SCORES).where(THEME_SCORES.c.theme.in_(found)).order_by(*THEME_SCORES.primary_key)
    for row in database.execute(rows):
        found[row.theme][row.score] = row.n_towns
    return found


def towns_in(database: Connection, themes: Sequence[Theme], ids: Sequence[int] | None = None) -> dict[int, NamedTown]:
    """Theme synonym -> what is said of it; of some theme synonyms or all that are named.

    Args:
        database: best_towns.db.
        themes: all.
        ids: of theme synonyms.
    """
    towns = named_towns_table(themes)
    rows = select(towns).order_by(towns.c.theme_synonym_id)
    if ids is not None:
        rows = rows.where(towns.c.theme_synonym_id.in_(ids))
    return {id_: NamedTown(pattern, n, tuple(scores)) for id_, pattern, n, *scores in database.execute(rows)}


def read_best_towns(path: Path) -> BestTowns:
    """All that best_towns.db says."""
    cover, bound = read_minimum_cover(path, BEST_TOWNS)
    learned = read_learn(path, BEST_TOWNS)
    with open_database(path, BEST_TOWNS) as database:
        themes = themes_in(database)
        answers: dict[str, list[BestAnswer]] = {}
        for row in database.execute(select(BEST_ANSWERS).order_by(*BEST_ANSWERS.primary_key)):
            answers.setdefault(row.cards, []).append(answer_of(row))
        count = select(FIGURES.c.value).where(FIGURES.c.file == THEME_SYNONYMS.file)
        return BestTowns(
            themes,
            scores_in(database, themes),
            answers,
            cover,
            bound,
            learned,
            towns_in(database, themes),
            database.execute(count).scalar_one(),
        )
