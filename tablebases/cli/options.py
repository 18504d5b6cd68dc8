"""Options and input that commands of several puzzles share."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from tablebases.errors import MOST, InputError
from tablebases.languages import t
from tablebases.locations import RESULTS, Place, find_artifact
from tablebases.messages import say
from tablebases.pictures import check_ending
from tablebases.puzzles import Puzzle

SETTINGS: dict[str, Any] = {
    "add_completion": False,
    "pretty_exceptions_enable": False,
    "rich_markup_mode": "markdown",
}
"""The settings of every `typer.Typer`."""


def quoted(words: Iterable[object], separator: str = ", ") -> str:
    """Words in the quotes of the current language, and a separator between them."""
    return t(separator).join(t("'{word}'", word=word) for word in words)


class MadeOnUse(TyperGroup):
    """A group whose commands are made when they are used, because many of them import much."""

    def __init__(self, makers: Mapping[str, Callable[[], TyperCommand | TyperGroup]], **settings: Any) -> None:
        super().__init__(**settings)
        self._makers = {name: cache(maker) for name, maker in makers.items()}
        self.commands = dict.fromkeys(makers, TyperGroup())  # names for the help

    def get_command(self, ctx: Any, cmd_name: str) -> TyperCommand | TyperGroup | None:
        """The command or group of this name; an InputError if there is none, except for the Tab key."""
        if cmd_name in self._makers:
            return self._makers[cmd_name]()
        if ctx.resilient_parsing:
            return None
        if near := get_close_matches(cmd_name, self._makers):
            text = "there is no command '{command}', did you mean {commands}?"
            raise InputError(text, command=cmd_name, commands=quoted(near))
        text = "there is no command '{command}'; `{group} --help` lists the commands"
        raise InputError(text, command=cmd_name, group=ctx.command_path)


def only_command(app: typer.Typer) -> TyperCommand:
    """The command of an app that has one."""
    command = typer.main.get_command(app)
    assert isinstance(command, TyperCommand), "an app with one command is that command"
    return command


ResultsOption = Annotated[
    Path | None,
    typer.Option(
        "--results",
        help="The folder with finished results, or a release; else the results here, the fetched ones, or those of "
        "the package.",
    ),
]
"""For `artifact_path`."""
LimitOption = Annotated[int, typer.Option("--limit", min=1, max=MOST, help="Show at most this many rows.")]
ConfigOption = Annotated[Path, typer.Option("--config", help="A configuration file with changes of the default.")]


def _check_pictures(paths: list[Path] | None) -> list[Path] | None:
    """Raise an InputError, before anything is computed, for a wrong ending or a missing folder."""
    for path in paths or ():
        check_ending(path)
        if not path.parent.is_dir():
            text = "there is no folder '{folder}' to write {name} to"
            raise InputError(text, folder=path.parent, name=path.name)
    return paths


PicturesOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--output",
        "-o",
        help="File for a picture, .svg or .png; may be given again.",
        callback=_check_pictures,
    ),
]
ShareOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--share",
        help="File for a picture of 1200 x 630 pixels with title and address, .svg or .png; may be given again.",
        callback=_check_pictures,
    ),
]


def artifact_path(puzzle: Puzzle, name: str, results: Path | None) -> Path:
    """The path of a finished artifact; a note says if results here lack it and it comes from elsewhere.

    Raises the errors of `find_artifact`.
    """
    found = find_artifact(puzzle, name, results)
    here = RESULTS / puzzle.package
    if found.place not in (Place.GIVEN, Place.HERE) and here.is_dir():
        text = "note: {path} does not exist, so the answer comes from {place}"
        say(t(text, path=here / name, place=t(found.place)))
    return found.path


def read_text(text: str) -> str:
    """An argument of the command line; for a hyphen, all of standard input."""
    return read_standard_input() if text == "-" else text


def read_standard_input() -> str:
    """All of standard input; an InputError if it is not text in UTF-8, or longer than any hand, board or shapes."""
    content, most = sys.stdin.buffer.read(2**17), 2**17 - 1
    if len(content) > most:
        raise InputError("standard input has more than {most:,} bytes; give one hand, board or pair", most=most)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("standard input is not text in UTF-8") from error
