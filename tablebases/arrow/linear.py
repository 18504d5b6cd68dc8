"""Linear algebra of taps: the Smith normal form, and the solutions of boards.

Taps x solve a board b (steps from up) if b + A x = 0 (mod m), where A is the tap matrix and m the number of directions.
Z/m is a field only if m is prime, so elimination modulo m can meet entries without an inverse. The Smith normal form
D = L A R over the integers is exact for every m. With x = R y the system splits into equations d_i y_i = -(L b)_i
(mod m). Each has a solution if and only if g_i = gcd(d_i, m) divides (L b)_i, and then it has g_i of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import gcd, lcm, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablebases.arrays import Integers, Matrix, Vector
from tablebases.arrow.boards import Level

Exact = Matrix[np.object_]
"""A square matrix of Python integers of any size."""


class SmithForm(NamedTuple):
    """left @ matrix @ right is the diagonal matrix of `diagonal`."""

    left: Exact
    """Its determinant is 1 or -1."""
    diagonal: list[int]
    """Each entry is at least 0 and divides the next one; every number divides 0."""
    right: Exact
    """Its determinant is 1 or -1."""


def _swap(one: int, other: int, *matrices: Exact) -> None:
    """Swap two rows of every matrix."""
    for matrix in matrices:
        matrix[[one, other]] = matrix[[other, one]]


def _clear_column(done: int, rows: Exact, operations: Exact) -> bool:
    """Subtract multiples of the pivot's row from those below; return whether the column below the pivot is 0."""
    factors = rows[done + 1 :, done] // rows[done, done]
    changed = np.flatnonzero(factors)
    for matrix in (rows, operations):
        matrix[done + 1 + changed] -= factors[changed, None] * matrix[done]
    return not rows[done + 1 :, done].any()


def smith_normal_form(matrix: Sequence[Sequence[int]]) -> SmithForm:
    """The Smith normal form of a square integer matrix, by exact elimination.

    Source: H. Cohen, A Course in Computational Algebraic Number Theory, section 2.4.4.
    """
    rows = np.array(matrix, dtype=object)
    size = len(rows)
    left, right = np.identity(size, dtype=object), np.identity(size, dtype=object)
    for done in range(size):
        while (rest := rows[done:, done:]).any():
            places = np.argwhere(rest)
            row, column = done + places[np.abs(rest[rest != 0]).argmin()]  # of the smallest entry that is not 0
            _swap(done, row, rows, left)
            _swap(done, column, rows.T, right.T)
            row_is_clear = _clear_column(done, rows.T, right.T)
            if not _clear_column(done, rows, left) or not row_is_clear:
                continue
            undivided = (rows[done + 1 :] % rows[done, done] != 0).any(axis=1)
            if not undivided.any():
                break
            for each in (rows, left):  # add a row that the pivot does not divide, which makes the pivot smaller
                each[done] += each[done + 1 + undivided.argmax()]
    left[rows.diagonal() < 0] *= -1
    return SmithForm(left, np.abs(rows.diagonal()).tolist(), right)


def written_diagonal(diagonal: Sequence[int]) -> str:
    """The diagonal of a Smith normal form as text, such as `1 x 32, 3, 0 x 4`.

    >>> written_diagonal((1, 1, 3, 0))
    '1 x 2, 3, 0'
    """
    counts = {entry: diagonal.count(entry) for entry in diagonal}
    return ", ".join(f"{entry} x {n}" if n > 1 else str(entry) for entry, n in counts.items())


# The algebra of a level modulo m: solvable boards and their solutions.


def prime_powers(number: int) -> list[tuple[int, int]]:
    """The prime powers whose product is `number`: (prime, power), ascending.

    >>> prime_powers(12)
    [(2, 4), (3, 3)]
    """
    found = []
    prime = 2
    while number > 1:
        power = 1
        while number % prime == 0:
            number //= prime
            power *= prime
        if power > 1:
            found.append((prime, power))
        prime += 1
    return found


@dataclass(frozen=True)
class Generator:
    """A vector of the kernel.

    All solutions are one solution plus multiples of the generators.
    """

    prime: int
    """The prime of which `multiples` is a power."""
    multiples: int
    """0, 1, .., multiples - 1 times the vector are different."""
    vector: Vector[np.int64]
    """(tiles,), values 0 to m - 1."""


