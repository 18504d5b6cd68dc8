"""Answers for programs: the text of `--json` and `--csv`."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from dataclasses import is_dataclass
from itertools import chain, islice, zip_longest
from typing import TextIO

from tablebases.answer.base import Answer
from tablebases.answer.fields import Cells, data_of, fields_of

VERSION = 2
"""The version of the form of JSON; names and order of the fields change with it."""
NO_LIST = -1
"""The length of a value that is no list."""


def json_lines(answer: Answer) -> Iterator[str]:
    """The lines of an answer as a JSON object, which begins with the version; listed items come one by one.

    A listed item has its fields as in CSV, even if it has a notation.
    """
    before = "{"
    for name, value in {"version": VERSION, **fields_of(answer)}.items():
        yield f'{before}\n  "{name}": '
        if name == answer.lists:
            comma = "["
            for item in value:
                yield f"{comma}\n    {_json(fields_of(item) if is_dataclass(item) else item, 4)}"
                comma = ","
            yield "[]" if comma == "[" else "\n  ]"
        else:
            yield _json(value, 2)
        before = ","
    yield "\n}\n"


def _json(value: object, indent: int) -> str:
    return json.dumps(data_of(value), ensure_ascii=False, indent=2).replace("\n", "\n" + " " * indent)


def _in_columns(rows: Sequence[Cells]) -> list[Cells]:
    """Rows in which each list has numbered columns, as many as the longest one of its name: none if all are empty."""
    longest: dict[str, int] = {}
    for row in rows:
        for name, value in row.items():
            longest[name] = max(longest.get(name, NO_LIST), len(value) if isinstance(value, list) else NO_LIST)

    def spread(row: Cells) -> Iterator[tuple[str, object]]:
        for name, count in longest.items():
            value = row.get(name)
            if count == NO_LIST:
                yield name, value
            else:
                values = value if isinstance(value, list) else []
                yield from zip_longest((f"{name}_{i + 1}" for i in range(count)), values)

    return [dict(spread(row)) for row in rows]


def write_csv(answer: Answer, out: TextIO) -> None:
    """Write the rows of an answer as CSV with a header; true and false are 1 and 0, None is empty.

    Rows without lists are written one by one. Those with lists are all made before the first is written, because it may
    have the shortest.
    """
    rows, chosen = iter(answer.rows()), answer.columns
    if chosen:
        rows = ({column: row.get(column) for column in chosen} for row in rows)
    ready: list[Cells] = [*islice(rows, 1)]
    if any(isinstance(cell, list) for row in ready for cell in row.values()):
        ready = [*_in_columns([*ready, *rows])]
    columns = [*ready[0]] if ready else chosen
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for row in chain(ready, rows):
        writer.writerow([int(cell) if isinstance(cell, bool) else cell for cell in map(row.get, columns)])
