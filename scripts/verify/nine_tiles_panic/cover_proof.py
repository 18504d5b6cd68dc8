"""Prove in whole numbers that fewer theme synonyms do not answer all theme sets.

Theme sets get weights such that no match set weighs more than `unit`. A cover then needs at least the sum of all
weights divided by `unit`, rounded up (weak duality of linear programs). If that is not enough, the proof has two cases:
a match set is taken, which leaves fewer theme sets, or it is left out. Only match sets that are in no other one count,
because each of the others can be exchanged for a larger one.

    {"cases": [{"decisions": [[2004525, true]], "unit": 2, "weights": {"01_02_03": 1, ...}}, ...]}

Example: python -m scripts.verify.nine_tiles_panic.cover_proof writes the proof for the full run.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from scipy import optimize

from pipeline.nine_tiles_panic.covers import read_match_table
from pipeline.nine_tiles_panic.tables import ANSWERS
from pipeline.stage import run_program
from scripts import ROOT
from tablebases.errors import Error
from tablebases.files import renamed_when_complete
from tablebases.locations import RESULTS
from tablebases.messages import say
from tablebases.nine_tiles.best_towns import read_minimum_cover
from tablebases.puzzles import NINE_TILES

PROOF = ROOT / NINE_TILES.data / "minimum_cover_proof.json"
MOST_CASES = 1000
LARGEST_DENOMINATOR = 1000

Sets = Mapping[int, frozenset[str]]
"""Theme synonym -> the theme sets that it is a best answer to."""
Decisions = Sequence[Sequence[Any]]
"""Pairs of a theme synonym and whether its match set is taken, in the order of the decisions."""


def maximal(sets: Sets) -> dict[int, frozenset[str]]:
    """The sets that are in no other one; the first of equal ones."""
    found: dict[int, frozenset[str]] = {}
    for number, held in sorted(sets.items(), key=lambda item: -len(item[1])):
        if not any(held <= other for other in found.values()):
            found[number] = held
    return found


def check_proof(proof: Mapping[str, Any], sets: Sets) -> int:
    """Return the proven size of a cover; an Error if nothing is proven."""
    candidates = maximal(sets)
    if not _are_exhaustive([case["decisions"] for case in proof["cases"]]):
        raise Error("the proof leaves out cases")
    return min(_needed(case, candidates) for case in proof["cases"])


def _are_exhaustive(cases: Sequence[Decisions]) -> bool:
    """Whether the cases cover all decisions."""
    if not cases or any(not decisions for decisions in cases):
        return len(cases) == 1
    if len({decisions[0][0] for decisions in cases}) > 1:
        return False
    return all(
        _are_exhaustive([decisions[1:] for decisions in cases if decisions[0][1] is taken]) for taken in (True, False)
    )


def _needed(case: Mapping[str, Any], candidates: Sets) -> int:
    """The number of sets that every cover needs in a case."""
    unit, weights = case["unit"], case["weights"]
    taken = {number for number, is_taken in case["decisions"] if is_taken}
    left_out = {number for number, is_taken in case["decisions"] if not is_taken}
    if not (taken | left_out) <= candidates.keys():
        raise Error("the proof decides on sets that do not exist")
    answered = frozenset().union(*(candidates[number] for number in taken))
    if not all(type(weight) is int and weight >= 0 for weight in [unit - 1, *weights.values()]):
        raise Error("a weight of the proof is no whole number")
    if not weights.keys() <= frozenset().union(*candidates.values()) - answered:
        raise Error("the proof has weights for theme sets that are answered or do not exist")
    for number, held in candidates.items():
        if number not in left_out and sum(weights.get(theme_set, 0) for theme_set in held) > unit:
            raise Error(f"the match set of {number} has more weight than the proof says")
    further: int = -(-sum(weights.values()) // unit)
    return len(taken) + further


def find_proof(sets: Sets, size: int) -> dict[str, Any]:
    """Find a proof that every cover needs `size` sets.

    Raises:
        Error: linear programs find none within `MOST_CASES`.
    """
    candidates = maximal(sets)
    waiting: list[list[list[Any]]] = [[]]
    cases: list[dict[str, Any]] = []
    while waiting:
        decisions = waiting.pop()
        case, undecided = _case(decisions, candidates)
        if _needed(case, candidates) >= size:
            cases.append(case)
        elif undecided is None or len(cases) + len(waiting) > MOST_CASES:
            raise Error(f"there is no proof that {size} sets are needed")
        else:
            waiting += [[*decisions, [undecided, taken]] for taken in (False, True)]
    return {"cases": cases}


def _case(decisions: list[list[Any]], candidates: Sets) -> tuple[dict[str, Any], int | None]:
    """The best weights in a case, and the next set to decide on, or None."""
    decided = dict(decisions)
    answered = frozenset().union(*(candidates[number] for number, taken in decisions if taken))
    numbers = [number for number in candidates if number not in decided]
    theme_sets = sorted(frozenset().union(*candidates.values()) - answered)
    column = {theme_set: place for place, theme_set in enumerate(theme_sets)}
    holds = np.zeros((len(numbers), len(theme_sets)))
    for row, number in enumerate(numbers):
        holds[row, [column[theme_set] for theme_set in candidates[number] - answered]] = 1
    # A theme set without a remaining answer makes the case impossible; its weight may be as large as the bound.
    bounds = (0, len(candidates) + 1)
    found = optimize.linprog(-np.ones(len(theme_sets)), A_ub=holds, b_ub=np.ones(len(numbers)), bounds=bounds)
    exact = [Fraction(weight).limit_denominator(LARGEST_DENOMINATOR) for weight in found.x]
    common = lcm(*(weight.denominator for weight in exact))
    weights = {name: int(weight * common) for name, weight in zip(theme_sets, exact, strict=True) if weight > 0}
    # A little more than `common` where weights were rounded.
    unit = max([1, *(sum(weights.get(theme_set, 0) for theme_set in candidates[number]) for number in numbers)])
    case = {"decisions": decisions, "unit": unit, "weights": weights}
    shares = -found.ineqlin.marginals
    distance = np.abs(shares - 0.5)
    undecided = numbers[int(distance.argmin())] if len(numbers) and distance.min() < 0.5 - 1e-6 else None
    return case, undecided


def match_sets(answers: Path) -> dict[int, frozenset[str]]:
    """The lowest theme synonym of each match set -> the match set."""
    table = read_match_table(answers, ANSWERS)
    rows = zip(table.sets.indptr, table.sets.indptr[1:], strict=False)
    names = [frozenset(table.theme_sets[place] for place in table.sets.indices[start:end]) for start, end in rows]
    return dict(zip(table.theme_synonym, names, strict=True))


def main(
    answers: Annotated[Path, typer.Option(help="The database of all answers.")] = ROOT
    / RESULTS
    / NINE_TILES.package
    / "answers.db",
    out: Annotated[Path, typer.Option(help="Where to write the proof.")] = PROOF,
) -> None:
    """Prove that no cover is smaller than the minimum cover.

    Example: python -m scripts.verify.nine_tiles_panic.cover_proof
    """
    sets = match_sets(answers)
    cover, _ = read_minimum_cover(answers)
    proof = find_proof(sets, len(cover))
    needed = check_proof(proof, sets)
    with renamed_when_complete(out) as partial:
        partial.write_text(json.dumps(proof, separators=(",", ":"), sort_keys=True) + "\n", encoding="utf-8")
    say(f"wrote {out}: every cover has at least {needed} theme synonyms, in {len(proof['cases'])} cases")


if __name__ == "__main__":
    run_program(main)
