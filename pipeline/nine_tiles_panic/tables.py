"""The tables of answers.db, of its parts, and of best_towns.db; those of scores and towns are in `score_tables`.

Themes are the cards of the game. Three of them are a theme set, named by their numbers: `02_05_18`. Towns with the same
scores in all themes are one theme synonym.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Table

from pipeline.nine_tiles_panic.score_tables import (
    THEMES,
    distances_schema,
    success_pattern_schema,
    theme_columns,
    theme_synonym,
    theme_synonyms_schema,
)
from pipeline.schemas import AnyColumn, Schema, integer, real, table, text, view
from tablebases.nine_tiles import tablebase
from tablebases.nine_tiles.rules.measures import MEASURES
from tablebases.nine_tiles.rules.themes import Theme
from tablebases.nine_tiles.rules.tiles import Board
from tablebases.nine_tiles.tablebase import ANSWERS_VERSION, GREEDY, MINIMUM, MIX, OPTIMAL, UNBEATEN, VERSION, WINNER
from tablebases.puzzles import NINE_TILES


def theme_set(*, key: bool = False) -> AnyColumn:
    """The column of a theme set."""
    return text("theme_set_id", "numbers of its three themes, such as 02_05_18", key=key)


def town_pattern(meaning: str = "its first town, with the fewest turned tiles and then the lowest digits") -> AnyColumn:
    """The column of a town."""
    return text("pattern", f"{meaning}: tile numbers row by row, a bar, then their directions")


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
    theme_synonym(
        meaning="one of these theme synonyms: of those in the minimum cover, the one whose first town has the fewest "
        "turned tiles and then the lowest digits; if none is in it, the lowest one"
    ),
    rowid=False,
)


def named_towns_table(themes: Sequence[Theme]) -> Table:
    """A town of every theme synonym in best_towns.db."""
    return table(
        "towns",
        "Every theme synonym that this database names, with its scores and its first town.",
        theme_synonym(key=True),
        town_pattern(),
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
# Every score is listed: outer joins only keep DuckDB from joining the scores first, which would take it seconds.
ANSWERS_VIEW = view(
    "answers",
    "The best answers to every theme set (most_win.csv, most_win_points.csv), all equally good.",
    """
    SELECT t.theme_set_id, t.dist_1, t.dist_2, t.dist_3,
        s1.score AS score_1, s2.score AS score_2, s3.score AS score_3, t.wins, t.losses, t.rounds
    FROM theme_sets AS c
    JOIN triples AS t ON t.theme_set_id = c.theme_set_id AND t.kept
    LEFT JOIN theme_scores AS s1 ON s1.theme = c.theme_1 AND s1.dist = t.dist_1
    LEFT JOIN theme_scores AS s2 ON s2.theme = c.theme_2 AND s2.dist = t.dist_2
    LEFT JOIN theme_scores AS s3 ON s3.theme = c.theme_3 AND s3.dist = t.dist_3""",
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
# In DuckDB, which also reads these views, 1.0 is a decimal number with few digits; 1e0 is a floating-point number.
SCORE_SHARES = view(
    "score_shares",
    "The share of all towns that has each score.",
    """
    SELECT theme, dist, score, n_towns,
        1e0 * n_towns / sum(n_towns) OVER (PARTITION BY theme) AS share,
        1e0 * sum(n_towns) OVER (PARTITION BY theme ORDER BY dist DESC)
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
        SELECT theme, dist, score, cumulative, 1e0, 0 FROM score_shares
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
    "(triples.csv has squared distances).",
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
    town_pattern(),
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
    town_pattern("one of its towns"),
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

BEST_TOWNS = best_towns_schema([])
"""To read the database, without its themes."""

DOCUMENTED_THEMES = [Theme(no, key, key, "", "") for no, key in enumerate(MEASURES, 1)]
DATABASES = (
    best_towns_schema(DOCUMENTED_THEMES),
    ANSWERS,
    success_pattern_schema(DOCUMENTED_THEMES, Board(3, 3), 1000),
    theme_synonyms_schema(DOCUMENTED_THEMES),
    distances_schema(DOCUMENTED_THEMES),
)
"""The databases that docs/tables.md describes."""
