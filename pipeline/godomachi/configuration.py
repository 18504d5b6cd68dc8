"""The section `godomachi` of the configuration."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pipeline.core.configuration import FolderPath, Section, path_of, whole


class Configuration(Section):
    """The section of Godomachi."""

    max_n: int = whole(3, 12)
    max_cut: Literal["any", "half"] = Field(description="any or half")
    output: FolderPath = path_of("folder")

    def check_files(self) -> None:
        """Godomachi reads no data files."""
