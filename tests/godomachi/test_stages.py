"""What the stages write: the database, as SQL reads it, the wall charts and the page."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from oracle import godomachi as oracle
from pipeline.godomachi.stages import database, page
from pipeline.godomachi.tables import DATABASE
from tablebases.atlas.pages import DATA_FILE, hand_written, page_files
from tablebases.errors import Error
from tablebases.files import read_provenance
from tablebases.godomachi.drawing import draw_shapes, draw_wall_chart
from tablebases.godomachi.tablebase import KIND, MAX_CELLS_WITH_ROWS, PRACTICE_FILE, MaxCut, chart_files
from tests.databases import rows_of
from tests.godomachi.helpers import KNOWN, RULES, cut_numbers, cuts_of, histogram, number, plies_of, shapes
from tests.godomachi.results import PAGE, RECORD_FILE, run_all_stages

# The database.


def test_database_has_all_tables_and_a_meaning_for_every_column(godomachi_folder: Path) -> None:
    path = godomachi_folder / KIND.file
    rows = rows_of(path, "SELECT type, name FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name")
    tables = ("arrays", "columns", "cuts", "histogram", "packed_plies", "pairs", "polyominoes", "provenance", "puzzles",
              "records", "rule")  # fmt: skip
    assert rows == [*(("table", name) for name in tables), ("view", "moves"), ("view", "winners")]
    described = "SELECT column_name, type FROM columns WHERE table_name = ? AND meaning <> '' ORDER BY column_name"
    for table in DATABASE.tables:
        found = rows_of(path, "SELECT name, type FROM pragma_table_xinfo(?) ORDER BY name", [table.name])
        rows = rows_of(path, described, [table.name])
        assert [name for name, _ in rows] == [name for name, _ in found]
        assert "view" in table.info or rows == found  # columns that a view computes have no type


def test_polyominoes_are_those_of_the_oracle(godomachi_folder: Path) -> None:
    assert rows_of(godomachi_folder / KIND.file, "SELECT * FROM polyominoes ORDER BY n, id") == [
        (n, number, oracle.format_shape(shape), *oracle.size(shape), oracle.holes(shape),
         8 // len(set(oracle.images(shape))))
        for n in range(1, 9)
        for number, shape in enumerate(oracle.polyominoes(n))
    ]  # fmt: skip


@pytest.mark.parametrize("max_cut", RULES)
def test_cuts_and_plies_are_those_of_the_rule(godomachi_folder: Path, halved: Path, max_cut: MaxCut) -> None:
    made, most = (godomachi_folder, 8) if max_cut is MaxCut.ANY else (halved, 6)
    assert rows_of(made / KIND.file, "SELECT max_cut FROM rule") == [(max_cut.value,)]
    cuts = {(n, *kind): ways for n, *kind, ways in rows_of(made / KIND.file, "SELECT * FROM cuts")}
    assert cuts == {
        (n, *kind): ways for n in range(2, most + 1) for kind, ways in cut_numbers(cuts_of(n, max_cut)).items()
    }
    rows = rows_of(made / KIND.file, "SELECT n, a, b, plies, winner FROM pairs ORDER BY n, a, b")
    assert rows == [
        (n, a, b, plies, plies % 2)
        for n in range(1, most + 1)
        for a, row in enumerate(plies_of(n, max_cut).tolist())
        for b, plies in enumerate(row[a + 1 :], start=a + 1)
    ]
    assert rows_of(made / KIND.file, "SELECT * FROM histogram ORDER BY n, plies") == [
        (max_cut.value, n, plies, count)
        for n in range(1, most + 1)
        for plies, count in histogram(plies_of(n, max_cut)).items()
    ]


def test_one_query_reads_all_pairs_from_the_packed_rows(godomachi_folder: Path) -> None:
    same = """
    SELECT count(*), sum(pairs.plies = CAST(substr(hex(packed.plies), b - pairs.a, 1) AS INTEGER))
    FROM pairs JOIN packed_plies AS packed USING (n, a)
    """
    count = 1 + sum(KNOWN.terms("pairs")[n] for n in range(4, 9))
    assert rows_of(godomachi_folder / KIND.file, same) == [(count, count)]


@pytest.mark.parametrize("max_cut", RULES)
@pytest.mark.parametrize("n", [3, pytest.param(5, marks=pytest.mark.thorough)])
def test_moves_of_every_pair_are_those_of_the_oracle(
    godomachi_folder: Path, halved: Path, n: int, max_cut: MaxCut
) -> None:
    made = godomachi_folder if max_cut is MaxCut.ANY else halved
    sql = "SELECT a, b, k, piece, rest_a, rest_b, plies, ways FROM moves WHERE n = ?"
    expected: Counter[tuple[int, ...]] = Counter()
    for (a, one), (b, other) in permutations(enumerate(oracle.polyominoes(n)), 2):
        for move in oracle.moves(one, other, max_cut.value):
            expected[(a, b, len(move.removed_a), *map(number, move.kind()), move.plies)] += 1
    found = rows_of(made / KIND.file, sql, [n])
    assert {tuple(row[:-1]): row[-1] for row in found if row[0] != row[1]} == expected
    assert len(found) == len({row[:-2] for row in found})


@pytest.mark.thorough
def test_sql_finds_pairs_and_puzzles_by_their_moves(godomachi_folder: Path) -> None:
    best = """
    SELECT count(*), sum(same) FROM (SELECT pairs.plies = coalesce(
        min(CASE moves.plies % 2 WHEN 1 THEN moves.plies END), max(moves.plies)
    ) AS same FROM pairs JOIN moves USING (n, a, b) WHERE n <= 7 GROUP BY n, a, b)
    """
    count = 1 + sum(KNOWN.terms("pairs")[n] for n in range(4, 8))
    assert rows_of(godomachi_folder / KIND.file, best) == [(count, count)]
    puzzles = """
    SELECT n, a, b, pairs.plies, min(k), min(piece), min(rest_a), min(rest_b)
    FROM pairs JOIN moves USING (n, a, b)
    WHERE n <= 7 AND pairs.plies >= 3 AND winner = 1 AND moves.plies % 2 = 1
    GROUP BY n, a, b HAVING count(*) = 1 ORDER BY n, a, b
    """
    found = rows_of(godomachi_folder / KIND.file, "SELECT * FROM puzzles WHERE n <= 7 ORDER BY n, a, b")
    assert found == rows_of(godomachi_folder / KIND.file, puzzles)
    assert len(found) == 45 + 695


def test_winners_are_those_of_the_histogram_and_of_records_of_larger_sizes_by_the_same_rule(
    tmp_path: Path, godomachi_folder: Path
) -> None:
    (tmp_path / "records.csv").write_text(
        "rule,n,winner,plies,pairs\nany,5,1,3,7\nany,9,1,5,30\nany,9,0,6,6\nhalf,9,1,,1\nany,10,0,,2\n"
    )
    database.main(6, tmp_path / "records.csv", tmp_path / "all.db")
    sql = "SELECT rule, n, winner, plies, pairs FROM winners ORDER BY n, winner, plies"
    counted = "SELECT rule, n, plies % 2, plies, count FROM histogram WHERE n <= 6 ORDER BY n, plies % 2, plies"
    larger = [("any", 9, 0, 6, 6), ("any", 9, 1, 5, 30), ("any", 10, 0, None, 2)]
    assert rows_of(tmp_path / "all.db", sql) == [*rows_of(godomachi_folder / KIND.file, counted), *larger]


def test_larger_pairs_are_in_packed_rows_only(
    godomachi_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MAX_CELLS_WITH_ROWS == 9
    monkeypatch.setattr(database, "MAX_CELLS_WITH_ROWS", 5)
    database.main(7, RECORD_FILE, tmp_path / "all.db")
    for table, most in (("pairs", 5), ("puzzles", 5), ("packed_plies", 7), ("histogram", 7), ("cuts", 7)):
        expected = rows_of(godomachi_folder / KIND.file, f"SELECT * FROM {table} WHERE n <= {most}")
        assert rows_of(tmp_path / "all.db", f"SELECT * FROM {table}") == expected


# Stages.


def test_stages_report_what_they_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_all_stages(tmp_path, 6)
    said = capsys.readouterr()
    assert said.out == ""
    assert "of 1 to 6 cells there are 1, 1, 2, 5, 12, 35\n" in said.err
    assert "plies of 6 cells: pairs won by the first player 526, second 69\n" in said.err
    assert "puzzles: 45 pairs of at most 6 cells\n" in said.err
    made = run_all_stages(tmp_path / "smaller", 2)
    assert rows_of(made / KIND.file, "SELECT max(n) FROM polyominoes") == [(2,)]
    assert rows_of(made / KIND.file, "SELECT (SELECT count(*) FROM puzzles), (SELECT count(*) FROM pairs)") == [(0, 0)]
    assert set(files_of(made / "figures")) == set(chart_files(2))
    assert set(files_of(made / PAGE)) == {*page_files("godomachi"), *chart_files(2), PRACTICE_FILE}
    assert files_of(made / PAGE)[PRACTICE_FILE] == b"{}"


def test_failed_stages_keep_earlier_artifacts(godomachi_folder: Path, tmp_path: Path) -> None:
    earlier = tmp_path / "earlier.db"
    earlier.write_bytes(b"an earlier artifact")
    with pytest.raises(Error, match=r"no\.csv"):
        database.main(5, tmp_path / "no.csv", earlier)
    charts = [tmp_path / name for name in chart_files(6)]
    with pytest.raises(Error, match=r"wall-chart-1\.svg"):
        page.main(godomachi_folder / KIND.file, charts, tmp_path / "page" / "about.json", tmp_path / "notes.json")
    assert earlier.read_bytes() == b"an earlier artifact"
    assert [path.name for path in tmp_path.iterdir()] == ["earlier.db"]


# Charts and page.


def files_of(folder: Path) -> dict[str, bytes]:
    """Name -> content of the files in a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_charts_are_those_of_all_sizes_up_to_7(godomachi_folder: Path) -> None:
    charts = godomachi_folder / "figures"
    expected = {}
    for n in range(1, 8):
        for name, draw in (("wall-chart", draw_wall_chart), ("shapes", draw_shapes)):
            expected[f"{name}-{n}.svg"] = draw(shapes(n), plies_of(n)).encode()
            assert read_provenance(charts / f"{name}-{n}.svg")["stage"] == "godomachi_wall_charts"
    assert files_of(charts) == expected


