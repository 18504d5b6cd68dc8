"""`tablebases millijan chi`: what calling a tile brings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import Annotated

import typer

from pipeline.cli.output import CsvOption, JsonOption, OutputFormat, output_format, show
from pipeline.millijan.commands import answers, options
from pipeline.millijan.game.units import MAX_TILES

COLUMNS = ("unit", "members", "points", "score", "distance", "discards", "accepted_copies")
COLUMNS_OF = {
    OutputFormat.TABLE: ("distance", "score", "points", "unit", "members", "then"),
    OutputFormat.CSV: COLUMNS,
    OutputFormat.JSON: ("id", *COLUMNS, "splits", "all_discards", "nearest_win"),
}


def _call(context: options.HandContext, rest: Sequence[int]) -> answers.Data:
    """What is left after a call; the unit that it forms is the last of the called ones."""
    judged = context.judge(rest)
    data = {
        **answers.unit_as_data(context, context.called[-1], True, judged.value.complete),
        "distance": judged.distance,
    }
    if judged.value.won:
        splits = answers.splits_as_data(context, judged.value)
        return {**data, "score": judged.value.score, "splits": splits}
    best = judged.discards[0]
    discards = [
        context.tiles[one.kind].name
        for one in judged.discards
        if (one.distance, one.copies) == (best.distance, best.copies)
    ]
    return {
        **data,
        "discards": discards,
        "then": f"discard {' or '.join(discards)}: {judged.accepted_copies} copies",
        "accepted_copies": judged.accepted_copies,
        "all_discards": [answers.discard_as_data(context, one) for one in judged.discards],
        "nearest_win": answers.nearest_win_as_data(context, answers.without(rest, best.kind)),
    }


def chi(
    hand: options.HandArgument,
    tile: Annotated[str, typer.Argument(help="The tile that another player discards.")],
    rules: options.RulesOption = None,
    main: options.MainOption = None,
    called: options.CalledOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    config: options.ConfigOption = options.CONFIG,
) -> None:
    """List the units that a hand of 12 can form with a called tile, and where each leads.

    score: of a win, which has distance 0. discards: all that are best after the call;
    distance, accepted_copies: what is left then. The best call comes first.

    Example: tablebases millijan chi "0 1 2 3 4 5 6 7 8 9 10 11" 響
    """
    output = output_format(as_json, as_csv)
    context = options.hand_context(rules, main, called, config)
    tiles = context.hand(hand, MAX_TILES - 1)
    kind = context.names.kind(tile)
    context.names.check_copies([*tiles, kind], "the hand with the called tile and units", context.called_units)
    rows = []
    for number, unit in enumerate(context.units):
        if kind in unit.members and {*tiles, kind} >= {*unit.members}:
            rest = reduce(answers.without, unit.members, [*tiles, kind])
            rows.append(_call(replace(context, called=(*context.called, number)), rest))
    rows.sort(key=lambda row: (row["distance"], -row.get("score", 0), -(row.get("accepted_copies") or 0)))
    if output is OutputFormat.TABLE and not rows:
        print(f"no unit of this hand has {context.tiles[kind].name}")
        return
    show(rows, COLUMNS_OF[output], output)
