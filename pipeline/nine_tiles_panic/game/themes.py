"""The themes (the cards of the game), their names, and sets of three of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

THEMES_IN_A_SET = 3


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


def all_theme_sets(numbers: Sequence[int]) -> list[ThemeSet]:
    """Every set of three of the themes with these numbers (ascending), in order of ids."""
    return [
        ThemeSet((a, b, c), theme_set_id(numbers[i] for i in (a, b, c)))
        for a, b, c in combinations(range(len(numbers)), THEMES_IN_A_SET)
    ]
