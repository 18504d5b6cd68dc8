"""The tables of Nine Tiles Panic.

Themes are the cards of the game, three of which make a theme set, named by their numbers: `02_05_18`. Towns with the
same scores in all themes are one theme synonym. Tables have a score column for each theme of the theme file, t01, t02,
..., so those that have them are made by functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Table

from pipeline.core.tables import CHECKSUMS, PROVENANCE, Schema, integer, table, text
from pipeline.nine_tiles_panic.answer_views import (
    ANSWERS_VIEW,
    MOST_WIN_MATCH,
    PERCENTILE_ANSWERS,
    SCORE_SHARES,
    THEME_SET_CARDS,
    TRIPLE_PERCENTILES,
)
from pipeline.nine_tiles_panic.best_towns import BOARD, TILES, best_towns_schema
from pipeline.nine_tiles_panic.game.themes import COUNTED, Theme
from pipeline.nine_tiles_panic.kind import VERSION
from pipeline.nine_tiles_panic.packed_towns import (
    FACES,
    PLACES,
    STRIPS,
    THEME_SYNONYMS_IN_A_PART,
    TURN_SETS,
    boxes_view,
    scores_by_card_view,
    theme_columns,
    theme_set,
    theme_synonym,
    town_blocks_table,
    towns_view,
)

THEMES = table(
    "themes",
    "The themes, the cards of the game; the same in every database.",
    integer("no", "number of the theme, 1 to 99", key=True),
    text("key", "its short name, such as longest_road"),
    text("name_en", "English name of the card"),
    text("name_ja", "Japanese name of the card"),
    text("level", "what it depends on: none, shape, faces or objects"),
    text("counts", "what it counts, in English"),
    integer("minimum", "lowest score of all towns"),
    integer("maximum", "highest score of all towns"),
)
TOWN_SYNONYMS = table(
    "town_synonyms",
    "Complete towns of road shapes, the smallest of their rotations, in the order of their patterns.",
    text("position", "road shape of each position, a digit each"),
    text("direction", "quarter turns of each shape, a digit each, 0 to 3"),
    integer("distinct_rotations", "different looks on a turned board, 1, 2 or 4"),
    integer("longest_road", "tiles of the longest road"),
    integer("curves", "curves of all roads"),
    integer("roads", "number of roads"),
    integer("roadless_tiles", "tiles without a road"),
    integer("roads_of_one_length", "most roads of the same length"),
    integer("n_placements", "choices of tile and face for every position"),
    integer("n_towns", "placements times turns that score differently"),
    integer(
        "n_arrangements",
        "placements times all physical turns; where distinct_rotations is below 4, rotations of the same towns count "
        "again: their number up to rotation is sum(n_arrangements * distinct_rotations) / 4",
    ),
)


def theme_synonyms_table(themes: Sequence[Theme]) -> Table:
    """The scores of all theme synonyms, the same in every database that has them."""
    return table(
        "theme_synonyms",
        "The theme synonyms: all different lists of scores that a town has.",
        integer("id", "rank of its name, from 1: its scores joined by _ with the ending .txt, as bytes", key=True),
        *theme_columns(themes, "score in theme"),
        integer("n_towns", "towns with these scores"),
    )


def theme_synonyms_schema(themes: Sequence[Theme]) -> Schema:
    """The tables of theme_synonyms.db."""
    return Schema(
        "nine_tiles_panic_theme_synonyms",
        VERSION,
        (THEMES, theme_synonyms_table(themes), scores_by_card_view(themes)),
        "theme_synonyms.db",
        "The different score lists of all towns.",
        "SELECT t05, sum(n_towns) FROM theme_synonyms GROUP BY t05;",
    )


def distances_schema(themes: Sequence[Theme]) -> Schema:
    """The tables of theme_synonym_distance.db."""
    distances = table(
        "distances",
        "How far each theme synonym is from the best score of every theme. A distance is a rank among the scores that "
        "occur: 0 the best.",
        theme_synonym("id", "theme synonym", key=True),
        integer("num_max", "themes at their best score"),
        integer("all_dist", "sum of the squared distances in all themes"),
        *theme_columns(themes, "squared distance in theme"),
    )
    return Schema(
        "nine_tiles_panic_distances",
        VERSION,
        (THEMES, distances),
        "theme_synonym_distance.db",
        "How far theme synonyms are from the best scores.",
        "SELECT id, num_max, all_dist FROM distances ORDER BY num_max DESC, all_dist, id LIMIT 10;",
    )


def success_pattern_schema(themes: Sequence[Theme], positions: int, stride: int) -> Schema:
    """The tables of success_pattern.db; see `towns_view`."""
    town_blocks = town_blocks_table(stride)
    return Schema(
        "nine_tiles_panic_success_pattern",
        VERSION,
        (
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
        "success_pattern.db",
        "Every town with its scores.",
        "SELECT position, direction, t05 FROM towns WHERE theme_synonym_id = 1 LIMIT 10;",
        {PROVENANCE.name: 1000, TURN_SETS.name: 1000, town_blocks.name: stride * THEME_SYNONYMS_IN_A_PART},
    )


THEME_SCORES = table(
    "theme_scores",
    "The scores that occur in every theme.",
    integer("theme", "number of the theme", key=True),
    integer("dist", "distance from the best score: its rank, 0 the best", key=True),
    integer("score", "the score"),
    integer("n_towns", "towns with this score"),
    rowid=False,
)
TRIPLES = table(
    "triples",
    "How the triples of distances that occur fared in the round robin of each theme set (most_win_points.csv, where "
    "distances are squared).",
    theme_set(key=True),
    integer("dist_1", "distance from the best score in the first theme: a rank, 0 the best", key=True),
    integer("dist_2", "distance in the second theme", key=True),
    integer("dist_3", "distance in the third theme", key=True),
    integer("wins", "triples that it beats, being closer in more of the three themes"),
    integer("losses", "triples that beat it"),
    integer("rounds", "rounds after which it was among the kept ones"),
    integer("kept", "1 if it is a best answer, else 0"),
    integer("pareto", "1 if no other triple that occurs is as good or better in all three themes, else 0"),
    rowid=False,
)
ROUNDS = Schema("nine_tiles_panic_most_win", VERSION, (THEME_SCORES, TRIPLES))

MATCH_SETS = table(
    "match_sets",
    "The different sets of theme sets that a theme synonym is a best answer to, in the order of the lowest theme "
    "synonyms. One that holds only what all theme synonyms answer is left out, as in most_win_match.csv.",
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
    "nine_tiles_panic_most_win_match", VERSION, (MATCH_SETS, MATCH_SET_THEME_SETS, MATCH_SET_THEME_SYNONYMS)
)

GREEDY, MINIMUM, OPTIMAL = "greedy", "minimum", "optimal"

COVER_THEME_SYNONYMS = table(
    "cover_theme_synonyms",
    "As few theme synonyms as possible that answer all theme sets (most_win_match_min.csv, minimum_cover.csv).",
    text("cover", f"{GREEDY}, or {MINIMUM}: proven to be the smallest", key=True),
    integer("place", "place in the cover, from 1", key=True),
    theme_synonym(),
    integer("n", "theme sets that it is given"),
    rowid=False,
)
COVER_THEME_SETS = table(
    "cover_theme_sets",
    "The theme synonym of each cover that answers a theme set.",
    text("cover", f"{GREEDY} or {MINIMUM}", key=True),
    theme_set(key=True),
    theme_synonym(),
    rowid=False,
)
MOST_WIN_MIN = table(
    "most_win_min",
    "An answer to each theme set, by the greedy cover; its scores are in theme_synonyms.",
    theme_set(key=True),
    theme_synonym(),
    text("pattern", "one of its towns: tile numbers row by row, then their directions"),
    integer("n_in_min", "theme synonyms of the greedy cover that answer this theme set"),
)
COVER_FIGURES = table(
    "cover_figures",
    "What was found on the way to the covers.",
    text("name", "what is counted", key=True),
    integer("value", "how many; no cover is smaller than proven_lower_bound"),
)
COVER = Schema("nine_tiles_panic_cover", VERSION, (COVER_THEME_SYNONYMS, COVER_THEME_SETS, MOST_WIN_MIN, COVER_FIGURES))

THEME_SETS = table(
    "theme_sets",
    "All sets of three themes.",
    theme_set(key=True),
    integer("theme_1", "number of the first theme"),
    integer("theme_2", "number of the second theme"),
    integer("theme_3", "number of the third theme"),
    integer("n_towns", "towns at the best score of all three (theme_sets.csv), 0 if there is none"),
)
LEARN = table(
    "learn",
    "How many theme sets a few theme synonyms answer at most (learn.csv).",
    integer("k", "how many theme synonyms, from 1", key=True),
    text("method", f"{GREEDY}: what it takes first stays; {OPTIMAL}: for every k anew", key=True),
    integer("n_theme_sets", "theme sets that they answer"),
    integer("bound", "no k theme synonyms answer more"),
    rowid=False,
)
LEARN_THEME_SYNONYMS = table(
    "learn_theme_synonyms",
    "The theme synonyms to learn.",
    integer("k", "how many theme synonyms", key=True),
    text("method", f"{GREEDY} or {OPTIMAL}", key=True),
    integer("place", "place in the list, from 1", key=True),
    theme_synonym(),
    rowid=False,
)
FIGURES = table(
    "figures",
    "What the pipeline has found, in numbers.",
    text("meaning", "what is counted", key=True),
    integer("value", "how many"),
    text("file", "the artifact that has it"),
)
ANSWERS = Schema(
    "nine_tiles_panic_answers",
    VERSION,
    (
        BOARD,
        TILES,
        THEMES,
        THEME_SETS,
        *ROUNDS.tables,
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
    ),
    "answers.db",
    "The best answers to every theme set.",
    "SELECT * FROM answers WHERE theme_set_id = '02_05_18' LIMIT 10;",
)

IN_BEST_TOWNS = (
    *(BOARD, TILES, THEMES, THEME_SETS, THEME_SCORES, FIGURES),
    *(COVER_THEME_SYNONYMS, COVER_FIGURES, LEARN, LEARN_THEME_SYNONYMS),
)
"""Tables of answers.db that best_towns.db has too."""

# To read a database, its themes and its board need not be known.
BEST_TOWNS = best_towns_schema(IN_BEST_TOWNS, [])
THEME_SYNONYMS = theme_synonyms_schema([])
OF_THEMES = replace(THEME_SYNONYMS, tables=[THEMES])
"""Of theme_synonyms.db the themes, which other databases copy."""
SUCCESS_PATTERN = success_pattern_schema([], 1, 10)

DOCUMENTED_THEMES = [Theme(no, key, key, "", "") for no, key in enumerate(COUNTED, 1)]
DATABASES = (
    best_towns_schema(IN_BEST_TOWNS, DOCUMENTED_THEMES),
    ANSWERS,
    success_pattern_schema(DOCUMENTED_THEMES, 9, 1000),
    theme_synonyms_schema(DOCUMENTED_THEMES),
    distances_schema(DOCUMENTED_THEMES),
)
"""The databases that docs/tables.md describes."""
