"""What the tests of Godomachi share: shapes, tables, known answers, and the oracle's words."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import numpy as np
from hypothesis import strategies as st

from tablebases.godomachi.cut_tables import ONE_CELL, Cuts, Plies, all_cuts, all_plies
from tablebases.godomachi.pair import Bits, Move, Pair
from tablebases.godomachi.polyominoes import Cells, Shapes, free_polyominoes
from tablebases.godomachi.tablebase import MaxCut
from tests.known import KnownAnswers
from tests.oracle import godomachi as oracle
from tests.oracle.godomachi import Cell, CutKind, MoveKind, Shape

REPOSITORY = Path(__file__).parents[2]

LARGEST = 10
"""Cells of the largest polyominoes in the quick tests."""

CutNumbers = dict[tuple[int, int, int, int], int]
"""(shape, cells of the piece, piece, what is left), by their numbers -> ways."""


# --- shapes ----------------------------------------------------------------------------------


def as_cells(shape: Iterable[Cell]) -> Cells:
    """Cells of the oracle for the pipeline, as they lie, moved to the corner."""
    return np.array(oracle.moved_to_zero(shape), dtype=np.int8)


def as_shape(cells: Cells) -> Shape:
    """Cells of the pipeline for the oracle, as they lie."""
    return tuple((x, y) for x, y in cells.tolist())


def drawn(text: str) -> Cells:
    """A shape that is written with / between its rows, as it lies."""
    return as_cells(oracle.parse(text))


@cache
def numbers(n: int) -> dict[Shape, int]:
    """The numbers of all polyominoes of a size, as the oracle lists them."""
    return {shape: number for number, shape in enumerate(oracle.polyominoes(n))}


def number(shape: Iterable[Cell]) -> int:
    """The number of a polyomino among those of its size."""
    form = oracle.canonical(shape)
    return numbers(len(form))[form]


@st.composite
def polyominoes(draw: st.DrawFn, least: int = 1, most: int = 9) -> Shape:
    """Polyominoes that grow cell by cell, not in canonical form."""
    cells = [(0, 0)]
    for _ in range(draw(st.integers(least, most)) - 1):
        free = sorted({near for cell in cells for near in oracle.neighbours(cell)} - set(cells))
        cells.append(draw(st.sampled_from(free)))
    return oracle.moved_to_zero(cells)


@st.composite
def pairs(draw: st.DrawFn, least: int = 2, most: int = 7) -> tuple[Shape, Shape]:
    """Two polyominoes of the same size."""
    n = draw(st.integers(least, most))
    return draw(polyominoes(n, n)), draw(polyominoes(n, n))


def random_numbers(n: int, count: int, seed: int = 5) -> list[tuple[int, int]]:
    """Numbers of pairs of different polyominoes of a size, the same ones every time."""
    chance = random.Random(seed)  # noqa: S311 - shapes, not secrets
    chosen = [chance.sample(range(len(shapes(n))), 2) for _ in range(count)]
    return [(a, b) for a, b in chosen]


# --- all polyominoes of a size ---------------------------------------------------------------


@cache
def all_shapes() -> list[Shapes]:
    """The polyominoes of 1 to LARGEST cells as the pipeline lists them."""
    return free_polyominoes(LARGEST)


def shapes(n: int) -> Shapes:
    """The polyominoes of a size as the pipeline lists them."""
    return all_shapes()[n - 1]


@cache
def cuts_of(n: int, max_cut: MaxCut = MaxCut.ANY) -> Cuts:
    """The kinds of cuts of all polyominoes of a size as the pipeline finds them."""
    return all_cuts(shapes(n), all_shapes()[: n - 1], max_cut)


@cache
def plies_of(n: int, max_cut: MaxCut = MaxCut.ANY) -> Plies:
    """The plies of all pairs of a size as the pipeline finds them."""
    if n == 1:
        return ONE_CELL
    smaller = [plies_of(size, max_cut) for size in range(1, n)]
    return np.concatenate(list(all_plies(cuts_of(n, max_cut), smaller)))


def histogram(plies: Plies) -> dict[int, int]:
    """How many pairs of different polyominoes take so many plies."""
    found, counts = np.unique(plies[np.triu_indices(len(plies), 1)], return_counts=True)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))


def cut_numbers(cuts: Cuts) -> CutNumbers:
    """The kinds of cuts by their numbers."""
    *kinds, ways = (column.tolist() for column in cuts)
    return dict(zip(zip(*kinds, strict=True), ways, strict=True))


def oracle_cut_numbers(shape: Shape, max_cut: MaxCut) -> CutNumbers:
    """The kinds of cuts of a shape as the oracle finds them by trying all subsets."""
    kinds: dict[CutKind, int] = oracle.cut_kinds(shape, max_cut.value)
    return {(number(shape), len(piece), number(piece), number(rest)): ways for (piece, rest), ways in kinds.items()}


# --- single pairs ----------------------------------------------------------------------------


def pair_of(a: Iterable[Cell], b: Iterable[Cell], max_cut: MaxCut = MaxCut.ANY) -> Pair:
    """A pair of shapes as they lie."""
    return Pair(as_cells(a), as_cells(b), max_cut)


def cells_of(cells: Cells, part: Bits) -> frozenset[Cell]:
    """The cells of a part."""
    return frozenset((x, y) for i, (x, y) in enumerate(cells.tolist()) if part >> i & 1)


def kind_of(pair: Pair, move: Move) -> MoveKind:
    """The kind of a move as the oracle names it, after a look that both pieces are congruent."""
    piece = oracle.canonical(cells_of(pair.a.cells, move.pieces[0]))
    assert piece == oracle.canonical(cells_of(pair.b.cells, move.pieces[1]))
    return (
        piece,
        oracle.canonical(cells_of(pair.a.cells, move.left[0])),
        oracle.canonical(cells_of(pair.b.cells, move.left[1])),
    )


def check_is_legal(pair: Pair, rest_a: Bits, rest_b: Bits, move: Move) -> None:
    """Stop unless the oracle too allows a move here."""
    for parts, rest, piece, left in zip((pair.a, pair.b), (rest_a, rest_b), move.pieces, move.left, strict=True):
        assert piece | left == rest
        assert not piece & left
        assert oracle.connected(cells_of(parts.cells, piece))
        assert oracle.connected(cells_of(parts.cells, left))
        assert pair.max_cut is MaxCut.ANY or piece.bit_count() <= left.bit_count()
    kind_of(pair, move)


# --- known answers ---------------------------------------------------------------------------


KNOWN_ANSWERS = KnownAnswers("godomachi")
known_rows = KNOWN_ANSWERS.rows
figure = KNOWN_ANSWERS.figure
whole = KNOWN_ANSWERS.whole
wholes = KNOWN_ANSWERS.wholes
terms = KNOWN_ANSWERS.terms
FREE_POLYOMINOES = [*terms("polyominoes").values(), *wholes("free_polyominoes_11_to_13")]
"""Of 1, 2, ..., 13 cells."""
