"""The slow, obvious second implementation of the arrow puzzle.

It exists only to be compared with the fast one, so it prefers the plainest code over speed and
shares nothing with it. It follows the rules and nothing else.

Words used here:

* A *cell* is (row, column), both from 0. The cells of a board are listed in reading order, and a
  *tile* is the number of a cell in that list, from 0. Hexagons have skewed rows: (r, c) touches
  (r-1, c-1) and (r+1, c+1), but neither (r-1, c+1) nor (r+1, c-1).
* A *board* is a tuple of one number from 0 to m-1 per tile: how many steps its arrow is past up.
  What the game shows is one more: 1 is up, m is one step short of up.
* *Taps* are a tuple of one number from 0 to m-1 per tile: how often it is tapped. The order of
  taps is irrelevant, and m taps on one tile change nothing.
* The *tap matrix* has a 1 in row i and column j when a tap on tile i turns tile j.

There are three ways to all solutions that have nothing in common: trying all taps, a search tile
by tile, and elimination. The fourth, the published search, is for hexagons only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

Cell = tuple[int, int]
Board = tuple[int, ...]
Taps = tuple[int, ...]
Matrix = Sequence[Sequence[int]]

SQUARE = "square"
HEXAGON = "hexagon"

# Where the tiles that a tap turns lie, seen from the tapped one.
TURNED = {
    SQUARE: [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0), (1, 1)],
    HEXAGON: [(-1, -1), (-1, 0), (0, -1), (0, 0), (0, 1), (1, 0), (1, 1)],
}


# ----------------------------------------------------------------------------------------------
# Boards and taps
# ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Level:
    """A kind of board: its shape, the tiles along a side, and the number of directions m."""

    shape: str
    side: int
    m: int

    def cells(self) -> list[Cell]:
        """Return the cells in reading order."""
        return square_cells(self.side) if self.shape == SQUARE else hexagon_cells(self.side)

    def matrix(self) -> list[list[int]]:
        """Return the tap matrix."""
        return tap_matrix(self.cells(), self.shape)


LEVELS = {
    "easy": Level(SQUARE, 3, 4),
    "medium": Level(SQUARE, 4, 4),
    "hard": Level(HEXAGON, 4, 2),
    "expert": Level(HEXAGON, 4, 6),
}


def square_cells(side: int) -> list[Cell]:
    """Return the cells of a square in reading order."""
    return [(row, column) for row in range(side) for column in range(side)]


def hexagon_cells(side: int) -> list[Cell]:
    """Return the cells of a hexagon in reading order: of side 4, rows of 4, 5, 6, 7, 6, 5, 4."""
    across = 2 * side - 1
    return [(row, column) for row in range(across) for column in range(across) if abs(column - row) < side]


def turned_by(cells: Sequence[Cell], shape: str) -> dict[Cell, list[Cell]]:
    """Return for each cell the cells that a tap on it turns, in reading order."""
    turned: dict[Cell, list[Cell]] = {}
    for row, column in cells:
        near = [(row + down, column + right) for down, right in TURNED[shape]]
        turned[row, column] = [cell for cell in near if cell in cells]
    return turned


def tap_matrix(cells: Sequence[Cell], shape: str) -> list[list[int]]:
    """Return the tap matrix: 1 where a tap on the row's tile turns the column's tile."""
    turned = turned_by(cells, shape)
    return [[1 if other in turned[cell] else 0 for other in cells] for cell in cells]


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
    """Tap one after the other and return the board afterwards."""
    arrows = list(board)
    for tile, count in enumerate(taps):
        for _ in range(count):
            for other in range(len(arrows)):
                if matrix[tile][other]:
                    arrows[other] = (arrows[other] + 1) % m
    return tuple(arrows)


def is_solved(board: Board) -> bool:
    """Say whether every arrow points up."""
    return all(value == 0 for value in board)


# ----------------------------------------------------------------------------------------------
# All solutions, the first way: try all taps
# ----------------------------------------------------------------------------------------------


def all_solutions_by_brute_force(board: Board, matrix: Matrix, m: int) -> list[Taps]:
    """Return all solutions in lexicographic order: try all m ** tiles taps. Small boards only."""
    return [taps for taps in product(range(m), repeat=len(board)) if is_solved(after_taps(board, taps, matrix, m))]


# ----------------------------------------------------------------------------------------------
# All solutions, the second way: search tile by tile
# ----------------------------------------------------------------------------------------------


def all_solutions_by_search(board: Board, matrix: Matrix, m: int) -> list[Taps]:
    """Return all solutions in lexicographic order: choose the taps of one tile after the other.

    An arrow is complete when no tile that turns it is still to come. As soon as a complete arrow
    is not up, the choices made so far are given up.
    """
    tiles = range(len(board))
    turning = [[tile for tile in tiles if matrix[tile][arrow]] for arrow in tiles]
    completed_at = [[arrow for arrow in tiles if max(turning[arrow]) == tile] for tile in tiles]
    taps = [0] * len(board)
    found: list[Taps] = []

    def choose(tile: int) -> None:
        if tile == len(board):
            found.append(tuple(taps))
            return
        for taps[tile] in range(m):
            if all(
                (board[arrow] + sum(taps[other] for other in turning[arrow])) % m == 0 for arrow in completed_at[tile]
            ):
                choose(tile + 1)

    choose(0)
    return found


# ----------------------------------------------------------------------------------------------
# All solutions, the third way: eliminate
#
# Eliminating needs division, so it works modulo a prime and not modulo 4 or 6. From the primes it
# goes up to powers of primes, and from these to m.
# ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Elimination:
    """Equations (matrix) x = (right side), solved for as many unknowns as possible, modulo a prime.

    `reduced` is the matrix afterwards: row i has a 1 at `pivots[i]`, where all other rows have
    a 0. The rows past the last pivot are 0 everywhere. `made_of` says of how many of which of the
    original equations each row is the sum.
    """

    reduced: list[list[int]]
    made_of: list[list[int]]
    pivots: list[int]


def eliminate(matrix: Matrix, p: int) -> Elimination:
    """Eliminate modulo the prime p."""
    return _eliminate(tuple(tuple(row) for row in matrix), p)


@cache
def _eliminate(matrix: tuple[tuple[int, ...], ...], p: int) -> Elimination:
    size = len(matrix)
    # The right half starts as: row i is once the equation i.
    rows = [[*row, *(int(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    pivots: list[int] = []
    for column in range(size):
        below = range(len(pivots), size)
        pivot = next((i for i in below if rows[i][column] % p), None)
        if pivot is None:
            continue
        top = len(pivots)
        rows[top], rows[pivot] = rows[pivot], rows[top]
        inverse = pow(rows[top][column], -1, p)
        rows[top] = [value * inverse % p for value in rows[top]]
        for i in range(size):
            if i != top:
                factor = rows[i][column]
                rows[i] = [(a - factor * b) % p for a, b in zip(rows[i], rows[top], strict=True)]
        pivots.append(column)
    return Elimination([row[:size] for row in rows], [row[size:] for row in rows], pivots)


def rank(matrix: Matrix, p: int) -> int:
    """Return the rank of the tap matrix modulo the prime p."""
    return len(eliminate(matrix, p).pivots)


def kernel_basis(matrix: Matrix, p: int) -> list[Taps]:
    """Return taps that change nothing modulo the prime p, such that all others are sums of them.

    There is one for each unknown without a pivot: it is 1, the other unknowns without a pivot are
    0, and the rows of the elimination say what the unknowns with a pivot must be.
    """
    done = eliminate(matrix, p)
    basis = []
    for free in range(len(matrix)):
        if free not in done.pivots:
            taps = [0] * len(matrix)
            taps[free] = 1
            for row, pivot in zip(done.reduced, done.pivots, strict=False):
                taps[pivot] = -row[free] % p
            basis.append(tuple(taps))
    return basis


def _solutions_modulo_prime(board: Board, matrix: Matrix, p: int) -> Iterator[Taps]:
    """Yield the taps x with board + (matrix) x = 0 modulo the prime p."""
    done = eliminate(matrix, p)
    for row in done.made_of[len(done.pivots) :]:
        if sum(times * -value for times, value in zip(row, board, strict=True)) % p:
            return  # a sum of equations says that 0 is something else
    one = [0] * len(board)
    for row, pivot in zip(done.made_of, done.pivots, strict=False):
        one[pivot] = sum(times * -value for times, value in zip(row, board, strict=True)) % p
    basis = kernel_basis(matrix, p)
    for times_each in product(range(p), repeat=len(basis)):
        taps = one
        for times, vector in zip(times_each, basis, strict=True):
            if times:
                taps = [(a + times * b) % p for a, b in zip(taps, vector, strict=True)]
        yield tuple(taps)


def _solutions_modulo_power(board: Board, matrix: Matrix, p: int, power: int) -> Iterator[Taps]:
    """Yield the taps x with board + (matrix) x = 0 modulo the power of the prime p.

    Every number below p ** power is low + p * high with low below p, in one way. The low parts
    are a solution modulo p: they make every arrow a multiple of p, and after division by p there
    is a smaller puzzle left for the high parts.
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

    A number below m is known by its remainders modulo the prime powers of m, and every choice of
    remainders occurs (Chinese remainder theorem). So the solutions are all choices of one
    solution modulo each prime power.
    """
    powers = prime_powers(m)
    number_with_remainders = {tuple(number % p**power for p, power in powers): number for number in range(m)}
    parts = [list(_solutions_modulo_power(board, matrix, p, power)) for p, power in powers]
    return sorted(
        tuple(number_with_remainders[remainders] for remainders in zip(*choice, strict=True))
        for choice in product(*parts)
    )


# ----------------------------------------------------------------------------------------------
# What is asked about a board
# ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FewestTaps:
    """The best solutions of a board.

    `taps` is the smallest number of taps, `optimal` the number of solutions that have it, and
    `solution` the lexicographically smallest of these. `tiles` is the smallest number of different
    tiles to tap, over all solutions: those with the fewest taps may need more.
    """

    taps: int
    optimal: int
    solution: Taps
    tiles: int


def fewest_taps(board: Board, matrix: Matrix, m: int) -> FewestTaps | None:
    """Look at all solutions for the best ones; None when there is none."""
    every = solutions(board, matrix, m)
    if not every:
        return None
    fewest = min(sum(taps) for taps in every)
    optimal = [taps for taps in every if sum(taps) == fewest]
    tiles = min(sum(1 for count in taps if count) for taps in every)
    return FewestTaps(fewest, len(optimal), min(optimal), tiles)


def single_tile_fixes(board: Board, cells: Sequence[Cell], matrix: Matrix, m: int) -> list[tuple[Cell, int]]:
    """Return the (cell, shown number) that make an unsolvable board solvable, in reading order.

    Every other number is tried on every tile. A solvable board needs no change and has none.
    """
    if solvable(board, matrix, m):
        return []
    fixes = []
    for tile, cell in enumerate(cells):
        for value in range(m):
            changed = (*board[:tile], value, *board[tile + 1 :])
            if solvable(changed, matrix, m):
                fixes.append((cell, value + 1))
    return fixes


def format_fixes(fixes: Sequence[tuple[Cell, int]]) -> str:
    """Write fixes as row, column, =, shown number, separated by semicolons: `03=6;63=4`."""
    return ";".join(f"{row}{column}={shown}" for (row, column), shown in fixes)


def mistake_patterns(cells: Sequence[Cell], matrix: Matrix, m: int) -> Counter[frozenset[tuple[Cell, int]]]:
    """Count what single typing mistakes look like.

    Every wrong number is put on every tile of the solved board. A mistake that leaves it solvable
    can't be noticed and isn't counted. The others are counted by what would put the board right:
    the set of (cell, steps to turn it by). Starting with another solvable board gives the same.
    """
    patterns: Counter[frozenset[tuple[Cell, int]]] = Counter()
    for tile in range(len(cells)):
        for wrong in range(1, m):
            board = (*(0,) * tile, wrong, *(0,) * (len(cells) - tile - 1))
            fixes = single_tile_fixes(board, cells, matrix, m)
            if fixes:
                steps = {(cell, (shown - 1 - board[cells.index(cell)]) % m) for cell, shown in fixes}
                patterns[frozenset(steps)] += 1
    return patterns


def smith_normal_form(matrix: Matrix) -> list[int]:
    """Return the diagonal of the Smith normal form, each entry dividing the next, zeros last.

    Whole-number row and column operations only. For every m, the number of solutions of a
    solvable board is the product of gcd(entry, m) over the diagonal.
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
            # The corner must divide all that is left; else add a row where it does not.
            odd_row = next((i for i in later if any(rows[i][j] % corner for j in later)), None)
            if odd_row is None:
                diagonal.append(abs(corner))
                break
            rows[start] = [a + b for a, b in zip(rows[start], rows[odd_row], strict=True)]
    return diagonal