def test_page_has_its_data_its_charts_and_the_hand_written_files(godomachi_folder: Path) -> None:
    folder = godomachi_folder / PAGE
    data = json.loads((folder / DATA_FILE).read_text(encoding="utf-8"))
    assert data == {
        "max_cut": "any",
        "charts": list(range(1, 8)),
        "sizes": [
            {"cells": n, "shapes": [oracle.format_shape(shape) for shape in oracle.polyominoes(n)],
             "plies": ["".join(map(str, row)) for row in plies_of(n).tolist()]}
            for n in range(1, 8)
        ],
    }  # fmt: skip
    by_hand = {path.name: path.read_bytes() for path in hand_written("godomachi") if path.suffix != ".html"}
    made = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert made.items() >= by_hand.items()
    assert made.items() >= files_of(godomachi_folder / "figures").items()
    assert set(made) == {*page_files("godomachi"), *chart_files(8), PRACTICE_FILE}
    assert read_provenance(folder / DATA_FILE)["stage"] == "godomachi_page"


def test_puzzles_for_practice_are_frozen_puzzles_of_the_table(godomachi_folder: Path) -> None:
    practice = json.loads((godomachi_folder / PAGE / PRACTICE_FILE).read_text(encoding="utf-8"))
    assert list(practice) == ["8"]
    assert practice["8"][0] == ["###/#.#/###", "##./##./.##/.##"]
    pairs = [frozenset(pair) for pair in practice["8"]]
    assert len(set(pairs)) == len(pairs) == page.MOST_PUZZLES
    of_table = rows_of(
        godomachi_folder / KIND.file,
        "SELECT one.cells, other.cells "
        "FROM puzzles JOIN polyominoes AS one USING (n) JOIN polyominoes AS other USING (n) "
        "WHERE n = 8 AND one.id = puzzles.a AND other.id = puzzles.b",
    )
    assert set(pairs) < set(map(frozenset, of_table))
