"""The Smith normal form and the algebra of levels: which boards can be solved, and how."""

from __future__ import annotations

from itertools import pairwise
from math import gcd, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import arrow_puzzle as oracle
from tablebases.arrow.boards import Shape, after_taps
from tablebases.arrow.linear import SmithForm, prime_powers, smith_normal_form, written_diagonal
from tablebases.arrow.solutions import span
from tests.arrow_puzzle.helpers import (
    BY_HAND,
    GAME_NAMES,
    HEXAGON_NAMES,
    algebra,
    figure,
    level_names,
    level_of,
    oracle_level,
    oracle_matrix,
    random_boards,
    solvable_boards,
    whole,
)

Matrix = list[list[int]]

MANY_DIRECTIONS = (*range(2, 10), 12, 16, 25, 30, 36, 64, 97, 100)
DIVISORS = {"hexagon-3-16": 8, "hexagon-3-32": 8, "hexagon-4-9": 3, "hexagon-4-36": 3, "hexagon-5-25": 5}
"""Levels whose solutions need a division."""

any_level = level_names(range(1, 6), MANY_DIRECTIONS)
seeds = st.integers(0, 10**9)


# --- the Smith normal form -------------------------------------------------------------------


def check(matrix: Matrix, form: SmithForm) -> None:
    """Check that a form is the Smith normal form of a matrix."""
    left, right = (np.array(each, dtype=object) for each in (form.left, form.right))
    product = (left @ np.array(matrix, dtype=object) @ right).tolist()
    size = len(matrix)
    assert product == [[form.diagonal[i] if i == j else 0 for j in range(size)] for i in range(size)]
    # Integer matrices have an integer inverse exactly if this form of them is the identity.
    assert oracle.smith_normal_form(form.left) == oracle.smith_normal_form(form.right) == [1] * size
    assert all(entry >= 0 for entry in form.diagonal)
    for entry, following in pairwise(form.diagonal):
        assert following % entry == 0 if entry else following == 0


def matrices(largest_size: int, largest: int) -> st.SearchStrategy[Matrix]:
    """Square matrices, half of them with many zeros."""
    entries = st.integers(-largest, largest) | st.sampled_from([0, 0, 0, 1, -1, 2])
    return st.integers(1, largest_size).flatmap(
        lambda n: st.lists(st.lists(entries, min_size=n, max_size=n), min_size=n, max_size=n)
    )


@settings(max_examples=30)
@given(matrices(5, 12))
def test_left_matrix_right_is_the_diagonal_and_each_entry_divides_the_next(matrix: Matrix) -> None:
    before = [row.copy() for row in matrix]
    form = smith_normal_form(matrix)
    assert matrix == before
    check(matrix, form)
    assert form.diagonal == smith_normal_form(list(map(list, zip(*matrix, strict=True)))).diagonal
    terms = [term.partition(" x ") for term in written_diagonal(form.diagonal).split(", ")]
    assert [int(entry) for entry, _, count in terms for _ in range(int(count or 1))] == form.diagonal


@pytest.mark.parametrize(("matrix", "diagonal"), BY_HAND["smith normal forms"])
def test_small_matrices_have_the_forms_found_by_hand(matrix: Matrix, diagonal: list[int]) -> None:
    form = smith_normal_form(matrix)
    assert form.diagonal == diagonal
    check(matrix, form)


@pytest.mark.parametrize("board", ["square-3", "square-4", "square-6", "hexagon-2", "hexagon-3", "hexagon-4"])
def test_forms_of_boards_are_exact_and_known(board: str) -> None:
    matrix = level_of(f"{board}-6").tap_matrix.tolist()
    form = smith_normal_form(matrix)
    check(matrix, form)
    assert form.diagonal == oracle.smith_normal_form(matrix)
    if board != "square-6":
        assert " ".join(map(str, form.diagonal)) == figure(f"{board.replace('-', '_')}_smith_normal_form")


