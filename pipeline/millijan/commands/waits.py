"""`tablebases millijan waits`: the kinds that complete a hand."""

from __future__ import annotations

from pipeline.millijan.commands.as_data import distance_in_words, rows_of_split, waits_as_data
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
from pipeline.millijan.game.units import MOST_TILES
from pipeline.output import JsonOption, print_json, show

COLUMNS = ("tile", "score", "copies_left", "n_splits")
SPLIT_COLUMNS = ("tile", "split", "points", "unit", "members")


def waits(
    hand: HandArgument,
    rules: RulesOption = None,
    main: MainOption = None,
    called: CalledOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = CONFIG,
) -> None:
    """List the kinds that complete a hand of 12 tiles, best score first, with all splits then.

    Example: tablebases millijan waits "春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 あずさ 10 11"
    """
    asked = ask(rules, main, called, config)
    tiles = asked.hand(hand, MOST_TILES - 1)
    judged = judge(asked.table, tiles, asked.called)
    found = waits_as_data(asked.table, tiles, asked.called, judged)
    if as_json:
        print_json(found)
        return
    if not found:
        far = distance_in_words(judged.distance)
        print(f"not tenpai: no tile completes this hand; its distance is {far}")
        return
    show([{**wait, "n_splits": len(wait["splits"])} for wait in found], COLUMNS)
    rows = []
    for wait in found:
        for number, split in enumerate(wait["splits"], start=1):
            first, *others = rows_of_split(split)
            rows += [{"tile": wait["tile"], "split": number, **first}, *others]
    show(rows, SPLIT_COLUMNS)
