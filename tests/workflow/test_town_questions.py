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
    for id_, pattern, *scores in random.Random(2).sample(towns, 2):  # noqa: S311
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


# --- complete --------------------------------------------------------------------------------

CARDS = [("5", "12", "23"), ("2", "18", "21")]


@pytest.mark.parametrize("cards", CARDS)
def test_an_empty_board_is_best_completed_as_best_says(finished_large: Workspace, cards: tuple[str, ...]) -> None:
    best = answer(finished_large, "best", *cards)
    columns = [f"t{int(card):02d}" for card in cards]
    sql = f"SELECT {', '.join(columns)} FROM towns WHERE position || direction = ?"
    with database(finished_large.output / "success_pattern.db") as connection:
        expected = [list(connection.execute(sql, _first(row["pattern"])).fetchone()) for row in best]
    for board in ("", "......|??????"):
        found = answer(finished_large, "complete", board, *cards)
        assert sorted([row[column] for column in columns] for row in found) == sorted(expected)


def _first(patterns: str | list[str]) -> tuple[str]:
    return (patterns if isinstance(patterns, str) else patterns[0],)


@pytest.mark.parametrize("cards", [CARDS[0], ("5",), ("2", "21")])
def test_the_best_completions_are_those_of_a_tournament_of_all(
    finished_large: Workspace, cards: tuple[str, ...]
) -> None:
    """Of all listed towns and their half turns that have tile 3 at the top left and a front at the top right."""
    columns = ", ".join(f"t{int(card):02d}" for card in cards)
    with database(finished_large.output / "success_pattern.db") as connection:
        towns = connection.execute(f"SELECT position || direction, {columns} FROM towns").fetchall()
    fitting: dict[str, set[tuple[int, ...]]] = {}
    for pattern, *scores in towns:
        for rotation in oracle.rotations(pattern, *BOARD):
            if rotation[0] == "3" and rotation[8] in "0123":
                fitting.setdefault(rotation, set()).add(tuple(scores))
    padded = {(*scores, 0, 0)[:3] for of_town in fitting.values() for scores in of_town}
    kept = oracle.round_robin((-a, -b, -c) for a, b, c in padded)
    found = answer(finished_large, "complete", "3|??f", *cards, "--towns", "2")
    rows = [tuple(value for name, value in row.items() if name.startswith("t0") or name[1:].isdigit()) for row in found]
    assert sorted((*scores, 0, 0)[:3] for scores in rows) == sorted((-a, -b, -c) for a, b, c in kept)
    for row, scores in zip(found, rows, strict=True):
        assert 1 <= len(row["pattern"]) <= row["towns"]
        assert all(pattern[0] == "3" and pattern[8] in "0123" for pattern in row["pattern"])
        for pattern in row["pattern"] if row is found[0] else ():
            probed = {of["no"]: of["score"] for of in answer(finished_large, "probe", pattern)}
            assert tuple(probed[int(card)] for card in cards) == scores


def test_the_best_completion_is_drawn(finished_large: Workspace, tmp_path: Path) -> None:
    picture = tmp_path / "town.svg"
    done = ask(finished_large, "complete", "3|??f", "5", "-o", str(picture))
    assert done.status == 0, str(done)
    assert "ways to complete the town, for 5 The Longest Road" in done.said
    assert any(sign in done.said for sign in "╭╮╰╯─│")
    assert picture.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (["33|", "5"], ["tile 3 is used more than once"]),
        (["7|", "5"], ["there is no tile 7", "0, 1, 2, 3, 5, 8"]),
        (["30|00", "5", "12", "12"], ["more than once"]),
        (["3|", "5", "5"], ["more than once"]),
        (["3|", "Abducktion"], ["18 Abduction"]),
        (["3..5..|4..4..", "5"], ["no town can be completed"]),
        (["3|9", "5"], ["'9' is not understood"]),
    ],
)
def test_what_cannot_be_completed_is_told_in_a_sentence(
    finished_large: Workspace, words: list[str], parts: list[str]
) -> None:
    said = refusal(finished_large, "complete", *words)
    assert all(part in said for part in parts), said


@pytest.mark.parametrize(
    ("cards", "needed"), [(["5"], "best_towns.db does not exist"), ([], "theme_synonym_distance.db does not exist")]
)
def test_an_empty_board_without_results_is_told_what_is_needed(
    finished_large: Workspace, tmp_path: Path, cards: list[str], needed: str
) -> None:
    done = finished_large.command("nine-tiles", "complete", "", *cards, "--results", str(tmp_path))
    assert done.status == 1, str(done)
    assert needed in " ".join(done.said.split())


# --- notations -------------------------------------------------------------------------------


def test_what_may_be_an_id_is_told_from_a_pattern(finished_large: Workspace) -> None:
    for words in (["probe", "2004", "--results", OUTPUT], ["score", "2004"], ["draw", "2004"]):
        done = finished_large.command("nine-tiles", *words)
        assert done.status == 2, str(done)
        assert "`tablebases nine-tiles towns 2004`" in " ".join(done.said.split())


def test_a_picture_in_a_folder_that_is_not_there_is_refused_at_once(finished_large: Workspace, tmp_path: Path) -> None:
    done = finished_large.command("nine-tiles", "draw", "206745813361230035", "-o", str(tmp_path / "none" / "town.svg"))
    assert done.status == 2, str(done)
    assert "there is no folder" in done.said
    assert not (tmp_path / "none").exists()
