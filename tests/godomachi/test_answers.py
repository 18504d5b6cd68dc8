"""Answers of the functions and commands of Godomachi; tests/command_lines/godomachi.yaml has rejected input."""

from __future__ import annotations

import csv
import doctest
import io
import json
import re
import shlex
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from typer.main import get_command

from oracle import godomachi as oracle
from oracle.godomachi import Shape as OracleShape
from tablebases import InputError, godomachi
from tablebases.godomachi import Move, Shape, commands, results
from tablebases.godomachi.results import SEEDS
from tablebases.godomachi.tablebase import KIND, MaxCut
from tablebases.locations import Place
from tests.command_lines.typed import run_fresh, run_typed
from tests.databases import rows_of
from tests.godomachi.helpers import KNOWN, as_shape, number, pairs, polyominoes, random_numbers, shapes
from tests.godomachi.results import run_all_stages

LONG_GAME = ("8:22", "8:206")
"""The first player wins in 5 plies."""


def printed(*words: str) -> str:
    """What a command prints; it must not fail or print notes."""
    done = run_typed(["godomachi", *words])
    assert (done.status, done.errors) == (0, "")
    return done.output


def data_of(*words: str) -> Any:
    """The JSON of a command."""
    return json.loads(printed(*words, "--json"))


def check_csv(rows: list[dict[str, Any]], *words: str) -> None:
    """Stop unless the CSV of a command has these rows."""
    found = list(csv.DictReader(io.StringIO(printed(*words, "--csv"))))
    assert found == [{key: "" if value is None else str(value) for key, value in row.items()} for row in rows]


def where(godomachi_folder: Path) -> list[str]:
    """The option that names the database."""
    return ["--results", str(godomachi_folder)]


def marked(text: str, sign: str) -> OracleShape:
    """The canonical form of the cells with this sign."""
    rows = ("".join("#" if it in sign else "." for it in row) for row in text.split("/"))
    return oracle.canonical(oracle.parse("/".join(rows)))


def row_of(move: Move) -> dict[str, object]:
    """A move as the commands have it in JSON."""
    return {**vars(move), "result": move.result}


def check_answer(answer: Any, *, has_picture: bool = True) -> str:
    """The text of an answer: at most 80 columns, no colours; its picture, if any, must be SVG with shapes."""
    text = str(answer)
    assert text
    assert max(map(len, text.splitlines())) <= 80
    assert "\x1b" not in text
    assert all(line == line.rstrip() for line in text.splitlines())
    if has_picture:
        root = ElementTree.fromstring(answer._repr_svg_())  # noqa: S314 - our own
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert [path for path in root.iter() if path.tag.endswith("path")]
    return text


def check_moves(data: dict[str, Any], max_cut: MaxCut = MaxCut.ANY) -> None:
    """Check the moves in JSON against the oracle and their drawings."""
    a, b = oracle.parse(data["a"]), oracle.parse(data["b"])
    ways = Counter(move.kind() for move in oracle.moves(a, b, max_cut.value))
    found = {}
    for move in data["moves"]:
        kind = tuple(oracle.canonical(oracle.parse(move[key])) for key in ("piece", "rest_a", "rest_b"))
        assert kind == (marked(move["a"], "o"), marked(move["a"], "#"), marked(move["b"], "#"))
        assert kind[0] == marked(move["b"], "o")
        assert move["result"] == ("wins" if move["plies"] % 2 else "loses")
        found[kind] = move["plies"], move["ways"]
    kinds = oracle.move_kinds(a, b, max_cut.value)
    assert found == {kind: (plies, ways[kind]) for kind, plies in kinds.items()}
    order = [oracle.preference(move["plies"]) for move in data["moves"]]
    assert order == sorted(order)


# A pair.


