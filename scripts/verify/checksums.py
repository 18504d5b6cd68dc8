"""Digests of the artifacts: those of SHA256SUMS, and those that data/checksums.csv knows of the full run.

A database is known by the digest of its content, which does not depend on versions of Python and SQLite, every other
file by that of its bytes. Pages are made of sources, so no digests of them are kept.

Example: python -m scripts.verify.checksums writes data/checksums.csv from the artifacts of the full run.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import yaml

from pipeline.core.errors import PipelineError
from pipeline.core.files import file_digest, renamed_when_complete
from pipeline.core.progress import say
from pipeline.core.provenance import PROVENANCE_SUFFIX, content_digest
from pipeline.core.stage import run_stage
from scripts.verify.known import ROOT, Tally, compare

CHECKSUMS = ROOT / "data" / "checksums.csv"


def _listed(folder: Path) -> dict[str, str]:
    """File -> its digest, of SHA256SUMS."""
    path = folder / "SHA256SUMS"
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise PipelineError(f"cannot read {path}: {error}; run `snakemake` to make it") from error
    return {name: digest for digest, _, name in (line.partition("  ") for line in lines)}


def _contents(folder: Path) -> Iterator[tuple[str, str]]:
    """The artifacts that data/checksums.csv lists, each with the digest of its content."""
    for name in _listed(folder):
        if not name.startswith("page/") and not name.endswith(PROVENANCE_SUFFIX):
            yield name, content_digest(folder / name)


def verify_digests(puzzle: str, folder: Path) -> Tally:
    """Compare all files with SHA256SUMS, and what they hold with data/checksums.csv.

    Raises:
        PipelineError: an artifact is missing or damaged.
    """
    say(f"checking: digests of all artifacts in {folder.relative_to(ROOT)}")
    listed = _listed(folder)
    of_bytes = compare({name: file_digest(folder / name) for name in listed if (folder / name).is_file()}, listed)
    with CHECKSUMS.open(encoding="utf-8", newline="") as file:
        known = {row["artifact"]: row["digest"] for row in csv.DictReader(file) if row["puzzle"] == puzzle}
    of_content = compare(dict(_contents(folder)), known)
    return Tally(of_bytes.agree + of_content.agree, of_bytes.wrong + of_content.wrong)


def main() -> None:
    """Write data/checksums.csv from the finished artifacts of the default configuration.

    Example: python -m scripts.verify.checksums
    """
    config = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    with renamed_when_complete(CHECKSUMS) as partial, partial.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["puzzle", "artifact", "digest"])
        for puzzle, section in config.items():
            writer.writerows((puzzle, name, digest) for name, digest in _contents(ROOT / section["output"]))
    say(f"wrote {CHECKSUMS.relative_to(ROOT)}")


if __name__ == "__main__":
    run_stage(main)
