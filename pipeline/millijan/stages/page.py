"""Stage page: the page to judge hands in the browser, for the atlas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from pipeline.atlas.page import hand_written, write_page
from pipeline.core.progress import say
from pipeline.core.provenance import ProvenanceNotes
from pipeline.core.stage import run_stage
from pipeline.millijan.game.rules import RuleSet
from pipeline.millijan.game.units import Tile, Unit
from pipeline.millijan.game_files import load_tiles, load_units


def page_data(tiles: Sequence[Tile], units: Mapping[str, Sequence[Unit]], rules: Sequence[str]) -> dict[str, object]:
    """All that the page loads, ready for JSON.

    Args:
        tiles: all kinds, in the order of their numbers.
        units: the lists of units by name, each in the order of the numbers of its units; the first list is the one
            shown initially.
        rules: the names of the rule sets; the first is the one shown initially.
    """
    return {
        "tiles": [vars(tile) for tile in tiles],
        "units": {
            list_name: [{"name": unit.name, "members": sorted(unit.members)} for unit in of_list]
            for list_name, of_list in units.items()
        },
        "rules": list(rules),
    }


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
    description = "The value, waits and best discards of any hand of MilliJan"
    write_page(out, "millijan", description, page_data(kinds, lists, list(RuleSet)), provenance)
    say(f"millijan page: {' and '.join(lists)} in {out}")


if __name__ == "__main__":
    run_stage(main)
