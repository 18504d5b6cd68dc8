"""The commands `tablebases arrow`; `tests/command_lines/arrow.yaml` has the first lines of answers."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from oracle import arrow_puzzle as oracle
from tablebases.arrow import answers
from tablebases.arrow.boards import ARROWS, Layout, parse_taps, written
from tablebases.arrow.drawing import board_text, draw_board
from tablebases.arrow.solutions import parse_board, parse_boards
from tests.arrow_puzzle.helpers import (
    BY_HAND,
    EASY,
    EXPERT,
    GAME_NAMES,
    ONE_OFF,
    algebra,
    all_solutions,
    as_board,
    as_taps,
    known_rows,
    level_of,
    oracle_level,
    oracle_matrix,
    random_boards,
)
from tests.arrow_puzzle.results import LEVELS, Results
from tests.command_lines.typed import Typed, run_typed

SOLUTION = known_rows("expert")[0]["solution"]
"""The first solution of `EXPERT` in lexicographic order."""


def run(*words: str, typed: str | bytes = "", status: int = 0) -> Typed:
    """Run a command, which must end with this status."""
    done = run_typed(["arrow", *words], typed)
    assert done.status == status, done
    return done


def data_of(*words: str, typed: str = "", status: int = 0) -> dict[str, Any]:
    """The answer of a command as JSON."""
    data: dict[str, Any] = json.loads(run(*words, "--json", typed=typed, status=status).output)
    return data


def csv_of(*words: str, status: int = 0) -> list[dict[str, str]]:
    """The answer of a command as CSV."""
    return list(csv.DictReader(io.StringIO(run(*words, "--csv", status=status).output)))


def across(name: str, text: str) -> str:
    """A board or taps of one digit per tile, rewritten column by column."""
    cells = level_of(name).cells
    return "".join(text[cells.index(cell)] for cell in sorted(cells, key=lambda cell: (cell[1], cell[0])))


def line_by_line(name: str, text: str) -> str:
    """A board or taps of one digit per tile, rewritten line by line as the screen shows them."""
    return "".join(text[tile] for tile in oracle.reading_order(oracle_level(name), "lines"))


# --- answers ---------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_solve_and_check_answer_as_the_database(results: Results, level: str) -> None:
    rows = [row for row in results.solution_rows if row["level"] == level]
    for row in rows[:: max(1, len(rows) // 6)]:
        options = ["--layout", row["layout"], "--config", str(results.config)]
        status = 0 if row["solvable"] else 3
        data = data_of("solve", level, row["board"], *options, "--all", status=status)
        board = data["board"]
        assert (board["level"], board["layout"], board["text"]) == (level, row["layout"], row["board"])
        for key in ("min_taps", "n_min_solutions", "min_tiles"):
            assert data[key] == row[key], (key, row)
        assert (board["is_solvable"], str(board["n_solutions"])) == (row["solvable"], row["n_solutions"])
        assert len(data["solutions"]) == (row["n_min_solutions"] or row["solvable"])
        assert data["solutions"][:1] == ([row["solution"]] if row["solvable"] else [])
        fixes = [f"{fix['tile']}={fix['shown']}" for fix in board["fixes"]]
        assert ";".join(fixes) == row["single_tile_fixes"]
        checked = data_of("check", level, row["board"], *options, status=status)
        assert checked == {"version": 2, **board}
        assert [*checked][-4:] == ["is_solved", "is_solvable", "n_solutions", "fixes"]


def test_json_has_the_known_answers_and_nothing_else() -> None:
    easy = {
        "level": "easy", "layout": "rows", "up": 1, "steps": [3, 2, 3, 0, 2, 0, 2, 3, 3], "other_levels": [],
        "line_by_line": None, "note": "", "text": EASY, "is_solved": False, "is_solvable": True, "n_solutions": 1,
        "fixes": [],
    }  # fmt: skip
    taps = [2, 0, 3, 3, 0, 2, 1, 2, 1]
    assert data_of("solve", "easy", EASY) == {
        "version": 2, "board": easy, "least": "taps", "avoid": "", "min_taps": 14, "n_min_solutions": 1, "min_tiles": 7,
        "n_best": 1, "solutions": ["203302121"], "taps": taps, "line_by_line": None, "n_taps": 14, "n_tiles": 7,
    }  # fmt: skip
    assert data_of("solve", "expert", ONE_OFF, status=3) == {
        "version": 2,
        "board": {
            "level": "expert", "layout": "columns", "up": 1, "steps": [*[0] * 36, 1], "other_levels": [],
            "line_by_line": None, "note": "", "text": ONE_OFF, "is_solved": False, "is_solvable": False,
            "n_solutions": 0,
            "fixes": [{"tile": "00", "shown": 2, "place": 0}, {"tile": "66", "shown": 1, "place": 36}],
        },
        "least": "taps", "avoid": "", "min_taps": None, "n_min_solutions": None, "min_tiles": None, "n_best": 0,
        "solutions": [], "taps": [], "line_by_line": None, "n_taps": None, "n_tiles": None,
    }  # fmt: skip
    assert data_of("apply", EASY, "203302121") == {
        "version": 2, "board": easy, "taps": taps, "n_taps": 14, "n_not_up": 0,
        "after": easy | {"steps": [0] * 9, "text": "1" * 9, "is_solved": True},
    }  # fmt: skip


@pytest.mark.thorough
def test_csv_has_a_row_for_each_solution_each_likely_mistake_and_each_board() -> None:
    data = data_of("solve", EXPERT, "--all")
    rows = csv_of("solve", EXPERT, "--all")
    assert [row["solution"] for row in rows] == data["solutions"]
    assert {(row["level"], row["min_taps"], row["is_solvable"]) for row in rows} == {("expert", "63", "1")}
    (unsolvable,) = csv_of("solve", "expert", ONE_OFF, status=3)
    assert (unsolvable["is_solvable"], unsolvable["min_taps"], unsolvable["solution"]) == ("0", "", "")
    mistakes = csv_of("check", "expert", ONE_OFF, status=3)
    assert [(row["tile"], row["shown"]) for row in mistakes] == [("00", "2"), ("66", "1")]
    (applied,) = csv_of("apply", EASY, "203302121")
    assert (applied["text"], applied["after_text"], applied["n_taps"]) == (EASY, "1" * 9, "14")
    assert (applied["after_is_solved"], applied["n_not_up"]) == ("1", "0")
    boards = run("generate", "expert", "-n", "3", "--seed", "7").output.split()
    assert csv_of("generate", "expert", "-n", "3", "--seed", "7") == [{"board": board} for board in boards]
    (facts,) = csv_of("algebra", "--hex", "4", "-m", "6")
    assert facts["n_solvable_boards"] == "15917322219892801768783872"


@pytest.mark.thorough
def test_all_prints_the_best_solutions_of_the_oracle_a_line_each() -> None:
    data = data_of("solve", "expert", EXPERT, "--all")
    every = all_solutions("expert", as_board(EXPERT))
    assert [as_taps(text) for text in data["solutions"]] == [taps for taps in every if sum(taps) == data["min_taps"]]
    lines = run("solve", "expert", EXPERT, "--all").output.splitlines()
    assert lines[-12:] == data["solutions"]
    assert lines[:-11] == run("solve", "expert", EXPERT).output.splitlines()


def test_solve_finds_one_solution_if_there_are_too_many_for_the_fewest_taps() -> None:
    board = " ".join(["2"] * 25)
    data = data_of("solve", "square-5-12", board)
    assert (data["board"]["n_solutions"], data["min_taps"], data["min_tiles"]) == (5_159_780_352, None, None)
    assert data_of("apply", "square-5-12", board, *data["solutions"])["after"]["is_solved"]
    assert "\nThis is one of 5,159,780,352 solutions. " in run("solve", "square-5-12", board).output


@pytest.mark.parametrize(("avoid", "least"), [("", "tiles"), ("00", "taps"), ("00,31", "tiles"), ("66 65 64", "taps")])
def test_solve_finds_the_fewest_taps_or_tiles_without_the_avoided_tiles(avoid: str, least: str) -> None:
    cells = level_of("expert").cells
    tiles = [cells.index((int(n[1]), int(n[0]))) for n in avoid.replace(",", " ").split()]  # hexagons are in columns
    allowed = [t for t in all_solutions("expert", as_board(EXPERT)) if not any(t[tile] for tile in tiles)]
    data = data_of("solve", "expert", EXPERT, *(["--avoid", avoid] if avoid else []), "--min", least, "--all")
    assert data["min_taps"] == min(map(sum, allowed))
    assert data["min_tiles"] == min(37 - taps.count(0) for taps in allowed)
    costs = [((37 - taps.count(0)) * (least == "tiles"), sum(taps)) for taps in allowed]
    best = [taps for taps, cost in zip(allowed, costs, strict=True) if cost == min(costs)]
    assert list(map(as_taps, data["solutions"])) == best


def test_solve_finds_nothing_if_every_solution_taps_an_avoided_tile() -> None:
    row = next(row for row in known_rows("expert") if row["solution"][18:19] not in ("", "0"))
    done = run("solve", "expert", row["board"], "--avoid", "33", status=3)
    assert done.output.endswith("expert: every solution taps one of these tiles\n\ncolumn 4, tile 4\n")
    data = data_of("solve", "expert", row["board"], "--avoid", "33", status=3)
    assert (data["board"]["is_solvable"], data["min_taps"], data["solutions"]) == (True, None, [])


# --- words -----------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize(("name", "text", "solution"), [("easy", EASY, "203302121"), ("expert", EXPERT, SOLUTION)])
def test_solve_prints_the_answer_in_the_layout_of_the_question(
    name: str, text: str, solution: str, layout: Layout
) -> None:
    level, in_rows = level_of(name), data_of("solve", name, text, "--all")
    assert in_rows["solutions"][0] == solution
    if layout is Layout.COLUMNS:
        text = across(name, text)
        solution = min(across(name, taps) for taps in in_rows["solutions"])
    elif layout is Layout.LINES:
        text, solution = line_by_line(name, text), line_by_line(name, solution)
    done = run("solve", name, text, "--layout", layout)
    taps = [times or "." for times in parse_taps(solution, level, layout).tolist()]
    steps = parse_board(text, level, layout).tolist()
    arrows = [ARROWS[level.directions][step] for step in steps]
    assert done.output.startswith(f"{board_text(level, layout, arrows)}\n\n{name}: solvable, ")
    assert f"fewest taps {in_rows['min_taps']}, fewest tiles {in_rows['min_tiles']}\n" in done.output
    assert done.output.endswith(f"\n\n{board_text(level, layout, taps)}\n\n{solution}\n")
    assert done.errors == ""


@pytest.mark.parametrize("command", ["solve", "check"])
def test_solve_and_check_name_the_tiles_that_may_be_mistyped(command: str) -> None:
    hard_to_mend = next(
        row["board"] for row in known_rows("expert") if row["solvable"] == "0" and not row["single_tile_fixes"]
    )
    verdict = "with the game.\n\ncolumn 1, tile 1: 2 instead of 1\ncolumn 7, tile 4: 1 instead of 2\n"
    assert run(command, "expert", ONE_OFF, status=3).output.endswith(verdict)
    assert "more than one tile must be wrong" in run(command, "expert", hard_to_mend, status=3).output
    zeros = "0" * 36 + "1"
    data = data_of(command, "expert", zeros, "--up", "0", status=3)
    board = data if command == "check" else data["board"]
    assert (board["text"], board["fixes"][1]) == (zeros, {"tile": "66", "shown": 0, "place": 36})


def test_tiles_keep_their_names_in_the_other_layout() -> None:
    board = across("expert", "1" * 8 + "2" + "1" * 28)
    assert level_of("expert").cells[8] == (1, 4)
    words = ("check", "expert", board, "--layout", "columns")
    assert ("14", 1) in [(fix["tile"], fix["shown"]) for fix in data_of(*words, status=3)["fixes"]]
    assert "\ncolumn 5, tile 1: 1 instead of 2\n" in run(*words, status=3).output
    avoiding = data_of("solve", "expert", across("expert", EXPERT), "--layout", "columns", "--avoid", "14")
    tile = across("expert", "-" * 8 + "x" + "-" * 28).index("x")
    assert avoiding["solutions"][0][tile] == "0"


@pytest.mark.parametrize(("words", "typed"), BY_HAND["words of a board"])
def test_a_board_is_one_word_or_several_any_digits_or_standard_input(words: list[str], typed: str) -> None:
    assert data_of("solve", *words, typed=typed) == data_of("solve", "easy", EASY)


@pytest.mark.thorough
def test_commands_guess_the_level_and_note_other_levels_with_such_boards() -> None:
    for name in GAME_NAMES:
        row = known_rows(name)[0]
        assert data_of("check", row["board"])["level"] == name
        assert data_of("apply", row["board"], row["solution"])["board"]["level"] == name
    assert data_of("check", "vvv", "vvv", "vvv")["level"] == "easy"  # v is an arrow, not a letter
    board = known_rows("hard")[0]["board"]
    note = "note: read as a board of level hard; if it is one of expert, name that before the board\n"
    assert run("check", board).errors == run("apply", board, "0" * 37).errors == note
    assert run("check", "hard", board).errors == run("check", EXPERT).errors == ""


# --- apply, generate, algebra ----------------------------------------------------------------


@pytest.mark.parametrize("name", ["expert", "hexagon-2-12", "square-2-3"])
def test_apply_taps_a_board_as_the_oracle_does(name: str) -> None:
    level = level_of(name)
    board, taps = random_boards(name, 2)
    texts = written(board, level, lowest=1), written(taps, level)
    data = data_of("apply", name, *texts)
    expected = oracle.after_taps(tuple(board.tolist()), taps.tolist(), oracle_matrix(name), level.directions)
    after = data["after"]["text"]
    assert (data["board"]["text"], after) == (texts[0], written(expected, level, lowest=1))
    assert (data["taps"], data["n_taps"]) == (taps.tolist(), taps.sum())
    assert data["after"]["is_solved"] == (not any(expected))
    lines = board_text(level, level.usual_layout, [value + 1 for value in expected])
    not_up = sum(map(bool, expected))
    assert data["n_not_up"] == not_up
    printed = run("apply", name, *texts).output
    assert f"after {taps.sum()} taps {not_up} arrows are not up\n\n{lines}\n\n{after}\n" in printed
    zero_based = data_of("apply", name, written(board, level), texts[1], "--up", "0")
    assert zero_based["after"]["text"] == written(expected, level)


def test_apply_reads_board_and_taps_in_the_same_layout() -> None:
    texts = across("expert", EXPERT), across("expert", SOLUTION)
    assert data_of("apply", "expert", *texts, "--layout", "columns")["after"]["is_solved"]
    assert not data_of("apply", "expert", EXPERT, texts[1])["after"]["is_solved"]
    assert "after 14 taps every arrow is up\n" in run("apply", EASY, "203302121").output


@pytest.mark.parametrize(("name", "up"), [("easy", 0), ("expert", 1), ("hexagon-2-12", 0), ("hexagon-4-9", 1)])
def test_generate_prints_solvable_boards_which_the_seed_determines(
    monkeypatch: pytest.MonkeyPatch, name: str, up: int
) -> None:
    lines = run("generate", name, "-n", "30", "--seed", "1", "--up", str(up)).output.splitlines()
    assert algebra(name).is_solvable(parse_boards(lines, level_of(name), up=up)).all()
    assert (len(lines), len(set(lines)) > 25) == (30, True)
    assert run("generate", name, "-n", "30", "--seed", "1", "--up", str(up)).output.splitlines() == lines
    assert run("generate", name, "--seed", "8").output != run("generate", name, "--seed", "7").output
    assert run("generate", name).output != run("generate", name).output
    monkeypatch.setattr(answers, "BATCH", 4)
    assert len(set(run("generate", name, "-n", "10", "--seed", "1").output.splitlines())) == 10


def test_generate_prints_all_solvable_boards_about_equally_often() -> None:
    lines = run("generate", "square-2-3", "-n", "3000", "--seed", "2").output.splitlines()
    assert len(set(lines)) == algebra("square-2-3").n_solvable_boards == 3
    assert all(900 < lines.count(board) < 1100 for board in set(lines))


# --- pictures --------------------------------------------------------------------------------


def test_solve_draws_the_solution_as_svg_and_png(tmp_path: Path) -> None:
    svg, png = tmp_path / "board.svg", tmp_path / "board.png"
    done = run("solve", "expert", EXPERT, "-o", str(svg), "--output", str(png))
    assert done.errors.splitlines() == [f"wrote {svg}", f"wrote {png}"]
    drawn = draw_board(level_of("expert"), Layout.COLUMNS, as_board(EXPERT), as_taps(SOLUTION))
    assert svg.read_text(encoding="utf-8") == drawn
    assert png.read_bytes().startswith(b"\x89PNG")
    assert {path.name for path in tmp_path.iterdir()} == {"board.svg", "board.png"}


def test_other_commands_draw_likely_mistakes_and_the_board_after_taps(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    expected = draw_board(level_of("expert"), Layout.COLUMNS, as_board(ONE_OFF), fixes={0: "2", 36: "1"})
    for command in ("solve", "check"):
        run(command, "expert", ONE_OFF, "-o", str(path), status=3)
        assert path.read_text(encoding="utf-8") == expected
    run("apply", EASY, "203302120", "-o", str(path))
    assert path.read_text(encoding="utf-8") == draw_board(level_of("easy"), Layout.ROWS, as_board("111144144"))
