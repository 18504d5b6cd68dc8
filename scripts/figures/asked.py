"""Figures and terms of sequences, asked of the finished artifacts."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from pipeline.core.errors import PipelineError
from pipeline.core.files import connect_to_read
from pipeline.nine_tiles_panic.game_files import load_all_tiles
from scripts import ROOT
from scripts.figures.declared import Figure, Sequence, declared_figures, declared_sequences
from scripts.scaling.counting import Shape, count_grids, count_town_synonyms, sizes
from scripts.verify.known import known_figures, known_rows

Row = dict[str, str]
Place = Callable[[str, str], Path]
"""Of a puzzle and the name of an artifact: where it is."""
OF_A_TABLE = re.compile(r"\bFROM (\w+)")
DIGITS = 6
"""Of shares and chances."""


def rows_of(path: Path, sql: str) -> list[tuple[Any, ...]]:
    """The rows of a query to a database.

    Raises:
        PipelineError: it cannot be read, or has no such tables.
    """
    with closing(connect_to_read(path)) as connection:
        try:
            return connection.execute(sql).fetchall()
        except connection.DatabaseError as error:
            raise PipelineError(f"{path} does not answer {sql!r}: {error}") from error


def written(value: object, error: float | None) -> Row:
    """A value, and how far it may be off, as text: of a sampled one as many digits as its error has two of."""
    if error is None:
        return {"value": f"{value:.{DIGITS}g}" if isinstance(value, float) else str(value), "error": ""}
    places = 1 - math.floor(math.log10(error))
    return {"value": f"{value:.{places}f}", "error": f"{error:.{places}f}"}


def published_figures() -> dict[tuple[str, str], Row]:
    """(Puzzle, key) -> the row of a figure that others have published."""
    return {(row["puzzle"], row["key"]): row for row in known_rows(".", "published.csv")}


def row_of(figure: Figure, path: Path) -> Row:
    """The row of a figure in data/results.csv.

    Raises:
        PipelineError: the artifact does not answer with a value, and an error if it is sampled.
    """
    rows = rows_of(path, figure.sql)
    if len(rows) != 1 or len(rows[0]) != 1 + (figure.how == "sampled") or None in rows[0]:
        raise PipelineError(f"{path} has no answer to {figure.sql!r}, for the figure {figure.key}")
    found: Any = OF_A_TABLE.search(figure.sql.replace("FROM (", ""))
    published = published_figures().get((figure.puzzle, figure.key), {"value": "", "source": ""})
    return {
        **{name: getattr(figure, name) for name in ("puzzle", "key", "en", "ja")},
        **written(*(rows[0] if figure.how == "sampled" else (*rows[0], None))),
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
        PipelineError: an index is missing among those of the terms.
    """
    if sequence.boards:
        terms = list(_counted(sequence))
    else:
        rows = rows_of(path, sequence.sql)
        terms = [term for _, term in rows]
        if [index for index, _ in rows] != list(range(sequence.offset, sequence.offset + len(rows))):
            raise PipelineError(f"{path} has other indices than {sequence.key} should have, from {sequence.offset} on")
        terms += [int(known_figures(sequence.puzzle)[key]) for key in sequence.then]
    return {
        **{name: getattr(sequence, name) for name in ("puzzle", "key", "en", "ja")},
        "offset": str(sequence.offset),
        "terms": " ".join(map(str, terms)),
        **{name: getattr(sequence, name) for name in ("computed", "file", "check")},
    }


def ask_figures(place: Place, puzzle: str | None = None) -> Iterator[Row]:
    """The rows of all figures, or of those of a puzzle, that artifacts have which are there."""
    for figure in declared_figures():
        path = place(figure.puzzle, figure.file)
        if puzzle in (None, figure.puzzle) and path.is_file():
            yield row_of(figure, path)


def ask_sequences(place: Place, puzzle: str | None = None) -> Iterator[Row]:
    """The rows of all sequences, or of those of a puzzle, that artifacts have which are there."""
    for sequence in declared_sequences():
        path = place(sequence.puzzle, sequence.file)
        if puzzle in (None, sequence.puzzle) and (sequence.boards or path.is_file()):
            yield row_of_sequence(sequence, path)
