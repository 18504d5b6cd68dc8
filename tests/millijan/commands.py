"""How tests start the commands, and what the oracle says of what they answer."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from tablebases.cli.main import app
from tablebases.errors import Error, InputError
from tablebases.millijan.units import NEVER, RuleSet
from tests.millijan.helpers import (
    TILES,
    TILES_FILE,
    units_file,
    units_of,
)
from tests.millijan.results import (
    Answer,
    Asked,
    Results,
    copies_by_oracle,
    questions,
)
from tests.oracle import millijan as oracle
from tests.oracle.millijan import Counting, Tiles, Units

COMMANDS = {"summary", "score", "waits", "distance", "discard", "chi", "units", "batch"}
UNITS = units_of("2019")
TWELVE = "春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 あずさ 亜美 真美"
THIRTEEN = f"{TWELVE} 響"
FAR = "春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 あずさ 志保 翼"
EXAMPLE = "志保 星梨花 海美 可奈 まつり このみ 瑞希 翼 ジュリア 律子 春香 千早 あずさ"
HOPELESS = [word for unit in (0, 0, 0, 106, 107) for word in ("--called", str(unit))]
"""12 tiles with all of 詩花: no unit of one is left to win with."""

Data = dict[str, Any]


def start(*words: str, typed: str | bytes = "", columns: int = 300) -> Result:
    """A command in this process, in a wide terminal."""
    return CliRunner().invoke(app, ["millijan", *words], input=typed, env={"COLUMNS": str(columns)})


def run(*words: str, typed: str | bytes = "") -> Result:
    """The same; what goes wrong is raised."""
    done = start(*words, typed=typed, columns=500)
    if isinstance(done.exception, Error):
        assert done.stdout == ""
        raise done.exception
    assert isinstance(done.exception, SystemExit | None), done.exception
    return done


def text_of(*words: str, typed: str | bytes = "") -> str:
    """What a command prints if there is nothing to say beside it."""
    done = run(*words, typed=typed)
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout


def lines_of(*words: str) -> list[str]:
    """What a command prints below the echo of the hand, line by line, but for the lines of blanks."""
    lines = [line.strip() for line in text_of(*words).splitlines()]
    return [line for line in lines if line and not line.startswith(("hand: ", "called: "))]


def data_of(*words: str, typed: str | bytes = "") -> Any:
    """What a command answers as JSON."""
    return json.loads(run(*words, "--json", typed=typed).stdout)


def csv_of(*words: str) -> list[dict[str, str]]:
    """What a command answers as CSV."""
    return list(csv.DictReader(io.StringIO(text_of(*words, "--csv"))))


def tables_of(*words: str) -> list[list[list[str]]]:
    """The tables that a command prints, each with its header; empty cells are left out."""
    lines = [line.strip() for line in text_of(*words).splitlines()]
    parts = [list(part) for is_text, part in groupby(lines, bool) if is_text]
    return [
        [re.split(r" {2,}", line) for line in (header, *rows)]
        for header, rule, *rows in (part for part in parts if len(part) > 1)
        if set(rule) == {"─"}
    ]


def as_strings(rows: Iterable[Data], columns: Iterable[str]) -> list[dict[str, str]]:
    """Some columns of rows as CSV has them."""
    return [{column: as_string(row.get(column)) for column in columns} for row in rows]


def as_string(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "" if value is None else str(value)


def as_row(row: Data, columns: Iterable[str]) -> list[str]:
    """Some columns of a row as a table has them, without empty cells."""
    return [text for column in columns if (text := as_string(row.get(column)))]


def refused(*words: str, typed: str | bytes = "") -> str:
    """What is said of a question that cannot be understood."""
    with pytest.raises(InputError) as error:
        run(*words, typed=typed)
    assert error.value.exit_status == 2
    assert len(str(error.value).splitlines()) == 1
    return str(error.value)


def failed(*words: str) -> str:
    """What is said of a file that cannot be used."""
    with pytest.raises(Error) as error:
        run(*words)
    assert error.value.exit_status == 1
    assert len(str(error.value).splitlines()) == 1
    return str(error.value)


def options_of(asked: Asked, rules: RuleSet = RuleSet.SEED) -> list[str]:
    """The options of a question."""
    return [
        "--rules", rules.value,
        *(word for number in asked.numbers for word in ("--called", str(number))),
        *([] if asked.main is None else ["--main", TILES[asked.main].name]),
    ]  # fmt: skip


def names(kinds: Iterable[int]) -> list[str]:
    return [TILES[kind].name for kind in kinds]


def asked_with(tiles: int) -> list[Asked]:
    """Questions of so many tiles in all."""
    return [
        one for one in questions() if len(one.hand) + oracle.tiles_used(one.called) == tiles
    ]  # fmt: skip


def unit_expected(number: int, is_called: bool, is_complete: bool, rules: RuleSet, main: int | None) -> Data:
    """A unit with its points by the oracle; the bonus of v1.6 is not among them."""
    unit = UNITS[number]
    main = None if rules is RuleSet.V1_6 else main
    how = Counting(rules.value, main, (unit,) if is_called else ())
    points = oracle.score(() if is_called else (unit,), is_complete, how)
    return {
        "unit": unit.name, "id": number, "members": names(unit.members), "points": points,
        "called": is_called,
    }  # fmt: skip


def check_splits(
    data: list[Data], packings: Iterable[Iterable[int]], score: int, is_complete: bool,
    asked: Asked, rules: RuleSet,
) -> None:  # fmt: skip
    """Stop unless splits are these, with called units last, and each adds up to the score."""
    assert [split["units"] for split in data] == [
        [unit_expected(unit, is_called, is_complete, rules, asked.main)
         for units, is_called in ((packing, False), (asked.numbers, True)) for unit in units]
        for packing in packings
    ]  # fmt: skip
    for split in data:
        assert sum(unit["points"] for unit in split["units"]) + split["bonus"] == score
        has_main = any(asked.main in UNITS[unit["id"]].members for unit in split["units"])
        assert split["bonus"] == (2000 if has_main and rules is RuleSet.V1_6 else 0)


def check_value(data: Data, asked: Asked, rules: RuleSet, answer: Answer) -> None:
    """Stop unless a hand in JSON is worth what the oracle says."""
    assert {key: data[key] for key in data if key != "splits"} == {
        "hand": names(asked.hand), "called": [unit.name for unit in asked.called],
        "main": None if asked.main is None else TILES[asked.main].name, "rules": rules.value,
        "won": answer.won, "score": answer.score, "value": answer.value,
        "n_splits": len(answer.splits),
    }  # fmt: skip
    is_complete = answer.value >= oracle.WIN
    check_splits(data["splits"], answer.splits, answer.score, is_complete, asked, rules)


def check_waits(data: list[Data], asked: Asked, rules: RuleSet, answer: Answer) -> None:
    """Stop unless waits in JSON are those of the oracle, the best first, each with all splits."""
    copies = copies_by_oracle(asked, answer.waits)
    order = sorted(answer.waits, key=lambda kind: (-answer.waits[kind], kind))
    assert [{key: wait[key] for key in ("tile", "score", "copies_left")} for wait in data] == [
        {"tile": TILES[kind].name, "score": answer.waits[kind], "copies_left": copies[kind]} for kind in order
    ]
    how = Counting(rules.value, asked.main, asked.called)
    for kind, wait in zip(order, data, strict=True):
        best = oracle.best_packings((*asked.hand, kind), UNITS, how)
        check_splits(wait["splits"], map(oracle.numbers, best), wait["score"], True, asked, rules)


def discard_expected(one: oracle.Discard) -> Data:
    """A discard in JSON."""
    return {
        "discard": TILES[one.kind].name, "distance": one.distance, "accepted_copies": one.copies,
        "accepted": names(one.accepted),
    }  # fmt: skip


def check_nearest_win(data: list[Data], hand: Tiles, called: Units, distance: int) -> None:
    """Stop unless units win, take as much of a hand as can be, and name what is missing."""
    if distance == NEVER:
        assert data == []
        return
    units = [UNITS[unit["id"]] for unit in data]
    every = Counter(kind for unit in units for kind in unit.members)
    assert every.total() == oracle.WINNING_TILES
    assert max(every.values()) <= oracle.COPIES
    apart = [unit for unit, row in zip(units, data, strict=True) if row["called"]]
    assert apart == list(called) == units[len(units) - len(called) :]
    own = Counter(hand) + Counter(kind for unit in called for kind in unit.members)
    missing = Counter(name for row in data for name in row["missing"])
    assert missing == Counter(names((every - own).elements()))
    assert missing.total() == distance


def where(results: Results) -> list[str]:
    """The option that names the database."""
    return ["--results", str(results.folder)]


def config_text(**changed: str) -> str:
    """A configuration file with the section of this game."""
    section = {
        "tile_file": str(TILES_FILE), "unit_file": str(units_file("2019")), "rules": "seed",
        **changed,
    }  # fmt: skip
    return json.dumps({"millijan": section})
