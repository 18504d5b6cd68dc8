"""A miniature run writes every artifact, and they agree with the oracle; test_verify.py derives the rest again."""

from __future__ import annotations

import csv
import math
import re
import shutil
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from oracle import nine_tiles_panic as oracle
from tablebases.atlas.pages import page_files
from tablebases.files import read_provenance
from tests.workflow.workspace import (
    ALL_ARTIFACTS,
    ARTIFACTS,
    LARGE,
    OTHER_PUZZLES,
    SHARDS,
    SMALL,
    TARGET,
    Workspace,
    database,
    file_bytes,
    partial_files,
    run,
)

THEME_COLUMNS = [f"t{theme:02d}" for theme in oracle.THEMES]
THEME_SETS = [oracle.theme_set_id(themes) for themes in oracle.all_theme_sets()]
DATABASES = [name for name in ALL_ARTIFACTS if name.endswith(".db")]
STAGE_OF = {name: stage for stage, names in ARTIFACTS.items() for name in names}

Town = tuple[str, tuple[int, ...]]


def tiles_of(section: dict[str, object]) -> oracle.Tiles:
    tiles = oracle.load_tiles(Path(oracle.__file__).with_name("tiles.csv"))
    return {number: tiles[number] for number in section["tiles"]}  # type: ignore[attr-defined]


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def provenance_of(path: Path) -> dict[str, str]:
    if path.suffix != ".db":
        return read_provenance(path)
    with database(path) as connection:
        return dict(connection.execute("SELECT key, value FROM provenance"))


@pytest.fixture(scope="module")
def output(finished: Workspace) -> Path:
    """The artifacts of the small board."""
    return finished.output


@pytest.fixture(scope="module")
def towns() -> list[Town]:
    """All towns of the small board with their scores, by trying everything."""
    tiles = tiles_of(SMALL)
    patterns = oracle.all_towns_by_trying_everything(tiles, 2, 2)
    return [(pattern, oracle.score(pattern, tiles, 2, 2)) for pattern in patterns]


@pytest.fixture(scope="module")
def vectors(towns: list[Town]) -> list[oracle.Vector]:
    """The score vectors of the small board in the order of their ids."""
    return oracle.theme_synonym_order(vector for _, vector in towns)


@pytest.fixture(scope="module")
def matches(vectors: list[oracle.Vector]) -> dict[int, frozenset[str]]:
    """The theme sets that each theme synonym of the small board is a best answer to."""
    found = oracle.matches(vectors)
    return {id_: found[vector] for id_, vector in enumerate(vectors, start=1)}


def test_a_run_writes_all_artifacts_and_leaves_no_half_written_files(output: Path) -> None:
    stages = {stage for stage, names in ARTIFACTS.items() if not {*names} <= {*DATABASES}} | {"page"}
    page = [f"page/{name}" for name in (*page_files(TARGET), "tiles.svg", "mixes.json")]
    expected = {*ALL_ARTIFACTS, *page, *(f"provenance/{stage}.json" for stage in stages), "SHA256SUMS"}
    assert set(file_bytes(output)) == expected
    assert partial_files(output) == []
    assert not list(output.glob("shards/*")), "shards are temporary"


CSV_COLUMNS = {
    "theme_sets.csv": "theme_set_id,n_towns",
    "most_win_match.csv": "theme_synonym_id,n,matched_theme_set",
    "most_win_match_min.csv": "theme_synonym_id,n,matched_theme_set",
    "minimum_cover.csv": "theme_synonym_id,n,matched_theme_set",
    "most_win_min.csv": f"theme_set_id,theme_synonym_id,pattern,{','.join(map(str, oracle.THEMES))},n_in_min",
}


def test_csv_files_have_the_published_columns(output: Path) -> None:
    found = {name: (output / name).read_text(encoding="utf-8").partition("\n")[0] for name in CSV_COLUMNS}
    assert found == CSV_COLUMNS


MOST_WIN = {"most_win.csv": "dist", "most_win_points.csv": "point"}
"""The files with a row for each theme set, and the last word of their columns."""


