"""The front page, the ways from there to the answers, and the atlas without a connection or a server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("selenium", reason="selenium is not installed")

from tests.browser import pages

pytestmark = pages.needs_browser

HAND = "#3-7-8-15-18-23-24-24-32-37-41-43-50"


@pytest.fixture
def front(page_in: Callable[..., pages.Page]) -> pages.Page:
    page = page_in("whole")
    page.show()
    return page


def test_the_front_page_leads_to_all_pages(front: pages.Page) -> None:
    links = front.map("#puzzles a, #content > p > a", "e.href")
    assert links == [f"{front.address}{name}/" for name in ("nine-tiles", "arrow", "godomachi", "millijan", "results")]
    assert all(len(text.splitlines()) == 2 for text in front.texts("#puzzles a > span"))


def test_the_atlas_works_without_a_connection(browser: Any, atlas_folder: Callable[[str], Path]) -> None:
    try:
        with pages.served(atlas_folder("whole")) as address:
            page = pages.Page(browser, address, None)
            page.show()
            pages.use_kept_pages(browser, True)
            assert page.js_awaited("return (await navigator.serviceWorker.ready).scope;") == address
            page.until(
                lambda: page.js_awaited("return (await navigator.serviceWorker.ready).active.state === 'activated';")
            )
        browser.get(f"{address}millijan/{HAND}")  # The server is gone, and this page was never opened.
        page.until(lambda: page.js("return document.body.dataset.ready === 'yes'"))
        assert page.headline.startswith("Not won")
    finally:
        pages.use_kept_pages(browser, False)


def test_a_page_opened_as_a_file_says_what_to_do(browser: Any, atlas_folder: Callable[[str], Path]) -> None:
    browser.get((atlas_folder("whole") / "millijan" / "index.html").as_uri())
    page = pages.Page(browser, "", None)
    page.until(lambda: page.count("#not-started"))
    assert "tablebases atlas" in page.text("#not-started")
