"""The command `tablebases`: a group for each puzzle, of which only the command that is called is imported.

The package of a puzzle has `COMMANDS`: the name of a command -> where it is, such as `distance.discard` for
the function `discard` in commands/distance.py.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from pipeline.cli.endings import with_all_printed
from pipeline.core.stage import run_command
from pipeline.puzzles import PUZZLES, Puzzle


class LazyCommand(TyperCommand):
    """A command that is imported when it is called; its help line is read from the source.

    place: module and function, such as `pipeline.millijan.commands.distance.discard`.
    """

    def __init__(self, name: str, place: str) -> None:
        self._module, _, self._function = place.rpartition(".")
        super().__init__(name, help=_help_line(self._module, self._function))

    def make_context(self, *args: Any, **settings: Any) -> Any:
        """The context of the command itself."""
        command = typer.Typer(add_completion=False, rich_markup_mode="markdown")
        command.command(self.name)(getattr(import_module(self._module), self._function))
        return typer.main.get_command(command).make_context(*args, **settings)


def _help_line(module: str, function: str) -> str:
    """The first line of a function's docstring."""
    spec = find_spec(module)
    assert spec is not None, f"there is no module {module}"
    for node in ast.parse(Path(spec.origin or "").read_bytes()).body:
        if isinstance(node, ast.FunctionDef) and node.name == function:
            return (ast.get_docstring(node) or "").partition("\n")[0]
    raise AssertionError(f"{module} has no function {function}")


class LazyGroup(TyperGroup):
    """A group whose commands are made when they are asked for."""

    def __init__(self, makers: Mapping[str, Callable[[], TyperCommand | TyperGroup]], **settings: Any) -> None:
        super().__init__(**settings)
        self._makers = makers
        self.commands = dict.fromkeys(makers, TyperGroup())  # their names, for who mistypes one

    def get_command(self, ctx: object, cmd_name: str) -> TyperCommand | TyperGroup | None:  # noqa: ARG002
        """A command, if the group has it."""
        return self._makers[cmd_name]() if cmd_name in self._makers else None


def _group(puzzle: Puzzle) -> LazyGroup:
    """The commands of a puzzle."""
    package = import_module(f"pipeline.{puzzle.package}")
    places: Mapping[str, str] = package.COMMANDS
    return LazyGroup(
        {name: partial(LazyCommand, name, f"{package.__name__}.commands.{place}") for name, place in places.items()},
        name=puzzle.command,
        help=package.__doc__,
        no_args_is_help=True,
        rich_markup_mode="markdown",
    )


class Puzzles(LazyGroup):
    """The groups of all puzzles, and what is about all of them."""

    def __init__(self, **settings: Any) -> None:
        makers: dict[str, Callable[[], TyperCommand | TyperGroup]] = {
            puzzle.command: partial(_group, puzzle) for puzzle in PUZZLES
        }
        for name in ("atlas", "verify"):
            makers[name] = partial(LazyCommand, name, f"pipeline.cli.{name}.{name}")
        super().__init__(makers, **settings)


app = typer.Typer(
    cls=Puzzles,
    add_completion=False,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["--help", "-h"]},
)


def _print_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        print(f"puzzle-tablebases {version('puzzle-tablebases')}")
        raise typer.Exit


@app.callback()
def _tablebases(
    _: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help="Print the version and exit.")
    ] = False,
) -> None:
    """Every answer of a puzzle, computed once and kept in SQLite files that anyone can probe."""


def main() -> None:
    """Run the command line."""
    run_command(partial(with_all_printed, app))


if __name__ == "__main__":
    main()