@pytest.mark.parametrize("file", MOST_WIN)
def test_most_win_has_as_many_columns_as_the_set_with_most_best_answers(output: Path, file: str) -> None:
    rows = rows_of(output / file)
    most = max(int(row["n"]) for row in rows)
    assert list(rows[0]) == ["theme_set_id", "n", *(f"theme_set_{MOST_WIN[file]}_{i + 1}" for i in range(most))]


@pytest.mark.parametrize("file", MOST_WIN)
def test_most_win_quotes_triples_as_the_published_file_does(output: Path, file: str) -> None:
    lines = (output / file).read_text(encoding="utf-8").splitlines()[1:]
    for line in lines:
        theme_set, n, rest = line.split(",", 2)
        quoted = [f'"{triple}"' for triple in rest.split('"')[1::2]]
        assert len(quoted) == int(n)
        assert line.rstrip(",") == f"{theme_set},{n},{','.join(quoted)}"
        for triple in quoted:
            a, b, c = triple.removeprefix('"(').removesuffix(')"').split(", ")
            assert triple == f'"({int(a)}, {int(b)}, {int(c)})"'


@pytest.mark.parametrize(
    ("name", "table", "columns"),
    [
        ("theme_synonyms.db", "theme_synonyms", ["id", *THEME_COLUMNS, "n_towns"]),
        ("success_pattern.db", "theme_synonyms", ["id", *THEME_COLUMNS, "n_towns"]),
        ("success_pattern.db", "towns",
         ["theme_synonym_id", "position", "direction", *THEME_COLUMNS]),
        ("theme_synonym_distance.db", "distances", ["id", "num_max", "all_dist", *THEME_COLUMNS]),
        *((name, "provenance", ["key", "value"]) for name in DATABASES),
    ],
)  # fmt: skip
def test_tables_and_views_have_the_columns_of_the_design(
    output: Path, name: str, table: str, columns: list[str]
) -> None:
    with database(output / name) as connection:
        cursor = connection.execute(f"SELECT * FROM {table} LIMIT 0")
    assert [column[0] for column in cursor.description] == columns


