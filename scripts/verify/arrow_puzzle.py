"""Checks of the arrow puzzle: levels, matrices, boards and how many taps they need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from math import gcd, prod
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.stats import beta, norm

from oracle import arrow_puzzle as oracle
from oracle.arrow_hardest import boards_needing
from pipeline.arrow_puzzle.configuration import Configuration
from pipeline.arrow_puzzle.families import key_of, read_families
from pipeline.arrow_puzzle.levels import algebras_of, rows_of_level
from pipeline.arrow_puzzle.stages.database import read_boards
from pipeline.arrow_puzzle.tables import (
    CELLS,
    CHECKS,
    DATABASE,
    HARDEST_BOARDS,
    HARDEST_ORBITS,
    HARDEST_PARTS,
    INVERSE,
    KERNEL,
    LEVEL_TABLES,
    LEVELS,
    OPTIMAL_SOLUTIONS,
    PRIMES,
    SOLUTIONS,
    TAP_COUNTS,
    TAP_MATRIX,
    TAP_STATISTICS,
)
from scripts import ROOT
from scripts.verify import artifacts as of_any_puzzle
from scripts.verify.artifacts import SEED
from scripts.verify.checks import Checks, Level, require
from tablebases.arrays import Matrix
from tablebases.arrow.batches import BatchSolver
from tablebases.arrow.boards import tile_names
from tablebases.arrow.families import least_images, symmetries
from tablebases.arrow.hardest import halves_of, hardest_families
from tablebases.arrow.linear import Algebra, written_diagonal
from tablebases.arrow.solutions import MAX_SOLUTIONS
from tablebases.arrow.tablebase import EXACT, SAMPLED
from tablebases.puzzles import ARROW
from tablebases.verification import Origin

BOARDS_SOLVED = 500
"""Random boards of each level that the oracle solves."""
HARDEST = ROOT / ARROW.data / "hardest_boards.csv"
FAMILIES_LISTED = 200
"""Families of hardest boards of each level whose boards are listed: all."""
ORBITS_SOLVED = 1000
"""Orbits of hardest boards of each level, of which all solutions are examined again."""
BOARDS_TRIED = 1000
"""Solvable boards, and as many random ones, on which the matrices of each level are tried."""
MOST_SOLUTIONS = 100_000
"""The oracle does not solve boards with more solutions."""
MATRICES = (CELLS, TAP_MATRIX, INVERSE, CHECKS, KERNEL)
"""The tables that `matrices_again` checks."""
ERRORS = 5
"""Largest difference between two shares, in standard errors."""
MOST_TAP_VECTORS = 2**20
"""Levels with at most as many tap vectors are counted by trying all of them."""
CONFIDENCE = 0.95


class Artifacts(of_any_puzzle.Artifacts[Configuration]):
    """The artifacts of a run."""

    puzzle = ARROW.package

    @property
    def origins(self) -> Mapping[str, Origin]:
        """Artifact -> its stage, settings and data files."""
        run = self.section
        levels = {"levels": run.level_options}
        hardest = str(HARDEST.relative_to(ROOT))
        return {
            DATABASE.file: self.origin("database", {**levels, "optimal": run.optimal}, [run.board_file]),
            "parts/tap_counts.db": self.origin(
                "tap_counts", {**levels, **dict(run.sample), **run.search_options}, [hardest]
            ),
        }

    @cached_property
    def algebras(self) -> dict[str, Algebra]:
        """The linear algebra of every level; `levels_again` compares it with the database."""
        return algebras_of(self.section.level_options)

    @cached_property
    def levels(self) -> dict[str, oracle.Level]:
        """The levels of the configuration, as the oracle knows them."""
        return {level.name: oracle.Level(level.shape, level.side, level.directions) for level in self.section.levels}

    def random_boards(self, name: str) -> list[oracle.Board]:
        """Random solvable boards of the level `name`."""
        level = self.levels[name]
        random = self.random()
        up, matrix = (0,) * len(level.cells()), level.matrix()
        taps = [random.choices(range(level.m), k=len(up)) for _ in range(self.sample_of(BOARDS_SOLVED))]
        return [oracle.after_taps(up, counts, matrix, level.m) for counts in taps]


checks: Checks[Artifacts] = Checks()


@checks.add(Level.QUICK)
def levels_again(artifacts: Artifacts) -> None:
    """Levels are those of the configuration, and their matrices, checks and kernels are computed again."""
    rows_of = {name: rows_of_level(algebra) for name, algebra in artifacts.algebras.items()}
    for table in LEVEL_TABLES:
        artifacts.check_rows(table, ({"level": name, **row} for name, rows in rows_of.items() for row in rows[table]))


@checks.add(Level.FULL)
def matrices_again(artifacts: Artifacts) -> None:
    """The matrices of all levels agree with the rules, on sampled boards."""
    for _, row in artifacts.frame(LEVELS).iterrows():
        of_level = {table.name: artifacts.frame(table, level=row["level"]) for table in MATRICES}
        _check_level(of_level, row, artifacts.levels[row["level"]], artifacts.sample_of(BOARDS_TRIED))


def _check_level(tables: dict[str, pd.DataFrame], row: pd.Series, level: oracle.Level, n_boards: int) -> None:
    """Check a level's `tables` with `n_boards` solvable and `n_boards` random boards."""
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
    for name, level in artifacts.levels.items():
        row = artifacts.frame(LEVELS, level=name).iloc[0]
        matrix = level.matrix()
        diagonal = oracle.smith_normal_form(matrix)
        require(row["smith_normal_form"] == written_diagonal(diagonal), f"the Smith normal form of {name} is wrong")
        right = [
            [name, p, p**power, oracle.rank(matrix, p), str(prod(gcd(entry, p**power) for entry in diagonal))]
            for p, power in oracle.prime_powers(level.m)
        ]
        found = artifacts.frame(PRIMES, level=name).to_numpy().tolist()
        require(found == right, f"the table {PRIMES.name} is wrong for level {name}")