# ----------------------------------------------------------------------------------------------
# The published method
# ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Step:
    """Look at an arrow once the taps of `known` are chosen.

    With a `forced` tile, that is the only one that still turns the arrow, and its taps are what
    brings the arrow up. Without, the arrow can no longer change and must be up already.
    """

    arrow: int
    known: list[int]
    forced: int | None


@dataclass(frozen=True)
class _Stage:
    """One free tile, and all that is settled before the next free tile."""

    free: int
    steps: list[_Step]


def _published_plan(side: int) -> list[_Stage]:
    """Put the tiles of a hexagon in the order of the published search.

    The tiles come row by row. The last tile that turns an arrow is the one below right of it, so
    a tile with an arrow above left of it is forced by that arrow. The tiles without one are free:
    the first row and the first tile of each row down to the widest. For side 4 these are
    (0, 0) (0, 1) (0, 2) (0, 3) (1, 0) (2, 0) (3, 0).

    The arrows without a tile below right of them force nothing and are checked, each right after
    the last tile that turns it. For side 4:

        after tile  (4, 6)  (5, 6)  (6, 4)  (6, 5)  (6, 6)
        the arrow   (3, 6)  (4, 6)  (6, 3)  (6, 4)  (5, 6) (6, 5) (6, 6)

    No order checks sooner. A forced tile needs the tiles to the left of it and above it, so the
    first arrows that can be checked at all, (3, 6) and its mirror image (6, 3), depend on all
    seven free tiles, and on twelve forced tiles after the last free one.
    """
    cells = hexagon_cells(side)
    matrix = tap_matrix(cells, HEXAGON)
    tiles = range(len(cells))
    turning = [[tile for tile in tiles if matrix[tile][arrow]] for arrow in tiles]
    stages: list[_Stage] = []
    for tile, (row, column) in enumerate(cells):
        above_left = (row - 1, column - 1)
        forcing = cells.index(above_left) if above_left in cells else None
        if forcing is None:
            stages.append(_Stage(tile, []))
        else:
            known = [other for other in turning[forcing] if other != tile]
            assert max(known) < tile
            stages[-1].steps.append(_Step(forcing, known, tile))
        for arrow in tiles:
            if arrow != forcing and max(turning[arrow]) == tile:
                stages[-1].steps.append(_Step(arrow, turning[arrow], None))
    return stages


