"""The tables of scores and towns: theme_synonyms.db, theme_synonym_distance.db and success_pattern.db.

Towns are stored in boxes, one byte per position; see `tablebases.nine_tiles.search.boxes`. Tables with a score column
for each theme of the theme file, t01, t02, ..., come from functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sqlalchemy import Table

from pipeline.nine_tiles_panic.shard_tables import TURN_SETS
from pipeline.schemas import CHECKSUMS, PROVENANCE, AnyColumn, Schema, blob, integer, table, text, view
from tablebases.nine_tiles import tablebase
from tablebases.nine_tiles.rules.measures import measure_of
from tablebases.nine_tiles.rules.themes import Theme

BOXES_IN_A_BLOCK = 1000
THEME_SYNONYMS_IN_A_PART = 1000
"""Theme synonyms in a checked part of success_pattern.db."""
STRIP = 3
"""Number of positions in a row of `strips`."""


def theme_columns(themes: Iterable[Theme], meaning: str) -> list[AnyColumn]:
    """A column for each theme, t01, t02, ..."""
    return [integer(theme.column, f"{meaning} {theme.no} {theme.name_en}") for theme in themes]


def theme_synonym(name: str = "theme_synonym_id", meaning: str = "theme synonym", *, key: bool = False) -> AnyColumn:
    """A column of ids of theme synonyms."""
    return integer(name, f"{meaning}, the id in theme_synonyms.db", key=key)


def scores_by_card_view(themes: Sequence[Theme]) -> Table:
    """The scores of all theme synonyms in columns named after the cards."""
    columns = ", ".join(["id", *(f"{theme.column} AS {theme.key}" for theme in themes), "n_towns"])
    return view(
        "scores_by_card",
        "The theme synonyms with their scores in columns that are named after the cards, by the key in themes.",
        f"SELECT {columns} FROM theme_synonyms",  # noqa: S608 - keys are those of MEASURES
        theme_synonym("id", "theme synonym"),
        *(integer(theme.key, f"score in theme {theme.no}: {measure_of(theme.key).counts}") for theme in themes),
        integer("n_towns", "towns with these scores"),
    )


STRIPS = table(
    "strips",
    f"Every stretch of up to {STRIP} neighbouring positions that occurs in a town box, with all its towns.",
    blob("turn_sets", "the bytes of a town box", key=True),
    text("position", "tile number of each position"),
    text(
        "directions",
        "directions of the tiles: all ways to turn them, one after the other; the first position changes fastest",
    ),
    integer("n_towns", "how many ways to turn the tiles there are, 1 to 64"),
    rowid=False,
)
FACES = table(
    "faces",
    "What every tile shows in every direction. It leads from the pattern of a town to the town.",
    integer("tile", "number of the tile", key=True),
    integer("direction", "0 to 7: quarter turns, plus 4 for the back", key=True),
    integer("listed_as", "the smallest direction that looks the same; towns are listed with it"),
    integer("shape", "its road shape, a digit of position in town_synonyms"),
    integer("turn", "quarter turns of the shape, a digit of direction in town_synonyms"),
    *(integer(things, f"{things} on it") for things in ("houses", "dogs", "girls", "boys", "agents")),
    rowid=False,
)
PLACES = table(
    "places",
    "The places in a block of town boxes, and the ways to turn the tiles of a strip, for the views boxes and towns.",
    integer("i", f"0 to {BOXES_IN_A_BLOCK - 1}", key=True),
)


def town_blocks_table(stride: int) -> Table:
    """Blocks of town boxes by theme synonym; one integer key fills SQLite's pages in order.

    `stride`, a power of ten, spaces the keys; every theme synonym has fewer blocks.
    """
    return table(
        "town_blocks",
        f"The town boxes of each theme synonym in blocks of up to {BOXES_IN_A_BLOCK}; the view towns expands them.",
        integer("id", f"theme synonym times {stride} plus the number of the block, from 0", key=True),
        blob("boxes", "town boxes one after the other, a byte a position, each a number of turn_sets"),
        integer("theme_synonym_id", "the theme synonym", computed=f"id / {stride}", null=True),
    )


def _strips(positions: int) -> list[tuple[int, int]]:
    """The first position and the width of every strip of a board."""
    return [(first, min(STRIP, positions - first)) for first in range(0, positions, STRIP)]


def _from_boxes(positions: int, stride: int) -> str:
    """FROM and JOIN of the views over town boxes, always with theme synonyms first."""
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
    """The view of town boxes, one row each."""
    strips = _strips(positions)
    sql = f"""
        SELECT s.id AS theme_synonym_id,
            {" || ".join(f"s{first}.position" for first, _ in strips)} AS position,
            {" || ".join(f"substr(s{first}.directions, 1, {width})" for first, width in strips)} AS direction,
            {" * ".join(f"s{first}.n_towns" for first, _ in strips)} AS n_towns
        {_from_boxes(positions, stride)}"""
    return view(
        "boxes",
        "Every town box: one row for towns that differ only in directions. Queries for tiles and faces are faster here "
        "than in the view towns.",
        sql,
        theme_synonym(),
        text("position", "tile number of each position, row by row"),
        text(
            "direction", "direction of each tile in its first town; all its towns show the same faces, 4 to 7 the back"
        ),
        integer("n_towns", "towns in it"),
    )


def towns_view(themes: Sequence[Theme], positions: int, stride: int) -> Table:
    """The view of towns, which looks strips up once per box, then lists all ways to turn them."""
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
        "Every town, one row each. Filters on scores and on theme_synonym_id expand only the towns that they need.",
        sql,
        theme_synonym(),
        text("position", "tile number of each position, row by row"),
        text("direction", "direction of each tile, 0 to 7: quarter turns, plus 4 for the back"),
        *theme_columns(themes, "score in theme"),
    )


THEMES = table(
    "themes",
    "The themes, the cards of the game; the same in every database.",
    integer("no", "number of the theme, 1 to 99", key=True),
    text("key", "its short name, such as longest_road"),
    text("name_en", "English name of the card"),
    text("name_ja", "Japanese name of the card"),
    text("level", "the part of a town that the score depends on: none, shape, faces or objects"),
    text("counts", "what it counts, in English"),
    integer("minimum", "lowest score of all towns"),
    integer("maximum", "highest score of all towns"),
)
TOWN_SYNONYMS = table(
    "town_synonyms",
    "Complete towns of road shapes; of the rotations of a town, the one with the smallest pattern. Ordered by pattern.",
    text("position", "road shape of each position, one digit each"),
    text("direction", "quarter turns of each shape, one digit each, 0 to 3"),
    integer("distinct_rotations", "number of its four rotations that look different: 1, 2 or 4"),
    integer("longest_road", "tiles of the longest road"),
    integer("curves", "curves of all roads"),
    integer("roads", "number of roads"),
    integer("roadless_tiles", "tiles without a road"),
    integer("roads_of_one_length", "most roads of the same length"),
    integer("n_placements", "choices of tile and face for every position"),
    integer("n_towns", "n_placements times the turns with different scores"),
    integer(
        "n_arrangements",
        "n_placements times all physical turns. If distinct_rotations is below 4, it counts rotations of the same town "
        "more than once; the number up to rotation is sum(n_arrangements * distinct_rotations) / 4",
    ),
)


def theme_synonyms_table(themes: Sequence[Theme]) -> Table:
    """The scores of all theme synonyms, the same in every database that has them."""
    return table(
        "theme_synonyms",
        "The theme synonyms: all different lists of scores that towns have.",
        integer(
            "id", "rank of its name, from 1; a name is the scores joined by _ and .txt, compared as bytes", key=True
        ),
        *theme_columns(themes, "score in theme"),
        integer("n_towns", "towns with these scores"),
    )


def theme_synonyms_schema(themes: Sequence[Theme]) -> Schema:
    """The tables of theme_synonyms.db."""
    return Schema(
        **vars(tablebase.THEME_SYNONYMS),
        tables=(THEMES, theme_synonyms_table(themes), scores_by_card_view(themes)),
        meaning="The different score lists of all towns.",
        example="SELECT t05, sum(n_towns) FROM theme_synonyms GROUP BY t05;",
    )


def distances_schema(themes: Sequence[Theme]) -> Schema:
    """The tables of theme_synonym_distance.db."""
    distances = table(
        "distances",
        "How far each theme synonym is from the best score of every theme. A distance is the number of "
        "better scores that some town has in this theme. The article names this table `themes`; here `themes` has the "
        "cards, as in every database.",
        theme_synonym("id", "theme synonym", key=True),
        integer("num_max", "themes at their best score"),
        integer("all_dist", "sum of the squared distances in all themes"),
        *theme_columns(themes, "squared distance in theme"),
    )
    return Schema(
        **vars(tablebase.DISTANCES),
        tables=(THEMES, distances),
        meaning="How far theme synonyms are from the best scores.",
        example="SELECT id, num_max, all_dist FROM distances ORDER BY num_max DESC, all_dist, id LIMIT 10;",
    )


def success_pattern_schema(themes: Sequence[Theme], positions: int, stride: int) -> Schema:
    """The tables of success_pattern.db; see `towns_view`."""
    town_blocks = town_blocks_table(stride)
    return Schema(
        **vars(tablebase.SUCCESS_PATTERN),
        tables=(
            THEMES,
            theme_synonyms_table(themes),
            TOWN_SYNONYMS,
            FACES,
            TURN_SETS,
            STRIPS,
            PLACES,
            town_blocks,
            CHECKSUMS,
            scores_by_card_view(themes),
            boxes_view(positions, stride),
            towns_view(themes, positions, stride),
        ),
        meaning="Every town with its scores.",
        example="SELECT position, direction, t05 FROM towns WHERE theme_synonym_id = 1 LIMIT 10;",
        parts={PROVENANCE.name: 1000, TURN_SETS.name: 1000, town_blocks.name: stride * THEME_SYNONYMS_IN_A_PART},
    )


# Schemas to read databases, without their themes and boards.
THEME_SYNONYMS = theme_synonyms_schema([])
OF_THEMES = replace(THEME_SYNONYMS, tables=[THEMES])
"""The themes of theme_synonyms.db, which other databases copy."""
SUCCESS_PATTERN = success_pattern_schema([], 1, 10)
