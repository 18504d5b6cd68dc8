"""Runs of each puzzle: of the miniature, of another configuration, and with wrong data."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.workflow.workspace import (
    CHECKOUT,
    OTHER_PUZZLES,
    OUTPUT,
    TARGET,
    TILES,
    Workspace,
    artifacts_of,
    contents,
    database,
    file_bytes,
    partial_files,
)

TABLES = yaml.safe_load(Path(__file__).with_name("runs.yaml").read_text(encoding="utf-8"))
LEFT, OWN, WRONG = TABLES["left"], TABLES["own configuration"], TABLES["wrong data"]


@pytest.mark.parametrize("puzzle", LEFT)
def test_a_run_fills_every_table(finished: Workspace, puzzle: str) -> None:
    left = LEFT[puzzle]
    output = finished.output_of(puzzle)
    with database(output / f"{puzzle}.db") as connection:
        for table in left["tables"]:
            assert connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone(), table
        assert [list(row) for row in connection.execute(left["sql"])] == left["rows"]
    listed = (output / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    assert set(left["files"]) <= {line.partition("  ")[2] for line in listed}


def test_a_configuration_changes_levels_sizes_units_hands_and_rules(workspace: Workspace) -> None:
    for name, text in OWN["files"].items():
        (workspace.folder / name).write_text(text, encoding="utf-8")
    workspace.configure_puzzles(OWN["settings"])
    target = "arrow_puzzle_database godomachi_database millijan_database"
    workspace.succeed(target=target)
    with database(workspace.output_of("arrow_puzzle") / "arrow_puzzle.db") as connection:
        boards = connection.execute("SELECT level, board FROM solutions").fetchall()
        (listed,) = connection.execute("SELECT count(*) FROM optimal_solutions").fetchone()
        (counted,) = connection.execute("SELECT sum(n_min_solutions) FROM solutions").fetchone()
    assert boards == [("twelve", "3 12 1 5 1 1 9"), ("easy", "111111112")]
    assert listed == counted
    with database(workspace.output_of("godomachi") / "godomachi.db") as connection:
        assert connection.execute(LEFT["godomachi"]["sql"]).fetchall() == [(3, 1, 0), (4, 10, 0)]
        assert connection.execute("SELECT max_cut FROM rule").fetchall() == [("half",)]
        assert connection.execute("SELECT n, max(k) FROM cuts GROUP BY n").fetchall() == [(2, 1), (3, 1), (4, 2)]
    with database(workspace.output_of("millijan") / "millijan.db") as connection:
        hands = connection.execute("SELECT rules, hand, called, won, score FROM hands").fetchall()
    assert hands == [("2019-10-08", "春香 千早 美希 雪歩", "", 0, 4000), ("2019-10-08", "雪歩", "trio", 0, 2000)]
    assert workspace.planned(target=target) == {}


def test_stages_report_wrong_data_and_keep_all_other_artifacts(workspace: Workspace, finished: Workspace) -> None:
    """Snakemake deletes the outputs of a failed stage."""
    results = workspace.folder / "results"
    before = file_bytes(results)
    right = {path: (workspace.folder / path).read_bytes() for path in (TILES, *WRONG["rows"])}
    (workspace.folder / TILES).write_text(WRONG["tiles"], encoding="utf-8")
    for path, edit in WRONG["rows"].items():
        workspace.edit(path, *edit)
    workspace.configure(board={"rows": 1, "columns": 2}, tiles=[0, 1])
    done = workspace.snakemake("--keep-going", target=f"{TARGET}_theme_synonyms arrow_puzzle millijan")
    assert done.status == 1, str(done)
    assert "Traceback" not in done.said
    said = " ".join(done.said.split())
    assert [sentence for sentence in WRONG["sentences"] if sentence not in said] == [], str(done)
    assert partial_files(results) == []
    after = file_bytes(results)
    gone = {name for name in before if name not in after}
    assert gone == set(WRONG["deleted"])
    assert {name for name in after if after[name] != before[name]} == set()
    for path, content in right.items():
        (workspace.folder / path).write_bytes(content)
    workspace.configure()
    workspace.succeed(target=f"{TARGET}_theme_synonyms")
    made = artifacts_of("town_synonyms", "theme_synonyms")
    assert contents(workspace.output, made) == contents(finished.output, made)


def test_a_run_counts_records_of_godomachi_and_continues_after_a_stop(workspace: Workspace) -> None:
    records = workspace.output_of("godomachi") / "records"
    target = "godomachi_records"
    every = {"record_cuts": 1, "record_plies": 5, "record_winners": 1, "records": 1}
    assert workspace.planned(target=target) == {f"godomachi_{stage}": jobs for stage, jobs in every.items()}
    workspace.succeed(target=target)
    known = CHECKOUT / "tests" / "known_answers" / "godomachi" / "records.csv"
    assert (records / "records.csv").read_bytes() == known.read_bytes()
    for name in ("plies_02.csv", "winners_08.csv", "records.csv"):
        (records / name).unlink()
    again = ("godomachi_record_plies", "godomachi_record_winners", "godomachi_records")
    assert workspace.planned(target=f"godomachi {target}") == dict.fromkeys(again, 1)


def test_the_atlas_has_the_pages(workspace: Workspace) -> None:
    workspace.succeed(target="atlas")
    atlas = workspace.folder / OUTPUT / "atlas"
    for puzzle in OTHER_PUZZLES:
        page = puzzle.removesuffix("_puzzle")
        made = workspace.output_of(puzzle) / "page" / page
        assert sum(1 for _ in made.iterdir()) > 5
        assert (atlas / page / "data.json").read_bytes() == (made / "data.json").read_bytes()
        html = workspace.folder / "tablebases" / page / "page" / "main.html"
        html.write_text(html.read_text(encoding="utf-8") + "<!-- edited -->\n", encoding="utf-8")
    assert set(workspace.planned(target="atlas")) == {f"{puzzle}_page" for puzzle in OTHER_PUZZLES}
