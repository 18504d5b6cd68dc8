"""Stage millijan_database: everything about MilliJan in one database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.artifact.database import create_database
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.millijan.stage_options import OutOption
from pipeline.millijan.tables import SCHEMA_VERSION, TABLES
from pipeline.millijan.units import GameOption
from pipeline.progress import say
from pipeline.stage import run_command


def main(
    game: GameOption,
    hands: Annotated[Path, typer.Option(help="Artifact of the stage hands.")],
    simulation: Annotated[Path, typer.Option(help="Artifact of the stage simulation.")],
    winning_deals: Annotated[Path, typer.Option(help="Artifact of the stage winning_deals.")],
    out: OutOption,
) -> None:
    """Gather the tables of all stages in one database.

    Example: python -m pipeline.millijan.millijan_database --game results/millijan/parts/units.db
    --hands results/millijan/parts/hands.db --simulation results/millijan/parts/simulation.db
    --winning-deals results/millijan/parts/winning_deals.db --out results/millijan/millijan.db
    """
    parts = dict(zip(TABLES, (game, hands, simulation, winning_deals), strict=True))
    provenance = ProvenanceNotes(__file__, parts.values(), {})
    with create_database(out, SCHEMA_VERSION, provenance) as writer:
        writer.copy_tables(TABLES, parts, SCHEMA_VERSION)
    say(f"millijan database: {sum(map(len, TABLES.values()))} tables in {out}")


if __name__ == "__main__":
    run_command(main)
