"""Stage most_win_match: the theme sets that each theme synonym is a best answer to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from pipeline.artifact.csv_file import check_csv_artifact, create_csv
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.errors import PipelineError
from pipeline.nine_tiles_panic.distances import Distances, DistancesOption, read_distances
from pipeline.nine_tiles_panic.game.best_answers import Matcher
from pipeline.nine_tiles_panic.game.interning import intern_table, interned
from pipeline.nine_tiles_panic.game.themes import all_theme_sets
from pipeline.nine_tiles_panic.game_files import OutOption
from pipeline.nine_tiles_panic.most_win import Triple, read_most_win
from pipeline.progress import Progress, say
from pipeline.stage import run_command

COLUMNS = ("theme_synonym_id", "n", "matched_theme_set")
MATCHES_NOTHING = 0
SET_NUMBER_BITS = 32

MostWinMatchOption = Annotated[
    Path, typer.Option("--most-win-match", help="Artifact of the stage most_win_match.")
]


@dataclass(frozen=True)
class Matches:
    """Theme synonyms grouped by the theme sets that they match.

    match_set_of: int64 (n,), which match set the theme synonym with id i + 1 has.
    match_sets: the ids of the theme sets in each, ascending; the first one is empty.
    by_all: ids of the theme sets that every theme synonym matches.
    """

    match_set_of: NDArray[np.int64]
    match_sets: list[tuple[str, ...]]
    by_all: list[str]


def find_matches(synonyms: Distances, most_win: Mapping[str, Sequence[Triple]]) -> Matches:
    """Find the theme sets that each theme synonym is a best answer to.

    Match sets grow by one theme set after the other: all theme synonyms that have the same match
    set so far and match the next theme set have the same one afterwards.

    Args:
        synonyms: their distances.
        most_win: the kept triples of every theme set.

    Raises:
        PipelineError: the theme sets are not those of the themes.
    """
    theme_sets = all_theme_sets(synonyms.theme_numbers)
    if [theme_set.id for theme_set in theme_sets] != list(most_win):
        raise PipelineError(
            "most_win.csv is not about the themes of theme_synonym_distance.db; "
            "run `snakemake -R most_win`"
        )
    matcher = Matcher(synonyms.distances)
    count = synonyms.distances.shape[1]
    match_set_of = np.full(count, MATCHES_NOTHING, dtype=np.int64)
    longer = intern_table()  # (match set, theme set) -> the match set with it, from 1
    by_all = []
    progress = Progress("most_win_match", len(theme_sets), "theme sets")
    for number, theme_set in enumerate(theme_sets):
        matching = [
            matcher.with_distances(theme_set.indices, triple) for triple in most_win[theme_set.id]
        ]
        if sum(map(len, matching)) == count:
            by_all.append(theme_set.id)
        for places in matching:
            words = match_set_of[places] << SET_NUMBER_BITS | number
            longer, found = interned(longer, words.astype(np.uint64))
            match_set_of[places] = found + 1
        progress.advance(1)
    progress.finish()
    match_sets: list[tuple[str, ...]] = [()]
    for word in longer.in_use.tolist():
        shorter, number = divmod(word, 1 << SET_NUMBER_BITS)
        match_sets.append((*match_sets[shorter], theme_sets[number].id))
    return Matches(match_set_of, match_sets, by_all)


def row_ending(theme_sets: Sequence[str]) -> str:
    """The columns `n` and `matched_theme_set` of a row, with the line feed."""
    return f"{len(theme_sets)},{' '.join(theme_sets)}\n"


def _lines(matches: Matches) -> Iterator[str]:
    """A row for each theme synonym that matches more than what all do, by id.

    Where no theme synonym does, as with a single one, all have a row.
    """
    endings = [row_ending(theme_sets) for theme_sets in matches.match_sets]
    says_more = np.array([len(ids) > len(matches.by_all) for ids in matches.match_sets])
    has_row = says_more[matches.match_set_of]
    places = np.flatnonzero(has_row | ~has_row.any())
    match_sets = matches.match_set_of[places].tolist()
    for id_, match_set in zip((places + 1).tolist(), match_sets, strict=True):
        yield f"{id_},{endings[match_set]}"


def read_matches(path: Path) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The different match sets in order of appearance, each with its first theme synonym's id.

    Raises:
        PipelineError: the file is missing or damaged.
    """
    check_csv_artifact(path, "most_win_match")
    seen: set[str] = set()
    with path.open(encoding="utf-8") as file:
        next(file)
        for line in file:
            id_, _, ending = line.partition(",")
            if ending not in seen:
                seen.add(ending)
                theme_sets = ending.rstrip("\n").partition(",")[2]
                yield int(id_), tuple(theme_sets.split())


def main(
    distances: DistancesOption,
    most_win: Annotated[Path, typer.Option(help="Artifact of the stage most_win.")],
    out: OutOption,
) -> None:
    """List the theme sets that each theme synonym is a best answer to.

    Theme synonyms that match nothing but what all match have no row. The column
    matched_theme_set holds ids of theme sets, ascending, separated by spaces.

    Example: python -m pipeline.nine_tiles_panic.most_win_match
    --distances results/nine_tiles_panic/theme_synonym_distance.db
    --most-win results/nine_tiles_panic/most_win.csv
    --out results/nine_tiles_panic/most_win_match.csv
    """
    provenance = ProvenanceNotes(__file__, [distances, most_win], {})
    matches = find_matches(read_distances(distances), read_most_win(most_win))
    in_use = np.unique(matches.match_set_of)
    n_rows = sum(1 for _ in _lines(matches))
    provenance.notes["rows most_win_match"] = str(n_rows)
    provenance.notes["match_sets"] = str(len(in_use))
    provenance.notes["theme_sets_matched_by_all"] = " ".join(matches.by_all)
    with create_csv(out, COLUMNS, provenance) as writer:
        writer.lines(_lines(matches))
    say(f"most_win_match: {n_rows:,} theme synonyms with {len(in_use):,} different match sets")


if __name__ == "__main__":
    run_command(main)
