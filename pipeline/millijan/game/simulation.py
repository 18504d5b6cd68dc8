"""Random hands: how often they win, how far they are from it, and which units they hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.compiled import njit
from pipeline.millijan.game.decks import Deck
from pipeline.millijan.game.distance import distance_of
from pipeline.millijan.game.overlaps import (
    OverlapRoom,
    bit_count,
    lay_out_for_overlaps,
    overlap_room,
)
from pipeline.millijan.game.splits import (
    HAS_BONUS,
    NO_SPLIT,
    SCORE_COMPLETE,
    best_split,
    lay_out_for_splits,
    lowest_place,
    room,
    take_up,
    value_of_laid_out,
    without_unit,
)
from pipeline.millijan.game.table import Table
from pipeline.millijan.game.units import COPIES, MOST_KINDS, MOST_TILES
from pipeline.millijan.game.waits import waits_of_laid_out

HANDS_AT_ONCE = 20_000
ALL_COPIES = np.full(MOST_KINDS, COPIES, dtype=np.int8)


@dataclass(frozen=True)
class Share:
    """How many of some hands, with the standard error of their share."""

    count: int
    of: int

    @property
    def share(self) -> float:
        """Their share."""
        return self.count / self.of

    @property
    def error(self) -> float:
        """Its standard error."""
        return sqrt(self.share * (1 - self.share) / self.of)


def deals(deck: Deck, hands: int, seed: int) -> Iterator[NDArray[np.int8]]:
    """Random hands of 13 from a deck, some at a time: int8 (hands, 13), kinds of its table."""
    random = np.random.default_rng([seed, *deck.name.encode()])
    tiles = np.repeat(np.arange(deck.n_kinds, dtype=np.int8), COPIES)
    while hands:
        count = min(hands, HANDS_AT_ONCE)
        yield random.permuted(np.tile(tiles, (count, 1)), axis=1)[:, :MOST_TILES].copy()
        hands -= count


@njit(cache=True)  # type: ignore[untyped-decorator]
def _note_units(covered: Any, may_drop: Any, bonus: Any, room: Any, used: Any) -> None:
    """Note the units of the first best split of a hand that is laid out and was judged last."""
    state, flag = np.int64(covered), np.int64(0)
    question = room.question[0]
    while state:
        goal = best_split(state, flag, bonus, may_drop, question, room.candidates, room.starts,
                          room.best)  # fmt: skip
        place = lowest_place(state)
        is_found = False
        for number in range(room.starts[2 * place], room.starts[2 * place + 1]):
            row = room.candidates[number]
            left = without_unit(state, row)
            if left < 0:
                continue
            then = flag | row[HAS_BONUS]
            of_left = best_split(left, then, bonus, may_drop, question, room.candidates,
                                 room.starts, room.best)  # fmt: skip
            if of_left != NO_SPLIT and row[SCORE_COMPLETE + may_drop] + of_left == goal:
                used[room.unit_of[number]] = True
                state, flag, is_found = left, then, True
                break
        if not is_found:
            state &= state - 1


@njit(cache=True)  # type: ignore[untyped-decorator]
def _judge(
    hands: Any, copies: Any, scores: Any, units: Any, room: Any, won: Any, score: Any,
    completing: Any, unit_hands: Any,
) -> None:  # fmt: skip
    """Judge hands of 13 tiles, and what they are before the last one is drawn.

    Args:
        hands: int8 (hands, 13), kinds.
        copies: int8 (63,), of each kind.
        scores: `UnitScores`.
        units: `UnitTables`.
        room: `Room`.
        won: bool (hands,), set.
        score: int32 (hands,), set.
        completing: int64 (hands,), set to how many tiles complete the first 12.
        unit_hands: int64 (units,), in how many hands the first best split has each unit; added to.
    """
    waits = np.empty(MOST_KINDS, dtype=np.int32)
    used = np.zeros(len(units.size), dtype=np.bool_)
    for number in range(len(hands)):
        tiles = hands[number]
        covered = lay_out_for_splits(tiles, scores, units, room)
        last = room.group[tiles[-1]]
        between_turns = ((np.int64(1) << MOST_TILES) - 1) & ~(last & -last)
        # Before the value, as it asks the same question first.
        waits_of_laid_out(between_turns, covered, copies, np.int64(0), scores, units, room, waits)
        completing[number] = 0
        for kind in range(MOST_KINDS):
            if waits[kind] != NO_SPLIT:
                held = bit_count(room.group[kind] & between_turns)
                completing[number] += copies[kind] - held
        won[number], score[number] = value_of_laid_out(
            MOST_TILES, covered, np.int64(0), scores.bonus, room
        )
        used[:] = False
        _note_units(covered, np.int64(not won[number]), scores.bonus, room, used)
        take_up(tiles, room.group)
        for unit in range(len(used)):
            unit_hands[unit] += used[unit]


@njit(cache=True)  # type: ignore[untyped-decorator]
def _find_distances(
    hands: Any, copies: Any, units: Any, room: Any, distances: Any, is_sure: Any
) -> None:
    """Find the distances of hands without their last tile, and whether each is sure."""
    for number in range(len(hands)):
        tiles = hands[number, : MOST_TILES - 1]
        lay_out_for_overlaps(tiles, units, room)
        distances[number], _, is_sure[number] = distance_of(
            (np.int64(1) << len(tiles)) - 1, np.int64(MOST_TILES), copies, units, room
        )
        take_up(tiles, room.group)


def distances_of(table: Table, hands: NDArray[np.int8], room: OverlapRoom) -> NDArray[np.int8]:
    """The distances of hands without their last tile: int8 (hands,), NEVER where nothing wins.

    Args:
        table: judges them.
        hands: int8 (hands, 13), kinds.
        room: to work in.
    """
    distances = np.empty(len(hands), dtype=np.int8)
    is_sure = np.empty(len(hands), dtype=np.bool_)
    _find_distances(hands, ALL_COPIES, table.tables, room, distances, is_sure)
    for number in np.flatnonzero(~is_sure):
        distances[number], _ = table.distance(hands[number, : MOST_TILES - 1].tolist())
    return distances


@dataclass(frozen=True)
class Simulation:
    """What was found of the hands of a deck.

    scores: (won, score) -> hands. completing: tiles left that complete the first 12 -> hands.
    distances: distance -> hands without their last tile, of a part of all hands. unit_hands: unit
    of the whole game -> hands whose first best split has it.
    """

    deck: Deck
    hands: int
    scores: dict[tuple[bool, int], int]
    completing: dict[int, int]
    distances: dict[int, int]
    unit_hands: dict[int, int]

    @property
    def won(self) -> Share:
        """Hands of 13 that have won."""
        return Share(sum(n for (won, _), n in self.scores.items() if won), self.hands)

    @property
    def tenpai(self) -> Share:
        """Hands of 12 that some tile of the deck completes."""
        return Share(self.hands - self.completing.get(0, 0), self.hands)

    @property
    def win_chance(self) -> tuple[float, float]:
        """The chance that 13 tiles win, with its standard error.

        It is the mean chance that the next tile completes 12. That is the same as the share of 13
        that win, but with a smaller error, as the last tile does not have to be dealt.
        """
        left = COPIES * self.deck.n_kinds - (MOST_TILES - 1)
        mean, error = mean_and_error(self.completing) or (0.0, 0.0)
        return mean / left, error / left

    @property
    def winning_score(self) -> tuple[float, float] | None:
        """The mean score of the hands that have won, with its standard error, if there are any."""
        return mean_and_error({score: n for (won, score), n in self.scores.items() if won})


def simulate(
    deck: Deck, hands: int, with_distance: int, seed: int,
    advance: Callable[[int], object] = lambda _: None,
) -> Simulation:  # fmt: skip
    """Deal and judge random hands of a deck.

    Args:
        deck: what they are dealt from; nothing else can be drawn.
        hands: how many.
        with_distance: of how many of them the distance is found too, as that takes longer.
        seed: of the deal.
        advance: called with numbers of hands that have been judged.
    """
    table = deck.table
    split_room, distance_room = room(len(table.units)), overlap_room(len(table.units))
    unit_hands = np.zeros(len(table.units), dtype=np.int64)
    scores: Counter[tuple[bool, int]] = Counter()
    completing: Counter[int] = Counter()
    distances: Counter[int] = Counter()
    for dealt in deals(deck, hands, seed):
        won = np.empty(len(dealt), dtype=np.bool_)
        score = np.empty(len(dealt), dtype=np.int32)
        tiles = np.empty(len(dealt), dtype=np.int64)
        _judge(dealt, ALL_COPIES, table.scores, table.tables, split_room, won, score, tiles,
               unit_hands)  # fmt: skip
        scores.update(zip(won.tolist(), score.tolist(), strict=True))
        completing.update(tiles.tolist())
        some = dealt[:with_distance]
        distances.update(distances_of(table, some, distance_room).tolist())
        with_distance -= len(some)
        advance(len(dealt))
    in_game = dict(zip(deck.units, unit_hands.tolist(), strict=True))
    return Simulation(deck, hands, scores, completing, distances, in_game)


def mean_and_error(values: Mapping[int, int]) -> tuple[float, float] | None:
    """The mean of some values with its standard error; None if there are none.

    Args:
        values: value -> how often it occurs.
    """
    count = sum(values.values())
    if not count:
        return None
    mean = sum(value * n for value, n in values.items()) / count
    variance = sum(n * (value - mean) ** 2 for value, n in values.items()) / max(count - 1, 1)
    return mean, sqrt(variance / count)
