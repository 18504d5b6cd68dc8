"""Deals of a deck: counts of random hands, all deals that win or wait for a win, and games.

Only the kinds of a deck can be drawn: the oracle gets the units of these kinds and no others.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, sqrt
from statistics import fmean, stdev

import numpy as np
import pytest

from oracle import millijan as oracle
from oracle.millijan import Tiles, Units
from tablebases.millijan import families, simulation
from tablebases.millijan.families import EMPTY_HAND, NO_HAND, deals_in, new_store, waiting_deals, winning_deals
from tablebases.millijan.simulation import Simulation, deals, mean_and_error, share_of, simulate
from tablebases.millijan.table import Deck, Table, deck_of, decks, draws_to_win, play
from tablebases.millijan.units import NEVER, RuleSet, Tile
from tests.millijan.helpers import (
    AS_IDOLS,
    KINDS,
    SHIIKA,
    SORA,
    TILES,
    counting,
    distance_by_oracle,
    game_units,
    listed,
    random_short_list,
    short_table,
    table_of,
    units_of,
)

OFTEN = listed([0], [1], [0, 1], [2, 3], [1, 2, 3], [3, 4], [0, 4], [2, 4, 5], [5])
"""Units with which most hands of 6 kinds win."""
SOMETIMES = listed([0], [1, 2], [2, 3], [1, 3, 4], [4, 5], [0, 2, 5])
"""Units with which some hands of 6 kinds win."""
NOTHING_WINS = [listed([0, 1], [2, 3]), listed([7, 8])]
MANY_NODES = 1 << 18
MANY_STATES = 1 << 18, 1 << 18


@dataclass(frozen=True)
class Game:
    """A deck of some kinds, numbered as in the whole game, and the answers of the oracle about its hands."""

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
        return replace(found, table=Table(found.table.tiles, found.table.units, self.rules, main))

    @cached_property
    def units_within(self) -> Units:
        """The units that can be formed of the deck."""
        return tuple(unit for unit in self.units if set(unit.members) <= set(self.kinds))

    @cached_property
    def distances(self) -> oracle.Distances:
        """The oracle's distances with the units of the deck."""
        return oracle.Distances(self.units_within)

    def hands(self, hands: int, seed: int) -> list[Tiles]:
        """Random hands."""
        dealt = [hand for some in deals(self.deck, hands, seed) for hand in some.tolist()]
        return [tuple(self.kinds[kind] for kind in hand) for hand in dealt]

    def score(self, hand: Tiles) -> tuple[bool, int]:
        """Whether a hand has won, and its score."""
        value = oracle.best_value(hand, self.units_within, counting(self.rules, self.main))
        return value >= oracle.WIN, value % oracle.WIN

    def completing(self, hand: Tiles) -> int:
        """The number of tiles of the deck that complete the first 12 of a hand."""
        return sum(wait.copies for wait in oracle.waits(hand[:12], self.units_within, self.kinds))

    def distance(self, hand: Tiles) -> int:
        """The distance of the first 12 of a hand."""
        return distance_by_oracle(hand[:12], (), self.distances)[0]


ALL = Game("all", tuple(KINDS), units_of("2019"))
AS = Game("AS", tuple(AS_IDOLS), units_of("2019"))
FEW_OFTEN = Game("few", tuple(range(6)), OFTEN)
FEW_SOMETIMES = Game("few", tuple(range(6)), SOMETIMES)
ODD = Game("odd", (3, 7, 20, SHIIKA, SORA), units_of("2019"))


def deck_of_2019(name: str) -> tuple[Deck, Game]:
    """A deck of the list of 2019, and the same for the oracle."""
    (deck,) = [one for one in decks(table_of("2019")) if one.name == name]
    kinds = tuple(kind for kind, tile in enumerate(TILES) if tile in deck.table.tiles)
    return deck, Game(name, kinds, units_of("2019"))


# --- random hands ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", [ALL, AS, FEW_OFTEN, ODD], ids=lambda game: game.name)
def test_hands_have_13_tiles_of_the_deck_and_3_at_most_of_a_kind(game: Game) -> None:
    hands = game.hands(400, 1)
    assert len(hands) == 400
    assert {len(hand) for hand in hands} == {13}
    assert {max(Counter(hand).values()) for hand in hands} <= {1, 2, 3}
    assert {kind for hand in hands for kind in hand} == set(game.kinds)


def test_deals_yields_hands_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "HANDS_BATCH", 10)
    for hands, sizes in ((0, []), (1, [1]), (10, [10]), (11, [10, 1]), (25, [10, 10, 5])):
        dealt = list(deals(AS.deck, hands, 1))
        assert [len(some) for some in dealt] == sizes
        assert len({tuple(hand) for some in dealt for hand in some.tolist()}) == hands


