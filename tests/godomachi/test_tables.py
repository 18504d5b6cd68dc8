"""The database as anybody may ask it with SQL alone: shapes, cuts, pairs, moves, puzzles."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from pipeline.godomachi.stages import database
from pipeline.godomachi.tables import DATABASE
from tablebases.godomachi.tablebase import MAX_CELLS_WITH_ROWS, MaxCut
from tests.databases import rows_of
from tests.godomachi.helpers import cut_numbers, cuts_of, histogram, number, oracle_cut_numbers, plies_of, terms
from tests.godomachi.results import RECORD_FILE, Results, run_all_stages
from tests.oracle import godomachi as oracle

READ_ONE = "SELECT substr(hex(plies), :b - :a, 1) FROM packed_plies WHERE n = :n AND a = :a"


@pytest.fixture(scope="session")
def halved(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """The artifacts for up to 6 cells if at most half of a shape may be cut off."""
    return run_all_stages(tmp_path_factory.mktemp("halved"), 6, MaxCut.HALF)


# --- shapes and cuts -------------------------------------------------------------------------


def test_all_polyominoes_are_there_with_what_the_oracle_says_of_them(results: Results) -> None:
    rows = rows_of(results.database, "SELECT * FROM polyominoes ORDER BY n, id")
    assert rows == [
        (n, number, oracle.format_shape(shape), *oracle.size(shape), oracle.holes(shape),
         8 // len(set(oracle.images(shape))))
        for n in range(1, results.max_n + 1)
        for number, shape in enumerate(oracle.polyominoes(n))
    ]  # fmt: skip


@pytest.mark.parametrize("max_cut", list(MaxCut))
def test_all_cuts_are_there(results: Results, halved: Results, max_cut: MaxCut) -> None:
    made = results if max_cut is MaxCut.ANY else halved
    found = {
        (n, *kind): ways for n, *kind, ways in rows_of(made.database, "SELECT * FROM cuts")
    }  # fmt: skip
    assert found == {
        (n, *kind): ways for n in range(2, made.max_n + 1) for kind, ways in cut_numbers(cuts_of(n, max_cut)).items()
    }
    for shape in oracle.polyominoes(6):
        expected = {(6, *kind): ways for kind, ways in oracle_cut_numbers(shape, max_cut).items()}
        assert {
            key: ways for key, ways in found.items() if key[:2] == (6, number(shape))
        } == expected  # fmt: skip


def test_sql_counts_the_ways_to_split(results: Results) -> None:
    rows = rows_of(results.database, "SELECT n, sum(ways) FROM cuts GROUP BY n ORDER BY n")
    known = terms("splits")
    assert rows == [(n, 2 * known[n]) for n in range(2, results.max_n + 1)]


def test_the_rule_is_named(results: Results, halved: Results) -> None:
    for made, rule in ((results, "any"), (halved, "half")):
        assert rows_of(made.database, "SELECT max_cut FROM rule") == [(rule,)]
        assert rows_of(made.database, "SELECT DISTINCT rule FROM histogram") == [(rule,)]


# --- pairs -----------------------------------------------------------------------------------


def test_every_pair_is_a_row_with_plies_and_winner(results: Results) -> None:
    rows = rows_of(results.database, "SELECT n, a, b, plies, winner FROM pairs ORDER BY n, a, b")
    assert rows == [
        (n, a, b, int(plies_of(n)[a, b]), int(plies_of(n)[a, b]) % 2)
        for n in range(1, results.max_n + 1)
        for a, b in combinations(range(len(plies_of(n))), 2)
    ]


@pytest.mark.parametrize("n", range(1, 6))
def test_the_pairs_take_the_plies_of_the_oracle(
    results: Results, halved: Results, n: int
) -> None:  # fmt: skip
    for made, max_cut in ((results, MaxCut.ANY), (halved, MaxCut.HALF)):
        rows = rows_of(made.database, "SELECT a, b, plies, winner FROM pairs WHERE n = ?", [n])
        shapes = oracle.polyominoes(n)
        assert len(rows) == len(shapes) * (len(shapes) - 1) // 2
        for a, b, plies, winner in rows:
            assert plies == oracle.value(shapes[a], shapes[b], max_cut.value)
            assert winner == plies % 2


def test_sql_reads_the_plies_of_a_pair_from_its_packed_row(results: Results) -> None:
    for n, a, b, plies in rows_of(results.database, "SELECT n, a, b, plies FROM pairs"):
        if n <= 6 or (a * 31 + b) % 211 == 0:
            values = {"n": n, "a": a, "b": b}
            assert rows_of(results.database, READ_ONE, values) == [(str(plies),)]  # type: ignore[arg-type]


def test_one_query_reads_all_pairs_from_the_packed_rows(results: Results) -> None:
    differing = """
    SELECT count(*), sum(pairs.plies = CAST(substr(hex(packed.plies), b - pairs.a, 1) AS INTEGER))
    FROM pairs JOIN packed_plies AS packed USING (n, a)
    """
    ((count, same),) = rows_of(results.database, differing)
    assert same == count == sum(terms("pairs")[n] for n in range(4, 9)) + 1


def test_the_packed_rows_take_half_a_byte_a_pair(results: Results) -> None:
    rows = rows_of(results.database, "SELECT n, a, length(plies) FROM packed_plies ORDER BY n, a")
    assert rows == [
        (n, a, (len(plies_of(n)) - a) // 2) for n in range(1, results.max_n + 1) for a in range(len(plies_of(n)))
    ]


@pytest.mark.parametrize("max_cut", list(MaxCut))
def test_the_histogram_counts_the_pairs(
    results: Results, halved: Results, max_cut: MaxCut
) -> None:  # fmt: skip
    made = results if max_cut is MaxCut.ANY else halved
    rows = rows_of(made.database, "SELECT * FROM histogram ORDER BY n, plies")
    assert rows == [
        (max_cut.value, n, plies, count)
        for n in range(1, made.max_n + 1)
        for plies, count in histogram(plies_of(n, max_cut)).items()
    ]
    counted = "SELECT n, plies, count(*) FROM pairs GROUP BY n, plies ORDER BY n, plies"
    assert rows_of(made.database, counted) == [row[1:] for row in rows]


# --- moves -----------------------------------------------------------------------------------


@pytest.mark.parametrize("max_cut", list(MaxCut))
@pytest.mark.parametrize("n", range(2, 6))
def test_the_moves_of_every_pair_are_those_of_the_oracle(
    results: Results, halved: Results, n: int, max_cut: MaxCut
) -> None:
    made = results if max_cut is MaxCut.ANY else halved
    found: dict[tuple[int, int], dict[tuple[int, ...], tuple[int, int]]] = {}
    rows = rows_of(
        made.database, "SELECT a, b, k, piece, rest_a, rest_b, ways, plies FROM moves WHERE n = ?",
        [n],
    )  # fmt: skip
    for a, b, *kind, ways, plies in rows:
        assert tuple(kind) not in found.setdefault((a, b), {})
        found[a, b][tuple(kind)] = ways, plies
    shapes = oracle.polyominoes(n)
    for a, one in enumerate(shapes):
        for b, other in enumerate(shapes):
            if a == b:
                continue
            ways_of: dict[tuple[int, ...], int] = {}
            for move in oracle.moves(one, other, max_cut.value):
                piece, rest_a, rest_b = move.kind()
                key = len(piece), number(piece), number(rest_a), number(rest_b)
                ways_of[key] = ways_of.get(key, 0) + 1
            expected = {}
            for (piece, rest_a, rest_b), plies in oracle.move_kinds(
                one, other, max_cut.value
            ).items():  # fmt: skip
                key = len(piece), number(piece), number(rest_a), number(rest_b)
                expected[key] = ways_of[key], plies
            assert found[a, b] == expected


def test_the_best_move_takes_as_many_plies_as_the_pair(results: Results) -> None:
    best = """
    SELECT pairs.plies = coalesce(
        min(CASE moves.plies % 2 WHEN 1 THEN moves.plies END), max(moves.plies)
    ) FROM pairs JOIN moves USING (n, a, b) WHERE n <= 7 GROUP BY n, a, b
    """
    rows = rows_of(results.database, best)
    assert rows == [(1,)] * (1 + sum(terms("pairs")[n] for n in range(4, 8)))


# --- puzzles ---------------------------------------------------------------------------------


def test_sql_finds_the_puzzles_among_the_pairs(results: Results) -> None:
    by_moves = """
    SELECT n, a, b, pairs.plies, min(k), min(piece), min(rest_a), min(rest_b)
    FROM pairs JOIN moves USING (n, a, b)
    WHERE n <= 7 AND pairs.plies >= 3 AND winner = 1 AND moves.plies % 2 = 1
    GROUP BY n, a, b HAVING count(*) = 1 ORDER BY n, a, b
    """
    found = rows_of(results.database, "SELECT * FROM puzzles WHERE n <= 7 ORDER BY n, a, b")
    assert found == rows_of(results.database, by_moves)
    assert len(found) > 0


def test_there_are_puzzles_of_all_sizes_with_games_long_enough(results: Results) -> None:
    rows = rows_of(
        results.database, "SELECT DISTINCT n, plies FROM puzzles ORDER BY n, plies"
    )  # fmt: skip
    assert rows == [(6, 3), (7, 3), (8, 3), (8, 5)]


# --- how far rows go -------------------------------------------------------------------------


def test_larger_pairs_are_in_packed_rows_only(
    results: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MAX_CELLS_WITH_ROWS == 9
    monkeypatch.setattr(database, "MAX_CELLS_WITH_ROWS", 7)
    database.main(results.max_n, RECORD_FILE, tmp_path / "all.db")
    for table, columns in (("pairs", "n, a, b, plies, winner"), ("puzzles", "*")):
        sql = f"SELECT {columns} FROM {table} WHERE n <= 7 ORDER BY n, a, b"
        every = f"SELECT {columns} FROM {table} ORDER BY n, a, b"
        assert rows_of(tmp_path / "all.db", every) == rows_of(results.database, sql)
    for table in ("packed_plies", "histogram", "cuts", "polyominoes"):
        sql = f"SELECT * FROM {table}"
        assert rows_of(tmp_path / "all.db", sql) == rows_of(results.database, sql)


@pytest.mark.slow
def test_pairs_of_10_cells_have_no_rows_but_are_read_all_the_same(tmp_path: Path) -> None:
    made = run_all_stages(tmp_path, 10)
    for table in ("pairs", "puzzles"):
        assert rows_of(made.database, f"SELECT max(n) FROM {table}") == [(9,)]
    assert rows_of(made.database, "SELECT count(*) FROM pairs WHERE n = 9") == [(terms("pairs")[9],)]
    first, second = rows_of(made.database, "SELECT sum(count) FROM histogram WHERE n = 10 GROUP BY plies % 2 = 0")
    assert (*first, *second) == (terms("first_wins")[10], terms("second_wins")[10])
    plies = plies_of(10)
    for a, b in ((0, 1), (0, 4654), (17, 4000), (2222, 2223), (4653, 4654)):
        values = {"n": 10, "a": a, "b": b}
        assert rows_of(made.database, READ_ONE, values) == [(str(plies[a, b]),)]  # type: ignore[arg-type]


# --- the whole database ----------------------------------------------------------------------


def test_the_database_has_all_tables_and_nothing_else(results: Results) -> None:
    rows = rows_of(results.database, "SELECT type, name FROM sqlite_schema WHERE sql IS NOT NULL")
    tables = ("polyominoes", "rule", "cuts", "packed_plies", "histogram", "puzzles", "records", "pairs")
    assert sorted(rows) == sorted([
        *(("table", table) for table in [*tables, "arrays", "columns", "provenance"]),
        ("view", "moves"),
        ("view", "winners"),
    ])  # fmt: skip


def test_every_column_is_described_as_the_database_has_it(results: Results) -> None:
    described = "SELECT column_name, type FROM columns WHERE table_name = ? AND meaning <> '' ORDER BY column_name"
    for of in DATABASE.tables:
        found = rows_of(results.database, "SELECT name, type FROM pragma_table_xinfo(?) ORDER BY name", [of.name])
        names = [name for name, _ in found]
        rows = rows_of(results.database, described, [of.name])
        assert [name for name, _ in rows] == names
        assert "view" in of.info or rows == found  # columns that a view computes have no type


def test_winners_are_those_of_the_histogram_and_of_records_of_larger_sizes_by_the_same_rule(
    tmp_path: Path, results: Results
) -> None:
    (tmp_path / "records.csv").write_text(
        "rule,n,winner,plies,pairs\nany,5,1,3,7\nany,9,1,5,30\nany,9,0,6,6\nhalf,9,1,,1\nany,10,0,,2\n"
    )
    database.main(6, tmp_path / "records.csv", tmp_path / "all.db")
    sql = "SELECT rule, n, winner, plies, pairs FROM winners ORDER BY n, winner, plies"
    counted = "SELECT rule, n, plies % 2, plies, count FROM histogram WHERE n <= 6 ORDER BY n, plies % 2, plies"
    larger = [("any", 9, 0, 6, 6), ("any", 9, 1, 5, 30), ("any", 10, 0, None, 2)]
    assert rows_of(tmp_path / "all.db", sql) == [*rows_of(results.database, counted), *larger]


def test_both_rules_have_the_same_pairs_but_not_the_same_moves(results: Results, halved: Results) -> None:
    sql = "SELECT * FROM pairs WHERE n <= 6 ORDER BY n, a, b"
    assert rows_of(halved.database, sql) == rows_of(results.database, sql)
    ((moves,),) = rows_of(halved.database, "SELECT count(*) FROM moves WHERE n <= 6")
    ((more,),) = rows_of(results.database, "SELECT count(*) FROM moves WHERE n <= 6")
    assert 0 < moves < more
