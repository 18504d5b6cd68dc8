"""The figures of the arrow puzzle, each computed from its database.

Every solution in it is also checked by the rules, and its fewest taps by the oracle of the tests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from pipeline.arrow_puzzle.game.algebra import Algebra, algebra_of
from pipeline.arrow_puzzle.game.batch import BatchSolver
from pipeline.arrow_puzzle.game.levels import parse_level
from pipeline.arrow_puzzle.game.notation import (
    Layout,
    all_written,
    parse_board,
    parse_boards,
    tile_names,
)
from pipeline.arrow_puzzle.game.smith import parse_diagonal
from pipeline.arrow_puzzle.game.solutions import span
from pipeline.arrow_puzzle.game.typing_mistakes import TypingMistakes, written_fixes
from pipeline.arrow_puzzle.levels import read_algebras
from pipeline.arrow_puzzle.tables import SCHEMA_VERSION
from pipeline.artifact.database import open_database
from pipeline.errors import PipelineError
from pipeline.progress import say
from scripts.verify.known import ROOT, Figures, Tally, all_figures, compare, known_rows
from tests.oracle import arrow_puzzle as oracle

PUZZLE = "arrow_puzzle"
MEAN_TOLERANCE = 0.02
"""How far a sampled mean may be from the known one: both are samples, the known one rounded."""


@dataclass
class Artifacts:
    """The artifacts of a full run."""

    folder: Path

    def query(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a query on the database."""
        path = self.folder / "arrow_puzzle.db"
        with closing(open_database(path, "arrow_database", SCHEMA_VERSION)) as database:
            return database.execute(sql, values).fetchall()

    def value(self, sql: str, *values: object) -> Any:
        """The only value of a query."""
        ((value,),) = self.query(sql, *values)
        return value

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
    for level, tiles, directions, solutions, solvable in artifacts.query(
        "SELECT level, tiles, directions, n_solutions, n_solvable_boards FROM levels"
    ):
        figures |= {
            f"{level}_tiles": tiles,
            f"{level}_directions": directions,
            f"{level}_boards": directions**tiles,
            f"{level}_solutions": solutions,
            f"{level}_solvable_boards": solvable,
        }
    return figures


def algebra(artifacts: Artifacts) -> Figures:
    """Smith normal forms, ranks and checks."""
    figures: Figures = {}
    for shape, side, form in artifacts.query("SELECT shape, side, smith_normal_form FROM levels"):
        figures[f"{shape}_{side}_smith_normal_form"] = " ".join(map(str, parse_diagonal(form)))
    for side in (2, 3):  # not in the database
        found = algebra_of(parse_level(f"hexagon-{side}-6", ()))
        figures[f"hexagon_{side}_smith_normal_form"] = " ".join(map(str, found.smith_diagonal))
        figures[f"hexagon_{side}_directions_6_solutions"] = found.n_solutions
    for prime, rank in artifacts.query("SELECT prime, rank FROM primes WHERE level = 'expert'"):
        figures[f"hexagon_4_rank_mod_{prime}"] = rank
    for level in ("hard", "expert"):
        figures[f"{level}_checks"] = artifacts.value(
            "SELECT count(DISTINCT check_no) FROM checks WHERE level = ?", level
        )
    for key, table in (("one_tap_count", "kernel"), ("unnoticed_mistakes", "checks")):
        tiles = {level: _tiles_without(artifacts, level, table) for level in ("hard", "expert")}
        if tiles["hard"] != tiles["expert"]:
            raise PipelineError(f"the table {table} leaves out other tiles of hard and expert")
        figures[f"hexagon_4_tiles_with_{key}"] = tiles["expert"]
    return figures


def _tiles_without(artifacts: Artifacts, level: str, table: str) -> str:
    """The names of the tiles at which all vectors of a table are 0."""
    names = tile_names(artifacts.algebras[level].level, Layout.ROWS)
    tiles = artifacts.query(
        f"SELECT tile FROM {table} WHERE level = ? "  # noqa: S608
        "GROUP BY tile HAVING max(value) = 0",
        level,
    )
    return " ".join(names[tile] for (tile,) in tiles)


def solutions_of_an_expert_board(artifacts: Artifacts) -> Figures:
    """How many solutions tap a tile so often."""
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
        naming = Counter(len({change.tile for change in changes}) for changes in patterns)
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
    counts = artifacts.query(
        "SELECT taps, n_boards FROM tap_counts WHERE level = 'hard' ORDER BY taps"
    )
    if [taps for taps, _ in counts] != list(range(len(counts))):
        raise PipelineError("tap_counts leaves out some taps of hard")
    most, most_boards = counts[-1]
    mean = artifacts.value("SELECT mean FROM tap_statistics WHERE level = 'hard'")
    figures = {
        "hard_fewest_taps_boards": " ".join(str(n_boards) for _, n_boards in counts),
        "hard_fewest_taps_max": most,
        "hard_fewest_taps_max_boards": most_boards,
        "hard_fewest_taps_mean": f"{mean:.4f}",
        "expert_fewest_taps_mean_about": artifacts.value(
            "SELECT mean FROM tap_statistics WHERE level = 'expert'"
        ),
        "expert_fewest_taps_bound": artifacts.value(
            "SELECT proven_bound FROM tap_statistics WHERE level = 'expert'"
        ),
        "expert_fewest_taps_largest_known": artifacts.value(
            "SELECT max(min_taps) FROM hardest_boards WHERE level = 'expert'"
        ),
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
        for i, (row, fixes) in enumerate(
            zip(rows, TypingMistakes(algebra).fixes(boards), strict=True)
        ):
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
                    raise PipelineError(
                        f"{level} board {row['board']}: {key} is {value}, but {row[key]} is known"
                    )
    return {}


def _oracle_level(artifacts: Artifacts, name: str) -> oracle.Level:
    level = artifacts.algebras[name].level
    return oracle.Level(level.shape.value, level.side, level.directions)


def stored_boards_again(artifacts: Artifacts) -> Figures:
    """Boards of the tables solutions and hardest_boards, by the rules and by the oracle."""
    rows: Sequence[tuple[Any, ...]] = artifacts.query(
        "SELECT level, board, min_taps, n_min_solutions, solution FROM hardest_boards "
        "UNION SELECT level, board, min_taps, n_min_solutions, solution FROM solutions"
    )
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


CHECKS = (
    counts_of_boards,
    algebra,
    solutions_of_an_expert_board,
    typing_mistakes,
    fewest_taps,
    known_boards,
    stored_boards_again,
)


def _agrees(key: str, value: str, expected: str) -> bool:
    if key == "expert_fewest_taps_largest_known":
        return int(value) >= int(expected)
    if key == "expert_fewest_taps_mean_about":
        return abs(float(value) - float(expected)) <= MEAN_TOLERANCE
    return value == expected


def verify(config: Mapping[str, Any]) -> Tally:
    """Compute all figures and compare them with the known ones.

    Args:
        config: the section `arrow_puzzle`.

    Raises:
        PipelineError: an artifact is missing or damaged, or a stored answer is wrong.
    """
    artifacts = Artifacts(ROOT / config["output"])
    computed = all_figures(CHECKS, artifacts)
    expected = {
        row["key"]: row["value"]
        for row in known_rows(PUZZLE, "figures.csv")
        if not row["key"].startswith("published")  # what the published program does; see the tests
    }
    return compare(computed, expected, _agrees)
