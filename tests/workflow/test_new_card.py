"""A new card, added as CONTRIBUTING.md says: everything scores it, and an error names the file of what was left out."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from pipeline.atlas import write_atlas
from tests.workflow.conftest import made_once
from tests.workflow.workspace import (
    CHECKOUT,
    CONFIG_FILE,
    TARGET,
    THEMES,
    Finished,
    Workspace,
    copy_parts,
    new_workspace,
    run,
)

KEY = "ufo_watch"
COUNTS = "tiles with UFOs next to a house"
ROW = f"27,{KEY},UFO Watch,家のとなりにいるUFOの数が多い,faces\n"


MEASURES, SCORING, RESCORE, ORACLE = (
    "tablebases/nine_tiles/measures.py",
    "tablebases/nine_tiles/page/scoring.js",
    "scripts/rescore.py",
    "tests/oracle/nine_tiles_panic.py",
)
EDITS = yaml.safe_load(Path(__file__).with_name("new_card.yaml").read_text(encoding="utf-8"))


def add_row(workspace: Workspace) -> None:
    """Add the card to the theme file."""
    with (workspace.folder / THEMES).open("a", encoding="utf-8") as file:
        file.write(ROW)


def _finish(folder: Path) -> Workspace:
    workspace = new_workspace(folder)
    copy_parts(("scripts", "tests/__init__.py", "tests/oracle", "tests/known_answers"), folder)
    add_row(workspace)
    for edit in EDITS:
        workspace.edit(edit["file"], edit["old"], edit["new"])
    workspace.succeed(target=f"{TARGET} {TARGET}_page {TARGET}_checksums")
    return workspace


@pytest.fixture(scope="module")
def with_card(shared_folder: Path) -> Workspace:
    """A finished run of the small board with the new card, to be read only."""
    return made_once(shared_folder / "new_card", _finish)


def command(workspace: Workspace, *words: str) -> Finished:
    """Run `tablebases nine-tiles` with the code of a workspace."""
    return workspace.module("tablebases.cli.main", "nine-tiles", *words)


def verify(workspace: Workspace, *words: str) -> Finished:
    """Verify with the programs of a workspace: in a new process, which has not loaded the oracle of the checkout."""
    return run([sys.executable, "-m", "scripts.verify", TARGET, "--config", CONFIG_FILE, *words], workspace.folder)


def best_town(workspace: Workspace) -> dict[str, Any]:
    """The best answer to the new card."""
    done = command(workspace, "best", "UFO Watch", "--results", str(workspace.output), "--json")
    assert done.status == 0, str(done)
    (answer,) = json.loads(done.said[done.said.index("[") :])
    found: dict[str, Any] = answer
    return found


def test_commands_know_the_new_card(with_card: Workspace) -> None:
    answer = best_town(with_card)
    assert answer["t27"] == 1
    (pattern,) = answer["pattern"]
    done = command(with_card, "cards", "--results", str(with_card.output))
    assert f"UFO Watch {COUNTS}" in " ".join(done.said.replace("│", " ").split())
    done = command(with_card, "score", pattern, "--rows", "2", "--columns", "2", "--csv")
    assert done.status == 0, str(done)
    place = pattern.index("3")
    assert f"27,UFO Watch,1,1 tile with UFOs next to a house at {place}\n" in done.said


def test_verify_agrees_with_the_new_card(with_card: Workspace) -> None:
    done = verify(with_card, "--level", "full")
    assert done.status == 0, str(done)


def test_a_card_without_a_measure_is_named_with_the_file(tmp_path: Path) -> None:
    workspace = new_workspace(tmp_path / "workspace")
    add_row(workspace)
    sentence = f"theme 27: the card '{KEY}' has no measure; add it to {MEASURES}, or choose one of capture, "
    done = workspace.snakemake()
    assert done.status == 1
    assert f"theme file {THEMES}: {sentence}" in " ".join(done.said.split())
    done = command(workspace, "score", "30120000", "--rows", "2", "--columns", "2")
    assert done.status == 1
    assert f"error: theme file {THEMES}: {sentence}" in " ".join(done.said.split())


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (RESCORE, f"the card '{KEY}' is not scored again; add it to {RESCORE}"),
        (ORACLE, f"the oracle has no card '{KEY}'; add it to {ORACLE}"),
    ],
)
def test_verify_names_the_file_that_does_not_score_the_card_again(
    with_card: Workspace, tmp_path: Path, file: str, sentence: str
) -> None:
    workspace = with_card.copy(tmp_path / "workspace")
    shutil.copy2(CHECKOUT / file, workspace.folder / file)
    done = verify(workspace)
    assert done.status == 1
    assert sentence in " ".join(done.said.split())


def test_the_page_scores_the_new_card_or_names_it(with_card: Workspace, tmp_path: Path) -> None:
    pages = pytest.importorskip("tests.browser.pages", reason="selenium is not installed")
    if pages.MISSING:
        pytest.skip(f"browser tests need {' and '.join(pages.MISSING)}, which is not installed")
    (pattern,) = best_town(with_card)["pattern"]
    right, wrong = with_card.output / "page", tmp_path / "page"
    shutil.copytree(right, wrong)
    shutil.copy2(CHECKOUT / SCORING, wrong / "scoring.js")
    with pages.chromium(tmp_path / "profile") as driver:
        for source, unscored, score in (
            (right, [], "1"),
            (wrong, [f"The page cannot score {KEY}; add it to {SCORING}."], "NaN"),
        ):
            atlas = tmp_path / f"atlas_{score}"
            write_atlas(atlas, {source: "nine-tiles"})
            with pages.served(atlas) as address, pages.opened(pages.Page, driver, address, tmp_path) as page:
                page.show(f"nine-tiles/#town_{pattern}")
                assert page.texts("#unscored") == unscored
                assert page.texts("[data-theme-no='27'] td.score") == [score]
                assert page.texts("[data-theme-no='27'] th small") == [COUNTS]
                assert len(page.texts("td.score")) == 27
