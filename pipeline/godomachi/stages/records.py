"""Stage records: numbers of larger pairs by winner and plies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pipeline.artifacts import ProvenanceNotes, write_csv
from pipeline.godomachi.records import Count, Record, read_counts
from tablebases.errors import Error
from tablebases.godomachi.lost_pairs import counts_by_plies
from tablebases.godomachi.tablebase import MaxCut
from tablebases.messages import say
from tablebases.puzzles import GODOMACHI


def records_of_plies(counts: Sequence[Count], max_cut: MaxCut) -> Iterator[Record]:
    """The records of sizes counted by plies.

    `counts` has each size with 1, 2, .. plies to go, up to at least n - 2.
    """
    for n in sorted({count.n for count in counts}):
        of_size = sorted(count for count in counts if count.n == n)
        if [count.plies_to_go for count in of_size] != list(range(1, len(of_size) + 1)):
            raise Error(f"{n} cells: the plies to go are not 1, 2, .., each once; give the files of all")
        try:
            by_plies = counts_by_plies(of_size[0].pairs, [count.not_lost for count in of_size])
        except ValueError as error:
            raise Error(f"{n} cells: {error}; give the files of more plies") from error
        yield from (Record(max_cut, n, plies % 2, plies, pairs) for plies, pairs in by_plies.items())


def records_of_winners(counts: Sequence[Count], max_cut: MaxCut) -> Iterator[Record]:
    """The records of sizes counted by winners."""
    sizes = [count.n for count in counts]
    for count in sorted(counts):
        if sizes.count(count.n) > 1:
            raise Error(f"{count.n} cells: there are several files of winners; give one")
        by_winner = {1: count.not_lost, 0: count.pairs - count.not_lost}
        yield from (Record(max_cut, count.n, winner, None, pairs) for winner, pairs in by_winner.items() if pairs)


def main(
    counts: list[Path],
    out: Path,
    notes: Path,
    max_cut: MaxCut = MaxCut.ANY,
) -> None:
    """Combine the counts of the stages record_plies and record_winners.

    Copy the file to data/godomachi/records.csv to show it in the database.
    """
    counts = sorted(counts)
    provenance = ProvenanceNotes(__file__, counts, {"max_cut": max_cut.value})
    by_stage: dict[str, list[Count]] = {"plies": [], "winners": []}
    for path in counts:
        stage = path.name.partition("_")[0]
        if stage not in by_stage:
            raise Error(f"{path} is neither plies_*.csv nor winners_*.csv; give those alone")
        by_stage[stage] += read_counts(path, GODOMACHI.stage(f"record_{stage}"))
    records = [*records_of_plies(by_stage["plies"], max_cut), *records_of_winners(by_stage["winners"], max_cut)]
    write_csv(out, Record._fields, records, provenance)
    provenance.write(notes)
    for n in dict.fromkeys(record.n for record in records):
        wins = [sum(record.pairs for record in records if (record.n, record.winner) == (n, who)) for who in (1, 0)]
        say(f"records of {n} cells: pairs won by the first player {wins[0]:,}, second {wins[1]:,}")
