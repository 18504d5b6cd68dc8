"""Compare the artifacts of the full run with data/checksums.csv.

The file has the digest of each database's content, which does not depend on versions of Python and SQLite, and the
digest of every other file's bytes. It omits pages, because they contain sources.

Example: python -m scripts.verify.checksums writes data/checksums.csv from the artifacts of the full run.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pipeline.stage import run_program
from scripts import ROOT
from scripts.puzzles import modules_of_puzzles
from scripts.verify.artifacts import Artifacts, artifacts_of_run
from scripts.verify.checks import Checks, Level, require
from scripts.verify.every_puzzle import listed
from tablebases import verification
from tablebases.files import PROVENANCE, content_digest, renamed_when_complete
from tablebases.messages import say

CHECKSUMS = ROOT / "data" / "checksums.csv"
checks: Checks[Artifacts[Any]] = Checks()


def _contents(folder: Path) -> Iterator[tuple[str, str]]:
    """The artifacts that data/checksums.csv lists, each with the digest of its content."""
    for name in listed(folder):
        if not name.startswith(("page/", f"{PROVENANCE}/")):
            yield name, content_digest(folder / name)


@checks.add(Level.QUICK, of_full_run=True)
def known_digests(artifacts: Artifacts[Any]) -> None:
    """Artifacts hold what data/checksums.csv knows of the full run."""
    known = verification.known_digests(ROOT).get(artifacts.puzzle, {})
    found = dict(_contents(artifacts.folder))
    faults = [f"{name} is {found.get(name, 'missing')}, {digest} is known" for name, digest in known.items()
              if found.get(name) != digest]  # fmt: skip
    require(not faults, "; ".join(faults))


def main() -> None:
    """Write data/checksums.csv from the finished artifacts of the default configuration.

    Example: python -m scripts.verify.checksums
    """
    every = artifacts_of_run([], modules_of_puzzles("scripts.verify"))
    with renamed_when_complete(CHECKSUMS) as partial, partial.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["puzzle", "artifact", "digest"])
        for puzzle, artifacts in every.items():
            writer.writerows((puzzle, name, digest) for name, digest in _contents(artifacts.folder))
    say(f"wrote {CHECKSUMS.relative_to(ROOT)}")


if __name__ == "__main__":
    run_program(main)
