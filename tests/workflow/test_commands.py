"""Every stage is a program that can be run by hand."""

from __future__ import annotations

import pytest

from tests.workflow.workspace import STAGES, Finished, Workspace, new_workspace, stage_options


@pytest.fixture(scope="session")
def code(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """The code alone: nothing has been run."""
    return new_workspace(tmp_path_factory.mktemp("code") / "workspace")


def flat(done: Finished) -> str:
    """What was said, without frames and line ends."""
    return " ".join(done.said.replace("│", " ").split())


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_lists_the_options_that_it_is_run_with(code: Workspace, stage: str) -> None:
    done = code.stage(stage, "--help")
    assert done.status == 0, str(done)
    said = flat(done)
    given = stage_options(stage, code.output, code.output)
    assert all(f" {option} " in said for option in given if str(option).startswith("--")), said


@pytest.mark.parametrize("stage", STAGES)
def test_a_wrong_option_is_named(code: Workspace, stage: str) -> None:
    done = code.stage(stage, "--colour", "red")
    assert done.status == 2, str(done)
    assert "--colour" in done.said
    assert "Traceback" not in done.said


def test_a_missing_option_is_named(code: Workspace) -> None:
    done = code.stage("theme_sets")
    assert done.status == 2, str(done)
    assert "Missing option '--scores'" in done.said
    assert "Traceback" not in done.said


@pytest.mark.parametrize(
    ("options", "status", "part"),
    [
        (["--rows", "two"], 2, "--rows"),
        (["--rows", "0"], 1, "0 rows"),
        (["--tile-numbers", "0;1"], 1, "'0;1'"),
        (["--tile-numbers", ""], 1, "''"),
        (["--tile-numbers", "0,1,2,2"], 1, "2"),
        (["--rows", "11"], 1, "11 rows"),
    ],
)
def test_a_wrong_value_is_named(code: Workspace, options: list[str], status: int, part: str) -> None:
    game = ["--tiles", "data/nine_tiles_panic/tiles.csv", "--tile-numbers", "0,1,2,3", "--rows", "2", "--columns", "2"]
    done = code.stage("town_synonyms", *game, "--out", "new/town_synonyms.csv", *options)
    assert done.status == status, str(done)
    assert part in done.said
    assert "Traceback" not in done.said
    assert not (code.folder / "new").exists()


def test_shards_are_numbered_from_zero(code: Workspace) -> None:
    done = code.stage(
        "towns", "--tiles", "data/nine_tiles_panic/tiles.csv", "--tile-numbers", "0,1,2,3",
        "--themes", "data/nine_tiles_panic/themes.csv", "--rows", "2", "--columns", "2",
        "--town-synonyms", "none.csv", "--shard", "2", "--shards", "2", "--out", "02.db",
    )  # fmt: skip
    assert done.status == 1, str(done)
    assert "--shard" in done.said
    assert "Traceback" not in done.said
