"""Stage tap_counts: how many boards of each level need how many taps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Annotated

import typer
from scipy.stats import binomtest, norm

from pipeline.arrow_puzzle.families import key_of, read_families
from pipeline.arrow_puzzle.levels import LevelOptions, algebras_of
from pipeline.arrow_puzzle.tables import TAP_COUNTS, TAP_COUNTS_SCHEMA, TAP_STATISTICS
from pipeline.artifacts import ProvenanceNotes
from pipeline.database import create_database
from tablebases.arrow.batches import BatchSolver, averaging_bound, can_be_counted, exact_tap_counts, sampled_tap_counts
from tablebases.arrow.families import Family
from tablebases.arrow.linear import Algebra
from tablebases.arrow.solutions import MAX_SOLUTIONS
from tablebases.arrow.tablebase import EXACT, SAMPLED
from tablebases.messages import Progress, say

MAX_SOLUTIONS_EXAMINED = 20_000_000_000
"""The most solutions of all boards of a sample together: minutes."""

CONFIDENCE = 0.95


@dataclass(frozen=True)
class TapCounts:
    """How many boards of a level need how many taps."""

    level: str
    method: str
    """EXACT for all solvable boards, SAMPLED for random ones."""
    n_boards: dict[int, int]
    """Fewest taps -> number of boards."""
    proven_bound: int
    """No board needs more."""

    @property
    def total(self) -> int:
        """The number of boards counted."""
        return sum(self.n_boards.values())

    @property
    def mean(self) -> float:
        """The mean of the fewest taps."""
        return sum(taps * n for taps, n in self.n_boards.items()) / self.total

    def mean_bounds(self) -> tuple[float, float]:
        """The 95 % confidence interval of the mean of all boards; the mean itself if exact."""
        if self.method == EXACT:
            return self.mean, self.mean
        squares = sum((taps - self.mean) ** 2 * n for taps, n in self.n_boards.items())
        standard_error = sqrt(squares / (self.total - 1) / self.total)
        margin = float(norm.ppf((1 + CONFIDENCE) / 2)) * standard_error
        return self.mean - margin, self.mean + margin

    def share_bounds(self, taps: int) -> tuple[float, float]:
        """The 95 % confidence interval of the share of boards with these taps, by Clopper and Pearson."""
        if self.method == EXACT:
            share = self.n_boards[taps] / self.total
            return share, share
        interval = binomtest(self.n_boards[taps], self.total).proportion_ci(CONFIDENCE)
        return float(interval.low), float(interval.high)

    def statistics(self) -> dict[str, object]:
        """The row of the table `tap_statistics`."""
        known = (self.total, self.mean, *self.mean_bounds(), max(self.n_boards), self.proven_bound)
        return dict(zip(TAP_STATISTICS.c.keys(), (self.level, self.method, *known), strict=True))

    def histogram(self) -> list[dict[str, object]]:
        """The rows of the table `tap_counts`."""
        return [
            dict(zip(TAP_COUNTS.c.keys(), (self.level, taps, n, n / self.total, *self.share_bounds(taps)), strict=True))
            for taps, n in sorted(self.n_boards.items())
        ]


def tap_counts(algebra: Algebra, sample: int, seed: int, families: Sequence[Family]) -> TapCounts:
    """Count the boards of a level by their fewest taps, or those of a sample.

    The sample is smaller than `sample` if its solutions would take hours.
    """
    name = algebra.level.name
    bound = min([averaging_bound(algebra), *(family.min_taps for family in families)])
    if can_be_counted(algebra):
        return TapCounts(name, EXACT, exact_tap_counts(algebra), bound)
    sample = max(2, min(sample, MAX_SOLUTIONS_EXAMINED // algebra.n_solutions))
    progress = Progress(f"tap counts of {name}", sample, "boards")
    counts: Counter[int] = Counter()
    for batch in sampled_tap_counts(BatchSolver(algebra), sample, seed):
        counts.update(batch.tolist())
        progress.advance(len(batch))
    return TapCounts(name, SAMPLED, counts, bound)


def main(
    level: LevelOptions,
    families: Path,
    out: Path,
    boards: Annotated[int, typer.Option(min=2, help="Size of the sample of a larger level.")] = 1_000_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the sample.")] = 1,
) -> None:
    """Count boards by their fewest taps, exactly if possible, else in a sample.

    Levels with more than 2^24 solutions of a board are left out. `families` is a file of hardest boards,
    which says what is proven.
    """
    provenance = ProvenanceNotes(__file__, [families], {"levels": level, "boards": boards, "seed": seed})
    proven = read_families(families)
    found = []
    for algebra in algebras_of(level).values():
        if algebra.n_solutions > MAX_SOLUTIONS:
            say(f"tap counts: {algebra.level.name} has too many solutions to examine all")
            continue
        counts = tap_counts(algebra, boards, seed, proven.get(key_of(algebra.level), []))
        low, high = counts.mean_bounds()
        mean = f"{counts.mean:.4f}" if low == high else f"{low:.3f} to {high:.3f} (95 %)"
        say(
            f"tap counts: {counts.level}, {counts.method}: {counts.total:,} boards need "
            f"{mean} taps in the mean, at most {max(counts.n_boards)}"
        )
        found.append(counts)
    with create_database(out, TAP_COUNTS_SCHEMA, provenance) as writer:
        writer.insert(TAP_STATISTICS, (counts.statistics() for counts in found))
        writer.insert(TAP_COUNTS, (row for counts in found for row in counts.histogram()))
