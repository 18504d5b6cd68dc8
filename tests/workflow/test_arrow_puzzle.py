"""The workflow of the arrow puzzle: what a run leaves, and what a second one does."""

from __future__ import annotations

from typing import Any

import pytest

from tests.workflow.test_commands import flat
from tests.workflow.workspace import (
    OUTPUT,
    Workspace,
    contents,
    database,
    error_sentence,
    file_bytes,
    partial_files,
)

TARGET = "arrow_puzzle"
PACKAGE = f"pipeline.{TARGET}"
BOARDS = f"data/{TARGET}/boards.csv"

READS: dict[str, list[str]] = {
    "levels": [],
    "boards": ["levels"],
    "tap_counts": ["levels"],
    "hardest_boards": ["levels"],
    "arrow_database": ["levels", "boards", "tap_counts", "hardest_boards"],
    "tap_charts": ["tap_counts"],
    "arrow_page": ["levels"],
}
"""Every stage, and the stages whose artifacts it reads."""

ARTIFACTS = (
    "parts/levels.db", "parts/solutions.db", "parts/tap_counts.db", "parts/hardest_boards.db",
    "arrow_puzzle.db", "figures/tap_counts.svg", "page/arrow/data.json",
    "page/arrow/index.html",
)  # fmt: skip


def downstream(*stages: str) -> set[str]:
    """Stages and all that read, directly or not, what they write."""
    found = set(stages)
    for stage, inputs in READS.items():
        if found & set(inputs):
            found.add(stage)
    return found


def planned(workspace: Workspace) -> set[str]:
    return set(workspace.planned(target=TARGET))


def test_a_run_leaves_every_table_filled(finished: Workspace) -> None:
    tables = (
        "levels", "primes", "cells", "tap_matrix", "inverse", "checks", "kernel", "solutions",
        "tap_statistics", "tap_counts", "hardest_boards", "provenance",
    )  # fmt: skip
    with database(finished.arrow_output / "arrow_puzzle.db") as connection:
        for table in tables:
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] > 0, table
        names = [name for (name,) in connection.execute("SELECT level FROM levels ORDER BY rowid")]
    assert names == ["easy", "medium", "hard", "expert"]


def test_a_second_run_does_nothing_and_changes_nothing(workspace: Workspace) -> None:
    before = file_bytes(workspace.arrow_output)
    done = workspace.snakemake(target=TARGET)
    assert done.status == 0, str(done)
    assert "Nothing to be done" in done.said
    assert file_bytes(workspace.arrow_output) == before


def test_another_run_leaves_the_same_content(
    finished: Workspace, fresh_workspace: Workspace
) -> None:
    done = fresh_workspace.snakemake(target=TARGET, cores=1)
    assert done.status == 0, str(done)
    here, there = fresh_workspace.arrow_output, finished.arrow_output
    assert contents(here, ARTIFACTS) == contents(there, ARTIFACTS)


@pytest.mark.parametrize(
    ("module", "first"),
    [
        ("game/smith.py", {"levels"}),
        ("game/hardest.py", {"hardest_boards"}),
        ("game/typing_mistakes.py", {"boards"}),
        ("game/notation.py", {"boards", "hardest_boards"}),
        ("arrow_page.py", {"arrow_page"}),
        ("tap_charts.py", {"tap_charts"}),
        ("commands/solve.py", set()),
    ],
)
def test_an_edited_module_runs_the_stages_that_import_it_and_what_follows(
    workspace: Workspace, module: str, first: set[str]
) -> None:
    path = workspace.folder / "pipeline" / TARGET / module
    path.write_text(path.read_text(encoding="utf-8") + "\n# a comment\n", encoding="utf-8")
    assert planned(workspace) == set()
    path.write_text(path.read_text(encoding="utf-8") + "\nADDED = 1\n", encoding="utf-8")
    assert planned(workspace) == downstream(*first)


def test_an_edited_board_file_solves_the_boards_again(workspace: Workspace) -> None:
    workspace.edit(BOARDS, "easy,434131344", "easy,434131343")
    assert planned(workspace) == downstream("boards")
    done = workspace.snakemake(target=TARGET)
    assert done.status == 0, str(done)
    with database(workspace.arrow_output / "arrow_puzzle.db") as connection:
        sql = "SELECT board FROM solutions WHERE board_id = 1"
        assert connection.execute(sql).fetchall() == [("434131343",)]


@pytest.mark.parametrize(
    ("changes", "first"),
    [
        ({"sample": {"boards": 3000, "seed": 1}}, "tap_counts"),
        ({"search": {"restarts": 2, "steps": 2000, "seed": 2}}, "hardest_boards"),
        ({"optimal": "all"}, "boards"),
        (
            {"levels": [{"name": "easy", "shape": "square", "side": 3, "directions": 5}]},
            "levels",
        ),
    ],
)
def test_a_changed_setting_runs_the_stages_that_use_it(
    workspace: Workspace, changes: dict[str, Any], first: str
) -> None:
    workspace.configure_arrow(**changes)
    assert planned(workspace) == downstream(first)


