"""The data of the atlas, against slow code, and how its folder is written."""

from __future__ import annotations

import json
import os
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.artifact.csv_file import create_csv
from pipeline.artifact.provenance import ProvenanceNotes, read_provenance
from pipeline.errors import PipelineError
from pipeline.nine_tiles_panic import atlas, learn
from pipeline.nine_tiles_panic.atlas import Answer, Coverage, Findings, Game
from pipeline.nine_tiles_panic.atlas_site import atlas_files, atlas_folder, site_files
from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game.themes import all_theme_sets
from pipeline.nine_tiles_panic.most_win import Triple
from pipeline.nine_tiles_panic.theme_synonyms import ThemeSynonyms
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
    found = atlas.best_answers(synonyms, most_win, cover)
    distances = ranks(vectors)
    expected = []
    for theme_set in all_theme_sets(synonyms.theme_numbers):
        of_set = []
        for triple in most_win[theme_set.id]:
            triples = [tuple(row[t] for t in theme_set.indices) for row in distances]
            having = [i for i in ids if triples[i - 1] == triple]
            example = next((id_ for id_ in cover if id_ in having), having[0])
            of_set.append(Answer(triple, sum(having), len(having), example))
        expected.append(of_set)
    assert found == expected


def test_answers_to_other_themes_are_refused() -> None:
    synonyms = synonyms_of([[0, 0, 0, 0]])
    with pytest.raises(PipelineError, match=r"most_win\.csv is not about the themes"):
        atlas.best_answers(synonyms, {"01_02_05": [(0, 0, 0)]}, [1])


# --- the data file ---------------------------------------------------------------------------


def game_of(themes: int) -> Game:
    """The real tiles on the real board, with some of the themes."""
    return Game(Board(3, 3), real_tiles(), real_themes()[:themes])


def findings_of(vectors: Vectors, cover: list[int], coverages: list[Coverage]) -> Findings:
    """What there is to show of these theme synonyms."""
    synonyms = synonyms_of(vectors)
    most_win = two_kept(vectors, synonyms.theme_numbers)
    answers = atlas.best_answers(synonyms, most_win, cover)
    return Findings(synonyms.scores, 99, answers, cover, len(cover), coverages)


VECTORS = [[3, 0, 1], [0, 2, 1], [3, 2, -1], [1, 1, 1], [3, 2, -5]]


def test_distances_name_scores_best_first() -> None:
    data = atlas.atlas_data(game_of(3), findings_of(VECTORS, [3], []), str)
    assert [theme["scores"] for theme in data["themes"]] == [[3, 1, 0], [2, 1, 0], [1, -1, -5]]
    # The triples at the best of the first two themes come first, with a town each.
    assert data["answers"] == [[[0, 0, 1, 3, 1, 0], [0, 0, 2, 5, 1, 1]]]
    assert data["towns"] == [[3, "3"], [5, "5"]]
    assert (data["nTowns"], data["nSynonyms"], data["cover"], data["coverBound"]) == (99, 5, 1, 1)


def test_the_towns_of_the_cover_come_first_and_none_twice() -> None:
    coverages = [Coverage("greedy", 1, None, [4, 3])]
    findings = findings_of(VECTORS, [5, 2], coverages)
    assert findings.theme_synonyms_shown() == [5, 2, 3, 4]


@given(st.lists(st.tuples(st.sampled_from("ab"), st.lists(st.integers(1, 5), unique=True))))
def test_learning_lists_are_kept_by_what_they_add(rows: list[tuple[str, list[int]]]) -> None:
    coverages = [Coverage(method, 7, None, ids) for method, ids in rows]
    place = {id_: 10 * id_ for id_ in range(1, 6)}
    kept: dict[str, list[int]] = {}
    for (method, ids), row in zip(rows, atlas._coverage_data(coverages, place), strict=True):
        assert row[:3] == [method, 7, None]
        kept[method] = [*kept.get(method, [])[: row[3]], *row[4]]
        assert kept[method] == [place[id_] for id_ in ids]


def test_tiles_are_told_as_they_are() -> None:
    tile = atlas.tile_data(real_tiles())[2]
    assert tile == {
        "number": 2,
        "faces": [
            {"roads": [[0, 3, "agent", 0], [1, 2, "", None]], "off": {"boys": 1}},
            {"roads": [[2, 3, "hamburger", None]], "off": {"dogs": 1}},
        ],
    }


def test_the_learning_list_is_read(tmp_path: Path) -> None:
    path = tmp_path / "learn.csv"
    with create_csv(path, learn.COLUMNS, ProvenanceNotes(learn.__file__, [], {})) as writer:
        writer.row((1, "greedy", 10, "", "7"))
        writer.row((2, "optimal", 15, 16, "7 9"))
    assert atlas.read_coverages(path) == [
        Coverage("greedy", 10, None, [7]),
        Coverage("optimal", 15, 16, [7, 9]),
    ]


# --- the folder ------------------------------------------------------------------------------


def write(out: Path, data: dict[str, Any]) -> None:
    """Write a site."""
    atlas.write_site(out, data, real_tiles(), ProvenanceNotes(atlas.__file__, [], {}))


