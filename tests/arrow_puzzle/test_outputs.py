"""Text, JSON and CSV of every command have the fields of its answer."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from tablebases.answer.base import Answer
from tablebases.answer.fields import Notated, figure
from tablebases.answer.text import Table
from tablebases.cli import output
from tests.arrow_puzzle.helpers import EASY, EXPERT, ONE_OFF
from tests.command_lines.typed import run_typed

BOTH_ORDERS = "1212121222212111121112221212221122211"
"""A board of hard that can be solved column by column and line by line."""
COMMANDS = [
    "arrow summary",
    f"arrow solve {EASY}",
    f"arrow solve expert {EXPERT} --all",
    f"arrow solve expert {EXPERT} --min tiles --avoid 00",
    f"arrow solve expert {ONE_OFF}",
    f"arrow solve easy {EASY} --avoid 00",
    f"arrow solve {BOTH_ORDERS} --all",
    "arrow solve square-5-12 '2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2'",
    f"arrow check {EASY} --up 1",
    f"arrow check expert {ONE_OFF}",
    f"arrow check {BOTH_ORDERS}",
    f"arrow apply {EASY} 203302120",
    "arrow apply hexagon-2-12 '1 2 3 4 5 6 12' '0 1 2 3 4 5 11'",
    "arrow generate expert -n 3 --seed 7",
    "arrow generate square-8-36 -n 2 --seed 7",
    "arrow algebra --hex 4 -m 6",
    "arrow algebra --square 3 -m 4",
]
NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
FLOAT = re.compile(r"\d+\.\d+")
PLACE = re.compile(r"(?:row|column|tile) \d+|vector \d+ of \d+")
"""Numbers of places and of items, which JSON has by their order."""


def answer_of(words: list[str]) -> Answer:
    """The answer that a command prints."""
    answers: list[Answer] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(output, "print_answer", lambda printed, *_: answers.append(printed.answer))
        run_typed(words)
    (answer,) = answers
    return answer


def plain(value: Any) -> Any:
    """Fields and figures of a value as JSON must have them."""
    if isinstance(value, Notated):
        return value.notation
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Path):
        return str(value)
    if is_dataclass(value):
        figures = [name for name in dir(value) if isinstance(getattr(type(value), name, None), figure)]
        return {name: plain(getattr(value, name)) for name in [*(each.name for each in fields(value)), *figures]}
    return [*map(plain, value)] if isinstance(value, list | tuple | Iterator) else value


def items_of(data: dict[str, Any], listed: str) -> list[Any]:
    """The item of each row of CSV: the listed items or None, then those of the other order; without a list, `data`."""
    if not listed:
        return [data]
    other = data.get("line_by_line")
    return (data[listed] or [None]) + (items_of(other, listed) if other else [])


def as_cell(value: Any) -> str:
    """A value of JSON as CSV has it."""
    return "" if value is None else str(int(value) if isinstance(value, bool) else value)


def written_numbers(value: Any) -> Iterator[str]:
    """All numbers of data, as they are written; those of texts too."""
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from written_numbers(each)
    elif isinstance(value, str):
        yield from re.findall(r"\d+", value)
    elif value is not None and not isinstance(value, bool):
        yield str(value)


def occurs(number: str, numbers: set[str]) -> bool:
    """Whether a number of a text is one of `numbers`, rounded."""
    plain_number, _, decimals = number.replace(",", "").partition(".")
    if not decimals:
        return plain_number in numbers
    rounded = {f"{float(each):.{len(decimals)}f}" for each in numbers if FLOAT.fullmatch(each)}
    return f"{plain_number}.{decimals}" in rounded


@pytest.mark.thorough
@pytest.mark.parametrize("typed", COMMANDS)
def test_text_json_and_csv_of_a_command_have_the_fields_of_its_answer(typed: str) -> None:
    words = shlex.split(typed)
    answer = answer_of(words)
    text, as_json, as_csv = (run_typed([*words, *form]).output for form in ([], ["--json"], ["--csv"]))
    data = json.loads(as_json)
    assert [*data][: len(fields(answer)) + 1] == ["version", *(each.name for each in fields(answer))]  # type: ignore[arg-type]
    assert data == {"version": 2, **plain(answer)}

    rows = list(csv.DictReader(io.StringIO(as_csv)))
    items = items_of(data, answer.lists)
    assert len(rows) == len(items)
    for row, item in zip(rows, items, strict=True):
        if isinstance(item, dict):
            cells = {name: as_cell(value) for name, value in item.items() if name in row}
            assert cells
            assert cells.items() <= row.items()
        else:
            assert as_cell(item) in row.values()

    numbers = {*written_numbers(data)}
    for block in answer_of(words).blocks():  # of the answer to another call: its items may be an iterator
        shown = PLACE.sub("", block) if isinstance(block, str) else ""
        if isinstance(block, Table):
            shown = "\n".join(Table(block.items, block.columns, headings=block.headings).lines(200, "─"))
            assert shown in text
        assert [number for number in NUMBER.findall(shown) if not occurs(number, numbers)] == []
