"""That levels and their matrices are those of the rules."""

from __future__ import annotations

from math import gcd, prod

import numpy as np

from pipeline.arrow_puzzle.game.smith import written_diagonal
from pipeline.arrow_puzzle.stages.tap_counts import read_proven_bounds
from pipeline.arrow_puzzle.tables import (
    LEVELS,
    PRIMES,
    TAP_STATISTICS,
)
from pipeline.cli.verify import Level
from scripts import ROOT
from scripts.verify.arrow_puzzle.algebra import MATRICES, check_level
from scripts.verify.arrow_puzzle.artifacts import Artifacts
from scripts.verify.arrow_puzzle.most_taps import some_board_needs
from scripts.verify.ladder import Ladder, require
from tests.oracle import arrow_puzzle as oracle

ladder: Ladder[Artifacts] = Ladder()
BOUNDS = ROOT / "data" / "arrow_puzzle" / "proven_bounds.csv"
BOARDS_ASKED = 1000
"""Boards of each level for which its matrices are tried, and as many of any kind."""
SECONDS_TO_PROVE = 7_200
MOST_SOLUTIONS = 100_000
"""Boards with more are not solved by the oracle."""


@ladder.add(Level.QUICK)
def levels_of_configuration(artifacts: Artifacts) -> None:
    """Levels are those of the configuration."""
    columns = ["level", "shape", "side", "directions", "tiles"]
    found = artifacts.frame(LEVELS)[columns].to_numpy().tolist()
    levels = artifacts.levels.items()
    expected = sorted([name, of.shape, of.side, of.m, len(of.cells())] for name, of in levels)
    require(found == expected, f"the table {LEVELS.name} has {found}, {expected} is right")


@ladder.add(Level.FULL)
def matrices_again(artifacts: Artifacts) -> None:
    """The matrices of all levels do what they should, by the rules, on sampled boards where there are too many."""
    for _, row in artifacts.frame(LEVELS).iterrows():
        of_level = {of.name: artifacts.frame(of, level=row["level"]) for of in MATRICES}
        check_level(of_level, row, artifacts.levels[row["level"]], artifacts.sample_of(BOARDS_ASKED))


@ladder.add(Level.FULL)
def algebra_again(artifacts: Artifacts) -> None:
    """Smith normal forms, ranks and numbers of solutions are those that the oracle finds."""
    for name, of in artifacts.levels.items():
        row = artifacts.frame(LEVELS, level=name).iloc[0]
        matrix = of.matrix()
        diagonal = oracle.smith_normal_form(matrix)
        require(row["smith_normal_form"] == written_diagonal(diagonal), f"the Smith normal form of {name} is wrong")
        right = [
            [name, p, p**power, oracle.rank(matrix, p), str(prod(gcd(entry, p**power) for entry in diagonal))]
            for p, power in oracle.prime_powers(of.m)
        ]
        found = artifacts.frame(PRIMES, level=name).to_numpy().tolist()
        require(found == right, f"the table {PRIMES.name} is wrong for level {name}")


@ladder.add(Level.FULL)
def bounds_again(artifacts: Artifacts) -> None:
    """Proven bounds are the mean taps of all solutions, where they are largest, or what is listed as proven."""
    for row in artifacts.frame(TAP_STATISTICS).itertuples():
        of = artifacts.levels[row.level]
        if artifacts.algebras[row.level].n_solutions <= MOST_SOLUTIONS:
            null = np.array(oracle.solutions((0,) * len(of.cells()), of.matrix(), of.m))
            # Solutions of a board are one of them plus these: at each tile the largest mean over all of its shifts.
            shifted = [((null + taps) % of.m).mean(axis=0) for taps in range(of.m)]
            bound = int(np.max(shifted, axis=0).sum() + 1e-6)
            bound = min(bound, read_proven_bounds(BOUNDS).get((of.shape, of.side, of.m), bound))
            require(row.proven_bound == bound, f"proven_bound of {row.level} is {row.proven_bound}, {bound} is right")


@ladder.add(Level.RECORDS)
def bounds_proven_again(artifacts: Artifacts) -> None:
    """No board needs more taps than the proven bound, by the solver CP-SAT, where means do not say it."""
    listed = read_proven_bounds(BOUNDS)
    for of in artifacts.algebras.values():
        taps = listed.get((of.level.shape, of.level.side, of.level.directions))
        if taps is not None:
            needs_more = some_board_needs(of, taps + 1, SECONDS_TO_PROVE)
            require(not needs_more, f"boards of {of.level.name} need more than {taps} taps")
