"""The themes (the cards of the game), their names, and sets of three of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

THEMES_IN_A_SET = 3
COUNTED = {
    "capture": "aliens caught",
    "surrounded": "aliens between two agents who face each other",
    "dog_roundup": "tiles with dogs, side by side",
    "finish_quickly": "speed, which a town does not show: always 0",
    "longest_road": "tiles along the longest road",
    "curvy": "curves",
    "real_estate_day": "houses",
    "hungry_aliens": "free aliens times hamburgers",
    "agents": "agents",
    "many_roads": "roads",
    "no_roads": "tiles without a road",
    "life_with_dogs": "dogs",
    "same_length_roads": "most roads of the same length",
    "safest_road": "agents on one road",
    "few_roads": "roads, each counts -1",
    "eat_it_up": "hamburgers in front of one free alien",
    "extraterrestrial": "UFOs times free aliens",
    "abduction": "aliens that face one agent",
    "alien_power": "free aliens on one road",
    "food_chain": "agent after alien after hamburger",
    "safe_zone": "tiles without aliens, side by side",
    "citizen_area": "tiles with girls or boys, side by side",
    "residential_area": "tiles with houses, side by side",
    "walk_the_dog": "pairs of a child and a dog",
    "ladies_night": "girls",
    "boy_scouts": "boys",
}
"""What each card counts, by its key, in the order of the cards."""
NAME_ENDING = ".txt"


@dataclass(frozen=True)
class Theme:
    """One card."""

    no: int
    key: str
    """Of its measure, see `MEASURES`."""
    name_en: str
    name_ja: str
    level: str
    """Of its measure."""

    @property
    def column(self) -> str:
        """Name of this theme's column in tables: t01, t02, ..."""
        return f"t{self.no:02d}"

    @property
    def title(self) -> str:
        """Its number and English name: 2 Surrounded."""
        return f"{self.no} {self.name_en}"

    @property
    def counts(self) -> str:
        """What the card counts, in English."""
        return COUNTED[self.key]


@dataclass(frozen=True)
class ThemeSet:
    """Three themes."""

    indices: tuple[int, int, int]
    """Into the list of themes, ascending."""
    id: str
    """`aa_bb_cc`, such as 02_05_18."""


def theme_set_id(numbers: Iterable[int]) -> str:
    """The id of a theme set, such as `02_05_18`."""
    return "_".join(f"{number:02d}" for number in numbers)


def theme_synonym_name(scores: Iterable[int]) -> bytes:
    """The name by which theme synonyms are sorted, such as `b"1_0_3.txt"`; ids are ranks of names."""
    return ("_".join(map(str, scores)) + NAME_ENDING).encode()


def all_theme_sets(numbers: Sequence[int]) -> list[ThemeSet]:
    """Every set of three of the themes with these numbers (ascending), in order of ids."""
    return [
        ThemeSet((a, b, c), theme_set_id(numbers[i] for i in (a, b, c)))
        for a, b, c in combinations(range(len(numbers)), THEMES_IN_A_SET)
    ]
