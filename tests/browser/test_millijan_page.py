"""The page of MilliJan in a browser: published examples, splits, and its picker."""

from __future__ import annotations

from collections.abc import Callable
from unicodedata import normalize

import pytest

from oracle import millijan as oracle
from tests.millijan.helpers import TILES_FILE, units_of
from tests.millijan.known_hands import known_rows

pytest.importorskip("selenium", reason="selenium is not installed")

from tests.browser import pages

pytestmark = pages.needs_browser

TILES = oracle.read_tiles(TILES_FILE)


@pytest.fixture
def page(page_in: Callable[..., pages.Page]) -> pages.Page:
    page = page_in("millijan", "millijan/", "millijan.js")
    page.show()
    return page


def hand_of(page: pages.Page) -> list[int]:
    """The kinds in the hand."""
    return page.map(".hand button", "Number(e.dataset.kind)")


# --- known answers ---------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["1", "2"])
def test_the_page_shows_published_examples_as_published(page: pages.Page, number: str) -> None:
    example = {
        row["what"]: row for row in known_rows("examples") if row["example"] == number and row["what"] != "split"
    }
    page.choose("#examples", str(int(number) - 1))
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


# --- the page --------------------------------------------------------------------------------


def test_a_reader_steps_through_equally_good_splits(page: pages.Page) -> None:
    page.choose("#examples", "3")
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
    assert page.value("#pick-1", "computedName") == "Chihaya 千早 (如月千早, ちはや), Fairy, 0 of 3 in the hand"
    page.click("[data-language=ja]")
    assert set(page.map(".idol-name", "e.lang")) == {"ja"}
