"""The workflow of MilliJan: what it leaves, settings, and faults in what it reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.workflow.puzzles import PUZZLES
from tests.workflow.workspace import (
    Graph,
    Workspace,
    contents,
    database,
    error_sentence,
    partial_files,
)

MILLIJAN = PUZZLES["millijan"]
TARGET = MILLIJAN.name
TABLES = (
    "tiles", "units", "unit_members", "hands", "splits", "waits", "distance", "accepted",
    "discards", "simulated_decks", "simulated_scores", "simulated_distances", "simulated_units",
    "winning_deals", "waiting_deals", "simulated_games", "provenance",
)  # fmt: skip


def test_a_run_leaves_every_table_filled(finished: Workspace) -> None:
    with database(finished.output_of(TARGET) / "millijan.db") as connection:
        for table in TABLES:
            assert connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone(), table
        decks = connection.execute("SELECT deck, n_kinds, n_hands FROM simulated_decks").fetchall()
    assert sorted(decks) == [
        ("AS", 13, 400), ("Angel", 18, 400), ("Fairy", 17, 400), ("Princess", 17, 400),
        ("all", 54, 400),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "first"),
    [
        ({"rules": "v1.6"}, {"simulation", "winning_deals"}),
        ({"unit_file": "data/millijan/units_2025.csv"}, {"simulation", "winning_deals", "tenpai"}),
        ({"simulation": {"hands": 400, "distances": 100, "seed": 2}}, {"simulation"}),
        ({"most_ways": 1000}, {"winning_deals"}),
        ({"tenpai": {"most_nodes": 200_000, "games": 3, "seed": 1}}, {"tenpai"}),
        ({"simulation": {"seed": 1, "distances": 100, "hands": 400}}, set()),
    ],
    ids=["other rules", "other units", "another seed", "fewer ways", "fewer nodes", "another order of settings"],
)
def test_a_changed_setting_runs_the_stages_that_use_it(
    workspace: Workspace, graph: Callable[[str], Graph], changes: dict[str, Any], first: set[str]
) -> None:
    workspace.configure_puzzle(TARGET, **changes)
    assert MILLIJAN.planned(workspace) == graph(TARGET).downstream(*first)


def test_more_hands_run_only_what_judges_them(workspace: Workspace, graph: Callable[[str], Graph]) -> None:
    workspace.edit("data/millijan/hands.csv", "詩花 詩花 詩花,,", "詩花 詩花 詩花,,\n春香 千早,,")
    assert MILLIJAN.planned(workspace) == graph(TARGET).downstream("database")


def test_units_and_hands_of_ones_own_and_other_rules_are_lines_of_configuration(
    workspace: Workspace,
) -> None:
    own = workspace.folder / "own.csv"
    own.write_text("id,name,members\n0,trio,春香 千早 美希\n1,duo,雪歩 やよい\n2,solo,詩花\n", encoding="utf-8")
    hands = workspace.folder / "hands.csv"
    hands.write_text("hand,called\nはるか 千早 美希 雪歩,\n雪歩,trio\n", encoding="utf-8")
    workspace.configure_puzzle(TARGET, unit_file="own.csv", hand_file="hands.csv", rules="2019-10-08")
    done = workspace.snakemake(target=TARGET)
    assert done.status == 0, str(done)
    with database(workspace.output_of(TARGET) / "millijan.db") as connection:
        found = connection.execute("SELECT rules, hand, called, won, score FROM hands").fetchall()
    assert found == [
        ("2019-10-08", "春香 千早 美希 雪歩", "", 0, 4000),
        ("2019-10-08", "雪歩", "trio", 0, 2000),
    ]


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("春香 春香 春香 春香,,", "the hand has 4 copies of 春香, but there are 3"),
        ("春香,ハルカナミラ,", "there is no unit 'ハルカナミラ'; perhaps ハルカナミライ"),
    ],
    ids=["four copies", "unknown unit"],
)
def test_a_bad_hand_is_named_and_nothing_else_is_lost(workspace: Workspace, row: str, sentence: str) -> None:
    others = [name for name in MILLIJAN.artifacts if not name.startswith(("millijan.db", "figures/"))]
    before = contents(workspace.output_of(TARGET), others)
    workspace.edit("data/millijan/hands.csv", "詩花 詩花 詩花,,", row)
    done = workspace.snakemake(target=TARGET)
    assert done.status != 0
    assert f"error: hand file data/millijan/hands.csv, hand 7: {sentence}" in done.said
    assert "Traceback" not in done.said
    assert contents(workspace.output_of(TARGET), others) == before
    assert partial_files(workspace.output_of(TARGET)) == []


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("0,(詩花),詩花", "0,(詩花),詩歌", "nobody is called '詩歌'; perhaps 詩花"),
        ("\n1,", "\n7,", "ids must be 0, 1, 2 .., but this is 7"),
    ],
    ids=["unknown idol", "wrong number"],
)
def test_a_bad_list_of_units_is_refused_before_anything_runs(
    workspace: Workspace, old: str, new: str, sentence: str
) -> None:
    workspace.edit("data/millijan/units_2019.csv", old, new)
    done = workspace.snakemake(target=TARGET)
    assert done.status == 1
    assert "data/millijan/units_2019.csv" in done.said
    assert sentence in done.said
    assert "Traceback" not in done.said


def test_a_damaged_part_is_named_and_nothing_is_lost(workspace: Workspace) -> None:
    output = workspace.output_of(TARGET)
    path = output / "parts" / "simulation.db"
    path.write_bytes(path.read_bytes()[:5000])
    before = contents(output, ["millijan.db"])
    parts = [
        word
        for part in ("simulation", "winning_deals", "tenpai")
        for word in (f"--{part.replace('_', '-')}", output / "parts" / f"{part}.db")
    ]
    data = workspace.folder / "data" / "millijan"
    game = ["--tiles", data / "tiles.csv", "--units", data / "units_2019.csv", "--hands", data / "hands.csv"]
    charts = ["--chart", output / "figures" / "simulation.svg", "--units-chart", output / "figures" / "units.svg"]
    options = [*game, *parts, "--out", output / "millijan.db", *charts]
    assert str(path) in error_sentence(workspace.stage("database", *options, package=MILLIJAN.package))
    assert contents(output, ["millijan.db"]) == before
    assert partial_files(output) == []
