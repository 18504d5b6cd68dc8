"""The themes (the cards of the game), their names, and sets of three of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from pipeline.errors import PipelineError
from pipeline.nine_tiles_panic.game.measures import MEASURES, TownCounts

THEMES_IN_A_SET = 3
THEME_FILE_COLUMNS = ("no", "key", "name_en", "name_ja", "level")


@dataclass(frozen=True)
class Theme:
    """One card: its number, the key of its measure, its names, the level of its measure."""

    no: int
    key: str
    name_en: str
    name_ja: str
    level: str

    @property
    def column(self) -> str:
        """Name of this theme's column in tables: t01, t02, ..."""
        return f"t{self.no:02d}"


def _parse_theme(row: Mapping[str, str]) -> Theme:
    number = (row["no"] or "").strip()
    if not (number.isascii() and number.isdigit() and 1 <= int(number) <= 99):
        raise PipelineError(f"no must be a number from 1 to 99, but is '{number}'")
    if "more" in row:
        raise PipelineError(f"theme {number}: the row has more values than there are columns")
    key = (row["key"] or "").strip()
    if key not in MEASURES:
        raise PipelineError(
            f"theme {number}: key '{key}' is not known; choose one of {', '.join(MEASURES)}"
        )
    level = (row["level"] or "").strip()
    if level != MEASURES[key].level:
        raise PipelineError(
            f"theme {number}: level of {key} must be '{MEASURES[key].level}', but is '{level}'"
        )
    return Theme(int(number), key, row["name_en"], row["name_ja"], level)


def parse_themes(columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> tuple[Theme, ...]:
    """Read the rows of a theme file into themes in the order of their numbers.

    Raises:
        PipelineError: a column is missing, a number or key is wrong or double, or there are
            fewer than three themes.
    """
    if sorted(columns) != sorted(THEME_FILE_COLUMNS):
        raise PipelineError(f"the columns must be {','.join(THEME_FILE_COLUMNS)}")
    themes = sorted((_parse_theme(row) for row in rows), key=lambda theme: theme.no)
    for attribute in ("no", "key"):
        values = [getattr(theme, attribute) for theme in themes]
        for value in values:
            if values.count(value) > 1:
                raise PipelineError(f"{attribute} {value} is listed twice")
    if len(themes) < THEMES_IN_A_SET:
        raise PipelineError(f"there are fewer than {THEMES_IN_A_SET} themes in it")
    return tuple(themes)


@dataclass(frozen=True)
class ThemeSet:
    """Three themes: their indices into the list of themes, ascending, and the id `aa_bb_cc`."""

    indices: tuple[int, int, int]
    id: str


def theme_set_id(numbers: Iterable[int]) -> str:
    """The id of a theme set, such as `02_05_18`."""
    return "_".join(f"{number:02d}" for number in numbers)


def all_theme_sets(numbers: Sequence[int]) -> list[ThemeSet]:
    """Every set of three of the themes with these numbers (ascending), in order of ids."""
    return [
        ThemeSet((a, b, c), theme_set_id(numbers[i] for i in (a, b, c)))
        for a, b, c in combinations(range(len(numbers)), THEMES_IN_A_SET)
    ]


def score_vectors(counts: TownCounts, themes: Sequence[Theme]) -> NDArray[np.int8]:
    """Scores of many towns in every theme; int8 (themes, n)."""
    return np.array([MEASURES[theme.key].score(counts) for theme in themes], dtype=np.int8)
