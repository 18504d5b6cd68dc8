"""What the rules need to know of the configuration, checked before anything runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.arrow_puzzle.atlas_page import FOLDER, hand_written_files
from pipeline.arrow_puzzle.level_options import level_options, level_parameters, levels_of_config
from pipeline.artifact.provenance import content_digest
from pipeline.config import check_is_writable
from pipeline.page import DATA_FILE
from pipeline.stages import Stages

ARTIFACTS = {
    "levels": ["parts/levels.db"],
    "boards": ["parts/solutions.db"],
    "tap_counts": ["parts/tap_counts.db"],
    "hardest_boards": ["parts/hardest_boards.db"],
    "arrow_database": ["arrow_puzzle.db"],
    "tap_charts": ["figures/tap_counts.svg"],
    "arrow_page": [f"{FOLDER}/{DATA_FILE}"],
}
"""Stage -> what it leaves in the output folder."""


@dataclass(frozen=True)
class ArrowWorkflow:
    """The configuration of the arrow puzzle as the rules use it.

    outdated: stage -> files that there are only while its artifacts are made otherwise than they
        would be now.
    is_up_to_date: whether all artifacts exist and are made as they would be now.
    page_recipe: what the page in the atlas is made by.
    """

    level_options: str
    board_file: str
    optimal: str
    sample_options: str
    search_options: str
    output: str
    outdated: Mapping[str, list[str]]
    is_up_to_date: bool
    page_recipe: str

    @property
    def page_folder(self) -> str:
        """Where the page is made."""
        return f"{self.output}/{FOLDER}"

    @property
    def page_files(self) -> list[str]:
        """The files of the page, the data first."""
        names = [DATA_FILE, *(path.name for path in hand_written_files())]
        return [f"{self.page_folder}/{name}" for name in names]


def _options(section: Mapping[str, int]) -> str:
    return " ".join(f"--{name} {value}" for name, value in section.items())


def stages_of(config: Mapping[str, Any]) -> Stages:
    """The stages, with the recipes that they will write into their artifacts.

    Args:
        config: the section `arrow_puzzle`.
    """
    stages = Stages(f"{__package__}", Path(config["output"]))

    def add(stage: str, **inputs: Any) -> None:
        stages.add(stage, ARTIFACTS[stage], **inputs)

    add("levels", parameters=level_parameters(levels_of_config(config)))
    add(
        "boards",
        reads=["levels"],
        data=[content_digest(Path(config["board_file"]))],
        parameters={"optimal": config["optimal"]},
    )
    add("tap_counts", reads=["levels"], parameters=config["sample"])
    add("hardest_boards", reads=["levels"], parameters=config["search"])
    add("arrow_database", reads=["levels", "boards", "tap_counts", "hardest_boards"])
    add("tap_charts", reads=["tap_counts"])
    add("arrow_page", reads=["levels"], data=[content_digest(f) for f in hand_written_files()])
    return stages


def prepare(config: Mapping[str, Any]) -> ArrowWorkflow:
    """Check the configuration of this puzzle and the file that it names.

    Args:
        config: the section `arrow_puzzle`, which follows the schema.

    Raises:
        PipelineError: a level is no board, the board file is missing, or the output folder cannot
            be written or holds something else in the place of an artifact.
    """
    levels = levels_of_config(config)
    check_is_writable(Path(config["output"]))
    stages = stages_of(config)
    outdated = stages.mark_outdated()
    return ArrowWorkflow(
        level_options=level_options(levels),
        board_file=config["board_file"],
        optimal=config["optimal"],
        sample_options=_options(config["sample"]),
        search_options=_options(config["search"]),
        output=config["output"],
        outdated=outdated,
        is_up_to_date=stages.all_exist() and not any(outdated.values()),
        page_recipe=stages.recipes["arrow_page"],
    )
