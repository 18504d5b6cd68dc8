"""The hand-written files of the page, and where it is made; this imports nothing heavy."""

from __future__ import annotations

from pathlib import Path

DATA_FILE = "data.json"

FOLDER = "page/arrow"
"""Where the page is in the output folder; the atlas has it in a folder of the same name."""

_SOURCES = Path(__file__).parent


def hand_written_files() -> list[Path]:
    """The files of the page that are written by hand."""
    return sorted(path for path in _SOURCES.iterdir() if path.suffix in (".html", ".css", ".js"))
