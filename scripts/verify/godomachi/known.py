"""Known figures of the full run, computed from its database, and for 11 cells and more anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from pipeline.godomachi.tables import CUTS, HISTOGRAM, PAIRS, POLYOMINOES
from scripts.verify.checks import Checks, Figures, Level
from scripts.verify.godomachi.artifacts import Artifacts
from scripts.verify.known import known_figures, known_rows
from tablebases.errors import Error
from tablebases.godomachi.cut_tables import ONE_CELL, Plies, all_cuts, all_plies
from tablebases.godomachi.notation import parse_shape
from tablebases.godomachi.pair import Pair
from tablebases.godomachi.polyominoes import shape_text
from tablebases.godomachi.tablebase import MaxCut

checks: Checks[Artifacts] = Checks()
LARGEST_PLAYED = 11


@checks.add(Level.FULL, of_full_run=True)
def free_polyomino_counts(artifacts: Artifacts) -> Figures:
    """How many free polyominoes there are, and which the database has."""
    for cells, stored in artifacts.frame(POLYOMINOES).groupby("n"):
        if stored.cells.tolist() != list(map(shape_text, artifacts.shapes[cells - 1])):
            raise Error(f"the database has other polyominoes of {cells} cells")
    return {"free_polyominoes": " ".join(str(len(shapes)) for shapes in artifacts.shapes)}


@checks.add(Level.FULL, of_full_run=True)
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


@checks.add(Level.FULL, of_full_run=True)
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
                raise Error(f"the packed plies of {cells} cells are wrong")
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


@checks.add(Level.FULL, of_full_run=True)
def cuts(artifacts: Artifacts) -> Figures:
    """Ways to split, and moves."""
    stored = dict(iter(artifacts.frame(CUTS).set_index("n").groupby("n")))
    splits = []
    for n in range(2, LARGEST_PLAYED + 1):
        found = all_cuts(artifacts.shapes[n - 1], artifacts.shapes[: n - 1])
        splits.append(int(found.ways.sum()) // 2)
        if n in stored and not np.array_equal(stored[n].to_numpy(), np.stack(found, axis=1)):
            raise Error(f"the cuts of polyominoes of {n} cells are wrong")
    figures: Figures = {"splits": " ".join(map(str, splits))}
    for cells in (8, 10):
        # Of two shapes there are as many moves with a piece as there are products of their cuts.
        of_shape = stored[cells].groupby(["k", "piece", "id"]).size()
        of_piece, squares = (counts.groupby(["k", "piece"]).sum() for counts in (of_shape, of_shape**2))
        count = len(artifacts.shapes[cells - 1])
        figures[f"n{cells}_mean_moves_about"] = (of_piece**2 - squares).sum() / (count * (count - 1))
    return figures


@checks.add(Level.FULL, of_full_run=True)
def pentominoes(artifacts: Artifacts) -> Figures:
    """Pairs of pentominoes that the second player wins, by name, and a long game."""
    known = known_figures(Artifacts.puzzle)
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


@checks.add(Level.FULL, of_full_run=True)
def known_tables(artifacts: Artifacts) -> Figures:
    """Known lists of shapes, and known plies of all pairs up to 6 cells."""
    for row in known_rows(Artifacts.puzzle, "polyominoes.csv"):
        if shape_text(artifacts.shape(int(row["n"]), int(row["id"]))) != row["shape"]:
            raise Error(f"polyomino {row['id']} of {row['n']} cells is not {row['shape']}")
    for row in known_rows(Artifacts.puzzle, "plies.csv"):
        if "".join(map(str, artifacts.plies[int(row["n"]) - 1][int(row["id"])])) != row["plies"]:
            raise Error(f"the plies of polyomino {row['id']} of {row['n']} cells are wrong")
    return {}


def agrees(key: str, value: str, expected: str) -> bool:
    """Whether a figure is the known one, as far as that is known."""
    if key.endswith("_about"):
        return f"{float(value):.1f}" == expected
    if key == "longest_games":  # known for larger polyominoes than a laptop can play all of
        return expected.split()[: LARGEST_PLAYED - 3] == value.split()
    return value == expected


def expected_figures() -> dict[str, str]:
    """The known figures of the full run."""
    return {
        key: value
        for key, value in known_figures(Artifacts.puzzle).items()
        # Letters are names; the others are what incomplete ways to cut miss, see the tests.
        if not key.startswith(("pentominoes", "cell_by_cell", "fixed_lumps"))
    }
