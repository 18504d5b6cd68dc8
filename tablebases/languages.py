"""The language of texts for people: English, which stands in the code, or Japanese.

Japanese texts stand in `japanese.json` beside the page of each game, and beside the commands about all games. They are
found by the English text, gaps included. A text without a translation stays English.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Literal, get_args

Language = Literal["en", "ja"]
CATALOGUE = "japanese.json"
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that choose a language, the strongest first, as for gettext."""

_language: ContextVar[Language] = ContextVar("language", default="en")


def use_language(code: Language) -> None:
    """Choose the language of all later answers, notes and errors."""
    _language.set(code)


def current_language() -> Language:
    """The chosen language, at first English."""
    return _language.get()


def named_languages(words: Sequence[str]) -> list[str]:
    """The codes that the options `--lang` of a command line name, also wrong ones."""
    codes = [word.removeprefix("--lang=") for word in words if word.startswith("--lang=")]
    return codes + [code for option, code in pairwise(words) if option == "--lang"]


def asked_language(words: Sequence[str], environment: Mapping[str, str]) -> Language:
    """The language that a command line asks for with `--lang`, or else its environment, such as `LANG=ja_JP.UTF-8`."""
    # An error about other codes is in the language of the environment.
    codes = [code for code in named_languages(words) if code in get_args(Language)]
    codes += [value for name in VARIABLES if (value := environment.get(name))]
    return "ja" if codes and codes[0].startswith("ja") else "en"


def catalogues() -> list[Path]:
    """The files of Japanese texts that commands use."""
    here = Path(__file__).parent  # not from the list of puzzles: another one would compile all code again
    return [here / "cli" / CATALOGUE, *sorted(here.glob(f"*/page/{CATALOGUE}"))]


def texts_in(paths: Iterable[Path]) -> dict[str, str]:
    """English -> Japanese texts of some catalogues."""
    return {key: text for path in paths for key, text in json.loads(path.read_text(encoding="utf-8")).items()}


@cache
def japanese() -> dict[str, str]:
    """English -> Japanese texts of all catalogues."""
    return texts_in(catalogues())


def name_of(english: str, japanese: str) -> str:
    """The name in the current language, of a thing whose data has both; a thing may lack the Japanese one."""
    return (current_language() == "ja" and japanese) or english


def translated(text: str) -> str:
    """A text of the code in the current language, with its gaps."""
    return japanese().get(text, text) if current_language() == "ja" else text


def t(text: str, /, **values: object) -> str:
    """A text of the code in the current language, with the values in its gaps.

    >>> t("there is no tile {number}", number=9)
    'there is no tile 9'
    """
    return translated(text).format(**values) if values else translated(text)
