"""Start a new puzzle: copy the template, which is a complete small one, and enter it in the list and the configuration.

Example: make new-puzzle NAME=lights_out
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from pipeline.core.errors import InputError
from pipeline.core.progress import say
from pipeline.core.stage import run_stage
from scripts import ROOT

TEMPLATE = Path(__file__).parent / "template"
END_OF_LIST = "\n)\n"
"""Behind the last puzzle in puzzles.py."""


def main(name: Annotated[str, typer.Argument(help="Name of its package, such as lights_out.")]) -> None:
    """Copy the template of a puzzle to pipeline/NAME and tests/NAME, and enter it in puzzles.py and config.yaml.

    The template counts the boards of Lights Out by their fewest presses: replace its game, its table, its stage and
    its command by those of the puzzle.

    Example: python -m scripts.new_puzzle lights_out
    """
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise InputError(
            f"the name of a puzzle has small letters, digits and underscores, as in lights_out, not '{name}'"
        )
    if (ROOT / "pipeline" / name).exists():
        raise InputError(f"there is already a package pipeline/{name}")
    title = name.replace("_", " ").capitalize()
    for source in sorted(TEMPLATE.rglob("*.txt")):
        path = ROOT / str(source.relative_to(TEMPLATE).with_suffix("")).replace("NAME", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text(encoding="utf-8")
        text = text.replace("NAME_UPPER", name.upper()).replace("NAME", name).replace("TITLE", title)
        path.write_text(text, encoding="utf-8")
        say(f"wrote {path.relative_to(ROOT)}")
    line = f'    Puzzle("{name}", "{name.replace("_", "-")}", "{title}", "{title}", None),'
    puzzles = ROOT / "pipeline" / "puzzles.py"
    text = puzzles.read_text(encoding="utf-8")
    head, end, rest = text.rpartition(END_OF_LIST)
    puzzles.write_text(f"{head}\n{line}{end}{rest}", encoding="utf-8")
    with (ROOT / "config.yaml").open("a", encoding="utf-8") as config:
        config.write(f"\n{name}:\n  # Tiles along a side of the board.\n  side: 3\n")
        config.write(f"  # Where the artifacts go.\n  output: results/{name}\n")
    say(f"entered {name} in pipeline/puzzles.py and config.yaml; now: snakemake --cores 1 {name}")


if __name__ == "__main__":
    run_stage(main)
