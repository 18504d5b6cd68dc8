"""Stage records: numbers of larger pairs by winner and plies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pipeline.artifacts import ProvenanceNotes, create_csv
from pipeline.godomachi.records import Record, Share, read_shares
from pipeline.stage import run_stage
from tablebases.errors import Error
from tablebases.godomachi.lost_pairs import counts_by_plies
from tablebases.godomachi.tablebase import MaxCut
from tablebases.messages import say


def _pairs(share: Share) -> int:
    return share.polyominoes * (share.polyominoes - 1) // 2


def records_of_plies(shares: Sequence[Share], max_cut: MaxCut) -> Iterator[Record]:
    """The records of sizes counted by plies.

    `shares` has each size with 1, 2, .. plies to go, up to at least n - 2.
    """
    for n in sorted({share.n for share in shares}):
        of_size = sorted(share for share in shares if share.n == n)
        if [share.plies_to_go for share in of_size] != list(range(1, len(of_size) + 1)):
            raise Error(f"{n} cells: the plies to go are not 1, 2, .., each once; give the files of all")
        try:
            counts = counts_by_plies(_pairs(of_size[0]), [share.not_lost for share in of_size])
        except ValueError as error:
            raise Error(f"{n} cells: {error}; give the files of more plies") from error
        yield from (Record(max_cut, n, plies % 2, plies, count) for plies, count in counts.items())


def records_of_winners(shares: Sequence[Share], max_cut: MaxCut) -> Iterator[Record]:
    """The records of sizes counted by winners.

    `shares` has all polyominoes of each size once.
    """
    for n in sorted({share.n for share in shares}):
        of_size = sorted((share for share in shares if share.n == n), key=lambda share: (share.first, share.end))
        bounds = [0, *(share.end for share in of_size)]
        if bounds != [*(share.first for share in of_size), of_size[0].polyominoes]:
            raise Error(f"{n} cells: the shares do not have each polyomino once; give the files of all")
        first_wins = sum(share.not_lost for share in of_size)
        counts = {1: first_wins, 0: _pairs(of_size[0]) - first_wins}
        yield from (Record(max_cut, n, winner, None, count) for winner, count in counts.items() if count)


def main(
    shares: list[Path],
    out: Path,
    max_cut: MaxCut = MaxCut.ANY,
) -> None:
    """Combine the counts of the stages record_plies and record_winners.

    Copy the file to data/godomachi/records.csv to show it in the database.
    """
    shares = sorted(shares)
    provenance = ProvenanceNotes(__file__, shares, {"max_cut": max_cut.value})
    by_stage: dict[str, list[Share]] = {"plies": [], "winners": []}
    for path in shares:
        stage = path.name.partition("_")[0]
        if stage not in by_stage:
            raise Error(f"{path} is neither plies_*.csv nor winners_*.csv; give those alone")
        by_stage[stage] += read_shares(path, f"godomachi_record_{stage}")
    records = [*records_of_plies(by_stage["plies"], max_cut), *records_of_winners(by_stage["winners"], max_cut)]
    with create_csv(out, Record._fields, provenance) as writer:
        for record in records:
            writer.row([record.rule.value, *record[1:]])
    for n in dict.fromkeys(record.n for record in records):
        wins = [sum(record.pairs for record in records if (record.n, record.winner) == (n, who)) for who in (1, 0)]
        say(f"records of {n} cells: pairs won by the first player {wins[0]:,}, second {wins[1]:,}")


if __name__ == "__main__":
    run_stage(main)
