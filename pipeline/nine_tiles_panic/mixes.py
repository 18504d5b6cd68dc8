"""Optimal mixes of a theme set, in which every combination of scores may lose to another one.

Two players each choose a triple of distances, and the one that is closer in more of the three themes wins. This is a
symmetric zero-sum game with a payoff of 1, 0 or -1. A *mix* chooses triples with given probabilities. It is *optimal*
if it wins at least as often as it loses against every triple (a maximal lottery, Fishburn 1984). The *essential set*
has all triples that some optimal mix uses (Dutta and Laslier 1999).

A linear program in floating-point numbers, of the triples that no other one covers, proposes the essential set. The
rest is exact, in whole numbers:

1. `extreme_mixes` finds the extreme points of the optimal mixes that use proposed triples only and draw against each of
   them.
2. Their sum uses every proposed triple, so each is essential.
3. Their sum wins more often than it loses against every other triple. An optimal mix draws against an optimal mix, so
   it uses no such triple.
4. Every optimal mix draws against each essential triple, so step 1 found all extreme optimal mixes.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np
from scipy.optimize import linprog

from tablebases.arrays import Matrix, Vector
from tablebases.errors import Error


@dataclass(frozen=True)
class OptimalMixes:
    """All optimal mixes of n triples: every average of the extreme ones."""

    extreme: Matrix[np.int64]
    """(mixes, n), weights of the triples without a common divisor; the lexicographically largest mix is the first."""

    @property
    def canonical(self) -> Vector[np.int64]:
        """Weights of the lexicographically largest optimal mix: (n,)."""
        first: Vector[np.int64] = self.extreme[0]
        return first

    @property
    def certificate(self) -> Vector[np.int64]:
        """Weights of an optimal mix of all essential triples that earns more than 0 against every other: (n,)."""
        total: Vector[np.int64] = self.extreme.sum(axis=0)
        return total


def uncovered(payoff: Matrix[np.int8]) -> Vector[np.bool_]:
    """Whether no other triple covers a triple, that is, beats it and earns at least as much against each triple: (n,).

    The uncovered set (Miller 1980) contains the essential set.
    """
    is_covered = [
        ((against > 0) & (payoff >= earned).all(axis=1)).any() for earned, against in zip(payoff, payoff.T, strict=True)
    ]
    return ~np.array(is_covered, dtype=np.bool_)


def _propose(payoff: Matrix[np.int8]) -> Vector[np.bool_]:
    """Propose the essential triples: (n,).

    Of every triple, the probability or the loss against an optimal mix is 0. The linear program makes the smallest of
    their sums as large as possible, and then one of the two is positive.
    """
    n = len(payoff)
    loses = np.column_stack([-payoff.T, np.zeros(n)])
    is_zero = np.column_stack([-payoff.T - np.eye(n), np.ones(n)])
    program = linprog(
        [0] * n + [-1],
        A_ub=np.vstack([loses, is_zero]),
        b_ub=np.zeros(2 * n),
        A_eq=[[1] * n + [0]],
        b_eq=[1],
    )
    mix = program.x[:n]
    is_proposed: Vector[np.bool_] = mix > mix @ payoff
    return is_proposed


def extreme_mixes(even: Matrix[np.int8], others: Matrix[np.int8]) -> Matrix[np.int64]:
    """Extreme points of the mixes of m rows that pay 0 in each column of `even`, and at least 0 in those of `others`.

    The double description method (Motzkin and others 1953) begins with the mixes of a single row, and adds the columns
    one by one. Every two neighbours on different sides of 0 give way to their mix that pays 0. Two mixes are neighbours
    if no third has payoffs and weights of 0 in all places where both have.

    `even` is (m, columns), `others` too. The result is (mixes, m), weights without a common divisor.
    """
    mixes = np.eye(len(even), dtype=np.int64)
    zeros = mixes == 0
    columns = np.hstack([even, others]).T
    for number, column in enumerate(columns):
        pays = mixes @ column
        between = []
        for above, below in product(np.flatnonzero(pays > 0), np.flatnonzero(pays < 0)):
            if zeros[:, zeros[above] & zeros[below]].all(axis=1).sum() == 2:
                mix = pays[above] * mixes[below] - pays[below] * mixes[above]
                between.append(mix // np.gcd.reduce(mix))
        is_even = number < even.shape[1]
        mixes = np.vstack([mixes[pays == 0 if is_even else pays >= 0], *between])
        zeros = np.hstack([mixes == 0, mixes @ columns[even.shape[1] : number + 1].T == 0])
    return mixes


def optimal_mixes(payoff: Matrix[np.int8]) -> OptimalMixes:
    """Find all optimal mixes of triples with these `payoffs` (n, n), and prove that there are no others.

    Raises an Error if the linear program proposed other triples than the essential ones.
    """
    essential = uncovered(payoff)
    essential[essential] = _propose(payoff[np.ix_(essential, essential)])
    of_essential = payoff[essential]
    mixes = extreme_mixes(of_essential[:, essential], of_essential[:, ~essential])
    total = mixes.sum(axis=0)
    if not ((total > 0).all() and len(total) and (total @ of_essential[:, ~essential] > 0).all()):
        raise Error(
            "the linear program proposed other triples than the essential ones; this is a mistake of the program"
        )
    in_order = sorted(mixes.tolist(), key=lambda mix: [Fraction(weight, sum(mix)) for weight in mix], reverse=True)
    extreme = np.zeros((len(mixes), len(payoff)), dtype=np.int64)
    extreme[:, essential] = in_order
    return OptimalMixes(extreme)
