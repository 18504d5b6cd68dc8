"""Answers as text: sentences, drawings, and tables in which no word is ever cut.

A table that is too wide wraps at blanks, in Japanese also between phrases. Where that is not enough, the rows are
stacked, a block of names and values each. A single word that is wider than the table sticks out.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TypeAlias
from unicodedata import combining, east_asian_width

from tablebases.answer.fields import Notated
from tablebases.errors import printable
from tablebases.languages import Language, current_language, t

WHOLE_NUMBER = re.compile(r"[0-9]{1,3}(,[0-9]{3})+|[0-9]{1,3}")
BREAK = re.compile(
    "(?<=[ 、。；：／])(?![、。；：／）」』】])|(?=[（「『【])|"  # noqa: RUF001 - Japanese marks
    "(?<=[のをはがにでともへるたてなくらかいす）」』】])(?<!捨て)(?=[ァ-ヶ一-鿿0-9A-Za-z`])"  # noqa: RUF001
)
"""Where a line may end: after a blank or mark, after kana or a bracket that end a Japanese phrase, before a bracket.

The page of a shared picture has the same in `kit/sharing.js`."""
WIDTH = 80
"""Columns of an answer as text, unless a terminal has others."""
NO_TERMINAL = sys.maxsize
"""The width without a terminal: no line wraps."""
RULE = "─"
"""The character of the line below the head of a table."""
BETWEEN = "  "
INDENT = "  "
NAMES = frozenset({"id", "id a", "id b", "no", "piece", "rest", "rest a", "rest b", "seed", "theme synonym"})
"""Headings of columns whose numbers name something: these have no thousands commas."""
YES_AND_NO: Mapping[Language, tuple[str, str]] = {"en": ("yes", "no"), "ja": ("はい", "いいえ")}
Cells = Sequence[str]


def text_width(text: str) -> int:
    """How many columns of a terminal a text takes; Chinese characters and kana take two each."""
    return sum(0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def _padded(text: str, width: int, is_right: bool) -> str:
    pad = " " * (width - text_width(text))
    return pad + text if is_right else text + pad


def _longest_word(text: str) -> int:
    return max(text_width(word.removesuffix(" ")) for word in BREAK.split(text))


def wrapped(text: str, width: int) -> list[str]:
    """The lines of a text, broken at `BREAK`; only a single word may be wider than they are.

    >>> wrapped("the longest road", 12), wrapped("隣り合う『家があるタイル』の数が、多い", 24)
    (['the longest', 'road'], ['隣り合う『家がある', 'タイル』の数が、多い'])
    """
    if text_width(text) <= width:
        return [text]
    lines = [""]
    for word in BREAK.split(text):
        if lines[-1] and text_width((lines[-1] + word).removesuffix(" ")) > width:
            lines.append("")
        lines[-1] += word
    return [line.removesuffix(" ") for line in lines]


def column_widths(columns: Sequence[Cells], width: int) -> list[int] | None:
    """How wide each column, name and cells, may be in a table of `width`; None if words are too long for it.

    Wide columns are narrowed first.
    """
    widths = [max(map(text_width, column)) for column in columns]
    least = [max(map(_longest_word, column)) for column in columns]
    room = width - len(BETWEEN) * (len(columns) - 1)
    if sum(least) > room:
        return None
    while sum(widths) > room:
        widest = max((now, at) for at, now in enumerate(widths) if now > least[at])
        widths[widest[1]] -= 1
    return widths


def _side_by_side(cells: Cells, widths: Sequence[int], are_numbers: Sequence[bool]) -> Iterator[str]:
    """The lines of a row."""
    parts = [wrapped(cell, width) for cell, width in zip(cells, widths, strict=True)]
    for line in zip_longest(*parts, fillvalue=""):
        yield BETWEEN.join(map(_padded, line, widths, are_numbers)).rstrip()


def _stacked(names: Cells, cells: Cells, width: int) -> Iterator[str]:
    """The lines of a row as a block of names and values; empty cells are left out."""
    indent = max(map(text_width, names)) + len(BETWEEN)
    fits = all(indent + _longest_word(cell) <= width for cell in cells)
    for name, cell in zip(names, cells, strict=True):
        if not cell:
            continue
        lines = wrapped(cell, width - (indent if fits else len(INDENT)))
        if fits:
            yield _padded(name, indent, False) + lines.pop(0)
        else:
            yield name
        yield from (" " * (indent if fits else len(INDENT)) + line for line in lines)


def table_lines(names: Cells, rows: Sequence[Cells], are_numbers: Sequence[bool], width: int) -> list[str]:
    """The lines of a table with its head, or of stacked rows with an empty line between them.

    Columns of numbers stand to the right.
    """
    widths = column_widths(list(zip(names, *rows, strict=True)), width)
    if widths is not None:
        line = RULE * (sum(widths) + len(BETWEEN) * (len(widths) - 1))
        body = [line for row in rows for line in _side_by_side(row, widths, are_numbers)]
        return [*_side_by_side(names, widths, are_numbers), line, *body]
    if not rows:
        return list(names)
    blocks = [["", *_stacked(names, row, width)] for row in rows]
    return [line for block in blocks for line in block][1:]


def _is_number(value: object) -> bool:
    """Whether a value stands to the right in a table; a text does if it is a number such as 526,070,976."""
    if isinstance(value, str):
        return WHOLE_NUMBER.fullmatch(value) is not None
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def _shown(value: object, heading: str) -> str:
    """A value as people read it: `1,472` and `yes`, but theme synonym `2004525`; lists as words, None empty."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return YES_AND_NO[current_language()][not value]
    if isinstance(value, int) and heading not in NAMES:
        return f"{value:,}"
    if isinstance(value, list | tuple):
        return printable(" ".join(map(str, value)))
    return printable(value.notation if isinstance(value, Notated) else str(value))


