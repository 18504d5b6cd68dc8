"""The units of the game, for the pipeline and for the oracle, and hands."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from oracle import millijan as oracle
from oracle.millijan import Counting, Tiles, Units
from tablebases.millijan import units as game
from tablebases.millijan.game_files import load_tiles, load_units
from tablebases.millijan.table import Table
from tablebases.millijan.units import NEVER, RuleSet

DATA = Path(__file__).parent.parent.parent / "data" / "millijan"
TILES_FILE = DATA / "tiles.csv"
TILES = load_tiles(TILES_FILE)
KINDS = range(len(TILES))
AS_IDOLS = range(13)
SHIIKA, SORA = 52, 53
YEARS = ["2019", "2025"]
RULES = list(RuleSet)
BY_HAND: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("by_hand.yaml").read_text(encoding="utf-8"))


def units_file(year: str) -> Path:
    return DATA / f"units_{year}.csv"


@cache
def units_of(year: str) -> Units:
    """The units as the oracle reads them."""
    return oracle.read_units(units_file(year), oracle.read_tiles(TILES_FILE))


@cache
def table_of(year: str, rules: RuleSet = RuleSet.SEED, main: int | None = None) -> Table:
    return Table(TILES, load_units(units_file(year), TILES), rules, main)


@cache
def distances_of(year: str) -> oracle.Distances:
    return oracle.Distances(units_of(year))


@cache
def all_splits_table(year: str) -> Table:
    """A table at which every split of a hand is a best one: units score 1000 for each member."""
    table = Table(TILES, load_units(units_file(year), TILES))
    points = (1000 * table.tables.size.astype(np.int32)).astype(np.int32)
    table.scores = table.scores._replace(complete=points, partial=points)
    return table


def listed(*members: Iterable[int]) -> Units:
    """A short list of units with these members, for the oracle."""
    return tuple(oracle.Unit(number, f"unit {number}", tuple(sorted(some))) for number, some in enumerate(members))


def game_units(units: Units) -> tuple[game.Unit, ...]:
    return tuple(game.Unit(unit.name, unit.members) for unit in units)


def short_table(units: Units, kinds: int, rules: RuleSet = RuleSet.SEED, main: int | None = None) -> Table:
    """A table for a short list of units of the first kinds."""
    return Table(TILES[:kinds], game_units(units), rules, main)


def counting(rules: RuleSet, main: int | None) -> Counting:
    return Counting(rules.value, main)


def random_short_list(chance: random.Random, kinds: int) -> Units:
    """A few different units of few kinds."""
    sizes = chance.choice([[1, 2, 3], [2, 3], [2, 3, 4], [3, 4, 5], [4, 5], [1, 4, 5, 6], [2, 5]])
    count = chance.randint(1, 6)
    found = {tuple(sorted(chance.sample(range(kinds), min(chance.choice(sizes), kinds)))) for _ in range(count)}
    return listed(*chance.sample(sorted(found), len(found)))


def deal(count: int, tiles: int, kinds: Iterable[int] = KINDS, seed: int = 1) -> list[Tiles]:
    """Deal hands, the same ones every time."""
    chance = random.Random(seed)  # noqa: S311 - tiles, not secrets
    some = list(kinds)
    return [oracle.deal(some, tiles, chance.shuffle) for _ in range(count)]


def winning_hands_of(units: Units, count: int, seed: int = 1) -> list[Tiles]:
    """Hands of 13 that win, most of them with several copies of a unit."""
    chance = random.Random(seed)  # noqa: S311 - tiles, not secrets
    found: list[Tiles] = []
    while len(found) < count:
        few = chance.sample(units, 4)
        hand: list[int] = []
        while len(hand) < oracle.WINNING_TILES:
            hand += chance.choice(few).members
        if len(hand) == oracle.WINNING_TILES and all(hand.count(kind) <= 3 for kind in hand):
            chance.shuffle(hand)
            found.append(tuple(hand))
    return found


def distance_by_oracle(hand: Tiles, called: Units, distances: oracle.Distances) -> tuple[int, tuple[int, ...]]:
    """The distance, NEVER if nothing wins, and the accepted kinds."""
    try:
        found, accepted = distances.distance_and_accepted(hand, called)
    except ValueError:
        return NEVER, ()
    return found, tuple(accepted)


def check_nearest_win(table: Table, hand: Sequence[int], called: Units, distance: int) -> None:
    """Check that the units of a nearest win and the called ones win, and lack as many tiles as the distance says."""
    found = table.nearest_win(hand, oracle.numbers(called))
    if distance == NEVER:
        assert found == ()
        return
    assert list(found) == sorted(found)
    tiles = Counter(kind for unit in found for kind in table.units[unit].members)
    apart = Counter(kind for unit in called for kind in unit.members)
    assert (tiles + apart).total() == oracle.WINNING_TILES
    missing = tiles - Counter(hand)
    assert missing.total() == distance
    left = table.copies_left(hand, oracle.numbers(called))
    assert all(count <= left[kind] for kind, count in missing.items())
