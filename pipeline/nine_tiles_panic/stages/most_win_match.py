"""Stage most_win_match: the theme sets that each theme synonym is a best answer to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import add
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline.artifacts import ProvenanceNotes, create_text
from pipeline.database import create_database
from pipeline.nine_tiles_panic import tables
from pipeline.nine_tiles_panic.covers import grow_match_sets
from pipeline.nine_tiles_panic.readers import ThemeSynonyms, read_theme_synonyms
from tablebases.errors import Error
from tablebases.files import LIST_SEPARATOR
from tablebases.messages import Progress, say
from tablebases.nine_tiles.best_towns import read_best_triples
from tablebases.nine_tiles.rules.themes import all_theme_sets
from tablebases.nine_tiles.tablebase import Triple


@dataclass(frozen=True)
class Matches:
    """Theme synonyms grouped by the theme sets that they match."""

    match_set_of: NDArray[np.int64]
    """int64 (n,), the match set of the theme synonym with id i + 1."""
    match_sets: list[tuple[str, ...]]
    """The ids of the theme sets in each match set, ascending; the first match set is empty."""
    by_all: list[str]
    """The ids of the theme sets that every theme synonym matches."""


def find_matches(synonyms: ThemeSynonyms, most_win: Mapping[str, Sequence[Triple]]) -> Matches:
    """Find the theme sets that each theme synonym is a best answer to.

    `most_win` has the best triples of each theme set. Raises an Error if its theme sets are not those of the themes.
    """
    theme_sets = all_theme_sets(synonyms.theme_numbers)
    if [theme_set.id for theme_set in theme_sets] != list(most_win):
        raise Error(
            f"rounds.db is not about the themes of theme_synonyms.npz; run `snakemake -R {tables.ROUNDS.stage}`"
        )
    progress = Progress("most_win_match", len(theme_sets), "theme sets")
    grown = grow_match_sets(synonyms.distances, theme_sets, list(most_win.values()), progress.advance)
    progress.finish()
    ids = [theme_set.id for theme_set in theme_sets]
    sets = grown.theme_sets()
    in_use = np.zeros(len(sets), dtype=np.bool_)  # most sets that grew have no theme synonym left
    in_use[grown.match_set_of] = True
    in_use[0] = True
    match_sets = [tuple(map(ids.__getitem__, sets[number])) for number in np.flatnonzero(in_use)]
    match_set_of = (np.cumsum(in_use) - 1)[grown.match_set_of]
    return Matches(match_set_of, match_sets, [ids[place] for place in grown.by_all])


def rows_of(matches: Matches) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The ids of theme synonyms with rows, ascending, and their match sets; int64 (n,) each.

    These match more than `matches.by_all`. If there are none, as with a single theme synonym, all have rows.
    """
    has_more = np.array([len(ids) > len(matches.by_all) for ids in matches.match_sets])
    has_row = has_more[matches.match_set_of]
    places = np.flatnonzero(has_row | ~has_row.any())
    return places + 1, matches.match_set_of[places]


def _write_match_sets(
    path: Path, matches: Matches, ids: NDArray[np.int64], match_sets: NDArray[np.int64], provenance: ProvenanceNotes
) -> int:
    """Write the distinct match sets by their lowest theme synonyms; returns their number."""
    in_use, first, place, sizes = np.unique(match_sets, return_index=True, return_inverse=True, return_counts=True)
    order = np.argsort(first)
    number = np.argsort(order)[place] + 1  # of the match set of each theme synonym
    by_number = np.argsort(number, kind="stable")
    written = [matches.match_sets[match_set] for match_set in in_use[order].tolist()]
    n_theme_sets = np.array([len(theme_sets) for theme_sets in written])
    members = sorted((theme_set, i) for i, theme_sets in enumerate(written, 1) for theme_set in theme_sets)
    with create_database(path, tables.MATCHES, provenance) as writer:
        columns = [np.arange(1, len(written) + 1), ids[first[order]], n_theme_sets, sizes[order]]
        writer.insert_columns(tables.MATCH_SETS, columns)
        writer.insert_values(tables.MATCH_SET_THEME_SETS, members, repr(members).encode())
        writer.insert_columns(tables.MATCH_SET_THEME_SYNONYMS, [number[by_number], ids[by_number]])
    return len(written)


def main(scores: Path, rounds: Path, out: Path, match_sets: Path, notes: Path) -> None:
    """List the theme sets that each theme synonym is a best answer to.

    A theme synonym without a theme set of its own, matched by some but not all, has no row. The column
    matched_theme_set has ids of theme sets, ascending. The database has the distinct lists of theme sets, and the theme
    synonyms of each.
    """
    provenance = ProvenanceNotes(__file__, [scores, rounds], {})
    matches = find_matches(read_theme_synonyms(scores), read_best_triples(rounds, tables.ROUNDS))
    ids, match_set_of = rows_of(matches)
    provenance.notes["rows most_win_match"] = str(len(ids))
    n_match_sets = _write_match_sets(match_sets, matches, ids, match_set_of, provenance)
    with create_text(out, provenance) as file:  # joining its millions of lines is faster than formatting their values
        file.write("theme_synonym_id,n,matched_theme_set\n")
        endings = [f',{len(theme_sets)},"{LIST_SEPARATOR.join(theme_sets)}"\n' for theme_sets in matches.match_sets]
        file.writelines(map(add, map(str, ids.tolist()), map(endings.__getitem__, match_set_of.tolist())))
    provenance.write(notes)
    say(f"most_win_match: {len(ids):,} theme synonyms with {n_match_sets:,} different match sets")
