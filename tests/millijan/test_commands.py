"""The commands `tablebases millijan`; tests/command_lines/millijan.yaml has first lines and wrong commands."""

from __future__ import annotations

import csv
import io
import json
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
import typer

from tablebases import millijan
from tablebases.cli.main import app
from tablebases.languages import use_language
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


def plain(answer: Any) -> Any:
    """An answer as JSON: lists instead of tuples, without the tiles and the address of its card."""
    if isinstance(answer, dict):
        return {key: plain(value) for key, value in answer.items() if key not in ("tiles", "place")}
    return [*map(plain, answer)] if isinstance(answer, list | tuple) else answer


def data_expected(answer: Any) -> Data:
    """The expected JSON for an answer, without its version."""
    data: Data = plain(asdict(answer))
    for scored in (data, *data.get("waits", ())):
        if "value" in scored or "copies_left" in scored:
            scored["n_splits"] = len(scored["splits"])
    if "hand_id" in data:
        data["units"] = [unit["unit"] for unit in data["splits"][0]["units"]]
    return data


def row_of_split(number: int, split: Data) -> Data:
    """The row of CSV for a split."""
    return {
        **split,
        "split": number,
        "units": [unit["unit"] for unit in split["units"]],
        "points": [unit["points"] for unit in split["units"]],
    }


def csv_expected(header: str, rows: Sequence[Data]) -> str:
    """Rows as CSV: true is 1, None is empty; a list has a column for each place in the longest one of its name."""
    columns: dict[str, list[Any]] = {}
    for name in header.split(","):
        values = [row[name] for row in rows]
        lists = [value for value in values if isinstance(value, list)]
        if lists:
            places = enumerate(zip_longest(*(value or [] for value in values)), start=1)
            columns |= {f"{name}_{place}": [*cells] for place, cells in places}
        else:
            columns[name] = [int(value) if isinstance(value, bool) else value for value in values]
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows([columns, *zip(*columns.values(), strict=True)])
    return file.getvalue()


def lines_of(text: str) -> list[str]:
    """The lines of an answer, without the next step."""
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("`tablebases ")]


@pytest.mark.parametrize(
    ("command", "hand", "keywords"),
    [pytest.param(*row, marks=THOROUGH if number % 2 else []) for number, row in enumerate(BY_HAND["questions"])],
)
def test_a_command_prints_the_answer_as_text_json_and_csv(command: str, hand: str, keywords: Data) -> None:
    hand = hand.format(**HANDS)
    function = getattr(millijan, {"discard": "discards", "units": "find_units"}.get(command, command))
    answer = function(*(hand.rsplit(" ", 1) if command == "chi" else [hand] if hand else []), **keywords)
    options = [word for key, value in keywords.items() for one in (value if isinstance(value, list) else [value])
               for word in (f"--{key}", str(one))]  # fmt: skip
    words = [command, *hand.split(), *options]
    data = data_of(*words)
    assert data == {"version": 2, **data_expected(answer)}
    assert [*data][1:] == [*data_expected(answer)]
    listed = BY_HAND["listed"][command]
    rows = data[listed] if listed else [data]
    if command == "score":
        rows = [row_of_split(number, split) for number, split in enumerate(rows, start=1)]
    columns = BY_HAND["columns of CSV" if rows else "columns of CSV without rows"][command]
    assert text_of(*words, "--csv") == csv_expected(columns, rows)
    assert lines_of(text_of(*words)) == lines_of(answer.in_words(10**9))


@pytest.mark.parametrize("typed", BY_HAND["texts"])
def test_answers_for_people_have_these_lines(typed: str) -> None:
    hopeless = " ".join(f"--called {unit}" for unit in HOPELESS)
    done = run_typed(["millijan", *typed.format(**HANDS, hopeless=hopeless).split()])
    lines = [" ".join(line.split()) for line in (done.errors + done.output).split("\n")]
    expected = BY_HAND["texts"][typed]
    assert [line for line in lines if line in expected] == expected


def test_batch_prints_a_row_for_each_hand_of_a_file() -> None:
    words = ["batch", str(HAND_FILE), "--rules", "v1.6"]
    data = data_of(*words)["judgements"]
    answer = millijan.judge_file(HAND_FILE, rules="v1.6")
    assert data == [*map(data_expected, answer)]
    assert [row["hand_id"] for row in data] == [*range(1, len(answer) + 1)]
    assert text_of(*words, "--csv") == csv_expected(BY_HAND["columns of CSV"]["batch"], data)
    assert lines_of(text_of(*words)) == lines_of(answer.in_words(10**9))
    header, _, *lines = lines_of(text_of(*words))
    assert " ".join(header.split()) == "hand won hand points best splits distance accepted tiles units"
    assert [line.split()[:3] for line in lines] == [
        [str(row["hand_id"]), "yes" if row["won"] else "no", f"{row['score']:,}"] for row in data
    ]


def test_summary_prints_the_decks(results: Results) -> None:
    answer, words = millijan.summary(results.folder), ["summary", "--results", str(results.folder)]
    whole = data_of(*words)
    data = whole.pop("decks")
    assert whole == {"version": 2, "path": str(results.database), "source": "the folder given"}
    assert data == [asdict(deck) for deck in answer.decks]
    assert text_of(*words, "--csv") == csv_expected(",".join(data[0]), data)
    lines = lines_of(text_of(*words))
    assert lines == lines_of(answer.in_words(10**9))
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
    assert len(data_of("units", "--config", "my.yaml")["units"]) == len(units_of("2025"))
    data = data_of("score", "春香 千早 そら", "--config", "my.yaml")
    assert (data["rules"], data["score"]) == ("v1.6", 1000)
    assert data_of("score", "春香 千早 そら", "--rules", "seed", "--config", "my.yaml")["rules"] == "seed"
    judgements = data_of("batch", str(HAND_FILE), "--config", "my.yaml")["judgements"]
    assert {row["rules"] for row in judgements} == {"v1.6"}


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
