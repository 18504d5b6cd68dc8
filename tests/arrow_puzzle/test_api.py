"""The Python API `tablebases.arrow`: its examples, its text and pictures, its errors, and what commands make of it."""

from __future__ import annotations

import csv
import dataclasses
import doctest
import io
import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from typer.testing import CliRunner

import tablebases
from tablebases import arrow, locations
from tablebases.arrow import answers
from tablebases.arrow.boards import ARROWS, written
from tablebases.cli import main as cli
from tablebases.errors import DamagedDataError, Error, InputError, MissingDataError
from tablebases.locations import Place
from tablebases.sources import source_modules
from tests.arrow_puzzle.helpers import GAME, GAME_NAMES, algebra, known_rows, level_of, random_boards, solvable_boards
from tests.arrow_puzzle.results import LEVELS, Results

EASY = "434131344"
EXPERT = "6265136336413535566553155125263216446"
ONE_OFF = "1" * 36 + "2"
ALL_LEVELS = [*GAME_NAMES, "hexagon-1-2", "hexagon-2-12", "square-2-3", "hexagon-4-9", "square-8-4"]


@pytest.fixture
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The working folder without results or a configuration, and nothing fetched."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(locations.FETCHED_VARIABLE, str(tmp_path / "fetched"))
    locations.fetched_folder.cache_clear()
    yield tmp_path
    locations.fetched_folder.cache_clear()


def command(*words: str) -> Any:
    """What a command answers as JSON."""
    return json.loads(CliRunner().invoke(cli.app, ["arrow", *words, "--json"]).stdout)


def boards_of(name: str) -> list[arrow.Board]:
    """A board that can be solved, and one that may not be."""
    level = level_of(name)
    values = [*solvable_boards(name, 1), *random_boards(name, 1)]
    return [arrow.Board.parse(written(board, level, lowest=1), level) for board in values]


# --- examples and names ----------------------------------------------------------------------


@pytest.mark.usefixtures("empty_folder")
@pytest.mark.parametrize("module", [answers, arrow], ids=lambda module: module.__name__)
def test_the_examples_are_right_in_an_empty_folder(module: Any) -> None:
    results = doctest.testmod(module)
    assert results.attempted
    assert results.failed == 0


@pytest.mark.parametrize("name", arrow.__all__)
def test_every_name_is_there_and_documented(name: str) -> None:
    assert getattr(arrow, name).__doc__
    assert name in dir(arrow)
    if name.islower():
        assert ">>> " in getattr(arrow, name).__doc__


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"^module 'tablebases\.arrow' has no attribute 'solv'$"):
        arrow.solv  # noqa: B018


def test_no_module_has_the_name_of_a_function() -> None:
    files = Path(answers.__file__).parent.iterdir()
    assert not {path.stem for path in files} & set(arrow.__all__)


def test_the_package_is_imported_without_numpy() -> None:
    program = "import sys, tablebases; tablebases.arrow.Board; print('numpy' in sys.modules, 'numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"


@pytest.mark.parametrize("stage", ["tap_counts", "hardest_boards", "database", "page"])
def test_stages_do_not_depend_on_answers_commands_and_drawing(stage: str) -> None:
    used = source_modules(f"pipeline.arrow_puzzle.stages.{stage}")
    assert "tablebases.arrow.tablebase" in used
    assert not {f"tablebases.arrow.{name}" for name in ("answers", "commands", "drawing")} & set(used)


# --- text and pictures -----------------------------------------------------------------------


def texts() -> Iterator[str]:
    """Every kind of answer as text."""
    for name in ALL_LEVELS:
        for board in boards_of(name):
            yield str(board)
            yield str(arrow.solve(board, all=True))
            yield str(arrow.solve(dataclasses.replace(board, layout=arrow.Layout.COLUMNS)))
        yield str(arrow.algebra(level_of(name)))
    yield str(arrow.levels())
    yield str(arrow.solve("2", "hexagon-1-2", avoid="00"))


def test_text_has_at_most_80_columns() -> None:
    for text in texts():
        assert max(map(len, text.split("\n"))) <= 80, text
        assert text == text.strip("\n")
        assert "\x1b" not in text


