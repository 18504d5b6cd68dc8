"""The figures of Godomachi, computed from its database, and for 11 cells and more anew.

Pairs are also asked for at random: of the database, of the solver of single pairs, of the oracle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from pipeline.artifact.database import open_database
from pipeline.errors import PipelineError
from pipeline.godomachi.game.cuts import MaxCut, all_cuts
from pipeline.godomachi.game.notation import parse_shape
from pipeline.godomachi.game.pair import Pair
from pipeline.godomachi.game.polyominoes import Cells, Shapes, larger_polyominoes
from pipeline.godomachi.game.values import ONE_CELL, Plies, all_plies
from pipeline.godomachi.polyominoes import read_polyominoes
from pipeline.godomachi.tables import SCHEMA_VERSION
from pipeline.progress import say
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

    folder: Path

    def query(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a query on the database."""
        path = self.folder / "godomachi.db"
        with closing(open_database(path, "godomachi_database", SCHEMA_VERSION)) as database:
            return database.execute(sql, values).fetchall()

    @cached_property
    def shapes(self) -> list[Shapes]:
        """All polyominoes of 1, 2, .. cells, those that are too large for the database anew."""
        found = read_polyominoes(self.folder / "parts" / "polyominoes.db")
        while len(found) < LARGEST_LISTED:
            found.append(larger_polyominoes(found[-1]))
        return found

    def shape(self, cells: int, number: int) -> Cells:
        """A polyomino as the database writes it."""
        sql = "SELECT cells FROM polyominoes WHERE n = ? AND id = ?"
        return parse_shape(self.query(sql, cells, number)[0][0], "a shape", cells)

    def random_pairs(self, asked: Mapping[int, int]) -> Iterator[tuple[int, int, int, int]]:
        """(n, a, b, plies) of pairs at random, as the packed rows have them."""
        random = Random(5)  # noqa: S311
        for cells, count in asked.items():
            for _ in range(count):
                a, b = sorted(random.sample(range(len(self.shapes[cells - 1])), 2))
                sql = "SELECT substr(hex(plies), ?, 1) FROM packed_plies WHERE n = ? AND a = ?"
                yield cells, a, b, int(self.query(sql, b - a, cells, a)[0][0], base=16)


def counts_of_shapes(artifacts: Artifacts) -> Figures:
    """Free polyominoes."""
    return {"free_polyominoes": " ".join(str(len(shapes)) for shapes in artifacts.shapes)}


def winners(artifacts: Artifacts) -> Figures:
    """Pairs, winners and plies of the database."""
    figures: Figures = {}
    by_size: dict[int, dict[int, int]] = {}
    for cells, plies, count in artifacts.query(
        "SELECT n, plies, count FROM histogram WHERE n > 3 ORDER BY n, plies"
    ):
        by_size.setdefault(cells, {})[plies] = count
    for cells, counts in by_size.items():
        figures |= _figures_of_size(cells, counts)
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
    """Both rules for pieces up to 11 cells, and the longest games."""
    agree_up_to, longest = 1, []
    counts = np.zeros(256, dtype=np.int64)
    of_both = zip(
        _all_sizes(artifacts, MaxCut.ANY), _all_sizes(artifacts, MaxCut.HALF), strict=True
    )
    for (cells, of_any), (_, of_half) in of_both:
        counts[:] = 0
        first, agree = 0, True
        for any_block, half_block in zip(of_any, of_half, strict=True):
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
    splits = [
        int(all_cuts(artifacts.shapes[n - 1], artifacts.shapes[: n - 1]).ways.sum()) // 2
        for n in range(2, LARGEST_PLAYED + 1)
    ]
    stored = artifacts.query("SELECT sum(ways) / 2 FROM cuts GROUP BY n ORDER BY n")
    if [count for (count,) in stored] != splits[: len(stored)]:
        raise PipelineError(f"the database has {stored} splits, but there are {splits}")
    figures: Figures = {"splits": " ".join(map(str, splits))}
    for cells in (8, 10):
        # Of two shapes there are as many moves with a piece as there are products of their cuts.
        ((moves,),) = artifacts.query(
            """
            WITH of_shape AS (
                SELECT id, k, piece, count(*) AS cuts FROM cuts WHERE n = ? GROUP BY id, k, piece
            )
            SELECT sum(moves) FROM (
                SELECT (sum(cuts) * sum(cuts) - sum(cuts * cuts)) / 2 AS moves
                FROM of_shape GROUP BY k, piece
            )
            """,
            cells,
        )
        count = len(artifacts.shapes[cells - 1])
        figures[f"n{cells}_mean_moves_about"] = moves / (count * (count - 1) / 2)
    return figures


