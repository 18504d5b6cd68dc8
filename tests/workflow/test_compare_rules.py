"""The study `compare_rules`, on all towns of four straight roads in a row."""

from __future__ import annotations

from pathlib import Path

import pytest

from oracle import nine_tiles_panic as oracle
from studies import compare_rules
from studies.compare_rules import Counts, Results, answers_of, compare
from tablebases.errors import Error
from tablebases.nine_tiles.rules.game_files import load_all_tiles
from tablebases.nine_tiles.rules.laid_town import lay_town
from tests.databases import rows_of
from tests.nine_tiles_panic.helpers import TILE_FILE
from tests.nine_tiles_panic.results import few_themes, run_all_stages

CARDS = (1, 2, 5, 8, 10, 16, 17, 19, 20)
N_THEME_SETS = 84


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Rule set -> the folder of its results."""
    folder = tmp_path_factory.mktemp("rules")
    themes = few_themes(folder, *CARDS)
    for rule_set in ("published", "impartial"):
        (folder / rule_set).mkdir()
        run_all_stages(folder / rule_set, "1,6,7,8", 1, 4, themes=themes, rule_set=rule_set)
    return {rule_set: folder / rule_set for rule_set in ("published", "impartial")}


@pytest.fixture(scope="module")
def towns(both: dict[str, Path]) -> list[dict[str, tuple[int, ...]]]:
    """Pattern -> scores of all towns, by both rule sets."""
    sql = f"SELECT position || direction, {', '.join(f't{no:02d}' for no in CARDS)} FROM towns"
    every = (rows_of(path / "success_pattern.db", sql) for path in both.values())
    return [{town: tuple(scores) for town, *scores in rows} for rows in every]


def test_counts_agree_with_single_towns(both: dict[str, Path], towns: list[dict[str, tuple[int, ...]]]) -> None:
    rows = compare(*map(Results, both.values()), oracle.load_tiles(TILE_FILE))
    published, impartial = towns
    same = sum(scores == impartial[pattern] for pattern, scores in published.items())
    assert rows["towns, and those that score the same"] == (len(published), len(impartial), same)
    assert same < len(published), "no town tells the rule sets apart"
    vectors = set(published.values()), set(impartial.values())
    assert rows["theme synonyms"] == (*map(len, vectors), len(vectors[0] & vectors[1]))
    assert all((counts.same or 0) <= min(counts[:2]) for counts in rows.values())
    theme_sets = rows["theme sets, and those whose best answers have the same scores"]
    assert theme_sets.published == theme_sets.impartial == N_THEME_SETS
    assert compare_rules.figures_of(rows)["impartial_same_towns"] == same


def test_the_study_finds_theme_sets_in_which_every_triple_loses(nine_tiles_folder: Path) -> None:
    sql = "SELECT theme_set_id FROM triples GROUP BY theme_set_id HAVING min(losses) > 0"
    losing = {theme_set for (theme_set,) in rows_of(nine_tiles_folder / "answers.db", sql)}
    assert Results(nine_tiles_folder).mixed == losing != set()


def test_main_prints_the_table_and_draws_the_picture(
    both: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "two-answers.svg"
    compare_rules.main(both["published"], both["impartial"], TILE_FILE, picture)
    names, _, *rows = capsys.readouterr().out.splitlines()
    assert names == "| | published | impartial | the same in both |"
    assert rows[0].startswith("| towns, and those that score the same | 6,592 | 6,592 | 6,5")
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert compare_rules.table({"a": Counts(1, 2000, None)}).splitlines()[-1] == "| a | 1 | 2,000 | |"


def test_the_study_rejects_results_of_the_other_rule_set(both: dict[str, Path], tmp_path: Path) -> None:
    for folders in ((both["published"], both["published"]), (both["published"], tmp_path)):
        with pytest.raises(Error, match=r"no results of the rule set impartial; docs/nine-tiles-panic\.md says how"):
            compare_rules.main(*folders, TILE_FILE)


def test_towns_with_different_scores_have_a_road_with_different_answers(
    both: dict[str, Path], towns: list[dict[str, tuple[int, ...]]]
) -> None:
    published, impartial = towns
    board, tiles = Results(both["published"]).game.board, load_all_tiles(TILE_FILE)
    for pattern in [pattern for pattern in published if published[pattern] != impartial[pattern]]:
        answers = [answers_of(road) for road in lay_town(pattern, tiles, board).roads]
        assert any(answer.from_start != answer.impartial for answer in answers), pattern