def test_the_seed_and_the_name_of_the_deck_decide_the_hands() -> None:
    assert AS.hands(50, 1) == AS.hands(50, 1) != replace(AS, name="others").hands(50, 1)
    assert len({tuple(AS.hands(50, seed)) for seed in range(20)}) == 20


def test_every_kind_is_equally_frequent_at_every_place() -> None:
    hands = AS.hands(4000, 3)
    for place in range(13):
        counts = Counter(hand[place] for hand in hands)
        error = sqrt(1 / 13 * 12 / 13 / len(hands))
        assert all(abs(counts[kind] / len(hands) - 1 / 13) < 4.5 * error for kind in AS.kinds)
    for first, second in ((0, 1), (0, 12), (5, 6)):
        share, error = share_of(sum(hand[first] == hand[second] for hand in hands), len(hands))
        assert abs(share - 2 / 38) < 4 * error


# --- decks -----------------------------------------------------------------------------------


def test_there_is_a_deck_of_all_of_as_and_of_each_type_with_several_kinds() -> None:
    found = {deck.name: [tile.name for tile in deck.table.tiles] for deck in decks(table_of("2019"))}
    assert found == {
        "all": [tile.name for tile in TILES],
        "AS": ["春香", "千早", "美希", "雪歩", "やよい", "真", "伊織", "貴音", "律子", "あずさ", "亜美", "真美", "響"],
        **{name: [tile.name for tile in TILES if tile.type == name] for name in ("Princess", "Fairy", "Angel")},
    }
    two_extras = [*TILES, Tile("雪月花", "せつげつか", "雪月花", TILES[SHIIKA].type)]
    assert all(3 * deck.n_kinds >= 13 for deck in decks(Table(two_extras, table_of("2019").units)))


def test_a_deck_has_the_units_of_its_kinds_and_no_others() -> None:
    for deck in decks(table_of("2019", RuleSet.V1_6)):
        kinds = [kind for kind, tile in enumerate(TILES) if tile in deck.table.tiles]
        within = [unit for unit in units_of("2019") if set(unit.members) <= set(kinds)]
        assert deck.units == oracle.numbers(tuple(within))
        members = [tuple(kinds[kind] for kind in unit.members) for unit in deck.table.units]
        assert members == [unit.members for unit in within]
        assert deck.table.rules is RuleSet.V1_6
        assert deck.n_kinds == len(kinds)


def test_the_deck_of_as_has_the_first_13_idols_or_as_many_as_there_are() -> None:
    assert [deck.n_kinds for deck in decks(table_of("2019"), 5)][:2] == [54, 5]
    assert [deck.n_kinds for deck in decks(Table(TILES[:6], game_units(OFTEN)))][:2] == [6, 6]


# --- counts of random hands ------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "hands"),
    [
        (AS, 6),
        (replace(AS, rules=RuleSet.V1_6, main=2), 4),
        (Game("AS", AS.kinds, units_of("2025"), RuleSet.OF_2019_10_08, 7), 3),
        (replace(ALL, rules=RuleSet.V1_6), 4),
        (replace(FEW_OFTEN, rules=RuleSet.V1_6, main=4), 3),
        (FEW_SOMETIMES, 10),
        (replace(FEW_SOMETIMES, rules=RuleSet.V1_6, main=1), 10),
        (Game("without 5", (4, 0, 2, 1, 3), OFTEN), 6),
        (ODD, 6),
    ],
    ids=["AS", "AS v1.6", "AS 2019-10-08", "all v1.6", "often v1.6", "sometimes", "sometimes v1.6",
         "a part of the kinds", "odd"],
)  # fmt: skip
def test_a_simulation_counts_each_hand_as_the_oracle_does(game: Game, hands: int) -> None:
    for seed in range(hands):
        (hand,) = game.hands(1, seed)
        found = simulate(game.deck, 1, 1, seed)
        score, distance, completing = game.score(hand), game.distance(hand), game.completing(hand)
        assert found == Simulation(game.deck, 1, {score: 1}, {completing: 1}, {distance: 1}, found.unit_hands), hand
        assert (completing > 0) is (distance == 1)
        assert set(found.unit_hands) == {unit.number for unit in game.units_within}
        assert set(found.unit_hands.values()) <= {0, 1}
        used = {unit for unit, count in found.unit_hands.items() if count}
        best = oracle.best_packings(hand, game.units_within, counting(game.rules, game.main))
        assert used in [set(oracle.numbers(packing)) for packing in best], hand


def mean_of(values: Iterable[float]) -> tuple[float, float]:
    """The mean with its standard error."""
    some = list(values)
    return fmean(some), stdev(some) / sqrt(len(some))


