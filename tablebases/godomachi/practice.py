"""The pairs of a day; `page/practice.js` draws the same ones."""

from __future__ import annotations

from tablebases.answer.text import Block, Drawing
from tablebases.godomachi.answers import Game, play, shapes
from tablebases.godomachi.drawing import COLOURS, pair_text
from tablebases.godomachi.puzzles import FEWEST_PLIES
from tablebases.languages import t
from tablebases.practice import Daily, Draws

DAILY_CELLS = (6, 7, 7)
"""The cells of the shapes of each pair of a day."""


def is_puzzle(game: Game) -> bool:
    """Whether exactly one kind of first move wins, not at once."""
    return game.plies >= FEWEST_PLIES and sum(move.wins for move in game.legal_moves()) == 1


def drawn_pair(cells: int, draws: Draws) -> Game:
    """A pair of shapes of a size that is a puzzle."""
    listed = shapes(cells)
    while True:
        a, b = (listed[draws.below(len(listed))] for _ in range(2))
        if is_puzzle(game := play(a, b)):
            return game


def daily(day: str) -> Daily:
    """The pairs of a day, such as 2026-11-24."""
    draws = Draws(f"godomachi {day}")
    pairs = [drawn_pair(cells, draws).shapes for cells in DAILY_CELLS]
    names = [" ".join(f"{len(shape)}:{shape.number}" for shape in pair) for pair in pairs]
    blocks: list[Block] = []
    for number, (name, (a, b)) in enumerate(zip(names, pairs, strict=True), start=1):
        blocks += [t("pair {number}: {name}", number=number, name=name), Drawing(pair_text((a.text, b.text)), COLOURS)]
    return Daily(t("Find the winning cut of each pair."), "solve", names, blocks, t("pair {number}", number=1))
