"""Files between stages, shards, and errors about damaged files."""

from __future__ import annotations

import math
import sqlite3
from contextlib import closing
from itertools import chain, combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.artifacts import ProvenanceNotes
from pipeline.database import create_database
from pipeline.nine_tiles_panic.readers import ThemeSynonyms, read_theme_synonyms
from pipeline.nine_tiles_panic.shard_tables import SHARD, SHARE, TURN_SETS
from pipeline.nine_tiles_panic.stages import success_pattern, towns
from pipeline.nine_tiles_panic.stages.most_win import towns_at_all_three
from pipeline.nine_tiles_panic.towns import TownSynonymList, read_shards
from scripts import ROOT
from scripts.figures import figures_of
from scripts.shown_examples import shown_queries
from tablebases.errors import Error
from tablebases.nine_tiles.best_towns import read_minimum_cover
from tablebases.nine_tiles.rules.game_files import load_themes
from tablebases.nine_tiles.rules.tiles import TILE_FILE_COLUMNS
from tablebases.nine_tiles.search.towns import TOWNS_IN_A_BATCH, batches
from tests.databases import rows_of
from tests.nine_tiles_panic.helpers import THEME_FILE
from tests.nine_tiles_panic.results import few_themes, run_all_stages, run_town_stages


@settings(max_examples=25)
@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 9)), min_size=1, max_size=30),
    st.integers(1, 8),
)
def test_shards_have_every_fillable_town_synonym_once_and_equal_shapes_together(
    rows: list[tuple[int, int, int]], shards: int
) -> None:
    # Shape scores differ in two numbers here; the number of a town synonym is its only position.
    listed = TownSynonymList(
        np.arange(len(rows), dtype=np.uint8)[:, np.newaxis],
        np.array([(a, b, 0, 0, 0) for a, b, _ in rows]),
        *(np.array([n for _, _, n in rows]) for _ in range(2)),
    )
    shares = [towns._share(listed, load_themes(THEME_FILE), shard, shards) for shard in range(shards)]
    assigned = [share.oriented[:, 0].tolist() for share in shares]
    assert sorted(chain(*assigned)) == [i for i, (_, _, n) in enumerate(rows) if n]
    shapes = [{tuple(shape) for shape in share.shape_counts.tolist()} for share in shares]
    assert all(not a & b for a, b in combinations(shapes, 2))


@settings(max_examples=25)
@given(st.lists(st.integers(1, 1_200_000), max_size=12))
def test_batches_are_consecutive_with_about_the_same_number_of_towns(sizes: list[int]) -> None:
    slices = list(batches(np.array(sizes, dtype=np.int64)))
    assert [i for batch in slices for i in range(batch.start, batch.stop)] == list(range(len(sizes)))
    for batch in slices:
        assert batch.stop == batch.start + 1 or sum(sizes[batch]) <= TOWNS_IN_A_BATCH


BOXES = np.arange(20, dtype=np.uint8).reshape(5, 4)


def written_shard(path: Path, shard: int, shards: int, rule_set: str = "published") -> Path:
    """A shard with one theme synonym of two towns per box."""
    with create_database(path, SHARD, ProvenanceNotes(towns.__file__, [], {"rule_set": rule_set})) as writer:
        writer.insert(SHARE, [{"shard": shard, "shards": shards, "positions": BOXES.shape[1]}])
        writer.insert(TURN_SETS, [{"number": i, "tile": i % 10, "directions": "02"[: 1 + i % 2]} for i in range(20)])
        writer.insert_array("keys", np.array([[1, 2]], dtype=np.uint64))
        writer.insert_array("n_towns", np.array([2 * len(BOXES)], dtype=np.int32))
        writer.insert_array("n_boxes", np.array([len(BOXES)], dtype=np.int32))
        writer.insert_array("boxes", BOXES)
    return path


def test_read_shards_refuses_missing_shards_and_shards_of_different_runs(tmp_path: Path) -> None:
    first, second = (written_shard(tmp_path / f"0{shard}.db", shard, 2) for shard in range(2))
    assert [shard.shard for shard in read_shards([first, second])] == [0, 1]
    with pytest.raises(Error, match=r"there are 2 shards, numbered from 0, but those given are 0; run"):
        read_shards([first])
    for other in (written_shard(tmp_path / "a.db", 1, 3), written_shard(tmp_path / "b.db", 1, 2, "other")):
        with pytest.raises(Error, match=r"the shards come from different runs; run `snakemake -R"):
            read_shards([first, other])
    with pytest.raises(Error, match=r"none\.db does not exist; run `snakemake --cores 2` to build it"):
        read_shards([tmp_path / "none.db"])


@pytest.mark.parametrize(
    ("keys_of_shards", "places"),
    [([[1, 3], [2]], [0, 1, 0]), ([[1, 3], [2, 3]], None), ([[1], [2]], None)],
    ids=["each in one shard", "one in two shards", "one in none"],
)
def test_the_boxes_of_a_theme_synonym_are_in_a_single_shard(
    keys_of_shards: list[list[int]], places: list[int] | None
) -> None:
    keys = [np.array(numbers, dtype=np.uint64)[:, None] for numbers in (*keys_of_shards, [1, 2, 3])]
    shards: Any = [SimpleNamespace(keys=own, n_boxes=np.full(len(own), 4)) for own in keys[:-1]]
    if places is None:
        with pytest.raises(Error, match=r"do not belong together; run `snakemake -R nine_tiles_panic_towns`"):
            success_pattern._places(shards, keys[-1])
    else:
        found = success_pattern._places(shards, keys[-1])
        assert found.shard.tolist() == places
        assert found.n_boxes.tolist() == [4, 4, 4]