@pytest.mark.thorough
@settings(max_examples=15)
@given(both=pairs(1, 7), max_cut=st.sampled_from(MaxCut))
def test_solve_finds_who_wins_a_best_line_and_all_moves(both: tuple[OracleShape, OracleShape], max_cut: MaxCut) -> None:
    a, b = map(oracle.format_shape, both)
    words = ("solve", a, b, "--max-cut", max_cut.value)
    data, plies = data_of(*words), oracle.value(*both, max_cut.value)
    assert {key: data[key] for key in ("n", "a", "b", "max_cut", "plies", "winner")} == {
        "n": len(both[0]), "a": a, "b": b, "max_cut": max_cut.value,
        "plies": plies, "winner": "first" if plies % 2 else "second",
    }  # fmt: skip
    check_moves(data, max_cut)
    check_csv(data["moves"], *words)
    line = data["line"]
    assert [step["plies"] for step in line] == list(range(plies, 0, -1))
    if line:
        assert marked(line[-1]["a"], "#") == marked(line[-1]["b"], "#")

    answer = godomachi.solve(a, b, max_cut.value)
    assert (answer.a.text, answer.b.text, answer.max_cut) == (a, b, max_cut.value)
    assert (answer.plies, answer.winner) == (data["plies"], data["winner"])
    assert [row_of(move) for move in answer.moves] == data["moves"]
    assert [row_of(move) for move in answer.line] == line
    assert godomachi.cuts(a, b, max_cut=max_cut.value) == answer.moves
    text = check_answer(answer)
    if plies:  # else the headline is too long for a line
        assert printed(*words) == f"{text}\n"
    for move in answer.moves:
        check_answer(move, has_picture=False)


def test_json_of_solve_is_as_documented() -> None:
    best = {"plies": 1, "a": "o##", "b": "##/o.", "piece": "#", "rest_a": "#/#", "rest_b": "#/#", "ways": 4,
            "letters": "a b", "result": "wins"}  # fmt: skip
    other = {**best, "a": "oo#", "b": "o#/o.", "piece": "#/#", "rest_a": "#", "rest_b": "#", "letters": "ab ab"}
    assert data_of("solve", "###", "##/#.") == {
        "version": 2, "a": "###", "b": "##/#.", "max_cut": "any", "plies": 1, "line": [best], "moves": [best, other],
        "winner": "first", "n": 3,
    }  # fmt: skip


def test_solve_lists_moves_on_demand() -> None:
    words = ("solve", "#####", "##/.##/..#")
    lines = printed(*words, "--moves").removeprefix(printed(*words)).splitlines()
    rows = [line.split() for line in lines if line.strip()]
    assert [" ".join(row) for row in [*rows[:2], *rows[3:]]] == [
        "2 kinds of first moves",
        "plies result first shape second shape piece ways",
        "2 loses o#### o#./.##/..# # 4",
        "2 loses oo### oo./.##/..# #/# 4",
        "#: stays; o: cut off in this move; .: empty",
    ]
    assert "0 kinds of first moves" in printed("solve", "##", "#/#", "--moves").splitlines()


def test_solve_shows_the_reply_to_each_losing_move() -> None:
    data = data_of("solve", *LONG_GAME, "--replies")
    check_moves(data)
    check_csv(data["moves"], "solve", *LONG_GAME, "--replies")
    lines = printed("solve", *LONG_GAME, "--replies").splitlines()[-len(data["moves"]) - 3 : -3]
    shown = ("plies", "result", "a", "b", "reply_a", "reply_b")
    assert [line.split() for line in lines] == [
        [str(move[name]) for name in shown if move[name] is not None] for move in data["moves"]
    ]
    for move in data["moves"]:
        replies = move["reply_a"], move["reply_b"]
        if move["result"] == "wins":
            assert replies == (None, None)
            continue
        for shape, reply in zip((move["a"], move["b"]), replies, strict=True):
            assert reply.replace("o", "#") == shape.replace("o", ".")
        assert marked(replies[0], "o") == marked(replies[1], "o")
        rests = (marked(reply, "#") for reply in replies)
        assert oracle.value(*rests) == move["plies"] - 2
    answer = godomachi.solve(*LONG_GAME, replies=True)
    assert [row_of(move) for move in answer.moves] == data["moves"]
    assert answer.line == godomachi.solve(*LONG_GAME).line
    game = godomachi.play("##/#.", "###")
    assert (game.reply_to("b a"), game.moves) == (None, ())


