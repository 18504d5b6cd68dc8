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

from tablebases import __version__
from tablebases.cli.main import app
from tablebases.puzzles import PUZZLES, Puzzle
from tests.command_lines.typed import run_typed

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
    calls = [["--help"], ["-h"], [], ["--version"], ["arrow", "slove"], ["arow"]]
    every = run(*calls)
    for ran, status in zip(every, (0, 0, 2, 0, 2, 2), strict=True):
        check_is_light(ran, status)
        assert "numpy" not in ran.modules
        assert "sqlalchemy" not in ran.modules
        for puzzle in PUZZLES if ran.words in (["--help"], ["-h"], []) else ():
            assert puzzle.command in ran.said
    assert every[3].said == f"puzzle-tablebases {__version__}\n"
    assert "Did you mean 'solve'?" in every[4].said
    assert "Did you mean 'arrow'?" in every[5].said


@every_puzzle
def test_help_errors_and_summaries_load_nothing_slow(puzzle: Puzzle, tmp_path: Path) -> None:
    """Of results that are missing; each puzzle's own tests show the summary."""
    helps = [[puzzle.command, *words, "--help"] for words in [[], *([name] for name in group_of(puzzle).commands)]]
    errors = [[puzzle.command, "no-such-command"], [puzzle.command, "summary", "--no-such-option"]]
    summary = [puzzle.command, "summary", "--results", str(tmp_path)]
    (first, *others), (of_summary,) = run(*errors, *helps), run(summary)
    check_is_light(of_summary, 1)
    assert not {"numpy", "rich", "sqlalchemy"} & set(of_summary.modules)
    assert of_summary.said.startswith(f"error: {tmp_path}")
    for ran in (first, *others):
        check_is_light(ran, 2 if ran.words in errors else 0)
        assert "sqlalchemy" not in ran.modules, ran.words
        assert ("Error" if ran.words in errors else "Usage: ") in ran.said
    assert "numpy" not in others[0].modules


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
@pytest.mark.thorough
def test_compiled_code_is_loaded_without_what_a_compiler_needs(words: Sequence[str]) -> None:
    run(words)  # compiles what has not been compiled before
    (ran,) = run(words)
    assert ran.status == 0, ran.said
    assert "numba" in ran.modules
    assert not {"scipy.linalg", "numba.np.arraymath"} & set(ran.modules)


@every_puzzle
def test_every_command_has_a_help_text_and_prints_rows_as_json_and_csv(puzzle: Puzzle) -> None:
    group = group_of(puzzle)
    assert group.help
    for name in group.commands:
        command = group.get_command(None, name)  # type: ignore[arg-type]
        assert command is not None
        assert command.name == name
        assert command.help
        if name not in ("draw", "play"):
            parameters = command.make_context(name, [], resilient_parsing=True).command.params
            assert {"--json", "--csv"} <= {word for parameter in parameters for word in parameter.opts}, name


def test_an_error_repeats_at_most_2000_characters_of_what_was_typed() -> None:
    done = run_typed(["nine-tiles", "score", "7" * 100_000])
    assert done.status == 2
    assert done.errors.startswith("error: a pattern has ")
    assert len(done.errors) < 2100
