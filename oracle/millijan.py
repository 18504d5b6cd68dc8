"""The slow, obvious second implementation of MilliJan, written from the rules alone.

It prefers plain code to speed, and shares no code with the fast one. Its words:

* A *kind* is the number of a tile's idol. There are three *copies* of each kind.
* *Tiles* are a tuple of kinds, one entry per copy. A player's tiles are a *hand*: 13 tiles after a draw, 12 between
  turns. The order of the hand does not matter.
* A *unit* is a set of different kinds. Forming it uses one copy of each. It may be formed again from other copies, so
  several units are a multiset: here a sorted tuple, perhaps with the same unit several times.
* *Called* units lie on the table, apart from the hand, and stay there. With them a player still has 12 or 13 tiles.
* A *packing* is a multiset of units that the hand contains together. A *split* is a packing that uses every tile of
  the hand. A hand with a split *wins* if it and the called units have 13 tiles.
* The *score* of a packing is in points. Its *value* is the score, plus 1,000,000 if it is a split, so that every win is
  worth more than any other hand.
* The *distance* is the fewest draws until the player has a win, with any number of discards: 0 is a win, and 12 tiles
  at distance 1 are *tenpai*.
* A kind is *accepted* if drawing it lowers the distance. The *waits* of 12 tiles at distance 1 are the kinds that
  complete a win. A kind is neither if the player has all three copies.
"""

from __future__ import annotations

import csv
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import comb, prod
from pathlib import Path
from typing import Literal, get_args
from unicodedata import normalize

Tiles = tuple[int, ...]
Rules = Literal["seed", "2019-10-08", "v1.6"]

COPIES = 3
WINNING_TILES = 13
WIN = 1_000_000
MAIN_IDOL_BONUS = 2000


# --- tiles and units -------------------------------------------------------------------------


@dataclass(frozen=True)
class Tile:
    """A kind with the name on the tile, its reading, and the full name of the idol."""

    kind: int
    name: str
    kana: str
    full_name: str
    type: str


@dataclass(frozen=True)
class Unit:
    """A unit with its number in its list and its members in ascending order."""

    number: int
    name: str
    members: Tiles

    @property
    def size(self) -> int:
        """Number of members."""
        return len(self.members)


Units = tuple[Unit, ...]


def read_tiles(path: Path) -> list[Tile]:
    """Read all kinds in the order of their numbers."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    if any(int(row["copies"]) != COPIES for row in rows):
        raise ValueError(f"not {COPIES} copies of each kind")
    return [Tile(int(row["id"]), row["name"], row["kana"], row["full_name"], row["type"]) for row in rows]


def read_units(path: Path, tiles: Sequence[Tile]) -> Units:
    """Read a list of units in the order of their numbers."""
    with path.open(encoding="utf-8", newline="") as file:
        return tuple(
            Unit(int(row["id"]), row["name"], parse_hand(row["members"], tiles)) for row in csv.DictReader(file)
        )


def parse_hand(text: str, tiles: Sequence[Tile]) -> Tiles:
    """Read names with spaces between them as sorted tiles. Full and half width are the same."""
    kinds = {tile.name: tile.kind for tile in tiles}
    names = normalize("NFKC", text).split()
    unknown = [name for name in names if name not in kinds]
    if unknown:
        raise ValueError(f"no tile with the name {unknown[0]}")
    return tuple(sorted(kinds[name] for name in names))


def without(tiles: Tiles, taken: Iterable[int]) -> Tiles | None:
    """Return the tiles without one copy of each of the taken ones, or None if one is missing."""
    left = list(tiles)
    for kind in taken:
        if kind not in left:
            return None
        left.remove(kind)
    return tuple(left)


def copies_left(hand: Tiles, called: Units = ()) -> dict[int, int]:
    """Return kind of the player's tiles -> copies that the player does not have."""
    own = Counter(hand)
    for unit in called:
        own.update(unit.members)
    for kind, copies in own.items():
        if copies > COPIES:
            raise ValueError(f"{copies} tiles of the kind {kind}")
    return {kind: COPIES - copies for kind, copies in own.items()}


