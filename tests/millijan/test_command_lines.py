"""The commands `tablebases millijan`: how they are asked, help, refusals and endings."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from tablebases.cli.main import app
from tests.millijan.commands import (
    COMMANDS,
    EXAMPLE,
    THIRTEEN,
    TWELVE,
    config_text,
    data_of,
    failed,
    refused,
    run,
    start,
    text_of,
    where,
)
from tests.millijan.helpers import (
    units_file,
    units_of,
)
from tests.millijan.results import (
    HAND_FILE,
    REPOSITORY,
    Results,
    in_words,
)

pytestmark = pytest.mark.usefixtures("_in_the_folder_of_the_project")


# --- how hands are given ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "hand", "after"),
    [
        (["score"], "春香 千早 美希", ["--all"]),
        (["waits"], TWELVE, []),
        (["distance"], THIRTEEN, []),
        (["discard"], THIRTEEN, []),
        (["chi"], TWELVE, ["響"]),
        (["units", "--missing", "1"], TWELVE, []),
    ],
    ids=lambda words: words[0] if isinstance(words, list) and words else "",
)
def test_a_hand_may_come_from_standard_input(before: list[str], hand: str, after: list[str]) -> None:
    expected = text_of(*before, hand, *after)
    for typed in (f"{hand}\n", hand.replace(" ", "\r\n"), f"\N{BYTE ORDER MARK}{hand}、\n\n"):
        assert text_of(*before, "-", *after, typed=typed) == expected
    assert refused(*before, "-", *after, typed="\n") == ("the hand is empty; name its tiles, as in 春香 千早 美希")
    assert refused(*before, "-", *after, typed="春香".encode("shift_jis")) == ("standard input is not text in UTF-8")


@pytest.mark.parametrize(
    "hand",
    ["はるか,ちはや,みき", "ハルカ チハヤ ミキ", "天海 春香 如月千早 星井\u3000美希", "0 1 2",
     "ﾊﾙｶ・ﾁﾊﾔ・ﾐｷ", "春香/千早/美希", "春香、千早 2"],
)  # fmt: skip
def test_names_may_be_written_as_people_do(hand: str) -> None:
    assert data_of("score", hand)["hand"] == ["春香", "千早", "美希"]


@pytest.mark.parametrize("called", ["ハルカナミライ", "はるかなみらい", "ﾊﾙｶﾅﾐﾗｲ", "4", "春香+未来", "みらい+0"])
def test_called_units_may_be_named_in_many_ways(called: str) -> None:
    assert data_of("score", "千早", "--called", called)["called"] == ["ハルカナミライ"]


def test_called_units_are_taken_in_their_order_and_may_be_given_again() -> None:
    data = data_of("score", "千早", "--called", "4", "--called", "0", "--called", "4")
    assert data["called"] == ["ハルカナミライ", "(詩花)", "ハルカナミライ"]
    assert data["score"] == 5000


@pytest.mark.parametrize("written", ["響", "ひびき", "ヒビキ", "我那覇響", "12"])
def test_a_tile_to_call_and_a_main_idol_may_be_named_in_many_ways(written: str) -> None:
    words = ["--rules", "v1.6", "--main"]
    expected = data_of("chi", TWELVE, "響", *words, "響")
    assert data_of("chi", TWELVE, written, *words, written) == expected


# --- the configuration -----------------------------------------------------------------------


def test_the_configuration_names_units_and_rules(tmp_path: Path) -> None:
    path = tmp_path / "my.yaml"
    path.write_text(config_text(unit_file=str(units_file("2025")), rules="v1.6"), encoding="utf-8")
    words = ["--config", str(path)]
    assert len(data_of("units", *words)) == len(units_of("2025"))
    data = data_of("score", "春香 千早 そら", *words)
    assert (data["rules"], data["score"]) == ("v1.6", 1000)
    assert data_of("score", "春香 千早 そら", "--rules", "seed", *words)["rules"] == "seed"
    batch = data_of("batch", str(HAND_FILE), *words)
    assert {row["rules"] for row in batch} == {"v1.6"}


def test_a_configuration_says_what_differs_from_the_default(tmp_path: Path) -> None:
    path = tmp_path / "my.yaml"
    path.write_text("millijan: {rules: v1.6}\n", encoding="utf-8")
    data = data_of("score", "春香 千早 美希", "--config", str(path))
    assert data == data_of("score", "春香 千早 美希", "--rules", "v1.6")


@pytest.mark.parametrize("content", ["", "- millijan"])
def test_a_file_without_sections_is_no_configuration(tmp_path: Path, content: str) -> None:
    path = tmp_path / "my.yaml"
    path.write_text(content, encoding="utf-8")
    assert refused("score", "春香", "--config", str(path)) == f"{path} is no configuration: it has no sections"


@pytest.mark.parametrize("command", sorted(COMMANDS - {"summary", "batch"}))
def test_a_configuration_that_is_missing_is_named(tmp_path: Path, command: str) -> None:
    words = {"chi": [TWELVE, "響"], "units": []}.get(command, [THIRTEEN])
    path = tmp_path / "no.yaml"
    assert refused(command, *words, "--config", str(path)) == f"cannot read {path}: No such file or directory"


@pytest.mark.parametrize(
    "content",
    ["millijan:", "millijan: 5", config_text(rules="v1.7"), config_text(rules=""),
     "millijan: {tile_file: 5, unit_file: 6, rules: seed}"],
)  # fmt: skip
def test_a_configuration_without_the_section_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "my.yaml"
    path.write_text(content, encoding="utf-8")
    assert refused("score", "春香", "--config", str(path)) == (
        f"{path} has no section millijan with tiles, units and rules in it"
    )


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"millijan: \xff\xfe", "'utf-8' codec can't decode byte 0xff in position 10: invalid start byte"),
        (
            b"\x00",
            'unacceptable character #x0000: special characters are not allowed in "<unicode string>", position 0',
        ),
        (b"millijan: [", "while parsing a flow node expected the node content, but found '<stream end>' in "),
    ],
)
def test_a_configuration_that_is_no_yaml_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "my.yaml"
    path.write_bytes(content)
    assert refused("score", "春香", "--config", str(path)).startswith(f"{path} is not YAML in UTF-8: {reason}")


def test_a_folder_is_no_configuration(tmp_path: Path) -> None:
    assert refused("score", "春香", "--config", str(tmp_path)).startswith(f"cannot read {tmp_path}:")


@pytest.mark.parametrize("key", ["tile_file", "unit_file"])
def test_a_data_file_that_is_missing_or_wrong_is_named(tmp_path: Path, key: str) -> None:
    config, data = tmp_path / "my.yaml", tmp_path / "data.csv"
    config.write_text(config_text(**{key: str(data)}), encoding="utf-8")
    words = ["score", "春香", "--config", str(config)]
    assert failed(*words) == f"cannot read {data}: No such file or directory"
    data.write_text("id,name\n0,春香\n", encoding="utf-8")
    assert failed(*words).startswith(f"{data}: the column ")


# --- refusals --------------------------------------------------------------------------------

OF_A_HAND = [
    ("score", range(1, 14), []), ("waits", [12], []), ("distance", [12, 13], []),
    ("discard", [13], []), ("chi", [12], ["響"]), ("units", range(1, 14), ["--missing", "1"]),
]  # fmt: skip
WITH_CALLED = [row for row in OF_A_HAND if row[0] != "units"]


@pytest.mark.parametrize(("command", "sizes", "after"), OF_A_HAND)
def test_what_is_no_hand_is_refused(command: str, sizes: Any, after: list[str]) -> None:
    most = max(sizes)
    hand = in_words(range(most))
    assert refused(command, f"{in_words(range(most - 1))} 春花", *after).startswith("nobody is called '春花'; perhaps ")
    fourth = in_words([0, 0, 0, 0, *range(1, most - 3)])
    assert refused(command, fourth, *after) == "the hand has 4 copies of 春香, but there are 3"
    for empty in ("", " ", ",、"):
        assert refused(command, empty, *after).startswith("the hand is empty; name its tiles")
    said = {1: f"{most}", 2: f"{min(sizes)} or {most}"}.get(len(sizes), f"1 to {most}")
    assert refused(command, f"{hand} 未来", *after) == (f"the hand has {most + 1} tiles, but must have {said}")


@pytest.mark.parametrize(("command", "least"), [("waits", 12), ("distance", 12), ("discard", 13),
                                                ("chi", 12)])  # fmt: skip
def test_too_few_tiles_are_refused(command: str, least: int) -> None:
    said = refused(command, in_words(range(least - 1)), *(["響"] if command == "chi" else []))
    assert said.startswith(f"the hand has {least - 1} tiles, but must have {least}")


@pytest.mark.parametrize(("command", "sizes", "after"), WITH_CALLED)
def test_what_cannot_be_called_is_refused(command: str, sizes: Any, after: list[str]) -> None:
    most = max(sizes)
    hand = in_words(range(most))
    assert refused(command, hand, *after, "--called", "ハルカナミ").startswith(
        "there is no unit 'ハルカナミ'; perhaps "
    )
    assert refused(command, hand, *after, "--called", "155").startswith("there is no unit '155'")
    assert refused(command, hand, *after, "--called", "春香+誰か").startswith("nobody is called ")
    said = refused(command, hand, *after, "--called", "765 ALL STARS")
    assert said == "the called units have 13 tiles, which leaves none for the hand"
    said = refused(command, hand, *after, "--called", "ハルカナミライ")
    assert said.startswith(f"the hand has {most} tiles, but must have ")
    assert said.endswith(f"{most - 2}")
    called = ["--called", "4"] * 3
    rest = in_words([0, *range(3, 3 + most - 7)])
    assert refused(command, rest, *after, *called) == (
        "the hand with its called units has 4 copies of 春香, but there are 3"
    )
    assert refused(command, hand, *after, "--main", "春花").startswith("nobody is called '春花'")


def test_four_called_copies_of_an_idol_are_refused() -> None:
    assert refused("score", "千早", *["--called", "4"] * 4) == (
        "the hand with its called units has 4 copies of 春香, but there are 3"
    )


def test_a_tile_that_cannot_be_called_is_refused() -> None:
    assert refused("chi", TWELVE, "春花").startswith("nobody is called '春花'; perhaps ")
    with_three = in_words([0, 0, 0, *range(1, 10)])
    assert refused("chi", with_three, "春香") == (
        "the hand with the called tile and units has 4 copies of 春香, but there are 3"
    )
    assert refused("chi", in_words([0, 0, *range(1, 9)]), "春香", "--called", "4") == (
        "the hand with the called tile and units has 4 copies of 春香, but there are 3"
    )


def test_missing_and_a_hand_need_each_other() -> None:
    said = "--missing needs a hand, and a hand needs --missing"
    assert refused("units", "--missing", "1") == said
    assert refused("units", "春香 千早") == said
    assert refused("units", "--idol", "春花").startswith("nobody is called '春花'; perhaps ")


@pytest.mark.parametrize(
    "words", [["summary"], ["units"], ["discard", THIRTEEN], ["chi", TWELVE, "響"],
              ["batch", str(HAND_FILE)]],
)  # fmt: skip
def test_json_and_csv_exclude_each_other(results: Results, words: list[str]) -> None:
    options = where(results) if words == ["summary"] else []
    said = refused(*words, "--json", "--csv", *options)
    assert said.startswith("--json and --csv cannot be used together")


@pytest.mark.parametrize(
    "words",
    [["score"], ["waits"], ["distance"], ["discard"], ["chi"],
     ["batch"], ["units", "--missing", "-1", "春香"],
     ["units", "--missing", "one", "春香"], ["score", "春香", "--rules", "v1.7"],
     ["score", "春香", "--rules", ""], ["batch", "hands.csv", "--rules", "2019"],
     ["summary", "--all"], ["waits", TWELVE, "--all"], ["guess"]],
)  # fmt: skip
def test_wrong_options_end_with_2(words: list[str]) -> None:
    done = start(*words)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert "Usage: " in done.stderr


def test_a_call_needs_a_hand_and_a_tile() -> None:
    for word in ("響", TWELVE):
        assert refused("chi", word) == "chi needs a hand, and after it the tile that another player discards"


# --- help ------------------------------------------------------------------------------------


def commands() -> dict[str, Any]:
    """Name -> the command itself, loaded."""
    tablebases = typer.main.get_command(app)
    context = typer.Context(tablebases)
    group = tablebases.get_command(context, "millijan")
    assert set(group.list_commands(context)) == COMMANDS
    return {
        name: group.get_command(context, name).make_context(name, [], resilient_parsing=True).command
        for name in sorted(COMMANDS)
    }


def examples() -> list[list[str]]:
    """The words of all examples in the help of all commands."""
    found = []
    for name, command in commands().items():
        lines = [line.strip() for line in command.help.splitlines()]
        texts = [line.removeprefix("Example:").strip() for line in lines]
        of_command = [shlex.split(text)[2:] for text in texts if text.startswith("tablebases millijan ")]
        assert of_command
        assert all(words[0] == name for words in of_command)
        found += of_command
    return found


@pytest.mark.parametrize("words", examples(), ids=" ".join)
def test_the_examples_in_the_help_run(results: Results, words: list[str]) -> None:
    options = where(results) if words[0] == "summary" else []
    done = run(*words, *options)
    assert (done.exit_code, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) >= 3


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_has_help_with_its_examples_and_options(command: str) -> None:
    done = start(command, "--help")
    said = " ".join(done.stdout.split())
    mine = [words for words in examples() if words[0] == command]
    for words in mine:
        assert f"tablebases millijan {' '.join(words[:2])}".rstrip() in said.replace('"', "")
    for parameter in commands()[command].params:
        if parameter.name != "help":
            assert parameter.help
            assert " ".join(parameter.help.split()) in said
            assert all(name in said for name in parameter.opts if name.startswith("--"))


def test_the_help_of_the_group_names_all_commands() -> None:
    done = start("--help")
    said = " ".join(done.stdout.split())
    for name, command in commands().items():
        first = " ".join(command.help.split("\n\n")[0].split())
        assert f"{name} {first.split('.')[0].split(':')[0]}"[:40] in said


# --- endings ---------------------------------------------------------------------------------


def started(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """The command as a user starts it, in the folder of the project."""
    return subprocess.run(
        [sys.executable, "-m", "tablebases.cli.main", "millijan", *words],
        cwd=REPOSITORY, capture_output=True, text=True, check=False, input=typed,
    )  # fmt: skip


def test_a_command_as_a_user_starts_it() -> None:
    done = started("score", "-", "--json", typed=f"{EXAMPLE}\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == data_of("score", EXAMPLE)


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["waits", "春香"], 2, "the hand has 1 tiles, but must have 12"),
        (["batch", "no.csv"], 1, "cannot read no.csv: No such file or directory"),
        (["score", "春香", "--config", "no.yaml"], 2,
         "cannot read no.yaml: No such file or directory"),
    ],
)  # fmt: skip
def test_a_refusal_is_one_sentence_on_standard_error(words: list[str], status: int, said: str) -> None:
    done = started(*words)
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr == f"error: {said}\n"


def test_the_group_is_a_part_of_the_whole_command() -> None:
    done = start("units", "--idol", "詩花", "--csv")
    assert (done.exit_code, done.stdout) == (0, "id,unit,points,members\n0,(詩花),1000,詩花\n")


HEAVY = ("numba", "scipy", "pandas", "matplotlib")
LOADED = f"""
import sys
from tablebases.cli.main import main
try:
    main()
finally:
    print("loaded:", *(name for name in {HEAVY} if name in sys.modules), file=sys.stderr)
"""
"""Runs a command, and then says what it has loaded."""


@pytest.mark.parametrize(
    ("words", "loaded"),
    [
        (["--help"], []),
        (["score", "--help"], []),
        (["summary", "--help"], []),
        (["units", "--idol", "詩花"], []),
        (["score", "春花"], []),
        (["waits", "春香"], []),
        (["discard", "春香", "--rules", "v2"], []),
        (["chi", TWELVE, "春花"], []),
        (["batch", "no.csv"], []),
        (["score", "春香"], ["numba"]),
    ],
    ids=lambda words: " ".join(words),
)
def test_help_and_errors_of_use_load_nothing_heavy(words: list[str], loaded: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED, "millijan", *words], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert set(done.stderr.splitlines()[-1].split()[1:]) & {"numba"} == set(loaded)
    assert loaded or done.stderr.endswith("loaded:\n")