@pytest.mark.parametrize("name", [*DATABASES, *SHARDS])
def test_databases_have_a_schema_version_and_strict_tables_and_are_sound(with_shards: Workspace, name: str) -> None:
    with database(with_shards.output / name) as connection:
        assert connection.execute("PRAGMA user_version").fetchone()[0] > 0
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        tables = connection.execute(
            "SELECT name, strict FROM pragma_table_list "
            "WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
    assert [table for table, strict in tables if not strict] == []


def test_every_artifact_has_stage_sources_and_inputs_in_its_provenance(output: Path) -> None:
    for name in ALL_ARTIFACTS:
        notes = provenance_of(output / name)
        assert notes["stage"] == f"{TARGET}_{STAGE_OF[name]}"
        assert re.fullmatch(r"[0-9a-f]{16}", notes["sources"])
        assert not {"seconds", "peak_memory_bytes"} & set(notes), "benchmarks are not the same in every run"
        assert len(notes["content_digest"]) == 64
        inputs = [key for key in notes if key.startswith("input ")]
        assert inputs, notes
        assert all(len(notes[key]) == 64 for key in inputs)


def test_provenance_has_the_digest_of_each_input(output: Path) -> None:
    for reader, read in [
        ("success_pattern.db", "theme_synonyms.db"),
        ("success_pattern.db", "town_synonyms.csv"),
        ("theme_synonym_distance.db", "theme_synonyms.npz"),
        ("most_win.csv", "theme_synonyms.npz"),
        ("most_win_match.csv", "parts/rounds.db"),
        ("minimum_cover.csv", "parts/match_sets.db"),
        ("minimum_cover.csv", "success_pattern.db"),
        ("answers.db", "parts/cover.db"),
    ]:
        noted = provenance_of(output / reader)[f"input {Path(read).name}"]
        assert noted == provenance_of(output / read)["content_digest"], (reader, read)


def test_the_view_of_boxes_counts_the_towns_that_it_joins(finished_large: Workspace) -> None:
    faces = (
        "replace(replace(replace(replace(replace(replace(replace({}, 1, 0), 2, 0), 3, 0), 5, 4), 6, 4), 7, 4), 0, 0)"
    )
    counted = "SELECT theme_synonym_id, position, {} AS faces, {} FROM {} GROUP BY 1, 2, 3"
    with database(finished_large.output / "success_pattern.db") as connection:
        of_boxes = connection.execute(counted.format(faces.format("direction"), "sum(n_towns)", "boxes")).fetchall()
        of_towns = connection.execute(counted.format(faces.format("direction"), "count(*)", "towns")).fetchall()
        (boxes,) = connection.execute("SELECT count(*) FROM boxes").fetchone()
        (towns,) = connection.execute("SELECT sum(n_towns) FROM boxes").fetchone()
    assert of_boxes == of_towns
    assert 2 * boxes < towns


def test_all_towns_and_scores_of_a_small_board_are_those_of_trying_everything(output: Path, towns: list[Town]) -> None:
    with database(output / "success_pattern.db") as connection:
        found = connection.execute("SELECT * FROM towns").fetchall()
    assert sorted((position + direction, tuple(scores)) for _, position, direction, *scores in
                  found) == sorted(towns)  # fmt: skip
    assert len(found) == int(provenance_of(output / "success_pattern.db")["rows towns"])


def test_sampled_towns_and_scores_of_a_larger_board_are_those_of_algorithm_b(finished_large: Workspace) -> None:
    """The oracle scores the towns of every 40th town synonym, and counts the towns of all."""
    tiles, path = tiles_of(LARGE), finished_large.output / "success_pattern.db"
    listed = rows_of(finished_large.output / "town_synonyms.csv")
    n_towns = {row["pattern"].replace("|", ""): int(row["n_towns"]) for row in listed}
    synonyms = list(oracle.all_town_synonyms(tiles, 2, 3))
    assert n_towns.keys() == set(synonyms)
    expected: dict[str, tuple[int, ...]] = {}
    for synonym in synonyms[::40]:
        towns = dict(oracle.scored_towns_of_town_synonym(synonym, tiles, 2, 3))
        assert len(towns) == n_towns[synonym]
        expected |= towns
    assert len(expected) > 1000
    with database(path) as connection:
        found = {
            position + direction: tuple(scores)
            for _, position, direction, *scores in connection.execute("SELECT * FROM towns")
        }
    assert {pattern: found.get(pattern) for pattern in expected} == expected
    assert len(found) == int(provenance_of(path)["rows towns"]) == sum(n_towns.values()) > 70_000
    assert len(found) == int(provenance_of(finished_large.output / "theme_synonyms.db")["towns"])


def test_theme_synonyms_are_numbered_by_their_names_and_count_their_towns(finished_large: Workspace) -> None:
    output = finished_large.output
    every = "SELECT * FROM theme_synonyms ORDER BY id"
    with database(output / "theme_synonyms.db") as connection:
        rows = connection.execute(every).fetchall()
    vectors = [row[1:-1] for row in rows]
    assert vectors == oracle.theme_synonym_order(vectors)
    with database(output / "success_pattern.db") as connection:
        assert connection.execute(every).fetchall() == rows
        scores = f"theme_synonym_id, {', '.join(THEME_COLUMNS)}"
        counted = connection.execute(f"SELECT {scores}, count(*) FROM towns GROUP BY {scores} ORDER BY 1").fetchall()
    assert counted == rows
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))


@pytest.mark.parametrize("where", ["t05 = 4", "theme_synonym_id = 1", "position = '0123'", "direction LIKE '4%'"])
def test_sqlite_searches_towns_from_theme_synonyms_on(output: Path, where: str) -> None:
    with database(output / "success_pattern.db") as connection:
        plan = connection.execute(f"EXPLAIN QUERY PLAN SELECT count(*) FROM towns WHERE {where}").fetchall()
    assert [detail.split()[1] for *_, detail in plan] == ["s", "b", "n", "s0", "s3", "n3", "n0"]


