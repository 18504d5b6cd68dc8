"""The command `tablebases`, with a group of commands per puzzle, imported on use.

A puzzle's module `commands` has them in `app`, a `typer.Typer`.
"""

from __future__ import annotations

import errno
import io
import os
import re
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, get_args

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from tablebases import __version__
from tablebases.cli.options import SETTINGS, MadeOnUse, only_command
from tablebases.errors import Error, InputError, system_reason
from tablebases.languages import Language, asked_language, t, use_language
from tablebases.messages import run_command
from tablebases.puzzles import PUZZLES, Puzzle

SHARED = ("atlas", "fetch", "verify")
"""Commands about all puzzles, each in a module of its name in this package."""
PROGRAM = "puzzle-tablebases"
IS_WINDOWS = os.name == "nt"
INTERRUPTED = 130
"""The exit status after Ctrl-C, as in shells."""


def _check_language(_context: object, _option: object, value: str | None) -> None:
    """Refuse a language that there are no texts in; `main` has chosen the others before the command line was parsed."""
    if value not in (None, *get_args(Language)):
        raise InputError("--lang takes en or ja, not {value}", value=value)


def _add_language(command: TyperCommand | TyperGroup) -> None:
    """Give a command or a group the option --lang."""
    option = TyperOption(
        param_decls=["--lang"],
        type=str,
        metavar="[en|ja]",
        callback=_check_language,
        expose_value=False,
        help="Language of answers and errors; else that of the environment variable LANG.",
    )
    command.params.append(option)


def _group(puzzle: Puzzle) -> TyperGroup:
    """The commands of a puzzle."""
    app: typer.Typer = import_module(f"tablebases.{puzzle.library}.commands").app
    package = import_module(f"tablebases.{puzzle.library}")
    group = typer.main.get_group(app)
    for command in (group, *group.commands.values()):
        assert isinstance(command, TyperCommand | TyperGroup)
        _add_language(command)
    group.name, group.no_args_is_help = puzzle.command, True
    group.help = (package.__doc__ or "").partition("\n")[0]
    return group


def _shared_command(name: str) -> TyperCommand:
    """A command about all puzzles: a function of the name of its module, or the only command of `app` there."""
    module = import_module(f"tablebases.cli.{name}")
    app: typer.Typer | None = getattr(module, "app", None)
    if app is None:
        app = typer.Typer(**SETTINGS)
        app.command(name)(getattr(module, name))
    command = only_command(app)
    _add_language(command)
    return command


class Puzzles(MadeOnUse):
    """The groups of all puzzles, and the commands about all of them."""

    def __init__(self, **settings: Any) -> None:
        groups = {puzzle.command: partial(_group, puzzle) for puzzle in PUZZLES}
        super().__init__({**groups, **{name: partial(_shared_command, name) for name in SHARED}}, **settings)
        _add_language(self)


app = typer.Typer(
    cls=Puzzles,
    no_args_is_help=True,
    context_settings={"help_option_names": ["--help", "-h"]},
    **SETTINGS | {"add_completion": True},
)


def _print_version(is_wanted: bool) -> None:
    if is_wanted:
        print(PROGRAM, __version__)
        raise typer.Exit


@app.callback()
def _tablebases(
    _: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help="Print the version and exit.")
    ] = False,
) -> None:
    """Exact answers for four puzzles, computed once."""


def with_all_printed(command: Callable[[], object]) -> None:
    """Run a command, and write all its output.

    A closed pipe (`| head`) ends the command silently with status 1. Raises an Error if standard output is closed or
    full, or its encoding lacks a character.
    """
    if sys.stdout is None:
        raise Error("standard output is closed")
    if IS_WINDOWS:
        _print_utf_8()
    try:
        try:
            command()
        finally:
            sys.stdout.flush()
    except UnicodeEncodeError as error:
        raise Error(
            "standard output is in {encoding}, which has no {character!a}; use a terminal in UTF-8, or set "
            "PYTHONIOENCODING=utf-8",
            encoding=error.encoding,
            character=error.object[error.start],
        ) from error
    except BrokenPipeError:
        _discard_output()
        sys.exit(1)
    except OSError as error:
        if error.filename is not None:  # it is about another file, such as one whose name is too long
            raise Error("cannot use {path}: {reason}", path=error.filename, reason=system_reason(error)) from error
        _discard_output()
        if IS_WINDOWS and error.errno == errno.EINVAL:  # a closed pipe, on Windows
            sys.exit(1)
        raise Error("cannot write to standard output: {reason}", reason=system_reason(error)) from error


