"""What the rules need to know of the configuration, checked before anything runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.artifact.provenance import content_digest
from pipeline.config import check_is_writable
from pipeline.millijan.atlas_page import FOLDER, hand_written_files
from pipeline.millijan.game_files import load_tiles, load_units
from pipeline.page import DATA_FILE
from pipeline.stages import Stages

OTHER_UNIT_FILES = ("data/millijan/units_2019.csv", "data/millijan/units_2025.csv")
"""The page lets one choose between these lists, whatever the configuration names."""


@dataclass(frozen=True)
class MilliJanWorkflow:
    """The configuration of MilliJan as the rules use it.

    outdated: stage -> files that there are only while its artifacts are made otherwise than they
        would be now.
    is_up_to_date: whether all artifacts exist and are made as they would be now.
    page_recipe: what the page in the atlas is made by.
    """

    tile_file: str
    unit_file: str
    hand_file: str
    rules: str
    simulation_options: str
    most_ways: int
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


def stages_of(config: Mapping[str, Any]) -> Stages:
    """The stages, with the recipes that they will write into their artifacts.

    Args:
        config: the section `millijan`.
    """
    rules = {"rules": config["rules"]}
    tiles, units, hands = (
        content_digest(Path(config[key])) for key in ("tile_file", "unit_file", "hand_file")
    )
    stages = Stages(f"{__package__}", Path(config["output"]))
    stages.add("units", ["parts/units.db"], data=[tiles, units])
    stages.add("hands", ["parts/hands.db"], reads=["units"], data=[hands], parameters=rules)
    stages.add(
        "simulation",
        ["parts/simulation.db"],
        reads=["units"],
        parameters={**rules, **config["simulation"]},
    )
    stages.add(
        "winning_deals",
        ["parts/winning_deals.db"],
        reads=["units"],
        parameters={**rules, "most_ways": config["most_ways"]},
    )
    stages.add(
        "millijan_database",
        ["millijan.db"],
        reads=["units", "hands", "simulation", "winning_deals"],
    )
    stages.add(
        "simulation_charts",
        ["figures/simulation.svg", "figures/simulated_units.svg"],
        reads=["units", "simulation"],
    )
    lists = [content_digest(Path(path)) for path in OTHER_UNIT_FILES]
    stages.add(
        "millijan_page",
        [f"{FOLDER}/{DATA_FILE}"],
        data=[tiles, *lists, *map(content_digest, hand_written_files())],
    )
    return stages


def prepare(config: Mapping[str, Any]) -> MilliJanWorkflow:
    """Check the configuration of this puzzle and the files that it names.

    Args:
        config: the section `millijan`, which follows the schema.

    Raises:
        PipelineError: a data file is missing or wrong, or the output folder cannot be written or
            holds something else in the place of an artifact.
    """
    check_is_writable(Path(config["output"]))
    load_units(Path(config["unit_file"]), load_tiles(Path(config["tile_file"])))
    stages = stages_of(config)
    outdated = stages.mark_outdated()
    return MilliJanWorkflow(
        tile_file=config["tile_file"],
        unit_file=config["unit_file"],
        hand_file=config["hand_file"],
        rules=config["rules"],
        simulation_options=" ".join(f"--{key} {n}" for key, n in config["simulation"].items()),
        most_ways=config["most_ways"],
        output=config["output"],
        outdated=outdated,
        is_up_to_date=stages.all_exist() and not any(outdated.values()),
        page_recipe=stages.recipes["millijan_page"],
    )
