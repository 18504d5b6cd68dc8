"""Stage millijan_page: the page to judge hands in the browser, for the atlas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.millijan.atlas_page import hand_written_files
from pipeline.millijan.game.rules import RuleSet
from pipeline.millijan.game.units import Tile, Unit
from pipeline.millijan.game_files import TilesOption, UnitsOption, load_tiles, load_units
from pipeline.page import write_page
from pipeline.progress import say
from pipeline.stage import run_command


def page_data(
    tiles: Sequence[Tile], units: Mapping[str, Sequence[Unit]], rules: Sequence[str]
) -> dict[str, Any]:
    """All that the page loads, ready for JSON.

    Args:
        tiles: all kinds, in the order of their numbers.
        units: the lists of units by name, each in the order of the numbers of its units; the first
            list is the one that is shown at first.
        rules: the names of the rule sets; the first is the one that is shown at first.
    """
    return {
        "tiles": [
            {"name": tile.name, "kana": tile.kana, "full_name": tile.full_name, "type": tile.type}
            for tile in tiles
        ],
        "units": {
            list_name: [{"name": unit.name, "members": sorted(unit.members)} for unit in of_list]
            for list_name, of_list in units.items()
        },
        "rules": list(rules),
    }


def list_name(path: Path) -> str:
    """What a list of units is called: `2019` for units_2019.csv."""
    return path.stem.removeprefix("units_")


def main(
    tiles: TilesOption,
    units: UnitsOption,
    more_units: Annotated[Path, typer.Option(help="Another unit file to choose.")],
    out: Annotated[Path, typer.Option("--out", help="The folder to write the page to.")],
) -> None:
    """Write the page that judges hands in the browser; the atlas takes it in.

    Example: python -m pipeline.millijan.millijan_page --tiles data/millijan/tiles.csv
    --units data/millijan/units_2019.csv --more-units data/millijan/units_2025.csv
    --out results/millijan/page/millijan
    """
    files = hand_written_files()
    provenance = ProvenanceNotes(__file__, [tiles, units, more_units, *files], {})
    kinds = load_tiles(tiles)
    lists = {list_name(path): load_units(path, kinds) for path in (units, more_units)}
    write_page(out, files, page_data(kinds, lists, [rules.value for rules in RuleSet]), provenance)
    say(f"millijan page: {' and '.join(lists)} in {out}")


if __name__ == "__main__":
    run_command(main)
