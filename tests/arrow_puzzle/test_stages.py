"""The stages: what is in their artifacts, and what they say about files they cannot use."""

from __future__ import annotations

import csv
import json
from collections import Counter
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree

import numpy as np
import pytest

from pipeline.arrow_puzzle.levels import algebras_of, parse_levels
from pipeline.arrow_puzzle.stages import database as arrow_database
from pipeline.arrow_puzzle.stages import hardest_boards, tap_counts
from pipeline.arrow_puzzle.stages import page as arrow_page
from pipeline.arrow_puzzle.stages.database import Optimal, read_questions, solve
from pipeline.arrow_puzzle.stages.page import page_data
from pipeline.arrow_puzzle.tables import DATABASE, HARDEST_BOARDS_PART, TAP_COUNTS_PART
from scripts.verify.arrow_puzzle import Artifacts
from tablebases.arrow.batches import hard_boards
from tablebases.arrow.boards import Layout, parse_board, tile_names
from tablebases.arrow.linear import algebra_of
from tablebases.atlas.pages import DATA_FILE, hand_written, page_files
from tablebases.errors import Error
from tablebases.files import provenance_file, read_provenance
from tests.arrow_puzzle.helpers import (
    GAME_NAMES,
    KNOWN_ANSWERS,
    algebra,
    figure,
    known_rows,
    level_of,
    oracle_level,
    oracle_matrix,
    solver,
    whole,
)
from tests.arrow_puzzle.results import (
    BOARD_FILE,
    BOUNDS_FILE,
    LEVELS,
    OTHERS,
    RESTARTS,
    SAMPLE,
    SEED,
    STEPS,
    Results,
    known_questions,
    level_options,
    questions,
    run_all_stages,
)
from tests.databases import content_of, named_rows_of
from tests.oracle import arrow_puzzle as oracle

SVG = "{http://www.w3.org/2000/svg}"
COUNTED = ("easy", "medium", "hard", "wide", "single")
SAMPLED = ("expert", "nines")


def board_of(level: str) -> str:
    """The name of the board of a level."""
    return LEVELS[level]


def plain(text: str) -> tuple[int, ...]:
    """A board of the artifacts in steps from up."""
    words = text.split() if " " in text else text
    return tuple(int(word) - 1 for word in words)


def taps_of(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in (text.split() if " " in text else text))


# --- levels ----------------------------------------------------------------------------------


def test_levels_are_read_back_as_they_were_worked_out(results: Results) -> None:
    found = Artifacts(results.folder, cast(Any, None)).algebras
    assert list(found) == list(LEVELS)
    for level in parse_levels(level_options()):
        expected, read = algebra_of(level), found[level.name]
        assert read.level == expected.level == level
        assert read.smith_diagonal == expected.smith_diagonal
        assert read.divisor == expected.divisor
        assert (read.inverse == expected.inverse).all()
        assert read.checks.shape == expected.checks.shape
        assert (read.checks == expected.checks).all()
        assert len(read.kernel) == len(expected.kernel)
        for one, other in zip(read.kernel, expected.kernel, strict=True):
            assert (one.prime, one.multiples) == (other.prime, other.multiples)
            assert (one.vector == other.vector).all()


def test_the_tables_of_the_levels_say_what_the_oracle_says(results: Results) -> None:
    for row in named_rows_of(results.database, "SELECT * FROM levels"):
        level = oracle_level(board_of(row["level"]))
        assert (row["shape"], row["side"], row["directions"]) == (level.shape, level.side, level.m)
        assert row["tiles"] == len(level.cells())
        assert int(row["n_solutions"]) * int(row["n_solvable_boards"]) == level.m ** row["tiles"]
        by_tile = "WHERE level = ? ORDER BY tile"
        cells = named_rows_of(results.database, f"SELECT * FROM cells {by_tile}", [row["level"]])
        assert [cell["tile"] for cell in cells] == list(range(row["tiles"]))
        assert [(cell["row"], cell["column"]) for cell in cells] == level.cells()
        turned = named_rows_of(results.database, "SELECT * FROM tap_matrix WHERE level = ?", [row["level"]])
        matrix = oracle_matrix(board_of(row["level"]))
        assert {(entry["tapped"], entry["turned"]) for entry in turned} == {
            (i, j) for i, j in product(range(row["tiles"]), repeat=2) if matrix[i][j]
        }
        for prime in named_rows_of(results.database, "SELECT * FROM primes WHERE level = ?", [row["level"]]):
            assert prime["rank"] == oracle.rank(matrix, prime["prime"])


