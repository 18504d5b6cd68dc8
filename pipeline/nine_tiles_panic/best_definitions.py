"""Tables of definitions.db: how much hangs on the word "best"."""

from __future__ import annotations

from pipeline.core.tables import AnyColumn, Schema, integer, table, text
from pipeline.nine_tiles_panic.game.definitions import ALL, DEFINITIONS, MEANINGS
from pipeline.nine_tiles_panic.kind import VERSION
from pipeline.nine_tiles_panic.packed_towns import theme_set, theme_synonym


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
    (SUMMARY, AGREEMENT, BEST_TRIPLES, APART, DIFFER_MOST, CHOSEN, BEST_BY_ALL, NAMED),
)
