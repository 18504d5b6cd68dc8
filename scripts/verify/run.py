"""All checks of all puzzles, or of one, on the artifacts of a configuration."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any

from scripts.puzzles import modules_of_puzzles
from scripts.verify import checksums, every_puzzle
from scripts.verify.artifacts import Artifacts, artifacts_of_run
from scripts.verify.checks import Check, Level, Result, ask, is_wrong, write_results
from scripts.verify.known import checks_of_figures, is_full_run, wrong_in
from tablebases.cli.output import OutputFormat, show
from tablebases.errors import Error
from tablebases.messages import say
from tablebases.puzzles import PUZZLES
from tablebases.verification import Outcome

COLUMNS = ("puzzle", "level", "outcome", "check", "found")
OUTSIDE_THE_FULL_RUN = "asks for the full run, and this is another configuration, or other data files"


def checks_of(puzzle: str, module: ModuleType) -> list[Check[Any]]:
    """All checks of a puzzle, in their order."""
    checks = [*chain(every_puzzle.checks, checksums.checks, *module.ALL_CHECKS)]
    return [*checks, *checks_of_figures(puzzle, {check.name for check in checks})]


def results_of(
    module: ModuleType, artifacts: Artifacts[Any], level: Level, leave_out: str, is_full: bool
) -> Iterator[Result]:
    """Ask all checks of a puzzle, one after the other."""
    compare = partial(wrong_in, artifacts) if is_full else None
    for check in checks_of(artifacts.puzzle, module):
        if not level.includes(check.level):
            continue
        if check.of_full_run and not is_full:
            yield Result(check.name, check.level, Outcome.LEFT_OUT, OUTSIDE_THE_FULL_RUN)
        elif leave_out and leave_out in check.name:
            yield Result(check.name, check.level, Outcome.LEFT_OUT, f"by --leave-out {leave_out!r}")
        else:
            yield ask(check, artifacts, compare)


def verify_puzzles(
    chosen: str | None,
    level: Level,
    files: Sequence[Path],
    leave_out: str = "",
    output: OutputFormat = OutputFormat.TABLE,
) -> None:
    """Verify the artifacts of one puzzle or all, show what came out, and write it beside them.

    Tables are shown puzzle by puzzle, as soon as there is one; JSON and CSV are of all puzzles.

    Raises:
        InputError: artifacts were made with another configuration, or from other data files.
        Error: something is wrong with them.
    """
    packages = {puzzle.command: puzzle.package for puzzle in PUZZLES}
    modules = modules_of_puzzles("scripts.verify", packages.get(chosen or "", chosen))
    wrong = 0
    rows: list[dict[str, object]] = []
    every = artifacts_of_run(files, modules)
    for name, module in modules.items():
        artifacts = every.pop(name)  # which keep what was read of them
        folder = artifacts.folder
        say(f"verifying {folder}, {level}")
        results = list(results_of(module, artifacts, level, leave_out, is_full_run(name, artifacts.section)))
        found = [{"puzzle": name, **vars(result)} for result in results]
        rows += found
        if output is OutputFormat.TABLE:
            show(found, COLUMNS[2:], title=f"{name}, {level}: {folder}")
        if folder.is_dir():
            write_results(folder, name, level, results)
        wrong += is_wrong(results)
    if output is not OutputFormat.TABLE:
        show(rows, COLUMNS, output)
    if wrong:
        raise Error("something is wrong with the artifacts, see above; SHA256SUMS tells files that are damaged")
