"""What an artifact says of its making: the same in every run on equal inputs.

A database has it in the table `provenance(key, value)`, a text file in `<name>.provenance.json` beside it. Equal
inputs give equal content; `content_digest` says so without comparing gigabytes.
"""

from __future__ import annotations

import json
import platform
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pipeline.core.errors import PipelineError
from pipeline.core.files import connect_to_read, file_digest
from pipeline.core.sources import module_of, source_fingerprint

PROVENANCE_SUFFIX = ".provenance.json"


class ProvenanceNotes:
    """What is to be said of how an artifact came to be.

    Args:
        stage_file: the program that writes it, its `__file__`.
        inputs: the artifacts and data files that it is made from.
        parameters: the configuration that its content depends on.

    Raises:
        PipelineError: an input is missing, or an artifact among them is damaged.
    """

    def __init__(self, stage_file: str, inputs: Iterable[Path], parameters: Mapping[str, Any]) -> None:
        inputs = list(inputs)
        module = module_of(Path(stage_file))
        _, puzzle, _, stage = module.split(".")
        self.notes = {
            "stage": f"{puzzle}_{stage}",
            "sources": source_fingerprint(module)[:16],
            "program": f"puzzle-tablebases {version('puzzle-tablebases')}",
            "python": platform.python_version(),
            "numpy": version("numpy"),
            "numba": version("numba"),
            "sqlite": sqlite3.sqlite_version,
            "parameters": json.dumps(parameters, sort_keys=True),
        }
        names = [path.name for path in inputs]
        for path in inputs:
            name = path.name if names.count(path.name) == 1 else f"{path.parent.name}/{path.name}"
            self.notes[f"input {name}"] = content_digest(path)


def provenance_file(path: Path) -> Path:
    """Where the provenance of a text artifact is."""
    return path.with_name(path.name + PROVENANCE_SUFFIX)


def read_provenance(path: Path) -> dict[str, str]:
    """The provenance of an artifact, database or text file.

    Raises:
        PipelineError: it has none, or one that is not of this program.
    """
    foreign = "{} was not written by this program ({}); move it away and run `snakemake`"
    if path.suffix == ".db":
        with closing(connect_to_read(path)) as connection:
            try:
                notes = dict(connection.execute("SELECT key, value FROM provenance"))
            except sqlite3.Error as error:
                raise PipelineError(foreign.format(path, error)) from error
    else:
        file = provenance_file(path)
        try:
            notes = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise PipelineError(f"{file} is missing or no JSON; run `snakemake` to make {path.name} again") from error
    if not isinstance(notes, dict) or not {"stage", "sources", "content_digest"} <= notes.keys():
        raise PipelineError(foreign.format(path, "its provenance lacks the digest of its sources"))
    return notes


def content_digest(path: Path) -> str:
    """What identifies the content of an input: a database says it, another file is read."""
    if path.suffix == ".db":
        return read_provenance(path)["content_digest"]
    try:
        return file_digest(path)
    except OSError as error:
        raise PipelineError(f"cannot read {path}: {error.strerror}") from error
