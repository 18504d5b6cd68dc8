"""Copy the small answers of the full run, and the atlas, into the package, where they need no run.

Example: snakemake all atlas --cores 2 && python -m scripts.package_answers
"""

from __future__ import annotations

import shutil
from pathlib import Path

from pipeline.core.files import renamed_when_complete
from pipeline.core.packaged import ATLAS, PACKAGED
from pipeline.core.progress import say
from pipeline.core.stage import run_stage
from scripts.release.atlas import main as pack_atlas

ANSWERS = {"nine_tiles_panic": "best_towns.db", "arrow_puzzle": "arrow_puzzle.db", "millijan": "millijan.db"}
"""Puzzle -> its database that is small."""


def main(results: Path = Path("results")) -> None:
    """Copy the small databases and the atlas of the default configuration into the package.

    `tablebases verify` compares them with the results.

    Example: python -m scripts.package_answers

    Args:
        results: the folder with the finished artifacts of all puzzles.
    """
    pack_atlas(results / "atlas", ATLAS)
    for puzzle, name in ANSWERS.items():
        with renamed_when_complete(PACKAGED / puzzle / name) as partial:
            shutil.copyfile(results / puzzle / name, partial)
    for path in sorted(PACKAGED.rglob("*.db")):
        say(f"{path.relative_to(PACKAGED)}: {path.stat().st_size / 1e3:,.0f} kB")


if __name__ == "__main__":
    run_stage(main)
