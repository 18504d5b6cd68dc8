"""The pictures that the pages make to share look like those of `--share`."""

from __future__ import annotations

import base64
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("selenium", reason="selenium is not installed")

from tests.browser import pages
from tests.command_lines.typed import run_typed

pytestmark = pages.needs_browser

ANSWERS = {
    "nine-tiles best 2 5 18": "nine-tiles/#2_5_18",
    "arrow solve 434131344": "arrow/#easy_434131344",
    "godomachi solve '#####' '##/.##/..#'": "godomachi/#5-0-9",
    "millijan discard 0 1 2 3 4 5 6 7 8 9 20 30 40": "millijan/#0-1-2-3-4-5-6-7-8-9-20-30-40",
}
MOST_BITS = 16
"""Of the 64 bits of a hash, those in which two pictures of an answer may differ. The hash compares layout and words
rather than details, because page and command draw tiles in their own ways."""


@pytest.fixture
def page(page_in: Callable[..., pages.Page]) -> pages.Page:
    return page_in("whole")


def shared(page: pages.Page, colours: str) -> tuple[str, list[int], int]:
    """The hash of the picture that the page makes, its width and height, and the number of buttons below it."""
    page.prefer(colours)
    page.js("delete Navigator.prototype.canShare; document.querySelector('#picture').click()")
    page.until(lambda: page.js("return document.querySelector('.shared img')?.naturalWidth > 0"))
    source = page.js("return document.querySelector('.shared img').src")
    buttons = page.count(".shared button")
    page.click("#close-dialog")
    return (*page.ask("hashOf", source), buttons)


@pytest.mark.parametrize("typed", ANSWERS)
def test_a_picture_of_the_page_looks_like_that_of_the_command(
    page: pages.Page, typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    config = (Path(__file__).parents[2] / "config.yaml").read_text(encoding="utf-8")
    (tmp_path / "config.yaml").write_text(config.replace('atlas_address: ""', f'atlas_address: "{page.address}"'))
    done = run_typed([*shlex.split(typed), "--share", "shared.png"])
    assert done.status == 0, done
    page.show(ANSWERS[typed])
    module = f"{page.address}kit/sharing.js"
    assert module not in page.ask("loaded")[0], "loaded when the reader asks for a picture"
    source = f"data:image/png;base64,{base64.b64encode((tmp_path / 'shared.png').read_bytes()).decode()}"
    expected, size = page.ask("hashOf", source)
    assert size == [1200, 630]
    for colours in ("light", "dark"):
        found, size, buttons = shared(page, colours)
        assert size == [1200, 630]
        assert buttons == 3
        differing = sum(a != b for a, b in zip(expected, found, strict=True))
        assert differing <= MOST_BITS
    assert page.map("link, script", "e.href || e.src").count(f"{page.address}kit/sharing.js") == 0, (
        "loaded when pressed"
    )


def test_a_picture_is_handed_to_another_app_or_copied_or_kept(page: pages.Page) -> None:
    page.show("nine-tiles/#2_5_18")
    page.js("delete Navigator.prototype.canShare; document.querySelector('#picture').click()")
    page.until(lambda: page.count("#copy-picture"))
    page.click("#copy-picture")
    page.until(lambda: page.status == "Picture copied.")
    types = page.js_awaited("return (await navigator.clipboard.read()).flatMap(({ types }) => types);")
    assert types == ["image/png"]
    page.click("#close-dialog")
    page.js(
        "navigator.canShare = () => true;"
        "navigator.share = async ({ files: [{ name, type }], title, url }) => {"
        " window.given = [name, type, title, url]; };"
        "document.querySelector('#picture').click()"
    )
    page.until(lambda: page.js("return window.given"))
    place = f"{page.address}nine-tiles/#2_5_18"
    assert page.js("return given") == ["nine-tiles.png", "image/png", "Nine Tiles Panic: Best town", place]


def test_a_town_with_missing_tiles_has_a_picture_too(page: pages.Page) -> None:
    page.show("nine-tiles/#town_0365_____0044_____")
    page.js("delete Navigator.prototype.canShare; document.querySelector('#share-picture').click()")
    page.until(lambda: page.count(".shared img"))
    assert page.value(".shared img", "alt") == "Nine Tiles Panic: Town 0365_____0044_____"