@dataclass(frozen=True)
class Algebra:
    """The linear algebra of a level."""

    level: Level
    smith_diagonal: tuple[int, ...]
    """The diagonal of the Smith normal form."""
    divisor: int
    """1 unless m is divisible by a square; see `inverse`."""
    inverse: Matrix[np.int64]
    """(tiles, tiles): the taps -(inverse b mod m divisor) / divisor (mod m) solve a solvable board b.

    The division has no remainder.
    """
    checks: Matrix[np.int64]
    """(checks, tiles): a board b can be solved iff checks b = 0 (mod m)."""
    kernel: tuple[Generator, ...]
    """Generators of all tap counts that change nothing."""

    @property
    def n_solutions(self) -> int:
        """The number of solutions of a solvable board, with 0 to m - 1 taps on each tile."""
        return prod(generator.multiples for generator in self.kernel)

    def n_solutions_in(self, prime: int) -> int:
        """The number of solutions modulo the highest power of `prime` that divides m."""
        return prod(generator.multiples for generator in self.kernel if generator.prime == prime)

    @property
    def n_solvable_boards(self) -> int:
        """The number of boards that can be solved."""
        boards: int = self.level.directions**self.level.tiles
        return boards // self.n_solutions

    def rank(self, prime: int) -> int:
        """The rank of the tap matrix over the field of a prime."""
        return sum(entry % prime != 0 for entry in self.smith_diagonal)

    def facts(self) -> dict[str, Any]:
        """The figures of the level by names of columns; `primes` has a row for each prime factor of m."""
        level = self.level
        return {
            "shape": level.shape.value,
            "side": level.side,
            "directions": level.directions,
            "tiles": level.tiles,
            "smith_normal_form": written_diagonal(self.smith_diagonal),
            "primes": [
                {"prime": prime, "power": power, "rank": self.rank(prime), "n_solutions": self.n_solutions_in(prime)}
                for prime, power in prime_powers(level.directions)
            ],
            "n_solutions": self.n_solutions,
            "n_solvable_boards": self.n_solvable_boards,
            "divisor": self.divisor,
        }

    def is_solvable(self, boards: Integers) -> NDArray[np.bool_]:
        """Whether boards, steps from up (..., tiles), can be solved: bool (...)."""
        return np.asarray(~self.failed_checks(boards).any(axis=-1))

    def failed_checks(self, boards: Integers) -> NDArray[np.int64]:
        """The values of the checks, 0 where a check holds: int64 (..., checks)."""
        # Products of float64 matrices are faster, and exact for these small integers.
        values = boards.astype(np.float64) @ self.checks.T.astype(np.float64)
        return values.astype(np.int64) % self.level.directions

    def one_solution(self, boards: Integers) -> NDArray[np.uint8]:
        """Taps that solve each board, not always the fewest: uint8 (..., tiles).

        `boards` are solvable, as steps from up, (..., tiles).
        """
        modulus = self.level.directions * self.divisor
        values = boards.astype(np.float64) @ self.inverse.T.astype(np.float64)
        quotients = values.astype(np.int64) % modulus // self.divisor
        return (-quotients % self.level.directions).astype(np.uint8)


def _reciprocals(diagonal: list[int], modulus: int) -> tuple[int, list[int]]:
    """A divisor, and a factor for each diagonal entry d: y = factor c / divisor solves d y = c (mod m).

    If g = gcd(d, m) has no prime in common with m / g, then y = e c is a solution, where e is the inverse of d modulo
    m / g. Otherwise c / g has to be multiplied by the inverse of d / g modulo m / g.
    """
    common = [gcd(entry, modulus) for entry in diagonal]
    divided_by = [1 if gcd(g, modulus // g) == 1 else g for g in common]
    divisor = lcm(*divided_by)
    factors = [
        divisor // by * pow(entry // by, -1, modulus // g)
        for entry, g, by in zip(diagonal, common, divided_by, strict=True)
    ]
    return divisor, factors


@lru_cache(maxsize=8)
def algebra_of(level: Level) -> Algebra:
    """Compute the algebra of a level: milliseconds for the boards of the game."""
    modulus = level.directions
    left, diagonal, right = smith_normal_form(level.tap_matrix.tolist())
    divisor, factors = _reciprocals(diagonal, modulus)
    whole = modulus * divisor
    scaled = np.array(factors, dtype=object)[:, None] * left
    # Reduced first, because numbers without a bound are multiplied slowly.
    inverse = (right % whole).astype(np.int64) @ (scaled % whole).astype(np.int64) % whole
    dependent = [(g, right[:, i]) for i, entry in enumerate(diagonal) if (g := gcd(entry, modulus)) > 1]
    # The tap matrix is symmetric, so the taps that change nothing are also the checks of boards.
    checks = np.array([modulus // g * column % modulus for g, column in dependent], dtype=np.int64)
    # The kernel, split by primes: every column reduced to each prime power.
    kernel = (
        Generator(prime, power, (modulus // power * column % modulus).astype(np.int64))
        for prime, highest in prime_powers(modulus)
        for g, column in dependent
        if (power := gcd(g, highest)) > 1
    )
    return Algebra(
        level=level,
        smith_diagonal=tuple(diagonal),
        divisor=divisor,
        inverse=inverse,
        checks=checks.reshape(-1, level.tiles),
        kernel=tuple(kernel),
    )
