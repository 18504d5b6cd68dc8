"""Shapes, tables of all pairs and known answers for the tests."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import strategies as st

from oracle import godomachi as oracle
from oracle.godomachi import Cell, MoveKind, Shape
from tablebases.godomachi import notation
from tablebases.godomachi.commands import read_shapes
from tablebases.godomachi.cut_tables import MAX_PLIES, ONE_CELL, Cuts, Plies, all_cuts, all_plies
from tablebases.godomachi.pair import Bits, Move, Pair
from tablebases.godomachi.polyominoes import Cells, Shapes, free_polyominoes
from tablebases.godomachi.tablebase import MaxCut
from tests.known import KnownAnswers

REPOSITORY = Path(__file__).parents[2]
KNOWN = KnownAnswers("godomachi")
RULES = list(MaxCut)
LARGEST = 9
"""Cells of the largest polyominoes in most tests of tables."""
SIZES = [*range(2, LARGEST), pytest.param(LARGEST, marks=pytest.mark.thorough)]

CutNumbers = dict[tuple[int, int, int, int], int]
"""Numbers of (shape, cells of the piece, piece, rest) -> ways."""


# Shapes.


def read_shape(word: str) -> notation.Shape:
    """The shape of a word of the command line."""
    (shape,) = read_shapes([word], ["the shape"])
    return shape


def as_cells(shape: Iterable[Cell]) -> Cells:
    """Cells of the oracle as an array in the corner."""
    return np.array(oracle.moved_to_zero(shape), dtype=np.int8)


def as_shape(cells: Cells) -> Shape:
    """An array as cells of the oracle."""
    return tuple((x, y) for x, y in cells.tolist())


def drawn(text: str) -> Cells:
    """The array of a shape such as `##/#.`."""
    return as_cells(oracle.parse(text))


@cache
def _numbers(n: int) -> dict[Shape, int]:
    return {shape: number for number, shape in enumerate(oracle.polyominoes(n))}


def number(shape: Iterable[Cell]) -> int:
    """The number of a polyomino among those of its size."""
    form = oracle.canonical(shape)
    return _numbers(len(form))[form]


@st.composite
def polyominoes(draw: st.DrawFn, least: int = 1, most: int = 9) -> Shape:
    """Polyominoes grown cell by cell, not in canonical form."""
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
    """Numbers of `count` pairs of `n` cells, always the same ones."""
    chance = random.Random(seed)  # noqa: S311 - shapes, not secrets
    chosen = [chance.sample(range(len(shapes(n))), 2) for _ in range(count)]
    return [(a, b) for a, b in chosen]


# All polyominoes of a size, found as in the pipeline.


@cache
def shapes_up_to(n: int) -> list[Shapes]:
    """The polyominoes of 1, 2, .., `n` cells."""
    return free_polyominoes(n)


def shapes(n: int) -> Shapes:
    """The polyominoes of `n` cells."""
    return shapes_up_to(max(n, LARGEST))[n - 1]


@cache
def cuts_of(n: int, max_cut: MaxCut = MaxCut.ANY) -> Cuts:
    """The kinds of cuts of all polyominoes of `n` cells."""
    return all_cuts(shapes(n), [shapes(size) for size in range(1, n)], max_cut)


@cache
def plies_of(n: int, max_cut: MaxCut = MaxCut.ANY) -> Plies:
    """The plies of all pairs of `n` cells."""
    if n == 1:
        return ONE_CELL
    smaller = [plies_of(size, max_cut) for size in range(1, n)]
    return np.concatenate(list(all_plies(cuts_of(n, max_cut), smaller)))


def histogram(plies: Plies) -> dict[int, int]:
    """Plies -> number of pairs of different polyominoes."""
    counts = sum(np.bincount(row[a + 1 :], minlength=MAX_PLIES) for a, row in enumerate(plies))
    return {value: int(count) for value, count in enumerate(counts) if count}


def cut_numbers(cuts: Cuts) -> CutNumbers:
    """The kinds of cuts by their numbers."""
    *kinds, ways = (column.tolist() for column in cuts)
    return dict(zip(zip(*kinds, strict=True), ways, strict=True))


def oracle_cut_numbers(shape: Shape, max_cut: MaxCut = MaxCut.ANY) -> CutNumbers:
    """The kinds of cuts of a shape by the oracle."""
    kinds = oracle.cut_kinds(shape, max_cut.value)
    return {(number(shape), len(piece), number(piece), number(rest)): ways for (piece, rest), ways in kinds.items()}


# Single pairs.


def pair_of(a: Iterable[Cell], b: Iterable[Cell], max_cut: MaxCut = MaxCut.ANY) -> Pair:
    """A pair of shapes in their orientation."""
    return Pair(as_cells(a), as_cells(b), max_cut)


def cells_of(cells: Cells, part: Bits) -> frozenset[Cell]:
    """The cells of a part of the shape `cells`."""
    return frozenset((x, y) for i, (x, y) in enumerate(cells.tolist()) if part >> i & 1)


def kind_of(pair: Pair, move: Move) -> MoveKind:
    """The kind of a move as the oracle names it; both pieces must be congruent."""
    piece, other, rest_a, rest_b = (
        oracle.canonical(cells_of(parts.cells, part))
        for both in (move.pieces, move.left)
        for parts, part in zip((pair.a, pair.b), both, strict=True)
    )
    assert piece == other
    return piece, rest_a, rest_b


def check_is_legal(pair: Pair, rest_a: Bits, rest_b: Bits, move: Move) -> None:
    """Stop unless the rules allow a move in a position."""
    for parts, rest, piece, left in zip((pair.a, pair.b), (rest_a, rest_b), move.pieces, move.left, strict=True):
        assert piece | left == rest
        assert not piece & left
        assert oracle.connected(cells_of(parts.cells, piece))
        assert oracle.connected(cells_of(parts.cells, left))
        assert pair.max_cut is MaxCut.ANY or piece.bit_count() <= left.bit_count()
    kind_of(pair, move)
