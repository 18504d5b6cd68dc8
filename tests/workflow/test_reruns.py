"""A second run reruns the stages that an edit affects, and no others; most tests read `snakemake --dry-run`."""

from __future__ import annotations

import os
import re
import shutil
import signal
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from tests.workflow.workspace import (
    ALL_PUZZLES,
    MINIATURE,
    NO_STAGES,
    STAGES,
    TARGET,
    WORKSPACE_FILES,
    Workspace,
    artifacts_of,
    contents,
    database,
    file_bytes,
    stage_of,
)

NEW_CODE = "\n\nADDED_BY_A_TEST = 1\n"
ROUNDS = yaml.safe_load(Path(__file__).with_name("edits.yaml").read_text(encoding="utf-8"))
NO_EFFECT = ROUNDS.pop("edits without effect")


@pytest.fixture(scope="module")
def graph(finished: Workspace) -> dict[str, set[str]]:
    """Stage -> the stages whose artifacts it reads, from `snakemake --rulegraph`."""
    done = finished.succeed("--rulegraph", target=ALL_PUZZLES)
    names = dict(re.findall(r'(\d+)\[label = "(\w+)"', done.said))
    stages = {number: stage_of(rule) for number, rule in names.items() if rule not in NO_STAGES}
    found: dict[str, set[str]] = {stage: set() for stage in stages.values()}
    for source, reader in re.findall(r"(\d+) -> (\d+)", done.said):
        if reader in stages:
            found[stages[reader]].add(stages[source])
    return found


def downstream(graph: Mapping[str, set[str]], *stages: str) -> set[str]:
    """Stages and all that read their artifacts, directly or not."""
    found = set(stages)
    while more := {stage for stage, inputs in graph.items() if inputs & found} - found:
        found |= more
    return found


def must_run(graph: Mapping[str, set[str]], *changed: str) -> set[str]:
    """The stages that run after a change of `changed`; shards are temporary, so their readers rebuild them."""
    stages = downstream(graph, *graph.keys() & set(changed))
    reads_shards = {stage for stage, inputs in graph.items() if "towns" in inputs}
    return downstream(graph, "towns", *stages) if stages & reads_shards else stages


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


def touch_all(path: Path) -> None:
    """Set the timestamp of a file, or of all files below a folder, to now."""
    for file in path.rglob("*") if path.is_dir() else [path]:
        os.utime(file)


def test_a_run_after_edits_without_effect_runs_nothing(workspace: Workspace) -> None:
    """Edits of timestamps, comments, docstrings, layout, the public API, and the order of settings."""
    results = workspace.folder / "results"
    before = file_bytes(results)
    for package in ("pipeline", "tablebases"):
        for path in (workspace.folder / package).rglob("*.py"):
            text = path.read_text(encoding="utf-8").replace("\n\n\n", "\n\n\n\n\n")
            assert text.startswith('"""')
            path.write_text(text.replace('"""', '"""Other words. ', 1) + "\n# a comment\n", encoding="utf-8")
    for path in NO_EFFECT["rules"]:
        append(workspace.folder / path, "\n# a comment\n")
    for module in NO_EFFECT["modules"]:
        append(workspace.folder / module, NEW_CODE)
    workspace.configure_puzzles(NO_EFFECT["settings"])
    for name in WORKSPACE_FILES:
        touch_all(workspace.folder / name)
    done = workspace.succeed(target=ALL_PUZZLES)
    assert "Nothing to be done" in done.said, str(done)
    assert file_bytes(results) == before


def test_a_run_without_results_plans_every_stage(fresh_workspace: Workspace, graph: dict[str, set[str]]) -> None:
    planned = fresh_workspace.planned(target=ALL_PUZZLES)
    assert planned == {**dict.fromkeys(graph, 1), "towns": 2}
    assert set(STAGES) <= set(planned)


@pytest.mark.parametrize("name", ROUNDS)
def test_an_edit_reruns_the_stages_that_it_affects_and_later_ones(
    workspace: Workspace, graph: dict[str, set[str]], name: str
) -> None:
    edits = ROUNDS[name]
    workspace.configure_puzzles(edits.get("settings", {}))
    for path, (old, new) in edits.get("texts", {}).items():
        workspace.edit(path, old, new)
    for module in edits.get("modules", []):
        append(workspace.folder / module, NEW_CODE)
    plan = workspace.plan(target=ALL_PUZZLES)
    expected = {stage: change for change, stages in edits["changes"].items() for stage in stages}
    assert plan.changes.items() <= expected.items()
    assert set(plan.jobs) == must_run(graph, *expected)


