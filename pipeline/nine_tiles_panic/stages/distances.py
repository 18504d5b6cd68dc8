"""Stage distances: the squared distance of every theme synonym from the best score per theme."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pipeline.artifacts import ProvenanceNotes
from pipeline.database import create_database
from pipeline.nine_tiles_panic.readers import read_theme_synonyms
from pipeline.nine_tiles_panic.score_tables import OF_THEMES, distances_schema
from tablebases.messages import say
from tablebases.nine_tiles.rules.distances import over_all_themes, squared
from tablebases.nine_tiles.tablebase import read_themes


def main(theme_synonyms: Path, scores: Path, out: Path) -> None:
    """Rank every score among the occurring scores of its theme, 0 the best, and square the rank.

    Table distances: id, num_max (themes at their best score), all_dist (sum of the squared distances), and the squared
    distance per theme.
    """
    provenance = ProvenanceNotes(__file__, [theme_synonyms, scores], {})
    ranks = read_theme_synonyms(scores).distances
    schema = distances_schema(read_themes(theme_synonyms))
    say(f"distances: writing {out.name}, {ranks.shape[1]:,} rows")
    columns = [np.arange(1, ranks.shape[1] + 1), *over_all_themes(ranks), *squared(ranks)]
    del ranks
    with create_database(out, schema, provenance) as writer:
        writer.copy_tables([(theme_synonyms, OF_THEMES)])
        writer.insert_columns(schema.tables[1], columns)
