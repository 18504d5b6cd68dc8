"""The tables of Nine Tiles Panic.

Towns are stored in boxes, one byte per position; see `tablebases.nine_tiles.search.boxes`.

Themes are the cards of the game. Three of them are a theme set, named by their numbers: `02_05_18`. Towns with the same
scores in all themes are one theme synonym. Tables with a score column for each theme of the theme file, t01, t02, ...,
come from functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sqlalchemy import Table

from pipeline.nine_tiles_panic.shard_tables import TURN_SETS
from pipeline.schemas import CHECKSUMS, PROVENANCE, AnyColumn, Schema, blob, integer, real, table, text, view
from tablebases.nine_tiles import tablebase
from tablebases.nine_tiles.rules.measures import MEASURES, measure_of
from tablebases.nine_tiles.rules.themes import Theme
from tablebases.nine_tiles.tablebase import ANSWERS_VERSION, GREEDY, MINIMUM, MIX, OPTIMAL, UNBEATEN, VERSION, WINNER
from tablebases.puzzles import NINE_TILES

BOXES_IN_A_BLOCK = 1000
THEME_SYNONYMS_IN_A_PART = 1000
"""Theme synonyms in a checked part of success_pattern.db."""
STRIP = 3
"""Number of positions in a row of `strips`."""


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


# Board and tiles, and the tables of best_towns.db alone: best answers for any cards, each with a town.

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
    "The best answers for one, two or three cards; all answers for the same cards are equally good. Every two "
    "combinations of scores that some town has meet, and the one that is closer to the best score in more cards wins. "
    "Those with the fewest losses, and of these the most wins, meet again until all of them are equal.",
    text("cards", "numbers of the cards, such as 05, 02_05 or 02_05_18", key=True),
    integer("place", "place among the best answers for these cards, in the order of the distances, from 1", key=True),
    integer("dist_1", "distance from the best score in the first theme: a rank, 0 the best"),
    integer("dist_2", "distance in the second theme", null=True),
    integer("dist_3", "distance in the third theme", null=True),
    integer("score_1", "score in the first theme"),
    integer("score_2", "score in the second theme", null=True),
    integer("score_3", "score in the third theme", null=True),
    integer("wins", "other combinations of scores that it beats"),
    integer("losses", "other combinations of scores that beat it"),
    integer("rounds", "rounds of the round robin that it survived; the best answers survived the most"),
    integer(
        "runner_up_1",
        "distance of the runner-up in the first theme; of the combinations that are no best answer it has the fewest "
        "losses, of these the most wins, and of these the smallest distances; null if all are best answers",
        null=True,
    ),
    integer("runner_up_2", "distance of the runner-up in the second theme", null=True),
    integer("runner_up_3", "distance of the runner-up in the third theme", null=True),
    integer("n_theme_synonyms", "theme synonyms with these scores"),
    integer("n_towns", "towns with these scores"),
    theme_synonym(meaning="one of these theme synonyms, from the minimum cover if one is in it"),
    rowid=False,
)


def named_towns_table(themes: Sequence[Theme]) -> Table:
    """A town of every theme synonym in best_towns.db."""
    return table(
        "towns",
        "Every theme synonym that this database names, with its scores and its first town.",
        theme_synonym(key=True),
        text("pattern", "its first town: tile numbers row by row, then their directions"),
        integer("n_towns", "towns with all these scores"),
        *theme_columns(themes, "score in theme"),
    )


def best_towns_schema(themes: Sequence[Theme]) -> Schema:
    """The tables of best_towns.db."""
    return Schema(
        **vars(tablebase.BEST_TOWNS),
        tables=(*IN_BEST_TOWNS, BEST_ANSWERS, named_towns_table(themes)),
        meaning="The best towns for any one, two or three cards, in less than a megabyte.",
        example="""SELECT score_1, score_2, score_3, a.n_towns, pattern
FROM best_answers AS a JOIN towns USING (theme_synonym_id) WHERE cards = '02_05_18';""",
    )


# Views of answers.db: joins, and percentiles of scores for other definitions of "best".

ROOT_STEPS = 40
"""Steps of Newton's method from 1 to the cube root of 1e-15, exact to the last digit."""


