"""A server, a browser and its page, for the tests of all pages."""

from __future__ import annotations

import base64
import http.server
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from tests.browser.dates import TODAY

CHROMIUM = Path("/usr/bin/chromium")
HEADLESS_SHELL = Path("/usr/bin/chromium-headless-shell")
"""Chromium without windows, which takes about half of the processor time; used where it is installed."""
CHROMEDRIVER = Path("/usr/bin/chromedriver")
MISSING = [str(program) for program in (CHROMIUM, CHROMEDRIVER) if not program.exists()]
needs_browser = pytest.mark.skipif(
    bool(MISSING), reason=f"browser tests need {' and '.join(MISSING)}, which is not installed"
)

OPTIONS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--lang=en",
    "--enable-blink-features=ComputedAccessibilityInfo", "--host-resolver-rules=MAP *.test 127.0.0.1",
)  # fmt: skip
ELSEWHERE = "elsewhere.test"
"""A name of this machine that browsers treat as another one: its pages over HTTP are not secure."""
SECONDS = 100
"""Seconds that a test waits at most, also on a busy machine."""
CLOCK = (
    f"Date.now = () => Date.parse(`${{sessionStorage.today ?? '{TODAY}'}}T12:00Z`)"
    " + 1000 * (sessionStorage.seconds ?? 0);"
    "if (sessionStorage.hurried) { const wait = setTimeout;"
    " window.setTimeout = (act, time = 0, ...given) => wait(act, time < 1000 ? time : time / 20, ...given); }"
)
"""The script that sets the clock of a page before it loads; the clock stands still.

On a hurried page, timers of a second or more take a twentieth of their time."""
DESKTOP = (1280, 900)
PHONE = (390, 844)

# --- server and browser ----------------------------------------------------------------------


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """Serves files without a log, several for each connection."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Serve a file, or nothing for the icon that browsers ask for."""
        if self.path == "/favicon.ico":
            self.send_response(http.HTTPStatus.NO_CONTENT)
            self.end_headers()
        else:
            super().do_GET()

    def log_message(self, *args: Any) -> None:
        """Log nothing."""


@contextmanager
def served(folder: Path, handler: type[QuietHandler] = QuietHandler) -> Iterator[str]:
    """Serve a folder inside the `with` block; yields its address."""
    of_folder = partial(handler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), of_folder) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def _browser(profile: Path) -> Path:
    """The browser to start. Its driver expects a first page, which the headless shell opens only if told to."""
    if not HEADLESS_SHELL.exists():
        return CHROMIUM
    program = profile.with_name(f"{profile.name}_browser")
    program.write_text(f'#!/bin/sh\nexec {HEADLESS_SHELL} "$@" about:blank\n', encoding="utf-8")
    program.chmod(0o755)
    return program


@contextmanager
def chromium(profile: Path) -> Iterator[Any]:
    """Start a browser whose files are in `profile`."""
    options = webdriver.ChromeOptions()
    options.binary_location = str(_browser(profile))
    for option in (*OPTIONS, f"--user-data-dir={profile}"):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(str(CHROMEDRIVER)))
    driver.set_script_timeout(SECONDS)
    # Only a page with the focus may copy, and without a window it does not always have it.
    driver.execute_cdp_cmd("Emulation.setFocusEmulationEnabled", {"enabled": True})
    permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"]
    driver.execute_cdp_cmd("Browser.grantPermissions", {"permissions": permissions})
    use_kept_pages(driver, False)
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": CLOCK})
    try:
        yield driver
    finally:
        driver.quit()


def use_kept_pages(driver: Any, used: bool) -> None:
    """Load pages from the offline files of the browser, or always from the server."""
    driver.execute_cdp_cmd("Network.enable", {})
    driver.execute_cdp_cmd("Network.setBypassServiceWorker", {"bypass": not used})


# --- a page ----------------------------------------------------------------------------------

OPERATIONS = Path(__file__).with_name("operations.js").read_text(encoding="utf-8")


