"""A short table of what the pipeline has found, read from the provenance of its artifacts."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from pipeline.artifact.provenance import Provenance, read_provenance


class Figure(NamedTuple):
    """A line of the summary: a key of an artifact's provenance, in words."""

    meaning: str
    artifact: str
    key: str


FIGURES = (
    Figure("town synonyms", "town_synonyms.csv", "rows town_synonyms"),
    Figure("towns, all scored", "success_pattern.db", "rows towns"),
    Figure("theme synonyms", "theme_synonyms.db", "rows theme_synonyms"),
    Figure("distances of theme synonyms", "theme_synonym_distance.db", "rows themes"),
    Figure("theme sets with a town best in all three", "theme_sets.csv", "rows theme_sets"),
    Figure("theme sets, best answers found", "most_win.csv", "rows theme_sets"),
    Figure("triples that met in it", "most_win_points.csv", "triples"),
    Figure("theme synonyms, best for some set", "most_win_match.csv", "rows most_win_match"),
    Figure("greedy cover of all theme sets", "most_win_match_min.csv", "greedy_cover"),
    Figure("an answer a theme set, with a town", "most_win_min.csv", "theme_sets"),
    Figure("smallest cover", "minimum_cover.csv", "minimum_cover"),
    Figure("no cover is smaller, proven", "minimum_cover.csv", "proven_lower_bound"),
)


def print_summary(results: Path) -> None:
    """Print the table.

    Raises:
        PipelineError: an artifact is missing or damaged.
    """
    table = Table(title="Nine Tiles Panic", caption=f"in {results}")
    table.add_column("found")
    table.add_column("figure", justify="right")
    table.add_column("file", no_wrap=True)
    notes: dict[str, Provenance] = {}
    for figure in FIGURES:
        if figure.artifact not in notes:
            notes[figure.artifact] = read_provenance(results / figure.artifact)
        value = int(notes[figure.artifact][figure.key])
        table.add_row(figure.meaning, f"{value:,}", figure.artifact)
    Console().print(table)
