"""Five definitions of the best answers to a theme set, applied to all towns one by one. The best rank is 0."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod

from oracle.nine_tiles_panic import THEMES, Triple, Vector, all_theme_sets, round_robin, theme_set_id

Definitions = dict[str, set[Triple]]


def ranks_of(towns: Sequence[Vector], theme: int) -> dict[int, int]:
    """Give the rank of every score that occurs on a card."""
    return {score: rank for rank, score in enumerate(sorted({town[theme - 1] for town in towns}, reverse=True))}


def shares_of(towns: Sequence[Vector], theme: int) -> dict[int, Fraction]:
    """Give for every rank on a card the share of towns with that score or a lower one."""
    ranks = ranks_of(towns, theme)
    return {
        rank: Fraction(sum(1 for town in towns if town[theme - 1] <= score), len(towns))
        for score, rank in ranks.items()
    }


def _is_beaten(one: Triple, triples: set[Triple]) -> bool:
    return any(other != one and all(a <= b for a, b in zip(other, one, strict=True)) for other in triples)


def best_by_definition(towns: Sequence[Vector]) -> dict[str, Definitions]:
    """Give for each theme set the best triples of ranks by each definition; scores in `towns` may repeat."""
    ranks = {theme: ranks_of(towns, theme) for theme in THEMES}
    shares = {theme: shares_of(towns, theme) for theme in THEMES}
    different = set(towns)
    best = {}
    for themes in all_theme_sets():
        a, b, c = themes
        triples = {(ranks[a][town[a - 1]], ranks[b][town[b - 1]], ranks[c][town[c - 1]]) for town in different}
        products = {
            triple: prod(shares[theme][rank] for theme, rank in zip(themes, triple, strict=True)) for triple in triples
        }
        least_sum, least_worst, highest = min(map(sum, triples)), min(map(max, triples)), max(products.values())
        best[theme_set_id(themes)] = {
            "round_robin": set(round_robin(triples)),
            "rank_sum": {triple for triple in triples if sum(triple) == least_sum},
            "worst_rank": {triple for triple in triples if max(triple) == least_worst},
            "percentile": {triple for triple in triples if products[triple] == highest},
            "pareto": {triple for triple in triples if not _is_beaten(triple, triples)},
        }
    return best
