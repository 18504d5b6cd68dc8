"""Conditions of `find`: they mean what SQL means by them."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablebases.errors import Error
from tablebases.nine_tiles.answers.results import parse_condition
from tests.nine_tiles_panic.helpers import by_hand

THEMES = ["t01", "t02", "t03"]
NAMES = ["id", "n_towns", *THEMES]
ROWS = [(id_, id_ % 5 + 1, id_ % 4, id_ // 4 % 4 - 2, id_ * 7 % 5) for id_ in range(1, 33)]
DATABASE = sqlite3.connect(":memory:")
DATABASE.execute(f"CREATE TABLE theme_synonyms ({', '.join(f'{name} INTEGER' for name in NAMES)})")
DATABASE.executemany("INSERT INTO theme_synonyms VALUES (?, ?, ?, ?, ?)", ROWS)


def ids_where(sql: str) -> list[tuple[int]]:
    return DATABASE.execute(f"SELECT id FROM theme_synonyms WHERE {sql} ORDER BY id").fetchall()


OPERANDS = st.sampled_from([*NAMES, *map(str, range(4)), "-1"])
CONDITIONS = st.recursive(
    OPERANDS,
    lambda inner: st.one_of(
        st.builds(
            "{} {} {}".format,
            inner,
            st.sampled_from(["=", "==", "!=", "<>", "<", "<=", ">", ">=", "+", "-", "*", "and", "or", "AND", "OR"]),
            inner,
        ),
        inner.map("({})".format),
        inner.map("not {}".format),
        inner.map("- {}".format),
        inner.map("+ {}".format),
        st.builds("{} {}in ({})".format, inner, st.sampled_from(["", "not "]), inner),
        st.builds("{} {}between {} and {}".format, OPERANDS, st.sampled_from(["", "not "]), OPERANDS, OPERANDS),
    ),
    max_leaves=12,
)


@settings(max_examples=25)
@given(CONDITIONS.filter(lambda condition: any(name in condition for name in NAMES)))
def test_conditions_hold_where_they_hold_in_sql(condition: str) -> None:
    where, named = parse_condition(condition, NAMES)
    assert set(named) == {name for name in NAMES if name in condition}
    assert ids_where(where) == ids_where(f"({condition})")


@pytest.mark.parametrize(("condition", "reason"), by_hand("wrong conditions").items())
def test_errors_say_where_a_condition_goes_wrong(condition: str, reason: str) -> None:
    with pytest.raises(Error) as caught:
        parse_condition(condition, NAMES)
    assert str(caught.value) == f"'{condition}' is not a condition such as t01>=3 and t11=3 ({reason})"
