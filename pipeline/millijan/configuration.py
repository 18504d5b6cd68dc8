"""The section `millijan` of the configuration."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field

from pipeline.configuration import FolderPath, Section, path_of, whole
from tablebases.files import check_input
from tablebases.millijan.game_files import load_tiles, load_units


class Simulation(Section):
    """Numbers of hands and distances, and a seed."""

    hands: int = whole(2, at_most=10**9)
    distances: int = whole(1, at_most=10**9)
    seed: int = whole(0, at_most=2**63 - 1)


class WinningDeals(Section):
    """A number of nodes."""

    most_nodes: int = whole(2, at_most=2**27)


class Tenpai(Section):
    """Numbers of nodes, states and games, and a seed."""

    most_nodes: int = whole(2, at_most=2**27)
    most_states_of_12: int = whole(1, at_most=10**9)
    most_states_of_13: int = whole(1, at_most=10**9)
    games: int = whole(1, at_most=10**9)
    seed: int = whole(0, at_most=2**63 - 1)


class Configuration(Section):
    """The section of MilliJan."""

    tile_file: str = path_of("tile file")
    unit_file: str = path_of("unit file")
    rules: Literal["seed", "2019-10-08", "v1.6"] = Field(description="seed, 2019-10-08 or v1.6")
    hand_file: str = path_of("hand file")
    simulation: Simulation
    winning_deals: WinningDeals
    tenpai: Tenpai
    output: FolderPath = path_of("folder")

    def check_files(self) -> None:
        """Check the tile file and the unit file, and that the hand file can be read."""
        load_units(Path(self.unit_file), load_tiles(Path(self.tile_file)))
        check_input(Path(self.hand_file))
