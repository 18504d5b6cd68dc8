"""The ways of scoring a town, from counts of what is in it.

Which of them are themes, under which numbers and names, is said by the theme file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pipeline.core.arrays import Matrix, Vector
from pipeline.nine_tiles_panic.game.themes import Theme

Counts = Vector[np.int64]


class TownCounts(NamedTuple):
    """Counts of many towns at once; every field is (n,).

    "Group" is the largest set of orthogonally connected tiles. A free alien stands on a road and
    is not caught.
    """

    longest_road: Counts
    curves: Counts
    roads: Counts
    roadless_tiles: Counts
    roads_of_one_length: Counts

    houses: Counts
    dogs: Counts
    girls: Counts
    boys: Counts
    ufos: Counts
    agents: Counts
    captured_aliens: Counts
    aliens_on_roads: Counts
    hamburgers: Counts
    dog_group: Counts
    alienless_group: Counts
    citizen_group: Counts
    house_group: Counts

    caught_aliens: Counts
    food_chains: Counts
    surrounded_aliens: Counts
    agents_on_a_road: Counts
    hamburgers_eaten: Counts
    abducting_aliens: Counts
    free_aliens_on_a_road: Counts

    @property
    def free_aliens(self) -> Counts:
        """Aliens on roads that no agent catches."""
        return self.aliens_on_roads - self.caught_aliens


@dataclass(frozen=True)
class Measure:
    """A way of scoring."""

    level: str
    """What the score depends on: `shape` (the town synonym), `faces` (tiles and faces), `objects` (turns) or `none`."""
    score: Callable[[TownCounts], Counts]


MEASURES: Mapping[str, Measure] = {
    "finish_quickly": Measure("none", lambda town: np.zeros_like(town.roads)),
    "longest_road": Measure("shape", lambda town: town.longest_road),
    "curvy": Measure("shape", lambda town: town.curves),
    "many_roads": Measure("shape", lambda town: town.roads),
    "no_roads": Measure("shape", lambda town: town.roadless_tiles),
    "same_length_roads": Measure("shape", lambda town: town.roads_of_one_length),
    "few_roads": Measure("shape", lambda town: -town.roads),
    "dog_roundup": Measure("faces", lambda town: town.dog_group),
    "real_estate_day": Measure("faces", lambda town: town.houses),
    "agents": Measure("faces", lambda town: town.agents),
    "life_with_dogs": Measure("faces", lambda town: town.dogs),
    "safe_zone": Measure("faces", lambda town: town.alienless_group),
    "citizen_area": Measure("faces", lambda town: town.citizen_group),
    "residential_area": Measure("faces", lambda town: town.house_group),
    "walk_the_dog": Measure("faces", lambda town: np.minimum(town.girls + town.boys, town.dogs)),
    "ladies_night": Measure("faces", lambda town: town.girls),
    "boy_scouts": Measure("faces", lambda town: town.boys),
    "capture": Measure("objects", lambda town: town.caught_aliens + town.captured_aliens),
    "surrounded": Measure("objects", lambda town: town.surrounded_aliens),
    "hungry_aliens": Measure("objects", lambda town: town.free_aliens * town.hamburgers),
    "safest_road": Measure("objects", lambda town: town.agents_on_a_road),
    "eat_it_up": Measure("objects", lambda town: town.hamburgers_eaten),
    "extraterrestrial": Measure("objects", lambda town: town.ufos * town.free_aliens),
    "abduction": Measure("objects", lambda town: town.abducting_aliens),
    "alien_power": Measure("objects", lambda town: town.free_aliens_on_a_road),
    "food_chain": Measure("objects", lambda town: town.food_chains),
}


def score_vectors(counts: TownCounts, themes: Sequence[Theme]) -> Matrix[np.int8]:
    """Scores of many towns in every theme: (themes, n)."""
    return np.array([MEASURES[theme.key].score(counts) for theme in themes], dtype=np.int8)
