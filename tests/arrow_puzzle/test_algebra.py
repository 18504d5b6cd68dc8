"""Which boards can be solved, how, and in how many ways: linear algebra against the oracle."""

from __future__ import annotations

from itertools import product
from math import gcd, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebases.arrow.boards import Shape
from tablebases.arrow.linear import algebra_of, prime_powers
from tablebases.arrow.solutions import span
from tests.arrow_puzzle.helpers import (
    GAME_NAMES,
    HEXAGON_NAMES,
    algebra,
    all_vectors,
    answers_by_trying_all_taps,
    is_solved_by,
    known_rows,
    level_names,
    level_of,
    oracle_level,
    oracle_matrix,
    random_boards,
    solvable_boards,
    tuples,
    whole,
)
from tests.oracle import arrow_puzzle as oracle

MANY_DIRECTIONS = (*range(2, 13), 16, 25, 30, 36, 49, 64, 71, 97, 100)
SMALL = [
    f"{board}-{m}"
    for board in ("hexagon-1", "hexagon-2", "hexagon-3", "square-1", "square-2", "square-3")
    for m in (2, 3, 4, 6, 8, 9, 12)
]
WITH_A_DIVISOR = ["hexagon-3-16", "hexagon-3-32", "hexagon-4-9", "hexagon-4-36", "hexagon-5-25"]
"""A solution of these needs a division, which the Smith normal form shows."""

any_level = level_names(range(1, 7), MANY_DIRECTIONS)
seeds = st.integers(0, 10**9)


# --- counts ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_level_has_the_known_numbers_of_solutions_and_solvable_boards(name: str) -> None:
    found = algebra(name)
    assert found.n_solutions == whole(f"{name}_solutions")
    assert found.n_solvable_boards == whole(f"{name}_solvable_boards")


@pytest.mark.parametrize("side", [2, 3])
def test_other_hexagons_have_the_known_numbers_of_solutions(side: int) -> None:
    expected = whole(f"hexagon_{side}_directions_6_solutions")
    assert algebra(f"hexagon-{side}-6").n_solutions == expected == {2: 36, 3: 72}[side]


@pytest.mark.parametrize("name", HEXAGON_NAMES)
def test_hexagons_of_side_4_have_the_known_ranks_and_number_of_checks(name: str) -> None:
    found = algebra(name)
    assert found.rank(2) == whole("hexagon_4_rank_mod_2") == 33
    assert found.rank(3) == whole("hexagon_4_rank_mod_3") == 32
    assert found.checks.shape == (whole(f"{name}_checks"), 37)


def test_the_solutions_of_expert_are_those_modulo_2_times_those_modulo_3() -> None:
    expert = algebra("expert")
    assert (expert.n_solutions_in(2), expert.n_solutions_in(3)) == (16, 243)
    assert expert.n_solutions_in(5) == 1


@pytest.mark.parametrize("shape", Shape)
@pytest.mark.parametrize("side", [1, 2, 3, 4, 5])
def test_ranks_are_those_that_elimination_finds(shape: Shape, side: int) -> None:
    matrix = oracle_matrix(f"{shape}-{side}-6")
    for prime in (2, 3, 5, 7, 71):
        assert algebra(f"{shape}-{side}-6").rank(prime) == oracle.rank(matrix, prime)


@given(any_level)
def test_the_smith_normal_form_says_how_many_solutions_there_are(name: str) -> None:
    found = algebra_of(level_of(name))
    m = level_of(name).directions
    assert found.n_solutions == prod(gcd(entry, m) for entry in found.smith_diagonal)
    assert found.n_solutions == prod(found.n_solutions_in(p) for p, _ in prime_powers(m))
    assert found.n_solvable_boards * found.n_solutions == m**found.level.tiles


@given(st.integers(2, 10_000))
def test_prime_powers_multiply_to_the_number(number: int) -> None:
    powers = prime_powers(number)
    assert prod(power for _, power in powers) == number
    assert [prime for prime, _ in powers] == sorted({prime for prime, _ in powers})
    for prime, power in powers:  # each a power of its prime
        assert all(prime % divisor for divisor in range(2, prime))
        while power > 1:
            assert power % prime == 0
            power //= prime


# --- solving ---------------------------------------------------------------------------------


@given(any_level, seeds)
def test_one_solution_solves_every_board_that_was_made_by_tapping(name: str, seed: int) -> None:
    level, found = level_of(name), algebra(name)
    boards = solvable_boards(name, 5, seed)
    assert found.is_solvable(boards).all()
    solutions = found.one_solution(boards)
    assert solutions.dtype == np.uint8
    assert solutions.max() < level.directions
    assert not level.after_taps(boards, solutions.astype(np.int64)).any()


