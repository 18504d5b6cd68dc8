"""Stage tap_counts: how many boards of each level need how many taps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Annotated, Any

import typer
from scipy.stats import binomtest, norm

from pipeline.arrow_puzzle.game.algebra import Algebra
from pipeline.arrow_puzzle.game.batch import BatchSolver
from pipeline.arrow_puzzle.game.solutions import MOST_SOLUTIONS
from pipeline.arrow_puzzle.game.tap_counts import (
    averaging_bound,
    can_be_counted,
    exact_tap_counts,
    sampled_tap_counts,
)
from pipeline.arrow_puzzle.level_options import OutOption
from pipeline.arrow_puzzle.levels import LevelsArtifactOption, read_algebras
from pipeline.arrow_puzzle.tables import SCHEMA_VERSION, TABLES
from pipeline.artifact.database import create_database, open_database
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.progress import Progress, say
from pipeline.stage import run_command

CONFIDENCE = 0.95

MOST_SOLUTIONS_LOOKED_AT = 20_000_000_000
"""Of all boards of a sample: minutes."""

EXACT, SAMPLED = "exact", "sampled"


@dataclass(frozen=True)
class TapCounts:
    """How many boards of a level need how many taps.

    method: EXACT, all solvable boards, or SAMPLED. n_boards: fewest taps -> number of boards.
    proven_bound: no board needs more.
    """

    level: str
    method: str
    n_boards: Mapping[int, int]
    proven_bound: int

    @property
    def total(self) -> int:
        """How many boards were looked at."""
        return sum(self.n_boards.values())

    @property
    def mean(self) -> float:
        """The mean of the fewest taps."""
        return sum(taps * n for taps, n in self.n_boards.items()) / self.total

    def mean_bounds(self) -> tuple[float, float]:
        """Between these the mean of all boards is, with a confidence of 95 % if sampled."""
        if self.method == EXACT:
            return self.mean, self.mean
        squares = sum((taps - self.mean) ** 2 * n for taps, n in self.n_boards.items())
        standard_error = sqrt(squares / (self.total - 1) / self.total)
        margin = float(norm.ppf((1 + CONFIDENCE) / 2)) * standard_error
        return self.mean - margin, self.mean + margin

    def share_bounds(self, taps: int) -> tuple[float, float]:
        """Between these the share of boards with these taps is, by Clopper and Pearson."""
        if self.method == EXACT:
            share = self.n_boards[taps] / self.total
            return share, share
        interval = binomtest(self.n_boards[taps], self.total).proportion_ci(CONFIDENCE)
        return float(interval.low), float(interval.high)

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """The rows of the table `tap_counts`."""
        for taps, n_boards in sorted(self.n_boards.items()):
            yield self.level, taps, n_boards, n_boards / self.total, *self.share_bounds(taps)

    def statistics(self) -> tuple[Any, ...]:
        """The row of the table `tap_statistics`."""
        most = max(self.n_boards)
        low, high = self.mean_bounds()
        return (self.level, self.method, self.total, self.mean, low, high, most, self.proven_bound)


def tap_counts(algebra: Algebra, sample: int, seed: int) -> TapCounts:
    """Count the boards of a level, or look at a sample of them.

    The sample is smaller where boards have so many solutions that it would take hours.
    """
    name = algebra.level.name
    bound = averaging_bound(algebra)
    if can_be_counted(algebra):
        return TapCounts(name, EXACT, exact_tap_counts(algebra), bound)
    sample = max(2, min(sample, MOST_SOLUTIONS_LOOKED_AT // algebra.n_solutions))
    progress = Progress(f"tap counts of {name}", sample, "boards")
    counts: Counter[int] = Counter()
    for part in sampled_tap_counts(BatchSolver(algebra), sample, seed):
        counts.update(part.tolist())
        progress.advance(len(part))
    return TapCounts(name, SAMPLED, counts, bound)


def read_tap_counts(path: Path) -> list[TapCounts]:
    """Read the artifact of this stage.

    Raises:
        PipelineError: it is missing, damaged, or of another kind.
    """
    with closing(open_database(path, "tap_counts", SCHEMA_VERSION)) as connection:
        statistics = connection.execute("SELECT level, method, proven_bound FROM tap_statistics")
        return [
            TapCounts(
                level,
                method,
                dict(
                    connection.execute(
                        "SELECT taps, n_boards FROM tap_counts WHERE level = ?", (level,)
                    )
                ),
                bound,
            )
            for level, method, bound in statistics.fetchall()
        ]


def main(
    levels: LevelsArtifactOption,
    out: OutOption,
    boards: Annotated[
        int, typer.Option(min=2, help="Boards to look at where not all can be counted.")
    ] = 1_000_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the sample.")] = 1,
) -> None:
    """Count the boards that need so many taps, exactly where possible, else in a sample.

    Levels of which a board has more than 2^24 solutions are left out.

    Example: python -m pipeline.arrow_puzzle.tap_counts
    --levels results/arrow_puzzle/parts/levels.db --out results/arrow_puzzle/parts/tap_counts.db
    """
    provenance = ProvenanceNotes(__file__, [levels], {"boards": boards, "seed": seed})
    found = []
    for algebra in read_algebras(levels).values():
        if algebra.n_solutions > MOST_SOLUTIONS:
            say(f"tap counts: {algebra.level.name} has too many solutions to look at all of them")
            continue
        counts = tap_counts(algebra, boards, seed)
        low, high = counts.mean_bounds()
        mean = f"{counts.mean:.4f}" if low == high else f"{low:.3f} to {high:.3f} (95 %)"
        say(
            f"tap counts: {counts.level}, {counts.method}: {counts.total:,} boards need "
            f"{mean} taps in the mean, at most {max(counts.n_boards)}"
        )
        found.append(counts)
    content = {
        "tap_statistics": [counts.statistics() for counts in found],
        "tap_counts": [row for counts in found for row in counts.rows()],
    }
    with create_database(out, SCHEMA_VERSION, provenance) as writer:
        writer.insert_tables(TABLES["tap_counts"], content)


if __name__ == "__main__":
    run_command(main)
