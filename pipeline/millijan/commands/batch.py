"""`tablebases millijan batch`: all hands of a file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.output import CsvOption, JsonOption, OutputFormat, output_format, print_json, show
from pipeline.millijan.commands import answers, options
from pipeline.millijan.game_files import HAND_COLUMNS, read_questions

COLUMNS = ("hand_id", "won", "score", "n_splits", "distance", "accepted_copies", "units")
CSV_COLUMNS = ("hand_id", *HAND_COLUMNS, *COLUMNS[1:])


def batch(
    file: Annotated[Path, typer.Argument(help=f"CSV file with {', '.join(HAND_COLUMNS)}.")],
    rules: options.RulesOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    config: options.ConfigOption = options.CONFIG,
) -> None:
    """Judge all hands of a file: a row each; --json has all splits, waits and discards.

    Its columns are hand, and perhaps called (units with ; between them) and main.

    Example: tablebases millijan batch data/millijan/hands.csv --csv
    """
    output = output_format(as_json, as_csv)
    context = options.hand_context(config, rules)
    hands = []
    for question in list(read_questions(file, context.tiles, context.units)):
        own = replace(context, main=question.main, called=question.called)
        hands.append({"hand_id": question.number, **answers.hand_as_data(own, question.hand)})
    if output is OutputFormat.JSON:
        print_json(hands)
        return
    rows = [
        {
            **hand,
            "called": "; ".join(hand["called"]),
            "units": "; ".join(unit["unit"] for unit in hand["splits"][0]["units"]),
        }
        for hand in hands
    ]
    show(rows, CSV_COLUMNS if output is OutputFormat.CSV else COLUMNS, output)
