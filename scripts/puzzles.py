"""Find the modules of a program with one module for each puzzle."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

from tablebases.errors import InputError
from tablebases.puzzles import PUZZLES

ResultsOption = Annotated[Path, typer.Option(help="The folder with the finished artifacts of all puzzles.")]


def modules_of_puzzles(package: str, chosen: str | None = None) -> dict[str, ModuleType]:
    """Puzzle -> its module in `package`, for all or the `chosen` one."""
    names = [puzzle.package for puzzle in PUZZLES if find_spec(f"{package}.{puzzle.package}")]
    if chosen is not None and chosen not in names:
        raise InputError(f"there is no puzzle {chosen}; choose one of {', '.join(names)}")
    return {name: import_module(f"{package}.{name}") for name in names if chosen in (None, name)}
