"""All pages with the data of the full run: how they look on the smallest phone, and the ways to the answers."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

pytest.importorskip("selenium", reason="selenium is not installed")
from selenium.webdriver.common.keys import Keys

from tests.browser import pages
from tests.browser.whole_atlas import EXPERT, HAND, PLACES, make_atlas

pytestmark = pages.needs_browser

MOST_BYTES = 1_000_000
MOST_BYTES_SENT = 90_000
"""What a connection of slow 3G, 400 kbit/s, brings in three seconds less three round trips of 0.4 s each."""
SIZES = {"phone": (320, 640), "desktop": pages.DESKTOP}

STICKS_OUT = """
const scrolls = (e) => e && (['auto', 'scroll'].includes(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
return [...document.body.querySelectorAll('*')].filter((e) => {
  const { left, right, width } = e.getBoundingClientRect();
  const isOut = left < -1 || right > innerWidth + 1;
  return isOut && width > 1 && !e.ownerSVGElement && e.checkVisibility() && !scrolls(e.parentElement);
}).map((e) => e.outerHTML.slice(0, 80));
"""
"""What is not within the window and cannot be scrolled into it."""


class Site(NamedTuple):
    """An atlas, and where it is served."""

    folder: Path
    address: str


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = make_atlas(tmp_path_factory.mktemp("whole"))
    with pages.served(folder) as address:
        yield Site(folder, address)


@pytest.fixture
def page(browser: Any, site: Site, tmp_path: Path) -> Iterator[pages.Page]:
    with pages.opened(pages.Page, browser, site.address, tmp_path) as page:
        yield page


@pytest.mark.parametrize("place", PLACES)
def test_every_page_can_be_read_at_any_size_in_both_languages_and_colours(page: pages.Page, place: str) -> None:
    address, _, pressed = place.partition(" ")
    shown = f"{PLACES.index(place):02}_{place.partition('/')[0] or 'front'}"
    for (name, size), language in product(SIZES.items(), ("en", "ja")):
        page.show(address, size=size, language=language)
        if pressed:
            page.js("document.querySelector(arguments[0]).click()", pressed)
        backgrounds = set()
        for colours in ("light", "dark"):  # at the same page: to load it costs most
            page.prefer(colours)
            backgrounds.add(page.background)
            assert page.width <= size[0]
            assert page.js(STICKS_OUT) == []
            assert page.low_contrasts == []
            page.picture(f"{shown}_{name}_{language}_{colours}", whole=True)
        assert len(backgrounds) == 2
        if name == "phone":
            pages.check_for_fingers(page)


@pytest.mark.parametrize("folder", ["", "nine-tiles/", "arrow/", "godomachi/", "millijan/", "results/"])
def test_a_first_visit_loads_little(page: pages.Page, site: Site, folder: str) -> None:
    page.show(folder)
    names = {name.removeprefix(site.address).partition("#")[0] for name, _ in page.loaded if name.startswith("http")}
    contents = [(site.folder / name / ("" if Path(name).suffix else "index.html")).read_bytes() for name in names]
    assert sum(map(len, contents)) <= MOST_BYTES
    assert sum(len(gzip.compress(content)) for content in contents) <= MOST_BYTES_SENT


# --- from the front page to the answer: each click and each typed line is an action --------------


@pytest.fixture
def front(page: pages.Page) -> pages.Page:
    page.show()
    return page


def follow(page: pages.Page, folder: str) -> None:
    """Click the tile of a puzzle on the front page."""
    page.one(f"#puzzles a[href$='{folder}/']").click()
    page.until(lambda: f"/{folder}/" in page.driver.current_url and page.js("return document.body.dataset.ready"))


def test_a_player_with_three_cards_reads_the_best_town_after_two_actions(front: pages.Page) -> None:
    follow(front, "nine-tiles")
    front.one("#search").send_keys("2 5 18", Keys.ENTER)
    assert front.texts("#answer .scores .score") == ["4", "11", "4"]
    assert "196 of 526,070,976 towns" in front.one("#answer").text


def test_a_player_with_a_board_reads_its_taps_after_two_actions(front: pages.Page) -> None:
    follow(front, "arrow")
    front.fill("#board-text", EXPERT)
    front.until(lambda: front.all("#answer h2"))
    assert front.one("#answer h2").text == "Solvable in 63 taps"


def test_a_player_with_two_shapes_reads_who_wins_after_three_actions(front: pages.Page) -> None:
    follow(front, "godomachi")
    front.one("#polyomino-2").click()
    front.one("#polyomino-14").click()
    assert front.hash == "#6-2-14"
    assert front.one("#answer h2").text == "The first player wins in 3 plies"


def test_a_player_with_a_hand_reads_what_to_discard_after_two_actions(front: pages.Page) -> None:
    follow(front, "millijan")
    front.one("#search").send_keys("雪歩貴音律子翼美奈子杏奈ロコロコ志保千鶴美也瑞希紬", Keys.ENTER)
    assert front.hash == f"#{HAND}"
    assert front.texts("#discards tbody tr")[0].split() == ["ロコ", "★", "3", "48"]
