"""What stages read back from each other, how they share out the work, and errors about damaged files."""

from __future__ import annotations

import csv
import sqlite3
from contextlib import closing
from itertools import chain, combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.artifacts import ProvenanceNotes, create_csv, create_file, write_provenance
from pipeline.database import Schema, create_database
from pipeline.nine_tiles_panic.readers import (
    Shard,
    ThemeSynonyms,
    TownSynonymList,
    read_match_table,
    read_shards,
    read_theme_synonyms,
    read_town_synonyms,
)
from pipeline.nine_tiles_panic.stages import (
    answers,
    most_win_match,
    success_pattern,
    theme_synonyms,
    town_synonyms,
    towns,
)
from pipeline.nine_tiles_panic.stages.theme_sets import towns_at_all_three
from pipeline.nine_tiles_panic.tables import (
    ANSWERS,
    LEARN,
    LEARN_THEME_SYNONYMS,
    MATCH_SET_THEME_SETS,
    MATCH_SETS,
    MATCHES,
    SHARD,
    SHARE,
    TOWN_SYNONYMS,
    TURN_SETS,
)
from tablebases.errors import Error
from tablebases.files import provenance_file, read_provenance
from tablebases.nine_tiles import search
from tablebases.nine_tiles.tablebase import read_learn, read_minimum_cover
from tablebases.nine_tiles.tiles import TILE_FILE_COLUMNS
from tests.databases import rows_of
from tests.nine_tiles_panic.helpers import oriented_of
from tests.nine_tiles_panic.results import few_themes, run_all_stages


def test_town_synonyms_are_read_back(tmp_path: Path) -> None:
    path = tmp_path / "town_synonyms.csv"
    columns = ["pattern", *TOWN_SYNONYMS.columns.keys()[2:]]
    with create_csv(path, columns, ProvenanceNotes(town_synonyms.__file__, [], {})) as writer:
        writer.lines(["00|00,1,0,0,0,2,0,6,6,24\n", "03|00,2,1,0,1,1,1,6,7,40\n"])
    found = read_town_synonyms(path)
    assert found.oriented.tolist() == oriented_of("0000", "0300").tolist()
    assert found.shape_counts.tolist() == [[0, 0, 0, 2, 0], [1, 0, 1, 1, 1]]
    assert (found.n_placements.tolist(), found.n_towns.tolist()) == ([6, 6], [6, 7])
    assert found[1:].n_towns.tolist() == [7]
    assert found[np.array([1, 0])].n_towns.tolist() == [7, 6]


# --- shards ----------------------------------------------------------------------------------


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 9)), min_size=1, max_size=30),
    st.integers(1, 8),
)
def test_shards_share_out_what_can_be_filled_and_keep_equal_shapes_together(
    rows: list[tuple[int, int, int]], shards: int
) -> None:
    # Shapes scores are told apart by two numbers here; every town synonym is its own number.
    listed = TownSynonymList(
        np.arange(len(rows), dtype=np.uint8)[:, np.newaxis],
        np.array([(a, b, 0, 0, 0) for a, b, _ in rows]),
        *(np.array([n for _, _, n in rows]) for _ in range(2)),
    )
    shares = [towns._share(listed, shard, shards) for shard in range(shards)]
    dealt = [share.oriented[:, 0].tolist() for share in shares]
    assert sorted(chain(*dealt)) == [i for i, (_, _, n) in enumerate(rows) if n]
    shapes = [{tuple(shape) for shape in share.shape_counts.tolist()} for share in shares]
    assert all(not a & b for a, b in combinations(shapes, 2))


@given(st.lists(st.integers(1, 1_200_000), max_size=12))
def test_batches_follow_each_other_with_about_the_same_number_of_towns(sizes: list[int]) -> None:
    batches = list(search.batches(np.array(sizes, dtype=np.int64)))
    assert [i for batch in batches for i in range(batch.start, batch.stop)] == list(range(len(sizes)))
    for batch in batches:
        assert batch.stop == batch.start + 1 or sum(sizes[batch]) <= search.TOWNS_IN_A_BATCH


BOXES = np.arange(20, dtype=np.uint8).reshape(5, 4)


