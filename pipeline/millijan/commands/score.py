"""`tablebases millijan score`: the best split of a hand."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.millijan.commands.as_data import rows_of_split, value_as_data
from pipeline.millijan.commands.asking import (
    CONFIG,
    CalledOption,
    ConfigOption,
    HandArgument,
    MainOption,
    RulesOption,
    ask,
)
from pipeline.millijan.game.units import MOST_TILES
from pipeline.output import JsonOption, print_json, show

COLUMNS = ("unit", "members", "points", "called")


def score(
    hand: HandArgument,
    rules: RulesOption = None,
    main: MainOption = None,
    called: CalledOption = None,
    show_all: Annotated[
        bool, typer.Option("--all", help="Show all splits that are as good.")
    ] = False,
    as_json: JsonOption = False,
    config: ConfigOption = CONFIG,
) -> None:
    """Score a hand of 1 to 13 tiles: its best split into units, and all that are as good.

    A hand has won if all 13 tiles are in units, those of called units counted; any win beats any
    other hand. Else the best units that it holds count.

    Examples:
    tablebases millijan score "志保 星梨花 海美 可奈 まつり このみ 瑞希 翼 ジュリア 8 0 1 9"

    tablebases millijan score "はるか ちはや みき" --rules v1.6 --main 春香 --json
    """
    asked = ask(rules, main, called, config)
    tiles = asked.hand(hand, *range(1, MOST_TILES + 1))
    value = asked.table.value(tiles, asked.called)
    data = value_as_data(asked.table, tiles, asked.called, value)
    if as_json:
        print_json(data)
        return
    splits = data["splits"]
    state = "won" if value.won else "all tiles in units" if value.complete else "not won"
    print(f"{state}, {value.score} points; as good: {len(splits)}")
    for number, split in enumerate(splits if show_all else splits[:1], start=1):
        show(rows_of_split(split), COLUMNS, title=f"\nsplit {number} of {len(splits)}")