class Page:
    """A page in the browser, and how tests operate it; `pictures` is the folder of screenshots, None takes none."""

    place = ""
    """Folder of the page in the atlas."""
    today = TODAY
    """The date on the pages that `show` loads."""
    motion = "reduce"
    """The system's preference of motion, also `no-preference`."""
    is_hurried = False
    """Whether long timers of the pages that `show` loads are short."""
    script = "every_page.js"
    """The file beside this one with the functions that `ask` calls."""

    def __init__(self, driver: Any, address: str, pictures: Path | None) -> None:
        self.driver = driver
        self.address = address
        self._pictures = pictures

    # loading

    def show(self, fragment: str = "", size: tuple[int, int] = DESKTOP, colours: str = "light",
             language: str = "en") -> None:  # fmt: skip
        """Load the page anew, in a language, at an address and size."""
        self.resize(size)
        self.prefer(colours)
        if not self.driver.current_url.startswith(self.address):
            self.driver.get(f"{self.address}kit/style.css")
        session = {"today": self.today} | ({"hurried": "yes"} if self.is_hurried else {})
        self.do("prepare(...arguments)", language, session, f"{self.address}{self.place}{fragment}")
        self.show_again()

    def show_again(self) -> None:
        """Load the page again, in its current state."""
        self.driver.refresh()
        self.until(lambda: self.js("return document.body.dataset.ready === 'yes'"))

    def set_clock(self, seconds: int, day: str | None = None) -> None:
        """Set the clock of the loaded page to some seconds after noon of a day; without one, of `today`."""
        script = "Date.now = () => Date.parse(`${arguments[0]}T12:00Z`) + 1000 * arguments[1]"
        self.js(script, day or self.today, seconds)

    def go(self, fragment: str) -> None:
        """Go to another address within the page."""
        self.js_awaited(f"{OPERATIONS}\nawait go(...given);", fragment)

    def resize(self, size: tuple[int, int]) -> None:
        """Change the window; a narrow one is that of a phone."""
        width, height = size
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500},
        )

    def prefer(self, colours: str = "light", **features: str) -> None:
        """Set the system's preference of light or dark colours, and of motion."""
        preferred = {"prefers-color-scheme": colours, "prefers-reduced-motion": self.motion}
        preferred |= {name.replace("_", "-"): value for name, value in features.items()}
        found = [{"name": name, "value": value} for name, value in preferred.items()]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": found})

    def until(self, condition: Callable[[], Any]) -> Any:
        """Wait until a condition holds."""
        return WebDriverWait(self.driver, SECONDS, poll_frequency=0.01).until(lambda _: condition())

    # asking

    def js(self, script: str, *arguments: Any) -> Any:
        """Run a script in the page."""
        return self.driver.execute_script(script, *arguments)

    def do(self, expression: str, *arguments: Any) -> Any:
        """The value of an expression of `arguments` and the functions in operations.js."""
        return self.js(f"{OPERATIONS}\nreturn {expression};", *arguments)

    def js_awaited(self, script: str, *arguments: Any) -> Any:
        """Run a script that may await; it has the arguments in the list `given`."""
        result = self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1]; const given = arguments[0];"
            f"(async () => {{ {script} }})()"
            ".then(done, (error) => done(`error: ${error.stack}`));",
            arguments,
        )
        assert not (isinstance(result, str) and result.startswith("error:")), result
        return result

    def ask(self, function: str, *arguments: Any) -> Any:
        """Call a function of `script` in the page."""
        source = Path(__file__).with_name(self.script).read_text(encoding="utf-8")
        return self.js_awaited(f"{source}\nreturn await {function}(...given);", *arguments)

    def map(self, selector: str, expression: str) -> list[Any]:
        """The values of a JavaScript expression for each element `e` of a selector, shown or not."""
        script = f"return [...document.querySelectorAll(arguments[0])].map((e) => {expression})"
        return list(self.js(script, selector))

    def all(self, selector: str) -> list[WebElement]:
        """The elements that are shown."""
        return list(self.do("shown(...arguments)", selector))

    def one(self, selector: str) -> WebElement:
        """The only element that is shown."""
        (element,) = self.all(selector)
        return element

    def count(self, selector: str) -> int:
        """The number of elements that are shown."""
        return int(self.do("shown(...arguments).length", selector))

    def texts(self, selector: str) -> list[str]:
        """The texts of the elements that are shown."""
        return list(self.do("shown(...arguments).map((e) => e.innerText.trim())", selector))

    def text(self, selector: str) -> str:
        """The text of the only element that is shown."""
        (text,) = self.texts(selector)
        return text

    def ids(self, selector: str) -> list[str]:
        """The ids of the elements that are shown."""
        return list(self.do("shown(...arguments).map((e) => e.id)", selector))

    def value(self, selector: str, name: str = "value") -> Any:
        """A property of the only element that is shown."""
        return self.one(selector).get_property(name)

    # operating

    def click(self, *selectors: str) -> None:
        """Press elements in turn, as a keyboard does; each must then be the only one shown."""
        self.do("click(...arguments)", *selectors)

    def keys(self, *keys: str) -> None:
        """Press keys at the focus, wherever it moves."""
        ActionChains(self.driver, duration=0).send_keys(*keys).perform()

    def fill(self, selector: str, text: str) -> None:
        """Paste a text into a field, in place of its own."""
        self.do("fill(...arguments)", selector, text)

    def choose(self, selector: str, value: str) -> None:
        """Choose from a list."""
        self.do("choose(...arguments)", selector, value)

    def back(self, *seen: Callable[[], Any]) -> None:
        """Go back in the history; wait for conditions."""
        self.driver.back()
        for condition in seen:
            self.until(condition)

    # texts and colours

    @property
    def headline(self) -> str:
        """The answer in a few words."""
        return self.text("#answer-title")

    @property
    def focused(self) -> str:
        """The id of the element that has the focus."""
        return str(self.js("return document.activeElement.id"))

    @property
    def hash(self) -> str:
        """The fragment of the address."""
        return str(self.js("return location.hash"))

    @property
    def status(self) -> str:
        """The message to screen readers."""
        return str(self.js("return document.getElementById('status').textContent"))

    @property
    def background(self) -> str:
        """The colour of the page."""
        return str(self.js("return getComputedStyle(document.body).backgroundColor"))

    def picture(self, name: str, whole: bool = False) -> None:
        """Take a screenshot, if there is a folder for it."""
        if self._pictures:
            self._pictures.mkdir(parents=True, exist_ok=True)
            how = {"format": "png", "captureBeyondViewport": whole}
            shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", how)
            (self._pictures / f"{name}.png").write_bytes(base64.b64decode(shot["data"]))


