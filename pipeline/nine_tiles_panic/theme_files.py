"""The theme file."""

from __future__ import annotations

from pathlib import Path

from pipeline.core.csv_file import open_csv
from pipeline.core.errors import PipelineError
from pipeline.nine_tiles_panic.game.measures import parse_themes
from pipeline.nine_tiles_panic.game.themes import Theme


def load_themes(path: Path) -> tuple[Theme, ...]:
    """The themes of a theme file.

    Raises:
        PipelineError: the file is missing or wrong.
    """
    with open_csv(path) as reader:
        try:
            return parse_themes(reader.fieldnames or [], reader)
        except PipelineError as error:
            raise PipelineError(f"theme file {path}: {error}") from error