def written_shard(path: Path, shard: int, shards: int, rule_set: str = "published") -> Path:
    """A shard with one theme synonym of two towns a box."""
    with create_database(path, SHARD, ProvenanceNotes(towns.__file__, [], {"rule_set": rule_set})) as writer:
        writer.insert(SHARE, [{"shard": shard, "shards": shards, "positions": BOXES.shape[1]}])
        writer.insert(TURN_SETS, [{"number": i, "tile": i % 10, "directions": "02"[: 1 + i % 2]} for i in range(20)])
        writer.insert_array("keys", np.array([[1, 2]], dtype=np.uint64))
        writer.insert_array("n_towns", np.array([2 * len(BOXES)], dtype=np.int32))
        writer.insert_array("n_boxes", np.array([len(BOXES)], dtype=np.int32))
        writer.insert_array("boxes", BOXES)
    return path


def test_a_shard_is_read_back(tmp_path: Path) -> None:
    shard = Shard(written_shard(tmp_path / "00.db", 0, 1))
    assert shard.keys.tolist() == [[1, 2]]
    assert (shard.n_towns.tolist(), shard.n_boxes.tolist(), shard.positions) == ([10], [5], 4)
    assert (shard.boxes == BOXES).all()
    assert [tuple(row.values()) for row in shard.turn_sets.rows()[:2]] == [(0, 0, "0"), (1, 1, "02")]


def test_missing_shards_and_shards_of_different_runs_are_refused(tmp_path: Path) -> None:
    first, second = (written_shard(tmp_path / f"0{shard}.db", shard, 2) for shard in range(2))
    assert [shard.shard for shard in read_shards([first, second])] == [0, 1]
    with pytest.raises(Error, match=r"there are 2 shards, numbered from 0, but those given are 0; run"):
        read_shards([first])
    for other in (written_shard(tmp_path / "a.db", 1, 3), written_shard(tmp_path / "b.db", 1, 2, "other")):
        with pytest.raises(Error, match=r"the shards come from different runs; run `snakemake -R"):
            read_shards([first, other])
    with pytest.raises(Error, match=r"none\.db does not exist; run `snakemake` to make it"):
        read_shards([tmp_path / "none.db"])


@pytest.mark.parametrize(
    ("keys_of_shards", "places"),
    [([[1, 3], [2]], [(0, 0), (1, 0), (0, 4)]), ([[1, 3], [2, 3]], None), ([[1], [2]], None)],
    ids=["each in one shard", "one in two shards", "one in none"],
)
def test_the_boxes_of_a_theme_synonym_are_found_in_the_one_shard_that_has_them(
    keys_of_shards: list[list[int]], places: list[tuple[int, int]] | None
) -> None:
    keys = [np.array(of, dtype=np.uint64)[:, None] for of in (*keys_of_shards, [1, 2, 3])]
    shards: Any = [SimpleNamespace(keys=of, n_boxes=np.full(len(of), 4)) for of in keys[:-1]]
    if places is None:
        with pytest.raises(Error, match=r"do not belong together; run `snakemake -R nine_tiles_panic_towns`"):
            success_pattern._places(shards, keys[-1])
    else:
        found = success_pattern._places(shards, keys[-1])
        assert list(zip(found.shard.tolist(), found.first.tolist(), strict=True)) == places
        assert found.n_boxes.tolist() == [4, 4, 4]


# --- theme synonyms, match sets, the learning list --------------------------------------------


@given(st.lists(st.lists(st.integers(-2, 0), min_size=5, max_size=5), min_size=1, max_size=12))
def test_towns_at_all_three_best_scores_are_counted(vectors: list[list[int]]) -> None:
    n_towns = np.arange(1, len(vectors) + 1, dtype=np.int32)
    best = [max(column) for column in zip(*vectors, strict=True)]
    expected = {}
    for themes in combinations(range(5), 3):
        at_best = [all(vector[t] == best[t] for t in themes) for vector in vectors]
        if any(at_best):
            expected[themes] = int(n_towns[at_best].sum())
    scores = np.array(vectors, dtype=np.int8).T.copy()
    assert towns_at_all_three(ThemeSynonyms([1, 2, 3, 4, 5], scores, n_towns)) == expected


def written_scores(path: Path) -> Path:
    """The arrays of three theme synonyms in themes 1, 2 and 5."""
    with create_file(path, ProvenanceNotes(theme_synonyms.__file__, [], {})) as partial, partial.open("wb") as file:
        columns = {"t01": [3, 1, 3], "t02": [0, -2, -1], "t05": [7, 7, 7]}
        arrays = {name: np.array(values, dtype=np.int8) for name, values in columns.items()}
        np.savez(file, allow_pickle=False, **arrays, n_towns=np.array([4, 5, 6], dtype=np.int32))
    return path


