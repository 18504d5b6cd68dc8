"""Start a new puzzle: copy the template, a small complete puzzle, and enter it in the lists.

Example: make new-puzzle NAME=lights_out
"""

from __future__ import annotations

import re
from itertools import groupby
from keyword import iskeyword
from pathlib import Path
from typing import Annotated

import typer

from pipeline.stage import run_program
from scripts import ROOT
from tablebases.errors import InputError
from tablebases.messages import say

TEMPLATE = Path(__file__).parent / "template"
STAGES = ("database", "page")
LIST = "\nPUZZLES = ("
"""The text before the names of all puzzles in puzzles.py."""


def check_name(name: str) -> None:
    """Raise an InputError unless a new package can have this name."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or iskeyword(name):
        raise InputError(
            f"'{name}' cannot be the name of a puzzle; use small letters, digits and underscores, as in lights_out"
        )
    for package in ("tablebases", "pipeline", "tests"):
        for path in (ROOT / package / name, ROOT / package / f"{name}.py"):
            if path.exists():
                raise InputError(f"there is already {path.relative_to(ROOT)}; choose another name")


def with_sorted_imports(text: str) -> str:
    """Sort each block of `from` imports, because the order depends on the puzzle's name."""
    blocks = groupby(text.splitlines(keepends=True), key=lambda line: line.startswith("from "))
    return "".join(line for are_imports, lines in blocks for line in (sorted(lines) if are_imports else lines))


def write_files(name: str, title: str) -> None:
    """Copy the template with the names of the puzzle."""
    words = {"NAME_UPPER": name.upper(), "NAME": name, "COMMAND": name.replace("_", "-"), "TITLE": title}
    for source in sorted(TEMPLATE.rglob("*.txt")):
        path = ROOT / str(source.relative_to(TEMPLATE).with_suffix("")).replace("NAME", name)
        text = source.read_text(encoding="utf-8")
        for word, replacement in words.items():
            text = text.replace(word, replacement)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(with_sorted_imports(text) if path.suffix == ".py" else text, encoding="utf-8")
        say(f"wrote {path.relative_to(ROOT)}")


def enter(name: str, title: str) -> None:
    """Enter the puzzle in puzzles.py, config.yaml, the default profile and tsconfig.json."""
    command = name.replace("_", "-")
    puzzles = ROOT / "tablebases" / "puzzles.py"
    head, start, rest = puzzles.read_text(encoding="utf-8").partition(LIST)
    line = f'{name.upper()} = Puzzle("{name}", "{name}", "{command}", "{title}", "{title}", "{command}")'
    puzzles.write_text(f"{head}\n{line}{start}{rest.replace(')', f', {name.upper()})', 1)}", encoding="utf-8")
    with (ROOT / "config.yaml").open("a", encoding="utf-8") as config:
        config.write(f"\n{name}:\n  # Tiles along a side of the board.\n  side: 3\n")
        config.write(f"  # Where the artifacts go.\n  output: results/{name}\n")
    with (ROOT / "profiles" / "default" / "config.yaml").open("a", encoding="utf-8") as profile:
        profile.writelines(f"  {name}_{stage}: {name}\n" for stage in (*STAGES, "checksums"))
    types = ROOT / "tsconfig.json"
    head, folder, rest = types.read_text(encoding="utf-8").partition('"tablebases/atlas",')
    types.write_text(f'{head}"tablebases/{name}",\n      {folder}{rest}', encoding="utf-8")
    say(f"entered {name} in tablebases/puzzles.py, config.yaml, profiles/default/config.yaml and tsconfig.json")


def main(name: Annotated[str, typer.Argument(help="Name of its packages, such as lights_out.")]) -> None:
    """Copy the template to tablebases/NAME, pipeline/NAME and tests/NAME, and enter the puzzle in the lists.

    The template counts the boards of Lights Out by their fewest presses. Replace its game, table, stages, command, page
    and test by those of the puzzle.

    Example: python -m scripts.new_puzzle lights_out
    """
    check_name(name)
    title = name.replace("_", " ").capitalize()
    write_files(name, title)
    enter(name, title)
    say(f"now run: snakemake --cores 1 {name}; tablebases {name.replace('_', '-')} summary")


if __name__ == "__main__":
    run_program(main)
