"""Options and input that commands of several puzzles share."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from pipeline.cli.pictures import check_ending
from pipeline.core.errors import InputError, PipelineError
from pipeline.core.packaged import CONFIG

ResultsOption = Annotated[Path, typer.Option("--results", help="The folder with the finished artifacts.")]
AnswersOption = Annotated[
    Path | None,
    typer.Option(
        "--results", help="The folder with the finished artifacts; else results here, or what comes with the package."
    ),
]
"""Of what `answers_file` finds."""
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


@contextmanager
def section_of(config: Path, section: str, what: str) -> Iterator[Any]:
    """A section of the configuration, to take what is needed out of it.

    Args:
        config: a file with what differs from the default, or `CONFIG`.
        section: its name.
        what: what it must have, in words.

    Raises:
        InputError: the file cannot be read, or the block finds that the section has not all that.
    """
    from pipeline.core.yaml_file import read_configuration

    try:
        content = read_configuration(*([] if config == CONFIG else [config]))
    except PipelineError as error:
        raise InputError(str(error)) from error
    try:
        yield content[section]
    except (LookupError, TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{config} has no section {section} with {what} in it") from error


def read_text(text: str) -> str:
    """An argument of the command line, or, for a hyphen, all that is on standard input.

    Raises:
        InputError: standard input is not text in UTF-8.
    """
    return read_standard_input() if text == "-" else text


def read_standard_input() -> str:
    """All that is on standard input.

    Raises:
        InputError: it is not text in UTF-8.
    """
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("standard input is not text in UTF-8") from error
