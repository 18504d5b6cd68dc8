"""Text, JSON and CSV of every command come from the fields of its answer, and agree with each other."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import typer

from tablebases import nine_tiles
from tablebases.answer.base import Answer
from tablebases.answer.fields import names_of
from tablebases.answer.text import NO_TERMINAL, Table
from tablebases.cli import output
from tablebases.cli.main import app
from tablebases.cli.output import Printed
from tablebases.locations import PACKAGED
from tests.arrow_puzzle.helpers import EASY, EXPERT, ONE_OFF
from tests.command_lines.typed import run_typed
from tests.millijan.questions import FAR, THIRTEEN, TWELVE
from tests.nine_tiles_panic.helpers import barred
from tests.outputs import cells, plain, printed_csv

BOTH_ORDERS = "1212121222212111121112221212221122211"
"""A board of hard that can be solved column by column and line by line."""
TOWN = "206745813361230035"
LINES = [
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
    "godomachi solve '#####' '##/.##/..#' --moves",
    "godomachi solve 8:22 8:206 --moves",
    "godomachi solve 6:2 6:14 --replies --max-cut half",
    "godomachi solve '##' '#/#'",
    "godomachi cuts '###/#.#/###'",
    "godomachi cuts '#'",
    "godomachi list 5",
    "godomachi summary --results {godomachi}",
    "godomachi pair 8 22 206 --moves --results {godomachi}",
    "godomachi pair 1 0 0 --results {godomachi}",
    "godomachi puzzle --plies 3 --seed 1 --results {godomachi}",
    "godomachi puzzle --plies 3 --seed 1 --answer --results {godomachi}",
    f"millijan score {TWELVE} 春香 --all",
    "millijan score 千早 雪歩 --called 春香+未来 --rules v1.6 --main 未来",
    "millijan score そら",
    f"millijan waits {TWELVE} --seen 響",
    f"millijan waits {FAR}",
    f"millijan distance {FAR} --seen 響",
    f"millijan distance {THIRTEEN}",
    f"millijan discard {FAR} 静香",
    f"millijan chi {TWELVE} 響",
    f"millijan chi {TWELVE} そら",
    "millijan units --idol 春香",
    "millijan units --missing 1 春香 千早 美希",
    "millijan units --missing 0 そら",
    f"millijan batch {shlex.quote(str(PACKAGED / 'data/millijan/hands.csv'))} --rules v1.6",
    "millijan summary",
    "nine-tiles summary --results {nine_tiles}",
    "nine-tiles cards",
    "nine-tiles best 1 6 14",
    "nine-tiles best 5 6 --towns 3 --results {nine_tiles}",
    "nine-tiles best 5 6 --with 'tile 1 at row 1 column 1' --results {nine_tiles}",
    "nine-tiles learn 7",
    f"nine-tiles score {TOWN} --rule-set impartial",
    f"nine-tiles score {TOWN} 18 2 4",
    "nine-tiles score 0365.....0044..... 5 15",
    f"nine-tiles judge 2 5 {TOWN} 523064178274413330 2067458133612300.. --order 2",
    "nine-tiles complete '5|?f' 5 8 --towns 2 --results {nine_tiles}",
    "nine-tiles probe {pattern} --results {nine_tiles}",
    "nine-tiles towns 7 --limit 3 --results {nine_tiles}",
    "nine-tiles towns --with 'tile 1 at row 1 column 1' --results {nine_tiles}",
    "nine-tiles find 't05 >= 2' --order 't05 + t06' --limit 5 --results {nine_tiles}",
    "nine-tiles find 't05 > 99 and t06 > 0' --results {nine_tiles}",
    "today",
    "verify {godomachi}",
]
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
FACTORS = (1, 100, 1.96, 196)
"""Of numbers, percentages, and half the widths of their 95 % intervals."""


def leaves(data: Any) -> Iterator[Any]:
    """The numbers, texts and other single values in data, and how many each of its lists has."""
    if isinstance(data, dict | list):
        yield len(data)
        for value in data.values() if isinstance(data, dict) else data:
            yield from leaves(value)
    else:
        yield data


def fields_in(item: Any) -> dict[str, Any]:
    """The fields and figures of an answer or of an item that it lists."""
    return {name: plain(getattr(item, name)) for name in names_of(type(item))}


def answered(words: list[str], monkeypatch: pytest.MonkeyPatch) -> tuple[Printed, list[Any]]:
    """The answer of a command with its blocks, and the items that it lists; both may have been iterators."""
    caught: list[tuple[Printed, list[Any]]] = []

    def catch(printed: Printed, *_: object) -> None:
        answer = printed.answer
        items = [*getattr(answer, answer.lists)] if answer.lists else []
        if isinstance(getattr(answer, answer.lists, None), Iterator):
            answer = replace(answer, **{answer.lists: tuple(items)})  # type: ignore[type-var]
        blocks = [*(answer.blocks() if printed.blocks is None else printed.blocks)]
        caught.append((replace(printed, answer=answer, blocks=blocks), items))

    with monkeypatch.context() as patch:
        patch.setattr(output, "print_answer", catch)
        run_typed(words)
    return caught[0]


def is_shown_as(value: float, number: str) -> bool:
    """Whether a number of a text is a value, rounded or, as shares of towns are, rounded down."""
    last = 10 ** -len(number.partition(".")[2])
    return number.replace(",", "") in {
        f"{each:.{len(number.partition('.')[2])}f}" for each in (value, value - last / 2)
    }


def numbers_only_in_tables(printed: Printed, data: Any) -> set[str]:
    """The numbers in tables of the text that JSON has not, nor as a percentage, an interval or a number of items."""
    every = [*leaves(data)]
    words = {number for value in every if isinstance(value, str) for number in NUMBER.findall(value)}
    numbers = [value for value in every if isinstance(value, int | float)]
    shown = {
        number
        for block in printed.blocks or ()
        if isinstance(block, Table)
        for line in Table(block.items, block.columns, headings=block.headings).lines(NO_TERMINAL)[2:]
        for number in NUMBER.findall(line)
    }
    return {
        number
        for number in shown - words
        if not any(is_shown_as(factor * value, number) for value in numbers for factor in FACTORS)
    }


@pytest.mark.thorough
@pytest.mark.parametrize("typed", LINES)
def test_text_json_and_csv_have_the_fields_of_the_answer(
    typed: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = {
        name: request.getfixturevalue(f"{name}_folder")
        for name in ("godomachi", "nine_tiles")
        if f"{{{name}}}" in typed
    }
    if "{pattern}" in typed:
        with nine_tiles.open_results(folders["nine_tiles"]) as results:
            folders["pattern"] = results.towns(7).first[0].town.rotate().pattern
    words = shlex.split(typed.format(**folders))
    printed, items = answered(words, monkeypatch)
    answer: Any = printed.answer
    listed = {answer.lists: [plain(each) if isinstance(each, str) else fields_in(each) for each in items]}

    data = json.loads(run_typed([*words, "--json"]).output)
    assert [*data] == ["version", *names_of(type(answer))]
    assert data == {"version": 2, **fields_in(answer)} | (listed if answer.lists else {})

    rows = printed_csv(words)
    expected = [*answer.rows()]
    for row, of_csv in zip(expected, rows, strict=True):
        assert {*filter(None, of_csv.values())} <= {*cells([*row.values()])}
    if len(rows) == len(items):
        for item, of_csv in zip(listed[answer.lists], rows, strict=True):
            fields = item.items() if isinstance(item, dict) else ()
            single = {name: value for name, value in fields if name in of_csv and not isinstance(value, list)}
            single |= {name: barred(value) for name, value in single.items() if name == "town"}
            assert [cells(value) for value in single.values()] == [[of_csv[name]] for name in single]

    text = run_typed(words).output
    assert type(answer) is not Answer
    assert text.startswith("\n".join(output.text_lines(printed.blocks or (), NO_TERMINAL)))
    assert numbers_only_in_tables(printed, data) == set()


def test_every_command_with_an_answer_is_among_these() -> None:
    group: Any = typer.main.get_command(app)
    context = typer.Context(group)
    with_answer = set()
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        names = found.list_commands(context) if hasattr(found, "list_commands") else []
        commands = {f"{name} {each}": found.get_command(context, each) for each in names} or {name: found}
        with_answer |= {title for title, each in commands.items() if "as_json" in {known.name for known in each.params}}
    assert {" ".join(line.split()[: 1 if line.startswith(("today", "verify")) else 2]) for line in LINES} == with_answer
