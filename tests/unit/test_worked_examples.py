"""The examples in the docstrings of modules that encode things as numbers."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

MODULES = [
    "arrow.linear",
    "arrow.batches",
    "arrow.boards",
    "godomachi.cut_tables",
    "godomachi.polyominoes",
    "millijan.nearest",
    "millijan.names",
    "millijan.splits",
    "millijan.winning_hands",
    "nine_tiles.boxes",
    "nine_tiles.laid_town",
    "nine_tiles.road_synonyms",
    "nine_tiles.round_robin",
    "nine_tiles.score_vectors",
    "nine_tiles.search",
    "nine_tiles.town_tables",
]


@pytest.mark.parametrize("name", MODULES)
def test_worked_examples_are_right(name: str) -> None:
    results = doctest.testmod(import_module(f"tablebases.{name}"))
    assert results.attempted
    assert results.failed == 0
