"""Tables that pack towns, those of the shards and of success_pattern.db, and what all tables share.

Towns lie in boxes, a byte a position; see `pipeline.nine_tiles_panic.game.town_boxes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Table

from pipeline.core.tables import AnyColumn, Schema, blob, integer, table, text, view
from pipeline.nine_tiles_panic.game.themes import Theme
from pipeline.nine_tiles_panic.kind import VERSION

"""Of all schemas of this puzzle."""
BOXES_IN_A_BLOCK = 1000
THEME_SYNONYMS_IN_A_PART = 1000
"""Of success_pattern.db, which is read by theme synonym."""
STRIP = 3
"""Positions whose tiles and directions a row of `strips` spells."""


def theme_columns(themes: Iterable[Theme], meaning: str) -> list[AnyColumn]:
    """A column for each theme, t01, t02, ..."""
    return [integer(theme.column, f"{meaning} {theme.no} {theme.name_en}") for theme in themes]


def theme_set(*, key: bool = False) -> AnyColumn:
    """The column of a theme set."""
    return text("theme_set_id", "numbers of its three themes, such as 02_05_18", key=key)


def theme_synonym(name: str = "theme_synonym_id", meaning: str = "theme synonym", *, key: bool = False) -> AnyColumn:
    """A column of ids of theme synonyms."""
    return integer(name, f"{meaning}, the id in theme_synonyms.db", key=key)


def scores_by_card_view(themes: Sequence[Theme]) -> Table:
    """The scores of all theme synonyms in columns that are called after the cards."""
    columns = ", ".join(["id", *(f"{theme.column} AS {theme.key}" for theme in themes), "n_towns"])
    return view(
        "scores_by_card",
        "The theme synonyms with their scores in columns that are called after the cards, by the key in themes.",
        f"SELECT {columns} FROM theme_synonyms",  # noqa: S608 - keys are those of COUNTED
        theme_synonym("id", "theme synonym"),
        *(integer(theme.key, f"score in theme {theme.no}: {theme.counts}") for theme in themes),
        integer("n_towns", "towns with these scores"),
    )


SHARE = table(
    "share",
    "Which share of all towns this is.",
    integer("shard", "number of the shard, from 0"),
    integer("shards", "how many shards there are"),
    integer("positions", "positions of the board"),
)
TURN_SETS = table(
    "turn_sets",
    "Tiles with the directions that they take in a town box.",
    integer("number", "the byte that stands for it in a town box, 0 to 255", key=True),
    integer("tile", "number of the tile"),
    text("directions", "a digit each, 0 to 7: quarter turns, plus 4 for the back"),
)
SHARD = Schema("nine_tiles_panic_towns", VERSION, (SHARE, TURN_SETS))

STRIPS = table(
    "strips",
    f"Every stretch of up to {STRIP} neighbouring positions that occurs in a town box, spelled.",
    blob("turn_sets", "the bytes of a town box", key=True),
    text("position", "tile number of each position"),
    text(
        "directions", "directions of the tiles, for all ways to turn them one after the other, first position fastest"
    ),
    integer("n_towns", "how many ways to turn the tiles there are, 1 to 64"),
    rowid=False,
)
FACES = table(
    "faces",
    "Every tile in every direction: what it shows. By it a town is found from its pattern.",
    integer("tile", "number of the tile", key=True),
    integer("direction", "0 to 7: quarter turns, plus 4 for the back", key=True),
    integer("listed_as", "of the directions that look the same the smallest: the one that towns are listed with"),
    integer("shape", "its road shape, a digit of position in town_synonyms"),
    integer("turn", "quarter turns of the shape, a digit of direction in town_synonyms"),
    integer("houses", "houses on it"),
    integer("dogs", "dogs on it"),
    integer("girls", "girls on it"),
    integer("boys", "boys on it"),
    integer("agents", "agents on it"),
    rowid=False,
)
PLACES = table(
    "places",
    "The places in a block of town boxes, and the ways to turn the tiles of a strip, for the views boxes and towns.",
    integer("i", f"0 to {BOXES_IN_A_BLOCK - 1}", key=True),
)


def town_blocks_table(stride: int) -> Table:
    """Blocks by theme synonym, told apart by one integer: SQLite then fills its pages in order.

    Args:
        stride: a power of ten that spaces block ids, above the number of blocks of any theme synonym.
    """
    return table(
        "town_blocks",
        f"The town boxes of each theme synonym in blocks of up to {BOXES_IN_A_BLOCK}; the view towns spells them.",
        integer("id", f"theme synonym times {stride} plus the number of the block, from 0", key=True),
        blob("boxes", "town boxes one after the other, a byte a position, each a number of turn_sets"),
        integer("theme_synonym_id", "the theme synonym", computed=f"id / {stride}", null=True),
    )


def _strips(positions: int) -> list[tuple[int, int]]:
    """The first position of every strip of a board, and how many it has."""
    return [(first, min(STRIP, positions - first)) for first in range(0, positions, STRIP)]


def _from_boxes(positions: int, stride: int) -> str:
    """FROM and JOIN of the views over town boxes: theme synonyms first, whatever else is asked for."""
    strips = "".join(
        f"""
        CROSS JOIN strips AS s{first}
            ON s{first}.turn_sets = substr(b.boxes, {positions} * n.i + {first + 1}, {width})"""
        for first, width in _strips(positions)
    )
    return f"""FROM theme_synonyms AS s
        CROSS JOIN town_blocks AS b ON b.id BETWEEN s.id * {stride} AND s.id * {stride} + {stride - 1}
        CROSS JOIN places AS n ON n.i < length(b.boxes) / {positions}{strips}"""


def boxes_view(positions: int, stride: int) -> Table:
    """The view of town boxes, a row each.

    Args:
        positions: of the board.
        stride: as in `town_blocks_table`.
    """
    strips = _strips(positions)
    sql = f"""
        SELECT s.id AS theme_synonym_id,
            {" || ".join(f"s{first}.position" for first, _ in strips)} AS position,
            {" || ".join(f"substr(s{first}.directions, 1, {width})" for first, width in strips)} AS direction,
            {" * ".join(f"s{first}.n_towns" for first, _ in strips)} AS n_towns
        {_from_boxes(positions, stride)}"""
    return view(
        "boxes",
        "Every town box: a row for towns that differ in nothing but directions. Tiles and faces are asked for here "
        "faster than of single towns.",
        sql,
        theme_synonym(),
        text("position", "tile number of each position, row by row"),
        text("direction", "direction of each tile in the first of its towns; all have the same faces, 4 to 7 the back"),
        integer("n_towns", "towns in it"),
    )


def towns_view(themes: Sequence[Theme], positions: int, stride: int) -> Table:
    """The view that spells the towns of all boxes: strips are looked up once a box, then all ways to turn them listed.

    Args:
        themes: in the order of their numbers.
        positions: of the board.
        stride: as in `town_blocks_table`.
    """
    strips = _strips(positions)
    turned = (f"substr(s{first}.directions, {width} * n{first}.i + 1, {width})" for first, width in strips)
    ways = "".join(
        f"""
        CROSS JOIN places AS n{first} ON n{first}.i < s{first}.n_towns"""
        for first, _ in reversed(strips)
    )
    sql = f"""
        SELECT s.id AS theme_synonym_id,
            {" || ".join(f"s{first}.position" for first, _ in strips)} AS position,
            {" || ".join(turned)} AS direction,
            {", ".join(f"s.{theme.column}" for theme in themes)}
        {_from_boxes(positions, stride)}{ways}"""
    return view(
        "towns",
        "Every town: a row each. Filters on scores and on theme_synonym_id spell only the towns they need.",
        sql,
        theme_synonym(),
        text("position", "tile number of each position, row by row"),
        text("direction", "direction of each tile, 0 to 7: quarter turns, plus 4 for the back"),
        *theme_columns(themes, "score in theme"),
    )
