"""Stage database: everything about the arrow puzzle in one database."""

from __future__ import annotations

from pathlib import Path

from pipeline.arrow_puzzle.tables import DATABASE, PARTS
from pipeline.artifacts import ProvenanceNotes
from pipeline.database import create_database
from pipeline.stage import run_stage
from tablebases.messages import say


def main(levels: Path, solutions: Path, tap_counts: Path, hardest_boards: Path, out: Path) -> None:
    """Gather the tables of all stages in one database.

    Example: python -m pipeline.arrow_puzzle.stages.database
    --levels results/arrow_puzzle/parts/levels.db
    --solutions results/arrow_puzzle/parts/solutions.db
    --tap-counts results/arrow_puzzle/parts/tap_counts.db
    --hardest-boards results/arrow_puzzle/parts/hardest_boards.db
    --out results/arrow_puzzle/arrow_puzzle.db

    Args:
        levels: artifact of the stage levels.
        solutions: artifact of the stage boards.
        tap_counts: artifact of the stage tap_counts.
        hardest_boards: artifact of the stage hardest_boards.
        out: where to write the database.
    """
    parts = (levels, solutions, tap_counts, hardest_boards)
    with create_database(out, DATABASE, ProvenanceNotes(__file__, parts, {})) as writer:
        writer.copy_tables(zip(parts, PARTS, strict=True))
    say(f"arrow database: {len(DATABASE.tables)} tables in {out}")


if __name__ == "__main__":
    run_stage(main)
