"""Tables, CSV and JSON as commands print them: every word is whole in a terminal of any width."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablebases.answer.base import Answer, ListAnswer
from tablebases.answer.fields import Notated, figure, names_of
from tablebases.answer.output import json_lines, write_csv
from tablebases.answer.text import NO_TERMINAL, Block, Drawing, Table, has_colours, table_lines, text_lines, text_width
from tablebases.cli import output
from tablebases.cli.output import OutputFormat, Printed, print_answer, print_blocks, waiting_shown

WORDS = st.one_of(
    st.integers(-(10**12), 10**12).map(str),
    st.text("0123456789", min_size=18, max_size=18),
    st.text("#./", min_size=1, max_size=25),
    st.sampled_from(["02_05_18", "10,832,185", "春香", "マイティセーラーズ(2人)", "0.0013", "±", ""]),
)
CELLS = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[str], list[list[str]]]:
    """Names of columns, and rows."""
    columns = draw(st.integers(1, 16))
    names = draw(st.lists(st.sampled_from(["id", "t05", "first wins", "n_towns"]), min_size=columns, max_size=columns))
    return names, draw(st.lists(st.lists(CELLS, min_size=columns, max_size=columns), max_size=4))


@settings(max_examples=25)
@given(table=tables(), width=st.integers(20, 200), is_right=st.booleans())
def test_a_table_has_every_word_whole_and_in_order(
    table: tuple[list[str], list[list[str]]], width: int, is_right: bool
) -> None:
    names, rows = table
    lines = table_lines(names, rows, [is_right] * len(names), width)
    found = [word for line in lines for word in line.split()]
    longest = max(map(text_width, [*(word for row in rows for cell in row for word in cell.split()), *names]))
    for line in lines:
        assert text_width(line) <= max(width, longest + 2)
    for row in rows:
        for word in (word for cell in row for word in cell.split()):
            assert word in found, (width, lines)
    if len(names) == 1 or width < 3 * len(names) - 2:  # then the lines of a cell have nothing of others between them
        of_cells = [word for row in rows for cell in row for word in cell.split()]
        assert [word for word in found if word in of_cells and word not in names] == of_cells


IDS = [{f"t{theme:02}": 11 for theme in range(1, 15)} | {"id": 490346_0 + number} for number in (8, 6, 4)]


@pytest.mark.parametrize("columns", [20, 40, 70, 80, 200])
def test_a_terminal_of_any_width_shows_ids_apart(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    print_blocks([Table(IDS, [*IDS[0]])])
    said = capsys.readouterr().out
    assert all(str(row["id"]) in said.split() for row in IDS)
    assert max(map(len, said.splitlines())) <= columns


@dataclass(frozen=True)
class Hands(Answer):
    """A list of rows."""

    hands: Iterable[Mapping[str, object]]

    lists = "hands"

    def blocks(self) -> Iterator[Block]:
        """The rows as a table."""
        yield Table([*self.hands], ("n", "hand", "none"))

    def rows(self) -> Iterator[Mapping[str, object]]:
        """The rows as they are."""
        return iter(self.hands)


def printed(answer: Answer, form: OutputFormat, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command prints for an answer."""
    print_answer(Printed(answer), form)
    return capsys.readouterr().out


