"""`tablebases millijan chi`: what calling a tile brings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Annotated

import typer

from pipeline.millijan.commands.as_data import (
    Data,
    discard_as_data,
    nearest_win_as_data,
    splits_as_data,
    unit_as_data,
    without,
)
from pipeline.millijan.commands.asking import (
    CONFIG,
    CalledOption,
    ConfigOption,
    HandArgument,
    MainOption,
    RulesOption,
    ask,
)
from pipeline.millijan.game.judged import judge
from pipeline.millijan.game.table import Hand, Table
from pipeline.millijan.game.units import MOST_TILES
from pipeline.output import CsvOption, JsonOption, OutputFormat, output_format, show

COLUMNS = ("unit", "members", "points", "score", "distance", "discards", "accepted_copies")
COLUMNS_OF = {
    OutputFormat.TABLE: ("distance", "score", "points", "unit", "members", "then"),
    OutputFormat.CSV: COLUMNS,
    OutputFormat.JSON: ("id", *COLUMNS, "splits", "all_discards", "nearest_win"),
}


def _call(table: Table, rest: Hand, called: Sequence[int]) -> Data:
    """What is left after a call; the unit that it forms is the last of the called ones."""
    judged = judge(table, rest, called)
    data = {
        **unit_as_data(table, called[-1], True, judged.value.complete),
        "distance": judged.distance,
    }
    if judged.value.won:
        splits = splits_as_data(table, judged.value, called)
        return {**data, "score": judged.value.score, "splits": splits}
    best = judged.discards[0]
    discards = [
        table.tiles[one.kind].name
        for one in judged.discards
        if (one.distance, one.copies) == (best.distance, best.copies)
    ]
    return {
        **data,
        "discards": discards,
        "then": f"discard {' or '.join(discards)}: {judged.accepted_copies} copies",
        "accepted_copies": judged.accepted_copies,
        "all_discards": [discard_as_data(table, one) for one in judged.discards],
        "nearest_win": nearest_win_as_data(table, without(rest, best.kind), called),
    }


def chi(
    hand: HandArgument,
    tile: Annotated[str, typer.Argument(help="The tile that another player discards.")],
    rules: RulesOption = None,
    main: MainOption = None,
    called: CalledOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    config: ConfigOption = CONFIG,
) -> None:
    """List the units that a hand of 12 can form with a called tile, and where each leads.

    score: of a win, which has distance 0. discards: all that are best after the call;
    distance, accepted_copies: what is left then. The best call comes first.

    Example: tablebases millijan chi "0 1 2 3 4 5 6 7 8 9 10 11" 響
    """
    output = output_format(as_json, as_csv)
    asked = ask(rules, main, called, config)
    table = asked.table
    tiles = asked.hand(hand, MOST_TILES - 1)
    kind = asked.names.kind(tile)
    asked.names.check_copies(
        [*tiles, kind], "the hand with the called tile and units", asked.called_units
    )
    rows = []
    for unit in table.candidates([*tiles, kind]):
        members = table.units[unit].members
        if kind in members:
            rest = reduce(without, members, [*tiles, kind])
            rows.append(_call(table, rest, (*asked.called, unit)))
    rows.sort(key=lambda row: (row["distance"], -row.get("score", 0),
                               -(row.get("accepted_copies") or 0)))  # fmt: skip
    if output is OutputFormat.TABLE and not rows:
        print(f"no unit of this hand has {table.tiles[kind].name}")
        return
    show(rows, COLUMNS_OF[output], output)
