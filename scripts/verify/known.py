"""Known figures, and how computed ones are compared with them."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pipeline.core.progress import say

ROOT = Path(__file__).resolve().parents[2]
KNOWN = ROOT / "tests" / "known_answers"

T = TypeVar("T")

Figures = dict[str, Any]
Agrees = Callable[[str, str, str], bool]
"""Of a key, the value that was computed, and the known one: whether they agree."""


def known_rows(puzzle: str, name: str) -> Iterator[dict[str, str]]:
    """The rows of a table of known answers, behind its line of explanation."""
    with (KNOWN / puzzle / name).open(encoding="utf-8", newline="") as file:
        next(file)
        yield from csv.DictReader(file)


def all_figures(checks: Iterable[Callable[[T], Figures]], artifacts: T) -> Figures:
    """The figures that some checks compute from artifacts; says what is being checked."""
    computed: Figures = {}
    for check in checks:
        say(f"checking: {(check.__doc__ or '').splitlines()[0]}")
        computed |= check(artifacts)
    return computed


class Tally(NamedTuple):
    """How many figures agree, and how many differ or were not checked."""

    agree: int
    wrong: int


def _equal(_: str, value: str, known: str) -> bool:
    return value == known


def compare(
    computed: Mapping[str, Any], expected: Mapping[str, str], agrees: Agrees = _equal, left_out: str = ""
) -> Tally:
    """Compare figures, and say which differ.

    Args:
        computed: what was found, by key.
        expected: the known figures, by key.
        agrees: whether two values of a key agree; else they must be equal.
        left_out: keys with this in them need not have been computed.
    """
    agree = wrong = 0
    for key, known in expected.items():
        if key not in computed:
            say(f"NOT CHECKED {key}: {known} expected")
            wrong += not (left_out and left_out in key)
        elif agrees(key, str(computed[key]), known):
            agree += 1
        else:
            say(f"DIFFERS {key}: {computed[key]} found, {known} expected")
            wrong += 1
    return Tally(agree, wrong)
