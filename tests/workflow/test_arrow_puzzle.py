"""The workflow of the arrow puzzle: what it leaves, settings, and faults in what it reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.workflow.puzzles import PUZZLES
from tests.workflow.test_commands import flat
from tests.workflow.workspace import (
    Graph,
    Workspace,
    contents,
    database,
    error_sentence,
    partial_files,
)

ARROW = PUZZLES["arrow_puzzle"]
TARGET = ARROW.name
BOARDS = f"data/{TARGET}/boards.csv"


def test_a_run_leaves_every_table_filled(finished: Workspace) -> None:
    tables = (
        "levels", "primes", "cells", "tap_matrix", "inverse", "checks", "kernel", "solutions",
        "tap_statistics", "tap_counts", "hardest_boards", "provenance",
    )  # fmt: skip
    with database(finished.output_of(TARGET) / "arrow_puzzle.db") as connection:
        for table in tables:
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] > 0, table
        names = [name for (name,) in connection.execute("SELECT level FROM levels ORDER BY rowid")]
    assert names == ["easy", "medium", "hard", "expert"]


def test_an_edited_board_file_solves_the_boards_again(workspace: Workspace, graph: Callable[[str], Graph]) -> None:
    workspace.edit(BOARDS, "easy,434131344", "easy,434131343")
    assert ARROW.planned(workspace) == graph(TARGET).downstream("database")
    done = workspace.snakemake(target=TARGET)
    assert done.status == 0, str(done)
    with database(workspace.output_of(TARGET) / "arrow_puzzle.db") as connection:
        sql = "SELECT board FROM solutions WHERE board_id = 1"
        assert connection.execute(sql).fetchall() == [("434131343",)]


@pytest.mark.parametrize(
    ("changes", "first"),
    [
        ({"sample": {"boards": 3000, "seed": 1}}, {"tap_counts"}),
        ({"search": {"restarts": 2, "steps": 2000, "seed": 2}}, {"hardest_boards"}),
        ({"optimal": "all"}, {"database"}),
        (
            {"levels": [{"name": "easy", "shape": "square", "side": 3, "directions": 5}]},
            {"tap_counts", "hardest_boards", "page"},
        ),
    ],
)
def test_a_changed_setting_runs_the_stages_that_use_it(
    workspace: Workspace, graph: Callable[[str], Graph], changes: dict[str, Any], first: set[str]
) -> None:
    workspace.configure_puzzle(TARGET, **changes)
    assert ARROW.planned(workspace) == graph(TARGET).downstream(*first)


def test_a_level_can_be_added(workspace: Workspace) -> None:
    levels = [
        {"name": "easy", "shape": "square", "side": 3, "directions": 4},
        {"name": "twelve", "shape": "hexagon", "side": 2, "directions": 12},
    ]
    (workspace.folder / "mine.csv").write_text(
        "level,board,up\ntwelve,3 12 1 5 1 1 9,1\neasy,000000001,0\n", encoding="utf-8"
    )
    workspace.configure_puzzle(TARGET, levels=levels, board_file="mine.csv", optimal="all")
    done = workspace.snakemake(target=TARGET)
    assert done.status == 0, str(done)
    with database(workspace.output_of(TARGET) / "arrow_puzzle.db") as connection:
        rows = connection.execute("SELECT level, board, solvable FROM solutions").fetchall()
        listed = connection.execute("SELECT count(*) FROM optimal_solutions").fetchone()[0]
        counted = connection.execute("SELECT sum(n_min_solutions) FROM solutions").fetchone()[0]
    assert [row[:2] for row in rows] == [("twelve", "3 12 1 5 1 1 9"), ("easy", "111111112")]
    assert listed == counted


def test_a_wrong_board_stops_the_stage_and_keeps_what_others_have_made(workspace: Workspace) -> None:
    others = [name for name in ARROW.artifacts if name not in ("arrow_puzzle.db", "figures/tap_counts.svg")]
    before = contents(workspace.output_of(TARGET), others)
    workspace.edit(BOARDS, "hard,1112211111211221122122112212112212122", "hard,1112211111211221")
    done = workspace.snakemake(target=TARGET)
    assert done.status == 1, str(done)
    assert (
        f"error: board file {BOARDS}, board 7: the board: it ends after 16 of the 37 tiles of "
        "level hard; tile 31 is missing"
    ) in flat(done)
    assert contents(workspace.output_of(TARGET), others) == before
    assert partial_files(workspace.output_of(TARGET)) == []


def test_a_damaged_database_is_refused_by_what_reads_it(workspace: Workspace) -> None:
    parts = workspace.output_of(TARGET) / "parts"
    path = parts / "tap_counts.db"
    path.write_bytes(path.read_bytes()[:30000])
    options = ["--level", "easy=square-3-4", "--boards", BOARDS, "--tap-counts", path, "--hardest-boards",
               parts / "hardest_boards.db", "--out", "out.db", "--chart", "chart.svg"]  # fmt: skip
    sentence = error_sentence(workspace.stage("database", *options, package=ARROW.package))
    assert str(path) in sentence
    assert not (workspace.folder / "out.db").exists()