def test_numbers_of_any_size_are_broken_in_text_and_whole_in_the_answer() -> None:
    found = arrow.algebra("square-8-36")
    assert max(map(len, str(found).split("\n"))) <= 80
    assert f"{found.n_solvable_boards:,}" in str(found).replace("\n", "")
    assert found.n_solvable_boards * found.n_solutions == 36**64


@pytest.mark.parametrize("layout", arrow.Layout)
@pytest.mark.parametrize("name", ["hexagon-12-99", "square-20-100", "hexagon-12-6", "square-20-2"])
def test_the_largest_boards_have_a_line_for_each_row(name: str, layout: arrow.Layout) -> None:
    level = level_of(name)
    board = arrow.Board.parse(written(random_boards(name, 1)[0], level, lowest=1), level, layout=layout)
    rows = board.drawn_in_text().split("\n")
    assert max(map(len, rows)) <= 80
    if layout is arrow.Layout.ROWS:
        assert [len(row.split()) for row in rows] == list(level.row_lengths)
        shown = [board.drawn_in_text(1).split(), " ".join(rows).split()]
        assert shown[0] == shown[1]
    numbers = board.text.split() if " " in board.text else board.text
    symbols = ARROWS.get(level.directions)
    expected = [symbols[int(number) - 1] for number in numbers] if symbols else list(numbers)
    assert board.drawn_in_text(1).split() == expected


@pytest.mark.parametrize("name", ALL_LEVELS)
def test_pictures_are_svg(name: str) -> None:
    for board in boards_of(name):
        for svg in (board._repr_svg_(), arrow.solve(board)._repr_svg_()):
            assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314 - our own


def test_taps_and_likely_mistakes_are_drawn() -> None:
    assert "14 taps solve this board of level easy" in arrow.solve(EASY)._repr_svg_()
    assert "one of the marked tiles may be mistyped" in arrow.solve(ONE_OFF)._repr_svg_()


# --- answers ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAME_NAMES)
def test_known_boards_have_their_known_answers(name: str) -> None:
    for row in known_rows(name)[:20]:
        answer = arrow.solve(row["board"], name)
        assert answer.is_solvable == answer.board.is_solvable == bool(int(row["solvable"]))
        assert str(answer.n_solutions) == row["n_solutions"]
        for column in ("min_taps", "min_tiles"):
            assert not row[column] or getattr(answer, column) == int(row[column])
        assert (answer.min_taps is None) == (not answer.is_solvable)
        assert answer.solutions == ((row["solution"],) if row["solution"] else ())
        assert ";".join(f"{fix.tile}={fix.shown}" for fix in answer.fixes) == row["single_tile_fixes"]
        assert not (answer.is_solvable and answer.fixes)
        for solution in answer.solutions:
            assert sum(answer.taps) == answer.min_taps
            assert answer.board.after(solution).is_solved


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ([EASY], {}),
        (["expert", EXPERT], {}),
        (["expert", EXPERT, "--all"], {"all": True}),
        (["expert", EXPERT, "--min", "tiles", "--all"], {"least": "tiles", "all": True}),
        (["expert", EXPERT, "--avoid", "00,31"], {"avoid": "00,31"}),
        (["expert", EXPERT, "--layout", "columns"], {"layout": "columns"}),
        (["easy", "323020233", "--up", "0"], {"up": 0}),
        (["expert", ONE_OFF], {}),
        (["hexagon-1-2", "2", "--avoid", "00"], {"avoid": "00"}),
        (["square-5-12", " ".join(["1"] * 25)], {}),
    ],
)  # fmt: skip
def test_the_command_solve_prints_the_answer(words: list[str], options: dict[str, Any]) -> None:
    *level, board = words if len(words) < 3 else words[:2]
    answer = arrow.solve(board, *level, **options)
    assert command("solve", *words) == {
        "level": answer.board.level.name,
        "layout": answer.board.layout,
        "up": answer.board.up,
        "board": answer.board.text,
        "solvable": answer.is_solvable,
        "n_solutions": answer.n_solutions,
        "min_taps": answer.min_taps,
        "n_min_solutions": answer.n_min_solutions,
        "min_tiles": answer.min_tiles,
        "least": answer.least,
        "solutions": list(answer.solutions),
        "single_tile_fixes": [{"tile": fix.tile, "shown": fix.shown} for fix in answer.fixes],
    }
    assert arrow.solve(
        answer.board, **{name: options[name] for name in options.keys() & {"all", "least", "avoid"}}
    ) == (answer)
    if answer.min_taps is not None or not answer.is_solvable:
        printed = CliRunner().invoke(cli.app, ["arrow", "solve", *words]).stdout
        assert "".join(printed.split()) == "".join(str(answer).split())
    assert answer.n_best >= len(answer.solutions)
    assert (answer.n_best == len(answer.solutions)) or "all" not in options


