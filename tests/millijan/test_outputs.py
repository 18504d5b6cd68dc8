"""Text, JSON and CSV of every command come from the same fields, and agree with each other."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
import typer

from tablebases.answer.fields import figure
from tablebases.answer.text import Table
from tablebases.cli import output
from tablebases.cli.main import app
from tablebases.cli.output import Printed
from tablebases.millijan.answers import SHOWN_KINDS
from tests.command_lines.typed import run_typed
from tests.millijan.helpers import DATA
from tests.millijan.questions import FAR, THIRTEEN, TWELVE

GAME = "millijan"
LINES = [
    f"score {TWELVE} 春香 --all",
    "score 千早 雪歩 --called 春香+未来 --rules v1.6 --main 未来",
    "score そら",
    f"waits {TWELVE} --seen 響",
    f"waits {FAR}",
    f"distance {FAR} --seen 響",
    f"distance {THIRTEEN}",
    f"discard {FAR} 静香",
    f"chi {TWELVE} 響",
    f"chi {TWELVE} そら",
    "units --idol 春香",
    "units --missing 1 春香 千早 美希",
    "units --missing 0 そら",
    f"batch {shlex.quote(str(DATA / 'hands.csv'))} --rules v1.6",
    "summary",
]
WITHOUT_ANSWER = {"practice"}
"""Commands without --json and --csv."""
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
FACTORS = (1, 100, 1.96, 196)
"""Of numbers, percentages, and half the widths of their 95 % intervals."""


def plain(value: Any) -> Any:
    """A value as JSON should have it."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        names = [each.name for each in fields(value) if each.repr]
        kinds = reversed(type(value).__mro__)
        names += [name for kind in kinds for name, of in vars(kind).items() if isinstance(of, figure)]
        return {name: plain(getattr(value, name)) for name in names}
    if isinstance(value, list | tuple):
        return [*map(plain, value)]
    return str(value) if isinstance(value, Path) else value


def leaves(data: Any) -> Iterator[Any]:
    """The numbers, texts and other single values in data."""
    if isinstance(data, dict | list):
        for value in data.values() if isinstance(data, dict) else data:
            yield from leaves(value)
    else:
        yield data


def sizes(data: Any) -> Iterator[int]:
    """How many items the lists in data have."""
    if isinstance(data, dict | list):
        for value in data.values() if isinstance(data, dict) else data:
            yield from sizes(value)
        if isinstance(data, list):
            yield len(data)


def cell(value: Any) -> str:
    """A single value as CSV has it."""
    return "" if value is None else str(int(value) if isinstance(value, bool) else value)


def printed_by(typed: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Printed, str, str, str]:
    """The answer of a command line with its blocks in a list, and its text, JSON and CSV."""
    caught: list[Printed] = []
    print_answer = output.print_answer

    def caught_answer(printed: Printed, *more: Any) -> None:
        blocks = printed.answer.blocks() if printed.blocks is None else printed.blocks
        caught.append(replace(printed, blocks=[*blocks]))
        print_answer(caught[-1], *more)

    monkeypatch.setattr(output, "print_answer", caught_answer)
    words = [GAME, *shlex.split(typed)]
    done = [run_typed([*words, *option]) for option in ([], ["--json"], ["--csv"])]
    assert [each.status for each in done] == [0, 0, 0]
    return (caught[0], *(each.output for each in done))


def check_row(row: dict[str, str], item: dict[str, Any], number: int) -> None:
    """Check that a row of CSV has the values of an item of JSON: in columns of its names, or anywhere in it."""
    known = {cell(value) for value in leaves(item)} | {str(number), ""}
    for column, text in row.items():
        name, _, place = column.rpartition("_")
        if column in item:
            assert text == cell(item[column]), column
        elif isinstance(item.get(name), list) and not any(isinstance(value, dict) for value in item[name]):
            assert [text] == [*map(cell, item[name]), *[""] * int(place)][int(place) - 1 : int(place)], column
        else:
            assert text in known, column


@pytest.mark.parametrize("typed", LINES)
def test_text_json_and_csv_have_the_fields_of_the_answer(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    printed, text, as_json, as_csv = printed_by(typed, monkeypatch)
    data, answer = json.loads(as_json), printed.answer
    assert list(data.items()) == [("version", 2), *plain(answer).items()]

    rows = [*csv.DictReader(io.StringIO(as_csv))]
    items = data[answer.lists] if answer.lists else [data]
    assert as_csv.partition("\n")[0]
    for number, (row, item) in enumerate(zip(rows, items, strict=True), start=1):
        check_row(row, item, number)

    every = [*leaves(data)]
    words = {number for value in every if isinstance(value, str) for number in NUMBER.findall(value)}
    numbers = [value for value in every if isinstance(value, int | float)]
    lengths = {*sizes(data)}
    counts = {length - SHOWN_KINDS for length in lengths}  # as in `and 13 more`
    for block in printed.blocks or ():
        if not isinstance(block, Table):
            continue
        lines = block.lines(10**9, "─")
        places = range(max(lengths) + 1) if "split" in block.columns else ()
        assert "\n".join(lines) in text
        for found in {number for line in lines[bool(block.title) * 2 :] for number in NUMBER.findall(line)} - words:
            shown, digits = found.replace(",", ""), len(found.partition(".")[2])
            assert (digits == 0 and int(shown) in {*places, *counts}) or any(
                f"{factor * value:.{digits}f}" == shown for value in numbers for factor in FACTORS
            ), f"{found} is in the text only"


def test_every_command_with_an_answer_is_among_these() -> None:
    group = typer.main.get_command(app)
    commands = group.get_command(typer.Context(group), GAME).list_commands(typer.Context(group))  # type: ignore[attr-defined]
    assert {typed.split()[0] for typed in LINES} == {*commands} - WITHOUT_ANSWER
