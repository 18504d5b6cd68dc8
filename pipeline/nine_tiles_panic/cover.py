"""Stage cover: as few theme synonyms as possible that answer all theme sets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from scipy import sparse

from pipeline.artifact.csv_file import create_csv
from pipeline.artifact.database import open_database
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.errors import PipelineError
from pipeline.nine_tiles_panic.game.set_cover import (
    assign_elements,
    greedy_cover,
    maximal_sets,
    membership,
    minimum_cover,
)
from pipeline.nine_tiles_panic.most_win_match import (
    COLUMNS,
    MostWinMatchOption,
    read_matches,
    row_ending,
)
from pipeline.nine_tiles_panic.success_pattern import SCHEMA_VERSION, first_town, theme_numbers
from pipeline.progress import say
from pipeline.stage import run_command


@dataclass(frozen=True)
class MatchTable:
    """The different match sets: which theme sets each holds, and a theme synonym that has it.

    sets: int32 (match sets, theme sets). theme_synonym: the lowest id for each match set.
    theme_sets: the ids of the theme sets.
    """

    sets: sparse.csr_array
    theme_synonym: list[int]
    theme_sets: list[str]

    def rows(self, cover: Iterable[tuple[int, Sequence[int]]]) -> list[tuple[int, list[str]]]:
        """(theme synonym, ids of theme sets) for (match set, theme sets) of a cover."""
        return [
            (self.theme_synonym[match_set], [self.theme_sets[e] for e in sorted(elements)])
            for match_set, elements in cover
        ]


def read_match_table(path: Path) -> MatchTable:
    """Read the different match sets from the artifact of the stage most_win_match."""
    matches = list(read_matches(path))
    theme_sets = sorted({theme_set for _, ids in matches for theme_set in ids})
    number = {theme_set: i for i, theme_set in enumerate(theme_sets)}
    sets = membership([[number[i] for i in ids] for _, ids in matches], len(theme_sets))
    return MatchTable(sets, [id_ for id_, _ in matches], theme_sets)


def _write_cover(
    path: Path, rows: Iterable[tuple[int, Sequence[str]]], provenance: ProvenanceNotes
) -> None:
    with create_csv(path, COLUMNS, provenance) as writer:
        writer.lines(f"{id_},{row_ending(theme_sets)}" for id_, theme_sets in rows)


def _answers(
    success_pattern: Path, greedy: list[tuple[int, list[str]]], matched: dict[int, set[str]]
) -> list[tuple[object, ...]]:
    """For every theme set the theme synonym of the greedy cover that answers it, with a town.

    The first row is the header.
    """
    answer = {theme_set: id_ for id_, theme_sets in greedy for theme_set in theme_sets}
    with closing(open_database(success_pattern, "success_pattern", SCHEMA_VERSION)) as database:
        towns = {id_: first_town(database, id_) for id_, _ in greedy}
        numbers = theme_numbers(database)
    rows: list[tuple[object, ...]] = [
        ("theme_set_id", "theme_synonym_id", "pattern", *map(str, numbers), "n_in_min")
    ]
    for theme_set in sorted(answer):
        id_ = answer[theme_set]
        n_in_min = sum(theme_set in theme_sets for theme_sets in matched.values())
        rows.append((theme_set, id_, *towns[id_], n_in_min))
    return rows


def main(
    most_win_match: MostWinMatchOption,
    success_pattern: Annotated[Path, typer.Option(help="Artifact of the stage success_pattern.")],
    match_min: Annotated[Path, typer.Option(help="Where to write the greedy cover.")],
    most_win_min: Annotated[Path, typer.Option(help="Where to write an answer a theme set.")],
    minimum: Annotated[Path, typer.Option(help="Where to write the proven minimum cover.")],
) -> None:
    """Cover all theme sets with as few theme synonyms as possible, greedily and proven.

    The greedy cover lists its theme synonyms in the order they are taken, with the theme sets
    that each adds. The file of answers has a row a theme set: the theme synonym of the greedy
    cover that added it, a town, its scores, and how many of the cover answer this theme set
    (n_in_min). The minimum cover gives every theme set to one of its theme synonyms; the bound
    that the solver proved is in its provenance.

    Example: python -m pipeline.nine_tiles_panic.cover
    --most-win-match results/nine_tiles_panic/most_win_match.csv
    --success-pattern results/nine_tiles_panic/success_pattern.db
    --match-min results/nine_tiles_panic/most_win_match_min.csv
    --most-win-min results/nine_tiles_panic/most_win_min.csv
    --minimum results/nine_tiles_panic/minimum_cover.csv
    """
    provenance = ProvenanceNotes(__file__, [most_win_match, success_pattern], {})
    table = read_match_table(most_win_match)
    if not table.theme_sets:
        raise PipelineError(f"{most_win_match} matches no theme set at all")
    provenance.notes["theme_sets"] = str(len(table.theme_sets))
    provenance.notes["match_sets"] = str(len(table.theme_synonym))
    provenance.notes["maximal_match_sets"] = str(len(maximal_sets(table.sets)))
    by_greed = greedy_cover(table.sets)
    greedy = table.rows(by_greed)
    provenance.notes["greedy_cover"] = str(len(greedy))
    smallest = minimum_cover(table.sets)
    provenance.notes["minimum_cover"] = str(len(smallest.chosen))
    provenance.notes["proven_lower_bound"] = str(smallest.bound)
    everything = table.rows(
        (i, table.sets.indices[table.sets.indptr[i] : table.sets.indptr[i + 1]].tolist())
        for i, _ in by_greed
    )
    matched = {id_: set(theme_sets) for id_, theme_sets in everything}
    header, *answers = _answers(success_pattern, greedy, matched)
    _write_cover(match_min, greedy, provenance)
    with create_csv(most_win_min, [str(name) for name in header], provenance) as writer:
        for answer in answers:
            writer.row(answer)
    _write_cover(minimum, table.rows(assign_elements(table.sets, smallest.chosen)), provenance)
    say(
        f"cover: {len(table.theme_sets):,} theme sets need {len(smallest.chosen)} theme synonyms, "
        f"proven; the greedy cover has {len(greedy)}"
    )


if __name__ == "__main__":
    run_command(main)