# The parts of a text.


@dataclass(frozen=True)
class Table:
    """A table of an answer: a row for each of some items."""

    items: Sequence[object]
    """Dataclasses or dictionaries with a value for each column, or tuples of values."""
    columns: Sequence[str]
    """The columns: names of fields, or for tuples the headings."""
    title: str = ""
    """Stands above the table; may have several lines."""
    headings: Mapping[str, str] = field(default_factory=dict)
    """Column -> its heading, where that is not its name with blanks for underscores."""

    def _row(self, item: object) -> Sequence[object]:
        if isinstance(item, tuple):
            return item
        if isinstance(item, Mapping):
            return [item.get(column) for column in self.columns]
        return [getattr(item, column) for column in self.columns]

    def lines(self, width: int) -> list[str]:
        """The lines of title and table, with headings in the current language."""
        title = [*_sentence_lines(self.title, width), ""] if self.title else []
        names = [self.headings.get(column, column.replace("_", " ")) for column in self.columns]
        rows = [self._row(item) for item in self.items]
        are_numbers = [bool(rows) and all(_is_number(row[place]) for row in rows) for place in range(len(names))]
        cells = [[_shown(value, name) for value, name in zip(row, names, strict=True)] for row in rows]
        return [*title, *table_lines(list(map(t, names)), cells, are_numbers, width)]


@dataclass(frozen=True)
class Drawing:
    """Lines that are never wrapped, such as a board."""

    text: str | Callable[[int], str]
    """The lines, or a function of the width that makes them, which is 80 without a terminal; empty if nothing can be
    drawn."""
    colours: Mapping[str, str] = field(default_factory=dict)
    """Pattern -> the code of its colour on a terminal, such as `2` for dim."""
    is_joined: bool = False
    """Whether no empty line is above it, as in a list of boards."""

    def lines(self, width: int) -> list[str]:
        """The lines of the drawing."""
        text = self.text if isinstance(self.text, str) else self.text(WIDTH if width == NO_TERMINAL else width)
        return text.rstrip("\n").split("\n") if text else []

    def coloured(self, line: str) -> str:
        """A line with its colours."""
        for pattern, code in self.colours.items():
            line = re.sub(pattern, f"\x1b[{code}m\\g<0>\x1b[0m", line)
        return line


Block: TypeAlias = str | Table | Drawing
"""A part of an answer as text. A string is a sentence; an empty one begins a paragraph."""


def _sentence_lines(sentence: str, width: int) -> list[str]:
    return [part for line in sentence.split("\n") for part in wrapped(printable(line), width)]


def has_colours() -> bool:
    """Whether standard output is a terminal that shows colours, and its user wants them (https://no-color.org)."""
    is_known = os.environ.get("TERM") != "dumb" and (os.name != "nt" or "WT_SESSION" in os.environ)
    return sys.stdout.isatty() and is_known and not os.environ.get("NO_COLOR")


def text_lines(blocks: Iterable[Block], width: int = WIDTH, *, in_colour: bool = False) -> Iterator[str]:
    """The lines of blocks, one block at a time.

    An empty line is between two blocks, except between sentences and above a drawing that is joined. Sentences and
    tables are at most `width` wide.
    """
    is_first = is_after_sentence = True
    for block in blocks:
        lines = _sentence_lines(block, width) if isinstance(block, str) else block.lines(width)
        if not any(lines):
            is_after_sentence = False
            continue
        is_joined = is_after_sentence if isinstance(block, str) else isinstance(block, Drawing) and block.is_joined
        if not is_first and not is_joined:
            yield ""
        yield from map(block.coloured, lines) if in_colour and isinstance(block, Drawing) else lines
        is_first, is_after_sentence = False, isinstance(block, str)
