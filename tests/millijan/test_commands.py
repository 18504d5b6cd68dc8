"""The commands `tablebases millijan`; tests/command_lines/millijan.yaml has first lines and wrong commands."""

from __future__ import annotations

import csv
import io
import json
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
import typer

from tablebases import millijan
from tablebases.cli.main import app
from tablebases.languages import use_language
from tablebases.millijan import answers
from tests.command_lines.typed import run_typed
from tests.millijan.helpers import BY_HAND, DATA, units_file, units_of
from tests.millijan.questions import FAR, HOPELESS, THIRTEEN, TWELVE
from tests.millijan.results import HAND_FILE, Results

EXAMPLE = "志保 星梨花 海美 可奈 まつり このみ 瑞希 翼 ジュリア 律子 春香 千早 あずさ"
THOROUGH = pytest.mark.thorough
HANDS = {"example": EXAMPLE, "tied": f"{TWELVE} 春香", "twelve": TWELVE, "far": FAR}

Data = dict[str, Any]


@pytest.fixture(autouse=True)
def _in_a_folder_with_the_data_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "data").symlink_to(DATA.parent)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "300")
    yield
    use_language("en")


def text_of(*words: str, typed: str = "") -> str:
    """The output of a command without notes or errors."""
    done = run_typed(["millijan", *words], typed)
    assert (done.status, done.errors) == (0, "")
    return done.output


def data_of(*words: str) -> Any:
    """The answer of a command as JSON."""
    return json.loads(text_of(*words, "--json"))


def plain(answer: Any, without: str = "") -> Any:
    """An answer as JSON: lists instead of tuples, and the field `without` nowhere."""
    if isinstance(answer, dict):
        return {key: plain(value, without) for key, value in answer.items() if key != without}
    return [plain(value, without) for value in answer] if isinstance(answer, list | tuple) else answer


def data_expected(command: str, answer: Any) -> Any:
    """The expected JSON for an answer about a hand."""
    if command == "score":
        return {**plain(asdict(answer), "seen"), "n_splits": answer.n_splits}
    data = plain(asdict(answer), "loose")
    if command == "distance":
        return {key: data[key] for key in ("hand", "distance", "discard", "accepted_copies", "accepted", "nearest_win")}
    if command == "units":
        without = {"called", *([] if answer.hand else ["missing"])}
        return [{key: value for key, value in unit.items() if key not in without} for unit in data["units"]]
    if command != "chi":
        return data["waits" if command == "waits" else "discards"]
    for call in data["calls"]:
        del call["called"]
        for key in ("splits",) if call["score"] is None else ("discards", "all_discards", "nearest_win"):
            assert call[key] == []
            call[key] = None
    return data["calls"]


def rows_of_splits(data: Data, **more: Any) -> list[Data]:
    """A row for each unit of each split, and one for its bonus."""
    return [
        {**more, "split": number, **unit}
        for number, split in enumerate(data["splits"], start=1)
        for unit in [
            *split["units"],
            *([{"unit": "bonus of the main idol", "points": split["bonus"]}] if split["bonus"] else []),
        ]
    ]


def one_by_one(rows: Iterable[Data], values: str, name: str) -> list[Data]:
    """A row for each of the list `values`."""
    return [{**row, name: value} for row in rows for value in row[values] or [None]]


def csv_expected(header: str, rows: Iterable[Data]) -> str:
    """Rows as CSV: hands are words, true is 1, None is empty; `member_2` is the second of the list `members`."""
    file, columns = io.StringIO(), header.split(",")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        members = {f"member_{number}": name for number, name in enumerate(row.get("members", ()), start=1)}
        missing = {f"missing_{number}": name for number, name in enumerate(row.get("missing", ()), start=1)}
        values = ({**row, **members, **missing}.get(column) for column in columns)
        values = (int(value) if isinstance(value, bool) else value for value in values)
        writer.writerow([" ".join(value) if isinstance(value, list) else value for value in values])
    return file.getvalue()


