"""Check of the outcomes of theme sets, their mixes and essential sets."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import linprog
from sqlalchemy import Table

from pipeline.nine_tiles_panic.tables import ESSENTIAL, MIXES, OUTCOMES, TRIPLES
from scripts.verify.checks import Checks, Level, require
from scripts.verify.nine_tiles_panic.artifacts import Artifacts
from tablebases.arrays import Matrix, Vector

checks: Checks[Artifacts] = Checks()
Triple = tuple[int, ...]
TOLERANCE = 1e-6
"""Rounding errors of linear programs."""


def _wins(triple: Triple, other: Triple) -> int:
    """1 if `triple` beats `other`, -1 if it loses, 0 for a draw."""
    closer = sum(a < b for a, b in zip(triple, other, strict=True))
    farther = sum(a > b for a, b in zip(triple, other, strict=True))
    return (closer > farther) - (closer < farther)


def _is_largest(payoff: Matrix[np.int64], essential: Vector[np.bool_], mix: Vector[np.float64]) -> bool:
    """Whether no linear program finds a lexicographically larger optimal mix of essential triples.

    `payoff` is (essential triples, n), `essential` (n,), `mix` (essential triples,).
    """
    equal, right = [*payoff[:, essential].T, np.ones(len(mix))], [*[0.0] * int(essential.sum()), 1.0]
    above = -payoff[:, ~essential].T
    for one, share in zip(np.eye(len(mix)), mix, strict=True):
        found = linprog(-one, A_ub=above, b_ub=np.zeros(len(above)), A_eq=np.array(equal), b_eq=right)
        if found.status != 0 or abs(found.fun + share) > TOLERANCE:
            return False
        equal.append(one)
        right.append(-found.fun)
    return True


def _by_theme_set(artifacts: Artifacts, table: Table) -> dict[str, dict[Triple, list[Any]]]:
    """Theme set -> triple -> the other values of its row."""
    found: dict[str, dict[Triple, list[Any]]] = {}
    for theme_set, a, b, c, *others in artifacts.frame(table).itertuples(index=False):
        found.setdefault(theme_set, {})[a, b, c] = others
    return found


@checks.add(Level.FULL)
def mixes(artifacts: Artifacts) -> None:
    """Mixes do not lose on average, essential sets have certificates in whole numbers, and outcomes are right."""
    triples, mixed, essential = (_by_theme_set(artifacts, table) for table in (TRIPLES, MIXES, ESSENTIAL))
    outcomes = {name: (outcome, n) for name, outcome, n in artifacts.frame(OUTCOMES).itertuples(index=False)}
    require(outcomes.keys() == triples.keys(), f"the table {OUTCOMES.name} has other theme sets")
    numbers = [theme.no for theme in artifacts.themes]
    for theme_set, of_set in triples.items():
        losses = [row[1] for row in of_set.values()]
        beats_all = any(row[0] == len(of_set) - 1 for row in of_set.values())
        right = "mix" if min(losses) else "winner" if beats_all else "unbeaten"
        outcome, n_mixes = outcomes[theme_set]
        require(outcome == right, f"the outcome of {theme_set} is {right}, not {outcome}")
        require((theme_set in mixed) == (theme_set in essential) == (right == "mix"), f"{theme_set} needs no mix")
        if right != "mix":
            continue
        mix, certificate = mixed[theme_set], essential[theme_set]
        for weights in (mix, certificate):
            sizes = {row[1] for row in weights.values()}
            is_mix = sizes == {sum(row[0] for row in weights.values())} and all(row[0] > 0 for row in weights.values())
            require(is_mix and weights.keys() <= of_set.keys(), f"the probabilities of {theme_set} are wrong")
        for triple in of_set:
            earned = sum(row[0] * _wins(used, triple) for used, row in mix.items())
            proof = sum(row[0] * _wins(used, triple) for used, row in certificate.items())
            require(earned >= 0, f"the mix of {theme_set} loses against {triple}")
            require(proof == 0 if triple in certificate else proof > 0, f"{triple} has no certificate in {theme_set}")
        is_essential = np.array([triple in certificate for triple in of_set])
        payoff = np.array([[_wins(used, triple) for triple in of_set] for used in certificate])
        shares = np.array([mix[used][0] / mix[used][1] if used in mix else 0 for used in certificate])
        require(_is_largest(payoff, is_essential, shares), f"a mix of {theme_set} is lexicographically larger")
        is_only = np.linalg.matrix_rank(payoff[:, is_essential]) == len(certificate) - 1
        require(bool((n_mixes == 1) == is_only), f"{theme_set} has another number of optimal mixes")
        cards = [numbers.index(int(number)) for number in theme_set.split("_")]
        for triple, (_, _, a, b, c, id_, pattern) in mix.items():
            beating = [other for other in of_set if _wins(other, triple) > 0]
            most = max(of_set[other][0] for other in beating)
            require((a, b, c) in beating and of_set[a, b, c][0] == most, f"{(a, b, c)} does not beat {triple}")
            scores = artifacts.synonyms.scores[:, id_ - 1].tolist()
            has = tuple(artifacts.ranks[cards, id_ - 1].tolist()) == triple
            require(has and artifacts.oracle_scores(pattern) == scores, f"{pattern} is no town of {triple}")
