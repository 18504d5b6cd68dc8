"""The ways of scoring a town, from counts of what is in it; the theme file says which of them are cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tablebases.errors import Error
from tablebases.nine_tiles.themes import THEMES_IN_A_SET, Theme

if TYPE_CHECKING:
    import numpy as np

    from tablebases.arrays import Matrix, Vector

    Counts = Vector[np.int64]

THEME_FILE_COLUMNS = ("no", "key", "name_en", "name_ja", "level")


class TownCounts(NamedTuple):
    """Counts of many towns at once; every field is (n,). A group is the largest set of orthogonally connected tiles."""

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


def _nothing(town: TownCounts) -> Counts:
    """A score of 0 for every town."""
    import numpy as np

    return np.zeros_like(town.roads)


def _walked_dogs(town: TownCounts) -> Counts:
    """Pairs of a child and a dog."""
    import numpy as np

    pairs: Counts = np.minimum(town.girls + town.boys, town.dogs)
    return pairs


MEASURES: Mapping[str, Measure] = {
    "finish_quickly": Measure("none", _nothing),
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
    "walk_the_dog": Measure("faces", _walked_dogs),
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
    import numpy as np

    return np.array([MEASURES[theme.key].score(counts) for theme in themes], dtype=np.int8)


def _parse_theme(row: Mapping[str, str]) -> Theme:
    number = (row["no"] or "").strip()
    if number not in map(str, range(1, 100)):
        raise Error(f"no must be a number from 1 to 99, but is '{number}'")
    if "more" in row:
        raise Error(f"theme {number}: the row has more values than there are columns")
    key = (row["key"] or "").strip()
    if key not in MEASURES:
        raise Error(f"theme {number}: key '{key}' is not known; choose one of {', '.join(MEASURES)}")
    level = (row["level"] or "").strip()
    if level != MEASURES[key].level:
        raise Error(f"theme {number}: level of {key} must be '{MEASURES[key].level}', but is '{level}'")
    for name in (row["name_en"], row["name_ja"]):
        if not name.isprintable() or name != name.strip():
            raise Error(f"theme {number}: {name!r} is no name: blanks around it, or what cannot be printed")
    return Theme(int(number), key, row["name_en"], row["name_ja"], level)


def parse_themes(columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> tuple[Theme, ...]:
    """Read the rows of a theme file into themes in the order of their numbers.

    Raises:
        Error: a column is missing, a number, key or name is wrong or occurs twice, or there are fewer than
            three themes.
    """
    if sorted(columns) != sorted(THEME_FILE_COLUMNS):
        raise Error(f"the columns must be {','.join(THEME_FILE_COLUMNS)}")
    themes = sorted((_parse_theme(row) for row in rows), key=lambda theme: theme.no)
    for attribute in ("no", "key", "name_en", "name_ja"):
        values = [getattr(theme, attribute) for theme in themes]
        for value in filter(None, values):
            if values.count(value) > 1:
                raise Error(f"{attribute} {value} is listed twice")
    if len(themes) < THEMES_IN_A_SET:
        raise Error(f"there are fewer than {THEMES_IN_A_SET} themes in it")
    return tuple(themes)
