"""Pages of the atlas that puzzles make: files written by hand, and one with data."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pipeline.artifact.folder import folder_renamed_when_complete
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.artifact.text_file import create_text

DATA_FILE = "data.json"


def files_by_hand(folder: Path) -> list[Path]:
    """The files of a page that are written by hand."""
    return sorted(path for path in folder.iterdir() if path.suffix in (".html", ".css", ".js"))


def write_page(
    out: Path, files: Iterable[Path], data: Mapping[str, Any], provenance: ProvenanceNotes
) -> None:
    """Write a page; the folder appears, or is replaced, when it is complete.

    Args:
        out: the folder of the page.
        files: what is copied into it.
        data: what the page loads, ready for JSON.
        provenance: what to say of the making of the data.

    Raises:
        PipelineError: it cannot be written, or something else is in its place.
    """
    with folder_renamed_when_complete(out, DATA_FILE, "page") as folder:
        for source in files:
            shutil.copyfile(source, folder / source.name)
        with create_text(folder / DATA_FILE, provenance) as file:
            json.dump(data, file, separators=(",", ":"))
            file.write("\n")
