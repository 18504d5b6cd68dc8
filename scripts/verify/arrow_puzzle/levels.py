"""That levels, their matrices and the proven bounds of taps are right."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd, prod

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sqlalchemy import Table

from pipeline.arrow_puzzle.stages.tap_counts import read_proven_bounds
from pipeline.arrow_puzzle.tables import CELLS, CHECKS, INVERSE, KERNEL, LEVELS, PRIMES, TAP_MATRIX, TAP_STATISTICS
from scripts import ROOT
from scripts.verify.arrow_puzzle.artifacts import Artifacts
from scripts.verify.artifacts import SEED
from scripts.verify.checks import Checks, Figures, LeftOutError, Level, require
from tablebases.arrow.boards import Layout, parse_level, tile_names
from tablebases.arrow.linear import Algebra, algebra_of, parse_diagonal, written_diagonal
from tablebases.arrow.solutions import span
from tests.oracle import arrow_puzzle as oracle

checks: Checks[Artifacts] = Checks()
BOUNDS = ROOT / "data" / "arrow_puzzle" / "proven_bounds.csv"
BOARDS_ASKED = 1000
"""Boards of each level for which its matrices are tried, and as many of any kind."""
SECONDS_TO_PROVE = 7_200
MOST_SOLUTIONS = 100_000
"""Boards with more are not solved by the oracle."""
SEED_OF_SOLVER = 1
"""Of CP-SAT."""
MATRICES = (CELLS, TAP_MATRIX, INVERSE, CHECKS, KERNEL)
"""The tables that are checked."""


@checks.add(Level.QUICK)
def levels_of_configuration(artifacts: Artifacts) -> None:
    """Levels are those of the configuration."""
    columns = ["level", "shape", "side", "directions", "tiles"]
    found = artifacts.frame(LEVELS)[columns].to_numpy().tolist()
    levels = artifacts.levels.items()
    expected = sorted([name, of.shape, of.side, of.m, len(of.cells())] for name, of in levels)
    require(found == expected, f"the table {LEVELS.name} has {found}, {expected} is right")


@checks.add(Level.FULL)
def matrices_again(artifacts: Artifacts) -> None:
    """The matrices of all levels do what they should, by the rules, on sampled boards where there are too many."""
    for _, row in artifacts.frame(LEVELS).iterrows():
        of_level = {of.name: artifacts.frame(of, level=row["level"]) for of in MATRICES}
        _check_level(of_level, row, artifacts.levels[row["level"]], artifacts.sample_of(BOARDS_ASKED))


def _check_level(tables: dict[str, pd.DataFrame], row: pd.Series, level: oracle.Level, n_boards: int) -> None:
    """Check the rows that a level has in each of `tables`, with `n_boards` that can be solved and as many others."""
    cells, matrix, m = level.cells(), level.matrix(), level.m
    taps_of = np.array(matrix)

    def check(holds: bool, name: str) -> None:
        require(holds, f"the table {name} is wrong for level {row['level']}")

    def square(name: str, index: str) -> NDArray[np.int64]:
        check(not tables[name].duplicated([index, "tile"]).any(), name)
        found = tables[name].pivot(index=index, columns="tile", values="value")
        values: NDArray[np.int64] = found.fillna(-1).to_numpy(np.int64).reshape(-1, len(cells))
        return values

    places = tables[CELLS.name].sort_values("tile")[["tile", "row", "column"]]
    check(places.to_numpy().tolist() == [[tile, *cell] for tile, cell in enumerate(cells)], CELLS.name)
    turned = tables[TAP_MATRIX.name][["tapped", "turned"]].to_numpy().tolist()
    check(sorted(turned) == np.argwhere(taps_of).tolist(), TAP_MATRIX.name)

    kernel = square(KERNEL.name, "generator")
    generators = tables[KERNEL.name][["generator", "prime", "multiples"]].drop_duplicates().sort_values("generator")
    check(len(generators) == len(kernel), KERNEL.name)
    primes, multiples = generators["prime"].tolist(), generators["multiples"].tolist()
    n_solutions = prod(gcd(entry, m) for entry in oracle.smith_normal_form(matrix))
    check(not (kernel @ taps_of % m).any(), KERNEL.name)
    check(not (kernel * np.array(multiples, dtype=np.int64)[:, None] % m).any(), KERNEL.name)
    check(all(prime**count % count == 0 for prime, count in zip(primes, multiples, strict=True)), KERNEL.name)
    check(prod(multiples) == n_solutions, KERNEL.name)
    check(int(row["n_solutions"]) == n_solutions, LEVELS.name)
    check(int(row["n_solvable_boards"]) * n_solutions == m ** len(cells), LEVELS.name)

    rng = np.random.default_rng(SEED)
    solvable = -rng.integers(m, size=(n_boards, len(cells))) @ taps_of % m
    divisor = int(row["divisor"])
    quotients, rests = np.divmod(solvable @ square(INVERSE.name, "tapped").T % (m * divisor), divisor)
    check(not rests.any() and not ((solvable - quotients @ taps_of) % m).any(), INVERSE.name)

    sums = square(CHECKS.name, "check_no")
    boards = np.concatenate([solvable, rng.integers(m, size=(n_boards, len(cells)))])
    passes = ~(boards @ sums.T % m).any(axis=1)
    check(passes.tolist() == [oracle.solvable(tuple(board), matrix, m) for board in boards.tolist()], CHECKS.name)


@checks.add(Level.FULL)
def algebra_again(artifacts: Artifacts) -> None:
    """Smith normal forms, ranks and numbers of solutions are those that the oracle finds."""
    for name, of in artifacts.levels.items():
        row = artifacts.frame(LEVELS, level=name).iloc[0]
        matrix = of.matrix()
        diagonal = oracle.smith_normal_form(matrix)
        require(row["smith_normal_form"] == written_diagonal(diagonal), f"the Smith normal form of {name} is wrong")
        right = [
            [name, p, p**power, oracle.rank(matrix, p), str(prod(gcd(entry, p**power) for entry in diagonal))]
            for p, power in oracle.prime_powers(of.m)
        ]
        found = artifacts.frame(PRIMES, level=name).to_numpy().tolist()
        require(found == right, f"the table {PRIMES.name} is wrong for level {name}")


@checks.add(Level.FULL, of_full_run=True)
def known_algebra(artifacts: Artifacts) -> Figures:
    """Boards of every level, Smith normal forms entry by entry, and tiles and taps that many solutions share."""
    figures: Figures = {}
    for row in artifacts.frame(LEVELS).itertuples():
        figures[f"{row.level}_boards"] = row.directions**row.tiles
        figures[f"{row.shape}_{row.side}_smith_normal_form"] = " ".join(map(str, parse_diagonal(row.smith_normal_form)))
    for side in (2, 3):  # not in the database
        found = algebra_of(parse_level(f"hexagon-{side}-6", ()))
        figures[f"hexagon_{side}_smith_normal_form"] = " ".join(map(str, found.smith_diagonal))
        figures[f"hexagon_{side}_directions_6_solutions"] = found.n_solutions
    for key, table in (("one_tap_count", KERNEL), ("unnoticed_mistakes", CHECKS)):
        tiles = {level: _tiles_without(artifacts, level, table) for level in ("hard", "expert")}
        require(tiles["hard"] == tiles["expert"], f"the table {table} leaves out other tiles of hard and expert")
        figures[f"hexagon_4_tiles_with_{key}"] = tiles["expert"]
    algebra = artifacts.algebras["expert"]
    names = tile_names(algebra.level, Layout.ROWS)
    solutions = span(algebra.kernel, algebra.level.tiles, algebra.level.directions)
    counts = {
        count
        for name, of_tile in zip(names, solutions.T, strict=True)
        for count in np.bincount(of_tile, minlength=algebra.level.directions).tolist()
        if name != figures["hexagon_4_tiles_with_one_tap_count"]
    }
    return {**figures, "expert_solutions_per_tap_count": " ".join(map(str, sorted(counts)))}


def _tiles_without(artifacts: Artifacts, level: str, table: Table) -> str:
    """The names of the tiles at which all vectors of a table are 0."""
    names = tile_names(artifacts.algebras[level].level, Layout.ROWS)
    largest = artifacts.frame(table, level=level).groupby("tile")["value"].max()
    return " ".join(names[tile] for tile in largest.index[largest == 0])


@checks.add(Level.FULL)
def bounds_again(artifacts: Artifacts) -> None:
    """Proven bounds are the mean taps of all solutions, where they are largest, or what is listed as proven."""
    for row in artifacts.frame(TAP_STATISTICS).itertuples():
        of = artifacts.levels[row.level]
        if artifacts.algebras[row.level].n_solutions <= MOST_SOLUTIONS:
            null = np.array(oracle.solutions((0,) * len(of.cells()), of.matrix(), of.m))
            # Solutions of a board are one of them plus these: at each tile the largest mean over all of its shifts.
            shifted = [((null + taps) % of.m).mean(axis=0) for taps in range(of.m)]
            bound = int(np.max(shifted, axis=0).sum() + 1e-6)
            bound = min(bound, read_proven_bounds(BOUNDS).get((of.shape, of.side, of.m), bound))
            require(row.proven_bound == bound, f"proven_bound of {row.level} is {row.proven_bound}, {bound} is right")


@checks.add(Level.RECORDS)
def bounds_proven_again(artifacts: Artifacts) -> None:
    """No board needs more taps than the proven bound, by the solver CP-SAT, where means do not say it."""
    listed = read_proven_bounds(BOUNDS)
    for of in artifacts.algebras.values():
        taps = listed.get((of.level.shape, of.level.side, of.level.directions))
        if taps is not None:
            needs_more = some_board_needs(of, taps + 1, SECONDS_TO_PROVE)
            require(not needs_more, f"boards of {of.level.name} need more than {taps} taps")


# That no board of a level needs more taps than a bound, by the solver CP-SAT.
#
# The solutions of a board are one of them, x, plus every kernel vector v, modulo m. A board needs at least `taps`
# taps if all of these have as many. Which value x has at each tile is the question to the solver; how many taps x + v
# has is then a sum over the tiles. If it proves that there is no such x, no board needs as many.
#
# Any solution of a board can be taken for x. Where q has no divisor in common with m / q, the multiples of a
# generator of order q change the taps at a tile by all multiples of m / q, so that one of them makes the taps there a
# multiple of q; and generators can be combined so that each does so at a tile of its own. That spares the solver all
# other values.


def _normal_tiles_of(algebra: Algebra, order: int) -> Iterator[int]:
    """Tiles, each with a generator of an order that is 1 there when all others are made 0 there."""
    rows = [of.vector // (algebra.level.directions // order) for of in algebra.kernel if of.multiples == order]
    for place in range(len(rows)):
        tile = next((tile for tile, value in enumerate(rows[place]) if gcd(int(value), order) == 1), None)
        if tile is None:
            return
        pivot = rows[place] * pow(int(rows[place][tile]), -1, order) % order
        rows = [pivot if i == place else (row - row[tile] * pivot) % order for i, row in enumerate(rows)]
        yield tile


def normal_tiles(algebra: Algebra) -> list[tuple[int, int]]:
    """(tile, q): every board has a solution with a multiple of q taps at each of these tiles."""
    directions = algebra.level.directions
    orders = sorted({of.multiples for of in algebra.kernel})
    return [
        (tile, order)
        for order in orders
        if gcd(order, directions // order) == 1
        for tile in _normal_tiles_of(algebra, order)
    ]


def some_board_needs(algebra: Algebra, taps: int, seconds: float) -> bool:
    """Whether a board needs at least `taps`, by a proof or an example; LeftOutError if there is none in time.

    The boards of the level have some thousand solutions at most.
    """
    try:
        from ortools.sat.python import cp_model
    except ImportError as error:
        raise LeftOutError("OR-Tools is not installed: pip install --editable '.[proof]'") from error
    tiles, directions = algebra.level.tiles, algebra.level.directions
    model = cp_model.CpModel()
    has = [[model.new_bool_var(f"tile {tile}: {n} taps") for n in range(directions)] for tile in range(tiles)]
    for of_tile in has:
        model.add_exactly_one(of_tile)
    for tile, order in normal_tiles(algebra):
        for n in range(directions):
            if n % order:
                model.add(has[tile][n] == 0)
    flat = [variable for of_tile in has for variable in of_tile]
    for vector in span(algebra.kernel, tiles, directions).astype(np.int64):
        costs = (np.arange(directions) + vector[:, None]) % directions
        model.add(cp_model.LinearExpr.weighted_sum(flat, costs.ravel().tolist()) >= taps)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers, solver.parameters.random_seed = 1, SEED_OF_SOLVER
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    if status not in (cp_model.FEASIBLE, cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise LeftOutError(f"CP-SAT found neither a proof nor a board in {seconds:.0f} seconds")
    return bool(status != cp_model.INFEASIBLE)