def published_search(board: Board, m: int, *, check_last_tile: bool, side: int = 4) -> Iterator[Taps]:
    """Yield what the published depth-first search accepts, small numbers of taps tried first.

    Args:
        board: A board in the form of a hexagon.
        m: The number of directions.
        check_last_tile: False as published: the arrow of the last tile is never looked at.
        side: The side of the hexagon; 4 as published.
    """
    stages = _published_plan(side)
    last = len(board) - 1
    if not check_last_tile:
        for stage in stages:
            stage.steps[:] = [s for s in stage.steps if s.arrow != last or s.forced is not None]
    taps = [0] * len(board)

    def choose(number: int) -> Iterator[Taps]:
        if number == len(stages):
            yield tuple(taps)
            return
        stage = stages[number]
        for taps[stage.free] in range(m):
            for step in stage.steps:
                value = board[step.arrow] + sum([taps[tile] for tile in step.known])
                if step.forced is not None:
                    taps[step.forced] = -value % m
                elif value % m:
                    break
            else:
                yield from choose(number + 1)

    return choose(0)


def published(board: Board, m: int) -> Taps | None:
    """Answer as the published program does: the first taps found, or None when it prints nothing.

    The last tile is not checked. The answer is wrong for an unsolvable board that a change of the
    last tile alone would make solvable, such as 36 ones, then a 2.
    """
    return next(published_search(board, m, check_last_tile=False), None)


def published_corrected(board: Board, m: int) -> Taps | None:
    """Answer by the published method with the last tile checked; None means unsolvable."""
    return next(published_search(board, m, check_last_tile=True), None)