def test_the_tables_of_the_levels_have_the_known_figures(results: Results) -> None:
    rows = {row["level"]: row for row in named_rows_of(results.database, "SELECT * FROM levels")}
    for name in GAME_NAMES:
        assert int(rows[name]["n_solutions"]) == whole(f"{name}_solutions")
        assert int(rows[name]["n_solvable_boards"]) == whole(f"{name}_solvable_boards")
    assert rows["expert"]["smith_normal_form"] == "1 x 32, 3, 0 x 4"
    assert rows["nines"]["divisor"] == 3
    primes = named_rows_of(results.database, "SELECT * FROM primes WHERE level = 'expert'")
    assert [(row["prime"], row["power"], row["rank"], row["n_solutions"]) for row in primes] == [
        (2, 2, whole("hexagon_4_rank_mod_2"), "16"),
        (3, 3, whole("hexagon_4_rank_mod_3"), "243"),
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["easy=square-3"], "or expert=hexagon-4-6, but is 'easy=square-3'"),
        (["easy"], "or expert=hexagon-4-6, but is 'easy'"),
        (["easy=easy"], "or expert=hexagon-4-6, but is 'easy=easy'"),
        (["a=square-3-4", "a=hexagon-2-6"], "there are two levels with the name a"),
        (["a=square-3-4", "b=hexagon-0-6"], "the side of a hexagon must be 1 to 12 tiles, not 0"),
    ],
)
def test_a_level_that_is_none_is_refused(tmp_path: Path, options: list[str], message: str) -> None:
    with pytest.raises(Error) as error:
        arrow_page.main(options, tmp_path / "page")
    assert message in str(error.value)
    assert list(tmp_path.iterdir()) == []


# --- SQL alone -------------------------------------------------------------------------------

SHOWN = """
WITH shown(board_id, level, tile, b) AS (
    SELECT board_id, level, tile, substr(board, tile + 1, 1) - 1
    FROM solutions JOIN cells USING (level) WHERE board NOT LIKE '% %'
    UNION ALL
    SELECT board_id, level, key, value - 1
    FROM solutions, json_each('[' || replace(board, ' ', ',') || ']') WHERE board LIKE '% %'
)
"""
SOLVABLE = f"""{SHOWN}
SELECT board_id, level, solvable, board_id NOT IN (
    SELECT board_id FROM shown JOIN checks USING (level, tile) JOIN levels USING (level)
    GROUP BY board_id, check_no HAVING sum(value * b) % directions <> 0
) AS by_checks FROM solutions
"""
TAPS = f"""{SHOWN},
products(board_id, level, tile, product) AS (
    SELECT board_id, level, tapped, -sum(value * b)
    FROM shown JOIN inverse USING (level, tile) GROUP BY board_id, tapped
)
SELECT board_id, level, tile, divisor,
    (product % (directions * divisor) + directions * divisor) % (directions * divisor) AS rest,
    ((product % (directions * divisor) + directions * divisor) % (directions * divisor))
        / divisor % directions AS taps
FROM products JOIN levels USING (level) JOIN solutions USING (board_id, level)
WHERE solvable ORDER BY board_id, tile
"""


def test_boards_are_found_solvable_by_sql_alone(results: Results) -> None:
    rows = named_rows_of(results.database, SOLVABLE)
    assert len(rows) == len(questions())
    assert all(row["solvable"] == row["by_checks"] for row in rows)
    verdicts = {(row["level"], row["by_checks"]) for row in rows}
    for name in ("hard", "expert", "nines", "wide", "many"):
        assert {(name, 0), (name, 1)} <= verdicts


def test_boards_are_solved_by_sql_alone(results: Results) -> None:
    taps: dict[int, list[int]] = {}
    needs_division = set()
    for row in named_rows_of(results.database, TAPS):
        taps.setdefault(row["board_id"], []).append(row["taps"])
        assert row["rest"] % row["divisor"] == 0
        if row["divisor"] > 1:
            needs_division.add(row["level"])
    assert needs_division == {"nines"}
    solvable = [row for row in results.solution_rows if row["solvable"]]
    assert list(taps) == [row["board_id"] for row in solvable]
    for row in solvable:
        level = level_of(board_of(row["level"]))
        after = level.after_taps(np.array(plain(row["board"])), np.array(taps[row["board_id"]]))
        assert not after.any(), row


