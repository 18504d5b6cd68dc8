"""Tables of compare_rules.db: what hangs on how the card texts are read."""

from __future__ import annotations

from pipeline.core.tables import Schema, integer, table, text
from pipeline.nine_tiles_panic.kind import VERSION
from pipeline.nine_tiles_panic.packed_towns import theme_set

COUNTS = table(
    "counts",
    "What each rule set has, and what is the same in both.",
    text("what", "what is counted", key=True),
    integer("published", "how many by the rule set published"),
    integer("impartial", "how many by the rule set impartial"),
    integer("same", "how many of them are the same in both"),
    text("meaning", "what is the same in them"),
)
LEARN_BY_RULES = table(
    "learn",
    "The best few theme synonyms to learn, by each rule set.",
    integer("k", "how many theme synonyms, from 1", key=True),
    integer("published", "theme sets that the best k answer by the rule set published"),
    integer("impartial", "theme sets that the best k answer by the rule set impartial"),
    integer("same", "theme synonyms that are in both choices"),
)
CHANGED_THEME_SETS = table(
    "theme_sets",
    "The theme sets whose best answers have other scores.",
    theme_set(key=True),
    text("published", "the scores of its best answers by the rule set published, such as 3 7 4; 4 6 4"),
    text("impartial", "the same by the rule set impartial"),
)
TWO_ANSWERS = table(
    "two_answers",
    "Towns of best_towns.db with a road for which the published rules give another answer from its other end.",
    text("pattern", "the town: tile numbers row by row, then their directions", key=True),
    text("road", "the positions that the road leads through, from its start", key=True),
    integer("caught", "aliens caught on it"),
    integer("caught_from_end", "aliens caught on it, if it is read from its other end"),
    integer("eaten", "the most hamburgers that a free alien on it sees"),
    integer("eaten_from_end", "the same, if it is read from its other end"),
    integer("caught_impartial", "aliens caught on it by the rule set impartial"),
    integer("eaten_impartial", "the most hamburgers that a free alien on it may see by the rule set impartial"),
)
COMPARISON = Schema(
    "nine_tiles_panic_compare_rules", VERSION, (COUNTS, LEARN_BY_RULES, CHANGED_THEME_SETS, TWO_ANSWERS)
)