def candidates(hand: Tiles, units: Units) -> Units:
    """Return the units that the hand contains."""
    return tuple(unit for unit in units if without(hand, unit.members) is not None)


# --- splits and packings ---------------------------------------------------------------------


def splits(hand: Tiles, units: Units) -> list[Units]:
    """Return all splits, by trying each unit with the lowest remaining tile."""
    found = set(_splits_in_any_order(tuple(sorted(hand)), units))
    return sorted(found, key=numbers)


def _splits_in_any_order(rest: Tiles, units: Units) -> Iterator[Units]:
    """Yield each split at least once, in several orders of its units."""
    if not rest:
        yield ()
        return
    for unit in units:
        left = without(rest, unit.members)
        if rest[0] in unit.members and left is not None:
            for others in _splits_in_any_order(left, units):
                yield tuple(sorted((unit, *others), key=lambda unit: unit.number))


def packings(hand: Tiles, units: Units) -> list[Units]:
    """Return all packings, with the empty one, by taking each candidate 0, 1, 2, ... times."""
    so_far: list[tuple[Units, Tiles]] = [((), hand)]
    for unit in candidates(hand, units):
        longer = []
        for packing, rest in so_far:
            left: Tiles | None = rest
            while left is not None:
                longer.append((packing, left))
                packing, left = (*packing, unit), without(left, unit.members)
        so_far = longer
    return [packing for packing, _ in so_far]


def numbers(units: Units) -> tuple[int, ...]:
    """Return the numbers of the units."""
    return tuple(unit.number for unit in units)


def tiles_used(units: Units) -> int:
    """Return the number of tiles that the units use."""
    return sum(unit.size for unit in units)


# --- scores and values -----------------------------------------------------------------------


@dataclass(frozen=True)
class Counting:
    """The rules, the main idol of the player, and the called units.

    `seed` has no main idol. Called units count half in `2019-10-08` and in full in the other rules.
    """

    rules: Rules = "seed"
    main_idol: int | None = None
    called: Units = ()

    def __post_init__(self) -> None:
        """Reject unknown rules."""
        if self.rules not in get_args(Rules):
            raise ValueError(f"no rules with the name {self.rules!r}")


SEED = Counting()


def size_score(size: int) -> int:
    """Return the points of a unit of `size` members."""
    return 1000 if size == 1 else 2000 * (size - 1)


def score(packing: Units, complete: bool, counting: Counting = SEED) -> int:
    """Return the points for a packing and the called units; only `v1.6` depends on `complete`.

    `2019-10-08`: called units count half, and units with the main idol double. `v1.6`: in an incomplete hand, each unit
    counts like a unit with one member less, but at least 1000. If a unit has the main idol, there are 2000 points more,
    once, in complete and incomplete hands.
    """
    points = 0
    for unit, is_called in [(u, False) for u in packing] + [(u, True) for u in counting.called]:
        if counting.rules == "2019-10-08":
            factor = 2 if counting.main_idol in unit.members else 1
            points += size_score(unit.size) * factor // (2 if is_called else 1)
        elif counting.rules == "v1.6" and not complete:
            points += size_score(max(unit.size - 1, 1))
        else:
            points += size_score(unit.size)
    if counting.rules == "v1.6" and any(counting.main_idol in unit.members for unit in packing + counting.called):
        points += MAIN_IDOL_BONUS
    return points


def value(hand: Tiles, packing: Units, counting: Counting = SEED) -> int:
    """Return the score of a packing of the hand, and 1,000,000 more if it is a split."""
    complete = tiles_used(packing) == len(hand)
    return score(packing, complete, counting) + (WIN if complete else 0)


def ranked(hand: Tiles, every: Iterable[Units], counting: Counting = SEED) -> list[Units]:
    """Sort packings: more value first, then fewer units, then lower numbers of units."""
    return sorted(every, key=lambda packing: (-value(hand, packing, counting), len(packing), numbers(packing)))


