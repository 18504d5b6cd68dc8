"""The study `compare_rules`, against all towns of two small runs spelled by SQL."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from studies import compare_rules
from studies.compare_rules import Counts, Results, answers_of, compare
from tablebases.errors import Error
from tablebases.nine_tiles.game_files import load_all_tiles
from tablebases.nine_tiles.laid_town import lay_town
from tests.workflow.workspace import TARGET, TILES, Workspace

ROW = {"board": {"rows": 1, "columns": 4}, "tiles": [1, 6, 7, 8], "shards": 1}
"""Four straight roads in a row, with aliens and agents."""
SCORES = ", ".join(f"t{no:02d}" for no in range(1, 27))

Towns = dict[str, tuple[int, ...]]
"""Pattern -> scores."""


@pytest.fixture(scope="module")
def both(finished: Workspace, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Rule set -> the folder of its results."""
    workspace = finished.copy(tmp_path_factory.mktemp("rules") / "workspace", results=False)
    for rule_set in ("published", "impartial"):
        workspace.configure(ROW, rule_set=rule_set, output=f"results/{rule_set}")
        done = workspace.snakemake(target=f"{TARGET}_best_towns")
        assert done.status == 0, str(done)
    return {rule_set: workspace.folder / "results" / rule_set for rule_set in ("published", "impartial")}


def towns(results: Path) -> Towns:
    """The scores of all towns."""
    with closing(sqlite3.connect(results / "success_pattern.db")) as database:
        rows = database.execute(f"SELECT position || direction, {SCORES} FROM towns")
        return {pattern: tuple(scores) for pattern, *scores in rows}


def test_counts_are_those_of_the_towns_one_by_one(both: dict[str, Path]) -> None:
    rows = compare(*map(Results, both.values()), load_all_tiles(Path(TILES)))
    published, impartial = map(towns, both.values())
    same = sum(scores == impartial[pattern] for pattern, scores in published.items())
    assert rows["towns, and those that score the same"] == (len(published), len(impartial), same)
    assert same < len(published), "no town tells the rule sets apart"
    vectors = set(published.values()), set(impartial.values())
    assert rows["theme synonyms"] == (*map(len, vectors), len(vectors[0] & vectors[1]))
    assert all((counts.same or 0) <= min(counts[:2]) for counts in rows.values())
    theme_sets = rows["theme sets, and those whose best answers have the same scores"]
    assert theme_sets.published == theme_sets.impartial == 2600
    assert compare_rules.figures_of(rows)["impartial_same_towns"] == same


def test_the_table_and_the_picture_are_those_of_the_results(
    both: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "two-answers.svg"
    compare_rules.main(both["published"], both["impartial"], Path(TILES), picture)
    names, _, *rows = capsys.readouterr().out.splitlines()
    assert names == "| | published | impartial | the same in both |"
    assert rows[0].startswith("| towns, and those that score the same | 6,592 | 6,592 | 6,5")
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_results_of_the_other_rule_set_are_refused(both: dict[str, Path], tmp_path: Path) -> None:
    for folders in ((both["published"], both["published"]), (both["published"], tmp_path)):
        with pytest.raises(Error, match=r"no results of the rule set impartial; docs/nine-tiles-panic\.md says how"):
            compare_rules.main(*folders, Path(TILES))


def test_towns_score_differently_where_a_road_does(both: dict[str, Path]) -> None:
    published, impartial = map(towns, both.values())
    board, tiles = Results(both["published"]).game.board, load_all_tiles(Path(TILES))
    for pattern in published:
        answers = [answers_of(road) for road in lay_town(pattern, tiles, board).roads]
        differs = any(of.from_start != of.impartial for of in answers)
        assert differs or published[pattern] == impartial[pattern], pattern


def test_a_count_that_is_not_made_is_left_empty() -> None:
    assert compare_rules.table({"a": Counts(1, 2000, None)}).splitlines()[-1] == "| a | 1 | 2,000 | |"
