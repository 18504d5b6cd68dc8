"""Where results, data files and the configuration are, and how to mend what is missing or damaged.

An artifact is looked for, in this order, in the folder that the user names, in the working folder, in the folder of
fetched results (`tablebases fetch`), and among the answers that come with the package. The folder `packaged` has links
to the data files, which a wheel has as copies, and files that `python -m scripts.package_answers` takes from finished
results. Its SHA256SUMS has their digests.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tablebases.errors import DamagedDataError, InputError, MissingDataError, system_reason
from tablebases.languages import t

if TYPE_CHECKING:  # else another puzzle would compile all code again
    from tablebases.puzzles import Puzzle

PACKAGE_ROOT = Path(__file__).resolve().parent
CONFIG = Path("config.yaml")
RESULTS = Path("results")
"""The folder of results in the working folder; each puzzle has a folder of its own there."""
PACKAGED = PACKAGE_ROOT / "packaged"
ATLAS = PACKAGED / "atlas.zip"
FETCHED_VARIABLE = "TABLEBASES_DATA"
"""The environment variable that names another folder for fetched results."""
NOWHERE = Path(os.devnull, "puzzle-tablebases")
"""The folder of fetched results of a user without a home folder: nothing can be there."""
FETCH_OR_COMPUTE = (
    "get the full results with `tablebases fetch ADDRESS`, or clone the repository and run `make`, then name their "
    "folder with --results"
)


class Place(StrEnum):
    """Where an artifact was found, in English words."""

    GIVEN = "the folder given"
    HERE = "the working folder"
    FETCHED = "the fetched results"
    PACKAGED = "the package"


@dataclass(frozen=True)
class Found:
    """An artifact, and where it was found."""

    path: Path
    place: Place


@cache
def fetched_folder() -> Path:
    """The folder of fetched results, which has the files of a release; it need not exist."""
    if named := os.environ.get(FETCHED_VARIABLE):
        return Path(named)
    from platformdirs import user_data_path

    try:
        return user_data_path("puzzle-tablebases", appauthor=False).expanduser()
    except RuntimeError:
        return NOWHERE


def looked_up(path: Path) -> Path:
    """The path; an InputError if no file can have it, because it is too long or has a character that names cannot."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        pass
    except (OSError, ValueError) as error:
        raise InputError("cannot use {path}: {reason}", path=path, reason=system_reason(error)) from error
    return path


def _candidates(puzzle: Puzzle, name: str, folder: Path | None) -> list[Found]:
    """The places where an artifact may be, in order of precedence."""
    if folder is not None:
        return [Found(folder / name, Place.GIVEN), Found(folder / puzzle.package / name, Place.GIVEN)]
    return [
        Found(RESULTS / puzzle.package / name, Place.HERE),
        Found(fetched_folder() / name, Place.FETCHED),
        Found(PACKAGED / puzzle.package / name, Place.PACKAGED),
    ]


def find_artifact(puzzle: Puzzle, name: str, folder: Path | str | None = None) -> Found:
    """Find an artifact, in the first place that has it.

    `folder` is the only folder to look in: of one puzzle, of all puzzles, or of a release. Raises an InputError if
    there is no such folder, a MissingDataError if no place has the artifact.
    """
    folder = None if folder is None else Path(folder)
    if folder is not None and not looked_up(folder).is_dir():
        raise no_results_folder(folder, RESULTS / puzzle.package)
    candidates = _candidates(puzzle, name, folder)
    for found in candidates:
        if found.path.is_file():
            return found
    raise missing(candidates[0].path)


def data_file(path: Path) -> Path:
    """A data file or the configuration: the one in the working folder, else the packaged one of the same name."""
    packaged = PACKAGED / path
    return packaged if not looked_up(path).exists() and packaged.is_file() else path


def no_results_folder(folder: Path, example: Path) -> InputError:
    """The error that `folder` is no folder; `example` is one with results."""
    text = "there is no folder {folder}; name one with finished results, such as {example}"
    return InputError(text, folder=folder, example=example)


def missing(path: Path) -> MissingDataError:
    """The error that an artifact is missing."""
    mending = FETCH_OR_COMPUTE
    if Path("Snakefile").is_file():
        mending = "run `snakemake --cores 2` to build it, or `make` for everything"
    return MissingDataError("{path} does not exist; {mend}", path=path, mend=t(mending))


def rejected(path: Path, fault: str, first: str = "", stage: str = "") -> DamagedDataError:
    """The error that an artifact is rejected: `fault` says what is wrong, `first` and `stage` are those of `mend`."""
    error = DamagedDataError("{path} {fault}; {mend}", path=path, fault=fault, mend=mend(path, first, stage))
    error.fault = fault
    return error


def damaged(path: Path, how: object) -> DamagedDataError:
    """The error that an artifact is damaged; `how` says what is wrong."""
    return rejected(path, t("is damaged ({how})", how=how))


def mend(path: Path, first: str = "", stage: str = "") -> str:
    """How to mend a damaged, foreign or outdated artifact: `first`, then rerun `stage` or get it again.

    Without `first` it is removed.
    """
    first = first or t("remove it")
    if path.resolve().is_relative_to(PACKAGED.resolve()):
        return t("install the package puzzle-tablebases again")
    if path.resolve().is_relative_to(fetched_folder().resolve()):
        return t("{first} and run `tablebases fetch ADDRESS` again", first=first)
    if Path("Snakefile").is_file():
        command = f"snakemake -R {stage}" if stage else "snakemake"
        return t("{first} and run `{command}` to rebuild it", first=first, command=command)
    return t("{first}; {mend}", first=first, mend=t(FETCH_OR_COMPUTE))
