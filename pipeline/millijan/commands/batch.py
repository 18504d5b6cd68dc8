"""`tablebases millijan batch`: all hands of a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.millijan.commands.as_data import hand_as_data
from pipeline.millijan.commands.asking import CONFIG, ConfigOption, RulesOption, ask
from pipeline.millijan.game.judged import judge
from pipeline.millijan.hand_file import COLUMNS as FILE_COLUMNS
from pipeline.millijan.hand_file import read_questions
from pipeline.output import (
    CsvOption,
    JsonOption,
    OutputFormat,
    output_format,
    print_json,
    show,
)

COLUMNS = ("hand_id", "won", "score", "n_splits", "distance", "accepted_copies", "units")
CSV_COLUMNS = ("hand_id", *FILE_COLUMNS, *COLUMNS[1:])


def batch(
    file: Annotated[Path, typer.Argument(help=f"CSV file with {', '.join(FILE_COLUMNS)}.")],
    rules: RulesOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
    config: ConfigOption = CONFIG,
) -> None:
    """Judge all hands of a file: a row each; --json has all splits, waits and discards.

    Its columns are hand, and perhaps called (units with ; between them) and main.

    Example: tablebases millijan batch data/millijan/hands.csv --csv
    """
    output = output_format(as_json, as_csv)
    table = ask(rules, None, None, config).table
    hands = []
    for question in read_questions(file, table):
        judged = judge(question.table, question.hand, question.called)
        data = hand_as_data(question.table, question.hand, question.called, judged)
        hands.append({"hand_id": question.number, **data})
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
