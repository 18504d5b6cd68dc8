"""Stage units: the tiles and units of the game, checked."""

from __future__ import annotations

from pathlib import Path

from pipeline.artifacts import ProvenanceNotes
from pipeline.database import create_database
from pipeline.millijan.tables import TILES, UNIT_MEMBERS, UNITS, UNITS_PART
from pipeline.stage import run_stage
from tablebases.messages import say
from tablebases.millijan.game_files import load_tiles, load_units
from tablebases.millijan.units import COPIES, score_of_size


def main(tiles: Path, units: Path, out: Path) -> None:
    """Check the tile file and the unit file, and keep what they say.

    Example: python -m pipeline.millijan.stages.units --tiles data/millijan/tiles.csv
    --units data/millijan/units_2019.csv --out results/millijan/parts/units.db

    Args:
        tiles: tile file, one row per kind.
        units: unit file, one row per unit.
        out: where to write the database.
    """
    provenance = ProvenanceNotes(__file__, [tiles, units], {})
    kinds = load_tiles(tiles)
    found = load_units(units, kinds)
    with create_database(out, UNITS_PART, provenance) as writer:
        writer.insert(TILES, ({"id": kind, "copies": COPIES, **vars(tile)} for kind, tile in enumerate(kinds)))
        writer.insert(
            UNITS,
            (
                {
                    "id": number,
                    "name": unit.name,
                    "size": len(unit.members),
                    "score": score_of_size(len(unit.members)),
                    "members": " ".join(kinds[kind].name for kind in unit.members),
                }
                for number, unit in enumerate(found)
            ),
        )
        writer.insert(
            UNIT_MEMBERS, ({"unit": number, "kind": kind} for number, unit in enumerate(found) for kind in unit.members)
        )
    say(f"units: {len(found)} units of {len(kinds)} kinds of tiles")


if __name__ == "__main__":
    run_stage(main)
