"""Rounds of several players against the oracle, which tries every change of every town."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import pytest

from oracle import nine_tiles_panic as oracle
from tablebases import nine_tiles
from tablebases.errors import InputError
from tablebases.nine_tiles.answers.judge import does_order_matter, points_of, winners_of
from tests.command_lines.typed import run_typed
from tests.nine_tiles_panic.helpers import by_hand, known_rows, oracle_tiles, speaking
from tests.outputs import check_outputs, printed_csv

TOWNS = ("206745813361230035", "523064178274413330")


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def changed_patterns(pattern: str) -> Iterator[tuple[str, str]]:
    """(way, pattern) of all changes of a town, the smallest first."""
    half = len(pattern) // 2
    for way in ("turn", "flip"):
        for place in range(half, 2 * half):
            for direction in "01234567":
                shows_the_same_face = (direction < "4") == (pattern[place] < "4")
                if direction != pattern[place] and shows_the_same_face == (way == "turn"):
                    yield way, pattern[:place] + direction + pattern[place + 1 :]
    for a, b in combinations(range(half), 2):
        digits = list(pattern)
        for place in (0, half):
            digits[place + a], digits[place + b] = digits[place + b], digits[place + a]
        yield "swap", "".join(digits)


@cache
def all_scores(town: str) -> tuple[int, ...] | None:
    """The scores of a town in all themes; None if it is not complete or has a tile twice."""
    is_ranked = len(set(town[:9])) == 9 and oracle.is_complete(town, oracle_tiles())
    return oracle.score(town, oracle_tiles()) if is_ranked else None


class Table:
    """The oracle's view of a round."""

    def __init__(self, cards: Sequence[int], towns: Sequence[str], order: Sequence[int] | None) -> None:
        self.cards, self.towns, self.order = cards, towns, order

    def scores(self, town: str) -> list[int] | None:
        """The scores of a town in the cards; None if it is not complete or has a tile twice."""
        of_town = all_scores(town)
        return of_town and [of_town[card - 1] for card in self.cards]

    def points(self, towns: Sequence[str]) -> list[list[int]]:
        """The points of each player on each card."""
        places = oracle.places_of(self.order or (), len(towns))
        return oracle.round_points(list(map(self.scores, towns)), places, len(self.cards))

    def smallest_change(self, player: int) -> tuple[str, str] | None:
        """The first change of a player's town that wins; players are counted from 0."""
        if len(set(self.towns[player][:9])) < 9:
            return None
        for way, pattern in changed_patterns(self.towns[player]):
            if all_scores(pattern):
                towns = [*self.towns[:player], pattern, *self.towns[player + 1 :]]
                if oracle.round_winners(self.points(towns)) == {player + 1}:
                    return way, pattern
        return None


def random_tables(n: int) -> list[Table]:
    """Rounds of two to five players, every other one with a part of an order, some with towns that do not count."""
    rng = random.Random(35)  # noqa: S311
    known = [row["pattern"] for row in known_rows("towns")]
    tables = []
    for number in range(n):
        players = range(1, rng.randint(2, 5) + 1)
        order = rng.sample(players, rng.randint(0, len(players))) if number % 2 else None
        towns = rng.sample(known, len(players))
        if number % 3 == 0:
            towns[0] = rng.choice([pattern for _, pattern in changed_patterns(towns[0])])
        if number % 10 == 0:
            towns[-1] = towns[-1][0] + towns[-1][0] + towns[-1][2:]
        tables.append(Table(sorted(rng.sample(range(1, 27), 3)), towns, order))
    return tables


