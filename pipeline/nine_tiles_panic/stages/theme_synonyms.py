"""Stage theme_synonyms: the distinct score vectors of all towns, numbered by name, in SQL and as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline.artifacts import ProvenanceNotes, create_file
from pipeline.database import create_database
from pipeline.nine_tiles_panic.readers import N_TOWNS
from pipeline.nine_tiles_panic.score_tables import THEMES, theme_synonyms_schema
from pipeline.nine_tiles_panic.towns import read_shards
from tablebases.messages import say
from tablebases.nine_tiles.rules.game_files import load_themes
from tablebases.nine_tiles.rules.measures import measure_of
from tablebases.nine_tiles.rules.themes import Theme
from tablebases.nine_tiles.search.score_vectors import merge_counted, scores_of_keys


def theme_rows(themes: Sequence[Theme], scores: NDArray[np.int8]) -> list[dict[str, object]]:
    """The rows of the table `themes`. `scores` are those of all theme synonyms, int8 (themes, n)."""
    lowest, highest = scores.min(axis=1).tolist(), scores.max(axis=1).tolist()
    return [
        {**vars(theme), "counts": measure_of(theme.key).counts, "minimum": minimum, "maximum": maximum}
        for theme, minimum, maximum in zip(themes, lowest, highest, strict=True)
    ]


def main(themes: Path, shards: list[Path], out: Path, scores: Path, notes: Path) -> None:
    """Merge the theme synonyms of all shards and give them their ids.

    The id of a theme synonym is the 1-based rank of its name, its scores joined by underscores with the ending .txt,
    among all names as byte strings. The NumPy file `scores` has an array for each theme, t01, t02, ..., and n_towns;
    place i belongs to id i + 1. The database `out` has the same for SQL.
    """
    read = read_shards(shards)
    provenance = ProvenanceNotes(__file__, [themes, *shards], {})
    scored_themes = load_themes(themes)
    keys, n_towns = merge_counted([(shard.keys, shard.n_towns.astype(np.int64)) for shard in read])
    by_theme = scores_of_keys(keys, len(scored_themes))
    say(f"theme synonyms: {len(keys):,} of {int(n_towns.sum()):,} towns; writing {scores.name} and {out.name}")
    with create_file(scores, provenance) as partial, partial.open("wb") as file:
        arrays = dict(zip((theme.column for theme in scored_themes), by_theme, strict=True))
        np.savez(file, allow_pickle=False, **arrays, **{N_TOWNS: n_towns.astype(np.int32)})
    provenance.notes["towns"] = str(n_towns.sum())
    schema = theme_synonyms_schema(scored_themes)
    with create_database(out, schema, provenance) as writer:
        writer.insert(THEMES, theme_rows(scored_themes, by_theme))
        writer.insert_columns(schema.tables[1], [np.arange(1, len(n_towns) + 1), *by_theme, n_towns])
    provenance.write(notes)
