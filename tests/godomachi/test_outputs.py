"""Text, JSON and CSV of every command have the fields of the same answer."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from tablebases.answer.base import Answer
from tablebases.answer.fields import Notated, names_of
from tablebases.answer.output import json_lines
from tablebases.answer.text import NO_TERMINAL
from tablebases.cli import output
from tablebases.godomachi import commands
from tests.command_lines.typed import run_typed

ANSWERS: dict[str, str] = {
    "godomachi solve ##### ##/.##/..# --moves": "moves",
    "godomachi solve 8:22 8:206 --moves": "moves",
    "godomachi solve 6:2 6:14 --replies --max-cut half": "moves",
    "godomachi solve ## #/#": "moves",
    "godomachi cuts ###/#.#/###": "kinds",
    "godomachi cuts #": "kinds",
    "godomachi list 5": "shapes",
    "godomachi summary --results {results}": "sizes",
    "godomachi pair 8 22 206 --moves --results {results}": "moves",
    "godomachi pair 1 0 0 --results {results}": "moves",
    "godomachi puzzle --plies 3 --seed 1 --results {results}": "",
    "godomachi puzzle --plies 3 --seed 1 --answer --results {results}": "",
}
"""Command line -> the field with a row of CSV for each item; without one the answer is the only row."""
NUMBER = re.compile(r"[0-9]{1,3}(,[0-9]{3})+|[0-9]+")


def printed(typed: str, folder: Path, *form: str) -> str:
    """What a command prints."""
    done = run_typed([word.format(results=folder) for word in typed.split()] + [*form])
    assert (done.status, done.errors) == (0, "")
    return done.output


def fields_in(item: object) -> dict[str, object]:
    """The fields and figures of a dataclass, as JSON has them."""
    return {name: plain(getattr(item, name)) for name in names_of(type(item))}


def plain(value: Any) -> object:
    """A value as JSON has it."""
    if isinstance(value, tuple):
        return [*map(plain, value)]
    if isinstance(value, Notated):
        return value.notation
    if is_dataclass(value):
        return fields_in(value)
    return value if value is None or isinstance(value, int) else str(value)


def values_in(data: Any) -> Iterator[object]:
    """All numbers and texts in JSON."""
    if isinstance(data, dict | list):
        for each in data.values() if isinstance(data, dict) else data:
            yield from values_in(each)
    else:
        yield data


def cell(value: object) -> str:
    """A value of JSON as CSV has it."""
    return "" if value is None else str(int(value) if isinstance(value, bool) else value)


def rows_of_tables(text: str) -> Iterator[str]:
    """The lines below the line under the head of a table, up to an empty one."""
    is_row = False
    for line in text.splitlines():
        is_row = bool(line) and (is_row or set(line) == {"─"})
        if is_row and set(line) != {"─"}:
            yield line


def test_every_command_is_compared() -> None:
    known = vars(get_command(commands.app))["commands"]
    assert {typed.split()[1] for typed in ANSWERS} == {*known} - {"play"}


@pytest.mark.parametrize(("typed", "listed"), ANSWERS.items())
def test_text_json_and_csv_of_a_command_have_the_fields_of_its_answer(
    typed: str, listed: str, godomachi_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[Answer] = []

    def noted(answer: Answer) -> Iterator[str]:
        found.append(answer)
        return json_lines(answer)

    monkeypatch.setattr(output, "json_lines", noted)
    data = json.loads(printed(typed, godomachi_folder, "--json"))
    (answer,) = found
    items = {listed: [fields_in(item) for item in getattr(answer, listed)]} if listed else {}
    assert data == {"version": 2, **fields_in(answer), **items}
    assert [*data] == ["version", *names_of(type(answer))]

    head, *rows = csv.reader(io.StringIO(printed(typed, godomachi_folder, "--csv")))
    shown = data[listed] if listed else [{name: data[name] for name in head}]
    assert rows == [[cell(item[name]) for name in head] for item in shown]
    assert all([*head] == [*item] for item in shown)

    text = printed(typed, godomachi_folder)
    assert text.startswith(answer.in_words(NO_TERMINAL))
    known = {str(value) for value in values_in(data)}
    table = [*rows_of_tables(text)]
    assert len(table) == (len(shown) if "─" in text else 0)
    for line in table:
        for word in line.split():
            assert (word.replace(",", "") if NUMBER.fullmatch(word) else word) in known, line
    assert ("─" in text) == any(option in typed for option in ("--moves", "--replies", "summary"))
