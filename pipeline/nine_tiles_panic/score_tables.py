"""The tables of scores and towns: theme_synonyms.db, theme_synonym_distance.db and success_pattern.db.

Towns are stored in boxes, one byte per position; see `tablebases.nine_tiles.search.boxes`. Tables with a score column
for each theme of the theme file, t01, t02, ..., come from functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from sqlalchemy import Table

from pipeline.nine_tiles_panic.shard_tables import TURN_SETS
from pipeline.schemas import CHECKSUMS, PROVENANCE, AnyColumn, Schema, blob, integer, table, text, view
from tablebases.nine_tiles import tablebase
from tablebases.nine_tiles.rules.measures import measure_of
from tablebases.nine_tiles.rules.themes import Theme
from tablebases.nine_tiles.rules.tiles import Board

BOXES_IN_A_BLOCK = 1000
THEME_SYNONYMS_IN_A_PART = 1000
"""Theme synonyms in a checked part of success_pattern.db."""
STRIP = 3
"""Number of positions in a row of `strips`."""
ROADS = {
    "longest_road": "longest_road",
    "curvy": "curves",
    "many_roads": "roads",
    "no_roads": "roadless_tiles",
    "same_length_roads": "roads_of_one_length",
}
"""Keys of cards -> columns of `town_synonyms` with their scores."""
THINGS = {
    "real_estate_day": "houses",
    "agents": "agents",
    "life_with_dogs": "dogs",
    "ladies_night": "girls",
    "boy_scouts": "boys",
}
"""Keys of cards -> columns of `faces` that add up to their scores."""


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


def _from_boxes(positions: int, stride: int, first: str = "", where: str = "", *, towns: bool = True) -> str:
    """FROM and WHERE of a view over town boxes and perhaps their towns: SQLite takes the tables in this order."""
    # DuckDB cannot parse conditions after the ON of a CROSS JOIN.
    tables = [f"{first}theme_synonyms AS s", "town_blocks AS b", "places AS n"]
    conditions = [f"{where}b.id BETWEEN s.id * {stride} AND s.id * {stride} + {stride - 1}"]
    conditions.append(f"n.i < length(b.boxes) / {positions}")
    for place, width in _strips(positions):
        tables.append(f"strips AS s{place}")
        conditions.append(f"s{place}.turn_sets = substr(b.boxes, {positions} * n.i + {place + 1}, {width})")
    for place, _ in reversed(_strips(positions)) if towns else ():
        tables.append(f"places AS n{place}")
        conditions.append(f"n{place}.i < s{place}.n_towns")
    line = "\n            "
    return f"FROM {f'{line}CROSS JOIN '.join(tables)}\n        WHERE {f'{line}AND '.join(conditions)}"


def boxes_view(positions: int, stride: int) -> Table:
    """The view of town boxes, one row each."""
    strips = _strips(positions)
    sql = f"""
        SELECT s.id AS theme_synonym_id,
            {" || ".join(f"s{first}.position" for first, _ in strips)} AS position,
            {" || ".join(f"substr(s{first}.directions, 1, {width})" for first, width in strips)} AS direction,
            {" * ".join(f"s{first}.n_towns" for first, _ in strips)} AS n_towns
        {_from_boxes(positions, stride, towns=False)}"""
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


def _view_of_towns(
    name: str, meaning: str, positions: int, stride: int, columns: Mapping[str, AnyColumn], *restricted: str
) -> Table:
    """A view of towns with more columns, by their SQL; `restricted` are `first` and `where` of `_from_boxes`."""
    strips = _strips(positions)
    turned = (f"substr(s{place}.directions, {width} * n{place}.i + 1, {width})" for place, width in strips)
    sql = f"""
        SELECT s.id AS theme_synonym_id,
            {" || ".join(f"s{place}.position" for place, _ in strips)} AS position,
            {" || ".join(turned)} AS direction,
            {", ".join(columns)}
        {_from_boxes(positions, stride, *restricted)}"""
    position = text("position", "tile number of each position, row by row")
    direction = text("direction", "direction of each tile, 0 to 7: quarter turns, plus 4 for the back")
    return view(name, meaning, sql, theme_synonym(), position, direction, *columns.values())


def towns_view(themes: Sequence[Theme], positions: int, stride: int) -> Table:
    """The view of towns with their scores."""
    meaning = (
        "Every town, one row each. Filters on scores and on theme_synonym_id expand only the towns that they need; a "
        "filter on position or direction takes minutes, so find a town in towns_by_roads. Count, group, sort and limit "
        "the rows of theme_synonyms, which have n_towns, before you join towns."
    )
    scores = {f"s.{column.name}": column for column in theme_columns(themes, "score in theme")}
    return _view_of_towns("towns", meaning, positions, stride, scores)


def _things(themes: Iterable[Theme], column: Callable[[Theme], str]) -> str:
    """SQL for the numbers of things, two digits for each card; `column` has those that a card counts."""
    counting = enumerate(column(theme) for theme in themes if theme.key in THINGS)
    return " + ".join([*(f"{100**place} * {counted}" for place, counted in counting), "0"])


def turned_faces_view(themes: Sequence[Theme], board: Board) -> Table:
    """The view of the faces in turned towns."""
    rotations = ((turns, place, source + 1) for turns, s in board.rotations for place, source in enumerate(s, 1))
    return view(
        "turned_faces",
        "What the tiles of a town show after a rotation of the town that keeps the shape of the board.",
        f"""
        WITH rotations(turns, place, source) AS (VALUES {", ".join(map(str, rotations))})
        SELECT r.turns, r.place, r.source, laid.tile, laid.direction, f.listed_as, f.shape, f.turn,
            {_things(themes, lambda theme: f"f.{THINGS[theme.key]}")} AS things
        FROM rotations AS r CROSS JOIN faces AS laid JOIN faces AS f ON f.tile = laid.tile
            AND f.direction = laid.direction - laid.direction % 4 + (laid.direction + r.turns) % 4""",  # noqa: S608
        integer("turns", "quarter turns of the town to the left, 0 to 3"),
        integer("place", "place of the tile after the rotation, from 1"),
        integer("source", "its place before"),
        integer("tile", "number of the tile"),
        integer("direction", "its direction before, 0 to 7"),
        *(integer(name, "as in faces, after the rotation") for name in ("listed_as", "shape", "turn")),
        integer("things", f"{', '.join(THINGS.values())} on it that cards count, two digits each, the last first"),
    )


def towns_by_roads_view(themes: Sequence[Theme], positions: int, stride: int) -> Table:
    """The view that finds a town, among the theme synonyms with the scores of its roads."""
    # The sign + prevents SQLite from building an index of all theme synonyms for each query, which takes seconds.
    roads = [f"+s.{theme.column} = y.{ROADS[theme.key]} AND " for theme in themes if theme.key in ROADS]
    things = _things(themes, lambda theme: f"s.{theme.column}")
    columns = {
        "y.position AS shapes": text("shapes", "position of a town synonym with the scores of its roads"),
        "y.direction AS shape_turns": text("shape_turns", "direction of this town synonym"),
        f"{things} AS things": integer("things", "the sum of those of its tiles in turned_faces"),
        "s0.position AS first_tiles": text("first_tiles", f"the first {STRIP} digits of position, for speed"),
    }
    meaning = (
        "Every town, for each town synonym with the scores of its roads. Finds a town by its pattern, with the columns "
        "of turned_faces; compare all columns but theme_synonym_id."
    )
    restricted = ("town_synonyms AS y CROSS JOIN ", f"y.n_towns > 0 AND {''.join(roads)}")
    return _view_of_towns("towns_by_roads", meaning, positions, stride, columns, *restricted)


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
    text("position", "road shape of each position, one digit each", key=True),
    text("direction", "quarter turns of each shape, one digit each, 0 to 3", key=True),
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
    rowid=False,
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


def success_pattern_schema(themes: Sequence[Theme], board: Board, stride: int) -> Schema:
    """The tables of success_pattern.db; see `towns_view`."""
    positions = board.positions
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
            turned_faces_view(themes, board),
            towns_by_roads_view(themes, positions, stride),
        ),
        meaning="Every town with its scores.",
        example="SELECT position, direction, t05 FROM towns WHERE theme_synonym_id = 1 LIMIT 10;",
        parts={PROVENANCE.name: 1000, TURN_SETS.name: 1000, town_blocks.name: stride * THEME_SYNONYMS_IN_A_PART},
    )


# Schemas to read databases, without their themes and boards.
THEME_SYNONYMS = theme_synonyms_schema([])
OF_THEMES = replace(THEME_SYNONYMS, tables=[THEMES])
"""The themes of theme_synonyms.db, which other databases copy."""
SUCCESS_PATTERN = success_pattern_schema([], Board(1, 1), 10)
