"""`tablebases millijan units`: the units of an idol, or those that a hand nearly has."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.cli.output import CsvOption, JsonOption, output_format, show
from pipeline.core.errors import InputError
from pipeline.millijan.commands import answers, options
from pipeline.millijan.game.units import MAX_TILES

COLUMNS = ("id", "unit", "points", "members", "missing")


def units(
    hand: Annotated[list[str] | None, typer.Argument(help="A hand, for --missing.")] = None,
    idol: Annotated[str | None, typer.Option("--idol", help="Units of this idol.")] = None,
    missing: Annotated[
        int | None, typer.Option("--missing", min=0, help="Units that lack at most so many tiles.")
    ] = None,
    rules: options.RulesOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    config: options.ConfigOption = options.CONFIG,
) -> None:
    """List units: all, those of an idol, or those of which a hand lacks at most so many tiles.

    Examples:
    tablebases millijan units --idol 春香

    tablebases millijan units --missing 1 春香 千早 美希
    """
    output = output_format(as_json, as_csv)
    context = options.hand_context(config, rules)
    if (not hand) != (missing is None):
        raise InputError("--missing needs a hand, and a hand needs --missing")
    tiles = set(context.hand(hand, *range(1, MAX_TILES + 1))) if hand else set()
    kind = None if idol is None else context.names.kind(idol)
    rows = []
    for number, unit in enumerate(context.units):
        lacking = [member for member in unit.members if member not in tiles]
        if kind is not None and kind not in unit.members:
            continue
        if missing is not None and (len(lacking) > missing or len(lacking) == len(unit.members)):
            continue
        of_unit = answers.unit_as_data(context, number, is_called=False, is_complete=True)
        rows.append({**of_unit, "missing": context.names_of(lacking) if hand else []})
    show(rows, COLUMNS if hand else COLUMNS[:-1], output)
