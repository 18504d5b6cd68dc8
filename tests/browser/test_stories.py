"""Run the stories of readers in `stories/*.yaml`; the head of `stories/atlas.yaml` describes steps."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

import pytest
import yaml

pytest.importorskip("selenium", reason="selenium is not installed")
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.browser import pages
from tests.browser.atlases import ATLASES, PLACES

pytestmark = pages.needs_browser

STORIES = Path(__file__).with_name("stories")


@cache
def stories_of(path: Path) -> list[dict[str, Any]]:
    """The stories of a file, with its names filled in."""
    text = path.read_text(encoding="utf-8")
    names = yaml.safe_load(text.partition("stories:")[0]) or {}
    found: list[dict[str, Any]] = yaml.safe_load(Template(text).safe_substitute(names))["stories"]
    return found


def is_seen(found: list[Any], wanted: Any) -> bool:
    """Whether the page shows the content that a step expects."""
    if isinstance(wanted, list):
        return found == wanted
    if isinstance(wanted, int) and not isinstance(wanted, bool):
        return len(found) == wanted
    if isinstance(wanted, str) and len(found) == 1 and isinstance(found[0], str):
        if wanted.startswith("~"):
            return wanted[1:] in found[0]
        if wanted.startswith("/"):
            return re.fullmatch(wanted[1:], found[0], re.DOTALL) is not None
    return found == [wanted]


def see(page: pages.Page, wanted: dict[str, Any]) -> None:
    """Wait until the page shows the expected content."""
    found: dict[str, list[Any]] = {}

    def agrees() -> bool:
        found.update(page.do("seen(...arguments)", [what for what in wanted if what != "copied"]))
        if "copied" in wanted:
            found["copied"] = [page.js_awaited("return await navigator.clipboard.readText();")]
        return all(is_seen(found[what], value) for what, value in wanted.items())

    try:
        page.until(agrees)
    except TimeoutException:
        different = {what: found[what] for what, value in wanted.items() if not is_seen(found[what], value)}
        assert different == {what: wanted[what] for what in different}
        raise


def press(page: pages.Page, key: str) -> None:
    """Press a key, or type a text; `+` presses a key while another is held."""
    held, _, last = key.rpartition("+")
    chain = ActionChains(page.driver, duration=0)
    if held:
        chain.key_down(getattr(Keys, held))
    chain.send_keys(getattr(Keys, last, last))
    if held:
        chain.key_up(getattr(Keys, held))
    chain.perform()


def drag(page: pages.Page, selectors: list[str]) -> None:
    """Press the mouse on an element and drag it over others."""
    first, *others = map(page.one, selectors)
    mouse = ActionChains(page.driver, duration=10).click_and_hold(first)
    for element in others:
        mouse.move_to_element(element)
    mouse.release().perform()


def ask(page: pages.Page, function: str, result: Any, *arguments: Any) -> None:
    """Ask the page's modules."""
    assert page.ask(function, *arguments) == result


STEPS: dict[str, Callable[[pages.Page, Any], object]] = {
    "open": lambda page, address: page.show(address),
    "phone": lambda page, address: page.show(address, size=(360, 740)),
    "click": lambda page, selectors: page.click(*selectors),
    "tap": lambda page, selectors: [page.one(selector).click() for selector in selectors],
    "menu": lambda page, selectors: [
        ActionChains(page.driver, duration=0).context_click(page.one(selector)).perform() for selector in selectors
    ],
    "drag": drag,
    "focus": lambda page, selectors: page.js("document.querySelector(arguments[0]).focus()", *selectors),
    "keys": lambda page, keys: [press(page, str(key)) for key in keys],
    "paste": lambda page, texts: [page.fill(selector, text) for selector, text in texts.items()],
    "choose": lambda page, values: [page.choose(selector, value) for selector, value in values.items()],
    "go": lambda page, address: page.go(address),
    "back": lambda page, times: [page.driver.back() for _ in range(times)],
    "forward": lambda page, times: [page.driver.forward() for _ in range(times)],
    "reload": lambda page, _: page.show_again(),
    "prefer": lambda page, features: page.prefer(**features),
    "ask": lambda page, given: ask(page, *given),
    "see": see,
}


@pytest.mark.parametrize(
    ("package", "title"),
    [(path.stem, story["title"]) for path in sorted(STORIES.glob("*.yaml")) for story in stories_of(path)],
)
def test_a_reader_sees_what_the_story_tells(page_in: Callable[..., pages.Page], package: str, title: str) -> None:
    (steps,) = (one["steps"] for one in stories_of(STORIES / f"{package}.yaml") if one["title"] == title)
    page = page_in(package if package in ATLASES else "whole", PLACES[package], f"{package}.js")
    for step in steps:
        ((name, given),) = step.items()
        several = name in ("click", "tap", "menu", "focus", "keys") and not isinstance(given, list)
        STEPS[name](page, [given] if several else given)
    page.picture(f"{package}_{title.replace(' ', '_')}", whole=True)
