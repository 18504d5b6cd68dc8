"""That records are what their file says, agree with what the run has of its own, and are found by counting again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from pipeline.godomachi.records import Record, read_records
from pipeline.godomachi.stages import record_cuts, record_plies, record_winners
from pipeline.godomachi.stages import records as stage
from pipeline.godomachi.tables import HISTOGRAM, RECORDS
from scripts.verify.checks import Checks, Level, require
from scripts.verify.godomachi.artifacts import Artifacts
from tablebases.godomachi.tablebase import MaxCut

checks: Checks[Artifacts] = Checks()


def _stored(artifacts: Artifacts) -> list[Record]:
    found = []
    for row in artifacts.frame(RECORDS).astype(object).to_dict("records"):
        plies = None if row["plies"] != row["plies"] else int(row["plies"])
        found.append(Record(MaxCut(row["rule"]), row["n"], row["winner"], plies, row["pairs"]))
    return found


@checks.add(Level.QUICK)
def records(artifacts: Artifacts) -> None:
    """Records are those of the record file, and of sizes that the run has too they say what the histogram says."""
    listed = read_records(Path(artifacts.section.record_file))
    artifacts.check_rows(RECORDS, [record._asdict() for record in listed])
    counted = artifacts.frame(HISTOGRAM, rule=artifacts.section.max_cut)
    sizes = set(counted["n"])
    for record in listed:
        if record.rule == artifacts.section.max_cut and record.n in sizes:
            of_size = counted[(counted["n"] == record.n) & (counted["plies"] % 2 == record.winner)]
            some = of_size if record.plies is None else of_size[of_size["plies"] == record.plies]
            require(int(some["count"].sum()) == record.pairs, f"the histogram has other numbers than {record}")


def counted_again(rule: MaxCut, by_plies: Sequence[int], by_winners: Sequence[int], n_shares: int) -> list[Record]:
    """The records of some sizes by one rule, those that are counted by plies and those of winners alone.

    n_shares: that the pairs of a size are dealt to when winners are counted; more of them take less memory.
    """
    with TemporaryDirectory() as name:
        folder = Path(name)
        cuts = folder / "cuts.db"
        record_cuts.main(max(*by_plies, *by_winners, 3), cuts, rule)
        shares = []
        for plies in range(1, max(by_plies, default=0) - 1):
            shares.append(folder / f"plies_{plies}.csv")
            record_plies.main(cuts, list(by_plies), plies, shares[-1])
        for n in by_winners:
            for share in range(n_shares):
                shares.append(folder / f"winners_{n}_{share}.csv")
                record_winners.main(cuts, n, share, n_shares, shares[-1])
        stage.main(shares, folder / "records.csv", rule)
        return read_records(folder / "records.csv")


@checks.add(Level.RECORDS)
def records_again(artifacts: Artifacts) -> None:
    """Records are what counting all pairs again gives."""
    for rule in MaxCut:
        stored = {record for record in _stored(artifacts) if record.rule is rule}
        by_plies, by_winners = (
            sorted({record.n for record in stored if (record.plies is None) == winners}) for winners in (False, True)
        )
        wrong = stored.symmetric_difference(
            counted_again(rule, by_plies, by_winners, artifacts.section.records.shares) if stored else []
        )
        require(not wrong, f"counted again, some differ: {sorted(wrong, key=str)}")
