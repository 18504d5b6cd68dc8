"""The stages: what they leave, twice the same, and what they say about files they cannot use."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest
import typer
from typer.testing import CliRunner, Result

from pipeline.godomachi.readers import read_plies, read_shapes
from pipeline.godomachi.stages import database, page, record_cuts, wall_charts
from pipeline.stage import _with_options
from tablebases.atlas.pages import DATA_FILE, hand_written, page_files
from tablebases.errors import Error
from tablebases.files import provenance_file, read_provenance
from tablebases.godomachi.drawing import draw_shapes, draw_wall_chart
from tablebases.godomachi.polyominoes import shape_text
from tablebases.godomachi.tablebase import MAX_CELLS_OF_RUN, MaxCut, chart_files
from tests.databases import rows_of
from tests.godomachi.helpers import cuts_of, plies_of, shapes
from tests.godomachi.results import RECORD_FILE, Results, run_all_stages
from tests.oracle import godomachi as oracle

# --- what is read back -----------------------------------------------------------------------


@pytest.mark.parametrize("most", [1, 2, 5, 8, 9])
def test_shapes_and_plies_are_read_back_as_far_as_is_asked(results: Results, most: int) -> None:
    texts, found = read_shapes(results.database, most), read_plies(results.database, most)
    assert len(texts) == len(found) == min(most, results.max_n)
    for n, (of_size, plies) in enumerate(zip(texts, found, strict=True), start=1):
        assert of_size == [shape_text(shape) for shape in shapes(n)]
        assert (plies == plies_of(n)).all()


@pytest.mark.parametrize("max_cut", list(MaxCut))
def test_cuts_are_kept_with_their_rule(tmp_path: Path, max_cut: MaxCut) -> None:
    database.main(6, RECORD_FILE, tmp_path / "g.db", max_cut)
    assert rows_of(tmp_path / "g.db", "SELECT max_cut FROM rule") == [(max_cut.value,)]
    for n in range(1, 7):
        expected = list(zip(*(column.tolist() for column in cuts_of(n, max_cut)), strict=True)) if n > 1 else []
        found = rows_of(
            tmp_path / "g.db", "SELECT id, k, piece, rest, ways FROM cuts WHERE n = ? ORDER BY 1, 2, 3, 4", [n]
        )
        assert found == sorted(expected)


@pytest.mark.parametrize("max_n", [2, 3, 4])
def test_the_smallest_tables_can_be_made(tmp_path: Path, max_n: int) -> None:
    made = run_all_stages(tmp_path, max_n)
    assert rows_of(made.database, "SELECT max(n) FROM polyominoes") == [(max_n,)]
    assert rows_of(made.database, "SELECT count(*) FROM puzzles") == [(0,)]
    assert rows_of(made.database, "SELECT count(*) FROM pairs") == [
        (sum(len(plies_of(n)) * (len(plies_of(n)) - 1) // 2 for n in range(1, max_n + 1)),)
    ]


# --- the command line of a stage -------------------------------------------------------------


def run_stage(module: ModuleType, *words: str) -> Result:
    """A stage as the workflow calls it."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(_with_options(module.main))
    return CliRunner().invoke(app, list(words))


def test_a_stage_works_with_the_options_of_its_help(tmp_path: Path, results: Results) -> None:
    options = ["--max-n", "5", "--max-cut", "any", "--records", str(RECORD_FILE), "--out", str(tmp_path / "g.db")]
    done = run_stage(database, *options)
    assert done.exit_code == 0, done.output
    said = run_stage(database, "--help").stdout
    assert all(word in said for word in options if word.startswith("--"))
    sql = "SELECT * FROM pairs WHERE n <= 5 ORDER BY n, a, b"
    assert rows_of(tmp_path / "g.db", sql) == rows_of(results.database, sql)


@pytest.mark.parametrize("max_n", ["0", "1", str(MAX_CELLS_OF_RUN + 1), "-3", "five", ""])
def test_sizes_that_are_not_listed_are_refused(tmp_path: Path, max_n: str) -> None:
    done = run_stage(database, "--max-n", max_n, "--records", str(RECORD_FILE), "--out", str(tmp_path / "g.db"))
    assert done.exit_code == 2
    assert "--max-n" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_rule_that_there_is_not_is_refused(tmp_path: Path) -> None:
    options = ["--max-n", "5", "--records", str(RECORD_FILE), "--max-cut", "most", "--out", str(tmp_path / "g.db")]
    done = run_stage(database, *options)
    assert done.exit_code == 2
    assert "--max-cut" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_stages_say_what_they_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    run_all_stages(tmp_path, 6)
    said = capsys.readouterr()
    assert said.out == ""
    assert "of 1 to 6 cells there are 1, 1, 2, 5, 12, 35\n" in said.err
    assert "plies of 6 cells: pairs won by the first player 526, second 69\n" in said.err
    assert "puzzles: 45 pairs of at most 6 cells\n" in said.err


# --- two runs --------------------------------------------------------------------------------


def files_of(folder: Path) -> dict[str, bytes]:
    """All files in a folder but what says how they were made."""
    return {
        path.name: path.read_bytes()
        for path in folder.iterdir()
        if not path.name.startswith(".") and "provenance" not in path.name
    }