@pytest.mark.parametrize("half", [0, 1])
def test_an_edited_stage_reruns_with_later_stages(workspace: Workspace, graph: dict[str, set[str]], half: int) -> None:
    """Every second stage is edited, to tell each from its neighbours."""
    edited = sorted(graph)[half::2]
    for stage in edited:
        puzzle = next((puzzle for puzzle in MINIATURE if stage.startswith(puzzle)), TARGET)
        name = stage.removeprefix(f"{puzzle}_")
        append(workspace.folder / "pipeline" / puzzle / "stages" / f"{name}.py", NEW_CODE)
    plan = workspace.plan(target=ALL_PUZZLES)
    assert set(plan.changes.values()) == {"sources changed"}
    summary = workspace.succeed("--summary", target=ALL_PUZZLES).said
    changed = {stage_of(rule) for rule in re.findall(r"\t(\w+)\t\S*\tparams changed\t", summary)}
    assert changed == {*edited} - {"towns"}  # its shards are temporary
    assert set(plan.jobs) == must_run(graph, *edited)


def test_the_stage_of_a_deleted_artifact_and_a_forced_stage_rerun_with_later_stages(
    workspace: Workspace, graph: dict[str, set[str]]
) -> None:
    for file in ("results/mini/theme_synonym_distance.db", "results/mini_arrow_puzzle/parts/tap_counts.db",
                 "results/mini_godomachi/figures/wall-chart-1.svg"):  # fmt: skip
        (workspace.folder / file).unlink()
    again = "distances", "most_win", "arrow_puzzle_tap_counts", "godomachi_wall_charts", "millijan_tenpai"
    forced = [f"{TARGET}_most_win", "millijan_tenpai"]
    assert set(workspace.planned("--forcerun", *forced, target=ALL_PUZZLES)) == must_run(graph, *again)


def test_until_ends_at_a_stage_and_touch_accepts_an_edit(workspace: Workspace) -> None:
    before = file_bytes(workspace.output)
    append(workspace.folder / "pipeline" / TARGET / "stages" / "most_win.py", NEW_CODE)
    assert set(workspace.planned("--until", f"{TARGET}_most_win_match")) == {"most_win", "most_win_match"}
    workspace.succeed("--touch")
    assert workspace.planned() == {}
    assert file_bytes(workspace.output) == before


# --- timestamps ------------------------------------------------------------------------------


def test_a_run_detects_edits_after_results_were_copied_with_timestamps(
    finished: Workspace, graph: dict[str, set[str]], tmp_path: Path
) -> None:
    """As with `rsync -a` or `cp -a` of `results` and `.snakemake` to a fresh checkout."""
    fresh = finished.copy(tmp_path / "fresh", results=False)
    append(fresh.folder / "pipeline" / TARGET / "stages" / "distances.py", NEW_CODE)
    touch_all(fresh.folder)  # a clone has new timestamps
    for name in ("results", ".snakemake"):
        shutil.copytree(finished.folder / name, fresh.folder / name)  # keeps timestamps
    assert set(fresh.planned(target=ALL_PUZZLES)) == downstream(graph, "distances")


def test_touch_accepts_results_without_their_timestamps_and_the_notes_of_snakemake(
    finished: Workspace, tmp_path: Path
) -> None:
    fresh = finished.copy(tmp_path / "fresh", results=False)
    shutil.copytree(finished.output, fresh.output, copy_function=shutil.copyfile)
    newest_first = sorted(fresh.output.rglob("*"), key=lambda path: path.name)
    for seconds, path in enumerate(newest_first):
        os.utime(path, (10**9 - seconds, 10**9 - seconds))
    before = file_bytes(fresh.output)
    assert fresh.planned() != {}
    fresh.succeed("--touch", "--forceall")
    assert fresh.planned() == {}
    assert file_bytes(fresh.output) == before
    append(fresh.folder / "pipeline" / TARGET / "stages" / "distances.py", NEW_CODE)
    assert fresh.planned() == {"distances": 1}


def test_a_run_reports_future_timestamps_and_treats_those_files_as_the_oldest(workspace: Workspace) -> None:
    future = [*workspace.output_of("arrow_puzzle").rglob("*"), workspace.output / "theme_synonym_distance.db"]
    for path in future:
        os.utime(path, (time.time() + 7200,) * 2, follow_symlinks=False)
    workspace.configure_puzzles({"arrow_puzzle": {"optimal": "all"}})
    target = f"arrow_puzzle {TARGET}_distances {TARGET}_most_win"
    done = workspace.succeed("--quiet", "reason", target=target)
    assert "files have timestamps in the future" in done.said
    assert set(re.findall(r"^(?:local)?rule (\w+):", done.said, re.M)) == {"arrow_puzzle_database", "arrow_puzzle"}
    with database(workspace.output_of("arrow_puzzle") / "arrow_puzzle.db") as connection:
        assert connection.execute("SELECT count(*) FROM optimal_solutions").fetchone()[0] > 0
    done = workspace.succeed(target=target)
    assert "Nothing to be done" in done.said  # the oldest, but made from inputs with these checksums
    assert "timestamps in the future" not in done.said


