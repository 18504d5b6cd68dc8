"""Stage tap_counts: how many boards of each level need how many taps, and the boards that need the most."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Annotated

import numpy as np
import scipy  # loads its modules on first use, which is late
import typer
from sqlalchemy import Table

from pipeline.arrow_puzzle.families import key_of, read_families
from pipeline.arrow_puzzle.levels import LevelOptions, algebras_of
from pipeline.arrow_puzzle.tables import HARDEST_BOARDS, HARDEST_PARTS, TAP_COUNTS, TAP_COUNTS_SCHEMA, TAP_STATISTICS
from pipeline.artifacts import ProvenanceNotes
from pipeline.database import create_database
from tablebases.arrow.batches import (
    BatchSolver,
    averaging_bound,
    can_be_counted,
    exact_tap_counts,
    found_families,
    sampled_tap_counts,
)
from tablebases.arrow.boards import Level, all_written
from tablebases.arrow.families import MAX_DIRECTIONS, Family, solved_by
from tablebases.arrow.linear import Algebra
from tablebases.arrow.solutions import MAX_SOLUTIONS, MAX_TRANSLATES
from tablebases.arrow.tablebase import EXACT, SAMPLED
from tablebases.errors import Error
from tablebases.messages import Progress, say

MAX_SOLUTIONS_EXAMINED = 20_000_000_000
"""The most solutions of all boards of a sample together: minutes."""

CONFIDENCE = 0.95

Row = dict[str, object]


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
        margin = float(scipy.stats.norm.ppf((1 + CONFIDENCE) / 2)) * standard_error
        return self.mean - margin, self.mean + margin

    def share_bounds(self, taps: int) -> tuple[float, float]:
        """The 95 % confidence interval of the share of boards with these taps, by Clopper and Pearson."""
        if self.method == EXACT:
            share = self.n_boards[taps] / self.total
            return share, share
        interval = scipy.stats.binomtest(self.n_boards[taps], self.total).proportion_ci(CONFIDENCE)
        return float(interval.low), float(interval.high)

    def report(self) -> None:
        """Log the counts."""
        low, high = self.mean_bounds()
        mean = f"{self.mean:.4f}" if low == high else f"{low:.3f} to {high:.3f} (95 %)"
        say(
            f"tap counts: {self.level}, {self.method}: {self.total:,} boards need "
            f"{mean} taps in the mean, at most {max(self.n_boards)}"
        )

    def statistics(self) -> Row:
        """The row of the table `tap_statistics`."""
        known = (self.total, self.mean, *self.mean_bounds(), max(self.n_boards), self.proven_bound)
        return dict(zip(TAP_STATISTICS.c.keys(), (self.level, self.method, *known), strict=True))

    def histogram(self) -> list[Row]:
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


# The hardest boards.


def rows_of_boards(solver: BatchSolver, families: Sequence[Family]) -> Iterator[Row]:
    """The rows of the first board of each family; an Error if it needs other taps than its family says."""
    level = solver.algebra.level
    taps = np.array([family.first for family in families])
    boards = all_written(solved_by(level, taps).astype(np.uint8), level, lowest=1)
    answers = solver.fewest(taps.astype(np.uint8)).rows(level)
    for number, (family, board, answer) in enumerate(zip(families, boards, answers, strict=True), start=1):
        if (answer["min_taps"], answer["n_min_solutions"]) != family[:2]:
            raise Error(
                f"{level.name}: {board} needs {answer['min_taps']} taps, not {family.min_taps} as its family says"
            )
        boards_of_family = {"orbit": family.orbit, "n_boards": family.n_boards}
        yield {"level": level.name, "family": number, "board": board, **answer, **boards_of_family}


def rows_of_parts(level: Level, families: Sequence[Family]) -> Iterator[Row]:
    """The rows of the ways to tap each part, if a digit is enough for each tile."""
    if level.directions > MAX_DIRECTIONS:
        return
    for number, family in enumerate(families, start=1):
        for part, ways in enumerate(family.parts(), start=1):
            taps, steps = (all_written(each.astype(np.uint8), level, 0) for each in (ways, solved_by(level, ways)))
            for texts in zip(taps, steps, strict=True):
                yield {"level": level.name, "family": number, "part": part, "taps": texts[0], "steps": texts[1]}


def main(
    level: LevelOptions,
    families: Path,
    out: Path,
    boards: Annotated[int, typer.Option(min=2, help="Size of the sample of a larger level.")] = 1_000_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the sample.")] = 1,
    search_restarts: Annotated[int, typer.Option(min=1, help="Number of searches for hard boards.")] = 60,
    search_steps: Annotated[int, typer.Option(min=1, help="Changes to try in each search.")] = 1_000_000,
    search_seed: Annotated[int, typer.Option(min=0, help="Seed of the searches.")] = 1,
) -> None:
    """Count boards by their fewest taps, exactly if possible, else in a sample, and list the hardest ones.

    Levels with more than 2^24 solutions of a board are left out. `families` is a file of hardest boards,
    which says what is proven. Of other levels, simulated annealing finds boards that need many taps.
    Harder ones may exist.
    """
    search = {"search_restarts": search_restarts, "search_steps": search_steps, "search_seed": search_seed}
    provenance = ProvenanceNotes(__file__, [families], {"levels": level, "boards": boards, "seed": seed, **search})
    proven = read_families(families)
    rows = defaultdict[Table, list[Row]](list)
    for name, algebra in algebras_of(level).items():
        if algebra.n_solutions > MAX_SOLUTIONS:
            say(f"tap counts: {name} has too many solutions to examine all")
            continue
        listed = proven.get(key_of(algebra.level), [])
        counts = tap_counts(algebra, boards, seed, listed)
        counts.report()
        rows[TAP_STATISTICS].append(counts.statistics())
        rows[TAP_COUNTS] += counts.histogram()
        if algebra.n_solutions > MAX_TRANSLATES:
            say(f"hardest boards: {name} has too many solutions for this search")
            continue
        solver = BatchSolver(algebra)
        hardest = listed or found_families(solver, search_restarts, search_steps, search_seed)
        n_boards, how = sum(family.n_boards for family in hardest), "proven" if listed else "found"
        say(f"hardest boards: {name}: {n_boards:,} boards that need {hardest[0].min_taps} taps, {how}")
        rows[HARDEST_BOARDS] += rows_of_boards(solver, hardest)
        rows[HARDEST_PARTS] += rows_of_parts(algebra.level, hardest)
    with create_database(out, TAP_COUNTS_SCHEMA, provenance) as writer:
        for table in TAP_COUNTS_SCHEMA.tables:
            writer.insert(table, rows[table])
