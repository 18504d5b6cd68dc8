"""The commands `tablebases arrow`: answers as the database has them, endings, and refusals."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from tablebases.arrow import answers
from tablebases.arrow.boards import Layout, parse_board, parse_boards, written
from tablebases.arrow.drawing import board_text, draw_board
from tablebases.arrow.linear import prime_powers, written_diagonal
from tablebases.cli import main as cli
from tablebases.errors import Error, InputError
from tests.arrow_puzzle.helpers import (
    CONFIG,
    GAME_NAMES,
    REPOSITORY,
    algebra,
    is_solved_by,
    known_rows,
    level_of,
    oracle_level,
    oracle_matrix,
    random_boards,
    solvable_boards,
)
from tests.arrow_puzzle.results import LEVELS, Results, run_all_stages
from tests.oracle import arrow_puzzle as oracle

EASY = "434131344"
EXPERT = "6265136336413535566553155125263216446"
ONE_OFF = "1" * 36 + "2"
"""An expert board that cannot be solved, as two changes of one tile would explain."""
HARD_TO_MEND = next(
    row["board"] for row in known_rows("expert")
    if not int(row["solvable"]) and not row["single_tile_fixes"]
)  # fmt: skip


def run(*words: str, typed: str | bytes = "", config: Path = CONFIG) -> Result:
    """A command in this process; what goes wrong is raised."""
    options = [] if words[0] in ("algebra", "summary") else ["--config", str(config)]
    done = CliRunner().invoke(cli.app, ["arrow", *words, *options], input=typed)
    if isinstance(done.exception, Error):
        raise done.exception
    assert isinstance(done.exception, SystemExit | None), done.exception
    return done


def data_of(*words: str, typed: str = "", config: Path = CONFIG) -> dict[str, Any]:
    """What a command answers as JSON."""
    data: dict[str, Any] = json.loads(run(*words, "--json", typed=typed, config=config).stdout)
    return data


def refused(*words: str, typed: str | bytes = "", config: Path = CONFIG) -> str:
    """What is said of a question that cannot be understood."""
    with pytest.raises(InputError) as error:
        run(*words, typed=typed, config=config)
    return str(error.value)


def as_taps(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in (text.split() if " " in text else text))


def every_solution(name: str, text: str) -> list[tuple[int, ...]]:
    """All solutions of a board by the oracle."""
    board = tuple(parse_board(text, level_of(name)).tolist())
    return oracle.solutions(board, oracle_matrix(name), oracle_level(name).m)


def across(name: str, text: str) -> str:
    """A board or taps of one digit a tile, read column by column instead."""
    cells = level_of(name).cells
    by_column = sorted(cells, key=lambda cell: (cell[1], cell[0]))
    return "".join(text[cells.index(cell)] for cell in by_column)


# --- solve, as the database ------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_a_command_answers_as_the_database(results: Results, level: str) -> None:
    rows = [row for row in results.solution_rows if row["level"] == level]
    assert rows
    for row in rows:
        options = ["--layout", row["layout"], "--all"]
        data = data_of("solve", level, row["board"], *options, config=results.config)
        assert data["level"] == level
        for key in ("layout", "board", "solvable", "min_taps", "n_min_solutions", "min_tiles"):
            assert data[key] == row[key], (key, row)
        assert str(data["n_solutions"]) == row["n_solutions"]
        assert len(data["solutions"]) == (row["n_min_solutions"] or row["solvable"])
        assert data["solutions"][:1] == ([row["solution"]] if row["solvable"] else [])
        fixes = [f"{fix['tile']}={fix['shown']}" for fix in data["single_tile_fixes"]]
        assert ";".join(fixes) == row["single_tile_fixes"]


def test_all_best_solutions_are_those_of_the_database(results: Results) -> None:
    row = next(row for row in results.solution_rows if row["board"] == EXPERT)
    data = data_of("solve", "expert", EXPERT, "--all")
    assert len(data["solutions"]) == row["n_min_solutions"] == 12
    every = every_solution("expert", EXPERT)
    assert [as_taps(text) for text in data["solutions"]] == [taps for taps in every if sum(taps) == row["min_taps"]]


def test_json_says_what_is_asked_for_and_nothing_else() -> None:
    assert data_of("solve", "easy", EASY) == {
        "level": "easy", "layout": "rows", "up": 1, "board": EASY, "solvable": True,
        "n_solutions": 1, "min_taps": 14, "n_min_solutions": 1, "min_tiles": 7, "least": "taps",
        "solutions": ["203302121"],
        "single_tile_fixes": [],
    }  # fmt: skip
    assert data_of("solve", "expert", ONE_OFF) == {
        "level": "expert", "layout": "rows", "up": 1, "board": ONE_OFF, "solvable": False,
        "n_solutions": 0, "min_taps": None, "n_min_solutions": None, "min_tiles": None,
        "least": "taps",
        "solutions": [],
        "single_tile_fixes": [{"tile": "00", "shown": 2}, {"tile": "66", "shown": 1}],
    }  # fmt: skip


# --- solve, in words -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "solution"),
    [("easy", EASY, "203302121"), ("expert", EXPERT, known_rows("expert")[0]["solution"])],
)
def test_the_taps_are_printed_in_the_shape_of_the_board_and_as_one_line(name: str, text: str, solution: str) -> None:
    done = run("solve", name, text)
    assert done.exit_code == 0
    values = [digit if digit != "0" else "." for digit in solution]
    assert f"\n{board_text(level_of(name), Layout.ROWS, values)}\n" in done.stdout
    assert done.stdout.splitlines()[-1] == solution
    assert str(sum(as_taps(solution))) in done.stdout
    assert done.stderr == ""


def test_all_best_solutions_are_printed_a_line_each() -> None:
    lines = run("solve", "expert", EXPERT, "--all").stdout.splitlines()
    assert lines[-12:] == data_of("solve", "expert", EXPERT, "--all")["solutions"]
    assert lines[-13] == ""
    assert lines[:-11] == run("solve", "expert", EXPERT).stdout.splitlines()


def test_an_unsolvable_board_is_called_so_with_the_tiles_that_may_be_mistyped() -> None:
    for command in ("solve", "check"):
        done = run(command, "expert", ONE_OFF)
        assert done.exit_code == 3
        assert "unsolvable" in done.stdout
        assert "tile 00 is 2 or tile 66 is 1" in done.stdout
        done = run(command, "expert", HARD_TO_MEND)
        assert done.exit_code == 3
        assert "at least two were mistyped" in done.stdout


@pytest.mark.parametrize("command", ["solve", "check"])
def test_likely_numbers_are_those_of_the_question(command: str) -> None:
    done = run(command, "expert", "0" * 36 + "1", "--up", "0")
    assert "tile 00 is 1 or tile 66 is 0" in done.stdout


@pytest.mark.parametrize("command", ["solve", "check"])
def test_likely_numbers_mend_the_board_that_json_shows(command: str) -> None:
    data = data_of(command, "expert", "0" * 36 + "1", "--up", "0")
    up = 0 if "0" in data["board"] else 1
    for fix in data["single_tile_fixes"]:
        tile = level_of("expert").cells.index((int(fix["tile"][0]), int(fix["tile"][1])))
        mended = data["board"][:tile] + str(fix["shown"]) + data["board"][tile + 1 :]
        assert data_of("check", "expert", mended, "--up", str(up))["solvable"]


def test_a_board_of_too_many_solutions_is_solved_but_not_with_the_fewest_taps() -> None:
    text = written(solvable_boards("square-5-12", 1)[0], level_of("square-5-12"), lowest=1)
    data = data_of("solve", "square-5-12", text)
    assert data["n_solutions"] == 5_159_780_352
    assert [data[key] for key in ("min_taps", "n_min_solutions", "min_tiles")] == [None] * 3
    (taps,) = data["solutions"]
    assert is_solved_by("square-5-12", parse_board(text, level_of("square-5-12")), as_taps(taps))
    done = run("solve", "square-5-12", text)
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, taps)
    with pytest.raises(Error, match=r"^level square-5-12: a board has 5,159,780,352 sol"):
        run("solve", "square-5-12", text, "--avoid", "00")


# --- options ---------------------------------------------------------------------------------


@pytest.mark.parametrize("row", known_rows("expert")[:4], ids=lambda row: row["board"])
def test_the_fewest_tiles_are_found_and_of_these_the_fewest_taps(row: dict[str, str]) -> None:
    data = data_of("solve", "expert", row["board"], "--min", "tiles", "--all")
    best = min((37 - taps.count(0), sum(taps)) for taps in every_solution("expert", row["board"]))
    assert data["min_tiles"] == int(row["min_tiles"]) == best[0]
    assert data["min_taps"] == int(row["min_taps"])
    assert [as_taps(text) for text in data["solutions"]] == [
        taps for taps in every_solution("expert", row["board"])
        if (37 - taps.count(0), sum(taps)) == best
    ]  # fmt: skip


@pytest.mark.parametrize("least", ["taps", "tiles"])
@pytest.mark.parametrize("avoid", ["00", "00,31", "66 65 64"])
def test_avoided_tiles_are_not_tapped(least: str, avoid: str) -> None:
    cells = level_of("expert").cells
    tiles = [cells.index((int(n[0]), int(n[1]))) for n in avoid.replace(",", " ").split()]
    allowed = [taps for taps in every_solution("expert", EXPERT) if not any(taps[tile] for tile in tiles)]
    data = data_of("solve", "expert", EXPERT, "--avoid", avoid, "--min", least, "--all")
    assert data["min_taps"] == min(map(sum, allowed))
    assert data["min_tiles"] == min(37 - taps.count(0) for taps in allowed)
    assert set(map(as_taps, data["solutions"])) <= set(allowed)


def test_tiles_that_every_solution_taps_cannot_be_avoided() -> None:
    row = next(row for row in known_rows("expert") if row["solution"][18:19] not in ("", "0"))
    done = run("solve", "expert", row["board"], "--avoid", "33")
    assert done.exit_code == 3
    assert "33" in done.stdout
    data = data_of("solve", "expert", row["board"], "--avoid", "33")
    assert data["solvable"]
    assert (data["min_taps"], data["solutions"]) == (None, [])


@pytest.mark.parametrize(
    ("name", "text"),
    [("easy", EASY), ("expert", EXPERT), ("hard", known_rows("hard")[0]["board"]),
     ("medium", known_rows("medium")[0]["board"])],
)  # fmt: skip
def test_the_answer_is_in_the_layout_of_the_question(name: str, text: str) -> None:
    in_rows = data_of("solve", name, text, "--all")
    in_columns = data_of("solve", name, across(name, text), "--layout", "columns", "--all")
    assert in_columns["layout"] == "columns"
    assert in_columns["board"] == across(name, text)
    assert sorted(across(name, taps) for taps in in_rows["solutions"]) == in_columns["solutions"]
    taps = in_columns["solutions"][0]
    printed = run("solve", name, across(name, text), "--layout", "columns").stdout
    values = [digit if digit != "0" else "." for digit in taps]
    assert board_text(level_of(name), Layout.COLUMNS, values) in printed
    assert printed.splitlines()[-1] == taps


def test_tiles_keep_their_names_in_the_other_layout() -> None:
    board = "1" * 8 + "2" + "1" * 28
    assert level_of("expert").cells[8] == (1, 4)
    in_rows = data_of("check", "expert", board)["single_tile_fixes"]
    mirrored = across("expert", board)
    in_columns = data_of("check", "expert", mirrored, "--layout", "columns")["single_tile_fixes"]
    assert {"tile": "14", "shown": 1} in in_rows
    assert sorted(map(str, in_columns)) == sorted(map(str, in_rows))
    text = across("expert", EXPERT)
    avoiding = data_of("solve", "expert", text, "--layout", "columns", "--avoid", "14")
    tile = across("expert", "".join("x" if n == 8 else "-" for n in range(37))).index("x")
    assert avoiding["solutions"][0][tile] == "0"


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (EASY, []), ("4 3 4 1 3 1 3 4 4", []), ("434/131/344", []), ("434 131 344", []),
        ("←↓←/↑↓↑/↓←←", []), ("<v<^v^v<<", []), ("323020233", ["--up", "0"]),
        ("←↓←↑↓↑↓←←", ["--up", "0"]), ("434\n131\n344\n", []),
    ],
)  # fmt: skip
def test_all_notations_have_the_same_answer_also_on_standard_input(text: str, options: list[str]) -> None:
    expected = data_of("solve", "easy", EASY)
    data = data_of("solve", "easy", text, *options)
    assert data_of("solve", "easy", "-", *options, typed=text) == data
    board = data_of("check", "easy", "-", *options, typed=text)["board"]
    assert data["board"] == board
    assert [int(digit) - data["up"] + 1 for digit in board] == [int(digit) for digit in EASY]
    assert {**data, "board": EASY, "up": 1} == expected
    assert data_of("apply", "easy", "-", "203302121", *options, typed=text)["solved"]


def test_standard_input_may_begin_with_a_byte_order_mark_and_must_be_text() -> None:
    marked = "\N{BYTE ORDER MARK}434/131/344\n"
    assert data_of("solve", "easy", "-", typed=marked) == data_of("solve", "easy", EASY)
    assert refused("solve", "easy", "-", typed=b"434\xff") == "standard input is not text in UTF-8"


@pytest.mark.parametrize(
    "name", ["hexagon-1-2", "hexagon-3-6", "hexagon-2-12", "square-5-4", "square-2-2", "square-6-3"]
)
def test_boards_of_any_size_are_solved_without_a_configuration(tmp_path: Path, name: str) -> None:
    board = solvable_boards(name, 1)[0]
    text = written(board, level_of(name), lowest=1)
    data = data_of("solve", name, text, config=tmp_path / "no.yaml")
    assert (data["level"], data["board"]) == (name, text)
    assert data["n_solutions"] == algebra(name).n_solutions
    assert is_solved_by(name, board, as_taps(data["solutions"][0]))
    assert data["min_taps"] == sum(as_taps(data["solutions"][0]))


# --- check -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAME_NAMES)
def test_check_says_of_all_known_boards_what_is_known(name: str) -> None:
    for row in known_rows(name):
        data = data_of("check", name, row["board"])
        assert data["solvable"] == bool(int(row["solvable"]))
        assert str(data["n_solutions"]) == row["n_solutions"]
        fixes = [f"{fix['tile']}={fix['shown']}" for fix in data["single_tile_fixes"]]
        assert ";".join(fixes) == row["single_tile_fixes"]
        assert set(data) == {
            "level", "layout", "up", "board", "solvable", "n_solutions", "single_tile_fixes"
        }  # fmt: skip


def test_check_says_in_words_how_many_solutions_there_are() -> None:
    done = run("check", "expert", EXPERT)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.endswith("\n\nexpert: solvable, 3,888 solutions\n")
    assert "1 solution" in run("check", "easy", EASY).stdout


# --- apply -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAME_NAMES)
def test_known_solutions_solve_their_boards(name: str) -> None:
    row = known_rows(name)[0]
    data = data_of("apply", name, row["board"], row["solution"])
    assert data == {
        "level": name, "layout": "rows", "board": "1" * len(row["board"]), "solved": True,
        "taps": int(row["min_taps"]),
    }  # fmt: skip


@pytest.mark.parametrize("name", [*GAME_NAMES, "hexagon-2-12", "square-2-3"])
def test_taps_make_of_a_board_what_the_oracle_makes_of_it(name: str) -> None:
    level = level_of(name)
    board, taps = random_boards(name, 2)
    texts = written(board, level, lowest=1), written(taps, level)
    data = data_of("apply", name, *texts)
    expected = oracle.after_taps(tuple(board.tolist()), taps.tolist(), oracle_matrix(name), level.directions)
    assert data["board"] == written(expected, level, lowest=1)
    assert data["taps"] == taps.sum()
    assert data["solved"] == (not any(expected))
    printed = run("apply", name, *texts).stdout
    assert board_text(level, Layout.ROWS, [value + 1 for value in expected]) in printed
    assert printed.splitlines()[-1] == data["board"]
    zero_based = data_of("apply", name, written(board, level), texts[1], "--up", "0")
    assert zero_based["board"] == written(expected, level)


@pytest.mark.parametrize(
    ("board", "taps", "level"),
    [(EASY, "203302121", "easy"), ("4243322114232143", "3120320010333322", "medium"),
     (EXPERT, known_rows("expert")[0]["solution"], "expert"), ("←↓←/↑↓↑/↓←←", "203302121", "easy")],
)  # fmt: skip
def test_the_level_may_be_left_out_where_one_level_alone_has_such_boards(board: str, taps: str, level: str) -> None:
    assert data_of("apply", board, taps)["level"] == level
    assert data_of("apply", "-", taps, typed=board)["level"] == level
    assert data_of("apply", board, taps)["solved"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["123", "000"], "no level has such a board; as one of easy, the board: it ends after 3 "
         "of the 9 tiles of level easy; tile 10 is missing"),
        ([EASY], "apply needs a board and taps, and perhaps a level before them"),
        (["easy", EASY, "0" * 9, "0"], "apply needs a board and taps, and perhaps a level before "
         "them"),
        (["easy", EASY, "20330212"], "the taps: it ends after 8 of the 9 tiles of level easy; "
         "tile 22 is missing"),
        (["easy", EASY, "203302124"], "the taps: '4' in place 9 (tile 22) is not one of the "
         "numbers 0 to 3 of level easy"),
    ],
)  # fmt: skip
def test_what_cannot_be_applied_is_refused(words: list[str], message: str) -> None:
    assert refused("apply", *words) == message


def test_apply_may_be_read_by_columns() -> None:
    solution = known_rows("expert")[0]["solution"]
    texts = across("expert", EXPERT), across("expert", solution)
    assert data_of("apply", "expert", *texts, "--layout", "columns")["solved"]
    assert not data_of("apply", "expert", EXPERT, across("expert", solution))["solved"]


# --- generate --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*GAME_NAMES, "hexagon-2-12", "hexagon-4-9"])
@pytest.mark.parametrize("up", [0, 1])
def test_generated_boards_are_solvable_and_different(name: str, up: int) -> None:
    lines = run("generate", name, "-n", "30", "--seed", "1", "--up", str(up)).stdout.splitlines()
    assert len(lines) == 30
    boards = parse_boards(lines, level_of(name), up=up)
    assert algebra(name).is_solvable(boards).all()
    assert len(set(lines)) > 25


def test_the_same_seed_gives_the_same_boards() -> None:
    def boards(*options: str) -> str:
        return run("generate", "expert", *options).stdout

    assert boards("--seed", "7", "-n", "3") == boards("--seed", "7", "-n", "3")
    assert boards("--seed", "7") != boards("--seed", "8")
    assert boards() != boards()
    assert len(boards().splitlines()) == 1


def test_more_boards_than_are_made_at_once_are_all_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "BATCH", 4)
    lines = run("generate", "expert", "-n", "10", "--seed", "1").stdout.splitlines()
    assert len(set(lines)) == 10


def test_all_solvable_boards_are_generated_about_equally_often() -> None:
    lines = run("generate", "square-2-3", "-n", "3000", "--seed", "2").stdout.splitlines()
    counts = {board: lines.count(board) for board in set(lines)}
    assert len(counts) == algebra("square-2-3").n_solvable_boards == 3
    assert all(900 < count < 1100 for count in counts.values())


# --- algebra ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "name"),
    [(["--hex", "4", "-m", "6"], "hexagon-4-6"), (["--square", "3", "-m", "4"], "square-3-4"),
     (["--hex", "3", "--directions", "16"], "hexagon-3-16"), (["--square", "5", "-m", "12"],
      "square-5-12"), (["--hex", "1", "-m", "2"], "hexagon-1-2")],
)  # fmt: skip
def test_algebra_as_json_is_all_that_is_known_of_the_board(options: list[str], name: str) -> None:
    data, found = data_of("algebra", *options), algebra(name)
    level = found.level
    assert (data["shape"], data["side"], data["directions"], data["tiles"]) == (
        level.shape, level.side, level.directions, level.tiles,
    )  # fmt: skip
    assert data["smith_normal_form"] == written_diagonal(found.smith_diagonal)
    assert data["n_solutions"] == found.n_solutions
    assert data["n_solvable_boards"] == found.n_solvable_boards
    assert data["divisor"] == found.divisor
    assert data["inverse"] == found.inverse.tolist()
    assert data["checks"] == found.checks.tolist()
    assert data["kernel"] == [
        {"prime": of.prime, "multiples": of.multiples, "vector": of.vector.tolist()} for of in found.kernel
    ]
    assert data["primes"] == [
        {"prime": prime, "power": power, "rank": found.rank(prime),
         "n_solutions": found.n_solutions_in(prime)}
        for prime, power in prime_powers(level.directions)
    ]  # fmt: skip


def test_algebra_says_in_words_what_is_known_of_expert() -> None:
    said = run("algebra", "--hex", "4", "-m", "6").stdout
    for part in ("1 x 32, 3, 0 x 4", "rank 33", "rank 32", "3,888", "15,917,322,219,892,801,768"):
        assert part in said
    assert said.count("kernel vector") == 9
    first = [value or "." for value in algebra("expert").kernel[0].vector.tolist()]
    assert board_text(level_of("expert"), Layout.ROWS, first) in said


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-m", "6"], "give the size of the board either with --hex or with --square"),
        (["--hex", "2", "--square", "2", "-m", "6"],
         "give the size of the board either with --hex or with --square"),
        (["--hex", "13", "-m", "6"],
         "level hexagon-13-6: the side of a hexagon must be 1 to 12 tiles, not 13"),
    ],
)  # fmt: skip
def test_algebra_needs_one_size(options: list[str], message: str) -> None:
    assert refused("algebra", *options) == message


# --- summary ---------------------------------------------------------------------------------


def test_summary_shows_every_level(results: Results) -> None:
    rows = json.loads(run("summary", "--results", str(results.folder), "--json").stdout)
    assert [row["level"] for row in rows] == list(LEVELS)
    by_level = {row["level"]: row for row in rows}
    assert by_level["hard"] == {
        "level": "hard", "solutions": 16, "boards": "all", "mean taps": "13.2128", "most": 19,
        "hardest": 19, "bound": 19,
    }  # fmt: skip
    assert by_level["expert"]["boards"] == "300 sampled"
    assert by_level["expert"]["solutions"] == 3888
    assert by_level["many"]["most"] is None
    printed = run("summary", "--results", str(results.folder)).stdout
    assert all(level in printed for level in LEVELS)


def test_summary_leaves_out_what_is_not_known(results: Results) -> None:
    rows = json.loads(run("summary", "--results", str(results.folder), "--json").stdout)
    (many,) = [row for row in rows if row["level"] == "many"]
    assert many["boards"] in (None, "")
    assert many["mean taps"] in (None, "")


def test_summary_shows_numbers_of_any_size(tmp_path: Path) -> None:
    run_all_stages(tmp_path, {"huge": "square-8-36"}, [])
    (row,) = json.loads(run("summary", "--results", str(tmp_path), "--json").stdout)
    assert row["solutions"] == 36**15


def test_summary_of_no_results_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Error, match=r"arrow_puzzle\.db does not exist; run `snakemake`"):
        run("summary", "--results", str(tmp_path))


# --- pictures --------------------------------------------------------------------------------


def test_the_solution_is_drawn_as_svg_and_png(tmp_path: Path) -> None:
    svg, png = tmp_path / "board.svg", tmp_path / "board.png"
    done = run("solve", "expert", EXPERT, "-o", str(svg), "--output", str(png))
    assert done.stderr.splitlines() == [f"wrote {svg}", f"wrote {png}"]
    solution = as_taps(known_rows("expert")[0]["solution"])
    board = parse_board(EXPERT, level_of("expert")).tolist()
    drawn = draw_board(level_of("expert"), Layout.ROWS, board, solution)
    assert svg.read_text(encoding="utf-8") == drawn
    assert png.read_bytes().startswith(b"\x89PNG")
    assert {path.name for path in tmp_path.iterdir()} == {"board.svg", "board.png"}


@pytest.mark.parametrize("command", ["solve", "check"])
def test_tiles_that_may_be_mistyped_are_drawn(tmp_path: Path, command: str) -> None:
    path = tmp_path / "board.svg"
    assert run(command, "expert", ONE_OFF, "-o", str(path)).exit_code == 3
    board = parse_board(ONE_OFF, level_of("expert")).tolist()
    drawn = draw_board(level_of("expert"), Layout.ROWS, board, fixes={0: "2", 36: "1"})
    assert path.read_text(encoding="utf-8") == drawn


def test_what_taps_make_of_a_board_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    run("apply", EASY, "203302120", "-o", str(path))
    board = parse_board("111144144", level_of("easy")).tolist()
    assert path.read_text() == draw_board(level_of("easy"), Layout.ROWS, board)
    ElementTree.parse(path)  # noqa: S314 - our own


def test_a_picture_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Error) as error:
        run("solve", "easy", EASY, "-o", str(tmp_path / "board.jpg"))
    assert "must end with .svg or .png" in str(error.value)
    assert list(tmp_path.iterdir()) == []


# --- refusals and endings --------------------------------------------------------------------


@pytest.mark.parametrize("command", ["solve", "check"])
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["easy", "43413134"],
         "the board: it ends after 8 of the 9 tiles of level easy; tile 22 is missing"),
        (["easy", "434131345"],
         "the board: '5' in place 9 (tile 22) is not one of the numbers 1 to 4 of level easy"),
        (["easy", EASY, "--up", "0"],
         "the board: '4' in place 1 (tile 00) is not one of the numbers 0 to 3 of level easy"),
        (["expert", EXPERT[:7] + "7" + EXPERT[8:], "--layout", "columns"],
         "the board: '7' in place 8 (tile 31) is not one of the numbers 1 to 6 of level expert"),
        (["extreme", EASY],
         "there is no level 'extreme'; the levels are easy, medium, hard, expert, and any other "
         "board is named by its shape, side and directions, such as hexagon-3-6 or square-5-4"),
        (["hexagon-0-6", "1"],
         "level hexagon-0-6: the side of a hexagon must be 1 to 12 tiles, not 0"),
        (["hexagon-2-1", "1"], "level hexagon-2-1: an arrow needs 2 to 100 directions, not 1"),
    ],
)  # fmt: skip
def test_what_is_no_board_is_refused_naming_its_place(command: str, words: list[str], message: str) -> None:
    assert refused(command, *words) == message


def test_a_tile_that_is_not_there_cannot_be_avoided() -> None:
    assert refused("solve", "easy", EASY, "--avoid", "33").startswith("there is no tile '33' in ")


def test_a_name_that_is_nearly_a_board_is_refused_with_the_levels_there_are() -> None:
    assert "the levels are easy, medium, hard, expert" in refused("solve", "hexagon-3", "1")


def test_a_configuration_that_is_missing_is_named(tmp_path: Path) -> None:
    said = refused("solve", "easy", EASY, config=tmp_path / "no.yaml")
    assert said.startswith(f"cannot read {tmp_path / 'no.yaml'}: ")


def started(*words: str) -> subprocess.CompletedProcess[str]:
    """The command as a user starts it, in the folder of the project."""
    return subprocess.run(
        [sys.executable, "-m", "tablebases.cli.main", "arrow", *words],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
        input="",
    )


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["solve", "easy", EASY], 0, "203302121"),
        (["check", "expert", EXPERT], 0, "3,888 solutions"),
        (["solve", "expert", ONE_OFF], 3, "tile 66 is 1"),
        (["check", "expert", ONE_OFF, "--json"], 3, '"solvable": false'),
        (["solve", "hexagon-1-2", "2", "--avoid", "00"], 3, "00"),
        (["generate", "expert", "--seed", "7"], 0, "4415334334111322244654455134255663213"),
        (["apply", EASY, "203302120"], 0, "111144144"),
    ],
)
def test_commands_end_with_0_where_a_board_is_solved_and_3_where_it_cannot_be(
    words: list[str], status: int, said: str
) -> None:
    done = started(*words)
    assert (done.returncode, done.stderr) == (status, "")
    assert said in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["solve", "easy", "43413134"], "tile 22 is missing"),
        (["check", "easy", "4341313441"], "'1' in place 10 is too much"),
        (["solve", "easy", "434131345"], "'5' in place 9 (tile 22)"),
        (["solve", "extreme", EASY], "there is no level 'extreme'"),
        (["solve", "easy"], "there is no board after the level easy"),
        (["solve", "hexagon-99-6", "1"], "the side of a hexagon must be 1 to 12 tiles, not 99"),
        (["solve", "easy", "-"], "it ends after 0 of the 9 tiles"),
        (["apply", "easy", EASY, "9"], "the taps: '9' in place 1 (tile 00)"),
        (["algebra", "--hex", "20", "-m", "6"], "must be 1 to 12 tiles, not 20"),
    ],
)
def test_bad_input_ends_with_2_and_one_line_that_says_where(words: list[str], said: str) -> None:
    done = started(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("error: ")
    assert said in line


@pytest.mark.parametrize(
    "words",
    [["solve"], ["solve", "easy", EASY, "--layout", "diagonal"],
     ["solve", "easy", EASY, "--up", "2"], ["algebra", "--hex", "0", "-m", "6"],
     ["algebra", "--hex", "2", "-m", "1"], ["generate", "easy", "-n", "0"], ["guess"]],
)  # fmt: skip
def test_wrong_options_end_with_2(words: list[str]) -> None:
    done = CliRunner().invoke(cli.app, ["arrow", *words])
    assert done.exit_code == 2
    assert done.stdout == ""
    assert "Usage: " in done.stderr


def test_the_group_is_a_part_of_the_whole_command() -> None:
    done = CliRunner().invoke(cli.app, ["arrow", "check", "hexagon-1-2", "2"])
    assert (done.exit_code, done.stdout) == (0, "↓\n\nhexagon-1-2: solvable, 1 solution\n")
    said = CliRunner().invoke(cli.app, ["arrow", "--help"]).stdout
    for command in ("summary", "solve", "check", "apply", "generate", "algebra"):
        assert command in said


def test_boards_that_were_generated_are_solved(results: Results) -> None:
    for level in LEVELS:
        board = run("generate", level, "--seed", "3", config=results.config).stdout
        data = data_of("solve", level, "-", typed=board, config=results.config)
        after = data_of("apply", level, data["board"], data["solutions"][0], config=results.config)
        assert after["solved"]
        assert np.count_nonzero(as_taps(data["solutions"][0])) >= (data["min_tiles"] or 0)
