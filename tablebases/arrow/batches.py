"""Many boards at once: fewest taps, numbers of boards by taps, and a search for hard boards.

A solution is one known solution plus a vector of the kernel, tile by tile. So the taps at a tile depend only on its
taps in the known solution and on the vector. A table has a row for each tile and number of taps. The costs of all
solutions are the sum of one row per tile, and the processor adds 16 or 32 bytes of a row at once:

    directions 4, two tiles, kernel vectors 00, 13, 22, 31; the known solution is 12:

    row of tile 0, 1 tap    1  2  3  0
    row of tile 1, 2 taps   2  1  0  3
    costs in taps           3  3  3  3

>>> costs, few = np.tile(np.arange(4, dtype=np.int32), (2, 1)), np.array([[0, 0], [1, 3], [2, 2], [3, 1]], np.uint8)
>>> rows, totals = cost_rows(costs, few), np.empty(4, np.uint8)
>>> rows[0, 1].tolist(), rows[1, 2].tolist()
([1, 2, 3, 0], [2, 1, 0, 3])
>>> add_rows(rows, np.array([0, 3], np.uint8), totals)
>>> totals.tolist()  # the known solution 03 becomes 03, 12, 21, 30
[3, 3, 3, 3]

Boards are counted without examining each. A solvable board is a coset of the kernel: one solution plus all kernel
vectors. Tiles at which every kernel vector has the same value are one class. The taps of all solutions depend only on
the *profile* of one of them: in each class, the number of tiles that are tapped 0, 1, .., m - 1 times. The level hard
has 2^37 tap counts, 13 classes and 6,751,269 profiles, so its 2^33 boards are counted in a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb, factorial, prod
from typing import NamedTuple

import numpy as np

from tablebases.arrays import Array3, Int, Matrix, Vector
from tablebases.arrow.boards import Layout, Level, all_written
from tablebases.arrow.families import Family, family_of, least_images, solved_by, symmetries
from tablebases.arrow.linear import Algebra
from tablebases.arrow.solutions import MAX_SOLUTIONS, MORE_THAN_ANY, Costs, span, tap_costs, tile_costs, whole_kernel
from tablebases.compiled import copy_elements, njit

Cost = np.uint8 | np.uint16
"""uint8 if the cost of every solution of a level fits, else uint16."""


def cost_rows(costs: Costs, few: Matrix[np.uint8]) -> Array3[Cost]:
    """The cost of each tile in all solutions, by its taps in one of them: (tiles, directions, vectors).

    `costs` are (tiles, directions), `few` are vectors of the kernel, (vectors, tiles).
    """
    directions = costs.shape[1]
    taps = (np.arange(directions)[None, :, None] + few.T[:, None, :]) % directions
    rows = np.take_along_axis(costs[:, :, None], taps, axis=1)
    fits = costs.max(axis=1).sum() <= np.iinfo(np.uint8).max
    return np.ascontiguousarray(rows.astype(np.uint8 if fits else np.uint16))


@njit(cache=True)
def add_rows(rows: Array3[Cost], taps: Vector[np.uint8], totals: Vector[Cost]) -> None:
    """Set totals (vectors,) to the cost of every solution: the sum of one row per tile.

    Four rows at once, because loading and storing the totals takes as long as adding a row.
    """
    tiles = len(taps)
    totals[:] = 0
    for tile in range(0, tiles - 3, 4):
        first, second = rows[tile, taps[tile]], rows[tile + 1, taps[tile + 1]]
        third, fourth = rows[tile + 2, taps[tile + 2]], rows[tile + 3, taps[tile + 3]]
        for vector in range(len(totals)):
            totals[vector] += first[vector] + second[vector] + third[vector] + fourth[vector]
    for tile in range(tiles - tiles % 4, tiles):
        row = rows[tile, taps[tile]]
        for vector in range(len(totals)):
            totals[vector] += row[vector]


@njit(cache=True)
def least(totals: Vector[Cost]) -> Int | Cost:
    """The smallest entry."""
    found: Int | Cost = totals[0]
    for total in totals:
        found = min(found, total)
    return found


@njit(cache=True)
def _keep_smaller(
    taps: Vector[np.uint8], more: Vector[np.uint8], directions: int, best: Vector[np.uint8], is_smaller: bool
) -> None:
    """Set best (tiles,) to taps + more (mod m) if `is_smaller` or lexicographically smaller."""
    for tile in range(len(taps)):
        here = (np.int64(taps[tile]) + more[tile]) % directions
        if not is_smaller and here > best[tile]:
            return
        is_smaller = is_smaller or here < best[tile]
        if is_smaller:
            best[tile] = here


@njit(cache=True)
def _set_totals(
    rows: Array3[Cost],
    solution: Vector[np.uint8],
    vector: Vector[np.uint8],
    taps: Vector[np.uint8],
    totals: Vector[Cost],
) -> None:
    """Set taps (tiles,) to solution + vector (mod m), and totals to the costs of all solutions from there."""
    for tile in range(len(taps)):
        taps[tile] = (np.int64(solution[tile]) + vector[tile]) % rows.shape[1]
    add_rows(rows, taps, totals)


@njit(cache=True)
def _least_costs(
    solutions: Matrix[np.uint8], rest: Matrix[np.uint8], rows: Array3[Cost], costs: Vector[np.int64]
) -> None:
    """Set costs (boards,) to the least cost of any solution of each board."""
    totals = np.empty(rows.shape[2], rows.dtype)
    taps = np.empty(solutions.shape[1], np.uint8)
    costs[:] = MORE_THAN_ANY
    for board in range(len(solutions)):
        for vector in rest:
            _set_totals(rows, solutions[board], vector, taps, totals)
            costs[board] = min(costs[board], np.int64(least(totals)))


@njit(cache=True)
def _best(
    solutions: Matrix[np.uint8],
    few: Matrix[np.uint8],
    rest: Matrix[np.uint8],
    rows: Array3[Cost],
    costs: Vector[np.int64],
    counts: Vector[np.int64],
    best: Matrix[np.uint8],
) -> None:
    """Set counts (boards,) to the number of solutions of cost `costs`, and best to the lexicographically smallest."""
    totals = np.empty(rows.shape[2], rows.dtype)
    taps = np.empty(solutions.shape[1], np.uint8)
    counts[:] = 0
    for board in range(len(solutions)):
        for vector in rest:
            _set_totals(rows, solutions[board], vector, taps, totals)
            for place in range(len(totals)):
                if totals[place] == costs[board]:
                    counts[board] += 1
                    _keep_smaller(taps, few[place], rows.shape[1], best[board], counts[board] == 1)


class Fewest(NamedTuple):
    """The best solutions of many boards."""

    min_taps: Vector[np.int64]
    """(boards,)."""
    n_min_solutions: Vector[np.int64]
    """(boards,), the number of solutions with the fewest taps."""
    min_tiles: Vector[np.int64]
    """(boards,), the fewest tiles of any solution."""
    solutions: Matrix[np.uint8]
    """(boards, tiles), the lexicographically smallest of the solutions with the fewest taps."""

    def rows(self, level: Level, layout: Layout = Layout.ROWS) -> list[dict[str, object]]:
        """A row for each board, by the names of columns, with the solution as text."""
        names = ("min_taps", "n_min_solutions", "min_tiles", "solution")
        values = (*(figures.tolist() for figures in self[:3]), all_written(self.solutions, level, 0, layout))
        return [dict(zip(names, row, strict=True)) for row in zip(*values, strict=True)]


class BatchSolver:
    """Finds the fewest taps of many boards of a level; raises what `whole_kernel` raises."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra
        self.kernel = whole_kernel(algebra)
        self.tap_rows = cost_rows(tap_costs(algebra), self.kernel.few)
        self.tile_rows = cost_rows(tile_costs(algebra), self.kernel.few).astype(self.tap_rows.dtype)

    def fewest(self, solutions: Matrix[np.uint8]) -> Fewest:
        """The best solutions of boards, given one solution of each: taps, (boards, tiles)."""
        min_taps, min_tiles = self.fewest_taps(solutions), self._least_costs(solutions, self.tile_rows)
        counts, best = np.empty_like(min_taps), np.empty_like(solutions)
        _best(solutions, *self.kernel, self.tap_rows, min_taps, counts, best)
        return Fewest(min_taps, counts, min_tiles, best)

    def fewest_taps(self, solutions: Matrix[np.uint8]) -> Vector[np.int64]:
        """The fewest taps of boards, given one solution of each: (boards,)."""
        return self._least_costs(solutions, self.tap_rows)

    def _least_costs(self, solutions: Matrix[np.uint8], rows: Array3[Cost]) -> Vector[np.int64]:
        costs = np.empty(len(solutions), dtype=np.int64)
        _least_costs(solutions, self.kernel.rest, rows, costs)
        return costs