@pytest.mark.parametrize(("name", "text"), BY_HAND["written diagonals"].items())
def test_a_diagonal_is_written_with_the_count_of_each_entry(name: str, text: str) -> None:
    assert written_diagonal(algebra(name).smith_diagonal) == text


# --- counts ----------------------------------------------------------------------------------


def test_levels_have_the_known_numbers_of_solutions_ranks_and_checks() -> None:
    for name in GAME_NAMES:
        assert algebra(name).n_solutions == whole(f"{name}_solutions")
        assert algebra(name).n_solvable_boards == whole(f"{name}_solvable_boards")
    for name in HEXAGON_NAMES:
        assert algebra(name).rank(2) == whole("hexagon_4_rank_mod_2") == 33
        assert algebra(name).rank(3) == whole("hexagon_4_rank_mod_3") == 32
        assert algebra(name).checks.shape == (whole(f"{name}_checks"), 37)
    for side, expected in ((2, 36), (3, 72)):
        assert algebra(f"hexagon-{side}-6").n_solutions == whole(f"hexagon_{side}_directions_6_solutions") == expected
    expert = algebra("expert")
    assert (expert.n_solutions_in(2), expert.n_solutions_in(3), expert.n_solutions_in(5)) == (16, 243, 1)


@pytest.mark.parametrize("shape", Shape)
@pytest.mark.parametrize("side", [1, 2, 3, 4, 5])
def test_ranks_are_those_that_elimination_finds(shape: Shape, side: int) -> None:
    matrix = oracle_matrix(f"{shape}-{side}-6")
    for prime in (2, 3, 5, 7):
        assert algebra(f"{shape}-{side}-6").rank(prime) == oracle.rank(matrix, prime)


@given(st.integers(2, 2_000))
def test_prime_powers_multiply_to_the_number(number: int) -> None:
    powers = prime_powers(number)
    assert prod(power for _, power in powers) == number
    assert [prime for prime, _ in powers] == sorted({prime for prime, _ in powers})
    for prime, power in powers:
        assert all(prime % divisor for divisor in range(2, prime))
        assert prime ** round(np.log(power) / np.log(prime)) == power


# --- solving ---------------------------------------------------------------------------------


@settings(max_examples=40)
@given(any_level, seeds)
def test_a_board_is_solvable_exactly_if_its_one_solution_solves_it(name: str, seed: int) -> None:
    level, found = level_of(name), algebra(name)
    boards = np.concatenate([solvable_boards(name, 5, seed), random_boards(name, 5, seed + 1)])
    solvable = found.is_solvable(boards)
    assert solvable[:5].all()
    solutions = found.one_solution(boards)
    assert solutions.dtype == np.uint8
    assert solutions.max() < level.directions
    after = after_taps(level, boards, solutions.astype(np.int64))
    assert solvable.tolist() == (~after.any(axis=1)).tolist()
    assert found.failed_checks(boards).shape == (10, len(found.checks))
    assert solvable.tolist() == (~found.failed_checks(boards).any(axis=1)).tolist()


@settings(max_examples=30)
@given(
    st.sampled_from([*GAME_NAMES, "hexagon-2-4", "hexagon-2-12", "hexagon-3-8", "hexagon-4-9", "square-5-3"]),
    seeds,
    st.booleans(),
)
def test_a_board_is_solvable_exactly_if_the_oracle_solves_it(name: str, seed: int, is_mistyped: bool) -> None:
    m = oracle_level(name).m
    (board,) = solvable_boards(name, 1, seed).tolist()
    if is_mistyped:
        tile = seed % len(board)
        board[tile] = (board[tile] + 1 + seed % (m - 1)) % m
    assert algebra(name).is_solvable(np.array(board)) == oracle.solvable(tuple(board), oracle_matrix(name), m)


