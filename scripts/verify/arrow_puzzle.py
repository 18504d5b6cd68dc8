"""The figures of the arrow puzzle, each computed from its database.

Every solution in it is also checked by the rules, and its fewest taps by the oracle of the tests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from sqlalchemy import Table, select, union

from pipeline.arrow_puzzle.game.algebra import Algebra, algebra_of
from pipeline.arrow_puzzle.game.batch import BatchSolver
from pipeline.arrow_puzzle.game.choices import Layout
from pipeline.arrow_puzzle.game.levels import parse_level
from pipeline.arrow_puzzle.game.notation import all_written, parse_board, parse_boards, tile_names
from pipeline.arrow_puzzle.game.smith import parse_diagonal
from pipeline.arrow_puzzle.game.solutions import span
from pipeline.arrow_puzzle.game.typing_mistakes import TypingMistakes, written_fixes
from pipeline.arrow_puzzle.readers import read_algebras
from pipeline.arrow_puzzle.tables import (
    CHECKS,
    DATABASE,
    HARDEST_BOARDS,
    KERNEL,
    LEVELS,
    PRIMES,
    SOLUTIONS,
    TAP_COUNTS,
    TAP_STATISTICS,
)
from pipeline.core.database import open_database
from pipeline.core.errors import PipelineError
from pipeline.core.progress import say
from scripts.verify.arrow_algebra import MATRICES, check_level
from scripts.verify.known import ROOT, Figures, Tally, all_figures, compare, known_rows
from tests.oracle import arrow_puzzle as oracle

PUZZLE = "arrow_puzzle"
MEAN_TOLERANCE = 0.02
"""How far a sampled mean may be from the known one: both are samples, the known one rounded."""


@dataclass
class Artifacts:
    """The artifacts of a full run."""

    folder: Path

    def table(self, of: Table, level: str | None = None) -> pd.DataFrame:
        """A table of the database, or the rows of a level."""
        rows = select(of) if level is None else select(of).where(of.c.level == level)
        with open_database(self.folder / DATABASE.file, DATABASE) as database:
            return pd.read_sql(rows, database)

    @cached_property
    def algebras(self) -> dict[str, Algebra]:
        """What the artifact of the stage levels says of every level."""
        return read_algebras(self.folder / "parts" / "levels.db")

    @cached_property
    def solvers(self) -> dict[str, BatchSolver]:
        """A solver for every level."""
        return {name: BatchSolver(algebra) for name, algebra in self.algebras.items()}

    def fewest_taps(self, level: str, board: str) -> int:
        """The fewest taps of a board."""
        algebra = self.algebras[level]
        parsed = parse_board(board, algebra.level)[None]
        return int(self.solvers[level].fewest(algebra.one_solution(parsed)).min_taps[0])


def counts_of_boards(artifacts: Artifacts) -> Figures:
    """Boards, solvable boards and solutions of every level."""
    figures: Figures = {}
    for row in artifacts.table(LEVELS).itertuples():
        figures |= {
            f"{row.level}_tiles": row.tiles,
            f"{row.level}_directions": row.directions,
            f"{row.level}_boards": row.directions**row.tiles,
            f"{row.level}_solutions": row.n_solutions,
            f"{row.level}_solvable_boards": row.n_solvable_boards,
        }
    return figures


def algebra(artifacts: Artifacts) -> Figures:
    """Smith normal forms, ranks and checks."""
    figures: Figures = {}
    for row in artifacts.table(LEVELS).itertuples():
        figures[f"{row.shape}_{row.side}_smith_normal_form"] = " ".join(map(str, parse_diagonal(row.smith_normal_form)))
    for side in (2, 3):  # not in the database
        found = algebra_of(parse_level(f"hexagon-{side}-6", ()))
        figures[f"hexagon_{side}_smith_normal_form"] = " ".join(map(str, found.smith_diagonal))
        figures[f"hexagon_{side}_directions_6_solutions"] = found.n_solutions
    for row in artifacts.table(PRIMES, "expert").itertuples():
        figures[f"hexagon_4_rank_mod_{row.prime}"] = row.rank
    for level in ("hard", "expert"):
        figures[f"{level}_checks"] = artifacts.table(CHECKS, level)["check_no"].nunique()
    for key, table in (("one_tap_count", KERNEL), ("unnoticed_mistakes", CHECKS)):
        tiles = {level: _tiles_without(artifacts, level, table) for level in ("hard", "expert")}
        if tiles["hard"] != tiles["expert"]:
            raise PipelineError(f"the table {table} leaves out other tiles of hard and expert")
        figures[f"hexagon_4_tiles_with_{key}"] = tiles["expert"]
    return figures


def _tiles_without(artifacts: Artifacts, level: str, table: Table) -> str:
    """The names of the tiles at which all vectors of a table are 0."""
    names = tile_names(artifacts.algebras[level].level, Layout.ROWS)
    largest = artifacts.table(table, level).groupby("tile")["value"].max()
    return " ".join(names[tile] for tile in largest.index[largest == 0])


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


def fewest_taps(artifacts: Artifacts) -> Figures:
    """How many boards need how many taps, and the hardest ones."""
    counts = artifacts.table(TAP_COUNTS, "hard").sort_values("taps")
    if counts["taps"].tolist() != list(range(len(counts))):
        raise PipelineError("tap_counts leaves out some taps of hard")
    n_boards = counts["n_boards"].tolist()
    most = len(counts) - 1
    statistics = artifacts.table(TAP_STATISTICS).set_index("level")
    figures = {
        "hard_fewest_taps_boards": " ".join(map(str, n_boards)),
        "hard_fewest_taps_max": most,
        "hard_fewest_taps_max_boards": n_boards[-1],
        "hard_fewest_taps_mean": f"{statistics['mean']['hard']:.4f}",
        "expert_fewest_taps_mean_about": statistics["mean"]["expert"],
        "expert_fewest_taps_bound": statistics["proven_bound"]["expert"],
        "expert_fewest_taps_largest_known": artifacts.table(HARDEST_BOARDS, "expert")["min_taps"].max(),
    }
    examples = {
        "hard_fewest_taps_max_example": most,
        "expert_fewest_taps_largest_known_example": 80,
    }
    known = {row["key"]: row["value"] for row in known_rows(PUZZLE, "figures.csv")}
    for key, taps in examples.items():
        found = artifacts.fewest_taps(key.partition("_")[0], known[key])
        figures[key] = known[key] if found == taps else f"a board that needs {found} taps"
    return figures


def known_boards(artifacts: Artifacts) -> Figures:
    """Boards with known answers."""
    for level, algebra in artifacts.algebras.items():
        rows = list(known_rows(PUZZLE, f"{level}.csv"))
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
                    raise PipelineError(f"{level} board {row['board']}: {key} is {value}, but {row[key]} is known")
    return {}


def _oracle_level(artifacts: Artifacts, name: str) -> oracle.Level:
    level = artifacts.algebras[name].level
    return oracle.Level(level.shape.value, level.side, level.directions)


def matrices_again(artifacts: Artifacts) -> Figures:
    """The matrices of all levels, against the rules, on sampled boards where there are too many."""
    for _, row in artifacts.table(LEVELS).iterrows():
        of_level = {of.name: artifacts.table(of, row["level"]) for of in MATRICES}
        check_level(of_level, row, _oracle_level(artifacts, row["level"]))
    return {}


def stored_boards_again(artifacts: Artifacts) -> Figures:
    """Boards of the tables solutions and hardest_boards, by the rules and by the oracle."""
    columns = ("level", "board", "min_taps", "n_min_solutions", "solution")
    with open_database(artifacts.folder / DATABASE.file, DATABASE) as database:
        rows = database.execute(union(*(select(*of.c[columns]) for of in (HARDEST_BOARDS, SOLUTIONS)))).all()
    for name, text, min_taps, n_min_solutions, solution in rows:
        level = _oracle_level(artifacts, name)
        board, matrix = oracle.parse_board(text, level.m), level.matrix()
        found = oracle.fewest_taps(board, matrix, level.m)
        expected = found and (found.taps, found.optimal, oracle.format_taps(found.solution))
        stored = None if solution is None else (min_taps, n_min_solutions, solution)
        if stored != expected:
            raise PipelineError(f"{name} board {text}: {stored} is stored, {expected} is right")
        if solution is not None:
            taps = oracle.parse_taps(solution)
            if not oracle.is_solved(oracle.after_taps(board, taps, matrix, level.m)):
                raise PipelineError(f"{name} board {text} is not solved by {solution}")
    say(f"the oracle agrees on {len(rows)} boards of the database")
    return {}


FIGURES = (
    counts_of_boards,
    algebra,
    solutions_of_an_expert_board,
    typing_mistakes,
    fewest_taps,
    known_boards,
    matrices_again,
    stored_boards_again,
)


def _agrees(key: str, value: str, expected: str) -> bool:
    if key == "expert_fewest_taps_largest_known":
        return int(value) >= int(expected)
    if key == "expert_fewest_taps_mean_about":
        return abs(float(value) - float(expected)) <= MEAN_TOLERANCE
    return value == expected


def verify(config: Mapping[str, Any], _quick: bool) -> Tally:
    """Compute all figures and compare them with the known ones.

    Args:
        config: the section `arrow_puzzle`.

    Raises:
        PipelineError: an artifact is missing or damaged, or a stored answer is wrong.
    """
    artifacts = Artifacts(ROOT / config["output"])
    computed = all_figures(FIGURES, artifacts)
    expected = {
        row["key"]: row["value"]
        for row in known_rows(PUZZLE, "figures.csv")
        if not row["key"].startswith("published")  # what the published program does; see the tests
    }
    return compare(computed, expected, _agrees)
