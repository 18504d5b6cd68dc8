"""The examples in the docstrings of modules that encode things as numbers."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

MODULES = [
    "arrow_puzzle.game.algebra",
    "arrow_puzzle.game.batch",
    "arrow_puzzle.game.notation",
    "arrow_puzzle.game.smith",
    "godomachi.game.cuts",
    "godomachi.game.packing",
    "godomachi.game.polyominoes",
    "godomachi.game.values",
    "millijan.game.overlaps",
    "millijan.game.romaji",
    "millijan.game.splits",
    "millijan.game.winning_hands",
    "nine_tiles_panic.game.best_answers",
    "nine_tiles_panic.game.boxes",
    "nine_tiles_panic.game.interning",
    "nine_tiles_panic.game.road_synonyms",
    "nine_tiles_panic.game.score_vectors",
    "nine_tiles_panic.game.town_boxes",
    "nine_tiles_panic.game.town_tables",
    "nine_tiles_panic.game.towns",
]


@pytest.mark.parametrize("name", MODULES)
def test_worked_examples_are_right(name: str) -> None:
    results = doctest.testmod(import_module(f"pipeline.{name}"))
    assert results.attempted
    assert results.failed == 0
