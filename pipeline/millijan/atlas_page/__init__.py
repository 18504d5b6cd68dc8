"""The hand-written files of the page, and where it is made."""

from __future__ import annotations

from pathlib import Path

from pipeline.page import files_by_hand

FOLDER = "page/millijan"
"""Where the page is in the output folder; the atlas has it in a folder of the same name."""


def hand_written_files() -> list[Path]:
    """The files of the page that are written by hand."""
    return files_by_hand(Path(__file__).parent)
