"""The three outputs of an answer as its fields demand them."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any

from tablebases.answer.fields import Notated, figure
from tests.command_lines.typed import run_typed


def plain(value: Any) -> Any:
    """A value of an answer as JSON should have it."""
    if isinstance(value, Notated):
        return value.notation
    if is_dataclass(value):
        names = [each.name for each in fields(value) if each.repr]
        names += [name for name in dir(type(value)) if isinstance(getattr(type(value), name), figure)]
        return {name: plain(getattr(value, name)) for name in names}
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, Path | Fraction):
        return str(value)
    return value.value if isinstance(value, Enum) else value


def printed_json(words: Sequence[str]) -> Any:
    """What a command prints with --json."""
    return json.loads(run_typed([*words, "--json"]).output)


def printed_csv(words: Sequence[str]) -> list[dict[str, str]]:
    """The rows that a command prints with --csv."""
    return [*csv.DictReader(io.StringIO(run_typed([*words, "--csv"]).output))]


def cells(value: object) -> list[str]:
    """The cells of CSV for a value: a list has several, None an empty one."""
    if isinstance(value, list | tuple):
        return [cell for each in value for cell in cells(each)]
    return ["" if value is None else str(int(value)) if isinstance(value, bool) else str(value)]


def check_outputs(answer: Any, words: Sequence[str]) -> None:
    """Raise an AssertionError unless a command prints the fields of an answer as JSON, and its rows as CSV and text."""
    expected = {"version": 2, **plain(answer)}
    found = printed_json(words)
    assert found == expected
    assert [*found][: len(answer.__dataclass_fields__) + 1] == [*expected][: len(answer.__dataclass_fields__) + 1]
    rows = [*answer.rows()]
    for row, of_csv in zip(rows, printed_csv(words), strict=True):
        assert [cell for cell in cells([*row.values()]) if cell] == [cell for cell in of_csv.values() if cell]
    assert run_typed(words).output.startswith(answer.in_words(sys.maxsize))
