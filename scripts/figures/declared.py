"""The figures and sequences that docs/results.md has, as the YAML files of this folder declare them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tablebases.puzzles import PUZZLES

HOWS = ("exact", "proven", "found", "sampled")
"""How sure a figure is, as the head of docs/results.md explains."""


@dataclass(frozen=True)
class Figure:
    """A figure, and the question that finds it."""

    puzzle: str
    key: str
    """Its name in `tests/known_answers` if it stands there."""
    en: str
    """What it counts or measures, in English."""
    ja: str
    """The same in Japanese."""
    file: str
    """The artifact that has it."""
    sql: str
    """A query with one row: the value and, if sampled, how far it may be off with 95 % confidence."""
    stage: str
    check: str
    """A check of `python -m scripts.verify`, or a file of tests."""
    how: str = "exact"


@dataclass(frozen=True)
class Sequence:
    """An integer sequence: asked of an artifact, or counted for boards."""

    puzzle: str
    key: str
    en: str
    ja: str
    offset: int
    """The index of the first term."""
    computed: str
    """How, and whether these are all terms."""
    check: str
    file: str = ""
    sql: str = ""
    """A query with a row a term: index and term, ascending."""
    then: tuple[str, ...] = ()
    """Further terms: known figures that the check computes anew."""
    boards: tuple[tuple[int, int], ...] = ()
    """Rows and columns for each term, where no artifact has them."""
    counted: str = ""
    """What is counted on these boards: towns, grids or town synonyms."""


def _content(puzzle: str) -> Any:
    return yaml.safe_load(Path(__file__).with_name(f"{puzzle}.yaml").read_text(encoding="utf-8"))


def declared_figures() -> Iterator[Figure]:
    """All figures, puzzle by puzzle."""
    for puzzle in PUZZLES:
        for group in _content(puzzle.package)["groups"]:
            for key, figure in group.pop("figures").items():
                yield Figure(puzzle=puzzle.package, key=key, **group, **figure)


def declared_sequences() -> Iterator[Sequence]:
    """All sequences, puzzle by puzzle."""
    for puzzle in PUZZLES:
        for key, sequence in _content(puzzle.package)["sequences"].items():
            boards = tuple((rows, columns) for rows, columns in sequence.pop("boards", ()))
            yield Sequence(puzzle=puzzle.package, key=key, boards=boards, **sequence)
