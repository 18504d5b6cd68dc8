"""The data of the page, against slow code, and the stage that writes it."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.nine_tiles_panic.stages import page as stage
from tablebases import nine_tiles
from tablebases.database import open_rows
from tablebases.errors import Error
from tablebases.files import PROVENANCE
from tablebases.locations import PACKAGED
from tablebases.nine_tiles.best_towns import Outcome, TownsToLearn, outcomes_in, read_minimum_cover, scores_in
from tablebases.nine_tiles.rules.themes import all_theme_sets
from tablebases.nine_tiles.tablebase import BEST_TOWNS, MIX, UNBEATEN, WINNER, themes_in
from tests.nine_tiles_panic.helpers import TILE_FILE, real_themes, real_tiles, real_towns
from tests.nine_tiles_panic.results import best_towns_of, synonyms_of

NUMBERS = (0, 1, 2, 5)
VECTORS = [[3, 0, 1], [0, 2, 1], [3, 2, -1], [1, 1, 1], [3, 2, -5]]


def data_of(cover: list[int], learned: list[TownsToLearn], outcome: str = UNBEATEN) -> dict[str, Any]:
    """The page's data of five theme synonyms in three themes."""
    patterns = {1: "11", 2: "21", 3: "31", 4: "40", 5: "51"}
    best = best_towns_of(synonyms_of(VECTORS), real_themes()[:3], cover, learned, patterns.__getitem__)
    return stage.page_data(best, {"01_02_03": Outcome(outcome, 0, [])})


def test_distances_name_scores_best_first_and_towns_of_the_cover_come_first() -> None:
    data = data_of([3], [])
    assert [theme["scores"] for theme in data["themes"]] == [[3, 1, 0], [2, 1, 0], [1, -1, -5]]
    assert [*data["answers"].values()] == [[0], [0], [1], [3], [1], [0], [0]]
    assert data["nAnswers"] == [1]
    assert data["towns"] == [[3, "31"]]
    assert (data["nTowns"], data["nSynonyms"], data["cover"], data["coverBound"]) == (15, 5, 1, 1)
    data = data_of([5, 2], [TownsToLearn(2, "greedy", 1, 1, [4, 3])])
    assert data["towns"] == [[2, "21"], [5, "51"], [4, "40"], [3, "31"]]  # the easiest to lay before others


@pytest.mark.parametrize(("outcome", "place"), [(UNBEATEN, 0), (WINNER, 1), (MIX, 2)])
def test_an_answer_has_the_place_of_its_outcome(outcome: str, place: int) -> None:
    assert data_of([3], [], outcome)["answers"]["outcome"] == [place]


def test_the_mixes_of_the_page_are_those_of_the_library() -> None:
    results = PACKAGED / "nine_tiles_panic"
    with open_rows(results / BEST_TOWNS.file, BEST_TOWNS) as database:
        mixes = stage.mixes_data(outcomes_in(database), scores_in(database, themes_in(database)))
    for theme_set in ("01_06_14", "08_12_26"):
        mix, found = nine_tiles.best(*theme_set.split("_"), results=results).mix, mixes[theme_set]
        assert mix
        rows = [
            (chance, *(" ".join(map(str, scores)) for scores in combinations), pattern)
            for chance, *combinations, pattern in found["answers"]
        ]
        assert (rows, found["only"]) == (mix.table, mix.is_only)


@settings(max_examples=20)
@given(st.lists(st.tuples(st.sampled_from("ab"), st.lists(st.integers(1, 5), unique=True))))
def test_learning_lists_are_kept_by_what_they_add(rows: list[tuple[str, list[int]]]) -> None:
    learned = [TownsToLearn(len(ids), method, 7, 8, ids) for method, ids in rows]
    place = {id_: 10 * id_ for id_ in range(1, 6)}
    learnt: dict[str, list[int]] = {}
    for (method, ids), row in zip(rows, stage._learning_data(learned, place), strict=True):
        assert row[:3] == [method, 7, 8]
        learnt[method] = [*learnt.get(method, [])[: row[3]], *row[4]]
        assert learnt[method] == [place[id_] for id_ in ids]


def test_tiles_are_written_as_they_are() -> None:
    assert stage.tile_data(real_tiles())[2] == {
        "number": 2,
        "faces": [
            {"roads": [[0, 3, "agent", 0], [1, 2, "", None]], "off": {"boys": 1}},
            {"roads": [[2, 3, "hamburger", None]], "off": {"dogs": 1}},
        ],
    }


def make_page(folder: Path, out: Path, **changes: Any) -> dict[str, Any]:
    """Run the stage on the artifacts in a folder; returns the data."""
    notes = out.parent / PROVENANCE / f"{out.name}.json"
    game = {"tiles": TILE_FILE, "tile_numbers": ",".join(map(str, NUMBERS)), "rows": 2, "columns": 2}
    stage.main(**game, best_towns=folder / "best_towns.db", out=out / "about.json", notes=notes, **changes)  # type: ignore[arg-type]
    data: dict[str, Any] = json.loads((out / "data.json").read_text(encoding="utf-8"))
    return data


@pytest.mark.thorough
def test_the_page_of_a_small_board(artifacts: Path, tmp_path: Path) -> None:
    data = make_page(artifacts, tmp_path / "a")
    towns = real_towns(NUMBERS, 2, 2).by_pattern
    assert (data["nTowns"], data["nSynonyms"]) == (len(towns), len(set(towns.values())))
    assert data["coverBound"] == data["cover"] == read_minimum_cover(artifacts / "answers.db")[1] > 0
    for i, theme in enumerate(data["themes"]):
        assert theme["scores"] == sorted({scores[i] for scores in towns.values()}, reverse=True)
    theme_sets = all_theme_sets([theme.no for theme in real_themes()])
    answers = zip(*data["answers"].values(), strict=True)
    of_sets = [list(islice(answers, n)) for n in data["nAnswers"]]
    assert next(answers, None) is None
    for theme_set, rows in list(zip(theme_sets, of_sets, strict=True))[::10]:
        reached = Counter(tuple(s[i] for i in theme_set.indices) for s in towns.values())
        different = Counter(tuple(s[i] for i in theme_set.indices) for s in set(towns.values()))
        assert rows
        for *distances, n_towns, n_synonyms, town in (row[:-1] for row in rows):
            scores = tuple(data["themes"][i]["scores"][d] for i, d in zip(theme_set.indices, distances, strict=True))
            assert (n_towns, n_synonyms) == (reached[scores], different[scores])
            of_town = towns[data["towns"][town][1]]
            assert tuple(of_town[i] for i in theme_set.indices) == scores
    assert {row[0] for row in data["learn"]} == {"greedy", "optimal"}
    make_page(artifacts, tmp_path / "b")
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()
    notes = json.loads((tmp_path / PROVENANCE / "a.json").read_text())
    assert notes["stage"] == "nine_tiles_panic_page"
    assert {"input app.js", "input template.html"} <= set(notes)
    for face in ("t0f0", "t5b3"):
        assert f'id="{face}"' in (tmp_path / "a" / "tiles.svg").read_text(encoding="utf-8")


def test_the_stage_refuses_rules_that_the_page_does_not_know(artifacts: Path, tmp_path: Path) -> None:
    with pytest.raises(Error, match="by the rule sets published, impartial, not by other"):
        make_page(artifacts, tmp_path / "page", rule_set="other")
