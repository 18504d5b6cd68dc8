"""The front page in a browser, and the atlas without a connection or a server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablebases.atlas.pages import FRONT

pytest.importorskip("selenium", reason="selenium is not installed")
from selenium.webdriver.common.keys import Keys

from tests.browser import pages
from tests.browser.test_millijan_page import TILES, WAITS, make_site

pytestmark = pages.needs_browser

PHONE = (390, 844)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    make_site(folder)
    return folder / "atlas"


@pytest.fixture
def page(browser: Any, folder: Path, tmp_path: Path) -> Iterator[pages.Page]:
    with pages.served(folder) as address:
        yield pages.Page(browser, address, tmp_path)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_front_page_leads_to_the_pages_of_all_puzzles(page: pages.Page, language: str) -> None:
    page.show(size=PHONE, language=language)
    assert page.width <= PHONE[0]
    links = [link.get_attribute("href") for link in page.all("#puzzles a")]
    assert links == [f"{page.address}{name}/" for name in ("nine-tiles", "arrow", "godomachi", "millijan")]
    assert page.one("#content > p > a").get_attribute("href") == f"{page.address}results/"
    assert all(len(text.splitlines()) == 2 for text in page.texts("#puzzles a > span"))
    pages.check_names(page, "a, button")
    pages.check_for_fingers(page)
    pages.check_languages(page, FRONT.package, made="(?<=about_).*")
    page.picture(f"front_{language}")


def test_an_audit_of_the_front_page_finds_nothing(page: pages.Page) -> None:
    for size in (PHONE, pages.DESKTOP):
        page.show(size=size)
        pages.check_audit(page)


def test_a_player_reads_the_waits_of_a_hand_in_two_actions(page: pages.Page) -> None:
    page.show()
    page.all("#puzzles a")[-1].click()
    page.until(lambda: page.all("#search"))
    page.one("#search").send_keys("".join(TILES[int(kind)].name for kind in WAITS[1:].split("-")), Keys.ENTER)
    assert page.hash == WAITS
    assert page.one("#answer h2").text.startswith("Tenpai: 11 waits")


def test_earlier_links_to_towns_lead_to_their_page(page: pages.Page) -> None:
    page.driver.get(f"{page.address}#2_5_18")
    page.until(lambda: page.driver.current_url == f"{page.address}nine-tiles/#2_5_18")


def test_the_atlas_works_without_a_connection(browser: Any, folder: Path, tmp_path: Path) -> None:
    try:
        with pages.served(folder) as address:
            page = pages.Page(browser, address, tmp_path)
            page.show()
            pages.use_kept_pages(browser, True)
            assert page.js_awaited("return (await navigator.serviceWorker.ready).scope;") == address
            page.until(
                lambda: page.js_awaited("return (await navigator.serviceWorker.ready).active.state === 'activated';")
            )
        browser.get(f"{address}millijan/{WAITS}")  # The server is gone, and this page was never opened.
        page.until(lambda: page.js("return document.body.dataset.ready === 'yes'"))
        assert page.one("#answer h2").text == "Tenpai: 11 waits"
    finally:
        pages.use_kept_pages(browser, False)


def test_a_page_opened_as_a_file_says_what_to_do(browser: Any, folder: Path, tmp_path: Path) -> None:
    browser.get((folder / "millijan" / "index.html").as_uri())
    page = pages.Page(browser, "", tmp_path)
    page.until(lambda: page.all("#not-started"))
    assert "tablebases atlas" in page.one("#not-started").text
