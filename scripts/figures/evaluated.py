"""Evaluate figures and sequences on finished artifacts, and compare them with known values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from scripts import ROOT
from scripts.figures import Figure, Sequence, Table, known_rows
from tablebases.errors import Error
from tablebases.nine_tiles.rules.game_files import TILES, load_all_tiles
from tablebases.verification import evaluate_figure, query


def difference(figure: Figure, found: str, error: str = "") -> str:
    """Describe a wrong value of a figure; empty if it agrees."""
    if figure.within:
        agrees = abs(float(found) - float(figure.known)) <= float(figure.within)
    else:
        agrees = (found, error) == (figure.known, figure.error)
    if agrees:
        return ""
    value, known = (f"{text} ± {by}" if by else text for text, by in ((found, error), (figure.known, figure.error)))
    return f"{figure.key} is {value}, {known} is known"


def wrong_figures(figures: Iterable[Figure], folder: Path) -> Iterator[str]:
    """Describe the wrong figures among those with SQL, queried from the databases in `folder`."""
    for figure in figures:
        path = folder / figure.file
        if not figure.sql:
            continue
        if figure.is_shown:
            found = difference(figure, *evaluate_figure(path, figure.sql, figure.how))
        else:
            found = difference(figure, " ".join(str(value) for row in query(path, figure.sql) for value in row))
        if found:
            yield found


def wrong_rows(puzzle: str, tables: Iterable[Table], folder: Path) -> Iterator[str]:
    """Describe the known answers that are missing from the answers to their queries."""
    for table in tables:
        found = {tuple(map(str, row)) for row in query(folder / table.file, table.sql)}
        for row in known_rows(puzzle, table.csv):
            if tuple(row.values()) not in found:
                yield f"{table.file} lacks a row of {table.csv}: {', '.join(row.values())}"


def counted_terms(sequence: Sequence) -> Iterator[int]:
    """Count the terms of a sequence of boards."""
    from scripts.counting import Shape, count_grids, count_town_synonyms, sizes  # Help need not wait for Numba.

    tiles = load_all_tiles(ROOT / TILES)
    for rows, columns in sequence.boards:
        shape = Shape(max(rows, columns), min(rows, columns))  # the same number, and narrow boards are faster
        if sequence.counted == "grids":
            yield count_grids(shape).total()
        elif sequence.counted == "town synonyms":
            yield count_town_synonyms(shape).total()
        else:
            yield sizes(count_town_synonyms(shape), tiles).towns


def wrong_sequences(sequences: Iterable[Sequence], folder: Path) -> Iterator[str]:
    """Describe the wrong sequences, queried from the databases in `folder` or counted."""
    for sequence in sequences:
        if sequence.boards:
            terms = list(counted_terms(sequence))
        else:
            rows = query(folder / sequence.file, sequence.sql)
            terms = [term for _, term in rows]
            if [index for index, _ in rows] != list(range(sequence.offset, sequence.offset + len(rows))):
                raise Error(f"{folder / sequence.file} leaves out terms of {sequence.key}, from {sequence.offset} on")
        if (found := " ".join(map(str, terms))) != sequence.terms:
            yield f"{sequence.key} is {found}, {sequence.terms} is known"
