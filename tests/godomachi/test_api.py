"""The public functions: examples, agreement with the commands, texts, pictures and errors."""

from __future__ import annotations

import doctest
import subprocess
import sys
from dataclasses import FrozenInstanceError
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablebases
from tablebases import DamagedDataError, InputError, MissingDataError, godomachi
from tablebases.godomachi import Move, Shape
from tablebases.godomachi.tablebase import MaxCut
from tablebases.locations import Place
from tests.godomachi.helpers import pairs, polyominoes, shapes
from tests.godomachi.results import Results
from tests.godomachi.test_commands import data_of, run, where
from tests.oracle import godomachi as oracle
from tests.oracle.godomachi import Shape as OracleShape

MODULES = ("", ".answers", ".drawing", ".notation", ".results")
GAME = ("8:22", "8:206")


def check_text(answer: object) -> str:
    """Stop unless an answer is a text without colours, of at most 80 columns."""
    text = str(answer)
    assert text
    assert max(map(len, text.splitlines())) <= 80
    assert "\x1b" not in text
    assert all(line == line.rstrip() for line in text.splitlines())
    return text


def check_picture(answer: Any) -> None:
    """Stop unless an answer has a picture for notebooks."""
    root = ElementTree.fromstring(answer._repr_svg_())  # noqa: S314 - our own
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert [path for path in root.iter() if path.tag.endswith("path")]


