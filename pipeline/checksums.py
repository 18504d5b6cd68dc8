"""Stage checksums: SHA256SUMS of a puzzle's artifacts, as `sha256sum -c` reads it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pipeline.artifacts import artifact_renamed_when_complete, check_stage
from tablebases.atlas.pages import DATA_FILE
from tablebases.files import content_digest, provenance_file, sums_of
from tablebases.messages import say

WITH_PROVENANCE = (".csv", ".db", ".npz", ".svg")
"""Endings of artifacts with a provenance of their own; a page has one for all its files."""


def files_of(artifacts: Iterable[Path], stages: Iterable[str]) -> list[Path]:
    """Artifacts, each of the stage at its place in `stages`, and their provenance files.

    Raises an Error if an artifact is missing, damaged, of another stage, or was changed since it was written.
    """
    found: dict[Path, None] = {}
    for path, stage in zip(artifacts, stages, strict=True):
        content_digest(path)
        if path.suffix in WITH_PROVENANCE and not path.with_name(DATA_FILE).exists():
            check_stage(path, stage)
        found |= dict.fromkeys(file for file in (path, provenance_file(path)) if file.exists())
    return list(found)


def main(artifacts: list[Path], stages: list[str], out: Path) -> None:
    """Verify all artifacts of a puzzle and write their SHA-256.

    The artifacts are in the folder of `out`. `cd results/godomachi && sha256sum -c SHA256SUMS` verifies a copy.
    """
    files = files_of(artifacts, stages)
    with artifact_renamed_when_complete(out) as partial:
        partial.write_text(sums_of(files, out.parent), encoding="utf-8")
    say(f"checksums: {len(files)} files")
