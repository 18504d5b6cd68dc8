"""Texts that readers type, paste and open, from `texts.yaml`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

TEXTS: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("texts.yaml").read_text(encoding="utf-8"))


def typed_texts(name: str) -> list[str]:
    """The texts of a list, with long ones written out."""

    def repeated(match: re.Match[str]) -> str:
        return match[2] * (int(match[1]) // len(match[2]))

    return [re.sub(r"\{(\d+) ([^}]+)\}", repeated, text) for text in TEXTS[name]]


def no_progress() -> list[str]:
    """Texts that are no progress copied as JSON."""
    parts = [f'{{"{part}":{value}}}' for part, values in TEXTS["no_parts"].items() for value in values]
    games = [f'{{"arrow":{game}}}' for game in (*TEXTS["no_game"], *parts)]
    return [*typed_texts("no_progress"), *(f'{{"version":1,"games":{one}}}' for one in (*TEXTS["no_games"], *games))]
