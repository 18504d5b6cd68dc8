"""The slow, obvious second implementation of the arrow puzzle, from the rules alone, without `tablebases.arrow`.

* A *cell* is (row, column), both from 0. The cells of a board are listed in reading order, and a *tile* is the number
  of a cell in that list, from 0. Hexagons have skewed rows: (r, c) touches (r-1, c-1) and (r+1, c+1), but neither
  (r-1, c+1) nor (r+1, c-1).
* A *board* is a tuple of one number from 0 to m-1 per tile: the steps of its arrow past up. The game shows one more:
  1 is up, m is one step short of up.
* *Taps* are a tuple of one number from 0 to m-1 per tile. Their order is irrelevant. m taps on one tile change nothing.
* The *tap matrix* has a 1 in row i and column j if a tap on tile i turns tile j.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import NamedTuple

Cell = tuple[int, int]
Board = tuple[int, ...]
Taps = tuple[int, ...]
Matrix = Sequence[Sequence[int]]

SQUARE = "square"
HEXAGON = "hexagon"

# Positions of the tiles that a tap turns, relative to the tapped one.
TURNED = {
    SQUARE: [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0), (1, 1)],
    HEXAGON: [(-1, -1), (-1, 0), (0, -1), (0, 0), (0, 1), (1, 0), (1, 1)],
}


@dataclass(frozen=True)
class Level:
    """A kind of board: its shape, the tiles along a side, and the number of directions m."""

    shape: str
    side: int
    m: int

    def cells(self) -> list[Cell]:
        """Return the cells in reading order."""
        if self.shape == HEXAGON:
            return hexagon_cells(self.side)
        return [(row, column) for row in range(self.side) for column in range(self.side)]

    def matrix(self) -> list[list[int]]:
        """Return the tap matrix."""
        return tap_matrix(self.cells(), self.shape)


LEVELS = {
    "easy": Level(SQUARE, 3, 4),
    "medium": Level(SQUARE, 4, 4),
    "hard": Level(HEXAGON, 4, 2),
    "expert": Level(HEXAGON, 4, 6),
}


def hexagon_cells(side: int) -> list[Cell]:
    """Return the cells of a hexagon in reading order: of side 4, rows of 4, 5, 6, 7, 6, 5, 4."""
    across = 2 * side - 1
    return [(row, column) for row in range(across) for column in range(across) if abs(column - row) < side]


def screen(level: Level) -> list[tuple[int, int]]:
    """Return (x, y) of every tile on the screen of the game, tile by tile.

    Hexagons stand in columns, flat sides up. x is the column, y counts half tiles from the top. Tile 0 is the top of
    the first column, the next tiles are below it. Squares are read row by row.
    """
    if level.shape == SQUARE:
        return [(column, row) for row in range(level.side) for column in range(level.side)]
    longest = 2 * level.side - 1
    found = []
    for x in range(longest):
        length = longest - abs(x - (level.side - 1))
        top = longest - length
        found += [(x, top + 2 * place) for place in range(length)]
    return found


def lines_of_screen(level: Level) -> list[list[int]]:
    """Return the tiles of each line of the screen, from the top, each line from the left."""
    places = screen(level)
    heights = sorted({y for _, y in places})
    return [
        sorted((tile for tile, (_, y) in enumerate(places) if y == height), key=places.__getitem__)
        for height in heights
    ]


def reading_order(level: Level, layout: str) -> list[int]:
    """Return the tile of each number of a text in the layout rows, columns or lines.

    Boards are their own mirror image, so texts by rows and by columns are read alike.
    """
    if layout == "lines":
        return [tile for line in lines_of_screen(level) for tile in line]
    return list(range(len(level.cells())))


def in_order(text: str, level: Level, layout: str) -> str:
    """Return a text of one digit per tile in the order of a layout."""
    return "".join(text[tile] for tile in reading_order(level, layout))


def tap_matrix(cells: Sequence[Cell], shape: str) -> list[list[int]]:
    """Return the tap matrix: 1 where a tap on the row's tile turns the column's tile."""
    turned = [{(row + down, column + right) for down, right in TURNED[shape]} for row, column in cells]
    return [[int(other in near) for other in cells] for near in turned]


def parse_board(shown: str, m: int) -> Board:
    """Read the digits that the game shows, 1 (up) to m."""
    board = tuple(int(digit) - 1 for digit in shown)
    if m > 9 or not all(0 <= value < m for value in board):
        raise ValueError(f"not all digits are from 1 to {m} (at most 9): {shown!r}")
    return board


def format_board(board: Board) -> str:
    """Write a board with the digits that the game shows."""
    return "".join(str(value + 1) for value in board)


def parse_taps(text: str) -> Taps:
    """Read taps that are written as one digit per tile."""
    return tuple(int(digit) for digit in text)


def format_taps(taps: Taps) -> str:
    """Write taps with one digit per tile."""
    return "".join(str(count) for count in taps)


def after_taps(board: Board, taps: Sequence[int], matrix: Matrix, m: int) -> Board:
    """Tap one tile after the other and return the board afterwards."""
    arrows = list(board)
    for tile, count in enumerate(taps):
        for other, turns in enumerate(matrix[tile]):
            arrows[other] = (arrows[other] + count * turns) % m
    return tuple(arrows)


# All solutions, by elimination. That needs division, so it works modulo a prime and not modulo 4 or 6. The solutions
# modulo powers of primes and modulo m are composed from these.


class Elimination(NamedTuple):
    """Equations (matrix) x = (right side), solved for as many unknowns as possible, modulo a prime."""

    combinations: list[list[int]]
    """Multiples of the original equations whose sum is each row of the reduced matrix. Row i of that matrix has a 1 at
    `pivots[i]`, where all other rows have a 0. The rows past the last pivot are 0 everywhere."""
    pivots: list[int]
    kernel: list[Taps]
    """A basis of the taps that change nothing: one vector for each unknown without a pivot. It is 1 there and 0 at the
    other unknowns without a pivot. The reduced matrix gives its values at the unknowns with a pivot."""


@cache
def _eliminate(matrix: tuple[tuple[int, ...], ...], p: int) -> Elimination:
    size = len(matrix)
    # The right half starts as: row i is once the equation i.
    rows = [[*row, *(int(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    pivots: list[int] = []
    for column in range(size):
        top = len(pivots)
        pivot = next((i for i in range(top, size) if rows[i][column] % p), None)
        if pivot is None:
            continue
        rows[top], rows[pivot] = rows[pivot], rows[top]
        inverse = pow(rows[top][column], -1, p)
        rows[top] = [value * inverse % p for value in rows[top]]
        for i in range(size):
            if i != top:
                factor = rows[i][column]
                rows[i] = [(a - factor * b) % p for a, b in zip(rows[i], rows[top], strict=True)]
        pivots.append(column)
    kernel = []
    for free in sorted(set(range(size)) - set(pivots)):
        taps = [int(tile == free) for tile in range(size)]
        for row, pivot in zip(rows, pivots, strict=False):
            taps[pivot] = -row[free] % p
        kernel.append(tuple(taps))
    return Elimination([row[size:] for row in rows], pivots, kernel)


def rank(matrix: Matrix, p: int) -> int:
    """Return the rank of the tap matrix modulo the prime p."""
    return len(_eliminate(tuple(map(tuple, matrix)), p).pivots)


def _solutions_modulo_prime(board: Board, matrix: Matrix, p: int) -> Iterator[Taps]:
    """Yield the taps x with board + (matrix) x = 0 modulo the prime p."""
    done = _eliminate(tuple(map(tuple, matrix)), p)
    for row in done.combinations[len(done.pivots) :]:
        if sum(times * -value for times, value in zip(row, board, strict=True)) % p:
            return  # a sum of equations is a contradiction, 0 = another number
    one = [0] * len(board)
    for row, pivot in zip(done.combinations, done.pivots, strict=False):
        one[pivot] = sum(times * -value for times, value in zip(row, board, strict=True)) % p
    for times_each in product(range(p), repeat=len(done.kernel)):
        taps = one
        for times, vector in zip(times_each, done.kernel, strict=True):
            if times:
                taps = [(a + times * b) % p for a, b in zip(taps, vector, strict=True)]
        yield tuple(taps)


def _solutions_modulo_power(board: Board, matrix: Matrix, p: int, power: int) -> Iterator[Taps]:
    """Yield the taps x with board + (matrix) x = 0 modulo the power of the prime p.

    Every number below p ** power is low + p * high with low below p, in one way. The low parts are a solution modulo p:
    they make every arrow a multiple of p, and division by p leaves a smaller puzzle for the high parts.
    """
    for low in _solutions_modulo_prime(board, matrix, p):
        if power == 1:
            yield low
            continue
        arrows = [
            value + sum(a * x for a, x in zip(column, low, strict=True))
            for value, column in zip(board, zip(*matrix, strict=True), strict=True)
        ]
        rest = tuple(value // p for value in arrows)
        for high in _solutions_modulo_power(rest, matrix, p, power - 1):
            yield tuple(a + p * b for a, b in zip(low, high, strict=True))


def prime_powers(m: int) -> list[tuple[int, int]]:
    """Return the primes of m with their powers: 12 gives (2, 2), (3, 1)."""
    powers = []
    for p in range(2, m + 1):
        power = 0
        while m % p == 0:
            m //= p
            power += 1
        if power:
            powers.append((p, power))
    return powers


def solvable(board: Board, matrix: Matrix, m: int) -> bool:
    """Say whether the board has a solution: it must have one modulo each prime power of m."""
    return all(next(_solutions_modulo_power(board, matrix, p, power), None) is not None for p, power in prime_powers(m))


def solutions(board: Board, matrix: Matrix, m: int) -> list[Taps]:
    """Return all solutions in lexicographic order, for every m.

    A number below m is known by its remainders modulo the prime powers of m, and every choice of remainders occurs
    (Chinese remainder theorem). So the solutions are all choices of one solution modulo each prime power.
    """
    powers = prime_powers(m)
    number_with_remainders = {tuple(number % p**power for p, power in powers): number for number in range(m)}
    solutions_of_powers = [list(_solutions_modulo_power(board, matrix, p, power)) for p, power in powers]
    return sorted(
        tuple(number_with_remainders[remainders] for remainders in zip(*choice, strict=True))
        for choice in product(*solutions_of_powers)
    )


class FewestTaps(NamedTuple):
    """The best solutions of a board."""

    taps: int
    """The fewest taps."""
    optimal: int
    """The number of solutions with as few taps."""
    solution: Taps
    """The lexicographically smallest of these."""
    tiles: int
    """The fewest different tiles that a solution taps; solutions with the fewest taps may tap more."""


def fewest_taps(board: Board, matrix: Matrix, m: int) -> FewestTaps | None:
    """Find the best of all solutions; None if there is no solution."""
    every = solutions(board, matrix, m)
    if not every:
        return None
    fewest = min(sum(taps) for taps in every)
    optimal = [taps for taps in every if sum(taps) == fewest]
    return FewestTaps(fewest, len(optimal), optimal[0], min(len(taps) - taps.count(0) for taps in every))


def single_tile_fixes(board: Board, cells: Sequence[Cell], matrix: Matrix, m: int) -> list[tuple[Cell, int]]:
    """Return the (cell, shown number) that make an unsolvable board solvable, in reading order."""
    if solvable(board, matrix, m):
        return []
    return [
        (cell, value + 1)
        for tile, cell in enumerate(cells)
        for value in range(m)
        if solvable((*board[:tile], value, *board[tile + 1 :]), matrix, m)
    ]


def smith_normal_form(matrix: Matrix) -> list[int]:
    """Return the diagonal of the Smith normal form, each entry dividing the next, zeros last.

    For every m, the number of solutions of a solvable board is the product of gcd(entry, m) over the diagonal.
    """
    rows = [list(row) for row in matrix]
    size = len(rows)
    diagonal: list[int] = []
    for start in range(size):
        while True:
            rest = range(start, size)
            entries = [(abs(rows[i][j]), i, j) for i in rest for j in rest if rows[i][j]]
            if not entries:
                return diagonal + [0] * (size - start)
            # Bring the smallest entry to the corner.
            _, top, left = min(entries)
            rows[start], rows[top] = rows[top], rows[start]
            for row in rows:
                row[start], row[left] = row[left], row[start]
            corner = rows[start][start]
            # Make what is below and right of the corner smaller than it.
            for i in range(start + 1, size):
                times = rows[i][start] // corner
                rows[i] = [a - times * b for a, b in zip(rows[i], rows[start], strict=True)]
            for j in range(start + 1, size):
                times = rows[start][j] // corner
                for row in rows:
                    row[j] -= times * row[start]
            later = range(start + 1, size)
            if any(rows[i][start] or rows[start][i] for i in later):
                continue
            # The corner must divide all remaining entries; else add a row with an entry that it does not divide.
            odd_row = next((i for i in later if any(rows[i][j] % corner for j in later)), None)
            if odd_row is None:
                diagonal.append(abs(corner))
                break
            rows[start] = [a + b for a, b in zip(rows[start], rows[odd_row], strict=True)]
    return diagonal


def published_search(board: Board, m: int, side: int = 4) -> Iterator[Taps]:
    """Yield the solutions of a hexagon board in the order of the published depth-first search.

    The search takes tiles row by row. The last tile that turns an arrow is the one below right of it, so an arrow above
    left of a tile forces the taps of that tile. The other tiles are free: the first row, and the first tile of each row
    down to the widest. An arrow that no later tile turns must be up. Small numbers of taps are tried first.
    """
    cells = hexagon_cells(side)
    matrix = tap_matrix(cells, HEXAGON)
    turning = [[tile for tile in range(len(cells)) if row[tile]] for row in matrix]
    above_left = [cells.index((r - 1, c - 1)) if (r - 1, c - 1) in cells else None for r, c in cells]
    settled = [
        [arrow for arrow, by in enumerate(turning) if max(by) == tile and arrow != above_left[tile]]
        for tile in range(len(cells))
    ]
    taps = [0] * len(cells)

    def choose(tile: int) -> Iterator[Taps]:
        if tile == len(cells):
            yield tuple(taps)
            return
        choices: Sequence[int] = range(m)
        forcing = above_left[tile]
        if forcing is not None:
            taps[tile] = 0
            choices = [-(board[forcing] + sum([taps[other] for other in turning[forcing]])) % m]
        for taps[tile] in choices:
            if not any((board[arrow] + sum([taps[other] for other in turning[arrow]])) % m for arrow in settled[tile]):
                yield from choose(tile + 1)

    return choose(0)
