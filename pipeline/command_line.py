"""What commands of several puzzles take: pictures to write, standard input, configurations."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
import yaml

from pipeline.errors import InputError, PipelineError
from pipeline.pictures import check_ending


def _with_right_endings(paths: list[Path] | None) -> list[Path] | None:
    """Stop before anything is computed if a picture cannot be written as the file's name says."""
    try:
        for path in paths or ():
            check_ending(path)
    except PipelineError as error:
        raise InputError(str(error)) from error
    return paths


PicturesOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--output",
        "-o",
        help="File to draw it in, .svg or .png; may be given again.",
        callback=_with_right_endings,
    ),
]


@contextmanager
def section_of(config: Path, section: str, what: str) -> Iterator[Any]:
    """A section of a configuration file, to take what is needed out of it.

    Args:
        config: the file.
        section: its name.
        what: what it must have, in words.

    Raises:
        InputError: the file cannot be read, or the block finds that the section has not all that.
    """
    try:
        text = config.read_bytes()
    except OSError as error:
        raise InputError(
            f"cannot read {config}: {error.strerror}; run this in the folder of the project, or "
            "name the configuration file with --config"
        ) from error
    try:
        yield yaml.safe_load(text)[section]
    except (yaml.YAMLError, UnicodeDecodeError, LookupError, TypeError, ValueError) as error:
        raise InputError(f"{config} has no section {section} with {what} in it") from error


def read_standard_input() -> str:
    """All that is on standard input.

    Raises:
        InputError: it is no text in UTF-8.
    """
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("standard input is no text in UTF-8") from error
