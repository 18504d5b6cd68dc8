"""Conditions on theme synonyms, such as `t01>=3 and t11=3`, checked before SQLite sees them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

from pipeline.errors import PipelineError

TOKEN = re.compile(r"\s*(?:(?P<number>\d+)|(?P<word>\w+)|(?P<sign><=|>=|!=|<>|==|[<>=()+*-]))")
WORDS = ("and", "or", "not", "between", "in")
OTHER_COLUMNS = ("id", "n_towns")


def _known_column(word: str, columns: Sequence[str]) -> str:
    """The column that a word names: `t5` is t05."""
    match = re.fullmatch(r"t(\d{1,2})", word)
    column = f"t{int(match[1]):02d}" if match else word
    if column in columns:
        return column
    nearest = difflib.get_close_matches(word, [*columns, *WORDS], n=3, cutoff=0.3)
    hint = f"; the nearest are {', '.join(nearest)}" if nearest else ""
    raise PipelineError(
        f"'{word}' is no score: use {columns[len(OTHER_COLUMNS)]} to {columns[-1]}, "
        f"{' or '.join(OTHER_COLUMNS)}{hint}"
    )


def parse_condition(text: str, theme_columns: Sequence[str]) -> tuple[str, list[str]]:
    """A condition as SQL made of nothing but columns, numbers, signs and and/or/not.

    Args:
        text: the condition, such as `t01>=3 and (t11=3 or n_towns>100)`.
        theme_columns: the score columns, t01, t02, ...

    Returns:
        The SQL, and the columns that it names, in order.

    Raises:
        PipelineError: something else is in it.
    """
    columns = [*OTHER_COLUMNS, *theme_columns]
    parts: list[str] = []
    named: list[str] = []
    position = 0
    text = text.strip()
    while position < len(text):
        match = TOKEN.match(text, position)
        if match is None:
            raise PipelineError(
                f"'{text[position:].split()[0]}' is not understood in '{text}'; a condition is "
                "such as t01>=3 and t11=3"
            )
        position = match.end()
        word = (match["word"] or "").lower()
        if word and word not in WORDS:
            word = _known_column(word, columns)
            named.append(word)
        parts.append(word or match["number"] or match["sign"])
    if not named:
        raise PipelineError("a condition names at least one score, such as t01>=3 and t11=3")
    return " ".join(parts), list(dict.fromkeys(named))


def parse_column(text: str, theme_columns: Sequence[str]) -> str:
    """The column to order by.

    Raises:
        PipelineError: there is no such column.
    """
    return _known_column(text.strip().lower(), [*OTHER_COLUMNS, *theme_columns])