def test_a_guessed_level_names_the_others() -> None:
    board = arrow.Board.parse(known_rows("hard")[0]["board"])
    assert board.level == level_of("hard")
    assert board.other_levels == (level_of("expert"),)
    assert board == arrow.Board.parse(board.text, "hard")
    assert arrow.Board.parse(EASY).other_levels == ()


def test_generated_boards_are_those_of_the_command_and_can_be_solved() -> None:
    boards = list(arrow.generate("expert", 30, seed=5))
    assert [{"board": board} for board in boards] == command("generate", "expert", "-n", "30", "--seed", "5")
    assert all(arrow.Board.parse(board, "expert").is_solvable for board in boards)
    assert len(list(islice(arrow.generate("easy", 10**12), 3))) == 3
    assert list(arrow.generate("easy", 0)) == []


@pytest.mark.parametrize("words", [["--hex", "4", "-m", "6"], ["--square", "5", "-m", "4"], ["--hex", "1", "-m", "2"]])
def test_the_command_algebra_prints_the_algebra(words: list[str]) -> None:
    option, side, _, directions = words
    shape = {"--hex": "hexagon", "--square": "square"}[option]
    found = arrow.algebra(f"{shape}-{side}-{directions}")
    data = command("algebra", *words)
    assert (data["shape"], data["side"]) == (found.level.shape, found.level.side)
    for name in ("smith_normal_form", "n_solutions", "n_solvable_boards", "divisor"):
        assert data[name] == getattr(found, name)
    assert data["primes"] == [dataclasses.asdict(part) for part in found.primes]
    assert [tuple(row) for row in data["checks"]] == list(found.checks)
    assert [tuple(row) for row in data["inverse"]] == list(found.inverse)
    assert [tuple(of["vector"]) for of in data["kernel"]] == [of.taps for of in found.kernel]
    assert [(of["prime"], of["multiples"]) for of in data["kernel"]] == [
        (of.prime, of.multiples) for of in found.kernel
    ]
    assert CliRunner().invoke(cli.app, ["arrow", "algebra", *words]).stdout == f"{found}\n"