# --- other options of Snakemake --------------------------------------------------------------


def test_snakemake_describes_the_workflow(workspace: Workspace) -> None:
    summary = workspace.succeed("--summary")
    rows = [line.split("\t") for line in summary.said.splitlines() if line.startswith("results/")]
    assert {Path(row[0]).name for row in rows if row[2].startswith(TARGET)} >= {"most_win.csv", "success_pattern.db"}
    assert all(row[-1] == "no update" for row in rows if "/shards/" not in row[0]), summary.said
    lint = workspace.snakemake("--lint", target="")
    faults = {line.strip() for line in lint.said.splitlines() if line.startswith("    * ")}
    by_choice = ("* Specify a conda environment",)
    assert [fault for fault in faults if not fault.startswith(by_choice)] == []  # one .venv


READS = ("--dry-run", "--list-rules", "--summary", "--dag", "--rulegraph", "--filegraph", "--lint", "--list-untracked")


def test_commands_that_only_read_write_nothing_beside_the_notes_of_snakemake(workspace: Workspace) -> None:
    (workspace.folder / "results" / "mini" / "learn.csv").unlink()
    shutil.rmtree(workspace.output_of("millijan"))
    append(workspace.folder / "pipeline" / TARGET / "stages" / "figures.py", NEW_CODE)
    planned = workspace.planned(target=ALL_PUZZLES)
    before = all_files(workspace.folder)
    for option in READS:
        workspace.snakemake(option, target="" if option == "--lint" else ALL_PUZZLES)
        assert all_files(workspace.folder) == before, option
    workspace.succeed("--report", "report.html", target=f"{TARGET}_cover")
    assert all_files(workspace.folder) == before | {"report.html"}
    assert workspace.planned(target=ALL_PUZZLES) == planned


def all_files(folder: Path) -> set[str | tuple[str, int]]:
    """Files with their timestamps, and folders; without those of Snakemake and compiled code."""
    paths = (path for path in folder.rglob("*") if not {".snakemake", "__pycache__", ".cache"} & set(path.parts))
    found = ((path.relative_to(folder).as_posix(), path) for path in paths)
    return {name if path.is_dir() or name == "report.html" else (name, path.stat().st_mtime_ns) for name, path in found}


def test_a_run_after_edits_runs_the_jobs_that_the_dry_run_named(workspace: Workspace) -> None:
    for stage in ("learn", "distances"):
        append(workspace.folder / "pipeline" / TARGET / "stages" / f"{stage}.py", NEW_CODE)
    plan = workspace.plan()
    assert plan.changes == {"learn": "sources changed", "distances": "sources changed"}
    ran = {stage_of(rule) for rule in re.findall(r"^ *(?:local)?rule (\w+):", workspace.succeed().said, re.M)}
    assert ran - NO_STAGES == set(plan.jobs) >= {"learn", "answers", "figures"}
    assert workspace.planned() == {}
    workspace.edit(f"pipeline/{TARGET}/stages/distances.py", NEW_CODE, "")
    assert workspace.planned() == {"distances": 1}


def test_no_artifact_remains_after_delete_all_output(workspace: Workspace) -> None:
    assert file_bytes(workspace.folder / "results")
    workspace.succeed("--delete-all-output", target="all")
    assert file_bytes(workspace.folder / "results") == {}


def test_a_live_run_allows_a_dry_run_and_rejects_another_run(fresh_workspace: Workspace, finished: Workspace) -> None:
    """The run is stopped meanwhile, so that it is live until both have ended."""
    target = f"{TARGET}_town_synonyms"
    with fresh_workspace.under_way(target=target) as run:
        run.wait_until((fresh_workspace.output / "logs" / "town_synonyms.log").exists)
        run.send(signal.SIGSTOP, to_all=True)
        fresh_workspace.configure(shards=3)
        fresh_workspace.succeed("--dry-run")
        done = fresh_workspace.snakemake()
        assert done.status == 1, str(done)
        assert "Directory cannot be locked" in done.said
        fresh_workspace.configure()
        run.send(signal.SIGCONT, to_all=True)
        assert run.wait().status == 0, run.said
    made = artifacts_of("town_synonyms")
    assert contents(fresh_workspace.output, made) == contents(finished.output, made)
    assert fresh_workspace.planned(target=target) == {}
