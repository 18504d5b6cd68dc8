"""All cuts into two connected parts: against trying all subsets, and as many as known."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import godomachi as oracle
from oracle.godomachi import Shape
from tablebases.godomachi.cut_tables import all_cuts
from tablebases.godomachi.pair import parts_of
from tablebases.godomachi.tablebase import MaxCut
from tests.godomachi.helpers import (
    KNOWN,
    LARGEST,
    RULES,
    SIZES,
    CutNumbers,
    as_cells,
    as_shape,
    cells_of,
    cut_numbers,
    cuts_of,
    drawn,
    number,
    oracle_cut_numbers,
    polyominoes,
    shapes,
    shapes_up_to,
)


def cuts_of_some(n: int, chosen: list[int]) -> CutNumbers:
    """The cuts of the `chosen` polyominoes alone."""
    found = cut_numbers(all_cuts(np.ascontiguousarray(shapes(n)[chosen]), shapes_up_to(LARGEST)[: n - 1]))
    return {(chosen[shape], *kind): ways for (shape, *kind), ways in found.items()}  # type: ignore[misc]


# All shapes of a size.


@pytest.mark.parametrize("max_cut", RULES)
@pytest.mark.parametrize("n", range(2, 8))
def test_cuts_of_all_shapes_are_those_of_all_subsets(n: int, max_cut: MaxCut) -> None:
    expected: CutNumbers = {}
    for shape in oracle.polyominoes(n):
        expected |= oracle_cut_numbers(shape, max_cut)
    assert cut_numbers(cuts_of(n, max_cut)) == expected


@pytest.mark.thorough
@pytest.mark.parametrize(("n", "count"), [(8, 15), (9, 10)])
def test_cuts_of_larger_shapes_are_those_of_all_subsets(n: int, count: int) -> None:
    chosen = sorted(random.Random(n).sample(range(len(shapes(n))), count))  # noqa: S311 - shapes, not secrets
    expected: CutNumbers = {}
    for shape in chosen:
        expected |= oracle_cut_numbers(as_shape(shapes(n)[shape]))
    assert cuts_of_some(n, chosen) == expected
    every = cut_numbers(cuts_of(n))
    assert {kind: ways for kind, ways in every.items() if kind[0] in chosen} == expected


@pytest.mark.parametrize("n", SIZES)
def test_cut_tables_have_either_part_as_the_piece_and_half_keeps_those_of_at_most_half(n: int) -> None:
    table = np.stack(cuts_of(n), axis=1)
    assert table.dtype == np.int32
    assert table[:, 4].min() >= 1
    assert table[:, 4].sum() == 2 * KNOWN.terms("splits")[n]
    assert (np.unique(table[:, :4], axis=0) == table[:, :4]).all()  # sorted, each kind once
    shape, size, piece, left, ways = table.T
    swapped = np.stack((shape, n - size, left, piece, ways), axis=1)
    assert (swapped[np.lexsort(swapped.T[::-1])] == table).all()
    assert (np.stack(cuts_of(n, MaxCut.HALF), axis=1) == table[2 * size <= n]).all()
    assert np.unique(shape[size == 1]).tolist() == list(range(len(shapes(n))))  # every shape can lose a cell


def test_growing_cuts_finds_pieces_that_need_what_is_cut_off_by_then() -> None:
    shape, piece, rest = map(oracle.parse, (KNOWN.figure("fixed_lumps_n8_example"), "#./#./##", "#./#./##"))
    assert cuts_of_some(8, [number(shape)])[number(shape), 4, number(piece), number(rest)] == 4


# One shape.


@settings(max_examples=25)
@given(shape=polyominoes(2, 8), max_cut=st.sampled_from(MaxCut))
def test_cuts_of_a_shape_are_those_of_all_subsets_the_smallest_pieces_first(shape: Shape, max_cut: MaxCut) -> None:
    (parts,) = parts_of(as_cells(shape))
    found = parts.ways_to_cut(parts.whole, max_cut)
    both = [(cells_of(parts.cells, piece), cells_of(parts.cells, left)) for piece, left in found]
    assert len(both) == len(set(both))
    assert set(both) == set(oracle.allowed(oracle.cuts(shape), max_cut.value))
    sizes = [len(piece) for piece, _ in both]
    assert sizes == sorted(sizes)


@settings(max_examples=10)
@given(shape=polyominoes(3, 8))
def test_cuts_of_a_part_are_those_of_its_cells(shape: Shape) -> None:
    (parts,) = parts_of(as_cells(shape))
    for part in range(1, parts.whole + 1):
        cells = cells_of(parts.cells, part)
        assert parts.is_part(part) == oracle.connected(cells)
        if parts.is_part(part) and part.bit_count() > 1:
            found = parts.ways_to_cut(part, MaxCut.ANY)
            assert {(cells_of(parts.cells, piece), cells_of(parts.cells, left)) for piece, left in found} == set(
                oracle.cuts(cells)
            )


def test_search_finds_all_cuts_of_a_shape_with_very_many() -> None:
    (parts,) = parts_of(drawn("####/####/####"))
    every = oracle.cuts(oracle.parse("####/####/####"))
    assert len(every) > 2 * 64  # the room at first
    found = parts.ways_to_cut(parts.whole, MaxCut.ANY)
    assert {(cells_of(parts.cells, piece), cells_of(parts.cells, left)) for piece, left in found} == set(every)
    assert int(parts.cuts(12, MaxCut.ANY).ways.sum()) == len(found) == len(every)