def _triple_columns() -> list[AnyColumn]:
    """A theme set, and the distances and scores of a triple in its three themes."""
    return [
        theme_set(),
        *(integer(f"dist_{i}", f"distance from the best score in theme_{i}: a rank, 0 the best") for i in (1, 2, 3)),
        *(integer(f"score_{i}", f"score in theme_{i}") for i in (1, 2, 3)),
    ]


THEME_SET_CARDS = view(
    "theme_set_cards",
    "The cards of every theme set, one row each.",
    """
    SELECT theme_set_id, theme_1 AS theme FROM theme_sets
    UNION ALL SELECT theme_set_id, theme_2 FROM theme_sets
    UNION ALL SELECT theme_set_id, theme_3 FROM theme_sets""",
    theme_set(),
    integer("theme", "number of a theme in it"),
)
ANSWERS_VIEW = view(
    "answers",
    "The best answers to every theme set (most_win.csv), all equally good.",
    """
    SELECT t.theme_set_id, t.dist_1, t.dist_2, t.dist_3,
        s1.score AS score_1, s2.score AS score_2, s3.score AS score_3, t.wins, t.losses, t.rounds
    FROM theme_sets AS c
    JOIN triples AS t ON t.theme_set_id = c.theme_set_id AND t.kept
    JOIN theme_scores AS s1 ON s1.theme = c.theme_1 AND s1.dist = t.dist_1
    JOIN theme_scores AS s2 ON s2.theme = c.theme_2 AND s2.dist = t.dist_2
    JOIN theme_scores AS s3 ON s3.theme = c.theme_3 AND s3.dist = t.dist_3""",
    *_triple_columns(),
    integer("wins", "triples that it beats"),
    integer("losses", "triples that beat it"),
    integer("rounds", "rounds of the round robin that it survived; the best answers survived the most"),
)
MOST_WIN_MATCH = view(
    "most_win_match",
    "The theme sets that each theme synonym is a best answer to (most_win_match.csv). Theme synonyms that answer only "
    "the theme sets that every theme synonym answers are left out.",
    """
    SELECT y.theme_synonym_id, s.theme_set_id
    FROM match_set_theme_sets AS s JOIN match_set_theme_synonyms AS y ON y.match_set_id = s.match_set_id""",
    theme_synonym(),
    theme_set(),
)
ANSWERS_AGAINST_MIXES = view(
    "answers_against_mixes",
    f"What the best answers earn against the mix, in the theme sets with the outcome {MIX}.",
    """
    WITH meetings AS (
        SELECT t.theme_set_id, t.dist_1, t.dist_2, t.dist_3, t.losses, m.numerator, m.denominator,
            (t.dist_1 < m.dist_1) + (t.dist_2 < m.dist_2) + (t.dist_3 < m.dist_3)
            - (t.dist_1 > m.dist_1) - (t.dist_2 > m.dist_2) - (t.dist_3 > m.dist_3) AS closer
        FROM mixes AS m JOIN triples AS t ON t.theme_set_id = m.theme_set_id AND t.kept
    )
    SELECT theme_set_id, dist_1, dist_2, dist_3, losses,
        sum(numerator * ((closer > 0) - (closer < 0))) AS numerator, denominator,
        EXISTS (
            SELECT 1 FROM essential AS e WHERE e.theme_set_id = meetings.theme_set_id
            AND e.dist_1 = meetings.dist_1 AND e.dist_2 = meetings.dist_2 AND e.dist_3 = meetings.dist_3
        ) AS is_essential
    FROM meetings GROUP BY theme_set_id, dist_1, dist_2, dist_3""",
    theme_set(),
    *(integer(f"dist_{i}", f"distance from the best score in theme_{i}: a rank, 0 the best") for i in (1, 2, 3)),
    integer("losses", "triples that beat it"),
    integer("numerator", "wins minus losses against the mix are on average numerator / denominator, at most 0"),
    integer("denominator", "that of the mix"),
    integer("is_essential", "1 if some optimal mix uses it, else 0"),
)
SCORE_SHARES = view(
    "score_shares",
    "The share of all towns that has each score.",
    """
    SELECT theme, dist, score, n_towns,
        1.0 * n_towns / sum(n_towns) OVER (PARTITION BY theme) AS share,
        1.0 * sum(n_towns) OVER (PARTITION BY theme ORDER BY dist DESC)
            / sum(n_towns) OVER (PARTITION BY theme) AS cumulative
    FROM theme_scores""",
    integer("theme", "number of the theme"),
    integer("dist", "distance from the best score: the number of better scores in this theme"),
    integer("score", "the score"),
    integer("n_towns", "towns with this score"),
    real("share", "their share of all towns, 0 to 1"),
    real("cumulative", "share of the towns with this score or a lower one, 0 to 1: its percentile rank"),
)


