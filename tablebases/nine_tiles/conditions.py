"""Conditions on theme synonyms, such as `t01>=3 and t11=3`, as SQL.

A condition has no other tokens than columns, numbers, operators, parentheses and five words, so SQLite may run it.
"""

from __future__ import annotations

import difflib
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from typing import NamedTuple

from tablebases.errors import InputError
from tablebases.nine_tiles.themes import Theme, find_theme

OTHER_COLUMNS = ("id", "n_towns")
WORDS = ("and", "or", "not", "between", "in")
COLUMN = rf"(?:t[0-9]+|{'|'.join(OTHER_COLUMNS)})\b"
NAME = rf"(?!{COLUMN}|(?:{'|'.join(WORDS)})\b)\w+"
TOKEN = re.compile(
    rf"\s*(?:(?P<number>[0-9]+)(?!\w)|(?P<name>{COLUMN}|{NAME}(?:\s+{NAME})*)|(?P<word>\w+)"
    r"|(?P<sign><=|>=|!=|<>|==|[<>=()+*-]))",
    re.IGNORECASE,
)


def parse_column(text: str, columns: Sequence[str], themes: Sequence[Theme] = ()) -> str:
    """The name of the column that a text names; `t5` is t05, and so is `longest road` among the cards of the game."""
    word = text.strip().lower()
    match = re.fullmatch(r"t(\d{1,2})", word)
    name = f"t{int(match[1]):02d}" if match else word
    if name in columns:
        return name
    if themes and not match:
        return find_theme(text, themes).column
    nearest = difflib.get_close_matches(word, [*columns, *WORDS], n=3, cutoff=0.3)
    hint = f"; the nearest are {', '.join(nearest)}" if nearest else ""
    first, *_, last = (name for name in columns if name not in OTHER_COLUMNS)
    raise InputError(f"'{word}' is not a score: use {first} to {last}, {' or '.join(OTHER_COLUMNS)}{hint}")


def _tokens(text: str, columns: Sequence[str], themes: Sequence[Theme]) -> list[str]:
    """The columns, numbers, signs and words of a condition, in order."""
    tokens = []
    position = 0
    while position < len(text):
        match = TOKEN.match(text, position)
        if match is None:
            raise InputError(
                f"'{text[position:].split()[0]}' is not understood in '{text}'; a condition is such as t01>=3 and t11=3"
            )
        position = match.end()
        token = match[0].strip().lower()
        tokens.append(parse_column(token, columns, themes) if match["name"] else token)
    return tokens


class Condition(NamedTuple):
    """A condition on theme synonyms."""

    sql: str
    """An SQL expression."""
    columns: list[str]
    """The columns that it names, in order."""


def parse_condition(text: str, columns: Sequence[str], themes: Sequence[Theme] = ()) -> Condition:
    """Parse a condition, or a sum such as `t05 + t11`.

    It has comparisons of columns, numbers, sums and products, joined by and/or/not, such as `t01>=3 and (t11=3 or
    n_towns>100)`. Operators and words mean what they mean in SQL. `columns` are those of theme synonyms: id, t01, t02,
    ..., n_towns; names of `themes` may stand for them.
    """
    tokens = _tokens(text.strip(), columns, themes)
    named = [token for token in dict.fromkeys(tokens) if token in columns]
    if not named:
        raise InputError("a condition names at least one score, such as t01>=3 and t11=3")
    sql = " ".join(tokens)
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute(f"CREATE TABLE theme_synonyms ({', '.join(columns)})")
        try:
            database.execute(f"SELECT 1 FROM theme_synonyms WHERE {sql}")  # noqa: S608 - of the tokens above
        except sqlite3.Error as error:
            reason = "a list needs parentheses, as in t05 in (3)" if "no such table" in str(error) else str(error)
            raise InputError(f"'{text}' is not a condition such as t01>=3 and t11=3 ({reason})") from error
    return Condition(f"({sql})", named)
