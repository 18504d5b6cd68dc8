"""What several commands take: options, where files are if nobody says otherwise, and themes.

Themes are named as people do: by number, by name in English or Japanese, by part of a name.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from pipeline.core.errors import PipelineError
from pipeline.nine_tiles_panic.game.themes import THEMES_IN_A_SET, Theme

RESULTS = Path("results/nine_tiles_panic")
TILES = Path("data/nine_tiles_panic/tiles.csv")
THEMES = Path("data/nine_tiles_panic/themes.csv")
NEAREST = 3  # themes that are suggested in the place of one that there is not

TilesOption = Annotated[Path, typer.Option("--tiles", help="Tile file, one row a tile face.")]
ThemesOption = Annotated[Path, typer.Option("--themes", help="Theme file, one row a theme.")]
RowsOption = Annotated[int, typer.Option("--rows", min=1, help="Rows of the board.")]
ColumnsOption = Annotated[int, typer.Option("--columns", min=1, help="Columns of the board.")]


def _names(theme: Theme) -> list[str]:
    return [name.casefold() for name in (theme.key, theme.name_en, theme.name_ja)]


def _listed(themes: Sequence[Theme]) -> str:
    return ", ".join(f"{theme.no} {theme.name_en}" for theme in themes)


def find_theme(text: str, themes: Sequence[Theme]) -> Theme:
    """The theme that a text names: its number, its name, or a part that no other name has; case does not count.

    Raises:
        PipelineError: no theme is named so, or several; the nearest names are in the message.
    """
    wanted = text.strip().casefold()
    if wanted.isascii() and wanted.isdigit():
        for theme in themes:
            if str(theme.no) == wanted.lstrip("0"):
                return theme
        raise PipelineError(f"there is no theme {text}; they are numbered {themes[0].no} to {themes[-1].no}")
    exact = [theme for theme in themes if wanted in _names(theme)]
    partial = [theme for theme in themes if any(wanted in name for name in _names(theme))]
    found = exact or (partial if wanted else [])
    if len(found) == 1:
        return found[0]
    if found:
        raise PipelineError(f"several themes are named like '{text}': {_listed(found)}")
    by_name = {name: theme for theme in themes for name in _names(theme)}
    close = difflib.get_close_matches(text.casefold(), by_name, n=2 * NEAREST, cutoff=0.4)
    nearest = list(dict.fromkeys(by_name[name] for name in close))[:NEAREST]
    hint = f"the nearest are {_listed(nearest)}" if nearest else "give its number or its name"
    raise PipelineError(f"no theme is named '{text}'; {hint}")


def find_theme_set(texts: Sequence[str], themes: Sequence[Theme]) -> list[Theme]:
    """Three different themes, ascending by number.

    Raises:
        PipelineError: a text names no theme, or they are not three different ones.
    """
    if len(texts) != THEMES_IN_A_SET:
        raise PipelineError(f"give {THEMES_IN_A_SET} cards, such as `2 5 18`, but these are {len(texts)}")
    chosen = sorted((find_theme(text, themes) for text in texts), key=lambda theme: theme.no)
    for theme in chosen:
        if chosen.count(theme) > 1:
            raise PipelineError(f"theme {theme.no} {theme.name_en} is chosen more than once")
    return chosen