def pentominoes(artifacts: Artifacts) -> Figures:
    """Pairs of pentominoes that the second player wins, by name, and a long game."""
    known = {row["key"]: row["value"] for row in known_rows(PUZZLE, "figures.csv")}
    letters, expected = (known[key].split() for key in ("pentominoes", "n5_second_wins_names"))
    rows = artifacts.query("SELECT a, b FROM pairs WHERE n = 5 AND winner = 0")
    names = {frozenset(letters[number] for number in row) for row in rows}
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
        sql = "SELECT cells FROM polyominoes WHERE n = ? AND id = ?"
        if artifacts.query(sql, row["n"], row["id"]) != [(row["shape"],)]:
            raise PipelineError(f"polyomino {row['id']} of {row['n']} cells is not {row['shape']}")
    for row in known_rows(PUZZLE, "plies.csv"):
        sql = "SELECT b, plies FROM pairs WHERE n = ? AND a = ? ORDER BY b"
        number = int(row["id"])
        digits = "".join(str(plies) for _, plies in artifacts.query(sql, row["n"], number))
        if digits != row["plies"][number + 1 :]:
            raise PipelineError(f"the plies of polyomino {number} of {row['n']} cells are wrong")
    return {}


def rows_and_views(artifacts: Artifacts) -> Figures:
    """Whether rows, packed rows, moves and puzzles of the database say the same."""
    for what, sql in CONTRADICTIONS.items():
        count = artifacts.query(f"SELECT count(*) FROM {sql}")[0][0]  # noqa: S608
        if count:
            raise PipelineError(f"{count} {what}")
    return {}


def pairs_again(artifacts: Artifacts) -> Figures:
    """Pairs at random by the solver of single pairs and by the oracle."""
    for cells, a, b, plies in artifacts.random_pairs(PAIRS_ASKED):
        pair = Pair(artifacts.shape(cells, a), artifacts.shape(cells, b))
        if pair.plies(*pair.start) != plies:
            raise PipelineError(f"{cells} cells, {a} and {b}: {plies} is stored, not confirmed")
    for cells, a, b, plies in artifacts.random_pairs(PAIRS_OF_ORACLE):
        found = oracle.value(*(artifacts.shape(cells, number).tolist() for number in (a, b)))
        if found != plies:
            raise PipelineError(f"{cells} cells, {a} and {b}: {plies} is stored, {found} is right")
    asked, of_oracle = sum(PAIRS_ASKED.values()), sum(PAIRS_OF_ORACLE.values())
    say(f"the solver of single pairs agrees on {asked} pairs, the oracle on {of_oracle}")
    return {}


CHECKS = (
    counts_of_shapes,
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


def verify(config: Mapping[str, Any]) -> Tally:
    """Compute all figures and compare them with the known ones.

    Args:
        config: the section `godomachi`, with pieces of any size.

    Raises:
        PipelineError: an artifact is missing or damaged, or a stored answer is wrong.
    """
    computed = all_figures(CHECKS, Artifacts(ROOT / config["output"]))
    expected = {
        row["key"]: row["value"]
        for row in known_rows(PUZZLE, "figures.csv")
        # Letters are names; the others are what incomplete ways to cut miss, see the tests.
        if not row["key"].startswith(("pentominoes", "cell_by_cell", "fixed_lumps"))
    }
    return compare(computed, expected, _agrees)
