"""Where the provenance of files that are no databases lies."""

from __future__ import annotations

from pathlib import Path

from tablebases.files import PROVENANCE


def noted(folder: Path, stage: str) -> Path:
    """The file in which a stage notes the provenance of its artifacts in and below `folder`."""
    return folder / PROVENANCE / f"{stage}.json"
