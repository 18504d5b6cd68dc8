"""The themes (the cards of the game), their names, and sets of three of them.

A player names a card by its number, by its English or Japanese name, or by a part of a name.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from tablebases.errors import InputError

THEMES_IN_A_SET = 3
RuleSet = Literal["published", "impartial"]
"""A reading of the card texts."""
NAME_ENDING = ".txt"


@dataclass(frozen=True)
class Theme:
    """One card."""

    no: int
    key: str
    """Of its measure, see `measures.py`."""
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


# Cards as players name them.

NUMBERS = re.compile(r"[\d\s_]*\d[\d\s_]*")
"""Of cards, such as 02_05_18."""
BRACKETS = "()[]<>{}「」『』【】〈〉\"' "
NEAREST = 3
"""How many cards are suggested for a name that no card has."""


def _plain(text: str) -> str:
    """A name for comparisons: case, the width of letters and digits, and brackets around it do not count."""
    return unicodedata.normalize("NFKC", text).casefold().strip(BRACKETS)


def _names(theme: Theme) -> list[str]:
    return [_plain(name) for name in (theme.key, theme.name_en, theme.name_ja)]


def _listed(themes: Sequence[Theme]) -> str:
    return ", ".join(f"{theme.no} {theme.name_en}" for theme in themes)


def find_theme(text: str, themes: Sequence[Theme]) -> Theme:
    """The theme that a text names: its number, its name, or a part that no other name has; case does not count.

    Raises an InputError that lists the nearest names if no theme is named so, or several.
    """
    wanted = _plain(text)
    if wanted.isascii() and wanted.isdigit():
        for theme in themes:
            if str(theme.no) == wanted.lstrip("0"):
                return theme
        raise InputError(f"there is no theme {text}; they are numbered {themes[0].no} to {themes[-1].no}")
    exact = [theme for theme in themes if wanted in _names(theme)]
    partial = [theme for theme in themes if any(wanted in name for name in _names(theme))]
    found = exact or (partial if wanted else [])
    if len(found) == 1:
        return found[0]
    if found:
        raise InputError(f"several themes are named like '{text}': {_listed(found)}")
    by_name = {name: theme for theme in themes for name in _names(theme)}
    close = difflib.get_close_matches(wanted, by_name, n=2 * NEAREST, cutoff=0.4)
    nearest = list(dict.fromkeys(by_name[name] for name in close))[:NEAREST]
    hint = f"the nearest are {_listed(nearest)}" if nearest else "give its number or its name"
    raise InputError(f"no theme is named '{text}'; {hint}")


def _named_cards(texts: Sequence[str]) -> list[str]:
    """The cards that words name: with commas between them, and numbers as 02_05_18 or with blanks too."""
    parts = [part for text in texts for part in re.split("[,;、]", unicodedata.normalize("NFKC", text))]
    return [card for part in parts for card in (re.findall(r"\d+", part) if NUMBERS.fullmatch(part) else [part])]


def find_cards(texts: Sequence[str], themes: Sequence[Theme]) -> list[Theme]:
    """One, two or three different themes, ascending by number.

    Raises an InputError if they are not one to three different ones.
    """
    cards = _named_cards(texts)
    if len(cards) > THEMES_IN_A_SET:
        raise InputError(f"give one to {THEMES_IN_A_SET} cards, such as `2 5 18`, but these are {len(cards)}")
    chosen = sorted((find_theme(card, themes) for card in cards), key=lambda theme: theme.no)
    for theme in chosen:
        if chosen.count(theme) > 1:
            raise InputError(f"theme {theme.no} {theme.name_en} is chosen more than once")
    return chosen
