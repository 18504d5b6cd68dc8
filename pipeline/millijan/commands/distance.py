"""`tablebases millijan distance` and `discard`: how far a hand is from a win."""

from __future__ import annotations

from pipeline.millijan.commands.as_data import (
    Data,
    discard_as_data,
    distance_in_words,
    names_of,
    nearest_win_as_data,
    splits_as_data,
    without,
)
from pipeline.millijan.commands.asking import (
    CONFIG,
    Asked,
    CalledOption,
    ConfigOption,
    HandArgument,
    MainOption,
    RulesOption,
    ask,
)
from pipeline.millijan.game.judged import Judged, judge
from pipeline.millijan.game.table import Hand
from pipeline.millijan.game.units import MOST_TILES
from pipeline.output import CsvOption, JsonOption, OutputFormat, output_format, print_json, show

COLUMNS = ("discard", "distance", "accepted_copies", "accepted")
NEAREST_COLUMNS = ("unit", "members", "points", "called", "missing")


def _distance_as_data(asked: Asked, hand: Hand, judged: Judged) -> Data:
    """The distance of a hand of 12 or 13, and a win that is as near."""
    table, called = asked.table, asked.called
    discard, rest = None, hand
    if judged.value.won:
        (first, *_) = splits_as_data(table, judged.value, called)
        nearest = [{**unit, "missing": []} for unit in first["units"]]
    else:
        if judged.discards:
            discard = judged.discards[0].kind
            rest = without(hand, discard)
        nearest = nearest_win_as_data(table, rest, called)
    return {
        "hand": names_of(table, hand),
        "distance": judged.distance,
        "discard": None if discard is None else table.tiles[discard].name,
        "accepted_copies": judged.accepted_copies,
        "accepted": names_of(table, judged.accepted),
        "nearest_win": nearest,
    }


def distance(
    hand: HandArgument,
    rules: RulesOption = None,
    main: MainOption = None,
    called: CalledOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = CONFIG,
) -> None:
    """Say how far a hand of 12 or 13 tiles is from a win, and which tiles bring it nearer.

    1 is tenpai. Of 13 tiles it is 0 if they have won, else that of the best discard.

    Example: tablebases millijan distance "春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 9 20 30"
    """
    asked = ask(rules, main, called, config)
    tiles = asked.hand(hand, MOST_TILES - 1, MOST_TILES)
    judged = judge(asked.table, tiles, asked.called)
    data = _distance_as_data(asked, tiles, judged)
    if as_json:
        print_json(data)
        return
    print(f"distance {distance_in_words(data['distance'])}")
    if data["discard"]:
        print(f"discard {data['discard']}")
    if data["accepted"]:
        print(f"accepted, {data['accepted_copies']} copies: {' '.join(data['accepted'])}")
    if data["nearest_win"]:
        show(data["nearest_win"], NEAREST_COLUMNS, title="\none of the nearest wins")


def discard(
    hand: HandArgument,
    rules: RulesOption = None,
    main: MainOption = None,
    called: CalledOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    config: ConfigOption = CONFIG,
) -> None:
    """Rank the discards of a hand of 13 tiles: low distance first, then many accepted copies.

    With --json each comes with one of the nearest wins that are left, as units.

    Example: tablebases millijan discard "春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 9 20 30 40"
    """
    output = output_format(as_json, as_csv)
    asked = ask(rules, main, called, config)
    tiles = asked.hand(hand, MOST_TILES)
    rows = []
    for one in asked.table.discards(tiles, asked.called):
        nearest = nearest_win_as_data(asked.table, without(tiles, one.kind), asked.called)
        rows.append({**discard_as_data(asked.table, one), "nearest_win": nearest})
    show(rows, (*COLUMNS, "nearest_win") if output is OutputFormat.JSON else COLUMNS, output)
    if output is OutputFormat.TABLE and rows[0]["nearest_win"]:
        title = f"one of the nearest wins without {rows[0]['discard']}"
        show(rows[0]["nearest_win"], NEAREST_COLUMNS, title=title)
