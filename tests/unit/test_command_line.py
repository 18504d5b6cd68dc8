"""The command line starts quickly: it loads solvers only to compute."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.core import TyperGroup
from typer.main import get_command

from tablebases import __version__
from tablebases.cli.main import app
from tablebases.locations import PACKAGED
from tablebases.puzzles import PUZZLES, Puzzle
from tests.command_lines.typed import Fresh, run_fresh, run_typed

SLOW = ("matplotlib", "numba", "pandas", "resvg_py", "scipy", "snakemake")
"""Packages that load slowly."""
MAX_MODULES = 800
"""A few more than Typer, Rich, Pydantic, NumPy and SQLAlchemy have together."""


def check_is_light(ran: Fresh, status: int) -> None:
    """Fail unless a command ended with `status`, printed something and loaded nothing slow."""
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


@pytest.mark.thorough
def test_the_whole_command_lists_puzzles_without_loading_them() -> None:
    calls = [["--help"], ["-h"], [], ["--version"], ["arrow", "slove"], ["arow"]]
    every = run_fresh(*calls)
    for ran, status in zip(every, (0, 0, 2, 0, 2, 2), strict=True):
        check_is_light(ran, status)
        assert "numpy" not in ran.modules
        assert "sqlalchemy" not in ran.modules
        for puzzle in PUZZLES if ran.words in (["--help"], ["-h"], []) else ():
            assert puzzle.command in ran.said
    assert every[3].said == f"puzzle-tablebases {__version__}\n"
    assert "did you mean 'solve'?" in every[4].said
    assert "did you mean 'arrow'?" in every[5].said


COMPLETED = {
    "nine-tiles sco": ["score"],
    "godomachi solve --max-cut ": ["any", "half"],
    "millijan score --ru": ["--rules"],
    "a": ["arrow", "atlas"],
}
"""Start of a command line -> the words that the Tab key offers for its end."""


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell", "pwsh"])
def test_the_tab_key_completes_commands_options_and_values(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_TABLEBASES_COMPLETE", f"source_{shell}")
    assert "tablebases" in run_typed([]).output
    monkeypatch.setenv("_TABLEBASES_COMPLETE", f"complete_{shell}")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    for start, words in COMPLETED.items():
        typed = f"tablebases {start}"
        monkeypatch.setenv("COMP_WORDS", typed)
        monkeypatch.setenv("COMP_CWORD", str(typed.count(" ")))
        monkeypatch.setenv("_TYPER_COMPLETE_ARGS", typed)
        monkeypatch.setenv("_TYPER_COMPLETE_WORD_TO_COMPLETE", typed.rpartition(" ")[2])
        offered = re.findall(r'(?:^|\(\(|\n)"?([\w-]+)', run_typed([]).output)
        assert [word for word in offered if word != "_arguments"] == words, (shell, start)


@pytest.mark.thorough
@every_puzzle
def test_help_errors_and_summaries_load_nothing_slow(puzzle: Puzzle, tmp_path: Path) -> None:
    """The summary of missing results; the tests of each puzzle show a real one."""
    helps = [[puzzle.command, *words, "--help"] for words in [[], *([name] for name in group_of(puzzle).commands)]]
    errors = [[puzzle.command, "no-such-command"], [puzzle.command, "summary", "--no-such-option"]]
    summary = [puzzle.command, "summary", "--results", str(tmp_path)]
    of_summary, first, *others = run_fresh(summary, *errors, *helps)
    check_is_light(of_summary, 1)
    assert not {"numpy", "rich", "sqlalchemy"} & set(of_summary.modules)
    assert of_summary.said.startswith(f"error: {tmp_path}")
    for ran in (first, *others):
        check_is_light(ran, 2 if ran.words in errors else 0)
        assert "sqlalchemy" not in ran.modules, ran.words
        assert ("error: " if ran.words in errors else "Usage: ") in ran.said
    assert "numpy" not in others[0].modules


@pytest.mark.thorough
def test_boards_tables_and_verify_load_neither_rich_nor_sqlalchemy() -> None:
    calls = [["verify", str(PACKAGED)], ["arrow", "solve", "434131344"], ["millijan", "units", "--idol", "haruka"]]
    verified, *others = run_fresh(*calls)
    for ran in (verified, *others):
        check_is_light(ran, 0)
        assert not {"rich", "sqlalchemy"} & set(ran.modules), ran.words
    assert not {"numpy", "pydantic"} & set(verified.modules)


@pytest.mark.thorough
def test_commands_load_compiled_code_without_the_modules_of_a_compiler() -> None:
    hand = [str(tile) for tile in range(13)]
    calls = ["millijan", "discard", *hand], ["godomachi", "solve", "5:0", "5:4"]
    run_fresh(*calls)  # compiles what has not been compiled before
    for ran in run_fresh(*calls):
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


@pytest.mark.parametrize("group", [[], ["arrow"]])
def test_a_command_line_of_nothing_but_options_prints_help(group: list[str]) -> None:
    done = run_typed([*group, "--lang", "ja"])
    assert done.status == 2
    assert done.output == run_typed([*group, "--lang", "ja", "--help"]).output
    assert "使い方" in done.output


def test_an_error_repeats_at_most_2000_characters_of_what_was_typed() -> None:
    done = run_typed(["nine-tiles", "score", "7" * 100_000])
    assert done.status == 2
    assert done.errors.startswith("error: a pattern has ")
    assert len(done.errors) < 2100


@pytest.mark.parametrize(
    "words", [["millijan", "score", "-"], ["arrow", "solve", "-"], ["godomachi", "solve", "-", "-"]]
)
def test_standard_input_has_a_limit(words: list[str]) -> None:
    done = run_typed(words, "1 " * 100_000)
    assert done.status == 2
    assert done.errors == "error: standard input has more than 131,071 bytes; give one hand, board or pair\n"
