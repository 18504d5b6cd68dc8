"""The Python API `tablebases.arrow`: its text and pictures, its errors, and commands that print it."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tablebases import arrow, locations
from tablebases.arrow.boards import ARROWS, Level, written
from tablebases.arrow.linear import prime_powers, written_diagonal
from tablebases.errors import InputError
from tablebases.locations import Place
from tests.arrow_puzzle.helpers import BY_HAND, EASY, GAME, ONE_OFF, algebra, level_of, random_boards, solvable_boards
from tests.arrow_puzzle.results import LEVELS, Results
from tests.command_lines.typed import run_typed

EASY_BOARD = arrow.Board.parse(EASY)
ALL_LEVELS = ["easy", "expert", "hexagon-1-2", "hexagon-2-12", "square-2-3", "hexagon-4-9", "square-8-4"]


@pytest.fixture
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The working folder without results or a configuration, and nothing fetched."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(locations.FETCHED_VARIABLE, str(tmp_path / "fetched"))
    locations.fetched_folder.cache_clear()
    yield tmp_path
    locations.fetched_folder.cache_clear()


def command(*words: str) -> Any:
    """The answer of a command as JSON."""
    return json.loads(run_typed(["arrow", *words, "--json"]).output)


def boards_of(name: str) -> list[arrow.Board]:
    """A board that can be solved, and a random one."""
    level = level_of(name)
    values = [*solvable_boards(name, 1), *random_boards(name, 1)]
    return [arrow.Board.parse(written(board, level, lowest=1), level) for board in values]


def fields_of_figures(figures: arrow.LevelFigures) -> dict[str, Any]:
    """The figures of a level as JSON has them."""
    return vars(figures) | {"level": figures.level.name, "mean_margin": figures.mean_margin}


# --- text and pictures -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL_LEVELS)
def test_text_has_at_most_80_columns_and_pictures_are_svg(name: str) -> None:
    for board in boards_of(name):
        in_columns = dataclasses.replace(board, layout=arrow.Layout.COLUMNS)
        for answer in (board, arrow.solve(board, all=True), arrow.solve(in_columns)):
            text = str(answer)
            assert max(map(len, text.split("\n"))) <= 80, text
            assert text == text.strip("\n")
            assert ElementTree.fromstring(answer._repr_svg_()).tag.endswith("svg")  # noqa: S314 - our own
    assert max(map(len, str(arrow.algebra(level_of(name))).split("\n"))) <= 80


def test_solutions_that_are_wider_than_the_text_are_left_out() -> None:
    answer = arrow.solve(" ".join(["2"] * 64), "square-8-36")
    (solution,) = answer.solutions
    assert len(solution) > 100
    assert answer.in_words(len(solution)) == f"{answer.in_words(len(solution) - 1)}\n\n{solution}"
    assert solution not in str(answer)


def test_text_is_broken_between_words_and_large_numbers_stay_whole() -> None:
    found = arrow.algebra("square-8-36")
    number = f"{found.n_solvable_boards:,}"
    assert f"{number}," in str(found).split()
    assert max(len(line) for line in str(found).split("\n") if number not in line) <= 80
    assert found.n_solvable_boards * found.n_solutions == 36**64


@pytest.mark.parametrize("layout", arrow.Layout)
@pytest.mark.parametrize("name", ["hexagon-12-99", "square-20-2"])
def test_the_largest_boards_have_a_line_for_each_row(name: str, layout: arrow.Layout) -> None:
    level = level_of(name)
    board = arrow.Board.parse(written(random_boards(name, 1)[0], level, lowest=1), level, layout=layout)
    rows = board.drawn_in_text().split("\n")
    assert max(map(len, rows)) <= 80
    if layout is arrow.Layout.ROWS:
        assert [len(row.split()) for row in rows] == list(level.row_lengths)
        assert board.drawn_in_text(1).split() == " ".join(rows).split()
    symbols = ARROWS.get(level.directions) or range(1, level.directions + 1)
    assert board.drawn_in_text(1).split() == [str(symbols[step]) for step in board.steps]


def test_pictures_show_taps_or_likely_mistakes() -> None:
    assert "14 taps solve this board of level easy" in arrow.solve(EASY)._repr_svg_()
    assert "one of the marked tiles may be mistyped" in arrow.solve(ONE_OFF)._repr_svg_()
    two_numbers = arrow.solve("1111111112111111111", "hexagon-3-4")
    assert [fix.shown for fix in two_numbers.fixes if fix.tile == "22"] == [1, 3]
    assert two_numbers._repr_svg_().count(">1/3</text>") == 1


# --- answers ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "options"), BY_HAND["questions"])
def test_the_command_solve_prints_the_answer(words: list[str], options: dict[str, Any]) -> None:
    *level, board = words if len(words) < 3 else words[:2]
    answer = arrow.solve(board, *level, **options)
    facts = ("least", "avoid", "min_taps", "n_min_solutions", "min_tiles", "n_best", "n_taps", "n_tiles")
    data = command("solve", *words)
    data_of_board = data.pop("board")
    assert data == {
        "version": 2,
        **{name: getattr(answer, name) for name in facts},
        "solutions": list(answer.solutions),
        "taps": list(answer.taps),
        "line_by_line": None,
    }
    of_board = ("layout", "up", "text", "note", "is_solved", "is_solvable", "n_solutions")
    assert data_of_board == {
        "level": answer.board.level.name,
        **{name: getattr(answer.board, name) for name in of_board},
        "steps": list(answer.board.steps),
        "other_levels": [level.name for level in answer.board.other_levels],
        "fixes": list(map(dataclasses.asdict, answer.fixes)),
        "line_by_line": None,
    }
    again = {name: options[name] for name in options.keys() & {"all", "least", "avoid"}}
    assert arrow.solve(answer.board, **again) == answer
    printed = run_typed(["arrow", "solve", *words]).output
    assert "".join(printed.split()) == "".join(str(answer).split())
    assert answer.n_best >= len(answer.solutions)
    assert answer.n_best == len(answer.solutions) or "all" not in options


def test_generated_boards_are_those_of_the_command() -> None:
    boards = list(arrow.generate("expert", 3, seed=5))
    data = command("generate", "expert", "-n", "3", "--seed", "5")
    assert data == {"version": 2, "level": "expert", "up": 1, "seed": 5, "boards": boards}
    assert len(list(islice(arrow.generate("easy", 10**12), 3))) == 3
    assert list(arrow.generate("easy", 0)) == []


@pytest.mark.parametrize(("option", "side", "directions"), [("hex", 4, 6), ("square", 5, 4), ("hex", 3, 16)])
def test_algebra_has_all_facts_and_the_command_prints_them(option: str, side: int, directions: int) -> None:
    name = f"{'hexagon' if option == 'hex' else option}-{side}-{directions}"
    words = [f"--{option}", str(side), "-m", str(directions)]
    found, expected = arrow.algebra(name), algebra(name)
    assert found.smith_normal_form == written_diagonal(expected.smith_diagonal)
    assert [dataclasses.astuple(factor) for factor in found.primes] == [
        (p, power, expected.rank(p), expected.n_solutions_in(p)) for p, power in prime_powers(directions)
    ]
    data = command("algebra", *words)
    assert (data["shape"], data["side"], data["tiles"]) == (found.level.shape, side, found.level.tiles)
    for fact in ("smith_normal_form", "n_solutions", "n_solvable_boards", "divisor"):
        assert data[fact] == getattr(found, fact)
    assert data["primes"] == [dataclasses.asdict(factor) for factor in found.primes]
    assert data["checks"] == list(map(list, found.checks)) == expected.checks.tolist()
    assert data["inverse"] == list(map(list, found.inverse)) == expected.inverse.tolist()
    assert data["kernel"] == [
        {"prime": v.prime, "multiples": v.multiples, "taps": v.vector.tolist()} for v in expected.kernel
    ]
    assert [list(vector.taps) for vector in found.kernel] == [vector["taps"] for vector in data["kernel"]]
    assert run_typed(["arrow", "algebra", *words]).output == f"{found}\n"


def test_answers_have_plain_values_and_a_hash() -> None:
    answer = arrow.solve(EASY)
    for value in (answer.min_taps, answer.taps[0], answer.board.steps[0], *arrow.algebra("easy").inverse[0]):
        assert type(value) is int
    assert hash(answer) == hash(arrow.solve(EASY))
    assert hash(arrow.algebra("easy")) == hash(arrow.algebra(GAME[0]))


# --- levels of the tablebase -----------------------------------------------------------------


def test_levels_and_the_summary_have_the_figures_of_the_tablebase(results: Results) -> None:
    found = arrow.levels(results.folder)
    assert (found.source, found.path) == (Place.GIVEN, results.database)
    assert [figures.level.name for figures in found] == list(LEVELS)
    data = command("summary", "--results", str(results.folder))
    assert (data["source"], data["path"]) == (Place.GIVEN, str(results.database))
    assert data["figures"] == list(map(fields_of_figures, found))
    for figures in found:
        known = algebra(LEVELS[figures.level.name])
        assert (figures.n_solutions, figures.n_solvable_boards) == (known.n_solutions, known.n_solvable_boards)
    rows = {line.split()[0]: line.split() for line in found.in_words(200).split("\n") if line}
    assert rows["hard"] == ["hard", "16", "all", "13.2128", "19", "19"]
    margin = found["expert"].mean_margin
    assert rows["expert"][2:7] == ["300", "sampled", f"{found['expert'].mean:.3f}", "±", f"{margin:.3f}"]
    assert rows["expert"][-1] == "81"
    assert rows["wide"][-1] == "39"  # all boards are counted, so the bound of 44 does not matter
    assert rows["nines"][-3:] == [str(found["nines"].most), "to", "152"]
    assert rows["many"] == ["many", f"{36**15:,}"]
    assert found["many"].method is found["many"].mean is None


@pytest.mark.usefixtures("empty_folder")
def test_levels_come_from_the_package_if_the_folder_has_none() -> None:
    found = arrow.levels()
    assert found.source == Place.PACKAGED
    assert tuple(figures.level for figures in found) == GAME
    printed = run_typed(["arrow", "summary", "--csv"]).output
    expected = [{name: str(value) for name, value in fields_of_figures(figures).items()} for figures in found]
    assert list(csv.DictReader(io.StringIO(printed))) == expected


# --- errors ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (
            lambda: arrow.solve(EASY, least="moves"),
            "least must be 'taps' or 'tiles', not 'moves'; for example solve(\"434131344\")",
        ),
        (
            lambda: arrow.solve(EASY, layout="diagonal"),
            "layout must be 'rows' or 'columns' or 'lines' or None, not 'diagonal'; for example ",
        ),
        (lambda: arrow.solve(EASY, up=2), "up must be a whole number from 0 to 1, not 2; for example up=1"),
        (lambda: arrow.Board.parse(EASY).after("9"), "among the taps, '9' in row 1, tile 1 "),
        (
            lambda: arrow.generate("easy", -1),
            "count must be a whole number from 0 to 9,223,372,036,854,775,807, not -1",
        ),
        (
            lambda: arrow.generate("easy", 2**63),
            "count must be a whole number from 0 to 9,223,372,036,854,775,807, not ",
        ),
        (lambda: arrow.generate("easy", 1.5), "count must be a whole number, not 1.5; "),  # type: ignore[arg-type]
        (lambda: arrow.generate("easy", seed=-1), "seed must be a whole number from 0 to "),
        (lambda: arrow.generate("easy", up=7), "up must be a whole number from 0 to 1, not 7; "),
        (lambda: EASY_BOARD.laid_out([1]), "level easy needs a value for each of its 9 tiles, not 1 values"),
        (lambda: dataclasses.replace(EASY_BOARD, steps=(4,) * 9), "this is no board of level easy; "),
        (lambda: arrow.solve(EASY, Level("a", "circle", 3, 4)), "level a: circle is neither square nor hexagon"),  # type: ignore[arg-type]
        (lambda: arrow.solve(EASY, Level("a", "square", 3.0, 4)), "level a: the side of a square must be "),  # type: ignore[arg-type]
        (lambda: arrow.solve(EASY, Level("a", "square", 3, None)), "level a: an arrow needs 2 to 100 directions, "),  # type: ignore[arg-type]
        (lambda: arrow.solve({4, 3, 1}), "board must be Board or a whole number or a text or a list, not set; "),  # type: ignore[arg-type]
        (lambda: arrow.solve(4341313441234567890), "no level has such a board; read as level "),
        (lambda: arrow.solve(EASY, avoid=[(3, 1)]), "there is no tile '3-1' in level easy; "),
        (lambda: arrow.solve(EASY, avoid=(0, 1)), "there is no tile '0' in level easy; "),
        (lambda: arrow.levels()["extreme"], "the tablebase has no level 'extreme'; its levels are easy, "),
    ],
)
def test_wrong_arguments_are_input_errors(question: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        question()
    assert str(error.value).startswith(message)
