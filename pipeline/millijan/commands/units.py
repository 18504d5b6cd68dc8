"""`tablebases millijan units`: the units of an idol, or those that a hand nearly has."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.errors import InputError
from pipeline.millijan.commands.as_data import names_of, unit_as_data
from pipeline.millijan.commands.asking import CONFIG, ConfigOption, RulesOption, ask
from pipeline.millijan.game.units import MOST_TILES
from pipeline.output import CsvOption, JsonOption, output_format, show

COLUMNS = ("id", "unit", "points", "members", "missing")


def units(
    hand: Annotated[str | None, typer.Argument(help="A hand, for --missing.")] = None,
    idol: Annotated[str | None, typer.Option("--idol", help="Units of this idol.")] = None,
    missing: Annotated[
        int | None, typer.Option("--missing", min=0, help="Units that lack at most so many tiles.")
    ] = None,
    rules: RulesOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    config: ConfigOption = CONFIG,
) -> None:
    """List units: all, those of an idol, or those of which a hand lacks at most so many tiles.

    Examples:
    tablebases millijan units --idol 春香

    tablebases millijan units --missing 1 "春香 千早 美希"
    """
    output = output_format(as_json, as_csv)
    asked = ask(rules, None, None, config)
    if (hand is None) != (missing is None):
        raise InputError("--missing needs a hand, and a hand needs --missing")
    tiles = set(asked.hand(hand, *range(1, MOST_TILES + 1))) if hand is not None else set()
    kind = None if idol is None else asked.names.kind(idol)
    rows = []
    for number, unit in enumerate(asked.table.units):
        lacking = [member for member in unit.members if member not in tiles]
        if kind is not None and kind not in unit.members:
            continue
        if missing is not None and (len(lacking) > missing or len(lacking) == len(unit.members)):
            continue
        rows.append({
            **unit_as_data(asked.table, number, is_called=False, is_complete=True),
            "missing": names_of(asked.table, lacking) if hand is not None else [],
        })  # fmt: skip
    show(rows, COLUMNS if hand is not None else COLUMNS[:-1], output)
