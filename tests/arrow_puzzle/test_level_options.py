"""Levels in the configuration and as options of a stage."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from pipeline.arrow_puzzle.game.levels import Level, Shape
from pipeline.arrow_puzzle.level_options import (
    level_options,
    level_parameters,
    levels_of_config,
    load_levels,
    parse_levels,
)
from pipeline.errors import PipelineError
from tests.arrow_puzzle.helpers import CONFIG, GAME


def entry(name: str, shape: str = "square", side: int = 3, directions: int = 4) -> dict[str, Any]:
    return {"name": name, "shape": shape, "side": side, "directions": directions}


def test_the_configuration_has_the_levels_of_the_game() -> None:
    assert load_levels(CONFIG) == GAME


def test_levels_are_the_same_in_the_configuration_and_as_options() -> None:
    section = {"levels": [entry("a"), entry("b", "hexagon", 2, 6)]}
    found = levels_of_config(section)
    assert found == (Level("a", Shape.SQUARE, 3, 4), Level("b", Shape.HEXAGON, 2, 6))
    assert level_options(found) == "--level a=square-3-4 --level b=hexagon-2-6"
    assert parse_levels(level_options(found).replace("--level ", "").split()) == found
    assert level_parameters(found) == {"levels": {"a": "square-3-4", "b": "hexagon-2-6"}}


def test_two_levels_of_the_same_name_are_refused() -> None:
    with pytest.raises(PipelineError) as error:
        levels_of_config({"levels": [entry("a"), entry("b"), entry("a", "hexagon")]})
    assert str(error.value) == "arrow_puzzle.levels: there are two levels with the name a"


@pytest.mark.parametrize(
    ("level", "message"),
    [
        (entry("a", "hexagon", 13), "level a: the side of a hexagon must be 1 to 12 tiles, not 13"),
        (entry("a", side=0), "level a: the side of a square must be 1 to 20 tiles, not 0"),
        (entry("a", directions=1), "level a: an arrow needs 2 to 100 directions, not 1"),
    ],
)
def test_a_level_that_is_no_board_is_refused(level: dict[str, Any], message: str) -> None:
    with pytest.raises(PipelineError) as error:
        levels_of_config({"levels": [level]})
    assert str(error.value) == message


def test_a_missing_configuration_is_named(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    with pytest.raises(PipelineError) as error:
        load_levels(path)
    assert str(error.value) == (
        f"cannot read {path}: No such file or directory; run this in the folder of the project, "
        "or name the configuration file with --config"
    )
    assert error.value.exit_status == 2


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[1, 2]",
        b"arrow_puzzle: 7",
        b"arrow_puzzle: {}",
        b"arrow_puzzle: {levels: 3}",
        b"arrow_puzzle: {levels: [easy]}",
        b"arrow_puzzle: {levels: [{name: easy}]}",
        b"arrow_puzzle: {levels: [{name: a, shape: circle, side: 3, directions: 4}]}",
        b"arrow_puzzle: {levels: [{name: a, shape: square, side: three, directions: 4}]}",
        b"arrow_puzzle: [",
        b"\xff\xfe",
        yaml.safe_dump({"nine_tiles_panic": {}}).encode(),
    ],
)
def test_a_configuration_without_levels_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "config.yaml"
    path.write_bytes(content)
    with pytest.raises(PipelineError) as error:
        load_levels(path)
    assert str(error.value) == f"{path} has no section arrow_puzzle with levels in it"
