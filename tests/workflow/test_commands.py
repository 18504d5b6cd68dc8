"""Every stage can be run by hand as a program."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pipeline.__main__ import Stages, app
from tablebases.messages import run_command
from tests.workflow.workspace import CHECKOUT, STAGES, TARGET, THEMES, TILES, stage_options

Ended = tuple[object, str]
"""Exit status, and the output on both streams, without frames and line ends."""


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Callable[..., Ended]]:
    """Run a stage in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run_in_process(stage: str, *options: str) -> Ended:
        monkeypatch.setattr("sys.argv", ["pipeline", f"{TARGET}.{stage}", *options])
        status: object = 0
        try:
            run_command(app)
        except SystemExit as end:
            status = end.code
        captured = capsys.readouterr()
        return status or 0, " ".join((captured.out + captured.err).replace("│", " ").split())

    yield run_in_process
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_lists_its_options_and_names_a_wrong_one(run: Callable[..., Ended], stage: str) -> None:
    status, said = run(stage, "--help")
    assert status == 0, said
    given = stage_options(stage, Path("inputs"), Path("outputs"))
    assert [option for option in given if str(option).startswith("--") and f" {option} " not in said] == []
    status, said = run(stage, "--colour", "red")
    assert status == 2, said
    assert "--colour" in said


def test_all_stages_of_the_rules_are_listed() -> None:
    rules = "".join(path.read_text(encoding="utf-8") for path in (CHECKOUT / "pipeline").rglob("*.smk"))
    assert sorted(Stages().commands) == sorted(re.findall(r"python -m pipeline ([\w.]+)", rules))


def test_a_wrong_name_of_a_stage_is_met_with_similar_ones(run: Callable[..., Ended]) -> None:
    status, said = run("twons")
    assert status == 2
    assert said.startswith("error: there is no command 'nine_tiles_panic.twons', did you mean 'nine_tiles_panic.towns'")


GAME = "--tiles {tiles} --tile-numbers 0,1,2,3 --rows 2 --columns 2 --out new/out.db"
NOTES = "--notes new/notes.json"
SHARDS = "--themes {themes} --town-synonyms none.csv --shards 2"


@pytest.mark.parametrize(
    ("stage", "words", "status", "words_of_error"),
    [
        ("most_win", "", 2, "Missing option '--scores'"),
        ("town_synonyms", f"{GAME} {NOTES} --rows two", 2, "--rows"),
        ("town_synonyms", f"{GAME} {NOTES} --rows 0", 2, "0 rows"),
        ("town_synonyms", f"{GAME} {NOTES} --tile-numbers 0;1", 1, "'0;1'"),
        ("towns", f"{GAME} {SHARDS} --shard 2", 1, "--shard"),  # from 0
    ],
)
def test_a_stage_names_a_missing_option_and_a_wrong_value(
    run: Callable[..., Ended], stage: str, words: str, status: int, words_of_error: str
) -> None:
    ended, said = run(stage, *words.format(tiles=CHECKOUT / TILES, themes=CHECKOUT / THEMES).split())
    assert ended == status, said
    assert words_of_error in said
