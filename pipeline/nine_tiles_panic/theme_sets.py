"""Stage theme_sets: the theme sets for which a town is at all three best scores."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from pipeline.artifact.csv_file import create_csv
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.nine_tiles_panic.game.themes import all_theme_sets
from pipeline.nine_tiles_panic.game_files import OutOption
from pipeline.nine_tiles_panic.theme_synonyms import ThemeSynonyms, read_theme_synonyms
from pipeline.progress import say
from pipeline.stage import run_command


def towns_at_all_three(synonyms: ThemeSynonyms) -> dict[tuple[int, int, int], int]:
    """Towns at the best score of three themes at once, by the themes' indices; none if 0."""
    at_best = synonyms.scores == synonyms.scores.max(axis=1, keepdims=True)
    candidates = np.flatnonzero(at_best.sum(axis=0) >= 3)
    towns: dict[tuple[int, int, int], int] = {}
    for i in candidates:
        n_towns = int(synonyms.n_towns[i])
        for indices in combinations(np.flatnonzero(at_best[:, i]).tolist(), 3):
            towns[indices] = towns.get(indices, 0) + n_towns
    return towns


def main(
    theme_synonyms: Annotated[Path, typer.Option(help="Artifact of the stage theme_synonyms.")],
    out: OutOption,
) -> None:
    """List the theme sets for which a town has the best score in all three, with their towns.

    Example: python -m pipeline.nine_tiles_panic.theme_sets
    --theme-synonyms results/nine_tiles_panic/theme_synonyms.db
    --out results/nine_tiles_panic/theme_sets.csv
    """
    provenance = ProvenanceNotes(__file__, [theme_synonyms], {})
    synonyms = read_theme_synonyms(theme_synonyms)
    towns = towns_at_all_three(synonyms)
    provenance.notes["rows theme_sets"] = str(len(towns))
    with create_csv(out, ("theme_set_id", "n_towns"), provenance) as writer:
        for theme_set in all_theme_sets(synonyms.theme_numbers):
            if theme_set.indices in towns:
                writer.row((theme_set.id, towns[theme_set.indices]))
    say(f"theme sets with a town at all three best scores: {len(towns):,}")


if __name__ == "__main__":
    run_command(main)