def lines_of(text: str) -> list[str]:
    """The lines of an answer, without the next step."""
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("`tablebases ")]


@pytest.mark.parametrize(
    ("command", "hand", "keywords"),
    [pytest.param(*row, marks=THOROUGH if number % 2 else []) for number, row in enumerate(BY_HAND["questions"])],
)
def test_a_command_prints_the_answer_as_text_json_and_csv(
    command: str, hand: str, keywords: Data, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = hand.format(**HANDS)
    function = getattr(millijan, {"discard": "discards", "units": "find_units"}.get(command, command))
    answer = function(*(hand.rsplit(" ", 1) if command == "chi" else [hand] if hand else []), **keywords)
    options = [word for key, value in keywords.items() for one in (value if isinstance(value, list) else [value])
               for word in (f"--{key}", str(one))]  # fmt: skip
    words = [command, *hand.split(), *options]
    data = data_of(*words)
    assert data == data_expected(command, answer)
    rows = data if isinstance(data, list) else [data]
    if command == "score":
        rows = rows_of_splits(data)
    elif command == "waits":
        rows = [row for wait in data for row in rows_of_splits(wait, **wait)]
    elif command in ("distance", "discard"):
        rows = one_by_one(rows, "accepted", "accepted")
    elif command == "chi":
        rows = one_by_one(rows, "discards", "discard")
    columns = BY_HAND["columns of CSV"][command]
    columns += "".join(f",missing_{number}" for number in range(1, keywords.get("missing", 0) + 1))
    assert text_of(*words, "--csv") == csv_expected(columns, rows)
    monkeypatch.setattr(answers, "WIDTH", 10**9)
    assert lines_of(text_of(*words)) == lines_of(str(answer))


@pytest.mark.parametrize("typed", BY_HAND["texts"])
def test_answers_for_people_have_these_lines(typed: str) -> None:
    hopeless = " ".join(f"--called {unit}" for unit in HOPELESS)
    done = run_typed(["millijan", *typed.format(**HANDS, hopeless=hopeless).split()])
    lines = [" ".join(line.split()) for line in (done.errors + done.output).split("\n")]
    expected = BY_HAND["texts"][typed]
    assert [line for line in lines if line in expected] == expected


def test_batch_prints_a_row_for_each_hand_of_a_file() -> None:
    words = ["batch", str(HAND_FILE), "--rules", "v1.6"]
    data = data_of(*words)
    answers_of_file = millijan.judge_file(HAND_FILE, rules="v1.6")
    for number, (row, answer) in enumerate(zip(data, answers_of_file, strict=True), start=1):
        judged = plain(asdict(answer), "seen")
        judged["waits"] = plain(judged["waits"], "loose")
        assert row == {"hand_id": number, **judged, "n_splits": answer.n_splits}
        row |= {f"called_{n}": unit for n, unit in enumerate(row["called"], start=1)}
        row |= {f"unit_{n}": unit["unit"] for n, unit in enumerate(row["splits"][0]["units"], start=1)}
    assert text_of(*words, "--csv") == csv_expected(BY_HAND["columns of CSV"]["batch"], data)
    header, _, *lines = lines_of(text_of(*words))
    assert header.split() == ["hand", "won", "score", "best", "splits", "distance", "accepted", "tiles", "units"]
    assert [line.split()[:3] for line in lines] == [
        [str(row["hand_id"]), "yes" if row["won"] else "no", f"{row['score']:,}"] for row in data
    ]


def test_summary_prints_the_decks(results: Results, monkeypatch: pytest.MonkeyPatch) -> None:
    answer, words = millijan.summary(results.folder), ["summary", "--results", str(results.folder)]
    data = data_of(*words)
    assert data == [asdict(deck) for deck in answer.decks]
    assert text_of(*words, "--csv") == csv_expected(",".join(data[0]), data)
    monkeypatch.setattr(answers, "WIDTH", 10**9)
    lines = lines_of(text_of(*words))
    assert lines == lines_of(str(answer))
    assert lines[0] == f"MilliJan: {results.database}"
    of_as = lines[4]
    assert f"{100 * data[1]['win_chance']:.4f} ± {196 * data[1]['win_chance_error']:.4f} %" in of_as
    assert f"  {data[1]['mean_winning_score']:,.0f}  " in of_as
    assert of_as.endswith(f"{data[1]['mean_distance']:.2f}")


# --- options ---------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["score --all", "waits", "distance", "discard", "chi 響", "units --missing=1"])
def test_a_hyphen_reads_the_hand_from_standard_input(words: str) -> None:
    command, *after = words.split()
    hand = THIRTEEN if command in ("score", "discard") else TWELVE
    typed = "\N{BYTE ORDER MARK}" + hand.replace(" ", "\r\n") + "、\n\n"
    assert text_of(command, "-", *after, typed=typed) == text_of(command, hand, *after)
    done = run_typed(["millijan", command, "-", *after], "春香".encode("shift_jis"))
    assert (done.status, done.first_line) == (2, "error: standard input is not text in UTF-8")


@pytest.mark.parametrize(
    "command", ["score", "waits", *(pytest.param(name, marks=THOROUGH) for name in ("distance", "discard", "chi"))]
)
def test_a_main_idol_under_seed_gives_a_note(command: str) -> None:
    words = [command, {"score": "春香 千早", "discard": THIRTEEN}.get(command, TWELVE), *(["響"] * (command == "chi"))]
    done = run_typed(["millijan", *words, "--main", "春香"])
    assert (done.status, done.output) == (0, text_of(*words))
    assert done.errors == "note: the rule set seed knows no main idol, so --main changes nothing\n"
    text_of(*words, "--main", "春香", "--rules", "v1.6")


def test_the_configuration_names_units_and_rules() -> None:
    Path("my.yaml").write_text(f"millijan: {{unit_file: {units_file('2025')}, rules: v1.6}}\n", encoding="utf-8")
    assert len(data_of("units", "--config", "my.yaml")) == len(units_of("2025"))
    data = data_of("score", "春香 千早 そら", "--config", "my.yaml")
    assert (data["rules"], data["score"]) == ("v1.6", 1000)
    assert data_of("score", "春香 千早 そら", "--rules", "seed", "--config", "my.yaml")["rules"] == "seed"
    assert {row["rules"] for row in data_of("batch", str(HAND_FILE), "--config", "my.yaml")} == {"v1.6"}


# --- help ------------------------------------------------------------------------------------


def commands() -> dict[str, Any]:
    """Name -> the command itself, loaded."""
    tablebases = typer.main.get_command(app)
    context = typer.Context(tablebases)
    group = tablebases.get_command(context, "millijan")
    return {
        name: group.get_command(context, name).make_context(name, [], resilient_parsing=True).command
        for name in group.list_commands(context)
    }


@pytest.mark.parametrize("name", sorted(commands()))
def test_help_has_all_options_and_examples_that_run(name: str) -> None:
    command = commands()[name]
    help_text = " ".join(text_of(name, "--help").split())
    texts = [line.strip().removeprefix("Example:").strip() for line in command.help.splitlines()]
    examples = [shlex.split(text)[2:] for text in texts if text.startswith("tablebases millijan ")]
    assert examples
    for words in examples:
        assert words[0] == name
        assert f"tablebases millijan {' '.join(words[:2])}".rstrip() in help_text.replace('"', "")
        assert len(text_of(*words).splitlines()) >= 3
    for parameter in command.params:
        if parameter.name != "help":
            assert " ".join(parameter.help.split()) in help_text
            assert all(word in help_text for word in parameter.opts if word.startswith("--"))