def test_all_solutions_follow_from_the_tables_alone(results: Results) -> None:
    first: dict[str, dict[str, Any]] = {}
    for row in results.solution_rows:
        if row["solvable"] and int(row["n_solutions"]) < 20_000:
            first.setdefault(row["level"], row)
    assert set(first) == set(LEVELS) - {"many"}
    for name, row in first.items():
        m = level_of(board_of(name)).directions
        kernel: dict[tuple[int, int], list[int]] = {}
        for entry in named_rows_of(
            results.database,
            "SELECT * FROM kernel WHERE level = ? ORDER BY generator, tile",
            [name],
        ):
            key = (entry["generator"], entry["multiples"])
            kernel.setdefault(key, []).append(entry["value"])
        every = [np.array(taps_of(row["solution"]))]
        for (_, multiples), vector in kernel.items():
            every = [(taps + k * np.array(vector)) % m for taps in every for k in range(multiples)]
        found = sorted(tuple(taps.tolist()) for taps in every)
        matrix = oracle_matrix(board_of(name))
        assert found == oracle.solutions(plain(row["board"]), matrix, m)
        assert len(found) == int(row["n_solutions"])


# --- boards ----------------------------------------------------------------------------------


def written_fixes_of(row: dict[str, Any]) -> list[tuple[str, int]]:
    fixes = [fix.split("=") for fix in row["single_tile_fixes"].split(";") if fix]
    return [(tile, int(shown)) for tile, shown in fixes]


def test_all_known_boards_have_the_known_answers(results: Results) -> None:
    answered = results.solution_rows[-len(known_questions()) :]
    known = [row for name in GAME_NAMES for row in known_rows(name)]
    assert len(known) == 240
    for answer, row in zip(answered, known, strict=True):
        assert answer["board"] == row["board"]
        assert str(answer["solvable"]) == row["solvable"]
        assert answer["n_solutions"] == row["n_solutions"]
        assert str(answer["min_taps"] or "") == row["min_taps"]
        assert (answer["solution"] or "") == row["solution"]
        assert row["n_min_solutions"] in ("", str(answer["n_min_solutions"]))
        assert row["min_tiles"] in ("", str(answer["min_tiles"]))
        assert answer["single_tile_fixes"] == row["single_tile_fixes"]


def test_boards_are_numbered_as_in_their_file_and_keep_their_levels_and_layouts(
    results: Results,
) -> None:
    asked = questions()
    assert [row["board_id"] for row in results.solution_rows] == list(range(1, len(asked) + 1))
    for row, (level, text, layout, up) in zip(results.solution_rows, asked, strict=True):
        assert (row["level"], row["layout"]) == (level, layout)
        board = parse_board(text, level_of(board_of(level)), Layout(layout), int(up))
        assert plain(row["board"]) == tuple(board.tolist())


def test_every_notation_of_a_board_has_the_same_answer(results: Results) -> None:
    easy = [row for row in results.solution_rows if row["board"] == "434131344"]
    assert len(easy) >= 5
    assert {row["solution"] for row in easy} == {"203302121"}
    assert {row["layout"] for row in easy} == {"rows"}
    (mirrored,) = [row for row in results.solution_rows
                   if row["level"] == "easy" and row["layout"] == "columns"]  # fmt: skip
    assert mirrored["board"] == "413334414"  # the same board, read column by column
    assert mirrored["solution"] == "231002321"


def test_boards_of_other_levels_have_the_answers_of_the_oracle(results: Results) -> None:
    seen: Counter[tuple[str, bool]] = Counter()
    for row in results.solution_rows:
        if row["level"] not in OTHERS or row["level"] == "many":
            continue
        name = board_of(row["level"])
        level, matrix = oracle_level(name), oracle_matrix(name)
        board = plain(row["board"])
        seen[row["level"], bool(row["solvable"])] += 1
        if row["solvable"]:
            best = oracle.fewest_taps(board, matrix, level.m)
            assert best is not None
            assert (row["min_taps"], row["n_min_solutions"]) == (best.taps, best.optimal)
            assert row["min_tiles"] == best.tiles
            assert taps_of(row["solution"]) == best.solution
            assert row["single_tile_fixes"] == ""
        else:
            names = tile_names(level_of(name), Layout(row["layout"]))
            fixes = oracle.single_tile_fixes(board, level.cells(), matrix, level.m)
            seen[row["layout"], bool(fixes)] += 1
            assert sorted(written_fixes_of(row)) == sorted(
                (names[level.cells().index(cell)], shown) for cell, shown in fixes
            )
            assert [row[key] for key in ("min_taps", "n_min_solutions", "min_tiles")] == [None] * 3
            assert (row["solution"], row["n_solutions"]) == (None, "0")
    for kind in ("wide", "nines"):
        assert seen[kind, False] > 0
    for layout in Layout:
        assert seen[layout, True] > 0