def test_the_widest_answers_have_at_most_80_columns() -> None:
    straight = "#" * 18
    solution = godomachi.solve(straight, straight)
    assert check_answer(solution).endswith("██" * 18 + "    " + "██" * 18)
    assert max(map(len, printed("cuts", straight).splitlines())) <= 80
    check_answer(godomachi.cuts(straight))
    check_answer(Shape.parse(straight))


def test_solve_reports_progress_on_large_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "LARGE", 4)
    done = run_typed(["godomachi", "solve", "####", "###/#.."])
    assert done.errors.splitlines() == [f"Positions of up to {done} of 4 cells are known." for done in (2, 3, 4)]
    assert run_typed(["godomachi", "solve", "###", "##/#."]).errors == ""


# Shapes and cuts.


def test_list_has_the_shapes_of_the_database(godomachi_folder: Path) -> None:
    rows = rows_of(godomachi_folder / KIND.file, "SELECT * FROM polyominoes WHERE n = 7 ORDER BY id")
    columns = ("n", "number", "text", "width", "height", "holes", "symmetry")
    data = [dict(zip(columns, row, strict=True)) for row in rows]
    assert data_of("list", "7") == {"version": 2, "n": 7, "shapes": data}
    check_csv(data, "list", "7")
    found = godomachi.shapes(7)
    assert [found[place] for place in range(len(found))] == [*found]
    assert [(len(it), it.number, it.text, it.width, it.height, it.holes, it.symmetry) for it in found] == rows
    assert all(shape.canonical() == shape for shape in found)
    check_answer(found[-1])


def test_list_draws_shapes_above_their_numbers() -> None:
    assert printed("list", "4").splitlines() == [
        "██",
        "██      ████    ██              ██",
        "██      ██      ████    ████    ████",
        "██      ██      ██      ████      ██",
        "0       1       2       3       4",
    ]
    text = printed("list", "8")
    assert text.count("██") == 8 * 369
    assert re.findall(r"\d+", text) == list(map(str, range(369)))
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("numbers", [[], [0, 11], [10, 2, 7]])
def test_some_shapes_stand_above_their_own_numbers(numbers: list[int]) -> None:
    chosen = tuple(godomachi.shapes(5)[number] for number in numbers)
    lines = str(godomachi.Polyominoes(5, chosen)).splitlines()
    assert [int(word) for word in lines[-1].split()] == numbers if numbers else lines == []


@pytest.mark.thorough
@settings(max_examples=15)
@example(shape=oracle.parse("##"), max_cut=MaxCut.HALF)
@example(shape=oracle.parse("###/#.#/###"), max_cut=MaxCut.ANY)
@given(shape=polyominoes(1, 8), max_cut=st.sampled_from(MaxCut))
def test_cuts_are_those_of_the_oracle_and_drawn(shape: OracleShape, max_cut: MaxCut) -> None:
    text = oracle.format_shape(shape)
    words = ["cuts", text, "--max-cut", max_cut.value]
    answer, whole = godomachi.cuts(text, max_cut=max_cut.value), data_of(*words)
    data = whole["kinds"]
    assert (whole["shape"], whole["max_cut"]) == (text, max_cut.value)
    assert data == [vars(cut) for cut in answer.kinds]
    check_csv(data, *words)
    expected = oracle.cut_kinds(shape, max_cut.value)
    found = {}
    for row in data:
        piece, rest = (oracle.canonical(oracle.parse(row[key])) for key in ("piece", "rest"))
        assert (piece, rest) == (marked(row["example"], "o"), marked(row["example"], "#"))
        assert marked(row["example"], "o#") == oracle.canonical(shape)
        assert row["k"] == len(piece)
        found[piece, rest] = row["ways"]
    assert found == expected
    assert [row["k"] for row in data] == sorted(row["k"] for row in data)
    drawing = check_answer(answer, has_picture=bool(data))
    assert printed(*words).rstrip() == drawing
    kinds, cuts = len(expected), whole["n_cuts"]
    assert cuts == expected.total()
    assert drawing.splitlines()[0] == (
        f"{kinds} {'kind' if kinds == 1 else 'kinds'} of cuts, {cuts} {'cut' if cuts == 1 else 'cuts'}"
    )
    assert drawing.count("▒▒") == sum(len(piece) for piece, _ in expected)
    assert drawing.count("██") == sum(len(rest) for _, rest in expected)


