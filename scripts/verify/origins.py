"""Whether artifacts were made with the configuration and from the data files that they are to be verified with.

Otherwise every check would find faults where there are none. The provenance of artifacts tells both.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pipeline.core.errors import InputError, PipelineError
from pipeline.core.packaged import data_file
from pipeline.core.provenance import content_digest, read_provenance
from scripts.verify.artifacts import Artifacts


def _differences(artifacts: Artifacts[Any]) -> Iterator[str]:
    for file, origin in artifacts.origins.items():
        try:
            notes = read_provenance(artifacts.folder / file)
        except (PipelineError, sqlite3.Error):  # missing, damaged or foreign, which checks name
            continue
        if notes.get("stage") != f"{artifacts.puzzle}_{origin.stage}":
            continue
        told = json.loads(notes["parameters"])
        for key, value in origin.settings.items():
            if told.get(key) != value:
                yield f"{file} was made with {key} {told.get(key)}, not {value}"
        for path in map(Path, origin.data):
            if content_digest(data_file(path)) not in notes.values():
                yield f"{file} was made from another {path}"


def check_origins(artifacts: Artifacts[Any]) -> None:
    """Stop unless artifacts were made with this configuration, and from the data files as they are now.

    Raises:
        InputError: one was not, so it cannot be verified like this.
        PipelineError: a data file cannot be read.
    """
    if differences := "; ".join(_differences(artifacts)):
        raise InputError(
            f"{artifacts.folder} is of another configuration or of other data files: {differences}; verify it with "
            "those of its run, `--config FILE`, where the file also says what `snakemake --config` was given, or run "
            "`snakemake` to make it again"
        )