def _percentile_columns() -> list[AnyColumn]:
    """The columns of the views of triples by percentiles."""
    return [
        *_triple_columns(),
        *(real(f"percentile_{i}", f"share of the towns with score_{i} or a lower one, 0 to 1") for i in (1, 2, 3)),
        real("mean_percentile", "geometric mean of the three, 0 to 1"),
        integer("pareto", "1 if no other triple of the theme set is as good or better in all three themes, else 0"),
        integer("kept", "1 if it is a best answer by the round robin, else 0"),
    ]


# Not every SQLite has a function for roots.
TRIPLE_PERCENTILES = view(
    "triple_percentiles",
    "The triples of each theme set, with their scores and the share of towns that each score beats or equals.",
    f"""
    WITH RECURSIVE steps(theme, dist, score, percentile, root, step) AS (
        SELECT theme, dist, score, cumulative, 1.0, 0 FROM score_shares
        UNION ALL
        SELECT theme, dist, score, percentile, (2 * root + percentile / root / root) / 3, step + 1
        FROM steps WHERE step < {ROOT_STEPS}
    ), ranked AS MATERIALIZED (
        SELECT theme, dist, score, percentile, root FROM steps WHERE step = {ROOT_STEPS}
    )
    SELECT t.theme_set_id, t.dist_1, t.dist_2, t.dist_3,
        r1.score AS score_1, r2.score AS score_2, r3.score AS score_3,
        r1.percentile AS percentile_1, r2.percentile AS percentile_2, r3.percentile AS percentile_3,
        r1.root * r2.root * r3.root AS mean_percentile, t.pareto, t.kept
    FROM theme_sets AS c
    JOIN triples AS t ON t.theme_set_id = c.theme_set_id
    JOIN ranked AS r1 ON r1.theme = c.theme_1 AND r1.dist = t.dist_1
    JOIN ranked AS r2 ON r2.theme = c.theme_2 AND r2.dist = t.dist_2
    JOIN ranked AS r3 ON r3.theme = c.theme_3 AND r3.dist = t.dist_3""",  # noqa: S608 - a number of this module
    *_percentile_columns(),
)
PERCENTILE_ANSWERS = view(
    "percentile_answers",
    "The best answers to every theme set by another measure: the highest geometric mean of the three percentiles.",
    f"""
    SELECT {", ".join(column.name for column in _percentile_columns())}
    FROM (SELECT *, max(mean_percentile) OVER (PARTITION BY theme_set_id) AS highest FROM triple_percentiles)
    WHERE mean_percentile = highest""",  # noqa: S608 - names of this module
    *_percentile_columns(),
)


# The tables of Nine Tiles Panic.

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
        "better scores that some town has in this theme.",
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


THEME_SCORES = table(
    "theme_scores",
    "For every theme, the scores that some town has.",
    integer("theme", "number of the theme", key=True),
    integer("dist", "distance from the best score: the number of better scores in this theme", key=True),
    integer("score", "the score"),
    integer("n_towns", "towns with this score"),
    rowid=False,
)


def triple_key() -> list[AnyColumn]:
    """A theme set and a triple of distances, as a key."""
    return [
        theme_set(key=True),
        integer("dist_1", "distance from the best score in the first theme: a rank, 0 the best", key=True),
        integer("dist_2", "distance in the second theme", key=True),
        integer("dist_3", "distance in the third theme", key=True),
    ]


