"""Stage theme_sets: the theme sets for which a town is at all three best scores."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd

from pipeline.artifacts import ProvenanceNotes, write_frame
from pipeline.nine_tiles_panic.readers import ThemeSynonyms, read_theme_synonyms
from pipeline.stage import run_stage
from tablebases.messages import say
from tablebases.nine_tiles.themes import all_theme_sets


def towns_at_all_three(synonyms: ThemeSynonyms) -> Counter[tuple[int, int, int]]:
    """Number of towns at the best score of three themes at once, by the themes' indices."""
    at_best = synonyms.scores == synonyms.scores.max(axis=1, keepdims=True)
    towns: Counter[tuple[int, int, int]] = Counter()
    for i in np.flatnonzero(at_best.sum(axis=0) >= 3):
        for indices in combinations(np.flatnonzero(at_best[:, i]).tolist(), 3):
            towns[indices] += int(synonyms.n_towns[i])
    return towns


def main(scores: Path, out: Path) -> None:
    """List the theme sets for which a town has the best score in all three, with their towns."""
    provenance = ProvenanceNotes(__file__, [scores], {})
    synonyms = read_theme_synonyms(scores)
    towns = towns_at_all_three(synonyms)
    theme_sets = all_theme_sets(synonyms.theme_numbers)
    n_towns = pd.Series({theme_set.id: towns[theme_set.indices] for theme_set in theme_sets})
    frame = n_towns[n_towns > 0].rename_axis("theme_set_id").reset_index(name="n_towns")
    provenance.notes["rows theme_sets"] = str(len(frame))
    write_frame(out, frame, provenance)
    say(f"theme sets with a town at all three best scores: {len(frame):,}")


if __name__ == "__main__":
    run_stage(main)
