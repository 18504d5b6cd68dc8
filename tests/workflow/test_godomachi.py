"""The workflow of Godomachi: what it leaves, settings, and faults in what it reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.workflow.puzzles import PUZZLES
from tests.workflow.workspace import (
    CHECKOUT,
    Graph,
    Workspace,
    contents,
    database,
    error_sentence,
    partial_files,
)

GODOMACHI = PUZZLES["godomachi"]
TARGET = GODOMACHI.name
RECORDS = CHECKOUT / "tests" / "known_answers" / TARGET / "records.csv"
WINNERS = "SELECT n, sum(plies % 2 * count), sum((1 - plies % 2) * count) FROM histogram GROUP BY n"


def test_a_run_leaves_every_table_filled(finished: Workspace) -> None:
    tables = (
        "polyominoes", "rule", "cuts", "packed_plies", "histogram", "records", "puzzles", "pairs",
        "moves", "provenance",
    )  # fmt: skip
    with database(finished.output_of(TARGET) / "godomachi.db") as connection:
        for table in tables:
            assert connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone(), table
        winners = connection.execute(WINNERS).fetchall()
    assert winners == [
        (3, 1, 0), (4, 10, 0), (5, 53, 13), (6, 526, 69), (7, 4728, 1050), (8, 59707, 8189),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "first"),
    [
        ({"max_n": 7}, {"database"}),
        ({"max_cut": "half"}, {"database"}),
        ({"records": {"plies": [6], "winners": [], "shares": 1}}, set()),
    ],
)
def test_a_changed_setting_runs_the_stages_that_use_it(
    workspace: Workspace, graph: Callable[[str], Graph], changes: dict[str, Any], first: set[str]
) -> None:
    workspace.configure_puzzle(TARGET, **changes)
    assert GODOMACHI.planned(workspace) == graph(TARGET).downstream(*first)


def test_other_sizes_are_one_line_of_configuration(workspace: Workspace) -> None:
    workspace.configure_puzzle(TARGET, max_n=4, max_cut="half")
    done = workspace.snakemake(target=TARGET)
    assert done.status == 0, str(done)
    with database(workspace.output_of(TARGET) / "godomachi.db") as connection:
        assert connection.execute(WINNERS).fetchall() == [(3, 1, 0), (4, 10, 0)]
        assert connection.execute("SELECT max_cut FROM rule").fetchall() == [("half",)]
        largest = connection.execute("SELECT n, max(k) FROM cuts GROUP BY n").fetchall()
    assert largest == [(2, 1), (3, 1), (4, 2)]


def test_records_are_counted_in_shares_and_a_run_that_stopped_goes_on(workspace: Workspace) -> None:
    records = workspace.output_of(TARGET) / "records"
    target = f"{TARGET}_records"
    shares = {"record_plies": 5, "record_winners": 3}
    assert workspace.planned(target=target) == {"record_cuts": 1, **shares, "records": 1}
    done = workspace.snakemake(target=target)
    assert done.status == 0, str(done)
    assert (records / "records.csv").read_bytes() == RECORDS.read_bytes()
    assert workspace.planned(target=target) == {}
    for name in ("plies_02.csv", "winners_08_001.csv", "records.csv"):
        (records / name).unlink()
    assert workspace.planned(target=target) == {"record_plies": 1, "record_winners": 1, "records": 1}
    assert workspace.planned(target=TARGET) == {}


def test_a_damaged_database_is_named_and_nothing_is_lost(workspace: Workspace) -> None:
    output = workspace.output_of(TARGET)
    path = output / "godomachi.db"
    path.write_bytes(path.read_bytes()[:70000])
    page = ["page/godomachi/data.json", "page/godomachi/index.html"]
    before = contents(output, page)
    options = ["--database", path, "--charts", output / "figures", "--out", output / "page" / "godomachi"]
    assert str(path) in error_sentence(workspace.stage("page", *options, package=GODOMACHI.package))
    assert contents(output, page) == before
    assert partial_files(output) == []
