"""The rules of the MilliJan page, against the known answers, the oracle, the command and Python."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import cycle
from typing import Any

import pytest

from oracle import millijan as oracle
from tablebases import millijan
from tablebases.millijan.nearest import NEVER
from tablebases.millijan.practice import daily_hands
from tablebases.millijan.questions import tile_name
from tablebases.millijan.table import Table
from tablebases.millijan.units import RuleSet
from tests.browser.practised import Choice, SoloGame, choose, discard_score, seeded_hand
from tests.browser.rules.node import Rules, needs_node
from tests.millijan.helpers import BY_HAND, SORA, TILES_FILE, deal, table_of, units_of, winning_hands_of
from tests.millijan.known_hands import known_rows, wholes

pytestmark = needs_node

LISTS = ("2019", "2025")
TILES = oracle.read_tiles(TILES_FILE)
RULES = ("seed", "2019-10-08", "v1.6")
COUNTINGS = [("seed", None), *((rules, main) for rules in RULES[1:] for main in (None, 4))]

ONLY_IN_COMMANDS = {"春香千旱x2", "春香千早美希雪", "春香5", "春香x2x2"}
"""Words with numbers of tiles, and with a part of one character."""


@pytest.fixture
def rules(rules_in: Callable[[str, str], Rules]) -> Rules:
    return rules_in("millijan", "millijan")


# --- known answers ---------------------------------------------------------------------------


def numbers_of(packings: Iterable[oracle.Units]) -> list[list[int]]:
    """The numbers of the units of packings."""
    return [list(oracle.numbers(packing)) for packing in packings]


def test_the_page_splits_known_hands_of_13_tiles(rules: Rules) -> None:
    rows = known_rows("hands13")
    found = rules.ask("knownSplits", [[wholes(row["hand"]), int(row["main_idol"])] for row in rows])
    for row, (candidates, wins, score, value, best, without_main, with_main) in zip(rows, found, strict=True):
        hand = tuple(sorted(wholes(row["hand"])))
        assert candidates == int(row["candidates"])
        assert wins == (row["win"] == "1")
        assert score == int(row["score"])
        assert value == score + (oracle.WIN if wins else 0)
        assert best == numbers_of(oracle.best_packings(hand, units_of("2019")))
        if wins:
            assert len(best) == int(row["best_splits"])
            assert with_main == int(row["v16_win_score"])
        else:
            assert without_main == int(row["v16_partial_score"])


def test_the_page_finds_the_known_distances_and_waits_of_12_tiles(rules: Rules) -> None:
    rows = known_rows("hands12")
    found = rules.ask("distancesOf", [wholes(row["hand"]) for row in rows], "2019")
    assert {answer["distance"] for answer, _ in found} >= {1, 2, 3, 4, 5}
    for row, (answer, waits) in zip(rows, found, strict=True):
        assert answer["distance"] == int(row["distance"])
        assert [one["kind"] for one in answer["accepted"]] == wholes(row["accepted"])
        assert answer["copies"] == int(row["accepted_copies"])
        assert answer["copies"] == sum(one["copies"] for one in answer["accepted"])
        assert [f"{one['kind']}:{one['score']}" for one in waits] == row["waits"].split()


def test_the_page_ranks_discards_as_known(rules: Rules) -> None:
    rows = known_rows("discards13")
    found = rules.ask("discardsOf", [wholes(row["hand"]) for row in rows])
    for row, discards in zip(rows, found, strict=True):
        ranked = [(one["distance"], -one["copies"], one["kind"]) for one in discards]
        assert ranked == sorted(ranked)
        assert ranked[0][0] == int(row["distance"])
        every = {f"{one['kind']}:{one['distance']}:{one['copies']}" for one in discards}
        assert every == set(row["all_discards"].split())
        assert sorted(one["kind"] for one in discards if one["isBest"]) == wholes(row["best_discards"])


# --- the oracle ------------------------------------------------------------------------------


@pytest.mark.parametrize("units", LISTS)
def test_splits_and_distances_are_those_of_the_oracle(rules: Rules, units: str) -> None:
    hands = [
        tuple(sorted(hand))
        for size in (0, 1, 5, 9, 12, 13)
        for kinds in (9, 13, 54)
        for hand in deal(1, size, range(kinds), size)
    ]
    countings = [("seed", None), *((rules, main) for rules in RULES[1:] for main in (None, 4, 7))]
    for hand, answers in zip(hands, rules.ask("splitsBy", hands, countings, units), strict=True):
        packings = oracle.packings(hand, units_of(units))
        for (counted_by, main), (value, score, best) in zip(countings, answers, strict=True):
            counting = oracle.Counting(counted_by, main)
            ranked = oracle.ranked(hand, packings, counting)
            expected = oracle.value(hand, ranked[0], counting)
            assert value == expected
            assert score == expected % oracle.WIN
            assert best == numbers_of(one for one in ranked if oracle.value(hand, one, counting) == expected)
    hands = [tuple(sorted(hand)) for kinds in (4, 5, 7, 13, 54) for hand in deal(3, 12, range(kinds), kinds)]
    searched = oracle.Distances(units_of(units))
    for hand, (answer, _) in zip(hands, rules.ask("distancesOf", hands, units), strict=True):
        distance, accepted = searched.distance_and_accepted(hand)
        assert answer["distance"] == distance
        assert {one["kind"]: one["copies"] for one in answer["accepted"]} == accepted


# --- the command -----------------------------------------------------------------------------


def all_sorts_of_hands(units: oracle.Units) -> list[oracle.Tiles]:
    """Hands of all sizes, with many and with few copies of a kind; wins, and hands near to one."""
    sizes = (*range(1, 14), 12, 13)
    hands = [
        tuple(sorted(hand)) for kinds in (5, 13, 54) for n in sizes for hand in deal(1, n, range(kinds), n * kinds)
    ]
    for number, won in enumerate(winning_hands_of(units, 20)):
        hands.append([won, won[1:], (*won[1:], SORA), (*won[2:], SORA)][number % 4])
    return hands


def with_calls_and_seen(units: oracle.Units, count: int) -> list[tuple[oracle.Tiles, list[int], oracle.Tiles]]:
    """Hands of 12 or 13 tiles with called units, near to wins and far, and tiles seen elsewhere."""
    draw = random.Random(count)  # noqa: S311 - hands, not secrets
    found = []
    while len(found) < count:
        called = draw.sample(range(len(units)), draw.randint(0, 2))
        own = [kind for number in called for kind in units[number].members]
        kinds = range(draw.choice((13, 54)))
        tiles = [kind for kind in kinds for _ in range(oracle.COPIES - own.count(kind))]
        draw.shuffle(tiles)
        size = draw.choice((12, 13)) - len(own)
        if size > 0 and max(map(own.count, own), default=0) <= oracle.COPIES:
            n_seen = draw.randint(0, len(tiles) - size) // 2
            found.append((tuple(sorted(tiles[:size])), sorted(called), tuple(sorted(tiles[size : size + n_seen]))))
    return found


@pytest.mark.parametrize("units", LISTS)
def test_the_page_judges_hands_as_the_command_does(rules: Rules, units: str) -> None:
    every = units_of(units)
    hands = [*((hand, [], ()) for hand in all_sorts_of_hands(every)), *with_calls_and_seen(every, 40)]
    asked = [
        {"hand": hand, "called": called, "seen": seen, "list": units, "rules": rules, "main": main}
        for (hand, called, seen), (rules, main) in zip(hands, cycle(COUNTINGS), strict=False)
    ]
    distances = set()
    for state, answer in zip(asked, rules.ask("judged", asked), strict=True):
        plain = table_of(units, RuleSet(state["rules"]), state["main"])
        table = Table(plain.tiles, plain.units, plain.rules, plain.main, state["seen"]) if state["seen"] else plain
        hand, called = state["hand"], state["called"]
        judged = table.judge(hand, called)
        value = judged.value
        accepted = judged.accepted if judged.n_tiles == 12 else ()
        has_discards = judged.n_tiles == 13 and not value.won and judged.distance != NEVER
        how: Any = {"units": units, "called": [str(number) for number in called], "seen": state["seen"]}
        reasons = millijan.discards(hand, **how).reasons() if has_discards else []
        expected: dict[str, Any] = {
            "complete": value.complete, "won": value.won, "score": value.score, "value": value.value,
            "splits": [list(split) for split in value.splits], "distance": judged.distance,
            "accepted": [[kind, judged.copies_left[kind]] for kind in accepted],
            "waits": [[kind, score] for kind, score in judged.waits.items()],
            "discards": [[one.kind, one.distance, one.copies] for one in judged.discards] if has_discards else [],
            "reasons": [one for one in reasons if not one.startswith("Best discards")] if has_discards else None,
        }  # fmt: skip
        if not called:
            expected["candidates"] = table.candidates(hand)
        assert {key: answer[key] for key in expected} == expected, state
        distances.add((judged.n_tiles, judged.distance))
    assert {(13, 0), (13, 1), (12, 1), (12, 2), (12, 4)} <= distances


def test_the_page_names_units_of_which_no_13_tiles_win(rules: Rules) -> None:
    found = rules.ask("hopeless", [[0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3], [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4]])
    told = "No 13 tiles win with these units"
    assert found == [[NEVER, [], [], 12000, outside, told] for outside in ([], [4])]


def test_the_page_reads_every_name_in_kanji_kana_and_latin_letters(rules: Rules) -> None:
    assert rules.ask("kindsOfNames") == [[[kind]] * 5 for kind in range(len(TILES))]


def test_the_page_suggests_names_in_the_script_that_was_typed(rules: Rules) -> None:
    near = {
        "haruca": "Haruka",
        "Tchihaya": "Chihaya",
        "はるが": "はるか",
        "千旱": "千早, 千鶴",
        "ジュリ": "ジュリア",
        "?": "",
    }
    assert [", ".join(names) for names in rules.ask("suggested", list(near))] == [*near.values()]


def test_the_page_names_only_the_part_of_a_text_that_is_wrong_like_the_command(rules: Rules) -> None:
    expected = [row for row in BY_HAND["wrong parts of hands"] if row[0] not in ONLY_IN_COMMANDS]
    found = rules.ask("wrongParts", [written for written, *_ in expected])
    assert [part for part, _ in found] == [part for _, part, _ in expected]
    assert [near for (_, names), (*_, near) in zip(found, expected, strict=True) if near not in names] == []


# --- practice --------------------------------------------------------------------------------


def shown_of(choice: Choice) -> list[object]:
    """All discards with their scores, and the reason as the page has it."""
    ranked = choice.ranked.discards
    rows = [[one.discard, one.distance, one.accepted_copies, discard_score(one, ranked[0])] for one in ranked]
    return [rows, [text for text in choice.ranked.reasons(choice.chosen) if not text.startswith("Best discards")]]


def test_the_page_scores_discards_of_random_hands_as_python_does(rules: Rules) -> None:
    draw = random.Random(6)  # noqa: S311 - hands, not secrets
    seeds = draw.sample(range(10**7), 20)
    places = [draw.randrange(13) for _ in seeds]
    found = rules.ask("practised", seeds, places)
    for seed, place, (hand, *shown) in zip(seeds, places, found, strict=True):
        assert tuple(hand) == seeded_hand(seed)
        assert shown == shown_of(choose(millijan.discards([*map(str, hand)]), tile_name(str(hand[place]))))


def test_the_page_judges_solo_games_as_python_does(rules: Rules) -> None:
    draw = random.Random(8)  # noqa: S311 - games, not secrets
    games = [(str(seed), SoloGame(str(seed))) for seed in draw.sample(range(10**7), 7)]
    for _, game in games:
        while not game.is_over and game.draws < 30:
            game.discard(draw.choice(game.ranked.discards[: draw.choice((1, 1, 1, 5))]).discard)
    found = rules.ask("soloGames", [(name, game.discarded) for name, game in games])
    for (_, game), (*end, judged) in zip(games, found, strict=True):
        worst = -1 if game.worst is None else game.choices.index(game.worst)
        points = sum(choice.score for choice in game.choices)
        won = game.judged.won
        assert end == [game.hand, game.draws, game.is_over, won, game.judged.score, points, worst]
        assert judged == [shown_of(choice) for choice in game.choices]
    assert {game.judged.won for _, game in games} == {True, False}


def test_daily_hands_are_those_of_python(rules: Rules) -> None:
    days = ("2026-11-24", "2026-11-25")
    found = rules.ask("dailyHands", days)
    assert [[tuple(hand) for hand in hands] for hands in found] == [daily_hands(day) for day in days]
