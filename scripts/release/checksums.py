"""The digests of a release.

Example: python -m scripts.release.checksums --out results/release/SHA256SUMS results/release/atlas.zip
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.stage import run_stage
from tablebases.files import file_digest, renamed_when_complete
from tablebases.messages import say


def main(files: Annotated[list[Path], typer.Argument(help="Files of the release.")], out: Path) -> None:
    """List the SHA-256 of the files of a release, as `sha256sum -c` reads it.

    Args:
        files: the files, in the folder of the list.
        out: the list to write.
    """
    with renamed_when_complete(out) as partial:
        partial.write_text("".join(f"{file_digest(path)}  {path.name}\n" for path in sorted(files)), encoding="utf-8")
    say(f"{out.name}: {len(files)} files")


if __name__ == "__main__":
    run_stage(main)