@given(any_level, seeds)
def test_a_board_is_called_solvable_exactly_if_its_one_solution_solves_it(name: str, seed: int) -> None:
    level, found = level_of(name), algebra(name)
    boards = random_boards(name, 5, seed)
    after = level.after_taps(boards, found.one_solution(boards).astype(np.int64))
    assert found.is_solvable(boards).tolist() == (~after.any(axis=1)).tolist()


@given(
    st.sampled_from([*GAME_NAMES, *SMALL, "hexagon-4-9", "square-5-2", "square-5-3", "square-4-6"]),
    seeds,
    st.booleans(),
)
def test_checks_pass_for_solvable_boards_and_fail_for_others(name: str, seed: int, is_mistyped: bool) -> None:
    level = oracle_level(name)
    (board,) = solvable_boards(name, 1, seed).tolist()
    if is_mistyped:
        tile = seed % len(board)
        board[tile] = (board[tile] + 1 + seed % (level.m - 1)) % level.m
    found = algebra(name)
    assert found.is_solvable(np.array(board)) == oracle.solvable(tuple(board), oracle_matrix(name), level.m)
    failed = found.failed_checks(np.array(board))
    assert failed.shape == (len(found.checks),)
    assert failed.any() != found.is_solvable(np.array(board))


@pytest.mark.parametrize(
    "name", ["hexagon-2-2", "hexagon-2-3", "hexagon-2-4", "square-2-6", "square-2-12", "square-3-2"]
)
def test_exactly_those_boards_are_solvable_that_taps_can_make(name: str) -> None:
    tried = answers_by_trying_all_taps(name)
    solvable = algebra(name).is_solvable(all_vectors(name))
    assert (solvable == (tried.n_solutions > 0)).all()
    assert solvable.sum() == algebra(name).n_solvable_boards
    assert set(tried.n_solutions[solvable].tolist()) == {algebra(name).n_solutions}


@pytest.mark.parametrize("name", GAME_NAMES)
def test_all_known_boards_have_the_known_verdict_and_are_solved(name: str) -> None:
    for row in known_rows(name):
        board = np.array([int(digit) - 1 for digit in row["board"]], dtype=np.uint8)
        assert int(algebra(name).is_solvable(board)) == int(row["solvable"]), row
        if int(row["solvable"]):
            assert is_solved_by(name, board, algebra(name).one_solution(board)), row


def test_boards_may_lie_in_any_number_of_dimensions() -> None:
    found = algebra("expert")
    boards = solvable_boards("expert", 6).reshape(2, 3, 37)
    assert found.is_solvable(boards).shape == (2, 3)
    assert found.is_solvable(boards[0, 0]).shape == ()
    assert found.one_solution(boards).shape == (2, 3, 37)
    assert (found.one_solution(boards)[1, 2] == found.one_solution(boards[1, 2])).all()
    assert found.failed_checks(boards).shape == (2, 3, 5)
    assert found.one_solution(boards[:0]).shape == (0, 3, 37)


# --- the inverse -----------------------------------------------------------------------------


@given(any_level)
def test_tapping_inverting_and_tapping_again_is_tapping_as_often_as_the_divisor_says(
    name: str,
) -> None:
    found, m = algebra(name), level_of(name).directions
    matrix = found.level.tap_matrix
    modulus = m * found.divisor
    assert ((matrix @ found.inverse @ matrix - found.divisor * matrix) % modulus == 0).all()
    assert found.inverse.min() >= 0
    assert found.inverse.max() < modulus


@pytest.mark.parametrize("name", ["easy", "medium"])
def test_easy_and_medium_have_the_inverse_of_the_tap_matrix(name: str) -> None:
    found = algebra(name)
    product_ = found.inverse @ found.level.tap_matrix % found.level.directions
    assert (product_ == np.eye(found.level.tiles)).all()
    assert (found.divisor, found.kernel, found.checks.shape) == (1, (), (0, found.level.tiles))


@given(any_level)
def test_the_divisor_is_1_where_no_square_divides_the_directions(name: str) -> None:
    m = level_of(name).directions
    if all(m % square**2 for square in range(2, m)):
        assert algebra(name).divisor == 1


