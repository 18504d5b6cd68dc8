"""Add a card as CONTRIBUTING.md says: everything scores it, and an error names a file without it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from pipeline.nine_tiles_panic.configuration import Configuration
from scripts import rescore
from scripts.verify.nine_tiles_panic.artifacts import Artifacts
from tablebases.atlas.pages import DATA_FILE
from tablebases.errors import Error
from tablebases.nine_tiles.rules.themes import Theme
from tests.browser.rules.node import Rules, bundle, needs_node, started_node
from tests.workflow.conftest import made_once
from tests.workflow.workspace import (
    CHECKOUT,
    CONFIG_FILE,
    OUTPUT,
    TARGET,
    THEMES,
    TILES,
    Finished,
    Workspace,
    copy_files,
    new_workspace,
    run,
)

KEY = "ufo_watch"
COUNTS = "tiles with UFOs next to a house"
NUMBER = len((CHECKOUT / THEMES).read_text(encoding="utf-8").splitlines())  # after the head and the other cards
ROW = f"{NUMBER},{KEY},UFO Watch,家のとなりにいるUFOの数が多い,faces\n"
MEASURES, SCORING = "tablebases/nine_tiles/rules/measures.py", "tablebases/nine_tiles/page/scoring.js"
QUESTIONS = CHECKOUT / "tests" / "browser" / "rules" / "nine_tiles_panic.js"
EDITS = yaml.safe_load(Path(__file__).with_name("new_card.yaml").read_text(encoding="utf-8"))


def add_row(workspace: Workspace) -> None:
    """Add the card to the theme file."""
    with (workspace.folder / THEMES).open("a", encoding="utf-8") as file:
        file.write(ROW)


def _finish(folder: Path) -> Workspace:
    workspace = new_workspace(folder)
    copy_files(("scripts", "oracle", "tests/known_answers"), folder)
    add_row(workspace)
    for edit in EDITS:
        workspace.edit(edit["file"], edit["old"], edit["new"])
    workspace.succeed(target=f"{TARGET} {TARGET}_page {TARGET}_checksums")
    return workspace


@pytest.fixture(scope="module")
def with_card(shared_folder: Path) -> Workspace:
    """A finished run of the small board with the new card, read only."""
    return made_once(shared_folder / "new_card", _finish)


def command(workspace: Workspace, *words: str) -> Finished:
    """Run `tablebases nine-tiles` with the code of a workspace."""
    return workspace.module("tablebases.cli.main", "nine-tiles", *words)


def run_program(workspace: Workspace, *words: str) -> Finished:
    """Run a program of a workspace in a new process, without the oracle of the checkout."""
    return run([sys.executable, *words], workspace.folder)


def best_town(workspace: Workspace) -> dict[str, Any]:
    """The best answer to the new card."""
    done = command(workspace, "best", "UFO Watch", "--results", str(workspace.output), "--json")
    assert done.status == 0, str(done)
    (answer,) = json.loads(done.said[done.said.index("{") :])["answers"]
    found: dict[str, Any] = answer
    return found


def test_commands_know_the_new_card(with_card: Workspace) -> None:
    answer = best_town(with_card)
    assert [(score["card"]["number"], score["score"]) for score in answer["scores"]] == [(NUMBER, 1)]
    (pattern,) = answer["towns"]
    done = command(with_card, "cards", "--results", str(with_card.output))
    assert f"UFO Watch {COUNTS}" in " ".join(done.said.replace("│", " ").split())
    done = command(with_card, "score", pattern, "--rows", "2", "--columns", "2", "--csv")
    assert done.status == 0, str(done)
    row, column = divmod(pattern.index("3"), 2)
    assert f",1,1 tile with UFOs next to a house at row {row + 1} column {column + 1}\n" in done.said


def test_verify_agrees_with_the_new_card(with_card: Workspace) -> None:
    """At level quick, because level full would compile the other program for half a minute."""
    done = run_program(with_card, "-m", "scripts.verify", TARGET, "--config", CONFIG_FILE)
    assert done.status == 0, str(done)


SCORE_AGAIN = """
import sqlite3, sys
import numpy as np
from oracle import nine_tiles_panic as oracle
from scripts import rescore
from tablebases.compiled import in_plain_python