def test_a_site_has_all_its_files_and_replaces_an_earlier_one(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "atlas"
    write(out, {"towns": 1})
    (out / "left over.txt").touch()
    write(out, {"towns": 2})
    assert json.loads((out / "data.json").read_text()) == {"towns": 2}
    names = {path.name for path in site_files()}
    assert {"index.html", "app.js", "scoring.js", "style.css"} <= names
    written = {"data.json", "data.json.provenance.json", "tiles.svg"}
    assert {path.name for path in out.iterdir()} == names | written
    listed = {*map(Path, atlas_files(out)), out / "data.json.provenance.json"}
    assert listed == set(out.iterdir())
    assert [path.name for path in out.parent.iterdir()] == ["atlas"]
    for face in ("t0f0", "t8b3"):
        assert f'id="{face}"' in (out / "tiles.svg").read_text()


def test_a_site_that_fails_leaves_the_earlier_one(tmp_path: Path) -> None:
    out = tmp_path / "atlas"
    write(out, {"towns": 1})
    with pytest.raises(TypeError):
        write(out, {"towns": object()})
    assert json.loads((out / "data.json").read_text()) == {"towns": 1}
    assert [path.name for path in tmp_path.iterdir()] == ["atlas"]


def test_what_killed_runs_left_is_removed(tmp_path: Path) -> None:
    ended = subprocess.Popen(["true"])
    ended.wait()
    (tmp_path / f".atlas.{ended.pid}.partial").mkdir()
    (tmp_path / f".atlas.{os.getppid()}.partial").mkdir()
    (tmp_path / ".atlas.mine.partial").mkdir()
    write(tmp_path / "atlas", {})
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"atlas", f".atlas.{os.getppid()}.partial", ".atlas.mine.partial"}


def test_an_empty_folder_is_used(tmp_path: Path) -> None:
    (tmp_path / "atlas").mkdir()
    write(tmp_path / "atlas", {})
    assert (tmp_path / "atlas" / "index.html").is_file()


@pytest.mark.parametrize("make", [Path.mkdir, lambda p: p.write_text("mine")])
def test_what_is_no_atlas_is_left_alone(tmp_path: Path, make: Callable[[Path], Any]) -> None:
    out = tmp_path / "atlas"
    make(out)
    if out.is_dir():
        (out / "mine.txt").write_text("mine")
    with pytest.raises(PipelineError, match="is no atlas; move it away and run again"):
        write(out, {})
    mine = out / "mine.txt" if out.is_dir() else out
    assert mine.read_text() == "mine"


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(PipelineError, match=r"cannot write .*atlas: "):
        write(tmp_path / "file" / "atlas", {})


def test_every_configuration_has_its_own_atlas() -> None:
    assert atlas_folder(Path("results/nine_tiles_panic")) == Path("results/atlas")
    assert atlas_folder(Path("results/mini")) == Path("results/mini/atlas")


# --- the stage -------------------------------------------------------------------------------

NUMBERS = (0, 1, 2, 5)


def make_atlas(folder: Path, out: Path, **changes: Any) -> dict[str, Any]:
    """Run the stage on the artifacts in a folder; returns the data."""
    options: dict[str, Any] = {
        "tiles": TILE_FILE,
        "tile_numbers": ",".join(map(str, NUMBERS)),
        "rows": 2,
        "columns": 2,
        "themes": THEME_FILE,
        "theme_synonyms": folder / "theme_synonyms.db",
        "success_pattern": folder / "success_pattern.db",
        "most_win": folder / "most_win.csv",
        "minimum_cover": folder / "minimum.csv",
        "out": out,
        **changes,
    }
    atlas.main(**options)
    data: dict[str, Any] = json.loads((out / "data.json").read_text(encoding="utf-8"))
    return data


@pytest.fixture(scope="module")
def artifacts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("artifacts")
    run_all_stages(folder, TILE_FILE, ",".join(map(str, NUMBERS)), 2, 2)
    learn.main(folder / "most_win_match.csv", folder / "learn.csv")
    return folder


def test_the_atlas_of_a_small_board(artifacts: Path, tmp_path: Path) -> None:
    data = make_atlas(artifacts, tmp_path / "atlas", learn=artifacts / "learn.csv")
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
            scores = tuple(
                data["themes"][i]["scores"][d]
                for i, d in zip(theme_set.indices, distances, strict=True)
            )
            assert n_towns == reached[scores]
            vectors = {
                s for s in towns.values() if tuple(s[i] for i in theme_set.indices) == scores
            }
            assert n_synonyms == len(vectors)
            assert towns[data["towns"][town][1]] in vectors
    assert {row[0] for row in data["learn"]} == {"greedy", "optimal"}


def test_the_atlas_says_how_it_came_to_be(artifacts: Path, tmp_path: Path) -> None:
    make_atlas(artifacts, tmp_path / "a")
    data = make_atlas(artifacts, tmp_path / "b")
    assert data["learn"] == []
    names = sorted(path.name for path in (tmp_path / "a").iterdir())
    for name in names:
        if not name.endswith(".provenance.json"):
            assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    notes = json.loads((tmp_path / "a" / "data.json.provenance.json").read_text())
    assert notes["stage"] == "atlas"
    assert "input app.js" in notes
    assert read_provenance(artifacts / "minimum.csv")["proven_lower_bound"] == str(data["cover"])


def test_rules_that_the_page_does_not_know_are_refused(artifacts: Path, tmp_path: Path) -> None:
    with pytest.raises(PipelineError, match="by the rule set published, not by other"):
        make_atlas(artifacts, tmp_path / "atlas", rule_set="other")


def test_other_themes_are_refused(artifacts: Path, tmp_path: Path) -> None:
    themes = tmp_path / "themes.csv"
    lines = THEME_FILE.read_text(encoding="utf-8").splitlines(keepends=True)
    themes.write_text("".join(lines[:-1]), encoding="utf-8")
    with pytest.raises(PipelineError, match="was made for other themes than"):
        make_atlas(artifacts, tmp_path / "atlas", themes=themes)