def best_packings(hand: Tiles, units: Units, counting: Counting = SEED) -> list[Units]:
    """Return all packings with the largest value, ranked; they are splits if there is a split."""
    every = ranked(hand, packings(hand, units), counting)
    largest = value(hand, every[0], counting)
    return [packing for packing in every if value(hand, packing, counting) == largest]


def best_value(hand: Tiles, units: Units, counting: Counting = SEED) -> int:
    """Return the largest value of a packing."""
    return value(hand, best_packings(hand, units, counting)[0], counting)


def wins(hand: Tiles, units: Units, called: Units = ()) -> bool:
    """Say whether hand and called units have 13 tiles and the hand splits."""
    return len(hand) + tiles_used(called) == WINNING_TILES and bool(splits(hand, units))


# --- the published searches for the value under `seed` ---------------------------------------
# All three take any unit that the rest contains, in every order, until no unit is left.


def value_by_backtracking(hand: Tiles, units: Units) -> int:
    """Return the value by the first published version, which tries all units and stores nothing."""
    if not hand:
        return WIN
    return max(
        (
            size_score(unit.size) + value_by_backtracking(left, units)
            for unit in units
            for left in [without(hand, unit.members)]
            if left is not None
        ),
        default=0,
    )


def value_with_reuse(hand: Tiles, units: Units) -> int:
    """Return the value by the second version, which tries candidates and stores the values of rests."""
    in_hand = candidates(hand, units)
    known: dict[Tiles, int] = {(): WIN}

    def of_rest(rest: Tiles) -> int:
        if rest not in known:
            known[rest] = max(
                (
                    size_score(unit.size) + of_rest(left)
                    for unit in in_hand
                    for left in [without(rest, unit.members)]
                    if left is not None
                ),
                default=0,
            )
        return known[rest]

    return of_rest(hand)


class ValuesWithCache:
    """The third version, which also stores the value of each hand. The same tiles in another order are another hand."""

    def __init__(self, units: Units) -> None:
        self.units = units
        self.known: dict[Tiles, int] = {}

    def value(self, hand: Tiles) -> int:
        """Return the value of the hand."""
        if hand not in self.known:
            self.known[hand] = value_with_reuse(hand, self.units)
        return self.known[hand]


# --- waits and calls -------------------------------------------------------------------------


@dataclass(frozen=True)
class Wait:
    """A kind that completes a win: the score then, and the copies that the player does not have."""

    kind: int
    score: int
    copies: int


def waits(hand: Tiles, units: Units, kinds: Iterable[int], counting: Counting = SEED) -> list[Wait]:
    """Return the waits among the kinds, by drawing each."""
    left = copies_left(hand, counting.called)
    found = []
    for kind in kinds:
        drawn = (*hand, kind)
        if left.get(kind, COPIES) > 0 and wins(drawn, units, counting.called):
            points = best_value(drawn, units, counting) - WIN
            found.append(Wait(kind, points, left.get(kind, COPIES)))
    return found


def calls(hand: Tiles, units: Units, kind: int) -> Units:
    """Return the units that the hand can form with another player's tile of this kind."""
    return tuple(unit for unit in candidates((*hand, kind), units) if kind in unit.members)


# --- distance: search with a cache -----------------------------------------------------------

# Kinds with few copies left, and the number of these copies.
Scarce = frozenset[tuple[int, int]]