def test_two_runs_leave_the_same(tmp_path: Path) -> None:
    one, other = (run_all_stages(tmp_path / name, 6) for name in ("one", "other"))
    assert one.database.read_bytes() == other.database.read_bytes()
    assert files_of(one.charts) == files_of(other.charts)
    assert files_of(one.page) == files_of(other.page)
    assert set(files_of(one.charts)) == set(chart_files(6))


def test_a_run_leaves_the_files_that_the_rules_name(tmp_path: Path) -> None:
    made = run_all_stages(tmp_path, 6, MaxCut.HALF)
    assert all((made.charts / name).is_file() for name in chart_files(6))
    assert all((made.page / name).is_file() for name in [*page_files("godomachi"), *chart_files(6)])


def test_charts_of_larger_sizes_do_not_stay(tmp_path: Path) -> None:
    run_all_stages(tmp_path, 5)
    made = run_all_stages(tmp_path, 4)
    assert set(files_of(made.charts)) == set(chart_files(4)) < set(chart_files(5))
    assert set(chart_files(5)) - set(files_of(made.page)) == {"wall-chart-5.svg", "shapes-5.svg"}
    assert len([*made.charts.iterdir()]) == 2 * len(chart_files(4))


# --- files that cannot be used ---------------------------------------------------------------


@pytest.mark.parametrize(
    "stage",
    [
        lambda _, path, out: wall_charts.main(path, out),
        lambda results, path, out: page.main(path, results.charts, out),
    ],
    ids=["wall_charts", "page"],
)
@pytest.mark.parametrize("damage", ["missing", "cut short", "text", "another stage"])
def test_a_database_that_cannot_be_used_is_named(
    results: Results, tmp_path: Path, stage: Callable[[Results, Path, Path], None], damage: str
) -> None:
    path = tmp_path / "godomachi.db"
    content = results.database.read_bytes()
    if damage == "another stage":
        record_cuts.main(3, path)
    elif damage != "missing":
        path.write_bytes(content[: len(content) // 2] if damage == "cut short" else b"mine\n" * 99)
    before = list(tmp_path.iterdir())
    with pytest.raises(Error) as error:
        stage(results, path, tmp_path / "out")
    assert error.value.exit_status == 1
    assert len(str(error.value).splitlines()) == 1
    assert str(path) in str(error.value)
    assert list(tmp_path.iterdir()) == before


def test_a_page_without_its_charts_names_the_one_that_is_missing(results: Results, tmp_path: Path) -> None:
    out = tmp_path / "page"
    with pytest.raises(Error, match=r"wall-chart-1\.svg"):
        page.main(results.database, tmp_path, out)
    assert not out.exists()


def test_an_earlier_artifact_stays_if_a_stage_fails(tmp_path: Path) -> None:
    kept = tmp_path / "kept.db"
    kept.write_bytes(b"an earlier artifact")
    with pytest.raises(Error, match=r"no\.csv"):
        database.main(5, tmp_path / "no.csv", kept)
    assert kept.read_bytes() == b"an earlier artifact"
    assert [path.name for path in tmp_path.iterdir()] == ["kept.db"]


# --- charts and page -------------------------------------------------------------------------


def test_the_charts_are_those_of_all_sizes_up_to_7(results: Results) -> None:
    assert set(files_of(results.charts)) == {
        f"{kind}-{n}.svg" for kind in ("wall-chart", "shapes") for n in range(1, 8)
    }
    for n in range(1, 8):
        for kind, draw in (("wall-chart", draw_wall_chart), ("shapes", draw_shapes)):
            path = results.charts / f"{kind}-{n}.svg"
            expected = draw(shapes(n), plies_of(n))
            assert path.read_text(encoding="utf-8") == expected
            ElementTree.parse(path)  # noqa: S314 - our own
            assert read_provenance(path)["stage"] == "godomachi_wall_charts"


def test_the_page_has_all_shapes_and_plies_up_to_7_cells(results: Results) -> None:
    data = json.loads((results.page / DATA_FILE).read_text(encoding="utf-8"))
    assert data["max_cut"] == "any"
    assert data["charts"] == list(range(1, 8))
    assert [size["cells"] for size in data["sizes"]] == list(range(1, 8))
    for size in data["sizes"]:
        n = size["cells"]
        assert size["shapes"] == [shape_text(shape) for shape in shapes(n)]
        assert size["shapes"] == [oracle.format_shape(shape) for shape in oracle.polyominoes(n)]
        matrix = oracle.value_matrix(n) if n < 7 else plies_of(n).tolist()
        assert size["plies"] == ["".join(map(str, row)) for row in matrix]


def test_the_page_is_a_folder_with_its_charts_and_all_that_is_written_by_hand(
    results: Results,
) -> None:
    by_hand = {path.name: path.read_bytes() for path in hand_written("godomachi") if path.suffix != ".html"}
    charts = files_of(results.charts)
    made = {path.name: path.read_bytes() for path in results.page.iterdir()}
    assert {name: made[name] for name in by_hand} == by_hand
    assert {name: made[name] for name in charts} == charts
    notes = provenance_file(results.page / DATA_FILE).name
    assert set(made) == {*page_files("godomachi"), *charts, notes}
    assert read_provenance(results.page / DATA_FILE)["stage"] == "godomachi_page"
