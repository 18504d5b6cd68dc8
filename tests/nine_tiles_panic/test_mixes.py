"""Optimal mixes: by hand, and compared with the oracle, which solves all systems of equations."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import nine_tiles_panic as oracle
from pipeline.nine_tiles_panic.mixes import optimal_mixes
from pipeline.nine_tiles_panic.stages.mixes import mix_rows, outcome_of
from tablebases.nine_tiles.rules.round_robin import payoffs

Triples = list[tuple[int, int, int]]
CYCLE: Triples = [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


@pytest.mark.parametrize(
    ("triples", "mixes"),
    [
        (CYCLE, [[1, 1, 1]]),
        ([*CYCLE, (2, 2, 2)], [[1, 1, 1, 0]]),
        ([(0, 0, 0), (0, 1, 1)], [[1, 0]]),
        ([(0, 1, 0), (1, 0, 0)], [[1, 0], [0, 1]]),
    ],
)
def test_mixes_by_hand(triples: Triples, mixes: list[list[int]]) -> None:
    assert optimal_mixes(payoffs(np.array(triples))).extreme.tolist() == mixes


@pytest.mark.thorough
@settings(max_examples=40)
@given(st.lists(st.tuples(*[st.integers(0, 2)] * 3), min_size=1, max_size=5, unique=True).map(sorted))
def test_extreme_mixes_are_those_of_the_oracle(triples: Triples) -> None:
    found = optimal_mixes(payoffs(np.array(triples)))
    mixes = [tuple(Fraction(weight, sum(row)) for weight in row) for row in found.extreme.tolist()]
    assert mixes == sorted(oracle.extreme_optimal_mixes(triples), reverse=True)
    earned = found.certificate @ payoffs(np.array(triples))
    assert ((earned > 0) == (found.certificate == 0)).all()


def test_a_row_of_a_mix_names_a_triple_that_beats_it() -> None:
    n_mixes, mix, essential = mix_rows(np.array(CYCLE), np.array([1, 1, 1]))
    assert n_mixes == 1
    assert [[row[f"beaten_by_{i}"] for i in (1, 2, 3)] for row in mix] == [[2, 0, 1], [0, 1, 2], [1, 2, 0]]
    assert [(row["numerator"], row["denominator"]) for row in essential] == [(1, 3)] * 3


@pytest.mark.parametrize(
    ("wins", "losses", "outcome"),
    [([1, 0], [0, 1], "winner"), ([0, 0], [0, 0], "unbeaten"), ([1, 1, 1], [1, 1, 1], "mix")],
)
def test_outcomes(wins: list[int], losses: list[int], outcome: str) -> None:
    assert outcome_of(len(wins), max(wins), min(losses)) == outcome
