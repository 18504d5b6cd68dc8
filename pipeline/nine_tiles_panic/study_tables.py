"""Tables of two studies: compare_rules.db, the two rule sets, and definitions.db, five definitions of "best"."""

from __future__ import annotations

from pipeline.database import AnyColumn, Schema, integer, table, text
from pipeline.nine_tiles_panic.definitions import ALL, DEFINITIONS, MEANINGS
from pipeline.nine_tiles_panic.tables import theme_set, theme_synonym
from tablebases.nine_tiles.tablebase import VERSION

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
    "nine_tiles_panic_compare_rules", VERSION, tables=(COUNTS, LEARN_BY_RULES, CHANGED_THEME_SETS, TWO_ANSWERS)
)


# Tables of definitions.db: how the results depend on the definition of "best".


def _definition() -> AnyColumn:
    return text("definition", f"{', '.join(DEFINITIONS)}, or {ALL}: best by all five", key=True)


def _ranks() -> tuple[AnyColumn, ...]:
    return tuple(
        integer(f"dist_{i}", f"distance from the best score in theme {i} of the set: a rank, 0 the best", key=True)
        for i in (1, 2, 3)
    )


SUMMARY = table(
    "definitions",
    "What each definition of the best answers comes to.",
    _definition(),
    text("meaning", "which triples it calls best"),
    integer("n_theme_sets", "theme sets that it has a best answer to"),
    integer("n_triples", "best triples of all theme sets"),
    integer("n_match_sets", "different sets of theme sets that a theme synonym is a best answer to"),
    integer("most", "the most theme sets that one theme synonym is a best answer to"),
    integer("cover", "fewest theme synonyms that answer all theme sets that it has an answer to"),
    integer("cover_bound", "no cover is smaller, proven"),
    integer("learn", "the most of these theme sets that 20 theme synonyms answer"),
    integer("learn_bound", "no 20 answer more, proven"),
    rowid=False,
)
AGREEMENT = table(
    "agreement",
    "In how many theme sets two definitions agree.",
    text("first", "a definition", key=True),
    text("second", "another definition", key=True),
    integer("same", "theme sets for which both have the same best triples"),
    integer("within", "theme sets for which every best triple of the first is one of the second"),
    integer("meet", "theme sets for which they have a best triple in common"),
    rowid=False,
)
BEST_TRIPLES = table(
    "best_triples",
    "The triples that are best by some definition.",
    theme_set(key=True),
    *_ranks(),
    *(integer(name, f"1 if it is best so: {MEANINGS[name]}; else 0") for name in DEFINITIONS),
    rowid=False,
)
APART = table(
    "apart",
    "How far definitions are from each other for each theme set.",
    theme_set(key=True),
    integer(
        "apart",
        "sum over every two definitions, pareto apart, of the fewest steps in rank from an answer of the one to an "
        "answer of the other",
    ),
    integer("n_common", "triples that are best by all five"),
)
DIFFER_MOST = table(
    "differ_most",
    "The theme sets for which definitions are furthest apart, with a town each (figures/definitions.svg).",
    theme_set(key=True),
    _definition(),
    *(
        integer(f"dist_{i}", f"rank of its best answer in theme {i} of the set, the first of several")
        for i in (1, 2, 3)
    ),
    *(integer(f"score_{i}", f"its score in theme {i}") for i in (1, 2, 3)),
    theme_synonym(meaning="the lowest theme synonym with these scores"),
    rowid=False,
)
CHOSEN = table(
    "chosen",
    "The theme synonyms of the smallest cover, and the 20 to learn, by each definition.",
    _definition(),
    text("choice", "cover or learn", key=True),
    theme_synonym(key=True),
    integer("n", "theme sets that it is a best answer to"),
    rowid=False,
)
BEST_BY_ALL = table(
    "best_by_all",
    "The theme sets with a triple that is best by all five definitions, and a theme synonym that has it.",
    theme_set(key=True),
    *_ranks(),
    theme_synonym(meaning="one of the smallest cover of these theme sets"),
    rowid=False,
)
NAMED = table(
    "towns",
    "A town of every theme synonym that this database names.",
    theme_synonym(key=True),
    text("pattern", "its first town: tile numbers row by row, then their directions"),
)
BEST_DEFINITIONS = Schema(
    "nine_tiles_panic_definitions",
    VERSION,
    tables=(SUMMARY, AGREEMENT, BEST_TRIPLES, APART, DIFFER_MOST, CHOSEN, BEST_BY_ALL, NAMED),
)
