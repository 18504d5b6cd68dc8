"""Whether a run is the full run, and whether it has the figures that are known of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from pipeline.configuration import Section
from scripts.figures import KNOWN_ANSWERS, figures_of, sequences_of, tables_of
from scripts.figures.evaluated import difference, wrong_figures, wrong_rows, wrong_sequences
from scripts.verify.artifacts import Artifacts
from scripts.verify.checks import Check, Figures, LeftOutError, Level, require
from tablebases.files import file_digest
from tablebases.locations import data_file
from tablebases.messages import counted

FULL_RUN = KNOWN_ANSWERS / "full_run.yaml"
"""The configuration that known figures are about."""
DATA_FILES = KNOWN_ANSWERS / "data_files.sha256"
"""Its data files, as `sha256sum` lists them."""
WITHOUT_EFFECT = {"output", "shards", "records"}
"""Keys that change no artifact of a run."""


def is_full_run(puzzle: str, section: Section) -> bool:
    """Whether the section of a puzzle, and its data files, are those that known figures are about."""
    known = yaml.safe_load(FULL_RUN.read_text(encoding="utf-8"))[puzzle]
    of_run = {key: value for key, value in section.model_dump().items() if key not in WITHOUT_EFFECT}
    if of_run != known:
        return False
    lines = DATA_FILES.read_text(encoding="utf-8").splitlines()
    digests = {Path(file): digest for digest, file in map(str.split, lines)}
    return all(file_digest(data_file(file)) == digests[file] for file in digests if file.parent.name == puzzle)


def figures_of_the_document(artifacts: Artifacts[Any]) -> None:
    """docs/results.md has the figures and sequences of the artifacts."""
    shown = (figure for figure in figures_of(artifacts.puzzle) if figure.is_shown)
    of_figures = wrong_figures(shown, artifacts.folder)
    of_sequences = wrong_sequences(sequences_of(artifacts.puzzle), artifacts.folder)
    wrong = "; ".join((*of_figures, *of_sequences))
    require(not wrong, wrong)


def checks_of_figures(puzzle: str, others: Iterable[str]) -> Iterator[Check[Artifacts[Any]]]:
    """Checks of a puzzle's known figures.

    others: the names of all further checks, which compare the figures that name them.
    """
    yield Check(figures_of_the_document, Level.QUICK, of_full_run=True)
    figures, tables = figures_of(puzzle), tables_of(puzzle)
    names = dict.fromkeys(figure.check for figure in figures if figure.sql) | dict.fromkeys(of.check for of in tables)
    for name in sorted(names.keys() - set(others)):
        yield Check(lambda _: None, Level.FULL, of_full_run=True, title=name)
    for study, count in Counter(figure.study for figure in figures if figure.study).items():
        title = f"{counted(count, 'figure')} of studies.{study}"
        yield Check(partial(_left_to_a_study, study), Level.QUICK, of_full_run=True, title=title)


def _left_to_a_study(study: str, _: Artifacts[Any]) -> None:
    raise LeftOutError(f"`python -m studies.{study}` computes them and compares them with the known ones")


def wrong_in(artifacts: Artifacts[Any], check: str, computed: Figures) -> Iterator[str]:
    """What is wrong with the known figures and tables that name a check, which has computed some of them."""
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
