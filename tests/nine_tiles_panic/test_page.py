"""The data of the page, against slow code, and the stage that writes it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.core.errors import PipelineError
from pipeline.nine_tiles_panic.game.themes import all_theme_sets
from pipeline.nine_tiles_panic.readers.answers import TownsToLearn, Triple, read_minimum_cover
from pipeline.nine_tiles_panic.readers.scores import ThemeSynonyms
from pipeline.nine_tiles_panic.stages import page as stage
from tests.nine_tiles_panic.helpers import (
    THEME_FILE,
    TILE_FILE,
    real_themes,
    real_tiles,
    real_towns,
)
from tests.nine_tiles_panic.test_stage_files import run_all_stages

# --- the best answers ------------------------------------------------------------------------

Vectors = list[list[int]]


def ranks(vectors: Vectors) -> Vectors:
    """The distance of every score of every theme synonym, slowly."""
    themes = range(len(vectors[0]))
    best_first = [sorted({vector[t] for vector in vectors}, reverse=True) for t in themes]
    return [[best_first[t].index(vector[t]) for t in themes] for vector in vectors]


def synonyms_of(vectors: Vectors) -> ThemeSynonyms:
    """Theme synonyms with 1, 2, 3, .. towns."""
    numbers = list(range(1, len(vectors[0]) + 1))
    scores = np.array(vectors, dtype=np.int8).T.copy()
    return ThemeSynonyms(numbers, scores, np.arange(1, len(vectors) + 1, dtype=np.int32))


def two_kept(vectors: Vectors, numbers: list[int]) -> dict[str, list[Triple]]:
    """For every theme set the first two of its triples, as if these were kept."""
    kept: dict[str, list[Triple]] = {}
    for theme_set in all_theme_sets(numbers):
        a, b, c = theme_set.indices
        kept[theme_set.id] = sorted({(row[a], row[b], row[c]) for row in ranks(vectors)})[:2]
    return kept


@given(
    st.lists(st.lists(st.integers(-2, 1), min_size=4, max_size=4), min_size=1, max_size=12),
    st.data(),
)
def test_best_answers_against_slow_code(vectors: Vectors, data: st.DataObject) -> None:
    ids = list(range(1, len(vectors) + 1))
    cover = data.draw(st.lists(st.sampled_from(ids), unique=True))
    synonyms = synonyms_of(vectors)
    most_win = two_kept(vectors, synonyms.theme_numbers)
    found = stage.best_answers(synonyms, most_win, cover)
    distances = ranks(vectors)
    expected = []
    for theme_set in all_theme_sets(synonyms.theme_numbers):
        of_set = []
        for triple in most_win[theme_set.id]:
            triples = [tuple(row[t] for t in theme_set.indices) for row in distances]
            having = [i for i in ids if triples[i - 1] == triple]
            example = next((id_ for id_ in cover if id_ in having), having[0])
            of_set.append((*triple, sum(having), len(having), example))
        expected.append(of_set)
    assert found == expected


def test_answers_to_other_themes_are_refused() -> None:
    synonyms = synonyms_of([[0, 0, 0, 0]])
    with pytest.raises(PipelineError, match=r"answers\.db is not about the themes"):
        stage.best_answers(synonyms, {"01_02_05": [(0, 0, 0)]}, [1])


# --- the data file ---------------------------------------------------------------------------


def data_of(vectors: Vectors, cover: list[int], learned: list[TownsToLearn]) -> dict[str, Any]:
    """What the page says of these theme synonyms, in the first themes."""
    synonyms = synonyms_of(vectors)
    most_win = two_kept(vectors, synonyms.theme_numbers)
    answers = stage.best_answers(synonyms, most_win, cover)
    themes = real_themes()[: len(vectors[0])]
    return stage.page_data(synonyms, themes, answers, cover, len(cover), learned, str)


VECTORS = [[3, 0, 1], [0, 2, 1], [3, 2, -1], [1, 1, 1], [3, 2, -5]]


def test_distances_name_scores_best_first() -> None:
    data = data_of(VECTORS, [3], [])
    assert [theme["scores"] for theme in data["themes"]] == [[3, 1, 0], [2, 1, 0], [1, -1, -5]]
    # The triples at the best of the first two themes come first, with a town each.
    assert data["answers"] == [[[0, 0, 1, 3, 1, 0], [0, 0, 2, 5, 1, 1]]]
    assert data["towns"] == [[3, "3"], [5, "5"]]
    assert (data["nTowns"], data["nSynonyms"], data["cover"], data["coverBound"]) == (15, 5, 1, 1)


def test_the_towns_of_the_cover_come_first_and_none_twice() -> None:
    data = data_of(VECTORS, [5, 2], [TownsToLearn(2, "greedy", 1, 1, [4, 3])])
    assert [id_ for id_, _ in data["towns"]] == [5, 2, 3, 4]


@given(st.lists(st.tuples(st.sampled_from("ab"), st.lists(st.integers(1, 5), unique=True))))
def test_learning_lists_are_kept_by_what_they_add(rows: list[tuple[str, list[int]]]) -> None:
    learned = [TownsToLearn(len(ids), method, 7, 8, ids) for method, ids in rows]
    place = {id_: 10 * id_ for id_ in range(1, 6)}
    kept: dict[str, list[int]] = {}
    for (method, ids), row in zip(rows, stage._learning_data(learned, place), strict=True):
        assert row[:3] == [method, 7, 8]
        kept[method] = [*kept.get(method, [])[: row[3]], *row[4]]
        assert kept[method] == [place[id_] for id_ in ids]


def test_tiles_are_told_as_they_are() -> None:
    tile = stage.tile_data(real_tiles())[2]
    assert tile == {
        "number": 2,
        "faces": [
            {"roads": [[0, 3, "agent", 0], [1, 2, "", None]], "off": {"boys": 1}},
            {"roads": [[2, 3, "hamburger", None]], "off": {"dogs": 1}},
        ],
    }


# --- the stage -------------------------------------------------------------------------------

NUMBERS = (0, 1, 2, 5)


def make_page(folder: Path, out: Path, **changes: Any) -> dict[str, Any]:
    """Run the stage on the artifacts in a folder; returns the data."""
    options: dict[str, Any] = {
        "tiles": TILE_FILE,
        "tile_numbers": ",".join(map(str, NUMBERS)),
        "rows": 2,
        "columns": 2,
        "themes": THEME_FILE,
        "scores": folder / "theme_synonyms.npz",
        "success_pattern": folder / "success_pattern.db",
        "answers": folder / "answers.db",
        "out": out,
        **changes,
    }
    stage.main(**options)
    data: dict[str, Any] = json.loads((out / "data.json").read_text(encoding="utf-8"))
    return data


@pytest.fixture(scope="module")
def artifacts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("artifacts")
    run_all_stages(folder, TILE_FILE, ",".join(map(str, NUMBERS)), 2, 2)
    return folder


def test_the_page_of_a_small_board(artifacts: Path, tmp_path: Path) -> None:
    data = make_page(artifacts, tmp_path / "page")
    towns = real_towns(NUMBERS, 2, 2).by_pattern
    assert data["nTowns"] == len(towns)
    assert data["nSynonyms"] == len(set(towns.values()))
    assert data["coverBound"] == data["cover"] > 0
    for i, theme in enumerate(data["themes"]):
        assert theme["scores"] == sorted({scores[i] for scores in towns.values()}, reverse=True)
    for theme_set, rows in zip(all_theme_sets(range(1, 27)), data["answers"], strict=True):
        reached = Counter(tuple(s[i] for i in theme_set.indices) for s in towns.values())
        assert rows
        for *distances, n_towns, n_synonyms, town in rows:
            scores = tuple(data["themes"][i]["scores"][d] for i, d in zip(theme_set.indices, distances, strict=True))
            assert n_towns == reached[scores]
            vectors = {s for s in towns.values() if tuple(s[i] for i in theme_set.indices) == scores}
            assert n_synonyms == len(vectors)
            assert towns[data["towns"][town][1]] in vectors
    assert {row[0] for row in data["learn"]} == {"greedy", "optimal"}


def test_the_page_says_how_it_came_to_be(artifacts: Path, tmp_path: Path) -> None:
    make_page(artifacts, tmp_path / "a")
    data = make_page(artifacts, tmp_path / "b")
    names = sorted(path.name for path in (tmp_path / "a").iterdir())
    for name in names:
        if not name.endswith(".provenance.json"):
            assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    notes = json.loads((tmp_path / "a" / "data.json.provenance.json").read_text())
    assert notes["stage"] == "nine_tiles_panic_page"
    assert {"input app.js", "input template.html"} <= set(notes)
    for face in ("t0f0", "t5b3"):
        assert f'id="{face}"' in (tmp_path / "a" / "tiles.svg").read_text(encoding="utf-8")
    assert read_minimum_cover(artifacts / "answers.db")[1] == data["cover"]


def test_rules_that_the_page_does_not_know_are_refused(artifacts: Path, tmp_path: Path) -> None:
    with pytest.raises(PipelineError, match="by the rule set published, not by other"):
        make_page(artifacts, tmp_path / "page", rule_set="other")


def test_other_themes_are_refused(artifacts: Path, tmp_path: Path) -> None:
    themes = tmp_path / "themes.csv"
    lines = THEME_FILE.read_text(encoding="utf-8").splitlines(keepends=True)
    themes.write_text("".join(lines[:-1]), encoding="utf-8")
    with pytest.raises(PipelineError, match="was made for other themes than"):
        make_page(artifacts, tmp_path / "page", themes=themes)
