"""`tablebases millijan score`: the best split of a hand."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.cli.output import JsonOption, print_json, show
from pipeline.millijan.commands import answers, options
from pipeline.millijan.game.units import MAX_TILES

COLUMNS = ("unit", "members", "points", "called")


def score(
    hand: options.HandArgument,
    rules: options.RulesOption = None,
    main: options.MainOption = None,
    called: options.CalledOption = None,
    show_all: Annotated[bool, typer.Option("--all", help="Show all best splits.")] = False,
    as_json: JsonOption = False,
    config: options.ConfigOption = options.CONFIG,
) -> None:
    """Score a hand of 1 to 13 tiles: its best split into units, and how many score as much.

    A hand has won if all its 13 tiles, those of called units included, are in units; any win beats any
    other hand. A hand that has not won scores the best units that it holds.

    Examples:
    tablebases millijan score "志保 星梨花 海美 可奈 まつり このみ 瑞希 翼 ジュリア 8 0 1 9"

    tablebases millijan score "はるか ちはや みき" --rules v1.6 --main 春香 --json
    """
    context = options.hand_context(rules, main, called, config)
    tiles = context.hand(hand, *range(1, MAX_TILES + 1))
    value = context.table.value(tiles, context.called)
    data = answers.value_as_data(context, tiles, value)
    if as_json:
        print_json(data)
        return
    splits = data["splits"]
    state = "won" if value.won else "all tiles in units" if value.complete else "not won"
    print(f"{state}, {value.score} points; {len(splits)} best split{'' if len(splits) == 1 else 's'}")
    for number, split in enumerate(splits if show_all else splits[:1], start=1):
        show(answers.rows_of_split(split), COLUMNS, title=f"\nsplit {number} of {len(splits)}")
