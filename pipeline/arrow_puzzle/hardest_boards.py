"""Stage hardest_boards: boards that need many taps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import numpy as np
import typer

from pipeline.arrow_puzzle.game.algebra import Algebra
from pipeline.arrow_puzzle.game.batch import BatchSolver
from pipeline.arrow_puzzle.game.hardest import hard_boards
from pipeline.arrow_puzzle.game.notation import all_written
from pipeline.arrow_puzzle.game.solutions import MOST_TRANSLATES_AT_ONCE
from pipeline.arrow_puzzle.level_options import OutOption
from pipeline.arrow_puzzle.levels import LevelsArtifactOption, read_algebras
from pipeline.arrow_puzzle.tables import SCHEMA_VERSION, TABLES
from pipeline.artifact.database import create_database
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.progress import say
from pipeline.stage import run_command


def _rows(algebra: Algebra, restarts: int, steps: int, seed: int) -> Iterator[tuple[Any, ...]]:
    """The rows of the table for one level."""
    level = algebra.level
    solver = BatchSolver(algebra)
    taps = hard_boards(solver, restarts, steps, seed)
    fewest = solver.fewest(taps)
    # Taps that solve a board are what it lacks: it is what as many taps back make of all up.
    boards = level.after_taps(np.zeros_like(taps), -taps.astype(np.int64)).astype(np.uint8)
    yield from zip(
        [level.name] * len(taps),
        all_written(boards, level, lowest=1),
        fewest.min_taps.tolist(),
        fewest.n_min_solutions.tolist(),
        all_written(fewest.solutions, level),
        strict=True,
    )


def main(
    levels: LevelsArtifactOption,
    out: OutOption,
    restarts: Annotated[int, typer.Option(min=1, help="How often to start anew.")] = 60,
    steps: Annotated[int, typer.Option(min=1, help="Changes to try each time.")] = 1_000_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the search.")] = 1,
) -> None:
    """Search for boards that need many taps, by simulated annealing.

    Every board found is proven to need as many taps as stated; that no board needs more is not.

    Example: python -m pipeline.arrow_puzzle.hardest_boards
    --levels results/arrow_puzzle/parts/levels.db
    --out results/arrow_puzzle/parts/hardest_boards.db
    """
    parameters = {"restarts": restarts, "steps": steps, "seed": seed}
    provenance = ProvenanceNotes(__file__, [levels], parameters)
    rows: list[tuple[Any, ...]] = []
    for algebra in read_algebras(levels).values():
        name = algebra.level.name
        if algebra.n_solutions > MOST_TRANSLATES_AT_ONCE:
            say(f"hardest boards: {name} has too many solutions for this search")
            continue
        found = list(_rows(algebra, restarts, steps, seed))
        say(f"hardest boards: {name}: found {len(found)} that need {found[0][2]} taps")
        rows += found
    with create_database(out, SCHEMA_VERSION, provenance) as writer:
        writer.insert_tables(TABLES["hardest_boards"], {"hardest_boards": sorted(rows)})


if __name__ == "__main__":
    run_command(main)
