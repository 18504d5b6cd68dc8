"""The page of MilliJan in a browser: its code against the known answers, the oracle and the command."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import cycle
from typing import Any
from unicodedata import normalize

import pytest

from oracle import millijan as oracle
from tablebases import millijan
from tablebases.millijan.nearest import NEVER
from tablebases.millijan.table import Table
from tablebases.millijan.units import RuleSet
from tests.millijan.helpers import SORA, TILES_FILE, deal, table_of, units_of, winning_hands_of
from tests.millijan.known_hands import known_rows, wholes

pytest.importorskip("selenium", reason="selenium is not installed")

from tests.browser import pages

pytestmark = pages.needs_browser

LISTS = ("2019", "2025")
TILES = oracle.read_tiles(TILES_FILE)
RULES = ("seed", "2019-10-08", "v1.6")
COUNTINGS = [("seed", None), *((rules, main) for rules in RULES[1:] for main in (None, 4))]


@pytest.fixture
def page(page_in: Callable[..., pages.Page]) -> pages.Page:
    page = page_in("millijan", "millijan/", "millijan.js")
    page.show()
    return page


def hand_of(page: pages.Page) -> list[int]:
    """The kinds in the hand."""
    return page.map(".hand button", "Number(e.dataset.kind)")


# --- known answers ---------------------------------------------------------------------------


def numbers_of(packings: Iterable[oracle.Units]) -> list[list[int]]:
    """The numbers of the units of packings."""
    return [list(oracle.numbers(packing)) for packing in packings]


def test_the_page_splits_known_hands_of_13_tiles(page: pages.Page) -> None:
    rows = known_rows("hands13")
    found = page.ask("knownSplits", [[wholes(row["hand"]), int(row["main_idol"])] for row in rows])
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


def test_the_page_finds_the_known_distances_and_waits_of_12_tiles(page: pages.Page) -> None:
    rows = known_rows("hands12")
    found = page.ask("distancesOf", [wholes(row["hand"]) for row in rows], "2019")
    assert {answer["distance"] for answer, _ in found} >= {1, 2, 3, 4, 5}
    for row, (answer, waits) in zip(rows, found, strict=True):
        assert answer["distance"] == int(row["distance"])
        assert [one["kind"] for one in answer["accepted"]] == wholes(row["accepted"])
        assert answer["copies"] == int(row["accepted_copies"])
        assert answer["copies"] == sum(one["copies"] for one in answer["accepted"])
        assert [f"{one['kind']}:{one['score']}" for one in waits] == row["waits"].split()


def test_the_page_ranks_discards_as_known(page: pages.Page) -> None:
    rows = known_rows("discards13")
    found = page.ask("discardsOf", [wholes(row["hand"]) for row in rows])
    for row, discards in zip(rows, found, strict=True):
        ranked = [(one["distance"], -one["copies"], one["kind"]) for one in discards]
        assert ranked == sorted(ranked)
        assert ranked[0][0] == int(row["distance"])
        every = {f"{one['kind']}:{one['distance']}:{one['copies']}" for one in discards}
        assert every == set(row["all_discards"].split())
        assert sorted(one["kind"] for one in discards if one["isBest"]) == wholes(row["best_discards"])


@pytest.mark.parametrize("number", ["1", "2"])
def test_the_page_shows_published_examples_as_published(page: pages.Page, number: str) -> None:
    example = {
        row["what"]: row for row in known_rows("examples") if row["example"] == number and row["what"] != "split"
    }
    page.click(f"#example-{int(number) - 1}")
    assert hand_of(page) == list(oracle.parse_hand(example["hand"]["names"], TILES))
    assert page.headline == "Won: 18,000 points"
    best = example["best as printed"]
    assert f"Value {int(best['points']):,}:" in page.text("#answer")
    shown = [normalize("NFKC", name) for name in page.texts("#split .unit-name")]
    assert sorted(shown) == sorted(best["names"].split(" | "))
    assert page.count(".ties") == 0
    page.click("#candidates summary")
    shown = [normalize("NFKC", name) for name in page.texts("#candidates .unit-name")]
    assert shown == example["candidates"]["names"].split(" | ")


# --- the oracle ------------------------------------------------------------------------------


@pytest.mark.parametrize("units", LISTS)
def test_splits_and_distances_are_those_of_the_oracle(page: pages.Page, units: str) -> None:
    hands = [
        tuple(sorted(hand))
        for size in (0, 1, 5, 9, 12, 13)
        for kinds in (9, 13, 54)
        for hand in deal(1, size, range(kinds), size)
    ]
    countings = [("seed", None), *((rules, main) for rules in RULES[1:] for main in (None, 4, 7))]
    for hand, answers in zip(hands, page.ask("splitsBy", hands, countings, units), strict=True):
        packings = oracle.packings(hand, units_of(units))
        for (rules, main), (value, score, best) in zip(countings, answers, strict=True):
            counting = oracle.Counting(rules, main)
            ranked = oracle.ranked(hand, packings, counting)
            expected = oracle.value(hand, ranked[0], counting)
            assert value == expected
            assert score == expected % oracle.WIN
            assert best == numbers_of(one for one in ranked if oracle.value(hand, one, counting) == expected)
    hands = [tuple(sorted(hand)) for kinds in (4, 5, 7, 13, 54) for hand in deal(3, 12, range(kinds), kinds)]
    searched = oracle.Distances(units_of(units))
    for hand, (answer, _) in zip(hands, page.ask("distancesOf", hands, units), strict=True):
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
def test_the_page_judges_hands_as_the_command_does(page: pages.Page, units: str) -> None:
    every = units_of(units)
    hands = [*((hand, [], ()) for hand in all_sorts_of_hands(every)), *with_calls_and_seen(every, 40)]
    asked = [
        {"hand": hand, "called": called, "seen": seen, "list": units, "rules": rules, "main": main}
        for (hand, called, seen), (rules, main) in zip(hands, cycle(COUNTINGS), strict=False)
    ]
    distances = set()
    for state, answer in zip(asked, page.ask("judged", asked), strict=True):
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
            "reasons": [one for one in reasons if not one.startswith("Equally")] if has_discards else None,
        }  # fmt: skip
        if not called:
            expected["candidates"] = table.candidates(hand)
        assert {key: answer[key] for key in expected} == expected, state
        distances.add((judged.n_tiles, judged.distance))
    assert {(13, 0), (13, 1), (12, 1), (12, 2), (12, 4)} <= distances


def test_the_page_names_units_of_which_no_13_tiles_win(page: pages.Page) -> None:
    found = page.ask("hopeless", [[0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3], [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4]])
    told = "No 13 tiles win with these units"
    assert found == [[NEVER, [], [], 12000, outside, told] for outside in ([], [4])]


# --- the page --------------------------------------------------------------------------------


def test_a_reader_steps_through_equally_good_splits(page: pages.Page) -> None:
    page.click("#example-3")
    packings = oracle.best_packings(tuple(hand_of(page)), units_of("2019"))
    seen = []
    for number in range(1, 5):
        assert page.text("#tie") == f"{number} of 4 equally good"
        seen.append(page.texts("#split .unit-name"))
        page.click("#next-split")
        assert page.focused == "next-split"
    assert seen == [[unit.name for unit in packing] for packing in packings]
    assert page.text("#tie") == "1 of 4 equally good"
    page.click("#previous-split")
    assert page.text("#tie") == "4 of 4 equally good"
    assert page.status.startswith("4 of 4 equally good: ")
    assert page.text("#split-score") == "18,000 points"
    assert sum(int(text.replace(",", "").split()[0]) for text in page.texts("#split .unit-points")) == 18000


def test_the_page_reads_every_name_in_kanji_kana_and_latin_letters(page: pages.Page) -> None:
    assert page.ask("kindsOfNames") == [[[kind]] * 5 for kind in range(len(TILES))]


def test_the_kana_pad_shows_those_who_begin_with_a_row(page: pages.Page) -> None:
    page.click("#show-kana")
    hiragana = [normalize("NFKC", tile.kana) for tile in TILES]
    first = [chr(ord(kana[0]) - 0x60) if "ァ" <= kana[0] <= "ヶ" else kana[0] for kana in hiragana]
    for kana, row in (("は", "はひふへほばびぶべぼぱぴぷぺぽ"), ("わ", "わをん"), ("あ", "あいうえお")):
        page.click(f"#kana-pad button:nth-child({'あかさたなはまやらわ'.index(kana) + 1})")
        shown = [int(name.removeprefix("pick-")) for name in page.ids(".picker-side .idol")]
        assert sorted(shown) == [kind for kind in range(len(TILES)) if first[kind] in row]
    page.click("#show-kana")
    assert page.count(".picker-side .idol") == len(TILES)


def test_marks_tell_types_apart_without_colour(page: pages.Page) -> None:
    marks = page.map(".picker-side .idol", "[e.dataset.type, e.querySelector('.mark path').getAttribute('d')]")
    assert len(dict(marks)) == len(set(dict(marks).values())) == len(set(map(tuple, marks))) == 5
    assert page.value("#pick-1", "computedName") == "千早 (如月千早, ちはや), Fairy, 0 of 3 in the hand"
    page.click("[data-language=ja]")
    assert set(page.map(".idol-name", "e.lang")) == {"ja"}