@pytest.mark.parametrize(
    ("name", "divisor"),
    [*zip(WITH_A_DIVISOR, [8, 8, 3, 3, 5], strict=True),
     ("hexagon-3-8", 1), ("hexagon-4-3", 1), ("hexagon-5-5", 1), ("expert", 1), ("hard", 1)],
)  # fmt: skip
def test_the_divisor_is_known(name: str, divisor: int) -> None:
    assert algebra(name).divisor == divisor


@pytest.mark.parametrize("name", WITH_A_DIVISOR)
def test_boards_whose_solution_needs_a_division_are_solved(name: str) -> None:
    found = algebra(name)
    boards = solvable_boards(name, 200)
    products = boards.astype(np.int64) @ found.inverse.T % (found.divisor * found.level.directions)
    assert not (products % found.divisor).any()  # the division leaves no rest
    assert products.max() >= found.level.directions  # and is no matter of form
    assert not found.level.after_taps(boards, found.one_solution(boards).astype(np.int64)).any()


# --- the kernel ------------------------------------------------------------------------------


@given(any_level)
def test_kernel_vectors_change_nothing_and_have_as_many_multiples_as_stated(name: str) -> None:
    found, m = algebra(name), level_of(name).directions
    for generator in found.kernel:
        vector = generator.vector
        assert not found.level.after_taps(np.zeros_like(vector), vector).any()
        assert ((vector >= 0) & (vector < m)).all()
        assert {p for p, _ in prime_powers(generator.multiples)} == {generator.prime}
        different = {tuple(multiple * vector % m) for multiple in range(generator.multiples)}
        assert len(different) == generator.multiples
        assert not (generator.multiples * vector % m).any()


@pytest.mark.parametrize("name", [*GAME_NAMES, *SMALL, "hexagon-4-9", "hexagon-4-12", "square-5-2", "hexagon-5-25"])
def test_sums_of_multiples_of_the_generators_are_as_many_different_vectors_as_solutions(
    name: str,
) -> None:
    found = algebra(name)
    vectors = span(found.kernel, found.level.tiles, found.level.directions)
    assert vectors.shape == (found.n_solutions, found.level.tiles)
    assert len(np.unique(vectors, axis=0)) == found.n_solutions
    assert not vectors[0].any()
    assert not found.level.after_taps(np.zeros_like(vectors), vectors.astype(np.int64)).any()


@given(any_level)
def test_the_kernel_is_listed_prime_by_prime(name: str) -> None:
    primes = [generator.prime for generator in algebra(name).kernel]
    assert primes == sorted(primes)
    assert set(primes) <= {prime for prime, _ in prime_powers(level_of(name).directions)}


def test_the_kernel_of_expert_is_that_of_elimination_modulo_2_and_modulo_3() -> None:
    expert = algebra("expert")
    for prime in (2, 3):
        ours = [generator for generator in expert.kernel if generator.prime == prime]
        basis = oracle.kernel_basis(oracle_matrix("expert"), prime)
        assert len(ours) == len(basis)
        sums = {
            tuple(
                sum(times * value for times, value in zip(chosen, values, strict=True)) % prime
                for values in zip(*basis, strict=True)
            )
            for chosen in product(range(prime), repeat=len(basis))
        }
        assert set(tuples(span(ours, 37, 6) % prime)) == sums


@pytest.mark.parametrize("name", [*HEXAGON_NAMES, "hexagon-4-3", "hexagon-4-9", "hexagon-4-12"])
def test_no_kernel_vector_taps_the_centre_of_a_hexagon_of_side_4_and_all_other_tiles_are_tapped(
    name: str,
) -> None:
    found = algebra(name)
    vectors = np.array([generator.vector for generator in found.kernel])
    row, column = divmod(whole("hexagon_4_tiles_with_one_tap_count"), 10)
    centre = found.level.cells.index((row, column))
    assert np.flatnonzero(~vectors.any(axis=0)).tolist() == [centre]
    assert np.flatnonzero(~found.checks.any(axis=0)).tolist() == [centre]


@pytest.mark.parametrize("name", HEXAGON_NAMES)
def test_a_mistyped_centre_is_not_noticed_but_every_other_tile_is(name: str) -> None:
    found = algebra(name)
    (board,) = solvable_boards(name, 1)
    unnoticed = []
    for tile, (row, column) in enumerate(found.level.cells):
        wrong = board.copy()
        wrong[tile] = (wrong[tile] + 1) % found.level.directions
        if found.is_solvable(wrong):
            unnoticed.append(10 * row + column)
    assert unnoticed == [whole("hexagon_4_tiles_with_unnoticed_mistakes")]
