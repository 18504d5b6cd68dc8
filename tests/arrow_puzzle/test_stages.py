"""The stages: the content of their artifacts, and the files that they refuse."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from math import prod
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
import yaml

from oracle import arrow_puzzle as oracle
from pipeline.arrow_puzzle.configuration import Configuration
from pipeline.arrow_puzzle.families import COLUMNS, key_of, read_families
from pipeline.arrow_puzzle.levels import algebras_of, parse_levels, rows_of_level
from pipeline.arrow_puzzle.stages import database as arrow_database
from pipeline.arrow_puzzle.stages import page as arrow_page
from pipeline.arrow_puzzle.stages import tap_counts
from pipeline.arrow_puzzle.stages.database import Optimal, draw_tap_counts, read_boards, solve
from pipeline.arrow_puzzle.tables import DATABASE, LEVEL_TABLES, TAP_COUNTS_SCHEMA
from pipeline.configuration import checked
from tablebases.arrow.answers import read_levels
from tablebases.arrow.batches import found_families
from tablebases.arrow.boards import Layout, Level, Shape, after_taps, tile_names
from tablebases.arrow.families import least_images, solved_by, symmetries
from tablebases.arrow.linear import Algebra
from tablebases.arrow.solutions import parse_board
from tablebases.atlas.pages import DATA_FILE, hand_written, page_files
from tablebases.errors import Error
from tablebases.files import read_provenance
from tests.arrow_puzzle.helpers import (
    BY_HAND,
    CONFIG,
    GAME,
    GAME_NAMES,
    HEXAGON_NAMES,
    algebra,
    all_solutions,
    as_board,
    as_taps,
    known_rows,
    level_of,
    oracle_level,
    oracle_matrix,
    solver,
    whole,
)
from tests.arrow_puzzle.results import (
    FAMILY_FILE,
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
)
from tests.databases import named_rows_of
from tests.fuzzing import refusal

MOST_SYMMETRIC = "5554135151412555316135552141515314555"
"""An expert board that needs 81 taps, with three images and 290 solutions of 81 taps."""
SVG = "{http://www.w3.org/2000/svg}"
COUNTED = ("easy", "medium", "hard", "wide", "single")
SAMPLED = ("expert", "nines")
Row = dict[str, Any]


@pytest.fixture(scope="module")
def algebras() -> dict[str, Algebra]:
    """The algebras of all levels, as the stages have them."""
    return algebras_of(level_options())


def by_tile(row: Row, values: tuple[int, ...]) -> tuple[int, ...]:
    """The values of a text of a row in reading order."""
    order = oracle.reading_order(oracle_level(LEVELS[row["level"]]), row["layout"])
    return tuple(values[order.index(tile)] for tile in range(len(order)))


def board_after(row: Row, taps: Any) -> Any:
    """The board of a row after taps, 0 where its arrows are up."""
    return after_taps(level_of(LEVELS[row["level"]]), np.array(by_tile(row, as_board(row["board"]))), np.array(taps))


# --- levels ----------------------------------------------------------------------------------


def entry(name: str, shape: str = "square", side: int = 3, directions: int = 4) -> dict[str, Any]:
    return {"name": name, "shape": shape, "side": side, "directions": directions}


def configuration(*levels: dict[str, Any]) -> Configuration:
    """The section with these levels."""
    section = yaml.safe_load(CONFIG.read_text(encoding="utf-8"))["arrow_puzzle"]
    return checked(Configuration, {**section, "levels": list(levels)})


def test_levels_are_the_same_in_the_configuration_and_as_options(tmp_path: Path) -> None:
    assert read_levels(CONFIG)[: len(GAME)] == GAME
    entries = [entry("a"), entry("b", "hexagon", 2, 6)]
    path = tmp_path / "c.yaml"
    path.write_text(yaml.safe_dump({"arrow_puzzle": {"levels": entries}}), encoding="utf-8")
    section = configuration(*entries)
    assert section.level_options == ["a=square-3-4", "b=hexagon-2-6"]
    levels = [Level("a", Shape.SQUARE, 3, 4), Level("b", Shape.HEXAGON, 2, 6)]
    assert [level.level for level in section.levels] == list(read_levels(path)) == levels
    assert parse_levels(section.level_options) == levels


@pytest.mark.parametrize(("level", "message"), BY_HAND["levels without boards"])
def test_the_workflow_refuses_levels_without_boards(level: list[Any], message: str) -> None:
    with pytest.raises(Error) as error:
        configuration(entry(*level)).check_files()
    assert str(error.value).removeprefix("configuration: levels.0.") == message


def test_the_workflow_refuses_more_than_100_levels() -> None:
    with pytest.raises(Error, match=r"^configuration: levels: must be a list of 1 to 100 levels, but is "):
        configuration(*(entry(f"level_{number}") for number in range(101)))


@pytest.mark.parametrize(("options", "message"), BY_HAND["wrong options"])
def test_stages_refuse_options_that_name_no_level(options: list[str], message: str) -> None:
    with pytest.raises(Error) as error:
        parse_levels(options)
    assert str(error.value).startswith(message)


def test_the_tables_of_the_levels_are_those_of_the_oracle(results: Results) -> None:
    rows = {row["level"]: row for row in named_rows_of(results.database, "SELECT * FROM levels")}
    for name, row in rows.items():
        level, matrix = oracle_level(LEVELS[name]), oracle_matrix(LEVELS[name])
        assert (row["shape"], row["side"], row["directions"]) == (level.shape, level.side, level.m)
        assert row["tiles"] == len(level.cells())
        assert int(row["n_solutions"]) * int(row["n_solvable_boards"]) == level.m ** row["tiles"]
        cells = named_rows_of(results.database, "SELECT * FROM cells WHERE level = ? ORDER BY tile", [name])
        assert [cell["tile"] for cell in cells] == list(range(row["tiles"]))
        assert [(cell["row"], cell["column"]) for cell in cells] == level.cells()
        turned = named_rows_of(results.database, "SELECT * FROM tap_matrix WHERE level = ?", [name])
        assert {(entry["tapped"], entry["turned"]) for entry in turned} == {
            (i, j) for i, j in product(range(row["tiles"]), repeat=2) if matrix[i][j]
        }
        for prime in named_rows_of(results.database, "SELECT * FROM primes WHERE level = ?", [name]):
            assert prime["rank"] == oracle.rank(matrix, prime["prime"])
    for name in GAME_NAMES:
        assert int(rows[name]["n_solutions"]) == whole(f"{name}_solutions")
        assert int(rows[name]["n_solvable_boards"]) == whole(f"{name}_solvable_boards")
    assert (rows["expert"]["smith_normal_form"], rows["nines"]["divisor"]) == ("1 x 32, 3, 0 x 4", 3)
    primes = named_rows_of(results.database, "SELECT * FROM primes WHERE level = 'expert'")
    assert [tuple(row.values())[1:] for row in primes] == [(2, 2, 33, "16"), (3, 3, 32, "243")]


def test_the_database_has_the_checks_inverse_and_kernel_of_the_algebra(
    results: Results, algebras: dict[str, Algebra]
) -> None:
    rows_of = {name: rows_of_level(algebra) for name, algebra in algebras.items()}
    assert list(rows_of) == list(LEVELS)
    for table in LEVEL_TABLES:
        names = table.columns.keys()
        found = named_rows_of(results.database, f"SELECT {', '.join(names)} FROM {table.name}")
        expected = [{"level": name, **row} for name, rows in rows_of.items() for row in rows[table]]
        assert sorted(tuple(row.values()) for row in found) == sorted(tuple(map(row.get, names)) for row in expected)


# --- boards ----------------------------------------------------------------------------------


def test_known_boards_have_their_known_answers(results: Results) -> None:
    answered = results.solution_rows[-len(known_questions()) :]
    known = [row for name in GAME_NAMES for row in known_rows(name)]
    assert len(known) == 240
    for answer, row in zip(answered, known, strict=True):
        assert (answer["board"], answer["n_solutions"]) == (row["board"], row["n_solutions"])
        assert (str(answer["solvable"]), str(answer["min_taps"] or "")) == (row["solvable"], row["min_taps"])
        assert row["n_min_solutions"] in ("", str(answer["n_min_solutions"]))
        assert row["min_tiles"] in ("", str(answer["min_tiles"]))
        assert (answer["solution"] or "", answer["single_tile_fixes"]) == (row["solution"], row["single_tile_fixes"])


def test_boards_keep_their_numbers_levels_and_layouts_of_their_file(results: Results) -> None:
    lines = questions()
    assert [row["board_id"] for row in results.solution_rows] == list(range(1, len(lines) + 1))
    for row, (level, text, layout, up) in zip(results.solution_rows, lines, strict=True):
        assert (row["level"], row["layout"]) == (level, layout)
        board = parse_board(text, level_of(LEVELS[level]), Layout(layout), int(up))
        assert by_tile(row, as_board(row["board"])) == tuple(board.tolist())
    easy = [row for row in results.solution_rows if row["board"] == "434131344"]
    assert len(easy) >= 5
    assert {(row["layout"], row["solution"]) for row in easy} == {("rows", "203302121")}
    (mirrored,) = [row for row in results.solution_rows if row["level"] == "easy" and row["layout"] == "columns"]
    assert (mirrored["board"], mirrored["solution"]) == ("413334414", "231002321")


@pytest.mark.thorough
def test_boards_of_other_levels_have_the_answers_of_the_oracle(results: Results) -> None:
    seen: Counter[tuple[str, bool]] = Counter()
    for row in results.solution_rows:
        if row["level"] not in OTHERS or (row["level"] == "nines" and seen["nines", bool(row["solvable"])] == 2):
            continue  # a board of nines has 19,683 solutions
        name = LEVELS[row["level"]]
        level, matrix, board = oracle_level(name), oracle_matrix(name), by_tile(row, as_board(row["board"]))
        seen[row["level"], bool(row["solvable"])] += 1
        best = [row[key] for key in ("min_taps", "n_min_solutions", "min_tiles", "solution")]
        if not row["solvable"]:
            names = tile_names(level_of(name), Layout(row["layout"]))
            fixes = oracle.single_tile_fixes(board, level.cells(), matrix, level.m) if row["level"] != "many" else []
            seen[row["layout"], bool(fixes)] += 1
            expected = [f"{names[level.cells().index(cell)]}={shown}" for cell, shown in fixes]
            assert row["level"] == "many" or row["single_tile_fixes"] == ";".join(expected)
            assert (best, row["n_solutions"]) == ([None] * 4, "0")
        elif row["level"] == "many":
            assert (best[:3], row["n_solutions"]) == ([None] * 3, str(36**15))
            assert not board_after(row, by_tile(row, as_taps(row["solution"]))).any()
        else:
            every = all_solutions(name, board)
            fewest = min(map(sum, every))
            optimal = [taps for taps in every if sum(taps) == fewest]
            assert best[:3] == [fewest, len(optimal), min(len(taps) - taps.count(0) for taps in every)]
            assert (by_tile(row, as_taps(row["solution"])), row["single_tile_fixes"]) == (optimal[0], "")
    assert all(seen[name, False] for name in ("wide", "nines", "many"))
    assert all(seen[layout, True] for layout in Layout)


def test_the_database_has_all_best_solutions_with_optimal_all(results: Results) -> None:
    stored: dict[int, list[str]] = {}
    for row in named_rows_of(results.database, "SELECT * FROM optimal_solutions"):
        stored.setdefault(row["board_id"], []).append(row["solution"])
        assert len(stored[row["board_id"]]) == row["place"]
    for row in results.solution_rows:
        assert len(stored.get(row["board_id"], [])) == (row["n_min_solutions"] or 0)
        if row["min_taps"] is not None:
            solutions = [by_tile(row, as_taps(text)) for text in stored[row["board_id"]]]
            assert stored[row["board_id"]][0] == row["solution"]
            assert solutions == sorted(set(solutions))
            assert {sum(taps) for taps in solutions} == {row["min_taps"]}
            assert not board_after(row, solutions).any()


def test_answers_do_not_depend_on_batches_and_stored_solutions(
    results: Results, algebras: dict[str, Algebra], monkeypatch: pytest.MonkeyPatch
) -> None:
    groups = read_boards(results.board_file, algebras)
    assert solve(groups, algebras, Optimal.ONE) == (results.solution_rows, [])
    monkeypatch.setattr(arrow_database, "BOARDS_BATCH", 7)
    optimal = named_rows_of(results.database, "SELECT * FROM optimal_solutions ORDER BY board_id, place")
    assert solve(groups, algebras, Optimal.ALL) == (results.solution_rows, optimal)


# --- board files -----------------------------------------------------------------------------


BOARD_FILES = yaml.safe_load(Path(__file__).with_name("board_files.yaml").read_text(encoding="utf-8"))


def questions_of(folder: Path, algebras: dict[str, Algebra], content: str | bytes) -> Any:
    """The boards of a file with this content."""
    path = folder / "boards.csv"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_boards(path, algebras)


@pytest.mark.parametrize("content", BOARD_FILES["read"])
def test_a_board_file_has_columns_in_any_order(tmp_path: Path, algebras: dict[str, Algebra], content: str) -> None:
    (group,) = questions_of(tmp_path, algebras, content)
    assert (group.level, group.layout, group.board_ids) == ("easy", "rows", [1])
    assert group.boards.tolist() == [[3, 2, 3, 0, 2, 0, 2, 3, 3]]


def test_a_question_mark_in_a_board_file_is_filled_in(tmp_path: Path, algebras: dict[str, Algebra]) -> None:
    expert = "6265136336413535566553155125263216446"
    rows = "".join(f"expert,{board},columns\n" for board in (expert, f"{expert[:32]}?{expert[33:]}"))
    (group,) = questions_of(tmp_path, algebras, f"level,board,layout\n{rows}")
    assert group.boards[1].tolist() == group.boards[0].tolist()


def test_a_file_without_boards_has_no_answers(tmp_path: Path, algebras: dict[str, Algebra]) -> None:
    assert solve(questions_of(tmp_path, algebras, "level,board\n"), algebras, Optimal.ALL) == ([], [])


@pytest.mark.parametrize(("content", "message"), BOARD_FILES["refused"].items())
def test_the_error_for_a_wrong_board_file_has_the_number_of_the_board(
    tmp_path: Path, algebras: dict[str, Algebra], content: str, message: str
) -> None:
    with pytest.raises(Error) as error:
        questions_of(tmp_path, algebras, content)
    assert str(error.value).startswith(f"board file {tmp_path / 'boards.csv'}{message}")


def test_the_stage_refuses_binary_and_missing_board_files_and_keeps_its_earlier_artifact(
    tmp_path: Path, algebras: dict[str, Algebra]
) -> None:
    for content in (b"\xff\xfe\x00level", b"level,board\neasy,\x80\n", "level,board,board\neasy,434131344,1\n"):
        with pytest.raises(Error, match=r"boards\.csv"):
            questions_of(tmp_path, algebras, content)
    missing, earlier = tmp_path / "no.csv", tmp_path / "s.db"
    earlier.write_bytes(b"an earlier artifact")
    with pytest.raises(Error, match=rf"^cannot read {missing}: No such file or directory"):
        arrow_database.main(
            ["easy=square-3-4"], missing, tmp_path, earlier, tmp_path / "chart.svg", tmp_path / "notes.json"
        )
    assert earlier.read_bytes() == b"an earlier artifact"
    assert {path.name for path in tmp_path.iterdir()} == {"boards.csv", "s.db"}


# --- tap counts and hardest boards -----------------------------------------------------------


def test_tap_counts_are_those_of_each_level(results: Results) -> None:
    rows = named_rows_of(results.tap_counts, "SELECT * FROM tap_statistics ORDER BY rowid")
    assert [row["level"] for row in rows] == [name for name in LEVELS if name != "many"]
    families = read_families(FAMILY_FILE)
    for row in rows:
        name = row["level"]
        found = algebra(LEVELS[name])
        counts = named_rows_of(results.database, "SELECT * FROM tap_counts WHERE level = ?", [name])
        if name in ("easy", "expert", "wide"):
            made = tap_counts.tap_counts(found, SAMPLE, SEED, families.get(key_of(found.level), []))
            assert (row["method"], row["proven_bound"]) == (made.method, made.proven_bound)
            assert {count["taps"]: count["n_boards"] for count in counts} == dict(made.n_boards)
        assert row["method"] == ("exact" if name in COUNTED else "sampled")
        total = sum(count["n_boards"] for count in counts)
        assert row["n_boards"] == total == (found.n_solvable_boards if name in COUNTED else SAMPLE)
        assert row["mean"] == pytest.approx(sum(count["taps"] * count["n_boards"] for count in counts) / total)
        assert row["mean_low"] <= row["mean"] <= row["mean_high"]
        assert (row["mean_low"] < row["mean_high"]) == (name in SAMPLED)
        assert row["most"] == max(count["taps"] for count in counts) <= row["proven_bound"]
        for count in counts:
            assert count["share"] == count["n_boards"] / total
            assert count["share_low"] <= count["share"] <= count["share_high"]
            assert (count["share_low"] < count["share_high"]) == (name in SAMPLED)


def test_hardest_boards_need_as_many_taps_as_stated(results: Results) -> None:
    rows = named_rows_of(results.database, "SELECT * FROM hardest_boards")
    assert {row["level"] for row in rows} == set(LEVELS) - {"nines", "many"}
    for row in rows[::7]:
        every = all_solutions(LEVELS[row["level"]], as_board(row["board"]))
        optimal = [taps for taps in every if sum(taps) == row["min_taps"]]
        assert row["min_taps"] == min(map(sum, every))
        assert (row["n_min_solutions"], as_taps(row["solution"])) == (len(optimal), optimal[0])
    of_game = {row["level"]: row["min_taps"] for row in rows if row["level"] in GAME_NAMES}
    assert of_game == {"easy": 27, "medium": 48, "hard": 19, "expert": 81}


def test_hardest_boards_of_levels_without_a_proof_are_those_of_the_search(results: Results) -> None:
    rows = named_rows_of(results.database, "SELECT * FROM hardest_boards WHERE level = 'wide'")
    found = found_families(solver(LEVELS["wide"]), RESTARTS, STEPS, SEED)
    assert [(row["solution"], row["orbit"], row["n_boards"]) for row in rows] == [
        (family.taps, family.orbit, family.orbit) for family in found
    ]


def test_the_view_of_orbits_has_every_board_of_every_family(results: Results) -> None:
    rows = named_rows_of(results.database, "SELECT * FROM hardest_orbits WHERE level = 'hard' AND family < 9")
    families = read_families(FAMILY_FILE)[key_of(level_of("hard"))][:8]
    solutions = np.concatenate([family.solutions() for family in families])
    boards = solved_by(level_of("hard"), solutions) + 1
    assert sorted(row["solution"] for row in rows) == sorted("".join(map(str, taps)) for taps in solutions.tolist())
    assert {(row["board"], row["solution"]) for row in rows} == {
        ("".join(map(str, board)), "".join(map(str, taps)))
        for board, taps in zip(boards.tolist(), solutions.tolist(), strict=True)
    }
    assert sum(row["orbit"] for row in rows) == sum(family.size * family.orbit for family in families)


def test_a_family_that_needs_other_taps_than_it_says_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "families.csv"
    file.write_text(FAMILY_FILE.read_text(encoding="utf-8").replace("square,3,4,27,1", "square,3,4,26,1"))
    message = "easy: 131323131 needs 27 taps, not 26 as its family says"
    assert refusal(lambda: tap_counts.main(level_options("easy"), file, tmp_path / "t.db")) == message
    assert not (tmp_path / "t.db").exists()


@pytest.mark.parametrize(("text", "message"), BY_HAND["wrong families"].items())
def test_a_file_of_families_is_rejected_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "families.csv"
    file.write_text(text.format(columns=",".join(COLUMNS)))
    with pytest.raises(Error) as error:
        read_families(file)
    assert str(error.value).startswith(f"{file}{message}")


@pytest.mark.parametrize("name", HEXAGON_NAMES)
def test_every_listed_board_is_of_another_orbit_and_has_as_many_images_as_its_line_says(name: str) -> None:
    families = read_families(FAMILY_FILE)[key_of(level_of(name))]
    if name == "expert":
        families = sorted(families, key=lambda family: family.size)[:110]
    solutions = np.concatenate([family.solutions() for family in families])
    least, orbits = least_images(solved_by(level_of(name), solutions), symmetries(level_of(name)))
    assert len({board.tobytes() for board in least}) == len(least)
    assert orbits.tolist() == [family.orbit for family in families for _ in range(family.size)]


def test_all_hard_boards_that_need_the_most_taps_are_listed() -> None:
    families = read_families(FAMILY_FILE)[key_of(level_of("hard"))]
    assert sum(family.size * family.orbit for family in families) == whole("hard_fewest_taps_max_boards")


def test_the_listed_expert_boards_need_81_taps_and_the_board_of_annealing_is_among_them() -> None:
    families = read_families(FAMILY_FILE)[key_of(level_of("expert"))]
    for family in families[::10]:
        solutions = family.solutions()[:: max(1, family.size // 40)]
        fewest = solver("expert").fewest(solutions.astype(np.uint8))
        assert set(fewest.min_taps.tolist()) == {81}
        assert set(fewest.n_min_solutions.tolist()) == {family.n_min_solutions}
    moves = symmetries(level_of("expert"))
    of_annealing = np.array([as_board("1441515231662415665145363423146253553")])
    (wanted,), _ = least_images(of_annealing, moves)
    boards = (least_images(solved_by(level_of("expert"), family.solutions()), moves)[0] for family in families)
    assert any((of_family == wanted).all(axis=1).any() for of_family in boards)
    (most_symmetric,), orbits = least_images(np.array([as_board(MOST_SYMMETRIC)]), moves)
    assert orbits.tolist() == [3]
    of_three = [family for family in families if family.orbit == 3 and family.n_min_solutions == 290]
    boards = [least_images(solved_by(level_of("expert"), family.solutions()), moves)[0] for family in of_three]
    assert most_symmetric.tolist() in np.concatenate(boards).tolist()


# --- the database, the chart and the page ----------------------------------------------------


def test_the_database_has_all_tables_of_all_stages(results: Results) -> None:
    notes = read_provenance(results.database)
    assert named_rows_of(results.database, "SELECT * FROM hardest_orbits LIMIT 1")
    for table in (table for table in DATABASE.tables if "view" not in table.info):
        rows = named_rows_of(results.database, f"SELECT * FROM {table.name}")
        assert rows
        assert notes[f"rows {table.name}"] == str(len(rows))
    assert notes["stage"] == read_provenance(results.chart)["stage"] == "arrow_puzzle_database"
    assert read_provenance(results.tap_counts)["stage"] == TAP_COUNTS_SCHEMA.stage
    for table in TAP_COUNTS_SCHEMA.tables:
        sql = f"SELECT * FROM {table.name}"
        assert named_rows_of(results.database, sql) == named_rows_of(results.tap_counts, sql)


def test_the_seed_changes_samples_alone(results: Results, tmp_path: Path) -> None:
    names = ("easy", "expert")
    tap_counts.main(level_options(*names), FAMILY_FILE, tmp_path / "t.db", SAMPLE, 4)
    for name in names:
        sql = "SELECT * FROM tap_counts WHERE level = ?"
        same = named_rows_of(tmp_path / "t.db", sql, [name]) == named_rows_of(results.tap_counts, sql, [name])
        assert same == (name == "easy")


def test_the_chart_has_a_panel_for_each_counted_level(results: Results) -> None:
    root = ElementTree.parse(results.chart).getroot()  # noqa: S314 - our own
    assert root.tag == f"{SVG}svg"
    texts = ["".join(element.itertext()).strip() for element in root.iter(f"{SVG}text")]
    for row in named_rows_of(results.database, "SELECT * FROM tap_statistics"):
        what = "all boards" if row["method"] == "exact" else "a sample"
        assert texts.count(f"{row['level']}: {what} ({row['n_boards']:,}), mean {row['mean']:.2f}") == 1
    assert sum(": all boards" in text or ": a sample" in text for text in texts) == 7


@pytest.mark.parametrize("n_levels", [0, 1, 2, 3])
def test_a_chart_has_as_many_panels_as_levels(results: Results, n_levels: int) -> None:
    tables = ("tap_statistics", "tap_counts")
    statistics, counts = (pd.DataFrame(named_rows_of(results.database, f"SELECT * FROM {name}")) for name in tables)
    chart = draw_tap_counts(statistics[:n_levels], counts)
    assert sum(bool(axes.get_title()) for axes in chart.axes) == n_levels
    assert len(chart.axes) == 2 * n_levels, "a linear and a logarithmic axis for each, and no empty frame"
    texts = [text.get_text() for text in chart.texts]
    assert ("no level has few enough solutions to count taps" in texts) == (n_levels == 0)


def test_the_page_has_the_data_that_solve_boards_of_every_level(results: Results) -> None:
    data = json.loads((results.page / DATA_FILE).read_text(encoding="utf-8"))
    assert [level["name"] for level in data["levels"]] == list(LEVELS)
    by_name = {level["name"]: level for level in data["levels"]}
    for row in results.solution_rows:
        page, level = by_name[row["level"]], level_of(LEVELS[row["level"]])
        m, divisor = page["directions"], page["divisor"]
        assert (page["shape"], page["side"], m) == (level.shape, level.side, level.directions)
        assert page["cells"] == list(map(list, level.cells))
        board = np.array(by_tile(row, as_board(row["board"])))
        checks = np.array(page["checks"]).reshape(-1, len(board))
        assert (not (checks @ board % m).any()) == row["solvable"]
        if row["solvable"]:
            taps = -(np.array(page["inverse"]) @ board) % (m * divisor) // divisor % m
            assert not after_taps(level, board, taps).any()
            assert page["solutions"] == row["n_solutions"] == str(prod(each["multiples"] for each in page["kernel"]))
    for name, page in by_name.items():
        vectors = [each.vector.tolist() for each in algebra(LEVELS[name]).kernel]
        assert [each["vector"] for each in page["kernel"]] == vectors


def test_the_page_is_a_folder_with_all_hand_written_files(results: Results, tmp_path: Path) -> None:
    by_hand = {path.name: path.read_bytes() for path in hand_written("arrow_puzzle") if path.suffix != ".html"}
    made = {path.name: path.read_bytes() for path in results.page.iterdir()}
    assert "app.js" in by_hand
    assert {name: made[name] for name in by_hand} == by_hand
    assert set(made) == set(page_files("arrow_puzzle"))
    assert read_provenance(results.page / DATA_FILE)["stage"] == "arrow_puzzle_page"
    about, notes = tmp_path / "page" / "about.json", tmp_path / "notes.json"
    arrow_page.main(level_options(), FAMILY_FILE, about, notes)
    about.with_name(DATA_FILE).write_text("{}")
    about.with_name("mine.txt").touch()
    arrow_page.main(level_options(), FAMILY_FILE, about, notes)
    assert {path.name for path in about.parent.iterdir()} == {*made, "mine.txt"}
    assert about.with_name(DATA_FILE).read_bytes() == made[DATA_FILE]
