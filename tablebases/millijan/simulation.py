"""Random hands: chances to win, distances, scores and units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from tablebases.arrays import Int, Matrix, Vector
from tablebases.compiled import njit
from tablebases.millijan.nearest import distance_of, load_for_overlaps, overlap_memory
from tablebases.millijan.splits import (
    CANDIDATE_COLUMNS,
    GROUP,
    HAS_BONUS,
    MAY_DROP,
    NO_SPLIT,
    SCORE_COMPLETE,
    STARTS,
    UNIT,
    best_split,
    bit_count,
    load_for_splits,
    lowest_place,
    split_memory,
    value_of_loaded,
    waits_of_loaded,
    without_unit,
)
from tablebases.millijan.table import Deck
from tablebases.millijan.units import COPIES, MAX_KINDS, MAX_TILES, UnitScores, UnitTables

HANDS_BATCH = 20_000
ALL_COPIES = np.full(MAX_KINDS, COPIES, dtype=np.int8)


def share_of(count: int, total: int) -> tuple[float, float]:
    """The share of `count` in `total` hands, 0 to 1, with its standard error."""
    share = count / total
    return share, sqrt(share * (1 - share) / total)


def deals(deck: Deck, hands: int, seed: int) -> Iterator[NDArray[np.int8]]:
    """Random hands of 13 from a deck, in batches: int8 (hands, 13), kinds of its table."""
    random = np.random.default_rng([seed, *deck.name.encode()])
    tiles = np.repeat(np.arange(deck.n_kinds, dtype=np.int8), COPIES)
    while hands:
        count = min(hands, HANDS_BATCH)
        yield random.permuted(np.tile(tiles, (count, 1)), axis=1)[:, :MAX_TILES].copy()
        hands -= count


@njit(cache=True)
def _note_units(covered: Int, memory: Vector[np.int64], used: Vector[np.bool_]) -> None:
    """Mark the units of the first best split of the loaded hand, whose value has just been found."""
    state: Int = np.int64(covered)
    flag: Int = np.int64(0)
    while state:
        goal = best_split(state, flag, memory)
        place = STARTS + 2 * lowest_place(state)
        for i in range(memory[place], memory[place + 1], CANDIDATE_COLUMNS):
            candidate = memory[i : i + CANDIDATE_COLUMNS]
            left = without_unit(state, candidate)
            if left < 0:
                continue
            then = flag | candidate[HAS_BONUS]
            of_left = best_split(left, then, memory)
            if of_left != NO_SPLIT and candidate[SCORE_COMPLETE + memory[MAY_DROP]] + of_left == goal:
                used[candidate[UNIT]] = True
                state, flag = left, then
                break
        else:
            state &= state - 1


@njit(cache=True)
def _judge(
    hands: Matrix[np.int8],
    copies: Vector[np.int8],
    scores: UnitScores,
    units: UnitTables,
    memory: Vector[np.int64],
    won: Vector[np.bool_],
    score: Vector[np.int32],
    completing: Vector[np.int64],
    unit_hands: Vector[np.int64],
) -> None:
    """Judge hands of 13 tiles, the kinds of their (hands, 13), and the first 12 of each.

    Sets won (hands,), score (hands,), and completing (hands,): how many of the copies (63,) of each kind complete the
    first 12. Adds to unit_hands (units,) in how many hands the first best split has each unit.
    """
    waits = np.empty(MAX_KINDS, dtype=np.int32)
    used = np.zeros(len(units.size), dtype=np.bool_)
    for number in range(len(hands)):
        tiles = hands[number]
        covered = load_for_splits(tiles, scores, units, memory)
        last = memory[GROUP + tiles[-1]]
        between_turns = ((np.int64(1) << MAX_TILES) - 1) & ~(last & -last)
        # Before the value, because `value_of_loaded` begins with the same question.
        waits_of_loaded(between_turns, covered, copies, np.int64(0), scores, units, memory, waits)
        completing[number] = 0
        for kind in range(MAX_KINDS):
            if waits[kind] != NO_SPLIT:
                held = bit_count(memory[GROUP + kind] & between_turns)
                completing[number] += copies[kind] - held
        won[number], score[number] = value_of_loaded(MAX_TILES, covered, np.int64(0), memory)
        used[:] = False
        _note_units(covered, memory, used)
        for unit in range(len(used)):
            unit_hands[unit] += used[unit]


@njit(cache=True)
def _find_distances(
    hands: Matrix[np.int8],
    copies: Vector[np.int8],
    units: UnitTables,
    memory: Vector[np.int64],
    distances: Vector[np.int8],
    is_sure: Vector[np.bool_],
) -> None:
    """Find the distances of hands without their last tile, NEVER where nothing wins, and whether each is sure."""
    for number in range(len(hands)):
        tiles = hands[number, : MAX_TILES - 1]
        load_for_overlaps(tiles, units, memory)
        distances[number], _, is_sure[number] = distance_of(
            (np.int64(1) << len(tiles)) - 1, np.int64(MAX_TILES), copies, units, memory
        )


@dataclass(frozen=True)
class Simulation:
    """The results of random hands of a deck."""

    deck: Deck
    hands: int
    """Hands that were dealt."""
    scores: dict[tuple[bool, int], int]
    """(won, score) -> hands."""
    completing: dict[int, int]
    """Number of tiles left that complete the first 12 -> hands."""
    distances: dict[int, int]
    """Distance -> hands without their last tile; only for the first hands."""
    unit_hands: dict[int, int]
    """Unit of the whole game -> hands whose first best split has it."""

    @property
    def won(self) -> tuple[float, float]:
        """The share of the hands of 13 that have won, with its standard error."""
        return share_of(sum(n for (won, _), n in self.scores.items() if won), self.hands)

    @property
    def tenpai(self) -> tuple[float, float]:
        """The share of the hands of 12 that some tile of the deck completes, with its standard error."""
        return share_of(self.hands - self.completing.get(0, 0), self.hands)

    @property
    def win_chance(self) -> tuple[float, float]:
        """The chance that 13 tiles win, with its standard error.

        It is the mean chance that the next tile completes 12. It estimates the same as the share of 13 that win, but
        with a smaller error, as the last tile does not have to be dealt.
        """
        left = COPIES * self.deck.n_kinds - (MAX_TILES - 1)
        mean, error = mean_and_error(self.completing) or (0.0, 0.0)
        return mean / left, error / left

    @property
    def winning_score(self) -> tuple[float, float] | None:
        """The mean score of the hands that have won, with its standard error, if there are any."""
        return mean_and_error({score: n for (won, score), n in self.scores.items() if won})


def simulate(
    deck: Deck, hands: int, with_distance: int, seed: int, advance: Callable[[int], object] = lambda _: None
) -> Simulation:
    """Deal and judge random hands of a deck; only its tiles can be drawn.

    The distance of `with_distance` hands is found too, which takes longer. `advance` is called with the number of hands
    judged since the last call.
    """
    table = deck.table
    splits, overlaps = split_memory(len(table.units)), overlap_memory(len(table.units))
    unit_hands = np.zeros(len(table.units), dtype=np.int64)
    scores: Counter[tuple[bool, int]] = Counter()
    completing: Counter[int] = Counter()
    distances: Counter[int] = Counter()
    for dealt in deals(deck, hands, seed):
        won = np.empty(len(dealt), dtype=np.bool_)
        score = np.empty(len(dealt), dtype=np.int32)
        tiles = np.empty(len(dealt), dtype=np.int64)
        _judge(dealt, ALL_COPIES, table.scores, table.tables, splits, won, score, tiles, unit_hands)
        scores.update(zip(won.tolist(), score.tolist(), strict=True))
        completing.update(tiles.tolist())
        some = dealt[:with_distance]
        distance, is_sure = np.empty(len(some), dtype=np.int8), np.empty(len(some), dtype=np.bool_)
        _find_distances(some, ALL_COPIES, table.tables, overlaps, distance, is_sure)
        for number in np.flatnonzero(~is_sure):
            distance[number], _ = table.distance(some[number, : MAX_TILES - 1].tolist())
        distances.update(distance.tolist())
        with_distance -= len(some)
        advance(len(dealt))
    in_game = dict(zip(deck.units, unit_hands.tolist(), strict=True))
    return Simulation(deck, hands, scores, completing, distances, in_game)


def mean_and_error(values: Mapping[int, int]) -> tuple[float, float] | None:
    """The mean of `values`, value -> how often it occurs, with its standard error; None if there are none."""
    count = sum(values.values())
    if not count:
        return None
    mean = sum(value * n for value, n in values.items()) / count
    variance = sum(n * (value - mean) ** 2 for value, n in values.items()) / max(count - 1, 1)
    return mean, sqrt(variance / count)
