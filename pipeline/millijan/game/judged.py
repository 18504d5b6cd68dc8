"""All that can be said about a hand, whatever its size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipeline.millijan.game.table import Discard, Hand, Table, Value
from pipeline.millijan.game.units import MOST_TILES


@dataclass(frozen=True)
class Judged:
    """What a table says about a hand.

    n_tiles: of the hand, with those of called units. waits: kind -> score, of 12 tiles. discards:
    of 13 tiles, the best first. distance, accepted: of 12 tiles, and of 13 after the best discard;
    None and none for fewer tiles, 0 and none for a win. copies_left: of each kind, those that the
    player does not have.
    """

    n_tiles: int
    value: Value
    waits: Mapping[int, int]
    discards: Sequence[Discard]
    distance: int | None
    accepted: tuple[int, ...]
    copies_left: Sequence[int]

    @property
    def accepted_copies(self) -> int | None:
        """How many tiles lower the distance; None where there is no distance or a win."""
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
    if n_tiles == MOST_TILES - 1:
        waits = table.waits(hand, called)
        distance, accepted = table.distance(hand, called)
    elif value.won:
        distance = 0
    if n_tiles == MOST_TILES:
        discards = table.discards(hand, called)
    if discards and not value.won:
        distance, accepted = discards[0].distance, discards[0].accepted
    left = table.copies_left(hand, called)
    return Judged(n_tiles, value, waits, discards, distance, accepted, left)
