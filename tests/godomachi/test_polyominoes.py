"""The free polyominoes: how many there are, their order, their forms, holes and symmetry."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebases.godomachi.polyominoes import (
    Shapes,
    components,
    free_polyominoes,
    holes,
    larger_polyominoes,
    make_canonical,
    shape_keys,
    shape_size,
    shape_text,
    symmetry,
    turn_shape,
)
from tests.godomachi.helpers import (
    FREE_POLYOMINOES,
    LARGEST,
    all_shapes,
    as_cells,
    as_shape,
    drawn,
    known_rows,
    polyominoes,
    shapes,
)
from tests.oracle import godomachi as oracle
from tests.oracle.godomachi import Shape

SIZES = range(1, LARGEST + 1)

FIXED = [1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446]
"""OEIS A001168: polyominoes of 1, 2, .. cells, those that are turned or mirrored counted too."""
WITH_HOLES = [0, 0, 0, 0, 0, 0, 1, 6, 37, 195]
"""OEIS A001419: free polyominoes of 1, 2, .. cells with holes."""


def canonical(cells: Any) -> Shape:
    """The canonical form as the pipeline makes it of cells anywhere, in any order."""
    given_cells = np.array(cells, dtype=np.int8)
    best = np.empty_like(given_cells)
    make_canonical(given_cells, np.empty_like(given_cells), best)
    return as_shape(best)


# --- lists -----------------------------------------------------------------------------------


def test_there_are_as_many_as_known() -> None:
    assert [len(of_size) for of_size in all_shapes()] == FREE_POLYOMINOES[:LARGEST]
    assert [of_size.shape[1:] for of_size in all_shapes()] == [(n, 2) for n in SIZES]


@pytest.mark.slow
def test_there_are_as_many_large_ones_as_known() -> None:
    found: list[Shapes] = free_polyominoes(13)
    assert [len(of_size) for of_size in found] == FREE_POLYOMINOES


@pytest.mark.parametrize("n", range(1, 10))
def test_they_are_those_of_the_oracle_in_the_same_order(n: int) -> None:
    assert [as_shape(shape) for shape in shapes(n)] == list(oracle.polyominoes(n))


@pytest.mark.parametrize("n", [4, 5, 6])
def test_they_are_the_known_ones(n: int) -> None:
    rows = [row for row in known_rows("polyominoes") if row["n"] == str(n)]
    assert [shape_text(shape) for shape in shapes(n)] == [row["shape"] for row in rows]
    assert [int(row["id"]) for row in rows] == list(range(len(shapes(n))))


@pytest.mark.parametrize("n", SIZES)
def test_each_is_in_canonical_form_and_they_ascend(n: int) -> None:
    every = [as_shape(shape) for shape in shapes(n)]
    assert every == sorted(set(every))
    assert [canonical(shape) for shape in every] == every


@pytest.mark.parametrize("n", SIZES)
def test_each_has_a_key_of_its_own(n: int) -> None:
    keys = shape_keys(shapes(n))
    assert len(np.unique(keys)) == len(shapes(n))
    assert keys.min() > 0


def test_the_order_of_the_smaller_ones_does_not_matter() -> None:
    assert (larger_polyominoes(np.ascontiguousarray(shapes(7)[::-1])) == shapes(8)).all()


def test_asking_for_the_only_one_of_one_cell_is_fine() -> None:
    (only,) = free_polyominoes(1)
    assert only.tolist() == [[[0, 0]]]


# --- forms -----------------------------------------------------------------------------------


@given(polyominoes(1, 13), st.integers(0, 7), st.integers(-20, 20), st.integers(-20, 20), st.randoms())
def test_all_images_in_any_place_and_order_have_the_same_form(
    shape: Shape, image: int, right: int, down: int, chance: Any
) -> None:
    moved = [(x + right, y + down) for x, y in oracle.images(shape)[image]]
    chance.shuffle(moved)
    assert canonical(moved) == canonical(shape) == oracle.canonical(shape)


@given(polyominoes(1, 9), polyominoes(1, 9))
def test_shapes_have_the_same_form_only_if_they_are_congruent(one: Shape, other: Shape) -> None:
    assert (canonical(one) == canonical(other)) == (set(oracle.images(one)) == set(
        oracle.images(other)
    ))  # fmt: skip


@given(polyominoes(1, 10))
def test_the_eight_ways_to_turn_a_shape_give_its_eight_images(shape: Shape) -> None:
    cells = as_cells(shape)
    found = np.empty((8, *cells.shape), dtype=np.int8)
    for turn in range(8):
        turn_shape(cells, turn, found[turn])
    assert sorted(map(as_shape, found)) == sorted(oracle.images(shape))
    assert as_shape(found[0]) == shape


# --- what is said of a shape -----------------------------------------------------------------


@given(polyominoes(1, 14))
def test_a_shape_is_written_and_measured_as_the_oracle_does(shape: Shape) -> None:
    cells = as_cells(shape)
    assert shape_text(cells) == oracle.format_shape(shape)
    assert shape_size(cells) == oracle.size(shape)
    assert holes(cells) == oracle.holes(shape)
    assert symmetry(cells) * len(set(oracle.images(shape))) == 8


@pytest.mark.parametrize("n", SIZES)
def test_symmetries_account_for_all_fixed_polyominoes(n: int) -> None:
    assert sum(8 // symmetry(shape) for shape in shapes(n)) == FIXED[n - 1]


@pytest.mark.parametrize("n", SIZES)
def test_as_many_have_holes_as_known(n: int) -> None:
    assert sum(holes(shape) > 0 for shape in shapes(n)) == WITH_HOLES[n - 1]


@pytest.mark.parametrize(
    ("text", "size", "n_holes", "n_symmetries"),
    [
        ("#", (1, 1), 0, 8),
        ("####", (4, 1), 0, 4),
        ("#/#/#", (1, 3), 0, 4),
        ("##/##", (2, 2), 0, 8),
        (".#./###/.#.", (3, 3), 0, 8),
        ("##./.##", (3, 2), 0, 2),
        ("###/#..", (3, 2), 0, 1),
        ("#.#/###", (3, 2), 0, 2),
        ("###/#.#/###", (3, 3), 1, 8),
        ("###/#.#/##.", (3, 3), 1, 2),
        ("###../#.###/###.#/..###", (5, 4), 2, 2),
        ("####/#..#/####", (4, 3), 1, 4),
    ],
)
def test_shapes_have_the_size_holes_and_symmetry_that_one_sees(
    text: str, size: tuple[int, int], n_holes: int, n_symmetries: int
) -> None:
    cells = drawn(text)
    assert shape_text(cells) == text
    assert shape_size(cells) == size
    assert holes(cells) == n_holes
    assert symmetry(cells) == n_symmetries


@given(st.sets(st.tuples(st.integers(-3, 3), st.integers(-3, 3))))
def test_cells_fall_into_the_components_of_the_oracle(cells: set[tuple[int, int]]) -> None:
    expected = sorted(sorted(part) for part in oracle.components(cells))
    assert sorted(sorted(part) for part in components(cells)) == expected