@pytest.fixture
def here(results: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with results."""
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "godomachi").symlink_to(results.folder)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.usefixtures("here")
def test_examples_are_right(name: str) -> None:
    found = doctest.testmod(import_module(f"tablebases.godomachi{name}"))
    assert found.attempted
    assert found.failed == 0


def test_every_public_name_is_there_and_documented() -> None:
    assert tablebases.godomachi is godomachi
    assert dir(godomachi) == sorted(godomachi.__all__)
    for name in godomachi.__all__:
        assert getattr(godomachi, name).__doc__
    with pytest.raises(AttributeError, match="has no attribute 'guess'"):
        _ = godomachi.guess


def test_importing_the_game_loads_nothing_heavy() -> None:
    program = "import sys\nfrom tablebases.godomachi import *\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "tablebases.godomachi.results" in done.stdout.split()
    assert not {"numpy", "numba", "rich", "resvg_py", "typer"} & set(done.stdout.split())


# --- agreement with the commands -------------------------------------------------------------


def row_of(move: Move) -> dict[str, object]:
    """A move as the commands have it in JSON."""
    values = {name: value for name, value in vars(move).items() if name != "letters"}
    return {"result": "wins" if move.wins else "loses", **values}


@settings(max_examples=20)
@given(both=pairs(1, 7), max_cut=st.sampled_from(MaxCut))
def test_solve_and_its_command_agree(both: tuple[OracleShape, OracleShape], max_cut: MaxCut) -> None:
    a, b = map(oracle.format_shape, both)
    answer = godomachi.solve(a, b, max_cut)
    data = data_of("solve", a, b, "--max-cut", max_cut.value)
    assert (data["a"], data["b"], data["cells"]) == (answer.a.text, answer.b.text, len(answer.a))
    assert (data["plies"], data["winner"], data["max_cut"]) == (answer.plies, answer.winner, answer.max_cut)
    assert data["moves"] == [row_of(move) for move in answer.moves]
    assert [{**step, "player": ""} for step in data["best_line"]] == [
        {"player": "", **row_of(move)} for move in answer.line
    ]
    assert godomachi.cuts(a, b, max_cut=max_cut) == answer.moves
    if answer.plies:  # else the headline is too long for a line
        assert run("solve", a, b, "--max-cut", max_cut.value).stdout.rstrip() == str(answer)
    check_text(answer)
    check_picture(answer)
    for move in answer.moves:
        check_text(move)


@settings(max_examples=20)
@given(shape=polyominoes(1, 8), max_cut=st.sampled_from(MaxCut))
def test_cuts_and_its_command_agree(shape: OracleShape, max_cut: MaxCut) -> None:
    text = oracle.format_shape(shape)
    answer = godomachi.cuts(text, max_cut=max_cut)
    assert data_of("cuts", text, "--max-cut", max_cut.value) == [vars(cut) for cut in answer.kinds]
    assert run("cuts", text, "--max-cut", max_cut.value).stdout.rstrip() == check_text(answer)
    if answer.kinds:
        check_picture(answer)


@pytest.mark.parametrize("n", [1, 5, 8])
def test_shapes_and_its_command_agree(n: int) -> None:
    found = godomachi.shapes(n)
    assert len(found) == len(shapes(n))
    for shape, row in zip(found, data_of("list", str(n)), strict=True):
        assert (len(shape), shape.number, shape.text) == (row["n"], row["id"], row["cells"])
        assert [getattr(shape, name) for name in ("width", "height", "holes", "symmetry")] == list(row.values())[3:]
        assert shape.canonical() == shape
        check_text(shape)
    check_picture(found[-1])


def test_results_and_their_commands_agree(results: Results) -> None:
    with godomachi.open_results(results.folder) as found:
        summary, pair = found.summary(), found.probe(*GAME)
        assert found.pair(8, 22, 206) == pair
        puzzle = found.puzzle(plies=5, seed=1)
        assert found.puzzle(plies=5, seed=1) == puzzle
        assert found.largest == 8
    assert data_of("summary", *where(results)) == [size.row for size in summary.sizes]
    assert run("summary", *where(results)).stdout.splitlines()[0] == summary.headline

    data = data_of("pair", *GAME, *where(results))
    assert (data["n"], data["a"], data["b"], data["plies"]) == (pair.n, pair.a, pair.b, pair.plies)
    assert (data["cells_a"], data["cells_b"]) == (pair.shape_a.text, pair.shape_b.text)
    assert (data["winner"], data["max_cut"]) == (pair.winner, pair.max_cut)
    assert data["moves"] == [vars(move) for move in pair.moves]
    assert run("pair", *GAME, *where(results)).stdout.rstrip() == str(pair)

    data = data_of("puzzle", "--plies", "5", "--seed", "1", "--answer", *where(results))
    for name in ("n", "id_a", "id_b", "seed", "max_cut", "plies", "winner"):
        assert data[name] == getattr(puzzle, name)
    assert (data["a"], data["b"]) == (puzzle.a.text, puzzle.b.text)
    solution = puzzle.answer()
    assert data["moves"] == [row_of(move) for move in solution.moves]
    assert [move.wins for move in solution.moves].count(True) == 1
    for answer in (summary, pair, puzzle, solution):
        check_text(answer)
    for picture in (pair, puzzle, solution):
        check_picture(picture)


def test_answers_from_results_say_where_these_were_found(results: Results, here: Path) -> None:
    with godomachi.open_results() as found:
        assert {found.source, found.summary().source, found.pair(5, 0, 4).source, found.puzzle().source} == {Place.HERE}
    for folder in (results.folder, str(results.folder), here / "results"):
        with godomachi.open_results(folder) as found:
            assert found.probe("5:0", "5:4").source is Place.GIVEN


def test_the_widest_answers_have_80_columns() -> None:
    straight = "#" * 18
    assert max(map(len, check_text(godomachi.solve(straight, straight)).splitlines())) > 70
    check_text(godomachi.cuts(straight))
    check_text(Shape.parse(straight))


# --- games -----------------------------------------------------------------------------------


def test_a_game_knows_whose_turn_it_is_and_who_has_won() -> None:
    game = godomachi.play(*GAME)
    solution = godomachi.solve(*GAME)
    assert game.legal_moves() == solution.moves
    for ply, move in enumerate(solution.line):
        assert game.turn == ("first", "second")[ply % 2]
        assert (game.plies, game.is_over, game.winner) == (5 - ply, False, None)
        check_text(game)
        check_picture(game)
        assert game.best_move() == move
        made = game.make(move.letters.upper() if ply % 2 else move)
        assert (made.a, made.b, made.plies) == (move.a, move.b, move.plies)
    assert (game.plies, game.is_over, game.winner, game.legal_moves()) == (0, True, "first", ())
    assert "congruent" in check_text(game)
    for refused in (game.best_move, lambda: game.make("a a")):
        with pytest.raises(InputError, match=r"^the game is over, the first player has won; "):
            refused()
    for count in range(5, 0, -1):
        assert len(game.moves) == count
        game.take_back()
    with pytest.raises(InputError, match=r"^there is no move to take back; "):
        game.take_back()
    assert game.left == tuple(shape.text for shape in game.shapes)


@pytest.mark.parametrize(
    ("letters", "message"),
    [
        ("ab", "a move is the letters of two pieces with a blank between them, as in 'ab cd', not 'ab'"),
        ("z a", "the first shape has no cell z"),
        ("ac ab", "the piece of the first shape is not connected"),
    ],
)
def test_an_illegal_move_is_refused_and_not_made(letters: str, message: str) -> None:
    game = godomachi.play("#####", "##/.##/..#")
    with pytest.raises(InputError) as error:
        game.make(letters)
    assert str(error.value) == message
    assert game.moves == ()


# --- errors ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: godomachi.solve("#.#", "##"), "the first shape is not connected: "),
        (lambda: godomachi.solve("###", "##"), "the shapes have 3 and 2 cells; a pair needs two of the same size"),
        (lambda: godomachi.solve("##", "##", "third"), "max_cut is any or half, not 'third'; "),  # type: ignore[arg-type]
        (lambda: godomachi.solve(Shape("XX"), "##"), "the first shape: 'X' in row 1, column 1 is neither # for a cell"),
        (lambda: godomachi.cuts("nofile.txt"), "the shape: 'n' in row 1, column 1 is neither # for a cell nor"),
        (lambda: godomachi.cuts("5:12"), "polyominoes of 5 cells have the numbers 0 to 11, not 12"),
        (lambda: godomachi.shapes(13), "polyominoes are listed for 1 to 12 cells, not for 13"),
        (lambda: godomachi.play("#" * 19, "#" * 19), "the first shape has 19 cells, but 18 is the most"),
        (lambda: Shape.parse(""), "the shape has no cells; write # for each, as in ##/#."),
    ],
)
def test_bad_input_is_refused_in_a_sentence(ask: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        ask()
    assert str(error.value).startswith(message)


def test_results_that_are_missing_damaged_or_too_small_are_named(results: Results, tmp_path: Path) -> None:
    def open_folder(folder: Path) -> None:
        with godomachi.open_results(folder):
            pass

    with pytest.raises(MissingDataError, match=r"godomachi\.db does not exist; "):
        open_folder(tmp_path)
    with pytest.raises(InputError, match="there is no folder "):
        open_folder(tmp_path / "none")
    (tmp_path / "godomachi.db").write_bytes(results.database.read_bytes()[:-1])
    with pytest.raises(DamagedDataError, match="is cut short"):
        open_folder(tmp_path)
    with (
        godomachi.open_results(results.folder) as found,
        pytest.raises(InputError, match="the table has polyominoes of 1 to 8"),
    ):
        found.probe("#" * 9, "#" * 9)


def test_answers_cannot_be_changed() -> None:
    for answer in (godomachi.solve("##", "#/#"), godomachi.cuts("##"), Shape.parse("#")):
        with pytest.raises(FrozenInstanceError):
            answer.text = "mine"  # type: ignore[misc, union-attr]
