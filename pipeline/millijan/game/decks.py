"""Decks: what hands are dealt from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.millijan.game.table import Table
from pipeline.millijan.game.units import ALL, AS, COPIES, MAX_TILES, Unit


@dataclass(frozen=True)
class Deck:
    """What hands are dealt from: 3 copies of some kinds, as a game of their own."""

    name: str
    table: Table
    """Of these kinds, renumbered from 0, and of the units that they can form."""
    units: tuple[int, ...]
    """The numbers of these units in the whole game."""

    @property
    def n_kinds(self) -> int:
        """How many kinds there are."""
        return len(self.table.tiles)


def deck_of(name: str, kinds: Sequence[int], table: Table) -> Deck:
    """A deck of some kinds of a game, numbers of tiles at its table, which has no main idol."""
    number = {kind: number for number, kind in enumerate(kinds)}
    numbers = [u for u, unit in enumerate(table.units) if number.keys() >= set(unit.members)]
    chosen = [table.units[u] for u in numbers]
    units = [Unit(unit.name, tuple(sorted(number[kind] for kind in unit.members))) for unit in chosen]
    return Deck(name, Table([table.tiles[kind] for kind in kinds], units, table.rules), tuple(numbers))


def decks(table: Table, first: int = 13) -> list[Deck]:
    """The whole deck, the idols of AS, who are the `first` kinds, and each type, as far as they have 13 tiles."""
    every = range(len(table.tiles))
    types = dict.fromkeys(tile.type for tile in table.tiles)
    of_type = {name: [kind for kind in every if table.tiles[kind].type == name] for name in types}
    kinds: dict[str, Sequence[int]] = {ALL: every, AS: every[:first], **of_type}
    return [deck_of(name, some, table) for name, some in kinds.items() if COPIES * len(some) >= MAX_TILES]
