"""Five definitions of the best answers to a theme set, and how far they are from each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod

from pipeline.nine_tiles_panic.covers import Triple

ROUND_ROBIN, RANK_SUM, WORST_RANK, PERCENTILE, PARETO = DEFINITIONS = (
    "round_robin",
    "rank_sum",
    "worst_rank",
    "percentile",
    "pareto",
)
MEANINGS = {
    ROUND_ROBIN: "wins the round robin, in which the one that is closer to the best score on more cards wins",
    RANK_SUM: "the least sum of the three ranks",
    WORST_RANK: "the least of the worst of the three ranks",
    PERCENTILE: "the highest geometric mean of the three shares of towns that score as much or less",
    PARETO: "no other triple that occurs is as good or better on all three cards",
}
ALL = "all"
"""Best by all five definitions."""
NARROW = (ROUND_ROBIN, RANK_SUM, WORST_RANK, PERCENTILE)
"""Those that choose; pareto leaves nearly six answers a theme set."""


@dataclass(frozen=True)
class Occurring:
    """A triple that occurs, with what its theme set's round robin found."""

    ranks: Triple
    kept: bool
    """Whether the round robin keeps it."""
    pareto: bool


def best_by_definition(
    occurring: Sequence[Occurring], n_towns_up_to: Sequence[Sequence[int]]
) -> Mapping[str, list[Triple]]:
    """The best triples of a theme set by each definition, and by all of them, each in the order of `occurring`.

    Geometric means are compared by the products of whole numbers of towns, so that equal ones are equal.

    Args:
        occurring: all triples of the theme set.
        n_towns_up_to: of each of its themes, by rank, the towns with that score or a lower one.
    """

    def towns(of: Occurring) -> int:
        return prod(up_to[rank] for up_to, rank in zip(n_towns_up_to, of.ranks, strict=True))

    least_sum = min(sum(of.ranks) for of in occurring)
    least_worst = min(max(of.ranks) for of in occurring)
    most_towns = max(map(towns, occurring))
    best = {
        ROUND_ROBIN: [of.ranks for of in occurring if of.kept],
        RANK_SUM: [of.ranks for of in occurring if sum(of.ranks) == least_sum],
        WORST_RANK: [of.ranks for of in occurring if max(of.ranks) == least_worst],
        PERCENTILE: [of.ranks for of in occurring if towns(of) == most_towns],
        PARETO: [of.ranks for of in occurring if of.pareto],
    }
    best[ALL] = [ranks for ranks in best[PARETO] if all(ranks in best[definition] for definition in NARROW)]
    return best


def _steps(one: Triple, other: Triple) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def apart(best: Mapping[str, Sequence[Triple]]) -> int:
    """How far the four narrow definitions are from each other for a theme set.

    Of every two the fewest steps in rank from an answer of the one to an answer of the other, added up; 0 if each two
    have an answer in common.
    """
    return sum(
        min(_steps(one, other) for one in best[first] for other in best[second])
        for first, second in combinations(NARROW, 2)
    )
