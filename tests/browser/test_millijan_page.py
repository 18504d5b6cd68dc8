"""The page of MilliJan in a browser: headless Chromium against the known answers."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest

from pipeline.atlas import write_atlas
from pipeline.millijan.stages import page as millijan_page
from tablebases.millijan.nearest import NEVER
from tablebases.millijan.table import Table
from tablebases.millijan.units import RuleSet
from tests.millijan.helpers import SORA, table_of, winning_hands_of
from tests.millijan.known_hands import known_rows, wholes
from tests.oracle import millijan as oracle

pytest.importorskip("selenium", reason="selenium is not installed")
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.browser import pages

pytestmark = pages.needs_browser

ROOT = Path(__file__).parents[2]
DATA = ROOT / "data" / "millijan"
LISTS = ("2019", "2025")
RULES = ("seed", "2019-10-08", "v1.6")

PHONES = ((360, 740), (320, 640))
MAX_BYTES_TO_LOAD = 200_000

WAITS = "#0-0-1-2-3-4-5-6-8-9-10-11"
SPLITS = "#0-1-3-4-4-6-7-8-8-9-10-11-12"
NOT_WON = "#3-7-8-15-18-23-24-24-32-37-41-43-50"
FAR = "#5-8-12-20-22-24-25-38-40-42-44-50"

TILES = oracle.read_tiles(DATA / "tiles.csv")
UNITS = {name: oracle.read_units(DATA / f"units_{name}.csv", TILES) for name in LISTS}


# --- the site --------------------------------------------------------------------------------


def make_site(folder: Path) -> None:
    """Make the page by its stage, and an atlas of it."""
    millijan_page.main(DATA / "tiles.csv", [DATA / f"units_{name}.csv" for name in LISTS], folder / "page")
    write_atlas(folder / "atlas", {folder / "page": "millijan"})
    pages.add_modules(folder / "atlas", "atlas", "millijan")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    make_site(folder)
    with pages.served(folder / "atlas") as address:
        yield address


class MillijanPage(pages.Page):
    """The page in the browser, and what tests do with it."""

    def open(self, fragment: str = "", **how: Any) -> None:
        """Open the page anew; see `show`."""
        self.show(f"millijan/{fragment}", **how)

    def go(self, fragment: str) -> None:
        """Go to another address within the page."""
        self.js("window.routed = false; addEventListener('hashchange', () => { routed = true; },"
                "{ once: true }); location.hash = arguments[0]", fragment)  # fmt: skip
        self.until(lambda: self.js("return routed"))

    def module(self, script: str, *arguments: Any) -> Any:
        """What a script returns that uses the modules and the units."""
        if not self.driver.current_url.startswith(f"{self.address}millijan/"):
            self.open()
        return self.js_awaited(
            "const [game, splits, distances] = await Promise.all("
            "  ['game', 'splits', 'distance']"
            "  .map((name) => import(`./${name}.js`)));"
            "const data = await (await fetch('data.json')).json();"
            "const units = Object.fromEntries(Object.entries(data.units)"
            "  .map(([name, list]) => [name, game.numbered(list)]));"
            "const kinds = data.tiles.length;"
            "const seed = { rules: 'seed', main: null };"
            "const numbers = (packings) => packings.map((one) => one.map(({ number }) => number));"
            f"{script}",
            *arguments,
        )

    def text(self, selector: str) -> str:
        """The text of the only such element."""
        (text,) = self.texts(selector)
        return text

    def click(self, *selectors: str) -> None:
        """Press elements, each the only one that is shown then, as a keyboard does."""
        self.js(
            "for (const selector of arguments[0]) {"
            f"  const [element, ...others] = (function () {{ return {pages.SHOWN}; }})(selector);"
            "  if (!element || others.length) throw new Error(`not one ${selector}`);"
            "  element.focus({ preventScroll: true }); element.click(); }",
            selectors,
        )

    def pick(self, *kinds: int) -> None:
        """Pick tiles."""
        self.click(*(f"#pick-{kind}" for kind in kinds))

    def choose(self, selector: str, value: str) -> None:
        """Choose from a list."""
        self.js(
            "const field = document.querySelector(arguments[0]); field.value = arguments[1];"
            "field.dispatchEvent(new Event('change'))",
            selector,
            value,
        )

    def keys(self, *keys: str) -> None:
        """Press keys where the focus is, and where it goes."""
        ActionChains(self.driver).send_keys(*keys).perform()

    @property
    def hand(self) -> list[int]:
        """The kinds in the hand."""
        return list(self.js("return [...document.querySelectorAll('.hand button')]"
                            ".map((e) => Number(e.dataset.kind))"))  # fmt: skip

    @property
    def headline(self) -> str:
        """The answer in a few words."""
        return self.text("#answer-title")


@pytest.fixture
def page(browser: Any, address: str, tmp_path: Path) -> Iterator[MillijanPage]:
    with pages.opened(MillijanPage, browser, address, tmp_path) as page:
        yield page


# --- known answers ---------------------------------------------------------------------------


def numbers_of(packings: Iterable[oracle.Units]) -> list[list[int]]:
    """The numbers of the units of packings."""
    return [list(oracle.numbers(packing)) for packing in packings]


def test_hands_of_13_tiles_are_split_as_known(page: MillijanPage) -> None:
    rows = known_rows("hands13")
    found = page.module(
        "return given[0].map(([tiles, main]) => { const hand = game.sorted(tiles);"
        "  const best = splits.bestSplit(hand, units[2019], seed);"
        "  return [splits.candidates(hand, units[2019]).length, best.isComplete, best.score,"
        "    best.value, numbers(best.packings),"
        "    splits.bestScore(hand, units[2019], { rules: 'v1.6', main: null }),"
        "    splits.bestScore(hand, units[2019], { rules: 'v1.6', main })]; });",
        [[wholes(row["hand"]), int(row["main_idol"])] for row in rows],
    )
    for row, (candidates, wins, score, value, best, without_main, with_main) in zip(rows, found, strict=True):
        hand = tuple(sorted(wholes(row["hand"])))
        assert candidates == int(row["candidates"])
        assert wins == (row["win"] == "1")
        assert score == int(row["score"])
        assert value == score + (oracle.WIN if wins else 0)
        assert best == numbers_of(oracle.best_packings(hand, UNITS["2019"]))
        if wins:
            assert len(best) == int(row["best_splits"])
            assert with_main == int(row["v16_win_score"])
        else:
            assert without_main == int(row["v16_partial_score"])


def test_hands_of_12_tiles_are_as_far_as_known(page: MillijanPage) -> None:
    rows = known_rows("hands12")
    found = page.module(
        "return given[0].map((tiles) => { const hand = game.sorted(tiles);"
        "  const found = new distances.Distances(hand, units[2019], kinds).from(hand);"
        "  return [found, found.distance === 1"
        "    ? splits.scoredWaits(hand, found.accepted, units[2019], seed) : []]; });",
        [wholes(row["hand"]) for row in rows],
    )
    assert {answer["distance"] for answer, _ in found} >= {1, 2, 3, 4, 5}
    for row, (answer, waits) in zip(rows, found, strict=True):
        assert answer["distance"] == int(row["distance"])
        assert [one["kind"] for one in answer["accepted"]] == wholes(row["accepted"])
        assert answer["copies"] == int(row["accepted_copies"])
        assert answer["copies"] == sum(one["copies"] for one in answer["accepted"])
        assert [f"{one['kind']}:{one['score']}" for one in waits] == row["waits"].split()


def test_discards_are_ranked_as_known(page: MillijanPage) -> None:
    rows = known_rows("discards13")
    found = page.module(
        "return given[0].map((tiles) => { const hand = game.sorted(tiles);"
        "  return distances.rankDiscards("
        "    hand, new distances.Distances(hand, units[2019], kinds)); });",
        [wholes(row["hand"]) for row in rows],
    )
    for row, discards in zip(rows, found, strict=True):
        ranked = [(one["distance"], -one["copies"], one["kind"]) for one in discards]
        assert ranked == sorted(ranked)
        assert ranked[0][0] == int(row["distance"])
        assert {f"{one['kind']}:{one['distance']}:{one['copies']}" for one in discards} == set(
            row["all_discards"].split()
        )
        assert sorted(one["kind"] for one in discards if one["isBest"]) == wholes(row["best_discards"])


def published(number: str) -> dict[str, list[tuple[str, list[str]]]]:
    """What is known of a published example: what -> points and names."""
    found: dict[str, list[tuple[str, list[str]]]] = {}
    for row in known_rows("examples"):
        if row["example"] == number:
            found.setdefault(row["what"], []).append((row["points"], row["names"].split(" | ")))
    return found


@pytest.mark.parametrize("number", ["1", "2"])
def test_published_examples_are_shown_as_published(page: MillijanPage, number: str) -> None:
    example = published(number)
    ((_, [names]),) = example["hand"]
    ((value, units),) = example["best as printed"]
    page.open()
    page.click(f"#example-{int(number) - 1}")
    assert page.hand == list(oracle.parse_hand(names, TILES))
    assert page.headline == "Won: 18,000 points"
    assert f"Value {int(value):,}:" in page.text("#answer")
    shown = [normalize("NFKC", name) for name in page.texts("#split .unit-name")]
    assert sorted(shown) == sorted(units)
    assert page.all(".ties") == []
    page.click("#candidates summary")
    ((_, candidates),) = example["candidates"]
    shown = [normalize("NFKC", name) for name in page.texts("#candidates .unit-name")]
    assert shown == candidates
    page.picture(f"millijan_example_{number}")


# --- the oracle ------------------------------------------------------------------------------


def some_hands(count: int, size: int, kinds: int, seed: int) -> list[oracle.Tiles]:
    """Random hands from the first kinds."""
    draw = random.Random(seed)  # noqa: S311 - hands, not secrets
    return [tuple(sorted(oracle.deal(range(kinds), size, draw.shuffle))) for _ in range(count)]


@pytest.mark.parametrize("units", LISTS)
def test_splits_are_those_of_the_oracle_by_all_rules(page: MillijanPage, units: str) -> None:
    hands = [
        hand for size in (0, 1, 5, 9, 12, 13) for kinds in (9, 13, 54) for hand in some_hands(2, size, kinds, size)
    ]
    countings = [("seed", None), *((rules, main) for rules in RULES[1:] for main in (None, 4, 7))]
    found = page.module(
        "return given[0].map((hand) => given[1].map(([rules, main]) => {"
        "  const best = splits.bestSplit(hand, units[given[2]], { rules, main });"
        "  return [best.value, best.score, numbers(best.packings)]; }));",
        hands,
        countings,
        units,
    )
    for hand, answers in zip(hands, found, strict=True):
        packings = oracle.packings(hand, UNITS[units])
        for (rules, main), (value, score, best) in zip(countings, answers, strict=True):
            counting = oracle.Counting(rules, main)
            ranked = oracle.ranked(hand, packings, counting)
            expected = oracle.value(hand, ranked[0], counting)
            assert value == expected
            assert score == expected % oracle.WIN
            assert best == numbers_of(one for one in ranked if oracle.value(hand, one, counting) == expected)


@pytest.mark.parametrize("units", LISTS)
def test_distances_are_those_of_the_oracle(page: MillijanPage, units: str) -> None:
    hands = [hand for kinds in (4, 5, 7, 13, 54) for hand in some_hands(5, 12, kinds, kinds)]
    found = page.module(
        "return given[0].map((hand) => new distances.Distances(  hand, units[given[1]], kinds).from(hand));",
        hands,
        units,
    )
    searched = oracle.Distances(UNITS[units])
    for hand, answer in zip(hands, found, strict=True):
        distance, accepted = searched.distance_and_accepted(hand)
        assert answer["distance"] == distance
        assert {one["kind"]: one["copies"] for one in answer["accepted"]} == accepted


# --- the pipeline ----------------------------------------------------------------------------


def all_sorts_of_hands(units: oracle.Units) -> list[oracle.Tiles]:
    """Hands of all sizes, with many copies of few kinds and with few; and wins, nearly or quite."""
    hands = [
        hand
        for kinds in (5, 13, 54)
        for size in (*range(1, 14), 12, 13)
        for hand in some_hands(1, size, kinds, size * kinds)
    ]
    for number, won in enumerate(winning_hands_of(units, 32)):
        hands.append([won, won[1:], (*won[1:], SORA), (*won[2:], SORA)][number % 4])
    return hands


def test_hands_are_judged_as_the_pipeline_does(page: MillijanPage) -> None:
    countings = [("seed", None), *((rules, main) for rules in RULES[1:] for main in (None, 4))]
    asked = [
        (units, rules, main, hand)
        for units in LISTS
        for hand, (rules, main) in zip(all_sorts_of_hands(UNITS[units]), cycle(countings))
    ]
    found = page.module(
        "const { Session } = await import('./session.js'); const session = new Session(data);"
        "return given[0].map(([list, rules, main, hand]) => {"
        "  session.take({ hand, list, rules, main });"
        "  const { split, isWon, candidates, distance, ...lists } = session.answer;"
        "  return [split.isComplete, isWon, split.score, split.value, numbers(split.packings),"
        "    numbers([candidates])[0], distance,"
        "    lists.accepted.map(({ kind, copies }) => [kind, copies]),"
        "    lists.waits.map(({ kind, score }) => [kind, score]),"
        "    lists.discards.map(({ kind, distance, copies }) => [kind, distance, copies])]; });",
        asked,
    )
    distances = set()
    for (units, rules, main, hand), answer in zip(asked, found, strict=True):
        table = table_of(units, RuleSet(rules), main)
        judged = table.judge(hand)
        value = judged.value
        accepted = judged.accepted if len(hand) == 12 else ()
        assert answer == [
            value.complete, value.won, value.score, value.value,
            [list(split) for split in value.splits], table.candidates(hand), judged.distance,
            [[kind, judged.copies_left[kind]] for kind in accepted],
            [[kind, score] for kind, score in judged.waits.items()],
            [] if value.won else [[one.kind, one.distance, one.copies] for one in judged.discards],
        ], (units, rules, main, hand)  # fmt: skip
        distances.add((len(hand), judged.distance))
    assert {(13, 0), (13, 1), (12, 1), (12, 2), (12, 4)} <= distances


def with_calls_and_seen(units: oracle.Units, count: int) -> list[tuple[oracle.Tiles, list[int], oracle.Tiles]]:
    """Hands of 12 or 13 tiles with called units, near to wins and far, and tiles that are seen elsewhere."""
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
def test_called_units_and_seen_tiles_count_as_in_the_pipeline(page: MillijanPage, units: str) -> None:
    countings = [("seed", None), *((rules, main) for rules in RULES[1:] for main in (None, 4))]
    asked = list(zip(with_calls_and_seen(UNITS[units], 60), cycle(countings)))
    found = page.module(
        "const { Session } = await import('./session.js'); const session = new Session(data);"
        "return given[0].map(([[hand, called, seen], [rules, main]]) => {"
        "  session.take({ hand, called, seen, list: given[1], rules, main });"
        "  const { split, isWon, distance, accepted, waits, discards } = session.answer;"
        "  return [isWon, split.score, split.value, numbers(split.packings), distance,"
        "    accepted.map(({ kind, copies }) => [kind, copies]),"
        "    waits.map(({ kind, score }) => [kind, score]),"
        "    discards.map(({ kind, distance, copies }) => [kind, distance, copies])]; });",
        asked,
        units,
    )
    distances = set()
    for ((hand, called, seen), (rules, main)), answer in zip(asked, found, strict=True):
        plain = table_of(units, RuleSet(rules), main)
        table = Table(plain.tiles, plain.units, RuleSet(rules), main, seen)
        judged = table.judge(hand, called)
        value = judged.value
        accepted = judged.accepted if judged.n_tiles == 12 else ()
        never = judged.distance == NEVER
        assert answer == [
            value.won, value.score, value.value, [list(split) for split in value.splits], judged.distance,
            [[kind, judged.copies_left[kind]] for kind in accepted],
            [[kind, score] for kind, score in judged.waits.items()],
            [] if value.won or never else [[one.kind, one.distance, one.copies] for one in judged.discards],
        ], (units, rules, main, hand, called, seen)  # fmt: skip
        distances.add(judged.distance)
    assert {1, 2, 3} <= distances


def test_a_unit_is_called_and_taken_back(page: MillijanPage) -> None:
    page.open("#0-1-2-4;2019-10-08")
    ((number, unit),) = [(i, one) for i, one in enumerate(UNITS["2019"]) if set(one.members) == {0, 1, 2}]
    before = page.headline
    page.click("#candidates summary", f"#call-{number}")
    assert page.hash == f"#4;2019-10-08;called-{number}"
    assert page.text("#hand-title") == "Hand: 1 of 10"
    assert page.status.startswith(f"{unit.name} is called.")
    assert page.text(".called .unit-points") == "2,000 points"
    assert "not called" not in page.text("#answer")
    page.show_again()
    assert page.hand == [4]
    page.click("#take-back-0")
    assert page.headline == before
    assert page.hash == "#0-1-2-4;2019-10-08"
    page.click("#undo")
    assert page.hash == f"#4;2019-10-08;called-{number}"
    page.click("#units-2025")
    assert page.hash == "#0-1-2-4;2025;2019-10-08"


def test_tiles_seen_elsewhere_are_no_waits(page: MillijanPage) -> None:
    page.open(WAITS)
    waits = [int(one.get_attribute("id").removeprefix("wait-")) for one in page.all("#waits button")]
    gone = waits[0]
    page.click("#pick-to-seen")
    page.pick(gone)
    left = 2 - page.hand.count(gone)
    assert page.texts(f"#wait-{gone} small") == [f"{left} left"]
    page.pick(*[gone] * left)
    assert page.hash == f"{WAITS};seen-{'-'.join([str(gone)] * (left + 1))}"
    assert page.headline == f"Tenpai: {len(waits) - 1} waits"
    assert "seen elsewhere" in page.one(f"#pick-{gone}").accessible_name
    page.pick(gone)
    assert page.hash == WAITS
    page.pick(gone, 53)
    page.click("#unsee")
    assert page.hash == WAITS
    page.click("#pick-to-hand")
    page.pick(gone)
    assert len(page.hand) == 13


def test_units_of_which_no_13_tiles_win_are_told(page: MillijanPage) -> None:
    found = page.module(
        "const { Session } = await import('./session.js');"
        "const { headline } = await import('./view_answer.js');"
        "const pairs = [[0, 1], [2, 3]].map((members) => ({ name: '', members }));"
        "const session = new Session({ ...data, units: { pairs } });"
        "return given[0].map((hand) => { session.setHand(hand);"
        "  const { distance, accepted, discards, split, outside } = session.answer;"
        "  return [distance, accepted, discards, split.score, outside, headline(session)]; });",
        [[0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3], [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4]],
    )
    told = "No 13 tiles win with these units"
    assert found == [[NEVER, [], [], 12000, outside, told] for outside in ([], [4])]


# --- picking ---------------------------------------------------------------------------------


def test_tiles_are_picked_and_discarded(page: MillijanPage) -> None:
    page.open()
    assert page.headline == "Pick 12 or 13 tiles"
    page.pick(28)
    assert page.headline == "One tile: 0 points"
    page.pick(15, 0)
    assert page.hand == [0, 15, 28]
    assert page.hash == "#0-15-28"
    assert page.headline == "3 tiles: 2,000 points"
    assert page.texts("#split .unit-name") == ["マイティセーラーズ(2人)"]
    assert "In no unit: 1\n春香" in page.text("#split")
    assert page.status == "春香 is in the hand. 3 tiles: 2,000 points"
    page.click("#hand-1")
    assert page.hand == [0, 28]
    assert page.focused == "hand-1"
    assert page.status.startswith("翼 is out of the hand.")
    page.click("#hand-1", "#hand-0")
    assert page.hand == []
    assert page.focused == "pick-0"


def test_no_more_than_three_copies_and_13_tiles(page: MillijanPage) -> None:
    page.open()
    page.pick(4, 4, 4)
    assert page.text("#pick-4 .copies") == "●●●"
    assert page.one("#pick-4").get_attribute("aria-disabled") == "true"
    assert page.one("#pick-5").get_attribute("aria-disabled") == "false"
    page.pick(4)
    assert page.hand == [4] * 3
    assert page.status == "All three copies of やよい are in the hand."
    page.pick(*range(5, 15))
    assert len(page.hand) == 13
    assert not page.one("#draw").is_enabled()
    page.pick(20)
    assert len(page.hand) == 13
    assert page.status.startswith("The hand has 13 tiles.")
    assert page.text(".picker-side .hint") == page.status
    page.click("#hand-0")
    assert page.text(".picker-side .hint").startswith("Click a tile to add it")
    page.pick(20)
    assert page.focused == "pick-20"


def test_undo_clear_and_draw(page: MillijanPage) -> None:
    page.open()
    assert not page.one("#undo").is_enabled()
    assert not page.one("#clear").is_enabled()
    page.pick(3, 7)
    page.click("#clear")
    assert page.hand == []
    page.click("#undo")
    assert page.hand == [3, 7]
    page.click("#undo", "#undo")
    assert page.hand == []
    assert page.focused == "draw"
    page.click("#random-first")
    assert len(page.hand) == 13
    assert max(page.hand) < 13
    page.click("#hand-12", "#draw")
    assert max(page.hand) < 13  # From the same deck.
    page.go("#20")
    page.click(*["#draw"] * 12)
    assert max(page.hand) >= 13  # That hand is from another deck.
    page.click("#random-all", "#hand-0", "#draw")
    hand = page.hand
    assert len(hand) == 13
    assert max(Counter(hand).values()) <= 3
    assert re.match(r"Drawn: .+\. ", page.status)


def test_tiles_are_found_by_name_kana_and_full_name(page: MillijanPage) -> None:
    page.open()
    for query, kinds in (
        ("はるか", [0]),
        ("ハルカ", [0]),
        ("天海", [0]),
        ("ｼﾞｭﾘｱ", [49]),
        ("まみ", [11]),
        ("海", [0, 10, 11, 28]),
        ("そら", [53]),
    ):
        page.fill("#search", query)
        shown = [int(e.get_attribute("data-kind")) for e in page.all(".picker-side .idol")]
        assert sorted(shown) == kinds, query
    page.fill("#search", "nobody")
    assert page.all(".picker-side .idol") == []
    assert page.text(".no-idol") == "No tile is called that."
    page.press(Keys.ENTER)
    assert page.hand == []
    page.fill("#search", "つむぎ")
    page.press(Keys.ENTER, Keys.ENTER)
    assert page.hand == [50, 50]
    assert page.focused == "search"


def test_all_is_done_by_keyboard(page: MillijanPage) -> None:
    page.open()
    page.js("document.querySelector('.idols [tabindex=\"0\"]').focus()")
    assert page.focused == "pick-0"
    page.keys(Keys.ARROW_RIGHT, Keys.SPACE, Keys.END, Keys.ENTER, Keys.TAB)
    assert page.hand == [3, 42]
    assert page.focused == "pick-1"
    page.js("document.getElementById('hand-0').focus()")
    page.keys(Keys.ARROW_RIGHT, Keys.ENTER)
    assert page.hand == [3]
    assert page.focused == "hand-0"


def test_units_are_filled_in(page: MillijanPage) -> None:
    page.open("#0-1-2")
    near = page.texts("#near .unit-name")
    lacking = page.js("return [...document.querySelectorAll('#near button')].map("
                      "(e) => e.querySelectorAll('.small-tile').length)")  # fmt: skip
    assert lacking == sorted(lacking)
    assert len(near) == 8
    page.click("#all-near")
    expected = {
        unit.number for unit in UNITS["2019"] if 1 <= len(set(unit.members) - {0, 1, 2}) <= min(2, unit.size - 1)
    }
    shown = page.js("return [...document.querySelectorAll('#near button')].map((e) => e.id)")
    assert {int(name.removeprefix("fill-")) for name in shown} == expected
    assert page.focused == shown[8]
    unit = next(one for one in UNITS["2019"] if one.name == "World changer")
    page.click(f"#fill-{unit.number}")
    assert page.hand == [0, 1, 2, 5, 31]
    assert "World changer" in page.texts("#split .unit-name")
    page.go("#0-1-2-3-4-5-6-7-8-9-10-11")  # There is room for one more.
    assert page.texts(".answer h3")[-1].startswith("Units that lack one tile: ")
    page.pick(13)
    assert page.all("#near") == []


# --- answers on the page ---------------------------------------------------------------------


def test_12_tiles_show_waits(page: MillijanPage) -> None:
    page.open(WAITS)
    assert page.headline == "Tenpai: 11 waits"
    row = next(row for row in known_rows("hands12") if sorted(wholes(row["hand"])) == page.hand)
    waits = {int(kind): int(score) for kind, score in
             (wait.split(":") for wait in row["waits"].split())}  # fmt: skip
    shown = page.js("return [...document.querySelectorAll('#waits button')].map((e) => e.innerText)")
    assert len(shown) == len(waits)
    assert [int(re.search(r"([\d,]+) points", text)[1].replace(",", "")) for text in shown] == (
        sorted(waits.values(), reverse=True)
    )
    marked = page.js("return [...document.querySelectorAll('[data-use=wait]')]"
                     ".map((e) => Number(e.dataset.kind))")  # fmt: skip
    assert sorted(marked) == sorted(waits)
    assert f"Waits: {row['accepted_copies']} tiles" in page.text("#answer")
    assert "Value 1,016,000: with all tiles in units" in page.text("#answer")
    assert "wins 17,000 points" in page.one("#pick-52").accessible_name
    page.picture("millijan_waits")
    page.click("#wait-52")
    assert page.headline == "Won: 17,000 points"
    assert page.all("#discards, #near") == []


def test_12_tiles_show_distance_and_accepted_kinds(page: MillijanPage) -> None:
    page.open()
    for row in known_rows("hands12")[:3]:
        page.go("#" + "-".join(row["hand"].split()))
        distance = int(row["distance"])
        assert page.headline == f"Distance {distance} ({distance - 1}-shanten)"
        kinds = wholes(row["accepted"])
        assert f"Accepted: {len(kinds)} kinds, {row['accepted_copies']} tiles" in page.text("#answer")
        shown = page.js("return [...document.querySelectorAll('#accepted button')].map((e) => e.id)")
        assert shown == [f"accepted-{kind}" for kind in kinds]
        assert page.texts("#pick-53 .worth") == []
    page.click(f"#accepted-{kinds[0]}")
    assert len(page.hand) == 13
    assert page.headline.startswith(f"Not won: distance {distance - 1} after")


def test_13_tiles_show_discards(page: MillijanPage) -> None:
    row = next(row for row in known_rows("discards13") if " " in row["best_discards"])
    page.open("#" + "-".join(row["hand"].split()))
    assert page.headline.startswith(f"Not won: distance {row['distance']} after")
    shown = page.texts("#discards tbody tr")
    assert len(shown) == len(row["all_discards"].split())
    best = wholes(row["best_discards"])
    assert f"The {len(best)} marked ones are equally good." in page.text("#answer")
    marked = page.js("return [...document.querySelectorAll('.hand [data-best]')]"
                     ".map((e) => Number(e.dataset.kind))")  # fmt: skip
    assert set(marked) == set(best)
    page.picture("millijan_discards")
    page.click(f"#discard-{best[0]}")
    assert len(page.hand) == 12
    assert f"Distance {row['distance']} " in page.headline


def test_13_tiles_show_what_they_wait_for_after_a_discard(page: MillijanPage) -> None:
    page.open(f"{WAITS}-40")
    assert page.headline == "Not won: tenpai after the best discard"
    rows = page.texts("#discards tbody tr")
    judged = table_of("2019").judge(page.hand)
    assert len(rows) == len(judged.discards)
    for text, one in zip(rows, judged.discards, strict=True):
        waits = [TILES[kind].name for kind in one.accepted] if one.distance == 1 else []
        words = [word for word in text.split() if word != "★"]
        assert words == [TILES[one.kind].name, str(one.distance), str(one.copies), *waits]


def test_equally_good_splits_are_stepped_through(page: MillijanPage) -> None:
    page.open()
    page.click("#example-3")
    expected = [[unit.name for unit in packing] for packing in oracle.best_packings(tuple(page.hand), UNITS["2019"])]
    seen = []
    for number in range(1, 5):
        assert page.text("#tie") == f"{number} of 4 equally good"
        seen.append(page.texts("#split .unit-name"))
        page.click("#next-split")
        assert page.focused == "next-split"
    assert seen == expected
    assert page.text("#tie") == "1 of 4 equally good"
    page.click("#previous-split")
    assert page.text("#tie") == "4 of 4 equally good"
    assert page.status.startswith("4 of 4 equally good: ")
    assert page.text("#split-score") == "18,000 points"
    points = [int(text.replace(",", "").split()[0]) for text in page.texts("#split .unit-points")]
    assert sum(points) == 18000


def test_units_rules_and_main_idol_are_chosen(page: MillijanPage) -> None:
    page.open("#0-1-2")
    assert page.all("#main-idol") == []
    page.click("#units-2025")
    assert page.hash == "#0-1-2;2025"
    page.click("#units-2019", "#rules-2")
    assert page.hash == "#0-1-2;v1.6"
    assert page.headline == "3 tiles: 4,000 points"  # Nothing is left over.
    page.pick(53)
    assert page.headline == "4 tiles: 2,000 points"
    page.click("#candidates summary")
    points = page.texts(":is(#split, #candidates) .unit:not(.unused) .unit-points")
    assert set(points) == {"1,000 points", "2,000 points"}  # Each as with a member less.
    assert "No unit has そら, so a hand with" in page.text("#answer")
    page.choose("#main-idol", "2")
    assert page.hash == "#0-1-2-53;v1.6;main-2"
    assert page.headline == "4 tiles: 4,000 points"
    assert "Main idol 美希" in page.text("#split")
    page.click("#rules-1")
    assert page.headline == "4 tiles: 8,000 points"
    assert "not called" in page.text("#answer")
    page.click("#rules-0")
    assert page.hash == "#0-1-2-53"
    assert page.headline == "4 tiles: 4,000 points"


@pytest.mark.parametrize(
    "hand",
    [
        "春香千早美希", "天海春香 如月千早 星井美希", "はるか ちはや ミキ", "haruka, chihaya, miki",
        "Haruka Tihaya MIKI", "harukachihayamiki",
    ],
)  # fmt: skip
def test_a_hand_is_typed_as_people_write_it(page: MillijanPage, hand: str) -> None:
    page.open()
    page.one("#search").send_keys(hand, Keys.ENTER)
    assert page.hand == [0, 1, 2]
    assert page.one("#search").get_attribute("value") == ""


def test_every_name_is_read_in_kanji_kana_and_latin_letters(page: MillijanPage) -> None:
    page.open()
    found = page.js_awaited(
        "const { kindsIn, latinOf } = await import('./names.js');"
        "const { tiles } = await (await fetch('data.json')).json();"
        "return tiles.map((tile) => [tile.name, tile.kana, tile.full_name, latinOf(tile.kana)]"
        "  .map((name) => kindsIn(name, tiles)));"
    )
    assert found == [[[kind]] * 4 for kind in range(len(TILES))]


def test_the_kana_pad_shows_those_who_begin_with_a_row(page: MillijanPage) -> None:
    page.open()
    page.click("#show-kana")
    for kana, row in (("は", "はひふへほばびぶべぼぱぴぷぺぽ"), ("わ", "わをん"), ("あ", "あいうえお")):
        page.one(f"#kana-pad button:nth-child({'あかさたなはまやらわ'.index(kana) + 1})").click()
        shown = [int(e.get_attribute("data-kind")) for e in page.all(".picker-side .idol")]
        hiragana = [normalize("NFKC", tile.kana) for tile in TILES]
        first = [chr(ord(k[0]) - 0x60) if "ァ" <= k[0] <= "ヶ" else k[0] for k in hiragana]
        assert sorted(shown) == [kind for kind in range(len(TILES)) if first[kind] in row]
    page.click("#show-kana")
    assert len(page.all(".picker-side .idol")) == len(TILES)


# --- addresses -------------------------------------------------------------------------------


def test_back_and_forward_go_from_hand_to_hand(page: MillijanPage) -> None:
    page.open("#0-1-2")
    page.pick(3, 4, 5)
    page.click("#example-0")
    example = page.hand
    page.pick(6)
    page.driver.back()
    page.until(lambda: page.hand == [0, 1, 2, 3, 4, 5])
    page.driver.back()
    page.until(lambda: page.hand == [0, 1, 2])
    page.driver.forward()
    page.driver.forward()
    page.until(lambda: page.hand == example)


def test_an_address_of_a_hand_is_read_in_any_order(page: MillijanPage) -> None:
    page.open("#9-0-53-0;main-7;v1.6;2025")
    assert page.hand == [0, 0, 9, 53]
    assert page.one("#units-2025").get_attribute("aria-pressed") == "true"
    assert page.one("#rules-2").get_attribute("aria-pressed") == "true"
    assert page.one("#main-idol").get_attribute("value") == "7"
    page.pick(1)
    assert page.hash == "#0-0-1-9-53;2025;v1.6;main-7"


def test_an_address_of_no_hand_says_so(page: MillijanPage) -> None:
    page.open("#nonsense")
    assert page.text("#bad-address") == "The address names no hand: #nonsense"
    for fragment in ("#54", "#0-0-0-0", "#0-1-2-3-4-5-6-7-8-9-10-11-12-13", "#0--1", "#0-",
                     "#0;2020", "#0;v1.6;main-53", "#0;main-0", "#0-0;seen-0-0",
                     "#;called-155", "#;seen-54", "#;called", "#;", "#%E0%A4%A"):  # fmt: skip
        page.go(fragment)
        assert fragment in page.text("#bad-address")
        assert page.hand == []
        assert page.status == f"{page.text('#bad-address')} Pick 12 or 13 tiles"
    page.pick(3)
    assert page.all("#bad-address") == []


def test_the_link_of_a_hand_is_copied(page: MillijanPage, address: str) -> None:
    page.driver.execute_cdp_cmd(
        "Browser.grantPermissions",
        {"origin": address, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]},
    )
    page.open(f"{WAITS};v1.6")
    page.click("#share")
    page.until(lambda: page.status == "Link copied.")
    read = "navigator.clipboard.readText().then(arguments[0], (e) => arguments[0](String(e)))"
    assert page.driver.execute_async_script(read) == f"{address}millijan/{WAITS};v1.6"


# --- for everybody ---------------------------------------------------------------------------

VIEWS = ("#0-1-2;v1.6;main-0", WAITS, SPLITS, NOT_WON, FAR, "#nonsense")


def in_all_states(page: MillijanPage) -> Iterator[str]:
    """Go through what the page can show, in the language and size of the moment."""
    for fragment in VIEWS:
        page.go(fragment)
        yield fragment
    page.go(f"{NOT_WON};2025;2019-10-08")
    page.click("#candidates summary")
    yield "candidates"


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_texts_have_enough_contrast(page: MillijanPage, colours: str) -> None:
    page.open(colours=colours)
    page.picture(f"millijan_{colours}", whole=True)
    for state in in_all_states(page):
        assert page.low_contrasts == [], state


@pytest.mark.parametrize("language", ["en", "ja"])
def test_everything_to_operate_has_a_name(page: MillijanPage, language: str) -> None:
    page.open("#0-1-2", language=language)
    pages.check_names(page, ":is(#options, .hand-side, .search, #answer) :is(button, a, select)")
    page.go(NOT_WON)
    pages.check_names(page, "#discards button")
    names = page.js("return [...document.querySelectorAll('.idol')].map((e) => e.ariaLabel)")
    assert len(names) == 54 + 13
    assert all(names)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_nothing_is_wider_than_a_phone(page: MillijanPage, language: str) -> None:
    for size in PHONES:
        page.open(WAITS, size=size, language=language)
        assert page.width <= size[0]
        page.picture(f"millijan_phone_{size[0]}_{language}")
    for state in in_all_states(page):
        assert page.width <= PHONES[-1][0], state


def test_a_phone_shows_the_answer_in_a_few_words_at_its_foot(page: MillijanPage) -> None:
    page.open(WAITS, size=PHONES[0])
    assert page.text(".summary") == "Tenpai: 11 waits"
    bottom = page.js("return document.querySelector('.summary').getBoundingClientRect().bottom")
    assert bottom == PHONES[0][1]
    page.click(".summary")
    assert page.focused == "answer"
    assert page.hash == WAITS


def test_types_are_told_apart_without_colour(page: MillijanPage) -> None:
    page.open()
    marks = page.js(
        "return Object.fromEntries([...document.querySelectorAll('.picker-side .idol')]"
        ".map((e) => [e.dataset.type, e.querySelector('.mark path').getAttribute('d')]))"
    )
    assert len(marks) == len(set(marks.values())) == 5
    assert page.one("#pick-1").accessible_name == ("千早 (如月千早, ちはや), Fairy, 0 of 3 in the hand")


def test_the_focus_is_seen(page: MillijanPage) -> None:
    page.open(NOT_WON)
    page.js(
        "window.stops = []; addEventListener('focusin', ({ target }) =>"
        "  stops.push([target.id, getComputedStyle(target).outlineStyle]));"
    )
    page.keys(*[Keys.TAB] * 40)
    stops = page.js("return stops")
    assert [name for name, outline in stops if outline == "none"] == []
    order = [name for name, _ in stops]
    assert order.count("hand-0") == order.count("pick-0") == 1
    assert "hand-1" not in order
    assert "pick-3" not in order
    assert order.index("hand-0") < order.index("search") < order.index("pick-0")


def test_the_first_stop_skips_to_the_content(page: MillijanPage) -> None:
    page.open(WAITS)
    pages.check_skipping(page)
    assert page.hash == WAITS


def test_waits_are_seen_with_forced_colours(page: MillijanPage) -> None:
    page.open(WAITS)
    page.driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "forced-colors", "value": "active"}]}
    )
    outline = "return getComputedStyle(document.querySelector(arguments[0])).outlineStyle"
    assert page.js(outline, "#pick-52") == "solid"
    assert page.js(outline, "#pick-53") == "none"
    page.picture("millijan_forced_colours")


def test_nothing_moves_where_motion_is_not_welcome(page: MillijanPage) -> None:
    page.open(WAITS)
    duration = "return getComputedStyle(document.querySelector('.idol')).transitionDuration"
    assert page.js(duration) == "0s"
    page.driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-reduced-motion", "value": "no-preference"}]},
    )
    assert page.js(duration) == "0.15s"


def test_a_phone_is_operated_by_fingers_and_an_audit_finds_nothing(page: MillijanPage) -> None:
    for fragment in (f"{WAITS};seen-13-13", "#3-7-15-18-23-24-24-32-37-41-43;called-2"):
        page.open(fragment, size=(390, 844))
        page.click("#candidates summary")
        pages.check_for_fingers(page)
        pages.check_audit(page)


def test_both_languages_say_the_same_things(page: MillijanPage) -> None:
    page.open()
    of_rules = {f"{what}{rules}" for rules in RULES for what in ("rule", "hint")}
    pages.check_languages(page, "millijan", named={f"type{tile.type}" for tile in TILES} | of_rules)


def test_language_and_colours_are_those_of_the_atlas(page: MillijanPage) -> None:
    page.open(FAR)
    light = page.background
    page.click("[data-language=ja]", "#dark")
    assert page.js("return document.documentElement.lang") == "ja"
    assert page.headline == "距離3\N{FULLWIDTH LEFT PARENTHESIS}2向聴\N{FULLWIDTH RIGHT PARENTHESIS}"
    assert page.text("#hand-title") == "手牌\N{FULLWIDTH COLON}12/13枚"
    assert page.background != light
    assert page.js("return [localStorage.language, localStorage.colours]") == ["ja", "dark"]
    page.picture("millijan_japanese", whole=True)
    page.show_again()
    assert page.headline.startswith("距離3")
    assert page.one("#dark").get_attribute("aria-pressed") == "true"
    page.click("#dark")
    assert page.background == light
    names = page.js("return [...document.querySelectorAll('.idol-name')].map((e) => e.lang)")
    assert set(names) == {"ja"}


def test_little_is_loaded_and_all_from_the_site(page: MillijanPage, address: str) -> None:
    page.open(WAITS)
    loaded = page.loaded
    assert all(name.startswith((address, "data:")) for name, _ in loaded)
    assert {f"{address}kit/style.css", f"{address}millijan/data.json"} <= {name for name, _ in loaded}
    assert sum(size for _, size in loaded) < MAX_BYTES_TO_LOAD


def test_pages_lead_to_each_other(page: MillijanPage, address: str) -> None:
    page.open()
    links = [link.get_attribute("href") for link in page.all("#nav a")]
    assert links == [f"{address}{name}/" for name in ("nine-tiles", "arrow", "godomachi", "millijan")]
    assert page.one(".brand").get_attribute("href") == address


def test_a_page_that_cannot_load_its_data_says_so(page: MillijanPage) -> None:
    page.open()
    pages.check_loading_failure(page)
