"""What a second run does: as little as it may, and as much as it must.

Most of these ask for the plan of a run (`snakemake --dry-run`) rather than running it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.workflow.workspace import (
    ARTIFACTS,
    PACKAGE,
    PARTS_OF_A_CHECKOUT,
    STAGES,
    TARGET,
    THEMES,
    TILES,
    Graph,
    Workspace,
    artifacts_of,
    contents,
    database,
    file_bytes,
    partial_files,
    run,
)

GAME = "pipeline/nine_tiles_panic"
LIBRARY = "tablebases/nine_tiles"
PACKAGES = ("pipeline", "tablebases")
COMMANDS = tuple(
    f"tablebases.nine_tiles.{name}"
    for name in (
        "answers",
        "commands",
        "completion",
        "drawing",
        "explanations",
        "results",
        "round_robin",
        "text_drawing",
        "towns_file",
    )
)
"""The commands, and what they load when they are asked."""
NEW_CODE = "\n\nADDED_BY_A_TEST = 1\n"


@pytest.fixture
def nine_tiles(graph: Callable[[str], Graph]) -> Graph:
    """The graph of the stages of Nine Tiles Panic."""
    return graph(TARGET)


def module_name(path: Path, folder: Path) -> str:
    name = ".".join(path.relative_to(folder).with_suffix("").parts)
    return name.removesuffix(".__init__")


IMPORTED = """
import importlib, json, sys

def imported(module):
    for name in [name for name in sys.modules if name.split(".")[0] in ("pipeline", "tablebases")]:
        del sys.modules[name]
    importlib.import_module(module)
    return [name for name in sys.modules if name.split(".")[0] in ("pipeline", "tablebases")]

print(json.dumps({module: imported(module) for module in sys.argv[1:]}))
"""


@pytest.fixture(scope="session")
def imports(finished: Workspace) -> dict[str, set[str]]:
    """Which modules of the package each stage imports, and the commands, as Python itself says."""
    modules = [f"{PACKAGE}.{stage}" for stage in STAGES]
    done = run([sys.executable, "-c", IMPORTED, *modules, *COMMANDS], finished.folder)
    assert done.status == 0, str(done)
    return {module.removeprefix(f"{PACKAGE}."): set(names) for module, names in json.loads(done.said).items()}


def test_a_second_run_does_nothing_and_changes_nothing(workspace: Workspace) -> None:
    before = file_bytes(workspace.output)
    done = workspace.snakemake()
    assert done.status == 0, str(done)
    assert "Nothing to be done" in done.said
    assert file_bytes(workspace.output) == before


def touch_all(path: Path) -> None:
    """Give a file, or all files below a folder, the date of now."""
    for file in path.rglob("*") if path.is_dir() else [path]:
        os.utime(file)


def test_touched_sources_and_data_files_run_nothing(workspace: Workspace) -> None:
    for name in PARTS_OF_A_CHECKOUT:
        touch_all(workspace.folder / name)
    assert workspace.planned() == {}


def add_comment(path: Path) -> None:
    path.write_text(path.read_text(encoding="utf-8") + "\n# a comment\n", encoding="utf-8")


def change_docstring(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith('"""')
    path.write_text('"""Other words. ' + text.removeprefix('"""'), encoding="utf-8")


def add_blank_lines(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("\n\n\n", "\n\n\n\n\n"), encoding="utf-8")


def test_edits_of_comments_docstrings_and_layout_run_nothing(workspace: Workspace) -> None:
    for path in (path for package in PACKAGES for path in (workspace.folder / package).rglob("*.py")):
        add_comment(path)
        change_docstring(path)
        add_blank_lines(path)
    assert workspace.planned() == {}


def test_a_comment_in_the_rules_runs_nothing(workspace: Workspace) -> None:
    for path in ("Snakefile", f"{GAME}/rules.smk", "config.yaml", "profiles/default/config.yaml"):
        add_comment(workspace.folder / path)
    assert workspace.planned() == {}


