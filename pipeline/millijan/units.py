"""Stage units: the tiles and units of the game, checked."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import typer

from pipeline.artifact.database import create_database, open_database
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.millijan.game.rules import score_of_size
from pipeline.millijan.game.units import COPIES, Tile, Unit
from pipeline.millijan.game_files import TilesOption, UnitsOption, load_tiles, load_units
from pipeline.millijan.stage_options import OutOption
from pipeline.millijan.tables import SCHEMA_VERSION, TABLES
from pipeline.progress import say
from pipeline.stage import run_command

GameOption = Annotated[Path, typer.Option("--game", help="Artifact of the stage units.")]


def read_game(path: Path, stage: str = "units") -> tuple[tuple[Tile, ...], tuple[Unit, ...]]:
    """The tiles and units of an artifact.

    Args:
        path: where it is.
        stage: that has written it.

    Raises:
        PipelineError: it is missing, damaged, or of another kind.
    """
    with closing(open_database(path, stage, SCHEMA_VERSION)) as connection:
        tiles = connection.execute("SELECT name, kana, full_name, type FROM tiles ORDER BY id")
        members: dict[int, list[int]] = {}
        for unit, kind in connection.execute("SELECT unit, kind FROM unit_members ORDER BY 1, 2"):
            members.setdefault(unit, []).append(kind)
        units = connection.execute("SELECT id, name FROM units ORDER BY id")
        return (
            tuple(Tile(*tile) for tile in tiles),
            tuple(Unit(name, tuple(members[number])) for number, name in units),
        )


def main(tiles: TilesOption, units: UnitsOption, out: OutOption) -> None:
    """Check the tile file and the unit file, and keep what they say.

    Example: python -m pipeline.millijan.units --tiles data/millijan/tiles.csv
    --units data/millijan/units_2019.csv --out results/millijan/parts/units.db
    """
    provenance = ProvenanceNotes(__file__, [tiles, units], {})
    kinds = load_tiles(tiles)
    found = load_units(units, kinds)
    rows: dict[str, list[tuple[Any, ...]]] = {
        "tiles": [
            (number, tile.name, tile.kana, tile.full_name, tile.type, COPIES)
            for number, tile in enumerate(kinds)
        ],
        "units": [
            (
                number,
                unit.name,
                len(unit.members),
                score_of_size(len(unit.members)),
                " ".join(kinds[kind].name for kind in unit.members),
            )
            for number, unit in enumerate(found)
        ],
        "unit_members": [
            (number, kind) for number, unit in enumerate(found) for kind in unit.members
        ],
    }
    with create_database(out, SCHEMA_VERSION, provenance) as writer:
        writer.insert_tables(TABLES["units"], rows)
    say(f"units: {len(found)} units of {len(kinds)} kinds of tiles")


if __name__ == "__main__":
    run_command(main)
