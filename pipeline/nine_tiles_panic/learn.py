"""Stage learn: the few theme synonyms that are worth learning first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pipeline.artifact.csv_file import create_csv, open_csv_artifact
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.nine_tiles_panic.cover import MatchTable, read_match_table
from pipeline.nine_tiles_panic.game.max_coverage import (
    Coverage,
    MaximumCoverage,
    greedy_coverages,
)
from pipeline.nine_tiles_panic.game_files import OutOption
from pipeline.nine_tiles_panic.most_win_match import MostWinMatchOption
from pipeline.progress import Progress
from pipeline.stage import run_command

COLUMNS = ("k", "method", "n_theme_sets", "bound", "theme_synonym_ids")
MOST = 50
"""The largest number of theme synonyms that anybody may want to learn."""

GREEDY, OPTIMAL = "greedy", "optimal"


def read_optimal(path: Path) -> dict[int, tuple[int, list[int]]]:
    """K -> (theme sets answered, theme synonyms), the best choices of `learn.csv`.

    Raises:
        PipelineError: the file is missing or has been changed.
    """
    with open_csv_artifact(path, "learn") as reader:
        return {
            int(row["k"]): (
                int(row["n_theme_sets"]),
                [int(id_) for id_ in row["theme_synonym_ids"].split()],
            )
            for row in reader
            if row["method"] == OPTIMAL
        }


def _row(method: str, k: int, coverage: Coverage, table: MatchTable) -> tuple[object, ...]:
    ids = [table.theme_synonym[match_set] for match_set in coverage.chosen]
    return k, method, coverage.n_held, coverage.bound, " ".join(map(str, ids))


def _rows(table: MatchTable, most: int) -> Iterator[tuple[object, ...]]:
    by_greed = greedy_coverages(table.sets, most)
    maximum = MaximumCoverage(table.sets)
    progress = Progress("learn", len(by_greed), "numbers of theme synonyms")
    for k, greedy in enumerate(by_greed, start=1):
        yield _row(GREEDY, k, greedy, table)
        yield _row(OPTIMAL, k, maximum.of(k), table)
        progress.advance(1)
    progress.finish()


def main(
    most_win_match: MostWinMatchOption,
    out: OutOption,
) -> None:
    """For K = 1 .. 50 the K theme synonyms that are best answers to the most theme sets.

    Columns of the CSV file: k; method, `greedy` (what it takes first stays) or `optimal` (for
    every K anew); n_theme_sets, how many theme sets they answer; bound, above which no K can, as
    the solver proved (for greedy, what its guarantee says); theme_synonym_ids. It ends earlier
    where the greedy choice answers everything.

    Example: python -m pipeline.nine_tiles_panic.learn
    --most-win-match results/nine_tiles_panic/most_win_match.csv
    --out results/nine_tiles_panic/learn.csv
    """
    provenance = ProvenanceNotes(__file__, [most_win_match], {})
    table = read_match_table(most_win_match)
    rows = list(_rows(table, MOST))
    provenance.notes["theme_sets"] = str(len(table.theme_sets))
    provenance.notes["rows learn"] = str(len(rows))
    with create_csv(out, COLUMNS, provenance) as writer:
        for row in rows:
            writer.row(row)


if __name__ == "__main__":
    run_command(main)