@pytest.mark.parametrize(
    "module",
    [
        "pipeline/database.py",
        "tablebases/sources.py",
        f"{GAME}/tables.py",
        f"{GAME}/configuration.py",
        f"{GAME}/covers.py",
        f"{LIBRARY}/themes.py",
        f"{LIBRARY}/game_files.py",
        f"{LIBRARY}/round_robin.py",
        f"{LIBRARY}/search.py",
        *(f"{GAME}/stages/{stage}.py" for stage in STAGES),
    ],
)
def test_an_edited_module_runs_the_stages_that_import_it_and_what_follows(
    workspace: Workspace, nine_tiles: Graph, imports: dict[str, set[str]], module: str
) -> None:
    path = workspace.folder / module
    path.write_text(path.read_text(encoding="utf-8") + NEW_CODE, encoding="utf-8")
    name = module_name(path, workspace.folder)
    importing = {stage for stage in STAGES if name in imports[stage]}
    assert set(workspace.planned()) == nine_tiles.must_run(importing)


@pytest.mark.parametrize("module", ["__init__", "answers", "results", "commands"])
def test_an_edit_of_the_public_api_runs_nothing(workspace: Workspace, module: str) -> None:
    path = workspace.folder / LIBRARY / f"{module}.py"
    path.write_text(path.read_text(encoding="utf-8") + NEW_CODE, encoding="utf-8")
    assert workspace.planned() == {}


def test_every_module_of_the_game_is_imported_by_a_stage_or_a_command(
    workspace: Workspace, imports: dict[str, set[str]]
) -> None:
    """So that no edit of a module that matters can go unnoticed by the tests above."""
    used: set[str] = set().union(*imports.values())
    assert {module_name(path, workspace.folder) for path in (workspace.folder / LIBRARY).rglob("*.py")} <= used


def change_tile(workspace: Workspace) -> None:
    workspace.edit(TILES, "0,front,,0,2,", "0,front,,1,2,")


def change_theme_name(workspace: Workspace) -> None:
    workspace.edit(THEMES, "Capture", "Seizure")


@pytest.mark.parametrize(
    ("change", "first"),
    [(change_tile, "town_synonyms"), (change_theme_name, "towns")],
)
def test_an_edited_data_file_runs_the_stages_that_read_it_and_what_follows(
    workspace: Workspace, nine_tiles: Graph, change: Callable[[Workspace], None], first: str
) -> None:
    change(workspace)
    assert set(workspace.planned()) == nine_tiles.downstream(first)


def test_an_edited_data_file_is_used(workspace: Workspace) -> None:
    before = contents(workspace.output, ARTIFACTS["success_pattern"])
    change_tile(workspace)
    done = workspace.snakemake(target=f"{TARGET}_success_pattern")
    assert done.status == 0, str(done)
    assert contents(workspace.output, ARTIFACTS["success_pattern"]) != before
    assert workspace.planned(target=f"{TARGET}_success_pattern") == {}


@pytest.mark.parametrize(
    "change",
    [
        {"tiles": [0, 1, 2, 4]},
        {"board": {"rows": 1, "columns": 3}},
    ],
)
def test_another_board_or_other_tiles_run_everything(workspace: Workspace, change: dict[str, object]) -> None:
    workspace.configure(change)
    assert set(workspace.planned()) == set(STAGES)


def test_a_plan_names_the_stage_and_the_key_that_has_changed(workspace: Workspace) -> None:
    workspace.configure(shards=3)
    done = workspace.snakemake("--dry-run")
    assert "nine_tiles_panic_towns runs again: shards changed from 2 to 3\n" in done.said
    (reason,) = re.findall(r"rule nine_tiles_panic_theme_sets:.*?reason: (.*?)\n", done.said, re.S)
    assert "theme_synonyms.npz" in reason
    assert "puzzle-tablebases-" not in reason
    assert list((workspace.folder / ".snakemake").glob("dry_run_*")) == []


def test_tiles_in_another_order_run_nothing(workspace: Workspace) -> None:
    workspace.configure(tiles=[3, 1, 0, 2])
    assert workspace.planned() == {}


@pytest.mark.parametrize("shards", [1, 3])
def test_another_number_of_shards_runs_the_shards_and_what_follows(
    workspace: Workspace, nine_tiles: Graph, shards: int
) -> None:
    workspace.configure(shards=shards)
    assert set(workspace.planned()) == nine_tiles.downstream("towns")


