"""The stages: what they leave, twice the same, and what they say about files they cannot use."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import numpy as np
import pytest
import typer
from typer.testing import CliRunner, Result

from pipeline.godomachi.chart_files import chart_files
from pipeline.godomachi.readers import read_cuts, read_plies, read_polyominoes
from pipeline.godomachi.stages import cuts, database, page, plies, polyominoes, puzzles, wall_charts
from pipeline.godomachi.stages.polyominoes import LARGEST
from pipeline.stage import _with_options
from tablebases.atlas.pages import DATA_FILE, hand_written, page_files
from tablebases.errors import Error
from tablebases.files import provenance_file, read_provenance
from tablebases.godomachi.drawing import draw_shapes, draw_wall_chart
from tablebases.godomachi.max_cut import MaxCut
from tablebases.godomachi.polyominoes import shape_text
from tests.databases import content_of, rows_of
from tests.godomachi.helpers import cuts_of, plies_of, shapes
from tests.godomachi.results import DATABASES, RECORD_FILE, Results, run_all_stages
from tests.oracle import godomachi as oracle

MODULES: dict[str, ModuleType] = {
    "polyominoes": polyominoes,
    "cuts": cuts,
    "plies": plies,
    "puzzles": puzzles,
    "database": database,
    "wall_charts": wall_charts,
    "page": page,
}


# --- what is read back -----------------------------------------------------------------------


def test_polyominoes_are_read_back(results: Results) -> None:
    found = read_polyominoes(results.polyominoes)
    assert len(found) == results.max_n
    for n, of_size in enumerate(found, start=1):
        assert of_size.dtype == np.int8
        assert (of_size == shapes(n)).all()


@pytest.mark.parametrize("max_cut", list(MaxCut))
def test_cuts_are_read_back_with_their_rule(tmp_path: Path, max_cut: MaxCut) -> None:
    polyominoes.main(6, tmp_path / "p.db")
    cuts.main(tmp_path / "p.db", tmp_path / "c.db", max_cut)
    rule, found = read_cuts(tmp_path / "c.db")
    assert rule is max_cut
    assert len(found) == 5
    for n, of_size in enumerate(found, start=2):
        for column, expected in zip(of_size, cuts_of(n, max_cut), strict=True):
            assert column.dtype == np.int32
            assert (column == expected).all()


@pytest.mark.parametrize("most", [1, 2, 5, 8, 9])
def test_plies_are_read_back_as_far_as_is_asked(results: Results, most: int) -> None:
    found = read_plies(results.plies, most)
    assert len(found) == min(most, results.max_n)
    for n, of_size in enumerate(found, start=1):
        assert (of_size == plies_of(n)).all()


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


def test_stages_work_with_the_options_of_their_help(tmp_path: Path, results: Results) -> None:
    parts = {name: str(tmp_path / f"{name}.db") for name in DATABASES}
    options = {
        "polyominoes": ["--max-n", "5"],
        "cuts": ["--polyominoes", parts["polyominoes"], "--max-cut", "any"],
        "plies": ["--cuts", parts["cuts"]],
        "puzzles": ["--cuts", parts["cuts"], "--plies", parts["plies"]],
        "database": [word for name in DATABASES[:4] for word in (f"--{name}", parts[name])]
        + ["--records", str(RECORD_FILE)],
    }
    for name in DATABASES:
        done = run_stage(MODULES[name], *options[name], "--out", parts[name])
        assert done.exit_code == 0, done.output
        said = run_stage(MODULES[name], "--help").stdout
        assert all(word in said for word in options[name] if word.startswith("--"))
    sql = "SELECT * FROM pairs WHERE n <= 5 ORDER BY n, a, b"
    assert rows_of(Path(parts["database"]), sql) == rows_of(results.database, sql)


@pytest.mark.parametrize("max_n", ["0", "1", str(LARGEST + 1), "-3", "five", ""])
def test_sizes_that_are_not_listed_are_refused(tmp_path: Path, max_n: str) -> None:
    done = run_stage(polyominoes, "--max-n", max_n, "--out", str(tmp_path / "p.db"))
    assert done.exit_code == 2
    assert "--max-n" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_rule_that_there_is_not_is_refused(results: Results, tmp_path: Path) -> None:
    done = run_stage(
        cuts, "--polyominoes", str(results.polyominoes), "--max-cut", "most", "--out",
        str(tmp_path / "c.db"),
    )  # fmt: skip
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
    for name in DATABASES:
        paths = getattr(one, name), getattr(other, name)
        assert content_of(paths[0]) == content_of(paths[1])
        assert read_provenance(paths[0]) == read_provenance(paths[1])
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

READ_BY = {
    "cuts": ["polyominoes"],
    "plies": ["cuts"],
    "puzzles": ["cuts", "plies"],
    "database": ["polyominoes", "cuts", "plies", "puzzles"],
    "wall_charts": ["polyominoes", "plies"],
    "page": ["polyominoes", "cuts", "plies", "charts"],
}
DATA_FILES = {"database": {"records": RECORD_FILE}}
READS = [(stage, part) for stage, parts in READ_BY.items() for part in parts if part != "charts"]


def refusal(results: Results, stage: str, part: str, path: Path, out: Path) -> str:
    """What a stage says if one of the artifacts it reads is this file."""
    parts = {name: getattr(results, name) for name in READ_BY[stage]}
    parts[part] = path
    with pytest.raises(Error) as error:
        MODULES[stage].main(**parts, **DATA_FILES.get(stage, {}), out=out)
    assert error.value.exit_status == 1
    assert len(str(error.value).splitlines()) == 1
    return str(error.value)


@pytest.mark.parametrize(("stage", "part"), READS)
def test_an_artifact_of_another_stage_is_refused(results: Results, tmp_path: Path, stage: str, part: str) -> None:
    said = refusal(results, stage, part, results.database, tmp_path / "out")
    assert said == (
        f"{results.database} was not written by the stage godomachi_{part}; move it away and run "
        f"`snakemake -R godomachi_{part}` to make it again"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("stage", "part"), READS)
def test_an_artifact_that_is_missing_is_named(results: Results, tmp_path: Path, stage: str, part: str) -> None:
    said = refusal(results, stage, part, tmp_path / "no.db", tmp_path / "out")
    assert said == f"{tmp_path / 'no.db'} does not exist; run `snakemake` to make it, or `make` for everything"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("stage", "part"), READS)
@pytest.mark.parametrize("damage", ["cut short", "text"])
def test_a_damaged_artifact_is_named(results: Results, tmp_path: Path, stage: str, part: str, damage: str) -> None:
    path = tmp_path / "damaged.db"
    content = getattr(results, part).read_bytes()
    path.write_bytes(content[: len(content) // 2] if damage == "cut short" else b"mine\n" * 99)
    said = refusal(results, stage, part, path, tmp_path / "out")
    assert str(path) in said
    assert [found.name for found in tmp_path.iterdir()] == ["damaged.db"]


def test_a_page_without_its_charts_names_the_one_that_is_missing(results: Results, tmp_path: Path) -> None:
    out = tmp_path / "page"
    said = refusal(results, "page", "charts", tmp_path, out)
    assert "wall-chart-1.svg" in said
    assert not out.exists()


def test_an_earlier_artifact_stays_if_a_stage_fails(results: Results, tmp_path: Path) -> None:
    kept = tmp_path / "kept.db"
    kept.write_bytes(b"an earlier artifact")
    for stage in ("cuts", "plies", "puzzles", "database"):
        for part in READ_BY[stage]:
            refusal(results, stage, part, results.database, kept)
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