class Distances:
    """Distances and accepted kinds with a list of units.

    With d draws, 13 - d of the winning tiles are in the hand and d are not. So the search finds the smallest d such
    that units split the hand, after some discards, with exactly d missing members. Every kind that is missing in one of
    these ways is accepted.

    Hands with few tiles have too many ways: from distance 10 on, the search may take minutes or longer.
    """

    def __init__(self, units: Units) -> None:
        self.units = units
        self._known: dict[tuple[Tiles, int, int, Scarce], frozenset[int] | None] = {}

    def distance(self, hand: Tiles, called: Units = ()) -> int:
        """Return the smallest number of draws."""
        return self.distance_and_accepted(hand, called)[0]

    def distance_and_accepted(self, hand: Tiles, called: Units = ()) -> tuple[int, dict[int, int]]:
        """Return the distance, and accepted kind -> copies left; raises a ValueError if no win can be reached."""
        aim = WINNING_TILES - tiles_used(called)
        left = copies_left(hand, called)
        for missing in range(aim + 1):
            to_drop = len(hand) - (aim - missing)
            if to_drop < 0:
                continue
            kinds = self._missing_kinds(tuple(sorted(hand)), to_drop, missing, scarce(left, missing))
            if kinds is not None:
                return missing, {kind: left.get(kind, COPIES) for kind in sorted(kinds)}
        raise ValueError("no win can be reached")

    def _missing_kinds(self, rest: Tiles, to_drop: int, missing: int, left: Scarce) -> frozenset[int] | None:
        """Return all kinds that can be missing, or None if there is no way.

        Exactly `to_drop` tiles of the rest are dropped. Units use the others, and exactly `missing` members of these
        units are not in the rest.
        """
        key = (rest, to_drop, missing, left)
        if key not in self._known:
            ways = list(self._ways(*key))
            self._known[key] = frozenset().union(*ways) if ways else None
        return self._known[key]

    def _ways(self, rest: Tiles, to_drop: int, missing: int, left: Scarce) -> Iterator[frozenset[int]]:
        """Yield the missing kinds for each way to continue: drop the lowest tile or use it."""
        if not rest and not to_drop and not missing:
            yield frozenset()
            return
        if to_drop > len(rest):
            return
        if rest and to_drop:
            kinds = self._missing_kinds(rest[1:], to_drop - 1, missing, left)
            if kinds is not None:
                yield kinds
        for unit in self.units:
            if rest and rest[0] not in unit.members:
                continue
            lacking = [kind for kind in unit.members if kind not in rest]
            room = dict(left)
            if len(lacking) > missing or any(room.get(kind) == 0 for kind in lacking):
                continue
            for kind in lacking:
                room[kind] = room.get(kind, COPIES) - 1
            after = missing - len(lacking)
            used = without(rest, [kind for kind in unit.members if kind in rest])
            assert used is not None
            kinds = self._missing_kinds(used, to_drop, after, scarce(room, after))
            if kinds is not None:
                yield kinds | frozenset(lacking)


def scarce(left: dict[int, int], missing: int) -> Scarce:
    """Return the kinds with fewer copies left than `missing`."""
    return frozenset((kind, copies) for kind, copies in left.items() if copies < missing)


@dataclass(frozen=True)
class Discard:
    """A kind to discard, the distance afterwards, and the kinds accepted then; `copies` omits the discarded tile."""

    kind: int
    distance: int
    accepted: Tiles
    copies: int


def discards(hand: Tiles, distances: Distances, called: Units = ()) -> list[Discard]:
    """Rank the kinds in the hand: small distance first, then many accepted copies, then number."""
    left = copies_left(hand, called)
    found = []
    for kind in sorted(set(hand)):
        rest = without(hand, [kind])
        assert rest is not None
        distance, accepted = distances.distance_and_accepted(rest, called)
        drawable = [other for other in accepted if left.get(other, COPIES)]
        copies = sum(left.get(other, COPIES) for other in drawable)
        found.append(Discard(kind, distance, tuple(drawable), copies))
    return sorted(found, key=lambda one: (one.distance, -one.copies, one.kind))


def best_discards(ranked_discards: Sequence[Discard]) -> list[Discard]:
    """Return the discards that are as good as the first one."""
    first = ranked_discards[0]
    return [one for one in ranked_discards if (one.distance, one.copies) == (first.distance, first.copies)]


# --- all winning hands -----------------------------------------------------------------------


