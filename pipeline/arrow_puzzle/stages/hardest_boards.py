"""Stage hardest_boards: a search for boards that need many taps."""

from __future__ import annotations

from operator import itemgetter
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from pipeline.arrow_puzzle.levels import LevelOptions, algebras_of
from pipeline.arrow_puzzle.tables import HARDEST_BOARDS, HARDEST_BOARDS_SCHEMA
from pipeline.artifacts import ProvenanceNotes
from pipeline.database import create_database
from tablebases.arrow.batches import BatchSolver, hard_boards
from tablebases.arrow.boards import after_taps, all_written
from tablebases.arrow.linear import Algebra
from tablebases.arrow.solutions import MAX_TRANSLATES
from tablebases.messages import say


def _rows(algebra: Algebra, restarts: int, steps: int, seed: int) -> list[dict[str, object]]:
    """The rows of the table for one level."""
    level = algebra.level
    solver = BatchSolver(algebra)
    taps = hard_boards(solver, restarts, steps, seed)
    # Undoing the taps of a solution turns the solved board back into the board.
    boards = after_taps(level, np.zeros_like(taps), -taps.astype(np.int64)).astype(np.uint8)
    found = zip(all_written(boards, level, lowest=1), solver.fewest(taps).rows(level), strict=True)
    return [{"level": level.name, "board": board, **answer} for board, answer in found]


def main(
    level: LevelOptions,
    out: Path,
    restarts: Annotated[int, typer.Option(min=1, help="Number of searches.")] = 60,
    steps: Annotated[int, typer.Option(min=1, help="Changes to try in each search.")] = 1_000_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the search.")] = 1,
) -> None:
    """Search for boards that need many taps, by simulated annealing.

    The number of taps of every board found is proven; harder boards may exist.
    """
    parameters = {"levels": level, "restarts": restarts, "steps": steps, "seed": seed}
    provenance = ProvenanceNotes(__file__, [], parameters)
    rows: list[dict[str, object]] = []
    for name, algebra in algebras_of(level).items():
        if algebra.n_solutions > MAX_TRANSLATES:
            say(f"hardest boards: {name} has too many solutions for this search")
            continue
        found = _rows(algebra, restarts, steps, seed)
        say(f"hardest boards: {name}: found {len(found)} that need {found[0]['min_taps']} taps")
        rows += found
    with create_database(out, HARDEST_BOARDS_SCHEMA, provenance) as writer:
        writer.insert(HARDEST_BOARDS, sorted(rows, key=itemgetter("level", "board")))
