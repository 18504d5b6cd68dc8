"""Stage score_vectors: the different score vectors of all shards, numbered by their names."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from pipeline.artifacts import ProvenanceNotes, create_file
from pipeline.nine_tiles_panic.readers import read_shards
from pipeline.nine_tiles_panic.theme_synonyms import N_TOWNS
from pipeline.stage import run_stage
from tablebases.messages import say
from tablebases.nine_tiles.game_files import load_themes
from tablebases.nine_tiles.score_vectors import merge_counted, scores_of_keys


def main(
    shards: Annotated[list[Path], typer.Argument(help="Artifacts of the stage towns.")], themes: Path, out: Path
) -> None:
    """Merge the theme synonyms of all shards and give them their ids.

    The id of a theme synonym is the 1-based rank of its name, its scores joined by underscores with the ending .txt,
    among all names as byte strings. The NumPy file has an array for each theme, t01, t02, ..., and n_towns; place i
    belongs to id i + 1.

    Example: python -m pipeline.nine_tiles_panic.stages.score_vectors
    --themes data/nine_tiles_panic/themes.csv --out results/nine_tiles_panic/theme_synonyms.npz
    results/nine_tiles_panic/shards/*.db

    Args:
        shards: artifacts of the stage towns.
        themes: theme file, one row a theme.
        out: where to write the NumPy file.
    """
    parts = read_shards(sorted(shards))
    provenance = ProvenanceNotes(__file__, [themes, *sorted(shards)], {})
    scored_themes = load_themes(themes)
    keys, n_towns = merge_counted([(part.keys, part.n_towns.astype(np.int64)) for part in parts])
    by_theme = dict(zip((t.column for t in scored_themes), scores_of_keys(keys, len(scored_themes)), strict=True))
    say(f"theme synonyms: {len(keys):,} of {int(n_towns.sum()):,} towns; writing {out.name}")
    with create_file(out, provenance) as partial, partial.open("wb") as file:
        np.savez(file, allow_pickle=False, **by_theme, **{N_TOWNS: n_towns.astype(np.int32)})


if __name__ == "__main__":
    run_stage(main)
