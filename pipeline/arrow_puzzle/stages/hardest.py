"""Stage hardest: the boards that need the most taps, proven."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.arrow_puzzle.families import COLUMNS, key_of
from pipeline.arrow_puzzle.levels import LevelOptions, algebras_of
from pipeline.artifacts import ProvenanceNotes, write_csv
from tablebases.arrow.batches import BatchSolver, averaging_bound, found_families
from tablebases.arrow.families import Family
from tablebases.arrow.hardest import halves_of, hardest_families
from tablebases.arrow.linear import Algebra
from tablebases.arrow.solutions import MAX_TRANSLATES
from tablebases.messages import say


def proven_families(algebra: Algebra, restarts: int, steps: int, seed: int) -> list[Family]:
    """The hardest boards of a level; none if that is not proven.

    Simulated annealing finds hard boards, then the search all that are as hard or harder. If the tiles do not fall into
    halves, boards that need the mean taps of their solutions are proven too, because no board needs more.
    """
    name, bound, halves = algebra.level.name, averaging_bound(algebra), halves_of(algebra)
    if algebra.n_solutions > MAX_TRANSLATES:
        say(f"{name}: not proven, a board has too many solutions")
        return []
    found = found_families(BatchSolver(algebra), restarts, steps, seed)
    most = found[0].min_taps
    if halves:
        say(f"{name}: a board needs {most} taps, none more than {bound}; searching for all that need {most} or more")
        found = hardest_families(halves, most)
        boards, orbits = sum(family.n_boards for family in found), sum(family.size for family in found)
        say(f"{name}: no board needs more than {found[0].min_taps} taps; {boards:,} do, in {orbits:,} orbits")
    elif most == bound:
        say(f"{name}: no board needs more than {most} taps, the mean of its solutions")
    else:
        say(f"{name}: not proven, from {most} to {bound} taps; the tiles do not fall into halves")
        return []
    return found


def main(
    level: LevelOptions,
    out: Path,
    notes: Path,
    restarts: Annotated[int, typer.Option(min=1, help="Number of searches for a hard board.")] = 60,
    steps: Annotated[int, typer.Option(min=1, help="Changes to try in each.")] = 1_000_000,
    seed: Annotated[int, typer.Option(min=0, help="Their seed.")] = 1,
) -> None:
    """Prove how many taps the hardest boards of each level need, and list these boards.

    Copy the file to data/arrow_puzzle/hardest_boards.csv, and the run reads it.
    """
    parameters = {"levels": level, "restarts": restarts, "steps": steps, "seed": seed}
    provenance = ProvenanceNotes(__file__, [], parameters)
    found = [
        [*key_of(algebra.level), *family[:4], *family.ways]
        for algebra in algebras_of(level).values()
        for family in proven_families(algebra, restarts, steps, seed)
    ]
    write_csv(out, COLUMNS, found, provenance)
    provenance.write(notes)