def winning_hands(units: Units) -> set[Tiles]:
    """Return all winning hands, built from smaller hands by adding units; for some thousand hands."""
    of_size: list[set[Tiles]] = [{()}]
    for count in range(1, WINNING_TILES + 1):
        of_size.append(
            {
                tuple(sorted((*rest, *unit.members)))
                for unit in units
                if unit.size <= count
                for rest in of_size[count - unit.size]
                if all(rest.count(kind) < COPIES for kind in unit.members)
            }
        )
    return of_size[WINNING_TILES]


def deals_of(hands: Iterable[Tiles]) -> int:
    """Count the deals of the hands, with distinct copies of each kind."""
    return sum(prod(comb(COPIES, copies) for copies in Counter(hand).values()) for hand in hands)


def waiting_deals(units: Units, kinds: Sequence[int]) -> tuple[int, int]:
    """Count the deals of 12 in tenpai, and the lost deals of 13 that a discard puts in tenpai."""
    # A hand is one number, the sum of its tiles: a digit to the base 4 for the copies of each kind, none to three.
    one: dict[int, int] = {kind: 4**place for place, kind in enumerate(kinds)}
    low_bits = sum(one.values())

    def copies(hand: int, kind: int) -> int:
        return hand // one[kind] % 4

    def deals(hands: Iterable[int]) -> int:
        # One copy or two can be dealt in three ways, none or all in one; only one and two have a bit of two.
        return sum(3 ** ((hand ^ hand >> 1) & low_bits).bit_count() for hand in hands)

    wins = {sum(one[kind] for kind in hand) for hand in winning_hands(units)}
    waiting = {hand - one[kind] for hand in wins for kind in kinds if copies(hand, kind)}
    longer = {hand + one[kind] for hand in waiting for kind in kinds if copies(hand, kind) < COPIES}
    return deals(waiting), deals(longer - wins)


# --- samples ---------------------------------------------------------------------------------


def deal(kinds: Iterable[int], count: int, shuffle: Callable[[list[int]], None]) -> Tiles:
    """Return `count` tiles from the top of a shuffled wall with three copies of each kind."""
    wall = [kind for kind in kinds for _ in range(COPIES)]
    shuffle(wall)
    return tuple(wall[:count])


@dataclass(frozen=True)
class WinEstimate:
    """The chance that 13 random tiles win, and the mean score of the winning ones."""

    chance: float
    mean_score: float


def estimate_wins(kinds: Sequence[int], units: Units, samples: int, chance: random.Random) -> WinEstimate:
    """Estimate the chance to win with random tiles of these kinds, even if hardly any win.

    The samples are multisets of units with 13 tiles, all equally likely. Each has the weight of its tiles, the number
    of ways to take them from the wall, divided by the number of their splits, because each split is a multiset.
    """
    usable = [unit for unit in units if set(unit.members) <= set(kinds)]
    # ways[i][n]: multisets of the units from the i-th on with n tiles.
    ways = [[1] + [0] * WINNING_TILES]
    for unit in reversed(usable):
        row = list(ways[0])
        for tiles in range(unit.size, WINNING_TILES + 1):
            row[tiles] += row[tiles - unit.size]
        ways.insert(0, row)
    wins_found, score_found = 0.0, 0.0
    for _ in range(samples):
        chosen: list[Unit] = []
        missing, first = WINNING_TILES, 0
        while missing:
            pick = chance.randrange(ways[first][missing])
            while pick < ways[first + 1][missing]:
                first += 1
            chosen.append(usable[first])
            missing -= usable[first].size
        own = Counter(kind for unit in chosen for kind in unit.members)
        deals = prod(comb(COPIES, copies) for copies in own.values())
        if deals:
            hand = tuple(own.elements())
            weight = deals / len(splits(hand, units))
            wins_found += weight
            score_found += weight * (best_value(hand, units) - WIN)
    all_deals = comb(COPIES * len(kinds), WINNING_TILES)
    mean_weight = wins_found / samples
    return WinEstimate(mean_weight * ways[0][WINNING_TILES] / all_deals, score_found / wins_found)
