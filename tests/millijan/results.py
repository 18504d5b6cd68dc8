"""Small results of all stages, without the workflow."""

from __future__ import annotations

from pathlib import Path

from tablebases.millijan.units import RuleSet
from tests.millijan.helpers import DATA, TILES_FILE, units_file
from tests.provenance import noted

HAND_FILE = DATA / "hands.csv"
GAME = (TILES_FILE, units_file("2019"))
HANDS, DISTANCES, SEED = 300, 60, 1
MAX_NODES, MOST_STATES, GAMES = 300_000, (50_000, 50_000), 3
"""Too few nodes for the whole deck."""
PARTS = ("simulation", "winning_deals", "tenpai")


class Results:
    """A folder with the artifacts of all stages, where the workflow puts them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.parts = {part: folder / "parts" / f"{part}.db" for part in PARTS}
        self.database = folder / "millijan.db"
        self.charts = folder / "figures" / "simulation.svg", folder / "figures" / "simulated_units.svg"
        """Of scores and distances, and of units."""
        self.page = folder / "page" / "millijan"


def run_all_stages(folder: Path) -> None:
    """Run all stages."""
    # Not at the top: most tests need no stages, and pandas and matplotlib take a while to import.
    from pipeline.millijan.stages import database, page, simulation, tenpai, winning_deals

    made = Results(folder)
    simulation.main(*GAME, made.parts["simulation"], RuleSet.SEED, HANDS, DISTANCES, SEED)
    winning_deals.main(*GAME, made.parts["winning_deals"], RuleSet.SEED, MAX_NODES)
    tenpai.main(*GAME, made.parts["tenpai"], MAX_NODES, *MOST_STATES, GAMES, SEED)
    database.main(*GAME, HAND_FILE, *made.parts.values(), made.database, *made.charts, noted(folder, "database"))
    page.main(TILES_FILE, [units_file("2019"), units_file("2025")], made.page / "about.json", noted(folder, "page"))
