"""Run the checks of one puzzle or of all, and compare known figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from scripts.figures import figures_of, sequences_of, tables_of
from scripts.figures.evaluated import difference, wrong_figures, wrong_rows, wrong_sequences
from scripts.puzzles import modules_of_puzzles
from scripts.verify import checksums, every_puzzle
from scripts.verify.artifacts import Artifacts, artifacts_of_run
from scripts.verify.checks import Check, Figures, LeftOutError, Level, Result, ask, is_wrong, require, write_results
from tablebases.answer.base import Answer
from tablebases.answer.fields import Cells
from tablebases.answer.text import Table
from tablebases.cli.output import OutputFormat, Printed, print_answer, print_blocks
from tablebases.errors import Error
from tablebases.messages import counted, say
from tablebases.puzzles import PUZZLES
from tablebases.verification import Outcome

COLUMNS = ("outcome", "check", "found")
OUTSIDE_THE_FULL_RUN = "needs the full run, but configuration or data files are others"


def figures_of_the_document(artifacts: Artifacts[Any]) -> None:
    """docs/results.md has the figures and sequences of the artifacts."""
    shown = (figure for figure in figures_of(artifacts.puzzle) if figure.is_shown)
    of_figures = wrong_figures(shown, artifacts.folder)
    of_sequences = wrong_sequences(sequences_of(artifacts.puzzle), artifacts.folder)
    wrong = "; ".join((*of_figures, *of_sequences))
    require(not wrong, wrong)


def checks_of_figures(puzzle: str, others: Iterable[str]) -> Iterator[Check[Artifacts[Any]]]:
    """Checks of a puzzle's known figures, except those that the checks named in `others` compare."""
    yield Check(figures_of_the_document, Level.QUICK, of_full_run=True)
    figures, tables = figures_of(puzzle), tables_of(puzzle)
    names = {figure.check for figure in figures if figure.sql} | {table.check for table in tables}
    for name in sorted(names - set(others)):
        yield Check(lambda _: None, Level.FULL, of_full_run=True, title=name)
    for study, count in Counter(figure.study for figure in figures if figure.study).items():
        title = f"{counted(count, 'figure')} of studies.{study}"
        yield Check(partial(_left_to_a_study, study), Level.QUICK, of_full_run=True, title=title)


def _left_to_a_study(study: str, _: Artifacts[Any]) -> None:
    raise LeftOutError(f"`python -m studies.{study}` computes and compares them")


def wrong_in(artifacts: Artifacts[Any], check: str, computed: Figures) -> Iterator[str]:
    """Describe the wrong figures and tables of `check`, which has computed the figures `computed`."""
    figures = [figure for figure in figures_of(artifacts.puzzle) if figure.check == check and not figure.study]
    for figure in figures:
        if figure.sql:
            continue
        if figure.key not in computed:
            yield f"{figure.key} was not found, {figure.known} is known"
        elif found := difference(figure, str(computed[figure.key])):
            yield found
    yield from wrong_figures(figures, artifacts.folder)
    tables = [table for table in tables_of(artifacts.puzzle) if table.check == check]
    yield from wrong_rows(artifacts.puzzle, tables, artifacts.folder)


def checks_of(puzzle: str, module: ModuleType) -> list[Check[Any]]:
    """All checks of a puzzle, in their order."""
    checks = [*every_puzzle.checks, *checksums.checks, *module.checks]
    return [*checks, *checks_of_figures(puzzle, {check.name for check in checks})]


def results_of(module: ModuleType, artifacts: Artifacts[Any], level: Level, leave_out: str) -> Iterator[Result]:
    """Run all checks of a puzzle, one after the other."""
    is_full = artifacts.is_full_run
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


@dataclass(frozen=True)
class Verified(Answer):
    """The checks of all puzzles, each with the name of its puzzle."""

    checks: Sequence[Cells]

    lists = "checks"


def verify_puzzles(
    chosen: str | None,
    level: Level,
    files: Sequence[Path],
    leave_out: str = "",
    output: OutputFormat = OutputFormat.TABLE,
) -> None:
    """Verify the artifacts of one puzzle or of all, show the results, and write them beside the artifacts.

    Tables appear puzzle by puzzle, when each is finished. JSON and CSV list all puzzles together.
    """
    packages = {puzzle.command: puzzle.package for puzzle in PUZZLES}
    modules = modules_of_puzzles("scripts.verify", packages.get(chosen or "", chosen))
    wrong = 0
    rows: list[Cells] = []
    every = artifacts_of_run(files, modules)
    for name, module in modules.items():
        artifacts = every.pop(name)  # to free the memory of each when it is done
        folder = artifacts.folder
        say(f"verifying {folder}, {level}")
        results = list(results_of(module, artifacts, level, leave_out))
        rows += ({"puzzle": name} | {key: getattr(each, key) for key in ("level", *COLUMNS)} for each in results)
        if output is OutputFormat.TABLE:
            print_blocks([Table(results, COLUMNS, f"{name}, {level}: {folder}"), ""])
        if folder.is_dir():
            try:
                write_results(folder, name, level, results)
            except Error as error:  # results of somebody else
                say(f"note: {error}; the results of this verification are not saved")
        wrong += is_wrong(results)
    if output is not OutputFormat.TABLE:
        print_answer(Printed(Verified(rows)), output)
    if wrong:
        raise Error("some checks failed, see above; compare SHA256SUMS to find damaged files")
