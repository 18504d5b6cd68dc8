"""The contents of answers.db, of its parts, and of best_towns.db as far as it has the same tables.

Whatever opens a file raises a PipelineError if it is missing, damaged, or of another kind.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path

from sqlalchemy import Connection, select

from pipeline.core.database import open_database
from pipeline.core.tables import Schema
from pipeline.nine_tiles_panic.best_towns import BOARD, TILES
from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game.themes import Theme
from pipeline.nine_tiles_panic.tables import (
    ANSWERS,
    COVER_FIGURES,
    COVER_THEME_SYNONYMS,
    LEARN,
    LEARN_THEME_SYNONYMS,
    MINIMUM,
    OPTIMAL,
    THEME_SYNONYMS,
    THEMES,
    TRIPLES,
)

Triple = tuple[int, int, int]
"""Distances of a theme synonym in the three themes of a set: ranks, 0 the best."""


def themes_in(database: Connection) -> list[Theme]:
    """The themes of a database that has them, by number."""
    columns = [THEMES.c[field.name] for field in fields(Theme)]
    return [Theme(*row) for row in database.execute(select(*columns).order_by(THEMES.c.no))]


def read_themes(path: Path, schema: Schema = THEME_SYNONYMS) -> list[Theme]:
    """The themes that an artifact is about, by number."""
    with open_database(path, schema) as database:
        return themes_in(database)


def board_in(database: Connection) -> Board:
    """The board that a database is about."""
    return Board(*database.execute(select(BOARD.c.rows, BOARD.c.columns)).one())


def read_board(answers: Path) -> Board:
    """The board that answers.db is about."""
    with open_database(answers, ANSWERS) as database:
        return board_in(database)


@dataclass(frozen=True)
class Game:
    """What is played with."""

    board: Board
    tiles: list[int] | None
    """Their numbers, None for all of the tile file."""
    rule_set: str


def read_game(answers: Path) -> Game:
    """What answers.db is about, or the game as it comes in its box if there is none."""
    if not answers.is_file():
        return Game(Board(3, 3), None, "published")
    with open_database(answers, ANSWERS) as database:
        rows, columns, rule_set = database.execute(select(BOARD)).one()
        return Game(Board(rows, columns), list(database.execute(select(TILES.c.tile)).scalars()), rule_set)


def read_best_triples(path: Path, schema: Schema = ANSWERS) -> dict[str, list[Triple]]:
    """Theme set -> its best answers, ascending, from answers.db or from rounds.db with the schema `ROUNDS`."""
    triples: dict[str, list[Triple]] = {}
    of = TRIPLES.c
    kept = select(of.theme_set_id, of.dist_1, of.dist_2, of.dist_3).where(of.kept == 1)
    with open_database(path, schema) as database:
        for theme_set, *triple in database.execute(kept.order_by(*TRIPLES.primary_key)):
            triples.setdefault(theme_set, []).append((triple[0], triple[1], triple[2]))
    return triples


def read_minimum_cover(path: Path, schema: Schema = ANSWERS) -> tuple[list[int], int]:
    """The theme synonyms of the proven minimum cover, those that answer most first; no cover has fewer than so many."""
    of = COVER_THEME_SYNONYMS.c
    ids = select(of.theme_synonym_id).where(of.cover == MINIMUM).order_by(of.n.desc(), of.theme_synonym_id)
    bound = select(COVER_FIGURES.c.value).where(COVER_FIGURES.c.name == "proven_lower_bound")
    with open_database(path, schema) as database:
        return list(database.execute(ids).scalars()), database.execute(bound).scalar_one()


@dataclass(frozen=True)
class TownsToLearn:
    """K towns to learn."""

    k: int
    """How many."""
    method: str
    """How they were chosen: greedy or optimal."""
    n_theme_sets: int
    """Theme sets that they answer together."""
    bound: int
    """No choice of as many answers more."""
    theme_synonyms: list[int]
    """Their ids."""


def read_learn(path: Path, schema: Schema = ANSWERS) -> list[TownsToLearn]:
    """The learning list: what so many towns can answer, by k, the greedy choice before the optimal one."""
    of = LEARN_THEME_SYNONYMS.c
    with open_database(path, schema) as database:
        ids: dict[tuple[int, str], list[int]] = {}
        for row in database.execute(select(LEARN_THEME_SYNONYMS).order_by(of.k, of.method, of.place)):
            ids.setdefault((row.k, row.method), []).append(row.theme_synonym_id)
        return [
            TownsToLearn(row.k, row.method, row.n_theme_sets, row.bound, ids[row.k, row.method])
            for row in database.execute(select(LEARN).order_by(LEARN.c.k, LEARN.c.method))
        ]


def read_optimal(path: Path, schema: Schema = ANSWERS) -> dict[int, TownsToLearn]:
    """K -> the k towns that answer most theme sets."""
    return {of.k: of for of in read_learn(path, schema) if of.method == OPTIMAL}
