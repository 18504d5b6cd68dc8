"""Proofs that a cover needs so many sets: found for the smallest covers, and refused if anything in them is wrong."""

from __future__ import annotations

import json
import random
from itertools import combinations, count
from typing import Any

import pytest

from scripts.verify.nine_tiles_panic.cover_proof import PROOF, Sets, check_proof, find_proof, maximal
from tablebases.errors import Error

TRIANGLE = {1: frozenset("ab"), 2: frozenset("bc"), 3: frozenset("ca")}
"""Two sets are needed, though halves of three hold everything once."""


def smallest_cover(sets: Sets) -> int:
    """By trying all."""
    everything = frozenset().union(*sets.values())
    return next(k for k in count() for some in combinations(sets.values(), k) if everything == frozenset().union(*some))


def random_sets(seed: int) -> Sets:
    rng = random.Random(seed)  # noqa: S311
    names = "abcdefghijklmnop"[: rng.randrange(6, 16)]
    sets = [frozenset(rng.sample(names, rng.randrange(1, 5))) for _ in range(rng.randrange(6, 15))]
    return dict(enumerate([*sets, *map(frozenset, names[::3])]))


@pytest.mark.parametrize("seed", range(30))
def test_the_smallest_cover_has_a_proof_and_one_set_more_has_none(seed: int) -> None:
    sets = random_sets(seed)
    size = smallest_cover(sets)
    assert check_proof(find_proof(sets, size), sets) == size
    with pytest.raises(Error, match="there is no proof"):
        find_proof(sets, size + 1)


def test_cases_are_told_apart_where_weights_are_not_enough() -> None:
    five = {n: frozenset({f"{n}", f"{(n + 1) % 5}"}) for n in range(5)}
    two_rounds = {**five, **{n + 5: frozenset({f"x{n}", f"x{(n + 1) % 5}"}) for n in range(5)}}
    proof = find_proof(two_rounds, 6)
    assert len(proof["cases"]) > 1
    assert check_proof(proof, two_rounds) == 6


def test_sets_within_others_do_not_count() -> None:
    assert maximal({1: frozenset("a"), 2: frozenset("ab"), 3: frozenset("ab"), 4: frozenset("c")}) == {
        2: frozenset("ab"),
        4: frozenset("c"),
    }


def half_proof() -> dict[str, Any]:
    return {"cases": [{"decisions": [], "unit": 2, "weights": {"a": 1, "b": 1, "c": 1}}]}


def test_a_proof_by_hand() -> None:
    assert check_proof(half_proof(), TRIANGLE) == 2


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"unit": 1}, "the match set of 1 has more weight"),
        ({"weights": {"a": 2, "b": 1, "c": 1}}, "the match set of 1 has more weight"),
        ({"weights": {"a": 1.0, "b": 1, "c": 1}}, "no whole number"),
        ({"weights": {"a": -1, "b": 1, "c": 1}}, "no whole number"),
        ({"unit": 0}, "no whole number"),
        ({"weights": {"d": 2}}, "theme sets that are answered or that there are not"),
        ({"decisions": [[1, True]]}, "leaves out cases"),
        ({"decisions": [[9, True]]}, "leaves out cases"),
    ],
)
def test_a_wrong_proof_is_refused(change: dict[str, Any], said: str) -> None:
    proof = half_proof()
    proof["cases"][0].update(change)
    with pytest.raises(Error, match=said):
        check_proof(proof, TRIANGLE)


def test_weights_of_theme_sets_that_a_taken_set_answers_are_refused() -> None:
    case = {"unit": 2, "weights": {"a": 1, "b": 1, "c": 1}}
    proof = {"cases": [{**case, "decisions": [[1, True]]}, {**case, "decisions": [[1, False]]}]}
    with pytest.raises(Error, match="answered"):
        check_proof(proof, TRIANGLE)


def test_cases_that_decide_on_different_sets_do_not_tell_all_apart() -> None:
    case = {"unit": 2, "weights": {}}
    cases = [{**case, "decisions": [[1, True]]}, {**case, "decisions": [[2, False]]}]
    with pytest.raises(Error, match="leaves out cases"):
        check_proof({"cases": cases}, TRIANGLE)


def test_the_proof_of_the_full_run_is_in_whole_numbers_and_has_the_known_bound() -> None:
    """Without the match sets, which `make verify` has: what it says is needed, if its weights are right."""
    proof = json.loads(PROOF.read_text(encoding="utf-8"))
    needed = [
        sum(taken for _, taken in case["decisions"]) - -sum(case["weights"].values()) // case["unit"]
        for case in proof["cases"]
    ]
    assert min(needed) == 407
