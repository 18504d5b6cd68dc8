"""Stage learn: the theme synonyms to learn first."""

from __future__ import annotations

from pathlib import Path

from pipeline.artifacts import ProvenanceNotes, write_csv
from pipeline.nine_tiles_panic.covers import MaximumCoverage, greedy_coverages, read_match_table
from tablebases.files import LIST_SEPARATOR
from tablebases.messages import Progress
from tablebases.nine_tiles.tablebase import GREEDY, OPTIMAL

MOST = 50
"""The largest number of theme synonyms in the list."""


def main(match_sets: Path, out: Path, notes: Path) -> None:
    """Choose the k theme synonyms that answer the most theme sets, for k = 1 .. 50.

    The CSV file has the columns k, method, n_theme_sets, bound and theme_synonym_ids. `greedy` adds one theme
    synonym to the choice for k - 1, `optimal` chooses anew for every k. n_theme_sets is the number of answered theme
    sets. bound is the proven maximum for any k theme synonyms, for greedy the one of its guarantee. The file ends
    earlier if the greedy choice answers all theme sets.
    """
    provenance = ProvenanceNotes(__file__, [match_sets], {})
    table = read_match_table(match_sets)
    by_greed = greedy_coverages(table.sets, MOST)
    maximum = MaximumCoverage(table.sets)
    progress = Progress("learn", len(by_greed), "numbers of theme synonyms")
    rows = []
    for k, greedy in enumerate(by_greed, start=1):
        for method, coverage in ((GREEDY, greedy), (OPTIMAL, maximum.best(k))):
            ids = LIST_SEPARATOR.join(str(table.theme_synonym[match_set]) for match_set in coverage.chosen)
            rows.append((k, method, coverage.n_held, coverage.bound, ids))
        progress.advance(1)
    progress.finish()
    provenance.notes.update({"theme_sets": str(len(table.theme_sets)), "rows learn": str(len(rows))})
    write_csv(out, ["k", "method", "n_theme_sets", "bound", "theme_synonym_ids"], rows, provenance)
    provenance.write(notes)
