"""Boards as people type them: without a level, in several words, in full-width digits; echoed, and in rows of CSV."""

from __future__ import annotations

import csv
import io

import pytest

from tablebases.arrow.boards import ARROWS, Layout, parse_board
from tablebases.arrow.drawing import board_text
from tests.arrow_puzzle.helpers import known_rows, level_of
from tests.arrow_puzzle.test_commands import EASY, EXPERT, ONE_OFF, data_of, refused, run

FULL_WIDTH = {code: code + 0xFEE0 for code in range(ord("!"), ord("~") + 1)}
HARD = known_rows("hard")[0]["board"]


def csv_of(*words: str) -> list[dict[str, str]]:
    """What a command answers as CSV."""
    return list(csv.DictReader(io.StringIO(run(*words, "--csv").stdout)))


@pytest.mark.parametrize("command", ["solve", "check"])
@pytest.mark.parametrize("name", ["easy", "medium", "hard", "expert"])
def test_a_level_is_guessed_from_the_tiles(command: str, name: str) -> None:
    board = known_rows(name)[0]["board"]
    assert data_of(command, board) == data_of(command, name, board)


def test_of_two_levels_with_such_boards_the_one_with_fewer_directions_is_meant_and_a_note_says_so() -> None:
    note = "note: read as a board of level hard; if it is one of expert, name that before the board\n"
    assert run("check", HARD).stderr == note
    assert run("check", "hard", HARD).stderr == run("check", "expert", HARD).stderr == ""
    assert run("apply", HARD, "0" * 37).stderr == note


@pytest.mark.parametrize(
    "words",
    [["434", "131", "344"], [*EASY], ["easy", *EASY], ["easy", "434/", "131/344"], [EASY.translate(FULL_WIDTH)],
     ["434/131/344".translate(FULL_WIDTH)], ["←↓←", "↑↓↑", "↓←←"], ["<v<", "^v^", "v<<"], ["⬅️⬇️⬅️⬆️⬇️⬆️⬇️⬅️⬅️"]],
)  # fmt: skip
def test_a_board_may_be_in_several_words_and_in_any_digits(words: list[str]) -> None:
    assert data_of("solve", *words) == data_of("solve", "easy", EASY)


@pytest.mark.parametrize("words", [["v<<", "^^^", "^^^"], ["vvv", "vvv", "vvv"]])
def test_arrows_of_a_keyboard_are_no_name_of_a_level(words: list[str]) -> None:
    assert data_of("check", *words)["level"] == "easy"


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("up", [0, 1])
@pytest.mark.parametrize("command", ["solve", "check", "apply"])
def test_a_board_is_echoed_in_arrows_as_it_was_understood(command: str, up: int, layout: Layout) -> None:
    level = level_of("expert")
    board = EXPERT if up else "".join(str(int(digit) - 1) for digit in EXPERT)
    words = [board, "0" * 37] if command == "apply" else [board]
    steps = parse_board(EXPERT, level, layout).tolist()
    expected = board_text(level, layout, [ARROWS[6][step] for step in steps])
    assert run(command, *words, "--up", str(up), "--layout", layout).stdout.startswith(f"{expected}\n\n")


def test_a_board_without_arrows_is_echoed_in_its_numbers() -> None:
    assert run("check", "square-2-3", "1233", "--up", "1").stdout.startswith("1 2\n3 3\n\n")


def test_csv_has_a_row_for_each_solution_each_likely_mistake_and_each_board() -> None:
    data = data_of("solve", EXPERT, "--all")
    rows = csv_of("solve", EXPERT, "--all")
    assert [row["solution"] for row in rows] == data["solutions"]
    assert {(row["level"], row["min_taps"], row["solvable"]) for row in rows} == {("expert", "63", "True")}
    (unsolvable,) = csv_of("solve", ONE_OFF)
    assert (unsolvable["solvable"], unsolvable["min_taps"], unsolvable["solution"]) == ("False", "", "")
    mistakes = csv_of("check", ONE_OFF)
    assert [{"tile": row["tile"], "shown": int(row["shown"])} for row in mistakes] == data_of("check", ONE_OFF)[
        "single_tile_fixes"
    ]
    (applied,) = csv_of("apply", EASY, "203302121")
    assert applied == {key: str(value) for key, value in data_of("apply", EASY, "203302121").items()}
    boards = run("generate", "expert", "-n", "3", "--seed", "7").stdout.split()
    assert csv_of("generate", "expert", "-n", "3", "--seed", "7") == [{"board": board} for board in boards]
    (facts,) = csv_of("algebra", "--hex", "4", "-m", "6")
    assert facts["n_solvable_boards"] == "15917322219892801768783872"


def test_a_name_that_is_no_level_is_refused_and_so_is_a_level_without_a_board() -> None:
    assert refused("solve", "esay", EASY).startswith("there is no level 'esay'; the levels are easy")
    assert refused("check", "easy") == "there is no board after the level easy, such as 434131344"
