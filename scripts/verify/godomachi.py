"""The figures of Godomachi, computed from its database, and for 11 cells and more anew.

Pairs are also asked for at random: of the database, of the solver of single pairs, of the oracle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pandas as pd
from sqlalchemy import Table, select

from pipeline.core.database import open_database
from pipeline.core.errors import PipelineError
from pipeline.core.progress import say
from pipeline.godomachi.game.cuts import MaxCut, all_cuts
from pipeline.godomachi.game.notation import parse_shape
from pipeline.godomachi.game.pair import Pair
from pipeline.godomachi.game.polyominoes import Cells, Shapes, free_polyominoes, shape_text
from pipeline.godomachi.game.values import ONE_CELL, Plies, all_plies
from pipeline.godomachi.readers import read_plies
from pipeline.godomachi.tables import CUTS, DATABASE, HISTOGRAM, PAIRS, POLYOMINOES
from scripts.verify.known import ROOT, Figures, Tally, all_figures, compare, known_rows
from tests.oracle import godomachi as oracle

PUZZLE = "godomachi"
LARGEST_PLAYED = 11
LARGEST_LISTED = 13
PAIRS_ASKED = {8: 40, 9: 40, 10: 40}
"""Cells -> how many pairs are asked for at random."""

PAIRS_OF_ORACLE = {8: 40, 9: 10}

CONTRADICTIONS = {
    "pairs differ from their packed rows": """
        pairs JOIN packed_plies USING (n, a)
        WHERE substr(hex(packed_plies.plies), b - a, 1) <> CAST(pairs.plies AS TEXT)
    """,
    "pairs differ from the best of their moves": """
        pairs WHERE n <= 8 AND plies <> (
            SELECT coalesce(min(plies) FILTER (WHERE plies % 2), max(plies)) FROM moves
            WHERE moves.n = pairs.n AND moves.a = pairs.a AND moves.b = pairs.b
        )
    """,
    "puzzles are wrong or missing": """
        pairs LEFT JOIN puzzles USING (n, a, b)
        WHERE n <= 8 AND (puzzles.k IS NOT NULL) <> (pairs.plies > 2 AND 1 = (
            SELECT count(*) FROM moves WHERE moves.n = pairs.n AND moves.a = pairs.a
                AND moves.b = pairs.b AND moves.plies % 2
        ))
    """,
}
"""What there must be none of -> where it would be."""


@dataclass
class Artifacts:
    """The artifacts of a full run."""

    path: Path
    """The database."""

    def frame(self, of: Table) -> pd.DataFrame:
        """A table of the database."""
        with open_database(self.path, DATABASE) as database:
            return pd.read_sql(select(of), database)

    def count(self, sql: str) -> int:
        """How many rows there are of something."""
        with open_database(self.path, DATABASE) as database:
            return int(database.exec_driver_sql(f"SELECT count(*) FROM {sql}").scalar_one())  # noqa: S608

    @cached_property
    def shapes(self) -> list[Shapes]:
        """All polyominoes of 1, 2, ... cells, listed anew."""
        return free_polyominoes(LARGEST_LISTED)

    @cached_property
    def plies(self) -> list[Plies]:
        """The plies of all pairs of 1, 2, ... cells, as the packed rows have them."""
        return read_plies(self.path, LARGEST_PLAYED, DATABASE)

    def shape(self, cells: int, number: int) -> Cells:
        """A polyomino by its number."""
        shape: Cells = self.shapes[cells - 1][number]
        return shape

    def random_pairs(self, asked: Mapping[int, int]) -> Iterator[tuple[int, int, int, int]]:
        """(n, a, b, plies) of pairs at random."""
        random = Random(5)  # noqa: S311
        for cells, count in asked.items():
            plies = self.plies[cells - 1]
            for _ in range(count):
                a, b = sorted(random.sample(range(len(plies)), 2))
                yield cells, a, b, int(plies[a, b])


def shapes(artifacts: Artifacts) -> Figures:
    """Free polyominoes, and those of the database."""
    for cells, stored in artifacts.frame(POLYOMINOES).groupby("n"):
        if stored.cells.tolist() != list(map(shape_text, artifacts.shapes[cells - 1])):
            raise PipelineError(f"the database has other polyominoes of {cells} cells")
    return {"free_polyominoes": " ".join(str(len(shapes)) for shapes in artifacts.shapes)}


def winners(artifacts: Artifacts) -> Figures:
    """Pairs, winners and plies of the database."""
    figures: Figures = {}
    for cells, counts in artifacts.frame(HISTOGRAM).query("n > 3").groupby("n"):
        figures |= _figures_of_size(cells, dict(zip(counts.plies, counts["count"], strict=True)))
    return figures


def _figures_of_size(cells: int, counts: Mapping[int, int]) -> Figures:
    return {
        f"n{cells}_pairs": sum(counts.values()),
        f"n{cells}_first_wins": sum(count for plies, count in counts.items() if plies % 2),
        f"n{cells}_second_wins": sum(count for plies, count in counts.items() if plies % 2 == 0),
        f"n{cells}_plies": " ".join(map(str, counts.values())),
    }


def _all_sizes(artifacts: Artifacts, max_cut: MaxCut) -> Iterator[tuple[int, Iterator[Plies]]]:
    """The plies of all pairs of 2 to 11 cells, computed anew: cells, and blocks of rows."""
    smaller = [ONE_CELL]
    for cells in range(2, LARGEST_PLAYED + 1):
        cuts = all_cuts(artifacts.shapes[cells - 1], artifacts.shapes[: cells - 1], max_cut)
        if cells < LARGEST_PLAYED:
            smaller.append(np.concatenate(list(all_plies(cuts, smaller))))
            yield cells, iter([smaller[-1]])
        else:
            yield cells, all_plies(cuts, smaller)


def both_rules(artifacts: Artifacts) -> Figures:
    """Both rules for pieces up to 11 cells against the packed rows, and the longest games."""
    agree_up_to, longest = 1, []
    counts = np.zeros(256, dtype=np.int64)
    of_both = zip(_all_sizes(artifacts, MaxCut.ANY), _all_sizes(artifacts, MaxCut.HALF), strict=True)
    for (cells, of_any), (_, of_half) in of_both:
        counts[:] = 0
        first, agree = 0, True
        stored = artifacts.plies[cells - 1] if cells <= len(artifacts.plies) else None
        for any_block, half_block in zip(of_any, of_half, strict=True):
            if stored is not None and not np.array_equal(any_block, stored[first : first + len(any_block)]):
                raise PipelineError(f"the packed plies of {cells} cells are wrong")
            agree = agree and np.array_equal(any_block, half_block)
            for shape, plies in enumerate(any_block, start=first):
                counts += np.bincount(plies[shape + 1 :], minlength=256)
            first += len(any_block)
        if agree and agree_up_to == cells - 1:
            agree_up_to = cells
        longest.append(int(counts.nonzero()[0].max(initial=0)))
    found = {int(plies): int(counts[plies]) for plies in counts.nonzero()[0]}
    return {
        "max_cut_agree_up_to": agree_up_to,
        "longest_games": " ".join(map(str, longest[2:])),
        **_figures_of_size(LARGEST_PLAYED, found),
    }


def cuts(artifacts: Artifacts) -> Figures:
    """Ways to split, and moves."""
    stored = dict(iter(artifacts.frame(CUTS).set_index("n").groupby("n")))
    splits = []
    for n in range(2, LARGEST_PLAYED + 1):
        found = all_cuts(artifacts.shapes[n - 1], artifacts.shapes[: n - 1])
        splits.append(int(found.ways.sum()) // 2)
        if n in stored and not np.array_equal(stored[n].to_numpy(), np.stack(found, axis=1)):
            raise PipelineError(f"the cuts of polyominoes of {n} cells are wrong")
    figures: Figures = {"splits": " ".join(map(str, splits))}
    for cells in (8, 10):
        # Of two shapes there are as many moves with a piece as there are products of their cuts.
        of_shape = stored[cells].groupby(["k", "piece", "id"]).size()
        of_piece, squares = (counts.groupby(["k", "piece"]).sum() for counts in (of_shape, of_shape**2))
        count = len(artifacts.shapes[cells - 1])
        figures[f"n{cells}_mean_moves_about"] = (of_piece**2 - squares).sum() / (count * (count - 1))
    return figures


def pentominoes(artifacts: Artifacts) -> Figures:
    """Pairs of pentominoes that the second player wins, by name, and a long game."""
    known = {row["key"]: row["value"] for row in known_rows(PUZZLE, "figures.csv")}
    letters, expected = (known[key].split() for key in ("pentominoes", "n5_second_wins_names"))
    lost = artifacts.frame(PAIRS).query("n == 5 and winner == 0")
    names = {frozenset((letters[a], letters[b])) for a, b in zip(lost.a, lost.b, strict=True)}
    found = expected if names == set(map(frozenset, expected)) else map("".join, names)
    rectangle, straight = (parse_shape(text, "a shape", 15) for text in ("#####/" * 3, "#" * 15))
    long_game = Pair(rectangle, straight)
    return {
        "n5_second_wins_names": " ".join(found),
        "rectangle_3x5_against_i15_plies": long_game.plies(*long_game.start),
    }


def known_tables(artifacts: Artifacts) -> Figures:
    """Known lists of shapes, and known plies of all pairs up to 6 cells."""
    for row in known_rows(PUZZLE, "polyominoes.csv"):
        if shape_text(artifacts.shape(int(row["n"]), int(row["id"]))) != row["shape"]:
            raise PipelineError(f"polyomino {row['id']} of {row['n']} cells is not {row['shape']}")
    for row in known_rows(PUZZLE, "plies.csv"):
        if "".join(map(str, artifacts.plies[int(row["n"]) - 1][int(row["id"])])) != row["plies"]:
            raise PipelineError(f"the plies of polyomino {row['id']} of {row['n']} cells are wrong")
    return {}


def rows_and_views(artifacts: Artifacts) -> Figures:
    """Whether rows, packed rows, moves and puzzles of the database say the same."""
    for what, sql in CONTRADICTIONS.items():
        if count := artifacts.count(sql):
            raise PipelineError(f"{count} {what}")
    return {}


def pairs_again(artifacts: Artifacts) -> Figures:
    """Pairs at random by the solver of single pairs and by the oracle."""
    for cells, a, b, plies in artifacts.random_pairs(PAIRS_ASKED):
        pair = Pair(artifacts.shape(cells, a), artifacts.shape(cells, b))
        if pair.plies(*pair.start) != plies:
            raise PipelineError(f"{cells} cells, {a} and {b}: {plies} is stored, not confirmed")
    for cells, a, b, plies in artifacts.random_pairs(PAIRS_OF_ORACLE):
        one, other = ([(x, y) for x, y in artifacts.shape(cells, number).tolist()] for number in (a, b))
        found = oracle.value(one, other)
        if found != plies:
            raise PipelineError(f"{cells} cells, {a} and {b}: {plies} is stored, {found} is right")
    asked, of_oracle = sum(PAIRS_ASKED.values()), sum(PAIRS_OF_ORACLE.values())
    say(f"the solver of single pairs agrees on {asked} pairs, the oracle on {of_oracle}")
    return {}


CHECKS = (
    shapes,
    winners,
    both_rules,
    cuts,
    pentominoes,
    known_tables,
    rows_and_views,
    pairs_again,
)


def _agrees(key: str, value: str, expected: str) -> bool:
    if key.endswith("_about"):
        return f"{float(value):.1f}" == expected
    if key == "longest_games":  # known for larger polyominoes than a laptop can play all of
        return expected.split()[: LARGEST_PLAYED - 3] == value.split()
    return value == expected


def verify(config: Mapping[str, Any], _quick: bool) -> Tally:
    """Compute all figures and compare them with the known ones.

    Args:
        config: the section `godomachi`, with pieces of any size.

    Raises:
        PipelineError: an artifact is missing or damaged, or a stored answer is wrong.
    """
    computed = all_figures(CHECKS, Artifacts(ROOT / config["output"] / DATABASE.file))
    expected = {
        row["key"]: row["value"]
        for row in known_rows(PUZZLE, "figures.csv")
        # Letters are names; the others are what incomplete ways to cut miss, see the tests.
        if not row["key"].startswith(("pentominoes", "cell_by_cell", "fixed_lumps"))
    }
    return compare(computed, expected, _agrees)
