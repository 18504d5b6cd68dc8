"""That boards need the taps that the oracle finds, one by one and in their numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from scipy.stats import beta, norm

from pipeline.arrow_puzzle.stages.database import read_questions
from pipeline.arrow_puzzle.tables import (
    HARDEST_BOARDS,
    LEVELS,
    OPTIMAL_SOLUTIONS,
    SOLUTIONS,
    TAP_COUNTS,
    TAP_STATISTICS,
)
from scripts.figures import known_rows, known_values
from scripts.verify.arrow_puzzle.artifacts import Artifacts
from scripts.verify.arrow_puzzle.levels import MOST_SOLUTIONS
from scripts.verify.checks import Checks, Figures, Level, require
from tablebases.arrow.boards import Layout, all_written, parse_boards, tile_names
from tablebases.arrow.solutions import MAX_SOLUTIONS, TypingMistakes, written_fixes
from tablebases.arrow.tablebase import EXACT, SAMPLED
from tablebases.errors import Error
from tests.oracle import arrow_puzzle as oracle

checks: Checks[Artifacts] = Checks()
ERRORS = 5
"""How many standard errors a share may be from that of other boards."""
MOST_TAP_VECTORS = 2**20
"""Levels with more are not counted by trying all taps."""
CONFIDENCE = 0.95


@checks.add(Level.QUICK)
def statistics(artifacts: Artifacts) -> None:
    """Means, shares and confidence intervals follow from the numbers of boards."""
    all_counts = artifacts.frame(TAP_COUNTS)
    looked_at = {name for name, of in artifacts.algebras.items() if of.n_solutions <= MAX_SOLUTIONS}
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
            require(np.isclose(row[column], value), f"{column} of {level} in tap_statistics is not what follows")
        for column, values in {"share": n / total, "share_low": low, "share_high": high}.items():
            near = np.allclose(counts[column], values, rtol=1e-6, atol=1e-12)
            require(near, f"{column} of {level} in tap_counts is not what follows")
        require(taps.max() <= row["proven_bound"], f"a board of {level} needs more taps than proven_bound")


@checks.add(Level.FULL)
def boards_of_file(artifacts: Artifacts) -> None:
    """Boards of the board file have the answers that the oracle finds."""
    expected, best = [], []
    for asked in read_questions(Path(artifacts.section.board_file), artifacts.algebras):
        of = artifacts.levels[asked.level]
        names = tile_names(artifacts.algebras[asked.level].level, asked.layout)
        for board_id, values in zip(asked.board_ids, asked.boards.tolist(), strict=True):
            row, optimal = _answer(artifacts, asked.level, of, tuple(values), names)
            expected.append({"board_id": board_id, "level": asked.level, "layout": str(asked.layout), **row})
            best += [{"board_id": board_id, "place": n, "solution": text} for n, text in enumerate(optimal, start=1)]
    artifacts.check_rows(SOLUTIONS, sorted(expected, key=lambda row: int(str(row["board_id"]))))
    if artifacts.section.optimal == "one":
        best = []
    artifacts.check_rows(OPTIMAL_SOLUTIONS, sorted(best, key=lambda row: (row["board_id"], row["place"])))


def _answer(
    artifacts: Artifacts, name: str, of: oracle.Level, board: oracle.Board, names: Sequence[str]
) -> tuple[dict[str, object], list[str]]:
    """The row of a board in the table of solutions, from its text on, and all solutions with the fewest taps."""
    matrix = of.matrix()
    is_solvable = oracle.solvable(board, matrix, of.m)
    n_solutions = artifacts.algebras[name].n_solutions
    fixes = oracle.single_tile_fixes(board, of.cells(), matrix, of.m)
    row: dict[str, object] = {
        "board": oracle.format_board(board),
        "solvable": int(is_solvable),
        "n_solutions": str(n_solutions if is_solvable else 0),
        "min_taps": None,
        "n_min_solutions": None,
        "min_tiles": None,
        "solution": None,
        "single_tile_fixes": ";".join(f"{names[of.cells().index(cell)]}={shown}" for cell, shown in fixes),
    }
    if not is_solvable:
        return row, []
    every = oracle.solutions(board, matrix, of.m)
    fewest = min(map(sum, every))
    optimal = sorted(taps for taps in every if sum(taps) == fewest)
    row |= {
        "n_solutions": str(len(every)),
        "min_taps": fewest,
        "n_min_solutions": len(optimal),
        "min_tiles": min(sum(map(bool, taps)) for taps in every),
        "solution": oracle.format_taps(optimal[0]),
    }
    return row, [oracle.format_taps(taps) for taps in optimal]


@checks.add(Level.FULL)
def hardest_boards_again(artifacts: Artifacts) -> None:
    """The hardest boards need as many taps as they say, by the oracle, and their solutions solve them."""
    for row in artifacts.frame(HARDEST_BOARDS).itertuples():
        of = artifacts.levels[row.level]
        board, matrix = oracle.parse_board(row.board, of.m), of.matrix()
        found = oracle.fewest_taps(board, matrix, of.m)
        stored = (row.min_taps, row.n_min_solutions, row.solution)
        right = found and (found.taps, found.optimal, oracle.format_taps(found.solution))
        require(stored == right, f"{row.level} board {row.board}: {stored} is stored, {right} is right")
        solved = oracle.after_taps(board, oracle.parse_taps(row.solution), matrix, of.m)
        require(oracle.is_solved(solved), f"{row.level} board {row.board} is not solved by {row.solution}")


@checks.add(Level.FULL)
def random_boards_again(artifacts: Artifacts) -> None:
    """Random boards need the taps that the oracle finds, and as often as tap_counts says, up to chance."""
    for name, of in artifacts.levels.items():
        if artifacts.algebras[name].n_solutions > MOST_SOLUTIONS:
            continue
        boards, matrix = artifacts.random_boards(name), of.matrix()
        algebra = artifacts.algebras[name]
        fewest = artifacts.solvers[name].fewest(algebra.one_solution(np.array(boards, dtype=np.uint8)))
        counted: Counter[int] = Counter()
        for board, *answer in zip(boards, fewest.min_taps, fewest.n_min_solutions, fewest.min_tiles, strict=True):
            right = oracle.fewest_taps(board, matrix, of.m)
            require(right is not None and answer == [right.taps, right.optimal, right.tiles], f"board {board} is wrong")
            counted[int(answer[0])] += 1
        for row in artifacts.frame(TAP_COUNTS, level=name).itertuples():
            other = counted[row.taps] / len(boards)
            error = ERRORS * np.sqrt(row.share * (1 - row.share) / len(boards)) + ERRORS / len(boards)
            require(abs(other - row.share) <= error, f"tap_counts: {row.share} of {name} need {row.taps}, not {other}")


@checks.add(Level.FULL)
def counts_again(artifacts: Artifacts) -> None:
    """Tap counts of small levels are what trying all taps gives."""
    for name, of in artifacts.levels.items():
        n_tiles = len(of.cells())
        if of.m**n_tiles > MOST_TAP_VECTORS:
            continue
        every = np.indices((of.m,) * n_tiles).reshape(n_tiles, -1)
        boards = np.array(of.matrix()).T @ every % of.m
        keys = of.m ** np.arange(n_tiles) @ boards
        fewest = np.full(of.m**n_tiles, np.iinfo(np.int64).max)
        np.minimum.at(fewest, keys, every.sum(axis=0))
        taps, n_boards = np.unique(fewest[fewest < np.iinfo(np.int64).max], return_counts=True)
        found = artifacts.frame(TAP_COUNTS, level=name)
        require(found["taps"].tolist() == taps.tolist(), f"the table {TAP_COUNTS.name} has other taps of {name}")
        require(found["n_boards"].tolist() == n_boards.tolist(), f"the table {TAP_COUNTS.name} is wrong for {name}")


@checks.add(Level.FULL, of_full_run=True)
def typing_mistakes(artifacts: Artifacts) -> Figures:
    """Mistakes of one tile, and the failed checks that they leave."""
    figures: Figures = {}
    for level in ("hard", "expert"):
        patterns = TypingMistakes(artifacts.algebras[level]).by_failure.values()
        naming = Counter(len({tile for tile, _ in changes}) for changes in patterns)
        figures |= {
            f"{level}_mistakes_noticed": sum(map(len, patterns)),
            f"{level}_mistake_patterns": len(patterns),
            f"{level}_mistake_patterns_naming_1_tile": naming[1],
            f"{level}_mistake_patterns_naming_2_tiles": naming[2],
            f"{level}_mistake_patterns_naming_6_tiles": naming[6],
        }
    return figures


@checks.add(Level.FULL, of_full_run=True)
def known_boards(artifacts: Artifacts) -> Figures:
    """Boards with known answers, and boards that need as many taps as is known of the hardest ones."""
    for level, algebra in artifacts.algebras.items():
        rows = list(known_rows(Artifacts.puzzle, f"{level}.csv"))
        boards = parse_boards([row["board"] for row in rows], algebra.level)
        solvable = algebra.is_solvable(boards).tolist()
        fewest = artifacts.solvers[level].fewest(algebra.one_solution(boards))
        solutions = all_written(fewest.solutions, algebra.level)
        names = tile_names(algebra.level, Layout.ROWS)
        for i, (row, fixes) in enumerate(zip(rows, TypingMistakes(algebra).fixes(boards), strict=True)):
            found: dict[str, object] = {
                "solvable": int(solvable[i]),
                "single_tile_fixes": written_fixes(fixes, names),
            }
            if solvable[i]:
                found |= {
                    "n_solutions": algebra.n_solutions,
                    "min_taps": fewest.min_taps[i],
                    "n_min_solutions": fewest.n_min_solutions[i],
                    "min_tiles": fewest.min_tiles[i],
                    "solution": solutions[i],
                }
            for key, value in found.items():
                if row[key] and row[key] != str(value):
                    raise Error(f"{level} board {row['board']}: {key} is {value}, but {row[key]} is known")
    known = known_values(Artifacts.puzzle)
    examples = ("hard_fewest_taps_max_example", "expert_fewest_taps_largest_known_example")
    return {f"{key}_taps": artifacts.fewest_taps(key.partition("_")[0], known[key]) for key in examples}