@pytest.mark.thorough
def test_counts_of_many_hands_are_sums_over_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "HANDS_BATCH", 35)
    advances: list[int] = []
    found = simulate(AS.deck, 80, 30, 5, advances.append)
    hands = AS.hands(80, 5)
    scores = [AS.score(hand) for hand in hands]
    completing = [AS.completing(hand) for hand in hands]
    winning = [score for won, score in scores if won]
    waiting = sum(count > 0 for count in completing)
    assert (found.hands, found.deck, advances) == (80, AS.deck, [35, 35, 10])
    assert found.scores == Counter(scores)
    assert found.completing == Counter(completing)
    assert found.distances == Counter(map(AS.distance, hands[:30]))
    assert (found.won, found.tenpai) == (share_of(len(winning), 80), share_of(waiting, 80))
    assert found.win_chance == pytest.approx(mean_of(count / 27 for count in completing))
    assert found.winning_score == pytest.approx(mean_of(winning))
    assert len(winning) > 1
    assert waiting > 10


def test_a_hand_counts_once_for_each_unit_that_it_has() -> None:
    game = Game("five", (8, 7, 6, 5, 9), listed([0, 1], [5, 6, 7, 8], [9]))
    hands = game.hands(60, 1)
    found = simulate(game.deck, 60, 0, 1)
    with_four, with_nine = sum({5, 6, 7, 8} <= set(hand) for hand in hands), sum(9 in hand for hand in hands)
    assert found.unit_hands == {1: with_four, 2: with_nine}
    won = sum(hand.count(9) == 1 for hand in hands)
    assert won > 0
    assert found.won == share_of(won, 60)
    assert found.distances == {}


@pytest.mark.parametrize("units", NOTHING_WINS, ids=["even", "none"])
def test_hands_without_a_win_have_no_winning_score(units: Units) -> None:
    deck = Game("few", tuple(range(6)), units).deck
    found = simulate(deck, 40, 5, 1)
    assert (found.won, found.tenpai) == (share_of(0, 40), share_of(0, 40))
    assert (found.win_chance, found.winning_score) == ((0, 0), None)
    assert (found.completing, found.distances) == ({0: 40}, {NEVER: 5})
    assert {is_won for is_won, _ in found.scores} == {False}
    assert winning_deals(deck.table, MANY_NODES) == {}
    assert waiting_deals(deck.table, MANY_NODES, MANY_STATES) == (0, 0, 0)


def test_shares_and_means_have_their_standard_errors() -> None:
    for count, total in ((0, 7), (7, 7), (1, 2), (68, 1000)):
        share = Fraction(count, total)
        assert share_of(count, total) == (pytest.approx(float(share)), pytest.approx(sqrt(share * (1 - share) / total)))
    for values in ([1, 2, 3, 4], [5000, 5000, 24000], [7, 7, 7], [0, 1000] * 50 + [9000]):
        assert mean_and_error(Counter(values)) == pytest.approx(mean_of(values))
    assert mean_and_error({14000: 1}) == (14000, 0)
    assert mean_and_error({}) is mean_and_error({14000: 0}) is None


# --- all deals that win ----------------------------------------------------------------------


def hands_of(kinds: Iterable[int], tiles: int) -> list[Tiles]:
    """All hands of some kinds."""
    every = combinations_with_replacement(kinds, tiles)
    return [hand for hand in every if max(Counter(hand).values()) <= oracle.COPIES]


@pytest.mark.parametrize(
    "game",
    [
        replace(FEW_SOMETIMES, rules=RuleSet.OF_2019_10_08),
        replace(FEW_SOMETIMES, rules=RuleSet.V1_6),
        Game("a part", (1, 0, 3, 4, 2), OFTEN, RuleSet.V1_6),
        *(Game(str(seed), tuple(range(6)), random_short_list(random.Random(seed), 6)) for seed in range(4)),  # noqa: S311
        ODD,
    ],
    ids=lambda game: f"{game.name} {game.rules}",
)
def test_winning_deals_are_those_of_all_hands_tried(game: Game) -> None:
    expected: Counter[int] = Counter()
    for hand in hands_of(game.kinds, 13):
        won, score = game.score(hand) if oracle.wins(hand, game.units_within) else (False, 0)
        expected[score] += oracle.deals_of([hand]) if won else 0
    assert winning_deals(game.deck.table, MANY_NODES) == +expected


def test_winning_deals_gives_none_where_families_have_too_many_nodes() -> None:
    table = short_table(listed([0], [1], [2], [3], [4]), 5)
    assert winning_deals(table, MANY_NODES) == {13000: comb(15, 13)}
    assert winning_deals(table, 9) is None


# --- all deals that wait for a win -----------------------------------------------------------


