"""Rounds of several players against the oracle, which tries every change of every town."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

import pytest

from oracle import nine_tiles_panic as oracle
from tablebases import nine_tiles
from tablebases.errors import Error, InputError
from tests.command_lines.typed import run_typed
from tests.nine_tiles_panic.helpers import known_rows, oracle_tiles, speaking

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


class Table:
    """The oracle's view of a round."""

    def __init__(self, cards: Sequence[int], towns: Sequence[str], order: Sequence[int] | None) -> None:
        self.cards, self.towns, self.order = cards, towns, order

    def scores(self, town: str) -> list[int]:
        """The scores of a town in the cards."""
        of_town = oracle.score(town, oracle_tiles())
        return [of_town[card - 1] for card in self.cards]

    def beats(self, towns: Sequence[str], one: int, other: int) -> bool:
        """Whether player `one` is better than `other` on more cards; players are counted from 0."""
        won = 0
        for a, b in zip(self.scores(towns[one]), self.scores(towns[other]), strict=True):
            if a == b and self.order:
                won += 1 if self.order.index(one + 1) < self.order.index(other + 1) else -1
            won += (a > b) - (a < b)
        return won > 0

    def wins(self, towns: Sequence[str], one: int) -> bool:
        """Whether a player beats all others."""
        return all(self.beats(towns, one, other) for other in range(len(towns)) if other != one)

    def smallest_change(self, player: int) -> tuple[str, str] | None:
        """The first change of a player's town that wins."""
        for way, pattern in changed_patterns(self.towns[player]):
            if oracle.is_complete(pattern, oracle_tiles()):
                towns = [*self.towns[:player], pattern, *self.towns[player + 1 :]]
                if self.wins(towns, player):
                    return way, pattern
        return None


def random_tables(n: int) -> list[Table]:
    """Rounds of two to four players, every other one with an order."""
    rng = random.Random(35)  # noqa: S311
    known = [row["pattern"] for row in known_rows("towns")]
    tables = []
    for number in range(n):
        players = range(1, rng.randint(2, 4) + 1)
        order = rng.sample(players, len(players)) if number % 2 else None
        tables.append(Table(sorted(rng.sample(oracle.THEMES, 3)), rng.sample(known, len(players)), order))
    return tables


@pytest.mark.thorough
def test_rounds_agree_with_the_oracle_on_meetings_and_smallest_winning_changes() -> None:
    ways = []
    for table in random_tables(60):
        judged = nine_tiles.judge(table.cards, table.towns, order=table.order)
        players = range(len(table.towns))
        for player, found in enumerate(judged.players):
            others = [other for other in players if other != player]
            beaten = [other + 1 for other in others if table.beats(table.towns, player, other)]
            lost = [other + 1 for other in others if table.beats(table.towns, other, player)]
            assert (list(found.beats), list(found.loses_to)) == (beaten, lost)
            assert sorted(found.beats + found.loses_to + found.draws_with) == [other + 1 for other in others]
            assert [each.score for each in found.scores] == table.scores(table.towns[player])
            expected = None if judged.winner == player + 1 else table.smallest_change(player)
            change = found.change and (found.change.way, found.change.town.pattern)
            assert change == expected
            if found.change:
                assert [each.score for each in found.change.scores] == table.scores(found.change.town.pattern)
            ways.append(found.change and found.change.way)
        winners = [player + 1 for player in players if table.wins(table.towns, player)]
        assert winners == ([judged.winner] if judged.winner else [])
        best = [each.score for each in judged.best.scores]
        assert list(judged.best_beats) == [
            player + 1
            for player, town in enumerate(table.towns)
            if sum((a > b) - (a < b) for a, b in zip(best, table.scores(town), strict=True)) > 0
        ]
    assert set(ways) == {"turn", "flip", "swap", None}


def test_a_round_is_told_in_words_and_as_data() -> None:
    judged = nine_tiles.judge([2, 5, 18], TOWNS)
    probed = {card.number: card for card in nine_tiles.cards()}
    assert [each.card for each in judged.players[0].scores] == [probed[2], probed[5], probed[18]]
    assert [each.rank for each in judged.players[0].scores] == [5, 6, 4]
    assert judged.best == nine_tiles.best(2, 5, 18).answers[0]
    done = run_typed(["nine-tiles", "judge", "2", "5", "18", *TOWNS])
    assert judged.outcome in done.output
    assert all(sentence in done.output for sentence in judged.changes_in_words)
    assert max(map(len, str(judged).split("\n"))) <= 80
    data = json.loads(run_typed(["nine-tiles", "judge", "2", "5", "18", *TOWNS, "--json"]).output)
    change = judged.players[1].change
    assert change
    assert data["players"][1]["change"]["pattern"] == change.town.pattern
    assert (data["winner"], data["best"]["beats"]) == (None, [1, 2])
    with speaking("ja"):
        assert change.in_words == "タイル4（右）を向き0に回転"  # noqa: RUF001
        assert change.in_words in judged.changes_in_words[1]


def test_the_earlier_player_is_better_on_a_card_with_equal_scores() -> None:
    rounds = [nine_tiles.judge([4], TOWNS, order=order) for order in (None, (1, 2), (2, 1))]
    assert [judged.winner for judged in rounds] == [None, 1, 2]
    assert rounds[1].players[1].change is None


@pytest.mark.parametrize(
    ("cards", "towns", "order", "error"),
    [
        ([2, 5, 18], TOWNS[:1], None, "a round has two or more towns, but there are 1"),
        ([], TOWNS, None, "give one to 3 cards"),
        ([2], TOWNS, (1, 1), r"the order must name each player from 1 to 2 once, such as 2,1, but it is 1,1"),
        ([2], [TOWNS[0], "20674581336123003"], None, "player 2: a pattern has 18 digits"),
    ],
)
def test_bad_rounds_are_input_errors(
    cards: list[int], towns: Sequence[str], order: tuple[int, ...] | None, error: str
) -> None:
    with pytest.raises(InputError, match=error):
        nine_tiles.judge(cards, towns, order=order)


def test_an_incomplete_town_is_named_by_its_player(artifacts: Path) -> None:
    with pytest.raises(Error, match="player 1: 206745813361230036 is not a complete town"):
        nine_tiles.judge([2], ["206745813361230036", TOWNS[0]])
    listed = [each.town for number in (1, 50) for each in _first_towns(artifacts, number)]
    assert nine_tiles.judge([5], listed, results=artifacts).players[0].town == listed[0]


def _first_towns(artifacts: Path, theme_synonym: int) -> nine_tiles.FoundTowns:
    with nine_tiles.open_results(artifacts) as results:
        return results.towns(theme_synonym, limit=1)
