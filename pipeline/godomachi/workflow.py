"""What the rules need to know of the configuration, checked before anything runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.artifact.provenance import content_digest
from pipeline.config import check_is_writable
from pipeline.godomachi.atlas_page import FOLDER, hand_written_files
from pipeline.godomachi.chart_files import chart_files
from pipeline.page import DATA_FILE
from pipeline.stages import Stages

FIGURES = "figures"


@dataclass(frozen=True)
class GodomachiWorkflow:
    """The configuration of Godomachi as the rules use it.

    outdated: stage -> files that there are only while its artifacts are made otherwise than they
        would be now.
    is_up_to_date: whether all artifacts exist and are made as they would be now.
    page_recipe: what the page in the atlas is made by.
    """

    max_n: int
    max_cut: str
    output: str
    outdated: Mapping[str, list[str]]
    is_up_to_date: bool
    page_recipe: str

    @property
    def charts(self) -> list[str]:
        """The wall charts."""
        return [f"{self.output}/{FIGURES}/{name}" for name in chart_files(self.max_n)]

    @property
    def page_folder(self) -> str:
        """Where the page is made."""
        return f"{self.output}/{FOLDER}"

    @property
    def page_files(self) -> list[str]:
        """The files of the page, the data first."""
        hand_written = [path.name for path in hand_written_files()]
        names = [DATA_FILE, *hand_written, *chart_files(self.max_n)]
        return [f"{self.page_folder}/{name}" for name in names]


def stages_of(config: Mapping[str, Any]) -> Stages:
    """The stages, with the recipes that they will write into their artifacts.

    Args:
        config: the section `godomachi`.
    """
    max_n = config["max_n"]
    charts = [f"{FIGURES}/{name}" for name in chart_files(max_n)]
    stages = Stages(f"{__package__}", Path(config["output"]))
    stages.add("polyominoes", ["parts/polyominoes.db"], parameters={"max_n": max_n})
    stages.add(
        "cuts", ["parts/cuts.db"], reads=["polyominoes"], parameters={"max_cut": config["max_cut"]}
    )
    stages.add("plies", ["parts/plies.db"], reads=["cuts"])
    stages.add("puzzles", ["parts/puzzles.db"], reads=["cuts", "plies"])
    stages.add(
        "godomachi_database",
        ["godomachi.db"],
        reads=["polyominoes", "cuts", "plies", "puzzles"],
    )
    stages.add("wall_charts", charts, reads=["polyominoes", "plies"])
    stages.add(
        "godomachi_page",
        [f"{FOLDER}/{DATA_FILE}"],
        reads=["polyominoes", "cuts", "plies", "wall_charts"],
        data=[content_digest(file) for file in hand_written_files()],
    )
    return stages


def prepare(config: Mapping[str, Any]) -> GodomachiWorkflow:
    """Check the configuration of this puzzle.

    Args:
        config: the section `godomachi`, which follows the schema.

    Raises:
        PipelineError: the output folder cannot be written or holds something else in the place of
            an artifact.
    """
    check_is_writable(Path(config["output"]))
    stages = stages_of(config)
    outdated = stages.mark_outdated()
    return GodomachiWorkflow(
        max_n=config["max_n"],
        max_cut=config["max_cut"],
        output=config["output"],
        outdated=outdated,
        is_up_to_date=stages.all_exist() and not any(outdated.values()),
        page_recipe=stages.recipes["godomachi_page"],
    )
