"""The browser of a test process, and its pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.sharing import make_once

if TYPE_CHECKING:
    from tests.browser.pages import Page

pytest.register_assert_rewrite("tests.browser.pages")


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    from tests.browser.pages import chromium  # Without selenium only these tests are skipped.

    with chromium(tmp_path_factory.mktemp("profile")) as driver:
        yield driver


@pytest.fixture(scope="session")
def atlas_folder(shared_folder: Path) -> Callable[[str], Path]:
    """The folder of the atlas `whole`, with the data of the full run, or of a puzzle's atlas with small data."""
    from tests.browser.atlases import ATLASES

    return lambda name: make_once(shared_folder / f"atlas_{name}", ATLASES[name]) / "atlas"


@pytest.fixture(scope="session")
def atlas_address(atlas_folder: Callable[[str], Path]) -> Iterator[Callable[[str], str]]:
    """Serves an atlas."""
    from tests.browser.pages import served

    with ExitStack() as stack:
        yield cache(lambda name: stack.enter_context(served(atlas_folder(name))))


@pytest.fixture
def page_in(browser: Any, atlas_address: Callable[[str], str]) -> Iterator[Callable[..., Page]]:
    """Shows the pages of an atlas in the browser; they must leave nothing in its log."""
    from tests.browser.pages import Page, open_page

    with open_page(Page, browser, "") as page:

        def show(name: str, place: str = "", script: str = "every_page.js") -> Page:
            page.address, page.place, page.script = atlas_address(name), place, script
            return page

        yield show
