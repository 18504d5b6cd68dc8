"""Known figures of the full run, each computed from its database."""

from __future__ import annotations

from collections import Counter

import numpy as np
from sqlalchemy import Table

from pipeline.arrow_puzzle.tables import CHECKS, HARDEST_BOARDS, KERNEL, LEVELS, PRIMES, TAP_COUNTS, TAP_STATISTICS
from scripts.verify.arrow_puzzle.artifacts import Artifacts
from scripts.verify.checks import Checks, Figures, Level
from scripts.verify.known import known_figures, known_rows
from tablebases.arrow.boards import Layout, all_written, parse_boards, parse_level, tile_names
from tablebases.arrow.linear import algebra_of, parse_diagonal
from tablebases.arrow.solutions import TypingMistakes, span, written_fixes
from tablebases.errors import Error

checks: Checks[Artifacts] = Checks()
MEAN_TOLERANCE = 0.02
"""How far a sampled mean may be from the known one: both are samples, the known one rounded."""


@checks.add(Level.FULL, of_full_run=True)
def counts_of_boards(artifacts: Artifacts) -> Figures:
    """Boards, solvable boards and solutions of every level."""
    figures: Figures = {}
    for row in artifacts.frame(LEVELS).itertuples():
        figures |= {
            f"{row.level}_tiles": row.tiles,
            f"{row.level}_directions": row.directions,
            f"{row.level}_boards": row.directions**row.tiles,
            f"{row.level}_solutions": row.n_solutions,
            f"{row.level}_solvable_boards": row.n_solvable_boards,
        }
    return figures


@checks.add(Level.FULL, of_full_run=True)
def algebra(artifacts: Artifacts) -> Figures:
    """Smith normal forms, ranks and checks."""
    figures: Figures = {}
    for row in artifacts.frame(LEVELS).itertuples():
        figures[f"{row.shape}_{row.side}_smith_normal_form"] = " ".join(map(str, parse_diagonal(row.smith_normal_form)))
    for side in (2, 3):  # not in the database
        found = algebra_of(parse_level(f"hexagon-{side}-6", ()))
        figures[f"hexagon_{side}_smith_normal_form"] = " ".join(map(str, found.smith_diagonal))
        figures[f"hexagon_{side}_directions_6_solutions"] = found.n_solutions
    for row in artifacts.frame(PRIMES, level="expert").itertuples():
        figures[f"hexagon_4_rank_mod_{row.prime}"] = row.rank
    for level in ("hard", "expert"):
        figures[f"{level}_checks"] = artifacts.frame(CHECKS, level=level)["check_no"].nunique()
    for key, table in (("one_tap_count", KERNEL), ("unnoticed_mistakes", CHECKS)):
        tiles = {level: _tiles_without(artifacts, level, table) for level in ("hard", "expert")}
        if tiles["hard"] != tiles["expert"]:
            raise Error(f"the table {table} leaves out other tiles of hard and expert")
        figures[f"hexagon_4_tiles_with_{key}"] = tiles["expert"]
    return figures


def _tiles_without(artifacts: Artifacts, level: str, table: Table) -> str:
    """The names of the tiles at which all vectors of a table are 0."""
    names = tile_names(artifacts.algebras[level].level, Layout.ROWS)
    largest = artifacts.frame(table, level=level).groupby("tile")["value"].max()
    return " ".join(names[tile] for tile in largest.index[largest == 0])


@checks.add(Level.FULL, of_full_run=True)
def solutions_of_an_expert_board(artifacts: Artifacts) -> Figures:
    """How many solutions tap a tile a given number of times."""
    algebra = artifacts.algebras["expert"]
    level = algebra.level
    kernel = span(algebra.kernel, level.tiles, level.directions)
    counts = {
        count
        for tile, of_tile in enumerate(kernel.T)
        for count in np.bincount(of_tile, minlength=level.directions).tolist()
        if tile_names(level, Layout.ROWS)[tile] != "33"
    }
    return {"expert_solutions_per_tap_count": " ".join(map(str, sorted(counts)))}


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
def fewest_taps(artifacts: Artifacts) -> Figures:
    """How many boards need how many taps, and the hardest ones."""
    counts = artifacts.frame(TAP_COUNTS, level="hard").sort_values("taps")
    if counts["taps"].tolist() != list(range(len(counts))):
        raise Error("tap_counts leaves out some taps of hard")
    n_boards = counts["n_boards"].tolist()
    most = len(counts) - 1
    statistics = artifacts.frame(TAP_STATISTICS).set_index("level")
    figures = {
        "hard_fewest_taps_boards": " ".join(map(str, n_boards)),
        "hard_fewest_taps_max": most,
        "hard_fewest_taps_max_boards": n_boards[-1],
        "hard_fewest_taps_mean": f"{statistics['mean']['hard']:.4f}",
        "expert_fewest_taps_mean_about": statistics["mean"]["expert"],
        "expert_fewest_taps_bound": statistics["proven_bound"]["expert"],
        "expert_fewest_taps_largest_known": artifacts.frame(HARDEST_BOARDS, level="expert")["min_taps"].max(),
    }
    examples = {
        "hard_fewest_taps_max_example": most,
        "expert_fewest_taps_largest_known_example": 80,
    }
    known = known_figures(Artifacts.puzzle)
    for key, taps in examples.items():
        found = artifacts.fewest_taps(key.partition("_")[0], known[key])
        figures[key] = known[key] if found == taps else f"a board that needs {found} taps"
    return figures


@checks.add(Level.FULL, of_full_run=True)
def known_boards(artifacts: Artifacts) -> Figures:
    """Boards with known answers."""
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
    return {}


def agrees(key: str, value: str, expected: str) -> bool:
    """Whether a figure is the known one, as far as that is known."""
    if key == "expert_fewest_taps_largest_known":
        return int(value) >= int(expected)
    if key == "expert_fewest_taps_bound":
        return int(value) <= int(expected)
    if key == "expert_fewest_taps_mean_about":
        return abs(float(value) - float(expected)) <= MEAN_TOLERANCE
    return value == expected


def expected_figures() -> dict[str, str]:
    """The known figures of the full run."""
    return {
        key: value
        for key, value in known_figures(Artifacts.puzzle).items()
        if not key.startswith("published")  # what the published program does; see the tests
    }
