"""Commands that are given a town or a part of one, asked of a finished run of the 2x3 board."""

from __future__ import annotations

import csv
import io
import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.oracle import nine_tiles_panic as oracle
from tests.workflow.workspace import CHECKOUT, OUTPUT, Finished, Workspace, database

BOARD = (2, 3)
ORACLE_TILES = oracle.load_tiles(CHECKOUT / "tests" / "oracle" / "tiles.csv")


def ask(workspace: Workspace, *words: str) -> Finished:
    """Ask about the workspace's results, as people do."""
    return workspace.command("nine-tiles", *words, "--results", OUTPUT)


def answer(workspace: Workspace, *words: str) -> list[dict[str, Any]]:
    """The rows that a command answers with."""
    done = ask(workspace, *words, "--json")
    assert done.status == 0, str(done)
    rows: list[dict[str, Any]] = json.loads(done.said)
    return rows


def refusal(workspace: Workspace, *words: str) -> str:
    """The sentence in which a command says what is wrong."""
    done = ask(workspace, *words)
    assert done.status != 0, str(done)
    assert "Traceback" not in done.said, str(done)
    return " ".join(done.said.split())


# --- probe -----------------------------------------------------------------------------------


def test_a_town_is_found_however_it_lies(finished_large: Workspace) -> None:
    columns = ", ".join(f"t{theme:02d}" for theme in oracle.THEMES)
    sql = f"SELECT theme_synonym_id, position || direction, {columns} FROM towns"
    with database(finished_large.output / "success_pattern.db") as connection:
        towns = connection.execute(sql).fetchall()
    for id_, pattern, *scores in random.Random(2).sample(towns, 3):  # noqa: S311
        for rotation in oracle.rotations(pattern, *BOARD):
            rows = answer(finished_large, "probe", f"{rotation[:6]} | {rotation[6:]}")
            found = {(row["theme_synonym_id"], row["pattern"], row["towns"]) for row in rows}
            assert found == {(id_, pattern, sum(other == id_ for other, *_ in towns))}
            assert [row["score"] for row in rows] == scores
    for row, of_theme in zip(rows, zip(*(scores for _, _, *scores in towns), strict=True), strict=True):
        better = sorted({score for score in of_theme if score > row["score"]})
        assert (row["rank"], row["ranks"]) == (1 + len(better), len(set(of_theme)))
        worse = sum(score < row["score"] for score in of_theme)
        assert row["better_than"] == pytest.approx(worse / len(towns), abs=1e-6)


def test_a_town_is_shown_with_how_it_is_listed(finished_large: Workspace) -> None:
    (first, *_) = answer(finished_large, "towns", "7", "--limit", "1")
    turned = oracle.rotations(first["pattern"], *BOARD)[1]
    said = ask(finished_large, "probe", turned).said
    assert f"Town {turned}: theme synonym 7, which has " in said
    assert f"It is listed as {first['pattern']} turned left by 180 degrees" in said
    assert "turned" not in ask(finished_large, "probe", first["pattern"]).said
    listed = list(csv.DictReader(io.StringIO(ask(finished_large, "probe", turned, "--csv").said)))
    assert [row["theme"] for row in listed[:2]] == ["Capture", "Surrounded"]


def test_a_town_with_other_tiles_is_not_in_the_results(finished_large: Workspace) -> None:
    patterns = oracle.all_complete_patterns({n: ORACLE_TILES[n] for n in (3, 4, 5, 6, 7, 8)}, *BOARD)
    foreign = next(pattern for pattern in patterns if "7" in pattern[:6])
    assert "about other tiles" in refusal(finished_large, "probe", foreign)


# --- notations -------------------------------------------------------------------------------


def test_what_may_be_an_id_is_told_from_a_pattern(finished_large: Workspace) -> None:
    for command in ("probe", "score", "draw"):
        done = finished_large.command("nine-tiles", command, "2004")
        assert done.status == 2 or command == "probe", str(done)
    assert "`tablebases nine-tiles towns 2004`" in refusal(finished_large, "probe", "2004")


def test_a_picture_in_a_folder_that_is_not_there_is_refused_at_once(finished_large: Workspace, tmp_path: Path) -> None:
    done = finished_large.command("nine-tiles", "draw", "206745813361230035", "-o", str(tmp_path / "none" / "town.svg"))
    assert done.status == 2, str(done)
    assert "there is no folder" in done.said
    assert not (tmp_path / "none").exists()