def test_boards_are_arrays_of_any_number_of_dimensions() -> None:
    found = algebra("expert")
    boards = solvable_boards("expert", 6).reshape(2, 3, 37)
    assert found.is_solvable(boards).shape == (2, 3)
    assert found.is_solvable(boards[0, 0]).shape == ()
    assert (found.one_solution(boards)[1, 2] == found.one_solution(boards[1, 2])).all()
    assert found.failed_checks(boards).shape == (2, 3, 5)
    assert found.one_solution(boards[:0]).shape == (0, 3, 37)


@settings(max_examples=40)
@given(any_level)
def test_the_inverse_is_one_up_to_the_divisor(name: str) -> None:
    found, m = algebra(name), level_of(name).directions
    matrix, modulus = found.level.tap_matrix, m * found.divisor
    assert ((matrix @ found.inverse @ matrix - found.divisor * matrix) % modulus == 0).all()
    assert 0 <= found.inverse.min() <= found.inverse.max() < modulus
    if all(m % square**2 for square in range(2, m)):
        assert found.divisor == 1


@pytest.mark.parametrize("name", DIVISORS)
def test_the_divisor_solves_boards_whose_solution_needs_a_division(name: str) -> None:
    assert {algebra(other).divisor for other in ("hexagon-3-8", *GAME_NAMES)} == {1}
    found = algebra(name)
    assert found.divisor == DIVISORS[name]
    boards = solvable_boards(name, 200)
    products = boards.astype(np.int64) @ found.inverse.T % (found.divisor * found.level.directions)
    assert not (products % found.divisor).any()
    assert products.max() >= found.level.directions
    assert not after_taps(found.level, boards, found.one_solution(boards).astype(np.int64)).any()


# --- the kernel ------------------------------------------------------------------------------


@settings(max_examples=40)
@given(any_level)
def test_kernel_vectors_change_nothing_and_their_multiples_are_different(name: str) -> None:
    found, m = algebra(name), level_of(name).directions
    for generator in found.kernel:
        vector = generator.vector
        assert not after_taps(found.level, np.zeros_like(vector), vector).any()
        assert ((vector >= 0) & (vector < m)).all()
        assert {p for p, _ in prime_powers(generator.multiples)} == {generator.prime}
        assert len({tuple(multiple * vector % m) for multiple in range(generator.multiples)}) == generator.multiples
        assert not (generator.multiples * vector % m).any()
    primes = [generator.prime for generator in found.kernel]
    assert primes == sorted(primes)
    assert found.n_solutions == prod(gcd(entry, m) for entry in found.smith_diagonal)
    assert found.n_solutions == prod(found.n_solutions_in(p) for p, _ in prime_powers(m))
    assert found.n_solvable_boards * found.n_solutions == m**found.level.tiles


@pytest.mark.parametrize(
    "name", [*GAME_NAMES, "hexagon-2-8", "hexagon-3-12", "hexagon-4-9", "square-2-6", "square-5-2", "hexagon-5-25"]
)
def test_generators_span_as_many_vectors_as_a_board_has_solutions(name: str) -> None:
    found = algebra(name)
    vectors = span(found.kernel, found.level.tiles, found.level.directions)
    assert vectors.shape == (found.n_solutions, found.level.tiles)
    assert len(np.unique(vectors, axis=0)) == found.n_solutions
    assert not vectors[0].any()


@pytest.mark.parametrize("name", HEXAGON_NAMES)
def test_no_kernel_vector_taps_the_centre_and_no_check_notices_a_mistake_there(name: str) -> None:
    found = algebra(name)
    vectors = np.array([generator.vector for generator in found.kernel])
    centre = found.level.cells.index(divmod(whole("hexagon_4_tiles_with_one_tap_count"), 10))
    assert np.flatnonzero(~vectors.any(axis=0)).tolist() == [centre]
    mistyped = (solvable_boards(name, 1) + np.eye(37, dtype=np.uint8)) % found.level.directions
    unnoticed = [found.level.cells[tile] for tile in np.flatnonzero(found.is_solvable(mistyped))]
    assert unnoticed == [divmod(whole("hexagon_4_tiles_with_unnoticed_mistakes"), 10)]
