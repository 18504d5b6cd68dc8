"""The artifacts of MilliJan, as their checks read them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from random import Random

from pipeline.millijan import tables
from pipeline.millijan.configuration import Configuration
from scripts.verify import artifacts as of_any_puzzle
from scripts.verify.artifacts import Origin
from tablebases.millijan.game_files import load_game
from tablebases.millijan.table import Table
from tablebases.millijan.units import ALL, AS, COPIES, MAX_TILES
from tests.oracle import millijan as oracle

UNIT_FILES_OF_PAGE = ["data/millijan/units_2019.csv", "data/millijan/units_2025.csv"]
NEVER = 14
"""The distance where nothing wins."""
IDOLS_OF_AS = 13


class Artifacts(of_any_puzzle.Artifacts[Configuration]):
    """The artifacts of a run."""

    puzzle = "millijan"

    @property
    def origins(self) -> Mapping[str, Origin]:
        """What artifacts were made with."""
        run = self.section
        rules = {"rules": run.rules}
        game = [run.tile_file, run.unit_file]
        return {
            tables.DATABASE.file: Origin("database", rules, [*game, run.hand_file]),
            "parts/simulation.db": Origin("simulation", {**rules, **dict(run.simulation)}, game),
            "parts/winning_deals.db": Origin("winning_deals", {**rules, "most_ways": run.most_ways}, game),
            "parts/tenpai.db": Origin("tenpai", dict(run.tenpai), game),
            "page/millijan/data.json": Origin("page", {}, [run.tile_file, *UNIT_FILES_OF_PAGE]),
        }

    @cached_property
    def table(self) -> Table:
        """A table with the units of the run, which scores by `seed`."""
        return Table(*load_game(Path(self.section.tile_file), Path(self.section.unit_file)))

    @cached_property
    def units(self) -> oracle.Units:
        """The units of the run, as the oracle knows them."""
        return tuple(oracle.Unit(number, unit.name, unit.members) for number, unit in enumerate(self.table.units))

    @cached_property
    def distances(self) -> oracle.Distances:
        """The oracle's search for distances."""
        return oracle.Distances(self.units)

    @cached_property
    def decks(self) -> dict[str, list[int]]:
        """Deck -> its kinds, of all decks from which a hand can be dealt."""
        every = list(range(len(self.table.tiles)))
        decks = {ALL: every, AS: every[:IDOLS_OF_AS]}
        for kind, tile in enumerate(self.table.tiles):
            decks.setdefault(tile.type, []).append(kind)
        return {name: kinds for name, kinds in decks.items() if COPIES * len(kinds) >= MAX_TILES}

    def units_of(self, deck: str) -> oracle.Units:
        """The units that can be formed of a deck."""
        return tuple(unit for unit in self.units if set(unit.members) <= set(self.decks[deck]))

    def deal(self, deck: str, tiles: int, random: Random) -> oracle.Tiles:
        """So many tiles of a deck at random, sorted."""
        return tuple(sorted(oracle.deal(self.decks[deck], tiles, random.shuffle)))

    def counting(self, main: int | None = None, called: oracle.Units = ()) -> oracle.Counting:
        """The rules of the run."""
        return oracle.Counting(self.section.rules, main, called)

    def oracle_distance(self, hand: oracle.Tiles, called: oracle.Units = ()) -> tuple[int, dict[int, int]]:
        """The distance of a hand that the oracle finds, and the accepted kinds with their copies."""
        try:
            return self.distances.distance_and_accepted(hand, called)
        except ValueError:
            return NEVER, {}