# Games.


def test_game_knows_whose_turn_it_is_and_who_has_won() -> None:
    game, solution = godomachi.play(*LONG_GAME), godomachi.solve(*LONG_GAME)
    assert game.legal_moves() == solution.moves
    for ply, move in enumerate(solution.line):
        mover = ("first", "second")[ply % 2]
        assert (game.turn, game.plies, game.is_over, game.winner) == (mover, 5 - ply, False, None)
        check_answer(game)
        assert game.best_move() == move
        assert game.best_line() == solution.line[ply:]
        made = game.make(move.letters.upper() if ply % 2 else move)
        assert (made.a, made.b, made.plies) == (move.a, move.b, move.plies)
    assert (game.plies, game.is_over, game.winner, game.legal_moves()) == (0, True, "first", ())
    assert "congruent" in check_answer(game)
    for ask in (game.best_move, lambda: game.make("a a")):
        with pytest.raises(InputError, match=r"^the game is over, the first player has won; "):
            ask()
    for count in range(5, 0, -1):
        assert len(game.moves) == count
        game.take_back()
    with pytest.raises(InputError, match=r"^there is no move to take back; "):
        game.take_back()
    assert game.left == tuple(shape.text for shape in game.shapes)
    with pytest.raises(InputError, match=r"^a move is the letters of two pieces .*, as in 'ab cd', not 'ab'$"):
        game.make("ab")
    assert game.moves == ()


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: godomachi.solve("##", "##", "third"), "max_cut must be 'any' or 'half', not 'third'; for example "),  # type: ignore[arg-type]
        (
            lambda: godomachi.solve(17, 200),
            "the first shape: 17 alone is no shape; write the number of cells before it, such as 12:17",
        ),
        (lambda: godomachi.cuts(Shape(5)), "the shape: '5' in row 1, column 1 is neither # for a cell"),  # type: ignore[arg-type]
        (lambda: godomachi.cuts([(0, 0), (1, 0)]), "the shape: these pairs are cells (x, y), or rows of 0 and 1; "),
        (lambda: godomachi.cuts([(0, 0), (2, 0)]), "the shape is not connected: it is in 2 parts"),
        (lambda: godomachi.cuts([110, 11]), "the shape: '?' in row 1, column 1 is neither # for a cell"),
        (lambda: godomachi.cuts([[10, 1, 1]]), "the shape: '?' in row 1, column 1 is neither # for a cell"),
        (lambda: godomachi.cuts([]), "the shape has no cells; "),
        (
            lambda: godomachi.cuts({(0, 0), (1, 0)}),
            "a must be Shape or a whole number or a text or a list, not set; ",
        ),  # type: ignore[call-overload]
        (lambda: godomachi.solve(Shape("QQ"), "##"), "the first shape: 'Q' in row 1, column 1 is neither # for a cell"),
        (lambda: godomachi.cuts("nofile.txt"), "the shape: 'n' in row 1, column 1 is neither # for a cell nor"),
        (
            lambda: godomachi.shapes(1.5),
            "n must be a whole number, not 1.5; for example tablebases.godomachi.shapes(3)",
        ),  # type: ignore[arg-type]
        (
            lambda: godomachi.shapes("4"),
            "n must be a whole number, not '4'; for example tablebases.godomachi.shapes(3)",
        ),  # type: ignore[arg-type]
        (lambda: godomachi.play("#" * 19, "#" * 19), "the first shape has 19 cells, but 18 is the most"),
    ],
)
def test_functions_reject_bad_input_in_a_sentence(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(InputError) as error:
        ask()
    assert str(error.value).startswith(message)


# Finished results: pairs, puzzles and the summary.


@pytest.mark.parametrize(("n", "count"), [(2, 0), (4, 4), pytest.param(8, 8, marks=pytest.mark.thorough)])
def test_a_pair_of_the_table_is_as_solved(godomachi_folder: Path, n: int, count: int) -> None:
    with godomachi.open_results(godomachi_folder) as found:
        for a, b in [*random_numbers(n, count), (0, 0)]:
            pair, solved = found.pair(n, a, b), godomachi.solve(f"{n}:{a}", f"{n}:{b}")
            assert (pair.n, pair.a, pair.b, pair.max_cut) == (n, a, b, "any")
            assert (pair.plies, pair.winner) == (solved.plies, solved.winner)
            assert (pair.shape_a, pair.shape_b) == (solved.a, solved.b)
            assert [move.plies for move in pair.moves] == [move.plies for move in solved.moves]
            expected: Counter[tuple[object, ...]] = Counter()
            for move in solved.moves:
                forms = [oracle.parse(text) for text in (move.piece, move.rest_a, move.rest_b)]
                expected[(len(forms[0]), *map(number, forms), move.ways, move.plies)] += 1
            assert Counter(tuple(vars(move).values()) for move in pair.moves) == expected
            check_answer(pair)


@pytest.mark.parametrize("words", [["8", "22", "206"], ["8:22", "8:206"], ["\uff18:22", "8\uff1a206"], ["", ""]])
def test_pair_finds_a_pair_by_its_numbers_or_shapes(godomachi_folder: Path, words: list[str]) -> None:
    with godomachi.open_results(godomachi_folder) as found:
        answer = found.pair(8, 22, 206)
        assert found.probe(*LONG_GAME) == answer
    if not words[0]:  # as it is drawn, turned
        words = [str(answer.shape_a)[::-1], answer.shape_b.text]
    words = ["pair", *words, *where(godomachi_folder)]
    moves = [vars(move) for move in answer.moves]
    assert data_of(*words) == {
        "version": 2, "n": 8, "a": 22, "b": 206, "shape_a": answer.shape_a.text, "shape_b": answer.shape_b.text,
        "max_cut": "any", "plies": 5, "moves": moves, "source": "the folder given", "winner": "first",
        "n_winning": 1, "n_best": 1,
    }  # fmt: skip
    check_csv(moves, *words)
    text, next_step = printed(*words).rstrip().rsplit("\n", 1)
    assert text == str(answer)
    assert next_step == "`tablebases godomachi solve 8:22 8:206` shows a best game."
    assert text.splitlines()[-1] == f"{len(moves)} kinds of first moves: one wins, in 5 plies"
    rows = [line.split() for line in printed(*words, "--moves").removeprefix(text).splitlines() if line.strip()]
    assert rows[0] == ["cells", "of", "piece", "piece", "rest", "a", "rest", "b", "ways", "plies"]
    assert rows[2:-1] == [[str(value) for value in move.values()] for move in moves]


def test_pair_of_a_shape_with_itself_has_no_moves(godomachi_folder: Path) -> None:
    assert printed("pair", "1", "0", "0", "--moves", *where(godomachi_folder)).splitlines() == [
        "1 cell, 0 and 0: the shapes are congruent: the second player has won before the first move",
        "",
        "██    ██",
    ]


@pytest.mark.parametrize(
    "options", [{}, {"plies": 3}, {"plies": 5}, {"n": 6}, {"n": 8, "plies": 3}], ids=lambda options: str(options)
)
def test_a_puzzle_has_one_kind_of_winning_move(godomachi_folder: Path, options: dict[str, int]) -> None:
    with godomachi.open_results(godomachi_folder) as found:
        for seed in range(2):
            puzzle = found.puzzle(**options, seed=seed)  # type: ignore[arg-type]
            assert found.puzzle(**options, seed=seed) == puzzle  # type: ignore[arg-type]
            both = puzzle.a.cells, puzzle.b.cells
            assert both == tuple(as_shape(shapes(puzzle.n)[no]) for no in (puzzle.id_a, puzzle.id_b))
            assert len(oracle.winning_kinds(*both)) == 1
            assert puzzle.plies == oracle.value(*both) >= 3
            assert {key: getattr(puzzle, key) for key in options} == options
            assert (puzzle.seed, puzzle.winner) == (seed, "first")
            check_answer(puzzle)


@pytest.mark.parametrize("number", [-1, 12, 2**60, 1.0, "4", None, float("nan"), 2**70])
def test_a_number_of_no_polyomino_is_an_input_error(godomachi_folder: Path, number: Any) -> None:
    kind = r"must be a whole number|has more than 19 digits" if number not in (-1, 12, 2**60) else ""
    with godomachi.open_results(godomachi_folder) as found:
        with pytest.raises(InputError, match=kind or r"^polyominoes of 5 cells have the numbers 0 to 11, not "):
            found.pair(5, 0, number)
        with pytest.raises(InputError, match=kind or r"^the table has polyominoes of 1 to \d+ cells, not of "):
            found.shape(number, 0)
        with pytest.raises(InputError, match=r"^seed must be a whole number from 0 to "):
            found.puzzle(seed=-1)
        assert found.pair(*np.array([5, 0, 4])) == found.pair(5, 0, 4)


def test_closed_results_say_so(godomachi_folder: Path) -> None:
    with godomachi.open_results(godomachi_folder) as found:
        pass
    for ask in (
        found.summary,
        found.puzzle,
        lambda: found.pair(5, 0, 4),
        lambda: found.probe("#", "#"),
        lambda: found.max_cut,
    ):
        with pytest.raises(InputError, match=r"^the results are closed; use them in the block of `with "):
            ask()


@pytest.mark.thorough
def test_seeds_set_different_puzzles_and_a_puzzle_without_one_names_its_own(godomachi_folder: Path) -> None:
    with godomachi.open_results(godomachi_folder) as found:
        chosen = [found.puzzle(seed=seed) for seed in range(20)]
    assert len({(puzzle.n, puzzle.id_a, puzzle.id_b) for puzzle in chosen}) > 15
    text = printed("puzzle", *where(godomachi_folder))
    (seed,) = re.findall(r"^Add --seed (\d+) --answer to the command to see the answer\.$", text, re.MULTILINE)
    assert 0 <= int(seed) < SEEDS
    assert printed("puzzle", "--seed", seed, *where(godomachi_folder)) == text


@pytest.mark.thorough
def test_puzzle_shows_its_answer_on_demand(godomachi_folder: Path, tmp_path: Path) -> None:
    words = ["puzzle", "--plies", "5", "--seed", "1", *where(godomachi_folder)]
    question, answer = (printed(*words, *more).splitlines() for more in ([], ["--answer"]))
    assert question[0] == answer[0]
    assert question[0].endswith("the first player wins in 5 plies, with one kind of move only")
    assert "▒▒" not in "".join(question)
    assert sum(" player cuts" in line for line in answer) == 5
    data, solved = data_of(*words), data_of(*words, "--answer")
    assert data["line"] == data["moves"] == []
    assert {**data, "line": solved["line"], "moves": solved["moves"]} == solved
    assert len(solved["line"]) == 5
    assert [move["plies"] % 2 for move in solved["moves"]].count(1) == 1
    check_moves(solved)
    row = {key: value for key, value in data.items() if key not in ("version", "line", "moves")}
    check_csv([row], *words)
    check_csv([row], *words, "--answer")
    for more, pictured in ([], False), (["--answer"], True):
        picture = tmp_path / "puzzle.svg"
        run_typed(["godomachi", *words, *more, "-o", str(picture)])
        assert ("1. the first player cuts" in picture.read_text(encoding="utf-8")) == pictured


def test_puzzles_keep_to_the_rule_of_the_table(halved: Path) -> None:
    data = data_of("puzzle", "--seed", "1", "--answer", *where(halved))
    assert data["max_cut"] == "half"
    check_moves(data, MaxCut.HALF)
    with godomachi.open_results(halved) as found:
        looked_up = found.pair(6, data["id_a"], data["id_b"])
    assert looked_up.max_cut == "half"
    assert len(looked_up.moves) == len(data["moves"])


@pytest.mark.thorough
def test_puzzle_reports_a_table_without_puzzles(tmp_path: Path) -> None:
    small = run_all_stages(tmp_path, 3)
    done = run_typed(["godomachi", "puzzle", *where(small)])
    assert done.first_line == "error: the table has no puzzles: there are none of at most 3 cells"


def test_summary_has_the_known_figures(godomachi_folder: Path) -> None:
    whole = data_of("summary", *where(godomachi_folder))
    data = whole["sizes"]
    assert (whole["max_cut"], whole["path"]) == ("any", str(godomachi_folder / KIND.file))
    assert [row["n"] for row in data] == [3, 4, 5, 6, 7, 8]
    puzzles = dict(rows_of(godomachi_folder / KIND.file, "SELECT n, count(*) FROM puzzles GROUP BY n"))
    for row in data[1:]:
        n = row["n"]
        known = [KNOWN.terms(name)[n] for name in ("polyominoes", "pairs", "first_wins", "second_wins", "longest_game")]
        assert list(row.values()) == [n, *known, puzzles.get(n, 0)]
    check_csv(data, "summary", *where(godomachi_folder))
    lines = printed("summary", *where(godomachi_folder)).splitlines()
    with godomachi.open_results(godomachi_folder) as found:
        answer = found.summary()
        assert found.largest == 8
    assert lines[0] == answer.headline == f"Godomachi, pieces of any size: {godomachi_folder / KIND.file}"
    rows = [line.split() for line in lines[4:-2] if line.strip()]
    assert rows == [[f"{value:,}" for value in row.values()] for row in data]
    assert f"`tablebases godomachi pair 5:0 5:4 --results {godomachi_folder}`" in lines[-1]
    check_answer(replace(answer, path=Path(KIND.file)), has_picture=False)


def test_results_say_where_they_were_found(godomachi_folder: Path, here: Path) -> None:
    with godomachi.open_results() as found:
        assert {found.source, found.summary().source, found.pair(5, 0, 4).source, found.puzzle().source} == {Place.HERE}
    for folder in (godomachi_folder, str(godomachi_folder), here / "results"):
        with godomachi.open_results(folder) as found:
            assert found.probe("5:0", "5:4").source is Place.GIVEN


# Pictures, examples and starts.


@pytest.mark.thorough
def test_solve_draws_a_game_into_every_file_given(tmp_path: Path) -> None:
    svg, png = tmp_path / "game.svg", tmp_path / "game.png"
    done = run_typed(["godomachi", "solve", *LONG_GAME, "-o", str(svg), "--output", str(png)])
    assert done.errors.splitlines() == [f"wrote {svg}", f"wrote {png}"]
    words = ["".join(element.itertext()) for element in ElementTree.parse(svg).iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314 - our own
    assert words[0] == "the first player wins in 5 plies"
    assert sum("player cuts" in word for word in words) == 5
    assert png.read_bytes().startswith(b"\x89PNG")


@pytest.fixture
def here(godomachi_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with results."""
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "godomachi").symlink_to(godomachi_folder)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("here")
def test_examples_of_functions_that_read_results_are_right() -> None:
    """Those of other modules are tested by tests/unit/test_worked_examples.py."""
    found = doctest.testmod(results)
    assert found.attempted
    assert found.failed == 0


COMMANDS: dict[str, Any] = vars(get_command(commands.app))["commands"]


@pytest.mark.parametrize("name", COMMANDS)
def test_examples_in_the_help_of_a_command_run(name: str, here: Path) -> None:
    (here / "3x5.txt").write_text("#####\n#####\n#####\n")
    lines = [line.strip().removeprefix("Example:").strip() for line in COMMANDS[name].callback.__doc__.splitlines()]
    examples = [shlex.split(line)[1:] for line in lines if line.startswith("tablebases godomachi ")]
    assert examples
    for words in examples:
        assert words[1] == name
        done = run_typed(words, "quit\n")
        if words[1:3] == ["pair", "10"]:  # the full results have it
            assert done.first_line.startswith("error: the table has polyominoes of 1 to 8 cells")
            continue
        assert done.status == 0
        assert len(done.output.splitlines()) >= 3
        if "-o" in words:
            assert (here / words[words.index("-o") + 1]).is_file()


@pytest.mark.thorough
def test_the_summary_loads_nothing_slow(godomachi_folder: Path) -> None:
    words = ["summary", *where(godomachi_folder)]
    (ran,) = run_fresh(["godomachi", *words, "--json"])
    assert json.loads(ran.said) == data_of(*words)
    assert not {"matplotlib", "numba", "pandas", "resvg_py", "rich", "scipy"} & set(ran.modules)
