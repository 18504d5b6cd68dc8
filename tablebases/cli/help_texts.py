"""The help of commands, and the names of arguments in errors, in the current language.

English stands in the code, in docstrings and `help=`. The Japanese of a paragraph or a word stands in
`japanese_help.json`: here, and in the package of each game. Only help and errors read these files, pages never.

Typer's own words are there, too. It translates a few of them by gettext, but "Usage:" and the types of values never,
and chooses the language on import, from the environment alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from functools import cache
from inspect import cleandoc
from pathlib import Path
from typing import Any

from typer.core import TyperGroup

from tablebases.languages import current_language, texts_in
from tablebases.puzzles import PUZZLES

CATALOGUE = "japanese_help.json"
COMMAND = re.compile(r"(Examples?:\s+)?(?=tablebases )")
"""The start of a paragraph with a command, which stays as it is."""
EXAMPLE, USAGE = "Example:", "Usage:"
TITLES = {
    "ARGUMENTS_PANEL_TITLE": "Arguments",
    "OPTIONS_PANEL_TITLE": "Options",
    "COMMANDS_PANEL_TITLE": "Commands",
    "DEFAULT_STRING": "[default: {}]",
    "REQUIRED_LONG_STRING": "[required]",
}
"""Constant of Typer's module `rich_utils` -> its text."""


def help_catalogues() -> list[Path]:
    """The files of Japanese texts that help uses."""
    here = Path(__file__).parent
    paths = [here / CATALOGUE, *(here.parent / puzzle.library / CATALOGUE for puzzle in PUZZLES)]
    return [path for path in paths if path.is_file()]


@cache
def japanese_help() -> dict[str, str]:
    """English -> Japanese texts of all `help_catalogues`."""
    return texts_in(help_catalogues())


def in_help(text: str | None) -> str:
    """A help text, or a word of it, in the current language."""
    if not text or current_language() == "en":
        return text or ""
    return "\n\n".join(map(_in_japanese, cleandoc(text).split("\n\n")))


def _in_japanese(paragraph: str) -> str:
    """A paragraph in Japanese; the command of an example stays."""
    if found := COMMAND.match(paragraph):
        return japanese_help()[EXAMPLE] * bool(found[1]) + paragraph[found.end() :]
    line = " ".join(paragraph.split())
    return japanese_help().get(line, line)


def print_help(command: Any, context: Any, formatter: Any) -> None:
    """Print the help of a command or a group in the current language."""
    from rich import _wrap
    from rich import text as rich_text
    from typer import rich_utils

    for name, text in TITLES.items():
        setattr(rich_utils, name, in_help(text))
    _wrap.words = _phrases
    rich_text.divide_line = _divide_line  # type: ignore[attr-defined]
    if current_language() != "en":
        _translate(command, context)
    type(command).format_help(command, context, formatter)


def _translate(command: Any, context: Any) -> None:
    """Replace all that the help of a command shows."""
    command.help = in_help(command.help)
    command.options_metavar = in_help(command.options_metavar)
    for parameter in command.get_params(context):
        _translate_parameter(parameter)
    if isinstance(command, TyperGroup):
        command.subcommand_metavar = in_help(command.subcommand_metavar)
        for name in command.list_commands(context):
            listed: Any = command.get_command(context, name)
            listed.help = in_help(listed.help)
    usage = command.get_usage(context).replace(f"{USAGE} ", in_help(USAGE), 1)
    command.get_usage = lambda _: usage


def argument_name(parameter: Any) -> str:
    """The name of an argument for people."""
    return in_help(parameter.metavar or parameter.name)


def _translate_parameter(parameter: Any) -> None:
    """Replace what help shows of an option or argument; types are shared, so that a copy of them is changed."""
    parameter.help = in_help(parameter.help)
    parameter.type = copy(parameter.type)
    parameter.type.name = in_help(parameter.type.name)
    if parameter.param_type_name == "argument":
        parameter.metavar = argument_name(parameter) + "..." * (parameter.nargs != 1 and not parameter.metavar)


def _divide_line(text: str, width: int, fold: bool = True) -> list[int]:
    """Where rich breaks a line of `width` columns; it would cut off the end of Japanese phrases that are wider."""
    from rich import _wrap

    return _wrap.divide_line(text, width, fold or current_language() != "en")


def _phrases(text: str) -> Iterator[tuple[int, int, str]]:
    """The parts of a text that a line may end after, as (start, end, part); for rich these are words between blanks."""
    from tablebases.answer.text import BREAK

    is_prose = current_language() != "en" and not COMMAND.match(text.removeprefix(in_help(EXAMPLE)))
    start = 0
    for part in re.split(f"(?<!捨て)(?:{BREAK.pattern})" if is_prose else r"(?<=\s)(?=\S)", text):
        yield start, start + len(part), part
        start += len(part)
