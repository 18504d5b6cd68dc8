"""Levels in the configuration and as options of a stage."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from pipeline.arrow_puzzle.configuration import Configuration
from pipeline.arrow_puzzle.levels import parse_levels
from pipeline.configuration import checked
from tablebases.arrow.answers import read_levels
from tablebases.arrow.boards import Level, Shape
from tablebases.errors import Error
from tests.arrow_puzzle.helpers import CONFIG, GAME


def entry(name: str, shape: str = "square", side: int = 3, directions: int = 4) -> dict[str, Any]:
    return {"name": name, "shape": shape, "side": side, "directions": directions}


def configuration(*levels: dict[str, Any]) -> Configuration:
    """The section with these levels."""
    section = yaml.safe_load(CONFIG.read_text(encoding="utf-8"))["arrow_puzzle"]
    return checked(Configuration, {**section, "levels": list(levels)})


def file_with(path: Path, *levels: dict[str, Any]) -> Path:
    """A configuration file with these levels, as the commands read it."""
    path.write_text(yaml.safe_dump({"arrow_puzzle": {"levels": list(levels)}}), encoding="utf-8")
    return path


def test_the_configuration_has_the_levels_of_the_game() -> None:
    assert read_levels(CONFIG) == GAME


def test_levels_are_the_same_in_the_configuration_and_as_options(tmp_path: Path) -> None:
    entries = entry("a"), entry("b", "hexagon", 2, 6)
    section = configuration(*entries)
    assert section.level_options == ["a=square-3-4", "b=hexagon-2-6"]
    levels = [Level("a", Shape.SQUARE, 3, 4), Level("b", Shape.HEXAGON, 2, 6)]
    assert [level.level for level in section.levels] == levels
    assert list(read_levels(file_with(tmp_path / "c.yaml", *entries))) == levels
    assert parse_levels(section.level_options) == levels


def test_two_levels_of_the_same_name_are_refused(tmp_path: Path) -> None:
    entries = entry("a"), entry("b"), entry("a", "hexagon")
    for read in (
        lambda: read_levels(file_with(tmp_path / "c.yaml", *entries)),
        lambda: configuration(*entries).check_files(),
        lambda: parse_levels(["a=square-3-4", "b=square-3-4", "a=hexagon-3-4"]),
    ):
        with pytest.raises(Error) as error:
            read()
        assert str(error.value) == "arrow_puzzle.levels: there are two levels with the name a"


@pytest.mark.parametrize(
    ("level", "message"),
    [
        (entry("a", "hexagon", 13), "level a: the side of a hexagon must be 1 to 12 tiles, not 13"),
        (entry("a", side=0), "level a: the side of a square must be 1 to 20 tiles, not 0"),
        (entry("a", directions=1), "level a: an arrow needs 2 to 100 directions, not 1"),
    ],
)
def test_a_level_that_is_no_board_is_refused(tmp_path: Path, level: dict[str, Any], message: str) -> None:
    with pytest.raises(Error) as error:
        read_levels(file_with(tmp_path / "c.yaml", level))
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("level", "message"),
    [
        (entry("a", "hexagon", 13), "level a: the side of a hexagon must be 1 to 12 tiles, not 13"),
        (entry("a", side=0), "configuration: levels.0.side: must be a whole number from 1, but is 0"),
        (entry("a", directions=1), "configuration: levels.0.directions: must be a whole number from 2 to 100, "
                                   "but is 1"),
        (entry("A"), "configuration: levels.0.name: must be a name of small letters, digits and underscores, "
                     "but is 'A'"),
        (entry("a", "circle"), "configuration: levels.0.shape: must be square or hexagon, but is 'circle'"),
    ],
)  # fmt: skip
def test_the_workflow_refuses_a_level_that_is_no_board(level: dict[str, Any], message: str) -> None:
    with pytest.raises(Error) as error:
        configuration(level).check_files()
    assert str(error.value) == message


def test_the_workflow_refuses_more_levels_than_anybody_waits_for() -> None:
    with pytest.raises(Error, match=r"^configuration: levels: must be a list of 1 to 100 levels, but is "):
        configuration(*(entry(f"level_{number}") for number in range(101)))


def test_a_missing_configuration_is_named(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    with pytest.raises(Error) as error:
        read_levels(path)
    assert str(error.value) == f"cannot read {path}: No such file or directory"
    assert error.value.exit_status == 2


@pytest.mark.parametrize(
    "content",
    [
        b"arrow_puzzle: 7",
        b"arrow_puzzle: {levels: 3}",
        b"arrow_puzzle: {levels: [easy]}",
        b"arrow_puzzle: {levels: [{name: easy}]}",
        b"arrow_puzzle: {levels: [{name: a, shape: circle, side: 3, directions: 4}]}",
        b"arrow_puzzle: {levels: [{name: a, shape: square, side: three, directions: 4}]}",
    ],
)
def test_a_configuration_without_levels_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "config.yaml"
    path.write_bytes(content)
    with pytest.raises(Error) as error:
        read_levels(path)
    assert str(error.value) == f"{path} has no section arrow_puzzle with levels in it"
