"""The commands `tablebases godomachi`: answers, pictures, help, refusals and endings."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from typer.main import get_command
from typer.testing import CliRunner, Result

from pipeline.godomachi.stages import record_cuts
from tablebases.cli.main import app
from tablebases.errors import Error, InputError
from tablebases.godomachi import commands
from tablebases.godomachi.results import SEEDS
from tablebases.godomachi.tablebase import MaxCut
from tests.databases import rows_of
from tests.godomachi.helpers import REPOSITORY, as_shape, pairs, plies_of, random_numbers, shapes, terms, whole
from tests.godomachi.results import Results, run_all_stages
from tests.oracle import godomachi as oracle
from tests.oracle.godomachi import Shape

COMMANDS: dict[str, Any] = vars(get_command(commands.app))["commands"]
LONG_GAME = ("8:22", "8:206")
"""The first player wins in 5 plies."""


def run(*words: str, typed: str | bytes = "") -> Result:
    """A command in this process; what goes wrong is raised."""
    done = CliRunner().invoke(app, ["godomachi", *words], input=typed)
    if isinstance(done.exception, Error):
        raise done.exception
    assert isinstance(done.exception, SystemExit | None), done.exception
    return done


def lines_of(*words: str, typed: str = "") -> list[str]:
    """What a command prints, line by line."""
    done = run(*words, typed=typed)
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout.splitlines()


def data_of(*words: str, typed: str = "") -> Any:
    """What a command answers as JSON."""
    return json.loads(run(*words, "--json", typed=typed).stdout)


def csv_of(*words: str) -> list[dict[str, str]]:
    """What a command answers as CSV."""
    return list(csv.DictReader(io.StringIO(run(*words, "--csv").stdout)))


def as_strings(rows: list[dict[str, Any]]) -> list[dict[str, str]]:
    """Rows as CSV has them."""
    return [
        {key: "" if value is None else str(value) for key, value in row.items()} for row in rows
    ]  # fmt: skip


def refused(*words: str, typed: str | bytes = "") -> str:
    """What is said of a question that cannot be understood."""
    with pytest.raises(InputError) as error:
        run(*words, typed=typed)
    assert error.value.exit_status == 2
    return str(error.value)


def where(results: Results) -> list[str]:
    """The option that names the database."""
    return ["--results", str(results.folder)]


def marked(text: str, sign: str) -> Shape:
    """The canonical form of the cells with this sign."""
    return oracle.canonical(oracle.parse(
        "/".join("".join("#" if it in sign else "." for it in row) for row in text.split("/"))
    ))  # fmt: skip


# --- solve -----------------------------------------------------------------------------------


def check_moves(data: dict[str, Any], max_cut: MaxCut = MaxCut.ANY) -> None:
    """Stop unless the moves in JSON are those of the oracle, and as they are drawn."""
    a, b = oracle.parse(data["a"]), oracle.parse(data["b"])
    ways = Counter(move.kind() for move in oracle.moves(a, b, max_cut.value))
    expected = {kind: (plies, ways[kind]) for kind, plies in oracle.move_kinds(a, b, max_cut.value).items()}
    found = {}
    for move in data["moves"]:
        kind = tuple(oracle.canonical(oracle.parse(move[key]))
                     for key in ("piece", "rest_a", "rest_b"))  # fmt: skip
        assert kind == (marked(move["a"], "o"), marked(move["a"], "#"), marked(move["b"], "#"))
        assert kind[0] == marked(move["b"], "o")
        assert move["result"] == ("wins" if move["plies"] % 2 else "loses")
        found[kind] = move["plies"], move["ways"]
    assert found == expected
    order = [oracle.preference(move["plies"]) for move in data["moves"]]
    assert order == sorted(order)


@settings(max_examples=40)
@given(both=pairs(2, 7))
def test_json_has_who_wins_a_best_line_and_all_moves(both: tuple[Shape, Shape]) -> None:
    a, b = both
    data = data_of("solve", oracle.format_shape(a), oracle.format_shape(b))
    plies = oracle.value(a, b)
    assert {key: data[key] for key in ("cells", "a", "b", "max_cut", "plies", "winner")} == {
        "cells": len(a), "a": oracle.format_shape(a), "b": oracle.format_shape(b),
        "max_cut": "any", "plies": plies, "winner": "first" if plies % 2 else "second",
    }  # fmt: skip
    check_moves(data)
    line = data["best_line"]
    assert [step["plies"] for step in line] == list(range(plies, 0, -1))
    assert [step["player"] for step in line] == ["first", "second"] * (plies // 2) + (["first"] * (plies % 2))
    if line:
        assert marked(line[-1]["a"], "#") == marked(line[-1]["b"], "#")


def test_json_is_as_documented() -> None:
    assert data_of("solve", "###", "##/#.") == {
        "cells": 3, "a": "###", "b": "##/#.", "max_cut": "any", "plies": 1, "winner": "first",
        "best_line": [
            {"player": "first", "plies": 1, "result": "wins", "a": "o##", "b": "##/o.",
             "piece": "#", "rest_a": "#/#", "rest_b": "#/#", "ways": 4},
        ],
        "moves": [
            {"plies": 1, "result": "wins", "a": "o##", "b": "##/o.", "piece": "#",
             "rest_a": "#/#", "rest_b": "#/#", "ways": 4},
            {"plies": 1, "result": "wins", "a": "oo#", "b": "o#/o.",
             "piece": "#/#", "rest_a": "#", "rest_b": "#", "ways": 4},
        ],
    }  # fmt: skip


def test_half_forbids_to_cut_off_more_than_is_left() -> None:
    data = data_of("solve", "5:0", "5:1", "--max-cut", "half")
    assert data["max_cut"] == "half"
    check_moves(data, MaxCut.HALF)
    more = data_of("solve", "5:0", "5:1")
    check_moves(more)
    assert len(data["moves"]) < len(more["moves"])


def test_a_game_is_printed_step_by_step() -> None:
    assert lines_of("solve", "#####", "##/.##/..#") == [
        "5 cells: the second player wins in 2 plies",
        "",
        "1. the first player cuts",
        "              ▒▒██",
        "                ████",
        "▒▒████████        ██",
        "",
        "2. the second player cuts",
        "              · ▒▒",
        "                ▒▒██",
        "· ▒▒▒▒████        ██",
        "",
        "congruent",
        "              · ·",
        "                · ██",
        "· · · ████        ██",
    ]


@pytest.mark.parametrize("both", [LONG_GAME, ("6:0", "6:12"), ("5:0", "5:4"), ("4:0", "4:1")])
def test_a_printed_game_has_the_plies_and_pieces_of_json(both: tuple[str, str]) -> None:
    data = data_of("solve", *both)
    lines = lines_of("solve", *both)
    plies = plies_of(int(both[0][0]))[int(both[0][2:]), int(both[1][2:])]
    winner = "first" if plies % 2 else "second"
    said = f"{both[0][0]} cells: the {winner} player wins in {plies} {'ply' if plies == 1 else ''}"
    assert lines[0].startswith(said.rstrip())
    steps = [line for line in lines if " player cuts" in line]
    assert steps == [
        f"{ply}. the {'first' if ply % 2 else 'second'} player cuts"
        for ply in range(1, plies + 1)
    ]  # fmt: skip
    assert lines.count("congruent") == 1
    pieces = sum((step["a"] + step["b"]).count("o") for step in data["best_line"])
    assert "".join(lines).count("▒▒") == pieces


def test_moves_are_listed_on_demand() -> None:
    lines = lines_of("solve", "#####", "##/.##/..#", "--moves")
    at = lines.index("2 kinds of first moves")
    rows = [line.split() for line in lines[at + 1 :] if line.strip()]
    assert rows[0] == ["plies", "result", "a", "b", "piece", "ways"]
    assert rows[2:] == [
        ["2", "loses", "o####", "o#./.##/..#", "#", "4"],
        ["2", "loses", "oo###", "oo./.##/..#", "#/#", "4"],
    ]
    assert lines[: at - 1] == lines_of("solve", "#####", "##/.##/..#")
    one = lines_of("solve", "##", "#/#", "--moves")
    assert "0 kinds of first moves" in one


def test_congruent_shapes_are_called_so() -> None:
    assert lines_of("solve", "##./.##", ".##/##.") == [
        "4 cells: the shapes are congruent: the second player has won before the first move",
        "",
        "congruent",
        "████        ████",
        "  ████    ████",
    ]
    assert lines_of("solve", "#", "#")[0].startswith("1 cell: the shapes are congruent")
    data = data_of("solve", "##./.##", ".##/##.")
    assert (data["plies"], data["winner"]) == (0, "second")
    assert data["best_line"] == data["moves"] == []


def test_the_widest_shapes_fit_beside_each_other() -> None:
    lines = run("solve", "#" * 18, "#" * 18).stdout.splitlines()
    assert lines[-1] == "██" * 18 + "    " + "██" * 18


def test_the_known_large_pair_takes_9_plies(tmp_path: Path) -> None:
    (tmp_path / "3x5.txt").write_text("#####\n#####\n#####\n")
    lines = lines_of("solve", str(tmp_path / "3x5.txt"), "#" * 15)
    assert whole("rectangle_3x5_against_i15_plies") == 9
    assert lines[0] == "15 cells: the first player wins in 9 plies"


def test_both_shapes_may_come_from_files_standard_input_or_numbers(tmp_path: Path) -> None:
    path = tmp_path / "w.txt"
    path.write_text("\N{BYTE ORDER MARK}##\r\n ##\r\n  #\r\n", encoding="utf-8")
    expected = data_of("solve", "#####", "##/.##/..#")
    assert data_of("solve", "#####", str(path)) == expected
    assert data_of("solve", "-", str(path), typed="#####\n") == expected
    assert data_of("solve", "-", "-", typed="#####\r\n\r\n##\r\n.##\r\n..#\r\n") == expected
    by_number = data_of("solve", "5:0", f"5:{oracle.number(oracle.pentomino('W'))}")
    assert (by_number["plies"], by_number["winner"]) == (2, "second")


def test_large_pairs_say_how_far_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablebases.godomachi.commands.LARGE", 4)
    done = run("solve", "####", "###/#..")
    assert done.stderr.splitlines() == [f"positions of {cells} of 4 cells are solved" for cells in (2, 3, 4)]


# --- list ------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 5, 7])
def test_all_shapes_are_listed_as_in_the_database(results: Results, n: int) -> None:
    rows = rows_of(results.database, "SELECT * FROM polyominoes WHERE n = ? ORDER BY id", [n])
    data = data_of("list", str(n))
    assert [tuple(row.values()) for row in data] == rows
    columns = ["n", "id", "cells", "width", "height", "holes", "symmetry"]
    assert all(list(row) == columns for row in data)
    assert csv_of("list", str(n)) == as_strings(data)


def test_shapes_are_drawn_with_their_numbers() -> None:
    assert lines_of("list", "4") == [
        "██",
        "██      ████    ██              ██",
        "██      ██      ████    ████    ████",
        "██      ██      ██      ████      ██",
        "0       1       2       3       4",
        "",
    ]


@pytest.mark.parametrize("n", [1, 5, 6, 8])
def test_every_shape_is_drawn_with_all_its_cells(n: int) -> None:
    text = "\n".join(lines_of("list", str(n)))
    assert text.count("██") == n * len(shapes(n))
    assert re.findall(r"\d+", text) == [str(number) for number in range(len(shapes(n)))]
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("n", ["0", "13", "99"])
def test_sizes_that_are_not_listed_are_refused(n: str) -> None:
    assert refused("list", n) == f"polyominoes are listed for 1 to 12 cells, not for {n}"


# --- cuts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("max_cut", list(MaxCut))
@pytest.mark.parametrize("text", ["#../###/.#.", "##/##", "###/#.#/###", "#./##/#./#./#.", "##"])
def test_all_kinds_of_cuts_are_shown(text: str, max_cut: MaxCut) -> None:
    shape = oracle.parse(text)
    expected = oracle.cut_kinds(shape, max_cut.value)
    words = ["cuts", text, "--max-cut", max_cut.value]
    data = data_of(*words)
    found = {}
    for row in data:
        piece, rest = (oracle.canonical(oracle.parse(row[key])) for key in ("piece", "rest"))
        assert (piece, rest) == (marked(row["example"], "o"), marked(row["example"], "#"))
        assert marked(row["example"], "o#") == oracle.canonical(shape)
        assert row["k"] == len(piece)
        found[piece, rest] = row["ways"]
    assert found == expected
    assert [row["k"] for row in data] == sorted(row["k"] for row in data)
    assert csv_of(*words) == as_strings(data)
    lines = lines_of(*words)
    kinds, cuts = len(expected), expected.total()
    assert lines[0] == (f"{kinds} {'kind' if kinds == 1 else 'kinds'} of cuts, {cuts} {'cut' if cuts == 1 else 'cuts'}")
    drawing = "".join(lines)
    assert drawing.count("▒▒") == sum(len(piece) for piece, _ in expected)
    assert drawing.count("██") == sum(len(rest) for _, rest in expected)


def test_a_single_cell_has_no_cuts() -> None:
    assert data_of("cuts", "#") == []
    assert lines_of("cuts", "#")[0] == "0 kinds of cuts, 0 cuts"
    assert run("cuts", "#", "--csv").stdout == "k,piece,rest,ways,example\n"


# --- pair ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "count"), [(2, 0), (4, 4), (6, 10), (8, 15)])
def test_a_pair_in_the_table_is_what_solving_it_says(results: Results, n: int, count: int) -> None:
    for a, b in [*random_numbers(n, count), (0, 0)]:
        looked_up = data_of("pair", str(n), str(a), str(b), *where(results))
        solved = data_of("solve", f"{n}:{a}", f"{n}:{b}")
        for key in ("max_cut", "plies", "winner"):
            assert looked_up[key] == solved[key]
        assert (looked_up["cells_a"], looked_up["cells_b"]) == (solved["a"], solved["b"])
        assert (looked_up["n"], looked_up["a"], looked_up["b"]) == (n, a, b)
        moves = [
            {
                "k": len(oracle.parse(move["piece"])),
                **{key: oracle.number(oracle.parse(move[key]))
                   for key in ("piece", "rest_a", "rest_b")},
                "ways": move["ways"],
                "plies": move["plies"],
            }
            for move in solved["moves"]
        ]  # fmt: skip
        assert [move["plies"] for move in looked_up["moves"]] == [move["plies"] for move in moves]
        both = (sorted(map(str, some)) for some in (looked_up["moves"], moves))
        assert next(both) == next(both)


def test_a_pair_is_printed_with_how_many_moves_win(results: Results) -> None:
    assert lines_of("pair", "5", "0", "4", *where(results)) == [
        "5 cells, 0 and 4: the second player wins in 2 plies",
        "",
        "██",
        "██",
        "██    ████",
        "██    ██",
        "██    ████",
        "",
        "2 kinds of first moves: 0 win, 2 hold out in 2 plies",
    ]
    assert lines_of("pair", "3", "0", "1", *where(results))[-1] == ("2 kinds of first moves: 2 win, 2 win in 1 ply")
    assert lines_of("pair", "1", "0", "0", *where(results)) == [
        "1 cell, 0 and 0: the shapes are congruent: the second player has won before the first move",
        "",
        "██    ██",
        "",
    ]


def test_the_moves_of_a_pair_are_listed_the_best_first(results: Results) -> None:
    words = ["pair", "8", "22", "206", *where(results)]
    rows = [line.split() for line in lines_of(*words, "--moves")]
    at = rows.index(["k", "piece", "rest_a", "rest_b", "ways", "plies"])
    moves = data_of(*words)["moves"]
    assert [row for row in rows[at + 2 :] if row] == [[str(value) for value in move.values()] for move in moves]
    assert moves[0]["plies"] == 5
    assert sum(move["plies"] % 2 for move in moves) == 1
    (count,) = [line for line in lines_of(*words) if "first moves" in line]
    assert count == f"{len(moves)} kinds of first moves: 1 win, 1 win in 5 plies"


TABLE_ENDS = (
    "the table has polyominoes of 1 to 8 cells, not of {}; "
    "`tablebases godomachi solve` solves single pairs up to 18 cells"
)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["9", "0", "1"], TABLE_ENDS.format(9)),
        (["0", "0", "0"], TABLE_ENDS.format(0)),
        (["5", "0", "12"], "polyominoes of 5 cells have the numbers 0 to 11, not 12"),
        (["5", "12", "0"], "polyominoes of 5 cells have the numbers 0 to 11, not 12"),
        (["1", "1", "0"], "polyominoes of 1 cell have the numbers 0 to 0, not 1"),
    ],
)
def test_numbers_that_are_not_in_the_table_are_refused(results: Results, words: list[str], message: str) -> None:
    assert refused("pair", *words, *where(results)) == message


# --- puzzle ----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [[], ["--plies", "3"], ["--plies", "5"], ["-n", "6"],
                                     ["-n", "8", "--plies", "3"]])  # fmt: skip
def test_a_puzzle_has_one_kind_of_winning_move(results: Results, options: list[str]) -> None:
    for seed in range(4):
        data = data_of("puzzle", *options, "--seed", str(seed), *where(results))
        a, b = (as_shape(shapes(data["n"])[data[key]]) for key in ("id_a", "id_b"))
        assert (oracle.parse(data["a"]), oracle.parse(data["b"])) == (a, b)
        assert len(oracle.winning_kinds(a, b)) == 1
        assert data["plies"] == oracle.value(a, b) >= 3
        assert "--plies" not in options or data["plies"] == int(options[-1])
        assert "-n" not in options or data["n"] == int(options[1])
        assert data["seed"] == seed


def test_the_same_seed_sets_the_same_puzzle_and_others_set_others(results: Results) -> None:
    words = ["puzzle", *where(results), "--seed"]
    found = [data_of(*words, str(seed)) for seed in range(20)]
    assert [data_of(*words, str(seed)) for seed in range(20)] == found
    assert len({(data["n"], data["id_a"], data["id_b"]) for data in found}) > 15


def test_a_puzzle_without_a_seed_names_the_one_it_took(results: Results) -> None:
    done = run("puzzle", *where(results))
    (seed,) = re.findall(r"^The answer: the same command with --seed (\d+) --answer$",
                         done.stdout, re.MULTILINE)  # fmt: skip
    assert 0 <= int(seed) < SEEDS
    assert run("puzzle", "--seed", seed, *where(results)).stdout == done.stdout
    data = data_of("puzzle", *where(results))
    assert data_of("puzzle", "--seed", str(data["seed"]), *where(results)) == data


def test_the_answer_is_shown_on_demand_only(results: Results) -> None:
    words = ["puzzle", "--plies", "5", "--seed", "1", *where(results)]
    question, answer = lines_of(*words), lines_of(*words, "--answer")
    assert question[0] == answer[0]
    assert question[0].endswith(
        "the first player wins in 5 plies, with one kind of move only"
    )  # fmt: skip
    assert "▒▒" not in "".join(question)
    assert sum(" player cuts" in line for line in answer) == 5
    assert sum(" player cuts" in line for line in question) == 0
    data = data_of(*words)
    assert data["best_line"] == data["moves"] == []
    solved = data_of(*words, "--answer")
    assert len(solved["best_line"]) == 5
    assert [move["plies"] % 2 for move in solved["moves"]].count(1) == 1
    check_moves(solved)


def test_puzzles_that_there_are_not_are_refused_with_those_there_are(results: Results, tmp_path: Path) -> None:
    said = "there is no such puzzle; there are puzzles in plies: 3 with 6 cells, 3 with 7 cells, "
    for options in (["--plies", "4"], ["-n", "5"], ["-n", "7", "--plies", "5"]):
        assert refused("puzzle", *options, *where(results)) == (said + "3 with 8 cells, 5 with 8 cells")
    small = run_all_stages(tmp_path, 3)
    assert refused("puzzle", *where(small)) == ("the table has no puzzles: there are none of at most 3 cells")


def test_a_puzzle_is_set_by_the_rule_of_the_table(tmp_path: Path) -> None:
    made = run_all_stages(tmp_path, 6, MaxCut.HALF)
    data = data_of("puzzle", "--seed", "1", "--answer", *where(made))
    assert data["max_cut"] == "half"
    check_moves(data, MaxCut.HALF)
    a, b = oracle.parse(data["a"]), oracle.parse(data["b"])
    assert len(oracle.winning_kinds(a, b, "half")) == 1
    looked_up = data_of("pair", "6", str(data["id_a"]), str(data["id_b"]), *where(made))
    assert looked_up["max_cut"] == "half"
    assert len(looked_up["moves"]) == len(data["moves"])


# --- summary ---------------------------------------------------------------------------------


def test_the_summary_has_the_known_figures(results: Results) -> None:
    data = data_of("summary", *where(results))
    assert [row["n"] for row in data] == [3, 4, 5, 6, 7, 8]
    for row in data[1:]:
        n = row["n"]
        assert row["polyominoes"] == len(oracle.polyominoes(n))
        assert row["pairs"] == terms("pairs")[n]
        assert row["first wins"] == terms("first_wins")[n]
        assert row["second wins"] == terms("second_wins")[n]
        assert int(row["longest"]) == terms("longest_game")[n]
        puzzles = rows_of(results.database, "SELECT count(*) FROM puzzles WHERE n = ?", [n])
        assert [(row["puzzles"],)] == puzzles
    assert csv_of("summary", *where(results)) == as_strings(data)
    lines = lines_of("summary", *where(results))
    assert lines[0] == f"Godomachi, pieces of any size: {results.database}"
    rows = [line.split() for line in lines[4:] if line.strip()]
    assert rows == [[str(value) for value in row.values()] for row in data]


def test_the_summary_of_finished_results_loads_nothing_slow(results: Results) -> None:
    program = (
        "import sys\nfrom tablebases.cli.main import main\n"
        f"sys.argv = ['tablebases', 'godomachi', 'summary', '--json', '--results', {str(results.folder)!r}]\n"
        "try:\n    main()\nfinally:\n    print(*sys.modules, file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == data_of("summary", *where(results))
    assert not {"matplotlib", "numba", "pandas", "resvg_py", "rich", "scipy"} & set(done.stderr.split())


# --- pictures --------------------------------------------------------------------------------


def test_a_game_is_drawn_in_every_file_that_is_named(tmp_path: Path) -> None:
    svg, png = tmp_path / "game.svg", tmp_path / "game.png"
    done = run("solve", *LONG_GAME, "-o", str(svg), "--output", str(png))
    assert done.exit_code == 0
    assert done.stderr.splitlines() == [f"wrote {svg}", f"wrote {png}"]
    root = ElementTree.parse(svg).getroot()  # noqa: S314 - our own
    words = ["".join(element.itertext()) for element in root.iter() if element.tag.endswith("text")]
    assert words[0] == "the first player wins in 5 plies"
    assert sum("player cuts" in word for word in words) == 5
    assert png.read_bytes().startswith(b"\x89PNG")


def test_a_puzzle_is_drawn_without_its_answer_unless_asked_for(results: Results, tmp_path: Path) -> None:
    words = ["puzzle", "--seed", "3", *where(results), "-o"]
    run(*words, str(tmp_path / "question.svg"))
    run(*words, str(tmp_path / "answer.svg"), "--answer")
    question, answer = ((tmp_path / f"{name}.svg").read_text(encoding="utf-8") for name in ("question", "answer"))
    assert "player cuts" not in question
    assert "1. the first player cuts" in answer


@pytest.mark.parametrize("name", ["game.jpg", "game", "game.svg.txt"])
def test_a_picture_of_another_kind_is_refused_before_anything_is_computed(tmp_path: Path, name: str) -> None:
    for words in (["solve", "#####", "XX"], ["puzzle", "--results", str(tmp_path)]):
        said = refused(*words, "-o", str(tmp_path / "game.svg"), "-o", str(tmp_path / name))
        assert said == (f"'{tmp_path / name}' must end with .svg or .png, which says what kind of picture it is")
    assert list(tmp_path.iterdir()) == []


# --- help ------------------------------------------------------------------------------------


def examples() -> list[list[str]]:
    """The words of all examples in the help of all commands."""
    assert set(COMMANDS) == {"summary", "solve", "pair", "cuts", "puzzle", "play", "list"}
    found = []
    for name, command in COMMANDS.items():
        lines = [line.strip().removeprefix("Example:").strip() for line in command.callback.__doc__.splitlines()]
        of_command = [shlex.split(line)[2:] for line in lines if line.startswith("tablebases godomachi ")]
        assert of_command
        assert all(words[0] == name for words in of_command)
        found += of_command
    return found


def run_example(words: list[str], results: Results, folder: Path) -> Result:
    """An example, in a folder with the file that it reads."""
    (folder / "3x5.txt").write_text("#####\n#####\n#####\n")
    options = where(results) if words[0] in ("summary", "pair", "puzzle") else []
    return run(*words, *options, typed="quit\n")


def is_beyond(words: list[str], results: Results) -> bool:
    """Whether an example asks for more than is in the table of the quick tests."""
    return words[:2] == ["pair", "10"] and results.max_n < 10


@pytest.mark.parametrize("words", examples(), ids=" ".join)
def test_the_examples_in_the_help_run(
    results: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    if is_beyond(words, results):
        with pytest.raises(InputError, match=r"^the table has polyominoes of 1 to 8 cells"):
            run_example(words, results, tmp_path)
        return
    done = run_example(words, results, tmp_path)
    assert done.exit_code == 0
    assert len(done.stdout.splitlines()) >= 3
    if "-o" in words:
        assert (tmp_path / words[words.index("-o") + 1]).is_file()


@pytest.mark.slow
def test_the_examples_for_the_whole_table_run(tmp_path: Path) -> None:
    made = run_all_stages(tmp_path, 10)
    (words,) = [words for words in examples() if words[:2] == ["pair", "10"]]
    lines = run_example(words, made, tmp_path).stdout.splitlines()
    plies = plies_of(10)[int(words[2]), int(words[3])]
    assert lines[0].startswith(f"10 cells, {words[2]} and {words[3]}: the ")
    assert lines[0].endswith(f" player wins in {plies} {'ply' if plies == 1 else 'plies'}")


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_has_help_with_its_examples(command: str) -> None:
    said = " ".join(CliRunner().invoke(app, ["godomachi", command, "--help"]).stdout.split())
    mine = [words for words in examples() if words[0] == command]
    assert mine
    for words in mine:
        assert f"tablebases godomachi {' '.join(words[:2])}".split('"')[0] in said.replace('"', "")


# --- refusals and endings --------------------------------------------------------------------


@pytest.mark.parametrize("command", ["solve", "play"])
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["###", "##"], "the shapes have 3 and 2 cells; a pair needs two of the same size"),
        (["#.#", "##"], "the first shape is not connected: it is in 2 parts that do not meet at "
                        "edges"),
        (["##", "..."], "the second shape has no cells; write # for each, as in ##/#."),
        (["##x", "###"], "the first shape: 'x' in row 1, column 3 is neither # for a cell nor . "
                         "for a gap"),
        (["#" * 19, "#" * 19], "the first shape has 19 cells, but 18 is the most"),
    ],
)  # fmt: skip
def test_what_is_no_pair_is_refused(command: str, words: list[str], message: str) -> None:
    assert refused(command, *words) == message


def test_what_is_no_shape_has_no_cuts() -> None:
    assert refused("cuts", "#.#").startswith("the shape is not connected: ")
    assert refused("cuts", "-", typed="").startswith("the shape: standard input has no picture le")
    assert refused("cuts", "-", typed="#\n\n#\n") == (
        "standard input has 1 picture more than were asked for; an empty line ends a picture"
    )


@pytest.mark.parametrize("words", [["summary"], ["pair", "5", "0", "1"], ["puzzle"]])
def test_a_missing_or_damaged_database_is_named(tmp_path: Path, words: list[str]) -> None:
    path = tmp_path / "godomachi.db"
    with pytest.raises(Error) as error:
        run(*words, "--results", str(tmp_path))
    assert str(error.value) == f"{path} does not exist; run `snakemake` to make it, or `make` for everything"
    path.write_bytes(b"mine\n" * 99)
    with pytest.raises(Error) as error:
        run(*words, "--results", str(tmp_path))
    assert str(path) in str(error.value)
    assert error.value.exit_status == 1


def test_the_database_of_another_stage_is_refused(tmp_path: Path) -> None:
    record_cuts.main(3, tmp_path / "godomachi.db")
    with pytest.raises(Error, match="was not written by the stage godomachi_database; "):
        run("summary", "--results", str(tmp_path))


@pytest.mark.parametrize("words", [["summary"], ["list", "4"], ["cuts", "##"]])
def test_json_and_csv_exclude_each_other(results: Results, words: list[str]) -> None:
    options = where(results) if words == ["summary"] else []
    with pytest.raises(Error, match=r"^--json and --csv cannot be used together"):
        run(*words, "--json", "--csv", *options)


@pytest.mark.parametrize(
    "words",
    [["solve"], ["solve", "##"], ["solve", "##", "##", "##"], ["cuts"], ["list"], ["list", "five"],
     ["pair"], ["pair", "5", "0", "-1"],
     ["puzzle", "--seed", "-1"], ["puzzle", "--plies", "five"], ["guess"],
     ["solve", "##", "##", "--max-cut", "most"], ["cuts", "##", "--max-cut", "2"]],
)  # fmt: skip
def test_wrong_options_end_with_2(words: list[str]) -> None:
    done = CliRunner().invoke(app, ["godomachi", *words])
    assert done.exit_code == 2
    assert done.stdout == ""
    assert "Usage: " in done.stderr


def started(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """The command as a user starts it, in the folder of the project."""
    return subprocess.run(
        [sys.executable, "-m", "tablebases.cli.main", "godomachi", *words],
        cwd=REPOSITORY, capture_output=True, text=True, check=False, input=typed,
    )  # fmt: skip


def test_a_command_as_a_user_starts_it() -> None:
    done = started("solve", "-", "-", typed="#####\n\n##\n.##\n..#\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == lines_of("solve", "#####", "##/.##/..#")
    done = started("solve", "###", "##")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == ("error: the shapes have 3 and 2 cells; a pair needs two of the same size\n")


def test_the_group_is_a_part_of_the_whole_command() -> None:
    done = CliRunner().invoke(app, ["godomachi", "cuts", "##", "--csv"])
    assert (done.exit_code, done.stdout) == (0, "k,piece,rest,ways,example\n1,#,#,2,o#\n")
    said = CliRunner().invoke(app, ["godomachi", "--help"]).stdout
    assert all(command in said for command in COMMANDS)
