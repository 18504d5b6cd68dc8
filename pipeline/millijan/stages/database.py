"""Stage database: everything about MilliJan in one database."""

from __future__ import annotations

from pathlib import Path

from pipeline.artifacts import ProvenanceNotes
from pipeline.database import create_database
from pipeline.millijan.tables import DATABASE, PARTS
from pipeline.stage import run_stage
from tablebases.messages import say


def main(game: Path, hands: Path, simulation: Path, winning_deals: Path, tenpai: Path, out: Path) -> None:
    """Gather the tables of all stages in one database.

    Example: python -m pipeline.millijan.stages.database --game results/millijan/parts/units.db
    --hands results/millijan/parts/hands.db --simulation results/millijan/parts/simulation.db
    --winning-deals results/millijan/parts/winning_deals.db --tenpai results/millijan/parts/tenpai.db
    --out results/millijan/millijan.db

    Args:
        game: artifact of the stage units.
        hands: artifact of the stage hands.
        simulation: artifact of the stage simulation.
        winning_deals: artifact of the stage winning_deals.
        tenpai: artifact of the stage tenpai.
        out: where to write the database.
    """
    parts = (game, hands, simulation, winning_deals, tenpai)
    with create_database(out, DATABASE, ProvenanceNotes(__file__, parts, {})) as writer:
        writer.copy_tables(zip(parts, PARTS, strict=True))
    say(f"millijan database: {len(DATABASE.tables)} tables in {out}")


if __name__ == "__main__":
    run_stage(main)