def test_boards_of_too_many_solutions_have_one_but_no_fewest_taps(results: Results) -> None:
    rows = [row for row in results.solution_rows if row["level"] == "many" and row["solvable"]]
    assert len(rows) >= 6
    for row in rows:
        assert row["n_solutions"] == "5159780352"
        assert [row[key] for key in ("min_taps", "n_min_solutions", "min_tiles")] == [None] * 3
        taps = np.array(taps_of(row["solution"]))
        after = level_of("square-5-12").after_taps(np.array(plain(row["board"])), taps)
        assert not after.any()


def test_all_best_solutions_are_kept_on_demand(results: Results) -> None:
    kept: dict[int, list[str]] = {}
    for row in named_rows_of(results.database, "SELECT * FROM optimal_solutions"):
        kept.setdefault(row["board_id"], []).append(row["solution"])
        assert len(kept[row["board_id"]]) == row["place"]
    for row in results.solution_rows:
        assert len(kept.get(row["board_id"], [])) == (row["n_min_solutions"] or 0)
        if row["min_taps"] is None:
            continue
        solutions = [taps_of(text) for text in kept[row["board_id"]]]
        assert kept[row["board_id"]][0] == row["solution"]
        assert solutions == sorted(set(solutions))
        assert {sum(taps) for taps in solutions} == {row["min_taps"]}
        level = level_of(board_of(row["level"]))
        assert not level.after_taps(np.array(plain(row["board"])), np.array(solutions)).any()


