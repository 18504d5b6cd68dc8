"""Stage most_win: the best answers to every theme set, by round robin, and its towns at all three best scores."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from pipeline.artifacts import ProvenanceNotes, write_csv
from pipeline.database import create_database
from pipeline.nine_tiles_panic.readers import ThemeSynonyms, read_theme_synonyms
from pipeline.nine_tiles_panic.tables import ROUNDS, THEME_SCORES, TRIPLES
from tablebases.arrays import Array3
from tablebases.messages import Progress, say
from tablebases.nine_tiles.rules.round_robin import OccurringTriples, pareto_best, round_robin
from tablebases.nine_tiles.rules.themes import THEMES_IN_A_SET, ThemeSet, all_theme_sets

Row = tuple[str, int, int, int, int, int, int, int, int]
"""A row of the table `triples`."""


def play_all(synonyms: ThemeSynonyms) -> list[Row]:
    """Play the round robin of every theme set; returns the rows of the table `triples`."""
    say("most_win: finding the occurring triples of distances")
    occurring = OccurringTriples(synonyms.distances)
    theme_sets = all_theme_sets(synonyms.theme_numbers)
    progress = Progress("most_win", len(theme_sets), "theme sets")
    rows: list[Row] = []
    for theme_set in theme_sets:
        triples = occurring.triples_of(*theme_set.indices)
        result = round_robin(triples)
        results = (result.wins, result.losses, result.rounds, result.is_best, pareto_best(triples))
        rows += [(theme_set.id, *row) for row in np.column_stack([triples, *results]).tolist()]
        progress.advance(1)
    progress.finish()
    return rows


@cache
def _squared(*triple: int) -> str:
    """A triple of distances in the form of the CSV files: squared, such as `(0, 1, 4)`."""
    return str(tuple(distance * distance for distance in triple))


def towns_at_all_three(synonyms: ThemeSynonyms) -> Array3[np.int64]:
    """Number of towns at the best score of three themes at once, by the themes' indices: (themes, themes, themes)."""
    at_best = synonyms.scores == synonyms.scores.max(axis=1, keepdims=True)
    at_three = at_best.sum(axis=0) >= 3
    at_best, n_towns = at_best[:, at_three], synonyms.n_towns[at_three]
    towns = []
    for of_theme in at_best:
        both = at_best[:, of_theme].astype(np.float64)  # whole numbers below 2^53, for a fast product of matrices
        towns.append((both * n_towns[of_theme]) @ both.T)
    return np.array(towns).astype(np.int64)


def best_rows(theme_sets: Sequence[ThemeSet], rows: Sequence[Row], values: Sequence[Sequence[int]]) -> list[list[str]]:
    """A row for each theme set: its id, the number of its best triples, and these, padded to the longest row.

    `rows` are those of `play_all`. `values` has what to write for each distance, by the index of the theme.
    """
    best: dict[str, list[str]] = {each.id: [] for each in theme_sets}
    indices = {each.id: each.indices for each in theme_sets}
    for theme_set, a, b, c, *_, kept, _ in rows:
        if kept:
            written = (values[theme][dist] for theme, dist in zip(indices[theme_set], (a, b, c), strict=True))
            best[theme_set].append(str(tuple(written)))
    most = max(map(len, best.values()))
    return [[id_, str(len(triples)), *triples, *[""] * (most - len(triples))] for id_, triples in best.items()]


def main(scores: Path, out: Path, points: Path, triples: Path, theme_sets: Path, rounds: Path, notes: Path) -> None:
    """Find the best answers to every theme set, and list the sets for which a town has the best score in all three.

    The distinct occurring triples of squared distances meet each other: a triple wins if it is closer in more of the
    three themes. The triples with the fewest losses, and of these with the most wins, meet again until one is left or
    nothing changes. A triple is marked as pareto if no other is as close or closer in all three themes. `out` has the
    squared distances of the best triples, `points` their scores, and `triples` the results of all triples.
    """
    provenance = ProvenanceNotes(__file__, [scores], {})
    synonyms = read_theme_synonyms(scores)
    rows = play_all(synonyms)
    numbers = synonyms.theme_numbers
    scored = [dict(reversed(synonyms.towns_of_scores(i).items())) for i in range(len(numbers))]
    occurring = [
        {"theme": theme, "dist": dist, "score": score, "n_towns": n_towns}
        for theme, towns in zip(numbers, scored, strict=True)
        for dist, (score, n_towns) in enumerate(towns.items())
    ]
    with create_database(rounds, ROUNDS, provenance) as writer:
        writer.insert(THEME_SCORES, occurring)
        writer.insert_values(TRIPLES, rows, repr(rows).encode())
    every = all_theme_sets(numbers)
    provenance.notes.update({"rows theme_sets": str(len(every)), "triples": str(len(rows))})
    results = TRIPLES.columns.keys()[1 + THEMES_IN_A_SET :]
    fared = ((theme_set, _squared(a, b, c), *result) for theme_set, a, b, c, *result in rows)
    write_csv(triples, ["theme_set_id", "theme_set_dist", *results], fared, provenance)
    squares = [[dist * dist for dist in range(len(towns))] for towns in scored]
    for path, name, values in ((out, "dist", squares), (points, "point", [[*towns] for towns in scored])):
        best = best_rows(every, rows, values)
        columns = [f"theme_set_{name}_{place}" for place in range(1, len(best[0]) - 1)]
        write_csv(path, ["theme_set_id", "n", *columns], best, provenance)
    towns_at_best = towns_at_all_three(synonyms)
    reached = [(each.id, towns_at_best[each.indices]) for each in every if towns_at_best[each.indices]]
    provenance.notes["rows theme_sets"] = str(len(reached))
    write_csv(theme_sets, ["theme_set_id", "n_towns"], reached, provenance)
    provenance.write(notes)
    say(f"theme sets with a town at all three best scores: {len(reached):,}")
