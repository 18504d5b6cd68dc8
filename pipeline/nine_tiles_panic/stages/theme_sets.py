"""Stage theme_sets: the theme sets for which a town is at all three best scores."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pipeline.artifacts import ProvenanceNotes, write_csv
from pipeline.nine_tiles_panic.readers import ThemeSynonyms, read_theme_synonyms
from tablebases.arrays import Array3
from tablebases.messages import say
from tablebases.nine_tiles.themes import all_theme_sets


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


def main(scores: Path, out: Path) -> None:
    """List the theme sets for which a town has the best score in all three, with their towns."""
    provenance = ProvenanceNotes(__file__, [scores], {})
    synonyms = read_theme_synonyms(scores)
    towns = towns_at_all_three(synonyms)
    theme_sets = all_theme_sets(synonyms.theme_numbers)
    reached = [(theme_set.id, towns[theme_set.indices]) for theme_set in theme_sets if towns[theme_set.indices]]
    provenance.notes["rows theme_sets"] = str(len(reached))
    write_csv(out, ["theme_set_id", "n_towns"], reached, provenance)
    say(f"theme sets with a town at all three best scores: {len(reached):,}")