def test_checks_and_inverse_solve_boards_as_documented() -> None:
    found = arrow.algebra("square-5-4")
    m, modulus = 4, 4 * found.divisor
    for board in boards_of("square-5-4"):
        failed = [sum(map(int.__mul__, check, board.steps)) % m for check in found.checks]
        assert any(failed) != board.is_solvable
    board, _ = boards_of("square-5-4")
    sums = [sum(map(int.__mul__, row, board.steps)) for row in found.inverse]
    assert board.after(" ".join(str(-(s % modulus) // found.divisor % m) for s in sums)).is_solved
    for vector in found.kernel:
        assert board.after("".join(map(str, vector.taps))) == board


def test_answers_are_frozen_and_have_plain_values() -> None:
    answer = arrow.solve(EASY)
    with pytest.raises(dataclasses.FrozenInstanceError):
        answer.min_taps = 0  # type: ignore[misc]
    for value in (answer.min_taps, answer.taps[0], answer.board.steps[0], *arrow.algebra("easy").inverse[0]):
        assert type(value) is int
    assert hash(answer) == hash(arrow.solve(EASY))
    assert hash(arrow.algebra("easy")) == hash(arrow.algebra(GAME[0]))


# --- levels of the tablebase -----------------------------------------------------------------


def test_levels_are_those_of_the_summary(results: Results) -> None:
    found = arrow.levels(results.folder)
    assert (found.source, found.path) == (Place.GIVEN, results.database)
    assert [figures.level.name for figures in found] == list(LEVELS)
    assert len(found) == len(LEVELS)
    rows = command("summary", "--results", str(results.folder))
    for row, figures in zip(rows, found, strict=True):
        assert row == figures.row()
        assert (row["solutions"], row["most"]) == (figures.n_solutions, figures.most)
        assert (row["hardest"], row["bound"]) == (figures.hardest, figures.proven_bound)
        assert figures.n_solutions == algebra(LEVELS[figures.level.name]).n_solutions
        assert figures.n_solvable_boards == algebra(LEVELS[figures.level.name]).n_solvable_boards
    assert found["expert"].method == "sampled"
    assert found["expert"].n_boards == 300
    assert found["hard"].mean == pytest.approx(13.2128, abs=1e-4)
    assert found["many"].method is found["many"].mean is None


@pytest.mark.usefixtures("empty_folder")
def test_levels_are_found_in_the_package() -> None:
    found = arrow.levels()
    assert found.source == Place.PACKAGED
    assert tuple(figures.level for figures in found) == GAME
    printed = CliRunner().invoke(cli.app, ["arrow", "summary", "--csv"]).stdout
    expected = [{name: str(value) for name, value in figures.row().items()} for figures in found]
    assert list(csv.DictReader(io.StringIO(printed))) == expected


# --- errors ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (lambda: arrow.solve("43413134", "easy"),
         "the board: it ends after 8 of the 9 tiles of level easy; tile 22 is missing"),
        (lambda: arrow.solve(EASY, "extreme"), "there is no level 'extreme'; the levels are easy, "),
        (lambda: arrow.solve("123"), "no level has such a board; as one of easy, "),
        (lambda: arrow.solve(EASY, least="moves"), "least cannot be 'moves'; choose taps or tiles"),
        (lambda: arrow.solve(EASY, layout="diagonal"), "layout cannot be 'diagonal'; choose rows or columns"),
        (lambda: arrow.solve(EASY, up=2), "up cannot be 2; the number of an arrow that points up is 0 or 1"),
        (lambda: arrow.solve(EASY, avoid="33"), "there is no tile '33' in level easy; "),
        (lambda: arrow.solve(EASY, config="no.yaml"), "cannot read no.yaml: No such file or directory"),
        (lambda: arrow.Board.parse(EASY).after("9"), "the taps: '9' in place 1 "),
        (lambda: arrow.generate("easy", -1), "count cannot be -1; it must be a whole number from 0"),
        (lambda: arrow.generate("easy", seed=-1), "seed cannot be -1; it must be a whole number from 0"),
        (lambda: arrow.generate("easy", up=7), "up cannot be 7; "),
        (lambda: arrow.algebra("hexagon-13-6"), "level hexagon-13-6: the side of a hexagon must be 1 to 12 "),
        (lambda: arrow.levels()["extreme"], "the tablebase has no level 'extreme'; its levels are easy, "),
        (lambda: arrow.levels("no/such/folder"), "there is no folder no/such/folder; "),
    ],
)  # fmt: skip
def test_bad_input_is_an_input_error(question: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        question()
    assert str(error.value).startswith(message)


def test_too_many_solutions_to_avoid_tiles_are_an_error() -> None:
    with pytest.raises(Error, match="5,159,780,352 solutions, too many"):
        arrow.solve(" ".join(["1"] * 25), "square-5-12", avoid="00")


def test_missing_and_damaged_results_have_errors_of_their_own(tmp_path: Path) -> None:
    with pytest.raises(MissingDataError):
        arrow.levels(tmp_path)
    content = np.frombuffer((locations.PACKAGED / "arrow_puzzle" / "arrow_puzzle.db").read_bytes(), np.uint8).copy()
    content[len(content) // 2] ^= 1
    (tmp_path / "arrow_puzzle.db").write_bytes(content.tobytes())
    with pytest.raises(DamagedDataError):
        arrow.levels(tmp_path)
    assert issubclass(DamagedDataError, tablebases.Error)
