"""Stage theme_synonyms: the different score vectors of all towns, for SQL."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline.artifacts import ProvenanceNotes
from pipeline.database import create_database
from pipeline.nine_tiles_panic.tables import THEMES, theme_synonyms_schema
from pipeline.nine_tiles_panic.theme_synonyms import STAGE, read_theme_synonyms
from pipeline.stage import run_stage
from tablebases.errors import Error
from tablebases.messages import say
from tablebases.nine_tiles.game_files import load_themes
from tablebases.nine_tiles.measures import measure_of
from tablebases.nine_tiles.themes import Theme


def theme_rows(themes: Sequence[Theme], scores: NDArray[np.int8]) -> list[dict[str, object]]:
    """The rows of the table `themes`, by the scores of all theme synonyms, int8 (themes, n)."""
    lowest, highest = scores.min(axis=1).tolist(), scores.max(axis=1).tolist()
    return [
        {**vars(theme), "counts": measure_of(theme.key).counts, "minimum": minimum, "maximum": maximum}
        for theme, minimum, maximum in zip(themes, lowest, highest, strict=True)
    ]


def main(themes: Path, scores: Path, out: Path) -> None:
    """Put all theme synonyms, and the themes, into a database.

    Example: python -m pipeline.nine_tiles_panic.stages.theme_synonyms
    --themes data/nine_tiles_panic/themes.csv --scores results/nine_tiles_panic/theme_synonyms.npz
    --out results/nine_tiles_panic/theme_synonyms.db

    Args:
        themes: theme file, one row a theme.
        scores: NumPy file of the stage score_vectors.
        out: where to write the database.
    """
    provenance = ProvenanceNotes(__file__, [themes, scores], {})
    scored_themes = load_themes(themes)
    synonyms = read_theme_synonyms(scores)
    if [theme.no for theme in scored_themes] != synonyms.theme_numbers:
        raise Error(f"{scores} is not about the themes of {themes}; run `snakemake -R {STAGE}`")
    n_towns = synonyms.n_towns.astype(np.int64)
    say(f"theme synonyms: writing {out.name}, {len(n_towns):,} rows")
    provenance.notes["towns"] = str(n_towns.sum())
    schema = theme_synonyms_schema(scored_themes)
    with create_database(out, schema, provenance) as writer:
        writer.insert(THEMES, theme_rows(scored_themes, synonyms.scores))
        writer.insert_columns(schema.tables[1], [np.arange(1, len(n_towns) + 1), *synonyms.scores, n_towns])


if __name__ == "__main__":
    run_stage(main)
