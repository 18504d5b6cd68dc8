"""`tablebases millijan distance` and `discard`: how far a hand is from a win."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.cli.output import CsvOption, JsonOption, OutputFormat, output_format, print_json, show
from pipeline.millijan.commands import answers, options
from pipeline.millijan.game.units import MAX_TILES

COLUMNS = ("discard", "distance", "accepted_copies", "accepted")
NEAREST_COLUMNS = ("unit", "members", "points", "called", "missing")


def _distance_as_data(context: options.HandContext, hand: Sequence[int]) -> answers.Data:
    """The distance of a hand of 12 or 13, and a win that is as near."""
    judged = context.judge(hand)
    discard, rest = None, hand
    if judged.value.won:
        (first, *_) = answers.splits_as_data(context, judged.value)
        nearest = [{**unit, "missing": []} for unit in first["units"]]
    else:
        if judged.discards:
            discard = judged.discards[0].kind
            rest = answers.without(hand, discard)
        nearest = answers.nearest_win_as_data(context, rest)
    return {
        "hand": answers.names_of(context, hand),
        "distance": judged.distance,
        "discard": None if discard is None else context.tiles[discard].name,
        "accepted_copies": judged.accepted_copies,
        "accepted": answers.names_of(context, judged.accepted),
        "nearest_win": nearest,
    }


def distance(
    hand: options.HandArgument,
    rules: options.RulesOption = None,
    main: options.MainOption = None,
    called: options.CalledOption = None,
    as_json: JsonOption = False,
    config: options.ConfigOption = options.CONFIG,
) -> None:
    """Say how far a hand of 12 or 13 tiles is from a win, and which tiles bring it nearer.

    1 is tenpai. Of 13 tiles it is 0 if they have won, else that of the best discard.

    Example: tablebases millijan distance "春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 9 20 30"
    """
    context = options.hand_context(rules, main, called, config)
    tiles = context.hand(hand, MAX_TILES - 1, MAX_TILES)
    data = _distance_as_data(context, tiles)
    if as_json:
        print_json(data)
        return
    print(f"distance {answers.distance_in_words(data['distance'])}")
    if data["discard"]:
        print(f"discard {data['discard']}")
    if data["accepted"]:
        print(f"accepted, {data['accepted_copies']} copies: {' '.join(data['accepted'])}")
    if data["nearest_win"]:
        show(data["nearest_win"], NEAREST_COLUMNS, title="\none of the nearest wins")


def discard(
    hand: options.HandArgument,
    rules: options.RulesOption = None,
    main: options.MainOption = None,
    called: options.CalledOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    config: options.ConfigOption = options.CONFIG,
) -> None:
    """Rank the discards of a hand of 13 tiles: low distance first, then many accepted copies.

    With --json each comes with one of the nearest wins that are left, as units.

    Example: tablebases millijan discard "春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 9 20 30 40"
    """
    output = output_format(as_json, as_csv)
    context = options.hand_context(rules, main, called, config)
    tiles = context.hand(hand, MAX_TILES)
    rows = []
    for one in context.table.discards(tiles, context.called):
        nearest = answers.nearest_win_as_data(context, answers.without(tiles, one.kind))
        rows.append({**answers.discard_as_data(context, one), "nearest_win": nearest})
    show(rows, (*COLUMNS, "nearest_win") if output is OutputFormat.JSON else COLUMNS, output)
    if output is OutputFormat.TABLE and rows[0]["nearest_win"]:
        title = f"one of the nearest wins without {rows[0]['discard']}"
        show(rows[0]["nearest_win"], NEAREST_COLUMNS, title=title)
