"""Stage page: the page to judge hands in the browser, for the atlas."""

from __future__ import annotations

from pathlib import Path

from pipeline.artifacts import ProvenanceNotes
from pipeline.pages import write_page
from pipeline.stage import run_stage
from tablebases.atlas.pages import hand_written
from tablebases.messages import say
from tablebases.millijan.game_files import load_tiles, load_units
from tablebases.millijan.units import RuleSet


def main(tiles: Path, units: list[Path], out: Path) -> None:
    """Write the page of the atlas that judges hands in the browser, with several lists of units."""
    provenance = ProvenanceNotes(__file__, [tiles, *units, *hand_written("millijan")], {})
    kinds = load_tiles(tiles)
    lists = {path.stem.removeprefix("units_"): load_units(path, kinds) for path in units}
    data = {
        "tiles": [vars(tile) for tile in kinds],
        "units": {name: [vars(unit) for unit in listed] for name, listed in lists.items()},
        "rules": list(RuleSet),
    }
    write_page(out, "millijan", "The value, waits and best discards of any hand of MilliJan", data, provenance)
    say(f"millijan page: {' and '.join(lists)} in {out}")


if __name__ == "__main__":
    run_stage(main)
