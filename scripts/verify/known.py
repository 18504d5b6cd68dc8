"""Known figures of the full run, and how computed ones are compared with them."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from pipeline.configuration import Section
from scripts import ROOT
from tablebases.files import file_digest
from tablebases.locations import data_file

KNOWN = ROOT / "tests" / "known_answers"
FULL_RUN = KNOWN / "full_run.yaml"
"""The configuration that known figures are about."""
DATA_FILES = KNOWN / "data_files.sha256"
"""Its data files, as `sha256sum` lists them."""
WITHOUT_EFFECT = {"output", "shards", "records"}
"""Keys that change no artifact of a run."""

Agrees = Callable[[str, str, str], bool]
"""Of a key, the value that was computed, and the known one: whether they agree."""


def known_rows(puzzle: str, name: str) -> Iterator[dict[str, str]]:
    """The rows of a table of known answers, behind its line of explanation."""
    with (KNOWN / puzzle / name).open(encoding="utf-8", newline="") as file:
        next(file)
        yield from csv.DictReader(file)


def known_figures(puzzle: str) -> dict[str, str]:
    """The known figures of a puzzle, by their keys."""
    return {row["key"]: row["value"] for row in known_rows(puzzle, "figures.csv")}


def is_full_run(puzzle: str, section: Section) -> bool:
    """Whether the section of a puzzle, and its data files, are those that known figures are about."""
    known = yaml.safe_load(FULL_RUN.read_text(encoding="utf-8"))[puzzle]
    of_run = {key: value for key, value in section.model_dump().items() if key not in WITHOUT_EFFECT}
    if of_run != known:
        return False
    lines = DATA_FILES.read_text(encoding="utf-8").splitlines()
    digests = {Path(file): digest for digest, file in map(str.split, lines)}
    return all(file_digest(data_file(file)) == digests[file] for file in digests if file.parent.name == puzzle)


def equal(_: str, value: str, known: str) -> bool:
    """Whether a figure is the known one."""
    return value == known


def differences(computed: Mapping[str, Any], expected: Mapping[str, str], agrees: Agrees = equal) -> Iterator[str]:
    """What differs between computed and known figures.

    Args:
        computed: what was found, by key.
        expected: the known figures, by key.
        agrees: whether two values of a key agree.
    """
    for key, known in expected.items():
        if key not in computed:
            yield f"{key} was not found, {known} is known"
        elif not agrees(key, str(computed[key]), known):
            yield f"{key} is {computed[key]}, {known} is known"
