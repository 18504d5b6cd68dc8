"""Check the finished artifacts of the full run against every known digest and figure.

Every figure is computed from the artifacts and compared with tests/known_answers. Takes a few
minutes.

Example: make verify, or python -m scripts.verify --skip-towns
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
import yaml

from pipeline.core.errors import PipelineError
from pipeline.core.progress import say
from pipeline.core.stage import run_stage
from scripts.puzzles import modules_of_puzzles
from scripts.shown_examples import shown_programs, shown_queries
from scripts.verify.checksums import verify_digests
from scripts.verify.known import ROOT

DOCUMENTS = ("cookbook.md", "tables.md", "verification.md", "arrow-puzzle.md", "godomachi.md", "millijan.md")
SHOWING = (ROOT / "README.md", *(ROOT / "docs" / name for name in DOCUMENTS))


def run_shown_examples(folders: Iterable[Path]) -> None:
    """Run all SQL and Python that the documents show, and say how long each takes.

    Args:
        folders: where the artifacts of all puzzles are.
    """
    for document in SHOWING:
        for query in shown_queries(document):
            started = time.monotonic()
            (path,) = (f / query.database for f in folders if (f / query.database).exists())
            with closing(sqlite3.connect(path)) as database:
                count = sum(1 for _ in database.execute(query.sql))
            seconds = time.monotonic() - started
            say(f"{document.name}, {count:,} rows in {seconds:.2f} s: {query.title}")
        for program in shown_programs(document):
            started = time.monotonic()
            count = len(program.run({}))
            seconds = time.monotonic() - started
            say(f"{document.name}, {count:,} rows in {seconds:.2f} s: {program.title}")


def main(
    puzzle: Annotated[str | None, typer.Argument(help="Check this puzzle alone, and no shown examples.")] = None,
    skip_towns: Annotated[bool, typer.Option("--skip-towns", help="Do not score all towns again.")] = False,
) -> None:
    """Check the finished artifacts of the full run against every known figure.

    Exit status 1 if a figure differs or is missing.

    Example: python -m scripts.verify --skip-towns

    Example: python -m scripts.verify arrow_puzzle
    """
    config = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    modules = modules_of_puzzles("scripts.verify", puzzle)
    tallies = [verify_digests(name, ROOT / config[name]["output"]) for name in modules]
    tallies += [module.verify(config[name], skip_towns) for name, module in modules.items()]
    if puzzle is None:
        run_shown_examples([ROOT / section["output"] for section in config.values()])
    agree, wrong = (sum(column) for column in zip(*tallies, strict=True))
    if wrong:
        raise PipelineError(f"{wrong} known figures and digests differ or were not checked, {agree} agree")
    say(f"verified: all {agree} known figures and digests agree with the artifacts")


if __name__ == "__main__":
    run_stage(main)
