"""Records of Godomachi: counts for larger sizes in a data file."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pipeline.artifacts import open_csv_artifact
from tablebases.errors import Error
from tablebases.files import open_csv
from tablebases.godomachi.tablebase import MaxCut


class Record(NamedTuple):
    """The number of pairs that a player wins.

    A row of the file, and of the table `records`.
    """

    rule: MaxCut
    n: int
    """Cells of both."""
    winner: int
    """1 the first player, 0 the second."""
    plies: int | None
    """Plies to the win; None if only winners were counted."""
    pairs: int


def read_records(path: Path) -> list[Record]:
    """The records of a file in its order.

    An Error says that the file cannot be read, or names the line of a wrong or repeated row.
    """
    found: dict[tuple[object, ...], Record] = {}
    with open_csv(path) as rows:
        for row in rows:
            where = f"{path}, line {rows.line_num}"
            try:
                n, winner, pairs = (int(row[column]) for column in ("n", "winner", "pairs"))
                record = Record(MaxCut(row["rule"]), n, winner, int(row["plies"]) if row["plies"] else None, pairs)
            except (KeyError, ValueError) as error:
                raise Error(f"{where} needs rule, n, winner, plies (or nothing) and pairs: {error}") from error
            if not 1 <= n <= 100 or not 0 < pairs < 2**62:
                raise Error(f"{where}: n must be from 1 to 100 and pairs from 1, not {n} and {pairs}")
            plies = 2 - winner if record.plies is None else record.plies
            if winner not in (0, 1) or plies % 2 != winner or not 0 < plies < n:
                raise Error(f"{where}: plies must be below n, odd with winner 1 and even with winner 0")
            if found.setdefault(record[:-1], record) is not record:
                raise Error(f"{where}: there are two rows for the same pairs; remove one")
    return list(found.values())


class Count(NamedTuple):
    """A row of a file of counts."""

    n: int
    polyominoes: int
    plies_to_go: int | None
    """None for any number."""
    not_lost: int
    """Pairs a < b that are not lost with `plies_to_go` plies to go."""

    @property
    def pairs(self) -> int:
        """Number of pairs a < b."""
        return self.polyominoes * (self.polyominoes - 1) // 2


def read_counts(path: Path, stage: str) -> list[Count]:
    """The counts of a stage."""
    with open_csv_artifact(path, stage) as rows:
        return [Count._make(int(row[name]) if row[name] else None for name in Count._fields) for row in rows]