def _print_utf_8() -> None:
    """Print the same bytes to files and pipes as on other systems, unless PYTHONIOENCODING is set."""
    if isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.isatty():
        encoding = None if os.environ.get("PYTHONIOENCODING") else "utf-8"
        sys.stdout.reconfigure(encoding=encoding, newline="\n")


def _discard_output() -> None:
    """Discard unwritten output, because Python would try to write it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""Typer's error for a wrong command line; Typer does not export the class."""
OUR_WORDS = {
    r"No such option: (?P<option>.+) \(Possible options: (?P<options>.+)\)": (
        "there is no option {option}, did you mean {options}?"
    ),
    r"No such option: (?P<option>.+)": "there is no option {option}",
    r"No such command '(?P<command>.+)'\. Did you mean (?P<commands>'.+')\?": (
        "there is no command '{command}', did you mean {commands}?"
    ),
    r"No such command '(?P<command>.+)'": "there is no command '{command}'",
    r"Missing argument (?P<name>'.+')": "missing argument {name}",
    r"Missing option (?P<name>'.+')": "missing option {name}",
    r"Option (?P<option>.+) requires an argument": "option {option} requires an argument",
    r"Option (?P<option>.+) does not take a value": "option {option} does not take a value",
    r"Got unexpected extra argument(?:s|\(s\))? \((?P<words>.+)\)": "got unexpected extra arguments ({words})",
    r"Invalid value for (?P<name>.+?): (?P<fault>.+)": "invalid value for {name}: {fault}",
    r"(?P<value>.+) is not a valid int(?: range)?": "{value} is not a whole number",
    r"(?P<value>.+) is not in the range x>=(?P<least>.+)": "{value} is less than {least}",
    r"(?P<value>.+) is not in the range (?P<least>.+)<=x<=(?P<most>.+)": (
        "{value} is not in the range {least} to {most}"
    ),
    r"(?P<value>.+) is not one of (?P<choices>.+)": "{value} is not one of {choices}",
}
"""Messages of Typer, as regular expressions -> our texts."""


def _quoted(found: re.Match[str]) -> str:
    """A word that Typer quotes, in the quotes of the current language."""
    return t("'{word}'", word=found.group(1))


def _in_our_words(message: str) -> str:
    """A message of Typer as our text, in the current language; an unknown message stays."""
    for theirs, ours in OUR_WORDS.items():
        if found := re.fullmatch(theirs, message, re.DOTALL):
            values = found.groupdict()
            if "fault" in values:
                values["fault"] = _in_our_words(values["fault"])
            for name in {"value", "least", "most"} & values.keys():
                values[name] = f"{int(values[name]):,}" if values[name].isdecimal() else values[name]
            for name in {"commands", "options", "choices"} & values.keys():
                values[name] = t(", ").join(values[name].split(", "))
            for name in {"name", "value", "commands", "choices"} & values.keys():
                values[name] = re.sub("'([^']*)'", _quoted, values[name]).replace(" / ", t(" / "))
            return t(ours, **values)
    return message[:1].lower() + message[1:]


def _first_example(help_text: str) -> str:
    """The first command that a help text shows; empty if it shows none."""
    found = re.search(r"^ *(?:Examples?: )?(tablebases .+)$", help_text, re.MULTILINE)
    return found.group(1) if found else ""


def _usage_sentence(error: Any) -> str:
    """The fault of a command line, then the first example of the command's help."""
    message: str = error.format_message().rstrip(".")
    fault = _in_our_words(message)
    if error.ctx is None or re.search("Did you mean|Possible options", message):
        return fault
    if example := _first_example(error.ctx.command.help or ""):
        return t("{fault}; for example `{example}`", fault=fault, example=example)
    return t("{fault}; `{command} --help` lists the commands", fault=fault, command=error.ctx.command_path)


def _run_app() -> None:
    """Run the command that the words of the command line name; an InputError if they are wrong."""
    try:
        status = app(prog_name="tablebases", standalone_mode=False)
    except UsageError as error:
        if not str(error):  # no words: the help is printed
            sys.exit(2)
        raise InputError(_usage_sentence(error)) from error
    except typer.Abort:
        sys.exit(INTERRUPTED)
    if isinstance(status, int) and status:
        sys.exit(status)


def _open_closed_streams() -> None:
    """Open empty streams for a closed standard input or standard error."""
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - until the program ends
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8", newline="")  # noqa: SIM115


def main() -> None:
    """Run the command line."""
    _open_closed_streams()
    # Words typed in UTF-8 are read so in the locale C, too.
    sys.argv = [os.fsencode(word).decode(errors="surrogateescape") for word in sys.argv]
    use_language(asked_language(sys.argv[1:], os.environ))
    run_command(partial(with_all_printed, _run_app))


if __name__ == "__main__":
    main()
