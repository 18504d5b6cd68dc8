"""What the artifacts of a stage depend on, as parameters of its rule.

Snakemake keeps the parameters of every job, and runs it again if they changed: its rerun trigger `params`. So each rule
has the settings of its stage, digests of its data files, and a digest of the modules that the stage imports from this
project, without comments and docstrings.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from snakemake.exceptions import WorkflowError
from snakemake.io import ancient, local

from pipeline.stage import stage_module
from tablebases.files import file_digest
from tablebases.sources import source_fingerprint

LENGTH = 16
"""Shown digits of a digest."""


def _flat(settings: Mapping[str, Any], within: str = "") -> dict[str, Any]:
    """Flatten nested settings to keys such as `sample.boards`."""
    values: dict[str, Any] = {}
    for key, value in settings.items():
        section = value.model_dump() if hasattr(value, "model_dump") else value
        values |= _flat(section, f"{within}{key}.") if isinstance(section, Mapping) else {f"{within}{key}": section}
    return values


def data_file(path: Path | str) -> Any:
    """A data file as an input: on this machine, and whatever its timestamp, because `made_from` has its digest."""
    return local(ancient(str(path)))


def made_from(stage: str, data: Iterable[Path | str] = (), **settings: Any) -> list[str]:
    """The sources, data files and settings of a stage, a text each; Snakemake shows those that changed.

    `stage` is puzzle and stage, such as `arrow_puzzle.tap_counts`, or a module of this package. Raises a WorkflowError
    if a data file cannot be read.
    """
    try:
        digests = [f"{'/'.join(file.parts[-2:])}: {file_digest(file)[:LENGTH]}" for file in map(Path, data)]
    except OSError as error:
        raise WorkflowError(f"cannot read {error.filename}: {error.strerror}") from error
    keys = (f"{key}: {json.dumps(value, default=str)}" for key, value in _flat(settings).items())
    return [f"sources: {source_fingerprint(stage_module(stage))[:LENGTH]}", *digests, *keys]