TRIPLES = table(
    "triples",
    "Results of the round robin of each theme set: one row for each triple of distances that some town has "
    "(most_win_points.csv has squared distances).",
    *triple_key(),
    integer("wins", "triples that it beats: it is closer to the best score in more of the three themes"),
    integer("losses", "triples that beat it"),
    integer("rounds", "rounds of the round robin that it survived; the best answers survived the most"),
    integer("kept", "1 if it is a best answer, else 0"),
    integer("pareto", "1 if no other triple of the theme set is as good or better in all three themes, else 0"),
    rowid=False,
)
ROUNDS = Schema(NINE_TILES.stage("most_win"), VERSION, tables=(THEME_SCORES, TRIPLES))

OUTCOMES = table(
    "outcomes",
    "Whether a combination of scores is unbeaten in the round robin of each theme set.",
    theme_set(key=True),
    text(
        "outcome",
        f"{WINNER}: one combination beats all others; {UNBEATEN}: none does, but no other beats one of them; {MIX}: "
        "every combination loses to another one",
    ),
    integer("extreme_mixes", f"with {MIX}: number of extreme optimal mixes; 1 if there is no other mix", null=True),
    rowid=False,
)
MIXES = table(
    "mixes",
    "How to choose scores where every combination loses to another one: of the mixes that win at least as often as "
    "they lose against every combination, the lexicographically largest in the order of triples.",
    *triple_key(),
    integer("numerator", "its probability is numerator / denominator"),
    integer("denominator", "the sum of the numerators of its theme set"),
    *(
        integer(f"beaten_by_{i}", f"distance in theme_{i} of the triple with the most wins that beats it")
        for i in (1, 2, 3)
    ),
    theme_synonym(meaning="the first theme synonym with these distances"),
    text("pattern", "its first town: tile numbers row by row, then their directions"),
    rowid=False,
)
ESSENTIAL = table(
    "essential",
    "The combinations of scores that some optimal mix uses. The mix of this table wins more often than it loses "
    "against every other combination, which proves that no optimal mix uses that.",
    *triple_key(),
    integer("numerator", "its probability in an optimal mix of all of them is numerator / denominator"),
    integer("denominator", "the sum of the numerators of its theme set"),
    rowid=False,
)
MIXED = Schema(NINE_TILES.stage("mixes"), ANSWERS_VERSION, tables=(OUTCOMES, MIXES, ESSENTIAL))

MATCH_SETS = table(
    "match_sets",
    "The match sets. A match set has all theme sets to which a theme synonym is a best answer; theme synonyms with the "
    "same theme sets share it. The order is that of the lowest theme synonyms. As in most_win_match.csv, a "
    "match set is left out if every theme synonym answers all its theme sets.",
    integer("match_set_id", "number of the match set, from 1", key=True),
    theme_synonym(meaning="the lowest theme synonym that has it"),
    integer("n_theme_sets", "theme sets in it"),
    integer("n_theme_synonyms", "theme synonyms that have it"),
)
MATCH_SET_THEME_SETS = table(
    "match_set_theme_sets",
    "The theme sets of each match set.",
    theme_set(key=True),
    integer("match_set_id", "a match set that it is in", key=True),
    rowid=False,
)
MATCH_SET_THEME_SYNONYMS = table(
    "match_set_theme_synonyms",
    "The theme synonyms that have each match set.",
    integer("match_set_id", "the match set", key=True),
    theme_synonym(key=True),
    rowid=False,
)
MATCHES = Schema(
    NINE_TILES.stage("most_win_match"), VERSION, tables=(MATCH_SETS, MATCH_SET_THEME_SETS, MATCH_SET_THEME_SYNONYMS)
)

COVER_THEME_SYNONYMS = table(
    "cover_theme_synonyms",
    "Small sets of theme synonyms, the covers, that together answer all theme sets (most_win_match_min.csv, "
    "minimum_cover.csv).",
    text("cover", f"{GREEDY}, or {MINIMUM}, which is proven to be the smallest", key=True),
    integer("place", "place in the cover, from 1", key=True),
    theme_synonym(),
    integer("n", "theme sets that the cover assigns to it"),
    rowid=False,
)
COVER_THEME_SETS = table(
    "cover_theme_sets",
    "The theme synonym that each cover assigns to a theme set.",
    text("cover", f"{GREEDY} or {MINIMUM}", key=True),
    theme_set(key=True),
    theme_synonym(),
    rowid=False,
)
MOST_WIN_MIN = table(
    "most_win_min",
    "A best answer to each theme set from the greedy cover. Its scores are in theme_synonyms.",
    theme_set(key=True),
    theme_synonym(),
    text("pattern", "one of its towns: tile numbers row by row, then their directions"),
    integer("n_in_min", "theme synonyms of the greedy cover that answer this theme set"),
)
COVER_FIGURES = table(
    "cover_figures",
    "Counts from the computation of the covers.",
    text("name", "what is counted", key=True),
    integer("value", "the count; no cover is smaller than proven_lower_bound"),
)
COVER = Schema(
    NINE_TILES.stage("cover"), VERSION, tables=(COVER_THEME_SYNONYMS, COVER_THEME_SETS, MOST_WIN_MIN, COVER_FIGURES)
)

