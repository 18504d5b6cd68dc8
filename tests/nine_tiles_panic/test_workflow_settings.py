"""What the rules are told: options from the configuration, and the recipe of every stage."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
import yaml

from pipeline.errors import PipelineError
from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game_files import game_parameters, load_tiles
from pipeline.nine_tiles_panic.workflow import prepare, stages_of
from tests.nine_tiles_panic.helpers import REPOSITORY, THEME_FILE, TILE_FILE

STAGES = {
    "town_synonyms",
    "towns",
    "theme_synonyms",
    "success_pattern",
    "distances",
    "theme_sets",
    "most_win",
    "most_win_match",
    "cover",
    "learn",
    "figures",
    "costs",
    "atlas",
}
WITHOUT_INPUTS = {"costs"}
"""A measurement of the other stages, made by its own code alone."""


@pytest.fixture
def config(tmp_path: Path) -> dict[str, Any]:
    """The real section, with copies of the data files to be edited."""
    section: dict[str, Any] = yaml.safe_load(
        (REPOSITORY / "config.yaml").read_text(encoding="utf-8")
    )["nine_tiles_panic"]
    for key, file in (("tile_file", TILE_FILE), ("theme_file", THEME_FILE)):
        (tmp_path / file.name).write_bytes(file.read_bytes())
        section[key] = str(tmp_path / file.name)
    section["output"] = str(tmp_path / "out")
    return section


def recipes_of(config: dict[str, Any]) -> dict[str, str]:
    """The recipe of every stage."""
    board = Board(config["board"]["rows"], config["board"]["columns"])
    tiles = load_tiles(Path(config["tile_file"]), ",".join(map(str, config["tiles"])), board)
    return stages_of(config, game_parameters(board, tiles)).recipes


def changed(before: dict[str, Any], after: dict[str, Any]) -> set[str]:
    """The stages that would run again."""
    old, new = recipes_of(before), recipes_of(after)
    assert set(old) == set(new) == STAGES
    return {stage for stage in STAGES if old[stage] != new[stage]}


def with_setting(config: dict[str, Any], key: str, value: object) -> dict[str, Any]:
    """A copy with one setting changed."""
    return {**copy.deepcopy(config), key: value}


def test_options_for_the_stages(config: dict[str, Any]) -> None:
    game = prepare({**config, "tiles": [8, 0, 5, 3, 1, 2, 4, 7, 6], "shards": 12})
    assert game.tile_numbers == "0,1,2,3,4,5,6,7,8"
    assert game.board_options == "--rows 3 --columns 3"
    assert game.shard_names == [f"{n:02d}" for n in range(12)]
    assert Path(config["output"]).is_dir()


@pytest.mark.parametrize(("key", "value"), [("shards", 3), ("tiles", [8, 7, 6, 5, 4, 3, 2, 1, 0])])
def test_what_changes_no_result_runs_no_stage_again(
    config: dict[str, Any], key: str, value: object
) -> None:
    assert changed(config, with_setting(config, key, value)) == set()


def test_the_places_of_files_run_no_stage_again(config: dict[str, Any], tmp_path: Path) -> None:
    moved = with_setting(config, "output", str(tmp_path / "elsewhere"))
    for key in ("tile_file", "theme_file"):
        moved[key] = str(Path(config[key]).rename(tmp_path / f"moved_{key}.csv"))
        config[key] = moved[key]
        copied = tmp_path / f"copied_{key}.csv"
        copied.write_bytes(Path(moved[key]).read_bytes())
        moved[key] = str(copied)
    assert changed(config, moved) == set()


@pytest.mark.parametrize(
    ("key", "value"),
    [("board", {"rows": 2, "columns": 3}), ("board", {"rows": 3, "columns": 2})],
)
def test_another_board_runs_everything_again(
    config: dict[str, Any], key: str, value: object
) -> None:
    assert changed(config, with_setting(config, key, value)) == STAGES - WITHOUT_INPUTS


def test_other_tiles_run_everything_again(config: dict[str, Any]) -> None:
    small = with_setting(config, "board", {"rows": 2, "columns": 2})
    assert changed(small, with_setting(small, "tiles", [0, 1, 2, 3])) == STAGES - WITHOUT_INPUTS


def test_an_edited_tile_file_runs_everything_again(config: dict[str, Any], tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text(
        TILE_FILE.read_text(encoding="utf-8").replace("hamburger", "agent facing 0", 1)
    )
    assert changed(config, with_setting(config, "tile_file", str(other))) == STAGES - WITHOUT_INPUTS


def test_an_edited_theme_file_keeps_the_town_synonyms(
    config: dict[str, Any], tmp_path: Path
) -> None:
    other = tmp_path / "other.csv"
    lines = THEME_FILE.read_text(encoding="utf-8").splitlines(keepends=True)
    other.write_text("".join(lines[:-1]), encoding="utf-8")
    found = changed(config, with_setting(config, "theme_file", str(other)))
    assert found == STAGES - WITHOUT_INPUTS - {"town_synonyms"}


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("board", {"rows": 4, "columns": 3}, "a board of 4 rows and 3 columns is not possible"),
        ("tiles", [0, 1, 2], "a board of 3 rows and 3 columns has 9 positions, but there are only"),
        ("tiles", list(range(10)), "tile file {tile_file}: tile 9 is not in the tile file"),
        ("tile_file", "no.csv", "cannot read no.csv: No such file or directory"),
        ("theme_file", "no.csv", "cannot read no.csv: No such file or directory"),
        ("output", "{tile_file}/out", "cannot write to the output folder {tile_file}/out: "),
    ],
)
def test_faults_stop_before_anything_runs(
    config: dict[str, Any], key: str, value: Any, message: str
) -> None:
    if isinstance(value, str):
        value = value.format(**config)
    with pytest.raises(PipelineError) as error:
        prepare(with_setting(config, key, value))
    assert str(error.value).startswith(message.format(**config))
    assert "\n" not in str(error.value)
