"""The command line starts quickly: what computes is loaded where something is computed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.core import TyperGroup
from typer.main import get_command
from typer.testing import CliRunner

from tablebases import __version__
from tablebases.cli.main import app
from tablebases.puzzles import PUZZLES, Puzzle

REPOSITORY = Path(__file__).parents[2]
SLOW = ("matplotlib", "numba", "pandas", "resvg_py", "scipy", "snakemake")
"""Packages that each take a large part of a second to load."""
MAX_MODULES = 800
"""A few more than Typer, Rich, Pydantic, NumPy and SQLAlchemy have together, as all commands of a puzzle load them."""

PROGRAM = """
import contextlib, io, json, sys
from tablebases.cli.main import main

for words in json.loads(sys.argv[1]):
    sys.argv = ["tablebases", *words]
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            main()
            status = 0
        except SystemExit as error:
            status = error.code
    print(json.dumps([words, status, sorted(sys.modules), said.getvalue()]))
"""


class Ran(NamedTuple):
    """What a command left behind."""

    words: list[str]
    status: int
    modules: list[str]
    said: str


def run(*calls: Sequence[str]) -> list[Ran]:
    """Commands, one after another in one fresh interpreter; what one loads the later ones have loaded too."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(calls)], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return [Ran(*json.loads(line)) for line in done.stdout.splitlines()]


def check_is_light(ran: Ran, status: int) -> None:
    """Fail unless a command ended so, with a word to the user and nothing slow loaded."""
    assert ran.status == status, ran.said
    assert ran.said
    assert not set(ran.modules) & set(SLOW), ran.words
    assert len(ran.modules) <= MAX_MODULES, (ran.words, len(ran.modules))


def group_of(puzzle: Puzzle) -> TyperGroup:
    """The commands of a puzzle."""
    whole = get_command(app)
    assert isinstance(whole, TyperGroup)
    group = whole.get_command(None, puzzle.command)  # type: ignore[arg-type]
    assert isinstance(group, TyperGroup)
    return group


every_puzzle = pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.command)


def test_the_whole_command_says_what_there_is_without_loading_it() -> None:
    calls = [["--help"], ["-h"], ["--version"], [], ["arow"]]
    for ran, status in zip(run(*calls), (0, 0, 0, 2, 2), strict=True):
        check_is_light(ran, status)
        assert "numpy" not in ran.modules
        assert "sqlalchemy" not in ran.modules
        for puzzle in PUZZLES if ran.words in (["--help"], ["-h"], []) else ():
            assert puzzle.command in ran.said
    assert "Did you mean 'arrow'?" in ran.said


@every_puzzle
def test_help_loads_nothing_slow(puzzle: Puzzle) -> None:
    calls = [[puzzle.command, *words, "--help"] for words in [[], *([name] for name in group_of(puzzle).commands)]]
    for ran in run(*calls):
        check_is_light(ran, 0)
        assert "sqlalchemy" not in ran.modules, ran.words
        assert "Usage: " in ran.said


@every_puzzle
def test_an_error_of_use_loads_nothing_slow(puzzle: Puzzle) -> None:
    for ran in run([puzzle.command, "no-such-command"], [puzzle.command, "summary", "--no-such-option"]):
        check_is_light(ran, 2)
        assert not {"numpy", "sqlalchemy"} & set(ran.modules)
        assert "Error" in ran.said


@every_puzzle
def test_a_summary_loads_nothing_slow(puzzle: Puzzle, tmp_path: Path) -> None:
    # Of results that are there each puzzle's own tests show the summary; here they are missing.
    (ran,) = run([puzzle.command, "summary", "--results", str(tmp_path)])
    check_is_light(ran, 1)
    assert not {"numpy", "rich", "sqlalchemy"} & set(ran.modules)
    assert ran.said.startswith(f"error: {tmp_path}")


def test_a_board_and_a_table_are_printed_without_what_draws_help_and_asks_databases() -> None:
    for ran in run(["arrow", "solve", "434131344"], ["millijan", "units", "--idol", "haruka"]):
        check_is_light(ran, 0)
        assert not {"rich", "sqlalchemy"} & set(ran.modules), ran.words


@pytest.mark.parametrize(
    "words",
    [
        ["millijan", "discard", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"],
        ["godomachi", "solve", "5:0", "5:4"],
    ],
    ids=lambda words: words[0],
)
def test_compiled_code_is_loaded_without_what_a_compiler_needs(words: Sequence[str]) -> None:
    run(words)  # compiles what has not been compiled before
    (ran,) = run(words)
    assert ran.status == 0, ran.said
    assert "numba" in ran.modules
    assert not {"scipy.linalg", "numba.np.arraymath"} & set(ran.modules)


@every_puzzle
def test_every_command_is_there_and_says_what_it_does(puzzle: Puzzle) -> None:
    group = group_of(puzzle)
    assert group.help
    for name in group.commands:
        command = group.get_command(None, name)  # type: ignore[arg-type]
        assert command is not None
        assert command.name == name
        assert command.help


@every_puzzle
def test_every_command_that_shows_rows_has_json_and_csv(puzzle: Puzzle) -> None:
    group = group_of(puzzle)
    for name in group.commands.keys() - {"draw", "play"}:
        command = group.get_command(None, name)  # type: ignore[arg-type]
        assert command is not None
        parameters = command.make_context(name, [], resilient_parsing=True).command.params
        assert {"--json", "--csv"} <= {word for parameter in parameters for word in parameter.opts}, name


def test_a_mistyped_command_is_suggested() -> None:
    done = CliRunner().invoke(app, ["arrow", "slove"])
    assert done.exit_code == 2
    assert "Did you mean 'solve'?" in done.stderr


def test_the_version_is_that_of_the_package() -> None:
    name, number = CliRunner().invoke(app, ["--version"]).stdout.split()
    assert name == "puzzle-tablebases"
    assert number == __version__