def test_tables_and_csv_outside_a_terminal_have_a_line_for_each_row(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    names = ["春香", "千早"] * 20
    answer = Hands([{"n": number, "hand": names[: 40 - number], "none": None} for number in range(3)])
    assert printed(answer, OutputFormat.TABLE, capsys).count("春香 千早 " * 18) == 3
    header, first, *_, last = printed(answer, OutputFormat.CSV, capsys).splitlines()
    assert header == ",".join(["n", *(f"hand_{place}" for place in range(1, 41)), "none"])
    assert (first, last) == (f"0,{','.join(names)},", f"2,{','.join(names[:38])},,,")
    assert json.loads(printed(answer, OutputFormat.JSON, capsys)) == {"version": 2, "hands": answer.hands}


@pytest.mark.parametrize("count", [0, 1, 3])
@pytest.mark.parametrize("form", [OutputFormat.JSON, OutputFormat.CSV])
def test_items_are_printed_one_by_one(capsys: pytest.CaptureFixture[str], count: int, form: OutputFormat) -> None:
    rows = [{"n": number, "words": 'a\nb"\u2028]', "none": None} for number in range(count)]
    before: list[str] = []

    def one_by_one() -> Iterator[dict[str, object]]:
        for row in rows:
            before.append(capsys.readouterr().out)
            yield row

    last = printed(Hands(one_by_one()), form, capsys)
    whole = "".join([*before, last])
    if form is OutputFormat.JSON:
        assert whole == json.dumps({"version": 2, "hands": rows}, ensure_ascii=False, indent=2) + "\n"
    else:
        assert [*csv.DictReader(io.StringIO(whole))] == [{**row, "n": str(row["n"]), "none": ""} for row in rows]
    marks = {OutputFormat.JSON: '"n": {}', OutputFormat.CSV: "{},"}
    assert all(marks[form].format(number - 1) in before[number] for number in range(1, count))


@dataclass(frozen=True)
class Level(Notated):
    """A listed item with a notation."""

    number: int

    @property
    def notation(self) -> str:
        """Its notation."""
        return f"level {self.number}"

    @figure
    def double(self) -> int:
        """A figure."""
        return 2 * self.number


@dataclass(frozen=True)
class Levels(ListAnswer[Level]):
    """A list, and a field with the same item."""

    first: Level
    levels: tuple[Level, ...]

    lists = "levels"
    columns = names_of(Level)


def test_json_and_csv_have_the_fields_of_listed_items_and_the_notation_of_others() -> None:
    level, out = Level(3), io.StringIO()
    data = json.loads("".join(json_lines(Levels(level, (level,)))))
    assert data == {"version": 2, "first": "level 3", "levels": [{"number": 3, "double": 6}]}
    write_csv(Levels(level, (level,)), out)
    write_csv(Levels(level, ()), out)
    assert out.getvalue() == "number,double\n3,6\nnumber,double\n"


def test_a_list_has_the_length_order_and_places_of_its_items() -> None:
    levels = Levels(Level(3), (Level(1), Level(2)))
    assert [len(levels), [*levels], levels[1], levels[-1]] == [2, [Level(1), Level(2)], Level(2), Level(2)]


def test_a_drawing_takes_the_width_of_the_terminal_or_80_columns() -> None:
    drawing = Drawing("#".__mul__)
    assert [len(line) for width in (3, 100, NO_TERMINAL) for line in text_lines([drawing], width)] == [3, 100, 80]


def test_a_drawing_has_colours_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = ["ab", Drawing("ab\nb", {"b": "2"})]
    assert [*text_lines(blocks)] == ["ab", "", "ab", "b"]
    assert [*text_lines(blocks, in_colour=True)] == ["ab", "", "a\x1b[2mb\x1b[0m", "\x1b[2mb\x1b[0m"]
    monkeypatch.setattr(sys, "stdout", Screen())
    monkeypatch.setattr("os.name", "posix")
    for environment, expected in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        for name in ("NO_COLOR", "TERM"):
            monkeypatch.setenv(name, environment.get(name, ""))
        assert has_colours() == expected
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert not has_colours()


class Screen(io.StringIO):
    """A terminal that notes when it shows that a command is at work."""

    def __init__(self) -> None:
        super().__init__()
        self.is_shown = Event()

    def isatty(self) -> bool:
        """It is a terminal."""
        return True

    def write(self, text: str) -> int:
        """Write as a stream does."""
        if "computing" in text:
            self.is_shown.set()
        return super().write(text)


@pytest.mark.parametrize("patience", [0.0, 600.0])
def test_a_terminal_shows_that_an_answer_takes_long(patience: float, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(output, "PATIENCE", patience)
    with waiting_shown():
        assert patience or screen.is_shown.wait(60)
    assert screen.is_shown.is_set() == (not patience)