@contextmanager
def time_zone(page: Page, name: str) -> Iterator[None]:
    """Set the time zone of the browser inside the `with` block."""
    page.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": name})
    try:
        yield
    finally:
        page.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": ""})


def centre_of(page: Page, selector: str) -> tuple[float, float]:
    """The centre of an element in the window."""
    script = "const r = arguments[0].getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2];"
    x, y = page.js(script, page.one(selector))
    return x, y


def touch_at(page: Page, *points: tuple[float, float]) -> None:
    """Put a finger down at the first point of the window, and lift it at the last one."""
    kinds = ["touchStart", *["touchMove"] * (len(points) - 1)]
    for kind, (x, y) in zip(kinds, points, strict=True):
        event = {"type": kind, "touchPoints": [{"x": x, "y": y}]}
        page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", event)
    page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def touch(page: Page, selector: str) -> None:
    """Touch an element with a finger."""
    page.js("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'});", page.one(selector))
    touch_at(page, centre_of(page, selector))


def flick(page: Page, selector: str, side: int) -> None:
    """Flick an element where it is: its top points to a side, 0 top, 1 left, 2 bottom, 3 right."""
    x, y = centre_of(page, selector)
    right, down = ((0, -1), (-1, 0), (0, 1), (1, 0))[side]
    touch_at(page, *((x + right * way, y + down * way) for way in (0, 15, 30)))


@contextmanager
def open_page(page_class: type[Page], browser: Any, address: str, folder: Path | None = None) -> Iterator[Page]:
    """Open a page; fails if it leaves anything in the browser's log. Pictures go to `folder` or BROWSER_SCREENSHOTS.

    On a busy machine Chromium warns that a file was preloaded some seconds before it was used: a matter of time only.
    """
    browser.get_log("browser")
    # Of 50 entries, Chromium first forgets those that a script made, so a full history would lose the page's own.
    browser.execute_cdp_cmd("Page.resetNavigationHistory", {})
    pictures = os.environ.get("BROWSER_SCREENSHOTS")
    yield page_class(browser, address, Path(pictures) if pictures else folder)
    assert [
        entry for entry in browser.get_log("browser") if "it is preloaded intentionally" not in entry["message"]
    ] == []
