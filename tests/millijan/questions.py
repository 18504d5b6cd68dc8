"""Hands with called units and main idols, and the answers of the oracle."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from oracle import millijan as oracle
from oracle.millijan import Counting, Tiles, Units
from tablebases.millijan.units import NEVER, RuleSet
from tests.millijan.helpers import AS_IDOLS, KINDS, SHIIKA, SORA, TILES, distance_by_oracle, distances_of, units_of

TWELVE = "春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 あずさ 亜美 真美"
THIRTEEN = f"{TWELVE} 響"
"""A win that is one unit."""
FAR = "春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 あずさ 志保 翼"
HOPELESS = ["0", "0", "0", "106", "107"]
"""12 called tiles with all of 詩花: no unit of one is left to win with."""


@dataclass(frozen=True)
class Case:
    """A hand with called units and a main idol."""

    hand: Tiles
    called: Units = ()
    main: int | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The called units as numbers."""
        return oracle.numbers(self.called)

    @property
    def n_tiles(self) -> int:
        """The number of tiles, those of called units included."""
        return len(self.hand) + oracle.tiles_used(self.called)

    @property
    def row(self) -> dict[str, str]:
        """The hand as a row of a hand file."""
        main = "" if self.main is None else TILES[self.main].name
        return {"hand": in_words(self.hand), "called": "; ".join(unit.name for unit in self.called), "main": main}

    @property
    def keywords(self) -> dict[str, Any]:
        """The keywords of the functions of `tablebases.millijan`."""
        return {"called": [str(number) for number in self.numbers], "main": self.row["main"] or None}


def in_words(kinds: Iterable[int]) -> str:
    """The names of tiles, with blanks between them."""
    return " ".join(TILES[kind].name for kind in kinds)


def called_win(chance: random.Random, units: Units) -> tuple[Tiles, Units]:
    """Units that win together, some of them called: the tiles of the others in any order."""
    while True:
        few = chance.sample(units, min(4, len(units)))
        chosen: list[oracle.Unit] = []
        while oracle.tiles_used(tuple(chosen)) < oracle.WINNING_TILES:
            chosen.append(chance.choice(few))
        every = Counter(kind for unit in chosen for kind in unit.members)
        if every.total() == oracle.WINNING_TILES and max(every.values()) <= oracle.COPIES:
            n_called = chance.randint(0, len(chosen))
            hand = [kind for unit in chosen[n_called:] for kind in unit.members]
            chance.shuffle(hand)
            return tuple(hand), tuple(chosen[:n_called])


def dealt_beside(chance: random.Random, called: Units, tiles: int, kinds: Iterable[int]) -> Tiles:
    """Random tiles of `kinds` that called units have left."""
    own = Counter(kind for unit in called for kind in unit.members)
    wall = [kind for kind in kinds for _ in range(oracle.COPIES - own[kind])]
    return tuple(chance.sample(wall, tiles))


@cache
def questions(year: str = "2019", seed: int = 1) -> tuple[Case, ...]:
    """Hands of all sizes, some won and some far from it, with called units and main idols or not."""
    chance = random.Random(seed)  # noqa: S311 - tiles, not secrets
    units = units_of(year)
    found = [
        Case(tuple(AS_IDOLS)),
        Case(tuple(range(12)), (), 0),
        Case((SHIIKA,)),
        Case((SORA, *range(12)), (), 5),
        # Three of 詩花 lie apart, so nothing completes 12 tiles in other units.
        Case((1,), (units[0], units[0], units[0], units[106], units[107])),
    ]
    for number in range(16):
        hand, called = called_win(chance, units)
        main = chance.choice([None, *(k for unit in called for k in unit.members), *AS_IDOLS])
        if hand:
            found.append(Case(hand, called, main))
        if len(hand) > 1:
            found.append(Case(hand[1:], called, main))
            found.append(Case(hand[: len(hand) // 2], called, main))
            kinds = AS_IDOLS if number % 2 else KINDS
            apart = dealt_beside(chance, called, len(hand) - number % 2, kinds)
            found.append(Case(apart, called, main))
    return tuple(found)


@dataclass(frozen=True)
class Answer:
    """The answer of the oracle, with the names of `Judged`; distance: NEVER if nothing wins."""

    n_tiles: int
    won: bool
    value: int
    score: int
    splits: tuple[tuple[int, ...], ...]
    waits: dict[int, int]
    distance: int | None
    accepted: tuple[int, ...]
    discards: list[oracle.Discard]


def discards_by_oracle(hand: Tiles, called: Units, distances: oracle.Distances) -> list[oracle.Discard]:
    """The ranked discards, even if nothing wins."""
    try:
        return oracle.discards(tuple(sorted(hand)), distances, called)
    except ValueError:
        # Whatever is discarded, the called units are the same: they alone can make a win hopeless.
        return [oracle.Discard(kind, NEVER, (), 0) for kind in sorted(set(hand))]


def copies_by_oracle(case: Case, kinds: Iterable[int]) -> dict[int, int]:
    """Kind -> copies that the player does not have."""
    left = oracle.copies_left(case.hand, case.called)
    return {kind: left.get(kind, oracle.COPIES) for kind in kinds}


def answer_of_oracle(
    case: Case, rules: RuleSet, units: Units, distances: oracle.Distances, kinds: Sequence[int] = KINDS
) -> Answer:
    """The answer of the oracle about a hand."""
    hand, called = case.hand, case.called
    how = Counting(rules.value, case.main, called)
    best = oracle.best_packings(hand, units, how)
    value = oracle.value(hand, best[0], how)
    won = oracle.wins(hand, units, called)
    waits: dict[int, int] = {}
    distance: int | None = 0 if won else None
    accepted: tuple[int, ...] = ()
    discards: list[oracle.Discard] = []
    if case.n_tiles == oracle.WINNING_TILES - 1:
        waits = {wait.kind: wait.score for wait in oracle.waits(hand, units, kinds, how)}
        distance, accepted = distance_by_oracle(hand, called, distances)
    elif case.n_tiles == oracle.WINNING_TILES:
        discards = discards_by_oracle(hand, called, distances)
        if not won and discards:
            distance, accepted = discards[0].distance, discards[0].accepted
    splits = tuple(oracle.numbers(some) for some in best)
    return Answer(case.n_tiles, won, value, value % oracle.WIN, splits, waits, distance, accepted, discards)


@cache
def answer_of_2019(case: Case, rules: RuleSet) -> Answer:
    """The answer of the oracle with the list of 2019."""
    return answer_of_oracle(case, rules, units_of("2019"), distances_of("2019"))