@pytest.mark.parametrize("name", ["theme_synonyms.db", "success_pattern.db"])
def test_a_view_has_the_scores_by_the_names_of_cards(output: Path, vectors: list[oracle.Vector], name: str) -> None:
    with database(output / name) as connection:
        keys = [key for (key,) in connection.execute("SELECT key FROM themes ORDER BY no")]
        found = connection.execute(f"SELECT id, {', '.join(keys)} FROM scores_by_card ORDER BY id").fetchall()
    assert found == [(id_, *v) for id_, v in enumerate(vectors, start=1)]


def squared(*triple: int) -> str:
    """Distances as CSV files have them."""
    return f"({', '.join(str(distance**2) for distance in triple)})"


def cover_rows(answers: Path, cover: str) -> list[list[Any]]:
    """Theme synonyms of a cover in their order, each with the theme sets that the cover assigns to it."""
    sql = """
        SELECT t.theme_synonym_id, t.n, group_concat(s.theme_set_id, ', ')
        FROM cover_theme_synonyms AS t JOIN cover_theme_sets AS s USING (cover, theme_synonym_id)
        WHERE cover = ? GROUP BY t.place ORDER BY t.place"""
    with database(answers) as connection:
        return [*map(list, connection.execute(sql, (cover,)))]


def test_csv_files_have_the_rows_of_the_database(output: Path, vectors: list[oracle.Vector]) -> None:
    with database(output / "answers.db") as connection:
        triples = connection.execute("SELECT * FROM triples ORDER BY 1, 2, 3, 4").fetchall()
        points = connection.execute(
            "SELECT theme_set_id, score_1, score_2, score_3 FROM answers ORDER BY theme_set_id, dist_1, dist_2, dist_3"
        ).fetchall()
        theme_sets = connection.execute(
            "SELECT theme_set_id, n_towns FROM theme_sets WHERE n_towns ORDER BY 1"
        ).fetchall()
        of_sets = connection.execute("SELECT * FROM most_win_min ORDER BY 1").fetchall()
        learn = connection.execute("SELECT k, method, n_theme_sets, bound FROM learn ORDER BY k, method").fetchall()
        members = connection.execute("SELECT * FROM learn_theme_synonyms ORDER BY k, method, place").fetchall()
    best: dict[str, list[str]] = {}
    for theme_set, a, b, c, *_, is_kept, _ in triples:
        best.setdefault(theme_set, []).extend([squared(a, b, c)] * is_kept)
    scores: dict[str, list[str]] = {}
    for theme_set, *of_triple in points:
        scores.setdefault(theme_set, []).append(str(tuple(of_triple)))
    expected: dict[str, list[list[Any]]] = {
        "triples.csv": [[theme_set, squared(a, b, c), *others] for theme_set, a, b, c, *others in triples],
        "most_win.csv": [[theme_set, len(kept), *kept] for theme_set, kept in best.items()],
        "most_win_points.csv": [[theme_set, len(kept), *kept] for theme_set, kept in scores.items()],
        "theme_sets.csv": [*map(list, theme_sets)],
        "most_win_match_min.csv": cover_rows(output / "answers.db", "greedy"),
        "minimum_cover.csv": cover_rows(output / "answers.db", "minimum"),
        "most_win_min.csv": [[theme_set, id_, pattern, *vectors[id_ - 1], n] for theme_set, id_, pattern, n in of_sets],
        "learn.csv": [[*row, ", ".join(str(id_) for *of, _, id_ in members if of == [*row[:2]])] for row in learn],
    }
    for name, rows in expected.items():
        found = [[*filter(None, row.values())] for row in rows_of(output / name)]
        assert found == [[*map(str, row)] for row in rows], name


def test_pandas_reads_patterns_of_csv_files_as_text(output: Path) -> None:
    for name in ("town_synonyms.csv", "most_win_min.csv"):
        read = pd.read_csv(output / name)["pattern"].tolist()
        assert read == [row["pattern"] for row in rows_of(output / name)]
        assert all(re.fullmatch(r"\d{4}\|\d{4}", pattern) for pattern in read)


