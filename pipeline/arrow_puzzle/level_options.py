"""Levels on the command line and in the configuration."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from pipeline.arrow_puzzle.game.levels import Level, Shape, names_a_board, parse_level
from pipeline.command_line import section_of
from pipeline.errors import InputError

LevelsOption = Annotated[
    list[str],
    typer.Option("--level", help="A level as NAME=SHAPE-SIDE-DIRECTIONS; may be given again."),
]
OutOption = Annotated[Path, typer.Option("--out", help="Where to write the artifact.")]

SECTION = "arrow_puzzle"


def levels_of_config(section: Mapping[str, Any]) -> tuple[Level, ...]:
    """The levels of the configuration.

    Args:
        section: the section `arrow_puzzle`, which follows the schema.

    Raises:
        PipelineError: two have the same name, or one is no board.
    """
    return _with_different_names(
        [
            Level(entry["name"], Shape(entry["shape"]), entry["side"], entry["directions"])
            for entry in section["levels"]
        ]
    )


def _with_different_names(levels: Sequence[Level]) -> tuple[Level, ...]:
    names = [level.name for level in levels]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"arrow_puzzle.levels: there are two levels with the name {name}")
    return tuple(levels)


def load_levels(config: Path) -> tuple[Level, ...]:
    """The levels that a configuration file names.

    Raises:
        InputError: the file is missing or names none.
    """
    with section_of(config, SECTION, "levels") as section:
        return levels_of_config(section)


def level_options(levels: Iterable[Level]) -> str:
    """Levels as options of a stage."""
    return " ".join(f"--level {level.name}={_board_name(level)}" for level in levels)


def _board_name(level: Level) -> str:
    return f"{level.shape}-{level.side}-{level.directions}"


def parse_levels(options: Sequence[str]) -> tuple[Level, ...]:
    """The levels that options of a stage name; see `LevelsOption`.

    Raises:
        PipelineError: one is not written so, is no board, or has the name of another one.
    """
    levels = []
    for option in options:
        name, _, board = option.partition("=")
        if not name or not names_a_board(board):
            raise InputError(
                f"--level must be written as in easy=square-3-4 or expert=hexagon-4-6, "
                f"but is '{option}'"
            )
        level = parse_level(board, ())
        levels.append(Level(name, level.shape, level.side, level.directions))
    return _with_different_names(levels)


def level_parameters(levels: Iterable[Level]) -> dict[str, Any]:
    """Levels, as provenance names them."""
    return {"levels": {level.name: _board_name(level) for level in levels}}
