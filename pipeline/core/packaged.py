"""What comes with the package: data files, the default configuration, and small answers of the full run.

The folder `packaged` has links to the data files, which a wheel has as copies, and files that
`python -m scripts.package_answers` takes from finished results.
"""

from __future__ import annotations

from pathlib import Path

from pipeline.core.kept import PACKAGE_ROOT
from pipeline.core.progress import say

CONFIG = Path("config.yaml")
PACKAGED = PACKAGE_ROOT / "packaged"
ATLAS = PACKAGED / "atlas.zip"


def data_file(path: Path) -> Path:
    """A data file or the configuration: what is here, else what comes with the package under the same name."""
    packaged = PACKAGED / path
    return packaged if packaged.is_file() and not path.exists() else path


def answers_file(results: Path | None, puzzle: str, name: str) -> Path:
    """A finished artifact that commands answer from.

    Args:
        results: the folder that has it. None: `results/<puzzle>` here or, where that has none, the package.
        puzzle: its package.
        name: of the artifact.
    """
    if results is not None:
        return results / name
    here, packaged = Path("results", puzzle, name), PACKAGED / puzzle / name
    if here.is_file() or not packaged.is_file():
        return here
    if here.parent.is_dir():
        say(f"note: {here} is not there, so the answer is that of the full run, which comes with the package")
    return packaged
