"""The browser that shows the pages, one for each module of tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.register_assert_rewrite("tests.browser.pages")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    from tests.browser.pages import chromium  # Without selenium only these tests are skipped.

    with chromium(tmp_path_factory.mktemp("profile")) as driver:
        yield driver