THEME_SETS = table(
    "theme_sets",
    "All sets of three themes.",
    theme_set(key=True),
    integer("theme_1", "number of the first theme"),
    integer("theme_2", "number of the second theme"),
    integer("theme_3", "number of the third theme"),
    integer("n_towns", "towns with the best score in all three themes (theme_sets.csv), 0 if there is none"),
)
LEARN = table(
    "learn",
    "The number of theme sets that k theme synonyms answer together (learn.csv).",
    integer("k", "number of theme synonyms, from 1", key=True),
    text("method", f"{GREEDY}: those for k - 1 and one more; {OPTIMAL}: chosen for each k separately", key=True),
    integer("n_theme_sets", "theme sets that they answer"),
    integer("bound", "proven upper bound: no k theme synonyms answer more"),
    rowid=False,
)
LEARN_THEME_SYNONYMS = table(
    "learn_theme_synonyms",
    "The theme synonyms to learn.",
    integer("k", "number of theme synonyms", key=True),
    text("method", f"{GREEDY} or {OPTIMAL}", key=True),
    integer("place", "place in the list, from 1", key=True),
    theme_synonym(),
    rowid=False,
)
FIGURES = table(
    "figures",
    "The counts that `tablebases nine-tiles summary` shows.",
    text("meaning", "what is counted", key=True),
    integer("value", "the count"),
    text("file", "the file with the counted rows"),
)
ANSWERS = Schema(
    **vars(tablebase.ANSWERS),
    tables=(
        BOARD,
        TILES,
        THEMES,
        THEME_SETS,
        *ROUNDS.tables,
        *MIXED.tables,
        *MATCHES.tables,
        *COVER.tables,
        LEARN,
        LEARN_THEME_SYNONYMS,
        FIGURES,
        THEME_SET_CARDS,
        ANSWERS_VIEW,
        SCORE_SHARES,
        TRIPLE_PERCENTILES,
        PERCENTILE_ANSWERS,
        MOST_WIN_MATCH,
        ANSWERS_AGAINST_MIXES,
    ),
    meaning="The best answers to every theme set.",
    example="SELECT * FROM answers WHERE theme_set_id = '02_05_18' LIMIT 10;",
)

IN_BEST_TOWNS = (
    *(BOARD, TILES, THEMES, THEME_SETS, THEME_SCORES, FIGURES),
    *(COVER_THEME_SYNONYMS, COVER_FIGURES, LEARN, LEARN_THEME_SYNONYMS),
    *MIXED.tables,
)
"""Tables of answers.db that are copied to best_towns.db."""

# Schemas to read databases, without their themes and boards.
BEST_TOWNS = best_towns_schema([])
THEME_SYNONYMS = theme_synonyms_schema([])
OF_THEMES = replace(THEME_SYNONYMS, tables=[THEMES])
"""The themes of theme_synonyms.db, which other databases copy."""
SUCCESS_PATTERN = success_pattern_schema([], 1, 10)

DOCUMENTED_THEMES = [Theme(no, key, key, "", "") for no, key in enumerate(MEASURES, 1)]
DATABASES = (
    best_towns_schema(DOCUMENTED_THEMES),
    ANSWERS,
    success_pattern_schema(DOCUMENTED_THEMES, 9, 1000),
    theme_synonyms_schema(DOCUMENTED_THEMES),
    distances_schema(DOCUMENTED_THEMES),
)
"""The databases that docs/tables.md describes."""
