"""What a second run does: as little as it may, and as much as it must.

Most of these ask for the plan of a run (`snakemake --dry-run`) rather than running it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.workflow.workspace import (
    ARTIFACTS,
    PACKAGE,
    PARTS_OF_A_CHECKOUT,
    READS,
    STAGES,
    THEMES,
    TILES,
    Workspace,
    clean_environment,
    contents,
    downstream,
    file_bytes,
    run,
    stage_options,
)

GAME = "pipeline/nine_tiles_panic"
NEEDS_SHARDS = {"theme_synonyms", "success_pattern"}
COMMANDS = "pipeline.nine_tiles_panic.commands.group"
NEW_CODE = "\n\nADDED_BY_A_TEST = 1\n"


def must_run(changed: set[str]) -> set[str]:
    """The stages that run if the code or the data files of some have changed: these, what follows.

    Shards are temporary. What reads them brings them back, and with them all that follows.
    """
    stages = downstream(changed)
    return downstream(stages | {"towns"}) if stages & NEEDS_SHARDS else stages


def module_name(path: Path, folder: Path) -> str:
    name = ".".join(path.relative_to(folder).with_suffix("").parts)
    return name.removesuffix(".__init__")


@pytest.fixture(scope="session")
def imports(finished: Workspace) -> dict[str, set[str]]:
    """Which modules of the package each stage imports, and the commands, as Python itself says."""
    program = (
        "import sys, importlib; importlib.import_module(sys.argv[1]); "
        "print(*(name for name in sys.modules if name.split('.')[0] == 'pipeline'))"
    )
    found = {}
    modules = {**{stage: f"{PACKAGE}.{stage}" for stage in STAGES}, COMMANDS: COMMANDS}
    for stage, module in modules.items():
        done = subprocess.run(
            [sys.executable, "-c", program, module],
            cwd=finished.folder,
            env=clean_environment(finished.folder),
            capture_output=True,
            text=True,
            check=True,
        )
        found[stage] = set(done.stdout.split())
    return found


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


def test_touched_artifacts_run_nothing(workspace: Workspace) -> None:
    touch_all(workspace.output)
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
    for path in (workspace.folder / "pipeline").rglob("*.py"):
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
        "artifact/database.py",
        "recipe.py",
        "nine_tiles_panic/workflow.py",
        "nine_tiles_panic/game_files.py",
        "nine_tiles_panic/game/__init__.py",
        "nine_tiles_panic/game/towns.py",
        "nine_tiles_panic/game/best_answers.py",
        "nine_tiles_panic/game/set_cover.py",
        *(f"nine_tiles_panic/{stage}.py" for stage in STAGES),
    ],
)
def test_an_edited_module_runs_the_stages_that_import_it_and_what_follows(
    workspace: Workspace, imports: dict[str, set[str]], module: str
) -> None:
    path = workspace.folder / "pipeline" / module
    path.write_text(path.read_text(encoding="utf-8") + NEW_CODE, encoding="utf-8")
    name = module_name(path, workspace.folder)
    importing = {stage for stage in STAGES if name in imports[stage]}
    assert set(workspace.planned()) == must_run(importing)


def test_every_module_of_the_game_is_imported_by_a_stage_or_a_command(
    workspace: Workspace, imports: dict[str, set[str]]
) -> None:
    """So that no edit of a module that matters can go unnoticed by the tests above."""
    used = set().union(*imports.values())
    game = workspace.folder / GAME / "game"
    assert {module_name(path, workspace.folder) for path in game.rglob("*.py")} <= used


def test_an_edited_module_changes_what_compiled_callers_in_other_modules_do(
    workspace: Workspace,
) -> None:
    """Compiled code that is kept on disk must not outlive an edit of what it calls.

    `walk_roads` is compiled into its callers in game/towns.py, which is not edited here.
    """
    workspace.edit(
        f"{GAME}/game/roads.py",
        "roads.steps[count, step, 2] = enters_first[",
        "roads.steps[count, step, 2] = 1 - enters_first[",
    )
    options = stage_options("towns", workspace.output, workspace.folder / "warm")
    done = workspace.stage("towns", *options)
    assert done.status == 0, str(done)
    nothing_compiled = Workspace(
        workspace.folder, {"NUMBA_CACHE_DIR": str(workspace.folder / "cold_cache")}
    )
    options = stage_options("towns", workspace.output, workspace.folder / "cold")
    done = nothing_compiled.stage("towns", *options)
    assert done.status == 0, str(done)
    warm, cold = (shard_digest(workspace.folder / name) for name in ("warm", "cold"))
    assert warm == cold


def shard_digest(folder: Path) -> str:
    done = run(
        [sys.executable, "-c", "import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute("
         "'SELECT value FROM provenance WHERE key = ?', ('content_digest',)).fetchone())",
         folder / "shards" / "00.db"],
        folder,
    )  # fmt: skip
    assert done.status == 0, str(done)
    return done.said.strip()


def change_tile(workspace: Workspace) -> None:
    workspace.edit(TILES, "0,front,,0,2,", "0,front,,1,2,")


def change_theme_name(workspace: Workspace) -> None:
    workspace.edit(THEMES, "Capture", "Seizure")


@pytest.mark.parametrize(
    ("change", "first"),
    [(change_tile, "town_synonyms"), (change_theme_name, "towns")],
)
def test_an_edited_data_file_runs_the_stages_that_read_it_and_what_follows(
    workspace: Workspace, change: Callable[[Workspace], None], first: str
) -> None:
    change(workspace)
    assert set(workspace.planned()) == downstream({first})


def test_an_edited_data_file_is_used(workspace: Workspace) -> None:
    before = contents(workspace.output)
    change_tile(workspace)
    done = workspace.snakemake()
    assert done.status == 0, str(done)
    after = contents(workspace.output)
    assert after["success_pattern.db"] != before["success_pattern.db"]
    assert workspace.planned() == {}


@pytest.mark.parametrize(
    "change",
    [
        {"tiles": [0, 1, 2, 4]},
        {"board": {"rows": 1, "columns": 3}},
    ],
)
def test_another_board_or_other_tiles_run_everything(
    workspace: Workspace, change: dict[str, object]
) -> None:
    workspace.configure(change)
    assert set(workspace.planned()) == set(STAGES)


def test_tiles_in_another_order_run_nothing(workspace: Workspace) -> None:
    workspace.configure(tiles=[3, 1, 0, 2])
    assert workspace.planned() == {}


@pytest.mark.parametrize("shards", [1, 3])
def test_another_number_of_shards_runs_nothing(workspace: Workspace, shards: int) -> None:
    workspace.configure(shards=shards)
    assert workspace.planned() == {}


def test_a_fresh_checkout_with_the_same_results_runs_nothing(
    workspace: Workspace, tmp_path: Path
) -> None:
    fresh = workspace.copy(tmp_path / "fresh", results=False)
    touch_all(fresh.folder)  # a clone has the dates of its making
    shutil.copytree(workspace.output, fresh.output, copy_function=shutil.copyfile)
    assert not (fresh.folder / ".snakemake").exists()
    before = file_bytes(fresh.output)
    assert fresh.planned() == {}
    done = fresh.snakemake()
    assert done.status == 0, str(done)
    assert "Nothing to be done" in done.said
    assert file_bytes(fresh.output) == before


@pytest.mark.parametrize("stage", ["most_win", "theme_sets", "distances"])
def test_a_stage_is_rerun_alone(workspace: Workspace, stage: str) -> None:
    """It writes what was there, so what follows from it is as it was."""
    assert workspace.planned("--forcerun", stage) == {stage: 1}


def test_a_stage_that_is_rerun_writes_the_same_again(workspace: Workspace) -> None:
    before = contents(workspace.output)
    written = {name: (workspace.output / name).stat().st_mtime_ns for name in before}
    done = workspace.snakemake("--forcerun", "most_win")
    assert done.status == 0, str(done)
    assert contents(workspace.output) == before
    again = {
        name for name in before if (workspace.output / name).stat().st_mtime_ns != written[name]
    }
    assert again == set(ARTIFACTS["most_win"])


def test_an_edit_is_noticed_in_a_fresh_checkout_too(workspace: Workspace) -> None:
    """Artifacts know their recipes, so Snakemake's own notes are not needed."""
    shutil.rmtree(workspace.folder / ".snakemake")
    path = workspace.folder / GAME / "theme_sets.py"
    path.write_text(path.read_text(encoding="utf-8") + NEW_CODE, encoding="utf-8")
    assert workspace.planned() == {"theme_sets": 1, "costs": 1}


def test_a_stage_made_by_hand_is_up_to_date(workspace: Workspace) -> None:
    workspace.edit(f"{GAME}/theme_sets.py", "theme sets with a town", "theme sets of a town")
    assert workspace.planned() == {"theme_sets": 1, "costs": 1}
    options = stage_options("theme_sets", workspace.output, workspace.output)
    done = workspace.stage("theme_sets", *options)
    assert done.status == 0, str(done)
    assert workspace.planned() == {}


@pytest.mark.parametrize("stage", ["theme_sets", "most_win"])
def test_a_removed_artifact_is_made_again(workspace: Workspace, stage: str) -> None:
    for name in ARTIFACTS[stage]:
        (workspace.output / name).unlink()
    assert set(workspace.planned()) == downstream({stage})


def test_the_plan_reads_the_same_table_as_the_design(workspace: Workspace) -> None:
    """Guards the other tests: with no results at all every stage is planned, in its order."""
    shutil.rmtree(workspace.output)
    assert workspace.planned() == {**dict.fromkeys(READS, 1), "towns": 2}
