"""What an artifact says of its making: the same in every run on equal inputs.

A database has it in the table `provenance(key, value)`, a text file in `<name>.provenance.json` beside it. Equal
inputs give equal content; `content_digest` says so without comparing gigabytes.
"""

from __future__ import annotations

import hashlib
import json
import platform
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pipeline.core.checksum import check_seal
from pipeline.core.errors import PipelineError
from pipeline.core.files import connect_to_read, file_digest
from pipeline.core.sources import module_of, source_fingerprint

PROVENANCE_SUFFIX = ".provenance.json"
OWN_DIGEST = "digest_of_all_this"


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
    """The provenance of an artifact, database or text file; a database is checked to the last bit.

    Raises:
        PipelineError: it has none, or one that is not of this program, or is damaged.
    """
    if path.suffix == ".db":
        with closing(connect_to_read(path)) as connection:
            check_seal(path)
            return dict(connection.execute("SELECT key, value FROM provenance"))
    file = provenance_file(path)
    try:
        content = file.read_bytes().decode()
        notes = {key: value for key, value in json.loads(content).items() if key != OWN_DIGEST}
    except (OSError, ValueError, AttributeError, RecursionError) as error:
        raise PipelineError(f"{file} is missing or no JSON; run `snakemake` to make {path.name} again") from error
    if content != _as_text(notes):
        raise PipelineError(f"{file} is damaged or was changed; remove it and {path.name} and run `snakemake`")
    return notes


def write_provenance(path: Path, notes: Mapping[str, str]) -> None:
    """Write the provenance of a text artifact, with a digest of itself."""
    path.write_text(_as_text(notes), encoding="utf-8")


def _as_text(notes: Mapping[str, str]) -> str:
    digest = hashlib.sha256(json.dumps(notes).encode()).hexdigest()
    return json.dumps({**notes, OWN_DIGEST: digest}, indent=2, ensure_ascii=False) + "\n"


def content_digest(path: Path) -> str:
    """What identifies the content of an input: an artifact says it, and is checked to the last bit.

    Raises:
        PipelineError: the input cannot be read, or is an artifact that is damaged or was changed.
    """
    if path.suffix == ".db":
        return read_provenance(path)["content_digest"]
    try:
        digest = file_digest(path)
    except OSError as error:
        raise PipelineError(f"cannot read {path}: {error.strerror}") from error
    if provenance_file(path).exists():
        notes = read_provenance(path)
        if notes["content_digest"] != digest:
            again = f"remove it and run `snakemake -R {notes['stage']}` to make it again"
            raise PipelineError(f"{path} has been changed since it was made; {again}")
    return digest
