"""Conditions on theme synonyms, such as `t01>=3 and t11=3`, as SQLAlchemy expressions."""

from __future__ import annotations

import difflib
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, literal, not_, or_

from pipeline.core.errors import InputError
from pipeline.nine_tiles_panic.commands.options import find_theme
from pipeline.nine_tiles_panic.game.themes import Theme

Expression = ColumnElement[Any]
Columns = Mapping[str, Expression]
"""Of theme synonyms, by name: id, t01, t02, ..., n_towns."""

OTHER_COLUMNS = ("id", "n_towns")
WORDS = ("and", "or", "not", "between", "in")
COLUMN = rf"(?:t[0-9]+|{'|'.join(OTHER_COLUMNS)})\b"
NAME = rf"(?!{COLUMN}|(?:{'|'.join(WORDS)})\b)\w+"
TOKEN = re.compile(
    rf"\s*(?:(?P<number>[0-9]+)(?!\w)|(?P<name>{COLUMN}|{NAME}(?:\s+{NAME})*)|(?P<word>\w+)"
    r"|(?P<sign><=|>=|!=|<>|==|[<>=()+*-]))",
    re.IGNORECASE,
)
OPERATORS: dict[str, tuple[int, Callable[[Any, Any], Expression]]] = {
    "or": (1, or_),
    "and": (2, and_),
    "=": (3, operator.eq),
    "==": (3, operator.eq),
    "!=": (3, operator.ne),
    "<>": (3, operator.ne),
    "<": (4, operator.lt),
    "<=": (4, operator.le),
    ">": (4, operator.gt),
    ">=": (4, operator.ge),
    "+": (5, operator.add),
    "-": (5, operator.sub),
    "*": (6, operator.mul),
}
"""How tightly each binds, as in SQL, and what it does."""
BINDING = {sign: binding for sign, (binding, _) in OPERATORS.items()} | {"between": 3, "in": 3, "not": 3}
MAX_INTEGER_DIGITS = 18
"""Of the numbers that surely fit into 64 bits; SQLite takes others for floating-point numbers."""


class NotAConditionError(InputError):
    """A text is not a condition, for a reason."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"'{text}' is not a condition such as t01>=3 and t11=3 ({reason})")


def parse_column(text: str, columns: Columns, themes: Sequence[Theme] = ()) -> str:
    """The name of the column that a text names; `t5` is t05, and so is `longest road` among the cards of the game.

    Raises:
        InputError: there is no such column.
    """
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


def _tokens(text: str, columns: Columns, themes: Sequence[Theme]) -> list[str]:
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


class _Parser:
    """Makes an expression of tokens; raises SyntaxError if they do not make one."""

    def __init__(self, tokens: Sequence[str], columns: Columns) -> None:
        self._columns = columns
        self._tokens = [*reversed(tokens)]

    def whole(self) -> Expression:
        """What all tokens make."""
        found = self._expression(0)
        if self._tokens:
            raise self._unexpected()
        return found

    def _next(self) -> str:
        return self._tokens[-1] if self._tokens else ""

    def _unexpected(self) -> SyntaxError:
        return SyntaxError(f'near "{self._next()}": syntax error' if self._tokens else "incomplete input")

    def _accept(self, token: str) -> bool:
        """Take the next token if it is this one."""
        return self._next() == token and bool(self._tokens.pop())

    def _expect(self, token: str) -> None:
        if not self._accept(token):
            raise self._unexpected()

    def _expression(self, loosest: int) -> Expression:
        """As many of the next tokens as are bound together more tightly than `loosest`."""
        left = self._operand()
        while (binding := BINDING.get(self._next(), 0)) > loosest:
            if self._next() in OPERATORS:
                left = OPERATORS[self._tokens.pop()][1](left, self._expression(binding))
            elif self._accept("not"):
                left = not_(self._in_range(left, binding))
            else:
                left = self._in_range(left, binding)
        return left

    def _in_range(self, left: Expression, binding: int) -> Expression:
        if self._accept("in"):
            return left == self._operand()
        self._expect("between")
        low = self._expression(binding - 1)
        self._expect("and")
        return left.between(low, self._expression(binding))

    def _operand(self) -> Expression:
        if self._accept("("):
            inner = self._expression(0)
            self._expect(")")
            return inner
        if self._accept("not"):
            return not_(self._expression(BINDING["and"]))
        if self._accept("-"):
            return -self._operand()
        if self._accept("+"):
            return self._operand()
        if self._next() in self._columns:
            return self._columns[self._tokens.pop()]
        if self._next().isdigit():
            digits = self._tokens.pop()
            return literal(int(digits) if len(digits) <= MAX_INTEGER_DIGITS else float(digits))
        raise self._unexpected()


def parse_condition(text: str, columns: Columns, themes: Sequence[Theme] = ()) -> tuple[Expression, list[str]]:
    """A condition as an expression, and the names of the columns in it, in order.

    It has comparisons of columns, numbers, sums and products, joined by and/or/not, such as
    `t01>=3 and (t11=3 or n_towns>100)`; signs and words mean what they mean in SQL. A sum alone is one too.

    Args:
        text: as it is typed.
        columns: of theme synonyms.
        themes: those whose names may stand for their columns.

    Raises:
        InputError: it is not such a condition.
    """
    tokens = _tokens(text.strip(), columns, themes)
    named = [token for token in dict.fromkeys(tokens) if token in columns]
    if not named:
        raise InputError("a condition names at least one score, such as t01>=3 and t11=3")
    try:
        return _Parser(tokens, columns).whole(), named
    except SyntaxError as error:
        raise NotAConditionError(text, str(error)) from error
