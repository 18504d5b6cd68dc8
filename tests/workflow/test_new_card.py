"""A new card, added as CONTRIBUTING.md says: everything scores it, and an error names the file of what was left out."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pipeline.atlas import write_atlas
from tests.workflow.conftest import made_once
from tests.workflow.workspace import (
    CHECKOUT,
    CONFIG_FILE,
    NOT_CODE,
    TARGET,
    THEMES,
    Finished,
    Workspace,
    new_workspace,
    run,
)

KEY = "ufo_watch"
COUNTS = "tiles with UFOs next to a house"
ROW = f"27,{KEY},UFO Watch,家のとなりにいるUFOの数が多い,faces\n"


class Edit(NamedTuple):
    """A text of a file, which must be there, and what takes its place."""

    file: str
    old: str
    new: str


MEASURES, SCORING, RESCORE, ORACLE = (
    "tablebases/nine_tiles/measures.py",
    "tablebases/nine_tiles/page/scoring.js",
    "scripts/rescore.py",
    "tests/oracle/nine_tiles_panic.py",
)
EDITS = (
    Edit(
        MEASURES,
        "_MEASURES = (",
        '''def _next_to(board: Board, members: set[int], others: set[int]) -> list[int]:
    """The positions of `members` that have one of `others` beside them."""
    return [p for p in sorted(members) if any(board.neighbour(p, side) in others for side in range(SIDES))]


_MEASURES = (''',
    ),
    Edit(
        MEASURES,
        ")\nMEASURES:",
        f"""    _by_places(
        "{KEY}", "{COUNTS}", "with UFOs next to a house", Places(_next_to, (_has("ufos"), _has("houses")))
    ),
)
MEASURES:""",
    ),
    Edit(
        SCORING,
        '  boy_scouts: (town) => town.off("boys"),\n',
        f"""  boy_scouts: (town) => town.off("boys"),
  {KEY}: ({{ town }}) => [...town.tiles.keys()].filter((position) => town.tiles[position]?.off.ufos
    && [0, 1, 2, 3].some((side) => town.tiles[neighbour(town.game, position, side)]?.off.houses)).length,
""",
    ),
    Edit(SCORING, "{ largestGroup, ", "{ largestGroup, neighbour, "),
    Edit(RESCORE, '"boy_scouts",\n', f'"boy_scouts", "{KEY}",\n'),
    Edit(RESCORE, "BOY_SCOUTS,\n", f"BOY_SCOUTS, {KEY.upper()},\n"),
    Edit(
        RESCORE,
        "        scores[town, FINISH_QUICKLY] = 0\n",
        f"""        scores[town, FINISH_QUICKLY] = 0
        for p in range(tile.shape[1]):
            is_beside = False
            for beyond in tables.neighbours[p]:
                is_beside |= beyond >= 0 and with_houses >> beyond & 1 == 1
            has_ufo = counts[tile[town, p], direction[town, p] // SIDES, UFOS] > 0
            scores[town, {KEY.upper()}] += has_ufo and is_beside
""",
    ),
    Edit(ORACLE, "THEMES = tuple(range(1, 27))", "THEMES = tuple(range(1, 28))"),
    Edit(
        ORACLE,
        "        26: boys,\n",
        """        26: boys,
        27: sum(
            any(other is not None and faces[other].houses > 0 for other in beside)
            for face, beside in zip(
                faces, ([neighbour(p, side, rows, columns) for side in SIDES] for p in range(rows * columns))
            )
            if face.ufos > 0
        ),
""",
    ),
)


def add_row(workspace: Workspace) -> None:
    """Add the card to the theme file."""
    with (workspace.folder / THEMES).open("a", encoding="utf-8") as file:
        file.write(ROW)


def with_verification(folder: Path) -> Workspace:
    """A copy of the checkout that can verify its results."""
    workspace = new_workspace(folder)
    shutil.copytree(CHECKOUT / "scripts", folder / "scripts", ignore=NOT_CODE)
    for part in ("__init__.py", "oracle", "known_answers"):
        source = CHECKOUT / "tests" / part
        (folder / "tests").mkdir(exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, folder / "tests" / part, ignore=NOT_CODE)
        else:
            shutil.copy2(source, folder / "tests" / part)
    return workspace


def _finish(folder: Path) -> Workspace:
    workspace = with_verification(folder)
    add_row(workspace)
    for edit in EDITS:
        workspace.edit(*edit)
    done = workspace.snakemake(target=f"{TARGET} {TARGET}_page {TARGET}_checksums")
    assert done.status == 0, str(done)
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


def test_best_knows_the_new_card(with_card: Workspace) -> None:
    answer = best_town(with_card)
    assert answer["t27"] == 1
    done = command(with_card, "cards", "--results", str(with_card.output))
    assert f"UFO Watch {COUNTS}" in " ".join(done.said.replace("│", " ").split())


def test_score_explains_the_new_card(with_card: Workspace) -> None:
    (pattern,) = best_town(with_card)["pattern"]
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
def test_a_card_that_is_not_scored_again_is_named_with_the_file(
    with_card: Workspace, tmp_path: Path, file: str, sentence: str
) -> None:
    workspace = with_card.copy(tmp_path / "workspace")
    shutil.copy2(CHECKOUT / file, workspace.folder / file)
    done = verify(workspace)
    assert done.status == 1
    assert sentence in " ".join(done.said.split())


# The page.


@contextmanager
def shown(folder: Path, source: Path) -> Iterator[Any]:
    """The page of a folder in the browser."""
    from tests.browser import pages

    write_atlas(folder / "atlas", {source: "nine-tiles"})
    with (
        pages.chromium(folder / "profile") as driver,
        pages.served(folder / "atlas") as address,
        pages.opened(pages.Page, driver, address, folder) as page,
    ):
        yield page


@pytest.fixture
def needs_browser() -> None:
    pages = pytest.importorskip("tests.browser.pages", reason="selenium is not installed")
    if pages.MISSING:
        pytest.skip(f"browser tests need {' and '.join(pages.MISSING)}, which is not installed")


@pytest.mark.usefixtures("needs_browser")
def test_the_page_scores_the_new_card(with_card: Workspace, tmp_path: Path) -> None:
    (pattern,) = best_town(with_card)["pattern"]
    with shown(tmp_path, with_card.output / "page") as page:
        page.show(f"nine-tiles/#town_{pattern}")
        assert page.texts("#unscored") == []
        assert page.texts("[data-theme-no='27'] td.score") == ["1"]
        assert page.texts("[data-theme-no='27'] th small") == [COUNTS]


@pytest.mark.usefixtures("needs_browser")
def test_the_page_names_a_card_that_it_cannot_score(with_card: Workspace, tmp_path: Path) -> None:
    source = tmp_path / "page"
    shutil.copytree(with_card.output / "page", source)
    shutil.copy2(CHECKOUT / SCORING, source / "scoring.js")
    (pattern,) = best_town(with_card)["pattern"]
    with shown(tmp_path, source) as page:
        page.show(f"nine-tiles/#town_{pattern}")
        assert page.texts("#unscored") == [f"The page cannot score {KEY}; add it to {SCORING}."]
        assert page.texts("[data-theme-no='27'] td.score") == ["NaN"]
        assert len(page.texts("td.score")) == 27
