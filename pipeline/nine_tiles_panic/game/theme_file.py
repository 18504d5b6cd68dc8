"""The rows of a theme file: which cards there are, and what each of them measures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pipeline.core.errors import PipelineError
from pipeline.nine_tiles_panic.game.measures import MEASURES
from pipeline.nine_tiles_panic.game.themes import THEMES_IN_A_SET, Theme

THEME_FILE_COLUMNS = ("no", "key", "name_en", "name_ja", "level")


def _parse_theme(row: Mapping[str, str]) -> Theme:
    number = (row["no"] or "").strip()
    if not (number.isascii() and number.isdigit() and 1 <= int(number) <= 99):
        raise PipelineError(f"no must be a number from 1 to 99, but is '{number}'")
    if "more" in row:
        raise PipelineError(f"theme {number}: the row has more values than there are columns")
    key = (row["key"] or "").strip()
    if key not in MEASURES:
        raise PipelineError(f"theme {number}: key '{key}' is not known; choose one of {', '.join(MEASURES)}")
    level = (row["level"] or "").strip()
    if level != MEASURES[key].level:
        raise PipelineError(f"theme {number}: level of {key} must be '{MEASURES[key].level}', but is '{level}'")
    return Theme(int(number), key, row["name_en"], row["name_ja"], level)


def parse_themes(columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> tuple[Theme, ...]:
    """Read the rows of a theme file into themes in the order of their numbers.

    Raises:
        PipelineError: a column is missing, a number or key is wrong or occurs twice, or there are fewer than three
            themes.
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
