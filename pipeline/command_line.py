"""What commands of several puzzles take: pictures to write, and text from standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

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


def read_standard_input() -> str:
    """All that is on standard input.

    Raises:
        InputError: it is no text in UTF-8.
    """
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("standard input is no text in UTF-8") from error
