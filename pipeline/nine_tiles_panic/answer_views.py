"""Views of answers.db: tables joined, and what share of all towns a score beats, to ask "best" in other ways."""

from __future__ import annotations

from pipeline.core.tables import AnyColumn, integer, real, view
from pipeline.nine_tiles_panic.packed_towns import theme_set, theme_synonym

ROOT_STEPS = 40
"""Newton's method takes so many from 1 to the cube root of 1 in 1e15, to the last digit."""

THEME_SET_CARDS = view(
    "theme_set_cards",
    "The cards of every theme set, a row each.",
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
    theme_set(),
    *(integer(f"dist_{i}", f"distance from the best score in theme_{i}: a rank, 0 the best") for i in (1, 2, 3)),
    *(integer(f"score_{i}", f"score in theme_{i}") for i in (1, 2, 3)),
    integer("wins", "triples that it beats"),
    integer("losses", "triples that beat it"),
    integer("rounds", "rounds after which it was among the kept ones"),
)
MOST_WIN_MATCH = view(
    "most_win_match",
    "The theme sets that each theme synonym is a best answer to (most_win_match.csv). Theme synonyms that answer only "
    "what all answer are left out.",
    """
    SELECT y.theme_synonym_id, s.theme_set_id
    FROM match_set_theme_sets AS s JOIN match_set_theme_synonyms AS y ON y.match_set_id = s.match_set_id""",
    theme_synonym(),
    theme_set(),
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
    integer("dist", "distance from the best score: its rank, 0 the best"),
    integer("score", "the score"),
    integer("n_towns", "towns with this score"),
    real("share", "their share of all towns, 0 to 1"),
    real("cumulative", "share of the towns with this score or a lower one, 0 to 1: its percentile rank"),
)


def _columns() -> list[AnyColumn]:
    """The columns of the views of triples."""
    return [
        theme_set(),
        *(integer(f"dist_{i}", f"distance from the best score in theme_{i}: a rank, 0 the best") for i in (1, 2, 3)),
        *(integer(f"score_{i}", f"score in theme_{i}") for i in (1, 2, 3)),
        *(real(f"percentile_{i}", f"share of the towns with score_{i} or a lower one, 0 to 1") for i in (1, 2, 3)),
        real("mean_percentile", "geometric mean of the three, 0 to 1"),
        integer("pareto", "1 if no other triple that occurs is as good or better in all three themes, else 0"),
        integer("kept", "1 if it is a best answer by the round robin, else 0"),
    ]


# Not every SQLite has a function for roots.
TRIPLE_PERCENTILES = view(
    "triple_percentiles",
    "The triples that occur for each theme set, with their scores and the shares of towns that these beat or equal.",
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
    *_columns(),
)
PERCENTILE_ANSWERS = view(
    "percentile_answers",
    "The best answers to every theme set by another measure: the highest geometric mean of the three percentiles.",
    f"""
    SELECT {", ".join(column.name for column in _columns())}
    FROM (SELECT *, max(mean_percentile) OVER (PARTITION BY theme_set_id) AS highest FROM triple_percentiles)
    WHERE mean_percentile = highest""",  # noqa: S608 - names of this module
    *_columns(),
)
