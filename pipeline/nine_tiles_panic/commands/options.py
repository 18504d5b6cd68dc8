"""What several commands take: options, where files are if nobody says otherwise, and themes.

Themes are named as people do: by number, by name in English or Japanese, by part of a name.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import typer

from pipeline.core.errors import InputError
from pipeline.core.packaged import answers_file, data_file
from pipeline.nine_tiles_panic.game.themes import THEMES_IN_A_SET, Theme

RESULTS = Path("results/nine_tiles_panic")
TILES = Path("data/nine_tiles_panic/tiles.csv")
THEMES = Path("data/nine_tiles_panic/themes.csv")
NUMBERS = re.compile(r"[\d\s_]*\d[\d\s_]*")
"""Of cards, such as 02_05_18."""
BRACKETS = "()[]<>{}「」『』【】〈〉\"' "
NEAREST = 3  # themes that are suggested in the place of one that there is not

TilesOption = Annotated[Path, typer.Option("--tiles", help="Tile file, one row a tile face.", callback=data_file)]
ThemesOption = Annotated[Path, typer.Option("--themes", help="Theme file, one row a theme.", callback=data_file)]
RuleSet = Literal["published", "impartial"]
RuleSetOption = Annotated[RuleSet, typer.Option("--rule-set", help="How the card texts are read.")]
RowsOption = Annotated[int, typer.Option("--rows", min=1, help="Rows of the board.")]
ColumnsOption = Annotated[int, typer.Option("--columns", min=1, help="Columns of the board.")]


def _plain(text: str) -> str:
    """A name for comparisons: case, the width of letters and digits, and brackets around it do not count."""
    return unicodedata.normalize("NFKC", text).casefold().strip(BRACKETS)


def _names(theme: Theme) -> list[str]:
    return [_plain(name) for name in (theme.key, theme.name_en, theme.name_ja)]


def _listed(themes: Sequence[Theme]) -> str:
    return ", ".join(f"{theme.no} {theme.name_en}" for theme in themes)


def find_theme(text: str, themes: Sequence[Theme]) -> Theme:
    """The theme that a text names: its number, its name, or a part that no other name has; case does not count.

    Raises:
        InputError: no theme is named so, or several; the nearest names are in the message.
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

    Raises:
        InputError: a text names no theme, or they are not one to three different ones.
    """
    cards = _named_cards(texts)
    if len(cards) > THEMES_IN_A_SET:
        raise InputError(f"give one to {THEMES_IN_A_SET} cards, such as `2 5 18`, but these are {len(cards)}")
    chosen = sorted((find_theme(card, themes) for card in cards), key=lambda theme: theme.no)
    for theme in chosen:
        if chosen.count(theme) > 1:
            raise InputError(f"theme {theme.no} {theme.name_en} is chosen more than once")
    return chosen


def best_towns_file(results: Path | None) -> Path:
    """The database of the best towns: of a folder, else of the results here, else the one of the package."""
    return answers_file(results, RESULTS.name, "best_towns.db")
