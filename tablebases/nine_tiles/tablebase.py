"""The databases of Nine Tiles Panic; `best_towns` and `packed_towns` read answers and towns.

best_towns.db                 best answers, cover and learning list, less than a megabyte; comes with the package
answers.db                    the best answers to every theme set, and how they were found
theme_synonyms.db             the scores of every theme synonym
theme_synonym_distance.db     distances of every theme synonym from the best scores
success_pattern.db            every town, by theme synonym

Functions that open a file raise an `Error` if it is missing, damaged, or of another kind.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from tablebases.database import Kind, open_rows
from tablebases.nine_tiles.rules.themes import Theme
from tablebases.nine_tiles.rules.tiles import Board
from tablebases.puzzles import NINE_TILES

VERSION = 5
ANSWERS_VERSION = 8
"""Version of the databases about theme sets."""
BEST_TOWNS = Kind(NINE_TILES.stage("best_towns"), ANSWERS_VERSION, "best_towns.db")
ANSWERS = Kind(NINE_TILES.stage("answers"), ANSWERS_VERSION, "answers.db")
THEME_SYNONYMS = Kind(NINE_TILES.stage("theme_synonyms"), VERSION, "theme_synonyms.db")
DISTANCES = Kind(NINE_TILES.stage("distances"), VERSION, "theme_synonym_distance.db")
SUCCESS_PATTERN = Kind(NINE_TILES.stage("success_pattern"), VERSION, "success_pattern.db")

GREEDY, MINIMUM, OPTIMAL = "greedy", "minimum", "optimal"
"""Methods that choose covers and towns to learn."""

WINNER, UNBEATEN, MIX = "winner", "unbeaten", "mix"
"""Outcomes of a theme set: one combination of scores beats all others; none does, but some lose to none; all lose."""

Triple = tuple[int, int, int]
"""Distances of a theme synonym in the three themes of a set: ranks, 0 the best."""


def themes_in(database: sqlite3.Connection) -> list[Theme]:
    """The themes in a database, by number."""
    columns = ", ".join(field.name for field in fields(Theme))
    return [Theme(*row) for row in database.execute(f"SELECT {columns} FROM themes ORDER BY no")]  # noqa: S608


def read_themes(path: Path, kind: Kind = THEME_SYNONYMS) -> list[Theme]:
    """The themes of an artifact, by number."""
    with open_rows(path, kind) as database:
        return themes_in(database)


def board_in(database: sqlite3.Connection) -> Board:
    """The board of a database."""
    return Board(*database.execute("SELECT rows, columns FROM board").fetchone())


@dataclass(frozen=True)
class Game:
    """The board, tiles and rules of a run."""

    board: Board
    tiles: list[int] | None
    """Numbers of the tiles; None for all of the tile file."""
    rule_set: str


def read_game(path: Path, kind: Kind = ANSWERS) -> Game:
    """The game of `ANSWERS` or `BEST_TOWNS`."""
    with open_rows(path, kind) as database:
        rows, columns, rule_set = database.execute("SELECT rows, columns, rule_set FROM board").fetchone()
        return Game(Board(rows, columns), [tile for (tile,) in database.execute("SELECT tile FROM tiles")], rule_set)


# Theme synonyms by their scores: theme_synonyms.db and theme_synonym_distance.db.


def with_scores(database: sqlite3.Connection, themes: Sequence[Theme], scores: Sequence[int]) -> list[int]:
    """The theme synonyms with these scores in these themes. `database` is theme_synonyms.db."""
    condition = " AND ".join(f"{theme.column} = ?" for theme in themes)
    rows = database.execute(f"SELECT id FROM theme_synonyms WHERE {condition} ORDER BY id", tuple(scores))  # noqa: S608
    return [id_ for (id_,) in rows]


def nearest_in(database: sqlite3.Connection, themes: Sequence[Theme]) -> list[int]:
    """The theme synonyms nearest to the best scores in these themes, by their scores.

    The larger a distance in a theme, the lower the score. `database` is theme_synonym_distance.db.
    """
    columns = [theme.column for theme in themes]
    is_of_all = columns == [theme.column for theme in themes_in(database)]
    total = "all_dist" if is_of_all else " + ".join(columns)
    order = ", ".join(f"{column} DESC" for column in columns)
    rows = database.execute(
        f"SELECT id FROM distances WHERE {total} = (SELECT min({total}) FROM distances) ORDER BY {order}"  # noqa: S608
    )
    return [id_ for (id_,) in rows]
