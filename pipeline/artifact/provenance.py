"""What an artifact says of its making, so that anybody can tell whether it is up to date.

A database has it in the table `provenance(key, value)`, a text file in `<name>.provenance.json`
beside it. Equal inputs give equal content; `content_digest` says so without comparing gigabytes.
"""

from __future__ import annotations

import json
import platform
import resource
import sqlite3
import sys
import time
from collections.abc import Iterable, Mapping
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pipeline.artifact.files import connect_to_read, file_digest
from pipeline.errors import PipelineError
from pipeline.recipe import module_of, recipe

PROVENANCE_SUFFIX = ".provenance.json"

Provenance = dict[str, str]


def peak_memory() -> int:
    """Most memory this process has held, in bytes."""
    in_kibibytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return in_kibibytes * (1 if sys.platform == "darwin" else 1024)


class ProvenanceNotes:
    """What is to be said of how an artifact came to be.

    Args:
        stage_file: the program that writes it, its `__file__`.
        inputs: the artifacts and data files that it is made from.
        parameters: the configuration that its content depends on.

    Raises:
        PipelineError: an input is missing, or an artifact among them is damaged.
    """

    def __init__(
        self, stage_file: str, inputs: Iterable[Path], parameters: Mapping[str, Any]
    ) -> None:
        self._started = time.monotonic()
        inputs = list(inputs)
        module = module_of(Path(stage_file))
        self.notes: Provenance = {
            "stage": module.rpartition(".")[2],
            "recipe": recipe(module, parameters, map(_identity, inputs)),
            "program": f"puzzle-tablebases {version('puzzle-tablebases')}",
            "python": platform.python_version(),
            "numpy": version("numpy"),
            "numba": version("numba"),
            "sqlite": sqlite3.sqlite_version,
            "parameters": json.dumps(parameters, sort_keys=True),
        }
        names = [path.name for path in inputs]
        for path in inputs:
            is_alone = names.count(path.name) == 1
            name = path.name if is_alone else f"{path.parent.name}/{path.name}"
            self.notes[f"input {name}"] = content_digest(path)

    def complete(self, content: str) -> Provenance:
        """All notes, with the digest of the content and what the work took."""
        return {
            **self.notes,
            "content_digest": content,
            "seconds": f"{time.monotonic() - self._started:.1f}",
            "peak_memory_bytes": str(peak_memory()),
        }


def provenance_file(path: Path) -> Path:
    """Where the provenance of a text artifact is."""
    return path.with_name(path.name + PROVENANCE_SUFFIX)


def _notes_of_text(path: Path) -> object:
    file = provenance_file(path)
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise PipelineError(
            f"{file} is missing or no JSON; run `snakemake` to make {path.name} again"
        ) from error


def _notes_of_database(path: Path) -> object:
    with closing(connect_to_read(path)) as connection:
        try:
            return dict(connection.execute("SELECT key, value FROM provenance"))
        except sqlite3.Error as error:
            raise PipelineError(
                f"{path} was not written by this program ({error}); move it away and run "
                "`snakemake`"
            ) from error


def read_provenance(path: Path) -> Provenance:
    """The provenance of an artifact, database or text file.

    Raises:
        PipelineError: it has none, or one that is not of this program.
    """
    notes = _notes_of_database(path) if path.suffix == ".db" else _notes_of_text(path)
    if not isinstance(notes, dict) or not {"stage", "recipe", "content_digest"} <= notes.keys():
        raise PipelineError(
            f"{path} was not written by this program (its provenance lacks the recipe); move it "
            "away and run `snakemake`"
        )
    return notes


def is_made_by(path: Path, notes: Mapping[str, str]) -> bool:
    """Whether the provenance of an artifact says all this.

    A text file without provenance, as a run leaves it that is killed between the two, does not.

    Raises:
        PipelineError: there is no artifact but something else in its place.
    """
    return _is_artifact(path) and notes.items() <= read_provenance(path).items()


def _is_artifact(path: Path) -> bool:
    return path.suffix == ".db" or provenance_file(path).exists()


def _identity(path: Path) -> str:
    """What a recipe names an input by: an artifact by its recipe, a data file by its content."""
    return read_provenance(path)["recipe"] if _is_artifact(path) else content_digest(path)


def content_digest(path: Path) -> str:
    """What identifies the content of an input: a database says it, another file is read."""
    if path.suffix == ".db":
        return read_provenance(path)["content_digest"]
    try:
        return file_digest(path)
    except OSError as error:
        raise PipelineError(f"cannot read {path}: {error.strerror}") from error
