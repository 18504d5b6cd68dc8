"""The matrices of the arrow puzzle's levels, held against the rules as the oracle of the tests has them."""

from __future__ import annotations

from math import gcd, prod

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from pipeline.arrow_puzzle.tables import CELLS, CHECKS, INVERSE, KERNEL, LEVELS, TAP_MATRIX
from scripts.verify.artifacts import SEED
from scripts.verify.ladder import require
from tests.oracle import arrow_puzzle as oracle

MATRICES = (CELLS, TAP_MATRIX, INVERSE, CHECKS, KERNEL)
"""The tables that are checked."""


def check_level(tables: dict[str, pd.DataFrame], row: pd.Series, level: oracle.Level, n_boards: int) -> None:
    """Check all matrices of a level.

    Args:
        tables: the rows of this level, by the name of the table.
        row: the row of the level in the table of levels.
        level: the level, as the oracle knows it.
        n_boards: how many boards are looked at that can be solved, and as many of any kind.

    Raises:
        PipelineError: an entry is wrong.
    """
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

    checks = square(CHECKS.name, "check_no")
    boards = np.concatenate([solvable, rng.integers(m, size=(n_boards, len(cells)))])
    passes = ~(boards @ checks.T % m).any(axis=1)
    check(passes.tolist() == [oracle.solvable(tuple(board), matrix, m) for board in boards.tolist()], CHECKS.name)