@checks.add(Level.FULL)
def bounds_again(artifacts: Artifacts) -> None:
    """Proven bounds are the largest mean taps of all solutions, or the bounds of the data file."""
    for row in artifacts.frame(TAP_STATISTICS).itertuples():
        level = artifacts.levels[row.level]
        if artifacts.algebras[row.level].n_solutions <= MOST_SOLUTIONS:
            null = taps_without_effect(level)
            # Solutions of a board are one of them plus these: at each tile the largest mean over all of its shifts.
            shifted = [((null + taps) % level.m).mean(axis=0) for taps in range(level.m)]
            bound = int(np.max(shifted, axis=0).sum() + 1e-6)
            listed = read_families(HARDEST).get(key_of(artifacts.algebras[row.level].level), [])
            bound = min([bound, *(family.min_taps for family in listed)])
            require(row.proven_bound == bound, f"proven_bound of {row.level} is {row.proven_bound}, {bound} is right")


@checks.add(Level.QUICK)
def statistics(artifacts: Artifacts) -> None:
    """Means, shares and confidence intervals follow from the numbers of boards."""
    all_counts = artifacts.frame(TAP_COUNTS)
    looked_at = {name for name, algebra in artifacts.algebras.items() if algebra.n_solutions <= MAX_SOLUTIONS}
    found = artifacts.frame(TAP_STATISTICS).set_index("level")
    require(set(found.index) == looked_at == set(all_counts["level"]), "tap_counts or tap_statistics lack a level")
    for level, row in found.iterrows():
        counts = all_counts[all_counts["level"] == level]
        n, taps = counts["n_boards"].to_numpy(), counts["taps"].to_numpy()
        require(row["method"] in (EXACT, SAMPLED), f"tap_statistics has no such method: {row['method']}")
        total, mean = n.sum(), (n * taps).sum() / n.sum()
        if row["method"] == EXACT:
            margin, low, high = 0.0, n / total, n / total
            every = artifacts.frame(LEVELS, level=level)["n_solvable_boards"].item()
            require(total == int(every), f"the table {TAP_COUNTS.name} does not count every board of {level}")
        else:
            error = np.sqrt(((taps - mean) ** 2 * n).sum() / (total - 1) / total)
            margin = norm.ppf((1 + CONFIDENCE) / 2) * error
            ends = (1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2  # of the interval by Clopper and Pearson
            low = np.nan_to_num(beta.ppf(ends[0], n, total - n + 1), nan=0.0)
            high = np.where(n == total, 1.0, beta.ppf(ends[1], n + 1, np.maximum(total - n, 1)))
            require(total <= artifacts.section.sample.boards, f"tap_counts has too many boards of {level}")
        right = {"n_boards": total, "mean": mean, "mean_low": mean - margin, "mean_high": mean + margin}
        for column, value in {**right, "most": taps.max()}.items():
            require(np.isclose(row[column], value), f"{column} of {level} in tap_statistics contradicts tap_counts")
        for column, values in {"share": n / total, "share_low": low, "share_high": high}.items():
            near = np.allclose(counts[column], values, rtol=1e-6, atol=1e-12)
            require(near, f"{column} of {level} in tap_counts contradicts n_boards")
        require(taps.max() <= row["proven_bound"], f"a board of {level} needs more taps than proven_bound")


@checks.add(Level.FULL)
def boards_of_file(artifacts: Artifacts) -> None:
    """Boards of the board file have the answers that the oracle finds."""
    expected, best = [], []
    for question in read_boards(Path(artifacts.section.board_file), artifacts.algebras):
        level = artifacts.levels[question.level]
        names = tile_names(artifacts.algebras[question.level].level, question.layout)
        for board_id, values in zip(question.board_ids, question.boards.tolist(), strict=True):
            row, optimal = _answer(artifacts, question.level, level, tuple(values), names, question.layout)
            expected.append({"board_id": board_id, "level": question.level, "layout": str(question.layout), **row})
            best += [{"board_id": board_id, "place": n, "solution": text} for n, text in enumerate(optimal, start=1)]
    artifacts.check_rows(SOLUTIONS, sorted(expected, key=lambda row: int(str(row["board_id"]))))
    if artifacts.section.optimal == "one":
        best = []
    artifacts.check_rows(OPTIMAL_SOLUTIONS, sorted(best, key=lambda row: (row["board_id"], row["place"])))


def _answer(
    artifacts: Artifacts, name: str, level: oracle.Level, board: oracle.Board, names: Sequence[str], layout: str
) -> tuple[dict[str, object], list[str]]:
    """The row of a board in the solutions, and its best solutions."""
    matrix = level.matrix()
    is_solvable = oracle.solvable(board, matrix, level.m)
    n_solutions = artifacts.algebras[name].n_solutions
    fixes = oracle.single_tile_fixes(board, level.cells(), matrix, level.m)
    row: dict[str, object] = {
        "board": oracle.in_order(oracle.format_board(board), level, layout),
        "solvable": int(is_solvable),
        "n_solutions": str(n_solutions if is_solvable else 0),
        "min_taps": None,
        "n_min_solutions": None,
        "min_tiles": None,
        "solution": None,
        "single_tile_fixes": ";".join(f"{names[level.cells().index(cell)]}={shown}" for cell, shown in fixes),
    }
    if not is_solvable:
        return row, []
    every = oracle.solutions(board, matrix, level.m)
    fewest = min(map(sum, every))
    optimal = sorted(taps for taps in every if sum(taps) == fewest)
    row |= {
        "n_solutions": str(len(every)),
        "min_taps": fewest,
        "n_min_solutions": len(optimal),
        "min_tiles": min(sum(map(bool, taps)) for taps in every),
        "solution": oracle.in_order(oracle.format_taps(optimal[0]), level, layout),
    }
    return row, [oracle.in_order(oracle.format_taps(taps), level, layout) for taps in optimal]


@checks.add(Level.FULL)
def hardest_boards_again(artifacts: Artifacts) -> None:
    """The hardest boards need as many taps as they say, by the oracle, and their solutions solve them."""
    for row in artifacts.frame(HARDEST_BOARDS).itertuples():
        level = artifacts.levels[row.level]
        board, taps = oracle.parse_board(row.board, level.m), oracle.parse_taps(row.solution)
        every = (np.array(taps) + taps_without_effect(level)) % level.m
        optimal = every[every.sum(axis=1) == every.sum(axis=1).min()].tolist()
        right = (sum(optimal[0]), len(optimal), oracle.format_taps(min(optimal)))
        stored = (row.min_taps, row.n_min_solutions, row.solution)
        require(stored == right, f"{row.level} board {row.board}: {stored} is stored, {right} is right")
        solved = oracle.after_taps(board, taps, level.matrix(), level.m)
        require(not any(solved), f"{row.level} board {row.board} is not solved by {row.solution}")


@cache
def taps_without_effect(level: oracle.Level) -> Matrix[np.int64]:
    """All taps that solve the solved board, by the oracle: (solutions, tiles)."""
    return np.array(oracle.solutions((0,) * len(level.cells()), level.matrix(), level.m))


@checks.add(Level.QUICK)
def hardest_parts_agree(artifacts: Artifacts) -> None:
    """Families of hardest boards have as many boards as their parts give, and parts have the steps of their taps."""
    boards, parts = artifacts.frame(HARDEST_BOARDS), artifacts.frame(HARDEST_PARTS)
    for name, rows in parts.groupby("level"):
        level = artifacts.levels[str(name)]
        taps, steps = _digits(rows["taps"]), _digits(rows["steps"])
        require(
            not ((steps + taps @ np.array(level.matrix())) % level.m).any(), f"hardest_parts of {name} has wrong steps"
        )
    ways = parts.groupby(["level", "family", "part"]).size().unstack()
    require(ways.columns.tolist() == [1, 2, 3], f"hardest_parts has the parts {ways.columns.tolist()}")
    listed = boards[boards["level"].isin(parts["level"])].set_index(["level", "family"])
    require(listed["n_boards"].equals(ways.prod(axis=1) * listed["orbit"]), "n_boards is not what hardest_parts gives")


def _digits(texts: Iterable[str]) -> Matrix[np.int64]:
    """Texts with a digit for each tile as numbers: (texts, tiles)."""
    return np.array([list(map(int, text)) for text in texts])


@checks.add(Level.FULL)
def hardest_orbits_again(artifacts: Artifacts) -> None:
    """Hardest boards are of different orbits, as large as they say, and those of a sample need as many taps."""
    for name in artifacts.frame(HARDEST_PARTS)["level"].unique():
        level, families = artifacts.levels[name], artifacts.frame(HARDEST_BOARDS, level=name).sort_values("n_boards")
        some = families["family"].head(artifacts.sample_of(FAMILIES_LISTED))
        # A query for each family: one for all would be interrupted as endless.
        rows = pd.concat([artifacts.frame(HARDEST_ORBITS, level=name, family=int(family)) for family in some])
        boards, solutions = _digits(rows["board"]), _digits(rows["solution"])
        require(not ((boards - 1 + solutions @ np.array(level.matrix())) % level.m).any(), f"{name}: unsolved boards")
        least, orbits = least_images(boards, symmetries(artifacts.algebras[name].level))
        require(len(np.unique(least, axis=0)) == len(rows), f"{name}: two hardest boards are images of each other")
        require((orbits == rows["orbit"]).all(), f"{name}: orbits of hardest boards have other sizes")
        for place in artifacts.random().sample(range(len(rows)), min(len(rows), artifacts.sample_of(ORBITS_SOLVED))):
            totals = ((solutions[place] + taps_without_effect(level)) % level.m).sum(axis=1)
            found = (totals.min(), (totals == totals.min()).sum())
            stored = tuple(rows.iloc[place][["min_taps", "n_min_solutions"]])
            require(found == stored, f"{name} board {rows['board'].iloc[place]} needs {found}, not {stored}")


@checks.add(Level.FULL, of_full_run=True)
def hardest_boards_searched_again(artifacts: Artifacts) -> None:
    """No board needs more taps than the listed ones, and the search through all boards lists the same."""
    listed = read_families(HARDEST)
    for algebra in artifacts.algebras.values():
        families, halves = listed[key_of(algebra.level)], halves_of(algebra)
        if halves:
            again = hardest_families(halves, families[0].min_taps)
            require(again == families, f"the search finds other hardest boards of {algebra.level.name}")


@checks.add(Level.FULL, of_full_run=True)
def hardest_boards_by_another_program(artifacts: Artifacts) -> None:
    """Another program finds no expert board that needs more taps, and as many that need as many, in the same orbits."""
    rows = artifacts.frame(HARDEST_BOARDS, level="expert")
    found = boards_needing(int(rows["min_taps"].max()))
    orbits = (rows["n_boards"] // rows["orbit"]).groupby(rows["orbit"]).sum().to_dict()
    listed = (0, rows["n_boards"].sum(), orbits, (rows["n_boards"] * rows["n_min_solutions"]).sum())
    again = (found.n_harder, found.n_boards, found.orbits_by_size, found.n_solutions)
    require(again == listed, f"the oracle finds {again} hardest expert boards, {listed} are listed")


@checks.add(Level.FULL)
def random_boards_again(artifacts: Artifacts) -> None:
    """Random boards need the taps that the oracle finds, as often as in tap_counts, up to chance."""
    for name, level in artifacts.levels.items():
        algebra = artifacts.algebras[name]
        if algebra.n_solutions > MOST_SOLUTIONS:
            continue
        boards, matrix = artifacts.random_boards(name), level.matrix()
        fewest = BatchSolver(algebra).fewest(algebra.one_solution(np.array(boards, dtype=np.uint8)))
        counted: Counter[int] = Counter()
        for board, *answer in zip(boards, fewest.min_taps, fewest.n_min_solutions, fewest.min_tiles, strict=True):
            right = oracle.fewest_taps(board, matrix, level.m)
            require(right is not None and answer == [right.taps, right.optimal, right.tiles], f"board {board} is wrong")
            counted[int(answer[0])] += 1
        for row in artifacts.frame(TAP_COUNTS, level=name).itertuples():
            other = counted[row.taps] / len(boards)
            error = ERRORS * np.sqrt(row.share * (1 - row.share) / len(boards)) + ERRORS / len(boards)
            require(abs(other - row.share) <= error, f"tap_counts: {row.share} of {name} need {row.taps}, not {other}")


@checks.add(Level.FULL)
def counts_again(artifacts: Artifacts) -> None:
    """Tap counts of small levels are what trying all taps gives."""
    for name, level in artifacts.levels.items():
        n_tiles = len(level.cells())
        if level.m**n_tiles > MOST_TAP_VECTORS:
            continue
        every = np.indices((level.m,) * n_tiles).reshape(n_tiles, -1)
        boards = np.array(level.matrix()).T @ every % level.m
        keys = level.m ** np.arange(n_tiles) @ boards
        fewest = np.full(level.m**n_tiles, np.iinfo(np.int64).max)
        np.minimum.at(fewest, keys, every.sum(axis=0))
        taps, n_boards = np.unique(fewest[fewest < np.iinfo(np.int64).max], return_counts=True)
        found = artifacts.frame(TAP_COUNTS, level=name)
        require(found["taps"].tolist() == taps.tolist(), f"the table {TAP_COUNTS.name} has other taps of {name}")
        require(found["n_boards"].tolist() == n_boards.tolist(), f"the table {TAP_COUNTS.name} is wrong for {name}")