def solved(path: Path, optimal: Optimal = Optimal.ONE) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The rows of both tables for a board file."""
    algebras = algebras_of(level_options())
    return solve(read_questions(path, algebras), algebras, optimal)


def test_without_that_the_same_answers_are_given(results: Results) -> None:
    assert solved(results.board_file) == (results.solution_rows, [])


def test_more_boards_than_are_solved_at_once_have_the_same_answers(
    results: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrow_database, "BOARDS_BATCH", 7)
    optimal = named_rows_of(results.database, "SELECT * FROM optimal_solutions ORDER BY board_id, place")
    assert solved(results.board_file, Optimal.ALL) == (results.solution_rows, optimal)


def make_database(results: Results, board_file: Path, out: Path) -> None:
    """The database with other boards."""
    parts = (results.tap_counts, results.hardest_boards)
    arrow_database.main(level_options(), board_file, *parts, out, out.with_suffix(".svg"))


def board_file_with(folder: Path, content: str | bytes) -> Path:
    """A board file with this content."""
    path = folder / "boards.csv"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize(
    "content",
    [
        "level,board\neasy,434131344\n",
        "board,level\n434131344,easy\n",
        "level,board,up\neasy,323020233,0\n",
        "level,board,layout\neasy,434131344,\n",
        "up,layout,board,level\n,,434131344,easy\n",
        'level,board\neasy,"4,3,4,1,3,1,3,4,4"\n',
        'level,board\neasy,"434\n131\n344"\n',
        "level,board\r\neasy,434131344\r\n",
        "level,board\n\neasy,434131344\n\n",
        "level,board\neasy,434131344",
        "level,board,layout,up\neasy,434131344\n",
        "\N{BYTE ORDER MARK}level,board\neasy,434131344\n",
    ],
)
def test_columns_may_come_in_any_order_and_some_be_left_out(tmp_path: Path, content: str) -> None:
    ((row,), _) = solved(board_file_with(tmp_path, content))
    assert (row["board_id"], row["board"], row["layout"]) == (1, "434131344", "rows")
    assert (row["min_taps"], row["solution"]) == (14, "203302121")


def test_a_file_without_boards_has_no_answers(tmp_path: Path) -> None:
    assert solved(board_file_with(tmp_path, "level,board\n")) == ([], [])


COLUMNS_FAULT = "the columns must be level, board, and perhaps layout and up, but are "
SURPLUS = "it has more values than there are columns; put commas in a board between quotes"
LEVEL_FAULT = "; the levels are easy, medium, hard, expert, nines, wide, single, many"
FAULTS = [
    ("level,layout\neasy,rows\n", f"{{}}: {COLUMNS_FAULT}level, layout"),
    ("board\n434131344\n", f"{{}}: {COLUMNS_FAULT}board"),
    ("level,board,colour\neasy,434131344,red\n", f"{{}}: {COLUMNS_FAULT}level, board, colour"),
    ("Level,Board\neasy,434131344\n", f"{{}}: {COLUMNS_FAULT}Level, Board"),
    ("easy,434131344\n", f"{{}}: {COLUMNS_FAULT}easy, 434131344"),
    ("level,board\neasy,434131344\nextreme,1\n",
     f"{{}}, board 2: there is no level 'extreme'{LEVEL_FAULT}"),
    ("level,board\neasy,434131344\nhexagon-2-6,1111111\n",
     f"{{}}, board 2: there is no level 'hexagon-2-6'{LEVEL_FAULT}"),
    ("level,board\n,434131344\n", f"{{}}, board 1: there is no level ''{LEVEL_FAULT}"),
    ("level,board,layout\neasy,434131344,rows\neasy,434131344,diagonal\n",
     "{}, board 2: the layout must be rows or columns, but is 'diagonal'"),
    ("level,board,up\neasy,434131344,1\neasy,434131344,2\n",
     "{}, board 2: up must be 1 or 0, but is '2'"),
    ("level,board,up\neasy,434131344,one\n", "{}, board 1: up must be 1 or 0, but is 'one'"),
    ("level,board\neasy,434131344\neasy,434,131,344\n", f"{{}}, board 2: {SURPLUS}"),
    ("level,board,layout,up\neasy,434131344,rows,1,1\n", f"{{}}, board 1: {SURPLUS}"),
    ("level,board\neasy,434131344\nhard,1\neasy,434131345\n",
     "{}, board 3: the board: '5' in place 9 (tile 22) is not one of the numbers 1 to 4 of level "
     "easy"),
    ("level,board,layout\neasy,434131344,rows\neasy,434151344,columns\n",
     "{}, board 2: the board: '5' in place 5 (tile 11) is not one of the numbers 1 to 4 of level "
     "easy"),
    ("level,board,up\neasy,323020233,0\neasy,434131344,0\n",
     "{}, board 2: the board: '4' in place 1 (tile 00) is not one of the numbers 0 to 3 of level "
     "easy"),
    ("level,board\neasy,434131344\nexpert,\n",
     "{}, board 2: the board: it ends after 0 of the 37 tiles of level expert; tile 00 is missing"),
    ("level,board\nexpert\n",
     "{}, board 1: the board: it ends after 0 of the 37 tiles of level expert; tile 00 is missing"),
]  # fmt: skip


def refusal(results: Results, folder: Path, content: str | bytes) -> str:
    """What is said of a board file that cannot be used, after which nothing has changed."""
    kept = folder / "s.db"
    kept.write_bytes(b"an earlier artifact")
    with pytest.raises(Error) as error:
        make_database(results, board_file_with(folder, content), kept)
    assert kept.read_bytes() == b"an earlier artifact"
    assert {path.name for path in folder.iterdir()} == {"boards.csv", "s.db"}
    assert len(str(error.value).splitlines()) == 1
    assert error.value.exit_status in (1, 2)
    return str(error.value)


@pytest.mark.parametrize(("content", "message"), FAULTS)
def test_a_board_file_that_cannot_be_used_is_refused_naming_file_and_board(
    results: Results, tmp_path: Path, content: str, message: str
) -> None:
    path = tmp_path / "boards.csv"
    assert refusal(results, tmp_path, content) == message.format(f"board file {path}")


@pytest.mark.parametrize(
    "content",
    ["level,board,layout,up\neasy,4,3,4,1,3,1,3,4,4\n", "level,board,up\neasy,434,131,344\n"],
)
def test_commas_without_quotes_are_named_where_there_are_more_columns_too(
    results: Results, tmp_path: Path, content: str
) -> None:
    path = tmp_path / "boards.csv"
    assert refusal(results, tmp_path, content) == f"board file {path}, board 1: {SURPLUS}"


def test_a_column_that_is_there_twice_is_refused(results: Results, tmp_path: Path) -> None:
    refusal(results, tmp_path, "level,board,board\neasy,434131344,111111111\n")


@pytest.mark.parametrize("content", [b"\xff\xfe\x00level", b"level,board\neasy,\x80\n"])
def test_a_board_file_that_is_no_text_is_refused(results: Results, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "boards.csv"
    said = refusal(results, tmp_path, content)
    assert said.startswith(f"{path} is not a CSV file in UTF-8: ")


def test_a_board_file_that_is_missing_is_refused(results: Results, tmp_path: Path) -> None:
    path = tmp_path / "no.csv"
    with pytest.raises(Error) as error:
        make_database(results, path, tmp_path / "s.db")
    assert str(error.value) == f"cannot read {path}: No such file or directory"
    assert list(tmp_path.iterdir()) == []


def test_the_board_file_of_the_repository_is_solved(results: Results, tmp_path: Path) -> None:
    make_database(results, BOARD_FILE, tmp_path / "s.db")
    with BOARD_FILE.open(encoding="utf-8", newline="") as content:
        expected = len(list(csv.DictReader(content)))
    assert len(named_rows_of(tmp_path / "s.db", "SELECT * FROM solutions")) == expected


# --- tap counts ------------------------------------------------------------------------------


def test_tap_counts_are_kept_as_they_were_counted(results: Results) -> None:
    rows = named_rows_of(results.tap_counts, "SELECT * FROM tap_statistics ORDER BY rowid")
    assert [row["level"] for row in rows] == [name for name in LEVELS if name != "many"]
    for row in rows:
        name = row["level"]
        of = algebra(board_of(name))
        made = tap_counts.tap_counts(of, SAMPLE, SEED, tap_counts.read_proven_bounds(BOUNDS_FILE))
        assert (row["method"], row["proven_bound"]) == (made.method, made.proven_bound)
        counts = named_rows_of(results.tap_counts, "SELECT * FROM tap_counts WHERE level = ?", [name])
        assert {count["taps"]: count["n_boards"] for count in counts} == dict(made.n_boards)
        assert row["method"] == ("exact" if name in COUNTED else "sampled")
        assert row["n_boards"] == made.total == (of.n_solvable_boards if name in COUNTED else SAMPLE)


def test_hard_is_counted_as_known(results: Results) -> None:
    rows = named_rows_of(results.database, "SELECT * FROM tap_counts WHERE level = 'hard' ORDER BY taps")
    assert {row["taps"]: row["n_boards"] for row in rows} == KNOWN_ANSWERS.terms("hard_boards_by_taps")
    (row,) = named_rows_of(results.database, "SELECT * FROM tap_statistics WHERE level = 'hard'")
    assert (row["method"], row["n_boards"], row["most"]) == ("exact", 2**33, 19)
    assert f"{row['mean']:.4f}" == figure("hard_fewest_taps_mean")
    assert row["mean_low"] == row["mean"] == row["mean_high"]
    assert row["proven_bound"] == 19


@pytest.mark.parametrize("name", [*COUNTED, *SAMPLED])
def test_statistics_sum_up_the_counts(results: Results, name: str) -> None:
    (row,) = named_rows_of(results.database, "SELECT * FROM tap_statistics WHERE level = ?", [name])
    counts = named_rows_of(results.database, "SELECT * FROM tap_counts WHERE level = ?", [name])
    total = sum(count["n_boards"] for count in counts)
    assert row["n_boards"] == total
    mean = sum(count["taps"] * count["n_boards"] for count in counts) / total
    assert row["mean"] == pytest.approx(mean)
    assert row["mean_low"] <= row["mean"] <= row["mean_high"]
    assert (row["mean_low"] < row["mean_high"]) == (name in SAMPLED)
    assert row["most"] == max(count["taps"] for count in counts) <= row["proven_bound"]
    for count in counts:
        assert count["share"] == count["n_boards"] / total
        assert count["share_low"] <= count["share"] <= count["share_high"]
        assert (count["share_low"] < count["share_high"]) == (name in SAMPLED)


def test_another_seed_gives_another_sample_but_the_same_counts(results: Results, tmp_path: Path) -> None:
    tap_counts.main(level_options(), BOUNDS_FILE, tmp_path / "t.db", SAMPLE, SEED + 1)
    sql = "SELECT * FROM tap_counts WHERE level = ?"
    for name in (*COUNTED, *SAMPLED):
        same = named_rows_of(tmp_path / "t.db", sql, [name]) == named_rows_of(results.database, sql, [name])
        assert same == (name in COUNTED)


# --- hardest boards --------------------------------------------------------------------------


def test_the_hardest_boards_need_as_many_taps_as_stated(results: Results) -> None:
    rows = named_rows_of(results.database, "SELECT * FROM hardest_boards")
    assert {row["level"] for row in rows} == set(LEVELS) - {"nines", "many"}
    for row in rows:
        name = board_of(row["level"])
        best = oracle.fewest_taps(plain(row["board"]), oracle_matrix(name), level_of(name).directions)
        assert best is not None
        assert (best.taps, best.optimal) == (row["min_taps"], row["n_min_solutions"])
        assert best.solution == taps_of(row["solution"])


def test_the_hardest_boards_are_those_of_the_search(results: Results) -> None:
    for name in set(LEVELS) - {"nines", "many"}:
        found = hard_boards(solver(board_of(name)), RESTARTS, STEPS, SEED)
        rows = named_rows_of(results.database, "SELECT * FROM hardest_boards WHERE level = ?", [name])
        assert sorted(map(tuple, found.tolist())) == sorted(taps_of(r["solution"]) for r in rows)
        bound = named_rows_of(results.database, "SELECT proven_bound FROM tap_statistics WHERE level = ?", [name])
        assert rows[0]["min_taps"] <= bound[0]["proven_bound"]
    easy, medium = (
        named_rows_of(results.database, "SELECT * FROM hardest_boards WHERE level = ?", [name])
        for name in ("easy", "medium")
    )
    assert [row["min_taps"] for row in (*easy, *medium)] == [27, 48]


# --- the database ----------------------------------------------------------------------------


def test_the_database_has_all_tables_of_all_stages(results: Results) -> None:
    notes = read_provenance(results.database)
    for table in DATABASE.tables:
        rows = named_rows_of(results.database, f"SELECT * FROM {table.name}")
        assert rows
        assert notes[f"rows {table.name}"] == str(len(rows))
    assert notes["stage"] == "arrow_puzzle_database"
    for schema, part in ((TAP_COUNTS_PART, results.tap_counts), (HARDEST_BOARDS_PART, results.hardest_boards)):
        assert read_provenance(part)["stage"] == schema.stage
        for table in schema.tables:
            sql = f"SELECT * FROM {table.name}"
            assert named_rows_of(results.database, sql) == named_rows_of(part, sql)


def test_the_database_says_what_every_column_is(results: Results) -> None:
    said = {(row["table_name"], row["column_name"]): row["meaning"]
            for row in named_rows_of(results.database, "SELECT * FROM columns")}  # fmt: skip
    names = "SELECT name FROM sqlite_schema WHERE type = 'table'"
    there = {
        (table["name"], column["name"])
        for table in named_rows_of(results.database, names)
        for column in named_rows_of(results.database, f"PRAGMA table_info({table['name']})")
    }
    assert said.keys() == there
    assert all(said.values())


@pytest.mark.parametrize("wrong", ["tap_counts", "hardest_boards"])
def test_a_part_that_is_missing_or_of_another_stage_is_refused(results: Results, tmp_path: Path, wrong: str) -> None:
    for path, said in ((results.database, "was not written by the stage"), (tmp_path / "no.db", "does not exist; run")):
        parts = {"tap_counts": results.tap_counts, "hardest_boards": results.hardest_boards, wrong: path}
        with pytest.raises(Error, match=said):
            arrow_database.main(
                level_options(), BOARD_FILE, **parts, out=tmp_path / "all.db", chart=tmp_path / "chart.svg"
            )
    assert list(tmp_path.iterdir()) == []


# --- two runs --------------------------------------------------------------------------------


def test_two_runs_differ_in_nothing(results: Results, tmp_path: Path) -> None:
    again = run_all_stages(tmp_path)
    for name in ("tap_counts", "hardest_boards", "database"):
        one, other = getattr(results, name), getattr(again, name)
        assert content_of(one) == content_of(other)
        assert read_provenance(one) == read_provenance(other)
    assert results.chart.read_bytes() == again.chart.read_bytes()
    pages = [
        {path.name: path.read_bytes() for path in page.iterdir() if path.suffix != ".json"}
        for page in (results.page, again.page)
    ]
    assert pages[0] == pages[1]
    one, other = (page / DATA_FILE for page in (results.page, again.page))
    assert one.read_bytes() == other.read_bytes()


# --- charts and page -------------------------------------------------------------------------


def test_the_chart_has_a_part_for_each_level_that_is_counted(results: Results) -> None:
    root = ElementTree.parse(results.chart).getroot()  # noqa: S314 - our own
    assert root.tag == f"{SVG}svg"
    texts = ["".join(element.itertext()).strip() for element in root.iter(f"{SVG}text")]
    statistics = named_rows_of(results.database, "SELECT * FROM tap_statistics")
    for row in statistics:
        what = "all boards" if row["method"] == "exact" else "a sample"
        title = f"{row['level']}: {what} ({row['n_boards']:,}), mean {row['mean']:.2f}"
        assert texts.count(title) == 1
    assert sum(": all boards" in text or ": a sample" in text for text in texts) == 7
    assert read_provenance(results.chart)["stage"] == "arrow_puzzle_database"


def chart_of(folder: Path, *options: str) -> Path:
    """A chart of these levels."""
    parts = folder / "t.db", folder / "h.db"
    tap_counts.main(list(options), BOUNDS_FILE, parts[0], 50, 1)
    hardest_boards.main(list(options), parts[1], 1, 100, 1)
    arrow_database.main(
        list(options), board_file_with(folder, "level,board\n"), *parts, folder / "all.db", folder / "chart.svg"
    )
    return folder / "chart.svg"


@pytest.mark.parametrize("n_levels", [1, 2, 3])
def test_a_chart_has_as_many_parts_as_there_are_levels(tmp_path: Path, n_levels: int) -> None:
    names = ["one", "two", "three"][:n_levels]
    chart = chart_of(tmp_path, *(f"{name}=square-3-4" for name in names))
    assert chart.read_text(encoding="utf-8").count("all boards (262,144), mean 13.50") == n_levels


def test_there_is_a_chart_even_if_no_level_can_be_counted(tmp_path: Path) -> None:
    assert chart_of(tmp_path, "many=square-5-12").exists()


def test_the_page_has_what_solves_boards_of_every_level(results: Results) -> None:
    data = json.loads((results.page / DATA_FILE).read_text(encoding="utf-8"))
    assert data == json.loads(json.dumps(page_data(algebras_of(level_options()).values())))
    assert [level["name"] for level in data["levels"]] == list(LEVELS)
    by_name = {level["name"]: level for level in data["levels"]}
    for row in results.solution_rows:
        page, level = by_name[row["level"]], level_of(board_of(row["level"]))
        m, divisor = page["directions"], page["divisor"]
        board = np.array(plain(row["board"]))
        assert page["cells"] == list(map(list, level.cells))
        checks = np.array(page["checks"]).reshape(-1, len(board))
        assert (not (checks @ board % m).any()) == row["solvable"]
        if row["solvable"]:
            taps = -(np.array(page["inverse"]) @ board) % (m * divisor) // divisor % m
            assert not level.after_taps(board, taps).any()
            assert page["solutions"] == row["n_solutions"]
            assert prod(of["multiples"] for of in page["kernel"]) == int(row["n_solutions"])


def test_the_page_is_a_folder_with_all_that_is_written_by_hand(results: Results) -> None:
    by_hand = {path.name: path.read_bytes() for path in hand_written("arrow_puzzle") if path.suffix != ".html"}
    made = {path.name: path.read_bytes() for path in results.page.iterdir()}
    assert "app.js" in by_hand
    assert {name: made[name] for name in by_hand} == by_hand
    assert set(made) == {*page_files("arrow_puzzle"), provenance_file(results.page / DATA_FILE).name}
    assert read_provenance(results.page / DATA_FILE)["stage"] == "arrow_puzzle_page"


def test_an_earlier_page_is_replaced_and_nothing_else_is(results: Results, tmp_path: Path) -> None:
    page = tmp_path / "page"
    arrow_page.main(level_options(), page)
    (page / DATA_FILE).write_text("{}")
    (page / "of an earlier version.js").touch()
    arrow_page.main(level_options(), page)
    assert {path.name for path in page.iterdir()} == {path.name for path in results.page.iterdir()}
    assert (page / DATA_FILE).read_bytes() == (results.page / DATA_FILE).read_bytes()
    other = tmp_path / "other"
    other.mkdir()
    (other / "diary.txt").write_text("mine")
    with pytest.raises(Error, match=r"other is not a page; move it away and run again$"):
        arrow_page.main(level_options(), other)
    assert [path.name for path in other.iterdir()] == ["diary.txt"]
    assert {path.name for path in tmp_path.iterdir()} == {"page", "other"}
