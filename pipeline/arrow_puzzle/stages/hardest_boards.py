"""Stage hardest_boards: the boards that need the most taps, from a file of proven ones or by a search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from pipeline.arrow_puzzle.families import key_of, read_families
from pipeline.arrow_puzzle.levels import LevelOptions, algebras_of
from pipeline.arrow_puzzle.tables import HARDEST_BOARDS, HARDEST_BOARDS_SCHEMA, HARDEST_PARTS
from pipeline.artifacts import ProvenanceNotes
from pipeline.database import create_database
from tablebases.arrow.batches import BatchSolver, found_families
from tablebases.arrow.boards import Level, all_written
from tablebases.arrow.families import MAX_DIRECTIONS, Family, solved_by
from tablebases.arrow.solutions import MAX_TRANSLATES
from tablebases.errors import Error
from tablebases.messages import say

Row = dict[str, object]


def rows_of_boards(solver: BatchSolver, families: Sequence[Family]) -> Iterator[Row]:
    """The rows of the first board of each family; an Error if it needs other taps than its family says."""
    level = solver.algebra.level
    taps = np.array([family.first for family in families])
    boards = all_written(solved_by(level, taps).astype(np.uint8), level, lowest=1)
    answers = solver.fewest(taps.astype(np.uint8)).rows(level)
    for number, (family, board, answer) in enumerate(zip(families, boards, answers, strict=True), start=1):
        if (answer["min_taps"], answer["n_min_solutions"]) != family[:2]:
            raise Error(
                f"{level.name}: {board} needs {answer['min_taps']} taps, not {family.min_taps} as its family says"
            )
        boards_of_family = {"orbit": family.orbit, "n_boards": family.n_boards}
        yield {"level": level.name, "family": number, "board": board, **answer, **boards_of_family}


def rows_of_parts(level: Level, families: Sequence[Family]) -> Iterator[Row]:
    """The rows of the ways to tap each part, if a digit is enough for each tile."""
    if level.directions > MAX_DIRECTIONS:
        return
    for number, family in enumerate(families, start=1):
        for part, ways in enumerate(family.parts(), start=1):
            taps, steps = (all_written(each.astype(np.uint8), level, 0) for each in (ways, solved_by(level, ways)))
            for texts in zip(taps, steps, strict=True):
                yield {"level": level.name, "family": number, "part": part, "taps": texts[0], "steps": texts[1]}


def main(
    level: LevelOptions,
    families: Path,
    out: Path,
    restarts: Annotated[int, typer.Option(min=1, help="Number of searches.")] = 60,
    steps: Annotated[int, typer.Option(min=1, help="Changes to try in each search.")] = 1_000_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the search.")] = 1,
) -> None:
    """List the boards that need the most taps: those of the file `families`, where they are proven.

    Of other levels, simulated annealing finds boards that need many taps. Harder ones may exist.
    """
    parameters = {"levels": level, "restarts": restarts, "steps": steps, "seed": seed}
    provenance = ProvenanceNotes(__file__, [families], parameters)
    proven = read_families(families)
    boards: list[Row] = []
    parts: list[Row] = []
    for name, algebra in algebras_of(level).items():
        if algebra.n_solutions > MAX_TRANSLATES:
            say(f"hardest boards: {name} has too many solutions for this search")
            continue
        solver, listed = BatchSolver(algebra), proven.get(key_of(algebra.level))
        found = listed or found_families(solver, restarts, steps, seed)
        boards += rows_of_boards(solver, found)
        parts += rows_of_parts(algebra.level, found)
        n_boards, how = sum(family.n_boards for family in found), "proven" if listed else "found"
        say(f"hardest boards: {name}: {n_boards:,} boards that need {found[0].min_taps} taps, {how}")
    with create_database(out, HARDEST_BOARDS_SCHEMA, provenance) as writer:
        writer.insert(HARDEST_BOARDS, boards)
        writer.insert(HARDEST_PARTS, parts)
