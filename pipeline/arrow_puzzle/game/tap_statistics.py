"""What the numbers of boards that need so many taps say: means, shares, and how sure they are."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from scipy.stats import binomtest, norm

CONFIDENCE = 0.95

EXACT, SAMPLED = "exact", "sampled"


@dataclass(frozen=True)
class TapCounts:
    """How many boards of a level need how many taps.

    method: EXACT, all solvable boards, or SAMPLED. n_boards: fewest taps -> number of boards.
    proven_bound: no board needs more.
    """

    level: str
    method: str
    n_boards: dict[int, int]
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
