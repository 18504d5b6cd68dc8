"""Figures and terms of sequences, evaluated on the finished artifacts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from scripts import ROOT
from scripts.counting import Shape, count_grids, count_town_synonyms, sizes
from scripts.figures.declared import Figure, Sequence, declared_figures, declared_sequences
from scripts.verify.known import known_figures, known_rows
from tablebases.errors import Error
from tablebases.nine_tiles.game_files import load_all_tiles
from tablebases.verification import evaluate_figure, query

Row = dict[str, str]
Place = Callable[[str, str], Path]
"""Of a puzzle and the name of an artifact: where it is."""
OF_A_TABLE = re.compile(r"\bFROM (\w+)")


def published_figures() -> dict[tuple[str, str], Row]:
    """(Puzzle, key) -> the row of a figure that others have published."""
    return {(row["puzzle"], row["key"]): row for row in known_rows(".", "published.csv")}


def row_of(figure: Figure, path: Path) -> Row:
    """The row of a figure in data/figures.csv.

    Raises:
        Error: the artifact does not answer with a value, and an error if it is sampled.
    """
    value, error = evaluate_figure(path, figure.sql, figure.how)
    found: Any = OF_A_TABLE.search(figure.sql.replace("FROM (", ""))
    published = published_figures().get((figure.puzzle, figure.key), {"value": "", "source": ""})
    return {
        **{name: getattr(figure, name) for name in ("puzzle", "key", "en", "ja")},
        "value": value,
        "error": error,
        "how": figure.how,
        "stage": figure.stage,
        "file": figure.file,
        "table": found[1],
        "check": figure.check,
        "published": published["value"],
        "source": published["source"],
    }


def _counted(sequence: Sequence) -> Iterator[int]:
    tiles = load_all_tiles(ROOT / "data/nine_tiles_panic/tiles.csv")
    for rows, columns in sequence.boards:
        shape = Shape(max(rows, columns), min(rows, columns))  # either way as many, and narrow boards are faster
        if sequence.counted == "grids":
            yield count_grids(shape).total()
        elif sequence.counted == "town synonyms":
            yield count_town_synonyms(shape).total()
        else:
            yield sizes(count_town_synonyms(shape), tiles).towns


def row_of_sequence(sequence: Sequence, path: Path) -> Row:
    """The row of a sequence in data/sequences.csv.

    Raises:
        Error: an index is missing among those of the terms.
    """
    if sequence.boards:
        terms = list(_counted(sequence))
    else:
        rows = query(path, sequence.sql)
        terms = [term for _, term in rows]
        if [index for index, _ in rows] != list(range(sequence.offset, sequence.offset + len(rows))):
            raise Error(f"{path} has other indices than {sequence.key} should have, from {sequence.offset} on")
        terms += [int(known_figures(sequence.puzzle)[key]) for key in sequence.then]
    return {
        **{name: getattr(sequence, name) for name in ("puzzle", "key", "en", "ja")},
        "offset": str(sequence.offset),
        "terms": " ".join(map(str, terms)),
        **{name: getattr(sequence, name) for name in ("computed", "file", "check")},
    }


def evaluate_figures(place: Place, puzzle: str | None = None) -> Iterator[Row]:
    """The rows of all figures, or of those of a puzzle, that artifacts have which are there."""
    for figure in declared_figures():
        path = place(figure.puzzle, figure.file)
        if puzzle in (None, figure.puzzle) and path.is_file():
            yield row_of(figure, path)


def evaluate_sequences(place: Place, puzzle: str | None = None) -> Iterator[Row]:
    """The rows of all sequences, or of those of a puzzle, that artifacts have which are there."""
    for sequence in declared_sequences():
        path = place(sequence.puzzle, sequence.file)
        if puzzle in (None, sequence.puzzle) and (sequence.boards or path.is_file()):
            yield row_of_sequence(sequence, path)
