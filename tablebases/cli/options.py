"""Options and input that commands of several puzzles share."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from tablebases.errors import InputError
from tablebases.locations import RESULTS, Place, find_artifact
from tablebases.messages import say
from tablebases.pictures import check_ending

SETTINGS: dict[str, Any] = {
    "add_completion": False,
    "pretty_exceptions_enable": False,
    "rich_markup_mode": "markdown",
}
"""Of every `typer.Typer`."""
ResultsOption = Annotated[
    Path | None,
    typer.Option(
        "--results",
        help="The folder with the finished artifacts, or a release; else results here, what was fetched, or what "
        "comes with the package.",
    ),
]
"""For `artifact_path`."""
MOST = 10**9
"""Of rows, of numbers that name something: more than there are of anything."""
LimitOption = Annotated[int, typer.Option("--limit", min=1, max=MOST, help="Show at most this many rows.")]
ConfigOption = Annotated[Path, typer.Option("--config", help="A configuration file; a few keys over the default do.")]


def _that_can_be_written(paths: list[Path] | None) -> list[Path] | None:
    """Stop before anything is computed if a picture's name does not end as it should, or its folder is not there."""
    for path in paths or ():
        check_ending(path)
        if not path.parent.is_dir():
            raise InputError(f"there is no folder '{path.parent}' to write {path.name} to")
    return paths


PicturesOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--output",
        "-o",
        help="File to draw it in, .svg or .png; may be given again.",
        callback=_that_can_be_written,
    ),
]


def artifact_path(puzzle: str, name: str, results: Path | None) -> Path:
    """The path of a finished artifact, with a note to the user where it is not the one of the results here.

    The puzzle is its folder, such as `nine_tiles_panic`. Fails as `find_artifact` does.
    """
    found = find_artifact(puzzle, name, results)
    here = RESULTS / puzzle
    if found.place not in (Place.GIVEN, Place.HERE) and here.is_dir():
        say(f"note: {here / name} is not there, so the answer comes from {found.place}")
    return found.path


def read_text(text: str) -> str:
    """An argument of the command line, or, for a hyphen, all that is on standard input."""
    return read_standard_input() if text == "-" else text


def read_standard_input() -> str:
    """All that is on standard input; an InputError if it is not text in UTF-8."""
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("standard input is not text in UTF-8") from error
