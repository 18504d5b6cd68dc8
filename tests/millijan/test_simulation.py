"""Random hands: how they are dealt, and what is counted of them, hand by hand by the oracle.

Only the kinds of a deck can be drawn: the oracle gets the units of these kinds and no others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb, prod, sqrt
from statistics import fmean, stdev

import numpy as np
import pytest

from tablebases.millijan import simulation
from tablebases.millijan.simulation import Simulation, deals, mean_and_error, share_of, simulate
from tablebases.millijan.table import Deck, Table, deck_of, decks
from tablebases.millijan.units import NEVER, RuleSet, Tile
from tablebases.millijan.winning_hands import winning_deals
from tests.millijan.helpers import (
    AS_IDOLS,
    KINDS,
    RULES,
    SHIIKA,
    SORA,
    TILES,
    counting,
    game_units,
    listed,
    table_of,
    units_of,
)
from tests.millijan.known_hands import figure
from tests.millijan.results import MAX_WAYS, distance_by_oracle
from tests.oracle import millijan as oracle
from tests.oracle.millijan import Tiles, Units

OFTEN = listed([0], [1], [0, 1], [2, 3], [1, 2, 3], [3, 4], [0, 4], [2, 4, 5], [5])
"""With these units most hands of 6 kinds win."""
SOMETIMES = listed([0], [1, 2], [2, 3], [1, 3, 4], [4, 5], [0, 2, 5])
"""With these some do."""


@dataclass(frozen=True)
class Game:
    """A deck of some kinds, and what the oracle says of its hands.

    Hands and units are numbered as in the whole game, not as in the deck.
    """

    name: str
    kinds: tuple[int, ...]
    units: Units
    rules: RuleSet = RuleSet.SEED
    main: int | None = None

    @cached_property
    def deck(self) -> Deck:
        """The deck, with a main idol if there is one."""
        found = deck_of(self.name, self.kinds, Table(TILES, game_units(self.units), self.rules))
        main = None if self.main is None else self.kinds.index(self.main)
        table = Table(found.table.tiles, found.table.units, self.rules, main)
        return replace(found, table=table)

    @cached_property
    def units_within(self) -> Units:
        """The units that can be formed of the deck."""
        return tuple(unit for unit in self.units if set(unit.members) <= set(self.kinds))

    @cached_property
    def distances(self) -> oracle.Distances:
        """Of the units of the deck."""
        return oracle.Distances(self.units_within)

    def hands(self, hands: int, seed: int) -> list[Tiles]:
        """Random hands."""
        dealt = [hand for some in deals(self.deck, hands, seed) for hand in some.tolist()]
        return [tuple(self.kinds[kind] for kind in hand) for hand in dealt]

    def score(self, hand: Tiles) -> tuple[bool, int]:
        """Whether a hand has won, and its score."""
        value = oracle.best_value(hand, self.units_within, counting(self.rules, self.main))
        return oracle.wins(hand, self.units_within), value % oracle.WIN

    def completing(self, hand: Tiles) -> int:
        """How many tiles of the deck complete the first 12 of a hand."""
        waits = oracle.waits(hand[:12], self.units_within, self.kinds)
        return sum(wait.copies for wait in waits)

    def distance(self, hand: Tiles) -> int:
        """The distance of the first 12 of a hand."""
        return distance_by_oracle(hand[:12], (), self.distances)[0]


ALL = Game("all", tuple(KINDS), units_of("2019"))
AS = Game("AS", tuple(AS_IDOLS), units_of("2019"))
FEW_OFTEN = Game("few", tuple(range(6)), OFTEN)
FEW_SOMETIMES = Game("few", tuple(range(6)), SOMETIMES)
ALL_TABLE = table_of("2019")
ODD = Game("odd", (3, 7, 20, SHIIKA, SORA), units_of("2019"))


# --- deals -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [ALL, AS, FEW_OFTEN, ODD], ids=lambda game: game.name)
def test_hands_have_13_tiles_of_the_deck_and_3_at_most_of_a_kind(game: Game) -> None:
    hands = game.hands(400, 1)
    assert len(hands) == 400
    for hand in hands:
        assert len(hand) == 13
        assert max(Counter(hand).values()) <= 3
    assert {kind for hand in hands for kind in hand} == set(game.kinds)


def test_a_deck_of_15_tiles_is_dealt_but_for_2() -> None:
    for hand in ODD.hands(50, 2):
        missing = Counter(dict.fromkeys(ODD.kinds, 3)) - Counter(hand)
        assert missing.total() == 2


@pytest.mark.parametrize(("hands", "sizes"), [(0, []), (1, [1]), (10, [10]), (11, [10, 1]), (25, [10, 10, 5])])
def test_as_many_hands_are_dealt_as_are_asked_for(
    monkeypatch: pytest.MonkeyPatch, hands: int, sizes: list[int]
) -> None:
    monkeypatch.setattr(simulation, "HANDS_BATCH", 10)
    dealt = list(deals(AS.deck, hands, 1))
    assert [len(some) for some in dealt] == sizes
    assert all(some.dtype == np.int8 for some in dealt)
    assert len({tuple(hand) for some in dealt for hand in some.tolist()}) == hands


def test_the_same_seed_deals_the_same_hands_and_others_deal_others() -> None:
    assert AS.hands(50, 1) == AS.hands(50, 1)
    assert len({tuple(AS.hands(50, seed)) for seed in range(20)}) == 20


def test_decks_of_the_same_kinds_with_other_names_are_dealt_otherwise() -> None:
    assert AS.hands(50, 1) != Game("others", AS.kinds, AS.units).hands(50, 1)


def test_every_tile_is_dealt_as_often_as_any_other() -> None:
    hands = AS.hands(4000, 3)
    for place in range(13):
        counts = Counter(hand[place] for hand in hands)
        error = sqrt(1 / 13 * 12 / 13 / len(hands))
        for kind in AS.kinds:
            assert abs(counts[kind] / len(hands) - 1 / 13) < 4.5 * error


@pytest.mark.parametrize(("first", "second"), [(0, 1), (0, 12), (5, 6)])
def test_a_tile_is_followed_by_its_like_as_often_as_in_a_shuffled_deck(first: int, second: int) -> None:
    hands = AS.hands(4000, 4)
    share, error = share_of(sum(hand[first] == hand[second] for hand in hands), len(hands))
    assert abs(share - 2 / 38) < 4 * error


# --- decks -----------------------------------------------------------------------------------


def test_there_is_a_deck_of_all_of_as_and_of_each_type_with_several_kinds() -> None:
    found = {deck.name: [tile.name for tile in deck.table.tiles] for deck in decks(ALL_TABLE)}
    assert found == {
        "all": [tile.name for tile in TILES],
        "AS": [TILES[kind].name for kind in AS_IDOLS],
        **{name: [tile.name for tile in TILES if tile.type == name] for name in ("Princess", "Fairy", "Angel")},
    }
    assert " ".join(found["AS"]) == ("春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 あずさ 亜美 真美 響")


def test_a_deck_has_the_units_of_its_kinds_and_no_others() -> None:
    for rules in RULES:
        for deck in decks(table_of("2019", rules)):
            inside = {tile.name for tile in deck.table.tiles}
            expected = [
                (unit.number, unit.name, [TILES[kind].name for kind in unit.members])
                for unit in units_of("2019")
                if {TILES[kind].name for kind in unit.members} <= inside
            ]
            assert [
                (number, unit.name, [deck.table.tiles[kind].name for kind in unit.members])
                for number, unit in zip(deck.units, deck.table.units, strict=True)
            ] == expected
            assert deck.table.rules is rules
            assert deck.n_kinds == len(inside)


def test_the_deck_of_as_has_as_many_idols_as_are_asked_for_or_as_there_are() -> None:
    assert [deck.n_kinds for deck in decks(ALL_TABLE, 5)][:2] == [54, 5]
    few = Table(TILES[:6], game_units(OFTEN))
    assert [deck.n_kinds for deck in decks(few)][:2] == [6, 6]


def test_hands_of_13_can_be_dealt_from_every_deck() -> None:
    two_extras = [*TILES, Tile("雪月花", "せつげつか", "雪月花", TILES[SHIIKA].type)]
    table = Table(two_extras, ALL_TABLE.units)
    assert all(3 * deck.n_kinds >= 13 for deck in decks(table))


# --- the oracle ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "hands"),
    [
        (AS, 50),
        (replace(AS, rules=RuleSet.V1_6, main=2), 40),
        (Game("AS", AS.kinds, units_of("2025"), RuleSet.OF_2019_10_08, 7), 25),
        (replace(ALL, rules=RuleSet.V1_6), 25),
        (FEW_OFTEN, 30),
        (replace(FEW_OFTEN, rules=RuleSet.V1_6, main=4), 30),
        (FEW_SOMETIMES, 40),
        (replace(FEW_SOMETIMES, rules=RuleSet.V1_6, main=1), 40),
        (Game("without 5", (4, 0, 2, 1, 3), OFTEN), 30),
        (ODD, 20),
    ],
    ids=["AS", "AS v1.6", "AS 2019-10-08", "all v1.6", "often", "often v1.6", "sometimes",
         "sometimes v1.6", "a part of the kinds", "odd"],
)  # fmt: skip
def test_what_is_counted_of_each_hand_is_what_the_oracle_says(game: Game, hands: int) -> None:
    how = counting(game.rules, game.main)
    for seed in range(hands):
        (hand,) = game.hands(1, seed)
        found = simulate(game.deck, 1, 1, seed)
        won, score = game.score(hand)
        distance, completing = game.distance(hand), game.completing(hand)
        assert found == Simulation(game.deck, 1, {(won, score): 1}, {completing: 1}, {distance: 1}, found.unit_hands), (
            hand
        )
        assert (found.won, found.tenpai) == (share_of(won, 1), share_of(distance == 1, 1))
        assert (completing > 0) is (distance == 1)
        assert set(found.unit_hands) == {unit.number for unit in game.units_within}
        assert set(found.unit_hands.values()) <= {0, 1}
        used = {unit for unit, count in found.unit_hands.items() if count}
        best = oracle.best_packings(hand, game.units_within, how)
        assert used in [set(oracle.numbers(packing)) for packing in best], hand


@pytest.mark.parametrize(
    ("game", "hands"),
    [(ALL, 60), (AS, 60), (Game("AS", AS.kinds, units_of("2025")), 60), (FEW_OFTEN, 40),
     (FEW_SOMETIMES, 80)],
    ids=["all", "AS", "AS of 2025", "often", "sometimes"],
)  # fmt: skip
def test_the_distance_of_every_hand_is_counted(game: Game, hands: int) -> None:
    found = simulate(game.deck, hands, hands, 1)
    assert found.distances == Counter(map(game.distance, game.hands(hands, 1)))
    assert sum(found.distances.values()) == hands


@pytest.mark.parametrize(("game", "least"), [(FEW_OFTEN, 0.5), (FEW_SOMETIMES, 0.1)])
def test_wins_are_frequent_where_they_are_meant_to_be(game: Game, least: float) -> None:
    found = simulate(game.deck, 200, 0, 1)
    assert least < found.won[0] < 1
    assert found.tenpai[0] > least


def mean_of(values: Iterable[float]) -> tuple[float, float]:
    """The mean with its standard error."""
    some = list(values)
    return fmean(some), stdev(some) / sqrt(len(some))


def test_what_is_counted_of_many_hands_is_the_sum_over_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(simulation, "HANDS_BATCH", 70)
    told: list[int] = []
    found = simulate(AS.deck, 160, 100, 5, told.append)
    hands = AS.hands(160, 5)
    scores = [AS.score(hand) for hand in hands]
    distances = [AS.distance(hand) for hand in hands]
    completing = [AS.completing(hand) for hand in hands]
    winning = [score for won, score in scores if won]
    assert found.scores == Counter(scores)
    assert found.completing == Counter(completing)
    assert found.distances == Counter(distances[:100])
    assert found.won == share_of(len(winning), 160)
    assert found.tenpai == share_of(distances.count(1), 160)
    assert len(winning) > 3
    assert distances.count(1) > 10
    assert found.win_chance == pytest.approx(mean_of(count / 27 for count in completing))
    assert found.winning_score == pytest.approx(mean_of(winning))
    assert (found.hands, found.deck) == (160, AS.deck)
    assert told == [70, 70, 20]


def test_units_are_counted_once_for_each_hand_that_has_them() -> None:
    game = Game("five", (8, 7, 6, 5, 9), listed([0, 1], [5, 6, 7, 8], [9]))
    hands = game.hands(60, 1)
    found = simulate(game.deck, 60, 0, 1)
    assert found.unit_hands == {
        1: sum(set(hand) >= {5, 6, 7, 8} for hand in hands), 2: sum(9 in hand for hand in hands),
    }  # fmt: skip
    won = sum(hand.count(9) == 1 for hand in hands)
    assert won > 0
    assert found.won == share_of(won, 60)


@pytest.mark.parametrize(("hands", "with_distance"), [(30, 0), (30, 1), (30, 30), (3, 20)])
def test_distances_are_those_of_the_first_hands(hands: int, with_distance: int) -> None:
    found = simulate(AS.deck, hands, with_distance, 6)
    assert found.distances == Counter(map(AS.distance, AS.hands(hands, 6)[:with_distance]))


@pytest.mark.parametrize("units", [listed([0, 1], [2, 3]), listed([7, 8])], ids=["even", "none"])
def test_hands_of_which_none_wins_have_no_winning_score(units: Units) -> None:
    found = simulate(Game("few", tuple(range(6)), units).deck, 40, 5, 1)
    assert (found.won, found.tenpai) == (share_of(0, 40), share_of(0, 40))
    assert (found.win_chance, found.winning_score) == ((0, 0), None)
    assert (found.completing, found.distances) == ({0: 40}, {NEVER: 5})
    assert {is_won for is_won, _ in found.scores} == {False}


def test_the_same_seed_counts_the_same() -> None:
    first = simulate(AS.deck, 500, 20, 7)
    assert simulate(AS.deck, 500, 20, 7) == first
    assert simulate(AS.deck, 500, 20, 8) != first


def test_hands_of_as_win_as_often_as_known() -> None:
    found = simulate(AS.deck, 20_000, 0, 1)
    known = float(figure("as_win_chance"))
    assert abs(found.won[0] - known) < 4 * found.won[1] + 0.0005
    chance, error = found.win_chance
    assert abs(chance - known) < 4 * error + 0.0015
    assert error < found.won[1]


# --- all deals -------------------------------------------------------------------------------


def deals_by_oracle(game: Game) -> dict[int, int]:
    """Score -> deals that win with it: all hands of a deck, each in all ways to take its tiles."""
    found: Counter[int] = Counter()
    for copies in product(range(oracle.COPIES + 1), repeat=len(game.kinds)):
        if sum(copies) == oracle.WINNING_TILES:
            every = zip(game.kinds, copies, strict=True)
            hand = tuple(kind for kind, count in every for _ in range(count))
            won, score = game.score(hand)
            if won:
                found[score] += prod(comb(oracle.COPIES, count) for count in copies)
    return found


@pytest.mark.parametrize(
    "game",
    [
        FEW_OFTEN,
        replace(FEW_SOMETIMES, rules=RuleSet.OF_2019_10_08),
        replace(FEW_SOMETIMES, rules=RuleSet.V1_6),
        Game("a part", (1, 0, 3, 4, 2), OFTEN, RuleSet.V1_6),
        ODD,
    ],
    ids=["often", "2019-10-08", "v1.6", "a part", "odd"],
)
def test_all_winning_deals_of_a_small_deck_are_counted(game: Game) -> None:
    assert winning_deals(game.deck.table, MAX_WAYS) == deals_by_oracle(game)


def test_deals_are_counted_in_parts_where_there_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [game.deck.table for game in (FEW_OFTEN, FEW_SOMETIMES)]
    at_once = [winning_deals(table, MAX_WAYS) for table in tables]
    monkeypatch.setattr("tablebases.millijan.winning_hands.WAYS_BATCH", 3)
    assert [winning_deals(table, MAX_WAYS) for table in tables] == at_once


def test_deals_are_not_counted_where_units_win_in_too_many_ways() -> None:
    assert winning_deals(FEW_SOMETIMES.deck.table, 5) is None


def test_random_hands_win_as_often_as_all_deals_say() -> None:
    found = simulate(FEW_SOMETIMES.deck, 20_000, 0, 2)
    deals_that_win = winning_deals(FEW_SOMETIMES.deck.table, MAX_WAYS)
    assert deals_that_win is not None
    chance = deals_that_win.total() / comb(18, 13)
    assert abs(found.won[0] - chance) < 4 * found.won[1]
    assert abs(found.win_chance[0] - chance) < 4 * found.win_chance[1]
    assert {score for won, score in found.scores if won} == set(deals_that_win)


def test_nothing_wins_in_a_deck_without_units() -> None:
    for units in (listed([0, 1], [2, 3]), listed([7, 8])):
        assert winning_deals(Game("few", tuple(range(6)), units).deck.table, MAX_WAYS) == {}


# --- figures ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "of"), [(0, 7), (7, 7), (1, 2), (3, 1000), (68, 1000)])
def test_a_share_has_the_standard_error_of_a_binomial_one(count: int, of: int) -> None:
    share = Fraction(count, of)
    error = sqrt(share * (1 - share) / of)
    assert share_of(count, of) == (pytest.approx(float(share)), pytest.approx(error))


@pytest.mark.parametrize("values", [[1, 2, 3, 4], [5000, 5000, 24000], [7, 7, 7], [0, 1000] * 50 + [9000]])
def test_a_mean_has_the_standard_error_of_a_sample(values: list[int]) -> None:
    mean, error = mean_and_error(dict(Counter(values))) or (None, None)
    assert mean == pytest.approx(fmean(values))
    assert error == pytest.approx(stdev(values) / sqrt(len(values)))


def test_a_single_value_has_no_known_error_and_none_has_no_mean() -> None:
    assert mean_and_error({14000: 1}) == (14000, 0)
    assert mean_and_error({}) is None
    assert mean_and_error({14000: 0}) is None