@settings(max_examples=25)
@given(st.lists(st.lists(st.integers(-2, 0), min_size=5, max_size=5), min_size=1, max_size=12))
def test_towns_at_all_three_counts_towns_with_three_best_scores(vectors: list[list[int]]) -> None:
    n_towns = np.arange(1, len(vectors) + 1, dtype=np.int32)
    best = [max(column) for column in zip(*vectors, strict=True)]
    scores = np.array(vectors, dtype=np.int8).T.copy()
    found = towns_at_all_three(ThemeSynonyms([1, 2, 3, 4, 5], scores, n_towns))
    for themes in combinations(range(5), 3):
        at_best = [all(vector[t] == best[t] for t in themes) for vector in vectors]
        assert found[themes] == n_towns[at_best].sum()


def test_read_theme_synonyms_reads_some_themes_in_any_order(artifacts: Path) -> None:
    path = artifacts / "theme_synonyms.npz"
    assert read_theme_synonyms(path, [5, 1]).scores.tolist() == read_theme_synonyms(path).scores[[4, 0]].tolist()


@pytest.mark.thorough
def test_two_theme_synonyms_are_both_in_the_cover(tmp_path: Path) -> None:
    run_all_stages(tmp_path, "3", 1, 1, themes=few_themes(tmp_path, 5, 10, 11, 15))
    assert rows_of(tmp_path / "theme_synonyms.db", "SELECT sum(n_towns) FROM theme_synonyms") == [(2,)]
    ids, bound = read_minimum_cover(tmp_path / "answers.db")
    assert (sorted(ids), bound) == ([1, 2], 2)


@pytest.mark.thorough
def test_a_single_theme_synonym_is_the_cover(tmp_path: Path) -> None:
    # It matches every theme set, as all theme synonyms do, so it is a cover of size one.
    tiles = tmp_path / "tiles.csv"
    tiles.write_text(f"{','.join(TILE_FILE_COLUMNS)}\n0,front,0-1,0,0,0,0,0,0,0\n0,back,0-1,0,0,0,0,0,0,0\n")
    run_all_stages(tmp_path, "0", 1, 1, tiles=tiles, themes=few_themes(tmp_path, 5, 10, 11, 15))
    assert read_minimum_cover(tmp_path / "answers.db") == ([1], 1)


def test_the_figure_of_algorithm_a_counts_every_face_and_turn_on_every_place(artifacts: Path) -> None:
    """All four tiles lie on the board of 2 x 2, each in one of eight ways."""
    (figure,) = (figure for figure in figures_of("nine_tiles_panic") if figure.key == "ways_to_lay")
    assert rows_of(artifacts / "success_pattern.db", figure.sql) == [(math.factorial(4) * 8**4,)]
    assert int(figure.known) == math.factorial(9) * 8**9


def test_one_query_with_indexes_finds_the_best_towns_of_a_theme_set(artifacts: Path) -> None:
    query = """
        SELECT w.theme_synonym_id, t.t02, t.t05, t.t18
        FROM most_win_match AS w JOIN s.towns AS t ON t.theme_synonym_id = w.theme_synonym_id
        WHERE w.theme_set_id = '02_05_18'"""
    best = "SELECT score_1, score_2, score_3 FROM answers WHERE theme_set_id = '02_05_18'"
    with closing(sqlite3.connect(artifacts / "answers.db")) as database:
        database.execute("ATTACH ? AS s", (str(artifacts / "success_pattern.db"),))
        found = database.execute(query).fetchall()
        scores = set(database.execute(best).fetchall())
        plan = " ".join(row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {query}"))
    assert {row[1:] for row in found} == scores
    towns = rows_of(artifacts / "success_pattern.db", "SELECT theme_synonym_id, t02, t05, t18 FROM towns")
    assert sorted(found) == sorted(row for row in towns if row[1:] in scores)
    assert "SCAN" not in plan.replace("SCAN n", ""), plan


@pytest.mark.parametrize("cards", [(3, 12, 26), (2, 5, 13)])
def test_sql_finds_every_town_on_any_board_without_cards_of_roads_or_things(
    tmp_path: Path, cards: tuple[int, ...]
) -> None:
    titles = {query.title: query.sql for query in shown_queries(ROOT / "docs" / "cookbook.md")}
    sql = titles["theme synonym of a town by its pattern"]
    run_town_stages(tmp_path, "0,1,3", 1, 3, themes=few_themes(tmp_path, *cards))
    database = tmp_path / "success_pattern.db"
    listed = rows_of(database, "SELECT theme_synonym_id, position, direction FROM towns")
    assert len(listed) == 90
    for town in listed:
        _, position, direction = town
        found = rows_of(database, sql.replace("036582714", position).replace("004421544", direction))
        assert town in found
        assert set(found) <= set(listed)
