"""Everything a table says about a hand, whatever its size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipeline.millijan.game.table import Discard, Hand, Table, Value
from pipeline.millijan.game.units import MAX_TILES


@dataclass(frozen=True)
class Judged:
    """What a table says about a hand."""

    n_tiles: int
    """Of the hand, with those of called units."""
    value: Value
    waits: Mapping[int, int]
    """Kind -> score; empty unless there are 12 tiles."""
    discards: Sequence[Discard]
    """The best first; empty unless there are 13 tiles."""
    distance: int | None
    """Of 12 tiles, or of 13 after the best discard; 0 for a win, None for fewer tiles."""
    accepted: tuple[int, ...]
    """The kinds that lower the distance."""
    copies_left: Sequence[int]
    """Of each kind, those that the player does not have."""

    @property
    def accepted_copies(self) -> int | None:
        """How many tiles lower the distance; None for a win or if there is no distance."""
        if not self.distance:
            return None
        return sum(self.copies_left[kind] for kind in self.accepted)


def judge(table: Table, hand: Hand, called: Sequence[int] = ()) -> Judged:
    """Judge a hand.

    Args:
        table: the game and its rules.
        hand: kinds, without those of called units; at most 13 with them.
        called: numbers of units; with all 13 tiles the hand is empty.
    """
    value = table.value(hand, called)
    n_tiles = len(hand) + sum(len(table.units[unit].members) for unit in called)
    waits: Mapping[int, int] = {}
    discards: Sequence[Discard] = ()
    distance: int | None = None
    accepted: tuple[int, ...] = ()
    if n_tiles == MAX_TILES - 1:
        waits = table.waits(hand, called)
        distance, accepted = table.distance(hand, called)
    elif value.won:
        distance = 0
    if n_tiles == MAX_TILES:
        discards = table.discards(hand, called)
    if discards and not value.won:
        distance, accepted = discards[0].distance, discards[0].accepted
    left = table.copies_left(hand, called)
    return Judged(n_tiles, value, waits, discards, distance, accepted, left)
