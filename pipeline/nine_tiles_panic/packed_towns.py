"""Tables that pack towns, those of the shards and of success_pattern.db, and what all tables share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Table

from pipeline.core.tables import AnyColumn, Schema, blob, integer, table, text, view
from pipeline.nine_tiles_panic.game.themes import Theme

VERSION = 2
"""Of all schemas of this puzzle."""
TOWNS_IN_A_BLOCK = 1000


def theme_columns(themes: Iterable[Theme], meaning: str) -> list[AnyColumn]:
    """A column for each theme, t01, t02, ..."""
    return [integer(theme.column, f"{meaning} {theme.no} {theme.name_en}") for theme in themes]


def theme_synonym(name: str = "theme_synonym_id", meaning: str = "theme synonym", *, key: bool = False) -> AnyColumn:
    """A column of ids of theme synonyms."""
    return integer(name, f"{meaning}, the id in theme_synonyms.db", key=key)


SHARE = table(
    "share",
    "Which share of all towns this is.",
    integer("shard", "number of the shard, from 0"),
    integer("shards", "how many shards there are"),
    integer("positions", "positions of the board"),
)
TOWNS = table(
    "towns",
    "All towns of the shard, by the names of their theme synonyms.",
    integer("chunk", "number of the chunk, from 0", key=True),
    blob(
        "patterns",
        "towns one after the other, a byte for two digits of the pattern",
    ),
)
SHARD = Schema("nine_tiles_panic_towns", VERSION, (SHARE, TOWNS))

BLOCK_PLACES = table(
    "block_places",
    "The places in a block of towns, for the view towns.",
    integer("i", f"place, 0 to {TOWNS_IN_A_BLOCK - 1}", key=True),
)


def town_blocks_table(stride: int) -> Table:
    """Blocks by theme synonym, told apart by one integer: SQLite then fills its pages in order.

    Args:
        stride: a power of ten that spaces block ids, above the number of blocks of any theme synonym.
    """
    return table(
        "town_blocks",
        f"The towns of each theme synonym in blocks of up to {TOWNS_IN_A_BLOCK}; the view towns spells them.",
        integer("id", f"theme synonym times {stride} plus the number of the block, from 0", key=True),
        blob("patterns", "towns one after the other, a byte for two digits of the pattern: hex() writes them"),
        integer("theme_synonym_id", "the theme synonym", computed=f"id / {stride}", null=True),
    )


def towns_view(themes: Sequence[Theme], positions: int, stride: int) -> Table:
    """The view that spells the towns of a block: two digits a byte are its hexadecimal text.

    Args:
        themes: in the order of their numbers.
        positions: of the board.
        stride: as in `town_blocks_table`.
    """
    pattern = f"hex(substr(b.patterns, {positions} * n.i + 1, {positions}))"
    sql = f"""
        SELECT s.id AS theme_synonym_id,
            substr({pattern}, 1, {positions}) AS position,
            substr({pattern}, {positions + 1}) AS direction,
            {", ".join(f"s.{theme.column}" for theme in themes)}
        FROM theme_synonyms AS s
        JOIN town_blocks AS b ON b.id BETWEEN s.id * {stride} AND s.id * {stride} + {stride - 1}
        JOIN block_places AS n ON n.i < length(b.patterns) / {positions}"""  # noqa: S608 - made of numbers
    return view(
        "towns",
        "Every town: a row each. Filters on scores and on theme_synonym_id expand only the blocks they need.",
        sql,
        theme_synonym(),
        text("position", "tile number of each position, row by row"),
        text("direction", "direction of each tile, 0 to 7: quarter turns, plus 4 for the back"),
        *theme_columns(themes, "score in theme"),
    )