def test_a_level_can_be_added(workspace: Workspace) -> None:
    levels = [
        {"name": "easy", "shape": "square", "side": 3, "directions": 4},
        {"name": "twelve", "shape": "hexagon", "side": 2, "directions": 12},
    ]
    (workspace.folder / "mine.csv").write_text(
        "level,board,up\ntwelve,3 12 1 5 1 1 9,1\neasy,000000001,0\n", encoding="utf-8"
    )
    workspace.configure_arrow(levels=levels, board_file="mine.csv", optimal="all")
    done = workspace.snakemake(target=TARGET)
    assert done.status == 0, str(done)
    with database(workspace.arrow_output / "arrow_puzzle.db") as connection:
        rows = connection.execute("SELECT level, board, solvable FROM solutions").fetchall()
        listed = connection.execute("SELECT count(*) FROM optimal_solutions").fetchone()[0]
        counted = connection.execute("SELECT sum(n_min_solutions) FROM solutions").fetchone()[0]
    assert [row[:2] for row in rows] == [("twelve", "3 12 1 5 1 1 9"), ("easy", "111111112")]
    assert listed == counted


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"board_file": "no.csv"}, "cannot read no.csv: No such file or directory"),
        ({"optimal": "some"}, "arrow_puzzle.optimal: must be one or all, but is 'some'"),
        ({"colour": "red"}, "arrow_puzzle: unknown key colour"),
        ({"levels": []}, "arrow_puzzle.levels: must be a list of levels, but is []"),
        (
            {"levels": [{"name": "a", "shape": "round", "side": 3, "directions": 4}]},
            "arrow_puzzle.levels.0.shape: must be square or hexagon, but is 'round'",
        ),
        (
            {"levels": [{"name": "a", "shape": "square", "side": 3, "directions": 4}] * 2},
            "arrow_puzzle.levels: there are two levels with the name a",
        ),
        (
            {"levels": [{"name": "a", "shape": "hexagon", "side": 99, "directions": 4}]},
            "level a: the side of a hexagon must be 1 to 12 tiles, not 99",
        ),
    ],
)
def test_a_wrong_setting_is_named_before_anything_runs(
    workspace: Workspace, changes: dict[str, Any], sentence: str
) -> None:
    before = file_bytes(workspace.arrow_output)
    workspace.configure_arrow(**changes)
    done = workspace.snakemake(target=TARGET)
    assert done.status == 1, str(done)
    assert sentence in flat(done)
    assert "Traceback" not in done.said
    assert file_bytes(workspace.arrow_output) == before


def test_a_wrong_board_stops_the_stage_and_keeps_what_was_there(workspace: Workspace) -> None:
    before = contents(workspace.arrow_output, ARTIFACTS)
    workspace.edit(BOARDS, "hard,1112211111211221122122112212112212122", "hard,1112211111211221")
    done = workspace.snakemake(target=TARGET)
    assert done.status == 1, str(done)
    assert (
        f"error: board file {BOARDS}, board 7: the board: it ends after 16 of the 37 tiles of "
        "level hard; tile 31 is missing"
    ) in flat(done)
    assert contents(workspace.arrow_output, ARTIFACTS) == before
    assert partial_files(workspace.arrow_output) == []


def test_a_damaged_database_is_refused_by_what_reads_it(workspace: Workspace) -> None:
    path = workspace.arrow_output / "parts" / "levels.db"
    path.write_bytes(path.read_bytes()[:70000])
    options = ["--levels", path, "--boards", BOARDS, "--out", "out.db"]
    sentence = error_sentence(workspace.stage("boards", *options, package=PACKAGE))
    assert str(path) in sentence
    assert not (workspace.folder / "out.db").exists()


@pytest.mark.parametrize("stage", READS)
def test_a_stage_says_how_it_is_used_with_an_example(finished: Workspace, stage: str) -> None:
    done = finished.stage(stage, "--help", package=PACKAGE)
    assert done.status == 0, str(done)
    said = flat(done)
    assert f"Example: python -m {PACKAGE}.{stage} --" in said, said
    example = said.split("Example: ")[1].split("Options")[0]
    for option in (word for word in example.split() if word.startswith("--")):
        assert f" {option} " in said.replace(example, ""), f"{option} is no option of {stage}"


def test_the_atlas_has_the_page(workspace: Workspace) -> None:
    done = workspace.snakemake(target="atlas")
    assert done.status == 0, str(done)
    atlas = workspace.folder / OUTPUT / "atlas"
    for path in (workspace.arrow_output / "page" / "arrow").iterdir():
        assert (atlas / "arrow" / path.name).read_bytes() == path.read_bytes()
    assert set(workspace.planned(target="atlas")) == set()
    page = workspace.folder / "pipeline" / TARGET / "atlas_page" / "index.html"
    page.write_text(page.read_text(encoding="utf-8") + "<!-- edited -->\n", encoding="utf-8")
    assert set(workspace.planned(target="atlas")) == {"arrow_page"}  # and the atlas itself
