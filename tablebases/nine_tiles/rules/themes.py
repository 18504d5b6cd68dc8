"""The themes (the cards of the game), their names, and sets of three of them.

Players name a card by its number, by its English or Japanese name, or by a part of a name.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Literal, TypeAlias

from tablebases.arguments import texts_of
from tablebases.errors import InputError
from tablebases.languages import name_of, t

THEMES_IN_A_SET = 3
RuleSet = Literal["published", "impartial"]
"""A reading of the card texts."""
NAME_ENDING = ".txt"


@dataclass(frozen=True)
class Theme:
    """One card."""

    no: int
    key: str
    """The key of its measure, see `measures.py`."""
    name_en: str
    name_ja: str
    level: str
    """The level of its measure."""

    @property
    def column(self) -> str:
        """The name of its column in tables: t01, t02, ..."""
        return f"t{self.no:02d}"

    @property
    def title(self) -> str:
        """Its number and its name in the current language: 2 Surrounded."""
        return t("{number} {name}", number=self.no, name=name_of(self.name_en, self.name_ja))


@dataclass(frozen=True)
class ThemeSet:
    """Three themes."""

    indices: tuple[int, int, int]
    """Places in the list of themes, ascending."""
    id: str
    """`aa_bb_cc`, such as 02_05_18."""


def theme_set_id(numbers: Iterable[int]) -> str:
    """The id of a theme set, such as `02_05_18`."""
    return "_".join(f"{number:02d}" for number in numbers)


def theme_synonym_name(scores: Iterable[int]) -> bytes:
    """The name of a theme synonym, such as `b"1_0_3.txt"`; its id is the rank of this name."""
    return ("_".join(map(str, scores)) + NAME_ENDING).encode()


def all_theme_sets(numbers: Sequence[int]) -> list[ThemeSet]:
    """All sets of three of these themes, in the order of ids."""
    return [
        ThemeSet((a, b, c), theme_set_id(numbers[i] for i in (a, b, c)))
        for a, b, c in combinations(range(len(numbers)), THEMES_IN_A_SET)
    ]


# Cards as players name them.

NUMBERS = re.compile(r"[\d\s_]*\d[\d\s_]*")
"""Numbers of cards, such as 02_05_18."""
MARKS = "()[]<>{}「」『』【】〈〉\"' #."
"""Marks around the number of a card."""
ENDING = re.compile("(?<=...)(?:ies|ys?|s)$")
"""Of singular and plural, as in lady and ladies."""
AnyCards: TypeAlias = int | str | Iterable["AnyCards"]
"""A number, a name, a text such as "2 5 18", or a list of them."""
NEAREST = 3
"""Number of cards to suggest for an unknown name."""


def _words(text: str) -> list[str]:
    """The words of a name without case, width of characters, and punctuation."""
    return re.findall(r"[^\W_]+", re.sub("['\u2019]", "", unicodedata.normalize("NFKC", text).casefold()))


def _joined(words: Sequence[str], is_stem: bool = False) -> str:
    """A name without blanks and article; if `is_stem`, also without `ENDING`."""
    words = words[len(words) > 1 and words[0] in ("a", "an", "the") :]
    return "".join(ENDING.sub("", word) if is_stem else word for word in words)


def _names(theme: Theme) -> list[list[str]]:
    return [_words(name) for name in (theme.key, theme.name_en, theme.name_ja)]


def _fits(wanted: Sequence[str], name: Sequence[str], is_part: bool, is_stem: bool) -> bool:
    """Whether a name is `wanted`, or with `is_part` has it as a part: three letters that begin a word, or any kanji."""
    text, *starts = (_joined(words, is_stem) for words in (wanted, *(name[first:] for first in range(len(name)))))
    if not is_part:
        return text in starts[:1]
    if text.isascii():
        return len(text) > 2 and any(start.startswith(text) for start in starts)
    return any(text in start for start in starts)


def _listed(themes: Sequence[Theme]) -> str:
    return t(", ").join(theme.title for theme in themes)


def find_theme(text: str, themes: Sequence[Theme]) -> Theme:
    """Find the theme with this number, name, or part of a name; case, punctuation and plural do not matter.

    `card 5` and `お題5` are number 5.

    Raises an InputError if no theme or several match; it lists the nearest names.
    """
    number, words = unicodedata.normalize("NFKC", text).strip(MARKS), _words(text)
    number = re.sub(r"^(card|お題) *(?=[0-9]+$)", "", number, flags=re.IGNORECASE)
    if number.isascii() and number.isdigit():
        for theme in themes:
            if str(theme.no) == number.lstrip("0"):
                return theme
        raise InputError(
            "there is no card {text}; cards are numbered {first} to {last}",
            text=text,
            first=themes[0].no,
            last=themes[-1].no,
        )
    found: list[Theme] = []
    for how in product((False, True), repeat=2) if words else ():
        found = found or [theme for theme in themes if any(_fits(words, name, *how) for name in _names(theme))]
    if len(found) == 1:
        return found[0]
    if found:
        raise InputError("'{text}' fits several cards, give a number: {themes}", text=text, themes=_listed(found))
    by_name, wanted = {_joined(name): theme for theme in themes for name in _names(theme)}, _joined(words)
    near = [name for name in by_name if words and wanted in name]
    near += difflib.get_close_matches(wanted, by_name, n=2 * NEAREST, cutoff=0.5)
    nearest = list(dict.fromkeys(by_name[name] for name in near))[:NEAREST]
    if nearest:
        raise InputError("no card is named '{text}'; the nearest are {themes}", text=text, themes=_listed(nearest))
    raise InputError("no card is named '{text}'; give its number or its name", text=text)


def _named_cards(cards: AnyCards) -> list[str]:
    """Split texts into cards at commas, and numbers also at blanks and underscores."""
    parts = [part for text in texts_of(cards) for part in re.split("[,;、/]", unicodedata.normalize("NFKC", text))]
    return [card for part in parts for card in (re.findall(r"\d+", part) if NUMBERS.fullmatch(part) else [part])]


def find_cards(cards: AnyCards, themes: Sequence[Theme], *, in_order: bool = False) -> list[Theme]:
    """Find one, two or three different themes, ascending by number, or `in_order` as given.

    Raises an InputError for a card that is unknown or given twice, and for more than three cards.
    """
    cards = _named_cards(cards)
    if len(cards) > THEMES_IN_A_SET:
        raise InputError(
            "{n} cards are too many; give one to {most}, such as `2 5 18`", most=THEMES_IN_A_SET, n=len(cards)
        )
    chosen = [find_theme(card, themes) for card in cards]
    for theme in chosen:
        if chosen.count(theme) > 1:
            raise InputError("card {theme} is chosen more than once", theme=theme.title)
    return chosen if in_order else sorted(chosen, key=lambda theme: theme.no)