@pytest.mark.thorough
def test_rounds_agree_with_the_oracle_on_points_winners_and_smallest_winning_changes() -> None:
    ways, unranked, matters = set(), 0, set()
    for table in random_tables(60):
        judged = nine_tiles.judge(table.cards, table.towns, order=table.order)
        points = table.points(table.towns)
        assert [list(player.points) for player in judged.players] == points
        assert [player.total for player in judged.players] == list(map(sum, points))
        winners = oracle.round_winners(points)
        assert set(judged.winners) == winners
        assert judged.winner == (min(winners) if len(winners) == 1 else None)
        scores = list(map(table.scores, table.towns))
        in_every_order = oracle.winners_in_every_order(scores, table.order or (), len(table.cards))
        assert bool(judged.order_matters) == (in_every_order != {frozenset(winners)})
        for player, found in enumerate(judged.players):
            assert [each.score for each in found.scores] == (scores[player] or [])
            assert bool(found.faults) == (scores[player] is None)
            expected = None if judged.winner == player + 1 else table.smallest_change(player)
            assert (found.change and (found.change.way, found.change.town.pattern)) == expected
            if found.change:
                assert [each.score for each in found.change.scores] == table.scores(found.change.town.pattern)
            ways.add(found.change and found.change.way)
            unranked += bool(found.faults)
        matters.add(judged.order_matters)
    assert (ways, matters) == ({"turn", "flip", "swap", None}, {None, True, False})
    assert unranked > 15


@pytest.mark.thorough
def test_points_of_random_scores_agree_with_the_oracle_which_tries_every_order() -> None:
    rng = random.Random(51)  # noqa: S311
    answers = []
    for _ in range(2000):
        n_players, n_cards = rng.randint(2, 5), rng.randint(1, 3)
        scores = [None if rng.random() < 0.1 else rng.choices(range(4), k=n_cards) for _ in range(n_players)]
        order = rng.sample(range(1, n_players + 1), rng.choice([0, 0, rng.randint(0, n_players)]))
        points, undecided = points_of([of_player or () for of_player in scores], order)
        expected = oracle.round_points(scores, oracle.places_of(order, n_players), n_cards)
        assert [list(of_player) or [0] * n_cards for of_player in points] == expected
        winners = frozenset(winners_of(points))
        assert winners == oracle.round_winners(expected)
        others = oracle.winners_in_every_order(scores, order, n_cards) - {winners}
        assert bool(does_order_matter(points, undecided)) == bool(others), (scores, order)
        answers.append((does_order_matter(points, undecided), min(len(winners), 2)))
    assert {(None, 0), (None, 1), (None, 2), (False, 1), (False, 2), (True, 1), (True, 2)} == {*answers}


@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_expected_points_against_random_towns_follow_from_shares_of_towns(n_players: int) -> None:
    towns = [(0, 3), (1, 1), (1, 3), (2, 0)]
    orders = list(permutations(range(n_players)))
    for own in towns:
        rounds = [
            sum(oracle.round_points([own, *others], order, 2)[0])
            for others in product(towns, repeat=n_players - 1)
            for order in orders
        ]
        shares = [
            Fraction(sum(town[card] < own[card] for town in towns), len(towns))
            + Fraction(sum(town[card] == own[card] for town in towns), 2 * len(towns))
            for card in range(2)
        ]
        assert Fraction(sum(rounds), len(rounds)) == 2 + (n_players - 1) * sum(shares)


@pytest.mark.parametrize("known", by_hand("rounds"))
def test_known_rounds_have_their_points_and_winners(known: dict[str, Any]) -> None:
    judged = nine_tiles.judge(known["cards"].split(), known["towns"], order=known.get("order"))
    assert [player.total for player in judged.players] == known["points"]
    assert list(judged.winners) == known["winners"]
    assert judged.order_matters == known["order_matters"]
    assert judged.outcome == known["outcome"]


def test_a_round_is_told_in_words_and_as_data() -> None:
    judged = nine_tiles.judge([2, 5, 18], TOWNS)
    probed = {card.number: card for card in nine_tiles.cards()}
    assert [each.card for each in judged.players[0].scores] == [probed[2], probed[5], probed[18]]
    assert [each.rank for each in judged.players[0].scores] == [5, 6, 4]
    assert judged.best == nine_tiles.best(2, 5, 18).answers[0]
    done = run_typed(["nine-tiles", "judge", "2", "5", "18", *TOWNS])
    assert judged.outcome in done.output
    assert all(sentence in done.output for sentence in judged.remarks)
    assert max(map(len, str(judged).split("\n"))) <= 80
    check_outputs(judged, ["nine-tiles", "judge", "2", "5", "18", *TOWNS])
    change = judged.players[1].change
    assert change
    assert (judged.winner, judged.winners, judged.order_matters) == (None, (1, 2), True)
    assert [(player.points, player.total, player.wins) for player in judged.players] == [
        ((2, 1, 2), 5, True),
        ((2, 2, 1), 5, True),
    ]
    with speaking("ja"):
        assert judged.outcome == "プレイヤー1、2が5点ずつで引き分けです。"
        assert change.in_words == "タイル4（右）を、回さない向きに置き直す"  # noqa: RUF001
        assert change.in_words in judged.remarks[-1]


