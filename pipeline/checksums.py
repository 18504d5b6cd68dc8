"""Stage checksums: SHA256SUMS of a puzzle's artifacts, as `sha256sum -c` reads it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pipeline.artifacts import artifact_renamed_when_complete, check_file
from tablebases.files import PROVENANCE, content_digest, sums_of
from tablebases.messages import say


def check_artifacts(artifacts: Iterable[Path], stages: Iterable[str]) -> None:
    """Raise an Error unless artifacts, each of the stage at its place in `stages`, are as they were written."""
    for path, stage in zip(artifacts, stages, strict=True):
        if path.parent.name == PROVENANCE:
            content_digest(path)
        else:
            check_file(path, stage)


def main(artifacts: list[Path], stages: list[str], out: Path) -> None:
    """Verify all artifacts of a puzzle and write their SHA-256.

    The artifacts are in the folder of `out`. `cd results/godomachi && sha256sum -c SHA256SUMS` verifies a copy.
    """
    check_artifacts(artifacts, stages)
    with artifact_renamed_when_complete(out) as partial:
        partial.write_text(sums_of(artifacts, out.parent), encoding="utf-8")
    say(f"checksums: {len(artifacts)} files")
