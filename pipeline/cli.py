"""The `tablebases` command: one group a puzzle."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.nine_tiles_panic.commands.best import best
from pipeline.nine_tiles_panic.commands.draw import draw
from pipeline.nine_tiles_panic.commands.find import find
from pipeline.nine_tiles_panic.commands.learn import learn
from pipeline.nine_tiles_panic.commands.score import score
from pipeline.nine_tiles_panic.commands.towns import towns
from pipeline.nine_tiles_panic.summary import print_summary
from pipeline.stage import run_command

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Every answer of a puzzle, computed once and kept in SQLite files that anyone can probe.",
)
nine_tiles = typer.Typer(no_args_is_help=True, help="Nine Tiles Panic.")
app.add_typer(nine_tiles, name="nine-tiles")


@nine_tiles.callback()
def _nine_tiles() -> None:
    """Nine Tiles Panic."""


@nine_tiles.command()
def summary(
    results: Annotated[Path, typer.Option(help="The folder with the artifacts.")] = Path(
        "results/nine_tiles_panic"
    ),
) -> None:
    """Show what the pipeline has found, and where it is.

    Example: tablebases nine-tiles summary
    """
    print_summary(results)


nine_tiles.command()(score)
nine_tiles.command()(draw)
nine_tiles.command()(best)
nine_tiles.command()(find)
nine_tiles.command()(towns)
nine_tiles.command()(learn)


def main() -> None:
    """Run the command line."""
    run_command(app)


if __name__ == "__main__":
    main()
