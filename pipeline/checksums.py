"""Stage checksums: SHA256SUMS of a puzzle's artifacts, as `sha256sum -c` reads it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pipeline.artifacts import artifact_renamed_when_complete
from pipeline.stage import run_stage
from tablebases.atlas.pages import DATA_FILE
from tablebases.files import content_digest, file_digest, provenance_file, read_provenance
from tablebases.messages import say

WITH_PROVENANCE = (".csv", ".npz", ".svg")
"""Endings of artifacts with a provenance file beside them; a page has one for all its files."""


def digests(artifacts: Iterable[Path], folder: Path) -> dict[str, str]:
    """Path in `folder` -> SHA-256 of artifacts and provenance, sorted.

    Raises:
        Error: an artifact is missing, damaged, or was changed since it was written.
    """
    found: dict[str, str] = {}
    for path in artifacts:
        content_digest(path)
        if path.suffix in WITH_PROVENANCE and not path.with_name(DATA_FILE).exists():
            read_provenance(path)
        for file in (path, provenance_file(path)):
            if file.exists():
                found[file.relative_to(folder).as_posix()] = file_digest(file)
    return dict(sorted(found.items()))


def main(artifacts: list[Path], out: Path) -> None:
    """Verify all artifacts of a puzzle and write their SHA-256.

    The artifacts are in the folder of `out`. `cd results/godomachi && sha256sum -c SHA256SUMS` verifies a copy.
    """
    found = digests(artifacts, out.parent)
    with artifact_renamed_when_complete(out) as partial:
        partial.write_text("".join(f"{digest}  {name}\n" for name, digest in found.items()), encoding="utf-8")
    say(f"checksums: {len(found)} files")


if __name__ == "__main__":
    run_stage(main)
