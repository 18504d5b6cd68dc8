"""A database as a file of the release.

Example: python -m scripts.release.database --database results/godomachi/godomachi.db --out results/release/godomachi.db
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from pipeline.stage import run_stage
from tablebases.errors import Error
from tablebases.fetching import MAX_BYTES
from tablebases.files import check_seal, connect_to_read, renamed_when_complete
from tablebases.messages import say


def main(database: Path, out: Path) -> None:
    """Put a database into the release: the same file under another name, or a copy where there are no hard links.

    Args:
        database: the database.
        out: its name in the release.

    Raises:
        Error: it is damaged, or too large for places that take data.
    """
    connect_to_read(database).close()
    check_seal(database)
    size = database.stat().st_size
    if size >= MAX_BYTES:
        raise Error(f"{database} has {size / 1e9:.1f} GB; files of a release must be smaller than 2 GB")
    with renamed_when_complete(out) as partial:
        partial.unlink()
        try:
            os.link(database, partial)
        except OSError:
            shutil.copyfile(database, partial)
    say(f"{out.name}: {size / 1e6:,.1f} MB")


if __name__ == "__main__":
    run_stage(main)
