"""Board and tiles, and the tables that only best_towns.db has: best answers for any cards, each with a town."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Table

from pipeline.core.tables import Schema, integer, table, text
from pipeline.nine_tiles_panic.game.themes import Theme
from pipeline.nine_tiles_panic.kind import FILE, KIND
from pipeline.nine_tiles_panic.packed_towns import theme_columns, theme_synonym

BOARD = table(
    "board",
    "The board and the rules, one row.",
    integer("rows", "rows of the board"),
    integer("columns", "columns of the board"),
    text("rule_set", "how the card texts are read"),
)
TILES = table("tiles", "The tiles that are used.", integer("tile", "number of the tile, 0 to 9", key=True))
BEST_ANSWERS = table(
    "best_answers",
    "The best answers for one, two or three cards, all equally good: what wins the round robin of all that occur, in "
    "which the one that is closer to the best score in more of the cards wins.",
    text("cards", "numbers of its themes, such as 05, 02_05 or, a theme set, 02_05_18", key=True),
    integer("place", "place among its best answers, by their distances, from 1", key=True),
    integer("dist_1", "distance from the best score in the first theme: a rank, 0 the best"),
    integer("dist_2", "distance in the second theme", null=True),
    integer("dist_3", "distance in the third theme", null=True),
    integer("score_1", "score in the first theme"),
    integer("score_2", "score in the second theme", null=True),
    integer("score_3", "score in the third theme", null=True),
    integer("wins", "other scores that occur and that it beats"),
    integer("losses", "other scores that occur and beat it"),
    integer("rounds", "rounds after which it was among the kept ones"),
    integer("n_theme_synonyms", "theme synonyms with these scores"),
    integer("n_towns", "towns with these scores"),
    theme_synonym(meaning="one of these theme synonyms, if possible of the minimum cover"),
    rowid=False,
)


def named_towns_table(themes: Sequence[Theme]) -> Table:
    """A town of every theme synonym that best_towns.db names."""
    return table(
        "towns",
        "Every theme synonym that this database names, with its scores and its first town.",
        theme_synonym(key=True),
        text("pattern", "its first town: tile numbers row by row, then their directions"),
        integer("n_towns", "towns with all these scores"),
        *theme_columns(themes, "score in theme"),
    )


def best_towns_schema(copied: Sequence[Table], themes: Sequence[Theme]) -> Schema:
    """The tables of best_towns.db. copied: those that it has from answers.db."""
    return Schema(
        KIND.stage,
        KIND.version,
        (*copied, BEST_ANSWERS, named_towns_table(themes)),
        FILE,
        "The best towns for any one, two or three cards, in less than a megabyte.",
        """SELECT score_1, score_2, score_3, a.n_towns, pattern
FROM best_answers AS a JOIN towns USING (theme_synonym_id) WHERE cards = '02_05_18';""",
    )
