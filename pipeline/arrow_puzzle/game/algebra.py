"""Linear algebra over Z/m of a level: which boards can be solved, how, and in how many ways.

A board b (steps from up) is solved by taps x if b + A x = 0 (mod m), A being the tap matrix. Z/m is a field for prime m
only, so elimination is done elsewhere: the Smith normal form D = L A R over the integers is exact for every m. With
x = R y the system splits into d_i y_i = -(L b)_i (mod m), which can be solved iff g_i = gcd(d_i, m) divides (L b)_i,
and then has g_i solutions.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd, lcm, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.arrow_puzzle.game.levels import Level
from pipeline.arrow_puzzle.game.smith import smith_normal_form, written_diagonal
from pipeline.core.arrays import Integers, Matrix, Vector


def prime_powers(number: int) -> list[tuple[int, int]]:
    """The prime powers whose product a number is: (prime, power), ascending.

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
    """A vector of the kernel; all solutions are one solution plus multiples of the generators."""

    prime: int
    """The prime of which `multiples` is a power."""
    multiples: int
    """0, 1, .., multiples - 1 times the vector are different."""
    vector: Vector[np.int64]
    """(tiles,), values 0 to m - 1."""


@dataclass(frozen=True)
class Algebra:
    """What the tap matrix says about a level."""

    level: Level
    smith_diagonal: tuple[int, ...]
    """The diagonal of the Smith normal form."""
    divisor: int
    """1 unless m is divisible by a square; see `inverse`."""
    inverse: Matrix[np.int64]
    """(tiles, tiles): the taps -(inverse b mod m divisor) / divisor (mod m) solve a solvable board b; the division has
    no remainder."""
    checks: Matrix[np.int64]
    """(checks, tiles): a board b can be solved iff checks b = 0 (mod m)."""
    kernel: tuple[Generator, ...]
    """Generators of the tap counts that change nothing."""

    @property
    def n_solutions(self) -> int:
        """How many solutions a solvable board has, each tile tapped 0 to m - 1 times."""
        return prod(generator.multiples for generator in self.kernel)

    def n_solutions_in(self, prime: int) -> int:
        """How many solutions there are modulo the power of a prime that divides m."""
        return prod(generator.multiples for generator in self.kernel if generator.prime == prime)

    @property
    def n_solvable_boards(self) -> int:
        """How many boards can be solved."""
        boards: int = self.level.directions**self.level.tiles
        return boards // self.n_solutions

    def rank(self, prime: int) -> int:
        """The rank of the tap matrix over the field of a prime."""
        return sum(entry % prime != 0 for entry in self.smith_diagonal)

    def facts(self) -> dict[str, Any]:
        """What tables and commands say of the level, by the names of the columns; `primes` are rows of their own."""
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
        """Which boards, steps from up (..., tiles), can be solved: bool (...)."""
        return np.asarray(~self.failed_checks(boards).any(axis=-1))

    def failed_checks(self, boards: Integers) -> NDArray[np.int64]:
        """The values of the checks, 0 where a check holds: int64 (..., checks)."""
        # Floating point keeps these small integers exact, and has fast matrix products.
        values = boards.astype(np.float64) @ self.checks.T.astype(np.float64)
        return values.astype(np.int64) % self.level.directions

    def one_solution(self, boards: Integers) -> NDArray[np.uint8]:
        """Taps that solve each board, not always the fewest: uint8 (..., tiles).

        Args:
            boards: steps from up (..., tiles), of boards that can be solved.
        """
        modulus = self.level.directions * self.divisor
        values = boards.astype(np.float64) @ self.inverse.T.astype(np.float64)
        quotients = values.astype(np.int64) % modulus // self.divisor
        return (-quotients % self.level.directions).astype(np.uint8)


def _reciprocals(diagonal: list[int], modulus: int) -> tuple[int, list[int]]:
    """A divisor and one factor a row: y = factor c / divisor solves d y = c (mod m).

    If g = gcd(d, m) has no prime in common with m / g, then y = e c is a solution, e being the inverse of d modulo
    m / g. Else c / g has to be multiplied by the inverse of d / g modulo m / g.
    """
    common = [gcd(entry, modulus) for entry in diagonal]
    divided_by = [1 if gcd(g, modulus // g) == 1 else g for g in common]
    divisor = lcm(*divided_by)
    factors = [
        divisor // by * pow(entry // by, -1, modulus // g)
        for entry, g, by in zip(diagonal, common, divided_by, strict=True)
    ]
    return divisor, factors


def algebra_of(level: Level) -> Algebra:
    """The algebra of a level; takes milliseconds for the boards of the game."""
    modulus = level.directions
    left, diagonal, right = smith_normal_form(level.tap_matrix.tolist())
    divisor, factors = _reciprocals(diagonal, modulus)
    inverse = right @ (np.array(factors, dtype=object)[:, None] * left)
    dependent = [(g, right[:, i]) for i, entry in enumerate(diagonal) if (g := gcd(entry, modulus)) > 1]
    # The tap matrix is symmetric, so what changes nothing is what every solvable board passes.
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
        inverse=(inverse % (modulus * divisor)).astype(np.int64),
        checks=checks.reshape(-1, level.tiles),
        kernel=tuple(kernel),
    )
