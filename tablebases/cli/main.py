"""The command `tablebases`: a group of commands for each puzzle, imported when it is called.

A puzzle's commands are those of `app`, a `typer.Typer`, in its module `commands`.
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
from tablebases.cli.options import SETTINGS
from tablebases.errors import Error, InputError
from tablebases.languages import Language, asked_language, use_language
from tablebases.messages import run_command
from tablebases.puzzles import PUZZLES, Puzzle

SHARED = ("atlas", "fetch", "verify")
"""Commands about all puzzles, each in a module of its name beside this one."""
IS_WINDOWS = os.name == "nt"
INTERRUPTED = 130
"""The exit status after Ctrl-C, as of shells."""


def _check_language(_context: object, _option: object, value: str | None) -> None:
    """Refuse a language that there are no texts in; `main` has chosen the others before the command line was parsed."""
    if value not in (None, *get_args(Language)):
        raise InputError("--lang takes en or ja, not {value}", value=value)


def _in_both_languages(command: TyperCommand) -> TyperCommand:
    """A command with the option --lang."""
    option = TyperOption(
        param_decls=["--lang"],
        type=str,
        metavar="[en|ja]",
        callback=_check_language,
        expose_value=False,
        help="Language of answers and errors; else that of the environment variable LANG.",
    )
    command.params.append(option)
    return command


def _group(puzzle: Puzzle) -> TyperGroup:
    """The commands of a puzzle."""
    app: typer.Typer = import_module(f"tablebases.{puzzle.library}.commands").app
    package = import_module(f"tablebases.{puzzle.library}")
    group = typer.main.get_group(app)
    for command in group.commands.values():
        assert isinstance(command, TyperCommand), "groups have no groups"
        _in_both_languages(command)
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
    command = typer.main.get_command(app)
    assert isinstance(command, TyperCommand), "an app with one command is that command"
    return _in_both_languages(command)


class Puzzles(TyperGroup):
    """The groups of all puzzles, and the commands about all of them; each is made when it is asked for."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._makers: dict[str, Callable[[], TyperCommand | TyperGroup]] = {
            **{puzzle.command: partial(_group, puzzle) for puzzle in PUZZLES},
            **{name: partial(_shared_command, name) for name in SHARED},
        }
        self.commands = dict.fromkeys(self._makers, TyperGroup())  # their names, to suggest one for a typing mistake

    def get_command(self, ctx: object, cmd_name: str) -> TyperCommand | TyperGroup | None:  # noqa: ARG002
        """A command or group, None if there is none of this name."""
        return self._makers[cmd_name]() if cmd_name in self._makers else None


app = typer.Typer(
    cls=Puzzles,
    no_args_is_help=True,
    context_settings={"help_option_names": ["--help", "-h"]},
    **SETTINGS,
)


def _print_version(asked: bool) -> None:
    if asked:
        print(f"puzzle-tablebases {__version__}")
        raise typer.Exit


@app.callback()
def _tablebases(
    _: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help="Print the version and exit.")
    ] = False,
) -> None:
    """Every answer of a puzzle, computed once and kept in SQLite files that anyone can probe."""


def with_all_printed(command: Callable[[], object]) -> None:
    """Run a command, and make sure that its output arrives.

    A closed pipe (`| head`) ends the command silently with status 1. An Error says that standard output is closed or
    full, or that its encoding lacks a character.
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
        sign = error.object[error.start]
        raise Error(
            f"standard output is in {error.encoding}, which has no {sign!a}; "
            "use a terminal in UTF-8, or set PYTHONIOENCODING=utf-8"
        ) from error
    except BrokenPipeError:
        _discard_output()
        sys.exit(1)
    except OSError as error:
        if error.filename is not None:  # of another file
            raise
        _discard_output()
        if IS_WINDOWS and error.errno == errno.EINVAL:  # how a closed pipe shows itself there
            sys.exit(1)
        raise Error(f"cannot write to standard output: {error.strerror}") from error


def _print_utf_8() -> None:
    """Print the same bytes to files and pipes on Windows as elsewhere, unless PYTHONIOENCODING says otherwise."""
    if isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.isatty():
        encoding = None if os.environ.get("PYTHONIOENCODING") else "utf-8"
        sys.stdout.reconfigure(encoding=encoding, newline="\n")


def _discard_output() -> None:
    """Discard what is not yet written, because Python would try again when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""What Typer raises for a wrong command line; it does not export the class."""
PLAIN_WORDS = {
    "No such option: ": "there is no option ",
    "No such": "there is no",
    ". Did you mean": ", did you mean",
    " (Possible options: ": ", did you mean ",
    "a valid int range": "a whole number",
    "a valid int": "a whole number",
    "is not in the range x>=": "is less than ",
}
"""Words of Typer -> ours."""


def _first_example(help_text: str) -> str:
    """The first command that a help text shows; empty if it shows none."""
    found = re.search(r"^ *(?:Examples?: )?(tablebases .+)$", help_text, re.MULTILINE)
    return found.group(1) if found else ""


def _usage_sentence(error: Any) -> str:
    """What is wrong with a command line, then the first example of the command's help."""
    message: str = error.format_message().rstrip(".")
    for theirs, ours in PLAIN_WORDS.items():
        message = message.replace(theirs, ours)
    message = message[:1].lower() + message[1:]
    if "did you mean" in message:
        return message.rstrip("?)") + "?"
    if error.ctx is None:
        return message
    example = _first_example(error.ctx.command.help or "")
    hint = f"for example `{example}`" if example else f"`{error.ctx.command_path} --help` lists the commands"
    return f"{message}; {hint}"


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
    """Give a program that was started without standard input or standard error ones that are empty."""
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - until the program ends
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8", newline="")  # noqa: SIM115


def main() -> None:
    """Run the command line."""
    _open_closed_streams()
    use_language(asked_language(sys.argv[1:], os.environ))
    run_command(partial(with_all_printed, _run_app))


if __name__ == "__main__":
    main()