def test_results_that_travel_with_their_dates_run_nothing_and_edits_are_noticed(
    workspace: Workspace, nine_tiles: Graph, tmp_path: Path
) -> None:
    """As with `rsync -a` or `cp -a`, to a fresh checkout without Snakemake's notes."""
    fresh = workspace.copy(tmp_path / "fresh", results=False)
    touch_all(fresh.folder)  # a clone has the dates of its making
    shutil.copytree(workspace.output, fresh.output)  # keeps dates
    assert not (fresh.folder / ".snakemake").exists()
    before = file_bytes(fresh.output)
    done = fresh.snakemake()
    assert done.status == 0, str(done)
    assert "Nothing to be done" in done.said
    assert file_bytes(fresh.output) == before
    append(fresh.folder / GAME / "stages" / "theme_sets.py", NEW_CODE)
    assert set(fresh.planned()) == nine_tiles.downstream("theme_sets")


def test_results_that_have_lost_their_dates_are_adopted(workspace: Workspace, tmp_path: Path) -> None:
    fresh = workspace.copy(tmp_path / "fresh", results=False)
    shutil.copytree(workspace.output, fresh.output, copy_function=shutil.copyfile)
    newest_first = sorted(fresh.output.rglob("*"), key=lambda path: path.name)
    for seconds, path in enumerate(newest_first):
        os.utime(path, (10**9 - seconds, 10**9 - seconds))
    before = file_bytes(fresh.output)
    assert fresh.planned() != {}
    done = fresh.snakemake("--touch", "--forceall")
    assert done.status == 0, str(done)
    assert fresh.planned() == {}
    assert file_bytes(fresh.output) == before


def test_dates_in_the_future_are_told_and_not_believed(workspace: Workspace) -> None:
    for path in workspace.folder.joinpath("results").rglob("*"):
        os.utime(path, (time.time() + 7200,) * 2, follow_symlinks=False)
    workspace.configure_puzzle("arrow_puzzle", optimal="all")
    assert "files are dated in the future" in workspace.snakemake("--dry-run", target="arrow_puzzle").said
    done = workspace.snakemake(target="arrow_puzzle")
    assert done.status == 0, str(done)
    assert "files are dated in the future" in done.said
    with database(workspace.output_of("arrow_puzzle") / "arrow_puzzle.db") as connection:
        assert connection.execute("SELECT count(*) FROM optimal_solutions").fetchone()[0] > 0
    done = workspace.snakemake(target="arrow_puzzle")
    assert "Nothing to be done" in done.said
    assert "dated in the future" not in done.said


def test_one_artifact_dated_in_the_future_is_made_again(workspace: Workspace) -> None:
    """Without Snakemake's notes nothing tells whether it is newer than what it was made from."""
    shutil.rmtree(workspace.folder / ".snakemake")
    os.utime(workspace.output / "most_win.csv", (time.time() + 7200,) * 2)
    done = workspace.snakemake("--quiet", "reason", "--until", f"{TARGET}_most_win", f"{TARGET}_distances")
    assert done.status == 0, str(done)
    assert "rule nine_tiles_panic_most_win:" in done.said
    assert "rule nine_tiles_panic_distances:" not in done.said


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


@pytest.mark.parametrize("stage", ["most_win", "theme_sets", "distances"])
def test_a_stage_is_rerun_with_what_follows(workspace: Workspace, nine_tiles: Graph, stage: str) -> None:
    assert set(workspace.planned("--forcerun", f"{TARGET}_{stage}")) == nine_tiles.downstream(stage)


def test_a_run_until_a_stage_ends_there(workspace: Workspace) -> None:
    append(workspace.folder / GAME / "stages" / "most_win.py", NEW_CODE)
    assert set(workspace.planned("--until", f"{TARGET}_most_win_match")) == {"most_win", "most_win_match"}


def test_an_edit_that_changes_nothing_is_adopted_by_touching(workspace: Workspace) -> None:
    before = file_bytes(workspace.output)
    append(workspace.folder / GAME / "stages" / "most_win.py", NEW_CODE)
    done = workspace.snakemake("--touch")
    assert done.status == 0, str(done)
    assert workspace.planned() == {}
    after = file_bytes(workspace.output)
    assert {name for name in before if after[name] != before[name]} == {".made_of/most_win"}


