"""Artifacts: stages write them completely or not at all, with provenance."""

from __future__ import annotations

import csv
import fcntl
import json
import os
import platform
import re
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any

from tablebases import __version__
from tablebases.errors import Error
from tablebases.files import (
    MACHINE,
    conflicting,
    content_digest,
    file_digest,
    open_csv,
    read_provenance,
    renamed_when_complete,
    verified_notes,
)
from tablebases.messages import say
from tablebases.sources import module_of, source_fingerprint

LEAST_BYTES = 2**20
"""A disk with fewer free bytes counts as full: a failed job has left some when its files are removed."""


def _remove_leftovers(path: Path) -> None:
    """Delete half-written files of an artifact that killed processes left.

    A live process holds a lock on the file that it writes. Other machines may not see the lock, so their files stay.
    """
    partial = re.compile(rf"\.{re.escape(path.name)}\.{re.escape(MACHINE)}\.\d+\.partial")
    for leftover in path.parent.glob(".*.partial"):
        if partial.fullmatch(leftover.name):
            with suppress(OSError), leftover.open("r+b") as file:  # NFS needs writing for an exclusive lock
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                leftover.unlink(missing_ok=True)


@contextmanager
def _locked(path: Path, partial: Path) -> Iterator[None]:
    """Delete leftovers of an artifact, and lock `partial`."""
    _remove_leftovers(path)
    with partial.open("wb") as file:
        with suppress(OSError):  # some file systems have no locks
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def artifact_renamed_when_complete(path: Path) -> Iterator[Path]:
    """Yield a temporary name, renamed to `path` if the block succeeds.

    Stale `-wal` and `-journal` files are deleted: SQLite would read them as part of the new database.
    """
    with renamed_when_complete(path, _locked) as partial:
        yield partial
        if path.suffix == ".db":
            for suffix in ("-wal", "-shm", "-journal"):
                path.with_name(path.name + suffix).unlink(missing_ok=True)


def _check_that_they_belong_together(inputs: Mapping[Path, Mapping[str, str]], parameters: Mapping[str, Any]) -> None:
    """Raise an Error if artifacts were made from different files of one name, or with other settings than these.

    `inputs` has the origins of each path.
    """
    for path, notes in inputs.items():
        for name, value in json.loads(notes.get("parameters", "{}")).items():
            if parameters.get(name, value) != value:
                raise _does_not_belong(path, f"with {name} {parameters[name]} but {value}")
    if conflict := conflicting(inputs):
        file, path, other = conflict
        if file == path.name:
            raise _does_not_belong(other, f"from {path}")
        raise _does_not_belong(path, f"from {other}" if file == other.name else f"from the {file} of {other}")


def _does_not_belong(path: Path, how: str) -> Error:
    return Error(f"{path} was not made {how}; run `snakemake -R {read_provenance(path)['stage']}` to rebuild it")


def report_full_disks(folders: Iterable[str]) -> None:
    """Name the folders whose disk is full: a stage cannot say so in its log, which is there too."""
    for folder in dict.fromkeys(folders):
        if Path(folder).exists() and shutil.disk_usage(folder).free < LEAST_BYTES:
            say(f"the disk of {folder} is full; free some space and run again")


class ProvenanceNotes:
    """The origins of the artifacts of a stage: stage, versions, inputs and settings.

    `stage_file` is the `__file__` of the stage. `inputs` are artifacts, which are verified, and data files.
    `parameters` are the settings that the content depends on. Raises an Error if an input is damaged, or if the inputs
    do not belong together; see `_check_that_they_belong_together`.
    """

    def __init__(self, stage_file: str, inputs: Iterable[Path], parameters: Mapping[str, Any]) -> None:
        inputs = list(inputs)
        module = module_of(Path(stage_file))
        self.notes = {
            "stage": "_".join(name for name in module.split(".")[1:] if name != "stages"),
            "sources": source_fingerprint(module)[:16],
            "program": f"puzzle-tablebases {__version__}",
            "python": platform.python_version(),
            "numpy": version("numpy"),
            "numba": version("numba"),
            "sqlite": sqlite3.sqlite_version,
            "parameters": json.dumps(parameters, sort_keys=True),
        }
        origins = {path: verified_notes(path) for path in inputs}
        _check_that_they_belong_together(origins, json.loads(self.notes["parameters"]))
        names = [path.name for path in inputs]
        for path in inputs:
            name = path.name if names.count(path.name) == 1 else f"{path.parent.name}/{path.name}"
            self.notes[f"input {name}"] = origins[path]["content_digest"]
        self.files: dict[Path, str] = {}
        """Digests of artifacts that are no databases."""

    def write(self, path: Path) -> None:
        """Write the provenance of all files so far to `path`, in the folder `PROVENANCE` beside or above them."""
        folder = path.parent.parent
        files = {f"file {os.path.relpath(file, folder)}": digest for file, digest in self.files.items()}
        with artifact_renamed_when_complete(path) as partial:
            text = json.dumps({**self.notes, **files}, indent=2, ensure_ascii=False)
            partial.write_text(f"{text}\n", encoding="utf-8")


@contextmanager
def create_file(path: Path, provenance: ProvenanceNotes) -> Iterator[Path]:
    """Yield a temporary name for an artifact that is no database."""
    with artifact_renamed_when_complete(path) as partial:
        yield partial
        provenance.files[path] = file_digest(partial)


@contextmanager
def create_text(path: Path, provenance: ProvenanceNotes) -> Iterator[IO[str]]:
    """Open a text artifact to write, as in `create_file`."""
    with create_file(path, provenance) as partial, partial.open("w", encoding="utf-8", newline="") as file:
        yield file


# CSV artifacts.


def write_csv(
    path: Path, columns: Iterable[str], rows: Iterable[Iterable[object]], provenance: ProvenanceNotes
) -> None:
    """Write a CSV artifact, as in `create_file`."""
    with create_text(path, provenance) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)


def check_file(path: Path, stage: str) -> None:
    """Raise an Error unless an artifact is as `stage` wrote it."""
    content_digest(path)
    if read_provenance(path)["stage"] != stage:
        again = f"remove it and run `snakemake -R {stage}` to rebuild it"
        raise Error(f"{path} was not written by the stage {stage}; {again}")


@contextmanager
def open_csv_artifact(path: Path, stage: str) -> Iterator[csv.DictReader[str]]:
    """Read a CSV artifact row by row, after `check_file`."""
    check_file(path, stage)
    with open_csv(path) as reader:
        yield reader