# Numbers of boards by their fewest taps: exact where all boards can be counted, else from a sample.

MAX_SUMS = 4_000_000_000
"""The most sums of an exact count, profiles times kernel vectors: about ten seconds."""

MAX_TAP_VECTORS = 1 << 62
"""The most ways to tap all tiles, each at most m - 1 times: a limit of 64-bit integers."""

BOARDS_BATCH = 50_000


def compositions(total: int, terms: int) -> Matrix[np.int64]:
    """All ways to write `total` as a sum of `terms` numbers from 0, by stars and bars: (ways, terms)."""
    bars = np.array(list(combinations(range(total + terms - 1), terms - 1)), dtype=np.int64)
    return np.diff(bars, prepend=-1, append=total + terms - 1, axis=1) - 1


def _tile_class(tiles: int, shift: Vector[np.uint8], directions: int) -> tuple[Matrix[np.uint16], Vector[np.int64]]:
    """All profiles of a class of `tiles` tiles.

    `shift` has the value of each kernel vector at these tiles. Returns the taps of the tiles in every solution,
    (profiles, vectors), and the number of ways to tap them, (profiles,).
    """
    taps_of_one = (np.arange(directions)[:, None] + shift) % directions
    profiles = compositions(tiles, directions)
    ways = [factorial(tiles) // prod(map(factorial, profile)) for profile in profiles.tolist()]
    return (profiles @ taps_of_one).astype(np.uint16), np.array(ways, dtype=np.int64)


def _generators(algebra: Algebra) -> Matrix[np.int64]:
    """The vectors of the kernel generators: (generators, tiles)."""
    vectors = [generator.vector for generator in algebra.kernel]
    return np.array(vectors, dtype=np.int64).reshape(-1, algebra.level.tiles)


def _classes_of_tiles(algebra: Algebra) -> tuple[list[tuple[int, int]], int]:
    """(number of tiles, one of them) of each class, the largest last, and the number of tiles that no vector taps."""
    columns, tiles, counts = np.unique(_generators(algebra), axis=1, return_index=True, return_counts=True)
    tapped = columns.any(axis=0)
    classes = zip(counts[tapped].tolist(), tiles[tapped].tolist(), strict=True)
    return sorted(classes), int(counts[~tapped].sum())


def n_profiles(algebra: Algebra) -> int:
    """The number of profiles of the tiles that some kernel vector taps."""
    bars = algebra.level.directions - 1
    return prod(comb(count + bars, bars) for count, _ in _classes_of_tiles(algebra)[0])


def can_be_counted(algebra: Algebra) -> bool:
    """Whether `exact_tap_counts` takes seconds."""
    level = algebra.level
    return (
        level.directions**level.tiles <= MAX_TAP_VECTORS
        and algebra.n_solutions <= MAX_SOLUTIONS
        and n_profiles(algebra) * algebra.n_solutions <= MAX_SUMS
    )


@njit(cache=True)
def _count(taps: Matrix[np.uint16], ways: Vector[np.int64], starts: Vector[np.int64], counts: Vector[np.int64]) -> None:
    """Add to counts[t] the number of ways to tap whose best solution has t taps.

    `taps` are (profiles of all classes, vectors), `ways` are (profiles of all classes,). `starts` (classes + 1,) are
    the places where the profiles of each class begin.
    """
    depths = len(starts) - 1
    vectors = taps.shape[1]
    sums = np.zeros((depths + 1, vectors), np.uint16)
    products = np.ones(depths + 1, np.int64)
    profile = starts[:-1].copy()
    depth = 0
    while depth >= 0:
        if profile[depth] == starts[depth + 1]:
            profile[depth] = starts[depth]
            depth -= 1
            continue
        here = profile[depth]
        profile[depth] += 1
        for vector in range(vectors):
            sums[depth + 1, vector] = sums[depth, vector] + taps[here, vector]
        products[depth + 1] = products[depth] * ways[here]
        if depth == depths - 1:
            counts[least(sums[depth + 1])] += products[depth + 1]
        else:
            depth += 1


def exact_tap_counts(algebra: Algebra) -> dict[int, int]:
    """Count the solvable boards by their fewest taps, if `can_be_counted`: taps -> boards."""
    tiles, directions = algebra.level.tiles, algebra.level.directions
    vectors = span(algebra.kernel, tiles, directions)
    counted, alone = _classes_of_tiles(algebra)
    # If no tile is in a class, a class without tiles has the only profile.
    classes = [_tile_class(count, vectors[:, tile], directions) for count, tile in counted or [(0, 0)]]
    taps, ways = zip(*classes, strict=True)
    counts = np.zeros(tiles * (directions - 1) + 1, dtype=np.int64)
    _count(np.concatenate(taps), np.concatenate(ways), np.cumsum([0, *map(len, ways)]), counts)
    found = counts.tolist()
    for _ in range(alone):  # such a tile adds 0 to m - 1 taps to every solution
        found = [sum(found[max(0, t - directions + 1) : t + 1]) for t in range(len(found))]
    return {taps: ways // len(vectors) for taps, ways in enumerate(found) if ways}


def sampled_tap_counts(solver: BatchSolver, boards: int, seed: int) -> Iterator[Vector[np.int64]]:
    """Fewest taps of random solvable boards, all equally likely, in batches: (boards of a batch,)."""
    level = solver.algebra.level
    random = np.random.default_rng(seed)
    for first in range(0, boards, BOARDS_BATCH):
        size = (min(BOARDS_BATCH, boards - first), level.tiles)
        # All cosets of the kernel have the same size, so all are equally likely.
        yield solver.fewest_taps(random.integers(0, level.directions, size, dtype=np.uint8))


def averaging_bound(algebra: Algebra) -> int:
    """An upper bound for the taps of a board: the largest mean of its solutions.

    Let g be the greatest common divisor of m and of the values of the generators at a tile. The taps of all solutions
    there are equal modulo g, and each such number occurs equally often. The largest are g - 1, 2g - 1, .., m - 1, with
    the mean (m + g) / 2 - 1.
    """
    directions = algebra.level.directions
    apart = np.gcd.reduce(_generators(algebra), axis=0, initial=directions)
    return int((directions + apart - 2).sum()) // 2


# A search for boards that need many taps, by simulated annealing.

HOT, COLD = 0.7, 0.2
"""The first and the last temperature, in taps."""

TAPS_A_FACTOR = 0.3
"""A board with e times fewer solutions of fewest taps counts as this much better."""
SHOWN = 3
"""The search refuses most changes on the first third of the solutions."""


@njit(cache=True)
def _score(totals: Vector[Cost], lowest: Int | Cost) -> float:
    """The score of a board in the search: its fewest taps, less a little for each solution with as few."""
    count = np.int16(0)  # the processor adds 16 numbers of 16 bits at once; there are at most 4,096
    for total in totals:
        count = np.int16(count + np.int16(total == lowest))
    score: float = lowest - TAPS_A_FACTOR * np.log(np.float64(count))
    return score


@njit(cache=True)
def _limit(totals: Vector[Cost], lowest: Int | Cost, taps: Vector[Cost], fewer: Int) -> float:
    """An upper limit of the score after more taps at a tile, from the first solutions with the fewest taps.

    `taps` (vectors,) are those at the tile. A solution that taps it `fewer` times or more comes to m, and then has as
    many taps less. So if `count` solutions of the fewest taps do, at least as many have `lowest` - `fewer` taps, unless
    some have even fewer. The limit is infinite if none does.
    """
    count = np.int16(0)
    for vector in range(len(totals) // SHOWN):
        count = np.int16(count + np.int16((totals[vector] == lowest) & (taps[vector] >= np.uint8(fewer))))
    if not count:
        return np.inf
    limit: float = lowest - fewer - min(1, TAPS_A_FACTOR * np.log(np.float64(count)))
    return limit


@njit(cache=True)
def _anneal(
    rows: Array3[Cost],
    taps: Vector[np.uint8],
    steps: int,
    bound: int,
    random: np.random.Generator,
    best: Vector[np.uint8],
) -> None:
    """Change tap counts tile by tile, at first at random, in the end only for the better.

    `rows` come from `cost_rows` for taps. The search starts at `taps` (tiles,), changes them, and tries `steps`
    changes. It ends at a board that needs `bound` taps. `best` (tiles,) is set to the taps of the hardest board.

    `_limit` is enough to refuse 8 of 10 changes, and the costs of all solutions are added up for the others only.
    """
    tiles, directions, vectors = rows.shape
    totals = np.empty(vectors, rows.dtype)
    changed = np.empty(vectors, rows.dtype)
    add_rows(rows, taps, totals)
    copy_elements(taps, best)
    lowest = most = least(totals)
    score = _score(totals, lowest)
    for step in range(steps):
        if most >= bound:
            break
        temperature = HOT * (COLD / HOT) ** (step / steps)
        tile = random.integers(0, tiles)
        more = 1 + random.integers(0, directions - 1)
        before = rows[tile, taps[tile]]
        chance = -1.0  # drawn for worse boards only, once
        limit = _limit(totals, lowest, before, directions - more)
        if limit < score:
            chance = random.random()
            if chance > np.exp((limit - score) / temperature):
                continue
        times = (taps[tile] + more) % directions
        after = rows[tile, times]
        for vector in range(vectors):
            changed[vector] = totals[vector] - before[vector] + after[vector]
        new_lowest = least(changed)
        new_score = _score(changed, new_lowest)
        if new_score < score:
            if chance < 0:
                chance = random.random()
            if chance > np.exp((new_score - score) / temperature):
                continue
        score, lowest = new_score, new_lowest
        taps[tile] = times
        totals, changed = changed, totals
        if lowest > most:
            most = lowest
            copy_elements(taps, best)


def hard_boards(solver: BatchSolver, restarts: int, steps: int, seed: int) -> Matrix[np.uint8]:
    """Search for boards that need many taps, by simulated annealing.

    The boards of the level have at most 4,096 solutions. Each of the `restarts` searches begins at a random board and
    tries `steps` changes. Returns the best solutions of the hardest boards found, uint8 (boards, tiles), in
    lexicographic order.
    """
    level = solver.algebra.level
    random = np.random.default_rng(seed)
    enough = averaging_bound(solver.algebra)
    found = np.zeros((restarts, level.tiles), dtype=np.uint8)
    for restart in range(restarts):
        taps = random.integers(0, level.directions, level.tiles, dtype=np.uint8)
        _anneal(solver.tap_rows, taps, steps, enough, random, found[restart])
    fewest = solver.fewest(found)
    # Every board has one lexicographically smallest best solution.
    return np.unique(fewest.solutions[fewest.min_taps == fewest.min_taps.max()], axis=0)


def found_families(solver: BatchSolver, restarts: int, steps: int, seed: int) -> list[Family]:
    """The boards that `hard_boards` finds, each a family of its own."""
    level, taps = solver.algebra.level, hard_boards(solver, restarts, steps, seed)
    fewest = solver.fewest(taps)
    _, orbits = least_images(solved_by(level, taps.astype(np.int64)), symmetries(level))
    figures = zip(
        fewest.min_taps.tolist(), fewest.n_min_solutions.tolist(), orbits.tolist(), taps.tolist(), strict=True
    )
    return [family_of(*each) for each in figures]