def test_a_town_that_does_not_count_has_a_row_with_the_reason() -> None:
    towns = ["226745813361230035", TOWNS[0], "206745813361230036", "2067.....|3612....."]
    rows = printed_csv(["nine-tiles", "judge", "5", "18", *towns])
    assert [(row["t05"], row["rank_t18"], row["points_t05"], row["total"], row["wins"]) for row in rows] == [
        ("", "", "0", "0", "0"),
        ("6", "4", "4", "8", "1"),
        ("", "", "0", "0", "0"),
        ("", "", "0", "0", "0"),
    ]
    assert [row["faults"].partition(";")[0] for row in rows] == [
        "tile 2 is used twice, at top left and top",
        "",
        "the road at bottom right does not go on at right",
        "no tile lies at centre, right, bottom left, bottom and bottom right",
    ]
    assert rows[2]["change_town"] == ""
    alone = nine_tiles.judge([5], [towns[2], towns[0]]).players[0]
    assert alone.change
    assert alone.change.town.pattern == "206745813361230035"


def test_of_players_with_equal_scores_the_earlier_one_ranks_higher() -> None:
    rounds = [nine_tiles.judge([4], TOWNS, order=order) for order in (None, (1, 2), (2, 1), (2,))]
    assert [judged.winner for judged in rounds] == [None, 1, 2, 2]
    assert [judged.order_matters for judged in rounds] == [True, None, None, None]
    assert rounds[1].players[1].change is None


@pytest.mark.parametrize(
    ("cards", "towns", "order", "error"),
    [
        ([2, 5, 18], TOWNS[:1], None, "a round has 2 to 10 towns, but there are 1; name one town for each player"),
        ([2, 5, 18], TOWNS * 6, None, "a round has 2 to 10 towns, but there are 12"),
        ([], TOWNS, None, "give one to 3 cards"),
        ([2], TOWNS, (1, 1), "the order must name players from 1 to 2, each once, such as 2,1, but it is 1,1"),
        ([2], TOWNS, (3,), "the order must name players from 1 to 2, each once, such as 2,1, but it is 3"),
        ([2], [TOWNS[0], "20674581336123003"], None, "player 2: a pattern has 18 digits"),
        ([2], [TOWNS[0], "226745813361230039"], None, "player 2: direction 9 at bottom right is not one of 0-3"),
        ([2], [TOWNS[0], "2x6745813|36123003."], None, "player 2: 'x' is not understood"),
        ([2], [nine_tiles.Town("2067"), TOWNS[0]], None, "player 1: a pattern has 18 digits"),
    ],
)
def test_bad_rounds_are_input_errors(
    cards: list[int], towns: Sequence[nine_tiles.Town | str], order: tuple[int, ...] | None, error: str
) -> None:
    with pytest.raises(InputError, match=error):
        nine_tiles.judge(cards, towns, order=order)


def test_a_round_takes_towns_of_the_results(artifacts: Path) -> None:
    listed = [each.town for number in (1, 50) for each in _first_towns(artifacts, number)]
    assert nine_tiles.judge([5], listed, results=artifacts).players[0].town == listed[0]


def _first_towns(artifacts: Path, theme_synonym: int) -> nine_tiles.FoundTowns:
    with nine_tiles.open_results(artifacts) as results:
        return results.towns(theme_synonym, limit=1)


def test_judge_names_the_scores_of_a_turned_town_on_the_cards_of_the_round() -> None:
    towns = ["431678052354370514", TOWNS[0]]
    judged = nine_tiles.judge([1, 2, 5], towns)
    assert [each.in_words for each in judged.players[0].turned] == [
        "1 Capture: 1 as it lies, 2 turned left by 180 or 270 degrees"
    ]
    assert judged.players[1].turned == ()
    for text in (str(judged), run_typed(["nine-tiles", "judge", "1", "2", "5", *towns]).output):
        assert "Turned, 431678052354370514 has other scores" in text
        assert judged.players[0].turned[0].in_words in text
