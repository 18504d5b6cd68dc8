"""All cuts into two connected parts: against trying all subsets, and as many as known."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given

from tablebases.godomachi.cut_tables import Cuts, all_cuts
from tablebases.godomachi.pair import parts_of
from tablebases.godomachi.polyominoes import Shapes, free_polyominoes
from tablebases.godomachi.tablebase import MaxCut
from tests.godomachi.helpers import (
    LARGEST,
    CutNumbers,
    all_shapes,
    as_cells,
    as_shape,
    cells_of,
    cut_numbers,
    cuts_of,
    drawn,
    figure,
    number,
    oracle_cut_numbers,
    polyominoes,
    shapes,
    terms,
    whole,
)
from tests.oracle import godomachi as oracle
from tests.oracle.godomachi import Shape

SIZES = range(2, LARGEST + 1)
RULES = list(MaxCut)


def cuts_of_some(n: int, chosen: list[int], max_cut: MaxCut) -> CutNumbers:
    """The cuts of some polyominoes of a size, found without the others."""
    some = np.ascontiguousarray(shapes(n)[chosen])
    found = cut_numbers(all_cuts(some, all_shapes()[: n - 1], max_cut))
    return {(chosen[shape], *kind): ways for (shape, *kind), ways in found.items()}  # type: ignore[misc]


# --- kinds of cuts ---------------------------------------------------------------------------


@pytest.mark.parametrize("max_cut", RULES)
@pytest.mark.parametrize("n", range(2, 8))
def test_the_kinds_of_cuts_of_all_shapes_are_those_of_all_subsets(n: int, max_cut: MaxCut) -> None:
    expected: CutNumbers = {}
    for shape in oracle.polyominoes(n):
        expected.update(oracle_cut_numbers(shape, max_cut))
    assert cut_numbers(cuts_of(n, max_cut)) == expected


@pytest.mark.parametrize("max_cut", RULES)
@pytest.mark.parametrize(("n", "count"), [(8, 60), (9, 40), (10, 25)])
def test_the_kinds_of_cuts_of_larger_shapes_are_those_of_all_subsets(n: int, count: int, max_cut: MaxCut) -> None:
    chance = random.Random(n)  # noqa: S311 - shapes, not secrets
    chosen = sorted(chance.sample(range(len(shapes(n))), count))
    expected: CutNumbers = {}
    for shape in chosen:
        expected.update(oracle_cut_numbers(as_shape(shapes(n)[shape]), max_cut))
    assert cuts_of_some(n, chosen, max_cut) == expected
    of_all = cut_numbers(cuts_of(n, max_cut))
    assert {kind: ways for kind, ways in of_all.items() if kind[0] in set(chosen)} == expected


def test_cuts_of_a_shape_that_has_very_many_are_all_found() -> None:
    rectangle = oracle.parse("####/####/####")
    smaller: list[Shapes] = free_polyominoes(11)
    only = as_cells(oracle.canonical(rectangle))[np.newaxis]
    found = all_cuts(only, smaller)
    every = oracle.cuts_with_current_lumps(rectangle)
    assert len(every) > 2 * 64  # more than there is room for at first
    assert int(found.ways.sum()) == len(every)
    forms = [{oracle.canonical(as_shape(shape)): i for i, shape in enumerate(of_size)}
             for of_size in smaller]  # fmt: skip
    kinds = Counter((oracle.canonical(piece), oracle.canonical(rest)) for piece, rest in every)
    expected = {
        (0, len(piece), forms[len(piece) - 1][piece], forms[len(rest) - 1][rest]): ways
        for (piece, rest), ways in kinds.items()
    }
    assert cut_numbers(found) == expected


@pytest.mark.parametrize("n", SIZES)
def test_there_are_as_many_ways_to_split_as_known(n: int) -> None:
    assert int(cuts_of(n).ways.sum()) == 2 * terms("splits")[n]


@pytest.mark.slow
def test_there_are_as_many_ways_to_split_11_cells_as_known() -> None:
    every: list[Shapes] = free_polyominoes(11)
    assert int(all_cuts(every[10], every[:10]).ways.sum()) == 2 * whole("splits_11")


@pytest.mark.parametrize("max_cut", RULES)
@pytest.mark.parametrize("n", SIZES)
def test_each_kind_is_there_once_in_the_order_of_its_columns(n: int, max_cut: MaxCut) -> None:
    *kinds, ways = cuts_of(n, max_cut)
    rows = list(zip(*(column.tolist() for column in kinds), strict=True))
    assert rows == sorted(set(rows))
    assert ways.min() >= 1
    assert all(column.dtype == np.int32 for column in cuts_of(n, max_cut))


@pytest.mark.parametrize("n", SIZES)
def test_every_cut_can_be_made_with_either_part_as_the_piece(n: int) -> None:
    every = cut_numbers(cuts_of(n))
    assert every == {(s, n - k, rest, piece): ways for (s, k, piece, rest), ways in every.items()}


@pytest.mark.parametrize("n", SIZES)
def test_half_leaves_out_what_is_more_than_half_and_nothing_else(n: int) -> None:
    every = cut_numbers(cuts_of(n))
    expected = {kind: ways for kind, ways in every.items() if 2 * kind[1] <= n}
    assert cut_numbers(cuts_of(n, MaxCut.HALF)) == expected
    assert (expected == every) == (n == 2)


@pytest.mark.parametrize("n", SIZES)
def test_a_single_cell_can_be_cut_off_every_shape(n: int) -> None:
    cuts = cuts_of(n, MaxCut.HALF)
    assert np.unique(cuts.shape[cuts.size == 1]).tolist() == list(range(len(shapes(n))))


@pytest.mark.parametrize(
    ("text", "piece", "rest", "ways"),
    [
        ("##", "#", "#", 2),
        ("#####", "##", "###", 2),
        ("#####", "###", "##", 2),
        (".#./###/.#.", "#", "###/.#.", 4),
        (".#./###/.#.", "##", "###", 0),
        ("##/##", "##", "##", 4),
        ("###/#.#/###", "#", "###/#.#/##.", 4),
        ("###/#.#/###", "#", "###/#.#/#.#", 4),
        ("#./##/#./#./#.", "#./##", "###", 1),  # needs two arms and the cell between them at once
        ("..#./###./.###/.#..", "#./#./##", "#./#./##", 4),  # needs what is cut off by then
    ],
)
def test_cuts_that_one_can_count(text: str, piece: str, rest: str, ways: int) -> None:
    shape = oracle.parse(text)
    kind = (len(oracle.parse(piece)), number(oracle.parse(piece)), number(oracle.parse(rest)))
    found = cuts_of_some(len(shape), [number(shape)], MaxCut.ANY)
    assert found.get((number(shape), *kind), 0) == ways


def test_cuts_that_growing_in_simpler_ways_misses_are_found() -> None:
    missed = oracle.shapes_with_missed_cuts(8, oracle.cuts_with_fixed_lumps)
    assert len(missed) == whole("fixed_lumps_n8_shapes")
    assert oracle.parse(figure("fixed_lumps_n8_example")) in missed
    for shape in missed:
        found = cuts_of_some(8, [number(shape)], MaxCut.HALF)
        assert found == oracle_cut_numbers(shape, MaxCut.HALF)


# --- the rule --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("max_cut", "cells", "allowed"),
    [
        (MaxCut.ANY, 2, [1]),
        (MaxCut.ANY, 5, [1, 2, 3, 4]),
        (MaxCut.HALF, 2, [1]),
        (MaxCut.HALF, 5, [1, 2]),
        (MaxCut.HALF, 6, [1, 2, 3]),
    ],
)
def test_the_rule_says_how_large_a_piece_may_be(max_cut: MaxCut, cells: int, allowed: list[int]) -> None:
    assert list(range(1, max_cut.largest_piece(cells) + 1)) == allowed


# --- the cuts of one shape -------------------------------------------------------------------


@pytest.mark.parametrize("max_cut", RULES)
@given(shape=polyominoes(2, 9))
def test_the_cuts_of_one_shape_are_all_subsets_with_the_smallest_pieces_first(max_cut: MaxCut, shape: Shape) -> None:
    (parts,) = parts_of(as_cells(shape))
    found = parts.ways_to_cut(parts.whole, max_cut)
    both = [(cells_of(parts.cells, piece), cells_of(parts.cells, left)) for piece, left in found]
    expected = oracle.allowed(oracle.cuts(shape), max_cut.value)
    assert len(both) == len(expected)
    assert set(both) == set(expected)
    sizes = [len(piece) for piece, _ in both]
    assert sizes == sorted(sizes)
    assert parts.ways_to_cut(parts.whole, max_cut) == found


@given(shape=polyominoes(3, 8))
def test_the_cuts_of_a_part_are_those_of_its_cells(shape: Shape) -> None:
    (parts,) = parts_of(as_cells(shape))
    for part in range(1, parts.whole + 1):
        if parts.is_part(part) and part.bit_count() > 1:
            found = parts.ways_to_cut(part, MaxCut.ANY)
            both = {(cells_of(parts.cells, p), cells_of(parts.cells, left)) for p, left in found}
            assert both == set(oracle.cuts(cells_of(parts.cells, part)))


def test_the_cuts_of_a_rectangle_with_many_are_all_found() -> None:
    (parts,) = parts_of(drawn("####/####/####"))
    cuts: Cuts = parts.cuts(12, MaxCut.ANY)
    expected = len(oracle.cuts(oracle.parse("####/####/####")))
    assert expected > 2 * 64  # more than there is room for at first
    assert int(cuts.ways.sum()) == len(parts.ways_to_cut(parts.whole, MaxCut.ANY)) == expected