def test_snakemake_describes_the_workflow(workspace: Workspace) -> None:
    summary = workspace.snakemake("--summary")
    assert summary.status == 0, str(summary)
    rows = [line.split("\t") for line in summary.said.splitlines() if line.startswith("results/")]
    assert {Path(row[0]).name for row in rows if row[2].startswith(TARGET)} >= {"most_win.csv", "success_pattern.db"}
    assert all(row[-1] == "no update" for row in rows if "/shards/" not in row[0]), summary.said
    lint = workspace.snakemake("--lint", target="")
    faults = {line.strip() for line in lint.said.splitlines() if line.startswith("    * ")}
    by_choice = ("* Specify a conda environment", "* Param folder is a prefix", "* Param charts is a prefix")
    assert [fault for fault in faults if not fault.startswith(by_choice)] == []  # one .venv; stages that write folders
    report = workspace.snakemake("--report", "report.zip")
    assert report.status == 0, str(report)
    assert (workspace.folder / "report.zip").stat().st_size > 10_000
    assert workspace.planned() == {}


def test_beside_a_run_a_dry_run_does_no_harm_and_a_run_with_other_settings_is_refused(
    fresh_workspace: Workspace, finished: Workspace
) -> None:
    target = f"{TARGET}_theme_sets"
    with fresh_workspace.under_way(target=target) as run_:
        run_.wait_until((fresh_workspace.output / "logs" / "towns_00.log").exists)
        fresh_workspace.configure(shards=3)
        done = fresh_workspace.snakemake("--dry-run")
        assert done.status == 0, str(done)
        done = fresh_workspace.snakemake()
        assert done.status == 1, str(done)
        assert "another snakemake is at work in this folder" in done.said
        fresh_workspace.configure()
        assert run_.wait().status == 0, run_.said
    made = artifacts_of("town_synonyms", "theme_synonyms", "theme_sets")
    assert contents(fresh_workspace.output, made) == contents(finished.output, made)
    assert fresh_workspace.planned(target=target) == {}


def test_a_stage_that_fails_leaves_nothing_half_written_and_is_planned_again(
    workspace: Workspace, nine_tiles: Graph
) -> None:
    workspace.edit(f"{GAME}/stages/theme_sets.py", "\ndef main(", "\nraise SystemExit(3)\n\n\ndef main(")
    done = workspace.snakemake(target=f"{TARGET}_theme_sets")
    assert done.status == 1, str(done)
    assert partial_files(workspace.output) == []
    assert set(workspace.planned()) == nine_tiles.downstream("theme_sets")
    source = workspace.folder / GAME / "stages" / "theme_sets.py"
    source.write_text(source.read_text(encoding="utf-8").replace("raise SystemExit(3)", ""), encoding="utf-8")
    done = workspace.snakemake(target=f"{TARGET}_theme_sets")
    assert done.status == 0, str(done)
    assert workspace.planned(target=f"{TARGET}_theme_sets") == {}


def test_a_stage_that_is_rerun_writes_the_same_again(workspace: Workspace) -> None:
    before = contents(workspace.output)
    written = {name: (workspace.output / name).stat().st_mtime_ns for name in before}
    done = workspace.snakemake("--forcerun", f"{TARGET}_most_win", "--until", f"{TARGET}_most_win")
    assert done.status == 0, str(done)
    assert contents(workspace.output) == before
    again = {name for name in before if (workspace.output / name).stat().st_mtime_ns != written[name]}
    assert again == set(ARTIFACTS["most_win"])


@pytest.mark.parametrize("stage", ["theme_sets", "most_win"])
def test_a_removed_artifact_is_made_again(workspace: Workspace, nine_tiles: Graph, stage: str) -> None:
    for name in ARTIFACTS[stage]:
        (workspace.output / name).unlink()
    assert set(workspace.planned()) == nine_tiles.downstream(stage)


def test_with_no_results_every_stage_is_planned(workspace: Workspace) -> None:
    """Guards the other tests."""
    shutil.rmtree(workspace.output)
    assert workspace.planned() == {**dict.fromkeys(STAGES, 1), "towns": 2}
