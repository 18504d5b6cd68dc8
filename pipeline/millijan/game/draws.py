"""How many draws a win takes, when one player draws and discards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from pipeline.millijan.game.decks import Deck
from pipeline.millijan.game.table import Table
from pipeline.millijan.game.units import COPIES, MAX_TILES


def draws_to_win(table: Table, tiles: Sequence[int]) -> int | None:
    """How many of some tiles are drawn until 13 win; None if they do not suffice.

    The first 12 are the hand, the others are drawn in turn. After each draw the discard goes that `Table.discards`
    ranks first: low distance of what is left, then many accepted copies that are not in the hand.
    """
    hand = list(tiles[: MAX_TILES - 1])
    distance, accepted = table.distance(hand)
    for draws, drawn in enumerate(tiles[MAX_TILES - 1 :], start=1):
        if distance == 1 and drawn in accepted:
            return draws
        hand.append(drawn)
        best = table.discards(hand)[0]
        hand.remove(best.kind)
        distance, accepted = best.distance, best.accepted
    return None


def play(deck: Deck, games: int, seed: int) -> Counter[int | None]:
    """Draws until the win -> games with a shuffled deck; None: the deck was used up."""
    random = np.random.default_rng([seed, *deck.name.encode()])
    tiles = np.repeat(np.arange(deck.n_kinds), COPIES)
    return Counter(draws_to_win(deck.table, random.permutation(tiles).tolist()) for _ in range(games))