@pytest.mark.parametrize("seed", range(2))
def test_waiting_deals_of_few_kinds_are_those_of_all_hands_tried(seed: int) -> None:
    """By the definition: some kind completes 12 tiles; 13 have not won, but some 12 of them wait."""
    chance = random.Random(seed)  # noqa: S311 - tiles, not secrets
    kinds = chance.randint(5, 6)
    units = random_short_list(chance, kinds)
    waiting = {hand for hand in hands_of(range(kinds), 12) if oracle.waits(hand, units, range(kinds))}
    longer = [
        hand
        for hand in hands_of(range(kinds), 13)
        if any(hand[:i] + hand[i + 1 :] in waiting for i in range(13)) and not oracle.wins(hand, units)
    ]
    found = waiting_deals(short_table(units, kinds), MANY_NODES, MANY_STATES)
    assert (found.of_12, found.of_13) == (oracle.deals_of(waiting), oracle.deals_of(longer))
    assert (found.of_12, found.of_13) == oracle.waiting_deals(units, range(kinds))


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["AS", "Princess", "Fairy", "Angel"])
def test_winning_and_waiting_deals_of_a_deck_are_those_of_its_winning_hands(name: str) -> None:
    deck, game = deck_of_2019(name)
    wins = winning_deals(deck.table, MANY_NODES)
    assert wins is not None
    assert wins.total() == oracle.deals_of(oracle.winning_hands(game.units_within)) > 0
    if name == "Fairy":
        found = waiting_deals(deck.table, MANY_NODES, MANY_STATES)
        assert (wins.total(), found.of_12, found.of_13) == (
            found.winning, *oracle.waiting_deals(game.units_within, game.kinds),
        )  # fmt: skip


def test_waiting_deals_leaves_out_what_needs_too_many_nodes_or_states() -> None:
    deck, _ = deck_of_2019("Princess")
    winning, of_12, of_13 = waiting_deals(deck.table, MANY_NODES, MANY_STATES)
    assert waiting_deals(deck.table, 2, MANY_STATES) == (None, None, None)
    assert waiting_deals(deck.table, MANY_NODES, (999, 999)) == (winning, of_12, None)
    assert waiting_deals(deck.table, MANY_NODES, (9, 9999)) == (winning, None, of_13)


def test_operations_on_families_give_the_right_hands() -> None:
    store = new_store(1000)
    none, empty = np.int64(NO_HAND), np.int64(EMPTY_HAND)
    zero, pair = np.array([0]), np.array([0, 2])
    once = families.with_unit(store, empty, zero, np.int64(0), np.int64(0))
    two = families.with_unit(store, once, zero, np.int64(0), np.int64(0))
    three = families.with_unit(store, two, zero, np.int64(0), np.int64(0))
    assert [deals_in(store, int(family)) for family in (none, empty, once, two, three)] == [0, 1, 3, 3, 1]
    assert families.with_unit(store, three, pair, np.int64(0), np.int64(1)) == NO_HAND  # no fourth copy
    assert families.union(store, two, none) == families.union(store, two, two) == two
    both = families.union(store, two, families.with_unit(store, empty, pair, np.int64(0), np.int64(1)))
    assert deals_in(store, int(both)) == 3 + 9
    missing, extra = families.MISSING, families.EXTRA
    for family, kinds, edits, n_deals in ((three, 3, missing, 3), (both, 3, missing, 6), (two, 3, extra, 1 + 9 + 9)):
        assert families.deals_near(store, int(family), kinds, edits, 9) == n_deals


@pytest.mark.parametrize("nodes", [1, 2**27 + 1])
def test_new_store_refuses_too_few_and_too_many_nodes(nodes: int) -> None:
    with pytest.raises(ValueError, match="a store has 2 to"):
        new_store(nodes)


def test_the_order_of_kinds_keeps_units_together() -> None:
    members = np.zeros((4, 6), dtype=np.bool_)
    for number, unit in enumerate([(0, 3), (3, 5), (1, 4), (2, 4)]):
        members[number, list(unit)] = True
    order = families.order_of_kinds(members).tolist()
    assert sorted(order) == list(range(6))
    assert sorted(order.index(kind) for kind in (0, 3, 5)) in ([0, 1, 2], [3, 4, 5])


# --- games -----------------------------------------------------------------------------------


def test_a_game_ends_with_the_draw_that_completes_the_hand() -> None:
    table = short_table(listed([0], [1], [2], [3]), 6)
    waiting = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4]
    assert draws_to_win(table, [*waiting, 5, 5, 4, 3]) is None  # 4 is discarded for 3, then one of 0 to 3 is missing
    assert draws_to_win(short_table(listed([0], [1], [2], [3], [4]), 6), [*waiting, 5, 5, 4, 3]) == 3
    assert draws_to_win(table, [*waiting, 5]) is None


def test_games_are_the_same_for_the_same_seed_only() -> None:
    played = play(AS.deck, 6, 1)
    assert played == play(AS.deck, 6, 1) != play(AS.deck, 6, 2)
    assert played.total() == 6
