"""`tablebases millijan waits`: the kinds that complete a hand."""

from __future__ import annotations

from pipeline.cli.output import JsonOption, print_json, show
from pipeline.millijan.commands import answers, options
from pipeline.millijan.game.units import MAX_TILES

COLUMNS = ("tile", "score", "copies_left", "n_splits")
SPLIT_COLUMNS = ("tile", "split", "points", "unit", "members")


def waits(
    hand: options.HandArgument,
    rules: options.RulesOption = None,
    main: options.MainOption = None,
    called: options.CalledOption = None,
    as_json: JsonOption = False,
    config: options.ConfigOption = options.CONFIG,
) -> None:
    """List the kinds that complete a hand of 12 tiles, best score first, with all splits then.

    Example: tablebases millijan waits "春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 あずさ 10 11"
    """
    context = options.hand_context(rules, main, called, config)
    tiles = context.hand(hand, MAX_TILES - 1)
    judged = context.judge(tiles)
    found = answers.waits_as_data(context, tiles, judged)
    if as_json:
        print_json(found)
        return
    if not found:
        far = answers.distance_in_words(judged.distance)
        print(f"not tenpai: no tile completes this hand; its distance is {far}")
        return
    show([{**wait, "n_splits": len(wait["splits"])} for wait in found], COLUMNS)
    rows = []
    for wait in found:
        for number, split in enumerate(wait["splits"], start=1):
            first, *others = answers.rows_of_split(split)
            rows += [{"tile": wait["tile"], "split": number, **first}, *others]
    show(rows, SPLIT_COLUMNS)
