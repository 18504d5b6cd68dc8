"""Stage page: the page to judge hands in the browser, for the atlas."""

from __future__ import annotations

from pathlib import Path

from pipeline.artifacts import ProvenanceNotes
from pipeline.atlas.page_folder import write_page
from pipeline.stage import run_stage
from tablebases.atlas.pages import hand_written
from tablebases.messages import say
from tablebases.millijan.game_files import load_tiles, load_units
from tablebases.millijan.units import RuleSet


def main(tiles: Path, units: Path, more_units: Path, out: Path) -> None:
    """Write the page that judges hands in the browser; the atlas takes it in.

    Example: python -m pipeline.millijan.stages.page --tiles data/millijan/tiles.csv
    --units data/millijan/units_2019.csv --more-units data/millijan/units_2025.csv
    --out results/millijan/page/millijan

    Args:
        tiles: tile file, one row per kind.
        units: unit file, one row per unit.
        more_units: another unit file to choose.
        out: the folder to write the page to.
    """
    provenance = ProvenanceNotes(__file__, [tiles, units, more_units, *hand_written("millijan")], {})
    kinds = load_tiles(tiles)
    lists = {path.stem.removeprefix("units_"): load_units(path, kinds) for path in (units, more_units)}
    data = {
        "tiles": [vars(tile) for tile in kinds],
        "units": {name: [vars(unit) for unit in of_list] for name, of_list in lists.items()},
        "rules": list(RuleSet),
    }
    write_page(out, "millijan", "The value, waits and best discards of any hand of MilliJan", data, provenance)
    say(f"millijan page: {' and '.join(lists)} in {out}")


if __name__ == "__main__":
    run_stage(main)
