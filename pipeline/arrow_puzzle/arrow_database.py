"""Stage arrow_database: everything about the arrow puzzle in one database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.arrow_puzzle.level_options import OutOption
from pipeline.arrow_puzzle.levels import LevelsArtifactOption
from pipeline.arrow_puzzle.tables import SCHEMA_VERSION, TABLES
from pipeline.artifact.database import create_database
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.progress import say
from pipeline.stage import run_command


def main(
    levels: LevelsArtifactOption,
    solutions: Annotated[Path, typer.Option(help="Artifact of the stage boards.")],
    tap_counts: Annotated[Path, typer.Option(help="Artifact of the stage tap_counts.")],
    hardest_boards: Annotated[Path, typer.Option(help="Artifact of the stage hardest_boards.")],
    out: OutOption,
) -> None:
    """Gather the tables of all stages in one database.

    Example: python -m pipeline.arrow_puzzle.arrow_database
    --levels results/arrow_puzzle/parts/levels.db
    --solutions results/arrow_puzzle/parts/solutions.db
    --tap-counts results/arrow_puzzle/parts/tap_counts.db
    --hardest-boards results/arrow_puzzle/parts/hardest_boards.db
    --out results/arrow_puzzle/arrow_puzzle.db
    """
    parts = dict(zip(TABLES, (levels, solutions, tap_counts, hardest_boards), strict=True))
    provenance = ProvenanceNotes(__file__, parts.values(), {})
    with create_database(out, SCHEMA_VERSION, provenance) as writer:
        writer.copy_tables(TABLES, parts, SCHEMA_VERSION)
    say(f"arrow database: {sum(map(len, TABLES.values()))} tables in {out}")


if __name__ == "__main__":
    run_command(main)