path, database, number = sys.argv[1:]
score = in_plain_python(rescore._score)
tables = rescore.rule_tables({n: tile for n, tile in oracle.load_tiles(path).items() if n < 4}, 2, 2)
towns = sqlite3.connect(database).execute(f"SELECT position, direction, t{number} FROM towns").fetchall()
found = []
for position, direction, _ in towns:
    looks = [rescore.DIRECTIONS * int(tile) + int(digit) for tile, digit in zip(position, direction)]
    found.append(score(np.array(looks), *np.zeros((2, 4), int), tables).ufo_watch)
assert len(set(found)) > 1
assert found == [score for *_, score in towns]
"""


def test_the_other_program_scores_all_towns_in_the_new_card(with_card: Workspace) -> None:
    done = run_program(with_card, "-c", SCORE_AGAIN, TILES, f"{OUTPUT}/success_pattern.db", str(NUMBER))
    assert done.status == 0, str(done)


def test_the_error_names_a_card_without_a_measure_and_the_file(tmp_path: Path) -> None:
    workspace = new_workspace(tmp_path / "workspace")
    add_row(workspace)
    sentence = f"theme {NUMBER}: the card '{KEY}' has no measure; add it to {MEASURES}, or choose one of capture, "
    done = workspace.snakemake()
    assert done.status == 1
    assert f"theme file {THEMES}: {sentence}" in " ".join(done.said.split())
    done = command(workspace, "score", "30120000", "--rows", "2", "--columns", "2")
    assert done.status == 1
    assert f"error: theme file {THEMES}: {sentence}" in " ".join(done.said.split())


def test_verify_names_the_file_that_does_not_score_the_card_again(monkeypatch: pytest.MonkeyPatch) -> None:
    content = yaml.safe_load((CHECKOUT / "config.yaml").read_text(encoding="utf-8"))
    artifacts = Artifacts(CHECKOUT, Configuration.model_validate(content[TARGET]))
    monkeypatch.setitem(vars(artifacts), "themes", (Theme(NUMBER, KEY, "UFO Watch", "", "faces"),))
    with pytest.raises(Error, match=f"the card '{KEY}' is not scored again; add it to scripts/rescore.py"):
        artifacts.oracle_scores("036582714004421544")
    monkeypatch.setattr(rescore, "MEASURES", (*rescore.MEASURES, KEY))
    with pytest.raises(Error, match=f"the oracle has no card '{KEY}'; add it to oracle/nine_tiles_panic.py"):
        artifacts.oracle_scores("036582714004421544")


@needs_node
def test_the_page_scores_the_new_card_or_names_it(with_card: Workspace, tmp_path: Path) -> None:
    (pattern,) = best_town(with_card)["towns"]
    right = sorted((with_card.output / "page").iterdir())
    wrong = [CHECKOUT / SCORING if path.name == "scoring.js" else path for path in right]
    data = json.loads((with_card.output / "page" / DATA_FILE).read_text(encoding="utf-8"))
    assert (data["themes"][-1]["key"], data["themes"][-1]["counts"]["en"]) == (KEY, COUNTS)
    with started_node() as node:
        for name, sources, unscored, score in (("right", right, [], 1), ("wrong", wrong, [KEY], None)):
            rules = Rules(node, bundle(QUESTIONS, sources, tmp_path / name), data)
            assert rules.ask("unscored") == unscored
            ((n_faults, scores, _),) = rules.ask("scoresOf", [pattern], data["ruleSet"])
            assert (n_faults, len(scores), scores[-1]) == (0, NUMBER, score)
            ((*_, (explained, text, _)),) = rules.ask("explained", [pattern], data["ruleSet"], "en")
            assert (explained, text.startswith(f"1 {COUNTS.replace('tiles', 'tile')} at row ")) == (score, score == 1)