def test_views_rank_triples_by_percentiles_and_mark_the_pareto_best(output: Path) -> None:
    with database(output / "answers.db") as connection:
        shares = connection.execute("SELECT theme, dist, score, cumulative FROM score_shares").fetchall()
        triples = connection.execute("SELECT * FROM triple_percentiles").fetchall()
        best = set(connection.execute("SELECT * FROM percentile_answers"))
        wanted = connection.execute("SELECT theme_set_id, dist_1, dist_2, dist_3, kept FROM triples").fetchall()
    assert sorted((*row[:4], row[-1]) for row in triples) == sorted(wanted)
    score_shares = {(theme, dist): (score, cumulative) for theme, dist, score, cumulative in shares}
    of_sets: dict[str, list[tuple[Any, ...]]] = {}
    for row in triples:
        themes = map(int, row[0].split("_"))
        scores, percentiles = zip(*(score_shares[place] for place in zip(themes, row[1:4], strict=True)), strict=True)
        assert (row[4:7], row[7:10]) == (scores, percentiles)
        assert row[10] == pytest.approx(math.prod(percentiles) ** (1 / 3))
        of_sets.setdefault(row[0], []).append(row)
    assert best == {row for rows in of_sets.values() for row in rows if row[10] == max(other[10] for other in rows)}
    for rows in of_sets.values():
        for row in rows:
            as_good = [r for r in rows if all(a >= b for a, b in zip(r[4:7], row[4:7], strict=True))]
            assert row[11] == (as_good == [row])


def test_matches_are_those_of_the_oracle(output: Path, matches: dict[int, frozenset[str]]) -> None:
    by_all = frozenset.intersection(*matches.values())
    rows = rows_of(output / "most_win_match.csv")
    found = {int(row["theme_synonym_id"]): row["matched_theme_set"].split(", ") for row in rows}
    assert [int(row["n"]) for row in rows] == [len(sets) for sets in found.values()]
    with database(output / "answers.db") as connection:
        pairs = connection.execute("SELECT theme_synonym_id, theme_set_id FROM most_win_match").fetchall()
    assert sorted(pairs) == [(id_, theme_set) for id_ in found for theme_set in sorted(matches[id_])]
    assert list(found) == [id_ for id_, theme_sets in matches.items() if theme_sets > by_all]
    assert found == {id_: sorted(matches[id_]) for id_ in found}


@pytest.mark.parametrize("puzzle", [TARGET, *OTHER_PUZZLES])
def test_the_list_has_all_artifacts_with_their_digests(finished: Workspace, tmp_path: Path, puzzle: str) -> None:
    output = finished.output_of(puzzle)
    lines = (output / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    digests = sorted(file_bytes(output).items())
    assert lines == [f"{digest}  {name}" for name, digest in digests if name != "SHA256SUMS"]
    if puzzle == "godomachi":
        copy = shutil.copytree(output, tmp_path / "copy")
        command = ["sha256sum", "--check", "--quiet", "SHA256SUMS"]
        assert run(command, copy).said == ""
        (copy / "godomachi.db").write_bytes(b"s")
        assert "godomachi.db: FAILED" in run(command, copy).said


@pytest.mark.parametrize("rule", ["answers", "checksums"])
def test_a_run_shows_the_error_of_a_stage_that_reads_a_damaged_artifact(workspace: Workspace, rule: str) -> None:
    path = workspace.output / "theme_sets.csv"
    path.write_bytes(path.read_bytes()[:-1])
    before = file_bytes(workspace.output)
    done = workspace.snakemake("--forcerun", f"{TARGET}_{rule}", target=f"{TARGET}_{rule}")
    assert done.status == 1, str(done)
    assert "error: results/mini/theme_sets.csv has been changed" in done.said, str(done)
    assert "Traceback" not in done.said, str(done)
    assert {**before, **file_bytes(workspace.output)} == before
