"""The commands about one hand: `tablebases millijan score`, `waits`, `distance`, `discard` and `chi`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import Annotated

import typer

from pipeline.cli.output import CsvOption, JsonOption, OutputFormat, output_format, print_json, show, show_one
from pipeline.core.errors import InputError
from pipeline.millijan.commands import answers, options
from pipeline.millijan.game.units import MAX_TILES

SPLIT_COLUMNS = ("unit", "members", "points", "called")
SPLIT_CSV_COLUMNS = ("split", "id", *SPLIT_COLUMNS)
WAIT_COLUMNS = ("tile", "score", "copies_left", "n_splits")
WAIT_SPLIT_COLUMNS = ("tile", "split", "points", "unit", "members")
WAIT_CSV_COLUMNS = ("tile", "score", "copies_left", *SPLIT_CSV_COLUMNS)
DISCARD_COLUMNS = ("discard", "distance", "accepted_copies", "accepted")
NEAREST_COLUMNS = ("unit", "members", "points", "called", "missing")
CALL_COLUMNS = ("unit", "members", "points", "score", "distance", "discards", "accepted_copies")
CALL_COLUMNS_OF = {
    OutputFormat.TABLE: ("distance", "score", "points", "unit", "members", "then"),
    OutputFormat.CSV: CALL_COLUMNS,
    OutputFormat.JSON: ("id", *CALL_COLUMNS, "splits", "all_discards", "nearest_win"),
}


def score(
    hand: options.HandArgument,
    rules: options.RulesOption = None,
    main: options.MainOption = None,
    called: options.CalledOption = None,
    show_all: Annotated[bool, typer.Option("--all", help="Show all best splits.")] = False,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    config: options.ConfigOption = options.CONFIG,
) -> None:
    """Score a hand of 1 to 13 tiles: its best split into units, and how many score as much.

    A hand has won if all its 13 tiles, those of called units included, are in units; any win beats any
    other hand. A hand that has not won scores the best units that it holds.

    A tile is loose if it is in no unit. --csv has all best splits, a row for each unit.

    Examples:
    tablebases millijan score 志保 星梨花 海美 可奈 まつり このみ 瑞希 翼 ジュリア 8 0 1 9

    tablebases millijan score 春香千早美希

    tablebases millijan score haruka chihaya miki --rules v1.6 --main 春香 --json
    """
    output = output_format(as_json, as_csv)
    context = options.hand_context(config, rules, main, called)
    tiles = context.hand(hand, *range(1, MAX_TILES + 1))
    value = context.table.value(tiles, context.called)
    data = answers.value_as_data(context, tiles, value)
    splits = data["splits"]
    if output is OutputFormat.JSON:
        print_json(data)
    elif output is OutputFormat.CSV:
        show(answers.rows_of_splits(splits), SPLIT_CSV_COLUMNS, output)
    else:
        context.echo(tiles)
        state = "won" if value.won else "all tiles in units" if value.complete else "not won"
        print(f"{state}, {value.score} points; {len(splits)} best split{'' if len(splits) == 1 else 's'}")
        for number, split in enumerate(splits if show_all else splits[:1], start=1):
            _print_split(context, split, f"\nsplit {number} of {len(splits)}")


def _print_split(context: options.HandContext, split: answers.Data, title: str) -> None:
    """A split as a table, and its loose tiles."""
    rows = answers.rows_of_split(split)
    if rows:
        show(rows, answers.columns_of(context, SPLIT_COLUMNS), title=title)
    if split["loose"]:
        print("loose:", *split["loose"])


def waits(
    hand: options.HandArgument,
    rules: options.RulesOption = None,
    main: options.MainOption = None,
    called: options.CalledOption = None,
    seen: options.SeenOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    config: options.ConfigOption = options.CONFIG,
) -> None:
    """List the kinds that complete a hand of 12 tiles, best score first, with all splits then.

    Examples:
    tablebases millijan waits 春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 あずさ 10 11

    tablebases millijan waits 春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 あずさ 10 11 --seen 響響
    """
    output = output_format(as_json, as_csv)
    context = options.hand_context(config, rules, main, called, seen)
    tiles = context.hand(hand, MAX_TILES - 1)
    judged = context.table.judge(tiles, context.called)
    found = answers.waits_as_data(context, tiles, judged)
    if output is OutputFormat.JSON:
        print_json(found)
        return
    if output is OutputFormat.CSV:
        rows = [{**wait, **row} for wait in found for row in answers.rows_of_splits(wait["splits"])]
        show(rows, WAIT_CSV_COLUMNS, output)
        return
    context.echo(tiles)
    if not found:
        far = answers.distance_in_words(judged.distance)
        print(f"not tenpai: no tile completes this hand; its distance is {far}")
        return
    show([{**wait, "n_splits": len(wait["splits"])} for wait in found], WAIT_COLUMNS)
    rows = []
    for wait in found:
        for number, split in enumerate(wait["splits"], start=1):
            first, *others = answers.rows_of_split(split)
            rows += [{"tile": wait["tile"], "split": number, **first}, *others]
    show(rows, WAIT_SPLIT_COLUMNS)


def distance(
    hand: options.HandArgument,
    rules: options.RulesOption = None,
    main: options.MainOption = None,
    called: options.CalledOption = None,
    seen: options.SeenOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    config: options.ConfigOption = options.CONFIG,
) -> None:
    """Say how far a hand of 12 or 13 tiles is from a win, and which tiles bring it nearer.

    1 is tenpai. Of 13 tiles it is 0 if they have won, else that of the best discard.

    Example: tablebases millijan distance 春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 9 20 30
    """
    output = output_format(as_json, as_csv)
    context = options.hand_context(config, rules, main, called, seen)
    tiles = context.hand(hand, MAX_TILES - 1, MAX_TILES)
    judged = context.table.judge(tiles, context.called)
    best, rest = None, list(tiles)
    if judged.value.won:
        nearest = [{**unit, "missing": []} for unit in answers.splits_as_data(context, judged.value)[0]["units"]]
    else:
        if judged.discards:
            best = context.tiles[judged.discards[0].kind].name
            rest = answers.without(tiles, judged.discards[0].kind)
        nearest = answers.nearest_win_as_data(context, rest)
    accepted = context.names_of(judged.accepted)
    if output is not OutputFormat.TABLE:
        data = {
            "hand": context.names_of(tiles),
            "distance": judged.distance,
            "discard": best,
            "accepted_copies": judged.accepted_copies,
            "accepted": accepted,
        }
        show_one({**data, "nearest_win": nearest} if output is OutputFormat.JSON else data, output)
        return
    context.echo(tiles)
    print(f"distance {answers.distance_in_words(judged.distance)}")
    if best:
        print(f"discard {best}")
    if accepted:
        print(f"accepted, {judged.accepted_copies} copies: {' '.join(accepted)}")
    if nearest:
        columns = answers.columns_of(context, NEAREST_COLUMNS)
        show(nearest, columns, title="\none of the nearest wins")


def discard(
    hand: options.HandArgument,
    rules: options.RulesOption = None,
    main: options.MainOption = None,
    called: options.CalledOption = None,
    seen: options.SeenOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    config: options.ConfigOption = options.CONFIG,
) -> None:
    """Rank the discards of a hand of 13 tiles: low distance first, then many accepted copies.

    With --json each comes with one of the nearest wins that are left, as units.

    Example: tablebases millijan discard 春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 9 20 30 40
    """
    output = output_format(as_json, as_csv)
    context = options.hand_context(config, rules, main, called, seen)
    tiles = context.hand(hand, MAX_TILES)
    rows = []
    for one in context.table.discards(tiles, context.called):
        nearest = answers.nearest_win_as_data(context, answers.without(tiles, one.kind))
        rows.append({**answers.discard_as_data(context, one), "nearest_win": nearest})
    if output is OutputFormat.TABLE:
        context.echo(tiles)
    show(rows, (*DISCARD_COLUMNS, "nearest_win") if output is OutputFormat.JSON else DISCARD_COLUMNS, output)
    if output is OutputFormat.TABLE and rows[0]["nearest_win"]:
        title = f"one of the nearest wins without {rows[0]['discard']}"
        show(rows[0]["nearest_win"], answers.columns_of(context, NEAREST_COLUMNS), title=title)


def _call(context: options.HandContext, rest: Sequence[int]) -> answers.Data:
    """What is left after a call; the unit that it forms is the last of the called ones."""
    judged = context.table.judge(rest, context.called)
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
    words: Annotated[
        list[str],
        typer.Argument(metavar="HAND TILE", help=f"{options.HAND_HELP} The last is what another player discards."),
    ],
    rules: options.RulesOption = None,
    main: options.MainOption = None,
    called: options.CalledOption = None,
    seen: options.SeenOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    config: options.ConfigOption = options.CONFIG,
) -> None:
    """List the units that a hand of 12 can form with a called tile, and where each leads.

    score: of a win, which has distance 0. discards: all that are best after the call;
    distance, accepted_copies: what is left then. The best call comes first.

    Example: tablebases millijan chi 0 1 2 3 4 5 6 7 8 9 10 11 響
    """
    output = output_format(as_json, as_csv)
    context = options.hand_context(config, rules, main, called, seen)
    *hand, tile = words
    if not hand:
        raise InputError("chi needs a hand, and after it the tile that another player discards")
    tiles = context.hand(hand, MAX_TILES - 1)
    kind = context.names.kind(tile)
    context.names.check_copies([*tiles, kind], "the hand with the called tile and units", context.called_units)
    context.check_seen([*tiles, kind])
    rows = []
    for number, unit in enumerate(context.units):
        if kind in unit.members and {*tiles, kind} >= {*unit.members}:
            rest = reduce(answers.without, unit.members, [*tiles, kind])
            rows.append(_call(replace(context, called=(*context.called, number)), rest))
    rows.sort(key=lambda row: (row["distance"], -row.get("score", 0), -(row.get("accepted_copies") or 0)))
    if output is OutputFormat.TABLE:
        context.echo(tiles)
    if output is OutputFormat.TABLE and not rows:
        print(f"no unit of this hand has {context.tiles[kind].name}")
        return
    show(rows, CALL_COLUMNS_OF[output], output)
