"""The one list of figures: a YAML file for each puzzle in this folder.

From it come docs/results.md, data/figures.csv, data/sequences.csv, the atlas page of results, and the known-figure
checks of `tablebases verify` and `python -m scripts.verify`. A known value stands nowhere else.

groups: figures of the same origin
    file, stage       their artifact, and its stage
    study             or the program in studies/ that computes them
    check             the check of `python -m scripts.verify`, or the file of tests, that compares them
    figures           key -> a figure that docs/results.md shows
    also              key -> a figure that is compared with its known value but not shown
tables: files of tests/known_answers with rows that a query must give, with their check, file and sql
sequences: integer sequences

A figure without `sql` is computed by its study, its check, or its tests.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from scripts import ROOT
from tablebases.puzzles import PUZZLES

KNOWN_ANSWERS = ROOT / "tests" / "known_answers"


@dataclass(frozen=True)
class Figure:
    """A figure of the full run."""

    puzzle: str
    key: str
    known: str
    """Its known value; a list has spaces between its entries."""
    en: str
    """What it counts or measures, in English."""
    check: str
    file: str = ""
    stage: str = ""
    study: str = ""
    ja: str = ""
    """The same as `en` in Japanese, if docs/results.md shows it."""
    sql: str = ""
    """A query for the value. If it is sampled: for the value and half the width of its 95 % confidence interval."""
    unit: str = ""
    """`share` if the value is one, 0 to 1: people read it in percent."""
    how: str = "exact"
    error: str = ""
    """Half the width of the 95 % confidence interval of a sampled value."""
    within: str = ""
    """The largest difference from `known` at which another value agrees with it."""
    published: str = ""
    """The value that others have published."""
    source: str = ""
    """Who published it."""
    source_ja: str = ""
    """The same in Japanese, if it differs."""
    is_shown: bool = True


@dataclass(frozen=True)
class Sequence:
    """An integer sequence: queried from an artifact, or counted for boards."""

    puzzle: str
    key: str
    en: str
    ja: str
    offset: int
    """The index of the first term."""
    terms: str
    """The known terms, with spaces between them."""
    computed: str
    """How the terms were computed, and whether these are all terms."""
    computed_ja: str
    check: str
    file: str = ""
    sql: str = ""
    """A query with a row for each term: index and term, ascending."""
    boards: tuple[tuple[int, int], ...] = ()
    """Rows and columns for each term, if no artifact has the terms."""
    counted: str = ""
    """Towns, grids or town synonyms of these boards."""

    def term(self, index: int) -> str:
        """The term with an index."""
        return self.terms.split()[index - self.offset]


@dataclass(frozen=True)
class Table:
    """A file of known answers, and the query that must give its rows."""

    csv: str
    check: str
    file: str
    sql: str


@cache
def _content(puzzle: str) -> Any:
    path = Path(__file__).with_name(f"{puzzle}.yaml")
    if not path.is_file():  # a new puzzle
        return {"groups": [], "sequences": {}}
    return yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506 - it gives text only, such as 31.0


@cache
def sequences_of(puzzle: str) -> tuple[Sequence, ...]:
    """The sequences of a puzzle."""

    def boards(sequence: dict[str, Any]) -> tuple[tuple[int, int], ...]:
        return tuple((int(rows), int(columns)) for rows, columns in sequence.get("boards", ()))

    return tuple(
        Sequence(puzzle, key, **{**entry, "offset": int(entry["offset"]), "boards": boards(entry)})
        for key, entry in _content(puzzle)["sequences"].items()
    )


@cache
def figures_of(puzzle: str) -> tuple[Figure, ...]:
    """All figures of a puzzle."""
    terms = {sequence.key: sequence for sequence in sequences_of(puzzle)}

    def declared() -> Iterator[Figure]:
        for group in _content(puzzle)["groups"]:
            common = {name: value for name, value in group.items() if name not in ("figures", "also")}
            for section in ("figures", "also"):
                for key, figure in group.get(section, {}).items():
                    own = dict(figure)
                    if "term" in own:  # a sequence has the value: its key, and the index of the term
                        sequence, index = own.pop("term").split()
                        own["known"] = terms[sequence].term(int(index))
                    yield Figure(puzzle, key, **common, **own, is_shown=section == "figures")

    return tuple(declared())


def tables_of(puzzle: str) -> list[Table]:
    """The files of known answers of a puzzle, with their queries."""
    return [Table(**table) for table in _content(puzzle).get("tables", ())]


def shown_figures() -> list[Figure]:
    """The figures that docs/results.md shows, puzzle by puzzle."""
    return [figure for puzzle in PUZZLES for figure in figures_of(puzzle.package) if figure.is_shown]


def all_sequences() -> list[Sequence]:
    """The sequences of all puzzles."""
    return [sequence for puzzle in PUZZLES for sequence in sequences_of(puzzle.package)]


def known_values(puzzle: str, study: str | None = None) -> dict[str, str]:
    """Key -> known value, as text, for the figures of a puzzle or of one study."""
    return {figure.key: figure.known for figure in figures_of(puzzle) if study in (None, figure.study)}


def known_rows(puzzle: str, name: str) -> list[dict[str, str]]:
    """The rows of a file of known answers, whose first line is a comment."""
    with (KNOWN_ANSWERS / puzzle / name).open(encoding="utf-8", newline="") as file:
        if not next(file).startswith("#"):
            raise ValueError(f"{name} has no comment in its first line")
        return list(csv.DictReader(file))
