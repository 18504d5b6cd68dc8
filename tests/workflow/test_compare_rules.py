"""The stage that compares the two rule sets, against all towns spelled by SQL."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.workflow.workspace import LARGE, Workspace

COMPARE = "nine_tiles_panic_compare_rules"
IMPARTIAL = "results/impartial"
SCORES = ", ".join(f"t{no:02d}" for no in range(1, 27))


def test_the_other_results_are_asked_for_by_their_names(workspace: Workspace) -> None:
    done = workspace.snakemake(target=COMPARE)
    assert done.status == 1
    assert "results/nine_tiles_panic_impartial/answers.db" in done.said


def towns(results: Path) -> dict[str, tuple[int, ...]]:
    """Pattern -> scores, of all towns."""
    with closing(sqlite3.connect(results / "success_pattern.db")) as database:
        rows = database.execute(f"SELECT position || direction, {SCORES} FROM towns")
        return {pattern: tuple(scores) for pattern, *scores in rows}


@pytest.mark.slow
def test_counts_are_those_of_the_towns_one_by_one(finished_large: Workspace, tmp_path: Path) -> None:
    workspace = finished_large.copy(tmp_path / "workspace")
    workspace.configure(LARGE, rule_set="impartial", output=IMPARTIAL)
    assert workspace.snakemake().status == 0
    workspace.configure(LARGE, impartial=IMPARTIAL)
    done = workspace.snakemake(target=COMPARE)
    assert done.status == 0, str(done)
    published, impartial = towns(workspace.output), towns(workspace.folder / IMPARTIAL)
    assert published.keys() == impartial.keys()
    same = sum(scores == impartial[pattern] for pattern, scores in published.items())
    vectors = set(published.values()), set(impartial.values())
    with closing(sqlite3.connect(workspace.output / "compare_rules.db")) as database:
        counts = {what: counted for what, *counted, _ in database.execute("SELECT * FROM counts")}
        learned = database.execute("SELECT published, impartial, same, k FROM learn").fetchall()
    assert counts["towns"] == [len(published), len(impartial), same]
    assert same < len(published), "no town tells the rule sets apart"
    assert counts["theme synonyms"] == [*map(len, vectors), len(vectors[0] & vectors[1])]
    assert all(of_both[2] <= of_both[3] for of_both in learned)
    assert (workspace.output / "figures" / "two_answers.svg").read_text(encoding="utf-8").startswith("<svg")