def test_scores_and_distances_are_read_back(tmp_path: Path) -> None:
    path = written_scores(tmp_path / "a.npz")
    found = read_theme_synonyms(path)
    assert (found.theme_numbers, found.n_towns.tolist()) == ([1, 2, 5], [4, 5, 6])
    assert found.scores.tolist() == [[3, 1, 3], [0, -2, -1], [7, 7, 7]]
    assert found.distances.tolist() == [[0, 1, 0], [0, 2, 1], [0, 0, 0]]
    assert read_theme_synonyms(path, [5, 1]).scores.tolist() == [[7, 7, 7], [3, 1, 3]]
    assert read_theme_synonyms(path, []).n_towns.tolist() == [4, 5, 6]


def test_scores_that_are_missing_damaged_or_foreign_are_refused(tmp_path: Path) -> None:
    path = written_scores(tmp_path / "a.npz")
    content = path.read_bytes()
    flipped = [0, content.index(b"NUMPY") + 8, content.index(b"NUMPY") + 124, len(content) - 4]
    damaged = [content[:place] + bytes([content[place] ^ 255]) + content[place + 1 :] for place in flipped]
    for other in (*damaged, content[: len(content) // 2]):
        path.write_bytes(other)
        with pytest.raises(Error, match=r"a\.npz has been changed .* -R nine_tiles_panic_theme_synonyms"):
            read_theme_synonyms(path)
    path.write_bytes(content)
    write_provenance(provenance_file(path), {**read_provenance(path), "stage": "godomachi_cuts"})
    with pytest.raises(Error, match=r"was not written by the stage nine_tiles_panic_theme_synonyms"):
        read_theme_synonyms(path)
    path.unlink()
    with pytest.raises(Error, match=r"a\.npz does not exist"):
        read_theme_synonyms(path)


def test_match_sets_become_a_table_of_theme_sets(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    sets = [(3, ["02_03_04", "05_06_07"]), (5, ["01_02_03"])]
    rows = [(number, id_, len(of), 1) for number, (id_, of) in enumerate(sets, 1)]
    with create_database(path, MATCHES, ProvenanceNotes(most_win_match.__file__, [], {})) as writer:
        names = ("match_set_id", "theme_synonym_id", "n_theme_sets", "n_theme_synonyms")
        writer.insert(MATCH_SETS, [dict(zip(names, row, strict=True)) for row in rows])
        members = [(theme_set, number) for number, (_, of) in enumerate(sets, 1) for theme_set in of]
        writer.insert_values(MATCH_SET_THEME_SETS, members, b"")
    table = read_match_table(path)
    assert table.theme_sets == ["01_02_03", "02_03_04", "05_06_07"]
    assert table.theme_synonym == [3, 5]
    assert table.sets.toarray().tolist() == [[0, 1, 1], [1, 0, 0]]
    assert table.rows([(1, [0]), (0, [2, 1])]) == [(5, ["01_02_03"]), (3, ["02_03_04", "05_06_07"])]


def test_the_learning_list_is_read(tmp_path: Path) -> None:
    rows = [(1, "greedy", 10, 12, [7]), (2, "greedy", 14, 16, [7, 3]), (2, "optimal", 15, 16, [9, 7])]
    places = [
        {"k": k, "method": method, "place": place, "theme_synonym_id": id_}
        for k, method, _, _, ids in rows
        for place, id_ in enumerate(ids, 1)
    ]
    schema = Schema("nine_tiles_panic_answers", ANSWERS.version, tables=(LEARN, LEARN_THEME_SYNONYMS))
    with create_database(tmp_path / "a.db", schema, ProvenanceNotes(answers.__file__, [], {})) as writer:
        writer.insert(LEARN, [dict(zip(LEARN.columns.keys(), row, strict=False)) for row in rows])
        writer.insert(LEARN_THEME_SYNONYMS, places)
    found = read_learn(tmp_path / "a.db")
    assert [(of.k, of.method, of.n_theme_sets, of.bound, of.theme_synonyms) for of in found] == rows


# --- the smallest runs -----------------------------------------------------------------------


def test_two_theme_synonyms_are_both_in_the_cover(tmp_path: Path) -> None:
    run_all_stages(tmp_path, "3", 1, 1, themes=few_themes(tmp_path, 5, 10, 11, 15))
    assert rows_of(tmp_path / "theme_synonyms.db", "SELECT sum(n_towns) FROM theme_synonyms") == [(2,)]
    ids, bound = read_minimum_cover(tmp_path / "answers.db")
    assert (sorted(ids), bound) == ([1, 2], 2)


def test_a_single_theme_synonym_is_the_cover(tmp_path: Path) -> None:
    # It matches every theme set, as all theme synonyms do, so it is a cover of size one.
    tiles = tmp_path / "tiles.csv"
    tiles.write_text(f"{','.join(TILE_FILE_COLUMNS)}\n0,front,0-1,0,0,0,0,0,0,0\n0,back,0-1,0,0,0,0,0,0,0\n")
    run_all_stages(tmp_path, "0", 1, 1, tiles=tiles, themes=few_themes(tmp_path, 5, 10, 11, 15))
    assert read_minimum_cover(tmp_path / "answers.db") == ([1], 1)


# --- answers.db and the CSV files of other stages ---------------------------------------------


def test_answers_hold_what_the_csv_files_say(artifacts: Path) -> None:
    def found(sql: str) -> list[tuple[str, ...]]:
        return [tuple(map(str, row)) for row in rows_of(artifacts / "answers.db", sql)]

    def in_file(name: str) -> list[dict[str, str]]:
        with (artifacts / name).open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def expected(name: str, *columns: str) -> list[tuple[str, ...]]:
        return [tuple(row[column] for column in columns) for row in in_file(name)]

    def exploded(name: str) -> list[tuple[str, ...]]:
        return sorted((row["theme_synonym_id"], i) for row in in_file(name) for i in row["matched_theme_set"].split())

    triple = "'(' || (dist_1 * dist_1) || ', ' || (dist_2 * dist_2) || ', ' || (dist_3 * dist_3) || ')'"
    points = expected(
        "most_win_points.csv", "theme_set_id", "theme_set_dist", "wins", "losses", "rounds", "kept", "pareto"
    )
    kept = [row[:5] for row in points if row[5] == "1"]
    assert len(kept) == sum(int(row["n"]) for row in in_file("most_win.csv"))
    pattern = "substr(pattern, 1, 4) || '|' || substr(pattern, 5)"
    lists = "SELECT group_concat(theme_synonym_id, ' ') FROM learn_theme_synonyms GROUP BY k, method"
    of_theme = "SELECT t05, sum(n_towns) FROM theme_synonyms GROUP BY t05 ORDER BY t05 DESC"
    towns_of_scores = [tuple(map(str, row)) for row in rows_of(artifacts / "theme_synonyms.db", of_theme)]
    for sql, rows in (
        (f"SELECT theme_set_id, {triple}, wins, losses, rounds, kept, pareto FROM triples", points),
        (f"SELECT theme_set_id, {triple}, wins, losses, rounds FROM answers ORDER BY 1, dist_1, dist_2", kept),
        ("SELECT theme_set_id, n_towns FROM theme_sets WHERE n_towns ORDER BY 1",
         expected("theme_sets.csv", "theme_set_id", "n_towns")),
        ("SELECT score, n_towns FROM theme_scores WHERE theme = 5 ORDER BY dist", towns_of_scores),
        ("SELECT * FROM most_win_match ORDER BY CAST(theme_synonym_id AS TEXT), 2", exploded("most_win_match.csv")),
        (f"SELECT theme_set_id, theme_synonym_id, {pattern}, n_in_min FROM most_win_min",
         expected("most_win_min.csv", "theme_set_id", "theme_synonym_id", "pattern", "n_in_min")),
        ("SELECT * FROM learn ORDER BY k, method", expected("learn.csv", "k", "method", "n_theme_sets", "bound")),
        (lists, expected("learn.csv", "theme_synonym_ids")),
        ("SELECT * FROM board", [("2", "2", "published")]),
        ("SELECT tile FROM tiles", [("0",), ("1",), ("2",), ("5",)]),
        ("SELECT theme FROM theme_set_cards WHERE theme_set_id = '02_05_18'", [("2",), ("5",), ("18",)]),
    ):  # fmt: skip
        assert found(sql) == rows, sql
    for name, file in (("greedy", "most_win_match_min.csv"), ("minimum", "minimum_cover.csv")):
        of = f"WHERE cover = '{name}'"
        places = found(f"SELECT theme_synonym_id, n FROM cover_theme_synonyms {of} ORDER BY place")
        assert places == expected(file, "theme_synonym_id", "n")
        assert sorted(found(f"SELECT theme_synonym_id, theme_set_id FROM cover_theme_sets {of}")) == exploded(file)


def test_the_towns_that_win_a_theme_set_are_one_query_with_indexes(artifacts: Path) -> None:
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
